"""The settings about calls: numbers, hours and caps, the do-not-call list; who may do what."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from calls.models import Call, CallingRules, ConsentRecord, DoNotCall
from organizations.models import AuditEntry
from tests.factories import AgentFactory, CallFactory, DoNotCallFactory, PhoneNumberFactory

pytestmark = pytest.mark.deep

NUMBERS = reverse("calls:numbers")
RULES = reverse("calls:calling_rules")
LIST = reverse("calls:do_not_call")
UPLOAD = reverse("calls:upload_do_not_call")
PHONE = "+13125550123"


@pytest.fixture
def page(client, owner):
    """The signed-in owner's browser."""
    client.force_login(owner)
    return client


# Numbers


def test_owner_says_who_answers(page, acme, rival):
    number, agent = PhoneNumberFactory(organization=acme), AgentFactory(organization=acme)
    url = reverse("calls:assign_number", args=[number.pk])

    assert "Agent for" in page.get(NUMBERS).text
    page.post(url, {"agent": agent.pk})
    number.refresh_from_db()
    assert number.agent_id == agent.pk
    entry = AuditEntry.unscoped.get(action="phone_number.assigned")
    assert entry.details == {"number": number.number, "agent": agent.slug}

    page.post(url, {"agent": agent.pk})
    assert AuditEntry.unscoped.filter(action="phone_number.assigned").count() == 1
    page.post(url, {"agent": AgentFactory(organization=rival).pk})
    number.refresh_from_db()
    assert number.agent_id == agent.pk
    page.post(url, {"agent": ""})
    number.refresh_from_db()
    assert number.agent_id is None


def test_broker_reads_who_answers(client, broker, acme):
    number = PhoneNumberFactory(organization=acme, agent=AgentFactory(organization=acme, name="Desk"))
    client.force_login(broker)

    text = client.get(NUMBERS).text

    assert "Desk" in text
    assert "Agent for" not in text
    assert client.post(reverse("calls:assign_number", args=[number.pk]), {"agent": ""}).status_code == 403


@pytest.mark.parametrize("count", [1, 20])
def test_numbers_take_as_many_queries_for_many(page, acme, django_assert_num_queries, count):
    for _ in range(count):
        PhoneNumberFactory(organization=acme, agent=AgentFactory(organization=acme))
    with django_assert_num_queries(5):
        page.get(NUMBERS)


def test_organization_without_a_number_is_told_how_to_get_one(page):
    assert "No phone numbers yet" in page.get(NUMBERS).text


# Hours and caps


def values(page, **changes):
    form = page.get(RULES).context["form"]
    data = {field.name: field.value() for field in form}
    return {
        name: "on" if value is True else value
        for name, value in (data | changes).items()
        if value is not None and value is not False
    }


def test_owner_changes_the_rules(page, acme):
    data = values(page, hours_start=9, hours_end=17, transfer_number="+1 312-555-0123", requires_consent=True)

    assert page.post(RULES, data).status_code == 302

    rules = CallingRules.unscoped.get(organization=acme)
    assert (rules.hours_start, rules.hours_end, rules.requires_consent) == (9, 17, True)
    assert rules.transfer_number == PHONE
    entry = AuditEntry.unscoped.get(action="calling_rules.changed")
    assert entry.details["values"] == {
        "hours_start": 9,
        "hours_end": 17,
        "transfer_number": PHONE,
        "requires_consent": True,
    }
    page.post(RULES, values(page))
    assert AuditEntry.unscoped.filter(action="calling_rules.changed").count() == 1


def test_rules_are_made_where_there_were_none(page, acme):
    CallingRules.unscoped.all().delete()

    assert page.post(RULES, values(page, per_minute=7)).status_code == 302
    assert CallingRules.unscoped.get(organization=acme).per_minute == 7


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"hours_start": 18, "hours_end": 9}, "The start must be before the end."),
        ({"hours_end": 25}, "less than or equal to 24"),
        ({"per_minute": 0}, "greater than or equal to 1"),
        ({"per_minute": "many"}, "whole number"),
        ({"longest_minutes": 31}, "less than or equal to 30"),
        ({"transfer_number": "12"}, "Enter a valid phone number"),
        ({"recording_announcement": "x" * 301}, "at most 300"),
    ],
)
def test_wrong_rules_are_told(page, acme, changes, words):
    before = CallingRules.unscoped.values().get(organization=acme)

    response = page.post(RULES, values(page, **changes))

    assert response.status_code == 200
    assert words in response.text
    assert CallingRules.unscoped.values().get(organization=acme) == before


def test_broker_reads_the_rules(client, broker):
    client.force_login(broker)

    text = client.get(RULES).text

    assert "Only owners can edit" in text
    assert 'name="hours_start"' not in text
    assert client.post(RULES, {"per_minute": 1}).status_code == 403


# Do not call


