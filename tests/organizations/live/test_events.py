"""The stream of events: who may listen, what arrives, and that nothing of another organization does."""

import time

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from organizations.dashboard import live_stream
from organizations.people.sessions import SESSION_KEY
from organizations.tenancy import live_updates
from tests.factories import NOW, MembershipFactory, UserFactory
from tests.organizations.live.conftest import now_ms
from tests.waiting import wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sampled(6)]


def test_page_is_told_what_changed_in_its_organization(acme, broker, listen):
    page = listen(broker)

    live_updates.changed(acme.pk, "calls", "call:7")

    assert page.next() == {"calls", "call:7"}


def test_page_hears_nothing_of_another_organization(acme, rival, broker, stranger, listen):
    ours, theirs = listen(broker), listen(stranger)

    live_updates.changed(rival.pk, "calls", "load:1")

    assert theirs.next() == {"calls", "load:1"}
    assert ours.hears_nothing()


def test_person_of_two_hears_of_the_chosen_one_alone(acme, rival, broker, ask, listen):
    MembershipFactory(organization=rival, user=broker)
    client = Client()
    client.force_login(broker)
    session = client.session
    session[SESSION_KEY] = rival.pk
    session.save()
    page = listen(None, cookie=client.cookies[settings.SESSION_COOKIE_NAME].value)

    live_updates.changed(acme.pk, "calls")
    live_updates.changed(rival.pk, "loads")

    assert page.next() == {"loads"}
    assert page.hears_nothing()


@pytest.mark.deep_but(2)
@pytest.mark.parametrize("cookie", ["", "nonsense", "abcdefgh12345678abcdefgh12345678", "a" * 5000, "%00"])
def test_nobody_hears_nothing(ask, cookie):
    assert ask(cookie=cookie).status_code == 401


def test_signed_out_person_is_nobody(broker, ask):
    client = Client()
    client.force_login(broker)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    client.logout()

    assert ask(cookie=cookie).status_code == 401


def test_person_switched_off_is_nobody(broker, ask):
    client = Client()
    client.force_login(broker)
    broker.is_active = False
    broker.save()

    assert ask(cookie=client.cookies[settings.SESSION_COOKIE_NAME].value).status_code == 401


def test_person_without_organization_may_not_listen(db, ask):
    assert ask(UserFactory()).status_code == 403


def test_suspended_organization_may_not_listen(acme, broker, ask):
    acme.suspended_at = NOW
    acme.save()

    assert ask(broker).status_code == 403


def test_foreign_pages_may_not_listen(broker, ask):
    assert ask(broker, Origin="https://evil.example").status_code == 403
    assert ask(broker, Origin="null").status_code == 403
    assert ask(broker, Sec_Fetch_Site="cross-site").status_code == 403


@pytest.mark.deep
def test_our_pages_may_listen_with_cookies(broker, ask):
    response = ask(broker, Origin=settings.PUBLIC_URL)

    assert response.status_code == 200
    assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert response.headers["access-control-allow-origin"] == settings.PUBLIC_URL
    assert response.headers["access-control-allow-credentials"] == "true"
    assert "no-store" in response.headers["cache-control"]
    assert response.headers["x-accel-buffering"] == "no"


def test_page_that_comes_back_is_told_what_it_missed(acme, broker, listen, monkeypatch):
    monkeypatch.setattr(live_stream, "CLOCKS_MS", 200)
    page = listen(broker)  # the subscription stands for a while
    time.sleep(live_stream.TOGETHER)
    live_updates.changed(acme.pk, "load:5")
    assert page.next() == {"load:5"}
    time.sleep(0.5)  # more than the clocks may be apart
    seen = now_ms()
    live_updates.changed(acme.pk, "bids")
    assert page.next() == {"bids"}

    assert listen(broker, since=seen).next() == {"bids"}
    assert listen(broker, Last_Event_ID=str(seen)).next() == {"bids"}


def test_page_that_was_away_for_long_is_told_that_everything_may_be_new(broker, listen):
    assert listen(broker, since=now_ms() - 3_600_000).next() == {"*"}
    assert listen(broker, since=0).next() == {"*"}


@pytest.mark.deep
def test_what_changes_often_is_told_together(acme, broker, listen):
    page = listen(broker)

    begun = time.monotonic()
    for n in range(100):
        live_updates.changed(acme.pk, "calls", f"call:{n}")
        time.sleep(0.005)

    heard, events = set(), 0
    while len(heard) < 101:
        heard |= page.next()
        events += 1
    assert events <= 2 + (time.monotonic() - begun) / live_stream.TOGETHER


def test_what_is_too_much_is_everything(acme, broker, listen):
    page = listen(broker)

    live_updates.changed(acme.pk, *(f"call:{n}" for n in range(1000)))

    assert page.next() == {"*"}


def test_page_ends_with_its_session(acme, broker, listen, monkeypatch):
    monkeypatch.setattr(live_stream, "RECHECK", 0.1)
    monkeypatch.setattr(live_stream, "HEARTBEAT", 0.3)
    page = listen(broker)
    live_updates.changed(acme.pk, "calls")
    assert page.next() == {"calls"}

    Session.objects.all().delete()

    assert page.ended.wait(60)


@pytest.mark.deep
def test_silent_page_gets_heartbeats_with_the_moment(broker, listen, monkeypatch):
    monkeypatch.setattr(live_stream, "HEARTBEAT", 0.2)
    page = listen(broker)

    wait_until(lambda: len(page.ids) >= 3, lambda: page.ids)
    assert page.told.empty()
    assert page.ids == sorted(page.ids)
    assert abs(page.ids[-1] - now_ms()) < 5_000


@pytest.mark.deep
def test_person_has_so_many_pages_and_no_more(broker, owner, ask, monkeypatch):
    monkeypatch.setattr(live_stream, "MAX_PAGES", 3)
    pages = [ask(broker, since=now_ms()) for _ in range(3)]
    assert [page.status_code for page in pages] == [200] * 3

    assert ask(broker).status_code == 429
    assert ask(owner).status_code == 200

    pages[0].close()
    wait_until(lambda: ask(broker).status_code == 200, "a new page takes the closed one's place")
