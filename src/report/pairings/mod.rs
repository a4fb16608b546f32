//! What `gong pairings` leaves behind: every line-up with its teams, and what makes a team strong: each fighter by itself, and each two together.

mod charts;
mod page;
mod verdict;

use anyhow::Result;

use super::page::Page;
use super::shared::{Wins, share};
use super::table::{Row, Unit, row};
use super::{Manifest, Tables};
use crate::analysis::pairings::{Found, LineUp, Question};
use crate::stats::fairness::Verdict;
use crate::stats::intervals::{self, holm};
use crate::stats::sequential;
use crate::stats::synergy::{self, Effect, Strengths};

pub use charts::NAMES as CHARTS;

const LOGITS: Unit = Unit::Signed(3, "logits");

row! {
    /// One row per line-up.
    pub struct LineUpRow in "line_ups" {
        /// Its number, from 1.
        line_up: u64 [Unit::Ordinal],
        /// Its teams, as `agaric+baobab : cactus+sorgho`.
        teams: String [Unit::Word],
        /// Games played.
        games: u64 [Unit::Count],
        /// Looks taken at it to decide whether to go on; 0 if its number of games was fixed before.
        looks: u8 [Unit::Count],
        /// How far its farthest team is off the fair share of the games that somebody won; null without any.
        off: Option<f64> [Unit::Points(1)],
        /// What that is held against.
        margin: f64 [Unit::Share(1)],
        /// `fair`, `unfair` or `open`, allowing for the number of line-ups and of looks.
        verdict: String [Unit::Word],
        /// The probability of a result as extreme, if every team were within the margin.
        p_if_fair: f64 [Unit::Share(1)],
        /// The same if one were beyond it.
        p_if_unfair: f64 [Unit::Share(1)],
        /// The scenario files that field it; null if none does.
        scenario: Option<String> [Unit::Word],
    }
}

row! {
    /// One row per line-up and team.
    pub struct TeamRow in "teams" {
        /// The number of the line-up.
        line_up: u64 [Unit::Ordinal],
        /// The number of the team in it, from 1.
        team: u8 [Unit::Ordinal],
        /// The keys of its members, as `agaric+baobab`.
        fighters: String [Unit::Word],
        /// How often the team wins.
        wins: Wins,
        /// What it would win if all teams were alike.
        fair_share: f64 [Unit::Share(1)],
        /// The win rate if the strengths of its members were all; null if the line-ups do not tell them.
        expected: Option<f64> [Unit::Share(1)],
    }
}

row! {
    /// The line-ups in which all of some fighters are in one team.
    pub struct Together in "" {
        /// Line-ups with them in one team.
        line_ups: u64 [Unit::Count],
        /// Games of these.
        games: u64 [Unit::Count],
        /// Of these, games that their team won.
        wins: u64 [Unit::Count],
        /// The mean of their team’s win rates, over these line-ups; null without any.
        win_rate: Option<f64> [Unit::Share(1)],
    }
}

row! {
    /// One row per fighter.
    pub struct Strength in "strengths" {
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// Its line-ups.
        together: Together,
        /// Its part of its team’s strength, all fighters’ summing to 0; null if the line-ups do not tell it.
        strength: Option<f64> [LOGITS],
        /// The lower end of the strength’s interval.
        ci_low: Option<f64> [LOGITS],
        /// The upper end of the strength’s interval.
        ci_high: Option<f64> [LOGITS],
        /// What it adds to the share of a team that would win just its fair share.
        gain: Option<f64> [Unit::Points(1)],
    }
}

row! {
    /// One row per two fighters, if teams have two members or more.
    pub struct Partners in "partners" {
        /// The first one’s key.
        entrant: String [Unit::Word],
        /// The other’s.
        partner: String [Unit::Word],
        /// The line-ups with both in one team.
        together: Together,
        /// What the two add to their team’s strength beyond their own strengths, each fighter’s summing to 0; null if the line-ups do not tell it.
        synergy: Option<f64> [LOGITS],
        /// The lower end of the synergy’s interval.
        ci_low: Option<f64> [LOGITS],
        /// The upper end of the synergy’s interval.
        ci_high: Option<f64> [LOGITS],
        /// What that adds to the share of a team that would win just its fair share.
        gain: Option<f64> [Unit::Points(1)],
        /// `stronger` or `weaker` together than their strengths, allowing for the number of pairs (Holm), or `noise`; null without a synergy.
        verdict: Option<String> [Unit::Word],
    }
}

/// The names of the tables, in the order in which their results are hashed.
pub const NAMES: [&str; 4] = [
    LineUpRow::NAME,
    TeamRow::NAME,
    Strength::NAME,
    Partners::NAME,
];

/// The page.
///
/// # Errors
/// If the tables are not those of pairings.
pub fn page(tables: &Tables, manifest: &Manifest) -> Result<Page> {
    Ok(page::Facts::new(tables, manifest)?.page(manifest))
}

/// Every table. `scenarios`: by line-up, the scenarios that field it.
pub fn tables(question: &Question, found: &Found, scenarios: &[Option<String>]) -> Tables {
    let strengths = synergy::strengths(question.fighters.len(), &found.fought());
    let source = Source { question, found };
    Tables(vec![
        LineUpRow::table(source.line_ups(scenarios)),
        TeamRow::table(source.teams(strengths.as_ref())),
        Strength::table(source.strengths(strengths.as_ref())),
        Partners::table(source.partners()),
    ])
}

