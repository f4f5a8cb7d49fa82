"""Messages in a TMS's own form: read by an organization's mapping, kept where they can't be, run again."""

import json
import re
from decimal import Decimal
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from loads.load_events import validate_event
from loads.mappings import formats, rules, services, views
from loads.mappings.ready import READY
from loads.models import Load, LoadEvent, LoadMapping, MessageFormat, Stop
from organizations.api.problems import Invalid
from organizations.models import AuditEntry
from organizations.tenancy.actors import system
from tests.factories import NOW

pytestmark = pytest.mark.sampled(56)

BASE = "/api/v1/webhooks/loads/events/"
# Messages as these TMSs send them, made up by somebody who hadn't seen the rules, and what each was judged to come to.
FOREIGN = Path(__file__).parent / "mappings"
JUDGED = json.loads((FOREIGN / "judged.json").read_text())
TENDER = b"""ISA*00*          *00*          *ZZ*KESTRELMILLS   *ZZ*ACMEBROKERAGE  *260302*1200*U*00401*000000101*0*P*>~
GS*SM*KESTRELMILLS*ACMEBROKERAGE*20260302*1200*101*X*004010~
ST*204*0001~
B2**ACME**SHP-77120**PP~
B2A*00~
NTE*OTH*CALL BEFORE ARRIVAL~
N1*BT*KESTREL MILLS*93*KM01~
N3*1 MILL RD~
N4*DALLAS*TX*75202*US~
N7**0*********TF~
S5*1*LD*42000*L*20*PL~
G62*37*20260304*I*0800*LT~
G62*38*20260304*K*1200*LT~
N1*SF*KESTREL PLANT 4*93*P4~
N3*4400 SINGLETON BLVD~
N4*DALLAS*TX*75212*US~
L5*1*FLOUR~
S5*2*UL*42000*L*20*PL~
G62*53*20260305*G*0800*LT~
G62*54*20260305*L*1600*LT~
N1*ST*PEACHTREE GROCERS*93*PG~
N3*12 MARIETTA ST~
N4*ATLANTA*GA*30303*US~
L3*42000*G***271900******20*L~
SE*23*0001~
GE*1*101~
IEA*1*000000101~
"""
RULES = {
    "fields": {
        "id": "load.number",
        "status": "load.state",
        "maxRate": "load.buy",
        "weight": "load.[kilos, 'kg']",
    },
    "words": {"status": {"open": "UNASSIGNED"}},
}


@pytest.fixture
def make_mapping(acme):
    """A mapping of acme's that is on, with these rules."""

    def make(given=RULES, *, form=MessageFormat.JSON, is_on=True, organization=acme, slug="tms"):
        return LoadMapping.unscoped.create(
            organization=organization, name="TMS", slug=slug, format=form, rules=given, is_on=is_on
        )

    return make


def post(api, body, slug="tms", content_type="application/json"):
    """Send a message to a mapping's address."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return api.post(BASE + slug, data, content_type=content_type)


def read(message, given, form="json"):
    """The one load event that the message comes to, and what couldn't be read."""
    raw = message if isinstance(message, bytes) else json.dumps(message).encode()
    [(event, errors)] = rules.events_of(formats.read_message(raw, form), given)
    return event, errors


def test_a_message_becomes_a_load(api, make_mapping):
    make_mapping()
    message = {"load": {"number": 20418, "state": "Open", "buy": "$1,953.50", "kilos": 19050.5}}
    assert post(api, message).json() == {"success": True}
    load = Load.unscoped.get()
    assert (load.external_id, load.status, load.max_rate) == ("20418", "UNASSIGNED", load.max_rate)
    assert (str(load.max_rate), str(load.weight)) == ("1953.50", "41999.163")
    event = LoadEvent.unscoped.get()
    assert (event.mapping.slug, json.loads(bytes(event.raw))) == ("tms", message)


