//! A job for Slurm: a script that submits itself as an array, and once more for the merge.

use super::Plan;
use crate::session::playing::shell_word;

/// Most elements of an array that every Slurm takes; each plays several shards, if there are more.
const MOST: u32 = 1_000;

/// The script.
pub fn job(plan: &Plan) -> String {
    let path = |path: &std::path::Path| shell_word(&path.display().to_string());
    let words: Vec<String> = plan.words.iter().map(|word| shell_word(word)).collect();
    let values = [
        ("@COMMAND@", plan.command().replace('\n', " ")),
        ("@NAME@", shell_word(&format!("gong-{}", plan.name))),
        ("@GONG@", path(&plan.gong)),
        ("@HERE@", path(&plan.here)),
        ("@FOLDER@", path(&plan.folder)),
        ("@REPORT@", path(&plan.report)),
        (
            "@FORCE@",
            (if plan.force { " --force" } else { "" }).to_owned(),
        ),
        ("@WORDS@", words.join(" ")),
        ("@SHARDS@", plan.shards.to_string()),
        ("@WIDTH@", plan.shards.to_string().len().to_string()),
        ("@ELEMENTS@", plan.shards.min(MOST).to_string()),
        ("@THREADS@", plan.threads.to_string()),
    ];
    let script = include_str!("slurm.sh").to_owned();
    values
        .iter()
        .fold(script, |script, (name, value)| script.replace(name, value))
}
