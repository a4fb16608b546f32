"""The notebook of the documentation is executed in a kernel, as its readers do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest
from conftest import ROOT

import gong


@pytest.fixture(autouse=True)
def package_in_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(gong.__file__).parents[1]))


def executed(notebook: Any, folder: Path) -> list[str]:
    """Executes a notebook, and returns the HTML or text that each cell with code shows."""
    resources = {"metadata": {"path": str(folder)}}
    nbclient.NotebookClient(notebook, timeout=300, resources=resources).execute()
    shown = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            kinds = [
                output.get("data", {"text/plain": output.get("text")}) for output in cell.outputs
            ]
            shown.append("".join(kind.get("text/html") or kind["text/plain"] for kind in kinds))
    return shown


def test_the_notebook_of_the_documentation_runs(folder: Path) -> None:
    notebook: Any = nbformat.read(ROOT / "docs" / "notebook.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells)
    written, report, tables, rates, change, changes, grid, plot, faults, read = executed(
        notebook, folder
    )
    assert written == ""
    assert "<h3>" in report and "data:image/svg+xml" in report
    # The bar is removed at the end.
    assert "<progress" not in report
    assert "win_rates" in tables
    assert "win_rate" in rates and "zamioculcas" in rates
    assert "friday" in change and "change_low" in changes
    assert "rounds" in grid and "Chart" in plot
    assert "did you mean `rounds`" in faults and "did you mean `agaric`" in faults
    assert "gong run friday.toml" in read


def test_a_notebook_shows_the_progress_while_games_are_played(scenario: str, folder: Path) -> None:
    # Shows each state of the bar in addition to replacing it.
    code = f"""
import IPython.display, gong
update = IPython.display.DisplayHandle.update
def printed(self, shown):
    print(shown.data)
    update(self, shown)
IPython.display.DisplayHandle.update = printed
gong.run("{scenario}", games=2_000, quick=True);
"""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    (shown,) = executed(notebook, folder)
    assert '<progress value="' in shown and "% " not in shown
    assert "Tribal Rumble, four at random" in shown
