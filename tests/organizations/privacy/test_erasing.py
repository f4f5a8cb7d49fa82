"""An erased person is found nowhere: not in a dump of the whole database, not in files, not in what was sent."""

import json
import re
import subprocess
from datetime import timedelta

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import connection
from django.urls import reverse

from analytics.rebuilding import complete
from bids.models import Bid, NegotiationStep
from bids.negotiation import Action
from calls.calling_rules import read_destination
from calls.models import (
    Call,
    CheckCallReport,
    Conversation,
    ConversationLoad,
    DoNotCall,
    EmailMessage,
    EmailThread,
    LoadAlarm,
    Recording,
    Transfer,
    Turn,
)
from calls.services.permission import NotAllowed, allow_again, check_request, opt_out
from calls.services.recordings import fetch_recording
from calls.states import CallStatus, Channel, Direction, Role
from carriers.models import CarrierContact, FactsRequest
from config.management.commands.backup import _tool
from loads.models import LoadEvent
from organizations import audit
from organizations.models import AuditEntry, DeliveryAttempt, Erasure, Event
from organizations.privacy import erasing
from organizations.privacy.erasing import redo
from organizations.privacy.people import person_of
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from tests.factories import (
    NOW,
    BidFactory,
    BookingFactory,
    CallFactory,
    CarrierFactory,
    ContactFindingFactory,
    DeliveryFactory,
    LearnedFactFactory,
    LoadFactory,
    MembershipFactory,
    OpenQuestionFactory,
    PromiseFactory,
)
from tests.organizations.privacy import figures

pytestmark = pytest.mark.sampled(4)

NUMBER, EMAIL, NAME = "+13125550147", "dana.reyes@bluemesa.example", "Dana Quillfeather"
WORDS = "my grandmother's xylophone fell off the trailer"
BY = system("tests")
DAY = NOW.date()
# Digits with anything but letters and digits between them, or spoken; an address; a name; words.
TRACES = re.compile(
    r"3\W{0,4}1\W{0,4}2\W{0,4}5\W{0,4}5\W{0,4}5\W{0,4}0\W{0,4}1\W{0,4}4\W{0,4}7(?!\d)"
    r"|three\W+one\W+two\W+five\W+five\W+five|dana\.reyes|quillfeather|xylophon",
    re.IGNORECASE,
)


def dump() -> str:
    """The whole database as pg_dump has it, `bytea` as text too."""
    told = connection.settings_dict
    done = subprocess.run(
        [_tool("pg_dump"), "--data-only", "--inserts", "--dbname", told["NAME"]],
        check=True,
        capture_output=True,
        env={
            "PGHOST": told["HOST"],
            "PGPORT": str(told["PORT"]),
            "PGUSER": told["USER"],
            "PGPASSWORD": told["PASSWORD"],
        },
    )
    text = done.stdout.decode()
    hexed = re.findall(r"\\x((?:[0-9a-f]{2})+)", text)
    return text + "\n".join(bytes.fromhex(each).decode("utf-8", "replace") for each in hexed)


def traces() -> list[str]:
    """Everything about the person that is anywhere: in the database, and in stored files."""
    found = [match[0] for match in TRACES.finditer(dump())]
    pending = [""]
    while pending:
        folder = pending.pop()
        folders, files = default_storage.listdir(folder)
        pending += [f"{folder}{each}/" for each in folders]
        for name in files:
            with default_storage.open(f"{folder}{name}") as file:
                found += [
                    match[0] for match in TRACES.finditer(f"{name} {file.read().decode('utf-8', 'replace')}")
                ]
    return found


