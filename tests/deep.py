"""What the quick run leaves out: tests that are `deep`, and the cases that `deep_but` doesn't keep (docs/testing.md).

`deep_but(3)` keeps three of a test's cases, spread over all of them; `deep_but("*-events", "NUL-*")` those with such
an id; `deep_but(of="name")` the first for each value of that argument. One case at least is kept. `sampled(8)`, of a
whole file, keeps eight of what would be quick there, spread over all of it.

Of talks that are held with a database five in each file are quick, and of what people say that is told in several
words two, with a database one, where nothing else is said.
"""

import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from itertools import groupby
from pathlib import Path

import pytest

SPOKEN = ("tests/bids/carrier_sales/", "tests/calls/agent/", "tests/calls/language/")
TALKS_OF_A_FILE = 5
ALL_DEEP = re.compile(r"^pytestmark = (?:[^\n\[]*|\[[^\]]*?)\bpytest\.mark\.deep\b", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Don't even import, for the quick run, what is deep as a whole: collecting it takes longer than most tests."""
    if config.option.markexpr != "not deep" or collection_path.suffix != ".py":
        return None
    return True if ALL_DEEP.search(collection_path.read_text(encoding="utf-8")) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the cases that aren't kept, before pytest's own `-m` looks at the marks."""
    for item in items:
        if item.nodeid.startswith(SPOKEN):
            is_talk = "db" in getattr(item, "fixturenames", ())
            if not item.get_closest_marker("deep_but"):
                item.add_marker(pytest.mark.deep_but(1 if is_talk else 2))
            if is_talk and not item.get_closest_marker("sampled"):
                item.add_marker(pytest.mark.sampled(TALKS_OF_A_FILE))
    for _, cases in _grouped(items, "deep_but", lambda item: item.nodeid.partition("[")[0]):
        _leave_out(cases, _kept(cases, cases[0].get_closest_marker("deep_but")) or cases[:1])
    quick = [item for item in items if not item.get_closest_marker("deep")]
    for _, cases in _grouped(quick, "sampled", lambda item: str(item.path)):
        _leave_out(cases, _spread(cases, cases[0].get_closest_marker("sampled").args[0]))


def _grouped(
    items: list[pytest.Item], mark: str, key: Callable[[pytest.Item], str]
) -> Iterator[tuple[str, list[pytest.Item]]]:
    marked = [item for item in items if item.get_closest_marker(mark)]
    return ((name, list(cases)) for name, cases in groupby(marked, key=key))


def _leave_out(cases: list[pytest.Item], kept: list[pytest.Item]) -> None:
    for case in cases:
        if case not in kept:
            case.add_marker(pytest.mark.deep)


def _spread(cases: list[pytest.Item], number: int) -> list[pytest.Item]:
    number = min(number, len(cases))
    return [cases[place * len(cases) // number] for place in range(number)]


def _kept(cases: list[pytest.Item], mark: pytest.Mark) -> list[pytest.Item]:
    if "of" in mark.kwargs:
        found = {}
        for case in cases:
            found.setdefault(case.callspec.params[mark.kwargs["of"]], case)
        return list(found.values())
    if isinstance(mark.args[0], int):
        return _spread(cases, mark.args[0])
    return [case for case in cases if any(fnmatchcase(case.callspec.id, each) for each in mark.args)]
