"""Tables by month: months are there before they begin, no row is refused, and what nobody keeps goes in one piece."""

from datetime import UTC, datetime, timedelta

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.state import ProjectState
from django.db.utils import IntegrityError
from django.utils import timezone

from loads.models import LoadEvent
from organizations import partitions
from organizations.partitions import PartitionByMonth, Partitioned
from organizations.sql import fetch
from organizations.tasks import keep_partitions
from tests.factories import LoadFactory

pytestmark = [pytest.mark.usefixtures("owner_at_work"), pytest.mark.sampled(6)]

EVENTS = Partitioned("loads_loadevent", "received_at")
AUDIT = Partitioned("organizations_auditentry", "at")
FAR = datetime(2040, 5, 17, 12, tzinfo=UTC)  # no month was made for it


def add_event(organization, at, **more):
    return LoadEvent.unscoped.create(
        organization=organization, received_at=at, raw=b"{}", is_accepted=True, **more
    )


def places(table):
    """How many rows each partition has that has any."""
    return dict(fetch(f"SELECT tableoid::regclass::text, count(*) FROM {table} GROUP BY 1"))


def settle():
    """As at the end of a transaction: PostgreSQL changes no table about whose rows it has still something to check."""
    connection.check_constraints()


def names(table):
    return [part.name for part in table.partitions()]


@pytest.mark.django_db
def test_tables_by_month_are_known():
    assert partitions.partitioned_tables() == [EVENTS, AUDIT]
    assert partitions.strays() == {"loads_loadevent": 0, "organizations_auditentry": 0}


@pytest.mark.django_db
@pytest.mark.parametrize("table", [EVENTS, AUDIT], ids=["events", "audit"])
def test_migrate_makes_months_ahead_that_leave_no_gap(table):
    default, past, *months = table.partitions()

    assert (default.name, default.end, past.name, past.start) == (
        f"{table.name}_default",
        None,
        f"{table.name}_past",
        None,
    )
    assert [part.start for part in months] == [part.end for part in [past, *months][:-1]]
    assert months[-1].end > datetime.now(UTC) + timedelta(days=3 * 31)


@pytest.mark.django_db
def test_months_are_made_once():
    at = datetime(2040, 1, 31, 23, 59, 59, tzinfo=UTC)
    months = [*(f"2040_{month:02}" for month in range(1, 13)), "2041_01"]

    made = partitions.make_partitions(at=at)

    assert made == [f"{table.name}_{month}" for table in (EVENTS, AUDIT) for month in months]
    assert partitions.make_partitions(at=at) == []


def test_row_without_a_month_is_taken_and_moves_to_its_own(acme):
    load = LoadFactory(organization=acme)
    event = add_event(acme, FAR, load=load)
    settle()
    assert places("loads_loadevent") == {"loads_loadevent_default": 1}
    assert partitions.strays()["loads_loadevent"] == 1

    assert partitions.make_partitions(at=datetime.now(UTC)) == ["loads_loadevent_2040_05"]

    assert places("loads_loadevent") == {"loads_loadevent_2040_05": 1}
    assert partitions.strays()["loads_loadevent"] == 0
    assert LoadEvent.unscoped.get() == event


def test_keys_go_on_and_are_unique(acme):
    keys = [add_event(acme, at).pk for at in (datetime(2020, 1, 1, tzinfo=UTC), datetime.now(UTC), FAR)]
    assert keys == sorted(set(keys))
    with pytest.raises(IntegrityError, match="pkey"):
        add_event(acme, FAR, pk=keys[-1])


def test_what_refers_across_months_is_held(acme, rival):
    """A load that goes leaves its events of all months, and no event refers to another organization's load."""
    load = LoadFactory(organization=acme)
    add_event(acme, FAR, load=load)
    add_event(acme, datetime.now(UTC), load=load)
    load.delete()
    settle()
    assert LoadEvent.unscoped.filter(load=None).count() == 2

    add_event(rival, FAR, load=LoadFactory(organization=acme))
    with pytest.raises(IntegrityError, match="same_organization"):
        settle()


def test_month_is_dropped_when_nobody_keeps_any_of_it(acme):
    kept, gone = datetime(2040, 6, 30, tzinfo=UTC), datetime(2040, 5, 2, tzinfo=UTC)
    partitions.make_partitions(at=datetime(2040, 5, 1, tzinfo=UTC))
    add_event(acme, kept)
    add_event(acme, gone)
    settle()
    at = datetime(2040, 8, 31, tzinfo=UTC)
    dropped = partitions.drop_partitions(at=at, kept={})
    assert "loads_loadevent_2040_05" not in dropped
    assert "organizations_auditentry_2040_05" in dropped

    LoadEvent.unscoped.filter(received_at=gone).delete()
    dropped = partitions.drop_partitions(at=at, kept={})

    # July was the last month: what comes late finds its place there.
    assert dropped == ["loads_loadevent_2040_05"]
    assert {"loads_loadevent_2040_06", "loads_loadevent_2040_07"} <= set(names(EVENTS))
    assert {"loads_loadevent_past", "loads_loadevent_default"} <= set(names(EVENTS))
    assert LoadEvent.unscoped.get().received_at == kept


