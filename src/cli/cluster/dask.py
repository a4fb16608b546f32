#!/usr/bin/env python3
"""Plays a command of gong on workers of Dask, in shards, and merges them.

python3 this-file                        workers on this machine
python3 this-file tcp://SCHEDULER:8786   workers of a cluster that sees the same folders

It wants dask.distributed: pip install distributed. Shards that are there are not played again; those of a worker that is lost go to another.
"""

# The command:
#     {{ COMMAND }}

import os
import subprocess
import sys

from distributed import Client, LocalCluster, as_completed

GONG = os.environ.get("GONG", {{ GONG }})
HERE = {{ HERE }}
FOLDER = {{ FOLDER }}
REPORT = {{ REPORT }}
FORCE = {{ FORCE }}
WORDS = {{ WORDS }}
SHARDS = {{ SHARDS }}
THREADS = {{ THREADS }}


def play(shard):
    """Plays one shard, on a worker."""
    words = ["--threads", str(THREADS), "--quiet", "--shard", f"{shard}/{SHARDS}", "--out", FOLDER]
    # gong ends with this pipe, so also if the worker is killed.
    pipe, held = os.pipe()
    env = {**os.environ, "GONG_ENDS_WITH_STDIN": "1"}
    try:
        done = subprocess.run([GONG, *WORDS, *words], cwd=HERE, stdin=pipe, env=env, capture_output=True, text=True)
    finally:
        os.close(pipe)
        os.close(held)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"exit code {done.returncode}")
    return shard


def missing():
    """The shards that are not there."""
    def file(shard):
        return os.path.join(HERE, FOLDER, f"shard-{shard:0{{ WIDTH }}d}-of-{{ SHARDS }}.json")

    return [shard for shard in range(1, SHARDS + 1) if not os.path.exists(file(shard))]


def main():
    wanted = missing()
    print(f"{len(wanted)} of {SHARDS} shards to play", flush=True)
    failed = 0
    if wanted:
        workers = {"n_workers": max(1, (os.cpu_count() or 1) // THREADS), "threads_per_worker": 1}
        cluster = sys.argv[1] if len(sys.argv) > 1 else LocalCluster(dashboard_address=None, **workers)
        with Client(cluster) as client:
            futures = client.map(play, wanted, retries=2, pure=False)
            for count, future in enumerate(as_completed(futures), 1):
                if future.status == "finished":
                    print(f"{count} of {len(wanted)}: shard {future.result()}", flush=True)
                else:
                    failed += 1
                    print(f"{count} of {len(wanted)}: {future.exception()}", file=sys.stderr, flush=True)
                future.release()
        if not isinstance(cluster, str):
            cluster.close()
    if failed:
        sys.exit(f"{failed} shards failed: run this again to play what is missing")
    sys.exit(subprocess.run([GONG, "merge", FOLDER, "--out", REPORT, *FORCE], cwd=HERE).returncode)


if __name__ == "__main__":
    main()
