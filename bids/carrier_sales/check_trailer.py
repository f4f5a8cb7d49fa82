"""Has the carrier the trailer that the load needs?"""

import re
from dataclasses import replace

from bids.carrier_sales import learning, load_search, pitch_load, wording
from bids.carrier_sales.choose_load import offer_others
from bids.carrier_sales.deal import turn_down
from bids.carrier_sales.notebook import Outcome, Step
from bids.carrier_sales.scene import Move, Next, SalesStep, Scene
from bids.carrier_sales.wishes import ABOUT_LOAD, note_wishes, put_truck_right
from calls.language.equipment import trailers
from calls.language.number_words import plain
from calls.language.reading import Act, Expecting, Figure, Reading, Role, Topic
from carriers.states import LearnedKind
from loads.models import Load
from organizations.equipment import Equipment

DRY = re.compile(
    r"\b(?:run|haul|ship|go|pull|jal\w+|corr\w+)\w*(?: it| her| him| la| lo)? (?:dry|en seco|seco)\b|"
    r"\b(?:dry|van) freight (?:works|is fine|too|will do)\b",
    re.I,
)
# What is done by telling when a truck is free; what is asked beside an hour that is no truck's.
OF_TRUCK = {Act.YES, Act.NO, Act.REFUSES, Act.EMPTY, Act.GREETS, Act.ASKS}
OF_REFUSAL = {Act.DECLINES, Act.UNSURE, Act.BROKEN_DOWN}
OF_WINDOW = (Topic.FLEXIBILITY, Topic.APPOINTMENT, Topic.PICKUP, Topic.DELIVERY)
# "Okay, depends what it pays": the trailer is no question then.
MAY_FIT = (Act.YES, Act.AGREES, Act.AGREES_IF, Act.ASKS_MORE)


# "I can't pick it up today", "if it can't load tomorrow I don't want it": a truck that is there on another day.
_NOT_TODAY = re.compile(
    r"\b(?:can'?t|cannot|can not|ain'?t able to|won'?t be able to) (?:\w+ ){0,2}?"
    r"(?:load|pick|do|make|get|cover|take|run)\b"
    r"(?: (?:it|that|this|one|up|her|there|loaded))* (?:today|tonight)\b|"
    r"\bif (?:it|they|you|y'?all|i) (?:can'?t|don'?t|won'?t) (?:load|pick)(?: (?:it|me|up|that|us))* tomorrow\b"
    r".{0,12}\b(?:don'?t want|pass|no good|can'?t (?:do|use|take))\b|"
    r"\bno (?:la |lo |me |le )*(?:puedo|alcanzo|podemos|alcanzamos)(?: a)? "
    r"(?:cargar|recoger|levantar|hacer|llegar)\w* hoy\b|"
    r"\bhoy (?:ya )?no (?:la |lo )?(?:puedo|alcanzo|podemos)(?: a)? (?:cargar|recoger|levantar|hacer)",
    re.I,
)


def leave_to_team(scene: Scene) -> Next | None:
    """A load for a team isn't for one driver, who is offered others; None where that isn't so."""
    heard, load = scene.heard, scene.load
    if heard.is_solo and not (heard.asks(Topic.TEAM) or heard.own_figures):
        scene.notes.is_solo = True
    if load is None or not (scene.notes.is_solo and load.is_team_required) or scene.notes.dealing is None:
        return None
    turn_down(scene, is_off=True)
    scene.say("team")
    return offer_others(scene, like=load)


_TEAM = re.compile(
    r"\b(?:two (?:drivers|of (?:em|them|us))|(?:it'?s |they'?re )?a team|en equipo|"
    r"dos (?:choferes|drivers|operadores)|(?:son|somos) dos|co-?driver|"
    r"(?:second|another|other) driver|(?:otro|segundo) chofer|"
    r"(?:with|con) (?:my|mi) (?:brother|wife|husband|son|dad|cousin|buddy|hermano|espos[oa]|hijo|pap[aá]|primo|"
    r"compa\w*))\b",
    re.I,
)


def fits_after_all(scene: Scene) -> Load | None:
    """The load that was left for want of a second driver or of its trailer, where that is told now; else None.

    "I'll put two drivers on it", "I can drop the reefer and take it power only".
    """
    notes, heard = scene.notes, scene.heard
    has_team = notes.is_solo and bool(_TEAM.search(heard.text))
    is_of_load = scene.load is None and (not heard.place or heard.asks(*ABOUT_LOAD))
    is_new = heard.load or heard.origin or heard.destination or heard.asks(Topic.OTHER_LOADS)
    has_trailer = bool(heard.equipment) and is_of_load and not is_new
    if not heard.is_by_model or not (has_team or has_trailer):
        return None
    for dealing in reversed(notes.dealings):
        load = load_search.load_now(dealing.pk)
        is_trailer = has_trailer and dealing.outcome == Outcome.WRONG_EQUIPMENT
        fits = load and (
            (has_team and load.is_team_required) or (is_trailer and load.equipment_type == heard.equipment)
        )
        if load and fits and load_search.is_available(load):
            put_truck_right(scene)  # "no, the truck's in Omaha, and I can drop the reefer"
            notes.is_solo, dealing.outcome, dealing.is_off = False, None, False
            prices = [each for each in heard.own_figures if each.role == Role.ASK]
            notes.early_ask = Figure(prices[-1].amount, prices[-1].role) if prices else None
            return load
    return None


