"""The forms by which a broker has somebody called, and corrects what a call is counted under."""

import pytest
from django.urls import reverse

from calls.models import Call, CheckCallReport, Conversation, ConversationLoad
from calls.states import AgentPurpose, CallStatus
from carriers.models import CarrierContact
from loads.models import Load, LoadStatus
from organizations.models import AuditEntry
from organizations.tenancy.scope import scope
from tests.factories import (
    NOW,
    AgentFactory,
    BookingFactory,
    CallFactory,
    CallingRulesFactory,
    CarrierFactory,
    ConversationFactory,
    DoNotCallFactory,
    LoadFactory,
    OrganizationFactory,
    PhoneNumberFactory,
)

pytestmark = [pytest.mark.django_db, pytest.mark.deep]

CARRIER, BROKER = "+13125550142", "+13125550199"


@pytest.fixture
def carrier(acme):
    return CarrierFactory(organization=acme, phone=CARRIER, mc_number="790123", dot_number=2790123)


@pytest.fixture
def load(acme):
    return LoadFactory(organization=acme, external_id="48213", is_outbound_sales_enabled=True)


@pytest.fixture
def call(acme, carrier, load):
    """A carrier's call about a load, that has ended."""
    PhoneNumberFactory(organization=acme, number="+12145550100")
    conversation = ConversationFactory(
        organization=acme,
        direction="inbound",
        carrier=carrier,
        mc_number="790123",
        content_tags=["negotiation", "our_own"],
    )
    ConversationLoad.unscoped.create(organization=acme, conversation=conversation, load=load)
    return CallFactory(
        organization=acme,
        conversation=conversation,
        status=CallStatus.COMPLETED,
        from_phone=CARRIER,
        to_phone="+12145550100",
        answered_at=NOW,
        ended_at=NOW,
    )


@pytest.fixture
def agents(acme):
    for purpose in (AgentPurpose.CHECK_CALL, AgentPurpose.CARRIER_SALES):
        AgentFactory(organization=acme, purpose=purpose)


@pytest.fixture
def as_broker(client, broker, prompted):
    client.force_login(broker)
    return client


def made():
    return Call.unscoped.select_related("conversation").filter(status=CallStatus.QUEUED).get()


def wrong(response):
    assert response.status_code == 400
    errors = response.context["form"].errors
    return {name: " ".join(words) for name, words in errors.items()}


# Calling back


def test_form_knows_the_number_the_phone_and_what_to_know(as_broker, broker, call):
    broker.memberships.update(phone=BROKER)

    response = as_broker.get(reverse("calls:call_back", args=[call.pk]))

    form, page = response.context["form"], response.content.decode()
    assert (form["number"].value(), form["phone"].value()) == (CARRIER, BROKER)
    assert "Kestrel Mills" in page  # the customer
    assert "$1,953" in page  # the ceiling
    assert reverse("bids:of_call", args=[call.pk]) in page


def test_call_back_is_queued_and_its_page_shown(as_broker, broker, call, load):
    path = reverse("calls:call_back", args=[call.pk])

    response = as_broker.post(path, {"number": "(312) 555-0142", "phone": BROKER}, follow=True)

    back = made()
    assert response.redirect_chain == [(reverse("calls:page", args=[back.pk]), 302)]
    assert (back.person, back.person_phone, back.to_phone) == (broker, BROKER, CARRIER)
    assert (back.follows_id, back.from_phone) == (call.pk, "+12145550100")
    assert broker.memberships.get().phone == BROKER
    page = response.content.decode()
    assert "We’re calling your phone now." in page
    assert reverse("calls:page", args=[call.pk]) in page  # what it follows
    assert "Called back" in as_broker.get(reverse("calls:page", args=[call.pk])).content.decode()


def test_lists_and_the_api_know_a_call_by_a_person(as_broker, api, broker, call):
    as_broker.post(reverse("calls:call_back", args=[call.pk]), {"number": CARRIER, "phone": BROKER})

    records = api.get("/api/v1/calls?startTime=2020-01-01&endTime=2100-01-01").json()["calls"]

    (record,) = [each for each in records if each["id"] == made().pk]
    assert (record["direction"], record["status"], record["loadIds"]) == (
        "outbound",
        "IN_PROGRESS",
        ["48213"],
    )
    assert as_broker.get(reverse("calls:list")).status_code == 200


