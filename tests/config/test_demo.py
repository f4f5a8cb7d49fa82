"""The demo organization: made once, complete, and only locally."""

import io
import json
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo

import phonenumbers
import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from bids.models import Bid, Booking
from calls.models import Agent, Call, Conversation, PhoneNumber, Promise
from calls.simulator.facts import COMPANIES
from calls.skill import skill_for
from carriers.models import Carrier
from carriers.selectors.search import End, carriers_on_lane
from config.demo import past_carriers
from config.demo.loads import BETWEEN, LANES, carriers, load_events
from config.management.commands import create_demo as making
from loads.itinerary import itinerary
from loads.models import OPEN_STATUSES, Load, LoadEvent, Stop
from organizations import services as organizations
from organizations import tokens
from organizations.equipment import normalize
from organizations.models import ApiToken, Organization, User
from organizations.places.gazetteer import find_place
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from tests.factories import NOW

pytestmark = pytest.mark.sampled(5)

MODELS = (Load, LoadEvent, Stop, Carrier, Agent, PhoneNumber, ApiToken, Conversation, Bid, Booking)


@pytest.fixture(autouse=True)
def short_history(monkeypatch):
    """A few calls do here; test_the_past_is_there_at_once makes all of it."""
    sizes = {"CALLS": making.CALLS, "EMAILS": making.EMAILS, "LOADS": making.LOADS}
    for name in sizes:
        monkeypatch.setattr(making, name, 8)
    return sizes


def create_demo(*arguments):
    """The facts that the command prints."""
    output = io.StringIO()
    call_command("create_demo", "--json", *arguments, stdout=output)
    return json.loads(output.getvalue())


def demo():
    return Organization.objects.get(slug="demo")


@pytest.mark.django_db
def test_the_card_opens_every_door(client):
    facts = create_demo()
    token = tokens.authenticate_token(facts["token"], at=timezone.now())
    assert (facts["organization"], token.organization.slug) == ("demo", "demo")
    assert client.login(username=facts["user"], password=facts["password"])
    person = User.objects.get(email=facts["user"])
    assert (person.is_staff, person.memberships.get().role) == (True, "owner")
    assert phonenumbers.is_valid_number(phonenumbers.parse(facts["number"]))
    assert facts["agents"] == [
        {"slug": "carrier-sales", "purpose": "carrier_sales"},
        {"slug": "check-call", "purpose": "check_call"},
        {"slug": "appointment-desk", "purpose": "custom"},
    ]


@pytest.mark.deep
@pytest.mark.django_db
def test_simulated_callers_belong_to_carriers_that_are_there():
    create_demo()
    with scope(demo().pk):
        for company in COMPANIES:
            carrier = Carrier.objects.get(dot_number=int(company.dot))
            assert (carrier.mc_number, carrier.phone, carrier.name) == (
                company.mc,
                company.phone,
                company.name,
            )
            assert (carrier.rules_assessment == "pass") == (company.standing == "good")


@pytest.mark.deep
@pytest.mark.django_db
def test_every_agent_works():
    create_demo()
    agents = Agent.unscoped.of(demo())
    assert all(skill_for(agent.purpose) for agent in agents)
    number = PhoneNumber.unscoped.of(demo()).get()
    assert (number.agent.slug, number.agent.purpose) == ("carrier-sales", "carrier_sales")


@pytest.mark.django_db
def test_the_board_has_two_dozen_open_loads_of_every_kind():
    create_demo()
    with scope(demo().pk):
        loads = list(Load.objects.prefetch_related("stops").order_by("id"))
        assert Load.objects.open().count() == 24
        assert [load.external_id for load in loads if load.is_locked] == ["482125"]
        assert sum(load.is_team_required for load in loads) == 1
        assert {tuple(load.missing) for load in loads} == {
            (),
            ("maxRate",),
            ("pickupTime", "dropoffTime"),
            ("startRate", "customerRate", "maxRate"),
        }
        assert len({load.equipment_type for load in loads}) >= 10
        assert "other" not in {load.equipment_type for load in loads}
        ways = [itinerary(load, list(load.stops.all())) for load in loads]
    assert sorted({len(way) for way in ways}) == [2, 6]
    assert {load.origin_country for load in loads} == {"US", "CA", "MX"}


