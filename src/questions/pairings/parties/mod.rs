//! Plays every party of a cooperative game: finds which party wins most, how much each fighter
//! raises a party's win rate, and which fighters work well together.

mod charts;
mod facts;
mod page;
mod play;
mod reference;
mod tables;
mod verdict;

use anyhow::Result;

use self::facts::PartyFacts;
use self::tables::{Bond, Lift, PartyRow, PartyRows};
use super::fielded::Fielded;
use super::flags::PairingsFlags;
use super::reference::{CheckedTeam, LineUpCheck};
use crate::report::shared::descending;
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table};
use crate::scenario::Scenario;
use crate::session::Usage;
use crate::session::numbers::{MARGIN, share};
use crate::session::playing::{Playing, games_by_root_of_cost};
use crate::stats::line_ups;
use crate::stats::together::{Contrast, Together};
use crate::words::grouped;

pub use self::play::{Missions, failing, play_plan};
pub use self::reference::{CHECKED, FEWEST};

/// Default number of missions (games) of every party, with greedy bots.
pub(super) const MISSIONS: u64 = 8_000;

/// Maximum number of parties; longer lists are refused because they are unreadable.
const MOST_PARTIES: u64 = 1_000;

/// Settings of `gong pairings` for a cooperative game, in which every possible party is played.
#[derive(Debug, Clone)]
pub struct PartiesPlan {
    /// Number of fighters in a party.
    pub size: usize,
    /// Fighters that may be in a party: keys of the roster, without duplicates.
    pub fighters: Vec<String>,
    pub seed: u64,
    /// Number of missions that every party plays.
    pub missions: u64,
    /// Number of threads, at least 1.
    pub threads: usize,
    /// True if the default number of missions is reduced because the bots are slow.
    pub is_reduced: bool,
}

impl PartiesPlan {
    /// Creates the settings from the flags, with the scenario's defaults.
    ///
    /// # Errors
    /// Fails if flags ask for several teams, or if parties cannot be formed or are too many.
    pub fn new(
        flags: &PairingsFlags,
        scenario: &Scenario,
        playing: &Playing,
    ) -> Result<PartiesPlan, Usage> {
        let game = scenario.game();
        let refused = |flag: &str| {
            let all = format!("in {} all play together, in one party", game.name());
            Err(Usage(format!("{flag}: {all}")))
        };
        let size = match (flags.teams, flags.team_size.as_slice()) {
            (Some(_), _) => return refused("--teams"),
            (None, []) => scenario.open().cast().slots.len(),
            (None, &[size]) => size.into(),
            (None, _) => return refused("--team-size with several sizes"),
        };
        if share(MARGIN) != Ok(flags.margin) {
            return Err(Usage(format!(
                "--margin: in {} parties are ranked, and none of them is fair or unfair",
                game.name()
            )));
        }
        let fighters = flags.pool(scenario)?;
        let (most, several) = (game.most_fighters(), game.words().fighter[1]);
        if size > most || size > fighters.len() {
            return Err(Usage(match size > most {
                true => format!("a party of {size}: a game has at most {most} {several}"),
                false => format!("a party of {size} cannot be formed from {}", fighters.len()),
            }));
        }
        let ways = line_ups::count(fighters.len(), &[size]);
        if ways.is_none_or(|ways| ways > MOST_PARTIES) {
            let ways = ways.map_or("countless".to_owned(), grouped);
            return Err(Usage(format!(
                "there are {ways} parties of {size} of {} {several}; name fewer of them with \
                 --fighters",
                fighters.len()
            )));
        }
        let usual = games_by_root_of_cost(MISSIONS, scenario);
        let asked = playing.games.or(flags.at_most);
        Ok(PartiesPlan {
            size,
            fighters,
            seed: playing.seed,
            missions: asked.unwrap_or(usual),
            threads: playing.threads(),
            is_reduced: asked.is_none() && usual < MISSIONS,
        })
    }

