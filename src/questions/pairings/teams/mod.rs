//! Plays every way to form rival teams. Measures the fairness of each line-up, and the strength of
//! each fighter and pair.

mod charts;
mod facts;
mod page;
mod play;
mod reference;
mod tables;
mod verdict;

use anyhow::Result;

use self::facts::TeamFacts;
use self::tables::{LineUpRow, Partners, StrengthRow, TeamRow, TeamRows};
use super::fielded::Fielded;
use super::flags::PairingsFlags;
use super::reference::{CheckedTeam, LineUpCheck};
use super::seats::in_order;
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table};
use crate::scenario::Scenario;
use crate::session::Usage;
use crate::session::playing::{Playing, games_by_root_of_cost};
use crate::stats::fairness::{Fair, Surprise, Verdict};
use crate::stats::line_ups;
use crate::stats::members::Won;
use crate::stats::synergy::Fought;
use crate::words::grouped;

pub use self::play::{Rounds, play, play_plan};
pub(super) use self::reference::{CHECKED, FEWEST};
pub use self::tables::Fairness;

/// Default maximum number of games of a line-up, with fast bots.
pub(super) const AT_MOST: u64 = 64_000;

/// Maximum number of line-ups; more would take hours.
const MOST_LINE_UPS: u64 = 20_000;

/// Settings of `gong pairings` for teams that play against each other.
#[derive(Debug, Clone)]
pub struct TeamsPlan {
    /// Sizes of the teams: at least two teams, and at most 8 fighters in total.
    pub sizes: Vec<usize>,
    /// Fighters to form teams of: keys of the roster, without duplicates.
    pub fighters: Vec<String>,
    /// True if one player controls all fighters of a team; false if each fighter has its own
    /// player.
    pub per_team: bool,
    pub seed: u64,
    pub budget: LineUpBudget,
    /// Maximum distance of a team's win rate from its fair share in a line-up that counts as fair,
    /// 0 to 1.
    pub margin: f64,
    /// Confidence level of intervals and verdicts.
    pub level: f64,
    /// Number of threads, at least 1.
    pub threads: usize,
    /// True if the default number of games is reduced because the bots are slow.
    pub is_reduced: bool,
}

/// The number of games to play of each line-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineUpBudget {
    /// The same number of games for every line-up.
    Each(u64),
    /// Each line-up is played until an interim analysis decides whether it is fair, but at most
    /// `most` games; see [`crate::stats::sequential`].
    UntilClear { most: u64 },
}

impl TeamsPlan {
    /// Creates the settings from the flags, with the scenario's defaults.
    ///
    /// # Errors
    /// Fails if no teams can be formed, or if there are too many ways to form them.
    pub(super) fn new(
        flags: &PairingsFlags,
        scenario: &Scenario,
        playing: &Playing,
    ) -> Result<TeamsPlan, Usage> {
        let fighters = flags.pool(scenario)?;
        let sizes = sizes(flags, scenario)?;
        let in_play: usize = sizes.iter().sum();
        let shown: Vec<String> = sizes.iter().map(usize::to_string).collect();
        let teams = format!("teams of {}", shown.join(" against "));
        let (game, several) = (scenario.game(), scenario.game().words().fighter[1]);
        let most = game.most_fighters();
        if in_play > most {
            return Err(Usage(format!(
                "{teams} need {in_play} {several}; a game has at most {most}"
            )));
        }
        if in_play > fighters.len() {
            let only = match (fighters.len(), flags.fighters.is_empty()) {
                (all, false) => format!("--fighters names only {all}"),
                (1, true) => "there is only 1".to_owned(),
                (all, true) => format!("there are only {all}"),
            };
            return Err(Usage(format!("{teams} need {in_play} {several}; {only}")));
        }
        match line_ups::count(fighters.len(), &sizes) {
            Some(ways) if ways <= MOST_LINE_UPS => {}
            ways => {
                let ways = ways.map_or("countless".to_owned(), grouped);
                return Err(Usage(format!(
                    "there are {ways} ways to form {teams} of {} {several}; name fewer of them \
                     with --fighters",
                    fighters.len()
                )));
            }
        }
        let fair = 1.0 / sizes.len() as f64;
        if flags.margin >= fair {
            return Err(Usage(format!(
                "--margin must be below the fair share of {} teams, {:.1} %",
                sizes.len(),
                fair * 100.0
            )));
        }
        let usual = games_by_root_of_cost(AT_MOST, scenario);
        let default = playing.games.or(flags.at_most).is_none();
        Ok(TeamsPlan {
            sizes,
            fighters,
            per_team: scenario.seating.per_team,
            seed: playing.seed,
            budget: match playing.games {
                Some(games) => LineUpBudget::Each(games),
                None => LineUpBudget::UntilClear { most: flags.at_most.unwrap_or(usual) },
            },
            margin: flags.margin,
            level: playing.level,
            threads: playing.threads(),
            is_reduced: default && usual < AT_MOST,
        })
    }

