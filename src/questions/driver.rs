//! The common driver of all questions: turns flags into a written report.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::Result;
use clap::builder::Resettable;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::adaptation;
use super::command::{canonical, line};
use super::player::PlayedPoints;
use super::question::{CommandPart, FlagsOf, FoundOf};
use super::{AnyQuestion, LotPlayer, PlanOutcome, Question, QuestionPlan, Rehearsal};
use crate::engine::identity;
use crate::report::inputs::Inputs;
use crate::report::ledger::Request;
use crate::report::{AdaptedBot, Answer, Found, Manifest, PrecisionNote, Table};
use crate::session::failed::with_advice;
use crate::session::job::{Job, no_other_report};
use crate::session::playing::{Adjust, Playing, to_a_thousandth};
use crate::session::progress::CommandBar;
use crate::session::reading::{Kept, Reading};
use crate::session::report_name::report_name;
use crate::session::signals::interrupted;
use crate::session::{Interrupted, Usage, describe, each_once};

impl<Q: Question> AnyQuestion for Q {
    fn name(&self) -> &'static str {
        Q::NAME
    }

    fn command(&self) -> Command {
        command::<Q>()
    }

    fn divided(&self) -> bool {
        Q::TAKES.undivided.is_none()
    }

    fn run(&self, flags: &ArgMatches, adjust: Adjust<'_>, out: &mut dyn Write) -> Result<()> {
        let mut playing = Playing::from_arg_matches(flags)?;
        adjust(&mut playing);
        let parts = Q::parts(&command::<Q>(), flags, &playing)?;
        // Checks the flags of all parts before the first game is played.
        let all = parts.into_iter().map(CheckedQuestion::<Q>::new).collect::<Result<Vec<_>>>()?;
        let (stop, mut interrupted) = (interrupted(), None);
        for checked in all {
            if stop.load(Ordering::Relaxed) && interrupted.is_some() {
                let title = &checked.plan.about().scenario.title;
                writeln!(out, "{title}: not played, because the command was interrupted")?;
                continue;
            }
            match checked.run(out) {
                Err(error) if error.is::<Interrupted>() => interrupted = Some(error),
                done => done?,
            }
        }
        interrupted.map_or_else(|| Q::join(flags, &playing, out), Err)
    }

    fn rehearse(&self, flags: &ArgMatches, adjust: Adjust<'_>) -> Result<Rehearsal> {
        let mut playing = Playing::from_arg_matches(flags)?;
        adjust(&mut playing);
        let mut parts = Q::parts(&command::<Q>(), flags, &playing)?;
        let checked = CheckedQuestion::<Q>::new(parts.swap_remove(0))?;
        let rehearsal = checked.rehearse()?;
        if !checked.part.playing.force {
            no_other_report(&rehearsal.folder, &rehearsal.name, &rehearsal.command)?;
        }
        Ok(rehearsal)
    }

    fn answer(
        &self,
        flags: &ArgMatches,
        found: &Found,
        folder: &Path,
        manifest: &Manifest,
    ) -> Result<Answer> {
        let mut playing = Playing::from_arg_matches(flags)?;
        playing.kept = Some(Kept::of(found, folder));
        let mut files = Reading::new(&playing);
        let plan = Q::Plan::new(FlagsOf::<Q>::from_arg_matches(flags)?, &playing, &mut files)?;
        Q::answer(&plan, &serde_json::from_value(found.found.clone())?, manifest)
    }

    fn tables(&self) -> Vec<Table> {
        Q::tables()
    }
}

/// Builds the clap command of a question: the question's own flags, then the common flags that the
/// question accepts.
pub(super) fn command<Q: Question>() -> Command {
    let own = FlagsOf::<Q>::augment_args(Command::new(Q::NAME));
    // Adding the common flags would replace the description, so the description is saved here.
    let (about, long_about) = (own.get_about().cloned(), own.get_long_about().cloned());
    let mut command = Playing::augment_args(own)
        .about(Resettable::from(about))
        .long_about(Resettable::from(long_about));
    if let Some(default) = Q::TAKES.games {
        let help = format!("Games to play, as in 1000000, 1_000_000 or 1m [default: {default}]");
        command = command.mut_arg("games", |arg| arg.help(help));
    }
    let hide = |command: Command, (name, taken): (&'static str, bool)| {
        command.mut_arg(name, |arg| arg.hide(!taken))
    };
    Q::TAKES.flags().into_iter().fold(command, hide)
}

