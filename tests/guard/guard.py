#!/usr/bin/env python3
"""Holds the numbers of one version of gong against those of another.

    python3 tests/guard/guard.py OLD NEW [--only WORD] [--out FOLDER]

OLD and NEW are programs. Plays the same commands with both: all questions and games, one bot and
several, a reference player, edits, and a precision. Compares the tables of
the reports, value by value: every table that both have must be equal, in the columns that both have.
Names tables and columns that only one of them has. Exits 1 if a value differs. Temporary: it goes
when the questions share one experiment. Needs polars.
"""

import argparse
import glob
import os
import shutil
import subprocess
import sys

import polars

U, M, B, J = (f"scenarios/{game}" for game in
              ("ultimate-warriorz", "mad-arena", "battle-cards", "jungle-alert"))
RUMBLE, SPIRIT = f"{U}/tribal-rumble.toml", f"{U}/team-spirit-6-players.toml"
MAD, TWO = f"{M}/ultimate-warrior.toml", f"{J}/two.toml"


def scenarios(folder, word):
    """Returns a scenario of a folder whose name contains a word."""
    return sorted(glob.glob(f"{folder}/*{word}*.toml"))[0]


def commands():
    """Lists the commands, as words that follow `gong`."""
    duel, four = scenarios(B, "duel"), scenarios(B, "four")
    yield from (f"run {file} --games 2000 --quick" for file in
                (RUMBLE, SPIRIT, f"{U}/tribal-rumble-8.toml", MAD, scenarios(M, "brothers"), duel, four,
                 TWO, f"{J}/four.toml"))
    yield from (f"run {file} --games 300 --strategy {bots}" for file, bots in
                ((RUMBLE, "balanced,random"), (SPIRIT, "trained,cautious"), (MAD, "trained,random"),
                 (duel, "tactician,trained"), (TWO, "careful,bold")))
    yield f"run {RUMBLE} --games 60 --reference mcts-fast"
    yield f"run {TWO} --games 200 --strategy careful --reference trained"
    yield f"run {RUMBLE} --games 400 --rows --strategy balanced"
    yield f"run {RUMBLE} --precision 3% --strategy balanced"
    yield f"run {RUMBLE} --games 500 --strategy fighters.agaric=aggressive --strategy balanced"
    yield f"run {RUMBLE} --games 500 --quick --set rules.rounds=12 --set fighters.agaric.size=6"
    for file, edit in ((RUMBLE, "rules.rounds=12"), (RUMBLE, "fighters.agaric.size=7"),
                       (SPIRIT, "rules.range=1"), (MAD, "rules.rounds=7"), (duel, "rules.hand=6"),
                       (TWO, "rules.dice=5")):
        yield f"compare {file} --set {edit} --games 1000 --quick"
    yield f"compare {U}/untuned.toml {RUMBLE} --games 1000 --quick"
    yield f"compare {RUMBLE} --set rules.rounds=9 --games 60 --reference mcts-fast"
    yield f"compare {RUMBLE} {U}/tribal-rumble-fixed-4.toml --strategy balanced --games 500"
    yield f"sweep {RUMBLE} --vary rules.rounds=5,7,9 --games 500 --quick"
    yield f"sweep {RUMBLE} --vary rules.rounds=5,7 --vary rules.range=1,2 --games 300 --quick"
    yield f"sweep {SPIRIT} --vary rules.rounds=5,9 --games 300 --quick"
    yield f"sweep {TWO} --vary rules.dice=3,4,5 --games 300 --strategy careful"
    yield f"sweep {duel} --vary rules.hand=4,6 --games 300 --quick"
    yield f"sensitivity {RUMBLE} --games 200 --quick"
    yield f"sensitivity {TWO} --games 100 --strategy careful"
    yield f"pairings {RUMBLE} --games 200 --quick"
    yield f"pairings {RUMBLE} --team-size 2 --games 100 --quick"
    yield f"pairings {SPIRIT} --team-size 3 --games 60 --quick"
    yield f"pairings {MAD} --team-size 2 --games 60 --strategy balanced"
    eight = "mante,usurpatrice,sangsue,fantassin,mere-courage,tambour,superman,batman"
    yield f"pairings {duel} --fighters {eight} --games 20 --quick"
    yield f"pairings {TWO} --games 60 --strategy careful"
    yield from (f"skill {file} --levels random:300,{bot}:300,trained:200" for file, bot in
                ((RUMBLE, "balanced"), (MAD, "balanced"), (duel, "tactician"), (TWO, "careful")))
    yield from (f"shape {file} --games 300" for file in (RUMBLE, SPIRIT, MAD, duel, TWO))
    yield from (f"ladder {file} --strategy random,{bot},trained --games 600" for file, bot in
                ((RUMBLE, "balanced"), (SPIRIT, "balanced"), (duel, "tactician")))
    yield f"tune {RUMBLE} --games 4000 --quick"
    yield f"tune {TWO} --games 2000 --strategy careful"
    yield f"train {RUMBLE} --games 2000 -o made.toml"


