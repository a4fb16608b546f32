"""Finds the files that a call reads, so that calls with different files get different folders."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Iterable, Optional

from .errors import GongError
from .report import MANIFEST, read

#: Separates the paths in the words of a command: "--strategy=seats.1=a.toml,b.toml", "a.toml:50k".
SEPARATOR = re.compile(r"[=,]|:(?=\d)")
#: A text in quotes in a TOML file, or in a setting.
QUOTED = re.compile(r'"([^"\n]+)"|\'([^\'\n]+)\'')


def digests(scenarios: Iterable[Path], words: Iterable[str]) -> list[str]:
    """Returns the digests of the files and reports that a call reads.

    These are the scenarios, the files that words of the command name, and the files that a TOML
    file names: a roster, bots and their weights. Any text that is the path of a file counts as its
    name, so a file may be included that gong does not read.
    """
    found: dict[Path, str] = {}
    words = list(words)
    left = [*scenarios, *(Path(part) for word in words for part in SEPARATOR.split(word))]
    quoted = (texts for word in words for texts in QUOTED.findall(word))
    left += [Path(double or single) for double, single in quoted]
    while left:
        path = left.pop()
        content = _content(path)
        if content is None or path.resolve() in found:
            continue
        found[path.resolve()] = hashlib.sha256(content).hexdigest()
        if path.suffix == ".toml":
            texts = QUOTED.findall(content.decode(errors="replace"))
            left += [path.parent / (double or single) for double, single in texts]
    return list(found.values())


def _content(path: Path) -> Optional[bytes]:
    """Returns the bytes of a file, or the hash of a report's results; None if there is neither."""
    try:
        if (path / MANIFEST).is_file():
            # The manifest itself also has the duration, which differs when the same games are
            # played again.
            return str(read(path).manifest["results"]).encode()
        return path.read_bytes() if path.is_file() else None
    except (OSError, ValueError, GongError):
        return None
