"""What a message of a TMS holds, as nested dicts and lists: JSON, XML, or X12 (EDI). Pure.

Rules' paths (`rules.py`) lead into what is returned here. Readers raise problems.Invalid with words for the sender.
"""

import io
import xml.parsers.expat
from typing import Any

import xmltodict
from pyx12.errors import X12Error
from pyx12.segment import Segment
from pyx12.x12file import X12Reader

from loads.models import MessageFormat
from organizations.api import problems
from organizations.api.parsers import MAX_LEVELS, MAX_VALUES, parse_strict, unclean

MAX_SEGMENTS = 5_000


def read_message(raw: bytes, form: str) -> Any:
    """The message; of X12 a dict with `transactions`, each as `read_x12` has it."""
    if form == MessageFormat.JSON:
        return parse_strict(raw)
    return read_xml(raw) if form == MessageFormat.XML else read_x12(raw)


def read_xml(raw: bytes) -> dict[str, Any]:
    """The document: an element is its text, or a dict of its children and of its attributes as `@name`.

    Elements of one name beside each other are a list. Entities and document types are refused.
    """
    try:
        found = xmltodict.parse(raw, disable_entities=True, attr_prefix="@", process_namespaces=False)
    except (xml.parsers.expat.ExpatError, ValueError, LookupError, RecursionError) as error:
        raise _malformed(f"The message isn't valid XML: {error}.") from None
    _check(found)
    return dict(found)


def _check(value: Any) -> None:
    """Hold what was read to the limits of JSON bodies."""
    left, level = [value], 0
    count = 0
    while left:
        level += 1
        count += len(left)
        if level > MAX_LEVELS or count > MAX_VALUES:
            raise _malformed("The message is too deep or holds too much.")
        for each in left:
            if isinstance(each, str) and (why := unclean(each)):
                raise _malformed(why)
        left = [
            child
            for each in left
            if isinstance(each, dict | list)
            for child in (each.values() if isinstance(each, dict) else each)
        ]


def read_x12(raw: bytes) -> dict[str, Any]:
    """The interchange: `sender`, `receiver`, `control`, and its `transactions`.

    A transaction has its `type` ("204") and `control`, its segments by their names as lists, and `stops`, one for each
    S5, with the segments that follow it. A segment's elements are named as in the standard: B204 is the fourth of B2,
    L1101 the first of L11. An N1 has the address segments that follow it (N2 to N4, G61) as its own.
    """
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    if why := unclean(text):
        raise _malformed(why)
    interchange: dict[str, Any] = {"transactions": []}
    current: dict[str, Any] | None = None
    place: dict[str, Any] = {}
    party: dict[str, Any] | None = None
    try:
        reader = X12Reader(io.StringIO(text.strip().replace("\r\n", "\n")))
        for count, segment in enumerate(reader):
            if count > MAX_SEGMENTS:
                raise _malformed(f"The interchange has more than {MAX_SEGMENTS:,} segments.")
            name, elements = segment.get_seg_id(), _elements(segment)
            if name == "ISA":
                interchange |= {
                    "sender": elements.get("ISA06", ""),
                    "receiver": elements.get("ISA08", ""),
                    "control": elements.get("ISA13", ""),
                }
            elif name == "ST":
                current = {"type": elements.get("ST01", ""), "control": elements.get("ST02", ""), "stops": []}
                place, party = current, None
                interchange["transactions"].append(current)
            elif name == "SE":
                current = None
            elif current is not None:
                if name == "S5":
                    place, party = {"S5": [elements]}, None
                    current["stops"].append(place)
                    continue
                if name == "L3":  # the summary
                    place, party = current, None
                if name == "N1":
                    party = elements
                    place.setdefault("N1", []).append(party)
                elif party is not None and name in ("N2", "N3", "N4", "G61"):
                    party.setdefault(name, []).append(elements)
                else:
                    party = None if name not in ("N2", "N3", "N4", "G61") else party
                    place.setdefault(name, []).append(elements)
    except X12Error as error:
        raise _malformed(f"The message isn't valid X12: {error}.") from None
    if not interchange["transactions"]:
        raise _malformed("The interchange has no transaction.")
    return interchange


def _elements(segment: Segment) -> dict[str, Any]:
    name = segment.get_seg_id()
    values = ((f"{name}{at:02}", segment.get_value(f"{at:02}")) for at in range(1, len(segment) + 1))
    return {key: value.strip() for key, value in values if value and value.strip()}


def _malformed(detail: str) -> problems.Invalid:
    return problems.Invalid(errors=[{"field": "", "code": "malformed", "detail": detail[:300]}])
