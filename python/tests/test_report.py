"""Reports: their tables, their sentences, and what a notebook shows."""

from __future__ import annotations

import base64
import importlib.util
import json
import re
import shutil
from html import unescape
from pathlib import Path

import polars
import pytest
from conftest import ROOT

import gong
from gong import binary, inputs, page

SAMPLE = ROOT / "reports" / "sample"


def test_tables_are_frames_of_each_library() -> None:
    report = gong.read(SAMPLE)
    assert report.tables[0] == "win_rates"
    assert sorted(report) == sorted(path.stem for path in SAMPLE.glob("tables/*.parquet"))
    for table in report:
        frame = report.polars(table)
        assert frame.equals(report[table])
        assert report.arrow(table).to_pylist() == frame.to_dicts()
        assert list(report.pandas(table).columns) == frame.columns
        assert len(report.pandas(table)) == frame.height > 0
    assert report.win_rates.equals(report["win_rates"])
    assert "win_rates" in dir(report)
    wins = report.win_rates.filter(polars.col("seat").is_null())["wins"].sum()
    assert wins == report.manifest["games"]


@pytest.mark.parametrize("missing", [["polars"], ["polars", "pyarrow"]])
def test_another_library_reads_tables_without_polars(
    missing: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    hidden = lambda name: None if name in missing else find(name)  # noqa: E731
    monkeypatch.setattr("gong.report.find_spec", hidden)
    frame = gong.read(SAMPLE)["win_rates"]
    assert type(frame).__module__.split(".")[0] == ("pyarrow" if len(missing) == 1 else "pandas")
    monkeypatch.setattr("gong.report.find_spec", lambda name: None)
    with pytest.raises(ImportError, match="pip install polars"):
        gong.read(SAMPLE)["win_rates"]
    assert not hasattr(gong.read(SAMPLE), "nosuch")


def test_a_table_that_is_missing_is_named_with_a_suggestion() -> None:
    report = gong.read(SAMPLE)
    with pytest.raises(KeyError, match="no table win_rate; did you mean win_rates?"):
        report["win_rate"]
    with pytest.raises(AttributeError, match="no table zzz; there are win_rates, scores"):
        report.zzz
    assert not hasattr(report, "_zzz")


def test_no_table_has_the_name_of_an_attribute() -> None:
    listed = binary.command(["list", "tables"])
    names = re.findall(r"^(\w+) \(gong", listed, re.MULTILINE)
    assert {"win_rates", "course", "points", "games"} <= set(names)
    assert not [name for name in names if hasattr(gong.Report, name)]


def test_sentences_are_those_of_the_page() -> None:
    report = gong.read(SAMPLE)
    page = (SAMPLE / "report.html").read_text(encoding="utf-8")
    text = unescape(re.sub(r"<[^>]*>", "", page))
    assert report.headline in text
    assert report.verdict
    for sentence in report.verdict:
        assert sentence in text


def test_warnings_come_before_the_findings(folder: Path) -> None:
    shutil.copytree(SAMPLE, folder / "copy")
    path = folder / "copy" / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(manifest | {"warnings": ["Few. 5 < 9"], "verdict": ["One."]}))
    assert gong.read(folder / "copy").verdict == ["Few. 5 < 9", "One."]


def test_bots_that_have_not_learnt_the_scenario_are_a_warning(scenario: str) -> None:
    strange = {"rules.rounds": 20}
    report = gong.run(scenario, strategy="trained", set=strange, games=100, quick=True)
    assert report.verdict[0].startswith("Not learnt: ")


