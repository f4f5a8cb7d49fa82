"""Row-level security, by raw SQL with the rights of the processes' role: the floor under every scope."""

from datetime import UTC, datetime

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DataError, ProgrammingError, connection, transaction

from config.local import folder
from loads.models import Load
from organizations import audit, partitions
from organizations.database_roles import OF_ALL, OF_SCOPE, owned_tables
from organizations.models import AuditEntry
from organizations.sql import fetch, fetch_planned
from organizations.tasks import keep_partitions
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope, unscoped
from tests.database import as_owner, nothing_said
from tests.factories import NOW, LoadFactory
from tests.organizations.test_walls import by_label, owned_models

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("row_security")]


@pytest.fixture
def loads(acme, rival):
    """A load of each."""
    return LoadFactory(organization=acme), LoadFactory(organization=rival)


def refused():
    return pytest.raises(ProgrammingError, match="row-level security")


# The closed world


def test_every_owned_table_has_both_policies():
    found = fetch(
        "SELECT relname, array_agg(polname::text ORDER BY polname) FROM pg_class "
        "JOIN pg_policy ON polrelid = pg_class.oid WHERE relrowsecurity GROUP BY relname"
    )

    assert dict(found) == {table: [OF_SCOPE, OF_ALL] for table in owned_tables()}
    assert {model._meta.db_table for model in owned_models()} <= set(owned_tables())


def test_processes_own_nothing_and_bypass_nothing():
    found = fetch(
        "SELECT rolsuper, rolbypassrls, rolinherit, rolcreaterole, rolcreatedb, "
        "(SELECT count(*)::int FROM pg_class WHERE relowner = role.oid) FROM pg_roles AS role "
        "WHERE rolname = ANY(%s)",
        [[settings.LOCAL_ROLE, settings.UNSCOPED_ROLE]],
    )

    assert sorted(found) == [(False, False, False, False, False, 0), (False, False, True, False, False, 0)]


def test_months_are_made_and_dropped_by_the_owner_alone():
    with nothing_said():
        assert not partitions.owns_tables()
        keep_partitions()  # it looks, and nothing is overdue
        with pytest.raises(CommandError, match="DATABASE_OWNER_URL"):
            call_command("keep_partitions")
    with pytest.raises(ProgrammingError, match="permission denied"):
        partitions.make_partitions(at=datetime(2040, 5, 17, tzinfo=UTC))


# Raw SQL, of each owned table


def insert_anything(table, organization):
    """A row of the organization's with whatever the columns take; what it refers to isn't there."""
    values = {
        "text": "''",
        "boolean": "false",
        "date": "'2026-03-02'",
        "jsonb": "'{}'",
        "bytea": "''",
        "tsvector": "''",
    }
    values |= {"timestamp with time zone": "'2026-03-02'", "timestamp without time zone": "'2026-03-02'"}
    with as_owner() as cursor:
        cursor.execute(
            "SET CONSTRAINTS ALL IMMEDIATE"
        )  # what waits for the end would keep the table from changing
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            "SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'c'", [table]
        )
        for (name,) in cursor.fetchall():
            cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
        cursor.execute(
            "SELECT quote_ident(attname), CASE WHEN attndims > 0 OR typcategory = 'A' THEN 'array' "
            "WHEN typcategory = 'S' THEN 'text' ELSE format_type(atttypid, NULL) END "
            "FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid WHERE attrelid = %s::regclass AND attnum > 0 "
            "AND attnotnull AND NOT atthasdef AND attidentity = '' AND attname <> 'organization_id'",
            [table],
        )
        columns = {
            name: "'{}'" if kind == "array" else values.get(kind, "1") for name, kind in cursor.fetchall()
        }
        names, given = (
            ", ".join(each)
            for each in (["organization_id", *columns], [str(organization.pk), *columns.values()])
        )
        cursor.execute(f"INSERT INTO {table} ({names}) VALUES ({given})")
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")


@pytest.mark.parametrize("model", **by_label(owned_models()))
def test_raw_sql_sees_and_changes_rows_of_the_scope_alone(model, acme, rival):
    table = model._meta.db_table
    if not model.unscoped.filter(organization=rival).exists():
        insert_anything(table, rival)
    count = f"SELECT count(*)::int FROM {table} WHERE organization_id = %s"

    with scope(acme.pk):
        assert fetch(count, [rival.pk]) == [(0,)]
        assert fetch_planned(count, [rival.pk]) == [(0,)]
        with refused(), transaction.atomic():
            fetch(f"INSERT INTO {table} (organization_id) VALUES ({rival.pk})")
        if model is not AuditEntry:
            with connection.cursor() as cursor:
                cursor.execute(
                    f"UPDATE {table} SET organization_id = {acme.pk} WHERE organization_id = {rival.pk}"
                )
                assert cursor.rowcount == 0
                cursor.execute(f"DELETE FROM {table} WHERE organization_id = {rival.pk}")
                assert cursor.rowcount == 0
    with scope(rival.pk):
        assert fetch(count, [rival.pk]) >= [(1,)]
    with unscoped():
        assert fetch_planned(count, [rival.pk]) >= [(1,)]


