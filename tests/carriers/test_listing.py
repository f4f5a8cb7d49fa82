"""The carriers' list as CSV: the same rows, in the same order, with what a lane's search tells of them."""

import csv
import io
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.urls import reverse

from carriers.models import Carrier
from carriers.selectors import carriers
from carriers.tables import CarrierTable
from tests.carriers.test_pages import lane, vetting
from tests.factories import NOW, CarrierFactory

pytestmark = pytest.mark.django_db
DALLAS = {"origin": "Dallas, TX"}


@pytest.fixture
def browser(client, broker):
    client.force_login(broker)
    return client


def export(browser, **params) -> list[dict[str, str]]:
    response = browser.get(reverse("organizations:export_list"), {"list": "carriers"} | params)
    return list(csv.DictReader(io.StringIO(response.getvalue().decode("utf-8-sig"), newline="")))


def test_export_tells_what_the_list_tells(browser, acme, rival):
    carrier = CarrierFactory(organization=acme, name="=Bluebird", mc_number="790123", dot_number=2790123)
    lane(carrier)
    vetting(carrier)
    CarrierFactory(organization=acme, name="Unseen")
    CarrierFactory(organization=rival, name="Theirs")
    of_all, of_lane = export(browser), export(browser, **DALLAS)
    assert [row["Carrier"] for row in of_all] == ["'=Bluebird", "Unseen"]
    assert [row["Carrier"] for row in of_lane] == ["'=Bluebird"]
    for row in (of_all[0], of_lane[0]):
        assert (row["MC number"], row["DOT number"], row["Vetting"]) == ("790123", "2790123", "Not approved")
        assert row["Reasons"] == "No active carrier authority."
        assert row["Avg. offer"].isdecimal()


@pytest.mark.deep_but(4)
@pytest.mark.parametrize("sort", ["", "seen", "-seen", "name", "-name", "units", "-units"])
@pytest.mark.parametrize("params", [{}, DALLAS])
def test_batches_have_every_carrier_once_in_the_pages_order(in_acme, acme, broker, monkeypatch, sort, params):
    monkeypatch.setattr(carriers, "BATCH", 7)
    for number in range(30):
        carrier = CarrierFactory(
            organization=acme, name=f"C{number % 4}", fleet_size=None if number % 3 else number
        )
        if number % 2:
            lane(carrier)
    query = QueryDict(urlencode(params | {"sort": sort}))
    table = CarrierTable(query, broker.memberships.get(), at=NOW)
    found = [row.pk for batch in table.batches() for row in batch]
    assert found == [row.pk for row in table.page]
    assert len(found) == (15 if params else Carrier.objects.count())


def test_view_keeps_a_lane(browser, acme):
    browser.post(
        reverse("organizations:save_view"),
        {"list": "carriers", "name": "Dallas", "query": "origin=Dallas, TX"},
    )
    (link,) = browser.get("/carriers/").context["table"].views
    assert link.url.startswith("/carriers/?origin=Dallas,%20TX&columns=name,vetting,")