def spoken_of(organization, *, direction=Direction.INBOUND) -> Call:
    """A call with the person that left something in every table."""
    theirs, ours = ("from_phone", "to_phone")[:: 1 if direction == Direction.INBOUND else -1]
    load = LoadFactory(organization=organization)
    carrier = CarrierFactory(organization=organization, phone=NUMBER, notes=f"Ask for {NAME}, (312) 555-0147")
    call = CallFactory(
        organization=organization,
        status=CallStatus.COMPLETED,
        answered_at=NOW,
        ended_at=NOW + timedelta(minutes=3),
        caller_name=NAME,
        caller_extension="12",
        transcript=f"Carrier: {WORDS}. Call me at three one two, five five five, oh one four seven",
        is_recorded=True,
        conversation__direction=direction,
        conversation__carrier=carrier,
        conversation__summary=f"{NAME} says {WORDS}",
        conversation__content_tags=["negotiation"],
        conversation__created_at=NOW,
        conversation__input_data={"driverName": NAME, "driverPhone": NUMBER, "metadata": {"note": WORDS}},
        conversation__extracted_data={
            "name": NAME,
            "loads": [{"loadId": load.external_id, "outcome": "too_expensive"}],
        },
        conversation__skill_state={"facts": {"name": NAME}},
        **{theirs: NUMBER, ours: "+12145550100"},
    )
    talk, owned = call.conversation, {"organization": organization}
    ConversationLoad.unscoped.create(conversation=talk, load=load, **owned)
    Turn.unscoped.create(conversation=talk, position=0, role=Role.CALLER, text=WORDS, at=NOW, **owned)
    name = default_storage.save(
        f"recordings/{organization.pk}/{call.pk}-RE1.wav", ContentFile(WORDS.encode())
    )
    Recording.unscoped.create(
        call=call, provider_sid="RE1", noted_at=NOW, stored_at=NOW, file=name, size=9, **owned
    )
    Transfer.unscoped.create(
        call=call,
        status_changed_at=NOW,
        to_phone="+12145550111",
        whisper=f"{NAME} on the line",
        requested_by="agent:1",
        requested_at=NOW,
        **owned,
    )
    LoadAlarm.unscoped.create(conversation=talk, load=load, kind="late", words=WORDS, raised_at=NOW, **owned)
    CheckCallReport.unscoped.create(
        conversation=talk,
        load=load,
        about="pickup",
        eta_said=WORDS,
        delay_reason=WORDS,
        reported_at=NOW,
        **owned,
    )
    OpenQuestionFactory(conversation=talk, words=WORDS, **owned)
    PromiseFactory(conversation=talk, phone=NUMBER, **owned)
    LearnedFactFactory(
        carrier=carrier,
        kind="contact",
        value=NAME,
        phone=NUMBER,
        words=WORDS,
        conversation_id=talk.pk,
        **owned,
    )
    bid = BidFactory(
        load=load,
        conversation=talk,
        carrier=carrier,
        amount=1800,
        first_ask=2000,
        caller_name=NAME,
        phone=NUMBER,
        notes=WORDS,
        details={"driver": NAME, "driverPhone": NUMBER},
        **owned,
    )
    BookingFactory(
        load=load,
        bid=bid,
        conversation=talk,
        carrier=carrier,
        amount=1800,
        bid_before={"notes": WORDS},
        **owned,
    )
    NegotiationStep.unscoped.create(
        conversation=talk,
        load=load,
        position=0,
        heard=WORDS,
        action=Action.COUNTER,
        amount=1700,
        rule="counter",
        round=1,
        offer=1700,
        at=NOW,
        **owned,
    )
    CarrierContact.unscoped.create(carrier=carrier, name=NAME, phone=NUMBER, email=EMAIL, **owned)
    if direction == Direction.INBOUND:  # one of each a number
        ContactFindingFactory(address=NUMBER, **owned)
        FactsRequest.unscoped.create(subject=NUMBER, source="person", wanted_at=NOW, **owned)
    # The TMS names the driver; an offer of somebody else mentions the person.
    raw = json.dumps(
        {"id": load.external_id, "metadata": {"driver": NAME, "driver_phone": 3125550147}}
    ).encode()
    LoadEvent.unscoped.create(
        load=load, received_at=NOW, raw=raw, is_accepted=True, changes={"status": ["", "UNASSIGNED"]}, **owned
    )
    BidFactory(load=load, amount=1900, notes=f"undercut by {NAME} (312.555.0147)", **owned)
    # What was sent, and what is kept of requests and of who did what.
    event = Event.unscoped.create(
        uid=f"evt_{talk.pk}",
        type="call_ended",
        conversation=f"call:{talk.pk}",
        sequence=1,
        occurred_at=NOW,
        payload={"callId": talk.pk, "fromPhone": NUMBER, "summary": WORDS, "contentTags": ["negotiation"]},
        **owned,
    )
    delivery = DeliveryFactory(event=event, **owned)
    DeliveryAttempt.unscoped.create(
        delivery=delivery,
        started_at=NOW,
        milliseconds=9,
        url="https://x.example",
        request=WORDS,
        answer=NAME,
        **owned,
    )
    audit.record(organization=organization, action="call.requested", subject=call, by=BY, at=NOW, to=NUMBER)
    return call


@pytest.fixture
def kept(settings, tmp_path):
    """An empty storage."""
    settings.MEDIA_ROOT = tmp_path


