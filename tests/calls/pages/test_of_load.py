"""A load's calls, on its page."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.calls.pages.making import LIST, make_call, report_of
from tests.factories import NOW, AgentFactory, LoadFactory

pytestmark = pytest.mark.deep


def test_of_load_shows_the_newest_ten(page, acme):
    load, other = LoadFactory(organization=acme, external_id="A&B"), LoadFactory(organization=acme)
    agent = AgentFactory(organization=acme)
    calls = [
        make_call(acme, agent=agent, loads=[load], created_at=NOW - timedelta(minutes=n)) for n in range(11)
    ]
    make_call(acme, agent=agent, loads=[other])
    response = page.get(reverse("calls:of_load", args=[load.pk]), headers={"HX-Request": "true"})
    assert [row.pk for row in response.context["rows"]] == [call.pk for call in calls[:10]]
    assert f"{LIST}?load=A%26B" in response.text


@pytest.mark.parametrize(
    ("report", "words", "others"),
    [
        ({"late_minutes": 45}, "45 min late", "On time"),
        ({"late_minutes": 0}, "On time", "late"),
        ({"is_waiting": True}, "At the facility", "late"),
        ({}, "Completed", "late"),
    ],
    ids=["late", "on time", "waiting", "unknown"],
)
def test_of_load_tells_how_its_truck_stands(page, acme, report, words, others):
    load = LoadFactory(organization=acme)
    report_of(make_call(acme, loads=[load]), load, **report)
    text = page.get(reverse("calls:of_load", args=[load.pk]), headers={"HX-Request": "true"}).text
    assert words in text
    assert others not in text


def test_of_load_without_calls_says_so(page, acme, django_assert_num_queries):
    url = reverse("calls:of_load", args=[LoadFactory(organization=acme).pk])
    with django_assert_num_queries(5):
        assert "No calls yet" in page.get(url, headers={"HX-Request": "true"}).text


def test_of_load_leads_to_the_list_without_htmx(page, acme):
    load = LoadFactory(organization=acme, external_id="48213")
    assert page.get(reverse("calls:of_load", args=[load.pk])).url == f"{LIST}?load=48213"


def test_load_page_fetches_its_calls(page, acme):
    load = LoadFactory(organization=acme, external_id="48213")
    text = page.get(reverse("loads:page", args=[load.pk])).text
    assert f'hx-get="{reverse("calls:of_load", args=[load.pk])}"' in text
    assert f'href="{LIST}?load=48213"' in text
