"""Redis goes away and comes back: pages are let go, come again, and are told that they may have missed something."""

import httpx
import pytest
from redis import Redis

from organizations.dashboard import live_stream
from organizations.tenancy import live_updates
from tests.organizations.live.conftest import SUBSCRIBER, Page, now_ms
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def cut_connections(url: str) -> None:
    """As when Redis is restarted: whoever listens for this test loses the connection; other workers' keep theirs."""
    with Redis.from_url(url) as redis:
        for client in redis.client_list(_type="pubsub"):
            if client["name"] == SUBSCRIBER:
                redis.client_kill_filter(_id=client["id"])


def answered(response: httpx.Response) -> httpx.Response | None:
    """The response, unless Redis isn't there yet."""
    assert response.status_code in (200, 503)
    return response if response.status_code == 200 else None


def test_page_is_let_go_when_redis_goes_and_told_of_everything_when_it_is_back(
    acme, broker, listen, ask, settings, monkeypatch
):
    monkeypatch.setattr(live_stream, "PAUSE", 0.2)
    page = listen(broker)
    seen = now_ms()

    cut_connections(settings.REDIS_URL)

    assert page.ended.wait(60)
    again = Page(wait_until(lambda: answered(ask(broker, since=seen)), "Redis is heard again"))
    assert again.next() == {"*"}
    live_updates.changed(acme.pk, "bids")
    assert again.next() == {"bids"}


def test_without_redis_nobody_listens_and_nothing_hangs(broker, live, settings, monkeypatch, ask):
    monkeypatch.setattr(live_stream, "PAUSE", 0.1)
    real = settings.REDIS_URL
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    cut_connections(real)

    wait_until(lambda: ask(broker).status_code == 503, "pages are turned away")

    assert httpx.get(f"{live}/livez").text == "ok\n"
    settings.REDIS_URL = real
    wait_until(lambda: answered(ask(broker)), "Redis is heard again")