@pytest.mark.parametrize("hour", range(0, 24, 5))
def test_windows_lie_ahead_and_follow_each_other(hour):
    now = NOW + timedelta(hours=hour)
    for event in load_events(now):
        starts = [stop["windowStart"] for stop in event["stops"] or []]
        assert all(earlier < later for earlier, later in pairwise(starts)), event["id"]
        if starts:
            assert starts[0] >= (now - timedelta(hours=8)).replace(tzinfo=None).isoformat()
            assert starts[0] < (now + timedelta(days=8)).replace(tzinfo=None).isoformat()


def test_rates_leave_room():
    for event in load_events(NOW):
        rates = [event[name] for name in ("startRate", "bookNowRate", "maxRate", "customerRate")]
        known = [rate for rate in rates if rate is not None]
        assert known == sorted(known), event["id"]
        if event["customerRate"]:
            assert 2 < event["customerRate"] / event["totalDistance"] < 6


def test_carriers_have_numbers_that_belong_to_nobody():
    rows = carriers()
    assert len(rows) == 24
    assert len({row["mc_number"] for row in rows}) == 24
    for row in rows:
        assert row["phone"][5:10] == "55501"
        assert phonenumbers.is_valid_number(phonenumbers.parse(row["phone"])), row


@pytest.mark.django_db
def test_a_second_run_changes_nothing(tmp_path):
    card = tmp_path / "card.json"
    facts = create_demo("--token-from", str(card))
    card.write_text(json.dumps(facts | {"url": "http://127.0.0.1:8000"}))
    before = {model: list(model.unscoped.order_by("pk").values()) for model in MODELS}
    assert create_demo("--token-from", str(card)) == facts
    after = {model: list(model.unscoped.order_by("pk").values()) for model in MODELS}
    assert after == before


@pytest.mark.deep_but(1)
@pytest.mark.django_db
@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"token": null}', '{"token": 5}', '{"token": "ll_x"}', "\x00"]
)
def test_a_card_without_a_valid_token_gets_a_new_one(tmp_path, text):
    card = tmp_path / "card.json"
    first = create_demo()["token"]
    card.write_text(text)
    second = create_demo("--token-from", str(card))["token"]
    at = timezone.now()
    assert tokens.authenticate_token(first, at=at) is None
    assert tokens.authenticate_token(second, at=at)


@pytest.mark.deep
@pytest.mark.django_db
def test_another_organizations_token_is_not_shown(tmp_path, acme):
    made = organizations.create_token(organization=acme, name="acme's", by=system("tests"), at=timezone.now())
    card = tmp_path / "card.json"
    card.write_text(json.dumps({"token": made.plain}))
    facts = create_demo("--token-from", str(card))
    assert facts["token"] != made.plain
    assert tokens.authenticate_token(made.plain, at=timezone.now())


@pytest.mark.django_db
def test_the_demo_is_for_local_runs_only(settings):
    settings.LOCAL = False
    with pytest.raises(CommandError):
        create_demo()
    assert not Organization.objects.exists()


@pytest.mark.deep
@pytest.mark.django_db
def test_people_read_lines():
    output = io.StringIO()
    call_command("create_demo", stdout=output)
    assert "check-call (check_call)" in output.getvalue()


