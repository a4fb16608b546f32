#!/usr/bin/env python3
"""Measures how far the win rates of one bot hang on its training.

Plays the yardsticks of a game with several bots, each of which plays all seats, in games of its own:
the official line-ups, and in an arena game also 5, 9 and 12 rounds, rules drawn at random, and
edited rosters. Bots that were trained apart should agree. Prints for each group of scenarios the
distance of every bot from the first: the root mean square difference of the win rates in points,
without the sampling error. A team counts once. Prints also how many of its win rates, in %, are
inside of the intervals of the first bot, up to their own sampling error: for a panel, these intervals
should hold for other trainings.

    python3 docs/yardsticks.py GAME BOT BOT... [--games N] [--seed S] [--out FOLDER]

With `--specialists GAMES`, the bots are trained bots of the program. For each official line-up that
they have learnt, this trains a bot on that line-up alone, and prints how often each bot wins against
the bots of the pool for each win of the specialist, in %, from the fresh games of both trainings.

GAME is the name of a folder of `scenarios`; a BOT is the name or the file of a strategy. Keeps the
reports in FOLDER, and goes on there after an interruption. Needs Python 3.11 with polars, and a
release build of `gong` (`cargo build --release`). Draws of rules or values that the game refuses
are named and left out. Ultimate Warriorz with two trained bots and 20,000 games of each scenario
takes two and a half minutes on two cores.
"""

import argparse
import glob
import hashlib
import math
import os
import random
import subprocess
import tomllib

import polars

GONG = os.environ.get("GONG", "target/release/gong")
ARENA = ("ultimate-warriorz", "mad-arena")
# Values of rules that change a game of the arena; a draw sets one or two of them.
RULES = ["range=1", "range=2", "far_shot_penalty=0", "far_shot_penalty=2", "lucky_charm=true",
         "lucky_charm=false", "charm_rerolls=6", "first_wound=0", "first_wound=6", "centre_bonus=3", "zones=6",
         "zones=8", "compulsory='never'", "compulsory='strict'", "revisit='never'", "recycle='all'"]


def official(game):
    """Returns the scenarios of a game that have its shipped roster and no edits."""
    files = sorted(glob.glob(f"scenarios/{game}/*.toml"))
    skipped = ("roster", "untuned", "own-changes", "own-effects", "first-game")
    return [file for file in files if not os.path.basename(file).startswith(skipped)]


def edits(game, seed):
    """Draws an edited roster, as flags: every eighth value one or two higher or lower."""
    luck, flags = random.Random(seed), []
    with open(f"scenarios/{game}/roster.toml", "rb") as file:
        fighters = tomllib.load(file)["fighters"]
    for key, fighter in fighters.items():
        for number, card in fighter["cards"].items():
            for name in ("melee", "shooting", "defense"):
                value = card.get(name) if isinstance(card, dict) else None
                if isinstance(value, int) and value > 2 and luck.random() < 0.125:
                    flags += ["--set", f"fighters.{key}.cards.{number}.{name}={value + luck.choice((-2, -1, 1, 2))}"]
    return flags


def yardsticks(game):
    """Lists the set: name of the group, scenario, further flags."""
    for scenario in official(game):
        yield "teams" if "team-" in scenario or "brothers-" in scenario else "fighters", scenario, []
    if game in ARENA:
        usual = f"scenarios/{game}/{'tribal-rumble' if game == ARENA[0] else 'ultimate-warrior'}.toml"
        teams = f"scenarios/{game}/team-spirit-6-{'players' if game == ARENA[0] else 'seats'}.toml"
        for scenario in (usual, teams):
            for rounds in (5, 9, 12):
                yield "rounds", scenario, ["--set", f"rules.rounds={rounds}"]
        for draw in range(10):
            rules = random.Random(100 + draw).sample(RULES, 1 + draw % 2)
            yield "rules", usual, [word for rule in rules for word in ("--set", f"rules.{rule}")]
        for draw in range(6):
            yield "edited rosters", usual, edits(game, 200 + draw)


