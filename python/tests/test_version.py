"""The package has the version of the program."""

from __future__ import annotations

import re

from conftest import ROOT

import gong


def test_the_version_is_that_of_the_program() -> None:
    cargo = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    found = re.search(r'^version = "(.*)"', cargo, re.MULTILINE)
    assert found is not None
    assert gong.__version__ == found[1]
    assert not hasattr(gong, "nosuch")