def test_a_tender_becomes_a_load(api, make_mapping):
    make_mapping(READY["edi_204"].rules, form=MessageFormat.X12, slug="edi")
    assert post(api, TENDER, "edi", "application/edi-x12").status_code == 200
    load = Load.unscoped.get()
    assert (load.external_id, load.status, load.customer_name) == ("SHP-77120", "UNASSIGNED", "KESTREL MILLS")
    assert (load.origin_city, load.origin_state, load.destination_city) == ("DALLAS", "TX", "ATLANTA")
    assert (load.pickup_time.isoformat(), load.dropoff_end_time.isoformat()) == (
        "2026-03-04T08:00:00",
        "2026-03-05T16:00:00",
    )
    assert (str(load.customer_rate), str(load.weight), load.equipment) == ("2719.00", "42000.000", "Dry van")
    stops = Stop.unscoped.filter(load=load).order_by("position")
    assert [stop.type for stop in stops] == ["pickup", "dropoff"]


@pytest.mark.parametrize("name", JUDGED)
def test_a_foreign_message_comes_to_what_was_judged(api, make_mapping, name):
    ready, judged = READY[name.rpartition("-")[0]], JUDGED[name]
    (file,) = FOREIGN.glob(f"{name}.*")
    make_mapping(ready.rules, form=ready.format)
    answer = post(api, file.read_bytes())
    if "refused" in judged:  # none of the vendor's own shape, or only a part of a load
        assert [error["field"] for error in answer.json()["errors"]] == [judged["refused"]]
        return
    assert answer.status_code == 200, answer.content
    event, errors = read(file.read_bytes(), ready.rules, ready.format)
    assert (as_json(validate_event(event)), errors) == (judged, [])
    assert Load.unscoped.get().external_id == judged["id"]


def as_json(event):
    """A validated event as it stands in a file."""
    return json.loads(
        json.dumps(event, default=lambda each: float(each) if isinstance(each, Decimal) else each.isoformat())
    )


def test_every_ready_mapping_has_five_foreign_messages():
    shapes = [name.rpartition("-")[0] for name in JUDGED]
    assert {name: shapes.count(name) for name in READY} == dict.fromkeys(READY, 5)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("joined(', ', [a, n, [b, ['c']], nothing, empty])", "x, 1.5, y, c"),
        ("joined(', ', nothing)", None),
        ("split(':', 'US: CA')", ["US", "CA"]),
        ("split(':', nothing)", None),
        ("split('', 'US')", None),
        ("later('2026-03-07T14:00:00Z', `5400`)", "2026-03-07T15:30:00+00:00"),
        ("later('2026-03-07T14:00:00Z', `0`)", None),
        ("later(nothing, n)", None),
        ("to_number(n)", 1.5),
        ("to_number('12.25')", 12.25),
        ("to_number(b)", None),
        ("to_number('NaN')", None),
        ("hours('0800 - 15:30')", ["08:00", "15:30"]),
        ("hours('around the clock')", None),
        ("sort_by(list, &n)[].n | [0]", 1),
        ("sum(list[].n)", 4.0),
        ("list[?n > `2`] | length(@)", 1),
    ],
)
def test_paths_know_exact_numbers_and_what_messages_need(path, value):
    within = formats.read_message(
        b'{"a": " x ", "n": 1.5, "b": "y", "empty": "", "list": [{"n": 3.0}, {"n": 1.0}]}', "json"
    )
    assert rules.found(path, within) == value


def test_states_and_countries_become_codes_and_no_load_weighs_nothing():
    paths = {f"origin.{part}": part for part in ("city", "state", "country")} | {
        "id": "id",
        "weight": "weight",
    }
    message = {"id": "1", "weight": 0, "city": "Delta", "state": "British Columbia", "country": "CAN"}
    event, _ = read(message, {"fields": paths})
    assert event == {"id": "1", "origin": {"city": "Delta", "state": "BC", "country": "CA"}}
    event, _ = read(message | {"state": "Nuevo León", "country": "Mexico"}, {"fields": paths})
    assert event["origin"] == {"city": "Delta", "state": "Nuevo León", "country": "MX"}


