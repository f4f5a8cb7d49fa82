"""A first load without a TMS: pasted, or out of a file whose columns are matched."""

import json

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile

from loads.models import Load, LoadEvent
from loads.setup import guess_columns, read_load
from organizations.api.imports import Refused
from organizations.dashboard import uploads
from tests.factories import LoadFactory

pytestmark = pytest.mark.sampled(20)

PAGE, FILE = "/setup/load/", "/setup/load/file/"
EVENT = {
    "id": "48213",
    "status": "UNASSIGNED",
    "origin": {"city": "Dallas", "state": "TX"},
    "destination": {"city": "Atlanta", "state": "GA"},
    "pickupTime": "2030-03-04T08:00:00",
    "startRate": 1500,
}
CSV = """Load #,Customer,Origin,Dest City,Dest State,Pickup Date,Equip,Miles,Target,Max Buy,Lane Manager
1001,Kestrel Mills,"Dallas, TX 75212",Atlanta,GA,3/14/2030 8:00 AM,Van,781,"$1,500.00",1950,Jo
1002,Northstar,"Chicago, IL",Dallas,TX,2030-03-15,Reefer,"967 mi",1400,,Jo
,No number,"Omaha, NE",Newark,NJ,3/15/2030,V,1255,1,2,Jo
1004,Bad date,"Omaha, NE",Newark,NJ,next week,V,many,1,2,Jo
"""


@pytest.fixture
def desk(client, broker):
    client.force_login(broker)
    return client


def upload(desk, text, name="loads.csv"):
    raw = text if isinstance(text, bytes) else text.encode()
    return desk.post(FILE, {"file": SimpleUploadedFile(name, raw)})


def go_on(desk, response, **told):
    """Post the matching page's form, as it stands or with other columns."""
    columns = response.context["columns"]
    values = {f"column_{place}": field.value() or "" for place, field in enumerate(columns)}
    return desk.post(FILE, {"token": response.context["token"], **values, **told})


# Pasted


def test_pasted_load_is_on_the_board(desk, broker):
    response = desk.post(PAGE, {"body": json.dumps(EVENT)})
    load = Load.unscoped.get()
    assert (response.url, load.external_id, load.is_complete) == ("/setup/", "48213", True)
    assert LoadEvent.unscoped.get().source == f"user:{broker.pk}"


def test_what_a_load_lacks_is_told(desk):
    page = desk.post(PAGE, {"body": '{"id": "1"}'}, follow=True).text
    assert "Load 1 is on the board." in page
    assert "once it has" in page


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("", "required"),
        ("{", "Not JSON"),
        ("[1]", "Expected a JSON object"),
        ("{}", "id: "),
        ('{"id": "1", "id": "2"}', "Duplicate key"),
        ('{"id": "1", "startRate": "much", "pickupTime": "soon"}', "pickupTime"),
        ('{"id": "1", "origin": {"timezone": "Mars"}}', "origin.timezone"),
        ('{"id": "1", "startRate": NaN}', "JSON"),
        ('{"id": 1e400}', "id"),
        ('{"id": "' + "x" * 65 + '"}', "id"),
        ("[" * 1000, "level"),
        ("x" * 300_000, "at most"),
    ],
)
def test_broken_json_is_told_and_nothing_is_stored(desk, body, words):
    response = desk.post(PAGE, {"body": body})
    assert (response.status_code, words in response.text) == (400, True)
    assert not Load.unscoped.exists()


# Out of a file


def test_columns_are_matched_and_rows_shown_before_anything_is_stored(desk):
    response = upload(desk, CSV)
    assert response.context["columns"].places() == {
        "id": 0,
        "customerName": 1,
        "origin": 2,
        "destination.city": 3,
        "destination.state": 4,
        "pickupTime": 5,
        "equipment": 6,
        "totalDistance": 7,
        "startRate": 8,
        "maxRate": 9,
    }
    assert "2 loads ready to import" in response.text
    assert [line for line, _ in response.context["wrong"]] == [4, 5]
    assert "next week" in response.text
    assert not Load.unscoped.exists()


def test_import_takes_the_good_rows(desk):
    response = go_on(desk, upload(desk, CSV), sure="1")
    assert response.url == "/setup/"
    first, second = Load.unscoped.order_by("external_id")
    assert (first.origin_city, first.origin_state, first.origin_zip) == ("Dallas", "TX", "75212")
    assert (first.destination_city, str(first.pickup_time)) == ("Atlanta", "2030-03-14 08:00:00")
    assert (first.start_rate, first.max_rate, first.equipment_type) == (1500, 1950, "van")
    assert (second.total_distance, second.max_rate, second.status) == (967, None, "UNASSIGNED")


def test_import_done_twice_changes_nothing(desk):
    for _ in range(2):
        go_on(desk, upload(desk, CSV), sure="1")
    assert Load.unscoped.count() == 2
    assert Load.unscoped.filter(events__changes={}).count() == 2


