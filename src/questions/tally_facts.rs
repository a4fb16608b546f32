//! The facts of one player's games: how often the fighters and their groups win, and the means of
//! the other measures.

use super::facts::{Fact, SubjectKind, one_side_of_two};
use crate::analysis::points::team_wins;
use crate::report::people::People;
use crate::stats::members::Won;
use crate::stats::{Cast, Form, Tally};

/// The win rates with one player, before they are judged.
pub struct WinRates {
    /// The party or the factions, see [`Fact::groups`].
    pub groups: Vec<Fact>,
    /// The entrants, in the order of the cast.
    pub fighters: Vec<Fact>,
}

impl WinRates {
    /// Makes the facts from the counts of the games. `factions` names the faction of each team.
    pub fn new(
        player: &str,
        (cast, tally): (&Cast, &Tally),
        factions: &[String],
        level: f64,
    ) -> WinRates {
        let (won, games) = (tally.all_won(), tally.games());
        // All entrants of a party win together.
        let party = cast.cooperative.then(|| tally.of_slot(0));
        let teams = team_wins(cast, tally);
        // No fighter has the sides of the groups.
        let side = cast.entrants.len();
        let groups = Fact::groups(player, party, (factions, &teams), games, side, level);
        let sides = one_side_of_two(sides(cast, tally), &won, games);
        let fighter = |(i, (won, side)): (usize, (Won, usize))| {
            let entrant = &cast.entrants[i];
            let about = (entrant.strategy.as_str(), SubjectKind::Fighter, entrant.fighter.as_str());
            let mut fact = Fact::wins(about, won, cast.fair_share(), side, level);
            fact.row.team = team(cast, tally, i);
            fact
        };
        let fighters = won.into_iter().zip(sides).enumerate().map(fighter).collect();
        WinRates { groups, fighters }
    }
}

/// Returns the means of the other measures: of an amount per game, or the share of games with a
/// flag or without an event.
pub fn means(cast: &Cast, tally: &Tally) -> Vec<Fact> {
    let mut facts = vec![];
    for (m, measure) in tally.measures().entrants.iter().enumerate() {
        for (i, entrant) in cast.entrants.iter().enumerate() {
            let counts = tally.values(i, m);
            let games: u64 = counts.iter().sum();
            let sum: u64 = match measure.form {
                Form::Amount => (0..).zip(counts).map(|(value, of): (u64, _)| value * of).sum(),
                Form::Time => counts[0],
                Form::Flag => counts[1],
                Form::Class => continue,
            };
            let mean = (games > 0).then(|| (sum as f64 / games as f64, None));
            let about = (entrant.strategy.as_str(), SubjectKind::Fighter, entrant.fighter.as_str());
            facts.push(Fact::measured(about, measure.name, games, mean));
        }
    }
    facts
}

/// Returns the side of each entrant. Entrants of one side win together in every game: a team, or
/// the party of a cooperative game, whose members play in every game. A fighter that is drawn for
/// some games has a side of its own.
pub fn sides(cast: &Cast, tally: &Tally) -> Vec<usize> {
    let won = tally.all_won();
    let teams: Vec<Option<u8>> = (0..won.len()).map(|i| team(cast, tally, i)).collect();
    let together = |a: usize, b: usize| {
        let same_team = cast.cooperative || (teams[a].is_some() && teams[a] == teams[b]);
        let always = [a, b].iter().all(|&i| won[i].games() == tally.games());
        same_team && always && won[a].wins() == won[b].wins()
    };
    let first = |i: usize| (0..i).find(|&other| together(i, other)).unwrap_or(i);
    (0..won.len()).map(first).collect()
}

/// Returns the first fighter of each side, by its index, with the label of the side. `fighters` has
/// the side and the name of each fighter.
pub fn side_labels<S: PartialEq>(
    fighters: &[(S, String)],
    people: &People,
) -> Vec<(usize, String)> {
    let firsts = fighters.iter().enumerate();
    let firsts = firsts.filter(|(i, (side, _))| fighters[..*i].iter().all(|(of, _)| of != side));
    let label = |(i, (side, _)): (usize, &(S, String))| {
        let mates = fighters.iter().filter(|(of, _)| of == side);
        let names: Vec<String> = mates.map(|(_, name)| name.clone()).collect();
        (i, people.side(&names, fighters.len()))
    };
    firsts.map(label).collect()
}

/// Returns the team of an entrant; `None` if it has none or has played for several.
pub fn team(cast: &Cast, tally: &Tally, entrant: usize) -> Option<u8> {
    let slots = cast.slots.iter().enumerate();
    let played = slots.filter(|(s, _)| tally.at_slot(entrant, *s).games() > 0);
    let mut teams = played.map(|(_, slot)| slot.team);
    let first = teams.next().flatten();
    first.filter(|_| teams.all(|team| team == first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::sample;

    #[test]
    fn only_fighters_that_never_part_are_one_side() {
        let of = |fighters: usize, cooperative: bool, teams: &[u8]| {
            let mut cast = Cast { cooperative, ..sample::cast(fighters, 4) };
            for (slot, team) in cast.slots.iter_mut().zip(teams) {
                slot.team = Some(*team);
            }
            let mut tally = Tally::new(&cast, &sample::measures());
            for seed in 0..50 {
                let mut record = sample::game(&cast, seed);
                for player in &mut record.players {
                    player.slot = if fighters == 4 { player.entrant as u8 } else { player.slot };
                    player.won = (cooperative || player.slot < 2) == (seed % 4 == 0);
                }
                tally.add(&record);
            }
            sides(&cast, &tally)
        };
        assert_eq!(of(4, false, &[]), [0, 1, 2, 3]);
        assert_eq!(of(4, false, &[1, 1, 2, 2]), [0, 0, 2, 2]);
        assert_eq!(of(4, true, &[]), [0, 0, 0, 0]);
        assert_eq!(of(8, true, &[]), [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}