    /// Returns all parties that the fighters can form; each member is an index into `fighters`.
    pub fn parties(&self) -> Vec<Vec<usize>> {
        let everybody: Vec<usize> = (0..self.fighters.len()).collect();
        let one = line_ups::every(&everybody, &[self.size]);
        one.into_iter().flatten().collect()
    }

    /// Returns the keys of a party's members.
    pub fn keys(&self, party: &[usize]) -> Vec<String> {
        let key = |&member: &usize| self.fighters[member].clone();
        party.iter().map(key).collect()
    }
}

/// Results of all parties (teams) of a cooperative game.
#[derive(Debug, Clone)]
pub struct PartiesResults {
    /// Members of each party, as indices into [`PartiesPlan::fighters`].
    pub parties: Vec<Vec<usize>>,
    /// Wins of each party, and for each two parties the number of missions that both won.
    pub won: Together,
}

impl PartiesResults {
    /// Value of a fighter: mean win rate of the parties with the fighter, minus the mean win rate
    /// of the parties without the fighter. `None` if the fighter is in all parties or in no party.
    pub fn lift(&self, fighter: usize) -> Option<Contrast> {
        let with = self.of_those(|party| party.contains(&fighter))?;
        let without = self.of_those(|party| !party.contains(&fighter))?;
        Some(self.weigh([(1.0, with), (-1.0, without)]))
    }

    /// Synergy of fighters `a` and `b`: the value of `a` in parties with `b`, minus the value of
    /// `a` in parties without `b`.
    ///
    /// Returns `None` if there is no party with both fighters, no party with only `a`, no party
    /// with only `b`, or no party without both fighters. Returns `None` also if only one party has
    /// both fighters and only one party has neither fighter: the synergies of the two pairs then
    /// cannot be told apart.
    pub fn synergy(&self, a: usize, b: usize) -> Option<Contrast> {
        let of = |has_a: bool, has_b: bool| {
            self.of_those(|party| party.contains(&a) == has_a && party.contains(&b) == has_b)
        };
        let [both, one, other, neither] =
            [of(true, true)?, of(true, false)?, of(false, true)?, of(false, false)?];
        if both.len() == 1 && neither.len() == 1 {
            return None;
        }
        Some(self.weigh([(1.0, both), (-1.0, one), (-1.0, other), (1.0, neither)]))
    }

    /// Mean win rate of the parties for which `is` returns true; `None` if there are no such
    /// parties.
    pub fn rate(&self, is: impl Fn(&[usize]) -> bool) -> Option<f64> {
        let those = self.of_those(is)?;
        let rates = those.iter().map(|&party| self.won.wins(party));
        let games = self.won.games * those.len() as u64;
        (games > 0).then(|| rates.sum::<u64>() as f64 / games as f64)
    }

    fn of_those(&self, is: impl Fn(&[usize]) -> bool) -> Option<Vec<usize>> {
        let parties = self.parties.iter().enumerate();
        let those: Vec<usize> = parties.filter(|(_, party)| is(party)).map(|(i, _)| i).collect();
        (!those.is_empty()).then_some(those)
    }

    /// Weighted sum of the mean win rates of groups of parties. Each element of `groups` holds the
    /// weight of a group and the indices of its parties.
    fn weigh<const N: usize>(&self, groups: [(f64, Vec<usize>); N]) -> Contrast {
        let mut weights = vec![0.0; self.parties.len()];
        for (weight, group) in groups {
            for &party in &group {
                weights[party] += weight / group.len() as f64;
            }
        }
        self.won.contrast(&weights)
    }
}

/// Builds the report of `gong pairings` (tables and page) from the missions that were played.
///
/// # Errors
/// Fails if the missions do not belong to this plan.
pub fn answer(
    plan: &PartiesPlan,
    missions: &Missions,
    check: Option<&LineUpCheck>,
    fielded: &Fielded,
    manifest: &Manifest,
) -> Result<Answer> {
    let results = missions.results(plan)?;
    let rows = PartyRows::new(plan, &results, fielded, manifest.level);
    let mut facts = PartyFacts::new(&results, &rows, manifest);
    let mut tables = rows.tables();
    if let Some(check) = check {
        let teams = reference::teams(plan, check, manifest.level)?;
        facts.add(check, &teams);
        tables.0.push(CheckedTeam::table(teams));
    }
    Ok(Answer::new(facts.page(manifest)?, tables))
}

