"""Writes a designer's first files."""

from __future__ import annotations

from pathlib import Path

from . import binary, flags


def new(kind: str, name: str, file: str | Path | None = None, **more: object) -> Path:
    """Writes a file to begin with, and returns its path.

    `kind` is "scenario", "fighter" or "bot". Outside a clone of gong's repository, the official
    roster is written next to the file. `file` is NAME.toml by default, and an existing file is
    never replaced. `more` are flags of `gong new`, such as `game="mad-arena"` or `like="cactus"`.

    Raises InputError if a name is unknown or the file exists.
    """
    path = Path("-".join(name.split()) + ".toml" if file is None else file)
    binary.command(["new", kind, *flags.words({**more, "output": path}), "--", name])
    return path