def test_month_is_dropped_whole_when_the_installation_keeps_no_more(acme):
    partitions.make_partitions(at=datetime(2040, 5, 1, tzinfo=UTC))
    times = [datetime(2020, 1, 1, tzinfo=UTC), *(datetime(2040, month, 1, tzinfo=UTC) for month in (5, 6, 7))]
    for each in times:
        add_event(acme, each)
    settle()

    dropped = partitions.drop_partitions(at=datetime(2040, 8, 31, tzinfo=UTC), kept={"loads_loadevent": 2})

    # What was before the first month is emptied, and takes in whatever is imported later.
    assert {"loads_loadevent_past", "loads_loadevent_2040_05"} <= set(dropped)
    assert "organizations_auditentry_past" not in dropped
    assert "loads_loadevent_past" in names(EVENTS)
    kept = LoadEvent.unscoped.order_by("received_at").values_list("received_at", flat=True)
    assert list(kept) == times[2:]


def test_late_row_of_a_dropped_month_makes_it_anew(acme):
    partitions.make_partitions(at=FAR)
    partitions.drop_partitions(at=datetime(2040, 8, 1, tzinfo=UTC), kept={})
    add_event(acme, FAR)
    settle()

    assert "loads_loadevent_2040_05" in partitions.make_partitions(at=datetime.now(UTC))
    assert places("loads_loadevent") == {"loads_loadevent_2040_05": 1}


@pytest.mark.django_db
def test_task_does_both(monkeypatch, settings):
    settings.MONTHS_KEPT = settings.MONTHS_KEPT | {"organizations_auditentry": 84}
    told = []
    monkeypatch.setattr(partitions, "make_partitions", lambda *, at: told.append("made"))
    monkeypatch.setattr(partitions, "drop_partitions", lambda *, at, kept: told.append(kept))

    keep_partitions()

    assert told == ["made", {"loads_loadevent": 0, "organizations_auditentry": 84}]


def test_role_that_owns_nothing_leaves_it_to_the_owner(acme):
    add_event(acme, FAR)
    settle()
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE ROLE visitor; GRANT SELECT ON loads_loadevent, organizations_auditentry TO visitor"
        )
        for table in (EVENTS, AUDIT):
            cursor.execute(f"ALTER TABLE {table.name} DISABLE ROW LEVEL SECURITY")
        cursor.execute("SET LOCAL ROLE visitor")
        assert not partitions.owns_tables()
        keep_partitions()
        assert partitions.strays()["loads_loadevent"] == 1
        with pytest.raises(CommandError, match="DATABASE_OWNER_URL"):
            call_command("keep_partitions")
        cursor.execute("RESET ROLE; DROP OWNED BY visitor; DROP ROLE visitor")


@pytest.mark.django_db
def test_owner_does_both_by_a_command(monkeypatch):
    """Each day: what no process may do where row-level security is on."""
    before = names(EVENTS)
    monkeypatch.setattr(timezone, "now", lambda: FAR)
    call_command("keep_partitions")

    after = names(EVENTS)
    assert set(before) & set(after) == {"loads_loadevent_default", "loads_loadevent_past"}
    assert {"loads_loadevent_2040_05", "loads_loadevent_2041_05"} <= set(after)


@pytest.mark.django_db
def test_what_the_owner_should_have_done_is_told(monkeypatch):
    """By the task of a role that owns nothing, which so doesn't end well."""
    monkeypatch.setattr(partitions, "owns_tables", lambda: False)
    [*_, with_three, with_two, _, last] = AUDIT.partitions()

    partitions.keep_partitions(at=with_three.start)
    with pytest.raises(partitions.PartitionsOverdue, match="keep_partitions"):
        partitions.keep_partitions(at=with_two.start)

    assert partitions.overdue(at=datetime.now(UTC), kept={"organizations_auditentry": 84}) == []
    assert partitions.overdue(at=last.start, kept={"organizations_auditentry": 2})[:2] == [
        f"{EVENTS.name} has no month after {EVENTS.partitions()[-1].name}",
        f"{AUDIT.name} has no month after {last.name}",
    ]
    far = last.end + timedelta(days=3 * 31)
    assert f"{last.name} is over" in partitions.overdue(at=far, kept={"organizations_auditentry": 1})


