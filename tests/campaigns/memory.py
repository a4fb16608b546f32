#!/usr/bin/env python3
"""Holds the memory that every command takes at its most against that for ten times as many games: what is counted, and not kept, takes no more.

    cargo build --release && tests/campaigns/memory.py [--gong target/release/gong] [--slack 1.15] [COMMAND…]

Exit code 0 if none takes more than --slack times as much, and some megabytes, else 1. Of a ladder it is told what each game takes, since it keeps them.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
# Each with a number of games; ten times as many take some seconds.
COMMANDS = {
    "run": ("run four.toml --games {}", 20_000),
    "run --rows": ("run four.toml --games {} --rows", 100_000),
    "run, two bots": ("run four.toml --games {} --strategy random,balanced", 5_000),
    "compare": ("compare four.toml --set rules.rounds=9 --games {}", 5_000),
    "sweep": ("sweep four.toml --vary rules.rounds=5..8 --games {}", 5_000),
    "pairings": ("pairings four.toml --team-size 2 --games {}", 100),
    "skill": ("skill four.toml --levels random:{0},balanced:{0}", 3_000),
    "sensitivity": ("sensitivity four.toml --fighter agaric --games {}", 200),
    "tune": ("tune four.toml --games {} --edits 1 --target agaric=40%", 50),
    "a shard": ("run four.toml --games {} --shard 1/2", 20_000),
    "ladder": ("ladder four.toml --games {} --strategy random,balanced", 5_000),
}
# A process has its moods.
MEGABYTES = 8
KEEPS_GAMES = ["ladder"]


def most(gong, world, command, games):
    """The kilobytes that a command takes at its most, on one thread."""
    out = world / "out"
    shutil.rmtree(out, ignore_errors=True)
    words = command.format(games).split()
    process = subprocess.Popen([gong, *words, "--out", "out", "--threads", "1", "--quiet"], cwd=world)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(words)} ended with {os.waitstatus_to_exitcode(status)}")
    return usage.ru_maxrss


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--gong", default="target/release/gong")
    asked.add_argument("--slack", type=float, default=1.15)
    asked.add_argument("commands", nargs="*", metavar="COMMAND")
    asked = asked.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        world = pathlib.Path(folder)
        for file in DATA.iterdir():
            shutil.copy(file, world)
        for name in asked.commands or COMMANDS:
            command, games = COMMANDS[name]
            few, many = (most(os.path.abspath(asked.gong), world, command, games * times) for times in (1, 10))
            grows = many > few * asked.slack + MEGABYTES * 1024
            said = "grows" if grows else "flat"
            if name in KEEPS_GAMES:
                said = f"{(many - few) * 1024 / (9 * games):.0f} bytes a game"
            elif grows:
                wrong += 1
            print(f"{name}: {few / 1024:.0f} MB for {games:,} games, {many / 1024:.0f} MB for {10 * games:,}: {said}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
