"""Who may look at loads."""

import pytest

from tests.factories import LoadFactory
from tests.loads.pages.looking import board, event_of, shown

pytestmark = pytest.mark.django_db


def test_board_asks_who_is_there(client):
    response = client.get("/loads/")
    assert response.status_code == 302
    assert response["Location"] == "/sign-in/?next=/loads/"


def test_board_shows_no_other_tenants_loads(browser, acme, rival):
    LoadFactory(organization=acme, external_id="ours")
    LoadFactory(organization=rival, external_id="theirs")
    for params in ({}, {"status": "all"}, {"q": "theirs"}, {"customer": "Kestrel"}):
        assert "theirs" not in [*shown(board(browser, **params))]
    assert board(browser).context["table"].page.paginator.count == 1


@pytest.mark.parametrize("path", ["", "messages/{event}/"])
def test_another_tenants_load_is_as_unknown_as_none(browser, rival, path):
    load = LoadFactory(organization=rival)
    event = event_of(load)
    theirs = browser.get(f"/loads/{load.pk}/{path.format(event=event.pk)}")
    nowhere = browser.get(f"/loads/{load.pk + 999}/{path.format(event=event.pk + 999)}")
    assert (theirs.status_code, theirs.content) == (404, nowhere.content)


def test_message_of_another_load_is_unknown(browser, acme):
    load, other = LoadFactory(organization=acme), LoadFactory(organization=acme)
    assert browser.get(f"/loads/{load.pk}/messages/{event_of(other).pk}/").status_code == 404


@pytest.mark.parametrize("key", ["0", "9" * 30])
def test_a_key_that_cannot_be_is_unknown(browser, key):
    assert browser.get(f"/loads/{key}/").status_code == 404
