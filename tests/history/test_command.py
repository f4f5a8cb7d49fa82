"""The command itself: files of all sorts, what it prints, what it ends with; killed, and with little memory."""

import gzip
import io
import os
import subprocess
import sys
from datetime import date
from types import SimpleNamespace

import orjson
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from calls.models import Call, Conversation
from carriers.models import Carrier
from config.demo.past import lines
from config.demo.past_loads import Plan
from config.demo.past_loads import encoded as as_bytes
from config.history_batches import TABLES
from config.history_import import Progress
from config.local import folder
from organizations.models import AuditEntry, Organization
from organizations.projections import PROJECTIONS
from tests.history.content import content_of
from tests.history.lines import ALL, CALL, CARRIER, LOAD, but, encoded
from tests.waiting import wait_until

ACME = ("--organization", "acme")
MAX_KIB = 300 * 1024
# A process begins with the memory of the one that forked it, so a small one does that, and tells.
MEASURE = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:]).returncode
unit = 1024 if sys.platform == "darwin" else 1
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // unit)
sys.exit(code)
"""


def test_compressed_file_is_read(run, tmp_path):
    path = tmp_path / "history.jsonl.gz"
    path.write_bytes(gzip.compress(encoded([*ALL, b"bad\n"])))
    assert run.run(*ACME, path) == (4, 0, 0, 1)
    assert (tmp_path / "history.jsonl.gz.rejected.jsonl").exists()


def test_compressed_file_that_breaks_off_is_imported_as_far_as_it_goes(run, tmp_path):
    path = tmp_path / "history.jsonl.gz"
    path.write_bytes(gzip.compress(encoded([LOAD, CARRIER]))[:-12])
    imported, _, _, rejected = run.run(*ACME, path)
    assert (imported <= 2, rejected, run.code) == (True, 1, 1)


def test_file_that_is_not_compressed_but_says_so(run, tmp_path):
    path = tmp_path / "history.jsonl.gz"
    path.write_bytes(encoded(ALL))
    assert run.run(*ACME, path) == (0, 0, 0, 1)
    (row,) = (tmp_path / "history.jsonl.gz.rejected.jsonl").read_bytes().splitlines()
    assert "can't be read on" in orjson.loads(row)["reason"]


def test_several_files_have_one_summary_and_their_own_rejected_lines(run, tmp_path):
    one, two = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    one.write_bytes(encoded([LOAD, b"bad\n"]))
    two.write_bytes(encoded([CALL, b"bad\n", CARRIER, b"bad\n"]))
    assert run.run(*ACME, one, two) == (3, 0, 0, 3)
    assert len((tmp_path / "1.jsonl.rejected.jsonl").read_bytes().splitlines()) == 1
    assert len((tmp_path / "2.jsonl.rejected.jsonl").read_bytes().splitlines()) == 2


def test_standard_input(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(encoded([*ALL, b"bad\n"]))))
    assert run.run(*ACME, "-") == (4, 0, 0, 1)
    row = orjson.loads((tmp_path / "stdin.rejected.jsonl").read_bytes())
    assert (row["line"], row["raw"]) == (5, "bad")


def test_rejected_lines_of_a_folder_to_read_from_come_to_the_working_folder(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "archive"
    (folder / "history.jsonl.rejected.jsonl").mkdir(parents=True)  # also root can't write there
    (folder / "history.jsonl").write_bytes(b"bad\n")
    assert run.run(*ACME, folder / "history.jsonl") == (0, 0, 0, 1)
    assert (tmp_path / "history.jsonl.rejected.jsonl").is_file()


def test_exit_code_tells_of_rejected_lines(run):
    run(CALL)
    assert run.code == 0
    run(CALL, b"bad\n")
    assert run.code == 1


def test_summary_is_the_last_line_and_progress_is_for_terminals(run, capsys):
    run(CALL, b"bad\n")
    assert run.out == "imported 1, updated 0, unchanged 0, rejected 1\n"
    assert capsys.readouterr().err == ""


def test_progress_tells_rows_speed_and_time_left():
    text = Progress(1_000)._text(5_000, 250, 2.0)
    assert text.endswith(" 25%  5,000 rows  2,500 rows/s  0:00:06 left")
    assert Progress(0)._text(5_000, 0, 2.0) == "5,000 rows  2,500 rows/s"


@pytest.mark.django_db
def test_unknown_organization_is_an_error_that_names_the_way_out(tmp_path):
    path = tmp_path / "history.jsonl"
    path.write_bytes(encoded(ALL))
    with pytest.raises(CommandError, match="--create"):
        call_command("import_history", "--organization", "nobody", str(path))
    call_command("import_history", "--organization", "nobody", "--create", str(path), stdout=io.StringIO())
    made = Organization.objects.get(slug="nobody")
    assert Conversation.unscoped.of(made).count() == 2
    assert AuditEntry.unscoped.of(made).filter(action="organization.created").exists()
    with pytest.raises(CommandError, match="slug"):
        call_command("import_history", "--organization", "no body!", "--create", str(path))


def test_file_that_is_not_there_stops_before_anything_is_read(run, tmp_path):
    path = tmp_path / "there.jsonl"
    path.write_bytes(encoded(ALL))
    for missing in (tmp_path / "missing.jsonl", tmp_path):
        with pytest.raises(CommandError, match="can't be read"):
            call_command("import_history", *ACME, str(path), str(missing))
    assert not Call.unscoped.exists()


# By real processes


def start(*arguments, through=(), **options):
    """The command as a process on the test's database, `through` another program where one is given."""
    database = connection.settings_dict
    environment = os.environ | {
        "LOADLINE_LOCAL": "1",
        "SECRET_KEY": "tests",
        "DATABASE_URL": f"postgres://{folder.USER}@/{folder.socket_dir()}/{database['NAME']}",
    }
    if os.environ.get("DATABASE_URL"):
        environment["DATABASE_URL"] = os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{database['NAME']}"
    command = [*through, sys.executable, "manage.py", "import_history", *map(str, arguments)]
    return subprocess.Popen(command, env=environment, cwd=folder.CHECKOUT, stdout=subprocess.PIPE, **options)


