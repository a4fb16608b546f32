//! The way of every question from its flags to its report, written once.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::command::{canonical, line};
use super::player::Points;
use super::{AnyQuestion, Outcome, Player, Question};
use crate::engine::identity;
use crate::report::page::Page;
use crate::report::{Answer, Extras, Folder, Found, Kind, Manifest, StandIn, Table};
use crate::session::failed::with_advice;
use crate::session::job::{Job, not_divided};
use crate::session::keeper::{Asked, Keeper};
use crate::session::playing::{Done, Playing};
use crate::session::reading::{Kept, Reading};
use crate::session::signals::interrupted;
use crate::session::stand_in::{self, Adjust};
use crate::session::{Interrupted, Usage, describe};

impl<Q: Question> AnyQuestion for Q {
    fn name(&self) -> &'static str {
        Q::NAME
    }

    fn command(&self) -> Command {
        command::<Q>()
    }

    fn divided(&self) -> bool {
        Q::TAKES.shard
    }

    fn run(&self, flags: &ArgMatches, adjust: Adjust<'_>, out: &mut dyn Write) -> Result<()> {
        let mut playing = Playing::from_arg_matches(flags)?;
        adjust(&mut playing);
        run::<Q>(flags, &playing, out)
    }

    fn redraw(
        &self,
        flags: &ArgMatches,
        found: Found,
        folder: &Path,
        extras: Extras,
    ) -> Result<()> {
        redraw::<Q>(flags, found, folder, extras)
    }

    fn tables(&self) -> Vec<Table> {
        Q::tables()
    }
}

/// The command of a question: its own flags, then the common ones that it takes.
fn command<Q: Question>() -> Command {
    let own = Q::Flags::augment_args(Command::new(Q::NAME));
    let command = Playing::augment_args(own);
    let takes = Q::TAKES;
    let command = match takes.games {
        None => command.mut_arg("games", |arg| arg.hide(true)),
        Some(default) => command.mut_arg("games", |arg| {
            arg.help(format!(
                "Games to play, as in 1000000, 1_000_000 or 1m [default: {default}]"
            ))
        }),
    };
    let command = command.mut_arg("precision", |arg| arg.hide(!takes.precision));
    command.mut_arg("shard", |arg| arg.hide(!takes.shard))
}

/// Refuses the common flags that a question does not take.
fn refuse<Q: Question>(flags: &ArgMatches, command: &str) -> Result<(), Usage> {
    let takes = Q::TAKES;
    let typed = |name: &str| flags.value_source(name) == Some(ValueSource::CommandLine);
    if !takes.shard && typed("shard") {
        return Err(not_divided(command));
    }
    let taken = [
        ("games", takes.games.is_some()),
        ("precision", takes.precision),
    ];
    match taken.iter().find(|(name, taken)| !taken && typed(name)) {
        None => Ok(()),
        Some((name, _)) => Err(Usage(format!(
            "gong {} takes no --{name}; gong help {} lists the flags that it takes",
            Q::NAME,
            Q::NAME
        ))),
    }
}

fn run<Q: Question>(flags: &ArgMatches, playing: &Playing, out: &mut dyn Write) -> Result<()> {
    let Some(played) = play::<Q>(flags, playing, out)? else {
        return Ok(());
    };
    let Played {
        job,
        mut keeper,
        mut manifest,
        mut found,
        mut answer,
    } = played;
    let bot = stand_in::bot(&manifest).filter(|_| playing.stand_in.is_none());
    if bot.is_some() || manifest.partial {
        // A stand-in may be interrupted, too.
        keeper.save_for_later();
    }
    let stand_in = bot.map(|bot| play_with::<Q>(bot, flags, playing, &manifest));
    let (stand_in, failed) = match stand_in.transpose() {
        Ok(stand_in) => (stand_in, None),
        // What was played is written all the same.
        Err(error) => (None, Some(error)),
    };
    let (stand_in, page) = match stand_in {
        None => (None, None),
        Some((stand_in, page, its)) => {
            manifest.stand_in = Some(Box::new(stand_in.manifest.clone()));
            found.stand_in = Some(Box::new(its));
            (Some(stand_in), Some(page))
        }
    };
    answer.page = without_verdict(answer.page, page, &manifest);
    job.publish_answer(keeper, (&answer, stand_in.as_ref()), &found, &manifest, out)?;
    failed.map_or(Ok(()), Err)
}

