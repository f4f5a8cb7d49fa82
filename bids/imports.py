"""Bids and bookings out of an imported history: what was said of money in many conversations at once."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Any

from bids.models import Bid, BidStatusChange, Booking
from bids.states import BidChannel, BidStatus, BookingKind
from calls.imports import LOAD_ID, Stored, delete_of
from calls.states import Channel
from loads.imports import ensure_loads
from organizations import sql
from organizations.api.fields import Choice, Number, Text
from organizations.api.imports import Line, Many, Moment, Record
from organizations.models import Organization
from organizations.tenancy.actors import Actor

MAX_BIDS = 1_000

BID = Record(
    {
        "externalId": Text(max_length=200, trim=True, required=False),
        "loadId": LOAD_ID,
        "createdAt": Moment(required=False),
        "firstAsk": Number(min_value=0, required=False),
        "amount": Number(min_value=0, required=False),
        "status": Choice(choices=BidStatus.values, required=False),
        "agreedAt": Moment(required=False),
        "notes": Text(required=False),
    }
)
BOOKING = Record(
    {
        "loadId": LOAD_ID,
        "bookedAt": Moment(),
        "amount": Number(min_value=0, required=False),
        "kind": Choice(choices=BookingKind.values),
    }
)
MONEY = Record({"bids": Many(BID, most=MAX_BIDS), "bookings": Many(BOOKING, most=MAX_BIDS)})
CHANNELS = {Channel.PHONE: BidChannel.PHONE, Channel.EMAIL: BidChannel.EMAIL}

type Values = dict[str, Any]
type Key = tuple[int, int] | str  # conversation and place, or its externalId


def read_money(data: dict[str, Any], problems: list[str]) -> Values:
    """Return the checked bids and bookings of a conversation's line; appends to `problems` what is wrong."""
    values = MONEY.read(data, problems)
    seen = set()
    for place, bid in enumerate(values.get("bids") or ()):
        external_id = bid.get("externalId")
        if external_id and external_id in seen:
            problems.append(f"bids.{place}.externalId: Another bid of this conversation has it too.")
        seen.add(external_id)
    return values


def import_money(
    *,
    organization: Organization,
    lines: Sequence[Line],
    stored: Sequence[Stored],
    by: Actor,
    at: datetime,
) -> None:
    """Store what conversations just imported from the lines say of money; in the caller's transaction.

    Steps: finds or makes the loads; updates the bids there were, by `externalId` or by conversation and place, adds
    the new ones and deletes those that a conversation no longer has; puts the conversations' bookings anew.
    """
    items = [item for line in lines for name in ("bids", "bookings") for item in line.values.get(name) or ()]
    loads = ensure_loads(organization=organization, external_ids=[item["loadId"] for item in items], at=at)
    old = [one.pk for one in stored if not one.is_new]
    delete_of(Booking, "conversation_id", old, organization)
    rows = dict(_bids(stored, loads, at))
    known = _known(organization, old, [key for key in rows if isinstance(key, str)])
    _delete_bids(organization, [pk for key, (pk, _) in known.items() if key not in rows])
    _insert_bids(organization, [row for key, row in rows.items() if key not in known], by)
    _update_bids(organization, {known[key]: row for key, row in rows.items() if key in known}, by)
    _insert_bookings(organization, stored, loads, by)


def _bids(stored: Sequence[Stored], loads: dict[str, int], at: datetime) -> Iterator[tuple[Key, Values]]:
    """Yield each bid's key and columns; of two with one externalId the later conversation's stays.

    What waits for a decision counts as changed now: by its historic time it would expire a moment after the import.
    """
    for one in stored:
        number, extension = one.party_phone
        of_conversation = {
            "conversation_id": one.pk,
            "carrier_id": one.carrier_id,
            "channel": CHANNELS[one.values["channel"]],
            "discussed_at": one.values["createdAt"],
            "mc_number": one.values.get("mcNumber") or "",
            "dot_number": one.values.get("dotNumber"),
            "caller_name": one.values.get("callerName") or "",
            "phone": number,
            "extension": extension,
        }
        for place, bid in enumerate(one.values.get("bids") or ()):
            external_id = bid.get("externalId") or ""
            created_at = bid.get("createdAt") or one.values["createdAt"]
            status = bid.get("status") or BidStatus.OPEN
            changed_at = bid.get("agreedAt") or created_at
            yield (
                external_id or (one.pk, place),
                {
                    "position": place,
                    "external_id": external_id,
                    "load_id": loads[bid["loadId"]],
                    "status": status,
                    "status_changed_at": changed_at,
                    "first_ask": bid.get("firstAsk"),
                    "amount": bid.get("amount"),
                    "agreed_at": bid.get("agreedAt"),
                    "notes": bid.get("notes") or "",
                    "created_at": created_at,
                    "updated_at": at if status in Bid.lifecycle.unfinished else changed_at,
                    **of_conversation,
                },
            )


