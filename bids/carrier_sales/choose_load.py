"""Which load: the one the caller means, one of several, or another that fits; else the truck is noted."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from bids import events
from bids.carrier_sales import learning, load_search, pitch_load, setting_up, wording
from bids.carrier_sales.load_search import Match
from bids.carrier_sales.notebook import Dealing, Outcome, Step, Wanted
from bids.carrier_sales.scene import Move, Next, SalesStep, Scene
from bids.carrier_sales.wishes import (
    MIN_DIGITS,
    ask_of_truck,
    goes_back,
    hear_of_truck,
    look_from_truck,
    note_truck_or_ask,
    note_truck_passed,
    note_wishes,
    picked,
)
from bids.negotiation import Standing
from bids.services.negotiation_terms import terms_of
from calls.language.declines import wants_none
from calls.language.number_words import plain
from calls.language.reading import Act, Expecting, Listening, Place, Reading, Topic
from calls.language.understanding import understand
from calls.models import ConversationLoad
from carriers.services.learned import Town
from loads.models import Load

MAX_MISSES_ALONE = 1  # numbers that aren't found, before others are offered
MAX_MISSES = 2  # before we leave it at that
SETTLED = (Outcome.BOOKED, Outcome.BID)  # the truck has a load


class FindLoad(SalesStep):
    """Ask which load it is, by number or by lane and day, and look for it."""

    name = Step.LOAD

    @property
    def is_settled(self) -> bool:
        """Whether there is a load that is talked about."""
        return self.notes.dealing is not None and self.scene.load is not None

    def begin(self) -> Next:
        """Find what is wanted; ask for it where nothing is known yet."""
        notes, wanted = self.notes, self.notes.wanted
        notes.truck_question = ""
        if wanted.number:
            ends = [Place(*end) for end in (wanted.origin, wanted.destination) if end and end[0]]
            found = load_search.by_number(
                wanted.number, is_tail=wanted.is_tail, at=self.scene.talk.at, ends=ends
            )
            if not found and wanted.number.startswith("1"):  # "that Denver one, 482108"
                found = load_search.by_number(wanted.number[1:], is_tail=False, at=self.scene.talk.at)
            if found or not wanted.is_wish:
                return self._chosen_by_number(found)
            wanted.number = ""
        if wanted.is_wish:
            return self._search(wanted, but={dealing.pk for dealing in notes.dealings if dealing.outcome})
        if setting_up.is_all(self.scene):
            return setting_up.take_down(self.scene)
        self.ask()
        return Move.WAIT

    def ask(self) -> None:
        """Ask for the load's number, or for lane and day; or again where and when the truck is empty."""
        if self.notes.truck_question:
            ask_of_truck(self.scene)
            return
        self.notes.go_to(Step.LOAD)
        looks_around = self.heard.asks(Topic.OTHER_LOADS) or self.heard.day is not None
        if not learning.ask_usual(self.scene, looks_around=looks_around):
            self.say("ask_lane" if looks_around else "ask_load")
        self.wait_for(Expecting.LOAD)

    def hear(self, heard: Reading) -> Next:
        """Look for what was said; bare digits are a load's number."""
        notes = self.notes
        if notes.truck_question and not heard.load:
            return self._hear_of_truck()
        is_usual = learning.hear_usual(self.scene)
        if is_usual is False:
            self.ask()
            return Move.WAIT
        if heard.digits and not (heard.load or heard.mc or heard.dot or heard.own_figures):
            notes.wanted.number, notes.wanted.is_tail = heard.digits, False
        if notes.wanted.is_known:
            return self.begin()
        if heard.asks(Topic.OTHER_LOADS) or heard.day:
            notes.tries += 1
            if notes.tries > 1:  # they want to hear what there is, wherever it goes
                return offer_others(self.scene, like=None)
            self.ask()
            return Move.WAIT
        if heard.equipment:
            return offer_others(self.scene, like=None)
        if heard.has(Act.NO, Act.DECLINES):
            return Move.LEAVE
        return Move.ASK_AGAIN

    def _hear_of_truck(self) -> Next:
        """Where and when it is empty: then look once more, and note it where there is nothing still."""
        notes, heard = self.notes, self.heard
        is_off = heard.is_by_model and heard.has(Act.DECLINES) and not heard.place
        if is_off and heard.day:  # "I told you, I'm down till Monday"
            pitch_load.keep_question(self.scene, Topic.NOTE, heard.text)
        elif hear_of_truck(self.scene):
            notes.wanted = Wanted()
            if not notes.sought.is_wish:  # wherever it is
                return note_truck_or_ask(self.scene, "nothing_else")
            return self._search(notes.sought, but={dealing.pk for dealing in notes.dealings})
        if heard.has(Act.NO, Act.DECLINES, Act.LEAVES):
            return Move.LEAVE
        if notes.tries or heard.has(Act.UNSURE):
            notes.truck_question = ""
            return Step.MORE
        return Move.ASK_AGAIN

    def _chosen_by_number(self, found: Sequence[Load]) -> Next:
        notes = self.notes
        events.loads_found(self.scene.talk.conversation, found, at=self.scene.talk.at)
        available = [load for load in found if load_search.is_available(load)]
        if len(available) == 1:
            return select(self.scene, available[0])
        if available:
            self.say("several")
            return _name_loads(self.scene, [Match(load) for load in available[: load_search.MAX_NAMED]])
        if found:
            link(self.scene, found[0])
            notes.named_load = found[0].external_id
            if load_search.is_incomplete(found[0]):
                self.say("not_ready")
                return Move.CALL_BACK
            self.say("unavailable")
            notes.note(Outcome.LOAD_UNAVAILABLE)
            return offer_others(self.scene, like=found[0])
        notes.misses += 1
        notes.note(Outcome.LOAD_NOT_FOUND)
        notes.wanted = Wanted()
        self.say("not_found")
        if notes.misses > MAX_MISSES:
            return Step.MORE
        if notes.misses > MAX_MISSES_ALONE:
            return offer_others(self.scene, like=None)
        notes.go_to(Step.LOAD)
        self.say("check_number")
        self.wait_for(Expecting.LOAD)
        return Move.WAIT

    def _search(self, wanted: Wanted, *, but: Collection[int], of: Wanted | None = None) -> Next:
        """Exactly what is wished for; else up to two that are near it, said to be so; else the truck is noted.

        `of`: the whole wish, where this is only one of the towns to go to that it names.
        """
        notes = self.notes
        notes.sought = of or replace(wanted, number="", is_tail=False)
        found = self._on_lane(wanted, but=but)
        events.loads_found(
            self.scene.talk.conversation, [match.load for match in found], at=self.scene.talk.at
        )
        if wanted.others and (named := self._of_each_end(wanted, but=but)):
            self.say("several" if all(match.is_exact for match in named) else "alternatives")
            return _name_loads(self.scene, named)
        exact = [match for match in found if match.is_exact] or self._on_other_day(found)
        exact = exact or self._with_other_trailers(wanted, but=but)
        if not (found or exact) and wanted.others:
            first, *others = wanted.others
            wanted = replace(wanted, destination=(first[0], first[1]), others=others)
            return self._search(wanted, but=but, of=notes.sought)
        if wanted.day and _has_town(wanted.origin) and _has_town(wanted.destination):
            is_trucks = notes.details.empty_at.startswith(wanted.day.isoformat())
            if is_trucks or not (found or self.heard.day):  # on the lane, whenever the truck is empty
                return self._search(replace(wanted, day=None), but=but, of=notes.sought)
            if not found:  # "Thursday? The one that goes there is tonight's"
                found = self._on_lane(replace(wanted, day=None), but=but)
        if not exact and (other := self._other_wish(wanted)):
            return self._search(other, but=but)
        if not exact and wanted.origin and wanted.destination and wanted.origin[0] and wanted.destination[0]:
            lacking = load_search.lacking_on_lane(wanted.origin, wanted.destination)
            if lacking and self.scene.suits(lacking):
                return self._chosen_by_number([lacking])
        if len(exact) == 1:
            return select(self.scene, exact[0].load)
        if exact:
            self.say("several")
            return _name_loads(self.scene, exact[: load_search.MAX_NAMED])
        notes.note(Outcome.LOAD_NOT_FOUND)
        notes.at_load, notes.wanted = None, Wanted()
        if not found:
            return note_truck_or_ask(self.scene, _missed(wanted))
        self.say(_missed(wanted, found[0]))
        self.say("alternatives")
        return _name_loads(self.scene, found[: load_search.MAX_OFFERED])

    def _on_other_day(self, found: Sequence[Match]) -> list[Match]:
        """Those of the lane on another day that would do as well: "Monday or Tuesday"."""
        listening = Listening(expecting=Expecting.TIME, now=self.scene.now(), language=self.scene.language)
        told = (understand(words, listening) for words in self.heard.other_times)
        days = {each.day or (each.time.date() if each.time else None) for each in told} - {None}
        return [each for each in found if each.is_on_lane and load_search.pickup_day(each.load) in days]

    def _of_each_end(self, wanted: Wanted, *, but: Collection[int]) -> list[Match]:
        """The best load to each of the towns to go to that are named, where more than one has any."""
        nearest: dict[int, Match] = {}
        for end in wanted.ends:
            found = self._on_lane(replace(wanted, destination=end, others=[]), but=but)
            nearest |= {match.load.pk: match for match in found[:1]}
        return list(nearest.values())[: load_search.MAX_NAMED] if len(nearest) > 1 else []

    def _other_wish(self, wanted: Wanted) -> Wanted | None:
        """What else may be meant: the other end of a load named by a town, its freight, wherever the truck is, or the
        lane, whatever its freight was called ("las flores de Miami a Boston").
        """
        heard = self.heard
        if wanted.commodity and wanted.origin and wanted.destination:
            return replace(wanted, commodity="")
        if heard.is_end and wanted.origin and not wanted.destination:
            return replace(wanted, origin=None, destination=wanted.origin)
        if wanted.commodity and wanted.origin and not heard.origin:
            return replace(wanted, origin=None)
        return None

    def _with_other_trailers(self, wanted: Wanted, *, but: Collection[int]) -> list[Match]:
        """Loads on just the lane that was said, from town to town, for another trailer: they were seen somewhere."""
        notes = self.notes
        if not notes.equipment or not (_has_town(wanted.origin) and _has_town(wanted.destination)):
            return []
        return [match for match in self._on_lane(wanted, but=but, equipment="") if match.is_exact]

    def _on_lane(self, wanted: Wanted, *, but: Collection[int], equipment: str | None = None) -> list[Match]:
        """The loads for this carrier, the best one first, without those that were passed on; for their equipment."""
        notes = self.notes
        return load_search.on_lane(
            wanted,
            equipment=notes.equipment if equipment is None else equipment,
            at=self.scene.talk.at,
            but={*but, *notes.passed},
            is_for=self.scene.suits,
        )