/// What was played, before it is published.
struct Played<'a> {
    job: Job<'a>,
    keeper: Keeper,
    manifest: Manifest,
    found: Found,
    answer: Answer,
}

/// Plays what the flags ask; nothing comes of a shard but its file.
fn play<'a, Q: Question>(
    flags: &ArgMatches,
    playing: &'a Playing,
    out: &mut dyn Write,
) -> Result<Option<Played<'a>>> {
    let typed = command::<Q>();
    let mut files = Reading::new(playing);
    refuse::<Q>(flags, &line(&canonical(&typed, flags, &[])))?;
    // Everything is checked before the first game is played.
    let plan = Q::plan(Q::Flags::from_arg_matches(flags)?, playing, &mut files)?;
    let command = |outcome: Option<&Outcome<Q::Found>>| {
        canonical(&typed, flags, &Q::resolved(&plan, outcome))
    };
    let about = Q::about(&plan);
    if let (Some(_), Some(reason)) = (playing.shard, Q::undivided(&plan)) {
        return Err(Usage(format!("--shard {reason}")).into());
    }
    playing.room_for(about.memory)?;
    let inputs = files.inputs().clone();
    let asked = Asked {
        command: &line(&command(None)),
        engine: identity(about.scenario.game()),
        reading: files,
        lots: about.lots.clone(),
        checkpoints: about.checkpoints,
    };
    let (job, keeper) = Job::keeping(playing, &about.folder, asked)?;
    let games = (0..about.lots.len()).map(|lot| keeper.games_of(lot)).sum();
    let mut player = Player {
        playing,
        bar: job.bar(&about.scenario.title, games),
        points: Points::new(&job),
        keeper,
        stop: interrupted()?,
        job,
    };
    let outcome = Q::play(&plan, &mut player)
        .map_err(|error| with_advice(error, |failed| Q::watchables(&plan, failed)))?;
    let Player {
        bar,
        points,
        keeper,
        job,
        ..
    } = player;
    drop(bar);
    if keeper.is_shard() {
        keeper.finish_shard(outcome.partial, playing.quiet, out)?;
        return Ok(None);
    }
    let words = command(Some(&outcome));
    let done = Done {
        kind: Kind::named(Q::NAME).context("a question without a kind")?,
        command: line(&words),
        games: outcome.games,
        partial: outcome.partial,
        seconds: outcome.seconds,
        precision: playing.precision_note(outcome.reached),
    };
    let mut manifest = playing.manifest(about.scenario, done)?;
    manifest.fewer = about.fewer;
    manifest.set = about.sets.to_vec();
    manifest.bots = outcome.bots.clone();
    manifest.measured = about.scenario.open().measures().into();
    for note in about.played.iter().flat_map(|of| describe::fighters(of)) {
        if manifest.fighters.iter().all(|known| known.key != note.key) {
            manifest.fighters.push(note);
        }
    }
    manifest.note_unlearnt(Q::unlearnt(&plan, &outcome.found));
    if let Some(strategies) = about.strategies {
        manifest.strategies = strategies;
    }
    job.keep_points(&points.files)?;
    if points.found > 0 && !playing.quiet {
        writeln!(out, "Points that were there already: {}", points.found)?;
    }
    let mut found = outcome.found;
    Q::finish(&plan, &mut found, &manifest, out)?;
    let answer = Q::answer(&plan, &found, &manifest)?;
    manifest.changed.clone_from(&answer.changed);
    Ok(Some(Played {
        job,
        keeper,
        found: Found::new(words, inputs, &found)?,
        manifest,
        answer,
    }))
}

