"""What a driver reported, on the page of a check call."""

from datetime import datetime

import pytest
from django.urls import reverse

from tests.calls.pages.making import make_call, report_of
from tests.factories import LoadFactory

pytestmark = pytest.mark.deep

STOP = {
    "city": "Atlanta",
    "timezone": "America/New_York",
    "windowStart": "2026-03-05T08:00:00",
    "windowEnd": "2026-03-05T16:00:00",
}


@pytest.mark.parametrize(
    ("eta", "words"),
    [
        (datetime(2026, 3, 5, 17, 20), "1 hr 20 min late"),
        (datetime(2026, 3, 5, 16), "On time"),
        (datetime(2026, 3, 5, 7, 15), "45 min early"),
        (None, ""),
    ],
    ids=["late", "on time", "early", "unknown"],
)
def test_call_tells_how_late_a_truck_is(page, acme, eta, words):
    load = LoadFactory(organization=acme)
    call = make_call(acme, loads=[load], skill_state={"facts": {"stop": STOP, "waitingAtFacility": False}})
    report_of(call, load, eta=eta)
    response = page.get(reverse("calls:page", args=[call.pk]))
    assert response.context["page"].report.punctuality == words
    assert words in response.text
    assert "Memphis" in response.text
    assert "8 AM–4 PM EST" in response.text


def test_truck_that_waits_at_the_dock_is_not_late(page, acme):
    load = LoadFactory(organization=acme)
    call = make_call(acme, loads=[load], skill_state={"facts": {"stop": STOP, "waitingAtFacility": True}})
    report_of(call, load, eta=datetime(2026, 3, 6, 9))
    text = page.get(reverse("calls:page", args=[call.pk])).text
    assert "Unloaded by" in text
    assert " late</span>" not in text


@pytest.mark.parametrize("state", [{}, {"facts": None}, {"facts": {"stop": {"windowEnd": "soon"}}}, []])
def test_report_needs_no_notebook_of_a_known_shape(page, acme, state):
    load = LoadFactory(organization=acme)
    call = make_call(acme, loads=[load], skill_state=state, extracted_data=["odd"], input_data="odd")
    report_of(call, load, eta=datetime(2026, 3, 6, 9))
    assert page.get(reverse("calls:page", args=[call.pk])).status_code == 200


def test_call_shows_all_that_a_driver_told(page, acme):
    load = LoadFactory(organization=acme)
    call = make_call(acme, loads=[load])
    report_of(
        call,
        load,
        delay_reason="flat tire",
        checked="in",
        loading="loaded",
        temperature="34.0",
        bol_number="B-88213",
    )
    text = page.get(reverse("calls:page", args=[call.pk])).text
    for expected in ("flat tire", "Checked in", "Loaded", "34 °F", "B-88213"):
        assert expected in text
