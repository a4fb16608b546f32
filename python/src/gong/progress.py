"""Shows the progress of a command: as a bar in a notebook, as a line in a terminal."""

from __future__ import annotations

import html
import sys
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Iterator, Union

from .binary import Progress


@contextmanager
def shown(progress: Union[bool, Progress]) -> Iterator[Progress]:
    """Gives the function that receives the progress of a command; removes the display at the end.

    `progress` is that function, or tells whether to show the progress.
    """
    if callable(progress):
        yield progress
    elif progress and _in_notebook():
        yield from _bar()
    elif progress and sys.stderr is not None and sys.stderr.isatty():
        yield from _line()
    else:
        yield lambda share, stage: None


def _in_notebook() -> bool:
    """Returns whether this process is the kernel of a notebook."""
    ipython = sys.modules.get("IPython")
    return hasattr(ipython and ipython.get_ipython(), "kernel")


def _bar() -> Iterator[Progress]:
    ipython: Any = import_module("IPython.display")

    def show(share: float, stage: str) -> None:
        text = f"{html.escape(stage)} {share:.0%}"
        bar.update(ipython.HTML(f'<progress value="{share}" max="1"></progress> {text}'))

    bar = ipython.display(ipython.HTML(""), display_id=True)
    try:
        yield show
    finally:
        bar.update(ipython.HTML(""))


def _line() -> Iterator[Progress]:
    clear = "\r\x1b[K"

    def show(share: float, stage: str) -> None:
        print(f"{clear}{stage[:60]}  {share:.0%}", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        print(clear, end="", file=sys.stderr, flush=True)
