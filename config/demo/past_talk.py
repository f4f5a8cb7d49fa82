"""What is said: transcripts, summaries and e-mails that belong to what came of a talk. Pure.

Everything that is drawn comes from the generator's own random numbers: the same seed says the same words.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from config.demo.past_carriers import EQUIPMENT, Lane, Trucker, pick, words

# By equipment, as `EQUIPMENT` has it: what is shipped, and by whom.
FREIGHT = tuple(
    [row.split(": ") for row in words(text)]
    for text in (
        "Flour: Kestrel Mills|Paper towels: Northstar Paper|Furniture: Harbor & Pine|Wire harnesses: Meridian Auto|"
        "Shoes: Blue Heron|Bottled water: Brightwater|Small appliances: Blue Heron|Kitchen cabinets: Maple & Main",
        "Table grapes: Solano Fresh|Frozen beef: Prairie Beef|Cheese: Lakehead Dairy|Cut flowers: Alba Blooms|"
        "Ice cream: Lakehead Dairy|Salad: Solano Fresh",
        "Line pipe: Copperline Steel|Steel coils: Copperline Steel|Lumber: Ironwood Lumber|"
        "Generators: Gulf Machinery|Roof trusses: Ironwood Lumber",
    )
)


@dataclass(slots=True)
class Freight:
    """A load on its way through the generator."""

    id: str
    lane: Lane
    spelling: str
    kind: str
    customer: str
    commodity: str
    weight: int
    pickup: datetime  # on the clock there
    dropoff: datetime
    start: int
    book_now: int
    ceiling: int
    customer_rate: int
    market: float
    is_booked: bool = False
    status: str = "UNASSIGNED"

    def event(self) -> dict[str, Any]:
        """The load as its TMS first tells of it."""
        return {
            "id": self.id,
            "status": self.status,
            "customerName": self.customer,
            "origin": self.lane.origin.address,
            "destination": self.lane.destination.address,
            "pickupTime": _clock(self.pickup),
            "pickupEndTime": _clock(self.pickup + timedelta(hours=4)),
            "dropoffTime": _clock(self.dropoff),
            "dropoffEndTime": _clock(self.dropoff + timedelta(hours=6)),
            "equipment": self.spelling,
            "totalDistance": self.lane.miles,
            "weight": self.weight,
            "commodity": self.commodity,
            "customerRate": self.customer_rate,
            "startRate": self.start,
            "maxRate": self.ceiling,
            "bookNowRate": self.book_now,
            "outboundCarrierSalesEnabled": True,
        }


@dataclass(slots=True)
class Deal:
    """What a carrier asked, how both sides moved, and what came of it."""

    first_ask: int
    amount: int
    status: str
    steps: list[tuple[int, int]] = field(default_factory=list)

    @property
    def is_agreed(self) -> bool:
        """Whether both sides took the same figure."""
        return self.status == "ACCEPTED"


def new_freight(
    rng: Random, number: str, lanes: Sequence[Lane], weights: Sequence[float], day: date
) -> Freight:
    """Return a load posted on that day, its rates about the lane's market."""
    lane = rng.choices(lanes, cum_weights=weights)[0]
    spellings, kind, _, _ = EQUIPMENT[lane.equipment]
    ahead = min(int(rng.expovariate(0.6)), 6)
    pickup = datetime.combine(day + timedelta(days=1 + ahead), datetime.min.time()) + timedelta(
        hours=6 + int(rng.random() * 11)
    )
    market = lane.market(day.toordinal()) * rng.gauss(1.0, 0.04)
    customer_rate = market * rng.uniform(1.10, 1.24)
    commodity, customer = pick(rng, FREIGHT[lane.equipment])
    return Freight(
        id=number,
        lane=lane,
        spelling=pick(rng, spellings),
        kind=kind,
        customer=customer,
        commodity=commodity,
        weight=18_000 + int(rng.random() * 27) * 1_000,
        pickup=pickup,
        dropoff=lane.arrival(pickup),
        start=_round(market * 0.90, 25),
        book_now=_round(market * 0.95, 25),
        ceiling=_round(market * 1.05, 25),
        customer_rate=_round(customer_rate, 5),
        market=market,
    )