def test_list_of_a_month_reads_that_month_alone(acme):
    partitions.make_partitions(at=FAR)
    rows = LoadEvent.unscoped.of(acme).filter(received_at__gte=FAR, received_at__lt=FAR + timedelta(days=1))

    plan = rows.order_by("-received_at", "-pk").explain()

    assert "loads_loadevent_2040_05" in plan
    assert plan.count("Scan") == 1


# A table that is there.


@pytest.fixture
def letters(transactional_db):
    """A table with all that one of ours has: keys, checks, indexes, a trigger; and a thousand rows."""
    with connection.cursor() as cursor:
        cursor.execute("""
            CREATE TABLE senders (id bigint PRIMARY KEY);
            CREATE TABLE letters (
                id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, sender_id bigint NOT NULL
                    CONSTRAINT letter_sender REFERENCES senders DEFERRABLE INITIALLY DEFERRED,
                at timestamptz NOT NULL, pages smallint CONSTRAINT letter_pages CHECK (pages >= 0),
                CONSTRAINT letter_key UNIQUE (sender_id, id)
            );
            CREATE INDEX letter_recent ON letters (sender_id, at DESC, id DESC);
            CREATE INDEX letter_thick ON letters (pages) WHERE pages > 10;
            CREATE TABLE told (number bigint);
            CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN INSERT INTO told SELECT count(*) FROM new_rows; RETURN NULL; END $$;
            CREATE TRIGGER letter_told AFTER INSERT ON letters REFERENCING NEW TABLE AS new_rows
                FOR EACH STATEMENT EXECUTE FUNCTION tell();
            COMMENT ON TRIGGER letter_told ON letters IS 'its hash';
            INSERT INTO senders VALUES (1);
            INSERT INTO letters (sender_id, at, pages)
                SELECT 1, now() - number * interval '1 day', 1 FROM generate_series(1, 1000) AS number;
        """)
    yield
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE letters, senders, told; DROP FUNCTION tell")


def convert():
    operation = PartitionByMonth("letters", "at", key="letter_key")
    state = ProjectState.from_apps(apps)
    with connection.schema_editor(atomic=False) as editor:
        operation.database_forwards("organizations", editor, state, state)


def test_table_becomes_the_first_partition_of_its_successor(letters):
    [(file,)] = fetch("SELECT pg_relation_filenode('letters')")

    convert()

    # Nothing was copied, and nothing is lost.
    assert fetch("SELECT pg_relation_filenode('letters_past')") == [(file,)]
    assert places("letters") == {"letters_past": 1000}
    indexes = dict(fetch("SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'letters'"))
    assert set(indexes) == {"letters_pkey", "letter_recent", "letter_thick"}
    assert "(id, at)" in indexes["letters_pkey"]
    assert fetch("SELECT count(*) FROM pg_indexes WHERE tablename = 'letters_past'") == [(3,)]
    assert fetch(
        "SELECT conname FROM pg_constraint WHERE conrelid = 'letters'::regclass AND contype IN ('c', 'f') ORDER BY 1"
    ) == [("letter_pages",), ("letter_sender",)]
    assert fetch(
        "SELECT obj_description(oid) FROM pg_trigger WHERE tgrelid = 'letters'::regclass AND tgname = 'letter_told'"
    ) == [("its hash",)]


def test_work_goes_on_after_the_change(letters):
    convert()
    partitions.make_partitions(at=datetime.now(UTC))

    [(key,)] = fetch("INSERT INTO letters (sender_id, at) VALUES (1, now()) RETURNING id")
    fetch("INSERT INTO letters (sender_id, at) VALUES (1, %s) RETURNING id", [FAR])

    assert key > 1000
    assert fetch("SELECT number FROM told") == [(1000,), (1,), (1,)]
    with pytest.raises(IntegrityError, match="letter_sender"):
        fetch("INSERT INTO letters (sender_id, at) VALUES (2, now()) RETURNING id")
    with pytest.raises(IntegrityError, match="letter_pages"):
        fetch("INSERT INTO letters (sender_id, at, pages) VALUES (1, now(), -1) RETURNING id")


def test_change_that_was_interrupted_can_be_made_again(letters):
    with connection.cursor() as cursor:
        cursor.execute("CREATE UNIQUE INDEX letters_past_pkey ON letters (id, at)")
        cursor.execute("ALTER TABLE letters ADD CONSTRAINT letters_bound CHECK (at < '2100-01-01') NOT VALID")

    convert()
    convert()

    assert places("letters") == {"letters_past": 1000}


def test_other_unique_index_is_refused_and_nothing_has_changed(letters):
    with connection.cursor() as cursor:
        cursor.execute("CREATE UNIQUE INDEX letter_once ON letters (sender_id, at)")

    with pytest.raises(Exception, match="unique index"):
        convert()

    assert places("letters") == {"letters": 1000}
