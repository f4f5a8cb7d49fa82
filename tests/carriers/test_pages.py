"""The carrier list and a carrier's page: what they show, how they narrow, what they cost, what one can do there."""

from datetime import timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from carriers.models import Carrier, CarrierContact, CarrierLane, ContactFinding, Vetting
from organizations.models import AuditEntry
from organizations.places.gazetteer import find_place_of
from tests.factories import NOW, BidFactory, CallFactory, CarrierFactory, TruckCapacityFactory

TARGET = {"HX-Request": "true", "HX-Target": "carriers"}
HOSTILE = '<script>alert(1)</script>{{ 7|add:"7" }}{% now "Y" %}"\'&'
RIGHT_TO_LEFT = "شركة الشحن السريع"
# Session, person, memberships; carrier, vetting, lanes, towns, contacts, risks, restrictions, routing guide.
PAGE_QUERIES = 11

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(client, broker):
    """A broker of acme who is signed in."""
    client.force_login(broker)
    return client


def carrier_of(organization, name, **values):
    return CarrierFactory(organization=organization, name=name, **values)


def lane(carrier, origin="Dallas, TX", destination="Atlanta, GA", **values):
    """What a carrier did on a lane, as the triggers would have counted it."""
    values = {"bids": 1, "amount_sum": Decimal(1900), "amount_count": 1, "equipment": "van"} | values
    values = {"bookings": 0, "delivered": 0, "last_at": NOW} | values
    return CarrierLane.unscoped.create(
        organization=carrier.organization,
        carrier=carrier.pk,
        origin=origin,
        origin_place=find_place_of(origin),
        destination=destination,
        destination_place=find_place_of(destination),
        **values,
    )


def vetting(carrier, assessment="fail", words="No active carrier authority."):
    reasons = [{"code": "authority_inactive", "severity": assessment, "words": words}]
    fact = {"value": "inactive", "source": "registry", "foundAt": NOW.isoformat()}
    Carrier.unscoped.filter(pk=carrier.pk).update(rules_assessment=assessment)
    return Vetting.unscoped.create(
        organization=carrier.organization,
        carrier=carrier,
        assessment=assessment,
        reasons=reasons,
        facts={"common_authority": fact},
        rules_version=1,
        trigger="facts",
        vetted_at=NOW,
        confirmed_at=NOW,
    )


def found(browser, query="", **params) -> list[str]:
    response = browser.get(f"/carriers/{query}", params)
    assert response.status_code == 200
    return [str(row) for row in response.context["table"].page]


def text_of(browser, path="/carriers/", **params) -> str:
    response = browser.get(path, params)
    assert response.status_code == 200
    return response.content.decode().replace("\xa0", " ")


# The list


def test_list_shows_the_facts_of_a_carrier(browser, acme):
    carrier = carrier_of(acme, "Blue Mesa", mc_number="790123", fleet_size=12, equipment_types=["reefer"])
    lane(carrier, bids=3, amount_sum=Decimal(6000), amount_count=3, bookings=2, delivered=1)
    text = text_of(browser)
    for fact in ("Blue Mesa", "MC 790123", "$2,000", "Reefer", ">12<", ">3<", "1 delivered", "Approved"):
        assert fact in text


def test_list_shows_no_other_tenants_carriers(browser, acme, rival):
    carrier_of(acme, "ours")
    lane(carrier_of(rival, "theirs"))
    for params in ({}, {"q": "theirs"}, {"origin": "Dallas, TX"}):
        assert "theirs" not in found(browser, **params)


def test_list_begins_with_whom_was_seen_last(browser, acme):
    for name, days in (("long ago", 30), ("yesterday", 1)):
        lane(carrier_of(acme, name), last_at=NOW - timedelta(days=days))
    carrier_of(acme, "never")
    assert found(browser) == ["yesterday", "long ago", "never"]


@pytest.mark.deep_but(6)
@pytest.mark.parametrize(
    ("params", "names"),
    [
        ({"q": "mesa"}, ["Blue Mesa"]),
        ({"q": "blue mesa"}, ["Blue Mesa"]),
        ({"q": "MC 790"}, ["Blue Mesa"]),
        ({"q": "mc"}, []),
        ({"q": "79012"}, ["Blue Mesa"]),
        ({"q": "MC-790123"}, ["Blue Mesa"]),
        ({"q": "3000001"}, ["Red Rock"]),
        ({"q": "%"}, []),
        ({"vetting": "pass"}, ["Blue Mesa"]),
        ({"vetting": "fail"}, ["Red Rock"]),
        ({"vetting": "none"}, []),
        ({"standing": "blocked"}, ["Red Rock"]),
        ({"standing": "preferred"}, ["Blue Mesa"]),
        ({"equipment": "reefer"}, ["Red Rock"]),
        ({"equipment": "flatbed"}, ["Blue Mesa"]),
        ({"equipment": "van"}, []),
    ],
)
def test_list_narrows(browser, acme, params, names):
    blue = carrier_of(acme, "Blue Mesa", mc_number="790123", dot_number=2000001, is_preferred=True)
    carrier_of(
        acme,
        "Red Rock",
        mc_number="550001",
        dot_number=3000001,
        is_blocked=True,
        rules_assessment="fail",
        equipment_types=["reefer"],
    )
    lane(blue, equipment="flatbed")
    assert found(browser, **params) == names