def haggle(rng: Random, freight: Freight, trucker: Trucker, *, is_recent: bool) -> Deal:
    """Return how a talk about the rate went: the carrier comes down by its habits, the agent goes up to the ceiling."""
    ask = first = max(
        _round(freight.market * trucker.price * (1.03 + 0.12 * rng.random()), 25), freight.start
    )
    offer = freight.start
    steps: list[tuple[int, int]] = []
    while ask > offer and len(steps) < 3:
        offer = min(freight.ceiling, _round(offer + (ask - offer) * 0.4, 25))
        ask = max(offer, _round(ask - (ask - offer) * (1 - trucker.firmness) * rng.random(), 25))
        steps.append((offer, ask))
        if rng.random() < 0.25:
            break
    chance = rng.random()
    if ask <= freight.ceiling and chance < 0.3:
        return Deal(first, ask, "ACCEPTED", steps)
    if is_recent and chance < 0.6:
        return Deal(first, ask, "OPEN" if chance < 0.5 else "COUNTERED", steps)
    if chance < 0.8:
        return Deal(first, ask, "REJECTED", steps)
    return Deal(first, ask, "EXPIRED" if chance < 0.93 else "WITHDRAWN", steps)


def _round(amount: float, step: int) -> int:
    return max(step, round(amount / step) * step)


