"""What all tests share: the program, a folder of their own, and a scenario with fast bots."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
os.environ.setdefault("GONG", str(ROOT / "target" / "release" / "gong"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the test runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def scenario(folder: Path) -> str:
    """A scenario file in the folder, played by bots of weights."""
    text = (ROOT / "scenarios/ultimate-warriorz/tribal-rumble.toml").read_text(encoding="utf-8")
    roster = (ROOT / "scenarios/ultimate-warriorz/roster.toml").as_posix()
    text = text.replace('roster = "roster.toml"', f'roster = "{roster}"\nstrategy = "balanced"')
    (folder / "four.toml").write_text(text, encoding="utf-8")
    return "four.toml"
