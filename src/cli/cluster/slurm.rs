//! A job for Slurm: a script that submits itself as an array of jobs, and once more for the merge.

use std::path::Path;

use minijinja::context;

use super::{Plan, filled};
use crate::shell::{self, script_word};
use crate::words::shown_line;

/// Number of array elements that every Slurm installation accepts. With more shards, each element
/// plays several shards.
const MOST: u32 = 1_000;

/// Writes the shell script of a job for Slurm.
pub fn job(plan: &Plan) -> anyhow::Result<String> {
    let path = |path: &Path| script_word(&path.display().to_string());
    // Formats a path for output on a terminal.
    let shown = |path: &Path| script_word(&shell::path(path));
    let words: Vec<String> = plan.words.iter().map(|word| script_word(word)).collect();
    let logs = plan.folder.join("logs").display().to_string();
    let name = shown_line(&format!("gong-{}", plan.name));
    let values = context! {
        COMMAND => plan.command(),
        NAME => script_word(&name),
        GONG => path(&plan.gong),
        HERE => path(&plan.here),
        FOLDER => path(&plan.folder),
        SHOWN_FOLDER => shown(&plan.folder),
        LOGS => script_word(&logs.replace('%', "%%")),
        REPORT => path(&plan.report),
        SHOWN_REPORT => shown(&plan.report),
        FORCE => if plan.force { " --force" } else { "" },
        WORDS => words.join(" "),
        SHARDS => plan.shards,
        WIDTH => plan.shards.to_string().len(),
        ELEMENTS => plan.shards.min(MOST),
        THREADS => plan.threads,
    };
    filled(include_str!("slurm.sh"), values)
}