def _has_town(place: Town | None) -> bool:
    """Whether it is a town, rather than a state."""
    return place is not None and bool(place[0])


def _missed(wanted: Wanted, nearest: Match | None = None) -> str:
    """What isn't there: the lane, what was wished for on that day, or anything like it; one town is no lane."""
    if nearest and nearest.is_on_lane and not wanted.commodity:
        return "not_that_day"
    is_lane = wanted.origin and wanted.destination and not (nearest and nearest.is_on_lane)
    return "no_lane" if is_lane else "no_freight"


class ChooseLoad(SalesStep):
    """Ask which of the loads that were named it is to be."""

    name = Step.WHICH

    def ask(self) -> None:
        """Ask which of the loads named it is to be."""
        self.notes.go_to(Step.WHICH)
        self.say("ask_which" if len(self.notes.candidates) > 1 else "ask_this")
        self.wait_for(Expecting.LOAD)

    def hear(self, heard: Reading) -> Next:
        """The load picked; another one that was asked for instead; or none."""
        notes = self.notes
        # A town may be of one that was refused before.
        named = notes.named if heard.destination else notes.candidates
        loads = sorted(load_search.loads().filter(pk__in=named), key=lambda load: named.index(load.pk))
        found = picked(loads, heard)
        left = [pk for pk in notes.candidates if pk not in notes.passed]
        if not found and len(loads) == 1 and _takes_it(heard):
            found = loads
        if (
            not found
            and left
            and left != notes.candidates
            and not (notes.wanted.is_known or heard.has(Act.LEAVES))
        ):
            # "Denver don't work": then is it the other one?
            move = _name_loads(self.scene, [Match(load) for load in loads if load.pk in left])
            notes.named = named
            return move
        if len(found) == 1:
            if load_search.is_available(found[0]):
                return select(self.scene, found[0])
            self.say("just_taken")
            return offer_others(self.scene, like=found[0])
        is_number = len(heard.digits) >= MIN_DIGITS and not (heard.mc or heard.dot or heard.own_figures)
        if not found and not notes.wanted.is_known and is_number:
            notes.wanted.number, notes.wanted.is_tail = heard.digits, False
        is_no = heard.has(Act.NO, Act.DECLINES, Act.REFUSES) or wants_none(plain(heard.text))
        is_none = not found and (is_no or not left or heard.asks(Topic.OTHER_LOADS))
        if is_none:
            notes.passed += [pk for pk in notes.candidates if pk not in notes.passed]
            if notes.wanted.origin and not notes.wanted.destination:
                notes.wanted.destination = notes.sought.destination
            elif notes.wanted.destination and not notes.wanted.origin:  # "isn't there one to Seattle"
                notes.wanted.origin = notes.sought.origin
        if not found and notes.wanted.is_known:
            return FindLoad(self.scene).begin()
        if is_no and not found:
            if heard.has(Act.DECLINES) and not heard.asks(Topic.OTHER_LOADS):
                return Move.LEAVE
            note_truck_passed(self.scene)
            return Step.MORE
        return offer_others(self.scene, like=None) if is_none else Move.ASK_AGAIN


