"""On the way: numbered, in order, again after pauses, given up after three days, and never lost."""

import contextlib
import json
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connections, transaction
from django.utils import timezone

from organizations.events import delivery, services, types
from organizations.models import AuditEntry, Delivery, DeliveryAttempt, Event, EventEndpoint
from organizations.tenancy import queueing
from organizations.tenancy.scope import scope
from organizations.tenancy.states import DeliveryStatus, SwitchedOff
from tests.factories import NOW, DeliveryFactory, MembershipFactory
from tests.organizations.events.conftest import BY
from tests.organizations.events.receiving import is_signed, receiver

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sampled(12)]


@pytest.fixture
def at_once(monkeypatch):
    """Pauses are none: what failed is due again at once."""
    monkeypatch.setattr(delivery, "PAUSES", [timedelta(0)])


def statuses():
    return list(Delivery.unscoped.order_by("id").values_list("status", flat=True))


def due(acme, endpoint, at):
    """Every pause is over at that moment."""
    with scope(acme.pk):
        Delivery.objects.filter(endpoint=endpoint, status=DeliveryStatus.PENDING).update(due_at=at)


def sent(tms):
    return [(event["message"], event["sequence"]) for event in tms.events]


def test_conversation_arrives_in_order_and_numbered(listen, happen, work, tms):
    listen(tms.url)
    for message in ("one", "two", "three"):
        happen(message=message)
    happen("call:2", "other")
    work()

    assert [each for each in sent(tms) if each[0] != "other"] == [("one", 1), ("two", 2), ("three", 3)]
    assert ("other", 1) in sent(tms)
    assert set(statuses()) == {DeliveryStatus.DELIVERED}


def test_number_goes_on_with_later_events(listen, happen, work, tms):
    listen(tms.url)
    for message in ("one", "two"):
        happen(message=message)
        work()

    assert sent(tms) == [("one", 1), ("two", 2)]


def test_failure_holds_up_its_own_conversation_alone(listen, happen, work, tms):
    tms.answer = lambda request: (500 if request.event["message"] == "bad" else 200,)
    with receiver() as other:
        listen(tms.url)
        listen(other.url)
        happen(message="bad")
        happen(message="behind")
        happen("call:2", "free")
        work()

        assert sorted(sent(tms)) == [("bad", 1), ("free", 1)]
        assert sorted(sent(other)) == [("bad", 1), ("behind", 2), ("free", 1)]


def test_what_failed_is_sent_again_in_order_with_the_same_id(listen, happen, work, tms, at_once):
    answers = iter([500, 302, 200, 200])
    tms.answer = lambda request: (next(answers),)
    listen(tms.url)
    happen(message="one")
    happen(message="two")
    work()

    assert [event["message"] for event in tms.events] == ["one", "one", "one", "two"]
    assert len({each.headers["webhook-id"] for each in tms.received[:3]}) == 1
    first = Delivery.unscoped.order_by("id").first()
    results = (
        first.attempts.model.unscoped.filter(delivery=first).order_by("id").values_list("status", flat=True)
    )
    assert list(results) == [500, 302, 200]
    assert EventEndpoint.unscoped.get().failing_since is None


def test_pauses_grow_over_three_days():
    row, at, pauses = Delivery(tries=1, first_tried_at=NOW), NOW, []
    while (following := delivery.next_try(row, at)) is not None:
        pauses.append(following - at)
        row.tries, at = row.tries + 1, following

    assert at == NOW + timedelta(days=3)
    assert pauses[:4] == [
        timedelta(seconds=5),
        timedelta(seconds=30),
        timedelta(minutes=2),
        timedelta(minutes=10),
    ]
    assert pauses[:-1] == sorted(pauses[:-1])
    assert len(pauses) == 14


