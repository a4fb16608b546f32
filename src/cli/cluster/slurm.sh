#!/bin/sh
# Plays a command of gong on Slurm, in shards, and merges them:
#   {{ COMMAND }}
# To submit it: sh this-file. Submitted again, it plays only what is missing; a shard that was killed goes on where it was.
# Partition, account and time are sbatch's own: export SBATCH_PARTITION=… SBATCH_ACCOUNT=… SBATCH_TIMELIMIT=… before.
set -eu
case $0 in
/*) self=$0 ;;
*) self=$PWD/$0 ;;
esac
gong={{ GONG }}
gong=${GONG:-$gong}
folder={{ FOLDER }}
report={{ REPORT }}
shards={{ SHARDS }}
elements={{ ELEMENTS }}
cd {{ HERE }}

file() { printf '%s/shard-%0{{ WIDTH }}d-of-{{ SHARDS }}.json' "$folder" "$1"; }

# The shards of an element of the array: its number, and every so many after it.
of_element() { seq "$1" "$elements" "$shards"; }

case "${1-submit}" in
shard)
    for shard in $(of_element "$SLURM_ARRAY_TASK_ID"); do
        "$gong" {{ WORDS }} --threads "${SLURM_CPUS_PER_TASK:-{{ THREADS }}}" --quiet --shard "$shard/$shards" --out "$folder"
    done
    ;;
merge)
    # This begins when all shards have ended, in whatever way.
    missing=0
    for shard in $(seq 1 "$shards"); do
        if [ ! -e "$(file "$shard")" ]; then
            missing=$((missing + 1))
            if [ "$missing" -le 20 ]; then
                log=logs/shard-$(((shard - 1) % elements + 1)).log
                printf '%s\n' "shard $shard of $shards was not played to its end: see $log in "{{ SHOWN_FOLDER }} >&2
            fi
        fi
    done
    if [ "$missing" -gt 0 ]; then
        echo "missing: $missing of $shards shards; submit the job again, and it plays them" >&2
        exit 1
    fi
    exec "$gong" merge "$folder" --out "$report"{{ FORCE }}
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
    # What sbatch replaces in the names of logs begins with %.
    logs={{ LOGS }}
    after=
    if [ -n "$missing" ]; then
        array=$(sbatch --parsable --requeue --open-mode=append --job-name={{ NAME }} --array="${missing#,}" --cpus-per-task={{ THREADS }} \
            --output="$logs/shard-%a.log" "$self" shard)
        after="--dependency=afterany:${array%%;*}"
        printf '%s\n' "array ${array%%;*}: its logs are in "{{ SHOWN_FOLDER }}/logs
    fi
    # shellcheck disable=SC2086
    merge=$(sbatch --parsable --requeue --open-mode=append --job-name={{ NAME }}-merge --cpus-per-task=1 $after \
        --output="$logs/merge.log" "$self" merge)
    printf '%s\n' "merge ${merge%%;*}: the report will be in "{{ SHOWN_REPORT }}
    ;;
*)
    echo "the job takes no argument, or is called by Slurm with shard or merge" >&2
    exit 2
    ;;
esac
