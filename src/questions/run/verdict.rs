//! Computes the values that templates insert into the sentences of the verdict of `gong run`.

use std::collections::BTreeSet;
use std::mem;

use anyhow::Result;
use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Serialize;

use super::agreement::{ReferenceFacts, difference};
use super::facts::{EntrantFacts, RunFacts};
use crate::questions::confirmation::Confirmation;
use crate::report::Manifest;
use crate::report::factions::{self, Faction};
use crate::report::sentences::{Sentences, Standing};
use crate::report::shared::{Wins, descending};
use crate::report::words::{the_bots, with_sign};
use crate::stats::intervals::Interval;
use crate::stats::spread::Spread;

/// Maximum number of strongest fighters or teams, and of weakest ones, that the headline names.
const NAMED: usize = 3;
/// Number of fighters or teams with the highest win rates, and with the lowest, that have a
/// sentence of their own.
const OWN_SENTENCES: usize = 2;
/// Returns the sentences of the report: the headline, the verdict and the method. The headline
/// names the fighters or teams with most and fewest wins.
///
/// # Errors
/// Fails if the template is faulty.
pub fn sentences(facts: &RunFacts, manifest: &Manifest) -> Result<Sentences> {
    let sides = Side::all(facts);
    let entrants: Vec<&EntrantFacts> = sides.iter().map(|side| side.entrant).collect();
    let order = facts.order(&entrants);
    // A group of one fighter or team needs no sentence, because the headline names this fighter or
    // team.
    let (top, bottom) = (order.top(), order.bottom());
    let unranked: Vec<usize> = (top.iter().copied()).filter(|i| bottom.contains(i)).collect();
    let only = |group: &[usize]| -> Vec<String> {
        let several = group.iter().filter(|_| group.len() > 1);
        let ranked = several.filter(|i| !unranked.contains(i));
        labels(ranked.map(|&i| &sides[i]))
    };
    let named = |group: Vec<usize>| {
        let group: Vec<SideRate> = group.into_iter().map(|i| sides[i].rate()).collect();
        Serde(group)
    };
    let of = |standing| (sides.iter()).filter(move |of| of.entrant.standing() == standing);
    let felt = |standing| -> Vec<SideRate> {
        let felt = of(standing).filter(|of| of.entrant.is_felt());
        felt.map(Side::rate).collect()
    };
    let (above, mut below) = (felt(Standing::Above), felt(Standing::Below));
    below.reverse();
    let slight = sides.iter().filter(|of| of.entrant.significant && !of.entrant.is_felt());
    let ends = above.first().zip(below.first());
    let ends = ends.map(|(best, worst)| {
        let times = format!("{:.2}", best.rate / worst.rate);
        let never = worst.rate == 0.0;
        context! { best => best.label.clone(), worst => worst.label.clone(), never, times }
    });
    Sentences::render(
        include_str!("sentences.j2"),
        context! {
            games => facts.games,
            fair => facts.fair,
            level => facts.level,
            who => facts.people.word(),
            several => several(facts),
            alone => facts.plays_alone(),
            factions => !facts.factions.is_empty(),
            of_factions => of_factions(facts),
            bots => facts.bots.clone(),
            different_bots => facts.different_bots,
            as_played => manifest.as_played(),
            skill => facts.commands.skill.clone(),
            tests => facts.tests,
            together => rated(&facts.together()),
            sides => labels(&sides),
            teams => Serde(teams(facts, &sides)),
            alike => order.level(),
            strongest => only(&top),
            weakest => only(&bottom),
            unranked => labels(unranked.iter().map(|&i| &sides[i])),
            apart => top.first().is_some_and(|first| !bottom.contains(first)),
            top => named(top),
            bottom => named(bottom),
            more => labels(of(Standing::Above)),
            less => labels(of(Standing::Below)),
            above => Serde(above),
            below => Serde(below),
            slight => labels(slight),
            noise => labels(of(Standing::Open)),
            corrected => Serde(corrected(facts, &sides)),
            ends,
            among => among(facts),
            reference => facts.reference.as_ref().map(|of| reference(of, facts, &sides)),
            NAMED,
            OWN_SENTENCES,
        },
    )
}