def rates(scenario, flags, bot, seed, asked):
    """Plays one scenario; returns each win rate once, as (win rate, variance of its sampling error,
    half-width of its interval)."""
    words = ["run", scenario, *flags, "--strategy", bot, "--quick", "--games", asked.games, "--seed", str(seed)]
    out = os.path.join(asked.out, hashlib.sha256("\n".join(words).encode()).hexdigest()[:16])
    if not os.path.exists(os.path.join(out, "manifest.json")):
        played = subprocess.run([GONG, *words, "--out", out, "--force"], capture_output=True, text=True)
        if played.returncode == 2:
            return None  # The game does not allow this draw of rules or values.
        played.check_returncode()
    rows = polars.read_parquet(os.path.join(out, "tables", "win_rates.parquet"))
    total = rows.filter(polars.col("seat").is_null()) if "seat" in rows.columns else rows
    if "team" in rows.columns and rows["team"].null_count() == 0:
        total = rows.unique(subset="team", maintain_order=True)
    columns = (total[name] for name in ("win_rate", "games", "ci_low", "ci_high"))
    return [(rate, rate * (1 - rate) / games, (high - low) / 2) for rate, games, low, high in zip(*columns)]


def results(file):
    """Returns the share of games that a trained bot won against each bot of the pool, averaged, by the
    title of the scenario; in its file, from the fresh games at the end of its training."""
    with open(file, "rb") as text:
        trials = tomllib.load(text)["network"]["results"]
    titles = dict.fromkeys(trial["scenario"] for trial in trials)
    won = {title: [t["wins"] / t["games"] for t in trials if t["scenario"] == title] for title in titles}
    return {title: sum(rates) / len(rates) for title, rates in won.items()}


def specialists(asked):
    """Compares bots of the program with bots that have learnt a single line-up."""
    learnt = {bot: results(f"strategies/{asked.game}/{bot}.toml") for bot in asked.bots}
    shares = {bot: [] for bot in asked.bots}
    # In a random order, so that an interrupted command has compared a fair sample.
    scenarios = official(asked.game)
    random.Random(asked.seed).shuffle(scenarios)
    for scenario in scenarios:
        with open(scenario, "rb") as file:
            title = tomllib.load(file)["title"]
        if title not in learnt[asked.bots[0]]:
            continue
        name = os.path.splitext(os.path.basename(scenario))[0]
        out = os.path.join(asked.out, f"{name}-alone.toml")
        if not os.path.exists(out):
            words = ["train", scenario, "--games", asked.specialists, "--seed", str(asked.seed), "-o", out]
            subprocess.run([GONG, *words], check=True, capture_output=True)
        alone = results(out)[title]
        for bot in asked.bots:
            shares[bot].append(learnt[bot][title] / alone)
        of_bots = " ".join(f"{bot} {100 * shares[bot][-1]:.1f}" for bot in asked.bots)
        print(f"{name}: specialist {100 * alone:.1f}; {of_bots}", flush=True)
    for bot, all_shares in shares.items():
        print(f"{bot}: mean {100 * sum(all_shares) / len(all_shares):.1f}, least {100 * min(all_shares):.1f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--games", default="20000")
    parser.add_argument("--seed", type=int, default=901)
    parser.add_argument("--out", default="reports/yardsticks")
    parser.add_argument("--specialists", metavar="GAMES")
    asked = parser.parse_args()
    os.makedirs(asked.out, exist_ok=True)
    if asked.specialists:
        return specialists(asked)
    squares, inside = {}, {}
    for group, scenario, flags in yardsticks(asked.game):
        # Each bot has dice of its own, so that the errors of two bots are independent.
        played = [rates(scenario, flags, bot, asked.seed + i, asked) for i, bot in enumerate(asked.bots)]
        if None in played:
            print(f"not allowed: {' '.join(flags)}")
            continue
        first, *others = played
        for bot, other in zip(asked.bots[1:], others):
            distances = [(a - b) ** 2 - v - w for (a, v, _), (b, w, _) in zip(first, other)]
            squares.setdefault((group, bot), []).extend(distances)
            near = [(a - b) ** 2 <= reach**2 + 3.84 * w for (a, _, reach), (b, w, _) in zip(first, other)]
            inside.setdefault(bot, []).extend(near)
    groups = list(dict.fromkeys(group for group, _ in squares))
    print(f"{'distance from ' + asked.bots[0]:40}" + "".join(f"{group:>16}" for group in groups) + f"{'inside %':>10}")
    for bot in asked.bots[1:]:
        mean = [sum(squares[group, bot]) / len(squares[group, bot]) for group in groups]
        print(f"{bot:40}" + "".join(f"{100 * math.sqrt(max(0, square)):16.2f}" for square in mean)
              + f"{100 * sum(inside[bot]) / len(inside[bot]):10.1f}")


if __name__ == "__main__":
    main()
