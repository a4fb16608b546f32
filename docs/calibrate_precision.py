#!/usr/bin/env python3
"""Measures the coverage of the intervals with --precision: plays one command 300 times with
different seeds, and counts the intervals that contain the true value.

    python3 docs/calibrate_precision.py 3% run scenarios/ultimate-warriorz/tribal-rumble.toml --strategy balanced
    python3 docs/calibrate_precision.py 3% compare scenarios/ultimate-warriorz/tribal-rumble.toml --strategy balanced --set rules.rounds=9

With --strategy, one bot plays, as in the table of docs/statistics.md.
The true values come from a million games of another seed. Environment variables: GONG (the program,
default target/release/gong), RUNS (300) and TRUTH (number of games for the true values). Needs only
Python's standard library.
"""

import csv
import json
import os
import subprocess
import sys
import tempfile

GONG = os.environ.get("GONG", "target/release/gong")
RUNS = int(os.environ.get("RUNS", "300"))
TRUTH = os.environ.get("TRUTH", "1m")


def play(command, more, out):
    """Plays the command. Returns the number of games, and each win rate (or difference) with its interval."""
    subprocess.run([GONG, *command, *more, "--out", out, "--force", "--csv", "--quiet"], check=True)
    is_change = command[0] == "compare"
    table = "results" if is_change else "win_rates"
    columns = ("change", "change_low", "change_high") if is_change else ("win_rate", "ci_low", "ci_high")
    found = {}
    with open(os.path.join(out, "tables", table + ".csv"), newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            # Skips rows of single seats and other measures.
            if row.get("seat") or row.get("measure", "win_rate") != "win_rate":
                continue
            who = tuple(row.get(of) for of in ("arm", "player", "subject", "entrant", "strategy"))
            found[who] = tuple(float(row[column]) for column in columns)
    with open(os.path.join(out, "manifest.json"), encoding="utf-8") as file:
        return json.load(file)["games"], found


def main():
    if len(sys.argv) < 3 or sys.argv[2] not in ("run", "compare"):
        sys.exit(__doc__)
    asked, command = sys.argv[1], sys.argv[2:]
    target = float(asked.rstrip("%")) / (100 if asked.endswith("%") else 1)
    with tempfile.TemporaryDirectory() as scratch:
        out = os.path.join(scratch, "out")
        many, truth = play(command, ["--games", TRUTH, "--seed", "0"], out)
        # The width of an interval is proportional to 1 / √games.
        plan = max(many * ((high - low) / 2 / target) ** 2 for _, low, high in truth.values())
        played, held, near = [], {who: 0 for who in truth}, 0
        for seed in range(1, RUNS + 1):
            games, found = play(command, ["--precision", asked, "--seed", str(seed)], out)
            played.append(games)
            for who, (number, low, high) in found.items():
                held[who] += low <= truth[who][0] <= high
                near += abs(number - truth[who][0]) <= target
    share = 100 / (RUNS * len(truth))
    print(f"{RUNS} runs until ± {asked}: {sum(played) / RUNS:,.0f} games on average ({min(played):,} to {max(played):,}); as wide after {plan:,.0f} in a plan of fixed size")
    print(f"{sum(held.values()) * share:.1f} % of {RUNS * len(truth):,} intervals hold the truth; {near * share:.1f} % of the numbers are within ± {asked} of it")
    for who, times in held.items():
        print(f"  {' '.join(name for name in who if name)}: {times / RUNS:.1%}")


if __name__ == "__main__":
    main()