@pytest.mark.usefixtures("kept")
@pytest.mark.django_db(transaction=True)
def test_erased_person_is_found_nowhere_and_figures_stay(acme, rival, api, owner):
    call = spoken_of(acme)
    spoken_of(acme, direction=Direction.OUTBOUND)
    thread = Conversation.unscoped.create(
        organization=acme, channel=Channel.EMAIL, direction="inbound", created_at=NOW
    )
    EmailThread.unscoped.create(organization=acme, conversation=thread, subject=WORDS)
    EmailMessage.unscoped.create(
        organization=acme,
        thread_id=thread.pk,
        sender=f"{NAME} <{EMAIL}>",
        recipients=["loads@acme.example"],
        sent_at=NOW,
        subject=WORDS,
        text=WORDS,
    )
    other = CallFactory(organization=acme, from_phone="+13125550199", transcript="Nothing of theirs")
    LogEntry.objects.create(
        user=owner,
        content_type=ContentType.objects.get_for_model(DoNotCall),
        object_id="1",
        object_repr=NUMBER,
        action_flag=CHANGE,
        change_message="",
    )
    with scope(acme.pk):
        opt_out(organization=acme, number=NUMBER, reason=f"{NAME} said so", by=BY, at=NOW)
    complete(acme)
    before = figures.analytics(api, DAY)
    rows = {
        model: model.unscoped.count() for model in (Call, Turn, Bid, LoadEvent, Event, AuditEntry, Recording)
    }
    assert len(traces()) > 50

    for person in (NUMBER, EMAIL):
        call_command("erase_person", person, "--organization", "acme", "--erase")

    assert traces() == []
    complete(acme)
    assert figures.analytics(api, DAY) == before
    # An entry more for each erasure; what is left of a call are its figures.
    assert {model: model.unscoped.count() for model in rows} == rows | {AuditEntry: rows[AuditEntry] + 2}
    call.refresh_from_db()
    assert (call.to_phone, call.from_phone, call.seconds_connected) == ("+12145550100", "", 180)
    assert Call.unscoped.get(pk=other.pk).transcript == "Nothing of theirs"
    entry = AuditEntry.unscoped.filter(action="person.erased").first()
    assert (entry.actor, entry.details) == ("system:erase_person", {})


@pytest.mark.usefixtures("kept")
def test_looking_changes_nothing_and_tells_what_there_is(acme, capsys):
    spoken_of(acme)

    call_command("erase_person", "312-555-0147", "--organization", "acme")

    told = dict(line.rsplit(": ", 1) for line in capsys.readouterr().out.splitlines() if ": " in line)
    assert told["calls"] == "1"
    assert told["turns"] == "1"
    assert told["bids"] == "2"
    assert told["load events"] == "1"
    assert told["Filed with it, to be erased by itself"] == EMAIL
    assert not Erasure.unscoped.exists()
    assert Call.unscoped.get().from_phone == NUMBER


@pytest.mark.usefixtures("kept")
def test_another_organization_keeps_what_it_has(acme, rival):
    spoken_of(rival)
    with scope(acme.pk):
        erasing.erase_person(organization=acme, person=person_of(NUMBER), by=BY, at=NOW)

    assert Call.unscoped.get().from_phone == NUMBER


# Who asked never to be called stays so.


def test_erased_number_that_opted_out_is_never_called(acme):
    with scope(acme.pk):
        opt_out(organization=acme, number=NUMBER, reason="said so", by=BY, at=NOW)
        erasing.erase_person(organization=acme, person=person_of(NUMBER), by=BY, at=NOW)

    assert not DoNotCall.unscoped.exists()
    assert Erasure.unscoped.get().is_never_called
    with scope(acme.pk):
        assert erasing.never_called([NUMBER, "+13125550199"]) == {NUMBER}
        with pytest.raises(NotAllowed):
            check_request(
                organization=acme, destination=read_destination(NUMBER), check_call_about=None, at=NOW
            )


def test_again_erased_number_stays_never_called_and_agreeing_ends_it(acme):
    with scope(acme.pk):
        opt_out(organization=acme, number=NUMBER, reason="said so", by=BY, at=NOW)
        for _ in range(2):
            erasing.erase_person(organization=acme, person=person_of(NUMBER), by=BY, at=NOW)
        assert erasing.never_called([NUMBER]) == {NUMBER}
        opt_out(organization=acme, number=NUMBER, reason="again", by=BY, at=NOW)
        allow_again(
            entry=DoNotCall.objects.select_related("organization").get(), source="wrote", by=BY, at=NOW
        )

        assert erasing.never_called([NUMBER]) == set()


