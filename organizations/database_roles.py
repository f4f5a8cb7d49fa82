"""What the database's roles may do: the policies of row-level security, grants and limits. Made whenever `migrate` has
run, from the models, so that no table of an organization's is without its policy (`tenancy.row_security`).

Who migrates owns the tables, and no policy holds for it. The processes' role owns nothing: it is a member of
`UNSCOPED_ROLE` that inherits nothing from it, and becomes it by `SET LOCAL role`.
"""

from contextlib import suppress
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import ProgrammingError, connections, transaction
from django.db.backends.utils import CursorWrapper
from psycopg.sql import SQL, Composable, Identifier, Literal

from organizations.models import AuditEntry, Owned
from organizations.tenancy.row_security import SETTING

OF_SCOPE, OF_ALL = "organization", "unscoped"  # the policies' names, on each table

# A sub-select is asked once a statement, and is a parameter to the planner. It fails where nothing was said.
_IN_SCOPE = SQL(f"organization_id = (SELECT current_setting('{SETTING}')::bigint)")
_APPENDED_ONLY = (AuditEntry._meta.db_table,)
_READ_ONLY = ("django_migrations",)


def owned_tables() -> list[str]:
    """The tables whose rows belong to an organization."""
    found = [model._meta for model in apps.get_models() if issubclass(model, Owned)]
    return sorted({meta.db_table for meta in found if meta.managed and not meta.proxy})


def keep_policies(*, using: str, **_: Any) -> None:
    """Django's `post_migrate`: policies on every owned table, and grants for the roles that there are."""
    connection = connections[using]
    known = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    with connection.cursor() as cursor:
        there = known & set(connection.introspection.table_names(cursor))
        if settings.LOCAL:
            _make_roles(cursor)
        has_role = _has_role(cursor)
        for table in owned_tables():
            if table in there:
                with transaction.atomic(using=using):  # one lock at a time: an older release may be at work
                    _keep_policies_of(table, cursor, has_role=has_role)
        if has_role:
            _grant(cursor, there, may_analyze=connection.pg_version >= 170_000)  # type: ignore[attr-defined]


def keep_limits(*, using: str, **_: Any) -> None:
    """Django's `post_migrate`: give `DATABASE_LIMITS` to who migrates and to the processes' roles, in this database.

    A connection asks for them when it begins; PgBouncer refuses that or drops it, and they hold nevertheless.
    """
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT current_database()")  # a pooler may call it otherwise
        place = Identifier(cursor.fetchone()[0])
        others = [Identifier(name) for name in members(cursor)]
        for role in (SQL("CURRENT_USER"), *others):
            # Who migrates may not be allowed to change others: then an operator does, and `/readyz` asks for it.
            with suppress(*([ProgrammingError] if role in others else [])), transaction.atomic(using=using):
                for name, limit in settings.DATABASE_LIMITS.items():
                    statement = SQL("ALTER ROLE {} IN DATABASE {} SET {} = {}").format(
                        role, place, Identifier(name), Literal(limit)
                    )
                    cursor.execute(statement.as_string(cursor.cursor))


def members(cursor: CursorWrapper) -> list[str]:
    """The processes' roles: those that log in as members of `UNSCOPED_ROLE`, other than who asks."""
    cursor.execute(
        "SELECT DISTINCT login.rolname FROM pg_auth_members AS membership "
        "JOIN pg_roles AS role ON role.oid = membership.roleid "
        "JOIN pg_roles AS login ON login.oid = membership.member "
        "WHERE role.rolname = %s AND login.rolcanlogin AND NOT login.rolsuper AND login.rolname <> current_user "
        "ORDER BY 1",
        [settings.UNSCOPED_ROLE],
    )
    return [name for (name,) in cursor.fetchall()]


def _has_role(cursor: CursorWrapper) -> bool:
    cursor.execute("SELECT FROM pg_roles WHERE rolname = %s", [settings.UNSCOPED_ROLE])
    return cursor.fetchone() is not None


def _make_roles(cursor: CursorWrapper) -> None:
    """Those of a local run, whose server is its own; elsewhere an operator makes them (docs/deployment.md)."""
    # Roles are the whole server's: another database's `migrate` may be at it, and then makes both.
    statement = SQL("""
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = {app_name}) THEN
        CREATE ROLE {unscoped} NOLOGIN;
        CREATE ROLE {app} LOGIN NOINHERIT IN ROLE {unscoped};
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$
""")
    app, unscoped = settings.LOCAL_ROLE, settings.UNSCOPED_ROLE
    cursor.execute(
        statement.format(app_name=app, app=Identifier(app), unscoped=Identifier(unscoped)).as_string(
            cursor.cursor
        )
    )


def _keep_policies_of(table: str, cursor: CursorWrapper, *, has_role: bool) -> None:
    cursor.execute("SELECT relrowsecurity FROM pg_class WHERE oid = %s::regclass", [table])
    (is_enabled,) = cursor.fetchone()
    cursor.execute("SELECT polname FROM pg_policy WHERE polrelid = %s::regclass", [table])
    names = {name for (name,) in cursor.fetchall()}

    def run(statement: str, **parts: Composable) -> None:
        cursor.execute(SQL(statement).format(table=Identifier(table), **parts).as_string(cursor.cursor))

    if not is_enabled:
        run("ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
    if OF_SCOPE not in names:
        run("CREATE POLICY {name} ON {table} USING ({rule})", name=Identifier(OF_SCOPE), rule=_IN_SCOPE)
    if has_role and OF_ALL not in names:
        role = Identifier(settings.UNSCOPED_ROLE)
        run("CREATE POLICY {name} ON {table} TO {role} USING (true)", name=Identifier(OF_ALL), role=role)


def _grant(cursor: CursorWrapper, tables: set[str], *, may_analyze: bool) -> None:
    """Let the processes read and write rows: of the audit they only add, and they own nothing."""
    roles = SQL(", ").join(map(Identifier, [settings.UNSCOPED_ROLE, *members(cursor)]))
    rest = sorted(tables - {*_APPENDED_ONLY, *_READ_ONLY})
    for rights, names in (
        ("SELECT, INSERT, UPDATE, DELETE" + ", MAINTAIN" * may_analyze, rest),
        ("SELECT, INSERT", _APPENDED_ONLY),
        ("SELECT", _READ_ONLY),
    ):
        chosen = SQL(", ").join(map(Identifier, names))
        statement = SQL("GRANT {} ON {} TO {}").format(SQL(rights), chosen, roles)
        cursor.execute(statement.as_string(cursor.cursor))
