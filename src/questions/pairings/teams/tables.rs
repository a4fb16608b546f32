//! The report's tables for rival teams: every line-up with its teams, every fighter, and every pair
//! of fighters.

use super::{LineUpResult, TeamsPlan, TeamsResults};
use crate::questions::pairings::fielded::Fielded;
use crate::questions::pairings::pairs::{PairVerdict, pairs};
use crate::report::Tables;
use crate::report::shared::{Wins, share};
use crate::report::table::{Row, Unit, named, row};
use crate::stats::fairness::Verdict;
use crate::stats::intervals::{self, holm};
use crate::stats::members::Won;
use crate::stats::order::Order;
use crate::stats::sequential;
use crate::stats::synergy::{self, StrengthPart, Strengths};

pub const LOGITS: Unit = Unit::Signed(3, "logits");

named! {
    /// Verdict on the fairness of a line-up, with corrections for the number of line-ups and of
    /// interim analyses (looks).
    pub enum Fairness {
        /// Every team's win rate is significantly within the accepted distance of its fair share.
        Fair = "fair",
        /// At least one team's win rate is significantly outside the accepted distance of its fair
        /// share.
        Unfair = "unfair",
        /// The line-up is neither significantly fair nor significantly unfair.
        Open = "open",
    }
}

impl Fairness {
    /// All verdicts on fairness, in the order in which a headline names them.
    pub const ALL: [Fairness; 3] = [Fairness::Fair, Fairness::Unfair, Fairness::Open];

    /// Returns the words that the report's page uses for this verdict on fairness.
    pub fn label(self) -> &'static str {
        match self {
            Fairness::Fair => "fair",
            Fairness::Unfair => "not fair",
            Fairness::Open => "too close to call",
        }
    }
}

impl From<Verdict> for Fairness {
    fn from(verdict: Verdict) -> Fairness {
        match verdict {
            Verdict::Fair => Fairness::Fair,
            Verdict::Unfair => Fairness::Unfair,
            Verdict::Open => Fairness::Open,
        }
    }
}

row! {
    /// One row per line-up (a way to form teams).
    pub struct LineUpRow in "line_ups" {
        /// Number of the line-up, from 1.
        line_up: u64 [Unit::Ordinal],
        /// The teams of the line-up, as `agaric+baobab : cactus+sorgho`.
        teams: String [Unit::Word],
        /// Number of games that the line-up played.
        games: u64 [Unit::Count],
        /// Number of interim analyses (looks) of the line-up; 0 if its number of games was fixed.
        looks: u8 [Unit::Count],
        /// Largest distance of a team’s win rate from its fair share, among the games with a
        /// winner; null if no game had a winner.
        off: Option<f64> [Unit::Distance(1)],
        /// Maximum distance of a team’s win rate from its fair share in a line-up that counts as
        /// fair.
        margin: f64 [Unit::Share(1)],
        /// `fair`, `unfair` or `open` (not significant), with corrections for the number of
        /// line-ups and of interim analyses.
        verdict: Fairness [Unit::Word],
        /// Probability of a result at least as extreme if every team’s win rate were within the
        /// accepted distance of its fair share.
        p_if_fair: f64 [Unit::Share(1)],
        /// Probability of a result at least as extreme if a team’s win rate were outside the
        /// accepted distance of its fair share.
        p_if_unfair: f64 [Unit::Share(1)],
        /// Scenario files that field the line-up; null if none does.
        scenario: Option<String> [Unit::Word],
    }
}

row! {
    /// One row per team of each line-up, with the team’s win rate.
    pub struct TeamRow in "teams" {
        /// Number of the line-up to which the team belongs, from 1.
        line_up: u64 [Unit::Ordinal],
        /// Number of the team in the line-up, from 1.
        team: u8 [Unit::Ordinal],
        /// Keys of the team’s members, as `agaric+baobab`.
        fighters: String [Unit::Word],
        /// How often the team wins its games.
        wins: Wins,
        /// The team’s win rate if all teams were equally strong.
        fair_share: f64 [Unit::Share(1)],
        /// Win rate predicted from the strengths of the members alone; null if the line-ups do not
        /// determine the strengths.
        expected: Option<f64> [Unit::Share(1)],
    }
}