def test_endpoint_that_fails_for_three_days_is_switched_off_and_its_owners_are_told(
    acme, owner, listen, happen, work, tms
):
    tms.answer = lambda request: (500, b"down for maintenance")
    endpoint = listen(tms.url).endpoint
    happen(message="one")
    happen(message="two")
    work()
    old = timezone.now() - timedelta(days=3, minutes=1)
    with scope(acme.pk):
        Delivery.objects.filter(status=DeliveryStatus.PENDING).update(first_tried_at=old, due_at=NOW)
        EventEndpoint.objects.update(failing_since=old)
    delivery.sweep(at=timezone.now())
    work()

    endpoint.refresh_from_db()
    assert endpoint.switched_off_for == SwitchedOff.FAILING
    assert statuses() == [DeliveryStatus.FAILED, DeliveryStatus.CANCELED]
    [message] = mail.outbox
    assert message.to == [owner.email]
    assert endpoint.url in message.body
    assert AuditEntry.unscoped.filter(action="event_endpoint.switched_off").exists()
    happen(message="while off")  # is kept, and not sent
    work()
    assert len(tms.received) == 2

    tms.answer = lambda request: (200,)
    with scope(acme.pk):
        services.turn_on(endpoint=endpoint, **BY)
        assert services.send_missed(endpoint=endpoint, since=NOW, **BY) == (0, 0)  # no test is missed


def test_event_that_an_endpoint_never_takes_is_given_up_alone(acme, listen, happen, work, tms):
    tms.answer = lambda request: (500 if request.event["message"] == "poison" else 200,)
    endpoint = listen(tms.url).endpoint
    happen(message="poison")
    happen(message="behind")
    work()
    with scope(acme.pk):
        Delivery.objects.filter(status=DeliveryStatus.PENDING).update(
            first_tried_at=timezone.now() - timedelta(days=4), due_at=NOW
        )
    happen("call:2", "fine")
    delivery.sweep(at=timezone.now())
    work()

    endpoint.refresh_from_db()
    assert endpoint.is_on
    assert statuses() == [DeliveryStatus.FAILED, DeliveryStatus.DELIVERED, DeliveryStatus.DELIVERED]


def test_endpoint_that_is_gone_is_switched_off_at_once(listen, happen, work, tms):
    tms.answer = lambda request: (410,)
    endpoint = listen(tms.url).endpoint
    happen()
    work()

    endpoint.refresh_from_db()
    assert endpoint.switched_off_for == SwitchedOff.GONE


def test_lost_messages_are_found_by_the_sweep(listen, happen, work, tms, monkeypatch):
    listen(tms.url)
    monkeypatch.setattr(delivery, "UNNUMBERED_FOR", timedelta(0))
    keep = queueing._send_soon
    monkeypatch.setattr(queueing, "_send_soon", lambda name, args: None)
    happen()
    assert Event.unscoped.get().sequence is None
    monkeypatch.setattr(queueing, "_send_soon", keep)

    delivery.sweep(at=timezone.now())
    work()

    assert sent(tms) == [("hello", 1)]


def test_many_events_at_once_take_two_messages(listen, happen, tms, monkeypatch):
    listen(tms.url)
    sent_soon = []
    monkeypatch.setattr(queueing, "PAUSE", 2.0)
    monkeypatch.setattr(queueing, "_send_soon", lambda name, args: sent_soon.append(name))

    for _ in range(10):
        happen()
    assert sent_soon == ["organizations.tasks.dispatch_events"]  # at once; the other when the pause is over
    until = time.monotonic() + 20
    while len(sent_soon) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    assert sent_soon == ["organizations.tasks.dispatch_events"] * 2


def test_what_is_gathered_waits_but_for_what_a_savepoint_may_undo(acme, listen, happen, tms):
    listen(tms.url)
    with transaction.atomic():
        types.gather(acme)
        happen(message="one")
        with contextlib.suppress(KeyError), transaction.atomic():
            happen(message="undone")
            raise KeyError
        with transaction.atomic():
            happen(message="written at once")
        happen(message="two")
        told = types.gathered(acme)

    assert [json.loads(payload)["message"] for payload in told["event_payloads"]] == ["one", "two"]
    assert Event.unscoped.get().payload["message"] == "written at once"
    assert types.gathered(acme) == {}