def test_list_says_why_a_carrier_fails(browser, acme):
    vetting(carrier_of(acme, "Red Rock"))
    carrier_of(acme, "Grey Owl", is_blocked=True, block_reason="Double-brokered in May.")
    text = text_of(browser)
    assert "No active carrier authority." in text
    assert "Double-brokered in May." in text


# A carrier's page


def test_carrier_page_shows_what_is_known(browser, acme):
    carrier = carrier_of(
        acme,
        "Blue Mesa",
        legal_name="Blue Mesa Transport LLC",
        mc_number="790123",
        address="1 Main St, Amarillo, TX",
        phone="+18065550101",
        email="Dispatch@bluemesa.example",
        fleet_size=12,
    )
    vetting(carrier)
    lane(carrier, bids=4, amount_sum=Decimal(8000), amount_count=4)
    lane(carrier, equipment="reefer", bids=1, amount_sum=Decimal(2500), amount_count=1)
    CarrierContact.unscoped.create(
        organization=acme, carrier=carrier, name="Dana", title="Dispatcher", phone="+18065550102"
    )
    ContactFinding.unscoped.create(
        organization=acme,
        address="dispatch@bluemesa.example",
        source="identity",
        risks=["fraud"],
        found_at=NOW,
    )
    text = text_of(browser, f"/carriers/{carrier.pk}/")
    for fact in (
        "Blue Mesa Transport LLC",
        "MC 790123",
        "1 Main St",
        "(806) 555-0101",
        "(806) 555-0102",
        "Dana",
        "Flagged for fraud",
        "No active carrier authority.",
        "Common authority",
        "FMCSA registry",
        "Dallas, TX",
        "Reefer, Van",
        "$2,100",
    ):
        assert fact in text


def test_unknown_carrier_has_a_page(browser, acme):
    carrier = Carrier.unscoped.create(organization=acme, dot_number=5)
    text = text_of(browser, f"/carriers/{carrier.pk}/")
    assert "DOT 5" in text
    assert "Not checked" in text
    assert "No lanes yet" in text


def test_hostile_facts_break_no_page(browser, acme):
    carrier = carrier_of(
        acme,
        HOSTILE * 4,
        legal_name=RIGHT_TO_LEFT,
        address=HOSTILE * 8,
        notes=HOSTILE,
        is_blocked=True,
        block_reason=HOSTILE * 5,
        equipment_types=[HOSTILE[:20]],
    )
    vetting(carrier, words=HOSTILE)
    lane(carrier, origin=HOSTILE, destination=RIGHT_TO_LEFT)
    for path in ("/carriers/", f"/carriers/{carrier.pk}/", "/carriers/?origin=Dallas"):
        text = text_of(browser, path)
        assert "<script>alert" not in text


def test_bids_and_calls_of_a_carrier_are_its_own(browser, acme):
    carrier, other = carrier_of(acme, "Blue Mesa"), carrier_of(acme, "Red Rock")
    for owner, amount in ((carrier, 1901), (other, 1902)):
        bid = BidFactory(organization=acme, carrier=owner, amount=Decimal(amount))
        CallFactory(
            organization=acme,
            conversation__carrier=owner,
            conversation__summary=f"asked for {amount}",
            conversation__created_at=bid.discussed_at,
        )
    for path in (f"/bids/of-carrier/{carrier.pk}/", f"/calls/of-carrier/{carrier.pk}/"):
        whole = text_of(browser, path)
        alone = browser.get(path, headers={"HX-Request": "true"}).content.decode()
        for text in (whole, alone):
            assert "1901" in text or "1,901" in text
            assert "1902" not in text
            assert "1,902" not in text
        assert "<html" in whole
        assert "<html" not in alone


# What one can do there