row! {
    /// Results of the line-ups in which one or two fighters are in the same team.
    pub struct TogetherRow in "" {
        /// Number of line-ups in which the fighter, or both fighters of a pair, are in one team.
        line_ups: u64 [Unit::Count],
        /// Number of games of the line-ups in which the fighters are in one team.
        games: u64 [Unit::Count],
        /// Number of games that the fighters’ team won.
        wins: u64 [Unit::Count],
        /// Mean win rate of the fighters’ team over all line-ups with such a team; null if there
        /// are none.
        win_rate: Option<f64> [Unit::Share(1)],
    }
}

row! {
    /// One row per fighter, with its strength in its teams.
    pub struct StrengthRow in "strengths" {
        /// Key (identifier) of the fighter.
        entrant: String [Unit::Word],
        /// Results of the line-ups in which the fighter plays.
        together: TogetherRow,
        /// The fighter’s part of its team’s strength; the strengths of all fighters sum to 0. Null
        /// if the line-ups do not determine the strength.
        strength: Option<f64> [LOGITS],
        /// Lower end of the confidence interval of the fighter’s strength.
        ci_low: Option<f64> [LOGITS],
        /// Upper end of the confidence interval of the fighter’s strength.
        ci_high: Option<f64> [LOGITS],
        /// What the fighter adds to the win rate of a team that would otherwise win its fair share.
        gain: Option<f64> [Unit::Points(1)],
    }
}

row! {
    /// One row per pair of fighters that play in one team: the results of all teams with this pair.
    /// There are no rows if teams have one member.
    pub struct Partners in "partners" {
        /// Key (identifier) of the first fighter of the pair.
        entrant: String [Unit::Word],
        /// Key (identifier) of the second fighter of the pair.
        partner: String [Unit::Word],
        /// Results of the line-ups with both fighters in one team.
        together: TogetherRow,
        /// What the two fighters add to their team’s strength beyond their own strengths; the
        /// synergies of each fighter sum to 0. Null if the line-ups do not determine the synergy.
        synergy: Option<f64> [LOGITS],
        /// Lower end of the confidence interval of the two fighters’ synergy.
        ci_low: Option<f64> [LOGITS],
        /// Upper end of the confidence interval of the two fighters’ synergy.
        ci_high: Option<f64> [LOGITS],
        /// What the two fighters’ synergy adds to the win rate of a team that would otherwise win
        /// its fair share.
        gain: Option<f64> [Unit::Points(1)],
        /// `stronger` or `weaker` together than their strengths predict, with Holm’s correction for
        /// the number of pairs, or `noise` (not significant); null without a synergy.
        verdict: Option<PairVerdict> [Unit::Word],
    }
}

/// The rows of all tables about rival teams.
pub struct TeamRows {
    pub line_ups: Vec<LineUpRow>,
    pub teams: Vec<TeamRow>,
    pub strengths: Vec<StrengthRow>,
    pub partners: Vec<Partners>,
    /// The order of the fighters by strength, as far as it is significant; `None` if the line-ups
    /// do not determine the strengths.
    pub order: Option<Order>,
}

impl TeamRows {
    /// Builds the rows of all tables. Rows of line-ups name the scenarios that use the line-up.
    pub fn new(plan: &TeamsPlan, results: &TeamsResults, fielded: &Fielded) -> TeamRows {
        let strengths = synergy::strengths(plan.fighters.len(), &results.fought());
        let source = Source { plan, results };
        TeamRows {
            line_ups: source.line_ups(fielded),
            teams: source.teams(strengths.as_ref()),
            strengths: source.strengths(strengths.as_ref()),
            partners: source.partners(),
            order: strengths.map(|strengths| strengths.order(1.0 - plan.level)),
        }
    }

    /// Returns the report's tables, in the order in which the hash of the results includes them.
    pub fn tables(self) -> Tables {
        Tables(vec![
            LineUpRow::table(self.line_ups),
            TeamRow::table(self.teams),
            StrengthRow::table(self.strengths),
            Partners::table(self.partners),
        ])
    }
}

/// The settings and the results from which the rows of the report's tables are made.
struct Source<'a> {
    plan: &'a TeamsPlan,
    results: &'a TeamsResults,
}