def test_delivery_of_a_lost_worker_is_taken_over(acme, listen, happen, work, tms):
    endpoint = listen(tms.url).endpoint
    happen()
    with scope(acme.pk):
        delivery.dispatch(organization_id=acme.pk, at=NOW)
        assert delivery.claim(endpoint_id=endpoint.pk, at=NOW)
        assert delivery.claim(endpoint_id=endpoint.pk, at=NOW) is None  # somebody is at it
        taken = delivery.claim(endpoint_id=endpoint.pk, at=NOW + timedelta(seconds=31))

    assert taken is not None
    assert taken.tries == 2


def elsewhere(acme, work):
    """Have another process do it; what it tells, once it is over."""

    def run():
        try:
            with scope(acme.pk):
                return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run).result(timeout=10)


def test_who_numbers_waits_for_nobody_and_leaves_nothing_that_came_meanwhile(
    acme, listen, happen, monkeypatch, tms
):
    listen(tms.url)
    happen(message="one")
    number, late = delivery._number, []

    def another_comes(events):
        number(events)
        if not late:
            late.append("two")
            elsewhere(acme, lambda: happen(message="two"))
            # Its prompt finds somebody at work, and doesn't wait until they are done.
            elsewhere(acme, lambda: delivery.dispatch(organization_id=acme.pk, at=timezone.now()))

    monkeypatch.setattr(delivery, "_number", another_comes)
    with scope(acme.pk):
        delivery.dispatch(organization_id=acme.pk, at=timezone.now())

    assert late == ["two"]
    assert list(Event.unscoped.order_by("id").values_list("sequence", flat=True)) == [1, 2]
    assert Delivery.unscoped.count() == 2


def test_delivery_that_takes_long_is_not_taken_for_lost(acme, listen, happen, monkeypatch, tms):
    monkeypatch.setattr(delivery, "RENEWED_EVERY", 0.05)
    monkeypatch.setattr(delivery, "LEASE", timedelta(seconds=0.5))
    stolen = []

    def takes_long(request):
        time.sleep(1.5)
        with scope(acme.pk):
            stolen.append(delivery.claim(endpoint_id=endpoint.pk, at=timezone.now()))
        connections.close_all()
        return (200,)

    tms.answer = takes_long
    endpoint = listen(tms.url).endpoint
    happen()
    with scope(acme.pk):
        delivery.dispatch(organization_id=acme.pk, at=timezone.now())
        delivery.deliver_due(endpoint_id=endpoint.pk)

    assert stolen == [None]
    assert statuses() == [DeliveryStatus.DELIVERED]


def test_renewal_leaves_what_is_over(acme, listen, happen, work, tms):
    endpoint = listen(tms.url).endpoint
    happen()
    work()
    done = Delivery.unscoped.get()
    delivery.renew([done.pk], at=NOW)

    assert Delivery.unscoped.get().due_at is None
    with scope(acme.pk):
        assert delivery.claim(endpoint_id=endpoint.pk, at=NOW) is None


def test_endpoint_has_a_few_requests_at_once_and_one_while_it_fails(acme, listen, happen, work, tms):
    endpoint = listen(tms.url).endpoint
    for number in range(9):
        happen(f"call:{number}")
    with scope(acme.pk):
        delivery.dispatch(organization_id=acme.pk, at=NOW)
        claimed = [delivery.claim(endpoint_id=endpoint.pk, at=NOW) for _ in range(9)]
        assert sum(each is not None for each in claimed) == delivery.MAX_UNDER_WAY

        Delivery.objects.filter(status=DeliveryStatus.SENDING).update(
            status=DeliveryStatus.PENDING, due_at=NOW
        )
        EventEndpoint.objects.update(failing_since=NOW)
        claimed = [delivery.claim(endpoint_id=endpoint.pk, at=NOW) for _ in range(9)]
        assert sum(each is not None for each in claimed) == 1


def test_suspended_organization_is_told_nothing(acme, listen, happen, work, tms):
    listen(tms.url)
    happen()
    acme.suspended_at = NOW
    acme.save()
    work()

    assert tms.received == []


