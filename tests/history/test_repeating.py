"""A file may come again, in another order, changed, twice at once: what is stored is what its lines say."""

import itertools
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bids.models import Bid, BidStatusChange, Booking
from calls.models import Call, Conversation, ConversationLoad, EmailMessage
from carriers.models import Carrier
from config import history_batches, history_import
from config.history_batches import Importer
from loads import services as loads
from loads.load_events import validate_event
from loads.models import Load, LoadEvent
from organizations.models import Organization
from organizations.tenancy.actors import system
from tests.factories import NOW, CarrierFactory
from tests.history.content import content_of
from tests.history.lines import ALL, BOOKING, CALL, CARRIER, LOAD, THREAD, bid, but, encoded, event

pytestmark = pytest.mark.sampled(10)


def rows():
    models = (Load, LoadEvent, Carrier, Conversation, Call, Bid, Booking, EmailMessage, ConversationLoad)
    return [list(model.unscoped.order_by("pk").values()) for model in models]


def test_the_same_file_again_changes_nothing_and_says_so(run):
    assert run(*ALL) == (4, 0, 0, 0)
    before = rows()
    assert run(*ALL) == (0, 0, 4, 0)
    assert rows() == before


@pytest.mark.deep_but(2)
@pytest.mark.parametrize("order", list(itertools.permutations(range(4))), ids=str)
def test_any_order_comes_to_the_same(run, acme, rival, order):
    assert run(*ALL) == (4, 0, 0, 0)
    assert run(*(ALL[place] for place in order), slug="rival") == (4, 0, 0, 0)
    assert content_of(acme.pk) == content_of(rival.pk)


def test_keys_in_another_order_are_the_same_line(run):
    run(CALL)
    assert run(dict(reversed(CALL.items()))) == (0, 0, 1, 0)


def test_reference_makes_a_stub_that_a_later_line_fills(run):
    run(but(CALL, loadIds=["L-1", "L-8"]))
    stub, carrier = Load.unscoped.get(external_id="L-1"), Carrier.unscoped.get()
    assert (stub.status, carrier.name, LoadEvent.unscoped.count()) == ("", "", 0)
    assert run(LOAD, CARRIER) == (2, 0, 0, 0)
    assert Load.unscoped.get(pk=stub.pk).status == "UNASSIGNED"
    assert Carrier.unscoped.get().pk == carrier.pk
    assert Carrier.unscoped.get().name == "Blue Mesa Transport LLC"


def test_changed_line_updates_its_conversation(run):
    run(CALL)
    call = Call.unscoped.get()
    changed = but(
        CALL,
        status="FAILED",
        contentTags=["dropped"],
        loadIds=["L-2"],
        transferred=False,
        transcript=...,
        dotNumber=9,
        mcNumber=None,
    )
    assert run(changed) == (0, 1, 0, 0)
    after = Call.unscoped.select_related("conversation__carrier").get()
    assert (after.pk, after.reference) == (call.pk, call.reference)
    assert (after.status, after.transcript) == ("FAILED", "")
    talk = after.conversation
    assert (talk.content_tags, talk.transferred_at, talk.carrier.dot_number) == (["dropped"], None, 9)
    links = ConversationLoad.unscoped.values_list("load__external_id", flat=True)
    assert list(links) == ["L-2"]


def test_changed_thread_has_its_new_messages_alone(run):
    run(THREAD)
    assert run(but(THREAD, messages=THREAD["messages"][1:])) == (0, 1, 0, 0)
    assert EmailMessage.unscoped.get().sender == "loads@acme.example"


def test_call_and_thread_may_have_the_same_id(run):
    assert run(CALL, but(THREAD, externalId="c-1")) == (2, 0, 0, 0)
    assert Conversation.unscoped.count() == 2


