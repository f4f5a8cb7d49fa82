"""Reading and writing what declared fields hold, by conditions in SQL; and taking a person out of any text."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import batched
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.search import SearchVectorField
from django.db import connection, models, transaction
from django.db.models import F, Q

from organizations import sql
from organizations.models import AuditEntry
from organizations.privacy.holdings import Holding
from organizations.privacy.people import ERASED, Person, without, without_words
from organizations.tenancy.scope import current_organization_id

# SQL here is put together from names of our own and declared conditions: never anything of a client's.
# ruff: noqa: S608

ROWS = 500  # rows that are read and written at once


def values_of(person: Person | None, talks: Sequence[int]) -> dict[str, Any]:
    """What conditions of holdings ask for, in scope."""
    return {
        "organization": current_organization_id(),
        "talks": list(talks),
        "number": (person and person.number) or None,
        "email": (person and person.email) or None,
    }


def keys(holding: Holding, condition: str, values: Mapping[str, Any]) -> list[Any]:
    """The keys of the organization's rows that a condition finds."""
    return [
        key for (key,) in _fetch(f"SELECT {holding.key} FROM {holding.table} WHERE {_own(condition)}", values)
    ]


def words_in(holding: Holding, columns: Sequence[str], condition: str, values: Mapping[str, Any]) -> set[str]:
    """What stands in columns of the rows that a condition finds."""
    found = _fetch(
        f"SELECT DISTINCT {', '.join(columns)} FROM {holding.table} WHERE {_own(condition)}", values
    )
    return {word for row in found for word in row if word}


def delete(holding: Holding, condition: str, values: Mapping[str, Any]) -> int:
    """Delete the rows that a condition finds; how many."""
    return _execute(f"DELETE FROM {holding.table} WHERE {_own(condition)}", values)


def empty(
    holding: Holding, condition: str, values: Mapping[str, Any], *, contacts: bool = True, words: bool = True
) -> int:
    """Empty fields of the rows that a condition finds; rows in which nothing was stay untouched. How many weren't."""
    names = [*(holding.contacts if contacts else ()), *(holding.words if words else ())]
    changes = {name: holding.expressions.get(name, _nothing(holding.model, name)) for name in names}
    changed: set[Any] = set()
    if changes:
        assigned = ", ".join(f"{name} = {change}" for name, change in changes.items())
        differs = " OR ".join(f"{name} IS DISTINCT FROM ({change})" for name, change in changes.items())
        rows = f"UPDATE {holding.table} SET {assigned} WHERE {_own(condition)} AND ({differs})"
        changed |= {key for (key,) in _fetch(f"{rows} RETURNING {holding.key}", values)}
    facts = holding.facts if contacts else {}
    if facts:
        for key, found in _read(holding, keys(holding, condition, values), list(facts)):
            left = {
                name: without_words(value, facts[name], empty=holding.has_schema)
                for name, value in found.items()
            }
            changed |= {key} if _write(holding, key, found, left) else set()
    return len(changed)


def _own(condition: str) -> str:
    return f"organization_id = %(organization)s AND ({condition})"


def _nothing(model: type[models.Model], name: str) -> str:
    return "'{}'" if isinstance(model._meta.get_field(name), ArrayField) else "''"


# Others' texts.


def naming(holding: Holding, person: Person) -> Iterator[tuple[Any, dict[str, Any], dict[str, Any]]]:
    """The rows of a table in which the person is named: key, the texts that name them, these texts without them."""
    names = [name for name in holding.searched if not _is_index(holding, name)]
    if not names:
        return
    condition = " OR ".join(f"{_as_text(holding, name)} ~* %(pattern)s" for name in names)
    values = {"organization": current_organization_id(), "pattern": person.loose_pattern}
    for key, found in _read(holding, keys(holding, condition, values), names):
        cleaned = {name: _cleaned(holding, name, key, value, person) for name, value in found.items()}
        if any(cleaned[name] != value for name, value in found.items()):
            yield key, found, cleaned


def unname(holding: Holding, person: Person) -> int:
    """Take the person out of every text of a table; how many rows named them."""
    return sum(_write(holding, key, found, cleaned) for key, found, cleaned in naming(holding, person))