/// Returns for each player the fighters or teams whose win rate's interval excludes the fair share
/// although the difference from the fair share is not significant. The name of the player is empty
/// without a reference player.
fn corrected(facts: &RunFacts, sides: &[Side]) -> Vec<(String, Vec<String>)> {
    let outside = |low: f64, high: f64| facts.fair.is_some_and(|fair| fair < low || fair > high);
    let own = sides.iter().filter(|side| {
        let wins = &side.entrant.all.wins;
        !side.entrant.significant && outside(wins.ci_low, wins.ci_high)
    });
    let theirs = sides.iter().filter(|side| {
        side.entrant.reference.as_ref().is_some_and(|with| {
            let rate = &with.rate;
            with.standing == Standing::Open && outside(rate.ci_low, rate.ci_high)
        })
    });
    let (own, theirs) = (labels(own), labels(theirs));
    let groups = match &facts.reference {
        None => vec![(String::new(), own)],
        Some(of) => vec![(format!("“{}”", of.strategy), theirs), (the_bots(&facts.bots), own)],
    };
    let some = groups.into_iter().filter(|(_, names)| !names.is_empty());
    some.collect()
}

/// Returns the word for several subjects of the verdict: the game's word for fighters, or pairs of
/// fighter and bot if several bots play the same fighter.
fn several(facts: &RunFacts) -> String {
    match facts.entrants.len() > facts.fighters.len() {
        true => format!("pairs of {} and bot", facts.people.word()),
        false => facts.people.several().to_owned(),
    }
}

/// Returns whether the sentences of the verdict repeat the headline with numbers: the headline
/// names the fighters or teams off the fair share, because no two of them differ significantly.
pub fn repeats_headline(facts: &RunFacts) -> bool {
    let sides = Side::all(facts);
    let entrants: Vec<&EntrantFacts> = sides.iter().map(|side| side.entrant).collect();
    let named = |side: &Side| side.entrant.significant && side.entrant.is_felt();
    facts.reference.is_none() && sides.iter().any(named) && facts.order(&entrants).level()
}

/// A subject of the verdict: an entrant, or a team whose members always play and win together.
struct Side<'a> {
    label: String,
    /// The entrant; for a team, one of its members.
    entrant: &'a EntrantFacts,
    /// The number of the team, if its members always play together.
    team: Option<u8>,
}

/// A fighter or a team with its win rate, for a template.
#[derive(Debug, Serialize)]
struct SideRate {
    label: String,
    rate: f64,
    /// Margin of error of the win rate.
    margin_of_error: f64,
    /// Distance of the win rate from the fair share (the win rate if all were equally strong).
    off: f64,
    /// The name of the fighter or team with its win rate, as in "Agaric (28.1 %)".
    rated: String,
}

impl Side<'_> {
    /// Returns the fighters or teams in descending order of their win rates. The teams take the
    /// place of the fighters only if the line-up is the same in all games: a fighter that is drawn
    /// for some games has a win rate of its own, even if all fighters of its side won as often.
    fn all(facts: &RunFacts) -> Vec<Side<'_>> {
        let sorted = facts.by_wins();
        let always = |of: &EntrantFacts| of.all.wins.games >= facts.games;
        let same = |a: &EntrantFacts, b: &EntrantFacts| {
            a.all.team != b.all.team || a.all.wins == b.all.wins
        };
        let fixed = |a: &&EntrantFacts| {
            a.all.team.is_some() && always(a) && sorted.iter().all(|b| same(a, b))
        };
        let fixed = sorted.iter().all(fixed);
        let mut sides: Vec<Side> = vec![];
        for entrant in sorted {
            let team = entrant.all.team.filter(|_| fixed);
            if team.is_some() && sides.iter().any(|side| side.team == team) {
                continue;
            }
            let label = team.map_or(entrant.label.clone(), |team| team_label(facts, team));
            sides.push(Side { label, entrant, team });
        }
        sides
    }

    fn off(&self) -> f64 {
        self.entrant.all.off().unwrap_or(0.0)
    }

    fn rate(&self) -> SideRate {
        let wins = &self.entrant.all.wins;
        SideRate {
            label: self.label.clone(),
            rate: wins.rate(),
            margin_of_error: wins.margin_of_error(),
            off: self.off().abs(),
            rated: format!("{} ({})", self.label, with_sign(wins.rate(), 1)),
        }
    }
}