/// Fails if the user typed a common flag, such as `--games`, that the command does not accept.
fn refuse<Q: Question>(flags: &ArgMatches) -> Result<(), Usage> {
    let typed = |name: &str| flags.value_source(name) == Some(ValueSource::CommandLine);
    let refused = Q::TAKES.flags().into_iter().find(|(name, taken)| !taken && typed(name));
    let Some((flag, _)) = refused else {
        return Ok(());
    };
    let question = Q::NAME;
    let unknown =
        format!("gong {question} has no flag --{flag}; gong help {question} lists its flags");
    let undivided = Q::TAKES.undivided.filter(|_| flag == "shard");
    Err(Usage(undivided.map_or(unknown, str::to_owned)))
}

/// A question (a command that plays games) whose flags and files have been checked.
struct CheckedQuestion<Q: Question> {
    part: CommandPart,
    plan: Q::Plan,
    files: Reading,
}

impl<Q: Question> CheckedQuestion<Q> {
    /// Reads the input files of a command, and checks everything that can be checked before games
    /// are played.
    ///
    /// # Errors
    /// Fails if a file is faulty, or if flags contradict each other.
    fn new(part: CommandPart) -> Result<CheckedQuestion<Q>> {
        let CommandPart { flags, playing } = &part;
        let mut files = Reading::new(playing);
        refuse::<Q>(flags)?;
        // Commands without the flag `--set` have no argument `sets`.
        let sets = flags.try_get_many::<String>("sets").ok().flatten();
        each_once("--set", sets.into_iter().flatten())?;
        let plan = Q::Plan::new(FlagsOf::<Q>::from_arg_matches(flags)?, playing, &mut files)?;
        Ok(CheckedQuestion { part, plan, files })
    }

    /// Checks that the command can be played with its common flags. Returns the command line that
    /// plays the same games, and the folder of its report.
    ///
    /// # Errors
    /// Fails if the games cannot be divided into the shards that the flags ask for, or if too
    /// little memory is free.
    fn rehearse(&self) -> Result<Rehearsal> {
        let (about, CommandPart { flags, playing }) = (self.plan.about(), &self.part);
        if playing.shard.is_some() {
            let precision = "--precision cannot be combined with --shard, because it checks all \
                             games together: give each shard the same --games, or play on one \
                             machine without --shard";
            let precision = playing.precision.map(|_| precision);
            if let Some(reason) = about.undivided.or(precision) {
                return Err(Usage(reason.to_owned()).into());
            }
        }
        playing.room_for(about.memory)?;
        let resolved = self.plan.resolved(None);
        let command = line(&canonical(&command::<Q>(), flags, &resolved));
        let name = report_name(&about.report, flags);
        Ok(Rehearsal { folder: playing.folder(&name), name, command })
    }

    /// Plays the games of a command and writes its report; prints the summary to `out`. A shard has
    /// no report. Does nothing if the games have been played already.
    ///
    /// # Errors
    /// Fails if a bot fails, if the user interrupts, or if a file cannot be written.
    fn run(self, out: &mut dyn Write) -> Result<()> {
        let Rehearsal { command: asked_again, name, folder } = self.rehearse()?;
        let CheckedQuestion { part: CommandPart { flags, playing }, mut plan, files } = self;
        let playing = &playing;
        let typed = command::<Q>();
        let about = plan.about();
        let inputs = files.inputs;
        let checkpoints = about.checkpoints;
        let request = Request {
            gong: env!("CARGO_PKG_VERSION").into(),
            engine: identity(about.scenario.game()),
            command: asked_again.clone(),
            report: name.clone(),
            seed: playing.seed,
            inputs: inputs.hash(),
            lots: about.lots.clone(),
        };
        if !Q::ready(&plan, playing, &request)? {
            return Ok(());
        }
        let (job, keeper) = Job::begin(playing, folder, request, checkpoints)?;
        let stop = interrupted();
        let adapted = adaptation::adapt(&mut plan, playing, &asked_again, &stop)?;
        let about = plan.about();
        let title = &about.scenario.title;
        let games = (0..about.lots.len()).map(|lot| keeper.games_of(lot)).sum();
        let mut player = LotPlayer {
            playing,
            bar: CommandBar::new(title, games, playing.precision.is_some(), playing),
            points: PlayedPoints::new(&job, keeper.is_shard()),
            keeper,
            stop,
            job,
            command: &typed,
            flags: &flags,
        };
        let outcome = plan
            .play(&mut player)
            .map_err(|error| with_advice(error, |failed| plan.watchables(failed)))?;
        let mut silent = io::sink();
        let told: &mut dyn Write = if playing.quiet { &mut silent } else { out };
        write_report::<Q>(&plan, player, outcome, (&name, inputs, adapted), told)
    }
}

