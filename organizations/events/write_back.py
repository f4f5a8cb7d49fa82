"""Events in the receiver's own form: a JSON object that its expression makes, or EDI X12 (990, 214). Pure."""

import io
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from pyx12.segment import Segment
from pyx12.x12file import X12Writer

from organizations.api.parsers import dumps
from organizations.paths import MAX_EXPRESSION, Unreadable, compiled, found

EDI_TYPES = ("load_booked", "check_call_reported")
EDI_PARTS = {"sender": 15, "receiver": 15, "scac": 4}  # characters at most
TO_PICKUP = ("XB", "SD")  # what element 1650 has for a truck that isn't there yet
_PLAIN = re.compile(r"[^ -~]|[*~>^]")  # separators, and what isn't in the basic character set


def check_expression(expression: str) -> None:
    """Raise Unreadable where it makes no body."""
    compiled(expression, longest=MAX_EXPRESSION)


def made_by(expression: str, told: Mapping[str, Any]) -> bytes:
    """The body that the receiver's expression makes of an event: `{shipment: loadId, rate: amount}`.

    Raises Unreadable where it makes nothing.
    """
    made = found(expression, told, longest=MAX_EXPRESSION)
    if made is None:
        raise Unreadable("The format makes nothing of this event.")
    return dumps(made)


def x12_of(
    told: Mapping[str, Any], number: int, parties: Mapping[str, str], *, is_test: bool = False
) -> bytes:
    """The interchange for an event: `load_booked` is a 990 that accepts, `check_call_reported` a 214.

    `told` is the event as its receivers see it, `number` the interchange's (the same for every attempt), `parties` has
    `sender`, `receiver` and `scac`; `is_test` sets the usage indicator (ISA15) to T. Times in UTC, unless they are the
    stop's own (ANSI X12 004010).
    """
    at = datetime.fromisoformat(told["occurredAt"]).astimezone(UTC)
    day, clock = f"{at:%Y%m%d}", f"{at:%H%M}"
    group, kind = ("GF", "990") if told["event"] == "load_booked" else ("QM", "214")
    control = f"{number % 10**9:09}"
    sender, receiver = (parties.get(name, "") for name in ("sender", "receiver"))
    out = io.StringIO()
    with X12Writer(out, seg_term="~", ele_term="*", subele_term=">", eol="\n") as writer:
        for segment in (
            # Fixed widths, which alone of all elements keep their padding.
            f"ISA*00*{'':10}*00*{'':10}*ZZ*{_part(sender)[:15]:15}*ZZ*{_part(receiver)[:15]:15}"
            f"*{at:%y%m%d}*{clock}*U*00401*{control}*0*{'T' if is_test else 'P'}*>",
            _line("GS", group, sender, receiver, day, clock, str(int(control)), "X", "004010"),
            _line("ST", kind, "0001"),
            *(_response(told, parties, day) if kind == "990" else _status(told, parties, day, clock)),
        ):
            writer.Write(Segment(segment, "~", "*", ">"))
    return out.getvalue().encode("ascii")


def _response(told: Mapping[str, Any], parties: Mapping[str, str], day: str) -> Iterator[str]:
    """B1: the tender of that number is accepted; N9: our booking."""
    yield _line("B1", parties.get("scac", ""), told["loadId"], day, "A")
    yield _line("N9", "CN", str(told["bookingId"]))


def _status(told: Mapping[str, Any], parties: Mapping[str, str], day: str, clock: str) -> Iterator[str]:
    """B10, then an LX loop for each status: what happened, and when the truck is expected."""
    yield _line("B10", told["loadId"][:30], told["loadId"][:30], parties.get("scac", ""))
    late = bool(told.get("isLate"))
    reason = "AI" if told.get("outcome") == "broken_down" else "BG" if late else "NS"
    code, is_pickup = _happened(told), told.get("about") == "pickup"
    statuses = [(code, reason, "", "", *_moment(told, day, clock))]
    if expected := told.get("etaLocal"):
        local = datetime.fromisoformat(expected)
        moment = (f"{local:%Y%m%d}", f"{local:%H%M}", "LT")
        if not is_pickup:
            statuses.append(("X2", reason, "", "", *moment))
        elif code in TO_PICKUP:
            statuses = [("", "", "AA", "NA" if reason == "NS" else reason, *moment)]
    for count, status in enumerate(statuses, 1):
        yield _line("LX", str(count))
        yield _line("AT7", *status)
        place = re.fullmatch(r"(.+), ([A-Z]{2})", told.get("location") or "")
        if place:
            yield _line("MS1", place[1][:30], place[2], "US")


def _happened(told: Mapping[str, Any]) -> str:
    """Element 1650: arrived at or left the pickup or the delivery, loaded, delivered; else under way.

    For a truck on its way to the pickup it has no code: acknowledged, or delayed.
    """
    is_pickup = told.get("about") == "pickup"
    if told.get("deliveredDate") or told.get("outcome") == "delivered":
        return "D1"
    if told.get("checked") == "out":
        return "AF" if is_pickup else "CD"
    if told.get("checked") == "in" or told.get("isWaiting"):
        return "X3" if is_pickup else "X1"
    if not is_pickup:
        return "X6"
    if told.get("loading") == "loaded":
        return "CP"
    return "SD" if told.get("isLate") or told.get("outcome") == "broken_down" else "XB"


def _moment(told: Mapping[str, Any], day: str, clock: str) -> tuple[str, str, str]:
    if told.get("deliveredDate"):
        time = (told.get("deliveredTime") or "").replace(":", "")[:4]
        return told["deliveredDate"].replace("-", ""), time, "LT" if time else ""
    return day, clock, "UT"


def _line(name: str, *elements: str) -> str:
    return "*".join([name, *(_part(each) for each in elements)]).rstrip("*")


def _part(text: str) -> str:
    return _PLAIN.sub(" ", str(text)).strip()
