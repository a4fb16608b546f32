#!/bin/sh
# Plays a command of gong on Slurm, in shards, and merges them:
#   @COMMAND@
# To submit it: sh this-file. Submitted again, it plays only what is missing; a shard that was killed goes on where it was.
# Partition, account and time are sbatch's own: export SBATCH_PARTITION=… SBATCH_ACCOUNT=… SBATCH_TIMELIMIT=… before.
set -eu
gong=${GONG:-@GONG@}
folder=@FOLDER@
report=@REPORT@
shards=@SHARDS@
elements=@ELEMENTS@
cd @HERE@

file() { printf '%s/shard-%0@WIDTH@d-of-@SHARDS@.json' "$folder" "$1"; }

# The shards of an element of the array: its number, and every so many after it.
of_element() { seq "$1" "$elements" "$shards"; }

case "${1-submit}" in
shard)
    for shard in $(of_element "$SLURM_ARRAY_TASK_ID"); do
        "$gong" @WORDS@ --threads "${SLURM_CPUS_PER_TASK:-@THREADS@}" --quiet --shard "$shard/$shards" --out "$folder"
    done
    ;;
merge)
    exec "$gong" merge "$folder" --out "$report"@FORCE@
    ;;
submit)
    missing=
    for element in $(seq 1 "$elements"); do
        for shard in $(of_element "$element"); do
            if [ ! -e "$(file "$shard")" ]; then
                missing="$missing,$element"
                break
            fi
        done
    done
    mkdir -p "$folder/logs"
    after=
    if [ -n "$missing" ]; then
        array=$(sbatch --parsable --requeue --open-mode=append --job-name=@NAME@ --array="${missing#,}" --cpus-per-task=@THREADS@ \
            --output="$folder/logs/shard-%a.log" "$0" shard)
        after="--dependency=afterok:${array%%;*} --kill-on-invalid-dep=yes"
        echo "array ${array%%;*}: its logs are in $folder/logs"
    fi
    # shellcheck disable=SC2086
    merge=$(sbatch --parsable --requeue --open-mode=append --job-name=@NAME@-merge --cpus-per-task=1 $after \
        --output="$folder/logs/merge.log" "$0" merge)
    echo "merge ${merge%%;*}: the report will be in $report"
    ;;
*)
    echo "sh $0 takes nothing, or is called by Slurm with shard or merge" >&2
    exit 2
    ;;
esac
