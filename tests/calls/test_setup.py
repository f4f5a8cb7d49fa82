"""Setting up what calls need: numbers from the provider, agents, and a first call to one's own phone."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from django.db import connections
from django.utils import timezone

import organizations.tenancy.queueing
from calls import telephony
from calls.models import Agent, Call, CallingRules, Conversation, PhoneNumber
from calls.services import agents
from calls.services.dialing import place_call
from calls.setup import create_standard_agents
from config.demo.sample import put_in_sample
from organizations.models import AuditEntry
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from tests.exchange import free_port, running_exchange
from tests.factories import NOW, AgentFactory, CallFactory, LoadFactory, PhoneNumberFactory

pytestmark = pytest.mark.sampled(16)

BY = {"by": system("tests"), "at": NOW}
OURS, PHONE = "+12145550100", "+13125550142"
PAGE = "/setup/phone-number/"
NIGHT = datetime(2026, 3, 3, 8, 0, tzinfo=UTC)  # two o'clock in Chicago


@pytest.fixture(scope="module")
def network():
    """A telephone network for the module."""
    with running_exchange() as exchange:
        yield exchange


@pytest.fixture
def exchange(network, settings):
    """The network, with nothing in it, as this service's provider."""
    network.forget()
    settings.TWILIO_API_URL = network.url
    settings.TWILIO_ACCOUNT_SID, settings.TWILIO_AUTH_TOKEN = network.account_sid, network.auth_token
    telephony._client.cache_clear()
    yield network
    telephony._client.cache_clear()


@pytest.fixture
def away(settings):
    """Nobody listens where the provider should."""
    settings.TWILIO_API_URL = f"http://127.0.0.1:{free_port()}"
    telephony._client.cache_clear()
    yield
    telephony._client.cache_clear()


@pytest.fixture(autouse=True)
def _nothing_is_dialed(monkeypatch):
    monkeypatch.setattr(organizations.tenancy.queueing, "_send_soon", lambda name, args: None)


@pytest.fixture
def desk(client, owner):
    client.force_login(owner)
    return client


def owned(exchange):
    return exchange.client().incoming_phone_numbers.list()


def take(desk, number):
    return desk.post(PAGE, {"number": number}, follow=True)


# A number


def test_numbers_on_sale_are_shown_by_area(desk, exchange):
    page = desk.get(PAGE).text
    assert "(214) 555-0100" in page
    assert "Dallas, TX" in page
    page = desk.get(PAGE, {"area": "615"}).text
    assert "(615) 555-0109" in page
    assert "(214)" not in page


@pytest.mark.parametrize("area", ["12", "abc", "012", "٣١٢", "3125"])
def test_area_that_is_none_is_told(desk, exchange, area):
    assert 'id="id_area_error"' in desk.get(PAGE, {"area": area}).text


def test_number_is_bought_and_led_to_us(desk, acme, exchange, settings):
    agent = AgentFactory(organization=acme, purpose="carrier_sales")
    assert take(desk, OURS).redirect_chain == [("/setup/", 302)]
    number = PhoneNumber.unscoped.get()
    assert (number.number, number.agent) == (OURS, agent)
    [bought] = owned(exchange)
    assert bought.voice_url == f"{settings.PUBLIC_URL}/phone/numbers/voice"
    assert bought.status_callback == f"{settings.PUBLIC_URL}/phone/numbers/status"
    assert AuditEntry.unscoped.get(action="phone_number.added").details == {"number": OURS}


@pytest.mark.parametrize("typed", ["(312) 555-0123", "3125550123", "+1 312 555 0123", "+13125550123"])
def test_number_may_be_typed_as_people_do(desk, exchange, typed):
    take(desk, typed)
    assert PhoneNumber.unscoped.get().number == "+13125550123"


@pytest.mark.parametrize("typed", ["", "555", "hello", "911", "+1312555012", "x" * 41, "+13125550123;ext=4"])
def test_what_is_no_number_is_told(desk, exchange, typed):
    response = desk.post(PAGE, {"number": typed})
    assert response.status_code == 400
    assert 'id="id_number_error"' in response.text
    assert not owned(exchange)


def test_number_on_the_account_that_nobody_answers_is_offered_and_taken(desk, exchange, settings):
    made = exchange.client().incoming_phone_numbers.create(
        phone_number="+16155550177", voice_url="https://demo.twilio.com/welcome/voice/"
    )
    assert "(615) 555-0177" in desk.get(PAGE).text
    take(desk, "+16155550177")
    [number] = owned(exchange)
    assert (number.sid, number.voice_url) == (made.sid, f"{settings.PUBLIC_URL}/phone/numbers/voice")


