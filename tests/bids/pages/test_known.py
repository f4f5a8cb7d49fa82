"""What is known of a carrier, on its page: with where it comes from, and a way to take out what is wrong."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from bids.models import EndedBooking
from bids.selectors.known import known_of_carrier
from calls.models import CheckCallReport
from carriers.models import LearnedFact
from carriers.states import LearnedKind
from organizations.models import AuditEntry
from organizations.tenancy.scope import scope
from tests.factories import (
    BookingFactory,
    CallFactory,
    CarrierFactory,
    LearnedFactFactory,
    LoadFactory,
    TruckCapacityFactory,
)

# Session, person, memberships; carrier; told, delivered, fell off, late, rates, trucks.
QUERIES = 10

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(client, broker):
    """A broker of acme who is signed in."""
    client.force_login(broker)
    return client


@pytest.fixture
def carrier(acme):
    return CarrierFactory(organization=acme, name="Blue Mesa")


@pytest.fixture
def now():
    return timezone.now()


def told(carrier, kind, value, **columns):
    now = timezone.now()
    given = {"learned_at": now - timedelta(days=9), "confirmed_at": now - timedelta(days=2)} | columns
    return LearnedFactFactory(
        organization=carrier.organization, carrier=carrier, kind=kind, value=value, **given
    )


def ran(carrier, amount, miles=1000, days=9, **columns):
    load = LoadFactory(
        organization=carrier.organization,
        **{"status": "DELIVERED", "total_distance": Decimal(miles)} | columns,
    )
    return BookingFactory(
        organization=carrier.organization,
        load=load,
        carrier=carrier,
        amount=Decimal(amount),
        booked_at=timezone.now() - timedelta(days=days),
    )


def fell_off(carrier, days=5, how="fell_off", number=77):
    now = timezone.now()
    return EndedBooking.unscoped.create(
        organization=carrier.organization,
        number=number,
        load=LoadFactory(organization=carrier.organization, external_id=f"off-{number}"),
        carrier=carrier,
        kind="e2e",
        amount=Decimal(1500),
        booked_at=now - timedelta(days=days + 1),
        booked_by="agent:carrier-sales",
        how=how,
        reason="No truck",
        ended_at=now - timedelta(days=days),
        ended_by="user:1",
    )


def reported(booking, minutes, days=3, about="pickup", **columns):
    call = CallFactory(organization=booking.organization)
    return CheckCallReport.unscoped.create(
        organization=booking.organization,
        conversation=call.conversation,
        load=booking.load,
        about=about,
        late_minutes=minutes,
        reported_at=timezone.now() - timedelta(days=days),
        **columns,
    )


def page_of(carrier):
    with scope(carrier.organization_id):
        return known_of_carrier(carrier, at=timezone.now())


def values(carrier, kind):
    return [fact.value for fact in page_of(carrier).facts if fact.kind == kind]


def text_of(browser, path):
    response = browser.get(path)
    assert response.status_code == 200
    return response.content.decode().replace("\xa0", " ")


# What stands there


def test_everything_that_was_told_is_there_with_its_call(browser, carrier, acme):
    call = CallFactory(organization=acme)
    told(carrier, "equipment", "step_deck", conversation_id=call.pk, words="we run step decks", times=4)
    told(carrier, "contact", "Mike", phone="+18065550101")
    told(carrier, "place", "Dallas, TX")
    told(carrier, "lane", "Dallas, TX → Atlanta, GA")
    told(carrier, "email", "dispatch@bluemesa.example")
    told(carrier, "driver", "Luis", phone="+18065550123")
    TruckCapacityFactory(
        organization=acme, carrier=carrier, wanted_destination="Boise, ID", conversation_id=call.pk
    )
    text = text_of(browser, f"/bids/known/{carrier.pk}/")

    for words in (
        *("Step deck", "“we run step decks”", "4 calls", f'href="/calls/{call.pk}/"', "Mike"),
        *(
            "calls from (806) 555-0101",
            "Trucks out of",
            "Dallas, TX → Atlanta, GA",
            "dispatch@bluemesa.example",
        ),
        *("Luis", "(806) 555-0123", "Truck reported", "Boise, ID"),
    ):
        assert words in text, words


def test_alone_for_the_carriers_page(browser, carrier):
    told(carrier, "contact", "Mike")
    alone = browser.get(f"/bids/known/{carrier.pk}/", headers={"HX-Request": "true"}).content.decode()
    whole = text_of(browser, f"/carriers/{carrier.pk}/")

    assert "Mike" in alone
    assert "<html" not in alone
    assert f'hx-get="/bids/known/{carrier.pk}/"' in whole
    assert "What we know" in whole


def test_nothing_says_how_it_would_come(browser, carrier):
    assert "Nothing yet" in text_of(browser, f"/bids/known/{carrier.pk}/")


def test_lowest_rate_a_mile_is_of_what_it_was_booked_at(browser, carrier):
    ran(carrier, 2100)
    cheapest = ran(carrier, 1850)
    ran(carrier, 500, days=400)  # long ago
    ran(carrier, 20, miles=30)  # around the corner
    ran(CarrierFactory(organization=carrier.organization), 900)

    assert values(carrier, LearnedKind.RPM) == ["$1.85/mi"]
    assert f'href="/loads/{cheapest.load_id}/"' in text_of(browser, f"/bids/known/{carrier.pk}/")


def test_track_record_counts_what_was_kept_and_broken(carrier):
    kept, late, made_up = ran(carrier, 2000), ran(carrier, 2000), ran(carrier, 2000, status="IN_TRANSIT")
    reported(kept, 0)
    reported(late, 95, delay_reason="Flat tire")
    reported(made_up, 30, days=3)
    reported(made_up, 0, days=2)
    fell_off(carrier)
    fell_off(carrier, how="undone", number=78)
    fell_off(carrier, days=400, number=79)

    page = page_of(carrier)
    assert page.record.words == "2 delivered · 1 fell off · late in 1 of 3 check calls"
    assert [fact.label for fact in page.facts if fact.kind == LearnedKind.BROKEN] == ["Fell off", "Late"]
    (late_one,) = (fact for fact in page.facts if fact.label == "Late")
    assert late_one.value.startswith("1 hr 35 min at pickup")
    assert late_one.words == "Flat tire"


def test_most_often_told_comes_first_and_many_are_folded(carrier):
    for number in range(8):
        told(carrier, "lane", f"Lane {number}", times=number + 1)

    page = page_of(carrier)
    assert [fact.value for fact in page.facts] == ["Lane 7", "Lane 6", "Lane 5", "Lane 4", "Lane 3"]
    assert [fact.value for fact in page.more] == ["Lane 2", "Lane 1", "Lane 0"]


def test_hostile_words_break_no_page(browser, carrier):
    hostile = "<script>alert(1)</script>" * 10
    told(carrier, "contact", hostile[:300], words=hostile[:300])
    assert "<script>alert" not in text_of(browser, f"/bids/known/{carrier.pk}/")


def test_another_tenants_facts_are_not_there(carrier, rival, browser):
    theirs = CarrierFactory(organization=rival)
    told(theirs, "contact", "Mallory")
    assert browser.get(f"/bids/known/{theirs.pk}/").status_code == 404
    assert page_of(carrier).facts == []


# What is wrong is removed


def correct(browser, carrier, fact, do="remove"):
    return browser.post(
        f"/carriers/{carrier.pk}/correct/",
        {"kind": fact.kind, "value": fact.key, "phone": fact.phone, "do": do},
    )


def test_wrong_fact_is_removed_and_restored_by_name(browser, carrier, broker):
    told(carrier, "contact", "Mike", phone="+18065550101")
    told(carrier, "contact", "Mike", phone="+18065550102")
    fact = next(fact for fact in page_of(carrier).facts if fact.phone == "+18065550101")

    response = correct(browser, carrier, fact)
    assert response.headers["Location"] == f"/carriers/{carrier.pk}/#known"
    page = page_of(carrier)
    assert [each.phone for each in page.facts] == ["+18065550102"]
    assert [each.phone for each in page.removed] == ["+18065550101"]

    correct(browser, carrier, fact, do="restore")
    assert len(page_of(carrier).facts) == 2
    entries = AuditEntry.unscoped.filter(subject_id=str(carrier.pk)).order_by("pk")
    assert list(entries.values_list("action", "actor")) == [
        ("carrier.fact_removed", f"user:{broker.pk}"),
        ("carrier.fact_restored", f"user:{broker.pk}"),
    ]


def test_rate_that_is_removed_makes_room_for_the_next(browser, carrier):
    for amount in (1850, 1900, 2100):
        ran(carrier, amount)
    correct(browser, carrier, page_of(carrier).facts[0])

    assert values(carrier, LearnedKind.RPM) == ["$1.90/mi"]
    (removed,) = page_of(carrier).removed
    correct(browser, carrier, removed, do="restore")
    assert values(carrier, LearnedKind.RPM) == ["$1.85/mi"]


def test_broken_promise_that_wasnt_its_fault_counts_no_more(browser, carrier):
    fell_off(carrier)
    reported(ran(carrier, 2000), 40)
    for fact in page_of(carrier).facts:
        if fact.kind == LearnedKind.BROKEN:
            correct(browser, carrier, fact)

    assert page_of(carrier).record.words == "1 delivered · late in 0 of 1 check calls".replace(
        "calls", "call"
    )
    assert len(page_of(carrier).removed) == 2


@pytest.mark.parametrize(
    "given", [{}, {"kind": "nonsense", "value": "x"}, {"kind": "lane", "value": "x" * 301}]
)
def test_nonsense_removes_nothing(browser, carrier, given):
    told(carrier, "lane", "x")
    assert browser.post(f"/carriers/{carrier.pk}/correct/", given).status_code == 302
    assert LearnedFact.unscoped.filter(removed_at=None).count() == LearnedFact.unscoped.count() == 1


def test_fact_that_nobody_told_is_not_made_up_by_removing_it(browser, carrier):
    browser.post(f"/carriers/{carrier.pk}/correct/", {"kind": "lane", "value": "x"})
    assert not LearnedFact.unscoped.exists()


def test_viewer_sees_and_changes_nothing(client, viewer, carrier):
    told(carrier, "contact", "Mike")
    client.force_login(viewer)
    text = text_of(client, f"/bids/known/{carrier.pk}/")

    assert "Mike" in text
    assert "<form" not in text.split("Mike")[1].split("</ul>")[0]
    given = {"kind": "contact", "value": "Mike"}
    assert client.post(f"/carriers/{carrier.pk}/correct/", given).status_code == 403
    assert LearnedFact.unscoped.get().removed_at is None


# What it costs


@pytest.mark.parametrize("number", [1, 30])
def test_page_costs_the_same_whatever_it_shows(browser, carrier, django_assert_num_queries, number):
    for place in range(number):
        told(carrier, "lane", f"Lane {place}")
        reported(ran(carrier, 2000), 40)
        fell_off(carrier, number=100 + place)
        TruckCapacityFactory(organization=carrier.organization, carrier=carrier)
    with django_assert_num_queries(QUERIES):
        text_of(browser, f"/bids/known/{carrier.pk}/")
