"""Row-level security: PostgreSQL itself shows an organization's rows to its scope alone, whatever statement asks.

Beside each statement PostgreSQL is told what the code that runs now may see (`scope.sight()`), for that transaction
alone: an organization's id, which the policies of all owned tables read; or, for work on all organizations, the role
`UNSCOPED_ROLE`, whose policy is "everything". Where nothing was said a policy has no id to read, and the statement
fails.

It costs no round trip: outside a transaction the words go along with the statement; in one they are said once, with the
first statement. Nothing stays behind on a connection. Policies and grants: `organizations.database_roles`.
"""

from typing import Any, Final, Literal

from django.conf import settings
from django.db.backends.postgresql.base import Cursor, ServerBindingCursor
from psycopg import Connection, RawCursor
from psycopg.pq import TransactionStatus
from psycopg.sql import Composable

from organizations.tenancy.scope import ALL, Sight, sight

SETTING = "loadline.organization"

type _Words = list[tuple[str, str | None]]

_SAY = "SELECT set_config($1, $2, true)"
_SAVEPOINTS = ("SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")
_UNKNOWN: Final = "unknown"  # a savepoint was rolled back, and with it what was said since


class ToldCursor(Cursor):
    """Django's cursor, which writes the values into the statement's text: there the words stand before it."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> "ToldCursor":
        """As psycopg's, without the words' own results."""
        if isinstance(query, str) and query.startswith(_SAVEPOINTS):
            super().execute(query, params, **options)
            _note(self.connection, _UNKNOWN)
            return self
        seen = sight()
        words = _words(self.connection, seen)
        if words:
            text = query if params is None else self.mogrify(query, params)
            query, params = (
                _text(words) + (text.as_string(self) if isinstance(text, Composable) else text),
                None,
            )
        super().execute(query, params, **options)
        for _ in words:
            self.nextset()
        _note(self.connection, seen)
        return self

    def executemany(self, *args: Any, **options: Any) -> None:
        """Django doesn't use it, and nothing would be said."""
        raise NotImplementedError


class ToldPlannedCursor(ServerBindingCursor):
    """The cursor of planned statements, which stand alone: the words go before it on the same way."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> "ToldPlannedCursor":
        """As psycopg's."""
        seen = sight()
        words = _words(self.connection, seen)
        if not words:
            super().execute(query, params, **options)
            return self
        with self.connection.pipeline():
            for word in words:
                RawCursor(self.connection).execute(_SAY, word)
            super().execute(query, params, **options)
        _note(self.connection, seen)
        return self

    executemany = ToldCursor.executemany


def _words(connection: Connection[Any], seen: Sight) -> _Words:
    """What the transaction must be told for what is to be seen: settings, by name."""
    status = connection.pgconn.transaction_status
    if not settings.ROW_SECURITY or status == TransactionStatus.INERROR:
        return []
    said: Sight | Literal["unknown"] = None
    if status == TransactionStatus.INTRANS:
        said = getattr(connection, "said", _UNKNOWN)
    if seen == said:
        return []
    if seen == ALL:
        return [("role", settings.UNSCOPED_ROLE)]
    words: _Words = [(SETTING, "" if seen is None else str(seen))]
    if said in (ALL, _UNKNOWN):
        words.append(("role", None))
    return words


def _text(words: _Words) -> str:
    return "".join(
        f"SET LOCAL {name} = {'DEFAULT' if value is None else repr(value)}; " for name, value in words
    )


def _note(connection: Connection[Any], said: Sight | Literal["unknown"]) -> None:
    """Remember it for the rest of the transaction."""
    connection.said = said  # type: ignore[attr-defined]
