"""A report: the folder with the tables, charts and page that a command of gong has written."""

from __future__ import annotations

import difflib
import json
import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Iterator

from . import page
from .errors import GongError

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

MANIFEST = "manifest.json"


def read(folder: str | os.PathLike[str]) -> Report:
    """Opens the report in a folder; raises GongError if the folder holds none."""
    return Report(folder)


class Report:
    """The report of a command.

    `report.win_rates` and `report["win_rates"]` read a table, as a frame of polars if it is
    installed, else of pyarrow or pandas; `polars`, `arrow` and `pandas` choose the library. Files
    are read when they are needed. If another command has replaced the report in the meantime,
    reading raises GongError, so that a report never mixes the results of two commands.
    """

    #: Absolute path of the report's folder.
    folder: Path
    #: The contents of `manifest.json`: the command, the scenario as resolved, the bots and more.
    manifest: dict[str, Any]

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder).absolute()
        self.manifest = _manifest(self.folder)

    @property
    def headline(self) -> str:
        """The result in one sentence."""
        return str(self.manifest["headline"])

    @property
    def verdict(self) -> list[str]:
        """The sentences below the headline: warnings first, then findings by importance."""
        return [*self.manifest.get("warnings", []), *self.manifest.get("verdict", [])]

    @property
    def command(self) -> str:
        """The command that plays the same games again, for a shell."""
        return str(self.manifest["command"])

    @property
    def partial(self) -> bool:
        """True if the command was interrupted before all games were played."""
        return bool(self.manifest["partial"])

    @property
    def tables(self) -> list[str]:
        """Names of the tables; `gong list tables` explains their columns."""
        first: list[str] = self.manifest["tables"]
        there = sorted(path.stem for path in self._file("tables").glob("*.parquet"))
        return [*first, *(name for name in there if name not in first)]

    @property
    def charts(self) -> dict[str, Path]:
        """The SVG files of the charts by name, in the order of the page."""
        return {name: self._file("charts", f"{name}.svg") for name in self.manifest["charts"]}

    def polars(self, table: str) -> polars.DataFrame:
        """Reads a table as a data frame of polars."""
        import polars

        return polars.read_parquet(self._table(table))

    def arrow(self, table: str) -> pyarrow.Table:
        """Reads a table as a table of Arrow."""
        from pyarrow import parquet

        return parquet.ParquetFile(self._table(table)).read()

    def pandas(self, table: str) -> pandas.DataFrame:
        """Reads a table as a data frame of pandas."""
        import pandas

        with open(self._table(table), "rb") as file:
            return pandas.read_parquet(file)

    def __getitem__(self, table: str) -> Any:
        readers: dict[str, Callable[[str], Any]] = {
            "polars": self.polars,
            "pyarrow": self.arrow,
            "pandas": self.pandas,
        }
        for library, reader in readers.items():
            if find_spec(library):
                return reader(table)
        self._table(table)  # Raises KeyError for an unknown name.
        raise ImportError(
            "reading a table needs polars, pyarrow or pandas: python -m pip install polars"
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self.tables)

    def __getattr__(self, name: str) -> Any:
        # Names of tables have no underscore at their beginning.
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(error.args[0]) from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.tables]

    def _ipython_key_completions_(self) -> list[str]:
        return self.tables

    def __fspath__(self) -> str:
        return str(self.folder)

    def __repr__(self) -> str:
        return f"<gong report {self.headline!r} in {self.folder}>"

    def _repr_html_(self) -> str:
        # The number of games of a comparison is that of each variant.
        games_of = self.manifest.get("games_of")
        each = f" of {games_of}" if games_of else ""
        return page.excerpt(
            over=f"{self.manifest['title']} · {self.manifest['games']:,} games{each}",
            headline=self.headline,
            verdict=self.verdict,
            charts=self.charts,
            report=self._file("report.html"),
            fine=f"Tables: {', '.join(self.tables)}",
        )

    def _table(self, name: str) -> Path:
        """Returns the file of a table."""
        tables = self.tables
        if name not in tables:
            like = difflib.get_close_matches(name, tables, 1)
            meant = f"did you mean {like[0]}?" if like else f"there are {', '.join(tables)}"
            raise KeyError(f"the report has no table {name}; {meant}")
        return self._file("tables", f"{name}.parquet")

    def _file(self, *path: str) -> Path:
        """Returns a path in the folder, after checking that the folder holds the same results."""
        if _manifest(self.folder)["results"] != self.manifest["results"]:
            raise GongError(
                f"another command has replaced the report in {self.folder}; "
                "to keep both, use another `out`, or no `out`"
            )
        return self.folder.joinpath(*path)


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    try:
        manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if {"headline", "command", "results", "tables", "charts"} <= manifest.keys():
            return manifest
    except OSError as error:
        raise GongError(f"{folder} holds no report: {path} cannot be read") from error
    except (ValueError, AttributeError):
        pass
    raise GongError(f"{path} is not the manifest of a report")
