"""Writes a designer's first files."""

from __future__ import annotations

import re
from pathlib import Path

from . import binary, flags
from .errors import GongError

#: The first line that `gong new` prints, such as "Wrote poppy.toml: Poppy, a copy of cactus".
WROTE = re.compile(r"Wrote (.+?\.(?:toml|luau)): ")


def new(kind: str, name: str, file: str | Path | None = None, **more: object) -> Path:
    """Writes a file to begin with, and returns its path.

    `kind` is "scenario", "fighter" or "bot". Outside a clone of gong's repository, the official
    roster is written next to the file. Without `file`, gong derives the file's name from `name`, as
    on the command line: the fighter Poppy is written to `poppy.toml`. An existing file is never
    replaced. `more` are flags of `gong new`, such as `game="mad-arena"` or `like="cactus"`.

    Raises InputError if a name is unknown or the file exists.
    """
    flags.check(["new", kind], more, "file")
    output = {} if file is None else {"output": file}
    printed = binary.command(["new", kind, *flags.words({**more, **output}), "--", name])
    found = WROTE.match(printed)
    if found is None:
        raise GongError(f"gong new did not name the file that it wrote: {printed}")
    return Path(found[1])
