"""Errors of gong are exceptions with file, line and message."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable

import pytest

import gong
from gong.binary import command
from gong.errors import Fault, error


def test_faults_of_a_file_have_file_line_and_what_was_meant(scenario: str) -> None:
    text = Path(scenario).read_text(encoding="utf-8")
    Path("bad.toml").write_text(text + "\n[rules]\nround = 5\n", encoding="utf-8")
    with pytest.raises(gong.InputError, match=r"bad\.toml:\d+:1: rules\.round") as caught:
        gong.run("bad.toml")
    (fault,) = caught.value.faults
    assert fault.file == Path("bad.toml")
    assert fault.line is not None
    lines = (text + "\n[rules]\nround = 5\n").splitlines()
    assert lines[fault.line - 1] == "round = 5"
    assert fault.column == 1
    assert fault.message == "rules.round: there is no such field; did you mean `rounds`?"


def test_all_faults_are_told(scenario: str) -> None:
    with pytest.raises(gong.InputError) as caught:
        gong.run(scenario, set={"rules.round": 9, "fighters.agric.size": 7})
    assert [fault.file for fault in caught.value.faults] == [None, None]
    assert "did you mean `rounds`" in str(caught.value)
    assert "did you mean `agaric`" in str(caught.value)


def test_messages_that_begin_like_progress_are_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [
        'progress {"stage":{"title":"a stage","share":0.5}}',
        'progress {"point":{"at":"7"}}',
        'progress {"known":"As it is: fair."}',
    ]
    messages = ["progress x y", "progress", "progress 7", "knowns"]
    text = "\n".join(lines + messages)
    program = folder / "gong"
    program.write_text(f"#!/bin/sh\ncat >&2 <<'END'\n{text}\nEND\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("GONG", str(program))
    seen = []
    with pytest.raises(gong.GongError) as caught:
        command(["run"], lambda share, stage: seen.append((share, stage)))
    assert seen == [(0.5, "a stage")]
    assert str(caught.value) == "\n".join(messages)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(gong.InputError) as caught:
        gong.run("nowhere.toml")
    (fault,) = caught.value.faults
    assert (fault.file, fault.line) == (Path("nowhere.toml"), None)


@pytest.mark.parametrize(
    "ask, flags, messages",
    [
        (
            gong.run,
            {"gmaes": 5, "progess": False},
            [
                "run has no argument `gmaes`; did you mean `games`?",
                "run has no argument `progess`; did you mean `progress`?",
            ],
        ),
        (gong.train, {"form_": "a"}, ["train has no argument `form_`; did you mean `from_`?"]),
        (
            gong.pairings,
            {"teamsize": 2},
            ["pairings has no argument `teamsize`; did you mean `team_size`?"],
        ),
        (
            gong.shape,
            {"not_": "printed"},
            [
                "shape has no argument `not_`; its arguments are csv, force, games, level, out, "
                "png, progress, seed, set, strategy, threads"
            ],
        ),
        (
            gong.skill,
            {"question": "run"},
            [
                "skill has no argument `question`; its arguments are csv, force, level, levels, "
                "margin, out, png, progress, seed, set, threads"
            ],
        ),
        (
            gong.run,
            {"help": True, "quiet": True, "shard": "1/2"},
            [
                "run has no argument `help`; `gong help run` in a terminal explains the arguments",
                "run has no argument `quiet`; `progress=False` shows no progress",
                "run has no argument `shard`; `gong run --shard` in a terminal plays a part of the "
                "games",
            ],
        ),
        (gong.run, {"quick": "yes"}, ["run: `quick` must be True or False, not 'yes'"]),
        (gong.run, {"games": True}, ["run: `games` needs a value, not True"]),
    ],
)
def test_a_faulty_keyword_is_refused_in_words_of_python(
    ask: Callable[..., gong.Report], flags: dict[str, Any], messages: list[str], scenario: str
) -> None:
    with pytest.raises(gong.InputError) as caught:
        ask(scenario, **flags)
    assert [fault.message for fault in caught.value.faults] == messages
    assert "Usage" not in str(caught.value) and "--help" not in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_messages_in_a_notebook_have_no_colours(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Kernels of notebooks set this variable.
    monkeypatch.setenv("CLICOLOR_FORCE", "1")
    with pytest.raises(gong.InputError, match="did you mean `games`"):
        gong.run(scenario, gmaes=5)
    with pytest.raises(gong.InputError, match="^invalid value 'many' for '--games <N>'") as caught:
        gong.run(scenario, games="many")
    assert len(caught.value.faults) == 1


def test_a_new_file_has_the_flags_of_its_kind() -> None:
    with pytest.raises(gong.InputError, match="new fighter has no argument `lik`; did you mean"):
        gong.new("fighter", "Poppy", lik="cactus")
    with pytest.raises(gong.InputError, match="no argument `output`; `file` names the file"):
        gong.new("scenario", "friday", output="a.toml")


def test_a_flag_that_is_a_word_of_python_has_an_underscore(scenario: str) -> None:
    with pytest.raises(gong.InputError, match="--not nothing: matches no value"):
        gong.tune(scenario, not_="nothing")
    with pytest.raises(gong.InputError, match="--from"):
        gong.train(scenario, from_="nowhere.toml")


def test_a_folder_with_other_files_is_not_replaced(scenario: str, folder: Path) -> None:
    with pytest.raises(gong.InputError, match="name a folder inside it"):
        gong.run(scenario, games=100, out=folder)


def test_locations_are_read_from_messages() -> None:
    for text, fault in [
        ("a b.toml:12:3: size: wants 1", Fault("size: wants 1", Path("a b.toml"), 12, 3)),
        ("C:\\x\\a.luau:7: nil", Fault("nil", Path("C:\\x\\a.luau"), 7)),
        ("bots/a.toml: cannot be read", Fault("cannot be read", Path("bots/a.toml"))),
        ("--set a.toml: is wrong", Fault("--set a.toml: is wrong")),
        ("the disk is full", Fault("the disk is full")),
    ]:
        assert Fault.of(text) == fault


def test_exit_codes_give_their_exceptions() -> None:
    failed = error(1, "error: the disk is full\n")
    assert type(failed) is gong.GongError
    assert str(failed) == "the disk is full"
    assert str(error(1, "")) == "gong failed with exit code 1"
    assert str(error(-9, "")) == "gong was ended by signal 9"
    assert str(error(143, "error: ended\n")) == "gong was ended by signal 15\nended"
    assert isinstance(error(2, "error: a\n"), gong.InputError)


def test_a_program_that_cannot_be_started_is_named(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GONG", "/nowhere/gong")
    with pytest.raises(gong.GongError, match="cannot start /nowhere/gong: No such file"):
        gong.run(scenario)
