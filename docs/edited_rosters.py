#!/usr/bin/env python3
"""Compares the reference player with a search that other trainings guide, on edited rosters.

An edited roster has a quarter of its values changed by one or two, within what the panel has learnt.
For each of the arena games and three seeds, `mcts-fast` (guided by the panel) and a search with the
same settings but another guide play 4,000 games each. The other guide is one training of 300,000
games that is not in the panel (`gong train SCENARIO --games 300000 --seed 21`), or a panel of
several such trainings (`--panel GUIDES`). Prints the distance of the luck-adjusted win rates: the
root mean square over the fighters, and the same without the sampling error; also the standard
deviation of the true win rates, and the rank correlation.

    python3 docs/edited_rosters.py [FOLDER] [GUIDES]

Keeps the reports in FOLDER, and goes on there after an interruption. Needs Python 3.11 with polars,
and a release build of `gong` (`cargo build --release`). Takes about 25 minutes on two cores, and
about 30 with four guides.
"""

import math
import os
import random
import subprocess
import sys
import tomllib

import polars

GONG = os.environ.get("GONG", "target/release/gong")
FOLDER = sys.argv[1] if len(sys.argv) > 1 else "reports/edited-rosters"
GUIDES = int(sys.argv[2]) if len(sys.argv) > 2 else 1
SCENARIOS = {"ultimate-warriorz": "tribal-rumble", "mad-arena": "ultimate-warrior"}
SEEDS = (3201, 3202, 3203)


def read(path):
    with open(path, "rb") as file:
        return tomllib.load(file)


def gong(out, *words):
    if not os.path.exists(os.path.join(out, "manifest.json")):
        subprocess.run([GONG, *words, "--out", out, "--force"], check=True, capture_output=True)


def other_search(game, scenario):
    """Trains the other guide; returns the strategy file of the search that it guides."""
    bot, search = (os.path.abspath(os.path.join(FOLDER, f"{name}-{game}.toml")) for name in ("guide", "search"))
    if not os.path.exists(bot):
        # Each member of a panel has a report of its own, in the folder `reports`.
        panel = ["--panel", str(GUIDES)] if GUIDES > 1 else []
        words = ["train", os.path.abspath(scenario), "--games", "300000", "--seed", "21", *panel, "-o", bot, "--force"]
        os.makedirs(FOLDER, exist_ok=True)
        subprocess.run([os.path.abspath(GONG), *words], check=True, capture_output=True, cwd=FOLDER)
    with open("strategies/arena/mcts-fast.toml") as file:
        text = file.read().replace('"panel"', f'"{bot}"').replace("#:schema strategy.schema.json\n", "")
    with open(search, "w") as file:
        file.write(text)
    return search


def edited(game, seed):
    """Draws an edited roster, as flags."""
    luck = random.Random(seed)
    learnt = read(f"strategies/{game}/panel-1.toml")["network"]["learnt"]["values"]
    values = []
    for key, fighter in read(f"scenarios/{game}/roster.toml")["fighters"].items():
        values += [(f"{key}.{name}", fighter[name], name) for name in ("size", "defense")]
        for number, card in fighter["cards"].items():
            for name in ("movement", "melee", "shooting", "defense"):
                if isinstance(card, dict) and isinstance(card.get(name), int):
                    values.append((f"{key}.cards.{number}.{name}", card[name], name))
    flags = []
    for field, value, kind in luck.sample(values, len(values) // 4):
        least, most = learnt[kind]
        least = max(least, {"size": 4, "movement": 0}.get(kind, 1))
        new = [value + by for by in (-2, -1, 1, 2) if least <= value + by <= most]
        if new:
            flags += ["--set", f"fighters.{field}={luck.choice(new)}"]
    return flags


def table(out, name, column):
    """Returns the win rates of a report's table and their variances, in points."""
    rows = polars.read_parquet(os.path.join(out, "tables", f"{name}.parquet")).sort("entrant")
    if "seat" in rows.columns:
        rows = rows.filter(polars.col("seat").is_null())
    error = [100 * (high - low) / 3.92 for low, high in zip(rows["ci_low"], rows["ci_high"])]
    return [100 * rate for rate in rows[column]], [of**2 for of in error]


def spread_between(differences, variances):
    """Returns the spread between players as `gong run` states it: the standard deviation of the
    differences beyond sampling error (docs/statistics.md, "How much the players differ")."""
    free = len(differences) - 1

    def weighted(square):
        return sum(d**2 / (square + of) for d, of in zip(differences, variances))

    low, high = 0.0, 1e4
    if weighted(0.0) <= free:
        return 0.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if weighted(middle) > free else (low, middle)
    return math.sqrt(low)


def ranks(values):
    return [sorted(values).index(value) for value in values]


def main():
    within, within_spread, all_rates = 0, 0, 0
    for game, name in SCENARIOS.items():
        scenario = f"scenarios/{game}/{name}.toml"
        other = other_search(game, scenario)
        for seed in SEEDS:
            flags = edited(game, seed)
            outs = []
            for bot, games_seed in (("mcts-fast", "51"), (other, "52")):
                outs.append(os.path.join(FOLDER, f"{game}-{seed}-{games_seed}"))
                gong(outs[-1], "run", scenario, *flags, "--strategy", bot, "--games", "4000", "--seed", games_seed)
            (ours, our_errors), (theirs, their_errors) = (table(out, "luck_adjusted", "adjusted") for out in outs)
            count = len(ours)
            square = sum((a - b) ** 2 for a, b in zip(ours, theirs)) / count
            error = sum(our_errors + their_errors) / count
            mean = sum(theirs) / count
            spread = sum((of - mean) ** 2 for of in theirs) / (count - 1) - sum(their_errors) / count
            apart = sum((a - b) ** 2 for a, b in zip(ranks(ours), ranks(theirs)))
            correlation = 1 - 6 * apart / (count * (count**2 - 1))
            print(f"{game} {seed}: {math.sqrt(square):.2f} points, {math.sqrt(max(square - error, 0)):.2f} without sampling error ({math.sqrt(error):.2f}); true spread {math.sqrt(max(spread, 0)):.1f}, rank correlation {correlation:.2f}", flush=True)

            default = os.path.join(FOLDER, f"{game}-{seed}-default")
            gong(default, "run", scenario, *flags)
            reference, errors = table(default, "reference", "win_rate")
            own, own_errors = table(default, "win_rates", "win_rate")
            between = spread_between(
                [a - b for a, b in zip(reference, own)], [a + b for a, b in zip(errors, own_errors)]
            )
            away = [(abs(a - b), e + f) for a, b, e, f in zip(reference, theirs, errors, their_errors)]
            within += sum(by <= 1.96 * math.sqrt(of) for by, of in away)
            within_spread += sum(by <= 1.96 * math.sqrt(of + between**2) for by, of in away)
            all_rates += count
            square = sum(by**2 - of for by, of in away) / count
            print(f"    reference player of a default run: {math.sqrt(max(square, 0)):.2f} without sampling error; players differ by {between:.1f}; {within} and {within_spread} of {all_rates} win rates so far within the range", flush=True)


main()
