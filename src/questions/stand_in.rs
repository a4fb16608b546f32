//! The stand-in: a weight-based bot that plays a command again if its bots have not learnt the
//! rules or fighters that they played. The report shows the results of the command's own bots and
//! of the stand-in.

use std::io;
use std::path::Path;

use anyhow::{Context, Result};
use clap::FromArgMatches;

use super::again::thawed;
use super::driver::{CheckedQuestion, command};
use super::{About, Question};
use crate::report::{Answer, Found, Manifest, StandIn};
use crate::scenario::Scenario;
use crate::session::playing::Playing;
use crate::session::stand_in;

/// A report that has been written to disk, together with the answer (tables, charts and page) that
/// it shows.
pub struct Published {
    /// The results of the games, as stored in the report's folder.
    pub found: Found,
    pub answer: Answer,
    pub manifest: Manifest,
}

/// Plays the command again with a stand-in (a weight-based bot). Returns `None` if the bots of the
/// command have learnt what they played, or if a stand-in cannot answer the same question.
///
/// # Errors
/// Fails if the stand-in cannot play, or with [`crate::session::Interrupted`] if the user
/// interrupts.
pub fn play<Q: Question>(
    about: &About<'_>,
    words: &[String],
    playing: &Playing,
    manifest: &Manifest,
) -> Result<Option<Published>> {
    let (Some((bot, words)), None) = (
        stand_in_words::<Q>(about, words, manifest),
        playing.stand_in,
    ) else {
        return Ok(None);
    };
    let folder = tempfile::tempdir()?;
    let flags = command::<Q>().try_get_matches_from(words)?;
    let mut own = Playing::from_arg_matches(&flags)?;
    own.games = own.games.map(stand_in::capped);
    own.out = Some(folder.path().join("report"));
    own.stand_in = Some(bot);
    own.kept.clone_from(&playing.kept);
    (own.threads, own.quiet) = (playing.threads, playing.quiet);
    CheckedQuestion::<Q>::new(flags, &own)?.run(&own, &mut io::sink())
}

/// Returns the stand-in (a weight-based bot) of a command, and the command line of its games.
/// `words` is the command line, after `gong`. Returns `None` if the bots of the command have learnt
/// what they played, or if a stand-in cannot answer the same question.
pub fn stand_in_words<Q: Question>(
    about: &About<'_>,
    words: &[String],
    manifest: &Manifest,
) -> Option<(&'static str, Vec<String>)> {
    let bot = stand_in::bot(manifest, about.strategies.is_some())?;
    let same = Q::STAND_IN && is_same_question(about);
    same.then(|| (bot, with_stand_in(words, bot)))
}

/// Returns a command line in which the stand-in `bot` plays all fighters, without a reference
/// player. If the command names the folder of a report, `--strategy` is not added, because a report
/// is played with its own bots. The stand-in then replaces the bots when the report is read.
fn with_stand_in(words: &[String], bot: &str) -> Vec<String> {
    let mut own: Vec<String> = vec![];
    let mut all = words.iter();
    while let Some(word) = all.next() {
        match word.as_str() {
            "--strategy" | "--reference" => drop(all.next()),
            "--quick" => {}
            _ => own.push(word.clone()),
        }
    }
    let reports = own.iter().skip(1).any(|word| Path::new(word).is_dir());
    if !reports {
        own.extend(["--strategy".to_owned(), bot.to_owned()]);
    }
    own
}

/// Returns false if the command compares bots with each other: a single stand-in bot in place of
/// all these bots has no other bot to be compared with.
fn is_same_question(about: &About<'_>) -> bool {
    let bots = |of: &&Scenario| of.strategies.clone();
    let mut all = about.played.iter();
    let first = all.next().map(bots);
    about.strategies.is_some() || all.all(|of| Some(bots(of)) == first)
}

impl Published {
    /// Rebuilds the answer that was played by the stand-in (a weight-based bot), from the results
    /// stored in a report's folder.
    ///
    /// # Errors
    /// Fails if the results were written by another version of gong.
    pub fn of<Q: Question>(found: Found, manifest: Manifest, folder: &Path) -> Result<Published> {
        let flags = command::<Q>().try_get_matches_from(&found.command)?;
        let bot = stand_in::named(&manifest).context("there is no such stand-in")?;
        let (plan, kept) = thawed::<Q>(&flags, &found, folder, Some(bot))?;
        Ok(Published {
            answer: Q::answer(&plan, &kept, &manifest)?,
            found,
            manifest,
        })
    }

    /// Adds the results of the stand-in (a weight-based bot) to the page of a report. Returns these
    /// results in the form in which they are stored.
    pub fn show(self, answer: &mut Answer, manifest: &Manifest) -> (StandIn, Found) {
        let Answer { tables, page, .. } = self.answer;
        let own = std::mem::take(&mut answer.page);
        answer.page = own.beside(page, manifest, &self.manifest);
        let stand_in = StandIn {
            tables,
            manifest: self.manifest,
        };
        (stand_in, self.found)
    }
}
