"""What conversations hold of persons, and how a person's are found."""

from collections.abc import Sequence
from datetime import datetime

from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import F, Q

from calls.models import (
    Agent,
    AgentVersion,
    ApprovedAnswer,
    Call,
    CallCount,
    CallingRules,
    CallStatusChange,
    CheckCallReport,
    ConsentRecord,
    Conversation,
    ConversationLoad,
    DoNotCall,
    EmailMessage,
    EmailThread,
    LoadAlarm,
    OpenQuestion,
    PhoneNumber,
    Promise,
    Recording,
    SpokenWords,
    Transfer,
    TransferStatusChange,
    Turn,
)
from calls.services.recordings import folder_of
from calls.states import Direction
from organizations.privacy.holdings import (
    FILES,
    FOLDERS,
    OLD_TALKS,
    OPTED_OUT,
    TALKS,
    Holding,
    PersonBusy,
    declare,
    history,
    plain,
)
from organizations.privacy.people import Person

_OF_TALKS = "conversation_id = ANY(%(talks)s)"
_OF_CALL = "call_id = ANY(%(talks)s)"
_THEIRS = "(SELECT direction FROM calls_conversation AS talk WHERE talk.id = conversation_id)"
# What analytics and lists ask of what was found out; the rest may be in anybody's words.
KEPT = ("loadId", "outcome", "loadNumber", "agentId", "contactType", "equipment", "language", "mcNumber")

declare(
    Holding(
        model=Agent,
        named=["name", "greeting", "prompt", "variables", "extraction", "voicemail_message"],
        plain=plain(KEY="slug", SETTING="transfer_number", CODE="language voice"),
    ),
    Holding(model=AgentVersion, named=["values", "note"], plain=plain(ACTOR="by")),
    Holding(
        model=ApprovedAnswer,
        named=["question", "answer_en", "answer_es"],
        plain=plain(KEY="load", PLACE="facility", COMPANY="customer", ACTOR="updated_by"),
    ),
    Holding(
        model=Call,
        of_talks=_OF_TALKS,
        names=["caller_name"],
        contacts=["from_phone", "to_phone", "to_extension", "caller_name", "caller_extension"],
        # Ours stays.
        expressions={
            "from_phone": f"CASE WHEN {_THEIRS} = 'inbound' THEN '' ELSE from_phone END",
            "to_phone": f"CASE WHEN {_THEIRS} = 'outbound' THEN '' ELSE to_phone END",
        },
        words=["transcript"],
        named=["recording_url"],
        plain=plain(CODE="failure_reason answered_by", KEY="reference provider_sid", SETTING="person_phone"),
    ),
    Holding(model=CallCount, plain=plain(DERIVED="direction status tag")),
    history(CallStatusChange),
    Holding(
        model=CallingRules,
        named=["recording_announcement"],
        plain=plain(SETTING="transfer_number language_model_url language_model_name language_model_key_name"),
    ),
    Holding(
        model=CheckCallReport,
        of_talks=_OF_TALKS,
        words=["eta_said", "delay_reason"],
        named=["location"],
        plain=plain(CODE="about", COMPANY="bol_number"),
    ),
    Holding(
        model=ConsentRecord,
        of_person="number = %(number)s",
        is_deleted=True,
        contacts=["number"],
        named=["source"],
        plain=plain(ACTOR="by"),
    ),
    Holding(
        model=Conversation,
        of_talks="id = ANY(%(talks)s)",
        words=["summary"],
        facts={"input_data": KEPT, "extracted_data": KEPT, "skill_state": ()},
        named=["external_id"],
        plain=plain(SEALED="import_trail", COMPANY="mc_number", CODE="content_tags"),
    ),
    Holding(model=ConversationLoad),
    Holding(
        model=DoNotCall,
        of_person="number = %(number)s",
        is_deleted=True,
        contacts=["number"],
        named=["reason"],
        plain=plain(ACTOR="by"),
    ),
    Holding(
        model=EmailMessage,
        of_talks="thread_id = ANY(%(talks)s)",
        contacts=["sender", "recipients", "message_id"],
        words=["subject", "text"],
    ),
    Holding(model=EmailThread, of_talks=_OF_TALKS, words=["subject"]),
    Holding(
        model=LoadAlarm,
        of_talks=_OF_TALKS,
        words=["words"],
        plain=plain(ACTOR="seen_by"),
    ),
    Holding(
        model=OpenQuestion,
        of_talks=_OF_TALKS,
        words=["words"],
        expressions={"words": "'[erased ' || id || ']'"},
        named=["answer"],
        plain=plain(CODE="topic language", ACTOR="answered_by"),
    ),
    Holding(model=PhoneNumber, plain=plain(SETTING="number")),
    Holding(
        model=Promise,
        of_talks=_OF_TALKS,
        contacts=["phone"],
        plain=plain(PLACE="timezone", ACTOR="kept_by"),
    ),
    Holding(model=Recording, plain=plain(KEY="provider_sid file")),
    Holding(model=SpokenWords, of_talks=_OF_CALL, words=["words"], expressions={"words": "''::tsvector"}),
    Holding(
        model=Transfer,
        of_talks=_OF_CALL,
        words=["whisper"],
        plain=plain(SETTING="to_phone", ACTOR="requested_by", CODE="failure_reason"),
    ),
    history(TransferStatusChange),
    Holding(model=Turn, of_talks=_OF_TALKS, words=["text"]),
)


