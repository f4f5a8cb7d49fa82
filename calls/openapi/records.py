"""The records that the list answers with, and a request for a call."""

from calls.states import CALL_LIFECYCLE, Direction, Tag
from carriers.states import ConnectionStatus, RulesAssessment
from organizations.rest.openapi.schemas import (
    Schema,
    array,
    instant,
    instant_with_milliseconds,
    integer,
    nullable,
    one_of,
    record,
    reference,
    text,
)

PUBLIC_STATUSES = ["IN_PROGRESS", *sorted(CALL_LIFECYCLE.final)]


def call_record() -> Schema:
    """The call list's record."""
    when = {
        "placedAt": "When the provider took it.",
        "ringingAt": "When it rang.",
        "answeredAt": "When somebody answered.",
        "endedAt": "When it ended.",
    }
    return record(
        "A call. What isn't known is null.",
        id=integer("Key of the call's conversation."),
        fromPhone=nullable(text("Who called, in E.164 form.")),
        callerName=nullable(text("The name of the other side.")),
        callerExt=nullable(text("The extension of the other side.")),
        toPhone=nullable(text("Who was called, in E.164 form.")),
        createdAt=instant("When the conversation began; windows go by it."),
        contentTags=nullable(
            text(
                "What it was about, comma-joined, the primary tag first. Loadline's own: "
                + ", ".join(Tag.values)
                + "; an organization may have others."
            )
        ),
        summary=nullable(text("What was said, in a few sentences.")),
        loadIds=array({"type": "string"}, "The loads talked about, by your ids; may be empty."),
        mcNumber=nullable(text("The carrier's MC number, digits alone.")),
        dotNumber=nullable(integer("The carrier's USDOT number.")),
        carrierHwConnectionStatus=nullable(
            one_of(ConnectionStatus.values, "Where the carrier stands with the identity service.")
        ),
        carrierHwRulesAssessment=nullable(
            one_of(RulesAssessment.values, "How the carrier fares by the organization's rules.")
        ),
        recordingUrl=nullable(text("Where the recording is.")),
        transcript=nullable(text("Who said what, line by line.")),
        conversationId=integer("The conversation, also of bids that came out of it."),
        direction=one_of(Direction.values, "Who began, seen from the brokerage."),
        status=one_of(PUBLIC_STATUSES, "IN_PROGRESS until the call has ended."),
        failureReason=nullable(text("Why a call FAILED, as a word that stays.")),
        **{name: nullable(instant(words)) for name, words in when.items()},
        duration=nullable(integer("Seconds connected.", minimum=0)),
        openQuestions=array(
            reference("OpenQuestion"), "What was asked that the agent couldn't answer, oldest first."
        ),
        conditions=array(
            {"type": "string"}, "On what the other side would agree, in their words; may be empty."
        ),
    )


SCHEMAS: dict[str, Schema] = {
    "Call": call_record(),
    "OpenQuestion": record(
        "A question that the agent left to a broker.",
        topic=text("What it is about, as a word."),
        words=text("The caller's words."),
        askedAt=instant("When it was asked."),
        answeredAt=nullable(instant("When a broker answered it.")),
        answer=nullable(text("The broker's answer.")),
    ),
    "CallList": record(
        "A page of calls, newest first.",
        calls=array(reference("Call")),
        pagination=reference("Pagination"),
    ),
    "InitiatedCall": record(
        "A call that waits to be dialed.",
        id=integer("Key of the call."),
        fromPhone=text("The number it is made from, in E.164 form."),
        toPhone=text("The number it goes to, in E.164 form."),
        status=one_of(PUBLIC_STATUSES, "IN_PROGRESS from here on until the call has ended."),
        conversationId=integer("The conversation: `id` in the list of calls."),
        createdAt=instant_with_milliseconds("When it was asked for."),
        updatedAt=instant_with_milliseconds("When it last changed."),
    ),
    "CheckCallAnswer": record(
        "The call is queued.",
        success={"type": "boolean", "const": True, "description": "Always true."},
        call=reference("InitiatedCall"),
    ),
    "CarrierSalesCallAnswer": record(
        "The call is queued.",
        success={"type": "boolean", "const": True, "description": "Always true."},
        call=reference("InitiatedCall"),
    ),
    "CustomCallAnswer": record(
        "The call is queued.",
        status={"type": "string", "const": "success", "description": "Always success."},
        call=reference("InitiatedCall"),
    ),
}