/// Returns the name of a team, such as "Team 1"; with its bot if different bots play in the run,
/// and one of them plays the whole team.
fn team_label(facts: &RunFacts, team: u8) -> String {
    let members = facts.entrants.iter();
    let members = members.filter(|of| of.all.team == Some(team));
    let bots: BTreeSet<&String> = members.map(|of| &of.all.who.strategy).collect();
    match bots.first() {
        Some(bot) if facts.different_bots && bots.len() == 1 => format!("Team {team} (bot {bot})"),
        _ => format!("Team {team}"),
    }
}

fn labels<'a>(sides: impl IntoIterator<Item = &'a Side<'a>>) -> Vec<String> {
    sides.into_iter().map(|side| side.label.clone()).collect()
}

/// A team with its members; exists only if the line-up is the same in all games.
#[derive(Debug, Serialize)]
struct Team {
    number: u8,
    members: Vec<String>,
}

fn teams(facts: &RunFacts, sides: &[Side]) -> Vec<Team> {
    let mut teams: Vec<u8> = sides.iter().filter_map(|side| side.team).collect();
    teams.sort_unstable();
    let team = |number: u8| {
        let members = facts.entrants.iter();
        let members = members.filter(|of| of.all.team == Some(number));
        Team { number, members: members.map(|of| of.label.clone()).collect() }
    };
    teams.into_iter().map(team).collect()
}

/// Returns the headline about the factions with the player whose answer leads; `None` without
/// factions. If the players' answers are opposite, the answer of the run's own bots follows.
fn of_factions(facts: &RunFacts) -> Option<String> {
    let own = &facts.factions;
    let reference = facts.reference.as_ref().filter(|of| !of.factions.is_empty());
    let Some(of) = reference else {
        return factions::headline(own, "");
    };
    // The faction that wins more often than is fair gives the direction.
    let standing = |factions: &[Faction]| {
        let first = factions.first().filter(|of| of.significant);
        let same = first.map(|of| &of.name) == own.first().map(|of| &of.name);
        Standing::of(first.is_some(), same)
    };
    let theirs = factions::headline(&of.factions, &format!("“{}”", of.strategy));
    let Some(check) = Confirmation::of(standing(own), standing(&of.factions)) else {
        return factions::headline(own, &the_bots(&facts.bots));
    };
    let player = check.own_player(&facts.bots, &of.strategy);
    let own = factions::headline(own, player.trim_start_matches("with "));
    match check {
        Confirmation::Undecided => own,
        Confirmation::Opposite => Some([theirs?, own?].join("; ")),
        Confirmation::Confirmed | Confirmation::ReferenceOnly => theirs,
    }
}

