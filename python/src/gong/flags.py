"""Converts keyword arguments to flags of a command.

Flags have the names of the command line, with `_` for `-`: `team_size=2` is `--team-size 2`. A name
that is a word of Python has a `_` at its end (`not_="printed"`), and a name of one letter is a
short flag (`o="mine.toml"` is `-o mine.toml`). The names are checked here, because errors of gong
name the flags of the command line. gong checks the values.
"""

from __future__ import annotations

import difflib
import json
import keyword
import os
import re
from typing import Iterable, Mapping, Optional, Sequence, cast

from . import binary
from .errors import Fault, InputError

#: Flags whose list or table is one value, with commas: `strategy=["balanced", "trained"]` is
#: `--strategy balanced,trained`. Other flags are repeated for each item.
ONE_VALUE = {("strategy", list), ("strategy", tuple), ("variant", dict), ("target", dict)}

#: Flags whose values are TOML. A text that TOML could read as another value needs quotes there.
TOML = ("set", "variant")
#: A text that TOML reads as no value, so that gong takes the text itself, and a key of TOML.
BARE = re.compile(r"(?!(?:true|false|inf|nan)$)[^\W\d./~][\w./-]*|[./~][\w./-]*")
KEY = re.compile(r"[A-Za-z0-9_-]+")

#: A flag in the help of a command, such as "  -o, --output <FILE>" or "      --quick".
LISTED = re.compile(r"^(?:  -(\w)(?:, )?|      (?=--))(?:--([\w-]+))?( <)?", re.MULTILINE)
#: Flags that functions do not have, and what to use instead.
INSTEAD = {
    "help": "`gong help {command}` in a terminal explains the arguments",
    "output": "`file` names the file",
    "quiet": "`progress=False` shows no progress",
    "shard": "`gong {command} --shard` in a terminal plays a part of the games",
}


def check(command: Sequence[str], flags: Mapping[str, object], *own: str) -> None:
    """Raises InputError if the command does not have all of these flags.

    `own` are the arguments of the function that are not flags.
    """
    if not flags:
        return
    listed = LISTED.findall(binary.command(["help", *command]))
    has_value = {long or short: bool(value) for short, long, value in listed}
    name = " ".join(command)
    checked = (_fault(name, flag, value, has_value, own) for flag, value in flags.items())
    faults = [Fault(message) for message in checked if message is not None]
    if faults:
        raise InputError("\n".join(fault.message for fault in faults), faults)


def _fault(
    command: str, name: str, value: object, has_value: Mapping[str, bool], own: Sequence[str]
) -> Optional[str]:
    """Returns what is wrong with a keyword argument; `has_value` has the flags of the command."""
    flag = name.rstrip("_").replace("_", "-")
    if flag not in has_value or flag in INSTEAD:
        return f"{command} has no argument `{name}`; {_meant(command, name, has_value, own)}"
    if has_value[flag] and value is True:
        return f"{command}: `{name}` needs a value, not True"
    if not has_value[flag] and not isinstance(value, (bool, type(None))):
        return f"{command}: `{name}` must be True or False, not {value!r}"
    return None


def _meant(command: str, name: str, flags: Iterable[str], own: Sequence[str]) -> str:
    """Returns a suggestion for an argument that a command does not have."""
    if name in INSTEAD and name in flags:
        return INSTEAD[name].format(command=command)
    arguments = sorted([*own, *(_argument(flag) for flag in flags if flag not in INSTEAD)])
    like = difflib.get_close_matches(name, arguments, 1)
    return f"did you mean `{like[0]}`?" if like else f"its arguments are {', '.join(arguments)}"


def _argument(flag: str) -> str:
    """Returns the name of the keyword argument for a flag."""
    name = flag.replace("-", "_")
    return f"{name}_" if keyword.iskeyword(name) else name


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
        text = _list if name == "vary" else _setting if name in TOML else _text
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


def _setting(value: object) -> str:
    """Writes a value of `--set` as TOML; a text that can only be a text has no quotes."""
    text = _text(value) if isinstance(value, (str, os.PathLike)) else None
    return text if text is not None and BARE.fullmatch(text) else _toml(value)


def _toml(value: object) -> str:
    """Writes a value as TOML: `true`, `12`, `"a text"`, `[2, 1]`, `{defense = 6}`."""
    if isinstance(value, (str, os.PathLike)):
        # gong splits a list of settings at quotes and knows no escapes there.
        escaped = json.dumps(os.fspath(value), ensure_ascii=False)[1:-1].replace('\\"', "\\u0022")
        return f'"{escaped}"'
    if isinstance(value, Mapping):
        entries = (f"{_key(str(key))} = {_toml(of)}" for key, of in value.items())
        return f"{{{', '.join(entries)}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml, value))}]"
    return _text(value)


def _key(key: str) -> str:
    return key if KEY.fullmatch(key) else _toml(key)


def _text(value: object) -> str:
    """Writes a value as a scenario file does: `true`, `12`, `[2, 1]`; texts have no quotes."""
    if isinstance(value, (bool, list, tuple)):
        return json.dumps(value, ensure_ascii=False)
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)
