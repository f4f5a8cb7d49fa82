"""The command: files of all sorts, what it stores, prints and ends with; speed and memory."""

import csv
import gzip
import io
import os
import subprocess
import sys
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from carriers.identity import Numbers, ensure_carriers
from carriers.models import Carrier, CarrierContact, CarrierFinding
from config.local import folder
from organizations.models import AuditEntry
from tests.carriers.files.census import FIRST_DOT, census_lines
from tests.factories import NOW, CarrierFactory
from tests.history.test_command import MAX_KIB, MEASURE

OWN = "DOT,MC,Name,Phone,Email,Preferred,Cargo Insurance\n"


def census(count, **options):
    return "".join(census_lines(count, **options))


def carrier_of(dot, organization):
    return Carrier.unscoped.of(organization).get(dot_number=dot)


@pytest.mark.parametrize("is_new", [True, False])
def test_census_is_imported_and_unchanged_the_second_time(run, acme, is_new):
    text = census(120, is_new=is_new)
    assert run(text) == (120, 0, 0, 0)
    stored = list(Carrier.unscoped.of(acme).order_by("pk").values())
    assert run(text) == (0, 0, 120, 0)
    again = list(Carrier.unscoped.of(acme).order_by("pk").values())
    # Facts are fresh again, so those carriers' dates move; nothing else does.
    for row in stored + again:
        del row["updated_at"], row["vetting_due_at"]
    assert again == stored
    assert "the FMCSA's census" in run.err


def test_census_changes_of_an_existing_carrier_what_it_knows(run, acme):
    mine = CarrierFactory(
        organization=acme,
        dot_number=FIRST_DOT + 1,
        name="Our friends",
        phone="+18065550199",
        notes="Ask for Dana.",
        equipment_types=["reefer"],
        is_preferred=True,
        fleet_size=3,
        created_at=NOW,
    )
    assert run(census(1)) == (0, 1, 0, 0)
    mine.refresh_from_db()
    assert (mine.name, mine.phone, mine.notes, mine.equipment_types, mine.is_preferred, mine.created_at) == (
        "Our friends",
        "+18065550199",
        "Ask for Dana.",
        ["reefer"],
        True,
        NOW,
    )
    assert mine.legal_name.endswith(("LLC", "INC", "CORP", 'CO"'))
    assert mine.mc_number == "700001"
    assert mine.fleet_size is not None
    # Where the registry has another number than we have, both are known.
    assert CarrierContact.unscoped.filter(carrier=mine, source="census").exists()


def test_facts_of_the_census_are_a_finding_of_the_day_that_is_told(run, acme):
    run(census(20), "--as-of", "2026-02-01")
    carrier = carrier_of(FIRST_DOT + 20, acme)
    finding = CarrierFinding.unscoped.get(carrier=carrier)
    assert (finding.source, finding.found_at) == ("census", datetime(2026, 2, 1, tzinfo=UTC))
    assert carrier.safety_rating == finding.data["safety_rating"] == "unsatisfactory"
    assert run(census(20), "--as-of", "2026-01-01")[:2] == (0, 0)
    finding.refresh_from_db()
    assert finding.found_at == datetime(2026, 2, 1, tzinfo=UTC)


def test_stub_that_a_conversation_made_is_filled(run, acme):
    ensure_carriers(organization=acme, numbers=[Numbers(FIRST_DOT + 1, "")], at=NOW)
    assert run(census(1)) == (1, 0, 0, 0)
    assert run(census(1)) == (0, 0, 1, 0)
    assert Carrier.unscoped.of(acme).count() == 1


def test_organizations_stay_apart(run, acme, rival):
    assert run(census(3)) == (3, 0, 0, 0)
    assert run(census(3), slug="rival") == (3, 0, 0, 0)
    assert Carrier.unscoped.of(acme).count() == Carrier.unscoped.of(rival).count() == 3