def test_a_notebook_shows_headline_verdict_and_charts_as_images(folder: Path) -> None:
    copy = folder / "reports" / "a#b"
    shutil.copytree(SAMPLE, copy)
    manifest = json.loads((copy / "manifest.json").read_text(encoding="utf-8"))
    manifest["headline"] = "<script>alert(1)</script>"
    (copy / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    report = gong.read(copy)
    html = report._repr_html_()
    assert "<script" not in html and "<svg" not in html
    assert "&lt;script&gt;alert(1)" in html
    assert report.verdict[0] in html
    images = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', html)
    assert base64.b64decode(images[0]) == (copy / "charts" / "win_rates.svg").read_bytes()
    assert 1 < len(images) <= len(report.charts)
    assert len(html) < 2 * page.MOST_BYTES
    assert 'href="reports/a%23b/report.html"' in html


def test_one_chart_is_shown_even_if_it_is_large(folder: Path) -> None:
    large = folder / "large.svg"
    large.write_bytes(b" " * (page.MOST_BYTES + 1))
    html = page.excerpt("", "", [], {"a": large, "b": large}, folder / "report.html", "")
    assert html.count("<img") == 1


def test_a_report_that_was_replaced_is_not_mixed_with_the_new_one(scenario: str) -> None:
    old = gong.run(scenario, games=100, quick=True, out="same")
    again = gong.run(scenario, games=100, quick=True, out="same")
    assert old.win_rates.equals(again.win_rates)
    new = gong.run(scenario, games=200, quick=True, out="same")
    assert new.manifest["games"] == 200
    with pytest.raises(gong.GongError, match="another command has replaced the report"):
        old.win_rates


def test_different_calls_have_different_folders(scenario: str, folder: Path) -> None:
    few = gong.run(scenario, games=100, quick=True)
    more = gong.run(scenario, games=200, quick=True)
    assert few.folder != more.folder
    assert few.folder == gong.run(scenario, games=100, quick=True).folder
    assert few.folder.parent == folder / "reports"
    assert few.win_rates["games"].sum() < more.win_rates["games"].sum()


def edit(file: str, before: str, after: str) -> None:
    text = Path(file).read_text(encoding="utf-8")
    assert before in text
    Path(file).write_text(text.replace(before, after), encoding="utf-8")


def test_an_edited_scenario_does_not_replace_the_older_report(scenario: str) -> None:
    before = gong.run(scenario, games=100, quick=True)
    edit(scenario, "draw = 4", "draw = 3")
    after = gong.run(scenario, games=100, quick=True)
    assert before.folder != after.folder
    assert before.win_rates["games"].sum() > after.win_rates["games"].sum()
    edit(scenario, "draw = 3", "draw = 4")
    assert gong.run(scenario, games=100, quick=True).folder == before.folder
    # A report that was played again has the same results, so its comparison has the same folder.
    changes = gong.compare(before, after, quick=True)
    gong.run(scenario, games=100, quick=True)
    assert gong.compare(before, after, quick=True).folder == changes.folder


def test_each_file_that_a_call_names_decides_the_folder(folder: Path) -> None:
    gong.new("scenario", "friday", like="tribal-rumble")
    gong.new("bot", "mine")

    def played() -> gong.Report:
        return gong.run("friday.toml", strategy={"seats.1": "mine.toml"}, games=100, quick=True)

    reports = [played()]
    edit("ultimate-warriorz-roster.toml", "size = 6", "size = 5")
    reports.append(played())
    edit("mine.toml", "kills = 1.2", "kills = 1.3")
    reports.append(played())
    assert len({report.folder for report in reports}) == 3
    assert all(report.win_rates.height for report in reports)


def test_files_are_found_in_words_and_in_files(folder: Path) -> None:
    (folder / "bots").mkdir()
    files = {
        "a.toml": "roster = 'b.toml'\nx = '/'\ny = \"\0\"\nz = \"" + "long" * 99 + '"',
        "b.toml": 'strategy = "bots/c.toml"',
        "bots/c.toml": 'weights = "c.safetensors"\nself = "../bots/c.toml"\nabove = "../a.toml"',
        "bots/c.safetensors": "1",
        "d e.toml": "",
        "f.luau": "",
        "g h.toml": "",
    }
    for name, text in files.items():
        Path(name).write_text(text)
    words = ["--levels=random,d e.toml:50k", "--strategy=seats.1=f.luau", "--quick"]
    words.append('--set=roster="g h.toml"')
    assert len(inputs.digests([Path("a.toml"), Path("none.toml")], words)) == len(files)
    before = inputs.digests([Path("a.toml")], words)
    Path("bots/c.safetensors").write_text("2")
    assert before != inputs.digests([Path("a.toml")], words)


def test_a_folder_without_a_report_is_refused(folder: Path) -> None:
    with pytest.raises(gong.GongError, match="holds no report"):
        gong.read(folder)
    for text in ["{", "[]", "{}"]:
        (folder / "manifest.json").write_text(text)
        with pytest.raises(gong.GongError, match="is not the manifest of a report"):
            gong.read(folder)
