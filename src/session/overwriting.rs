//! Protects the input files of a command from being replaced by its output.

use std::path::{Path, PathBuf};

use super::Usage;
use crate::report::atomic_file::folder_of;
use crate::scenario::{Document, StrategyFile, is_file};

/// Checks that the output file of a command is none of its input files: the scenarios, their
/// rosters, the bots that are files, and the files that these bots refer to. `flag` is the flag
/// that names the output.
///
/// # Errors
/// Fails if the output is an input.
pub fn spares_inputs<'a>(
    flag: &str,
    output: &Path,
    scenarios: impl IntoIterator<Item = &'a Path>,
    bots: impl IntoIterator<Item = &'a str>,
) -> Result<(), Usage> {
    let mut inputs: Vec<PathBuf> = vec![];
    for path in scenarios {
        inputs.push(path.to_owned());
        let document = Document::read(path).ok();
        let roster = document.as_ref().and_then(|of| of.text(&["roster"]));
        inputs.extend(roster.map(|(roster, _)| folder_of(path).join(roster)));
    }
    let bots = bots.into_iter().filter(|bot| is_file(bot));
    inputs.extend(files_of(bots.map(PathBuf::from).collect()));
    let replaced = output.canonicalize().is_ok_and(|output| {
        let mut inputs = inputs.iter();
        inputs.any(|input| input.canonicalize().is_ok_and(|input| input == output))
    });
    if replaced {
        return Err(Usage(format!(
            "{flag} {}: is an input of this command, and is never replaced: name another file",
            output.display()
        )));
    }
    Ok(())
}

/// Returns the files of bots, and the files that these bots refer to: the members of panels, the
/// guides of searches, and the weights of networks.
fn files_of(mut bots: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = vec![];
    while let Some(path) = bots.pop() {
        // Two files may refer to each other, by different paths.
        let file = path.canonicalize();
        let Some(file) = file.ok().filter(|file| !found.contains(file)) else {
            continue;
        };
        found.push(file);
        let strategy = Document::read(&path).ok();
        let strategy = strategy.and_then(|of| of.decode::<StrategyFile>().ok());
        let used = strategy.iter().flat_map(StrategyFile::references);
        bots.extend(used.map(|used| folder_of(&path).join(used)));
    }
    found
}
