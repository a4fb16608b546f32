//! Several players of one scenario: the same games with each bot of a list in all seats. The bots
//! are styles of play (`gong run --strategy a,b`), or levels of play from weak to strong (`gong
//! skill`). The answer says whose verdict depends on who plays.

mod page;

use anyhow::{Result, ensure};

use super::experiment::{CellCounts, Player};
use super::facts::{Fact, SubjectKind, one_side_of_two};
use super::judge::judge;
use crate::analysis::points::team_wins;
use crate::report::Manifest;
use crate::stats::members::Won;
use crate::stats::{Cast, Entrant, Form, Tally};

pub use self::page::page;

/// The players of a command with a list of bots or levels.
pub struct Players<'a> {
    pub players: &'a [Player],
    /// Largest distance of a win rate from its fair share that counts as fair.
    pub margin: f64,
    /// True if the bots are levels of play, from weak to strong: each is compared with the one
    /// before.
    pub levels: bool,
    /// A command that continues from here.
    pub next: String,
}

impl Players<'_> {
    /// Returns the judged facts of all players, player by player.
    ///
    /// # Errors
    /// Fails if the games do not belong to these scenarios.
    pub fn facts(&self, found: &[CellCounts], manifest: &Manifest) -> Result<Vec<Fact>> {
        ensure!(found.len() <= self.players.len(), "the stored games belong to other bots");
        let mut facts: Vec<Fact> = vec![];
        for (player, counts) in self.players.iter().zip(found) {
            let scenario = &player.scenarios[0];
            let simulation = scenario.open();
            let tally = counts.tally(&simulation)?;
            let source = Source {
                player: &player.bot().name,
                cast: simulation.cast(),
                teams: &scenario.seating.members,
                sides: sides(&scenario.seating.members, simulation.cast()),
                tally: &tally,
                level: manifest.level,
            };
            let mut of_player = source.groups(&manifest.factions);
            of_player.extend(source.fighters());
            for fact in of_player.iter_mut().filter(|fact| self.levels && fact.won.is_some()) {
                let mut earlier = facts.iter().rev();
                let same = |of: &&Fact| of.won.is_some() && of.same_subject(fact);
                if let Some(before) = earlier.find(same) {
                    fact.compare(before, manifest.level);
                }
            }
            of_player.extend(source.means());
            facts.extend(of_player);
        }
        judge(&mut facts, |_| (), self.margin, manifest.level);
        Ok(facts)
    }
}

/// The games of one player, from which its facts are made.
struct Source<'a> {
    player: &'a str,
    cast: &'a Cast,
    /// The keys of the fighters of each fixed team.
    teams: &'a [Vec<String>],
    /// The side of each entrant, see [`sides`].
    sides: Vec<usize>,
    tally: &'a Tally,
    level: f64,
}

impl Source<'_> {
    /// Returns how often each group of fighters wins, see [`Fact::groups`].
    fn groups(&self, factions: &[String]) -> Vec<Fact> {
        // All entrants of a party win together.
        let party = self.cast.cooperative.then(|| self.tally.of_slot(0));
        let teams = team_wins(self.cast, self.tally);
        // No fighter has these sides.
        let side = self.cast.entrants.len();
        let games = self.tally.games();
        Fact::groups(self.player, party, (factions, &teams), games, side, self.level)
    }

    fn fighters(&self) -> Vec<Fact> {
        let won = self.tally.all_won();
        let sides = one_side_of_two(self.sides.clone(), &won, self.tally.games());
        let fact = |((entrant, won), side): ((&Entrant, Won), usize)| {
            let about = (self.player, SubjectKind::Fighter, entrant.fighter.as_str());
            let mut fact = Fact::wins(about, won, self.cast.fair_share(), side, self.level);
            fact.row.team = team(self.teams, entrant).map(|team| team as u8 + 1);
            fact
        };
        self.cast.entrants.iter().zip(won).zip(sides).map(fact).collect()
    }

    /// Returns the means of the other measures: of an amount per game, or the share of games with a
    /// flag or without an event.
    fn means(&self) -> Vec<Fact> {
        let mut facts = vec![];
        for (m, measure) in self.tally.measures().entrants.iter().enumerate() {
            for (i, entrant) in self.cast.entrants.iter().enumerate() {
                let counts = self.tally.values(i, m);
                let games: u64 = counts.iter().sum();
                let sum: u64 = match measure.form {
                    Form::Amount => (0..).zip(counts).map(|(value, of): (u64, _)| value * of).sum(),
                    Form::Time => counts[0],
                    Form::Flag => counts[1],
                    Form::Class => continue,
                };
                let mean = (games > 0).then(|| sum as f64 / games as f64);
                let about = (self.player, entrant.fighter.as_str());
                facts.push(Fact::mean(about, measure.name, (games, mean)));
            }
        }
        facts
    }
}

/// Returns the side of each entrant, counted from 0. Entrants of one side win together in every
/// game: a fixed team of the line-up (`teams`), or the party of a cooperative game if all fighters
/// play in every game. Fighters that are drawn for each game have sides of their own.
pub fn sides(teams: &[Vec<String>], cast: &Cast) -> Vec<usize> {
    // A fighter has at most one place in a game. So all fighters play in every game if there are as
    // many places as fighters.
    if cast.cooperative && cast.slots.len() == cast.entrants.len() {
        return vec![0; cast.entrants.len()];
    }
    let mut known: Vec<Option<usize>> = vec![];
    let side = |entrant: &Entrant| {
        let team = team(teams, entrant);
        let same = known.iter().position(|of| team.is_some() && *of == team);
        same.unwrap_or_else(|| {
            known.push(team);
            known.len() - 1
        })
    };
    cast.entrants.iter().map(side).collect()
}

/// Returns the index of the fixed team of an entrant.
fn team(teams: &[Vec<String>], entrant: &Entrant) -> Option<usize> {
    teams.iter().position(|team| team.contains(&entrant.fighter))
}

#[cfg(test)]
mod tests {
    use crate::scenario::Scenario;
    use std::path::Path;

    use super::*;
    use crate::stats::sample;

    #[test]
    fn only_fighters_that_never_part_are_one_side() {
        for (file, wanted) in [
            // One hero of eight, drawn for each mission.
            ("jungle-alert/one", &[0, 1, 2, 3, 4, 5, 6, 7][..]),
            ("jungle-alert/first-game", &[0, 0]),
            ("ultimate-warriorz/tribal-rumble-fixed-4", &[0, 1, 2, 3]),
            ("ultimate-warriorz/team-spirit-5-players", &[0, 0, 0, 1, 1]),
        ] {
            let path = format!("scenarios/{file}.toml");
            let scenario = Scenario::load(Path::new(&path), &[]).unwrap();
            let simulation = scenario.open();
            let found = sides(&scenario.seating.members, simulation.cast());
            assert_eq!(found, wanted, "{file}");
        }
    }

    #[test]
    fn a_whole_party_is_one_side() {
        let cast = Cast { sides: 1, cooperative: true, ..sample::cast(3, 3) };
        assert_eq!(sides(&[], &cast), [0, 0, 0]);
        let drawn = Cast { slots: cast.slots[..2].to_vec(), ..cast };
        assert_eq!(sides(&[], &drawn), [0, 1, 2]);
    }
}
