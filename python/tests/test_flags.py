"""Keyword arguments become the flags of the command line."""

from __future__ import annotations

from pathlib import Path

import gong
from gong import flags


def test_each_kind_of_value_becomes_the_words_of_its_flag() -> None:
    cases: list[tuple[dict[str, object], list[str]]] = [
        ({"games": 100_000}, ["--games=100000"]),
        ({"precision": 0.005, "minutes": "10"}, ["--precision=0.005", "--minutes=10"]),
        ({"quick": True, "rows": False, "reference": None}, ["--quick"]),
        ({"team_size": 2, "games": "8k"}, ["--team-size=2", "--games=8k"]),
        ({"not_": "printed", "from_": Path("a b")}, ["--not=printed", "--from=a b"]),
        ({"only": ["size", "own"]}, ["--only=size", "--only=own"]),
        ({"o": "mine.toml"}, ["-omine.toml"]),
        (
            {"set": {"rules.rocks": [2, 1], "rules.bowling_hits_mates": True, "strategy": "x"}},
            ["--set=rules.rocks=[2, 1]", "--set=rules.bowling_hits_mates=true", "--set=strategy=x"],
        ),
        (
            {"set": {"title": "true", "a.name": "12", "b.name": 'the "O\'Neil\\'}},
            [
                "--set=title=\"true\"",
                "--set=a.name=\"12\"",
                "--set=b.name=\"the \\u0022O'Neil\\\\\"",
            ],
        ),
        (
            {"variant": {"a.cards.4": {"defense": 6, "my key": ["x", 1, True]}, "roster": "./r"}},
            ['--variant=a.cards.4={defense = 6, "my key" = ["x", 1, true]},roster=./r'],
        ),
        ({"set": "rules.rounds=-1"}, ["--set=rules.rounds=-1"]),
        (
            {"vary": {"rules.rounds": range(5, 8), "rules.x": "4..12..2", "strategy": ["a", "b"]}},
            ["--vary=rules.rounds=5,6,7", "--vary=rules.x=4..12..2", "--vary=strategy=a,b"],
        ),
        ({"variant": {"rules.a": 1, "rules.b": 2}}, ["--variant=rules.a=1,rules.b=2"]),
        (
            {"variant": [{"rules.a": 1, "rules.b": 2}, "rules.a=3"]},
            ["--variant=rules.a=1,rules.b=2", "--variant=rules.a=3"],
        ),
        ({"strategy": ["balanced", "mine.toml"]}, ["--strategy=balanced,mine.toml"]),
        ({"strategy": ("balanced", "mine.toml")}, ["--strategy=balanced,mine.toml"]),
        ({"strategy": {"fighters.agaric": "random"}}, ["--strategy=fighters.agaric=random"]),
        ({"target": {"agaric": "25%", "cactus": "fair"}}, ["--target=agaric=25%,cactus=fair"]),
    ]
    for given, words in cases:
        assert flags.words(given) == words, given


def test_gong_understands_the_flags(scenario: str) -> None:
    report = gong.run(scenario, set={"rules.rounds": 9}, games=200, seed=3, level=0.9, quick=True)
    assert report.command == (
        "gong run four.toml --quick --set rules.rounds=9 --seed 3 --level 0.9 --games 200"
    )
    assert report.manifest["scenario"]["rules"]["rounds"] == 9


def test_texts_and_tables_of_settings_arrive_as_they_are(scenario: str) -> None:
    names = {
        "fighters.agaric.name": "12",
        "fighters.cactus.name": 'the "Big, [fat] O\'Neil\\',
        "title": "true",
    }
    card = {"fighters.agaric.cards.4": {"defense": 6}}
    report = gong.run(scenario, set={**names, **card}, games=50, quick=True)
    variants = [{**names, "rules.rounds": 9}, card]
    compared = gong.compare(scenario, variant=variants, games=50, quick=True)
    played = report.manifest["scenario"]
    assert played["title"] == "true"
    assert played["roster"]["fighters"]["agaric"]["cards"]["4"]["defense"] == 6
    assert [fighter["name"] for fighter in report.manifest["fighters"][:1]] == ["12"]
    shown = {fighter["name"] for fighter in report.manifest["fighters"]}
    assert names["fighters.cactus.name"] in shown
    assert compared["results"]["arm"].n_unique() == 2


def test_a_comparison_has_each_variant_of_a_list(scenario: str) -> None:
    variants = [{"rules.rounds": 9, "line-up.draw": 3}, {"rules.rounds": 12}]
    report = gong.compare(scenario, variant=variants, games=200, quick=True)
    assert report.polars("results")["arm"].n_unique() == 2
    assert "200 games of each variant" in report._repr_html_()