    /// Returns the definition of a fair line-up: the fair share of each team, and the accepted
    /// distance from it.
    pub fn fair(&self) -> Fair {
        Fair { share: 1.0 / self.sizes.len() as f64, margin: self.margin }
    }

    /// Maximum number of games of all line-ups together.
    pub fn games(&self) -> u64 {
        self.budget.most() * self.every().len() as u64
    }

    /// Returns all ways to form the teams; each member is an index into `fighters`.
    pub(super) fn every(&self) -> Vec<Vec<Vec<usize>>> {
        let members: Vec<usize> = (0..self.fighters.len()).collect();
        line_ups::every(&members, &self.sizes)
    }

    /// Returns the index of the line-up that plays game number `game` of the command (see
    /// [`play`]), and the number of this game among the games of the line-up.
    pub fn number(&self, game: u64) -> (usize, u64) {
        let line_ups = self.every().len() as u64;
        ((game % line_ups) as usize, game / line_ups)
    }

    /// Returns the keys of the members of each team, for the line-up with index `number`.
    pub fn teams(&self, number: usize) -> Vec<Vec<String>> {
        let key = |&member: &usize| self.fighters[member].clone();
        let keys = |team: &Vec<usize>| team.iter().map(key).collect();
        self.every()[number].iter().map(keys).collect()
    }

    /// Returns the keys of the members of each team in game number `game` of the line-up with index
    /// `number`, in the order in which they sit.
    pub fn seated(&self, number: usize, game: u64) -> Vec<Vec<String>> {
        in_order(&self.teams(number), game)
    }

    /// Returns the number of games of the line-up that played most; `None` if the stored games do
    /// not belong to this plan.
    pub fn longest(&self, rounds: &Rounds) -> Option<u64> {
        let results = rounds.results(self).ok()?;
        results.line_ups.iter().map(LineUpResult::games).max()
    }
}

/// Returns the sizes of the teams, from the flags or the scenario.
fn sizes(flags: &PairingsFlags, scenario: &Scenario) -> Result<Vec<usize>, Usage> {
    let given: Vec<usize> = flags.team_size.iter().map(|&size| size.into()).collect();
    let teams = flags.teams.map(usize::from);
    let mut own = own_sizes(scenario);
    if own.is_empty() {
        own = vec![2, 2];
    }
    match (given.as_slice(), teams) {
        ([], None) => Ok(own),
        ([], Some(teams)) => Ok(vec![2; teams]),
        ([size], teams) => Ok(vec![*size; teams.unwrap_or(2)]),
        (several, Some(teams)) if several.len() != teams => Err(Usage(format!(
            "--team-size gives the sizes of {} teams, but --teams is {teams}",
            several.len()
        ))),
        (several, _) => Ok(several.to_vec()),
    }
}

/// Returns the sizes of the scenario's teams, also of teams that are drawn for each game. Empty if
/// everyone plays alone.
fn own_sizes(scenario: &Scenario) -> Vec<usize> {
    let simulation = scenario.open();
    let teams = simulation.cast().slots.iter().filter_map(|slot| slot.team);
    let size = |team: u8| teams.clone().filter(|of| *of == team).count();
    let count = teams.clone().max().unwrap_or(0);
    (1..=count).map(size).collect()
}

