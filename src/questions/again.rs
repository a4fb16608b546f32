//! Draws the report of a command again from the results in its folder, without playing games.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use clap::{ArgMatches, FromArgMatches};

use super::question::{FlagsOf, FoundOf};
use super::{Question, QuestionPlan};
use crate::report::{Answer, Extras, Folder, Found, Manifest};
use crate::session::playing::Playing;
use crate::session::reading::{Kept, Reading};

/// Restores the settings and the results of a command from the folder of its report.
///
/// # Errors
/// Fails if the results were written by another version of gong.
pub fn thawed<Q: Question>(
    flags: &ArgMatches,
    found: &Found,
    folder: &Path,
) -> Result<(Q::Plan, FoundOf<Q>)> {
    let mut playing = Playing::from_arg_matches(flags)?;
    playing.kept = Some(Kept::of(found, folder));
    let mut files = Reading::new(&playing);
    let plan = Q::Plan::new(FlagsOf::<Q>::from_arg_matches(flags)?, &playing, &mut files)?;
    Ok((plan, serde_json::from_value(found.found.clone())?))
}

/// Draws the answer of a command again from the results in the folder of its report. `manifest`
/// describes the games.
///
/// # Errors
/// Fails if the results were written by another version of gong.
pub fn draw<Q: Question>(
    flags: &ArgMatches,
    found: &Found,
    folder: &Path,
    manifest: &Manifest,
) -> Result<Answer> {
    let again = || other_version(folder, manifest);
    let (plan, kept) = thawed::<Q>(flags, found, folder).with_context(again)?;
    Q::answer(&plan, &kept, manifest).with_context(again)
}

/// Draws a report again from the results stored in its folder, without playing any games. Returns
/// the note on characters that the PNG charts cannot show, if there is one.
///
/// # Errors
/// Fails if the results were written by another version of gong, or if a file cannot be written.
pub fn redraw<Q: Question>(
    flags: &ArgMatches,
    found: &Found,
    folder: &Path,
    extras: Extras,
) -> Result<Option<String>> {
    let manifest = Manifest::read(folder)?;
    let answer = draw::<Q>(flags, found, folder, &manifest)?;
    ensure!(
        answer.tables.hash()? == manifest.results,
        "{}: the results differ",
        other_version(folder, &manifest)
    );
    Folder::stage_again(folder)?.publish(&answer, found, &manifest, extras)?;
    Ok(extras.png.then(|| answer.page.png_note()).flatten())
}

/// Returns the message that another version of gong wrote a report.
fn other_version(folder: &Path, manifest: &Manifest) -> String {
    let (shown, command) = (folder.display(), &manifest.command);
    format!("{shown} was written by another version of gong; to play it again: {command}")
}
