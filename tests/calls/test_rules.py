"""Rules of calling where they meet the database: what a request and a dial are refused for."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection

import organizations.tenancy.queueing
from calls import telephony
from calls.calling_rules import NotAllowed, read_destination
from calls.models import Call, CallingRules, CheckCallReport, ConsentRecord, Conversation
from calls.services import dialing, permission, progress, requests
from calls.services.permission import rules_of
from calls.states import CallStatus
from loads.models import Load
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from tests.factories import (
    NOW,
    AgentFactory,
    CallFactory,
    CallingRulesFactory,
    LoadFactory,
    OrganizationFactory,
    PhoneNumberFactory,
)

pytestmark = pytest.mark.sampled(10)

CLIENT = system("tests")
PHONE = "+13125550123"
ANOTHER = "+13125550124"
NIGHT = NOW + timedelta(hours=14)  # 23:00 in Chicago
MORNING = NOW + timedelta(hours=23)  # 08:00 on the next day


@pytest.fixture
def set_rules(in_acme):
    """Give acme other rules than the lenient ones of tests."""

    def change(**values):
        CallingRules.objects.update(**values)

    return change


@pytest.fixture
def equipped(in_acme):
    """Acme with agents, a number and a load with its stops."""
    AgentFactory(organization=in_acme, slug="desk")
    AgentFactory(organization=in_acme, slug="checker", purpose="check_call")
    PhoneNumberFactory(organization=in_acme, number="+12145550100")
    LoadFactory(organization=in_acme, external_id="L-1")
    return in_acme


def ask(organization, phone=PHONE, at=NOW):
    return requests.request_custom_call(
        organization=organization,
        agent_slug="desk",
        destination=read_destination(phone),
        dynamic_variables={},
        by=CLIENT,
        at=at,
    )


def check(organization, phone=PHONE, load="L-1", at=NOW):
    return requests.request_check_call(
        organization=organization,
        destination=read_destination(phone),
        request={"loadNumber": load, "callType": "pickup", "nextStopCity": "Dallas"},
        input_data={},
        by=CLIENT,
        at=at,
    )


def refusal(send, *arguments, **named):
    """Why the request is refused; nothing of it stays."""
    before = Call.objects.count(), Conversation.objects.count(), Load.objects.count()
    with pytest.raises(NotAllowed) as caught:
        send(*arguments, **named)
    assert (Call.objects.count(), Conversation.objects.count(), Load.objects.count()) == before
    return caught.value.reason


def test_organization_without_rules_has_the_defaults(db):
    rules = rules_of(OrganizationFactory(calling_rules=None))

    assert rules.pk is None
    assert (rules.hours_start, rules.hours_end, rules.quiet_minutes) == (8, 21, 30)
    assert (rules.per_minute, rules.per_day, rules.per_number_hour, rules.most_live) == (30, 500, 3, 20)
    assert (rules.longest, rules.records_calls) == (timedelta(minutes=30), False)


def test_rules_are_each_organizations_own(acme, rival):
    CallingRules.unscoped.filter(organization=acme).update(per_minute=7)

    assert (rules_of(acme).per_minute, rules_of(rival).per_minute) == (7, 30_000)


# Requests


def test_night_call_is_refused_until_the_morning(equipped, set_rules):
    set_rules(hours_start=8, hours_end=21)

    reason = refusal(ask, equipped, at=NIGHT)

    assert (reason.code, reason.retry_at) == ("outside_calling_window", MORNING)
    assert ask(equipped, at=MORNING).pk
    assert ask(equipped, phone="+18085550123", at=NIGHT).pk  # it is 19:00 in Honolulu


def test_own_number_is_refused(equipped, rival):
    assert refusal(ask, equipped, phone="+12145550100").code == "destination_not_allowed"
    with scope(rival.pk):
        AgentFactory(organization=rival, slug="desk")
        PhoneNumberFactory(organization=rival, number="+12145550177")
        assert ask(rival, phone="+12145550100").pk  # another brokerage's office


def test_number_that_opted_out_is_refused(equipped, rival):
    permission.opt_out(organization=equipped, number=PHONE, reason="said so", by=CLIENT, at=NOW)

    assert refusal(ask, equipped).code == "do_not_call"
    assert refusal(ask, equipped, phone=f"{PHONE};ext=42").code == "do_not_call"
    assert refusal(check, equipped, load="L-new").code == "do_not_call"
    assert ask(equipped, phone=ANOTHER).pk
    with scope(rival.pk):
        AgentFactory(organization=rival, slug="desk")
        PhoneNumberFactory(organization=rival)
        assert ask(rival).pk


def test_consent_is_asked_for_where_the_rules_say_so(equipped, set_rules):
    set_rules(requires_consent=True)
    assert refusal(ask, equipped).code == "no_consent"

    for kind, is_called in [("granted", True), ("revoked", False), ("granted", True)]:
        permission.record_consent(
            organization=equipped, number=PHONE, kind=kind, source="packet", by=CLIENT, at=NOW
        )
        if is_called:
            assert ask(equipped).pk
        else:
            assert refusal(ask, equipped).code == "no_consent"


@pytest.mark.parametrize(
    ("cap", "window"),
    [
        ("per_minute", timedelta(minutes=1)),
        ("per_number_hour", timedelta(hours=1)),
        ("per_day", timedelta(days=1)),
    ],
)
def test_cap_is_reached_and_free_again(equipped, set_rules, cap, window):
    set_rules(**{cap: 3})
    for second in range(3):
        ask(equipped, at=NOW + timedelta(seconds=second))

    at = NOW + timedelta(seconds=10)
    reason = refusal(ask, equipped, at=at)

    assert (reason.code, reason.retry_at) == ("call_limit_reached", NOW + window)
    assert refusal(ask, equipped, at=reason.retry_at - timedelta(microseconds=1))
    assert ask(equipped, at=reason.retry_at).pk
    assert refusal(ask, equipped, at=reason.retry_at).retry_at == reason.retry_at + timedelta(seconds=1)


def test_cap_of_a_number_leaves_other_numbers_alone(equipped, set_rules):
    set_rules(per_number_hour=1)
    ask(equipped)

    assert refusal(ask, equipped, phone=f"{PHONE};ext=1").code == "call_limit_reached"
    assert ask(equipped, phone=ANOTHER).pk


def test_caps_count_this_organizations_calls_out(equipped, set_rules, rival):
    set_rules(per_minute=1, most_live=1)
    CallFactory(organization=rival)
    inbound = CallFactory(organization=equipped, conversation__direction="inbound", status="ANSWERED")
    imported = CallFactory(
        organization=equipped,
        conversation__external_id="old-1",
        conversation__created_at=NOW,
        status="COMPLETED",
    )

    assert ask(equipped).pk not in (inbound.pk, imported.pk)
    assert refusal(ask, equipped).code == "call_limit_reached"


def test_live_calls_are_capped_until_one_ends(equipped, set_rules):
    set_rules(most_live=2)
    first, _ = ask(equipped), ask(equipped)

    reason = refusal(ask, equipped)
    assert (reason.code, reason.retry_at) == ("call_limit_reached", None)

    progress.end_call(call_id=first.pk, status=CallStatus.FAILED, reason="test", by=CLIENT, at=NOW)
    assert ask(equipped).pk


def test_check_call_under_way_keeps_the_next_one_back(equipped, set_rules):
    set_rules(quiet_minutes=30)
    first = check(equipped)

    reason = refusal(check, equipped, phone=ANOTHER, at=NOW + timedelta(minutes=5))
    assert (reason.code, reason.retry_at) == ("recently_contacted", NOW + timedelta(minutes=30))
    # The same number isn't rung again while it may still ring, however old the request is.
    late = NOW + timedelta(minutes=31)
    assert refusal(check, equipped, at=late).retry_at is None
    assert check(equipped, phone=ANOTHER, at=late).pk
    assert check(equipped, load="L-2").pk
    assert ask(equipped).pk  # no check call
    assert first.status == CallStatus.QUEUED


def test_call_that_nobody_answered_may_be_repeated_at_once(equipped, set_rules):
    set_rules(quiet_minutes=30)
    first = check(equipped)
    progress.note_status(call_id=first.pk, provider_status="no-answer", by=CLIENT, at=NOW)

    assert check(equipped).pk


def test_fresh_report_keeps_the_phone_quiet(equipped, set_rules):
    set_rules(quiet_minutes=30)
    first = check(equipped)
    progress.note_status(call_id=first.pk, provider_status="no-answer", by=CLIENT, at=NOW)
    load = Load.objects.get(external_id="L-1")
    CheckCallReport.objects.create(
        organization=equipped, conversation=first.conversation, load=load, about="pickup", reported_at=NOW
    )

    reason = refusal(check, equipped, at=NOW + timedelta(minutes=29))
    assert (reason.code, reason.retry_at) == ("recently_contacted", NOW + timedelta(minutes=30))
    assert check(equipped, at=NOW + timedelta(minutes=30)).pk


# Exact, whoever asks at the same moment

AT_ONCE = 40


@pytest.mark.deep_but(1)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("rules", "passed"),
    [
        ({"per_minute": 30}, 30),
        ({"per_day": 17}, 17),
        ({"per_number_hour": 3}, 3),
        ({"most_live": 20}, 20),
    ],
)
def test_caps_are_exact_among_threads(rules, passed, monkeypatch):
    monkeypatch.setattr(organizations.tenancy.queueing, "_send_soon", lambda name, args: None)
    organization = OrganizationFactory(calling_rules=None)
    CallingRulesFactory(organization=organization, **rules)
    AgentFactory(organization=organization, slug="desk")
    PhoneNumberFactory(organization=organization)
    start = threading.Barrier(AT_ONCE)

    def send(_):
        try:
            start.wait(60)
            with scope(organization.pk):
                ask(organization)
        except NotAllowed as error:
            return error.code
        finally:
            connection.close()
        return "queued"

    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(send, range(AT_ONCE)))

    assert answers.count("queued") == passed
    assert answers.count("call_limit_reached") == AT_ONCE - passed
    assert Call.unscoped.count() == passed


@pytest.mark.django_db(transaction=True)
def test_one_check_call_goes_out_however_many_ask(monkeypatch):
    monkeypatch.setattr(organizations.tenancy.queueing, "_send_soon", lambda name, args: None)
    organization = OrganizationFactory(calling_rules=None)
    CallingRulesFactory(organization=organization, quiet_minutes=30)
    AgentFactory(organization=organization, purpose="check_call")
    PhoneNumberFactory(organization=organization)
    start = threading.Barrier(8)

    def send(_):
        try:
            start.wait(60)
            with scope(organization.pk):
                check(organization, load="L-new")
        except NotAllowed as error:
            return error.code
        finally:
            connection.close()
        return "queued"

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(send, range(8)))

    assert sorted(answers) == ["queued"] + ["recently_contacted"] * 7


# Dialing


@pytest.fixture
def dialed(monkeypatch):
    """The provider takes every call; what it was asked stands in the list."""
    asked = []

    def place_call(**parameters):
        asked.append(parameters)
        return f"CA{len(asked):032x}"

    monkeypatch.setattr(telephony, "place_call", place_call)
    return asked


def dial(call, at=NOW):
    dialing.place_call(call_id=call.pk, by=system("worker"), at=at)
    call.refresh_from_db()
    return call.status, call.failure_reason


def test_call_whose_hours_have_passed_in_the_queue_is_not_dialed(equipped, set_rules, dialed):
    set_rules(hours_start=8, hours_end=21)
    evening = NOW + timedelta(hours=11, minutes=59)
    call = ask(equipped, at=evening)

    assert dial(call, at=evening + timedelta(minutes=1)) == ("FAILED", "outside_calling_window")
    assert not dialed


def test_call_to_a_country_that_is_allowed_no_more_is_not_dialed(equipped, dialed):
    call = ask(equipped)
    equipped.callable_countries = ["MX"]
    equipped.save()

    assert dial(call) == ("FAILED", "destination_not_allowed")
    assert not dialed


def test_call_to_a_number_that_opted_out_in_between_is_not_dialed(equipped, dialed):
    permission.opt_out(organization=equipped, number=PHONE, reason="said so", by=CLIENT, at=NOW)
    call = CallFactory(organization=equipped, conversation__agent=AgentFactory(organization=equipped))

    assert dial(call) == ("CANCELED", "do_not_call")
    assert not dialed


def test_consent_withdrawn_in_between_keeps_the_phone_quiet(equipped, set_rules, dialed):
    call = ask(equipped)
    set_rules(requires_consent=True)

    assert dial(call) == ("FAILED", "no_consent")
    assert not ConsentRecord.objects.exists()


def test_caps_are_no_matter_of_dialing(equipped, set_rules, dialed):
    call = ask(equipped)
    set_rules(per_minute=1, per_day=1, per_number_hour=1, most_live=1)

    assert dial(call) == ("PLACED", "")


def test_rules_say_how_long_it_rings_and_the_line_may_last_for_people(equipped, set_rules, dialed):
    set_rules(longest_minutes=7, ring_seconds=12)
    dial(ask(equipped))

    assert (dialed[0]["longest"], dialed[0]["ring_seconds"]) == (timedelta(hours=4), 12)
