"""Ctrl-C ends a command once: it writes what was played, and the exception names the report."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import gong

#: More games than a test can wait for.
MANY = 1_000_000_000
#: Number of messages about progress, 0.2 seconds apart, after which the first games are counted.
LATER = 8


@pytest.fixture(autouse=True)
def heeded() -> Iterator[None]:
    """Makes Python react to Ctrl-C, even if the tests run in the background of a script."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupted_command_leaves_a_partial_report(scenario: str, folder: Path) -> None:
    stages = []

    def interrupt(share: float, stage: str) -> None:
        assert 0 <= share < 1
        stages.append(stage)
        if len(stages) == LATER:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(gong.Interrupted, match="played so far are in") as caught:
        gong.run(scenario, games=MANY, progress=interrupt)
    assert stages[0] == "Tribal Rumble, four at random"
    report = caught.value.report
    assert report is not None and report.partial
    assert 0 < report.manifest["games"] < MANY
    assert isinstance(caught.value, KeyboardInterrupt)


def test_a_command_that_ends_without_a_report_has_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = folder / "gong"
    program.write_text("#!/bin/sh\nexit 130\n")
    program.chmod(0o755)
    monkeypatch.setenv("GONG", str(program))
    with pytest.raises(gong.Interrupted, match="no report was written") as caught:
        gong.run("four.toml")
    assert caught.value.report is None


PROGRAM = """
import os, signal, sys, time, gong
# Python handles Ctrl-C a little later than the program would.
def interrupted(number, frame):
    time.sleep(0.02)
    raise KeyboardInterrupt
signal.signal(signal.SIGINT, interrupted)
scenario, games, later = sys.argv[1:]
told = []
def ctrl_c(share, stage):
    told.append(share)
    if len(told) == int(later):
        os.killpg(0, signal.SIGINT)
try:
    gong.run(scenario, games=games, progress=ctrl_c)
except gong.Interrupted as stopped:
    print(stopped.report.partial)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups of this kind")
def test_ctrl_c_of_a_terminal_reaches_the_program_once(scenario: str) -> None:
    # A terminal sends Ctrl-C to all processes of the group. The program would end without a report
    # if it received Ctrl-C from the terminal and from the package.
    source = Path(gong.__file__).parents[1]
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM, scenario, str(MANY), str(LATER)],
        env={**os.environ, "PYTHONPATH": str(source)},
        start_new_session=True,
        capture_output=True,
        text=True,
    )
    assert told.stdout == "True\n", told.stderr


def test_an_error_of_the_callers_progress_ends_the_program(scenario: str) -> None:
    def fails(share: float, stage: str) -> None:
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        gong.run(scenario, games=MANY, progress=fails, out="stopped")
    # The program has ended, so its folder is free.
    gong.run(scenario, games=100, out="stopped", force=True)


#: Kills Python as soon as the program plays.
KILLED = """
import os, signal, sys, gong
def kill(share, stage):
    os.kill(os.getpid(), signal.SIGKILL)
gong.run(sys.argv[1], games=sys.argv[2], progress=kill, out="stopped")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal that kills")
def test_the_program_ends_if_python_is_killed(scenario: str) -> None:
    source = Path(gong.__file__).parents[1]
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, scenario, str(MANY)],
        env={**os.environ, "PYTHONPATH": str(source)},
    )
    assert killed.returncode == -signal.SIGKILL
    # The program has three seconds to end, and to leave its folder to another program.
    for _ in range(30):
        time.sleep(0.1)
        try:
            gong.run(scenario, games=100, out="stopped", force=True)
            return
        except gong.GongError as busy:
            refused = busy
    raise refused
