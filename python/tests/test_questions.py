"""Each question is asked once, with few games, and answers with its tables."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Callable

import polars
import pytest

import gong
from gong import binary

QUESTIONS: list[tuple[Callable[..., gong.Report], str, dict[str, Any]]] = [
    (gong.run, "win_rates", {"games": 200}),
    (gong.compare, "results", {"games": 200, "set": {"rules.rounds": 9}}),
    (gong.sweep, "points", {"games": 200, "vary": {"rules.rounds": range(6, 9)}}),
    (gong.pairings, "line_ups", {"games": 100, "fighters": ["agaric", "cactus", "sorgho", "baobab"]}),
    (gong.ladder, "results", {"games": 200, "strategy": ["random", "balanced"]}),
    (gong.sensitivity, "steps", {"games": 200, "fighter": "agaric"}),
    (gong.skill, "results", {"levels": ["random:400", "balanced:400"]}),
    (gong.shape, "course", {"games": 100, "strategy": "trained"}),
    (gong.tune, "solutions", {"games": 400, "edits": 1, "only": "size"}),
    (gong.train, "learning", {"games": 200, "o": "mine.toml"}),
]


@pytest.mark.parametrize("ask, table, flags", QUESTIONS, ids=lambda of: getattr(of, "__name__", ""))
def test_a_question_is_answered(
    scenario: str, ask: Callable[..., gong.Report], table: str, flags: dict[str, Any]
) -> None:
    report = ask(scenario, **flags)
    assert report.manifest["command"].startswith(f"gong {ask.__name__} four.toml ")
    assert report[table].height > 0
    assert report.headline in report._repr_html_() or "&" in report.headline


def test_every_question_of_gong_is_asked() -> None:
    listed = binary.command(["list", "tables"])
    questions = set(re.findall(r"\(gong (\w+)\)", listed))
    assert len(questions) > 5
    assert questions == {ask.__name__ for ask, _, _ in QUESTIONS}


def test_reports_are_compared(scenario: str, folder: Path) -> None:
    before = gong.run(scenario, games=300, quick=True)
    after = gong.run(scenario, games=200, quick=True, set={"rules.rounds": 12})
    changes = gong.compare(before, after)
    assert changes.manifest["games"] == 200
    # The page shows short paths.
    assert str(folder) not in changes.command
    # A report of one scenario is called by its folder.
    assert changes.polars("results")["arm"].unique().to_list() == [f"reports/{after.folder.name}"]
    rounds = changes.polars("results").filter(polars.col("measure") == "rounds")
    assert rounds["change"].item() > 1


def test_a_new_scenario_is_played_outside_of_a_clone(folder: Path) -> None:
    file = gong.new("scenario", "friday night", game="mad-arena")
    assert file == Path("friday-night.toml") and file.is_file()
    report = gong.run(file, games=100, quick=True, strategy="random")
    assert report.manifest["title"] == "friday night"
    fighter = gong.new("fighter", "Poppy", "mine.toml", like="cactus")
    assert fighter == Path("mine.toml") and fighter.is_file()
    with pytest.raises(gong.InputError, match="exists already"):
        gong.new("fighter", "Poppy", "mine.toml", like="cactus")


@pytest.mark.parametrize(
    "kind, name, like, file",
    [
        ("scenario", "Friday Night", "tribal-rumble", "Friday-Night.toml"),
        ("fighter", "Poppy", "cactus", "poppy.toml"),
        ("bot", "Bold", "aggressive", "Bold.toml"),
        ("bot", "Bold", "opening", "Bold.luau"),
    ],
)
def test_a_new_file_has_the_name_that_the_command_line_gives(
    kind: str, name: str, like: str, file: str, folder: Path
) -> None:
    assert gong.new(kind, name, like=like) == Path(file)
    binary.command(["check", file])


def test_the_progress_of_a_question_ends_at_one(scenario: str) -> None:
    seen: list[float] = []
    gong.run(scenario, games=400_000, quick=True, progress=lambda share, stage: seen.append(share))
    assert seen and seen[-1] == 1.0