@pytest.mark.parametrize(
    ("given", "field", "words"),
    [
        ({"phone": ""}, "phone", "required"),
        ({"phone": "12"}, "phone", "Enter a valid phone number"),
        ({"number": ""}, "number", "required"),
        ({"number": "911"}, "number", "Enter a valid phone number"),
        ({"number": "+19005550123"}, "__all__", "premium-rate"),
        ({"number": "+442079460000"}, "__all__", "not among those"),
        ({"number": BROKER}, "__all__", "your own phone"),
    ],
)
def test_what_cant_be_called_is_said_in_words(as_broker, call, given, field, words):
    path = reverse("calls:call_back", args=[call.pk])

    errors = wrong(as_broker.post(path, {"number": CARRIER, "phone": BROKER} | given))

    assert words in errors[field]
    assert Call.unscoped.count() == 1


def test_rules_refuse_in_words(as_broker, acme, call):
    DoNotCallFactory(organization=acme, number=CARRIER)
    path = reverse("calls:call_back", args=[call.pk])

    errors = wrong(as_broker.post(path, {"number": CARRIER, "phone": BROKER}))

    assert errors["__all__"] == "This number is on your do-not-call list."


def test_page_and_form_of_who_opted_out_say_so_before_anybody_calls(as_broker, acme, call):
    DoNotCallFactory(organization=acme, number=CARRIER)
    path = reverse("calls:call_back", args=[call.pk])

    page, form = as_broker.get(reverse("calls:page", args=[call.pk])), as_broker.get(path)

    assert "Do not call" in page.text
    assert f'href="{path}"' not in page.text
    assert "on your <a" in form.text
    assert not form.context["form"]["number"].value()


def test_carrier_who_opted_out_is_marked_and_called_at_another_number(as_broker, acme, carrier):
    CarrierContact.unscoped.create(
        organization=acme, carrier=carrier, phone="+13125550177", name="Night desk"
    )
    DoNotCallFactory(organization=acme, number=CARRIER)

    told = as_broker.get(reverse("calls:of_carrier", args=[carrier.pk]), headers={"HX-Request": "true"}).text
    form = as_broker.get(reverse("calls:call_carrier", args=[carrier.pk]))

    assert 'id="opted-out" hx-swap-oob="true"' in told
    assert "(312) 555-0142" in told
    assert 'id="opted-out"' in as_broker.get(reverse("carriers:page", args=[carrier.pk])).text
    assert form.context["form"]["number"].value() == "+13125550177"
    assert "(312) 555-0142</span> is on your" in form.text


def test_carrier_who_opted_out_is_none_to_offer_a_load_to(as_broker, acme, carrier, load):
    type(carrier).unscoped.filter(pk=carrier.pk).update(is_preferred=True)
    path = reverse("calls:offer_load", args=[load.pk])
    offered = lambda: list(as_broker.get(path).context["form"].fields["carrier"].queryset)  # noqa: E731
    with scope(acme.pk):
        assert offered() == [carrier]

        DoNotCallFactory(organization=acme, number=CARRIER)

        assert offered() == []


def test_hours_refuse_and_say_when(client, prompted, broker, acme, call):
    acme.callable_countries = ["US"]
    acme.save()
    rules = CallingRulesFactory._meta.model.unscoped.filter(organization=acme)
    rules.update(hours_start=0, hours_end=1)
    client.force_login(broker)

    response = client.post(reverse("calls:call_back", args=[call.pk]), {"number": CARRIER, "phone": BROKER})

    if response.status_code == 400:  # 23 hours of 24
        assert "Try again in" in wrong(response)["__all__"]


def test_without_a_number_to_call_from_it_is_said(as_broker, acme, carrier):
    path = reverse("calls:call_carrier", args=[carrier.pk])

    errors = wrong(as_broker.post(path, {"number": CARRIER, "phone": BROKER}))

    assert errors["__all__"] == "This organization has no phone number to call from."