struct Source<'a> {
    question: &'a Question,
    found: &'a Found,
}

impl Source<'_> {
    /// Members of a team, as `agaric+baobab`.
    fn names(&self, team: &[usize]) -> String {
        let keys = team.iter().map(|&m| self.question.fighters[m].as_str());
        keys.collect::<Vec<_>>().join("+")
    }

    /// The level of the intervals of a line-up, valid although one looked before.
    fn level(&self, line_up: &LineUp) -> f64 {
        match line_up.looks {
            0 => self.question.level,
            looks => sequential::level_at(looks, self.question.level),
        }
    }

    fn line_ups(&self, scenarios: &[Option<String>]) -> Vec<LineUpRow> {
        let fair = self.question.fair();
        let row = |((number, of), fields): ((u64, &LineUp), &Option<String>)| {
            let teams: Vec<String> = of.teams.iter().map(|team| self.names(team)).collect();
            let off = |&wins: &u64| Some((share(wins, of.decided())? - fair.share).abs());
            LineUpRow {
                line_up: number,
                teams: teams.join(" : "),
                games: of.games(),
                looks: of.looks as u8,
                off: of.wins.iter().filter_map(off).reduce(f64::max),
                margin: fair.margin,
                verdict: match of.verdict {
                    Verdict::Fair => "fair",
                    Verdict::Unfair => "unfair",
                    Verdict::Open => "open",
                }
                .to_owned(),
                p_if_fair: of.surprise.if_fair,
                p_if_unfair: of.surprise.if_unfair,
                scenario: fields.clone(),
            }
        };
        let numbered = (1..).zip(&self.found.line_ups);
        numbered.zip(scenarios).map(row).collect()
    }

    fn teams(&self, strengths: Option<&Strengths>) -> Vec<TeamRow> {
        let mut rows = vec![];
        for (i, of) in self.found.line_ups.iter().enumerate() {
            for (t, members) in of.teams.iter().enumerate() {
                rows.push(TeamRow {
                    line_up: i as u64 + 1,
                    team: t as u8 + 1,
                    fighters: self.names(members),
                    wins: Wins::new(of.games(), of.wins[t], self.level(of)),
                    fair_share: self.question.fair().share,
                    expected: strengths.map(|strengths| strengths.expected[i][t]),
                });
            }
        }
        rows
    }

    fn together(&self, members: &[usize]) -> Together {
        let (mut line_ups, mut games, mut wins, mut rates) = (0, 0, 0, 0.0);
        for line_up in self.found.line_ups.iter().filter(|of| of.games() > 0) {
            for (team, &won) in line_up.teams.iter().zip(&line_up.wins) {
                if members.iter().all(|member| team.contains(member)) {
                    line_ups += 1;
                    games += line_up.games();
                    wins += won;
                    rates += won as f64 / line_up.games() as f64;
                }
            }
        }
        Together {
            line_ups,
            games,
            wins,
            win_rate: (line_ups > 0).then(|| rates / line_ups as f64),
        }
    }

    /// The ends of an effect's interval, and what it adds to the share of a team that would win just its fair share.
    fn effect(&self, effect: Option<Effect>) -> [Option<f64>; 3] {
        let reach = |of: Effect| intervals::z(self.question.level) * of.error;
        let fair = self.question.fair().share;
        [
            effect.map(|of| of.value - reach(of)),
            effect.map(|of| of.value + reach(of)),
            effect.map(|of| synergy::gain(of.value, fair)),
        ]
    }

    fn strengths(&self, strengths: Option<&Strengths>) -> Vec<Strength> {
        let row = |(member, key): (usize, &String)| {
            let effect = strengths.map(|strengths| strengths.of[member]);
            let [ci_low, ci_high, gain] = self.effect(effect);
            Strength {
                entrant: key.clone(),
                together: self.together(&[member]),
                strength: effect.map(|of| of.value),
                ci_low,
                ci_high,
                gain,
            }
        };
        self.question.fighters.iter().enumerate().map(row).collect()
    }

    fn partners(&self) -> Vec<Partners> {
        let fighters = &self.question.fighters;
        let several = self.question.sizes.iter().any(|size| *size > 1);
        let members = if several { fighters.len() } else { 0 };
        let pairs = (0..members).flat_map(|a| (a + 1..members).map(move |b| (a, b)));
        let synergies = synergy::synergies(fighters.len(), &self.found.fought());
        let effects = synergies.iter().flatten().map(|synergy| synergy.effect);
        let p: Vec<f64> = effects
            .map(|of| intervals::p_of_z(of.value / of.error))
            .collect();
        let sure = holm(&p, 1.0 - self.question.level);
        let row = |(i, (a, b)): (usize, (usize, usize))| {
            let effect = synergies.as_ref().map(|synergies| synergies[i].effect);
            let [ci_low, ci_high, gain] = self.effect(effect);
            let verdict = effect.map(|effect| match (sure[i], effect.value > 0.0) {
                (false, _) => "noise",
                (true, true) => "stronger",
                (true, false) => "weaker",
            });
            Partners {
                entrant: fighters[a].clone(),
                partner: fighters[b].clone(),
                together: self.together(&[a, b]),
                synergy: effect.map(|of| of.value),
                ci_low,
                ci_high,
                gain,
                verdict: verdict.map(str::to_owned),
            }
        };
        pairs.enumerate().map(row).collect()
    }
}
