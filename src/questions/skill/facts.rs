//! The results of `gong skill` for page, charts and sentences: each fighter's results at each skill
//! level.

use super::plan::SkillPlan;
use super::play::{LevelResults, SkillFound};
use super::standings::LevelStep;
use super::tables::{Agreed, LevelRow, SkillRows};
use crate::report::Manifest;
use crate::report::factions::{self, Faction, test_together};
use crate::report::people::People;
use crate::report::sentences::Standing;
use crate::report::shared::{Wins, descending};
use crate::report::words::capital;
use crate::session::describe;
use crate::stats::fairness::Fair;
use crate::stats::intervals::p_value_of_two;
use crate::stats::members::Won;

/// The results of `gong skill`, in the form that the report's page and charts need.
pub struct SkillFacts {
    /// The confidence level of intervals and verdicts, 0 to 1.
    pub level: f64,
    /// The fair share (the win rate if all were equally strong) and the accepted distance from it;
    /// `None` if all players are on one side.
    pub fair: Option<Fair>,
    pub people: People,
    /// The skill levels, the weakest first. A mark follows the names of bots that were trained with
    /// other fighters or rules.
    pub levels: Vec<LevelRow>,
    /// The results of the sides; the side with the highest win rate over all levels comes first.
    pub sides: Vec<Side>,
    /// For each skill level: how often all players together win; empty unless all players are on
    /// one side.
    pub party: Vec<Wins>,
    /// For each skill level: the results of the factions, such as heroes and villains; empty if the
    /// game has no factions.
    pub factions: Vec<Vec<Faction>>,
    /// For every pair of skill levels, how well they agree on the order of the sides.
    pub agreement: Vec<Agreed>,
}

/// The results of a side: a fighter, or several fighters that play together in every game.
pub struct Side {
    pub label: String,
    pub colour: String,
    /// The side's results at each skill level, from the weakest level.
    pub at: Vec<At>,
    /// For each skill level except the last: the change of the side's win rate from this level to
    /// the next.
    pub steps: Vec<LevelStep>,
}

/// The results of a side at one skill level.
pub struct At {
    pub wins: Wins,
    /// Verdict on whether the side's win rate is above, below or near the fair share (that of
    /// equally strong sides); `None` without a fair share.
    pub standing: Option<Standing>,
}

impl SkillFacts {
    pub fn new(
        plan: &SkillPlan,
        found: &SkillFound,
        rows: &SkillRows,
        manifest: &Manifest,
    ) -> SkillFacts {
        let people = People::of(manifest);
        let keys = &plan.fighters;
        let verdicts = &rows.verdicts;
        let side = |group: &Vec<usize>| {
            let one = group[0];
            let at = |(level, of): (usize, &LevelResults)| At {
                wins: Wins::of(&of.results[one], manifest.level),
                standing: verdicts.standings.get(level).map(|of| of[one]),
            };
            let names: Vec<String> = group.iter().map(|&f| people.get(&keys[f]).name).collect();
            Side {
                label: match names.as_slice() {
                    all if all.len() > 3 && all.len() == keys.len() => {
                        format!("all {}", people.several())
                    }
                    [a, _, _, _, ..] => format!("{a} + {} more", names.len() - 1),
                    few => few.join(" + "),
                },
                colour: people.get(&keys[one]).colour,
                at: found.levels.iter().enumerate().map(at).collect(),
                steps: verdicts.steps.iter().map(|of| of[one]).collect(),
            }
        };
        let sides: Vec<Side> = plan.sides.iter().map(side).collect();
        let mean = |side: &Side| -> f64 { side.at.iter().map(|at| at.wins.rate()).sum() };
        let party = |of: &LevelResults| Wins::of_party(of.games, of.results.iter(), manifest.level);
        let cooperative = found.levels.iter().filter(|_| plan.fair.is_none());
        let sides_of = describe::factions(&plan.scenario);
        let factions = |of: &LevelResults| factions::of(&sides_of, &of.teams, manifest.level);
        let mut factions: Vec<Vec<Faction>> = found.levels.iter().map(factions).collect();
        factions.retain(|of| !of.is_empty());
        test_together(&mut factions, manifest.level);
        SkillFacts {
            level: manifest.level,
            fair: plan.fair,
            party: cooperative.map(party).collect(),
            factions,
            sides: descending(sides, mean),
            people,
            levels: rows.levels.clone(),
            agreement: rows.agreed.clone(),
        }
    }

    /// Returns the names of the skill levels, from the weakest.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.levels.iter().map(|of| &of.level)
    }

    /// Returns the win rates of all players together at the weakest and the strongest skill level,
    /// and the change between the two; `None` unless all players are on one side, and with fewer
    /// than two levels. The change is one test, without correction.
    pub fn party_step(&self) -> Option<(&Wins, &Wins, LevelStep)> {
        let [first, .., last] = self.party.as_slice() else {
            return None;
        };
        let [one, two] = [first, last].map(|of| Won::new(of.games, of.wins));
        let [before, after] = [one, two].map(|won| won.effective(self.level));
        let sure = p_value_of_two(before, after) <= 1.0 - self.level;
        Some((first, last, LevelStep::new(&one, &two, sure, self.level)))
    }

    /// Returns the win rates of the factions, such as heroes and villains, one element for each
    /// faction; empty if the game has no factions.
    pub fn faction_sides(&self) -> Vec<Side> {
        let side = |(faction, wins): (&Faction, Vec<Wins>)| {
            Side::group(capital(&faction.name), faction.colour.clone(), wins.into_iter())
        };
        factions::across(&self.factions).map(side).collect()
    }

    /// Largest margin of error of the sides' win rates at a skill level.
    pub fn widest(&self, level: usize) -> f64 {
        let margins = self.sides.iter().map(|side| side.at[level].wins.margin_of_error());
        margins.fold(0.0, f64::max)
    }
}

impl Side {
    /// Creates the results of a group of fighters that has no verdicts: the party, or a faction.
    /// `wins` has the results at each skill level.
    pub fn group(label: String, colour: String, wins: impl Iterator<Item = Wins>) -> Side {
        let at = |wins| At { wins, standing: None };
        Side { label, colour, at: wins.map(at).collect(), steps: vec![] }
    }

    /// Returns the indices of the skill levels at which the side has this verdict (above, below or
    /// near its fair share).
    pub fn levels(&self, standing: Standing) -> Vec<usize> {
        let all = self.at.iter().enumerate();
        let so = all.filter(|(_, at)| at.standing == Some(standing));
        so.map(|(level, _)| level).collect()
    }

    /// Returns the side's verdicts (above, below or near its fair share) that are significant at
    /// some skill level, each once.
    pub fn certain(&self) -> Vec<Standing> {
        let all = [Standing::Above, Standing::WithinNoise, Standing::Below].into_iter();
        all.filter(|standing| !self.levels(*standing).is_empty()).collect()
    }
}
