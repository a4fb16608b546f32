//! Tests of `gong cluster`: the written jobs run unchanged. A script replaces Slurm and runs an
//! array locally; Dask is the real program if it is installed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::world::World;

/// A script in place of Slurm's `sbatch`: runs the submitted script at once, element by element,
/// and records its arguments.
const SBATCH: &str = r#"#!/bin/sh
printf '%s\n' "$*" >>"$SUBMITTED"
array= log=/dev/null
while [ $# -gt 0 ]; do
    case "$1" in
    --array=*) array=${1#--array=} ;;
    --output=*) log=${1#--output=} ;;
    --*) ;;
    *) break ;;
    esac
    shift
done
echo "77;here"
[ -r "$1" ] || exit 1
for element in $(echo "${array:-0}" | tr , ' '); do
    # What Slurm replaces in the name of a log.
    own=$(printf '%s' "$log" | sed "s/%%/\\a/g; s/%a/$element/g; s/\\a/%/g")
    [ "$element" = "${KILLED-}" ] && continue
    SLURM_ARRAY_TASK_ID=$element SLURM_CPUS_PER_TASK=1 sh "$@" >>"$own" 2>&1
done
exit 0
"#;

/// Runs a job with the replacement of Slurm, which kills the array element `killed`.
fn submit_killing(world: &World, script: &str, killed: &str) -> Output {
    let bin = world.path("bin");
    fs::create_dir_all(&bin).unwrap();
    let sbatch = bin.join("sbatch");
    fs::write(&sbatch, SBATCH).unwrap();
    let chmod = Command::new("chmod").arg("+x").arg(&sbatch).status();
    assert!(chmod.unwrap().success());
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut sh = Command::new("sh");
    // Starts the job from another folder.
    let sh = sh.arg(Path::new("..").join(script)).current_dir(bin);
    let sh = sh.env("SUBMITTED", world.path("submitted"));
    sh.env("PATH", path).env("KILLED", killed).output().unwrap()
}

/// Runs a job with the replacement of Slurm.
fn submit(world: &World, script: &str) -> Output {
    submit_killing(world, script, "")
}

fn submitted(world: &World) -> String {
    let told = world.text("submitted");
    fs::remove_file(world.path("submitted")).unwrap();
    told
}

#[test]
fn a_slurm_job_plays_what_is_missing_and_merges() {
    let world = World::new();
    fs::rename(world.path("four.toml"), world.path("my four.toml")).unwrap();
    let words = ["my four.toml", "--games", "60", "--set", "rules.rounds=6"];
    world.gong(&[&["run"][..], &words, &["--out", "whole"]].concat(), 0);
    let job = ["--shards", "12", "--job", "job.sh", "--threads", "2"];
    let cluster = [&["cluster", "slurm"][..], &words, &job].concat();
    let output = world.command(&cluster).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(told, "Wrote job.sh\nNext: sh job.sh\n");

    let output = submit(&world, "job.sh");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    let lines = submitted(&world);
    assert!(lines.contains("--array=1,2,3,4,5,6,7,8,9,10,11,12 "), "{lines}");
    assert!(lines.contains("--cpus-per-task=2 ") && lines.contains("--requeue"), "{lines}");
    assert!(lines.contains("--dependency=afterany:77 "), "{lines}");
    let report = "reports/my four--rounds-6";
    assert_eq!(world.manifest(report).results, world.manifest("whole").results);

    // Checks that existing shards are not played again.
    for shard in ["03", "11"] {
        let file = format!("{report}-shards/shard-{shard}-of-12.json");
        fs::remove_file(world.path(&file)).unwrap();
    }
    fs::remove_dir_all(world.path(report)).unwrap();
    assert!(submit(&world, "job.sh").status.success());
    assert!(submitted(&world).contains("--array=3,11 "));
    assert_eq!(world.manifest(report).results, world.manifest("whole").results);
    assert!(submit(&world, "job.sh").status.success());
    assert!(!submitted(&world).contains("--array"), "nothing is missing");
}

#[test]
fn an_array_of_slurm_has_no_more_elements_than_it_takes() {
    let world = World::new();
    world.says("cluster slurm four.toml --games 2500 --strategy random --shards 1003");
    let text = world.text("four--random.slurm.sh");
    assert!(text.contains("elements=1000") && text.contains("shards=1003"));
    // All shards exist except those of one array element.
    let shards = world.path("reports/four--random-shards");
    fs::create_dir_all(&shards).unwrap();
    for shard in (1..=1003).filter(|shard| shard % 1000 != 2) {
        fs::write(shards.join(format!("shard-{shard:04}-of-1003.json")), "").unwrap();
    }
    let output = submit(&world, "four--random.slurm.sh");
    assert!(submitted(&world).contains("--array=2 "));
    assert!(output.status.success());
    let log = fs::read_to_string(shards.join("logs/merge.log")).unwrap();
    assert!(log.contains("shard-0001-of-1003.json is damaged"), "{log}");
    for shard in ["0002", "1002"] {
        let file = shards.join(format!("shard-{shard}-of-1003.json"));
        assert!(fs::metadata(file).unwrap().len() > 100, "{shard}");
    }
}

/// A name with characters that are special to a shell, Slurm, a template or Python.
const HOSTILE: &str = "it's $(touch pwned) \\'x' \"y\" 50%a %% @WORDS@ {0}\u{1b}\n#";

