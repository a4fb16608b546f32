//! Draws the report of a command again from the results in its folder, without playing games.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use clap::{ArgMatches, FromArgMatches};

use super::driver::shown;
use super::question::{FlagsOf, FoundOf};
use super::stand_in::Published;
use super::{Question, QuestionPlan};
use crate::report::{Answer, Extras, Folder, Found, Manifest, StandIn};
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
    stand_in: Option<&'static str>,
) -> Result<(Q::Plan, FoundOf<Q>)> {
    let mut playing = Playing::from_arg_matches(flags)?;
    playing.kept = Some(Kept::of(found, folder));
    playing.stand_in = stand_in;
    let mut files = Reading::new(&playing);
    let plan = Q::Plan::new(FlagsOf::<Q>::from_arg_matches(flags)?, &playing, &mut files)?;
    Ok((plan, serde_json::from_value(found.found.clone())?))
}

/// Draws the answer of a command again from the results in the folder of its report, with the
/// results of the stand-in, if there are any. `manifest` describes the games.
///
/// # Errors
/// Fails if the results were written by another version of gong.
pub fn draw<Q: Question>(
    flags: &ArgMatches,
    found: &mut Found,
    folder: &Path,
    manifest: &Manifest,
) -> Result<(Answer, Option<StandIn>)> {
    let again = || other_version(folder, manifest);
    let (plan, kept) = thawed::<Q>(flags, found, folder, None).with_context(again)?;
    let mut answer = Q::answer(&plan, &kept, manifest).with_context(again)?;
    let published = match (found.stand_in.take(), manifest.stand_in.as_deref()) {
        (Some(of), Some(by)) => {
            Some(Published::of::<Q>(*of, by.clone(), folder).with_context(again)?)
        }
        _ => None,
    };
    let stand_in = shown(&mut answer, found, manifest, published);
    Ok((answer, stand_in))
}

/// Draws a report again from the results stored in its folder, without playing any games. Returns
/// the note on characters that the PNG charts cannot show, if there is one.
///
/// # Errors
/// Fails if the results were written by another version of gong, or if a file cannot be written.
pub fn redraw<Q: Question>(
    flags: &ArgMatches,
    mut found: Found,
    folder: &Path,
    extras: Extras,
) -> Result<Option<String>> {
    let manifest = Manifest::read(folder)?;
    let (answer, stand_in) = draw::<Q>(flags, &mut found, folder, &manifest)?;
    ensure!(
        answer.tables.hash()? == manifest.results,
        "{}: the results differ",
        other_version(folder, &manifest)
    );
    let report = (&answer, stand_in.as_ref());
    Folder::stage_again(folder)?.publish(report, &found, &manifest, extras)?;
    Ok(extras.png.then(|| answer.page.png_note()).flatten())
}

/// Returns the message that another version of gong wrote a report.
fn other_version(folder: &Path, manifest: &Manifest) -> String {
    let (shown, command) = (folder.display(), &manifest.command);
    format!("{shown} was written by another version of gong; to play it again: {command}")
}