def _clock(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


OPENINGS = (
    "Hi, I'm calling about your load from {origin} to {destination}.",
    "Hey, {name} with {company}. You still have that {origin} to {destination}?",
    "Good morning, is load {load} still available?",
    "Yeah, hi, I saw your {equipment} out of {origin} on the board. What's it paying?",
)
PULLS = (
    "I've got a truck empty in {origin}.",
    "I'll have a truck there that morning.",
    "My driver drops ten miles from there tonight.",
    "We run that lane every week.",
)
TOO_LOW = (
    "That's too light for me.",
    "Can't do it for that.",
    "Fuel alone eats that.",
    "I'd be losing money at that.",
)
MOVES = (
    "Best I can do is {amount}.",
    "Make it {amount} and I'm on it.",
    "I could come down to {amount}.",
    "How about {amount}?",
)
STAYS = ("I’m still at {amount}.", "No, I need {amount}.", "{amount}, same as before.")
AGREED = ("{amount} works. I'm sending the rate confirmation now.", "We can do {amount}. Consider it yours.")
DECLINED = (
    "I can't get to {amount} on this one. I have your number. I'll call if anything changes.",
    "{amount} is above what I have. Thanks for calling.",
)
LATER = ("Let me ask my driver and call you back.", "I'll check with dispatch and get back to you.")
BYES = ("Thanks, bye.", "Appreciate it.", "All right, take care.", "Thank you, talk soon.")
INQUIRIES = (
    (
        "Do you have anything out of {origin} next week?",
        "Nothing posted yet. I can call you when something comes up.",
        "Asked for freight out of {origin} next week.",
    ),
    (
        "When do you pay, and do you work with factoring?",
        "Thirty days, and yes, with most of them.",
        "Asked about payment terms.",
    ),
    (
        "I need a copy of the rate confirmation for {load}.",
        "I'll have it sent to the address on file.",
        "Asked for a rate confirmation.",
    ),
    (
        "What do I need to get set up with you?",
        "Your MC number and an insurance certificate. I'll send the link.",
        "Asked about carrier setup.",
    ),
)
NEWS = (
    "on schedule",
    "about an hour behind",
    "at the shipper, waiting on a door",
    "loaded and rolling",
    "two hours out",
)
# Why a carrier didn't pass vetting, by its assessment.
NOT_PASSED = {
    "pass": "setup incomplete",
    "partial_pass": "setup incomplete",
    "incomplete": "setup incomplete",
    "fail": "vetting rules not met",
}
COMPANY = "Loadline Demo Brokerage"
GREETING = "Agent: Thanks for calling, this is the automated assistant. Which load are you calling about?"


def dollars(amount: int) -> str:
    """`$2,250`."""
    return f"${amount:,}"


def negotiation(
    rng: Random,
    freight: Freight,
    trucker: Trucker,
    name: str,
    deal: Deal,
    *,
    is_outbound: bool,
    is_transferred: bool,
) -> str:
    """The talk about a rate, offer by offer."""
    spoken = _words(freight, trucker, name)
    lane = "{origin} to {destination}".format_map(spoken)
    hello = f"Agent: Hi {name}, this is the automated assistant, calling about load {freight.id}, {lane}."
    opening = pick(rng, OPENINGS).format_map(spoken)
    lines = [
        hello if is_outbound else GREETING,
        f"Caller: {'Yeah, go ahead, I might have a truck.' if is_outbound else opening}",
        f"Agent: {'Great.' if is_outbound else 'Let me pull that one up.'} Can I get your MC number?",
        f"Caller: {trucker.mc}. {pick(rng, PULLS).format_map(spoken)}",
        f"Agent: Thanks, {name}. It picks up {freight.pickup:%A}, {freight.lane.miles:,} miles. "
        f"I can offer {dollars(freight.start)}.",
        f"Caller: {pick(rng, TOO_LOW)} I need {dollars(deal.first_ask)}.",
    ]
    before = deal.first_ask
    for offer, ask in deal.steps:
        lines.append(f"Agent: I could do {dollars(offer)}.")
        lines.append(f"Caller: {pick(rng, MOVES if ask < before else STAYS).format(amount=dollars(ask))}")
        before = ask
    if deal.is_agreed:
        agreed = pick(rng, AGREED).format(amount=dollars(deal.amount))
        if is_transferred:  # then the paperwork isn't the agent's to promise
            agreed = f"We can do {dollars(deal.amount)}. One moment, I'm getting someone on the team to finish this."
        lines.append(f"Agent: {agreed}")
    elif is_transferred:
        lines.append("Agent: One moment, I'm getting someone on the team to look at that.")
    elif deal.status == "REJECTED":
        lines.append(f"Agent: {pick(rng, DECLINED).format(amount=dollars(deal.amount))}")
    else:
        lines.append(f"Caller: {pick(rng, LATER)}")
    lines.append(f"Caller: {'All right, I can hold.' if is_transferred else pick(rng, BYES)}")
    return "\n".join(lines)


def summary_of(deal: Deal, freight: Freight) -> str:
    """A sentence or two about a negotiation."""
    what = f"Opened at {dollars(deal.first_ask)} on load {freight.id}"
    if deal.is_agreed:
        return f"{what}, agreed at {dollars(deal.amount)}."
    last = (
        f"{what}, came down to {dollars(deal.amount)}."
        if deal.amount < deal.first_ask
        else f"{what}, didn't move."
    )
    if deal.status == "REJECTED":
        why = "Over max buy, no deal." if deal.amount > freight.ceiling else "Your team turned it down."
        return f"{last} {why}"
    return f"{last} Sent to you for a decision."


def short(
    rng: Random, freight: Freight, trucker: Trucker, name: str, tag: str, *, is_transferred: bool = False
) -> tuple[str, str]:
    """Transcript and summary of a talk in which no rate was named."""
    spoken = _words(freight, trucker, name)
    opening = f"{GREETING}\nCaller: {pick(rng, OPENINGS).format_map(spoken)}"
    bye = f"Caller: {pick(rng, BYES)}"
    if tag == "load_unavailable":
        return (
            f"{opening}\nAgent: That one is covered, sorry.\n{bye}",
            f"Load {freight.id} was already covered.",
        )
    if tag == "load_not_found":
        wrong = f"9{freight.id[1:]}"  # no seed makes numbers that begin so
        return (
            f"{GREETING}\nCaller: {wrong}, I think.\nAgent: I don't see that load number.\n{bye}",
            f"Load {wrong} not found.",
        )
    if tag == "carrier_not_qualified":
        return (
            f"{opening}\nAgent: May I have your MC number?\nCaller: {trucker.mc}.\n"
            f"Agent: I can't offer you loads until your setup is complete.\n{bye}",
            f"{trucker.name} not approved: {NOT_PASSED[trucker.assessment]}.",
        )
    if tag == "wrong_number":
        return f"{GREETING}\nCaller: Sorry, wrong number.", "Wrong number."
    if tag == "dropped":
        return f"{opening}\nAgent: Let me pull that one up. Can I get", "The call dropped."
    if tag == "check_call_update":
        news = pick(rng, NEWS)
        return (
            f"{GREETING}\nCaller: Update on {freight.id}: the driver is {news}.\nAgent: Got it, thanks.\n{bye}",
            f"Update on load {freight.id}: {news}.",
        )
    asked, answer, summary = pick(rng, INQUIRIES)
    if is_transferred:
        answer, bye = "One moment, I'm transferring you to someone on the team.", "Caller: Great, I'll hold."
    return (
        f"{GREETING}\nCaller: {asked.format_map(spoken)}\nAgent: {answer}\n{bye}",
        summary.format_map(spoken),
    )


def outgoing(rng: Random, freight: Freight, trucker: Trucker, name: str, tag: str) -> tuple[str, str]:
    """Transcript and summary of a call of ours in which no rate was named."""
    hello = (
        f"Agent: Hi {name}, this is the automated assistant with {COMPANY}, calling about load {freight.id}."
    )
    bye = f"Caller: {pick(rng, BYES)}"
    if tag == "check_call":
        news = pick(rng, NEWS)
        return (
            f"{hello} Where’s the truck at?\nCaller: We're {news}.\nAgent: Thanks, I'll note that.\n{bye}",
            f"The truck is {news}.",
        )
    if tag == "do_not_call":
        return (
            f"{hello}\nCaller: Take me off your list.\nAgent: I will. Sorry to have bothered you.",
            "Asked us not to call again.",
        )
    if tag == "voicemail":
        return "", "Voicemail. The agent left a message."
    return (
        f"{hello} {freight.lane.origin.name} to {freight.lane.destination.name}, {freight.pickup:%A}.\n"
        f"Caller: Not for us this time.\nAgent: Understood.\n{bye}",
        "Not interested this time.",
    )


def mail(
    rng: Random, freight: Freight, trucker: Trucker, name: str, deal: Deal | None, tag: str
) -> tuple[str, list[str]]:
    """Subject and texts of a thread, the carrier's and ours in turn."""
    lane = f"{freight.lane.origin.name} to {freight.lane.destination.name}"
    sign = f"\n\n{name}\n{trucker.name}\nMC {trucker.mc}"
    if tag == "quote_sent":
        texts = [
            f"Hi {name},\n\n{lane}, picks up {freight.pickup:%A}. We have {dollars(freight.start)} on it. Interested?"
        ]
    elif tag == "booking_confirmation":
        texts = [
            f"Confirmed, our truck is on {freight.id}.{sign}",
            "Thank you, the rate confirmation is attached.",
        ]
    elif tag in ("general_inquiry", "follow_up"):
        texts = [
            f"Anything out of {freight.lane.origin.name} this week?{sign}",
            "Not yet; we'll write when there is.",
        ]
    else:
        texts = [
            f"What does {lane} pay? {pick(rng, PULLS).format_map(_words(freight, trucker, name))}{sign}",
            f"We have {dollars(freight.start)} on it.",
        ]
    if deal is not None:
        texts.append(f"We need {dollars(deal.first_ask)}.{sign}")
        if deal.is_agreed:
            texts.append(f"{dollars(deal.amount)} works, it's yours.")
        else:
            texts.append(f"{dollars(deal.amount)} is noted. We'll let you know.")
    return f"{lane}, load {freight.id}", texts


def _words(freight: Freight, trucker: Trucker, name: str) -> dict[str, str]:
    return {
        "origin": freight.lane.origin.name,
        "destination": freight.lane.destination.name,
        "load": freight.id,
        "equipment": freight.kind,
        "company": trucker.name,
        "name": name,
    }
