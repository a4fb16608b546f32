//! Results of `gong pairings` for rival teams, prepared for the report's page, charts and
//! sentences.

use serde::Serialize;

use super::reference::CheckedFairness;
use super::tables::{Fairness, LineUpRow, Partners, StrengthRow, TeamRow, TeamRows};
use super::{LineUpResult, TeamsPlan, TeamsResults};
use crate::questions::facts::Agreement;
use crate::questions::pairings::pairs::{FighterPairs, Pair};
use crate::questions::pairings::reference::LineUpCheck;
use crate::report::Manifest;
use crate::report::people::People;
use crate::report::shared::{Wins, descending};
use crate::stats::order::Order;

pub struct TeamFacts {
    pub level: f64,
    /// Fair share of a team: its win rate if all teams were equally strong.
    pub fair: f64,
    /// Maximum distance of a team's win rate from its fair share in a line-up that counts as fair,
    /// 0 to 1.
    pub margin: f64,
    /// Number of members of each team.
    pub sizes: Vec<usize>,
    /// The line-ups that were played, the fairest first.
    pub line_ups: Vec<LineUpFacts>,
    pub people: People,
    /// For each fighter in `pairs`, how strong the fighter makes its team.
    pub strengths: Vec<StrengthRow>,
    /// The order of the fighters by strength, as far as it is significant; `None` if the strengths
    /// are unknown.
    pub order: Option<Order>,
    pub pairs: FighterPairs,
    /// The reference player; `None` if only the command's own bots play.
    pub reference: Option<CheckNote>,
}

/// The reference player of the report.
#[derive(Serialize)]
pub struct CheckNote {
    /// Name of the bot that is the reference player.
    pub strategy: String,
    /// Number of games that the reference player played with each line-up.
    pub games: u64,
}

pub struct LineUpFacts {
    pub row: LineUpRow,
    /// The teams of the line-up, the team with the highest win rate first.
    pub teams: Vec<Team>,
    /// Share of the variance of a win rate that more games would not reduce, 0 to 1.
    pub of_trainings: f64,
    /// The results of the reference player; `None` if the reference player did not play the
    /// line-up.
    pub reference: Option<CheckedFairness>,
}

pub struct Team {
    /// Number of the team in the line-up, from 1.
    pub number: u8,
    /// The members of the team, as indices into the fighters of [`TeamFacts::pairs`].
    pub members: Vec<usize>,
    /// Numbers of games that the team played and won, with its win rate.
    pub wins: Wins,
    /// The team's win rate as predicted from the strengths of its members; `None` if the strengths
    /// are unknown.
    pub expected: Option<f64>,
}

impl TeamFacts {
    pub fn new(
        plan: &TeamsPlan,
        results: &TeamsResults,
        rows: &TeamRows,
        manifest: &Manifest,
    ) -> TeamFacts {
        let people = People::of(manifest);
        let teams = rows.teams.chunks(plan.sizes.len());
        let line_up = |((of, row), teams): ((&LineUpResult, &LineUpRow), &[TeamRow])| {
            let team = |(members, row): (&Vec<usize>, &TeamRow)| Team {
                number: row.team,
                members: members.clone(),
                wins: row.wins.clone(),
                expected: row.expected,
            };
            LineUpFacts {
                row: row.clone(),
                of_trainings: of.share_of_trainings(),
                reference: None,
                teams: descending(of.teams.iter().zip(teams).map(team), |team| team.wins.rate()),
            }
        };
        let line_ups = results.line_ups.iter().zip(&rows.line_ups).zip(teams);
        let played = line_ups.filter(|((of, _), _)| of.games() > 0);
        let fighters = rows.strengths.iter().map(|row| people.get(&row.entrant));
        let pair = |row: &Partners| Pair {
            win_rate: row.together.win_rate,
            synergy: row.gain,
            margin_of_error: half_width_of_gain(row.synergy, row.gain, row.ci_low, row.ci_high),
            verdict: row.verdict,
        };
        TeamFacts {
            level: plan.level,
            fair: plan.fair().share,
            margin: plan.margin,
            sizes: plan.sizes.clone(),
            line_ups: descending(played.map(line_up), |line_up| -line_up.off()),
            strengths: rows.strengths.clone(),
            order: rows.order.clone(),
            pairs: FighterPairs::new(fighters.collect(), rows.partners.iter().map(pair)),
            people,
            reference: None,
        }
    }

    /// Adds the results of the reference player. Each line-up that it played has its number.
    pub fn add(&mut self, check: &LineUpCheck, checked: Vec<(usize, CheckedFairness)>) {
        self.reference = Some(CheckNote { strategy: check.strategy.clone(), games: check.games() });
        for (number, of) in checked {
            let same = |line_up: &&mut LineUpFacts| line_up.row.line_up == number as u64 + 1;
            if let Some(line_up) = self.line_ups.iter_mut().find(same) {
                line_up.reference = Some(of);
            }
        }
    }

    /// Returns the names of a line-up's teams, with `between` as separator. The team with the
    /// highest win rate comes first.
    pub fn names(&self, line_up: &LineUpFacts, between: &str) -> String {
        let names = line_up.teams.iter().map(|team| self.pairs.names(&team.members));
        names.collect::<Vec<_>>().join(between)
    }

    /// Formats the margin (accepted distance from the fair share) in percentage points, as in "2".
    pub fn margin(&self) -> String {
        let points = format!("{:.2}", self.margin * 100.0);
        let points = points.trim_end_matches('0').trim_end_matches('.');
        points.to_owned()
    }
}

impl LineUpFacts {
    /// Largest distance of a team's win rate from its fair share in the line-up; 0 if no game had a
    /// winner.
    pub fn off(&self) -> f64 {
        self.row.off.unwrap_or(0.0)
    }

    /// Returns the largest margin of error of the teams' win rates in the line-up.
    pub fn margin_of_error(&self) -> f64 {
        let teams = self.teams.iter();
        teams.map(|team| team.wins.margin_of_error()).fold(0.0, f64::max)
    }

    /// Returns whether a scenario file in the same folder already uses this line-up.
    pub fn is_ready_made(&self) -> bool {
        self.row.scenario.is_some()
    }

    /// Returns the results of the reference player if they lead.
    pub fn leading_reference(&self) -> Option<&CheckedFairness> {
        let leads =
            |of: &&CheckedFairness| (of.confirmation).is_some_and(Agreement::reference_leads);
        self.reference.as_ref().filter(leads)
    }

    /// Returns the verdict of the player whose answer leads.
    pub fn verdict(&self) -> Fairness {
        let theirs = self.leading_reference();
        theirs.map_or(self.row.verdict, |of| of.verdict)
    }

    pub fn is_fair(&self) -> bool {
        self.row.verdict == Fairness::Fair
    }
}

/// Half-width of the confidence interval of a fighter's strength or a pair's synergy, converted
/// from logits to a difference of win rates.
pub fn half_width_of_gain(
    value: Option<f64>,
    gain: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
) -> Option<f64> {
    let scale = value.filter(|value| *value != 0.0).zip(gain);
    let scale = scale.map_or(0.25, |(value, gain)| gain / value);
    Some((high? - low?) / 2.0 * scale)
}