def _takes_it(heard: Reading) -> bool:
    """Whether a model hears the one load that was named wanted, whatever town is told beside it."""
    is_other = heard.load or heard.origin or heard.destination or heard.asks(Topic.OTHER_LOADS)
    is_yes = heard.has(Act.YES, Act.AGREES) and not heard.has(Act.NO, Act.DECLINES, Act.REFUSES)
    return heard.is_by_model and is_yes and not is_other


def named_before(scene: Scene) -> Load | None:
    """The one of the loads told of before that is asked for again: "no, I want that Seattle load"."""
    notes = scene.notes
    told = {*notes.named, *(each.pk for each in notes.dealings if each.outcome not in SETTLED)}
    named = list(load_search.loads().filter(pk__in=told))
    found = [load for load in picked(named, scene.heard) if load_search.is_available(load)]
    return found[0] if len(found) == 1 else None


def _name_loads(scene: Scene, matches: Sequence[Match]) -> Next:
    """Name loads to choose from."""
    notes = scene.notes
    notes.at_load, notes.wanted = None, Wanted()
    notes.candidates = candidates = [match.load.pk for match in matches]
    _name(scene, matches)
    notes.at_load, notes.candidates = None, candidates
    ChooseLoad(scene).ask()
    return Move.WAIT


def _name(scene: Scene, matches: Sequence[Match]) -> None:
    """Say each of them, with what it pays where that is asked of several: they can be asked for from now on."""
    notes, heard = scene.notes, scene.heard
    notes.named = [match.load.pk for match in matches]
    is_asked = any(topic == Topic.RATE for topic, _ in notes.early_questions)
    is_asked = is_asked or (heard.is_by_model and heard.asks(Topic.RATE))
    are_rates_told = is_asked and notes.at_load is None and len(matches) > 1
    if are_rates_told:
        notes.early_questions = [each for each in notes.early_questions if each[0] != Topic.RATE]
    for match in matches:
        scene.say(
            "candidate",
            number=wording.load_number(match.load.external_id),
            lane=_lane(scene, match),
            pickup=pitch_load.pickup_time(scene, match.load),
            equipment=pitch_load.trailer(match.load, scene.language),
        )
        if are_rates_told:
            _tell_rate(scene, match.load)


