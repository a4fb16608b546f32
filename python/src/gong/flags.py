"""Converts keyword arguments to flags of a command.

Flags have the names of the command line, with `_` for `-`: `team_size=2` is `--team-size 2`. A name
that is a word of Python has a `_` at its end (`not_="printed"`), and a name of one letter is a
short flag (`o="mine.toml"` is `-o mine.toml`). gong itself checks names and values.
"""

from __future__ import annotations

import json
import os
from typing import Iterable, Mapping, cast

#: Flags whose list or table is one value, with commas: `strategy=["balanced", "trained"]` is
#: `--strategy balanced,trained`. Other flags are repeated for each item.
ONE_VALUE = {("strategy", list), ("variant", dict), ("target", dict)}


def words(flags: Mapping[str, object]) -> list[str]:
    """Returns the words of a command line for these keyword arguments."""
    return [word for name, value in flags.items() for word in _flag(name.rstrip("_"), value)]


def _flag(name: str, value: object) -> list[str]:
    flag = f"-{name}" if len(name) == 1 else "--" + name.replace("_", "-")
    if value is None or value is False:
        return []
    if value is True:
        return [flag]
    values = _values(name, value)
    if any(isinstance(value, of) for one, of in ONE_VALUE if one == name):
        values = [",".join(values)]
    # With `=`, a value may begin with a hyphen.
    glue = "" if len(name) == 1 else "="
    return [f"{flag}{glue}{text}" for text in values]


def _values(name: str, value: object) -> list[str]:
    """Returns the values of a flag, which may be a table of paths, a list or one value."""
    if isinstance(value, Mapping):
        # The values of `--vary` are a list for each path.
        text = _list if name == "vary" else _text
        return [f"{path}={text(of)}" for path, of in value.items()]
    # An item of `--variant` is a table with the changes of one variant.
    return [
        ",".join(_values(name, item)) if isinstance(item, Mapping) else _text(item)
        for item in _items(value)
    ]


def _items(value: object) -> list[object]:
    """Returns the items of a list or range; a text or another value is the only item."""
    is_list = isinstance(value, Iterable) and not isinstance(value, (str, os.PathLike))
    return list(cast("Iterable[object]", value)) if is_list else [value]


def _list(value: object) -> str:
    return ",".join(map(_text, _items(value)))


def _text(value: object) -> str:
    """Writes a value as a scenario file does: `true`, `12`, `[2, 1]`; texts have no quotes."""
    if isinstance(value, (bool, list, tuple)):
        return json.dumps(value, ensure_ascii=False)
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)
