"""Telling about a load: its own facts, and no others.

What may be said is written down here, column by column: customer, customer rate and ceiling aren't among them, and
free text passes `speakable`.
"""

from bids.carrier_sales import wording
from bids.carrier_sales.scene import Scene
from bids.carrier_sales.speakable import speakable
from calls.agent.meaning import Meaning, Topic
from loads.itinerary import itinerary
from loads.models import Load

LONGEST_INSTRUCTIONS = 300
MOST_STOPS = 8
UNITS = {"en": ("pounds", "miles"), "es": ("libras", "millas")}


def pitch(scene: Scene) -> None:
    """Lane, times in local words, freight; the equipment comes with the question that follows."""
    dealing, load = scene.deal
    miles = distance(load, scene.language)
    scene.say(
        "pitch",
        number=wording.load_number(load.external_id),
        origin=origin(load),
        destination=destination(load),
        miles=f", {miles}" if miles else "",
    )
    scene.say("pitch_times", pickup=pickup_time(scene, load), delivery=delivery_time(scene, load))
    parts = (commodity(load), weight(load, scene.language))
    if freight := ", ".join(part for part in parts if part):
        scene.say("pitch_freight", freight=freight)
    if load.is_team_required:
        scene.say("pitch_team")
    dealing.is_pitched = True


def answer_questions(scene: Scene) -> None:
    """Say what was asked about: us at any time, the load once it is known which."""
    heard, load = scene.heard, scene.load
    company = scene.organization.name
    if heard.asks(Topic.ROBOT):
        scene.say("robot", company=company)
    elif heard.asks(Topic.WHO):
        scene.say("who", company=company)
    if load is None:
        return
    _answer_freight(scene, load, heard)
    if heard.asks(Topic.PICKUP):
        scene.say("pickup", place=origin(load), fact=pickup_time(scene, load))
    if heard.asks(Topic.DELIVERY):
        scene.say("delivery", place=destination(load), fact=delivery_time(scene, load))
    if heard.asks(Topic.STOPS):
        _answer_stops(scene, load)
    if heard.asks(Topic.TEAM):
        scene.say("team" if load.is_team_required else "no_team")
    if heard.asks(Topic.INSTRUCTIONS, Topic.TEMPERATURE):
        _answer_instructions(scene, load)
    if heard.asks(Topic.PAYMENT):
        scene.say("not_known")
    dealing = scene.notes.dealing
    if heard.asks(Topic.LOAD) and dealing and dealing.is_pitched:
        pitch(scene)


def _answer_freight(scene: Scene, load: Load, heard: Meaning) -> None:
    facts = (
        (Topic.WEIGHT, weight(load, scene.language)),
        (Topic.COMMODITY, commodity(load)),
        (Topic.MILES, distance(load, scene.language)),
        (Topic.EQUIPMENT, trailer(load, scene.language)),
    )
    for topic, fact in facts:
        if heard.asks(topic) and fact:
            scene.say(str(topic), fact=fact)
        elif heard.asks(topic):
            scene.say("not_known")


def _answer_stops(scene: Scene, load: Load) -> None:
    between = itinerary(load, list(load.stops.order_by("position")))[1:-1][:MOST_STOPS]
    places = [speakable(stop.place, _guarded(load), 60) for stop in between]
    if places:
        scene.say("stops", fact="; ".join(place for place in places if place))
    else:
        scene.say("no_stops")


def _answer_instructions(scene: Scene, load: Load) -> None:
    """What stands there, as far as it may be said; a temperature isn't anywhere else."""
    said = speakable(load.special_instructions, _guarded(load), LONGEST_INSTRUCTIONS)
    if said:
        scene.say("instructions", fact=said)
    elif load.special_instructions or scene.heard.asks(Topic.TEMPERATURE):
        scene.say("not_known")
    else:
        scene.say("no_instructions")


def origin(load: Load) -> str:
    """Dallas, TX."""
    return speakable(wording.place(load.origin_city, load.origin_state), _guarded(load), 80)


def destination(load: Load) -> str:
    """Atlanta, GA."""
    return speakable(wording.place(load.destination_city, load.destination_state), _guarded(load), 80)


def lane(load: Load, language: str) -> str:
    """Dallas, TX to Atlanta, GA."""
    return f"{origin(load)} {'a' if language == 'es' else 'to'} {destination(load)}"


def trailer(load: Load, language: str) -> str:
    """A dry van; what the TMS wrote, where we have no name for it."""
    return wording.equipment(load.equipment_type, language) or speakable(load.equipment, _guarded(load), 60)


def commodity(load: Load) -> str:
    """What is in it, in the middle of a sentence."""
    said = speakable(load.commodity, _guarded(load), 80)
    return said[0].lower() + said[1:] if said[1:2].islower() else said


def weight(load: Load, language: str) -> str:
    """42,000 pounds."""
    return wording.measure(load.weight, UNITS[language][0])


def distance(load: Load, language: str) -> str:
    """781 miles."""
    return wording.measure(load.total_distance, UNITS[language][1])


def pickup_time(scene: Scene, load: Load) -> str:
    """The window at the pickup, in local words."""
    today = scene.today(load.origin_timezone)
    return wording.window(load.pickup_time, load.pickup_end_time, today, scene.language)


def delivery_time(scene: Scene, load: Load) -> str:
    """The window at the delivery."""
    today = scene.today(load.destination_timezone)
    return wording.window(load.dropoff_time, load.dropoff_end_time, today, scene.language)


def _guarded(load: Load) -> tuple:
    """Figures that no text may bring out; nor our other rates, which are offered in their own time."""
    return (load.customer_rate, load.max_rate, load.book_now_rate, load.start_rate)
