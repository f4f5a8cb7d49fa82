"""The search for everything: what is found, for whom, in what order, at what cost, whatever is typed."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from calls.models import Call, SpokenWords
from calls.states import CallStatus, Direction
from tests.factories import (
    NOW,
    CallFactory,
    CarrierFactory,
    ConversationFactory,
    LoadFactory,
    MembershipFactory,
)

pytestmark = [pytest.mark.django_db, pytest.mark.deep]
SUGGESTING = {"HX-Request": "true", "HX-Target": "suggestions"}


@pytest.fixture
def page(acme):
    client = Client()
    client.force_login(MembershipFactory(organization=acme).user)
    return client


def call(organization, transcript="", *, carrier=None, minutes=0, **values):
    at = NOW + timedelta(minutes=minutes)
    talk = ConversationFactory(
        organization=organization, carrier=carrier, direction=Direction.INBOUND, created_at=at
    )
    values = {"status": CallStatus.COMPLETED, "transcript": transcript} | values
    return CallFactory(organization=organization, conversation=talk, **values)


def sections(page, text, **extra):
    response = page.get(reverse("organizations:search"), {"q": text}, **extra)
    assert response.status_code == 200
    return {section.label: [hit.url for hit in section.hits] for section in response.context["sections"]}


def url_of(row):
    name = {"Load": "loads:page", "Carrier": "carriers:page", "Call": "calls:page"}[type(row).__name__]
    return reverse(name, args=[row.pk])


def test_a_load_is_found_by_id_place_state_or_customer(page, acme):
    load = LoadFactory(
        organization=acme,
        external_id="L-77",
        origin_city="Laredo",
        origin_state="TX",
        customer_name="Kestrel",
    )
    other = LoadFactory(organization=acme, external_id="X-771", origin_city="Boise", origin_state="ID")
    for text in ("l-77", "laredo, tx", "KESTREL", "lared kest"):
        assert url_of(load) in sections(page, text)["Loads"]
    assert sections(page, "boise")["Loads"] == [url_of(other)]
    assert sections(page, "laredo boise") == {}


def test_just_that_id_comes_first(page, acme):
    LoadFactory(organization=acme, external_id="4821")
    CarrierFactory(organization=acme, mc_number="482")
    wanted = LoadFactory(organization=acme, external_id="482")
    found = page.get(reverse("organizations:search"), {"q": "482"}).context["sections"]
    assert found[0].hits[0].url == url_of(wanted)
    assert [section.is_exact for section in found] == sorted((s.is_exact for s in found), reverse=True)


def test_calls_stand_below_the_carrier_whom_they_were_with(page, acme):
    carrier = CarrierFactory(organization=acme, mc_number="790123", name="Blackridge")
    call(acme, carrier=carrier)
    assert list(sections(page, "Blackri")) == ["Carriers", "Calls"]


def test_a_call_is_found_by_its_id(page, acme):
    one = call(acme)
    assert sections(page, f"#{one.pk}")["Calls"] == [url_of(one)]


@pytest.mark.parametrize("text", ["790123", "MC 790123", "mc-790123", "MC# 790123", "2790123", "DOT 2790123"])
def test_a_carrier_is_found_by_its_numbers(page, acme, text):
    carrier = CarrierFactory(organization=acme, mc_number="790123", dot_number=2790123, name="Blackridge")
    assert sections(page, text)["Carriers"] == [url_of(carrier)]


@pytest.mark.parametrize(
    "text", ["blackridge", "trucking black", "Blakridge", "blackridge truking", "bl ridge"]
)
def test_a_carrier_is_found_by_its_name_typing_errors_and_all(page, acme, text):
    carrier = CarrierFactory(organization=acme, name="Blackridge Trucking LLC")
    CarrierFactory(organization=acme, name="Sonora Freight")
    assert sections(page, text)["Carriers"] == [url_of(carrier)]


@pytest.mark.parametrize(
    "text", ["+13125550147", "(312) 555-0147", "312.555.0147", "1 312 555 0147", "312 555 0", "3125550"]
)
def test_carriers_and_calls_are_found_by_phone_number_in_any_notation(page, acme, text):
    carrier = CarrierFactory(organization=acme, phone="+13125550147")
    one = call(acme, from_phone="+13125550147")
    placed = call(acme, from_phone="+12145550100", to_phone="+13125550147", minutes=1)
    call(acme, from_phone="+13135550147", to_phone="+12145550100")
    found = sections(page, text)
    assert found == {"Carriers": [url_of(carrier)], "Calls": [url_of(placed), url_of(one)]}


def test_no_carriers_calls_hide_those_of_another(page, acme):
    quiet, busy = (CarrierFactory(organization=acme, name=f"Blackridge {word}") for word in ("East", "West"))
    rare = call(acme, carrier=quiet)
    often = [call(acme, carrier=busy) for _ in range(8)][::-1]
    found = sections(page, "Blackridge")["Calls"]
    assert found == [url_of(each) for each in (*often[:2], rare, *often[2:])][: len(found)]


def test_calls_are_found_by_carrier(page, acme):
    carrier = CarrierFactory(organization=acme, name="Blackridge Trucking")
    one, later = call(acme, carrier=carrier), call(acme, carrier=carrier, minutes=5)
    call(acme)
    assert sections(page, "blackridge")["Calls"] == [url_of(later), url_of(one)]


SPOKEN = "Agent: Is the lumper fee paid?\nCaller: Los choferes pagan. Détention runs after two hours."


@pytest.mark.parametrize(
    "text",
    [
        "lumper",
        "LUMPERS paid",
        '"lumper fee"',
        "choferes",
        "lumper -reefer",
        "nothing or choferes",
        "détention",
    ],
)
def test_calls_are_found_by_words_that_were_said(page, acme, text):
    one, later = call(acme, SPOKEN), call(acme, SPOKEN, minutes=5)
    call(acme, "Agent: Where is the truck?")
    assert sections(page, text)["Calls"] == [url_of(later), url_of(one)]


@pytest.mark.parametrize("text", ['"fee lumper"', "lumper -fee", "lumper tarp", "the"])
def test_calls_without_those_words_are_not_found(page, acme, text):
    call(acme, SPOKEN)
    assert "Calls" not in sections(page, text)


def test_words_are_shown_where_they_were_said_and_never_as_markup(page, acme):
    call(acme, "Caller: the lumper is < 5 & {{ tarp }}. <script>alert(1)</script>")
    text = page.get(reverse("organizations:search"), {"q": "lumper"}).text
    assert "<mark>lumper</mark>" in text
    assert "<script>alert" not in text
    assert "<mark>lumper</mark> is &lt; 5 &amp; {{ tarp" in text


def test_rare_words_are_found_beyond_the_newest_calls(page, acme, monkeypatch):
    monkeypatch.setattr("calls.selectors.search._AMONG_NEWEST", "SELECT 1 WHERE %(text)s::text IS NULL")
    one = call(acme, SPOKEN)
    assert sections(page, "lumper")["Calls"] == [url_of(one)]


def test_words_follow_the_transcript(acme):
    one = call(acme)
    assert not SpokenWords.unscoped.exists()
    Call.unscoped.filter(pk=one.pk).update(transcript="Caller: tarps")
    Call.unscoped.filter(pk=one.pk).update(transcript="Caller: chains")
    assert "chain" in SpokenWords.unscoped.get().words
    assert "tarp" not in SpokenWords.unscoped.get().words
    Call.unscoped.filter(pk=one.pk).delete()
    assert not SpokenWords.unscoped.exists()


@pytest.mark.parametrize("text", ["Blackridge", "+13125550147", "lumper", "L-77", "790123"])
def test_nothing_of_another_organization_is_found(page, rival, text):
    carrier = CarrierFactory(organization=rival, name="Blackridge", mc_number="790123", phone="+13125550147")
    LoadFactory(organization=rival, external_id="L-77")
    one = call(rival, SPOKEN, carrier=carrier, from_phone="+13125550147")
    assert sections(page, text) == {}
    assert sections(page, str(one.pk)) == {}


HOSTILE = [
    "",
    "   ",
    "'",
    '"',
    '"""',
    "\\",
    "%",
    "_",
    "a%b_c\\",
    "&|!():*<->",
    "or or or",
    "-",
    "- -x",
    "x" * 10_000,
    "y " * 5_000,
    "9" * 300,
    "😀🚛",
    "\u202eabc",
    "{{ 7*7 }}",
    "<script>",
    "' OR 1=1 --",
    "+",
    "(((",
    "MC",
    "#",
    "00000",
    "-5",
    "٣١٢٥٥٥٠١٤٧",
    "½",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("headers", [{}, SUGGESTING], ids=["page", "suggestions"])