def _known(
    organization: Organization, conversations: Collection[int], external_ids: Collection[str]
) -> dict[Key, tuple[int, str]]:
    """Return primary key and status of the bids stored of the conversations, and of those of the externalIds."""
    found: dict[Key, tuple[int, str]] = {}
    columns = ["id", "status", "conversation_id", "position", "external_id"]
    for among in (("conversation_id", conversations), ("external_id", external_ids)):
        for pk, status, conversation_id, position, external_id in sql.find(
            Bid, columns, organization_id=organization.pk, among=among
        ):
            found[external_id or (conversation_id, position)] = pk, status
    return found


def _delete_bids(organization: Organization, keys: Collection[int]) -> None:
    if not keys:
        return
    _free_bids(organization, keys)  # a booking of another conversation may have come of it
    delete_of(BidStatusChange, "bid_id", keys, organization)
    delete_of(Bid, "id", keys, organization)


def _insert_bids(organization: Organization, rows: Sequence[Values], by: Actor) -> None:
    made = sql.insert(
        Bid,
        rows,
        returning=["id", "status", "status_changed_at"],
        organization_id=organization.pk,
    )
    _keep_moves(organization, [(pk, "", status, changed_at) for pk, status, changed_at in made], by)


def _update_bids(organization: Organization, rows: dict[tuple[int, str], Values], by: Actor) -> None:
    sql.update(Bid, [{"id": pk} | row for (pk, _), row in rows.items()], organization_id=organization.pk)
    moves = [
        (pk, old, row["status"], row["status_changed_at"])
        for (pk, old), row in rows.items()
        if old != row["status"]
    ]
    _keep_moves(organization, moves, by)


def _keep_moves(
    organization: Organization, moves: Sequence[tuple[int, str, str, datetime]], by: Actor
) -> None:
    rows = [{"bid_id": pk, "old": old, "new": new, "at": moved_at} for pk, old, new, moved_at in moves]
    sql.insert(BidStatusChange, rows, organization_id=organization.pk, by=str(by), reason="imported")


def _insert_bookings(
    organization: Organization, stored: Sequence[Stored], loads: dict[str, int], by: Actor
) -> None:
    """The bookings, each with the bid of its conversation that led to it: on the same load, the accepted one first."""
    booking = [one for one in stored if one.values.get("bookings")]
    if not booking:
        return
    free = _bids_by_load(organization, [one.pk for one in booking])
    rows = []
    for one in booking:
        for place, item in enumerate(one.values["bookings"]):
            load_id = loads[item["loadId"]]
            bids = free[one.pk, load_id]
            rows.append(
                {
                    "conversation_id": one.pk,
                    "carrier_id": one.carrier_id,
                    "load_id": load_id,
                    "bid_id": bids.pop(0) if bids else None,
                    "position": place,
                    "kind": item["kind"],
                    "amount": item.get("amount"),
                    "booked_at": item["bookedAt"],
                }
            )
    _free_bids(organization, [row["bid_id"] for row in rows if row["bid_id"]])
    sql.insert(Booking, rows, organization_id=organization.pk, booked_by=str(by))


def _free_bids(organization: Organization, bids: Collection[int]) -> None:
    """A bid that moved here may stand with a booking of the conversation it came from: the later line has it."""
    if not bids:
        return
    Booking.unscoped.of(organization).filter(bid__in=list(bids)).update(bid=None)


def _bids_by_load(
    organization: Organization, conversations: Collection[int]
) -> dict[tuple[int | None, int], list[int]]:
    found: dict[tuple[int | None, int], list[int]] = defaultdict(list)
    columns = ["conversation_id", "load_id", "status", "position", "id"]
    among = "conversation_id", conversations
    ordered = sorted(
        sql.find(Bid, columns, organization_id=organization.pk, among=among),
        key=lambda row: (row[2] != BidStatus.ACCEPTED, row[3]),
    )
    for conversation_id, load_id, _, _, pk in ordered:
        found[conversation_id, load_id].append(pk)
    return found