def test_rollback_takes_the_event_along(acme, listen, happen, work, tms):
    listen(tms.url)
    with transaction.atomic():
        happen()
        transaction.set_rollback(True)
    work()

    assert tms.received == []
    assert not Event.unscoped.exists()


def test_rotated_secret_signs_beside_the_old_one_until_that_ends(acme, listen, happen, work, tms):
    made = listen(tms.url)
    with scope(acme.pk):
        new = services.rotate_secret(endpoint=made.endpoint, by=BY["by"], at=timezone.now()).secret
    happen()
    work()
    with scope(acme.pk):
        newest = services.rotate_secret(
            endpoint=made.endpoint, overlap=timedelta(0), by=BY["by"], at=timezone.now()
        ).secret
    happen()
    work()

    both, alone = tms.received
    assert [is_signed(both, secret) for secret in (made.secret, new, newest)] == [True, True, False]
    assert [is_signed(alone, secret) for secret in (made.secret, new, newest)] == [False, False, True]


def test_headers_are_sent_and_neither_stored_nor_shown(acme, listen, happen, work, tms):
    endpoint = listen(tms.url, headers={"Authorization": "Bearer s3cret"}).endpoint
    happen()
    work()

    assert tms.received[0].headers["authorization"] == "Bearer s3cret"
    attempt = DeliveryAttempt.unscoped.get()
    assert attempt.request_headers["Authorization"] == "•••"
    assert "s3cret" not in str([*EventEndpoint.unscoped.values(), *DeliveryAttempt.unscoped.values()])
    assert endpoint.sealed_headers


def test_answer_that_is_no_text_is_kept_as_far_as_it_can_be(listen, happen, work, tms):
    tms.answer = lambda request: (200, b"\xff\x00ok")
    listen(tms.url)
    happen()
    work()

    assert DeliveryAttempt.unscoped.get().answer == "\ufffd\ufffdok"


@pytest.mark.parametrize("kind", ["slack", "teams"])
def test_channels_get_their_own_form_with_a_link_and_no_markup(listen, happen, work, tms, kind):
    listen(tms.url, kind=kind)
    happen(message="<!channel> [click](http://evil.example) & <http://evil.example|here>")
    work()

    body = tms.events[0]
    if kind == "slack":
        assert body["text"].startswith("&lt;!channel&gt;")
        assert body["blocks"][0]["text"]["type"] == "plain_text"
        assert "/settings/integrations/|Open in Loadline>" in body["blocks"][1]["elements"][0]["text"]
    else:
        card = body["attachments"][0]["content"]
        assert card["body"][0]["inlines"][0]["type"] == "TextRun"
        assert card["actions"][0]["url"].endswith("/settings/integrations/")
    assert "webhook-signature" not in tms.received[0].headers


def test_old_events_are_forgotten_with_their_attempts(acme):
    old = DeliveryFactory(organization=acme, event__occurred_at=NOW - timedelta(days=91))
    kept = DeliveryFactory(organization=acme, event__occurred_at=NOW - timedelta(days=89))
    DeliveryAttempt.unscoped.create(
        organization=acme, delivery=old, started_at=NOW, milliseconds=1, url="http://127.0.0.1:9/", request=""
    )

    assert delivery.forget(at=NOW) == 1
    assert list(Delivery.unscoped.all()) == [kept]
    assert not DeliveryAttempt.unscoped.exists()


def test_owners_alone_are_told(acme, owner):
    MembershipFactory(organization=acme)  # a broker
    endpoint = EventEndpoint.unscoped.create(
        organization=acme,
        url="https://x.example/",
        created_at=NOW,
        switched_off_at=NOW,
        switched_off_for=SwitchedOff.FAILING,
    )
    with scope(acme.pk):
        delivery.send_notice(endpoint=endpoint, at=NOW)
        endpoint.refresh_from_db()
        delivery.send_notice(endpoint=endpoint, at=NOW)

    assert [message.to for message in mail.outbox] == [[owner.email]]
