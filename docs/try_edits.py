#!/usr/bin/env python3
"""Compares one trained bot with bots that continued training on edited rosters.

Draws edits of one to four values of a scenario's roster, each by 1 or 2 up or down. For each edited
roster, plays the scenario between equal bots: first with the general bot, then with a bot that
continued training on this roster (`gong train --from`). Compares every fighter's win rate, and the
effect of the edit on it. The effect is the difference from the unchanged roster. There, the general
bot is compared with itself, and the other bots with a bot that continued training on the unchanged
roster for the same number of games.

    python3 docs/try_edits.py [EDITS [TRAINING-GAMES [GAMES]]]

Needs a release build of `gong` (`cargo build --release`) and Python 3.11. docs/training.md has the
results for 20 edits, 30,000 and 20,000 games.
"""

import csv
import os
import random
import subprocess
import sys
import tempfile
import tomllib

GONG = os.environ.get("GONG", "target/release/gong")
SCENARIO = "scenarios/ultimate-warriorz/tribal-rumble.toml"
ROSTER = "scenarios/ultimate-warriorz/roster.toml"
EDITS, TRAINING, GAMES = (int(word) for word in (sys.argv[1:] + ["20", "30000", "20000"][len(sys.argv) - 1 :])[:3])


def gong(*words):
    return subprocess.run([GONG, *words], capture_output=True, text=True)


def values():
    """All numbers of the roster, by the path of their field."""
    with open(ROSTER, "rb") as file:
        fighters = tomllib.load(file)["fighters"]
    found = {}
    for key, fighter in fighters.items():
        for field in ("size", "defense"):
            found[f"fighters.{key}.{field}"] = fighter[field]
        for number, card in fighter["cards"].items():
            for field, value in card.items():
                if isinstance(value, int):
                    found[f"fighters.{key}.cards.{number}.{field}"] = value
    return found


def win_rates(folder, bot, sets):
    out = os.path.join(folder, "run")
    run = gong("run", SCENARIO, *sets, "--strategy", bot, "--games", str(GAMES), "--seed", "3", "--csv", "--force", "--quiet", "--out", out)
    assert run.returncode == 0, run.stderr
    with open(os.path.join(out, "tables", "win_rates.csv"), newline="") as file:
        return {row["entrant"]: 100 * float(row["win_rate"]) for row in csv.DictReader(file)}


def trained(folder, sets):
    bot = os.path.join(folder, "bot.toml")
    train = gong("train", SCENARIO, *sets, "--from", "trained", "--games", str(TRAINING), "-o", bot, "--force", "--quiet", "--out", os.path.join(folder, "training"))
    assert train.returncode == 0, train.stderr
    return bot


def edits(all_values):
    """Draws random edits that the game allows."""
    luck = random.Random(20)
    while True:
        fields = luck.sample(sorted(all_values), luck.randint(1, 4))
        edit = {field: all_values[field] + luck.choice([-2, -1, 1, 2]) for field in fields}
        sets = [word for field, value in edit.items() for word in ("--set", f"{field}={value}")]
        if gong("run", SCENARIO, *sets, "--games", "1", "--quiet", "--force", "--out", os.path.join(tempfile.gettempdir(), "gong-edit")).returncode == 0:
            yield sets


with tempfile.TemporaryDirectory() as folder:
    base = win_rates(folder, "trained", [])
    base_on = win_rates(folder, trained(folder, []), [])
    apart = [abs(base[key] - base_on[key]) for key in base]
    print(f"unchanged: {sum(apart) / len(apart):.2f} points apart on the mean")
    levels, effects, signs, large = [], [], 0, 0
    for number, sets in zip(range(EDITS), edits(values())):
        general = win_rates(folder, "trained", sets)
        on = win_rates(folder, trained(folder, sets), sets)
        level = [abs(general[key] - on[key]) for key in general]
        levels += level
        said = []
        for key in general:
            one, other = general[key] - base[key], on[key] - base_on[key]
            effects.append(abs(one - other))
            if max(abs(one), abs(other)) > 2:
                large += 1
                signs += one * other > 0
                said.append(f"{key} {one:+.1f} {other:+.1f}")
        print(f"{number + 1:2}: {' '.join(sets[1::2])}: {sum(level) / len(level):.2f} apart; {', '.join(said) or 'no effect above 2'}", flush=True)
    print(f"win rates: {sum(levels) / len(levels):.2f} points apart on the mean, {max(levels):.1f} at most")
    print(f"effects: {sum(effects) / len(effects):.2f} points apart on the mean; of {large} above 2 points {signs} have the same sign")