/// Returns the numbers, from 0, of the parties that the reference player plays after these
/// missions: the most successful party, and the least successful one.
///
/// # Errors
/// Fails if the missions do not belong to this plan.
pub fn checked(plan: &PartiesPlan, missions: &Missions) -> Result<Vec<usize>> {
    let won = missions.results(plan)?.won;
    let parties = 0..plan.parties().len();
    let sorted = descending(parties, |party| won.wins(*party) as f64);
    Ok(match sorted.as_slice() {
        [best, .., worst] => vec![*best, *worst],
        few => few.to_vec(),
    })
}

/// Returns all tables of the report, without rows, for documentation.
pub fn tables() -> Vec<Table> {
    vec![PartyRow::table(vec![]), Lift::table(vec![]), Bond::table(vec![])]
}

#[cfg(test)]
mod tests {
    use super::super::pairs::pairs;
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Creates results of all parties of two out of five fighters. The probability to win is 0.4.
    /// Fighter 0 in a party adds 0.2 to this probability, and fighters 1 and 2 together add 0.2.
    fn planted(missions: u64) -> PartiesResults {
        let plan = PartiesPlan {
            size: 2,
            fighters: ["a", "b", "c", "d", "e"].map(str::to_owned).into(),
            seed: 1,
            missions,
            threads: 1,
            is_reduced: false,
        };
        let parties = plan.parties();
        assert_eq!(parties.len(), 10);
        assert_eq!(plan.keys(&parties[9]), ["d", "e"]);
        let mut luck = Pcg64Mcg::seed_from_u64(2);
        let mut won = Together::new(parties.len());
        for _ in 0..missions {
            let mission: f64 = luck.random();
            let wins = |party: &Vec<usize>| {
                let more = if party.contains(&0) { 0.2 } else { 0.0 };
                let bond = if *party == [1, 2] { 0.2 } else { 0.0 };
                mission < 0.4 + more + bond
            };
            won.add(0, &parties.iter().map(wins).collect::<Vec<_>>());
        }
        PartiesResults { parties, won }
    }

    #[test]
    fn lifts_and_synergies_are_what_was_planted() {
        let found = planted(40_000);
        let near = |contrast: Contrast, truth: f64| {
            assert!(
                (contrast.value - truth).abs() < 4.0 * contrast.error,
                "{contrast:?}, not {truth}"
            );
            // The comparison is paired: all parties share the random numbers of a mission.
            assert!(contrast.error < 0.003, "{contrast:?}");
        };
        // Of the six parties without fighter 0, one has the bonus of fighters 1 and 2.
        near(found.lift(0).unwrap(), 0.2 - 0.2 / 6.0);
        // Of fighter 3's four parties, one includes fighter 0, and none includes both 1 and 2.
        near(found.lift(3).unwrap(), 0.2 / 4.0 - (3.0 * 0.2 + 0.2) / 6.0);
        // Of three parties with only one of fighters 1 and 2, one includes fighter 0. Of three
        // parties with neither, two include fighter 0.
        near(found.synergy(1, 2).unwrap(), 0.2);
        let rate = found.rate(|party| party.contains(&0)).unwrap();
        assert!((rate - 0.6).abs() < 0.01, "{rate}");
    }

    #[test]
    fn what_no_party_shows_is_not_told() {
        let mut found = planted(10);
        found.parties = vec![vec![0, 1]];
        found.won = Together::new(1);
        assert!(found.lift(0).is_none() && found.synergy(0, 1).is_none());
        assert_eq!(found.rate(|_| true), None);
        // The pairs of four fighters: each pair has the same synergy as the other two fighters.
        found.parties = pairs(4).map(|(a, b)| vec![a, b]).collect();
        found.won = Together::new(6);
        assert!(found.lift(0).is_some() && found.synergy(0, 1).is_none());
    }
}
