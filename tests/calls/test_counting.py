"""Counts of ended calls: always what is there, whoever writes and however; pages found by them are the right ones."""

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from threading import Event, Thread

import pytest
from django.db import connection, connections, transaction
from django.db.models import Sum

from calls.models import Call, CallCount, Conversation
from calls.selectors.calls import Ways, place_page
from calls.states import CallStatus, Channel, Direction
from organizations.models import Organization
from organizations.tenancy.scope import scope
from tests.factories import CallFactory, ConversationFactory

pytestmark = pytest.mark.deep

FIRST = datetime(2026, 2, 25, 22, tzinfo=UTC)
TAGS = ("negotiation", "voicemail", "own tag")
STATUSES = (CallStatus.COMPLETED, CallStatus.NO_ANSWER, CallStatus.ANSWERED, CallStatus.QUEUED)


def counted():
    """What the counts say, by organization, hour, direction, status and tag."""
    rows = CallCount.unscoped.values_list("organization", "hour", "direction", "status", "tag")
    return {tuple(key): number for *key, number in rows.annotate(number=Sum("count")) if number}


def there():
    """What they should say."""
    found = Counter()
    for call in Call.unscoped.select_related("conversation"):
        talk = call.conversation
        if call.is_finished:
            hour = talk.created_at.replace(minute=0, second=0, microsecond=0)
            for tag in {"", *talk.content_tags}:
                found[(talk.organization_id, hour, talk.direction, call.status, tag)] += 1
    return found


def moment(chance):
    return FIRST + timedelta(minutes=chance.choice([0, 1, 59, 60, 119, 60 * 24 * 3, 60 * 24 * 3 + 7]))


def tags(chance):
    return chance.choices(TAGS, k=chance.randrange(4))


def made(organization, chance):
    talk = ConversationFactory(
        organization=organization,
        direction=chance.choice(Direction.values),
        created_at=moment(chance),
        content_tags=tags(chance),
    )
    return CallFactory(organization=organization, conversation=talk, status=chance.choice(STATUSES))


def write(organization, chance):
    calls = list(Call.unscoped.of(organization).values_list("pk", flat=True))
    chosen = chance.sample(calls, k=min(len(calls), chance.randrange(4)))
    talks, rows = (
        Conversation.unscoped.filter(pk__in=chosen),
        Call.unscoped.filter(pk__in=chosen),
    )
    match chance.randrange(8):
        case 0 | 1 | 2:
            made(organization, chance)
        case 3:
            rows.update(status=chance.choice(STATUSES))
        case 4:
            talks.update(content_tags=tags(chance))
        case 5:
            talks.update(
                created_at=moment(chance), direction=chance.choice(Direction.values), summary="moved"
            )
        case 6:
            talks.delete()
        case 7:
            rows.delete()


@pytest.mark.parametrize("seed", range(6))
def test_counts_say_what_is_there_after_any_writes(acme, rival, seed):
    chance = random.Random(seed)
    for _ in range(40):
        write(chance.choice([acme, rival]), chance)
    assert counted() == there()


def test_a_conversation_that_goes_first_is_not_counted_any_more(acme):
    call = made(acme, random.Random(1))
    Call.unscoped.filter(pk=call.pk).update(status=CallStatus.COMPLETED)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM calls_conversation WHERE id = %s", [call.pk])
        assert counted() == {}
        cursor.execute("DELETE FROM calls_call WHERE conversation_id = %s", [call.pk])
    assert counted() == {}


def test_an_email_thread_counts_for_nothing(acme):
    ConversationFactory(organization=acme, channel=Channel.EMAIL, content_tags=["negotiation"])
    assert counted() == {}


def test_counts_go_with_their_organization(acme, rival):
    made(acme, random.Random(1))
    Call.unscoped.update(status=CallStatus.COMPLETED)
    Organization.objects.filter(pk=acme.pk).delete()
    assert not CallCount.unscoped.of(acme).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("first", ["tags", "end"])
def test_a_call_that_ends_while_it_is_tagged_is_counted_with_its_tags(acme, first):
    """One transaction tags the conversation, another one ends the call, before the first commits."""
    call = CallFactory(organization=acme, status=CallStatus.ANSWERED, conversation__content_tags=[])
    ways = {
        "tags": lambda: Conversation.unscoped.filter(pk=call.pk).update(content_tags=["negotiation"]),
        "end": lambda: Call.unscoped.filter(pk=call.pk).update(status=CallStatus.COMPLETED),
    }
    [second] = set(ways) - {first}
    begun = Event()

    def other():
        begun.set()
        ways[second]()
        connections.close_all()

    thread = Thread(target=other)
    with transaction.atomic():
        ways[first]()
        thread.start()
        begun.wait()
        thread.join(0.3)  # it waits for us, or is done already
    thread.join()
    assert counted() == there()
    assert {key[-1] for key in counted()} == {"", "negotiation"}


@pytest.fixture
def history(acme):
    """Calls of three busy hours and of many quiet ones, in the order in which a list has them."""
    chance = random.Random(3)
    for number in range(60):
        hours = number % 3 if number < 45 else number * 7
        talk = ConversationFactory(
            organization=acme,
            direction=chance.choice(Direction.values),
            created_at=FIRST + timedelta(hours=hours, minutes=chance.randrange(60)),
            content_tags=tags(chance),
        )
        CallFactory(organization=acme, conversation=talk, status=chance.choice(STATUSES))
    return list(Call.unscoped.select_related("conversation").order_by("-conversation__created_at", "-pk"))


@pytest.mark.parametrize("is_oldest_first", [False, True])
@pytest.mark.parametrize(
    "ways",
    [
        Ways(),
        Ways(status="COMPLETED"),
        Ways(direction="inbound", tag="own tag"),
        Ways(tag="voicemail", status="NO_ANSWER"),
    ],
)
def test_each_page_is_placed_where_its_calls_are(
    acme, history, ways, is_oldest_first, django_assert_num_queries
):
    wanted = [
        call.pk
        for call in (reversed(history) if is_oldest_first else history)
        if call.is_finished
        and ways.status in ("", call.status)
        and ways.direction in ("", call.conversation.direction)
        and (not ways.tag or ways.tag in call.conversation.content_tags)
    ]
    order = ["created_at", "id"] if is_oldest_first else ["-created_at", "-id"]
    with scope(acme.pk):
        for number in range(1, len(wanted) // 7 + 3):
            with django_assert_num_queries(1):
                place = place_page(ways, number=number, size=7, is_oldest_first=is_oldest_first)
            assert place.total == len(wanted)
            assert place.number == min(number, -(-len(wanted) // 7))
            start = (place.number - 1) * 7
            rows = Conversation.objects.filter(place.within(), pk__in=wanted).order_by(*order)
            found = list(rows.values_list("pk", flat=True))[place.skip : place.skip + 7]
            assert found == wanted[start : start + 7]
            assert len(place.hours) <= 7


def test_nothing_counted_is_an_empty_first_page(acme):
    with scope(acme.pk):
        place = place_page(Ways(tag="nothing"), number=9, size=50)
        assert (place.total, place.number) == (0, 1)
        assert not Conversation.objects.filter(place.within()).exists()
