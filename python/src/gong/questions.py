"""The questions that gong answers by playing games.

Each function runs the command of its name and returns the report. A scenario is a file, or a report
whose scenario is played again. Keyword arguments are the flags of the command (`gong help run`), as
the module `flags` describes, and two more:

- `out`: the folder of the report. By default, calls with different arguments or files have
  different folders in `reports/`. The same call resumes or replaces its own report there.
- `progress`: False shows no progress; a function receives it, as `progress(share, stage)`.

Raises InputError if a file or a flag is faulty, Interrupted after Ctrl-C, and GongError if gong
fails.
"""

from __future__ import annotations

import hashlib
from os import PathLike
from pathlib import Path
from typing import Any, Union

from . import binary, flags, inputs
from .binary import Progress
from .errors import Interrupted
from .progress import shown
from .report import MANIFEST, Report

#: A scenario file, or a report.
Scenario = Union[str, "PathLike[str]"]


def run(scenario: Scenario, **more: Any) -> Report:
    """Plays a scenario: who wins, and how precise is the result?"""
    return _ask("run", [scenario], **more)


def compare(scenario: Scenario, *others: Scenario, **more: Any) -> Report:
    """Plays the same games in several variants: what does a change do?

    The variants are other scenarios or reports, or changes of the scenario by `set` and `variant`.
    """
    return _ask("compare", [scenario, *others], **more)


def sweep(scenario: Scenario, **more: Any) -> Report:
    """Plays a grid of variants: which value is best?

    `vary={"rules.rounds": range(5, 13)}` names the values.
    """
    return _ask("sweep", [scenario], **more)


def pairings(scenario: Scenario, **more: Any) -> Report:
    """Plays every way to form teams: which line-ups are fair?"""
    return _ask("pairings", [scenario], **more)


def ladder(scenario: Scenario, **more: Any) -> Report:
    """Rates bots: which bot is better?"""
    return _ask("ladder", [scenario], **more)


def sensitivity(scenario: Scenario, **more: Any) -> Report:
    """Measures what every value is worth: which card do I change?"""
    return _ask("sensitivity", [scenario], **more)


def skill(scenario: Scenario, **more: Any) -> Report:
    """Plays at several levels: do the results hold for beginners and for experts?"""
    return _ask("skill", [scenario], **more)


def shape(scenario: Scenario, **more: Any) -> Report:
    """Measures when a game is decided, and by what."""
    return _ask("shape", [scenario], **more)


def tune(scenario: Scenario, **more: Any) -> Report:
    """Finds the fewest edits that make a scenario fair."""
    return _ask("tune", [scenario], **more)


def train(scenario: Scenario, *others: Scenario, **more: Any) -> Report:
    """Trains a bot for scenarios; `o="mine.toml"` names the file of the bot."""
    return _ask("train", [scenario, *others], **more)


def _ask(
    question: str,
    scenarios: list[Scenario],
    /,
    out: Scenario | None = None,
    progress: bool | Progress = True,
    **more: Any,
) -> Report:
    """Runs a command and returns its report."""
    flags.check([question], more, "progress")
    asked = [question, *flags.words(more), "--", *map(_typed, scenarios)]
    if out is None:
        files = inputs.digests(map(Path, scenarios), asked)
        out = _default_folder(asked, scenarios[0], files)
    folder = Path(out).absolute()
    before = _stamp(folder)
    how = [f"--out={folder}", "--progress", "--quiet"]
    try:
        with shown(progress) as show:
            binary.command([question, *how, *asked[1:]], show)
    except KeyboardInterrupt:
        written = _stamp(folder) not in (None, before)
        raise Interrupted(Report(folder) if written else None) from None
    return Report(folder)


def _typed(scenario: Scenario) -> str:
    """Returns the path of a scenario, relative in the current folder, because pages show it."""
    path = Path(scenario)
    return str(path.relative_to(Path.cwd()) if Path.cwd() in path.parents else path)


def _default_folder(asked: list[str], scenario: Scenario, files: list[str]) -> Path:
    """Returns the folder of a report whose call names none.

    The folder depends on the words of the command and on the digests of the files that it reads.
    So a call with more games, or after an edit of the scenario, does not replace an older report.
    """
    digest = hashlib.sha256("\0".join([*asked, *files]).encode()).hexdigest()
    return Path("reports") / f"{Path(scenario).stem}-{asked[0]}-{digest[:8]}"


def _stamp(folder: Path) -> int | None:
    """Returns when the report in a folder was written; None without a report."""
    try:
        return (folder / MANIFEST).stat().st_mtime_ns
    except OSError:
        return None