def play(program, command, folder):
    """Plays a command; returns its tables by name, or the error."""
    words = command.split()
    out = os.path.join(folder, "report")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    if "made.toml" in words:
        words[words.index("made.toml")] = os.path.join(folder, "made.toml")
    flags = ["--seed", "3", "--out", out, "--quiet"]
    played = subprocess.run([program, *words, *flags], capture_output=True, text=True, check=False)
    if played.returncode:
        return played.stderr.strip().splitlines()[0]
    files = sorted(glob.glob(f"{out}/tables/*.parquet"))
    return {os.path.basename(file).split(".")[0]: polars.read_parquet(file) for file in files}


def moved(old, new):
    """Names the columns of numbers of which a value is in no table of the new report."""
    kept = set()
    for table in new.values():
        for column in table.select(polars.col(polars.Float64)).iter_columns():
            kept.update(column.drop_nulls().to_list())
    for name, table in old.items():
        gone = [of for of in table.columns if name not in new or of not in new[name].columns]
        for column in table.select(gone).select(polars.col(polars.Float64)).iter_columns():
            lost = sum(value not in kept for value in column.drop_nulls())
            if lost:
                yield f"{name}.{column.name}: {lost} of {len(column)} values are in no table"


def compare(old, new):
    """Returns what differs between the tables of two reports, and what only one of them has."""
    if isinstance(old, str) or isinstance(new, str):
        return ([] if old == new else [f"{old!r} | {new!r}"]), []
    wrong = []
    apart = [f"table {name}" for name in sorted(set(old) ^ set(new))]
    for name in sorted(set(old) & set(new)):
        both = [column for column in old[name].columns if column in new[name].columns]
        columns = set(old[name].columns) ^ set(new[name].columns)
        apart += [f"column {name}.{column}" for column in sorted(columns)]
        timed = [column for column in both if "second" in column or "decisions_a" in column]
        both = [column for column in both if column not in timed]
        if not old[name][both].equals(new[name][both], null_equal=True):
            wrong.append(f"table {name}")
    return wrong, apart + list(moved(old, new))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--only", default="", help="commands that contain this word")
    parser.add_argument("--out", default="/tmp/gong-guard", help="folder for the reports")
    args = parser.parse_args()
    failed = 0
    for number, command in enumerate(commands()):
        if args.only not in command:
            continue
        folders = [os.path.join(args.out, f"{number:02}-{which}") for which in ("old", "new")]
        old, new = (play(program, command, folder) for program, folder
                    in zip((args.old, args.new), folders, strict=True))
        wrong, apart = compare(old, new)
        failed += bool(wrong)
        mark = "DIFFERS" if wrong else "equal  "
        error = f"  ({old})" if isinstance(old, str) and not wrong else ""
        print(f"{mark} gong {command}{error}", *wrong, *(f"only one: {it}" for it in apart),
              sep="\n        ", flush=True)
    sys.exit(failed > 0)


main()