/// Writes the report of a command after its games, and prints the summary to `out`. A shard has no
/// report: saves its counts instead.
fn write_report<Q: Question>(
    plan: &Q::Plan,
    player: LotPlayer<'_>,
    mut outcome: PlanOutcome<FoundOf<Q>>,
    (name, inputs, adapted): (&str, Inputs, Option<AdaptedBot>),
    out: &mut dyn Write,
) -> Result<()> {
    let LotPlayer { playing, bar, points, mut keeper, job, command, flags, .. } = player;
    drop(bar);
    if let Some(shard) = playing.shard {
        let played = (outcome.games, outcome.partial);
        return keeper.finish_shard(shard, (&job.target, &inputs), played, out);
    }
    // Points are not all games of a command whose later games depend on earlier ones.
    let has_points = !points.files.is_empty() && plan.about().undivided.is_none();
    let is_saved = outcome.partial && (keeper.save_for_later() || has_points);
    if outcome.games == 0 {
        return Err(Interrupted::before_result(is_saved).into());
    }
    let words = canonical(command, flags, &plan.resolved(Some(&outcome)));
    let mut manifest = manifest::<Q>(plan, &outcome, line(&words), playing)?;
    name.clone_into(&mut manifest.report);
    manifest.is_saved = is_saved;
    if let Some(bot) = &adapted {
        job.folder().keep_bot(bot)?;
        manifest.adapted = Some(bot.note(&job.target));
    }
    Q::finish(plan, &mut outcome.found, &manifest, out)?;
    let answer = Q::answer(plan, &outcome.found, &manifest)?;
    let found = Found::new(words, inputs, &outcome.found)?;
    job.folder().keep_points(&points.files)?;
    if points.found > 0 {
        writeln!(out, "Points from an earlier run: {}", points.found)?;
    }
    manifest.command_seconds = job.begin.elapsed().as_secs_f64();
    job.publish(keeper, &answer, &found, &manifest, out)
}

/// Creates the manifest of a report, which records what was played and which bots played.
///
/// # Errors
/// Fails if the scenario cannot be converted to JSON.
pub(super) fn manifest<Q: Question>(
    plan: &Q::Plan,
    outcome: &PlanOutcome<FoundOf<Q>>,
    command_line: String,
    playing: &Playing,
) -> Result<Manifest> {
    let about = plan.about();
    let unplayed = about.reference.first().filter(|_| outcome.partial);
    let precision = |target| PrecisionNote { target, reached: outcome.reached };
    let mut manifest = Manifest {
        kind: Q::kind(plan).to_owned(),
        command: command_line,
        games: outcome.games,
        partial: outcome.partial,
        wall_seconds: to_a_thousandth(outcome.seconds),
        games_per_second: to_a_thousandth(outcome.games as f64 / outcome.seconds),
        precision: playing.precision.map(precision),
        role: about.role,
        games_of: about.games_of.to_owned(),
        more_games_flag: about.more_games_flag.unwrap_or_default().to_owned(),
        set: about.sets.to_vec(),
        bots: outcome.bots.clone(),
        unplayed_reference: unplayed.map(|scenario| scenario.strategies.everybody.clone()),
        measured: about.scenario.open().measures().into(),
        unlearnt: plan.unlearnt(&outcome.found),
        strategies: about.strategies.unwrap_or_else(|| describe::strategies(&about.played)),
        ..playing.manifest(about.scenario)?
    };
    for note in about.played.iter().flat_map(|of| describe::fighters(of)) {
        if manifest.fighters.iter().all(|known| known.key != note.key) {
            manifest.fighters.push(note);
        }
    }
    Ok(manifest)
}
