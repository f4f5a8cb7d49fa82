"""The carrier-sales skill: a carrier and a load, from the greeting to a booking, a bid or a clear no.

`skill` is the door. `steps` lists the steps in the order of the talk and leads through them; each is a class with
`ask()`, what the agent says to get there, and `hear()`, what the carrier's words do:

- `identify`: IdentifyCarrier, ReadBackNumber, AskForDot
- `choose_load`: FindLoad, ChooseLoad
- `pitch_load`: PitchLoad, with the answers to questions about the load
- `check_trailer`: CheckTrailer, AskTrailer
- `bargain`: Bargain
- `close_deal`: MakeSure, CloseDeal
- `collect_details`: CollectDetails
- `goodbye`: ArrangeCallback, AnythingElse, and taking leave

They share `notebook` (what is known, typed), `scene` (one turn, and what a step is), `purpose` (what kind of call it
is), `setting_up` (who wants no load yet), `deal` (the carrier's word and its bid), `wishes` (what load they look for,
where their truck is), `learning` (what they told on other calls), `vetting` (whether they may haul), `load_search`
(loads that fit), and for words `wording`, `phrases` and `price_phrases`. Nothing here knows how words are understood or
spoken, and all haggling is bids.negotiation's.
"""