#[test]
fn a_slurm_job_says_which_shard_was_killed_and_reads_every_name_as_it_is() {
    let world = World::new();
    let scenario = format!("./{HOSTILE}.toml");
    fs::rename(world.path("four.toml"), world.path(&scenario)).unwrap();
    let out = format!("./{HOSTILE}");
    let words = ["cluster", "slurm", &scenario, "--games", "60", "--out", &out];
    let job = ["--shards", "12", "--job", "job.sh"];
    let output = world.command(&[&words[..], &job].concat()).output();
    assert!(output.unwrap().status.success());
    let text = world.text("job.sh");
    let code = text.lines().filter(|line| !line.starts_with('#'));
    // The name occurs only in the comment and in displayed text, where the shell does not interpret
    // it.
    assert!(code.into_iter().all(|line| !line.contains("=$'") && !line.contains(" $'")));

    let output = submit_killing(&world, "job.sh", "3");
    let told = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success() && !told.contains('\u{1b}'), "{told:?}");
    let logs = world.path(&format!("{out}-shards/logs"));
    let log = |name: &str| fs::read_to_string(logs.join(name)).unwrap();
    let merge = log("merge.log");
    assert!(
        merge.contains("shard 3 of 12 was not played to its end: see logs/shard-3.log in $'"),
        "{merge}"
    );
    assert!(merge.contains("1 of 12"), "{merge}");
    assert!(!world.path(&out).exists());
    assert_eq!(log("shard-4.log"), "", "it is quiet");
    assert!(submit(&world, "job.sh").status.success());
    assert!(submitted(&world).contains("--array=3 "));
    assert_eq!(world.manifest(&out).games, 60);
    assert!(!world.path("pwned").exists() && !world.path("bin/pwned").exists());
}

#[test]
fn what_is_no_job_is_refused_before_it_is_written() {
    let world = World::new();
    world.says("run four.toml --games 20");
    world.write("here.sh", "");
    let rows = "
        slurm => SCENARIO
        pbs four.toml => slurm
        slurm no-such.toml => no-such.toml: cannot be read
        slurm four.toml --games x => --games
        slurm four.toml --shards 0 => 0 is not in 1..
        slurm four.toml --shards => --shards
        slurm four.toml --shard 1/2 => leave out --shard
        slurm four.toml --precision 1% => the same --games
        slurm four.toml --games 50 --rows => --rows cannot be combined with --shard
        slurm four.toml --games 50 --set rules.rounds=5 --out reports/four => reports/four holds the report of another command
        slurm train four.toml => gong train cannot be divided into shards
        slurm four.toml --job here.sh => here.sh exists already";
    world.refuses_each("cluster", rows);
}

#[test]
fn a_dask_job_reads_every_name_as_it_is() {
    let world = World::new();
    let scenario = format!("./{HOSTILE}\"\"\".toml");
    fs::rename(world.path("four.toml"), world.path(&scenario)).unwrap();
    let out = format!("./{HOSTILE}");
    let words = ["cluster", "dask", &scenario, "--games", "60", "--out", &out];
    let output = world.command(&[&words[..], &["--job", "job.py"]].concat()).output();
    assert!(output.unwrap().status.success());
    let mut python = Command::new("python3");
    let python = python.args(["-c", CONSTANTS, "job.py"]).current_dir(world.path(""));
    let told = python.output().unwrap();
    let wrong = String::from_utf8_lossy(&told.stderr);
    assert!(told.status.success(), "{wrong}");
    let told: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
    assert_eq!(told["WORDS"], serde_json::json!(["run", scenario, "--games", "60"]));
    assert_eq!(told["FOLDER"], format!("{out}-shards"));
    assert_eq!(told["REPORT"], out);
    let missing = told["missing"].as_str().unwrap();
    assert!(missing.ends_with(&format!("{out}-shards/shard-07-of-64.json")), "{missing}");
    world.says("cluster dask teams.toml --games 60 --shards 12 --job plain.py");
    assert!(!world.text("plain.py").contains('@'), "a placeholder of the template is left");
}

/// Prints the constants of a job for Dask, and the path at which the job expects a shard.
const CONSTANTS: &str = r#"
import json, sys, types
distributed = types.ModuleType("distributed")
distributed.Client = distributed.LocalCluster = distributed.as_completed = None
sys.modules["distributed"] = distributed
job = {"__name__": "job"}
exec(open(sys.argv[1]).read(), job)
looked = []
job["os"].path.exists = lambda path: looked.append(path)
job["missing"]()
print(json.dumps({name: job[name] for name in ["WORDS", "FOLDER", "REPORT"]} | {"missing": looked[6]}))
"#;

#[test]
fn a_dask_job_plays_on_and_merges_though_a_worker_is_killed() {
    let there = Command::new("python3").args(["-c", "import distributed"]).output();
    if !there.is_ok_and(|there| there.status.success()) {
        assert!(
            std::env::var_os("GONG_REQUIRE_DASK").is_none(),
            "dask.distributed is not installed"
        );
        return;
    }
    let world = World::new();
    world.says("run four.toml --quick --games 40k --out whole");
    world.says("cluster dask four.toml --quick --games 40k --shards 40 --job job.py");
    let job = world.path("job.py");
    let script = std::env::current_dir().unwrap().join("tests/scripts/dask_killed.py");
    let output = Command::new("python3").arg(script).arg(job).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}{wrong}");
    assert!(told.contains("a worker was killed") && told.contains("Merged 40 shards"), "{told}");
    let tables = |out: &str| {
        let tables = world.path(out).join("tables");
        let files = crate::common::world::tree(&tables).into_iter();
        let files = files.map(|(path, (text, _))| (path.file_name().unwrap().to_owned(), text));
        files.collect::<Vec<_>>()
    };
    assert!(tables("whole") == tables("reports/four"));
}
