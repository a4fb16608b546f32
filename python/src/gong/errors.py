"""Errors of gong as exceptions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from .report import Report

#: A location and a message: "mine.toml:12:3: size: wants a number" or "mine.toml: is missing".
LOCATED = re.compile(
    r"(?P<file>(?!--).+?)(?::(?P<line>\d+)(?::(?P<column>\d+))?|(?<=\.toml)|(?<=\.luau))"
    r": (?P<message>.*)"
)

#: What the parser of the command line adds to an error: the usage of the command, in its own words.
USAGE = re.compile(r"\n\n(Usage: |For more information, try ).*", re.DOTALL)


@dataclass(frozen=True)
class Fault:
    """One error in a file or a flag, with its location."""

    #: What is wrong and, where gong can guess it, what was meant.
    message: str
    #: The faulty file; None for a flag.
    file: Optional[Path] = None
    #: Line in the file, from 1; None for a whole file.
    line: Optional[int] = None
    #: Column in the line, from 1.
    column: Optional[int] = None

    @staticmethod
    def of(text: str) -> Fault:
        """Reads a fault from an error message of gong."""
        found = LOCATED.fullmatch(text)
        if found is None:
            return Fault(text)
        line, column = (int(found[of]) if found[of] else None for of in ("line", "column"))
        return Fault(found["message"], Path(found["file"]), line, column)


class GongError(Exception):
    """gong failed: for example, the disk is full, or a report is damaged."""


class InputError(GongError, ValueError):
    """A file or a flag is faulty."""

    #: The errors in files and flags, in the order of their locations.
    faults: list[Fault]

    def __init__(self, message: str, faults: list[Fault]) -> None:
        super().__init__(message)
        self.faults = faults


class Interrupted(KeyboardInterrupt):
    """A command was interrupted, as by Ctrl-C. The games that were played are in its report."""

    #: The report, marked as partial; None if the command had not written one.
    report: Optional[Report]

    def __init__(self, report: Optional[Report]) -> None:
        where = "no report was written"
        if report is not None:
            where = f"the games played so far are in {report.folder}"
        super().__init__(where)
        self.report = report


def error(code: int, told: str) -> GongError:
    """Returns the exception for a command that failed with this exit code and these messages."""
    lines = USAGE.sub("", told).splitlines()
    message = "\n".join(line.removeprefix("error: ") for line in lines).strip()
    if code == 2:
        return InputError(message, [Fault.of(text) for text in _messages(lines)])
    if code < 0 or code > 128:
        number = -code if code < 0 else code - 128
        message = f"gong was ended by signal {number}\n{message}".strip()
    return GongError(message or f"gong failed with exit code {code}")


def _messages(lines: list[str]) -> list[str]:
    """Returns the messages of errors; indented lines below an error belong to its message."""
    messages: list[str] = []
    for line in lines:
        if line.startswith("error: "):
            messages.append(line.removeprefix("error: "))
        elif line.startswith("  ") and messages:
            messages[-1] += f" {line.strip()}"
    return messages
