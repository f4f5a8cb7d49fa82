"""What a broker needs once there is a deal: where the rate confirmation goes, who drives what, where and when empty.

Each is asked for once, all that is told meanwhile counts, and a good-bye ends it.
"""

from bids.carrier_sales import choosing
from bids.carrier_sales.notebook import Outcome, Step
from bids.carrier_sales.scene import Move, Scene
from bids.carrier_sales.vetting import caller_of
from bids.models import Bid
from calls.language.reading import Act, Expecting, Topic

EMAIL, DRIVER, TRUCK, EMPTY = "email", "driver", "truck", "empty"
# The question, and which of the details answer it.
QUESTIONS = (
    (EMAIL, "ask_email", ("email",)),
    (DRIVER, "ask_driver", ("driver", "driverPhone")),
    (TRUCK, "ask_truck", ("truck", "trailer")),
    (EMPTY, "ask_empty", ("emptyPlace", "emptyAt")),
)
EXPECTING = {EMPTY: Expecting.PLACE}


def ask(scene: Scene) -> Move:
    """The next thing that nobody told; then whether there is anything else."""
    notes = scene.notes
    for name, line, kept in QUESTIONS:
        if name not in notes.details_asked and not any(notes.details.get(each) for each in kept):
            notes.details_asked.append(name)
            notes.go_to(Step.DETAILS)
            scene.say(line)
            scene.wait_for(EXPECTING.get(name, Expecting.CONTACT))
            return Move.WAIT
    return Move.MORE


def ask_again(scene: Scene) -> None:
    """The question that is open, after an answer to theirs."""
    name = scene.notes.details_asked[-1] if scene.notes.details_asked else EMAIL
    scene.say(next(line for each, line, _ in QUESTIONS if each == name))
    scene.wait_for(EXPECTING.get(name, Expecting.CONTACT))


def hear(scene: Scene) -> Move:
    """Whatever was told is kept by then; on to the next, unless something was asked back."""
    heard = scene.heard
    if heard.load or heard.asks(Topic.OTHER_LOADS) or (heard.origin and heard.destination):
        choosing.note_wishes(scene)
        if not scene.notes.wanted.is_known:
            return choosing.offer_others(scene, like=scene.load)
        scene.notes.at_load = None
        return choosing.choose(scene)
    if heard.has(Act.LEAVES, Act.DECLINES):
        return Move.LEAVE
    if heard.has(Act.REPEAT, Act.HOLDS) or (heard.questions and not _tells(scene)):
        return Move.ASK_AGAIN
    if heard.has(Act.NO) and not _tells(scene):
        return Move.MORE
    return ask(scene)


def note(scene: Scene) -> None:
    """Keep what was told of truck and driver, whenever it was, and write it on the bids that came of the talk."""
    notes, heard = scene.notes, scene.heard
    is_asked = notes.step == Step.DETAILS
    asked = notes.details_asked[-1] if is_asked and notes.details_asked else ""
    told = {
        "email": heard.email or (_email_on_file(scene) if asked == EMAIL and heard.is_on_file else ""),
        "driver": heard.driver or (_self(scene) if asked == DRIVER else ""),
        "driverPhone": _phone(scene) if heard.driver or asked == DRIVER or heard.is_driver else "",
        "truck": heard.truck,
        "trailer": heard.trailer,
        "emptyPlace": str(heard.place or heard.origin or "")
        if asked == EMPTY or heard.has(Act.EMPTY)
        else "",
        "emptyAt": heard.time.isoformat(timespec="minutes") if asked == EMPTY and heard.time else "",
    }
    if asked == EMPTY and heard.day and not heard.time:
        told["emptyAt"] = heard.day.isoformat()
    if asked == EMPTY and heard.has(Act.EMPTY) and not (heard.day or heard.time):
        told["emptyAt"] = scene.now().isoformat(timespec="minutes")  # "empty right now"
    if news := {name: value for name, value in told.items() if value and notes.details.get(name) != value}:
        notes.details |= news
    elif not notes.details:
        return
    if news or not is_asked:
        write(scene)


def write(scene: Scene) -> None:
    """Put details and conditions on the bids of this talk that a deal came of."""
    for dealing in scene.notes.dealings:
        if dealing.outcome not in (Outcome.BID, Outcome.BOOKED):
            continue
        kept = scene.notes.details | ({"conditions": dealing.conditions} if dealing.conditions else {})
        if kept:
            Bid.objects.filter(conversation=scene.talk.conversation, load=dealing.pk).exclude(
                details=kept
            ).update(details=kept)


def _self(scene: Scene) -> str:
    """Who speaks, where they told their name, or are the driver."""
    return scene.heard.name or (scene.notes.caller if scene.heard.is_driver else "")


def _phone(scene: Scene) -> str:
    """The number told, or the one of this call."""
    heard = scene.heard
    called = caller_of(scene.talk.conversation).number if heard.is_this_number or heard.is_driver else ""
    return heard.phone or called.removeprefix("+1").removeprefix("+")


def _email_on_file(scene: Scene) -> str:
    carrier = scene.talk.conversation.carrier
    return carrier.email if carrier else ""


def _tells(scene: Scene) -> bool:
    heard = scene.heard
    return bool(
        heard.email or heard.driver or heard.phone or heard.truck or heard.trailer or heard.place
    ) or (heard.is_driver or heard.is_this_number or heard.is_on_file)