def leave_late_truck(scene: Scene) -> Next | None:
    """A truck that is free after the pickup takes another load; beside a price the broker is to say. None elsewhere."""
    heard, load = scene.heard, scene.load
    is_not_today = bool(_NOT_TODAY.search(heard.text))
    if load is None or scene.notes.dealing is None:
        return None
    last = load.pickup_end_time or load.pickup_time
    is_gone_by_then = is_not_today and last and last.date() == scene.today()
    if not (is_gone_by_then or pitch_load.is_free_late(heard, load)):
        return None
    is_of_truck = (
        heard.has(Act.EMPTY)
        or is_not_today
        or (heard.is_by_model and not pitch_load.is_about_drop(heard.text, load))
    )
    if not is_of_truck or heard.has(Act.CALLBACK) or heard.asks(*OF_WINDOW):
        return None
    if heard.own_figures or heard.has(Act.AGREES, Act.AGREES_IF):
        if not pitch_load.tells_other_truck(scene):
            scene.heard = replace(heard, conditions=heard.conditions or (heard.text,))
        return None
    # A yes to our price tells of a delivery rather.
    is_new = not scene.notes.dealing.is_pitched
    is_at_trailer = scene.notes.step in (Step.FIT, Step.EQUIPMENT)
    is_told = is_new or is_at_trailer or heard.has(Act.NO, Act.REFUSES, Act.EMPTY)
    acts = OF_TRUCK | (OF_REFUSAL if is_not_today or is_new or is_at_trailer else set())
    if not (is_told or is_not_today) or not set(heard.acts) <= acts:
        return None
    turn_down(scene, is_off=True)
    if is_new:
        pitch_load.PitchLoad(scene).tell_lane(load)
    scene.say("too_late", pickup=pitch_load.pickup_time(scene, load))
    note_wishes(scene)
    return offer_others(scene, like=load)


_CHASSIS = re.compile(r"\b(?:goose ?neck|chassis|chasis|slider|cuello de ganso)\b", re.I)