def _tell_rate(scene: Scene, load: Load) -> None:
    """Name our offer for one of several loads; where there was talk of its price before, that is told in its turn."""
    terms = terms_of(load)
    if terms is None or select(scene, load) is not Move.GO_ON:
        return
    taken = scene.take_up(scene.opening(terms))
    if taken.is_new and (dealing := scene.notes.dealing):
        dealing.standing = Standing.from_json(taken.talk.standing)
        scene.say_money("pays", {"offer": dealing.standing.offer}, place=pitch_load.destination(load))


def _lane(scene: Scene, match: Match) -> str:
    """Its lane, and how far off an end is: "out of Waxahachie, TX, about 30 miles from Dallas, to Atlanta, GA"."""
    load, language = match.load, scene.language
    if match.origin is None:
        lane = pitch_load.lane(load, language)
    else:
        begins = f"{pitch_load.origin(load)}, {wording.off(match.origin.miles, match.origin.town, language)}"
        out_of, to = ("saliendo de", "a") if language == "es" else ("out of", "to")
        lane = f"{out_of} {begins}, {to} {pitch_load.destination(load)}"
    if match.destination is None:
        return lane
    return f"{lane}, {wording.off(match.destination.miles, match.destination.town, language)}"


def select(scene: Scene, load: Load) -> Next:
    """Talk about this load from now on; one that was talked about before goes on where it stood.

    One that isn't for this carrier isn't told of.
    """
    notes = scene.notes
    link(scene, load)
    if not scene.may_hear_of(load):
        return refuse(scene, load)
    if all(dealing.pk != load.pk for dealing in notes.dealings):
        lane = wording.place(load.origin_city, load.origin_state)
        lane += f" to {wording.place(load.destination_city, load.destination_state)}"
        notes.dealings.append(Dealing(pk=load.pk, number=load.external_id, lane=lane))
    notes.at_load, notes.candidates, notes.wanted = load.pk, [], Wanted()
    notes.truck_question = ""
    return Move.GO_ON


