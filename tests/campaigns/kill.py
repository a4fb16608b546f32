#!/usr/bin/env python3
"""Kills gong at random moments, fills its disk, takes its rights away, and looks at what is left.

    cargo build --release && tests/campaigns/kill.py [--gong target/release/gong] [--times 200] [--seed 1] [COMMAND…]

Of every command in COMMANDS, --times times, every other time with KILL and with TERM, at a moment drawn over the time that it takes, into a folder that is
new, or holds a report, or a report and files of the user's. After each time:

- what is in the folder is a whole report, with the checksums that its manifest has, or none at all; where there was one there is one; of shards every file is
  whole, with the checksum that it has; of a training the bot's file is one that can be played, or there is none;
- a command that was asked to end says so by its exit code, 143, unless it was done (0) or had hardly begun (killed by the signal);
- the user's files are as they were;
- the next command that writes beside the report leaves no hidden folder there, and then the report is whole, whichever it is;
- and now and then: the same command, left alone, works; shards that were killed, played again and merged have the results of the run undivided.

And without killing: two of a command into one folder, folders that hold somebody else's things, a disk that cannot be written, a full one, one that is the
folder of a report.

Exit code 0 if all of that holds, else 1 with what does not. Everything happens in a folder of its own under TMPDIR. It needs Python and nothing else; the parts
with a disk need the right to mount one, and say so where it is not there.
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
    "skill": "skill four.toml --levels random:400,balanced:400",
    "tune": "tune four.toml --games 20 --edits 1 --strategy random --target agaric=40% --only size",
    "train": "train four.toml --games 200 --against balanced -o bot.toml",
    "compare": "compare four.toml --set rules.rounds=9 --games 1000 --strategy balanced",
    "merge": "merge shards",
    "shards": "run four.toml --games 3000 --strategy balanced --shard 2/3",
}
SHARDS = 3
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


def whole_shards(folder):
    """Which file of a folder of shards is not whole; None if all are."""
    for file in sorted(folder.iterdir()):
        try:
            if file.name.startswith(".gong-"):
                continue
            if file.name.startswith("inputs-"):
                found = hashlib.sha256(file.read_bytes()).hexdigest()
                if not found.startswith(file.stem.removeprefix("inputs-")):
                    return f"{file.name} is another"
                continue
            ledger = json.loads(file.read_text())
            said = [ledger["request"], ledger["shard"], ledger["pieces"]]
            text = json.dumps(said, separators=(",", ":"), ensure_ascii=False)
            if hashlib.sha256(text.encode()).hexdigest() != ledger["hash"]:
                return f"{file.name} is not what its hash is of"
        except (OSError, ValueError, KeyError) as error:
            return f"{file.name}: {error!r}"
    return None


def hidden(world):
    return [path for path in world.rglob(".gong-*")]


class Disk:
    """A small disk in memory, if one can be mounted here."""

    def __init__(self, world, size="2m"):
        self.path = world / "disk"
        self.path.mkdir()
        words = ["mount", "-t", "tmpfs", "-o", f"size={size}", "gong", self.path]
        self.there = subprocess.run(words, stderr=subprocess.DEVNULL).returncode == 0

    def read_only(self):
        subprocess.run(["mount", "-o", "remount,ro", self.path], check=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.there:
            subprocess.run(["umount", self.path], check=True)
        self.path.rmdir()


class Campaign:
    def __init__(self, gong, world, times, luck):
        self.gong, self.world, self.times, self.luck = gong, world, times, luck
        self.out, self.bot = world / "out", world / "bot.toml"
        self.old = world / "old"
        self.plain("run four.toml --games 20 --strategy random --out old")
        undivided = COMMANDS["shards"].rsplit(" --shard ", 1)[0]
        self.plain(f"{undivided} --out undivided")
        self.results = json.loads((world / "undivided" / "manifest.json").read_text())["results"]
        for number in range(1, SHARDS + 1):
            self.plain(f"{undivided} --shard {number}/{SHARDS} --out shards")

    def plain(self, words, codes=(0,)):
        """A command as it stands."""
        done = subprocess.run([self.gong, *words.split()], cwd=self.world, capture_output=True, text=True)
        if done.returncode not in codes or (done.returncode in (1, 2) and not done.stderr.startswith("error: ")):
            fail(f"{words}: exit code {done.returncode}: {done.stderr}")
        return done

    def start(self, words):
        extra = {"merge": ["--out", "out", "--force"]}
        extra = extra.get(words.split()[0], ["--out", "out", "--force", "--threads", "2"])
        return subprocess.Popen([self.gong, *words.split(), *extra], cwd=self.world,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def finish(self, words):
        """A command left alone: how long it takes."""
        begin = time.monotonic()
        process = self.start(words)
        told = process.communicate()[1].decode()
        if process.returncode != 0:
            fail(f"{words}: exit code {process.returncode}: {told}")
        if hidden(self.world):
            fail(f"{words}, left alone: {hidden(self.world)}")
        return time.monotonic() - begin

    def prepare(self, kind):
        shutil.rmtree(self.out, ignore_errors=True)
        for file in self.world.glob("bot*"):
            file.unlink()
        if kind in ("old", "users"):
            shutil.copytree(self.old, self.out)
        if kind == "users":
            for name, text in USERS.items():
                (self.out / name).parent.mkdir(parents=True, exist_ok=True)
                (self.out / name).write_text(text)

    def look(self, of, kind, had):
        """What has to hold after a command was killed."""
        if kind == "shards":
            why = whole_shards(self.out) if self.out.exists() else None
            if why:
                fail(f"{of}: {why}")
            self.clean(of)
            return
        why = whole(self.out) if self.out.exists() else "no folder"
        parts = {path.name for path in self.out.iterdir()} if self.out.exists() else set()
        unfinished = {"points", "checkpoint.json"} | {path.name for path in hidden(self.out)}
        if kind != "users" and why and (had or parts - unfinished):
            fail(f"{of}: {why}")
        self.see_users(of, kind)
        self.clean(of)
        if had and whole(self.out):
            fail(f"{of}, cleaned up: {whole(self.out)}")
        self.see_users(of, kind)
        if self.bot.exists():
            self.plain(f"check {self.bot.name}")

    def clean(self, of):
        self.plain("run four.toml --games 1 --strategy random --out next --force")
        for path in self.world.glob(".gong-*"):
            if path.is_file():
                # Only a command that writes the same file removes it.
                path.unlink()
                continue
            held = [str(part.relative_to(path)) for part in path.rglob("*")]
            fail(f"{of}: left behind: {path.name} with {held[:9]}")
            # It is told once.
            shutil.rmtree(path)

    def see_users(self, of, kind):
        for name, text in USERS.items() if kind == "users" else ():
            if not (self.out / name).exists() or (self.out / name).read_text() != text:
                fail(f"{of}: {name} is not as it was")

    def merged(self, of):
        """The shard that was killed, played again, with the others: the results of the run undivided."""
        for number in (1, 3):
            self.plain(COMMANDS["shards"].replace(" 2/", f" {number}/") + " --out out")
        self.plain("merge out --out merged --force")
        if json.loads((self.world / "merged" / "manifest.json").read_text())["results"] != self.results:
            fail(f"{of}: merged, it is another result")

    def kill(self, name):
        words = COMMANDS[name]
        kinds = {"shards": ["shards"]}.get(name, ["new", "old", "users"])
        codes = {}
        self.prepare(kinds[0])
        for turn in range(self.times):
            kind = kinds[turn // 2 % len(kinds)]
            of_name = f"{name}, {kind}"
            if turn % 20 == 0:
                # It works, whatever was killed before; and, begun anew, takes so long.
                self.finish(words)
                if name == "shards":
                    self.merged(of_name)
                self.prepare(kinds[0])
                span = 1.1 * self.finish(words)
            # What a sweep has played it does not play again: begin anew, but not always.
            if turn % 3 < 2 or not self.out.exists() or kind == "users":
                self.prepare(kind)
            had = self.out.exists() and whole(self.out) is None
            which = signal.SIGKILL if turn % 2 else signal.SIGTERM
            # As often in the last moments, when things are put in place, as before.
            late = self.luck.random() < 0.5
            after = span * self.luck.triangular(0.7, 1.0, 0.9) if late else self.luck.uniform(0, span)
            process = self.start(words)
            time.sleep(after)
            process.send_signal(which)
            told = process.communicate()[1].decode()
            of = f"{of_name}, {which.name} after {after:.3f} s"
            code = process.returncode
            codes[code] = codes.get(code, 0) + 1
            may = (0, -which) if which == signal.SIGKILL else (0, -which, 128 + which)
            if code not in may:
                fail(f"{of}: exit code {code}: {told}")
            self.look(of, kind, had)
        ended = ", ".join(f"{times} times {code}" for code, times in sorted(codes.items()))
        print(f"{name}: {self.times} times, exit codes: {ended}", flush=True)

    def together(self):
        """Two into one folder: one of them is refused, and says why; two of one shard write the same."""
        for name in COMMANDS:
            self.prepare("new")
            both = [self.start(COMMANDS[name]) for _ in range(2)]
            told = [process.communicate()[1].decode() for process in both]
            codes = sorted(process.returncode for process in both)
            told = "".join(told)
            refused = "another gong command is writing" in told or "exists already" in told
            if codes not in ([0, 0], [0, 2]) or (codes[1] and not refused):
                fail(f"two of {name}: {codes}: {told}")
            why = whole_shards(self.out) if name == "shards" else whole(self.out)
            if why or hidden(self.world):
                fail(f"two of {name}: {why} {hidden(self.world)}")
        print("two into one folder", flush=True)

    def of_others(self):
        """Folders that hold somebody else's things, and what is no folder: refused, and nothing is touched."""
        for name in COMMANDS:
            for kind in ("folder", "file", "link"):
                self.prepare("new")
                if kind == "folder":
                    self.out.mkdir()
                    (self.out / "thesis.tex").write_text("dear")
                elif kind == "file":
                    self.out.write_text("dear")
                else:
                    self.out.symlink_to("nowhere")
                before = sorted(self.world.rglob("*"))
                process = self.start(COMMANDS[name])
                told = process.communicate()[1].decode()
                # A folder of shards may hold other things.
                fine = 0 if (name, kind) == ("shards", "folder") else 2
                if process.returncode != fine or (fine and not told.startswith("error: ")):
                    fail(f"{name} into a {kind} of somebody else's: {process.returncode} {told}")
                if fine and sorted(self.world.rglob("*")) != before:
                    fail(f"{name} into a {kind} of somebody else's: something was touched")
                kept = {"folder": self.out / "thesis.tex", "file": self.out}.get(kind)
                if kept and kept.read_text() != "dear":
                    fail(f"{name}: somebody else's {kind} is not as it was")
                if kind != "folder":
                    self.out.unlink()
        print("things of somebody else's", flush=True)

    def read_only(self):
        """On a disk that cannot be written: exit code 2 before anything is played, and a reason."""
        with Disk(self.world) as disk:
            if not disk.there:
                print("read-only: not tried, since nothing can be mounted here", flush=True)
                return
            for name in COMMANDS:
                words = COMMANDS[name].replace("bot.toml", "disk/bot.toml")
                if not (disk.path / "out").exists():
                    self.plain("run four.toml --games 20 --strategy random --out disk/out")
                    disk.read_only()
                for out in ("disk/out", "disk/new", "disk"):
                    done = self.plain(f"{words} --out {out} --force", (2,))
                    if "cannot" not in done.stderr and "contains other files" not in done.stderr and "folder of a report" not in done.stderr:
                        fail(f"{name} into {out}, read-only: {done.stderr}")
                if whole(disk.path / "out") or hidden(disk.path):
                    fail(f"{name}, read-only: {whole(disk.path / 'out')} {hidden(disk.path)}")
        print("a disk that cannot be written", flush=True)

    def disk_full(self):
        """On a disk that is too small: exit code 1 and a reason, and what was there is whole."""
        with Disk(self.world) as disk:
            if not disk.there:
                print("disk full: not tried, since nothing can be mounted here", flush=True)
                return
            report, filler = disk.path / "report", disk.path / "filler"
            self.plain(f"run four.toml --games 20 --strategy random --out {report}")
            for full in range(0, 2048, 64):
                free = shutil.disk_usage(disk.path).free
                filler.write_bytes(b"x" * max(0, free - full * 1024))
                rows = f"run four.toml --games {21 + full} --rows --csv --strategy random --out {report}"
                shard = f"run four.toml --games {21 + full} --strategy random --shard 1/2 --out {disk.path / f'shards-{full}'}"
                for words in (rows, shard):
                    self.plain(words, (0, 1, 2))
                    if whole(report) or hidden(disk.path):
                        fail(f"disk with {full} KB: {words}: {whole(report)} {hidden(disk.path)}")
                for shards in disk.path.glob("shards-*"):
                    if whole_shards(shards):
                        fail(f"disk with {full} KB: {whole_shards(shards)}")
                    shutil.rmtree(shards)
                filler.unlink()
            # What something is mounted on cannot be replaced, but written into.
            done = self.plain(f"run four.toml --games 20 --strategy random --out {disk.path} --force", (2,))
            if "contains other files" not in done.stderr:
                fail(f"a disk that holds a report in a folder: {done.returncode} {done.stderr}")
            shutil.rmtree(report)
            for games in (20, 21):
                done = self.plain(f"run four.toml --games {games} --strategy random --out {disk.path}")
                if whole(disk.path) or hidden(disk.path):
                    fail(f"a disk as the folder: {done.stderr} {whole(disk.path)} {hidden(disk.path)}")
        print("disk full, and a disk as the folder", flush=True)


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--gong", default="target/release/gong")
    asked.add_argument("--times", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("commands", nargs="*", metavar="COMMAND")
    asked = asked.parse_args()
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        world = pathlib.Path(folder)
        for file in DATA.iterdir():
            shutil.copy(file, world)
        campaign = Campaign(os.path.abspath(asked.gong), world, asked.times, random.Random(asked.seed))
        for name in asked.commands or COMMANDS:
            campaign.kill(name)
        if not asked.commands:
            campaign.together()
            campaign.of_others()
            campaign.read_only()
            campaign.disk_full()
    minutes = (time.monotonic() - begin) / 60
    print(f"{'all is well' if not wrong else f'{len(wrong)} things are wrong'} after {minutes:.0f} minutes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