def unname_log(person: Person) -> int:
    """The same in the log of Django admin, which names rows by their words and is of no organization."""
    asked = person.loose_pattern
    found = LogEntry.objects.filter(Q(object_repr__iregex=asked) | Q(change_message__iregex=asked))
    return sum(
        LogEntry.objects.filter(pk=entry.pk).update(
            object_repr=person.pattern.sub(ERASED, entry.object_repr)[:200],
            change_message=person.pattern.sub(ERASED, entry.change_message),
        )
        for entry in found.order_by("pk")
    )


def texts(holding: Holding) -> Iterator[str]:
    """Every text of a table in which somebody may be found, as SQL writes it; from the server piece by piece."""
    for name in holding.searched:
        if not _is_index(holding, name):
            statement = (
                f"SELECT {_as_text(holding, name)} FROM {holding.table} "
                f"WHERE organization_id = %(organization)s AND {_as_text(holding, name)} ~ '[0-9]{{3}}|@'"
            )
            with transaction.atomic(), connection.cursor() as limits, connection.chunked_cursor() as cursor:
                limits.execute("SET LOCAL statement_timeout = 0")
                cursor.execute(statement, {"organization": current_organization_id()})
                for (text,) in cursor:
                    yield text


def _is_index(holding: Holding, name: str) -> bool:
    return isinstance(holding.model._meta.get_field(name), SearchVectorField)


def _as_text(holding: Holding, name: str) -> str:
    kind = holding.model._meta.get_field(name)
    return f"encode({name}, 'escape')" if isinstance(kind, models.BinaryField) else f"{name}::text"


def _cleaned(holding: Holding, name: str, key: Any, value: Any, person: Person) -> Any:
    if isinstance(value, bytes):
        return _without_in_bytes(person, value)
    if not isinstance(value, str):
        return without(person, value)
    # What must be unique stays so, and no text outgrows its column.
    mark = f"[erased {key}]" if name in _unique(holding.model) else ERASED
    length = getattr(holding.model._meta.get_field(name), "max_length", None)
    return person.pattern.sub(mark, value)[:length]


def _unique(model: type[models.Model]) -> set[str]:
    rules: list[Any] = [rule for rule in model._meta.constraints if isinstance(rule, models.UniqueConstraint)]
    said = {
        str(each.name)  # type: ignore[attr-defined]  # an F has one
        for rule in rules
        for expression in rule.expressions
        for each in expression.flatten()
        if isinstance(each, F)
    }
    return said.union(*(rule.fields for rule in rules))


def _without_in_bytes(person: Person, raw: bytes) -> bytes:
    text = raw.decode("utf-8", "surrogateescape")
    try:
        data = json.loads(text)
    except ValueError:  # no JSON
        return person.pattern.sub(ERASED, text).encode("utf-8", "surrogateescape")
    cleaned = without(person, data)
    return (
        raw if cleaned == data else json.dumps(cleaned, ensure_ascii=False).encode("utf-8", "surrogatepass")
    )


# Rows.


def _read(
    holding: Holding, found: Sequence[Any], names: Sequence[str]
) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Fields of rows by their keys, as Django reads them."""
    for part in batched(found, ROWS):
        rows = holding.model.unscoped.filter(pk__in=part).order_by("pk")  # type: ignore[attr-defined]
        for key, *fields in rows.values_list("pk", *names):
            plain = [bytes(each) if isinstance(each, memoryview) else each for each in fields]
            yield key, dict(zip(names, plain, strict=True))


def _write(holding: Holding, key: Any, before: Mapping[str, Any], after: Mapping[str, Any]) -> int:
    """Give a row's fields other values where they are others; whether any was."""
    changes = {name: value for name, value in after.items() if value != before[name]}
    if not changes:
        return 0
    if holding.model is AuditEntry:  # nobody may change it but for this, as PostgreSQL sees to it
        told = [current_organization_id(), key, json.dumps(changes["details"])]
        [(count,)] = sql.fetch("SELECT loadline_audit_unname(%s, %s, %s::jsonb)", told)
        return int(count)
    found = holding.model.unscoped.filter(pk=key, organization=current_organization_id())  # type: ignore[attr-defined]
    return int(found.update(**changes))


def _execute(statement: str, values: Mapping[str, Any]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.rowcount)


def _fetch(statement: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """All rows; a search through a long history takes longer than a page may."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = '8min'")
        cursor.execute(statement, values)
        return cursor.fetchall()
