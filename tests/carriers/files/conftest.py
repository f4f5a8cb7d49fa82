"""Runs `import_carriers` into acme."""

import io
import re

import pytest
from django.core.management import call_command

SUMMARY = re.compile(r"imported (\d+), updated (\d+), unchanged (\d+), rejected (\d+)\n$")


class CarrierImport:
    """The command, what it printed and what it ended with."""

    def __init__(self, folder):
        self.folder = folder
        self.err = ""
        self.code = 0

    def path(self, name):
        """A file in the test's folder."""
        return self.folder / name

    def __call__(self, text, *options, name="carriers.csv", slug="acme"):
        """Write a file and import it; the four numbers of the summary."""
        path = self.path(name)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return self.run(path, *options, slug=slug)

    def run(self, *arguments, slug="acme"):
        """Import files that are there already."""
        out, err = io.StringIO(), io.StringIO()
        self.code = 0
        try:
            call_command(
                "import_carriers", "--organization", slug, *map(str, arguments), stdout=out, stderr=err
            )
        except SystemExit as end:
            self.code = end.code
        self.err = err.getvalue()
        return tuple(map(int, SUMMARY.search(out.getvalue()).groups()))

    def rejected(self, name="carriers.csv.rejected.csv"):
        """The rejected lines' file."""
        return self.path(name).read_text(encoding="utf-8").splitlines()


@pytest.fixture
def run(acme, tmp_path):
    """Imports carriers into acme."""
    return CarrierImport(tmp_path)
