#!/usr/bin/env python3
"""Kills gong at random moments, fills its disk, takes its rights away, and looks at what is left.

    cargo build && tests/campaigns/kill.py [--gong target/debug/gong] [--times 200] [--seed 1] [COMMAND…]

Of every command in COMMANDS, --times times with KILL and as often with TERM, into a folder that is new, or holds a report, or a report and files of the
user's, or somebody else is working in. After each time:

- what is in the folder is a whole report, with the checksums that its manifest has, or none at all; where there was one there is one;
- a command that was asked to end says so by its exit code, 143, unless it was done (0) or had hardly begun (killed by the signal);
- the user's files are as they were;
- `gong clean` leaves nothing hidden behind, and then the report is whole, whichever it is;
- and now and then: the same command, left alone, works.

Exit code 0 if all of that holds, else 1 with what does not. Everything happens in a folder of its own under TMPDIR.
"""

import argparse
import hashlib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
COMMANDS = {
    "run": "run four.toml --games 3000 --rows --strategy balanced",
    "sweep": "sweep four.toml --vary rules.rounds=5..8 --games 400 --strategy balanced",
    "pairings": "pairings four.toml --fighters agaric,cactus,baobab,bonzai --games 200 --strategy balanced",
    "ladder": "ladder four.toml --games 1000 --strategy random,balanced",
    "tune": "tune four.toml --games 20 --edits 1 --strategy random --target agaric=40%",
    "compare": "compare four.toml --set rules.rounds=9 --games 1000 --strategy balanced",
    "report": "report out",
}
USERS = {"notes.txt": "dear", "tables/mine.csv": "1,2", "mine/a.txt": "a"}
wrong = []


def fail(what):
    wrong.append(what)
    print("WRONG:", what, flush=True)


