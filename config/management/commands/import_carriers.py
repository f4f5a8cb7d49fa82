"""`manage.py import_carriers --organization acme census.csv.gz [carriers.jsonl …]`; `-` is standard input."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, time
from itertools import batched, chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from carriers.file_columns import (
    CENSUS,
    OWN,
    Columns,
    Row,
    cells_of,
    decoded,
    delimiter_of,
    find_columns,
    is_census,
    own_fields,
    rows_of,
)
from carriers.file_reading import FileCarrier, read_census, read_own
from carriers.imports import store_carriers
from carriers.models import Carrier, CarrierContact, CarrierFinding
from carriers.registry.findings import date_of
from carriers.states import Source as FactsSource
from config.history_batches import commit
from config.history_files import MAX_LINE_LENGTH, Broken, RawLine, Rejected, Source, parse_object
from config.history_import import Summary, database_needed, open_sources, read_each, report
from config.management.finding import find_organization
from organizations import audit, sql
from organizations.api.imports import Outcome, Refused
from organizations.models import Organization
from organizations.tenancy.actors import Actor, system

FORMATS = ("census", "csv", "jsonl")
JSON_ENDINGS = (".jsonl", ".ndjson", ".json")
LINE_ENDS = b"\r\n"


class Unusable(ValueError):
    """A file of which nothing can be taken in; `str()` says why."""


@dataclass(frozen=True, slots=True)
class Item:
    """A row: what it tells, or why it can't be taken in."""

    number: int
    raw: bytes
    carrier: FileCarrier | None
    problem: str = ""


class RejectedRows(Rejected):
    """Rows that weren't taken in, as CSV with the file's own columns behind two of ours: mended, it can be imported."""

    extension = "csv"

    def __init__(self, source: Source, *, header: bytes, delimiter: str) -> None:
        super().__init__(source)
        self._header, self._delimiter = header, delimiter

    def _heading(self) -> bytes:
        return self._delimiter.join(("line", "reason", "")).encode() + self._header + b"\n"

    def _line(self, number: int, reason: str, raw: bytes) -> bytes:
        try:
            is_sound = cells_of(decoded(raw), self._delimiter) is not None
        except Refused:
            is_sound = False
        row = raw if is_sound else b'"' + raw.replace(b'"', b'""') + b'"'
        quoted = '"' + reason.replace('"', '""') + '"'
        return self._delimiter.join((str(number), quoted, "")).encode() + row + b"\n"


@dataclass(frozen=True, slots=True)
class Opened:
    """A file whose head has been read."""

    source: Source
    format: str
    told_by: FactsSource
    words: str  # what was made of its header
    items: Callable[[], Iterator[Item]]
    rejected: Callable[[Source], Rejected]


def open_file(source: Source, *, format: str = "") -> Opened:
    """Read a file's head, and say what kind it is; raises Unusable."""
    lines = source.lines(blanks=LINE_ENDS)
    try:
        first = next(lines, None)
    except Broken as error:
        raise Unusable(f"{source.name}: {error}") from None
    if first is None:
        raise Unusable(f"{source.name} is empty.")
    if first.raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Unusable(f"{source.name} is UTF-16; save it as UTF-8.")
    if (format or _format_of(source, first)) == "jsonl":
        return Opened(
            source,
            "jsonl",
            FactsSource.FILE,
            "JSON Lines",
            lambda: _objects(chain([first], lines)),
            Rejected,
        )
    return _table(source, first, lines, format)


def _format_of(source: Source, first: RawLine) -> str:
    name = source.name.lower().removesuffix(".gz")
    return "jsonl" if name.endswith(JSON_ENDINGS) or first.raw.lstrip().startswith(b"{") else ""


def _table(source: Source, first: RawLine, lines: Iterator[RawLine], format: str) -> Opened:
    try:
        text = decoded(first.raw)
        delimiter = delimiter_of(text)
        cells = cells_of(text, delimiter)
    except Refused as error:
        raise Unusable(f"{source.name}: its header can't be read: {error}") from None
    if cells is None:
        raise Unusable(f"{source.name}: its header can't be read: a quoted field isn't closed.")
    headings = [cell.strip() for cell in cells]
    is_registers = format == "census" or (not format and is_census(headings))
    columns = find_columns(headings, CENSUS if is_registers else OWN)
    if not {"dot_number", "mc_number"} & columns.places.keys():
        raise Unusable(
            f"{source.name}: no column for a DOT number or an MC number among {', '.join(headings[:50])}."
        )
    read = read_census if is_registers else read_own
    places = list(columns.places.items())

    def carrier_of(row: Row) -> FileCarrier:
        if row.problem:
            raise Refused(row.problem)
        return read({name: row.cells[place] for name, place in places})

    def items() -> Iterator[Item]:
        try:
            for row in rows_of(lines, delimiter=delimiter, columns=len(headings), longest=MAX_LINE_LENGTH):
                yield _item(row, carrier_of)
        except Broken as error:
            yield Item(error.number, b"", None, str(error))

    return Opened(
        source,
        "census" if is_registers else "csv",
        FactsSource.CENSUS if is_registers else FactsSource.FILE,
        _words(columns, is_registers=is_registers),
        items,
        lambda given: RejectedRows(given, header=first.raw, delimiter=delimiter),
    )