@pytest.mark.parametrize(("weight", "kept"), [(1, None), (0, None), (2, 2)])
def test_weight_that_stands_for_none_is_left_out(weight, kept):
    given = {"fields": {"id": "id", "weight": "weight"}, "units": {"weight": "lb"}}
    event, errors = read({"id": "1", "weight": weight}, given)
    assert (event.get("weight"), errors) == (kept, [])


@pytest.mark.parametrize(
    ("charge", "rate"),
    [
        ({"total_charge": 2100.0, "total_charge_c": "CAD", "total_charge_n": 1512.0}, 1512),
        ({"total_charge": 1512.0, "total_charge_c": "CAD", "total_charge_n": 2100.0}, 1512),
        ({"total_charge": "12600.50", "total_charge_c": "CAD", "total_charge_n": "9072.36"}, 9072.36),
        ({"total_charge": 2100.0, "total_charge_c": "USD", "total_charge_n": 1512.0}, 2100),
        ({"total_charge": 2100.0, "total_charge_c": "CAD"}, 2100),
        ({"total_charge": 2100.0}, 2100),
    ],
)
def test_mcleods_charge_is_in_us_dollars(charge, rate):
    event, errors = read({"id": "1"} | charge, READY["mcleod"].rules)
    assert (float(event["customerRate"]), errors) == (rate, [])


def test_xml_becomes_a_load(api, make_mapping):
    given = {
        "fields": {"id": 'load."@id"', "origin": "load.from", "pickupTime": "load.pickup.[@.date, @.time]"}
    }
    make_mapping(given, form=MessageFormat.XML)
    body = (
        b'<?xml version="1.0"?><load id="X-9"><from>Dallas, TX 75212</from>'
        b"<pickup><date>03/04/2026</date><time>08:30</time></pickup></load>"
    )
    assert post(api, body, content_type="application/xml").status_code == 200
    load = Load.unscoped.get()
    assert (load.external_id, load.origin_city, load.origin_zip) == ("X-9", "Dallas", "75212")
    assert load.pickup_time.isoformat() == "2026-03-04T08:30:00"


def test_what_cannot_be_placed_is_kept_and_runs_again_once_the_mapping_fits(api, make_mapping, page):
    mapping = make_mapping({"fields": {"id": "shipment.ref"}})
    answer = post(api, {"load": {"number": "L-7"}})
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["id"]
    kept = LoadEvent.unscoped.get()
    assert (kept.is_accepted, kept.mapping) == (False, mapping)
    LoadMapping.unscoped.update(rules=RULES)
    page.post(reverse("loads:replay_event", args=[kept.pk]))
    assert Load.unscoped.get().external_id == "L-7"


def test_while_it_is_off_messages_are_kept_and_make_no_load(api, make_mapping):
    make_mapping(is_on=False)
    answer = post(api, {"load": {"number": "L-7"}})
    assert (answer.status_code, answer.json()["code"]) == (409, "mapping_off")
    assert not Load.unscoped.exists()
    assert LoadEvent.unscoped.get().errors[0]["code"]


def test_all_loads_of_a_message_or_none(api, make_mapping):
    make_mapping({**RULES, "records": "loads", "fields": {"id": "number", "maxRate": "buy"}})
    assert post(api, {"loads": [{"number": "A"}, {"number": "B", "buy": "a lot"}]}).status_code == 400
    assert not Load.unscoped.exists()
    assert post(api, {"loads": [{"number": "A"}, {"number": "B", "buy": 5}]}).status_code == 200
    assert set(Load.unscoped.values_list("external_id", flat=True)) == {"A", "B"}


def test_another_organizations_mapping_is_none(api, make_mapping, rival):
    make_mapping(organization=rival)
    assert post(api, {"load": {"number": "L-7"}}).status_code == 404
    assert not LoadEvent.unscoped.exists()


