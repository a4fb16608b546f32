"""The excerpt of a report that a notebook shows."""

from __future__ import annotations

import os
from base64 import b64encode
from html import escape
from pathlib import Path
from urllib.parse import quote

#: Maximum size of the charts in an excerpt, in bytes. Notebooks store a copy of them.
MOST_BYTES = 200_000


def excerpt(
    over: str, headline: str, verdict: list[str], charts: dict[str, Path], report: Path, fine: str
) -> str:
    """Returns HTML with the headline, the verdict and the charts, and a link to the page.

    The first chart is open, the others are folded. Charts are images, so nothing in them can run or
    change the style of the notebook.
    """
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in verdict)
    first, *others = _images(charts) or [""]
    more = f"<details><summary>More charts</summary>{''.join(others)}</details>" if others else ""
    return (
        f"<div><p>{escape(over)}</p><h3>{escape(headline)}</h3><ul>{items}</ul>{first}{more}"
        f'<p><a href="{escape(_link(report))}" target="_blank">The whole report</a>. '
        f"{escape(fine)}</p></div>"
    )


def _images(charts: dict[str, Path]) -> list[str]:
    """Returns the first chart, and as many others as fit, as images."""
    images: list[str] = []
    left = MOST_BYTES
    for name, path in charts.items():
        svg = path.read_bytes()
        left -= len(svg)
        if left < 0 and images:
            break
        images.append(
            f'<img alt="{escape(name)}" style="width: 100%; max-width: 36em; background: white" '
            f'src="data:image/svg+xml;base64,{b64encode(svg).decode()}">'
        )
    return images


def _link(path: Path) -> str:
    """Returns a link to a file: relative if possible, because notebooks open only such links."""
    try:
        return quote(path.relative_to(os.getcwd()).as_posix())
    except ValueError:
        return path.as_uri()
