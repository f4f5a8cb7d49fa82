"""The carriers' list as CSV and with chosen columns: the same rows, in the same order."""

import csv
import io

import pytest
from django.urls import reverse

from carriers.forms import ListForm
from carriers.models import Carrier
from carriers.pages import carrier_list, carriers_in_batches, listing
from tests.carriers.test_pages import lane, vetting
from tests.factories import CarrierFactory

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
        assert (row["MC number"], row["DOT number"], row["Vetting"]) == ("790123", "2790123", "Fail")
        assert row["Reasons"] == "It has no active authority as a carrier."
        assert row["Average rate"].isdecimal()


@pytest.mark.deep_but(4)
@pytest.mark.parametrize("sort", ["", "seen", "-seen", "name", "-name", "units", "-units"])
@pytest.mark.parametrize("params", [{}, DALLAS])
def test_batches_have_every_carrier_once_in_the_pages_order(in_acme, acme, monkeypatch, sort, params):
    monkeypatch.setattr(listing, "BATCH", 7)
    for number in range(30):
        carrier = CarrierFactory(
            organization=acme, name=f"C{number % 4}", fleet_size=None if number % 3 else number
        )
        if number % 2:
            lane(carrier)
    filters, _ = ListForm(params | {"sort": sort}).filters()
    found = [row.pk for batch in carriers_in_batches(filters) for row in batch]
    assert found == [row.pk for row in carrier_list(filters, None).rows]
    assert len(found) == (15 if params else Carrier.objects.count())


def test_columns_can_be_chosen(browser, acme):
    CarrierFactory(organization=acme, is_preferred=True)
    response = browser.get("/carriers/?columns=preferred,units")
    assert [column.label for column in response.context["columns"]] == ["Carrier", "Power units", "Preferred"]
    row = response.content.decode().split("<tbody>")[1].split("</tbody>")[0]
    assert row.count("<td") == 2


def test_view_keeps_a_lane(browser, acme):
    browser.post(
        reverse("organizations:save_view"),
        {"list": "carriers", "name": "Dallas", "query": "origin=Dallas, TX"},
    )
    (link,) = browser.get("/carriers/").context["shown"].views
    assert link.url.startswith("/carriers/?origin=Dallas,%20TX&columns=name,vetting,")