@pytest.mark.parametrize(
    ("form", "body"),
    [
        ("xml", b'<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]><a>&d;</a>'),
        ("xml", b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
        ("xml", b"<a>" * 60 + b"</a>" * 60),
        ("xml", b"<a><b></a>"),
        ("xml", b""),
        ("x12", b"ISA*00*"),
        ("x12", b"hello"),
        ("x12", TENDER[:106]),
        ("x12", TENDER.replace(b"FLOUR", b"FL\0UR")),
        ("json", b'{"load": {"number": 1, "number": 2}}'),
        ("json", b"[]"),
    ],
)
def test_hostile_messages_are_refused(api, make_mapping, form, body):
    make_mapping({"fields": {"id": "a"}}, form=form)
    assert post(api, body).status_code == 400
    assert not Load.unscoped.exists()


@pytest.mark.parametrize(
    ("told", "place", "clock", "local"),
    [
        ("2026-03-07T08:00:00-06:00", {"city": "Atlanta", "state": "GA"}, "local", "2026-03-07T09:00:00"),
        ("2026-03-07T14:00:00Z", {"timezone": "America/Denver"}, "local", "2026-03-07T07:00:00"),
        ("2026-03-07 14:00", {"state": "GA"}, "UTC", "2026-03-07T09:00:00"),
        ("20260307080000-0600", {"state": "TX", "city": "Dallas"}, "local", "2026-03-07T08:00:00"),
        ("20260307", {}, "local", "2026-03-07T00:00:00"),
        ("3/7/2026 8:05 PM", {}, "local", "2026-03-07T20:05:00"),
        (["2026-03-07", "0800"], {}, "local", "2026-03-07T08:00:00"),
        ("2026-07-08T08:00:00-06:00", {"state": "MO", "city": "Joplin"}, "written", "2026-07-08T08:00:00"),
        ("2026-07-08T14:00:00Z", {"state": "MO", "city": "Joplin"}, "written", "2026-07-08T09:00:00"),
        (["20261216", "1500", "Z"], {"state": "AZ", "city": "Phoenix"}, "local", "2026-12-16T08:00:00"),
        (["20261216", "1500", False], {}, "local", "2026-12-16T15:00:00"),
        ("", {}, "local", None),
    ],
)
@pytest.mark.django_db
def test_times_are_the_places(told, place, clock, local):
    assert rules.read_moment(told, place, clock) == local


@pytest.mark.django_db
def test_a_time_with_an_offset_needs_a_known_place():
    _, errors = read(
        {"id": "1", "at": "2026-03-07T08:00:00-06:00"}, {"fields": {"id": "id", "pickupTime": "at"}}
    )
    assert [error["field"] for error in errors] == ["pickupTime"]


def test_what_is_not_there_is_left_out_and_empty_texts_clear():
    event, errors = read(
        {"id": "1", "rate": "", "note": None},
        {"fields": {"id": "id", "maxRate": "rate", "commodity": "note"}},
    )
    assert (event, errors) == ({"id": "1", "maxRate": None}, [])


def test_a_number_without_its_unit_or_a_date_that_is_missing_is_left_out():
    paths = {"id": "id", "weight": "[pounds, unit]", "pickupTime": "[day, time]"}
    assert read({"id": "1"}, {"fields": paths}) == ({"id": "1"}, [])


@pytest.mark.parametrize(
    ("message", "target", "most"),
    [
        ({"id": "1", "sell": "2,719.50"}, 2176, 2448),
        ({"id": "1", "sell": 2719.5, "buy": 2500}, 2176, 2500),
        ({"id": "1"}, None, None),
        ({"id": "1", "buy": 2500}, None, 2500),
    ],
)
def test_rates_that_are_not_told_are_shares_of_the_customer_s(message, target, most):
    paths = {"id": "id", "customerRate": "sell", "maxRate": "buy"}
    event, errors = read(message, {"fields": paths, "shares": {"startRate": 80, "maxRate": 90}})

    assert (event.get("startRate"), event.get("maxRate"), errors) == (target, most, [])


def test_a_window_s_end_without_its_time_is_left_out():
    times = {
        "pickupTime": "[day, from]",
        "pickupEndTime": "[day, to]",
        "dropoffTime": "due",
        "dropoffEndTime": "due",
    }
    stops = {"stops": "stops", "stopFields": {"windowStart": "[day, from]", "windowEnd": "[day, to]"}}
    day = {"day": "2026-12-31", "from": "07:30"}
    message = {"id": "1", "due": "2027-01-02", "stops": [day]} | day
    event, errors = read(message, {"fields": {"id": "id"} | times} | stops)

    assert errors == []
    assert (event["pickupTime"], event.get("pickupEndTime")) == ("2026-12-31T07:30:00", None)
    assert event["dropoffTime"] == event["dropoffEndTime"] == "2027-01-02T00:00:00"
    assert "windowEnd" not in event["stops"][0]
    message |= {"to": "06:00"}  # what was told stands, and the webhook's own rules judge it
    assert read(message, {"fields": {"id": "id"} | times})[0]["pickupEndTime"] == "2026-12-31T06:00:00"


@pytest.mark.parametrize("name", READY)
def test_ready_rules_are_paths_to_fields(name):
    given = READY[name].rules
    for path in (given["records"], given["stops"], *given["fields"].values(), *given["stopFields"].values()):
        rules.found(path or "id", {})
    assert given["fields"].keys() <= rules.LABELS.keys()
    assert given["stopFields"].keys() <= rules.STOP_LABELS.keys()


# The settings' pages.


@pytest.fixture
def page(owner):
    """The owner's browser."""
    browser = Client()
    browser.force_login(owner)
    return browser


def test_an_owner_makes_a_mapping_from_a_message_tries_it_and_turns_it_on(page, api, acme):
    page.post(reverse("loads:mappings"), {"name": "Our TMS", "start": "json"})
    mapping = LoadMapping.unscoped.get()
    assert (mapping.slug, mapping.is_on) == ("our-tms", False)
    assert post(api, {"ref": "L-9", "city": "Dallas"}, "our-tms").status_code == 409
    url = reverse("loads:mapping", args=[mapping.pk])
    assert "L-9" in page.get(url).content.decode()  # the kept message is the sample
    given = {
        "name": "Our TMS",
        "clock": "local",
        "sample": '{"ref": "L-9", "city": "Dallas"}',
        "fields-id": "ref",
        "fields-origin.city": "city",
        "units-totalDistance": "mi",
        "units-weight": "lb",
        "words-status": "new = UNASSIGNED",
    }
    tried = page.post(url, given | {"try": "1"}).content.decode()
    assert "&quot;id&quot;: &quot;L-9&quot;" in tried
    assert not LoadMapping.unscoped.get().rules["fields"]
    page.post(url, given)
    assert LoadMapping.unscoped.get().rules["words"] == {"status": {"new": "UNASSIGNED"}}
    page.post(reverse("loads:turn_mapping", args=[mapping.pk]))
    assert post(api, {"ref": "L-9", "city": "Dallas"}, "our-tms").status_code == 200
    assert Load.unscoped.get().origin_city == "Dallas"
    noted = AuditEntry.unscoped.of(acme).filter(action__startswith="load_mapping.")
    assert noted.count() == 3


def test_what_is_no_path_is_refused_beside_its_field(page, make_mapping):
    mapping = make_mapping()
    given = {"name": "TMS", "clock": "local", "fields-id": "a[", "words-status": "nothing"}
    answer = page.post(reverse("loads:mapping", args=[mapping.pk]), given)
    text = answer.content.decode()
    assert answer.status_code == 400
    assert "Not a path" in text
    assert "theirs = ours" in text


def test_a_removed_mapping_leaves_its_messages(page, api, make_mapping):
    mapping = make_mapping()
    post(api, {"load": {"number": "L-7"}})
    page.post(reverse("loads:remove_mapping", args=[mapping.pk]))
    assert not LoadMapping.unscoped.exists()
    assert LoadEvent.unscoped.get().mapping is None


def test_only_owners_see_mappings(client, broker, make_mapping):
    client.force_login(broker)
    mapping = make_mapping()
    for url in (reverse("loads:mappings"), reverse("loads:mapping", args=[mapping.pk])):
        assert client.get(url).status_code == 403


def test_the_menus_mark_where_one_came_from(page, make_mapping):
    mapping = make_mapping()
    for url in (
        reverse("loads:mappings"),
        reverse("loads:mapping", args=[mapping.pk]),
        reverse("loads:events"),
    ):
        marked = re.findall(r'<a [^>]*href="([^"]+)"[^>]*aria-current="page"', page.get(url).content.decode())
        assert marked == [reverse("organizations:settings"), reverse("organizations:integrations")]


def test_names_that_are_alike_get_addresses_of_their_own(acme, in_acme):
    made = [
        services.add_mapping(
            organization=acme, name="Our TMS", ready=READY["tai"], form="", by=system("test"), at=NOW
        )
        for _ in range(2)
    ]
    assert [each.slug for each in made] == ["our-tms", "our-tms-2"]
    assert made[0].rules == READY["tai"].rules


def test_a_long_message_of_many_loads_is_refused(make_mapping, in_acme):
    mapping = make_mapping({"records": "loads", "fields": {"id": "number"}})
    raw = json.dumps(
        {"loads": [{"number": str(each)} for each in range(60)], "padding": "x" * 900_000}
    ).encode()
    with pytest.raises(Invalid) as refused:
        services.receive_message(mapping=mapping, raw=raw, by=system("test"), at=timezone.now())
    assert refused.value.errors[0]["code"] == "too_many"


COMPLETE = {
    "id": "L-7",
    "status": "UNASSIGNED",
    "from": "Dallas, TX",
    "to": "Atlanta, GA",
    "day": "2026-03-04T08:00:00",
    "until": "2026-03-04T12:00:00",
    "delivery": "2026-03-05T08:00:00",
    "rate": 1500,
    "most": 1900,
    "sell": 2700,
}
PATHS = {
    "id": "id",
    "status": "status",
    "origin": "from",
    "destination": "to",
    "destination.city": "town",
    "pickupTime": "day",
    "pickupEndTime": "until",
    "dropoffTime": "delivery",
    "startRate": "rate",
    "maxRate": "most",
    "customerRate": "sell",
}


@pytest.mark.parametrize(
    ("changes", "doubted"),
    [
        ({}, []),
        ({"status": "AVAILABLE"}, ["Status “AVAILABLE” isn’t one of ours"]),
        ({"status": "CANCELED", "rate": None}, []),
        ({"rate": None}, ["The agent won’t offer it yet. Missing info: target or book-it-now rate."]),
        ({"most": None}, ["Missing info: max buy."]),
        ({"rate": 2000}, ["Target is above max buy."]),
        ({"to": None, "town": "Joplin"}, ["Destination has no state."]),
        ({"until": "2026-03-04T06:00:00"}, ["Pickup window ends before it begins."]),
    ],
)
def test_what_is_missing_or_odd_is_told_beside_ready(page, make_mapping, in_acme, changes, doubted):
    mapping = make_mapping({"fields": PATHS})
    sample = json.dumps(COMPLETE | changes)
    result = views.tried(mapping, sample.encode(), is_close=True)
    assert (result["errors"], result["can_run"], len(result["warnings"])) == ([], True, len(doubted))
    assert all(told.startswith(words) for told, words in zip(result["warnings"], doubted, strict=True))
    given = {"name": "TMS", "clock": "local", "units-totalDistance": "mi", "units-weight": "lb"}
    given |= {f"fields-{name}": path for name, path in PATHS.items()} | {"sample": sample, "try": "1"}
    shown = page.post(reverse("loads:mapping", args=[mapping.pk]), given).content.decode()
    assert "Ready" in shown
    assert [words for words in doubted if words not in shown] == []


def test_of_several_loads_each_doubt_names_its_own(make_mapping, in_acme):
    mapping = make_mapping({"records": "loads", "fields": PATHS})
    loads = [COMPLETE, COMPLETE | {"id": "L-8", "most": None}]
    told = views.tried(mapping, json.dumps({"loads": loads}).encode(), is_close=True)
    assert told["warnings"] == ["L-8: Missing info: max buy."]