def test_number_that_another_service_answers_is_left_alone(desk, exchange):
    exchange.client().incoming_phone_numbers.create(
        phone_number="+16155550177", voice_url="https://elsewhere.example/voice"
    )
    assert "(615) 555-0177" not in desk.get(PAGE).text
    assert "isn’t available" in take(desk, "+16155550177").text
    assert owned(exchange)[0].voice_url == "https://elsewhere.example/voice"


def test_number_of_another_brokerage_is_like_one_that_cant_be_had(desk, rival, exchange):
    PhoneNumberFactory(organization=rival, number="+16155550177", agent=None)
    exchange.client().incoming_phone_numbers.create(phone_number="+16155550177")
    assert "(615) 555-0177" not in desk.get(PAGE).text
    assert "isn’t available" in take(desk, "+16155550177").text
    assert PhoneNumber.unscoped.get().organization == rival


def test_step_done_twice_changes_nothing(desk, exchange):
    take(desk, OURS)
    assert take(desk, OURS).redirect_chain == [("/setup/", 302)]
    assert PhoneNumber.unscoped.count() == len(owned(exchange)) == 1


def test_owners_dont_buy_without_end(desk, exchange, settings):
    settings.MAX_NUMBERS = 1
    take(desk, OURS)
    assert "Get a new number" not in desk.get(PAGE).text
    assert "the most that can be added here" in take(desk, "+12145550101").text
    assert len(owned(exchange)) == 1


@pytest.mark.parametrize("person", ["broker", "viewer"])
def test_only_owners_add_numbers(client, request, exchange, person):
    client.force_login(request.getfixturevalue(person))
    assert "An owner of your brokerage adds numbers" in client.get(PAGE).text
    assert client.post(PAGE, {"number": OURS}).status_code == 403


def test_provider_that_is_away_is_told(desk, away):
    assert "isn’t responding" in desk.get(PAGE).text
    response = desk.post(PAGE, {"number": OURS})
    assert (response.status_code, "isn’t responding" in response.text) == (400, True)
    assert not PhoneNumber.unscoped.exists()


@pytest.mark.django_db(transaction=True)
def test_two_owners_at_once_get_one_number(acme, rival, exchange):
    def connect(organization):
        try:
            with scope(organization.pk):
                return agents.connect_number(organization=organization, number=OURS, **BY).organization
        except agents.NumberRefused:
            return None
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as threads:
        got = list(threads.map(connect, [acme, acme, rival, rival]))
    number = PhoneNumber.unscoped.get()
    assert set(got) == {number.organization, None}


def test_end_of_an_inbound_call_is_told_by_the_number_too(client, acme, monkeypatch):
    call = CallFactory(
        organization=acme, status="ANSWERED", provider_sid="CA1", conversation__direction="inbound"
    )
    monkeypatch.setattr(telephony, "is_authentic", lambda *given: True)
    for sid, status in (("CA1", "ringing"), ("CA2", "completed"), ("", "completed")):
        assert client.post("/phone/numbers/status", {"CallSid": sid, "CallStatus": status}).status_code == 200
        call.refresh_from_db()
        assert call.status == "ANSWERED"
    client.post("/phone/numbers/status", {"CallSid": "CA1", "CallStatus": "completed"})
    call.refresh_from_db()
    assert call.status == "COMPLETED"


# Agents, and what a 409 names


def test_agent_is_turned_on_and_missing_ones_are_made(desk, acme):
    agent = AgentFactory(organization=acme, slug="check-call", purpose="check_call", is_active=False)
    assert "Turn on" in desk.get("/setup/agents/").text
    desk.post(f"/setup/agents/{agent.pk}/activate/")
    assert "Add what’s missing" in desk.get("/setup/agents/").text
    desk.post("/setup/agents/")
    desk.post("/setup/agents/")
    assert "Add what’s missing" not in desk.get("/setup/agents/").text
    found = Agent.unscoped.order_by("pk").values_list("slug", "is_active", "version")
    assert list(found) == [("check-call", True, 2), ("carrier-sales", True, 1), ("appointment-desk", True, 1)]


def test_viewer_turns_nothing_on(client, viewer, acme):
    agent = AgentFactory(organization=acme, is_active=False)
    client.force_login(viewer)
    assert "Turn on" not in client.get("/setup/agents/").text
    assert client.post(f"/setup/agents/{agent.pk}/activate/").status_code == 403
    assert client.post("/setup/agents/").status_code == 403