def refuse(scene: Scene, load: Load) -> Next:
    """Not this load for this carrier, without a reason; others."""
    scene.notes.note(Outcome.LOAD_UNAVAILABLE)
    scene.say("not_for_you")
    return offer_others(scene, like=load)


def offer_others(scene: Scene, *, like: Load | None) -> Next:
    """Name up to two other loads that fit what was wanted, or the load that it can't be."""
    notes = scene.notes
    wanted = _wish(scene)
    found = _others(scene, like=like, wanted=wanted)
    if not found and _is_open(scene, like):
        scene.say("nothing_else")
        return Move.ASK_AGAIN  # what about this one?
    notes.at_load, notes.wanted, notes.sought = None, Wanted(), wanted
    if not found:
        return note_truck_or_ask(scene, "nothing_else")
    scene.say("alternatives")
    return _name_loads(scene, found)


def tell_others(scene: Scene, *, like: Load) -> None:
    """Name what else there is, which is asked beside a price for this load; it stays the one that is talked about."""
    if is_other_truck := pitch_load.tells_other_truck(scene) or goes_back(scene):
        note_wishes(scene)
        scene.notes.sought, scene.notes.wanted = _wish(scene), Wanted()
    if found := _others(scene, like=like, wanted=_wish(scene)):
        scene.say("alternatives")
        _name(scene, found)
    else:
        scene.say("nothing_else")
    if is_other_truck and not found:
        note_truck_passed(scene, "truck_down")