/// Plays the command of a report again with a stand-in: its tables, its page and what it found.
///
/// # Errors
/// If the stand-in cannot play; [`Interrupted`].
fn play_with<Q: Question>(
    bot: &'static str,
    flags: &ArgMatches,
    playing: &Playing,
    manifest: &Manifest,
) -> Result<(StandIn, Page, Found)> {
    let typed = command::<Q>();
    let words = canonical(&typed, flags, &strategy(&typed, flags, bot));
    let flags = typed.try_get_matches_from(words)?;
    let folder = tempfile::tempdir()?;
    let mut playing = playing.clone();
    stand_in::take_over(&mut playing, bot, manifest, &folder.path().join("report"));
    let played = play::<Q>(&flags, &playing, &mut io::sink())?;
    let Some(Played {
        manifest,
        found,
        answer,
        ..
    }) = played.filter(|played| !played.manifest.partial)
    else {
        return Err(Interrupted(None).into());
    };
    let manifest = Manifest {
        headline: answer.page.headline.clone(),
        results: answer.tables.hash()?,
        tables: answer.tables.names(),
        ..manifest
    };
    let tables = answer.tables;
    Ok((StandIn { tables, manifest }, answer.page, found))
}

/// The flag that lets a bot play everybody. Reports are played as they are kept: their bots are
/// replaced when they are read.
fn strategy(typed: &Command, flags: &ArgMatches, bot: &str) -> Vec<(&'static str, String)> {
    let mut scenarios = typed
        .get_positionals()
        .flat_map(|arg| flags.get_raw(arg.get_id().as_str()).into_iter().flatten());
    match scenarios.any(|path| Path::new(path).is_dir()) {
        true => vec![],
        false => vec![("strategy", bot.to_owned())],
    }
}

/// The page without its verdict if bots have not learnt what they played, and with that of a
/// stand-in.
fn without_verdict(page: Page, stand_in: Option<Page>, manifest: &Manifest) -> Page {
    match manifest.unlearnt.is_empty() || manifest.kind.judges_bots() {
        true => page,
        false => page.withheld(manifest, stand_in),
    }
}

/// Draws a report again, from what its folder keeps.
fn redraw<Q: Question>(
    flags: &ArgMatches,
    found: Found,
    folder: &Path,
    extras: Extras,
) -> Result<()> {
    let manifest = Manifest::read(folder)?;
    let again = || {
        let (shown, command) = (folder.display(), &manifest.command);
        format!("{shown} is of another version of gong; to play it again: {command}")
    };
    let mut answer = again_of::<Q>(flags, None, &found, &manifest, folder).with_context(again)?;
    let stand_in = match (
        &found.stand_in,
        &manifest.stand_in,
        stand_in::bot(&manifest),
    ) {
        (Some(found), Some(of), Some(bot)) => {
            let flags = command::<Q>().try_get_matches_from(&found.command)?;
            let answer = again_of::<Q>(&flags, Some(bot), found, of, folder);
            Some((answer.with_context(again)?, of.as_ref().clone()))
        }
        _ => None,
    };
    let (stand_in, page) = match stand_in {
        None => (None, None),
        Some((answer, manifest)) => {
            let tables = answer.tables;
            (Some(StandIn { tables, manifest }), Some(answer.page))
        }
    };
    answer.page = without_verdict(answer.page, page, &manifest);
    let staged = Folder::stage_again(folder)?;
    staged.publish_answer(&answer, stand_in.as_ref(), &found, &manifest, extras)
}

/// The answer of a report, or of its stand-in, from what its folder keeps.
fn again_of<Q: Question>(
    flags: &ArgMatches,
    stand_in: Option<&'static str>,
    found: &Found,
    manifest: &Manifest,
    folder: &Path,
) -> Result<Answer> {
    let mut playing = Playing::from_arg_matches(flags)?;
    playing.kept = Some(Kept::of(found, folder));
    playing.stand_in = stand_in;
    let mut files = Reading::new(&playing);
    let plan = Q::plan(Q::Flags::from_arg_matches(flags)?, &playing, &mut files)?;
    let answer = Q::answer(
        &plan,
        &serde_json::from_value(found.found.clone())?,
        manifest,
    )?;
    ensure!(
        answer.tables.hash()? == manifest.results,
        "the results come out differently"
    );
    Ok(answer)
}