CHECK = ("/api/v1/track-and-trace/trigger-check-call-by-load", {"toPhone": PHONE, "loadNumber": "L-1"})
CUSTOM = ("/api/v1/custom-use-cases/desk/create-phone-call", {"toPhone": PHONE})
SALES = ("/api/v1/carrier-sales/trigger-call", {"toPhone": PHONE, "loadId": "L-1", "dotNumber": 2790123})
NO_NUMBER = {
    "code": "no_number",
    "detail": "This organization has no phone number to call from.",
    "page": "/setup/phone-number/",
}


@pytest.mark.parametrize("asked", [CHECK, CUSTOM, SALES], ids=["check", "custom", "sales"])
@pytest.mark.parametrize("has_agent", [True, False])
def test_conflict_names_all_that_is_missing_at_once(api, acme, asked, has_agent):
    for slug, purpose in (("desk", "custom"), ("check", "check_call"), ("sales", "carrier_sales")):
        AgentFactory(organization=acme, slug=slug, purpose=purpose, is_active=has_agent)
    LoadFactory(organization=acme, external_id="L-1", is_outbound_sales_enabled=True)
    url, body = asked

    response = api.post(url, json.dumps(body), content_type="application/json")

    told = response.json()
    assert (response.status_code, told["missing"][-1]) == (409, NO_NUMBER)
    codes = ["no_number"] if has_agent else ["agent_inactive", "no_number"]
    assert [each["code"] for each in told["missing"]] == codes
    assert told["code"] == codes[0]
    assert told["detail"] == " ".join(each["detail"] for each in told["missing"])
    if not has_agent:
        assert told["missing"][0]["page"] == "/setup/agents/"


# The first call


@pytest.fixture
def ready(acme, exchange):
    """A number, the standard agents, carriers and a load."""
    with scope(acme.pk):
        create_standard_agents(acme, **BY)
        put_in_sample(acme, "carriers", by=BY["by"], at=timezone.now())
        put_in_sample(acme, "load", by=BY["by"], at=timezone.now())
    PhoneNumberFactory(organization=acme, number=OURS)
    return acme


def call_me(desk, **told):
    page = desk.get("/setup/call/")
    form = page.context["form"]
    values = {
        "phone": "(312) 555-0142",
        "load": form.fields["load"].queryset[0].pk,
        "carrier": form.fields["carrier"].queryset[0].pk,
    }
    return desk.post("/setup/call/", values | told)


def test_agent_calls_ones_own_phone(desk, ready, exchange, owner):
    response = call_me(desk)
    call = Call.unscoped.select_related("conversation__agent").get()
    assert response.url == f"/calls/{call.pk}/"
    assert (call.to_phone, call.from_phone) == (PHONE, OURS)
    assert call.conversation.agent.slug == "carrier-sales"
    assert owner.memberships.get().phone == PHONE
    [told] = exchange.http.get("/exchange/subscribers").json()
    assert (told["number"], told["persona"], told["about"]["load"]) == (PHONE, "haggler", "TEST-482101")


def test_no_hour_is_too_late_for_ones_own_phone(desk, ready, monkeypatch):
    CallingRules.unscoped.filter(organization=ready).update(hours_start=8, hours_end=9, requires_consent=True)
    monkeypatch.setattr("calls.setup.timezone.now", lambda: NIGHT)
    call_me(desk)
    call = Call.unscoped.get()
    with scope(ready.pk):
        place_call(call_id=call.pk, by=system("tests"), at=NIGHT)
    call.refresh_from_db()
    assert call.status != "FAILED"


def test_caps_and_the_do_not_call_list_hold(desk, ready):
    CallingRules.unscoped.filter(organization=ready).update(per_number_hour=1)
    call_me(desk)
    Call.unscoped.update(status="COMPLETED")
    assert "per hour to this number" in call_me(desk).text


@pytest.mark.parametrize(
    "told", [{"phone": ""}, {"phone": "911"}, {"phone": "+442079460958"}, {"load": "0"}, {"carrier": "x"}]
)
def test_what_is_wrong_is_told_and_nobody_called(desk, ready, told):
    assert call_me(desk, **told).status_code == 400
    assert not Conversation.unscoped.exists()


def test_what_comes_first_is_told(desk, acme, exchange):
    page = desk.get("/setup/call/").text
    assert "Call me now" not in page
    for url in ("/setup/phone-number/", "/setup/carriers/", "/setup/load/"):
        assert f'href="{url}"' in page


def test_neighbours_loads_and_carriers_arent_offered(client, stranger, ready):
    client.force_login(stranger)
    assert "TEST-482101" not in client.get("/setup/call/").text


def test_network_that_is_away_is_told(desk, ready, away):
    assert "isn’t responding" in call_me(desk).text
    assert not Call.unscoped.exists()


def test_viewer_calls_nobody(client, viewer, ready):
    client.force_login(viewer)
    assert client.get("/setup/call/").status_code == 403