def test_list_of_ones_own_decides(run, acme):
    mine = CarrierFactory(organization=acme, dot_number=1234567, name="Old", phone="+18065550199", email="")
    text = OWN + "1234567,MC 55,Blue Mesa,806 555 0101,dana@mesa.example,yes,\n"
    assert run(text) == (0, 1, 0, 0)
    mine.refresh_from_db()
    assert (mine.name, mine.phone, mine.email, mine.is_preferred, mine.mc_number) == (
        "Blue Mesa",
        "+18065550101",
        "dana@mesa.example",
        True,
        "55",
    )
    assert list(CarrierContact.unscoped.filter(carrier=mine).values_list("phone", flat=True)) == [
        "+18065550199"
    ]
    assert run(text) == (0, 0, 1, 0)


def test_empty_cells_leave_what_is_stored(run, acme):
    run(OWN + "1234567,55,Blue Mesa,8065550101,dana@mesa.example,yes,100000\n")
    assert run(OWN + "1234567,,,,,,\n")[:3] == (0, 1, 0)  # its insurance isn't told any more
    carrier = carrier_of(1234567, acme)
    assert (carrier.name, carrier.mc_number, carrier.is_preferred) == ("Blue Mesa", "55", True)


def test_new_number_alone_is_an_update(run):
    run(OWN + "1234567,55,Blue Mesa,,,,\n")
    assert run(OWN + "1234567,56,Blue Mesa,,,,\n") == (0, 1, 0, 0)


def test_carrier_that_comes_twice_counts_twice(run, acme):
    text = OWN + "1234567,,Blue Mesa,,,,\n1234567,,Red Mesa,,,,\n1234567,,Red Mesa,,,,\n"
    assert run(text) == (1, 1, 1, 0)
    assert carrier_of(1234567, acme).name == "Red Mesa"


def test_json_lines(run, acme):
    text = '{"dotNumber": 1234567, "name": "Blue Mesa", "equipmentTypes": ["van"]}\n{"mcNumber": "77"}\n{"name": 5}\n'
    assert run(text, name="mine.jsonl") == (2, 0, 0, 1)
    assert carrier_of(1234567, acme).equipment_types == ["van"]
    (row,) = run.rejected("mine.jsonl.rejected.jsonl")
    assert '"line":3' in row
    assert "needs a DOT number" in row


def test_headings_are_told(run):
    run("USDOT #,Company,Colour\n1234567,Blue Mesa,blue\n")
    assert "“USDOT #” is dot_number, “Company” is name; not used: Colour." in run.err


def test_rejected_rows_can_be_mended_and_imported(run, acme):
    text = OWN + 'x,,Blue Mesa,,,,\n1234568,,Red Mesa,none,,,\n1234569,,"Open,,,,\n1234570,,Green Mesa,,,,\n'
    assert run(text) == (1, 0, 0, 3)
    assert run.code == 1
    path = run.path("carriers.csv.rejected.csv")
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == [
        "line",
        "reason",
        "DOT",
        "MC",
        "Name",
        "Phone",
        "Email",
        "Preferred",
        "Cargo Insurance",
    ]
    assert [(row[0], row[1].partition(":")[0]) for row in rows[1:]] == [
        ("2", "dot_number"),
        ("3", "phone"),
        ("4", "A quoted field isn't closed."),
    ]
    mended = path.read_text().replace(",x,", ",1234567,").replace("none", "8065550101")
    assert run(mended, name="mended.csv") == (2, 0, 0, 1)


def test_rejected_rows_of_an_earlier_run_go_away(run):
    run(OWN + "x,,,,,,\n")
    assert run.path("carriers.csv.rejected.csv").exists()
    run(OWN + "1234567,,,,,,\n")
    assert not run.path("carriers.csv.rejected.csv").exists()
    assert run.code == 0


def test_row_that_the_database_cannot_take_is_rejected_alone(run, acme, monkeypatch):
    monkeypatch.setattr("carriers.file_reading.MAX_DOT_DIGITS", 2**63)
    text = OWN + f"1234567,,a,,,,\n{2**63},,b,,,,\n1234568,,c,,,,\n"
    assert run(text) == (2, 0, 0, 1)
    assert "It can't be stored" in run.rejected()[1]