def history(calls, **sizes):
    plan = Plan(
        seed=7,
        timezone="America/Chicago",
        last=date(2026, 3, 10),
        days=5,
        calls=calls,
        emails=calls // 10,
        loads=calls // 20,
        carriers=calls // 20,
    )
    return list(as_bytes(lines(plan)))


@pytest.mark.deep
@pytest.mark.django_db(transaction=True)
def test_killed_and_started_again_it_comes_to_the_same(run, acme, rival, tmp_path):
    made = history(2_500)
    process = start(*ACME, "-", stdin=subprocess.PIPE)
    process.stdin.write(b"".join(made[:2_400]))
    process.stdin.flush()
    conversations = Conversation.unscoped.of(acme)
    try:
        wait_until(lambda: conversations.count() >= 1_000, conversations.count)
    finally:
        process.kill()
        process.communicate()
    stored = conversations.count()
    assert stored < 2_500

    imported, updated, unchanged, rejected = run(*made)
    assert (imported + updated + unchanged, rejected) == (len(made), 0)
    assert unchanged >= stored
    run(*made, slug="rival")
    assert content_of(acme.pk) == content_of(rival.pk)
    assert run(*made) == (0, 0, len(made), 0)


@pytest.mark.deep
@pytest.mark.django_db(transaction=True)
def test_memory_is_bounded_whatever_the_file_holds(acme, tmp_path):
    path = tmp_path / "large.jsonl"
    long = [but(CALL, externalId=f"long-{number}", transcript="🚚" * 900_000) for number in range(12)]
    with path.open("wb") as file:
        file.writelines(history(4_000))
        file.write(encoded(long))
        file.write(b'{"type":"call","summary":"' + b"x" * 50_000_000 + b'"}\n')
        file.write(b"y" * 50_000_000)
    process = start(*ACME, path, through=[sys.executable, "-c", MEASURE])
    *_, summary, most = process.communicate()[0].decode().splitlines()
    assert process.returncode == 1
    assert summary.endswith(", rejected 2")
    assert Call.unscoped.count() == 4_012
    assert 0 < int(most) < MAX_KIB


def test_sums_that_triggers_keep_are_looked_at_anew_during_an_import():
    """Else PostgreSQL takes those of a deleted history for empty tables, and each batch takes longer than the last."""
    looked_at = {each._meta.db_table for each in TABLES}

    assert {each.table for each in PROJECTIONS.values()} <= looked_at


@pytest.mark.deep
@pytest.mark.django_db(transaction=True)
def test_two_imports_at_once_take_turns(acme, tmp_path):
    paths = [tmp_path / name for name in ("one.jsonl", "two.jsonl")]
    for path in paths:
        path.write_bytes(b"".join(history(600)))
    processes = [start(*ACME, path) for path in paths]
    summaries = [process.communicate()[0].decode() for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert all(summary.endswith("rejected 0\n") for summary in summaries)
    assert Call.unscoped.count() == 600
    assert Carrier.unscoped.count() == 30