def talks_of(person: Person) -> list[int]:
    """Their calls, whoever called whom, and the e-mail threads that they take part in."""
    if person.number:
        theirs = Q(conversation__direction=Direction.INBOUND, from_phone=person.number) | Q(
            conversation__direction=Direction.OUTBOUND, to_phone=person.number
        )
        calls = Call.objects.filter(theirs).order_by("pk")
        if calls.unfinished().exists():
            raise PersonBusy("This number is on a call or about to be called. Try again after the call.")
        return list(calls.values_list("pk", flat=True))
    taking_part = Q(sender__icontains=person.email) | Q(recipients__icontains=person.email)
    threads = EmailMessage.objects.filter(taking_part).order_by("thread_id").distinct()
    return list(threads.values_list("thread_id", flat=True))


def has_opted_out(person: Person) -> bool:
    """Whether the number is on the do-not-call list, or its owner took a consent back last."""
    if DoNotCall.objects.filter(number=person.number).exists():
        return True
    newest = ConsentRecord.objects.filter(number=person.number).order_by("-at", "-id").first()
    return newest is not None and newest.kind == ConsentRecord.Kind.REVOKED


def delete_recordings(talks: Sequence[int]) -> int:
    """Delete the recordings' files; that there was one, and how long it was, stays.

    The file goes first: where that fails, the row still names it.
    """
    rows = Recording.objects.filter(call__in=talks).filter(~Q(file="") | Q(next_attempt_at__isnull=False))
    count = 0
    for recording in rows.order_by("pk"):
        if recording.file:
            default_storage.delete(recording.file)
            count += 1
        with transaction.atomic():
            # Whoever is fetching it just now has another number of attempts in hand, and stores nothing.
            Recording.objects.filter(pk=recording.pk).update(
                file="", size=0, stored_at=None, next_attempt_at=None, attempts=F("attempts") + 1
            )
            Call.objects.filter(pk=recording.pk).update(recording_url="")
    return count


def old_talks(*, before: datetime, after: int, limit: int) -> list[int]:
    """The keys of ended conversations that began before an instant, in their order."""
    unfinished = Call.objects.unfinished().values("pk")
    rows = Conversation.objects.filter(created_at__lt=before, pk__gt=after).exclude(pk__in=unfinished)
    return list(rows.order_by("pk").values_list("pk", flat=True)[:limit])


TALKS.register("calls", talks_of)
OPTED_OUT.register("do not call", has_opted_out)
FILES.register("recordings", delete_recordings)
FOLDERS.register("recordings", folder_of)
OLD_TALKS.register("calls", old_talks)