# Carriers


def test_carrier_is_called_about_a_load(as_broker, call, carrier, load):
    path = reverse("calls:call_carrier", args=[carrier.pk])
    page = as_broker.get(path, {"load": "48213"})
    assert page.context["form"]["load"].value() == "48213"

    as_broker.post(path, {"number": CARRIER, "phone": BROKER, "load": "48213"})

    back = made()
    assert back.conversation.carrier_id == carrier.pk
    assert (back.conversation.mc_number, back.follows_id) == ("790123", None)
    assert list(back.conversation.load_links(manager="unscoped").values_list("load", flat=True)) == [load.pk]


def test_load_that_isnt_there_is_said(as_broker, call, carrier):
    path = reverse("calls:call_carrier", args=[carrier.pk])

    errors = wrong(as_broker.post(path, {"number": CARRIER, "phone": BROKER, "load": "nope"}))

    assert errors["load"] == "No load with this ID."


# Loads


def test_check_call_is_asked_for(as_broker, call, agents, load):
    path = reverse("calls:check_call", args=[load.pk])

    as_broker.post(path, {"number": CARRIER, "callType": "dropoff", "driverName": "Dana"})

    facts = made().conversation.skill_state["facts"]
    assert (facts["loadNumber"], facts["callType"], facts["name"]) == ("48213", "dropoff", "Dana")


def test_load_is_offered_to_a_preferred_carrier(as_broker, acme, call, agents, load, carrier):
    carrier.is_preferred = True
    carrier.save()
    path = reverse("calls:offer_load", args=[load.pk])

    as_broker.post(path, {"carrier": carrier.pk})

    facts = made().conversation.skill_state["facts"]
    assert (made().to_phone, facts["dotNumber"], facts["loadId"]) == (CARRIER, 2790123, "48213")


def test_load_is_offered_to_a_number(as_broker, call, agents, load):
    path = reverse("calls:offer_load", args=[load.pk])

    errors = wrong(as_broker.post(path, {}))
    as_broker.post(path, {"number": "+13125550177", "dotNumber": "123"})

    assert set(errors) == {"number", "dotNumber"}
    assert made().to_phone == "+13125550177"


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"is_locked": True}, "locked"), ({"is_outbound_sales_enabled": False}, "outboundCarrierSalesEnabled")],
)
def test_load_that_may_not_be_offered_isnt(as_broker, call, agents, load, changes, words):
    for name, value in changes.items():
        setattr(load, name, value)
    load.save()

    path = reverse("calls:offer_load", args=[load.pk])
    errors = wrong(as_broker.post(path, {"number": CARRIER, "dotNumber": "123"}))

    assert words in errors["__all__"]


def test_without_an_agent_it_is_said(as_broker, call, load):
    path = reverse("calls:check_call", args=[load.pk])

    errors = wrong(as_broker.post(path, {"number": CARRIER, "callType": "pickup"}))

    assert "no active agent for check calls" in errors["__all__"]


def test_loads_fragment_tells_where_the_truck_is(
    as_broker, acme, load, call, django_assert_num_queries, viewer, client
):
    for late in (95, 0):
        CheckCallReport.unscoped.create(
            organization=acme,
            conversation=ConversationFactory(organization=acme),
            load=load,
            about="pickup",
            location="Texarkana, TX",
            eta=load.pickup_end_time,
            late_minutes=late,
            reported_at=NOW,
        )
    Load.unscoped.update(status=LoadStatus.COVERED)
    path = reverse("calls:load_actions", args=[load.pk])
    as_broker.get(path, headers={"HX-Request": "true"})

    with django_assert_num_queries(5):
        page = as_broker.get(path, headers={"HX-Request": "true"}).content.decode()

    assert page.index("On time") < page.index("1 hr 35 min late")
    assert "Texarkana, TX" in page
    assert reverse("calls:check_call", args=[load.pk]) in page
    client.force_login(viewer)
    assert reverse("calls:check_call", args=[load.pk]) not in client.get(path).content.decode()


