"""Errors of gong are exceptions with file, line and message."""

from __future__ import annotations

from pathlib import Path

import pytest

import gong
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


def test_a_missing_file_is_named() -> None:
    with pytest.raises(gong.InputError) as caught:
        gong.run("nowhere.toml")
    (fault,) = caught.value.faults
    assert (fault.file, fault.line) == (Path("nowhere.toml"), None)


def test_an_unknown_keyword_is_refused_with_a_suggestion(scenario: str) -> None:
    with pytest.raises(gong.InputError, match="similar argument exists: '--games'"):
        gong.run(scenario, gmaes=5)
    assert issubclass(gong.InputError, ValueError)


def test_a_folder_with_other_files_is_not_replaced(scenario: str, folder: Path) -> None:
    with pytest.raises(gong.InputError, match="name a new or an empty folder"):
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