@pytest.mark.deep
@pytest.mark.django_db
def test_the_past_is_there_at_once(monkeypatch, short_history):
    for name, size in short_history.items():
        monkeypatch.setattr(making, name, size)

    create_demo()

    now = timezone.now()
    talks = Conversation.unscoped.of(demo())
    assert 2_400 < talks.by_phone().count() <= 2_510
    assert talks.in_window(now - timedelta(days=91), now).count() == talks.count()
    assert Bid.unscoped.of(demo()).count() > 300
    assert set(Booking.unscoped.of(demo()).values_list("kind", flat=True)) == {"e2e", "assisted", "capacity"}
    with scope(demo().pk):
        origin, destination = (End(find_place(*place), 75) for place in (("Dallas", "TX"), ("Atlanta", "GA")))
        carriers_found, total = carriers_on_lane(origin=origin, destination=destination, limit=100)
        assert len(carriers_found) == total > 2
        assert Load.objects.open().count() == 24


@pytest.mark.deep
@pytest.mark.django_db
def test_the_morning_waits_for_decisions():
    create_demo()

    with scope(demo().pk):
        assert Bid.objects.waiting().filter(load__in=Load.objects.open()).count() == 10
        assert Promise.objects.pending(timezone.now()).count() == 2


NIGHT, NOON = (
    datetime(2026, 11, 25, hour, 40, tzinfo=UTC) for hour in (9, 19)
)  # 3:40 AM, 1:40 PM in Chicago


@pytest.mark.deep
@pytest.mark.django_db
@pytest.mark.parametrize("now", [NIGHT, NOON])
def test_loads_were_told_of_before_they_moved(monkeypatch, short_history, now):
    monkeypatch.setattr(making, "LOADS", short_history["LOADS"])

    making.create_demo(plain="", at=now)

    with scope(demo().pk):
        loads = list(Load.objects.prefetch_related("events").exclude(status__in=OPEN_STATUSES))
        told = list(LoadEvent.objects.filter(load__in=loads))
    assert len(loads) == short_history["LOADS"]
    for load in loads:
        assert load.created_at < load.pickup_at
        assert load.created_at <= load.updated_at <= now
        assert load.status not in ("IN_TRANSIT", "DELIVERED") or load.pickup_at <= now
        assert load.status != "DELIVERED" or load.dropoff_at <= now
        assert 7 <= load.dropoff_time.hour <= 17
    assert all(event.received_at <= now for event in told)


@pytest.mark.deep
@pytest.mark.django_db
@pytest.mark.parametrize(("now", "hours"), [(NIGHT, {8}), (NOON, {14, 15})])
def test_nobody_is_called_back_at_night(now, hours):
    making.create_demo(plain="", at=now)

    with scope(demo().pk):
        due = Promise.objects.pending(now).values_list("due_at", flat=True)
        zone = ZoneInfo(demo().timezone)
        assert {moment.astimezone(zone).hour for moment in due} == hours
        outbound = Call.objects.filter(
            conversation__external_id__startswith="morning-", conversation__direction="outbound"
        )
        assert outbound.exists() == (now == NOON)


def test_carriers_haul_what_they_have_the_trailer_for():
    known = {row["mc_number"]: row["equipment_types"] for row in carriers()}
    calls = [[cell.strip() for cell in line.split("|")] for line in making.MORNING_CALLS.strip().splitlines()]
    loads = {event["id"]: normalize(event["equipment"]) for event in load_events(NOW)}
    assert all(loads[load] in known[mc] for load, mc, *_ in calls)

    lanes = past_carriers.lanes(Random(1), 40)
    truckers = [trucker for trucker, _ in past_carriers.truckers(Random(1), 50, 0)]
    for lane, runners in zip(lanes, past_carriers.homes(Random(1), lanes, truckers), strict=True):
        assert runners
        assert all(lane.kind in truckers[number].equipment for number in runners)


def test_lane_has_one_length():
    board = {
        frozenset((row[1], row[2])): int(row[3])
        for row in ([cell.strip() for cell in line.split("|")] for line in LANES.strip().splitlines())
        if row[0] not in BETWEEN
    }
    drawn = past_carriers.lanes(Random(1), 120)
    both = [lane for lane in drawn if frozenset((lane.origin.city, lane.destination.city)) in board]

    assert both
    for lane in both:
        assert lane.miles == board[frozenset((lane.origin.city, lane.destination.city))]
