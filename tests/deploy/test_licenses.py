"""The list of licenses names all that is shipped, and nothing that binds Loadline's own code."""

import re

from packaging.utils import canonicalize_name

from tests.deploy.licenses import LIST, shipped


def test_every_shipped_package_is_listed():
    rows = dict(re.findall(r"^\| (\S+) \| (.*?) \|", LIST.read_text(), re.MULTILINE))
    listed = {canonicalize_name(name): words for name, words in rows.items()}
    assert shipped() <= set(listed), "bin/licenses writes the list anew"
    assert not [name for name in shipped() if listed[name].strip().upper() in ("", "UNKNOWN")]
    # Of a library that is linked and not changed, the Lesser GPL asks nothing of who uses it.
    assert not [name for name in shipped() if re.search(r"\bA?GPL", listed[name])]