def test_broker_blocks_and_unblocks_with_a_reason(browser, acme, broker):
    carrier = carrier_of(acme, "Blue Mesa")
    browser.post(f"/carriers/{carrier.pk}/block/", {"reason": "Double-brokered in May."})
    carrier.refresh_from_db()
    assert (carrier.is_blocked, carrier.block_reason) == (True, "Double-brokered in May.")
    assert "Double-brokered in May." in text_of(browser, f"/carriers/{carrier.pk}/")
    browser.post(f"/carriers/{carrier.pk}/unblock/")
    carrier.refresh_from_db()
    assert not carrier.is_blocked
    told = AuditEntry.unscoped.filter(subject_id=str(carrier.pk)).order_by("pk")
    assert list(told.values_list("action", "actor")) == [
        ("carrier.blocked", f"user:{broker.pk}"),
        ("carrier.unblocked", f"user:{broker.pk}"),
    ]


@pytest.mark.parametrize("reason", ["", "   ", "x" * 301])
def test_block_without_a_reason_is_none(browser, acme, reason):
    carrier = carrier_of(acme, "Blue Mesa")
    response = browser.post(f"/carriers/{carrier.pk}/block/", {"reason": reason}, follow=True)
    carrier.refresh_from_db()
    assert not carrier.is_blocked
    assert "Enter a reason" in response.content.decode()


def test_broker_prefers_and_notes(browser, acme):
    carrier = carrier_of(acme, "Blue Mesa")
    browser.post(f"/carriers/{carrier.pk}/prefer/", {"on": "1"})
    browser.post(f"/carriers/{carrier.pk}/note/", {"notes": "Ask for Dana."})
    carrier.refresh_from_db()
    assert (carrier.is_preferred, carrier.notes) == (True, "Ask for Dana.")
    browser.post(f"/carriers/{carrier.pk}/prefer/", {"on": ""})
    carrier.refresh_from_db()
    assert not carrier.is_preferred


def test_notes_that_are_too_long_are_shown_again(browser, acme):
    carrier = carrier_of(acme, "Blue Mesa")
    response = browser.post(f"/carriers/{carrier.pk}/note/", {"notes": "abc " * 2000})
    assert response.status_code == 400
    assert "abc abc" in response.content.decode()


@pytest.mark.parametrize("action", ["block", "unblock", "prefer", "note"])
def test_viewer_changes_nothing(client, viewer, acme, action):
    carrier = carrier_of(acme, "Blue Mesa")
    client.force_login(viewer)
    assert client.post(f"/carriers/{carrier.pk}/{action}/", {"reason": "x", "on": "1"}).status_code == 403
    assert "Save notes" not in text_of(client, f"/carriers/{carrier.pk}/")


# Trucks without a load


def truck(organization, days=0, **values):
    today = timezone.now().astimezone(ZoneInfo(organization.timezone)).date()
    day = today + timedelta(days=days)
    return TruckCapacityFactory(organization=organization, **{"day": day} | values)


def test_available_trucks_are_listed_the_newest_first(browser, acme, rival):
    now = timezone.now()
    late = {"equipment": "reefer", "rate_asked": Decimal(2400), "wanted_destination": "Atlanta, GA"}
    truck(acme, carrier=carrier_of(acme, "Blue Mesa"), noted_at=now, **late)
    truck(acme, carrier=None, mc_number="790777", city="", state="TX", noted_at=now - timedelta(hours=5))
    truck(acme, days=-3, carrier=carrier_of(acme, "Long gone"))
    truck(rival, carrier=carrier_of(rival, "Theirs"))
    shown = text_of(browser).split("Available trucks")[1].split("</table>")[0]

    assert shown.index("Blue Mesa") < shown.index("MC 790777")
    for fact in ("Dallas, TX", "Reefer", "$2,400", "Atlanta, GA", "Anywhere"):
        assert fact in shown
    assert "Long gone" not in shown
    assert "Theirs" not in shown


def test_truck_is_listed_until_the_day_after(browser, acme):
    truck(acme, days=-1, carrier=carrier_of(acme, "Yesterday"))
    assert "Available trucks" in text_of(browser)
    assert "Available trucks" not in browser.get("/carriers/", headers=TARGET).content.decode()


def test_no_trucks_take_no_room(browser, acme):
    truck(acme, days=-2)
    assert "Available trucks" not in text_of(browser)


# What it costs


@pytest.mark.deep
@pytest.mark.parametrize("number", [1, 60])
def test_page_costs_the_same_whatever_it_shows(browser, acme, django_assert_num_queries, number):
    for place in range(number):
        carrier = carrier_of(acme, f"Carrier {place}")
        vetting(carrier)
        CarrierContact.unscoped.create(organization=acme, carrier=carrier, phone=f"+1806555{place:04}")
        lane(carrier)
        TruckCapacityFactory(organization=acme, carrier=carrier, day=timezone.now().date())
    with django_assert_num_queries(PAGE_QUERIES):
        text_of(browser, f"/carriers/{carrier.pk}/")