def test_check_calls_are_for_loads_that_have_a_truck(as_broker, acme):
    def page_of(load):
        return as_broker.get(reverse("calls:load_actions", args=[load.pk])).content.decode()

    def button(load):
        return reverse("calls:check_call", args=[load.pk])

    open_load = LoadFactory(organization=acme, status=LoadStatus.UNASSIGNED)
    assert button(open_load) not in page_of(open_load)
    assert "No location yet" not in page_of(open_load)
    BookingFactory(organization=acme, load=open_load)
    assert button(open_load) in page_of(open_load)
    covered = LoadFactory(organization=acme, status=LoadStatus.COVERED)
    assert button(covered) in page_of(covered)
    assert "No location yet" in page_of(covered)
    delivered = LoadFactory(organization=acme, status=LoadStatus.DELIVERED)
    assert button(delivered) not in page_of(delivered)
    assert "No check calls" in page_of(delivered)


# Who may


@pytest.fixture
def paths(call, carrier, load):
    return {
        "calls:call_back": call.pk,
        "calls:call_carrier": carrier.pk,
        "calls:check_call": load.pk,
        "calls:offer_load": load.pk,
    }


def test_viewers_have_nobody_called(client, viewer, paths, call):
    client.force_login(viewer)

    for name, pk in paths.items():
        path = reverse(name, args=[pk])
        assert client.get(path).status_code == client.post(path).status_code == 403
    assert client.post(reverse("calls:change_tags", args=[call.pk])).status_code == 403
    page = client.get(reverse("calls:page", args=[call.pk])).content.decode()
    assert reverse("calls:call_back", args=[call.pk]) not in page
    assert reverse("calls:change_tags", args=[call.pk]) not in page


def test_others_rows_arent_there(client, stranger, paths, call):
    client.force_login(stranger)

    for name, pk in (paths | {"calls:change_tags": call.pk}).items():
        assert client.post(reverse(name, args=[pk])).status_code == 404


def test_others_loads_cant_be_named(client, broker, prompted, call, carrier):
    LoadFactory(organization=OrganizationFactory(), external_id="theirs")
    client.force_login(broker)

    response = client.post(
        reverse("calls:call_carrier", args=[carrier.pk]),
        {"number": CARRIER, "phone": BROKER, "load": "theirs"},
    )

    assert wrong(response)["load"] == "No load with this ID."


# Tags


def tags_of(call):
    return Conversation.unscoped.get(pk=call.pk).content_tags


def test_tags_are_corrected_and_that_is_audited(as_broker, broker, call):
    before = Conversation.unscoped.filter(pk=call.pk).values().get()

    as_broker.post(reverse("calls:change_tags", args=[call.pk]), {"tags": ["rate_rejected", "our_own"]})

    assert tags_of(call) == ["our_own", "rate_rejected"]
    after = Conversation.unscoped.filter(pk=call.pk).values().get()
    assert {name for name in after if after[name] != before[name]} == {"content_tags"}
    entry = AuditEntry.unscoped.get(action="call.tags_changed")
    assert entry.actor == f"user:{broker.pk}"
    assert entry.details["before"] == ["negotiation", "our_own"]


def test_tags_that_nobody_knows_arent_given(as_broker, call):
    as_broker.post(reverse("calls:change_tags", args=[call.pk]), {"tags": ["made_up"]})

    assert tags_of(call) == ["negotiation", "our_own"]


def test_all_tags_may_be_taken_off(as_broker, call):
    as_broker.post(reverse("calls:change_tags", args=[call.pk]), {})

    assert tags_of(call) == []


def test_tags_of_a_live_call_wait(as_broker, call):
    Call.unscoped.filter(pk=call.pk).update(status=CallStatus.ANSWERED, ended_at=None)

    as_broker.post(reverse("calls:change_tags", args=[call.pk]), {"tags": ["dropped"]})

    assert tags_of(call) == ["negotiation", "our_own"]
    assert not AuditEntry.unscoped.filter(action="call.tags_changed").exists()