class CheckTrailer(SalesStep):
    """Ask whether the carrier has the trailer, unless it told."""

    name = Step.FIT

    @property
    def is_settled(self) -> bool:
        """Whether it has."""
        return self.scene.deal[0].is_fitting

    def begin(self) -> Next:
        """Ask for the trailer, unless the caller has told what it has."""
        dealing, load = self.scene.deal
        if self.notes.equipment and _is_particular(load.equipment_type):
            if self._runs_dry(load):
                words = self.notes.runs_dry
                self.notes.early_conditions = [*self.notes.early_conditions, words]
            elif self.notes.equipment != load.equipment_type:
                return refuse(self.scene)
            dealing.is_fitting = True
            return Move.GO_ON
        if self.heard.asks(Topic.RATE) and not self.scene.said & pitch_load.TELLS:
            dealing.is_fitting = True  # "what did that one pay": as where the trailer is asked for
            return Move.GO_ON
        if self.heard.asks(Topic.RATE):
            self.say("rate_next")
        self.ask()
        return Move.WAIT

    def _runs_dry(self, load: Load) -> bool:
        """Whether it is a van load, for a reefer that was said to run dry as well."""
        notes = self.notes
        is_reefer = load.equipment_type == Equipment.VAN and notes.equipment == Equipment.REEFER
        return is_reefer and bool(notes.runs_dry)

    def ask(self) -> None:
        """Ask whether the caller has it."""
        _, load = self.scene.deal
        self.notes.go_to(Step.FIT)
        needed = wording.equipment(load.equipment_type, self.scene.language)
        if needed:
            self.say("ask_fit", equipment=needed)
        else:
            self.say("ask_fit_any")
        self.wait_for(Expecting.EQUIPMENT)

    def hear(self, heard: Reading) -> Next:
        """Yes, a question about money or a figure will do; another trailer, or none, won't."""
        dealing, load = self.scene.deal
        if load.equipment_type == Equipment.CONTAINER and _CHASSIS.search(heard.text) and heard.has(Act.YES):
            heard = replace(heard, equipment=load.equipment_type)  # "yeah, we got a forty foot gooseneck"
            self.notes.equipment = load.equipment_type
        has_other = bool(heard.equipment) and heard.equipment != load.equipment_type
        if self._hangs(load, has_other=has_other):  # the broker is to okay it
            kept = self.notes.early_conditions
            new = [each for each in heard.conditions or (heard.text,) if each not in kept]
            self.notes.early_conditions = [*kept, *new]
            dealing.is_fitting = True
            return Move.GO_ON
        if has_other and _is_particular(load.equipment_type) and self.notes.equipment == heard.equipment:
            return refuse(self.scene)
        if heard.asks(Topic.EQUIPMENT) and has_other:
            # "I've got a step deck, will that work?": it was told what is needed; the rest is the broker's.
            pitch_load.pass_on(self.scene, Topic.EQUIPMENT, heard.text)
            is_no = heard.no_equipment or heard.has(Act.NO)  # "no sir, box trucks, so I guess that's out"
            return refuse(self.scene) if is_no else Move.ASK_AGAIN
        if heard.is_by_model and not has_other and (asked := _asked_of_trailer(heard)):
            pitch_load.pass_on(self.scene, Topic.EQUIPMENT, asked)
        has_it = bool(heard.equipment) and not has_other  # "no, I said yes, I got a van"
        is_no = (heard.has(Act.NO, Act.REFUSES) and not has_it) or bool(heard.no_equipment)
        if is_no and heard.questions and not heard.no_equipment and not heard.has(Act.DECLINES):
            return Move.ASK_AGAIN  # "no, like, where does my truck get loaded?"
        if heard.has(Act.DECLINES) and (heard.conditions or heard.has(Act.ASKS_MORE)):
            dealing.is_fitting = True  # "it's too light on money, unless you came up"
            return Move.GO_ON
        if heard.has(Act.DECLINES) or (is_no and self.scene.is_outbound):
            turn_down(self.scene, is_off=True)
            if (
                heard.is_by_model and heard.place
            ):  # "he's getting into Tucson, he won't make it": from there, when?
                note_wishes(self.scene)
                return offer_others(self.scene, like=load)
            return Move.LEAVE
        if heard.asks(Topic.OTHER_LOADS) and not heard.has(*MAY_FIT):
            return offer_others(self.scene, like=load)
        if is_no:
            self.notes.equipment = ""
            AskTrailer(self.scene).ask()
            return Move.WAIT
        if heard.equipment or heard.own_figures or heard.has(*MAY_FIT) or heard.asks(Topic.RATE):
            if heard.is_sure_of(Act.YES) and _is_particular(load.equipment_type):
                learning.tell(self.scene, LearnedKind.EQUIPMENT, load.equipment_type)
            dealing.is_fitting = True
            return Move.GO_ON
        return Move.ASK_AGAIN

    def _hangs(self, load: Load, *, has_other: bool) -> bool:
        """Whether it is taken on a condition: "if you've got the chassis I'll pull it", "would my reefer do, run dry".

        Who only takes a message can't say which trailer it is, and isn't asked again.
        """
        heard = self.heard
        is_dry = bool(DRY.search(heard.text)) and heard.equipment == Equipment.REEFER
        if is_dry and load.equipment_type == Equipment.VAN:
            return True
        if not heard.is_by_model:
            return False
        is_asked = has_other and heard.asks(Topic.EQUIPMENT) and not (heard.no_equipment or heard.has(Act.NO))
        is_provided = bool(heard.conditions) and (heard.has(Act.AGREES_IF) or has_other)
        is_message = heard.has(Act.UNSURE) and heard.asks(Topic.RATE) and not heard.has(Act.NO, Act.REFUSES)
        return is_asked or is_provided or (is_message and not heard.no_equipment)


def _asked_of_trailer(heard: Reading) -> str:
    """What is asked of the right trailer beside which one it is: "dry van, but swing doors, is that good"."""
    asked = next((each.words for each in heard.questions if each.topic == Topic.EQUIPMENT), "")
    return asked if heard.equipment and asked and not trailers(plain(asked))[1] else ""


class AskTrailer(SalesStep):
    """Ask a carrier that hasn't the trailer what it has instead."""

    name = Step.EQUIPMENT

    def ask(self) -> None:
        """Ask what the caller has instead."""
        self.notes.go_to(Step.EQUIPMENT)
        self.say("ask_equipment")
        self.wait_for(Expecting.EQUIPMENT)

    def hear(self, heard: Reading) -> Next:
        """What it has; without an answer this load is over."""
        dealing, load = self.scene.deal
        if heard.equipment == load.equipment_type and heard.equipment:
            dealing.is_fitting = True
            return Move.GO_ON
        if heard.equipment:
            return refuse(self.scene)
        if heard.has(Act.NO, Act.UNSURE, Act.DECLINES):
            dealing.outcome = Outcome.WRONG_EQUIPMENT
            return Step.MORE
        return Move.ASK_AGAIN


def refuse(scene: Scene) -> Next:
    """Not with that trailer: others for which it would do."""
    dealing, load = scene.deal
    dealing.outcome = Outcome.WRONG_EQUIPMENT
    scene.notes.early_ask = None
    scene.say("wrong_equipment", equipment=pitch_load.trailer(load, scene.language))
    return offer_others(scene, like=load)


def _is_particular(kind: str) -> bool:
    """Whether the load says which trailer it takes."""
    return kind not in ("", Equipment.OTHER)