/// Returns template values about the reference player: its games, how often a party of the
/// reference player wins, and the fighters or teams off the fair share by the player whose answer
/// leads.
fn reference(of: &ReferenceFacts, facts: &RunFacts, sides: &[Side]) -> Value {
    let noise = sides.iter().filter(|side| side.entrant.check().is_none());
    let differences = sides.iter().filter_map(|side| {
        let theirs = &side.entrant.reference.as_ref()?.rate;
        Some(difference(side.entrant, theirs, facts.level))
    });
    let spread = Spread::of(&differences.collect::<Vec<_>>(), facts.level).map(|spread| {
        let Interval { low, high } = spread.interval;
        context! { value => spread.value, low, high }
    });
    context! {
        strategy => of.strategy.clone(),
        games => of.games,
        party => of.party.as_ref().map(rated),
        factions => factions::sentence(&of.factions),
        groups => Serde(OffFair::all(of, facts, sides)),
        noise => labels(noise),
        spread,
        adjusted => sides.iter().any(|side| {
            side.entrant.reference.as_ref().is_some_and(|with| with.rate.adjusted)
        }),
    }
}

/// Returns template values of a win rate: the rate and its margin of error.
fn rated(wins: &Wins) -> Value {
    context! { rate => wins.rate(), margin_of_error => wins.margin_of_error() }
}

/// Fighters or teams whose win rate is significantly off the fair share on the same side, with the
/// same player, for a template.
#[derive(Debug, Serialize)]
struct OffFair {
    above: bool,
    /// Who plays, as in "with “mcts-fast”".
    with: String,
    sides: Vec<RateOffFair>,
}

/// A fighter or a team with its win rate, for a template.
#[derive(Debug, Serialize)]
struct RateOffFair {
    label: String,
    rate: f64,
    margin_of_error: f64,
}

impl OffFair {
    /// Returns the fighters or teams with the player whose answer leads, those of the reference
    /// player first. If the players' answers are opposite, the answer of the run's own bot follows.
    fn all(of: &ReferenceFacts, facts: &RunFacts, sides: &[Side]) -> Vec<OffFair> {
        let checked = || sides.iter().filter_map(|side| Some((side, side.entrant.check()?)));
        let own = |(side, check): (&Side, Confirmation)| {
            let wins = &side.entrant.all.wins;
            let rate = (wins.rate(), wins.margin_of_error());
            let player = check.own_player(&facts.bots, &of.strategy);
            (side.label.clone(), rate, player)
        };
        let theirs = checked().filter(|(_, check)| check.reference_leads());
        let theirs = theirs.filter_map(|(side, check)| {
            let rate = &side.entrant.reference.as_ref()?.rate;
            let player = check.leading_player(&facts.bots, &of.strategy);
            Some((side.label.clone(), (rate.rate(), rate.margin_of_error()), player))
        });
        let with = |check| checked().filter(move |(_, of)| *of == check);
        let own = (with(Confirmation::Undecided).chain(with(Confirmation::Opposite))).map(own);
        let mut groups: Vec<OffFair> = vec![];
        let off = |rate: f64| rate - facts.fair.unwrap_or(0.0);
        for (label, (rate, margin_of_error), with) in theirs.chain(own) {
            let above = off(rate) > 0.0;
            let side = RateOffFair { label, rate, margin_of_error };
            let same = |of: &&mut OffFair| of.above == above && of.with == with;
            match groups.iter_mut().find(same) {
                Some(same) => same.sides.push(side),
                None => groups.push(OffFair { above, with, sides: vec![side] }),
            }
        }
        for group in &mut groups {
            group.sides = descending(mem::take(&mut group.sides), |of| off(of.rate).abs());
        }
        groups
    }
}

/// Returns template values for a cooperative game: the fighters with the highest and the lowest win
/// rate.
fn among(facts: &RunFacts) -> Option<Value> {
    let sorted = facts.by_wins();
    let [best, .., worst] = sorted.as_slice() else {
        return None;
    };
    let margins = sorted.iter().map(|of| of.all.wins.margin_of_error());
    let labelled = |of: &EntrantFacts| {
        context! { label => of.label.clone(), ..rated(&of.all.wins) }
    };
    Some(context! {
        alike => facts.order(&sorted).level(),
        best => labelled(best),
        worst => labelled(worst),
        margin_of_error => margins.fold(0.0, f64::max),
    })
}