def test_bid_is_known_by_its_place(run):
    run(but(CALL, bids=[bid(status="OPEN", agreedAt=None), bid(loadId="L-2")]))
    first = Bid.unscoped.get(position=0).pk
    run(but(CALL, bids=[bid(amount=2200)]))
    kept = Bid.unscoped.get()
    assert (kept.pk, kept.amount, kept.status) == (first, Decimal(2200), "ACCEPTED")
    assert list(BidStatusChange.unscoped.order_by("pk").values_list("old", "new")) == [
        ("", "OPEN"),
        ("OPEN", "ACCEPTED"),
    ]
    assert Booking.unscoped.get().bid_id == first


def test_bid_with_an_id_is_known_by_it_wherever_it_stands(run):
    run(but(CALL, bids=[bid(externalId="b-1"), bid(externalId="b-2", amount=1)]))
    keys = dict(Bid.unscoped.values_list("external_id", "pk"))
    run(but(CALL, bids=[bid(amount=7), bid(externalId="b-2", amount=2), bid(externalId="b-1")]))
    found = Bid.unscoped.order_by("position").values_list("external_id", "amount")
    assert list(found) == [("", 7), ("b-2", 2), ("b-1", Decimal("2250.50"))]
    assert keys.items() <= dict(Bid.unscoped.values_list("external_id", "pk")).items()


def test_booked_bid_moves_to_another_conversation_that_books_it(run):
    run(but(CALL, bids=[bid(externalId="b-1")], bookings=[BOOKING]))

    assert run(but(CALL, externalId="c-2", bids=[bid(externalId="b-1")], bookings=[BOOKING])) == (1, 0, 0, 0)

    stands_with = Booking.unscoped.order_by("conversation__external_id").values_list(
        "bid__external_id", flat=True
    )
    assert list(stands_with) == [None, "b-1"]


def test_bid_with_an_id_moves_with_it_to_another_conversation(run):
    run(but(CALL, bids=[bid(externalId="b-1")]))
    pk = Bid.unscoped.get().pk
    other = but(CALL, externalId="c-2", bids=[bid(externalId="b-1", amount=3)], bookings=[])
    assert run(other) == (1, 0, 0, 0)
    moved = Bid.unscoped.select_related("conversation").get()
    assert (moved.pk, moved.conversation.external_id, moved.amount) == (pk, "c-2", 3)


def test_conversation_without_bids_and_bookings_any_more_has_none(run):
    run(CALL)
    run(but(CALL, bids=[], bookings=[]))
    assert not Bid.unscoped.exists()
    assert not Booking.unscoped.exists()
    assert not BidStatusChange.unscoped.exists()


def test_carrier_line_leaves_what_it_does_not_give_and_null_clears(run):
    run(CARRIER)
    changed = {"type": "carrier", "dotNumber": 1234567, "name": "Blue Mesa", "fleetsize": None}
    assert run(changed) == (0, 1, 0, 0)
    carrier = Carrier.unscoped.get()
    assert (carrier.name, carrier.fleet_size, carrier.phone) == ("Blue Mesa", None, "+18065550101")


@pytest.mark.deep_but(3)
@pytest.mark.parametrize(
    "numbers",
    [
        [{"mcNumber": "9"}, {"mcNumber": "9", "dotNumber": 5}],
        [{"mcNumber": "9", "dotNumber": 5}, {"mcNumber": "9"}],
        [{"mcNumber": "9"}, {"dotNumber": 5}, {"mcNumber": "9", "dotNumber": 5}],
        [{"dotNumber": 5}, {"mcNumber": "9"}, {"mcNumber": "9", "dotNumber": 5}],
        [{"dotNumber": 5}, {"mcNumber": "9", "dotNumber": 5}, {"mcNumber": "9"}],
    ],
    ids=str,
)
@pytest.mark.parametrize("as_calls", [True, False])
@pytest.mark.parametrize("size", [1, 1_000])
def test_carrier_of_two_numbers_is_one_row(run, monkeypatch, numbers, as_calls, size):
    monkeypatch.setattr(history_import, "MAX_LINES", size)
    lines = [
        but(CALL, externalId=f"c-{place}", mcNumber=None, dotNumber=None) | pair
        if as_calls
        else {"type": "carrier", "name": f"Name {place}", **pair}
        for place, pair in enumerate(numbers)
    ]
    run(*lines)
    carrier = Carrier.unscoped.get()
    assert (carrier.dot_number, carrier.mc_number) == (5, "9")
    assert set(Conversation.unscoped.values_list("carrier", flat=True)) == (
        {carrier.pk} if as_calls else set()
    )
    before = rows()
    assert run(*lines) == (0, 0, len(lines), 0)
    assert rows() == before
    if not as_calls:
        assert carrier.name == f"Name {len(lines) - 1}"


