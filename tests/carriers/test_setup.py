"""A brokerage's first carriers: out of a file whose columns are matched, or looked up."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from carriers.models import Carrier, FactsRequest
from organizations.models import AuditEntry
from tests.factories import CarrierFactory

PAGE, FILE = "/setup/carriers/", "/setup/carriers/file/"
CSV = """Carrier,USDOT #,MC #,Dispatch Phone,Trucks,Do Not Use,Region
Blue Mesa Transport LLC,2790112,790112,(806) 555-0101,12,,TX
Redbud Freight,2812345,MC-812345,405-555-0102,31,yes,OK
Nobody,,,,,,
Bad Phone,2645210,,12,x,,AZ
"""
CENSUS = """DOT_NUMBER,LEGAL_NAME,PHY_STREET,PHY_CITY,PHY_STATE,TELEPHONE
2790112,BLUE MESA TRANSPORT LLC,12 DEPOT RD,AMARILLO,TX,8065550101
"""


@pytest.fixture
def desk(client, broker):
    client.force_login(broker)
    return client


def upload(desk, text):
    return desk.post(FILE, {"file": SimpleUploadedFile("carriers.csv", text.encode())})


def go_on(desk, response, **told):
    columns = response.context["columns"]
    values = {f"column_{place}": field.value() or "" for place, field in enumerate(columns)}
    return desk.post(FILE, {"token": response.context["token"], **values, **told}, follow=True)


def test_list_is_matched_shown_and_imported(desk, acme, broker):
    response = upload(desk, CSV)
    assert response.context["columns"].places() == {
        "name": 0,
        "dot_number": 1,
        "mc_number": 2,
        "phone": 3,
        "fleet_size": 4,
        "is_blocked": 5,
    }
    assert "2 carriers ready to import" in response.text
    assert "USDOT number: A carrier needs a DOT number or an MC number." in response.text
    assert not Carrier.unscoped.exists()
    assert "2 new carriers, 0 updated" in go_on(desk, response, sure="1").text
    first, second = Carrier.unscoped.order_by("dot_number")
    assert (first.name, first.mc_number, first.phone, first.fleet_size) == (
        "Blue Mesa Transport LLC",
        "790112",
        "+18065550101",
        12,
    )
    assert (second.is_blocked, second.is_sample) == (True, False)
    assert AuditEntry.unscoped.get(action="carriers.imported").actor == f"user:{broker.pk}"


def test_again_it_changes_nothing(desk, acme):
    go_on(desk, upload(desk, CSV), sure="1")
    assert "0 new carriers, 0 updated, 2 as they were" in go_on(desk, upload(desk, CSV), sure="1").text


def test_what_is_stored_is_updated(desk, acme):
    CarrierFactory(organization=acme, dot_number=2790112, mc_number="", name="Old name", phone="")
    go_on(desk, upload(desk, CSV), sure="1")
    assert Carrier.unscoped.get(dot_number=2790112).name == "Blue Mesa Transport LLC"


def test_census_is_known_by_its_headings(desk):
    response = upload(desk, CENSUS)
    assert "1 carrier ready to import" in response.text
    go_on(desk, response, sure="1")
    found = Carrier.unscoped.get()
    assert (found.legal_name, found.phone) == ("BLUE MESA TRANSPORT LLC", "+18065550101")


def test_wrong_columns_import_nothing(desk):
    response = upload(desk, "Planet,Moons\nMars,2\n")
    assert "Nothing to import yet" in response.text
    assert "Nothing to import yet" in go_on(desk, response, sure="1").text
    assert not Carrier.unscoped.exists()


def test_carrier_is_looked_up_where_there_is_a_key(desk, acme, settings, monkeypatch):
    assert "Look one up" not in desk.get(PAGE).text
    settings.FMCSA_WEB_KEY = "key"
    monkeypatch.setattr("organizations.tenancy.queueing._send_soon", lambda name, args: None)
    assert "Look one up" in desk.get(PAGE).text
    assert desk.post(PAGE, {"kind": "dot", "number": "2790112"}).url == "/setup/"
    assert Carrier.unscoped.get().dot_number == 2790112
    assert FactsRequest.unscoped.get().organization == acme
    for number in ("", "x", "-1", "9" * 12):
        assert desk.post(PAGE, {"kind": "dot", "number": number}).status_code == 400


def test_viewer_adds_nothing(client, viewer):
    client.force_login(viewer)
    assert client.post(PAGE, {}).status_code == 403
    assert upload(client, CSV).status_code == 403