def test_whatever_is_typed_is_answered(page, acme, text, headers):
    carrier = CarrierFactory(organization=acme, name="A%b_c\\ 😀")
    call(acme, SPOKEN, carrier=carrier)
    response = page.get(reverse("organizations:search"), {"q": text}, headers=headers)
    assert response.status_code == 200
    assert "<script>al" not in response.text


@pytest.mark.parametrize("query", ["q=lum%00per", "q=%ff"])
def test_what_is_no_text_is_a_bad_request(page, query):
    assert page.get(f"{reverse('organizations:search')}?{query}").status_code == 400


def test_percent_and_underscore_are_themselves(page, acme):
    CarrierFactory(organization=acme, name="Plain Freight")
    assert sections(page, "%%%") == {}
    assert sections(page, "P_ain") == {}


@pytest.mark.parametrize("headers", [{}, SUGGESTING], ids=["page", "suggestions"])
def test_it_costs_few_queries_however_much_is_found(page, acme, headers, django_assert_num_queries):
    carrier = CarrierFactory(organization=acme, name="Lumper Lines", mc_number="3125550")
    for number in range(30):
        LoadFactory(organization=acme, external_id=f"lumper-{number}")
        call(acme, SPOKEN, carrier=carrier if number % 2 else None, from_phone="+13125550147")
    url = reverse("organizations:search")
    page.get(url, {"q": "lumper"}, headers=headers)
    # Loads, their offers and bookings; carriers; carriers whose calls; calls, their loads. Words only where few calls
    # were found by carrier.
    with django_assert_num_queries(SIGNED_IN + 7):
        page.get(url, {"q": "lumper"}, headers=headers)
    with django_assert_num_queries(SIGNED_IN + 5):
        page.get(url, {"q": "3125550"}, headers=headers)
    with django_assert_num_queries(SIGNED_IN + 7):
        page.get(url, {"q": "fee paid"}, headers=headers)


SIGNED_IN = 3  # session, person, memberships


def test_suggestions_are_options_that_lead_somewhere(page, acme):
    carrier = CarrierFactory(organization=acme, name="Blackridge")
    text = page.get(reverse("organizations:search"), {"q": "black"}, headers=SUGGESTING).text
    assert f'role="option" id="option-1-1" href="{url_of(carrier)}"' in text
    assert "<html" not in text
    nothing = page.get(reverse("organizations:search"), {"q": "zzzz"}, headers=SUGGESTING).text
    assert "No results" in nothing


def test_one_letter_suggests_nothing_yet(page, acme):
    CarrierFactory(organization=acme, name="Blackridge")
    assert "option" not in page.get(reverse("organizations:search"), {"q": "b"}, headers=SUGGESTING).text


def test_strangers_are_sent_to_sign_in(client):
    response = client.get(reverse("organizations:search"), {"q": "x"})
    assert response.status_code == 302
    assert "sign-in" in response.url
