"""What the quick run leaves out: tests that are `deep`, and the cases that `deep_but` doesn't keep (docs/testing.md).

`deep_but(3)` keeps three of a test's cases, spread over all of them; `deep_but("*-events", "NUL-*")` those with such
an id; `deep_but(of="name")` the first for each value of that argument. One case at least is kept.

Of a talk that is held in several words, with a database, one is quick where nothing else is said.
"""

import re
from fnmatch import fnmatchcase
from itertools import groupby
from pathlib import Path

import pytest

TALKS = ("tests/bids/carrier_sales/", "tests/calls/agent/")
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
        is_talk = item.nodeid.startswith(TALKS) and "db" in getattr(item, "fixturenames", ())
        if is_talk and not item.get_closest_marker("deep_but"):
            item.add_marker(pytest.mark.deep_but(1))
    sampled = [item for item in items if item.get_closest_marker("deep_but")]
    for _, group in groupby(sampled, key=lambda item: item.nodeid.partition("[")[0]):
        cases = list(group)
        kept = _kept(cases, cases[0].get_closest_marker("deep_but")) or cases[:1]
        for case in cases:
            if case not in kept:
                case.add_marker(pytest.mark.deep)


def _kept(cases: list[pytest.Item], mark: pytest.Mark) -> list[pytest.Item]:
    if "of" in mark.kwargs:
        found = {}
        for case in cases:
            found.setdefault(case.callspec.params[mark.kwargs["of"]], case)
        return list(found.values())
    if isinstance(mark.args[0], int):
        number = min(mark.args[0], len(cases))
        return [cases[place * len(cases) // number] for place in range(number)]
    return [case for case in cases if any(fnmatchcase(case.callspec.id, each) for each in mark.args)]
