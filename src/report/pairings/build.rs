//! What was found becomes data frames: one function per table, each saying what its rows and columns mean.

use anyhow::Result;
use polars::prelude::{Column, DataFrame};

use crate::analysis::pairings::{Found, LineUp, Question};
use crate::report::columns::frame;
use crate::stats::fairness::Verdict;
use crate::stats::intervals::{self, Interval, holm};
use crate::stats::sequential;
use crate::stats::synergy::{self, Effect, Strengths};

/// What the tables are made from.
pub struct Source<'a> {
    pub question: &'a Question,
    pub found: &'a Found,
    /// By line-up: the scenarios that field it, if any do.
    pub scenarios: &'a [Option<String>],
    pub strengths: Option<Strengths>,
}

/// Members of a team, as `agaric+baobab`.
fn names(question: &Question, team: &[usize]) -> String {
    let keys: Vec<&str> = team
        .iter()
        .map(|&m| question.fighters[m].as_str())
        .collect();
    keys.join("+")
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The interval of a team's win rate, valid although one looked before.
fn interval(question: &Question, line_up: &LineUp, wins: u64) -> Interval {
    let level = match line_up.looks {
        0 => question.level,
        looks => sequential::level_at(looks, question.level),
    };
    intervals::wilson(wins, line_up.games(), level)
}

pub fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fair => "fair",
        Verdict::Unfair => "unfair",
        Verdict::Open => "open",
    }
}

/// One row per line-up. `teams`: its teams, as `agaric+baobab : cactus+sorgho`. `looks`: looks taken at it to decide whether to go on; 0 if its number
/// of games was fixed before. `off`: how far its farthest team is off the fair share of the games that somebody won (null without any), to be held against `margin`.
/// `verdict`: fair, unfair or open, allowing for the number of line-ups and of looks. `p_if_fair`, `p_if_unfair`: the probabilities of a
/// result as extreme, if every team were within the margin, or if one were beyond it. `scenario`: the scenario files that field it; null if none does.
pub fn line_ups(source: &Source) -> Result<DataFrame> {
    let (mut line_up, mut teams, mut games, mut looks) = (vec![], vec![], vec![], vec![]);
    let (mut off, mut margin, mut verdict) = (vec![], vec![], vec![]);
    let (mut p_if_fair, mut p_if_unfair, mut scenario) = (vec![], vec![], vec![]);
    let fair = source.question.fair();
    for ((number, of), fields) in (1u64..).zip(&source.found.line_ups).zip(source.scenarios) {
        let named: Vec<String> = of
            .teams
            .iter()
            .map(|team| names(source.question, team))
            .collect();
        let distance =
            |&wins: &u64| share(wins, of.decided()).map(|rate| (rate - fair.share).abs());
        line_up.push(number);
        teams.push(named.join(" : "));
        games.push(of.games());
        looks.push(of.looks as u8);
        off.push(of.wins.iter().filter_map(distance).reduce(f64::max));
        margin.push(fair.margin);
        verdict.push(verdict_name(of.verdict));
        p_if_fair.push(of.surprise.if_fair);
        p_if_unfair.push(of.surprise.if_unfair);
        scenario.push(fields.clone());
    }
    frame!(
        line_up,
        teams,
        games,
        looks,
        off,
        margin,
        verdict,
        p_if_fair,
        p_if_unfair,
        scenario
    )
}

/// One row per line-up and team. `expected`: the win rate if the strengths of its members were all (see [`synergy`]); null if the line-ups do not tell
/// them.
pub fn teams(source: &Source) -> Result<DataFrame> {
    let (mut line_up, mut team, mut fighters) = (vec![], vec![], vec![]);
    let (mut games, mut wins, mut win_rate) = (vec![], vec![], vec![]);
    let (mut ci_low, mut ci_high, mut fair_share, mut expected) = (vec![], vec![], vec![], vec![]);
    for (i, of) in source.found.line_ups.iter().enumerate() {
        for (t, members) in of.teams.iter().enumerate() {
            let interval = interval(source.question, of, of.wins[t]);
            line_up.push(i as u64 + 1);
            team.push(t as u8 + 1);
            fighters.push(names(source.question, members));
            games.push(of.games());
            wins.push(of.wins[t]);
            win_rate.push(share(of.wins[t], of.games()));
            ci_low.push(interval.low);
            ci_high.push(interval.high);
            fair_share.push(source.question.fair().share);
            expected.push(source.strengths.as_ref().map(|s| s.expected[i][t]));
        }
    }
    frame!(
        line_up, team, fighters, games, wins, win_rate, ci_low, ci_high, fair_share, expected
    )
}