/// Results of the games of one line-up (one way to form teams).
#[derive(Debug, Clone, PartialEq)]
pub struct LineUpResult {
    /// Members of each team, as indices into [`TeamsPlan::fighters`].
    pub teams: Vec<Vec<usize>>,
    /// Games and wins of each team. The fairness test ignores games without a winner, because they
    /// favour no team.
    pub won: Vec<Won>,
    /// Number of interim analyses (looks) of this line-up; 0 if the number of games was fixed in
    /// advance.
    pub looks: u32,
    pub surprise: Surprise,
    pub verdict: Verdict,
}

impl LineUpResult {
    fn unplayed(teams: Vec<Vec<usize>>) -> LineUpResult {
        LineUpResult {
            won: vec![Won::default(); teams.len()],
            teams,
            looks: 0,
            surprise: Surprise::NONE,
            verdict: Verdict::Open,
        }
    }

    pub fn games(&self) -> u64 {
        self.won.first().map_or(0, Won::games)
    }

    /// Number of games that each team won.
    pub fn wins(&self) -> Vec<u64> {
        self.won.iter().map(Won::wins).collect()
    }

    /// Share of the variance of a win rate that more games would not reduce, 0 to 1.
    pub fn share_of_trainings(&self) -> f64 {
        self.won.first().map_or(0.0, Won::share_of_trainings)
    }

    /// Returns the wins of each team in the number of games of a single bot that would make its win
    /// rates as well known.
    fn effective(&self) -> Vec<u64> {
        let share = 1.0 - self.share_of_trainings();
        let effective = |won: &Won| (won.wins() as f64 * share).round() as u64;
        self.won.iter().map(effective).collect()
    }

    /// Number of games with a winner.
    pub fn decided(&self) -> u64 {
        self.won.iter().map(Won::wins).sum()
    }
}

/// Results of all line-ups, in the order of [`crate::stats::line_ups::every`].
#[derive(Debug, Clone)]
pub struct TeamsResults {
    pub line_ups: Vec<LineUpResult>,
}

impl TeamsResults {
    /// Converts the results to the form that the models of [`crate::stats::synergy`] need.
    pub fn fought(&self) -> Vec<Fought> {
        let fought = |line_up: &LineUpResult| Fought {
            teams: line_up.teams.clone(),
            wins: line_up.effective(),
        };
        self.line_ups.iter().map(fought).collect()
    }

    pub fn games(&self) -> u64 {
        self.line_ups.iter().map(LineUpResult::games).sum()
    }
}

/// Builds the report of `gong pairings` (tables and page) from the games that were played.
///
/// # Errors
/// Fails if the games do not belong to this plan.
pub(super) fn answer(
    plan: &TeamsPlan,
    rounds: &Rounds,
    check: Option<&LineUpCheck>,
    fielded: &Fielded,
    manifest: &Manifest,
) -> Result<Answer> {
    let results = rounds.results(plan)?;
    let rows = TeamRows::new(plan, &results, fielded);
    let mut facts = TeamFacts::new(plan, &results, &rows, manifest);
    let mut teams = None;
    if let Some(check) = check {
        let checked = reference::compared(plan, check, &results.line_ups)?;
        let all = checked.iter().flat_map(|(_, of)| &of.teams).cloned();
        teams = Some(CheckedTeam::table(all.collect()));
        facts.add(check, checked);
    }
    let mut tables = rows.tables();
    tables.0.extend(teams);
    Ok(Answer::new(facts.page(manifest)?, tables))
}

/// Returns the numbers, from 0, of the line-ups that the reference player plays after these games.
///
/// # Errors
/// Fails if the games do not belong to this plan.
pub(super) fn checked(plan: &TeamsPlan, rounds: &Rounds, fielded: &Fielded) -> Result<Vec<usize>> {
    let rows = TeamRows::new(plan, &rounds.results(plan)?, fielded);
    Ok(reference::checked(&rows.line_ups))
}

/// Returns all tables of the report, without rows, for documentation.
pub(super) fn tables() -> Vec<Table> {
    vec![
        LineUpRow::table(vec![]),
        TeamRow::table(vec![]),
        StrengthRow::table(vec![]),
        Partners::table(vec![]),
    ]
}
