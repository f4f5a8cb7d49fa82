"""The carrier-sales skill: a carrier and a load, from the greeting to a booking, a bid or a clear no.

`skill` is the door; `routing` sends what was heard to the step that the talk is in; each step has a module. What is
remembered stands in `notebook`, what is said in `phrases`. Nothing here knows how words are understood or spoken, and
all haggling is bids.negotiation's.
"""
