"""Live updates in a real browser: with `live` beside it pages hear what is new; without, they ask by themselves."""

from contextlib import contextmanager
from datetime import timedelta
from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from bids.services import bids
from bids.states import BidChannel
from calls.services import progress
from calls.services.steps import Step
from calls.states import CallStatus, Role
from loads import services as loads
from loads.load_events import validate_event
from organizations.dashboard import live_stream
from organizations.tenancy.actors import system
from organizations.tenancy.lifecycle import move
from organizations.tenancy.scope import scope
from tests.exchange import free_port
from tests.factories import (
    AgentFactory,
    CallFactory,
    ConversationFactory,
    LoadFactory,
    PhoneNumberFactory,
    PromiseFactory,
)
from tests.running import running_live

pytestmark = pytest.mark.django_db(transaction=True)

BY = system("tests")


@contextmanager
def hearing(settings, live_server, port):
    """Pages listen at that port."""
    url = f"{live_server.url.rpartition(':')[0]}:{port}/events"  # the host of the pages, whose cookie goes along
    settings.EVENTS_URL = url
    settings.PUBLIC_URL = live_server.url
    settings.SECURE_CSP = settings.SECURE_CSP | {"connect-src": [*settings.SECURE_CSP["connect-src"], url]}
    yield


@pytest.fixture
def hears_nothing(settings, live_server, monkeypatch):
    """Here pages hear everything: `live` runs, and nothing that a page should know was before its time."""
    monkeypatch.setattr(live_stream, "CLOCKS_MS", 0)
    port = free_port()
    with running_live(port), hearing(settings, live_server, port):
        yield


@pytest.fixture
def number(acme):
    return PhoneNumberFactory(organization=acme, agent=AgentFactory(organization=acme, name="Desk"))


def receive(number, sid="CA1", caller="Dana of Blue Mesa"):
    with scope(number.organization_id):
        return progress.receive_call(
            number=number,
            from_phone="+18065550133",
            caller_name=caller,
            sid=sid,
            by=BY,
            at=timezone.now(),
        )


def say(call, role, text):
    with scope(call.organization_id):
        step = Step.enter(call, timezone.now())
        step.append(role, text)
        step.leave(step.last_line())


def answer(call):
    with scope(call.organization_id):
        move(call, CallStatus.ANSWERED, by=BY, at=timezone.now(), answered_at=timezone.now())


def wait_until_heard(page):
    page.locator("body[data-hears]").wait_for()


def test_call_appears_in_the_list_by_itself_and_its_transcript_grows(window, broker, number):
    page = window().enter(broker, "/calls/")
    wait_until_heard(page)

    call = receive(number)

    page.get_by_role("link", name="Dana of Blue Mesa").wait_for()
    page.get_by_role("link", name="Dana of Blue Mesa").click()
    page.wait_for_url(f"**/calls/{call.pk}/")
    wait_until_heard(page)
    answer(call)
    page.locator(".head .badge", has_text="On the call").wait_for()
    say(call, Role.AGENT, "Hello, which load is it?")
    page.get_by_text("Hello, which load is it?", exact=True).wait_for()
    say(call, Role.CALLER, "The one to Atlanta.")
    page.get_by_text("The one to Atlanta.", exact=True).wait_for()


@pytest.mark.deep
def test_focus_and_place_stay_when_the_list_fetches_itself(window, acme, broker, number):
    for n in range(40):
        CallFactory(
            organization=acme,
            status=CallStatus.COMPLETED,
            caller_name=f"Carrier {n}",
            conversation=ConversationFactory(organization=acme, direction="inbound"),
        )
    page = window(height=500).enter(broker, "/calls/")
    wait_until_heard(page)
    page.get_by_role("link", name="Carrier 9", exact=True).focus()
    page.evaluate("window.scrollTo(0, 300)")

    receive(number)

    page.get_by_role("link", name="Dana of Blue Mesa").wait_for()
    expect(page.get_by_role("link", name="Carrier 9", exact=True)).to_be_focused()
    assert page.evaluate("window.scrollY") >= 300


