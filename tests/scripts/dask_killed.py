"""Runs a job of `gong cluster dask` with two workers, of which one is killed in the middle.

python3 dask_killed.py job.py
"""

import os
import signal
import subprocess
import sys
import threading
import time

from distributed import Client, LocalCluster


def main():
    job = sys.argv[1]
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        victim = list(client.run(os.getpid).values())[0]
        run = subprocess.Popen([sys.executable, job, cluster.scheduler_address], stdout=subprocess.PIPE, text=True)
        told = []

        def listen():
            for line in run.stdout:
                told.append(line)
                # A fifth of the shards is there.
                if line.startswith("8 of "):
                    os.kill(victim, signal.SIGKILL)
                    told.append("a worker was killed\n")

        listener = threading.Thread(target=listen)
        listener.start()
        begin = time.monotonic()
        while run.poll() is None and time.monotonic() < begin + 300:
            time.sleep(0.1)
        if run.poll() is None:
            run.kill()
        run.wait()
        listener.join()
        print("".join(told), flush=True)
        # A cluster of which a worker was killed may take forever to close.
        os._exit(run.returncode)


if __name__ == "__main__":
    main()
