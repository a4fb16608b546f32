#!/usr/bin/env bash
# Tests a job of `gong cluster slurm` on a real Slurm with two nodes on this machine. One node is
# killed during the job. The merged tables must be equal to those of a single run.
#
#   tests/cluster/slurm.sh [GONG]      GONG: the program, by default target/release/gong
#
# Needs root. Installs Debian's slurm-wlm and munge if they are missing. All processes use a scratch
# folder and separate ports.
set -euo pipefail
cd "$(dirname "$0")/../.."
gong=$(realpath "${1:-target/release/gong}")
data=$PWD/tests/data

if ! command -v slurmctld slurmd munged >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -qq -y --no-install-recommends slurm-wlm munge >/dev/null
fi

scratch=$(mktemp -d /tmp/gong-slurm.XXXXXX)
chmod 711 "$scratch"
# shellcheck disable=SC2317
finish() {
    scancel --me 2>/dev/null || true
    for pid in "$scratch"/*.pid; do
        kill "$(cat "$pid")" 2>/dev/null || true
    done
    sleep 1
    rm -rf "$scratch"
}
trap finish EXIT

# Munge, which authenticates the Slurm daemons, with a separate key.
dd if=/dev/urandom of="$scratch/munge.key" bs=128 count=1 status=none
chmod 400 "$scratch/munge.key"
munged --force --key-file="$scratch/munge.key" --socket="$scratch/munge.socket" --pid-file="$scratch/munged.pid" \
    --log-file="$scratch/munged.log" --seed-file="$scratch/munge.seed"

host=$(hostname -s)
cat >"$scratch/slurm.conf" <<END
ClusterName=gong
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$scratch/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
StateSaveLocation=$scratch/state
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmctldLogFile=$scratch/slurmctld.log
SlurmdPidFile=$scratch/slurmd-%n.pid
SlurmdLogFile=$scratch/slurmd-%n.log
SlurmdSpoolDir=$scratch/spool-%n
NodeName=one NodeHostname=$host NodeAddr=127.0.0.1 Port=17001 CPUs=1
NodeName=two NodeHostname=$host NodeAddr=127.0.0.1 Port=17002 CPUs=1
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$scratch/slurm.conf
mkdir "$scratch/state" "$scratch/spool-one" "$scratch/spool-two"
slurmctld
slurmd -N one
slurmd -N two
for _ in $(seq 30); do
    [ "$(sinfo -h -o %D -t idle)" = 2 ] && break
    sleep 1
done
sinfo

# Twelve shards, a few seconds each.
cp -r "$data" "$scratch/play"
cd "$scratch/play"
games=${GAMES:-6m}
"$gong" cluster slurm four.toml --games "$games" --strategy balanced --shards 12 --out merged
sh four.slurm.sh
folder=$scratch/play/merged-shards
done_shards() { find "$folder" -name 'shard-*.json' | wc -l; }
for _ in $(seq 300); do
    [ "$(done_shards)" -ge 2 ] && break
    sleep 0.2
done
# Kills the second node with all its processes.
echo "after $(done_shards) shards: the second node is killed"
kill -9 "$(cat "$scratch/slurmd-two.pid")"
scripts=$(pgrep -f "$scratch/spool-two/" || true)
for script in $scripts; do
    pkill -9 -P "$script" || true
    kill -9 "$script" || true
done
rm -f "$scratch/slurmd-two.pid"
began=$(date +%s)
while [ ! -e merged/manifest.json ]; do
    if [ $(($(date +%s) - began)) -gt 600 ]; then
        squeue
        tail -n 40 "$scratch"/slurmctld.log "$folder"/logs/*
        exit 1
    fi
    sleep 1
done
sinfo
echo "all shards after $(($(date +%s) - began)) s more"
"$gong" run four.toml --games "$games" --strategy balanced --out whole --quiet
diff -r merged/tables whole/tables
echo "the tables of 12 shards on two nodes, one of them killed, are those of a single run"