def test_number_stays_never_called_when_the_key_changes(acme, settings):
    with scope(acme.pk):
        opt_out(organization=acme, number=NUMBER, reason="said so", by=BY, at=NOW)
        erasing.erase_person(organization=acme, person=person_of(NUMBER), by=BY, at=NOW)
        settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "k" * 50

        assert erasing.never_called([NUMBER]) == {NUMBER}


# Who can't be erased, and when.


def test_own_people_are_refused(acme):
    person = MembershipFactory(organization=acme, phone=NUMBER).user
    for typed in (NUMBER, person.email):
        with pytest.raises(CommandError, match="one of your users"):
            call_command("erase_person", typed, "--organization", "acme", "--erase")


def test_whoever_is_on_the_line_is_erased_later(acme):
    call = CallFactory(
        organization=acme, from_phone=NUMBER, status=CallStatus.ANSWERED, conversation__direction="inbound"
    )
    with scope(acme.pk):
        with pytest.raises(erasing.NotErased, match="on a call"):
            erasing.request_erasure(organization=acme, person=person_of(NUMBER), by=BY, at=NOW)
        Call.objects.filter(pk=call.pk).update(status=CallStatus.COMPLETED)
        erasure = erasing.request_erasure(organization=acme, person=person_of(NUMBER), by=BY, at=NOW)
        Call.objects.filter(pk=call.pk).update(status=CallStatus.ANSWERED)

        assert not erasing.carry_out(erasure_id=erasure.pk, at=NOW)
        Call.objects.filter(pk=call.pk).update(status=CallStatus.COMPLETED)
        assert erasing.due(at=NOW + timedelta(minutes=3)) == [(acme.pk, erasure.pk)]
        assert erasing.carry_out(erasure_id=erasure.pk, at=NOW + timedelta(minutes=3))

    erasure.refresh_from_db()
    assert (erasure.sealed, erasure.done_at) == ("", NOW + timedelta(minutes=3))
    assert Call.unscoped.get().from_phone == ""


def test_waiting_address_is_readable_to_nobody(acme):
    with scope(acme.pk):
        erasure = erasing.request_erasure(organization=acme, person=person_of(NUMBER), by=BY, at=NOW)

    assert "3125550147" not in erasure.sealed


# An older backup brings a person back.


@pytest.mark.deep
@pytest.mark.usefixtures("kept")
@pytest.mark.django_db(transaction=True)
def test_whom_a_backup_brought_back_is_erased_again(acme, capsys):
    with scope(acme.pk):
        opt_out(organization=acme, number=NUMBER, reason="said so", by=BY, at=NOW)
        for typed in (NUMBER, EMAIL):
            erasing.erase_person(organization=acme, person=person_of(typed), by=BY, at=NOW)
    call_command("list_erasures")
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines() if line.startswith("{")]
    assert NUMBER[1:] not in str(told)
    Erasure.unscoped.all().delete()
    spoken_of(acme)

    assert redo(told, by=system("restore"), at=NOW) == (2, 0)

    assert traces() == []
    with scope(acme.pk):
        assert erasing.never_called([NUMBER]) == {NUMBER}


@pytest.mark.usefixtures("kept")
def test_recording_that_is_being_fetched_is_not_stored_afterwards(acme, client, owner, monkeypatch):
    call = CallFactory(
        organization=acme, from_phone=NUMBER, conversation__direction="inbound", status="COMPLETED"
    )
    Recording.unscoped.create(
        organization=acme, call=call, provider_sid="RE1", noted_at=NOW, next_attempt_at=NOW
    )

    def erase_meanwhile(sid, draft):
        draft.write(WORDS.encode())
        erasing.erase_person(organization=acme, person=person_of(NUMBER), by=BY, at=NOW)

    monkeypatch.setattr("calls.telephony.download_recording", erase_meanwhile)
    with scope(acme.pk):
        fetch_recording(call_id=call.pk, at=NOW)

    recording = Recording.unscoped.get()
    assert (recording.file, recording.stored_at, recording.next_attempt_at) == ("", None, None)
    assert not any(default_storage.listdir(f"recordings/{acme.pk}")[1])
    client.force_login(owner)
    assert client.get(reverse("calls:recording", args=[call.pk])).status_code == 404
    assert "Recording" not in client.get(reverse("calls:page", args=[call.pk])).content.decode()