def test_columns_are_chosen_anew(desk):
    response = upload(desk, "A,B\nL-1,Dallas\nL-2,Reno\n")
    assert "Nothing to import yet" in response.text
    response = go_on(desk, response, column_0="id", column_1="origin.city")
    assert "2 loads ready to import" in response.text
    go_on(desk, response, column_0="id", column_1="origin.city", sure="1")
    assert set(Load.unscoped.values_list("origin_city", flat=True)) == {"Dallas", "Reno"}


def test_two_columns_arent_the_same_thing(desk):
    response = go_on(desk, upload(desk, "A,B\nL-1,Dallas\n"), column_0="id", column_1="id", sure="1")
    assert "Another column is set to this, too." in response.text
    assert not Load.unscoped.exists()


def test_field_that_isnt_there_is_refused(desk):
    response = go_on(desk, upload(desk, CSV), column_0="password", sure="1")
    assert response.status_code == 200
    assert not Load.unscoped.exists()


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "empty"),
        (b"just one line", "header row"),
        (b"\n\n\n", "header row"),
        (b"\x00\x01\x02", "isn’t a CSV file"),
        (b"PK\x03\x04\x00", "isn’t a CSV file"),
        ("A,B\n1,2\n".encode("utf-16"), "isn’t a CSV file"),
        (b",".join([b"a"] * 201) + b"\n1\n", "200 columns"),
        (b"id\n" + b"1\n" * 1001, "1,000 rows"),
        (b"id\n" + b"x" * (2 * 1024 * 1024), "2 MB"),
        (b'id\n"' + b"x" * 140_000 + b'"\n', "can be read"),
    ],
)
def test_file_that_is_none_is_told(desk, raw, words):
    response = upload(desk, raw)
    assert (response.status_code, words in response.text) == (400, True)


def test_nothing_chosen_is_told(desk):
    assert desk.post(FILE).status_code == 400


@pytest.mark.parametrize(
    "raw", ["id;customer\n1;Müller\n".encode("cp1252"), "\ufeffid\tcustomer\n1\tMüller\n".encode()]
)
def test_spreadsheets_ways_are_understood(desk, raw):
    go_on(desk, upload(desk, raw), sure="1")
    assert Load.unscoped.get().customer_name == "Müller"


def test_file_is_forgotten_after_a_while(desk):
    response = upload(desk, CSV)
    cache.clear()
    assert "Upload it again" in go_on(desk, response, sure="1").client.get(PAGE).text


def test_neighbour_cant_go_on_with_the_file(desk, client, stranger):
    response = upload(desk, CSV)
    client.force_login(stranger)
    assert go_on(client, response, sure="1").url == PAGE
    assert not Load.unscoped.exists()


def test_viewer_adds_nothing(client, viewer):
    client.force_login(viewer)
    assert client.post(PAGE, {"body": json.dumps(EVENT)}).status_code == 403
    assert upload(client, CSV).status_code == 403


@pytest.mark.parametrize("name", ["<img src=x>.csv", "{{ 7*7 }}.csv", "x" * 300])
def test_hostile_names_and_cells_are_plain_text(desk, name):
    page = upload(desk, "<b>id</b>,{% now %}\n<script>,x\n", name).text
    assert "<script>," not in page
    assert "<b>id</b>" not in page


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("Load #", "id"),
        ("LOAD_NUMBER", "id"),
        ("PU Date", "pickupTime"),
        ("Delivery Appt", "dropoffTime"),
        ("Max Buy", "maxRate"),
        ("Ship To", "destination"),
    ],
)
def test_headings_are_guessed(heading, field):
    assert guess_columns(["x", heading]) == {field: 1}


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("3/14/2030", "2030-03-14T00:00:00"),
        ("03/14/30 14:30", "2030-03-14T14:30:00"),
        ("2030-03-14T08:00:00", "2030-03-14T08:00:00"),
        ("3/14/2030 2:05 PM", "2030-03-14T14:05:00"),
        ("Mar 14, 2030 8 AM", "2030-03-14T08:00:00"),
    ],
)
def test_times_are_read_as_people_write_them(text, moment):
    assert read_load({"id": "1", "pickupTime": text})["pickupTime"] == moment


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"id": ""},
        {"id": "x" * 65},
        {"id": "1", "weight": "-4"},
        {"id": "1", "maxRate": "1e9999"},
        {"id": "1", "totalDistance": "9" * 12},
    ],
)
def test_bad_rows_are_refused(row):
    with pytest.raises(Refused):
        read_load(row)


def test_own_load_isnt_taken_for_a_sample(desk, acme):
    LoadFactory(organization=acme, external_id="TEST-482101")
    assert "Remove sample data" not in desk.get("/setup/").text
    assert uploads.MAX_BYTES == 2 * 1024 * 1024
