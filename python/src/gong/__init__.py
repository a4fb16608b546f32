"""The balance lab for tabletop games: each function asks gong one question and returns its report.

import gong

report = gong.run("tribal-rumble.toml", set={"rules.rounds": 12}, games=100_000)
report.win_rates  # a data frame
"""

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
