"""Calling back, taking over and listening in a real browser, with the telephone exchange beside."""

import wave
from io import BytesIO

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.urls import reverse
from playwright.sync_api import expect

from calls.models import Call, ConversationLoad, Recording, Turn
from calls.states import CallStatus, Role
from tests.factories import (
    NOW,
    AgentFactory,
    CallFactory,
    ConversationFactory,
    LoadFactory,
    PhoneNumberFactory,
)
from tests.object_store import KEY, SECRET, running_store

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]

NUMBER, CARRIER, BROKER = "+12145550100", "+13125550142", "+13125550199"


def silence(seconds):
    """A sound file of nothing."""
    file = BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(8000)
        out.writeframes(bytes(2 * 8000 * seconds))
    return file.getvalue()


@pytest.fixture
def ended(acme, settings, tmp_path):
    """A carrier's call about a load that was recorded: ten lines, five seconds apart."""
    settings.MEDIA_ROOT = str(tmp_path)
    agent = AgentFactory(organization=acme, prompt="Does it stand?")
    PhoneNumberFactory(organization=acme, number=NUMBER, agent=agent)
    conversation = ConversationFactory(organization=acme, direction="inbound", agent=agent)
    load = LoadFactory(organization=acme, external_id="48213")
    ConversationLoad.unscoped.create(organization=acme, conversation=conversation, load=load)
    call = CallFactory(
        organization=acme,
        conversation=conversation,
        status=CallStatus.COMPLETED,
        from_phone=CARRIER,
        to_phone=NUMBER,
        caller_name="Dana",
        answered_at=NOW,
        ended_at=NOW.replace(minute=1),
    )
    for position in range(10):
        Turn.unscoped.create(
            organization=acme,
            conversation=conversation,
            position=position,
            role=Role.CALLER if position % 2 else Role.AGENT,
            text=f"Line {position}.",
            at=NOW.replace(second=5 * position),
        )
    sound = silence(50)
    name = default_storage.save(f"recordings/{call.pk}.wav", ContentFile(sound))
    Recording.unscoped.create(
        organization=acme, call=call, noted_at=NOW, stored_at=NOW, file=name, size=len(sound)
    )
    return call


def test_broker_calls_back_and_tells_what_came_of_it(loadline, window, broker, ended):
    loadline.exchange.subscriber(BROKER, answer="human", pace=0.05)
    page = window().enter(broker, reverse("calls:page", args=[ended.pk]))
    page.get_by_role("link", name="Call back").click()
    page.get_by_role("heading", name="Call back Dana").wait_for()
    page.get_by_text("Kestrel Mills").wait_for()
    page.get_by_label("Your phone").fill(BROKER)
    page.get_by_role("button", name="Call now").click()
    page.wait_for_url(lambda url: "call-back" not in url)
    page.get_by_label("Outcome").wait_for()
    expect(page.locator(".head .badge", has_text="Completed")).to_have_count(1)
    assert loadline.exchange.finished(to=BROKER)["transferredTo"] == CARRIER
    page.get_by_label("Outcome").select_option("declined")
    page.get_by_label("Rate ($)").fill("2100")
    page.get_by_role("button", name="Save").first.click()
    page.get_by_text("The carrier asked $2,100 on load 48213.").wait_for()


def test_broker_takes_a_live_call_over(loadline, window, broker, ended):
    loadline.exchange.subscriber(BROKER, answer="human", script=[])
    loadline.exchange.inbound(to=NUMBER, from_=CARRIER, script=[{"wait": 30}, "Hello?"])
    call = loadline.exchange.wait_for(
        lambda: Call.unscoped.filter(conversation__skill_state__is_begun=True).first()
    )
    page = window().enter(broker, reverse("calls:page", args=[call.pk]))
    page.get_by_role("link", name="Take over").click()
    page.get_by_label("Your phone").fill(BROKER)
    page.get_by_role("button", name="Take over").click()
    page.locator(".head .badge", has_text="Completed").wait_for()
    assert loadline.exchange.finished(to=NUMBER)["transferredTo"] == BROKER


def test_transcript_follows_the_recording(window, broker, ended):
    page = window().enter(broker, reverse("calls:page", args=[ended.pk]) + "#t=12.0")
    audio = page.locator("audio.recording")
    page.wait_for_function("document.querySelector('audio.recording').currentTime >= 12")
    page.locator(".dialogue li[aria-current]", has_text="Line 2.").wait_for()
    page.get_by_role("link", name="Play from 0:30").click()
    page.locator(".dialogue li[aria-current]", has_text="Line 6.").wait_for()
    assert page.url.endswith("#t=30.0")
    page.get_by_label("Speed").select_option("2")
    assert audio.evaluate("audio => audio.playbackRate") == 2
    page.locator("h1").click()
    audio.evaluate("audio => audio.pause()")
    page.keyboard.press(",")
    page.locator(".dialogue li[aria-current]", has_text="Line 5.").wait_for()


@pytest.mark.parametrize("width", [390, 1440])
def test_pages_keep_within_the_screen(window, broker, ended, width):
    load = ended.conversation.load_links(manager="unscoped").get().load_id
    screen = window(width=width)
    for name, pk in (
        ("calls:page", ended.pk),
        ("calls:call_back", ended.pk),
        ("calls:load_actions", load),
        ("calls:check_call", load),
        ("calls:offer_load", load),
        ("bids:last_asks", ended.pk),
    ):
        page = screen.enter(broker, reverse(name, args=[pk]))
        page.locator("h1").wait_for()
        assert not screen.is_wider_than_itself()


@pytest.fixture
def stored(ended, settings, monkeypatch):
    """The recording lies in a bucket, is twenty minutes long, and its links are good for two seconds."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    with running_store() as store:
        kept = store.kept | {"OPTIONS": store.kept["OPTIONS"] | {"querystring_expire": 2}}
        settings.STORAGES = settings.STORAGES | {"default": kept}
        settings.FILE_STORE_ORIGIN = store.origin
        settings.SECURE_CSP = settings.SECURE_CSP | {"media-src": ["'self'", store.origin]}
        sound = silence(1200)
        name = default_storage.save("recordings/long.wav", ContentFile(sound))
        Recording.unscoped.update(file=name, size=len(sound))
        yield store


def test_player_asks_for_a_new_link_where_the_old_one_has_ended(window, broker, ended, stored):
    screen = window()
    page = screen.enter(broker, reverse("calls:page", args=[ended.pk]))
    page.wait_for_function("() => document.querySelector('audio.recording').duration > 1000")
    page.wait_for_timeout(3000)
    page.evaluate("document.querySelector('audio.recording').currentTime = 1000")
    page.wait_for_function(
        """() => {
            const audio = document.querySelector('audio.recording');
            return !audio.error && audio.currentTime >= 1000 && audio.readyState >= 2;
        }"""
    )
    expect(page.locator("[data-sound-away]")).to_be_hidden()
    assert stored.guard.refused
    screen.complaints = [each for each in screen.complaints if "403" not in each]


def test_player_says_that_the_store_is_away(window, broker, ended, stored):
    stored.guard.failing = 503
    screen = window()
    page = screen.enter(broker, reverse("calls:page", args=[ended.pk]))
    page.get_by_text("The recording can’t be played right now.").wait_for()
    screen.complaints = [each for each in screen.complaints if "503" not in each]
