"""Row-level security: PostgreSQL itself shows an organization's rows to its scope alone, whatever statement asks.

Beside each statement PostgreSQL is told what the code that runs now may see (`scope.sight()`), for that transaction
alone: an organization's id, which the policies of all owned tables read; or, for work on all organizations, the role
`UNSCOPED_ROLE`, whose policy is "everything". Where nothing was said a policy has no id to read, and the statement
fails.

It costs no round trip: the words stand before the statement, in the same message; in a transaction they are said once,
with the first statement. Nothing stays behind on a connection. Policies and grants: `organizations.database_roles`.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, Literal

from django.conf import settings
from django.db.backends.postgresql.base import Cursor
from psycopg import ClientCursor, Connection
from psycopg.pq import TransactionStatus
from psycopg.sql import Composable

from organizations.tenancy.scope import ALL, Sight, sight

SETTING = "loadline.organization"
MAX_PREPARED = 200  # statements of a connection

_SAVEPOINTS = ("SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")
_NAMED = re.compile(r"%\((\w+)\)s")
_UNKNOWN: Final = "unknown"  # a savepoint was rolled back, and with it what was said since

type _Said = Sight | Literal["unknown"]


class ToldCursor(Cursor, ClientCursor[Any]):
    """Django's cursor, which writes the values into the statement's text: there the words stand before it."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> "ToldCursor":
        """As psycopg's, without the words' own results."""
        if isinstance(query, str) and query.startswith(_SAVEPOINTS):
            super().execute(query, params, **options)
            self.connection.said = _UNKNOWN  # type: ignore[attr-defined]
            return self
        seen = sight()
        words = _words(self.connection, seen)
        if words:
            text = query if params is None else self.mogrify(query, params)
            query = " ".join([*words, text.as_string(self) if isinstance(text, Composable) else text])
            params = None
        super().execute(query, params, **options)
        for _ in words:
            self.nextset()
        self.connection.said = seen  # type: ignore[attr-defined]  # for the rest of the transaction
        return self

    def executemany(self, *args: Any, **options: Any) -> None:
        """Django doesn't use it, and nothing would be said."""
        raise NotImplementedError


class PlannedCursor(ToldCursor):
    """The cursor of statements that PostgreSQL plans once a connection, after a few times, not each time.

    As psycopg would do it, but by PREPARE and EXECUTE, before which the words can stand: psycopg's own way takes a
    message for each, and a tenth more of a list's time (docs/adr/0019-row-level-security.md).
    """

    def execute(self, query: Any, params: Any = None, **options: Any) -> "PlannedCursor":
        """As psycopg's; the statement itself isn't sent any more once it is prepared."""
        if isinstance(params, Mapping):  # in the order in which they stand in the text, those that do
            params = {name: params[name] for name in dict.fromkeys(_NAMED.findall(query))}
        if params and (name := self._prepare(query, params)):
            values = list(params.values() if isinstance(params, Mapping) else params)
            query, params = f"EXECUTE {name} ({', '.join(['%s'] * len(values))})", values
        super().execute(query, params, **options)
        return self

    def _prepare(self, query: str, params: Any) -> str:
        """The statement's name on this connection; none until it came often enough, and behind a pooler."""
        often = self.connection.prepare_threshold
        if often is None:
            return ""
        known: dict[Any, int] = self.connection.__dict__.setdefault("planned", {})
        names: dict[Any, str] = self.connection.__dict__.setdefault("names", {})
        key = query, tuple(params) if isinstance(params, Mapping) else len(params)
        if name := names.get(key):
            return name
        known[key] = known.get(key, 0) + 1
        if known[key] <= often or len(names) >= MAX_PREPARED:
            return ""
        places = [f"${place}" for place in range(1, len(params) + 1)]
        given = dict(zip(params, places, strict=True)) if isinstance(params, Mapping) else tuple(places)
        name = f"planned_{len(names)}"
        super().execute(f"PREPARE {name} AS {query % given}")
        del known[key]
        names[key] = name
        return name


def tell(connection: Connection[Any]) -> None:
    """Say within a transaction what may be seen, for statements that another cursor sends."""
    if _words(connection, sight()):
        ToldCursor(connection).execute("SELECT")


def _words(connection: Connection[Any], seen: Sight) -> list[str]:
    """The statements that tell the transaction what it lacks."""
    status = connection.pgconn.transaction_status
    if not settings.ROW_SECURITY or status == TransactionStatus.INERROR:
        return []
    said: _Said = None
    if status == TransactionStatus.INTRANS:
        said = getattr(connection, "said", _UNKNOWN)
    if seen == said:
        return []
    if seen == ALL:
        return [f"SET LOCAL role = '{settings.UNSCOPED_ROLE}';"]
    words = [f"SET LOCAL {SETTING} = '{'' if seen is None else seen}';"]
    if said in (ALL, _UNKNOWN):
        words.append("SET LOCAL role = DEFAULT;")
    return words
