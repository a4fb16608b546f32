"""The balance lab for tabletop games: each function asks gong one question and returns its report.

import gong

gong.new("scenario", "friday", like="tribal-rumble")  # writes friday.toml and its roster
report = gong.run("friday.toml", set={"rules.rounds": 12}, games=100_000)
report.win_rates  # a data frame
"""

from typing import TYPE_CHECKING

from . import binary
from .errors import Fault, GongError, InputError, Interrupted
from .files import new
from .questions import (
    compare,
    ladder,
    pairings,
    run,
    sensitivity,
    shape,
    skill,
    sweep,
    train,
    tune,
)
from .report import Report, read

__all__ = [
    "Fault",
    "GongError",
    "InputError",
    "Interrupted",
    "Report",
    "__version__",
    "compare",
    "ladder",
    "new",
    "pairings",
    "read",
    "run",
    "sensitivity",
    "shape",
    "skill",
    "sweep",
    "train",
    "tune",
]

#: The version of the program gong, which is also the version of the package's wheel.
__version__: str

# Type checkers do not see this function, because it would allow every name.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> str:
        if name == "__version__":
            return binary.version()
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