impl Source<'_> {
    /// Formats the members of a team, as in `agaric+baobab`.
    fn names(&self, team: &[usize]) -> String {
        let keys = team.iter().map(|&m| self.plan.fighters[m].as_str());
        keys.collect::<Vec<_>>().join("+")
    }

    /// Returns the confidence level of a line-up's intervals, corrected for its interim analyses.
    fn level(&self, line_up: &LineUpResult) -> f64 {
        match line_up.looks {
            0 => self.plan.level,
            looks => sequential::level_at(looks, self.plan.level),
        }
    }

    fn line_ups(&self, fielded: &Fielded) -> Vec<LineUpRow> {
        let fair = self.plan.fair();
        let row = |(number, of): (u64, &LineUpResult)| {
            let teams: Vec<String> = of.teams.iter().map(|team| self.names(team)).collect();
            let off = |won: &Won| Some((share(won.wins(), of.decided())? - fair.share).abs());
            LineUpRow {
                line_up: number,
                teams: teams.join(" : "),
                games: of.games(),
                looks: of.looks as u8,
                off: of.won.iter().filter_map(off).reduce(f64::max),
                margin: fair.margin,
                verdict: of.verdict.into(),
                p_if_fair: of.surprise.if_fair,
                p_if_unfair: of.surprise.if_unfair,
                scenario: fielded.by(&of.teams),
            }
        };
        let numbered = (1..).zip(&self.results.line_ups);
        numbered.map(row).collect()
    }

    fn teams(&self, strengths: Option<&Strengths>) -> Vec<TeamRow> {
        let mut rows = vec![];
        for (i, of) in self.results.line_ups.iter().enumerate() {
            for (t, members) in of.teams.iter().enumerate() {
                let (won, level) = (&of.won[t], self.level(of));
                rows.push(TeamRow {
                    line_up: i as u64 + 1,
                    team: t as u8 + 1,
                    fighters: self.names(members),
                    wins: Wins::of(won, level),
                    fair_share: self.plan.fair().share,
                    expected: strengths.map(|strengths| strengths.expected[i][t]),
                });
            }
        }
        rows
    }

    fn together(&self, members: &[usize]) -> TogetherRow {
        let (mut line_ups, mut games, mut wins, mut rates) = (0, 0, 0, 0.0);
        for line_up in self.results.line_ups.iter().filter(|of| of.games() > 0) {
            for (team, won) in line_up.teams.iter().zip(&line_up.won) {
                if members.iter().all(|member| team.contains(member)) {
                    line_ups += 1;
                    games += line_up.games();
                    wins += won.wins();
                    rates += won.rate();
                }
            }
        }
        TogetherRow {
            line_ups,
            games,
            wins,
            win_rate: (line_ups > 0).then(|| rates / line_ups as f64),
        }
    }

    /// Returns the two ends of the confidence interval of an effect, in logits. The third number is
    /// the gain in win rate of a team that would otherwise win its fair share.
    fn effect(&self, effect: Option<StrengthPart>) -> [Option<f64>; 3] {
        let reach = |of: StrengthPart| intervals::z(self.plan.level) * of.error;
        let fair = self.plan.fair().share;
        [
            effect.map(|of| of.value - reach(of)),
            effect.map(|of| of.value + reach(of)),
            effect.map(|of| synergy::gain(of.value, fair)),
        ]
    }

    fn strengths(&self, strengths: Option<&Strengths>) -> Vec<StrengthRow> {
        let row = |(member, key): (usize, &String)| {
            let effect = strengths.map(|strengths| strengths.of[member]);
            let [ci_low, ci_high, gain] = self.effect(effect);
            StrengthRow {
                entrant: key.clone(),
                together: self.together(&[member]),
                strength: effect.map(|of| of.value),
                ci_low,
                ci_high,
                gain,
            }
        };
        self.plan.fighters.iter().enumerate().map(row).collect()
    }

    fn partners(&self) -> Vec<Partners> {
        let fighters = &self.plan.fighters;
        let several = self.plan.sizes.iter().any(|size| *size > 1);
        let members = if several { fighters.len() } else { 0 };
        let synergies = synergy::synergies(fighters.len(), &self.results.fought());
        let effects = synergies.iter().flatten().map(|synergy| synergy.effect);
        let p: Vec<f64> = effects.map(|of| intervals::p_of_z(of.value / of.error)).collect();
        let sure = holm(&p, 1.0 - self.plan.level);
        let row = |(i, (a, b)): (usize, (usize, usize))| {
            let effect = synergies.as_ref().map(|synergies| synergies[i].effect);
            let [ci_low, ci_high, gain] = self.effect(effect);
            Partners {
                entrant: fighters[a].clone(),
                partner: fighters[b].clone(),
                together: self.together(&[a, b]),
                synergy: effect.map(|of| of.value),
                ci_low,
                ci_high,
                gain,
                verdict: effect.map(|effect| PairVerdict::of(sure[i], effect.value > 0.0)),
            }
        };
        pairs(members).enumerate().map(row).collect()
    }
}
