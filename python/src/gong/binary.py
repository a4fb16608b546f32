"""Finds the program gong and runs its commands."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any, Callable, Optional, Sequence

from .errors import GongError, error

#: Receives the progress of a command: the share that is done, 0 to 1, and the name of the stage.
Progress = Callable[[float, str], None]

WINDOWS = sys.platform == "win32"


def program() -> str:
    """Returns the path of the program gong.

    This is the environment variable GONG if it is set, else the program that was installed with
    this package, else the program on the PATH.
    """
    named = os.environ.get("GONG")
    if named:
        return named
    name = "gong.exe" if WINDOWS else "gong"
    folders = [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", f"{os.name}_user"),
        # Of `pip install --target`.
        str(Path(__file__).parents[1] / "bin"),
    ]
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    found = shutil.which(name)
    if found is None:
        raise GongError(f"the program {name} is missing: install this package again from its wheel")
    return found


def command(words: Sequence[str], progress: Progress = lambda share, stage: None) -> str:
    """Runs a command of gong and returns what it prints.

    The program prints lines such as `progress {"known":"…"}` to stderr. After a success, the last
    call of `progress` has the share 1.

    Ctrl-C asks the program to end, which then writes what was played; a second Ctrl-C ends the
    program at once. In both cases, raises KeyboardInterrupt after the program has ended.
    """
    path, told, interrupted = program(), [], False
    last: tuple[float, str] = (1.0, "")
    with tempfile.TemporaryFile("w+", encoding="utf-8") as printed:
        try:
            child = subprocess.Popen(
                [path, *words],
                # The program ends with this pipe, so also if Python is killed.
                stdin=subprocess.PIPE,
                stdout=printed,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                # Kernels of notebooks force colours, which would be part of messages.
                env={**os.environ, "NO_COLOR": "1", "GONG_ENDS_WITH_STDIN": "1"},
                **_own_group(),
            )
        except OSError as failed:
            raise GongError(f"cannot start {path}: {failed.strerror}") from failed
        assert child.stdin is not None and child.stderr is not None
        try:
            while True:
                try:
                    for line in child.stderr:
                        found = _read(line)
                        if found is None:
                            told.append(line)
                        elif "stage" in found:
                            last = (found["stage"]["share"], found["stage"]["title"])
                            progress(*last)
                    code = child.wait()
                    break
                except KeyboardInterrupt:
                    interrupted = True
                    _interrupt(child)
        finally:
            # The program still runs if `progress` has raised an error.
            if child.poll() is None:
                child.terminate()
                child.wait()
            child.stderr.close()
            child.stdin.close()
        if interrupted or code == 128 + signal.SIGINT:
            raise KeyboardInterrupt
        if code != 0:
            raise error(code, "".join(told))
        if last[0] < 1:
            progress(1.0, last[1])
        printed.seek(0)
        return printed.read()


def version() -> str:
    """Returns the version of the program gong, such as 1.0.0."""
    return command(["--version"]).split()[1]


def _read(line: str) -> Optional[dict[str, Any]]:
    """Reads a line about the progress or the results so far; None for other lines.

    The dictionary has one key: `stage`, `known` (a sentence) or `point` (of a sweep).
    """
    if not line.startswith("progress "):
        return None
    try:
        found = json.loads(line.removeprefix("progress "))
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _own_group() -> dict[str, Any]:
    """Returns the arguments of Popen that put the program into a process group of its own.

    A terminal or a notebook sends Ctrl-C to the whole group of Python. The program must receive
    Ctrl-C only from this module, because a second signal ends it without a report.
    """
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def _interrupt(child: subprocess.Popen[str]) -> None:
    """Asks the program to end, as Ctrl-C does."""
    if sys.platform == "win32":
        child.send_signal(signal.CTRL_BREAK_EVENT)
    else:
        child.send_signal(signal.SIGINT)