def test_compressed_and_from_standard_input(run, acme, tmp_path, monkeypatch):
    path = run.path("census.csv.gz")
    path.write_bytes(gzip.compress(census(5).encode()))
    assert run.run(path) == (5, 0, 0, 0)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(census(6).encode() + b'"1"\n')))
    assert run.run("-") == (1, 0, 5, 1)
    assert run.path("stdin.rejected.csv").exists()


@pytest.mark.deep
def test_compressed_file_that_breaks_off(run):
    path = run.path("census.csv.gz")
    path.write_bytes(gzip.compress(census(2_000).encode())[:-5_000])
    imported, _, _, rejected = run.run(path)
    assert 0 < imported < 2_000
    assert rejected in (1, 2)  # the last line may be cut in two
    assert run.code == 1


def test_tabs_and_windows_letters(run, acme):
    text = "DOT\tName\tCity\tFax\n1234567\tTransportes Peña\tMonterrey\t\n".encode("cp1252")
    assert run(text) == (1, 0, 0, 0)
    assert carrier_of(1234567, acme).name == "Transportes Peña"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("Name,Phone\nBlue Mesa,8065550101\n", "no column for a DOT number"),
        ("DOT,Name\n1,a\n".encode("utf-16"), "UTF-16"),
        ('"DOT,Name\n1,a\n', "header can't be read"),
    ],
)
def test_file_that_cannot_be_used_stops_before_anything_is_stored(run, acme, text, words):
    run.path("good.csv").write_text(OWN + "1234567,,a,,,,\n")
    run.path("bad.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(CommandError, match=words):
        run.run(run.path("good.csv"), run.path("bad.csv"))
    assert not Carrier.unscoped.of(acme).exists()


@pytest.mark.parametrize("day", ["tomorrow", "2999-01-01"])
def test_day_that_is_none(run, day):
    with pytest.raises(CommandError, match="--as-of"):
        run(OWN, "--as-of", day)


def test_unknown_organization_and_missing_file(db, acme, tmp_path):
    with pytest.raises(CommandError, match="no organization 'nobody'"):
        call_command("import_carriers", "--organization", "nobody", str(tmp_path / "x.csv"))
    with pytest.raises(CommandError, match="can't be read"):
        call_command("import_carriers", "--organization", "acme", str(tmp_path / "x.csv"))


def test_import_is_in_the_audit_trail(run, acme):
    run(OWN + "1234567,,a,,,,\nx,,,,,,\n")
    entry = AuditEntry.unscoped.of(acme).get(action="carriers.imported")
    assert (entry.details["imported"], entry.details["rejected"]) == (1, 1)


@pytest.mark.deep
def test_cost_of_a_batch_does_not_grow_with_its_rows(run, django_assert_max_num_queries):
    with django_assert_max_num_queries(45):
        run(census(1_000))
    with django_assert_max_num_queries(45):
        run(census(1_000))


@pytest.mark.deep
@pytest.mark.django_db(transaction=True)
def test_memory_is_bounded_whatever_the_file_holds(acme, tmp_path):
    path = tmp_path / "census.csv"
    with path.open("w") as file:
        file.writelines(census_lines(3_000))
        file.write('"1","' + "x" * 50_000_000 + "\n")
        file.write("y" * 50_000_000)
    database = connection.settings_dict["NAME"]
    environment = os.environ | {
        "LOADLINE_LOCAL": "1",
        "SECRET_KEY": "tests",
        "DATABASE_URL": f"postgres://{folder.USER}@/{folder.socket_dir()}/{database}",
    }
    if os.environ.get("DATABASE_URL"):
        environment["DATABASE_URL"] = os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{database}"
    command = [sys.executable, "manage.py", "import_carriers", "--organization", "acme", str(path)]
    process = subprocess.run(
        [sys.executable, "-c", MEASURE, *command],
        env=environment,
        cwd=folder.CHECKOUT,
        stdout=subprocess.PIPE,
    )
    *_, summary, most = process.stdout.decode().splitlines()
    assert (process.returncode, summary) == (1, "imported 3000, updated 0, unchanged 0, rejected 2")
    assert 0 < int(most) < MAX_KIB
