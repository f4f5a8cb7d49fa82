"""A whole import of carriers: files to rows, rows to batches, batches to the service."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import batched

from carriers.files.storing import store_carriers
from carriers.models import Carrier, CarrierContact, CarrierFinding
from config.carrier_files.opening import Item, Opened
from config.history.committing import commit
from config.history.rejected import Rejected
from config.history.running import Summary, read_each
from organizations import audit
from organizations.actors import Actor
from organizations.history import bulk
from organizations.history.lines import Outcome
from organizations.models import Organization

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
            bulk.analyze(*TABLES)
            next_look *= 4
        rows += len(batch)
        yield rows
    if rows >= FIRST_LOOK * BATCH:
        bulk.analyze(*TABLES)
