#!/usr/bin/env python3
"""Draws 60 buffs and 60 nerfs at random, and asks `gong compare --quick` what each one does.

An edit changes one value of one fighter by one to three: dice, defense or size. Half of the edits
lead to values that the bot `trained` has not learnt, as far as there are such edits. An edit that the
game refuses is replaced by another one. Prints every edit after which the fighter's win rate changes
in the wrong direction, and the number of such edits.

    python3 docs/one_sided_edits.py [FOLDER]

Keeps the reports in FOLDER, and goes on there after an interruption. Needs Python 3.11 with polars,
and a release build of `gong` (`cargo build --release`). Takes about half an hour on two cores.
"""

import os
import random
import subprocess
import sys
import tomllib

import polars

GONG = os.environ.get("GONG", "target/release/gong")
FOLDER = sys.argv[1] if len(sys.argv) > 1 else "reports/one-sided-edits"
SCENARIOS = {"ultimate-warriorz": "tribal-rumble", "mad-arena": "ultimate-warrior"}
SEED, SECOND_SEED = 3101, 3102
# Number of edits of each game, direction and kind (learnt or not).
EACH = 15
LIMITS = {"size": (1, 40), "defense": (1, 9), "melee": (0, 12), "shooting": (0, 12)}


def read(path):
    with open(path, "rb") as file:
        return tomllib.load(file)


def edits(game, without_effects=False):
    """All edits of a game's roster: (fighter, field, new value, is a buff, is not learnt)."""
    learnt = read(f"strategies/{game}/trained.toml")["network"]["learnt"]["values"]
    found = []
    for key, fighter in read(f"scenarios/{game}/roster.toml")["fighters"].items():
        values = [("size", fighter["size"]), ("defense", fighter["defense"])]
        for number, card in fighter["cards"].items():
            has_effect = "technique" in card or "item" in card
            if key == "dragon" or isinstance(card, list) or (without_effects and has_effect):
                continue
            for name in ("defense", "melee", "shooting"):
                if isinstance(card.get(name, 0), int):
                    values.append((f"cards.{number}.{name}", card.get(name, 0)))
        for field, value in values:
            kind = field.rsplit(".")[-1]
            (low, high), (least, most) = LIMITS[kind], learnt[kind]
            for by in (-3, -2, -1, 1, 2, 3):
                if low <= value + by <= high:
                    new = value + by
                    found.append((key, field, new, by > 0, not least <= new <= most))
    return found


def drawn():
    """Draws the edits: (game, edit)."""
    luck = random.Random(SEED)
    for game in SCENARIOS:
        pools = {}
        for edit in edits(game):
            pools.setdefault(edit[3:], []).append(edit)
        for buff in (True, False):
            picked = []
            for strange in (False, True):
                pool = pools[buff, strange]
                of_kind = luck.sample(pool, min(EACH, len(pool)))
                usual = [edit for edit in pools[buff, False] if edit not in picked]
                picked += of_kind + luck.sample(usual, EACH - len(of_kind))
            yield from ((game, edit) for edit in picked)


def difference(game, edit):
    """Returns the change of the fighter's win rate with its interval, in points; None if refused."""
    fighter, field, new, *_ = edit
    out = os.path.join(FOLDER, f"{game}-{fighter}-{field}-{new}")
    table = os.path.join(out, "tables", "differences.parquet")
    if not os.path.exists(table):
        scenario = f"scenarios/{game}/{SCENARIOS[game]}.toml"
        words = ["compare", scenario, "--set", f"fighters.{fighter}.{field}={new}", "--quick", "--out", out]
        if subprocess.run([GONG, *words], capture_output=True).returncode != 0:
            return None
    rows = polars.read_parquet(table)
    row = rows.filter((polars.col("entrant") == fighter) & (polars.col("measure") == "win_rate"))
    return [100 * row[name][0] for name in ("difference", "ci_low", "ci_high")]


def main():
    count, wrong, significant = 0, 0, 0
    others = random.Random(SECOND_SEED)
    played = list(drawn())
    known = set(played)
    for game, edit in played:
        found = difference(game, edit)
        while found is None:
            pool = edits(game, without_effects=True)
            pool = [of for of in pool if of[3] == edit[3] and not of[4] and (game, of) not in known]
            edit = others.choice(pool)
            known.add((game, edit))
            found = difference(game, edit)
        by, low, high = found
        buff = edit[3]
        count += 1
        if (by > 0) != buff:
            wrong += 1
            sure = high < 0 if buff else low > 0
            significant += sure
            fighter, field, new, *_ = edit
            print(f"{game} {'buff' if buff else 'nerf'} fighters.{fighter}.{field}={new}: {by:+.2f} ({low:.2f} to {high:.2f}){', significant' if sure else ''}", flush=True)
    print(f"{count} edits, {wrong} in the wrong direction, {significant} of them significantly")


main()
