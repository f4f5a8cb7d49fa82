"""What a `call` or `emailThread` line may look like; what it says of money is for `bids.history`. Pure."""

from datetime import datetime
from typing import Any

from rest_framework import serializers

from calls.states import CALL_LIFECYCLE, Channel, Direction
from carriers.states import ConnectionStatus, RulesAssessment
from organizations.history.fields import Many, McNumber, Moment, Phone, Record, Whole
from organizations.rest.fields import Choice, Flag, Text

MOST_TAGS = 50
MOST_LOADS = 1_000
MOST_MESSAGES = 5_000
MOST_RECIPIENTS = 500
LONGEST_SUBJECT = 998


class Tag(Text):
    """A content tag: the API joins tags with commas, so none may stand in it."""

    default_error_messages = {"comma": "A tag bears no comma."}

    def to_internal_value(self, data: Any) -> str:
        """Return the tag."""
        tag = super().to_internal_value(data)
        if "," in tag:
            self.fail("comma")
        return tag


class Tags(serializers.Field):
    """The tags, the primary one first: an array, or joined by commas as in the API's records."""

    default_error_messages = {"most": "At most {most} tags."}
    tag = Tag(max_length=40, trim=True, allow_blank=False)

    def to_internal_value(self, data: Any) -> list[str]:
        """Return the tags, each once."""
        if isinstance(data, str):
            data = [part for part in data.split(",") if part.strip()]
        if not isinstance(data, list):
            raise serializers.ValidationError("Expected an array of strings.")
        if len(data) > MOST_TAGS:
            self.fail("most", most=MOST_TAGS)
        return list(dict.fromkeys(self.tag.to_internal_value(item) for item in data))


EXTERNAL_ID = Text(max_length=200, trim=True, allow_blank=False)
LOAD_ID = Text(max_length=64, trim=True, allow_blank=False)
SUBJECT = Text(max_length=LONGEST_SUBJECT, required=False)
MOMENT = Moment(required=False)
OPTIONAL: dict[str, Any] = {"required": False}

CONVERSATION: dict[str, Any] = {
    "externalId": EXTERNAL_ID,
    "direction": Choice(choices=Direction.values),
    "createdAt": Moment(),
    "contentTags": Tags(required=False),
    "summary": Text(required=False),
    "loadIds": Many(LOAD_ID, most=MOST_LOADS),
    "mcNumber": McNumber(required=False),
    "dotNumber": Whole(least=1, required=False),
    "carrierHwConnectionStatus": Choice(choices=["", *ConnectionStatus.values], required=False),
    "carrierHwRulesAssessment": Choice(choices=["", *RulesAssessment.values], required=False),
    "transferred": Flag(required=False),
}
CALL = Record(
    CONVERSATION
    | {
        "status": Choice(choices=list(CALL_LIFECYCLE.final)),
        "fromPhone": Phone(required=False),
        "toPhone": Phone(required=False),
        "callerName": Text(max_length=200, trim=True, required=False),
        "callerExt": Text(max_length=10, trim=True, required=False),
        "answeredAt": MOMENT,
        "endedAt": MOMENT,
        "transcript": Text(required=False),
        "recordingUrl": Text(max_length=500, trim=True, required=False),
    }
)
MESSAGE = Record(
    {
        "messageId": Text(max_length=500, trim=True, required=False),
        "from": Text(max_length=320, trim=True, allow_blank=False),
        "to": Many(Text(max_length=320, trim=True), most=MOST_RECIPIENTS),
        "sentAt": Moment(),
        "subject": SUBJECT,
        "text": Text(required=False),
    }
)
EMAIL_THREAD = Record(CONVERSATION | {"subject": SUBJECT, "messages": Many(MESSAGE, most=MOST_MESSAGES)})

RECORDS = {"call": CALL, "emailThread": EMAIL_THREAD}
CHANNELS = {"call": Channel.PHONE, "emailThread": Channel.EMAIL}


def read_conversation(data: dict[str, Any], problems: list[str]) -> dict[str, Any]:
    """Return the checked fields that the line gives; appends to `problems` what is wrong with it."""
    values = RECORDS[data["type"]].read(data, problems)
    answered_at, ended_at = values.get("answeredAt"), values.get("endedAt")
    if isinstance(answered_at, datetime) and isinstance(ended_at, datetime) and ended_at < answered_at:
        problems.append("endedAt: Must not be before answeredAt.")
    values["channel"] = CHANNELS[data["type"]]
    return values


def conversation_key(data: dict[str, Any]) -> str | None:
    """Return the externalId of a line, or None where it has none."""
    external_id = data.get("externalId")
    return external_id.strip() if isinstance(external_id, str) else None