def whole(folder):
    """Why a folder is no whole report; None if it is one."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text())
    except (OSError, ValueError) as error:
        return f"manifest: {error}"
    for name in manifest["tables"]:
        try:
            found = hashlib.sha256((folder / "tables" / f"{name}.parquet").read_bytes()).hexdigest()
        except OSError as error:
            return str(error)
        if found != manifest["files"][name]:
            return f"table {name} is another"
    for name in manifest["charts"]:
        if not (folder / "charts" / f"{name}.svg").read_text().rstrip().endswith("</svg>"):
            return f"chart {name}"
    if not (folder / "report.html").read_text().rstrip().endswith("</html>"):
        return "page"
    return None


def hidden(world):
    return [path for path in world.rglob(".gong-*")]


class Campaign:
    def __init__(self, gong, world, times, luck):
        self.gong, self.world, self.times, self.luck = gong, world, times, luck
        self.out = world / "out"

    def start(self, words):
        force = [] if words.startswith("report") else ["--out", "out", "--force", "--threads", "2"]
        return subprocess.Popen([self.gong, *words.split(), *force], cwd=self.world,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def finish(self, words, codes=(0,)):
        process = self.start(words)
        told = process.communicate()[1].decode()
        if process.returncode not in codes:
            fail(f"{words}: exit code {process.returncode}: {told}")
        return told

    def prepare(self, kind):
        shutil.rmtree(self.out, ignore_errors=True)
        if kind != "new":
            self.finish("run four.toml --games 20 --strategy random")
        if kind == "users":
            for name, text in USERS.items():
                (self.out / name).parent.mkdir(parents=True, exist_ok=True)
                (self.out / name).write_text(text)

    def look(self, of, kind, had):
        why = whole(self.out) if self.out.exists() else "no folder"
        parts = {path.name for path in self.out.iterdir()} if self.out.exists() else set()
        if kind != "users" and why and (had or parts - {"points"}):
            fail(f"{of}: {why}")
        if kind == "users":
            for name, text in USERS.items():
                if not (self.out / name).exists() or (self.out / name).read_text() != text:
                    fail(f"{of}: {name} is not as it was")
        subprocess.run([self.gong, "clean"], cwd=self.world, check=True, stdout=subprocess.DEVNULL)
        if hidden(self.world):
            fail(f"{of}: left behind: {hidden(self.world)}")
        if had and whole(self.out):
            fail(f"{of}, cleaned up: {whole(self.out)}")

    def kill(self, name, which):
        words = COMMANDS[name]
        kinds = ["old", "users"] if name == "report" else ["new", "old", "users"]
        self.prepare("old")
        begin = time.monotonic()
        self.finish(words)
        span = 1.1 * (time.monotonic() - begin)
        for turn in range(self.times):
            kind = kinds[turn % len(kinds)]
            # What a sweep has played it does not play again: begin anew, but not always.
            if turn % 3 < 2 or not self.out.exists():
                self.prepare(kind)
            elif kind == "users":
                self.prepare(kind)
            had = self.out.exists() and whole(self.out) is None
            process = self.start(words)
            # As often in the last moments, when things are put in place, as before.
            after = self.luck.uniform(0, span) if turn % 2 else span * self.luck.triangular(0.7, 1.0, 0.9)
            time.sleep(after)
            process.send_signal(which)
            told = process.communicate()[1].decode()
            of = f"{name}, {kind}, {which.name} after {after:.3f} s"
            codes = (0, -which) if which == signal.SIGKILL else (0, -which, 128 + which)
            if process.returncode not in codes:
                fail(f"{of}: exit code {process.returncode}: {told}")
            self.look(of, kind, had)
            if turn % 20 == 0:
                if name == "report" and not self.out.exists():
                    self.prepare(kind)
                self.finish(words)
        print(f"{name}: {self.times} times {which.name}", flush=True)

    def together(self):
        """Two into one folder: one of them is refused, and says why."""
        for name in [name for name in COMMANDS if name != "report"]:
            shutil.rmtree(self.out, ignore_errors=True)
            both = [self.start(COMMANDS[name]) for _ in range(2)]
            told = [process.communicate()[1].decode() for process in both]
            codes = sorted(process.returncode for process in both)
            if codes not in ([0, 0], [0, 2]) or (codes[1] and "another gong is writing" not in "".join(told)):
                fail(f"two of {name}: {codes}: {told}")
            if whole(self.out) or hidden(self.world):
                fail(f"two of {name}: {whole(self.out)} {hidden(self.world)}")
        print("two into one folder", flush=True)

    def disk_full(self):
        """On a disk that is too small: exit code 1 and a reason, and what was there is whole."""
        disk = self.world / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "gong", disk], stderr=subprocess.DEVNULL)
        if mounted.returncode != 0:
            print("disk full: not tried, since nothing can be mounted here", flush=True)
            return
        try:
            report = disk / "report"
            done = subprocess.run([self.gong, *"run four.toml --games 20 --strategy random --out".split(), report], cwd=self.world,
                                  capture_output=True, text=True)
            if done.returncode != 0 or whole(report):
                fail(f"on a small disk: {done.stderr}")
            for full in range(0, 2048, 64):
                filler = disk / "filler"
                free = shutil.disk_usage(disk).free
                filler.write_bytes(b"x" * max(0, free - full * 1024))
                words = f"run four.toml --games {21 + full} --rows --csv --strategy random --out {report}"
                done = subprocess.run([self.gong, *words.split()], cwd=self.world, capture_output=True, text=True)
                if done.returncode not in (0, 1) or (done.returncode == 1 and not done.stderr.startswith("error: ")):
                    fail(f"disk with {full} KB: exit code {done.returncode}: {done.stderr}")
                if whole(report) or hidden(disk):
                    fail(f"disk with {full} KB: {whole(report)} {hidden(disk)}")
                filler.unlink()
            # What something is mounted on cannot be replaced, but written into.
            done = subprocess.run([self.gong, *"run four.toml --games 20 --strategy random --out".split(), disk, "--force"],
                                  cwd=self.world, capture_output=True, text=True)
            if done.returncode != 2 or "holds other things" not in done.stderr:
                fail(f"a disk that holds a report in a folder: {done.returncode} {done.stderr}")
            shutil.rmtree(report)
            for games in (20, 21):
                words = f"run four.toml --games {games} --strategy random --out {disk}"
                done = subprocess.run([self.gong, *words.split()], cwd=self.world, capture_output=True, text=True)
                if done.returncode != 0 or whole(disk) or hidden(disk):
                    fail(f"a disk as the folder: {done.stderr} {whole(disk)} {hidden(disk)}")
        finally:
            subprocess.run(["umount", disk], check=True)
            disk.rmdir()
        print("disk full, and a disk as the folder", flush=True)


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--gong", default="target/debug/gong")
    asked.add_argument("--times", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("commands", nargs="*", metavar="COMMAND")
    asked = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        world = pathlib.Path(folder)
        for file in DATA.iterdir():
            shutil.copy(file, world)
        campaign = Campaign(os.path.abspath(asked.gong), world, asked.times, random.Random(asked.seed))
        for name in asked.commands or COMMANDS:
            for which in (signal.SIGKILL, signal.SIGTERM):
                campaign.kill(name, which)
        campaign.together()
        campaign.disk_full()
    print("all is well" if not wrong else f"{len(wrong)} things are wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
