//! Plays every line-up: a fixed number of games each, or as many as it takes to tell the fair from the unfair.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::Context;
use arrayvec::ArrayVec;

use super::{Budget, Found, LineUp, Question};
use crate::analysis::Audience;
use crate::games::arena::Seated;
use crate::scenario::{Scenario, Seats};
use crate::simulate::{Place, Simulation, Workers, table::MAX_PLAYERS};
use crate::stats::fairness::{Surprise, Verdict, verdicts};
use crate::stats::{line_ups, sequential};

/// A line-up as it sits down.
type Table = ArrayVec<Place, MAX_PLAYERS>;

/// Games of each line-up before the first pause of a run that does not look: a pause is where Ctrl-C ends it.
const FIRST_PAUSE: u64 = 16;

/// Plays every line-up of a question. `stop` may be set at any time, and ends it with what was played before.
///
/// Game i of line-up n of N is game n + N·i of the seed, so no two line-ups share dice: their results are independent, and each of their
/// games can be watched. Results hang on scenario, question and seed alone.
///
/// # Errors
/// If threads cannot be had, or the scenario lacks a fighter.
pub fn play(
    scenario: &Scenario,
    question: &Question,
    stop: &AtomicBool,
    audience: &impl Audience,
) -> anyhow::Result<Found> {
    let simulation = Simulation::new(scenario);
    let members: Vec<usize> = (0..question.fighters.len()).collect();
    let mut line_ups: Vec<LineUp> = line_ups::every(&members, &question.sizes)
        .into_iter()
        .map(LineUp::unplayed)
        .collect();
    let tables = line_ups
        .iter()
        .map(|line_up| seat(scenario, question, &simulation, line_up))
        .collect::<anyhow::Result<Vec<Table>>>()?;

    let workers = Workers::new(&simulation, question.threads)?;
    let begin = Instant::now();
    let mut open: Vec<usize> = (0..line_ups.len()).collect();
    let (mut games, mut pauses, mut partial) = (0, 0, false);
    while games < question.budget.most() && !open.is_empty() {
        pauses += 1;
        let next = question.budget.pause(pauses);
        let fresh = (next - games) * open.len() as u64;
        audience.planned(fresh);
        let counts = workers.play(
            0..fresh,
            stop,
            || vec![[0u64; MAX_PLAYERS]; tables.len()],
            |player, n, wins| {
                let line_up = open[(n % open.len() as u64) as usize];
                let game = games + n / open.len() as u64;
                let number = line_up as u64 + tables.len() as u64 * game;
                let table = &tables[line_up];
                let places = player.play_at(table, question.seed, number);
                let winner = places.iter().position(|place| *place == 1);
                let winner = winner.expect("there is always a winner (A-8.3)");
                wins[line_up][usize::from(table[winner].seated.team)] += 1;
            },
            |games| audience.played(games),
        );
        let Some(counts) = counts else {
            partial = true;
            break;
        };
        for counts in counts {
            for (line_up, more) in line_ups.iter_mut().zip(counts) {
                line_up
                    .wins
                    .iter_mut()
                    .zip(more)
                    .for_each(|(wins, more)| *wins += more);
            }
        }
        games = next;
        if let Budget::UntilClear { .. } = question.budget {
            for &i in &open {
                let line_up = &mut line_ups[i];
                line_up.looks = pauses;
                let seen = Surprise::of(&line_up.wins, question.fair())
                    .spent(sequential::share_of_look(pauses));
                line_up.surprise = line_up.surprise.or(seen);
            }
            judge(&mut line_ups, question);
            open.retain(|&i| line_ups[i].verdict == Verdict::Open);
        }
    }
    if let Budget::Each(_) = question.budget {
        for line_up in &mut line_ups {
            line_up.surprise = Surprise::of(&line_up.wins, question.fair());
        }
        judge(&mut line_ups, question);
    }
    Ok(Found {
        line_ups,
        partial,
        seconds: begin.elapsed().as_secs_f64(),
    })
}

/// What is known of all line-ups so far, allowing for how many they are.
fn judge(line_ups: &mut [LineUp], question: &Question) {
    let surprises: Vec<Surprise> = line_ups.iter().map(|line_up| line_up.surprise).collect();
    let verdicts = verdicts(&surprises, 1.0 - question.level);
    for (line_up, verdict) in line_ups.iter_mut().zip(verdicts) {
        line_up.verdict = verdict;
    }
}

impl Budget {
    /// The most games of a line-up.
    fn most(self) -> u64 {
        match self {
            Budget::Each(games) | Budget::UntilClear { most: games } => games,
        }
    }

    /// Games of each open line-up at pause `n`, from 1.
    fn pause(self, n: u32) -> u64 {
        let games = match self {
            Budget::Each(_) => FIRST_PAUSE.checked_shl(n - 1).unwrap_or(u64::MAX),
            Budget::UntilClear { .. } => sequential::games_at(n),
        };
        games.min(self.most())
    }
}

/// The table at which a line-up plays: team by team, everybody played by whom the scenario says.
fn seat(
    scenario: &Scenario,
    question: &Question,
    simulation: &Simulation,
    line_up: &LineUp,
) -> anyhow::Result<Table> {
    let mut table = Table::new();
    for (team, members) in (0u8..).zip(&line_up.teams) {
        for &member in members {
            let key = &question.fighters[member];
            let fighter = scenario
                .roster
                .fighters
                .keys()
                .position(|known| known == key);
            let fighter = fighter.with_context(|| format!("the roster has no fighter {key}"))?;
            let seat = match question.seats {
                Seats::PerFighter => table.len() as u8,
                Seats::PerTeam => team,
            };
            let name = scenario.strategies.of(key, seat + 1, Some(team + 1));
            table.push(Place {
                seated: Seated {
                    fighter: fighter as u8,
                    seat,
                    team,
                },
                bot: simulation
                    .bot(name)
                    .with_context(|| format!("the scenario has no bot {name}"))?,
            });
        }
    }
    Ok(table)
}
