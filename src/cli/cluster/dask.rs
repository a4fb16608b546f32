//! A job for Dask: a script that hands shards to workers, plays again what was lost, and merges.

use serde_json::json;

use super::Plan;

/// The script.
pub fn job(plan: &Plan) -> String {
    // A text in JSON is one in Python.
    let text = |path: &std::path::Path| json!(path.display().to_string()).to_string();
    let values = [
        ("@COMMAND@", plan.command().replace(['\n', '\\', '"'], " ")),
        ("@GONG@", text(&plan.gong)),
        ("@HERE@", text(&plan.here)),
        ("@FOLDER@", text(&plan.folder)),
        ("@REPORT@", text(&plan.report)),
        (
            "@FORCE@",
            json!(
                plan.force
                    .then_some("--force")
                    .into_iter()
                    .collect::<Vec<_>>()
            )
            .to_string(),
        ),
        ("@WORDS@", json!(plan.words).to_string()),
        ("@SHARDS@", plan.shards.to_string()),
        ("@WIDTH@", plan.shards.to_string().len().to_string()),
        ("@THREADS@", plan.threads.to_string()),
    ];
    let script = include_str!("dask.py").to_owned();
    values
        .iter()
        .fold(script, |script, (name, value)| script.replace(name, value))
}