def test_a_row_is_not_moved_to_another_organization(loads, acme, rival):
    with scope(acme.pk), refused(), transaction.atomic():
        fetch(f"UPDATE loads_load SET organization_id = {rival.pk} RETURNING id")


@pytest.mark.parametrize("who", [scope, unscoped])
@pytest.mark.parametrize("statement", ["UPDATE {} SET action = 'x'", "DELETE FROM {}", "TRUNCATE {}"])
def test_audit_is_only_added_to(acme, who, statement):
    audit.record(organization=acme, action="load.held", subject=acme, by=system("tests"), at=NOW)
    sight = scope(acme.pk) if who is scope else unscoped()

    with sight, pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        fetch(statement.format(AuditEntry._meta.db_table))
    assert AuditEntry.unscoped.filter(action="load.held").exists()


# What is said, and for how long


@pytest.mark.parametrize("find", [fetch, fetch_planned])
def test_statement_fails_where_nothing_was_said(loads, find):
    with nothing_said(), pytest.raises((DataError, ProgrammingError)), transaction.atomic():
        find("SELECT id FROM loads_load", ())


@pytest.mark.parametrize("find", [fetch, fetch_planned])
def test_what_is_seen_changes_within_a_transaction(loads, acme, rival, find):
    ours, theirs = ([(load.pk,)] for load in loads)
    every = "SELECT id FROM loads_load ORDER BY id"

    with scope(acme.pk):
        assert find(every, ()) == ours
        with unscoped():
            assert find(every, ()) == [*ours, *theirs]
        assert find(every, ()) == ours
        with scope(rival.pk):
            assert find(every, ()) == theirs
    with nothing_said(), pytest.raises((DataError, ProgrammingError)), transaction.atomic():
        find(every, ())


def test_what_was_said_since_a_savepoint_is_said_again(loads, acme, rival):
    every = "SELECT external_id FROM loads_load"

    with scope(acme.pk):
        known = fetch(every)
        with scope(rival.pk), transaction.atomic():
            other = fetch(every)
            transaction.set_rollback(True)
        assert fetch(every) == known
        with scope(rival.pk):
            assert fetch_planned(every, ()) == other
            with pytest.raises(ProgrammingError), transaction.atomic():
                fetch("SELECT nothing FROM loads_load")
            assert fetch_planned(every, ()) == other


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("find", [fetch, fetch_planned])
def test_nothing_stays_on_the_connection(loads, acme, find):
    with scope(acme.pk):
        assert find("SELECT id FROM loads_load", ()) == [(loads[0].pk,)]
    with unscoped():
        assert len(find("SELECT id FROM loads_load", ())) == 2

    with nothing_said():
        said = find("SELECT current_user::text, current_setting('loadline.organization', true)", ())
        assert said in ([(settings.LOCAL_ROLE, "")], [(settings.LOCAL_ROLE, None)])


def test_forgotten_filter_shows_nothing(loads, acme):
    with scope(acme.pk):
        assert list(Load.unscoped.values_list("pk", flat=True)) == [loads[0].pk]


@pytest.mark.django_db(transaction=True)
def test_processes_log_in_as_themselves(loads, acme):
    """As `bin/up` has them: the tests' own connections have an owner behind them."""
    name = connection.settings_dict["NAME"]
    with psycopg.connect(host=str(folder.socket_dir()), dbname=name, user=settings.LOCAL_ROLE) as link:
        with pytest.raises(psycopg.errors.UndefinedObject):
            link.execute("SELECT FROM loads_load")
        link.rollback()
        link.execute(f"SET LOCAL loadline.organization = {acme.pk}")
        assert link.execute("SELECT id FROM loads_load").fetchall() == [(loads[0].pk,)]
        link.execute(f"SET LOCAL ROLE {settings.UNSCOPED_ROLE}")
        assert len(link.execute("SELECT id FROM loads_load").fetchall()) == 2
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            link.execute(f"SET LOCAL ROLE {folder.USER}")