def test_two_carriers_may_share_an_mc_number(run):
    run(CARRIER, but(CARRIER, dotNumber=2))
    assert Carrier.unscoped.count() == 2


def test_load_that_the_tms_told_of_already_is_updated(run, acme):
    loads.ingest_load_event(
        organization=acme, raw=b"", event=validate_event({"id": "L-1"}), by=system("tests"), at=NOW
    )
    assert run(LOAD) == (0, 1, 0, 0)


def test_carrier_that_says_nothing_new_is_unchanged(run, acme):
    CarrierFactory(organization=acme, name="Blue Mesa", mc_number="9", dot_number=5)
    assert run({"type": "carrier", "dotNumber": 5, "name": "Blue Mesa"}) == (0, 0, 1, 0)


def test_what_happened_since_is_not_undone_by_the_old_file(run, acme):
    run(LOAD, CALL)
    Conversation.unscoped.update(content_tags=["retagged"])
    told = validate_event({"id": "L-1", "status": "DELIVERED"})
    loads.ingest_load_event(organization=acme, raw=b"", event=told, by=system("tests"), at=NOW)
    assert run(LOAD, CALL) == (0, 0, 2, 0)
    assert Load.unscoped.get().status == "DELIVERED"
    assert Conversation.unscoped.get().content_tags == ["retagged"]


def test_what_was_deleted_is_imported_again(run):
    run(CALL)
    Bid.unscoped.all().delete()
    Conversation.unscoped.all().delete()
    assert run(CALL) == (1, 0, 0, 0)


@pytest.mark.parametrize("size", [1, 2, 1_000])
def test_several_lines_of_one_key_count_one_by_one_and_the_last_wins(run, monkeypatch, size):
    monkeypatch.setattr(history_import, "MAX_LINES", size)
    lines = [
        event(status="UNASSIGNED", startRate=1),
        but(CALL, summary="one"),
        event(status="COVERED"),
        but(CALL, summary="two", bids=[]),
        event(status="DELIVERED", startRate=2),
        but(CALL, summary="two", bids=[]),
    ]
    assert run(*lines) == (2, 3, 1, 0)
    before = rows()
    assert Conversation.unscoped.get().summary == "two"
    assert run(*lines) == (0, 0, 6, 0)
    assert rows() == before


@pytest.mark.parametrize("size", [1, 1_000])
def test_going_back_is_a_change_too(run, monkeypatch, size):
    monkeypatch.setattr(history_import, "MAX_LINES", size)
    one, two = but(CALL, summary="one"), but(CALL, summary="two")
    assert run(one) == (1, 0, 0, 0)
    assert run(two) == (0, 1, 0, 0)
    assert run(one) == (0, 1, 0, 0)
    assert Conversation.unscoped.get().summary == "one"
    assert run(two, one) == (0, 0, 2, 0)
    assert run(one, two) == (0, 1, 1, 0)
    assert Conversation.unscoped.get().summary == "two"


@pytest.mark.parametrize("size", [1, 1_000])
def test_to_and_fro_within_a_file_is_known_again(run, monkeypatch, size):
    monkeypatch.setattr(history_import, "MAX_LINES", size)
    to_and_fro = [event(status=status) for status in ("A", "B", "C", "B", "A", "B")]
    run(*to_and_fro)
    assert Load.unscoped.get().status == "B"
    assert run(*to_and_fro) == (0, 0, 6, 0)


