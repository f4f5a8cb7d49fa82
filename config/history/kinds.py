"""The types of lines, and the services that own them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bids.imports import import_money, read_money
from calls.imports import conversation_key, import_conversations, read_conversation
from calls.imports import find_trails as find_conversations
from calls.states import Channel
from carriers.identity import ensure_carriers
from carriers.imports import find_trails as find_carriers
from carriers.imports import import_carriers, numbers_of, read_carrier
from loads.imports import find_trails as find_loads
from loads.imports import import_loads, load_key, read_load
from organizations.models import Organization
from organizations.records.bulk import Line, Outcome, Refused, Trail
from organizations.tenancy.actors import Actor


@dataclass(frozen=True)
class Kind:
    """How lines of one type are read, found again and stored."""

    read: Callable[[dict[str, Any]], dict[str, Any]]
    # What a line is about: None where it doesn't say, which reading it will tell in words.
    key: Callable[[dict[str, Any]], Any]
    # The rows that keys are about: what they are told apart by from then on, and what was told of them.
    locate: Callable[[Organization, Collection[Any], datetime], Mapping[Any, tuple[Any, Trail]]]
    store: Callable[[Organization, Sequence[Line], Actor, datetime], list[Outcome]]
    is_keyed_by_values: bool = False  # the key is of what was read, not of the line as it stands


def _locate_loads(
    organization: Organization, keys: Collection[str], at: datetime
) -> dict[str, tuple[str, Trail]]:
    found = find_loads(organization=organization, external_ids=keys)
    return {key: (key, found.get(key)) for key in keys}


def _store_loads(organization: Organization, lines: Sequence[Line], by: Actor, at: datetime) -> list[Outcome]:
    return import_loads(organization=organization, lines=lines, by=by, at=at)


def _locate_carriers(
    organization: Organization, keys: Collection[Any], at: datetime
) -> dict[Any, tuple[int, Trail]]:
    rows = ensure_carriers(organization=organization, numbers=keys, at=at)
    found = find_carriers(organization=organization, keys=set(rows.values()))
    return {key: (pk, found[pk]) for key, pk in rows.items()}


def _store_carriers(
    organization: Organization, lines: Sequence[Line], by: Actor, at: datetime
) -> list[Outcome]:
    return import_carriers(organization=organization, lines=lines, by=by, at=at)


def _read_conversation(data: dict[str, Any]) -> dict[str, Any]:
    problems: list[str] = []
    values = read_conversation(data, problems) | read_money(data, problems)
    if problems:
        raise Refused("; ".join(problems))
    return values


def _conversations(channel: Channel) -> Kind:
    def locate(
        organization: Organization, keys: Collection[str], at: datetime
    ) -> dict[str, tuple[str, Trail]]:
        found = find_conversations(organization=organization, channel=channel, external_ids=keys)
        return {key: (key, found.get(key)) for key in keys}

    def store(organization: Organization, lines: Sequence[Line], by: Actor, at: datetime) -> list[Outcome]:
        outcomes, stored = import_conversations(
            organization=organization, channel=channel, lines=lines, at=at
        )
        import_money(organization=organization, lines=lines, stored=stored, by=by, at=at)
        return outcomes

    return Kind(read=_read_conversation, key=conversation_key, locate=locate, store=store)


# In the order in which a batch's lines are stored; any would do.
KINDS = {
    "load": Kind(read=read_load, key=load_key, locate=_locate_loads, store=_store_loads),
    "carrier": Kind(
        read=read_carrier,
        key=numbers_of,
        locate=_locate_carriers,
        store=_store_carriers,
        is_keyed_by_values=True,
    ),
    "call": _conversations(Channel.PHONE),
    "emailThread": _conversations(Channel.EMAIL),
}