def test_number_is_added_and_its_waiting_calls_are_canceled(page, acme, owner, prompted):
    call = CallFactory(organization=acme, to_phone=PHONE)

    response = page.post(LIST, {"number": "+1 (312) 555-0123", "reason": "Asked by mail"})

    assert response.status_code == 302
    entry = DoNotCall.unscoped.get()
    assert (entry.number, entry.reason, entry.by) == (PHONE, "Asked by mail", f"user:{owner.pk}")
    assert Call.unscoped.get(pk=call.pk).status == "CANCELED"
    assert str(owner) in page.get(LIST).text


@pytest.mark.parametrize(
    "data", [{"number": "12", "reason": "x"}, {"number": PHONE}, {"number": f"{PHONE};ext=1", "reason": "x"}]
)
def test_wrong_number_is_told(page, data):
    response = page.post(LIST, data)

    assert response.status_code == 200
    assert response.context["form"].errors
    assert not DoNotCall.unscoped.exists()


def test_number_is_taken_off_with_a_reason(page, acme, owner):
    entry = DoNotCallFactory(organization=acme, number=PHONE)
    url = reverse("calls:allow_again", args=[entry.pk])

    page.post(url, {"source": ""})
    assert DoNotCall.unscoped.exists()
    page.post(url, {"source": "Called us on Monday"})

    assert not DoNotCall.unscoped.exists()
    record = ConsentRecord.unscoped.get()
    assert (record.kind, record.source, record.by) == ("granted", "Called us on Monday", f"user:{owner.pk}")


def upload(page, content):
    if isinstance(content, str):
        content = content.encode()
    return page.post(UPLOAD, {"file": SimpleUploadedFile("list.csv", content)})


def test_file_is_added_line_by_line(page, acme, owner):
    DoNotCallFactory(organization=acme, number="+13125550100", reason="Before")
    call = CallFactory(organization=acme, to_phone="+13125550102")

    response = upload(
        page,
        "\ufeffNumber,Reason\r\n+13125550100,again\r\n+1 312 555 0101\r\n\r\n"
        '+13125550102,"Said so, twice"\r\n911,police\r\n,nobody\r\n+13125550101,twice\r\n',
    )

    assert response.context["wrong"] == [
        (6, "911", response.context["wrong"][0][2]),
        (7, "", "No phone number in the first column."),
    ]
    assert "Line 6" in response.text
    entries = dict(DoNotCall.unscoped.values_list("number", "reason"))
    assert entries == {
        "+13125550100": "Before",
        "+13125550101": "twice",
        "+13125550102": "Said so, twice",
    }
    assert ConsentRecord.unscoped.filter(by=f"user:{owner.pk}", kind="revoked").count() == 2
    assert AuditEntry.unscoped.get(action="do_not_call.imported").details == {"count": 2}
    assert Call.unscoped.get(pk=call.pk).status == "CANCELED"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\xfe1", "UTF-8"),
        (b"+13125550101\0", "That isn’t a text file."),
        (b"", "empty"),
        (b"x" * (1024 * 1024 + 1), "The file can be up to 1 MB."),
        ("+13125550101\n" * 10_001, "Up to 10,000 lines per file."),
        ('"' + "x" * 200_000, "That isn’t a CSV file."),
    ],
)
def test_file_that_is_none_is_told(page, content, words):
    response = upload(page, content)

    assert response.status_code == 200
    assert words in response.text
    assert not DoNotCall.unscoped.exists()


def test_list_is_searched(page, acme, rival):
    DoNotCallFactory(organization=acme, number="+13125550101")
    DoNotCallFactory(organization=acme, number="+12145550101")
    DoNotCallFactory(organization=rival, number="+13125550102")

    def found(search):
        return [row.number for row in page.get(LIST, {"q": search}).context["table"].page]

    assert found("+1 312") == ["+13125550101"]
    assert found("x") == []
    assert len(found("")) == 2
    assert "Number not on the list" in page.get(LIST, {"q": "+44"}).text


def test_viewer_reads_the_list_alone(client, viewer, acme):
    entry = DoNotCallFactory(organization=acme, number=PHONE)
    client.force_login(viewer)

    text = client.get(LIST).text
    assert "(312) 555-0123" in text
    assert "Never call it" not in text
    assert "Take off" not in text
    assert client.post(LIST, {"number": PHONE, "reason": "x"}).status_code == 403
    assert upload(client, "+13125550101").status_code == 403
    url = reverse("calls:allow_again", args=[entry.pk])
    assert client.post(url, {"source": "x"}).status_code == 403


@pytest.mark.parametrize("count", [1, 60])
def test_list_takes_as_many_queries_for_many(page, acme, owner, django_assert_num_queries, count):
    for _ in range(count):
        DoNotCallFactory(organization=acme, by=f"user:{owner.pk}")
    with django_assert_num_queries(6):
        page.get(LIST)