@pytest.mark.deep
def test_too_many_lines_to_hold_are_taken_in(run, monkeypatch):
    monkeypatch.setattr(history_import, "MAX_LINES", 3)
    monkeypatch.setattr(history_batches, "MAX_LINES", 4)
    one = [but(CALL, externalId=f"c-{number}", summary="one", bids=[]) for number in range(20)]
    two = [line | {"summary": "two"} for line in one]
    assert run(*one, *two) == (20, 20, 0, 0)
    assert run(*one)[0::3] == (0, 0)
    assert set(Conversation.unscoped.values_list("summary", flat=True)) == {"one"}
    imported, updated, unchanged, rejected = run(*one, *two)
    assert (imported, updated + unchanged, rejected) == (0, 40, 0)
    assert set(Conversation.unscoped.values_list("summary", flat=True)) == {"two"}


def test_bookings_of_other_conversations_outlive_a_bid(run):
    shared = bid(externalId="b-1")
    run(but(CALL, bids=[shared], bookings=[BOOKING]))
    run(but(CALL, externalId="c-2", bids=[shared], bookings=[]))
    assert run(but(CALL, externalId="c-2", bids=[], bookings=[])) == (0, 1, 0, 0)
    assert Booking.unscoped.get().bid_id is None


def test_tenants_do_not_meet(run, acme, rival):
    run(*ALL)
    before = content_of(acme.pk)
    assert run(*ALL, slug="rival") == (4, 0, 0, 0)
    assert run(but(CALL, summary="theirs", bids=[]), slug="rival") == (0, 1, 0, 0)
    assert content_of(acme.pk) == before
    assert Conversation.unscoped.of(rival).by_phone().get().summary == "theirs"


words = st.sampled_from(["one", "two", "three"])
histories = st.lists(
    st.one_of(
        st.builds(
            lambda key, summary, load, bids, numbers: but(
                CALL,
                externalId=key,
                summary=summary,
                loadIds=[load],
                bids=[bid(loadId=load, amount=amount) for amount in bids],
                bookings=[],
                **numbers,
            ),
            st.sampled_from(["c-1", "c-2"]),
            words,
            st.sampled_from(["L-1", "L-2"]),
            st.lists(st.integers(1, 3), max_size=2),
            st.sampled_from([{"mcNumber": "9", "dotNumber": 5}, {"mcNumber": "9", "dotNumber": None}]),
        ),
        st.builds(
            lambda key, status, rate: {
                "type": "load",
                "event": {"id": key, "status": status} | ({"startRate": rate} if rate else {}),
            },
            st.sampled_from(["L-1", "L-2"]),
            words,
            st.integers(0, 3),
        ),
    ),
    max_size=10,
)


@pytest.mark.deep
@pytest.mark.django_db
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(histories, st.integers(1, 5), st.data())
def test_any_history_can_be_repeated_and_interrupted(lines, size, data):
    straight = Organization.objects.create(slug=f"straight-{Organization.objects.count()}", name="Straight")
    broken = Organization.objects.create(slug=f"broken-{Organization.objects.count()}", name="Broken")
    raw = encoded(lines).splitlines()
    stop = data.draw(st.integers(0, len(raw)))

    def take(organization, some, most, *, is_killed=False):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(history_import, "MAX_LINES", most)
            if is_killed:
                patch.setattr(Importer, "end", lambda importer: None)
            return history_import.import_lines(organization, some, by=system("tests"), at=NOW)

    first = take(straight, raw, 1_000)
    assert first.imported + first.updated + first.unchanged == len(raw)
    again = take(straight, raw, size)
    assert (again.imported, again.updated, again.unchanged) == (0, 0, len(raw))
    take(broken, raw[:stop], size, is_killed=True)
    take(broken, raw, size)
    assert content_of(straight.pk) == content_of(broken.pk)