def _others(scene: Scene, *, like: Load | None, wanted: Wanted) -> Sequence[Match]:
    """Other loads that fit, and weren't dealt with in this talk."""
    found = load_search.alternatives(
        like=like,
        wanted=wanted,
        equipment=scene.notes.equipment,
        at=scene.talk.at,
        but={dealing.pk for dealing in scene.notes.dealings} | {*scene.notes.passed},
        is_for=scene.suits,
    )
    events.loads_found(scene.talk.conversation, [match.load for match in found], at=scene.talk.at)
    return found


def _wish(scene: Scene) -> Wanted:
    """What was said just now, else what was looked for before, while that truck has no load."""
    notes = scene.notes
    if notes.wanted.is_wish or any(dealing.outcome in SETTLED for dealing in notes.dealings):
        return replace(notes.wanted, number="", is_tail=False)
    if notes.wanted.day:
        return replace(notes.sought, day=notes.wanted.day)
    return notes.sought


def _is_open(scene: Scene, like: Load | None) -> bool:
    """Whether the load is still talked about, and our offer for it stands."""
    dealing = scene.notes.dealing
    is_it = dealing is not None and like is not None and dealing.pk == like.pk
    return is_it and dealing is not None and dealing.standing is not None and not dealing.outcome


def turn_to(scene: Scene, load: Load) -> Next:
    """Leave the load that is talked about, without a word on its price, for another one."""
    dealing = scene.notes.dealing
    if dealing is not None and not dealing.outcome and not dealing.agreed:
        scene.notes.passed.append(dealing.pk)
    return select(scene, load)


def go_back_to(scene: Scene, load: Load) -> None:
    """Talk about the price of a load again that was left for another: "back to Denver, I'd do that for 3,250"."""
    scene.notes.at_load = load.pk
    scene.notes.go_to(Step.MONEY)
    heard = scene.heard
    rest = tuple(each for each in heard.questions if each.topic != Topic.OTHER_LOADS)  # that is this one
    scene.heard = replace(heard, questions=rest)
    if (dealing := scene.notes.dealing) is not None:
        dealing.outcome, dealing.is_off = None, False
        scene.notes.passed = [each for each in scene.notes.passed if each != load.pk]
        if not dealing.is_pitched:
            pitch_load.PitchLoad(scene).ask()


def take_up_again(scene: Scene, load: Load) -> Next:
    """Hear a price for a load that was left before ours was named, with what it hangs on."""
    notes, heard = scene.notes, scene.heard
    notes.at_load = load.pk
    if (dealing := notes.dealing) is not None:
        dealing.outcome, dealing.is_off = None, False
    notes.passed = [each for each in notes.passed if each != load.pk]
    notes.early_ask, notes.early_conditions = heard.own_figures[-1], [*heard.conditions]
    return select(scene, load)


def leave_for_another(scene: Scene) -> Next:
    """Leave the load, which isn't wanted at any price, and look for what is."""
    dealing, load = scene.notes.dealing, scene.load
    if dealing is not None:
        if dealing.outcome is None:
            dealing.outcome, dealing.is_off = Outcome.DECLINED, scene.heard.is_not_for_money
        scene.notes.passed.append(dealing.pk)
    scene.notes.at_load = None
    note_wishes(scene)
    look_from_truck(scene)
    if scene.notes.wanted.is_wish:
        return FindLoad(scene).begin()
    return offer_others(scene, like=load)


def link(scene: Scene, load: Load) -> None:
    """The load was discussed in this conversation."""
    link = ConversationLoad(organization=scene.organization, conversation=scene.talk.conversation, load=load)
    ConversationLoad.objects.bulk_create([link], ignore_conflicts=True)