@pytest.mark.deep
def test_page_waits_while_somebody_chooses_text_in_it(window, acme, broker, number):
    CallFactory(
        organization=acme,
        status=CallStatus.COMPLETED,
        caller_name="Carrier 1",
        conversation=ConversationFactory(organization=acme, direction="inbound"),
    )
    page = window().enter(broker, "/calls/")
    wait_until_heard(page)
    page.get_by_role("link", name="Carrier 1").select_text()

    receive(number)

    page.wait_for_timeout(1500)
    assert page.get_by_role("link", name="Dana of Blue Mesa").count() == 0
    page.evaluate("getSelection().removeAllRanges()")
    page.get_by_role("link", name="Dana of Blue Mesa").wait_for()


@pytest.mark.deep
def test_calls_of_another_organization_move_nothing(window, broker, rival):
    page = window().enter(broker, "/calls/")
    wait_until_heard(page)
    theirs = PhoneNumberFactory(organization=rival, agent=AgentFactory(organization=rival))
    asked = []
    page.on("request", lambda request: asked.append(request.url))

    receive(theirs)

    page.wait_for_timeout(1500)
    assert asked == []
    assert page.locator("#live-state").is_hidden()


@pytest.mark.deep
def test_load_s_page_follows_what_the_tms_and_carriers_say(window, acme, broker):
    load = LoadFactory(organization=acme, external_id="48213")
    page = window().enter(broker, reverse("loads:page", args=[load.pk]))
    page.get_by_text("No offers yet").wait_for()
    wait_until_heard(page)
    page.evaluate("window.stillTheSamePage = true")

    event = validate_event({"id": "48213", "customerName": "Osprey Foods", "maxRate": 2222})
    loads.ingest_load_event(organization=acme, raw=b"{}", event=event, by=BY, at=timezone.now())
    page.locator("#load-rates", has_text="Osprey Foods").wait_for()
    expect(page.locator("#load-rates")).to_contain_text("$2,222")

    with scope(acme.pk):
        bids.record_bid(
            organization=acme,
            load=load,
            amount=Decimal(1850),
            channel=BidChannel.MANUAL,
            by=BY,
            at=timezone.now(),
        )
    page.locator("#load-bids", has_text="$1,850").wait_for()
    assert page.evaluate("window.stillTheSamePage")


@pytest.mark.deep
def test_day_begins_with_what_needs_somebody_and_keeps_up(window, acme, broker, number):
    page = window().sign_in(broker)
    page.get_by_role("heading", name="Today", level=1).wait_for()
    page.get_by_text("No live calls").wait_for()
    wait_until_heard(page)

    call = receive(number)
    answer(call)
    say(call, Role.CALLER, "Is the Atlanta load still there?")

    page.get_by_text("Is the Atlanta load still there?").wait_for()
    page.locator("#live-calls").get_by_role("link", name="Dana of Blue Mesa").click()
    page.wait_for_url(f"**/calls/{call.pk}/")


@pytest.mark.deep
def test_promise_is_ticked_off_where_it_stands(window, acme, broker):
    due = timezone.now() - timedelta(minutes=20)
    promise = PromiseFactory(
        organization=acme,
        due_at=due,
        conversation=ConversationFactory(organization=acme, summary="They want to be called back."),
    )
    page = window().enter(broker, "/")
    page.get_by_text("Overdue").wait_for()

    page.get_by_role("button", name="Mark the callback").click()

    page.get_by_text("No callbacks due").wait_for()
    promise.refresh_from_db()
    assert promise.kept_by == f"user:{broker.pk}"


class TestWithoutLive:
    """`live` doesn't run: the connection is refused."""

    @pytest.fixture
    def hears_nothing(self, settings, live_server):
        """Nobody listens at the port that pages are told of."""
        with hearing(settings, live_server, free_port()):
            yield

    @pytest.mark.deep
    def test_page_asks_by_itself_and_says_so(self, window, acme, broker):
        load = LoadFactory(organization=acme)
        call = CallFactory(
            organization=acme,
            status=CallStatus.ANSWERED,
            answered_at=timezone.now(),
            conversation=ConversationFactory(organization=acme, agent=AgentFactory(organization=acme)),
        )
        assert load
        screen = window()
        page = screen.enter(broker, reverse("calls:page", args=[call.pk]))
        page.locator("#call").wait_for()

        say(call, Role.CALLER, "Is anybody there?")

        page.get_by_text("Is anybody there?", exact=True).wait_for()
        page.get_by_text("Live updates are paused.").wait_for()
        # The browser itself complains of the connection.
        screen.complaints = [each for each in screen.complaints if "ERR_CONNECTION_REFUSED" not in each]
