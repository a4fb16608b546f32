//! `gong pairings` of a cooperative game: every party, on the same missions.

use std::io::Write;

use super::pairings::{Pairings, fielded, named};
use crate::analysis::parties::{self, Found, MOST_PARTIES, Question};
use crate::engine::identity;
use crate::report::Kind;
use crate::report::parties::tables;
use crate::scenario::Scenario;
use crate::session::Usage;
use crate::session::failed::{Watchable, with_advice};
use crate::session::job::Job;
use crate::session::keeper::Asked;
use crate::session::playing::{Done, fewer_by_root, stem};
use crate::session::reading::Reading;
use crate::session::report_name::Base;
use crate::session::signals::interrupted;
use crate::shell;
use crate::simulate::FailedGame;
use crate::simulate::{Lot, Lots};
use crate::stats::line_ups;
use crate::stats::together::Together;

/// Missions of every party of greedy bots unless the user asks otherwise.
const MISSIONS: u64 = 8_000;

/// Plays every party of a scenario.
pub fn run(
    asked: &Pairings,
    own: &Scenario,
    mut reading: Reading,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let question = question(asked, own)?;
    // Everybody plays somewhere.
    let mut scenario = own.with_line_up(line_up(own, &question, 0)?);
    scenario.seating.fighters.clone_from(&question.fighters);
    let parties = question.parties();
    let fielded = reading.value(|| fielded(asked.path(), &scenario, &question.fighters))?;
    let name = format!("{}-pairings-{}", stem(asked.path()), question.size);
    let name = Base::from(name).without("--team-size");
    asked.playing().room_for(own.memory())?;
    let missions = Lot::new(question.missions, scenario.cost() * parties.len() as u64);
    let kept = Asked {
        command: &command(asked, &question, None),
        engine: identity(own.game()),
        reading,
        lots: vec![missions],
        checkpoints: true,
    };
    let (job, mut keeper) = Job::keeping(asked.playing(), &name, kept)?;

    let stop = interrupted()?;
    let bar = job.bar(&scenario.title, 0);
    let played = keeper.play(0, Together::new(parties.len()), |stretch| {
        parties::play_stretch(&scenario, &question, &stop, &bar, stretch)
    });
    drop(bar);
    let shown_by = |failed: &FailedGame| {
        let party = parties::failing(&scenario, &question, failed.game);
        let watchable = party.and_then(|party| watchable(asked, &scenario, &question, party));
        watchable.into_iter().collect()
    };
    let played = played.map_err(|error| with_advice(error, shown_by))?;
    if keeper.is_shard() {
        return keeper.finish_shard(played.partial, asked.playing().quiet, out);
    }
    let found = parties::found(&question, played);
    let mut manifest = asked.playing().manifest(
        &scenario,
        Done {
            kind: Kind::Parties,
            command: command(asked, &question, Some(&found)),
            games: found.games(),
            partial: found.partial,
            seconds: found.seconds,
            precision: None,
        },
    )?;
    manifest.set = asked.sets().to_vec();
    manifest.fewer = asked.games().is_none() && question.missions < MISSIONS;
    let scenarios: Vec<Option<String>> = parties
        .iter()
        .map(|party| named(&fielded, std::slice::from_ref(party)))
        .collect();
    let tables = tables(&question, &found, &scenarios, asked.playing().level);
    job.publish_kept(keeper, &tables, &manifest, out)
}

/// What is asked of a scenario.
fn question(asked: &Pairings, scenario: &Scenario) -> Result<Question, Usage> {
    let game = scenario.game();
    let refused = |flag: &str| {
        let all = format!("in {} all play together, in one party", game.name());
        Err(Usage(format!("{flag}: {all}")))
    };
    let size = match asked.sizes_asked() {
        (Some(_), _) => return refused("--teams"),
        (None, []) => scenario.open().cast().slots.len(),
        (None, &[size]) => size.into(),
        (None, _) => return refused("--team-size names several teams"),
    };
    let fighters = asked.pool(scenario)?;
    let (most, several) = (game.most_fighters(), game.words().fighter[1]);
    if size > most || size > fighters.len() {
        return Err(Usage(match size > most {
            true => format!("a party of {size}: a game has at most {most} {several}"),
            false => format!("a party of {size} cannot be formed of {}", fighters.len()),
        }));
    }
    let ways = line_ups::count(fighters.len(), &[size]);
    if ways.is_none_or(|ways| ways > MOST_PARTIES) {
        let ways = ways.map_or("countless".to_owned(), |ways| ways.to_string());
        return Err(Usage(format!(
            "there are {ways} parties of {size} of {} {several}; name fewer of them with --fighters",
            fighters.len()
        )));
    }
    Ok(Question {
        size,
        fighters,
        seed: asked.playing().seed,
        missions: asked
            .games()
            .unwrap_or_else(|| fewer_by_root(MISSIONS, scenario)),
        threads: asked.playing().threads(),
    })
}

/// The line-up of a party, as a scenario writes it.
fn line_up(
    scenario: &Scenario,
    question: &Question,
    party: usize,
) -> Result<serde_json::Value, Usage> {
    let keys = question.keys(&question.parties()[party]);
    let game = scenario.game();
    game.teams(&[keys], false).ok_or_else(|| {
        Usage(format!(
            "{} has no parties to form; gong run and gong compare tell who is worth what",
            game.name()
        ))
    })
}

/// A party, to be watched.
fn watchable(
    asked: &Pairings,
    scenario: &Scenario,
    question: &Question,
    party: usize,
) -> Option<Watchable> {
    let line_up = line_up(scenario, question, party).ok()?;
    Some(asked.watchable_as(&line_up))
}

/// The command that plays the same games again.
fn command(asked: &Pairings, question: &Question, found: Option<&Found>) -> String {
    let mut words = vec![
        "gong pairings".to_owned(),
        shell::path(asked.path()),
        format!("--team-size {}", question.size),
    ];
    words.extend(asked.fighters_asked());
    // What was cut short would not be cut short again.
    let cut = found.filter(|found| found.partial);
    let missions = cut.map_or(question.missions, |found| found.won.games);
    words.extend(asked.playing().words(missions));
    words.extend(asked.changes());
    words.join(" ")
}