def _objects(lines: Iterator[RawLine]) -> Iterator[Item]:
    try:
        for line in lines:
            yield _item(line, lambda each: read_own(own_fields(parse_object(each))))
    except Broken as error:
        yield Item(error.number, b"", None, str(error))


def _item[R: (Row, RawLine)](row: R, read: Callable[[R], FileCarrier]) -> Item:
    try:
        return Item(row.number, row.raw, read(row))
    except Refused as error:
        return Item(row.number, row.raw, None, str(error))


def _words(columns: Columns, *, is_registers: bool) -> str:
    """What the headings were taken for."""
    if is_registers:
        return f"the FMCSA's census: {len(columns.places)} of its columns are used"
    used = ", ".join(f"“{heading}” is {field}" for field, heading in columns.headings.items())
    unused = f"; not used: {', '.join(columns.ignored)}" if columns.ignored else ""
    return used + unused


# A whole import of carriers: files to rows, rows to batches, batches to the service.


BATCH = 1_000
FIRST_LOOK = 4  # batches; then every fourfold
TABLES = (Carrier, CarrierContact, CarrierFinding)


def import_carriers(
    organization: Organization, files: Sequence[Opened], *, found_at: datetime, by: Actor, at: datetime
) -> tuple[Summary, list[Rejected]]:
    """Import the files one after the other, each batch as a whole or not at all.

    `found_at` is the moment of which they tell.
    """
    counts: Counter[Outcome] = Counter()
    opened = {file.source: file for file in files}
    rejections = read_each(
        [file.source for file in files],
        lambda source: opened[source].rejected(source),
        lambda source, rejected: _read(organization, opened[source], rejected, counts, found_at, at),
    )
    summary = Summary(
        counts[Outcome.IMPORTED],
        counts[Outcome.UPDATED],
        counts[Outcome.UNCHANGED],
        sum(rejected.count for rejected in rejections),
    )
    audit.record(
        organization=organization,
        action="carriers.imported",
        subject=organization,
        by=by,
        at=at,
        files=[file.source.name for file in files],
        imported=summary.imported,
        updated=summary.updated,
        unchanged=summary.unchanged,
        rejected=summary.rejected,
    )
    return summary, rejections


def _read(
    organization: Organization,
    file: Opened,
    rejected: Rejected,
    counts: Counter[Outcome],
    found_at: datetime,
    at: datetime,
) -> Iterator[int]:
    """Yield, batch by batch, how many rows have been read."""

    def store(items: Sequence[Item]) -> list[Outcome]:
        # Two imports into one organization take turns; nobody else waits for this lock.
        Organization.objects.select_for_update(no_key=True).get(pk=organization.pk)
        return store_carriers(
            organization=organization,
            source=file.told_by,
            carriers=[item.carrier for item in items if item.carrier is not None],
            found_at=found_at,
            at=at,
        )

    def count_in(outcomes: list[Outcome]) -> None:
        counts.update(outcomes)

    rows, next_look = 0, FIRST_LOOK
    bad: list[tuple[int, str, bytes]] = []
    for count, batch in enumerate(batched(file.items(), BATCH), 1):
        bad.extend((item.number, item.problem, item.raw) for item in batch if item.carrier is None)
        commit(
            [item for item in batch if item.carrier is not None],
            store,
            done=count_in,
            refuse=lambda item, reason: bad.append((item.number, reason, item.raw)),
        )
        for one in sorted(bad):
            rejected.add(*one)
        bad.clear()
        if count == next_look:
            sql.analyze(*TABLES)
            next_look *= 4
        rows += len(batch)
        yield rows
    if rows >= FIRST_LOOK * BATCH:
        sql.analyze(*TABLES)


BY = system("import")


class Command(BaseCommand):
    """Import carriers from the FMCSA's census, or from lists of the broker's own."""

    help = (
        "Import carriers from the FMCSA's census, or from a CSV or JSON Lines of your own (docs/carrier-data.md). "
        "Ends with 1 when rows were rejected."
    )

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--organization, --format, --as-of and the files."""
        parser.add_argument(
            "--organization", required=True, metavar="SLUG", help="Whom the carriers belong to."
        )
        parser.add_argument("--format", choices=FORMATS, default="", help="By the file's head, unless given.")
        parser.add_argument(
            "--as-of",
            metavar="DATE",
            help="Date of the data, such as 2026-03-02; today by default.",
        )
        parser.add_argument("files", nargs="+", metavar="FILE", help="Also as .gz; - is standard input.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, and tell."""
        at = timezone.now()
        found_at = _moment(options["as_of"], at)
        organization = find_organization(options["organization"])
        with ExitStack() as stack:
            sources = open_sources(stack, options["files"])
            try:
                files = [open_file(source, format=options["format"]) for source in sources]
            except Unusable as error:
                raise CommandError(str(error)) from None
            for file in files:
                self.stderr.write(f"{file.source.name}: {file.words}.")
            with database_needed():
                summary, rejections = import_carriers(organization, files, found_at=found_at, by=BY, at=at)
        report(self, summary, rejections)


def _moment(day: str | None, at: datetime) -> datetime:
    if not day:
        return at
    try:
        found = date_of(day)
    except ValueError:
        found = None
    if found is None or found > at.date():
        raise CommandError(f"--as-of: {day!r} is no day up to today, such as {at:%Y-%m-%d}.")
    return datetime.combine(found, time.min, UTC)