/// The games of those line-ups in which all of `members` are in one team: (line-ups, games, wins, mean of the win rates).
fn together(found: &Found, members: &[usize]) -> (u64, u64, u64, Option<f64>) {
    let (mut line_ups, mut games, mut wins, mut rates) = (0, 0, 0, 0.0);
    for line_up in found.line_ups.iter().filter(|line_up| line_up.games() > 0) {
        for (team, &won) in line_up.teams.iter().zip(&line_up.wins) {
            if members.iter().all(|member| team.contains(member)) {
                line_ups += 1;
                games += line_up.games();
                wins += won;
                rates += won as f64 / line_up.games() as f64;
            }
        }
    }
    let mean = (line_ups > 0).then(|| rates / line_ups as f64);
    (line_ups, games, wins, mean)
}

/// An effect with its interval, as columns.
#[derive(Default)]
struct Effects {
    value: Vec<Option<f64>>,
    low: Vec<Option<f64>>,
    high: Vec<Option<f64>>,
    gain: Vec<Option<f64>>,
}

impl Effects {
    fn push(&mut self, effect: Option<Effect>, question: &Question) {
        let reach = effect.map(|effect| intervals::z(question.level) * effect.error);
        let value = effect.map(|effect| effect.value);
        self.value.push(value);
        self.low.push(value.zip(reach).map(|(v, r)| v - r));
        self.high.push(value.zip(reach).map(|(v, r)| v + r));
        let gain = |value| synergy::gain(value, question.fair().share);
        self.gain.push(value.map(gain));
    }
}

/// One row per fighter. `line_ups`, `games`, `wins`: those it was in. `win_rate`: the mean of its team's, over its line-ups. `strength`: its part of its
/// team's strength, in logits, all fighters' summing to 0, with its interval; null if the line-ups do not tell it. `gain`: what it adds to the share of a
/// team that would win just its fair share.
pub fn strengths(source: &Source) -> Result<DataFrame> {
    let (mut entrant, mut line_ups, mut games) = (vec![], vec![], vec![]);
    let (mut wins, mut win_rate) = (vec![], vec![]);
    let mut effects = Effects::default();
    for (member, key) in source.question.fighters.iter().enumerate() {
        let (in_line_ups, played, won, rate) = together(source.found, &[member]);
        entrant.push(key.as_str());
        line_ups.push(in_line_ups);
        games.push(played);
        wins.push(won);
        win_rate.push(rate);
        let strength = source.strengths.as_ref().map(|s| s.of[member]);
        effects.push(strength, source.question);
    }
    let (strength, ci_low, ci_high, gain) =
        (effects.value, effects.low, effects.high, effects.gain);
    frame!(
        entrant, line_ups, games, wins, win_rate, strength, ci_low, ci_high, gain
    )
}

/// One row per two fighters, if teams have two members or more. `line_ups`, `games`, `wins`, `win_rate`: as of `strengths`, of the line-ups in which the
/// two are in one team. `synergy`: what the two add to their team's strength beyond their own strengths, in logits, each fighter's synergies summing
/// to 0, with its interval; null if the line-ups do not tell it. `gain`: as of `strengths`. `verdict`: `stronger` or `weaker` together than their
/// strengths, allowing for the number of pairs, or `noise`; null without a synergy.
pub fn partners(source: &Source) -> Result<DataFrame> {
    let members = source.question.fighters.len();
    let several = source.question.sizes.iter().any(|size| *size > 1);
    let pairs: Vec<(usize, usize)> = (0..if several { members } else { 0 })
        .flat_map(|a| (a + 1..members).map(move |b| (a, b)))
        .collect();
    let synergies = synergy::synergies(members, &source.found.fought());
    let p: Vec<f64> = synergies
        .iter()
        .flatten()
        .map(|s| intervals::p_of_z(s.effect.value / s.effect.error))
        .collect();
    let sure = holm(&p, 1.0 - source.question.level);

    let (mut entrant, mut partner, mut line_ups) = (vec![], vec![], vec![]);
    let (mut games, mut wins, mut win_rate, mut verdict) = (vec![], vec![], vec![], vec![]);
    let mut effects = Effects::default();
    for (i, &(a, b)) in pairs.iter().enumerate() {
        let (in_line_ups, played, won, rate) = together(source.found, &[a, b]);
        entrant.push(source.question.fighters[a].as_str());
        partner.push(source.question.fighters[b].as_str());
        line_ups.push(in_line_ups);
        games.push(played);
        wins.push(won);
        win_rate.push(rate);
        let effect = synergies.as_ref().map(|synergies| synergies[i].effect);
        effects.push(effect, source.question);
        verdict.push(effect.map(|effect| match (sure[i], effect.value > 0.0) {
            (false, _) => "noise",
            (true, true) => "stronger",
            (true, false) => "weaker",
        }));
    }
    let (synergy, ci_low, ci_high, gain) = (effects.value, effects.low, effects.high, effects.gain);
    frame!(
        entrant, partner, line_ups, games, wins, win_rate, synergy, ci_low, ci_high, gain, verdict
    )
}
