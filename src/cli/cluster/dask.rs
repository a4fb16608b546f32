//! A job for Dask: a Python script that distributes shards to workers, plays lost shards again, and
//! merges all shards.

use std::path::Path;

use minijinja::context;
use serde_json::json;

use super::{Plan, filled};

/// Writes the Python script of a job for Dask.
pub fn job(plan: &Plan) -> anyhow::Result<String> {
    // A JSON string is also a Python string.
    let text = |path: &Path| json!(path.display().to_string()).to_string();
    let force: &[&str] = if plan.force { &["--force"] } else { &[] };
    let values = context! {
        COMMAND => plan.command(),
        GONG => text(&plan.gong),
        HERE => text(&plan.here),
        FOLDER => text(&plan.folder),
        REPORT => text(&plan.report),
        FORCE => json!(force).to_string(),
        WORDS => json!(plan.words).to_string(),
        SHARDS => plan.shards,
        WIDTH => plan.shards.to_string().len(),
        THREADS => plan.threads,
    };
    filled(include_str!("dask.py"), values)
}
