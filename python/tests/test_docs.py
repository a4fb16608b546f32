"""The examples of the documentation run in an empty folder."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from conftest import ROOT

import gong
from gong import flags

PAGES = [ROOT / "docs" / "python.md", ROOT / "python" / "README.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_run_in_an_empty_folder(page: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        # Few games, because a test cannot wait for many.
        exec(re.sub(r"games=[\d_]+", "games=200", block), names)


def test_the_example_of_the_package_runs_in_an_empty_folder() -> None:
    assert gong.__doc__ is not None
    example = gong.__doc__[gong.__doc__.index("import gong") :]
    exec(example.replace("100_000", "200"), {})


def test_keyword_arguments_of_the_page_are_the_flags_beside_them() -> None:
    page = PAGES[0].read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+=.*)` \| `(-.*)` \|$", page, re.MULTILINE)
    assert len(rows) > 5
    for python, line in rows:
        words = flags.words(eval(f"dict({python})"))
        # `--games=100` is one word here, and two words on the page.
        split = [part for word in words for part in re.sub("^-o", "-o=", word).split("=", 1)]
        assert split == shlex.split(line), python


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_installs_the_wheel_as_a_file(page: Path) -> None:
    # There is no package gong on an index.
    installed = re.findall(r"pip install ([^`\n]*)", page.read_text(encoding="utf-8"))
    assert installed
    for what in installed:
        assert re.fullmatch(r"'gong-\S+\.whl\[\w+\]'", what), what
