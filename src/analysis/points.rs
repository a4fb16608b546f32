//! Points: the results of variants of a scenario, each stored in a file of its own.
//!
//! The file is named after a key: a hash of everything that determines the games. If a file with
//! the key exists, from an earlier or an interrupted command, its games are not played again.

use anyhow::Result;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::engine::identity;
use crate::scenario::Scenario;
use crate::simulate::{Plan, Played, Simulation};
use crate::stats::intervals::{Interval, LEVEL, wilson};
use crate::stats::members::{Pooled, Won};
use crate::stats::{Cast, Entrant, Form, Measure, NEVER, Slot, Tally};
use crate::words::hex;

/// The results of one variant, such as one combination of values in a sweep.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Hash of everything that determines the games, see [`key`].
    pub key: String,
    pub games: u64,
    /// Total number of rounds of all games.
    pub rounds: u64,
    /// Number of sides in a game. The fair share of wins is 1 / sides. `None` in a cooperative
    /// game.
    pub sides: Option<usize>,
    /// True if the run had a target precision for the win rates and reached it.
    pub reached: bool,
    /// Games and wins of each team; empty if there are no teams.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Won>,
    pub entrants: Vec<EntrantSums>,
}

/// The results of one fighter with one strategy, as exact integers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EntrantSums {
    pub fighter: String,
    pub strategy: String,
    pub won: Won,
    /// The luck-adjusted win rate; `None` if luck was not measured, or in too few games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<EffectiveGames>,
    /// Sums of the fighter's measures without classes, in the order in which the game lists them.
    pub measures: Vec<MeasureSum>,
}

/// A luck-adjusted win rate, as the numbers of wins and games that would determine the win rate as
/// precisely without measured luck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectiveGames {
    pub games: u64,
    pub wins: u64,
}

/// The sum of one measure of a fighter over all its games: of an amount, or the number of games
/// with a flag or without an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeasureSum {
    /// Name of the measure, as in the columns of tables.
    pub name: String,
    pub sum: u64,
}

impl MeasureSum {
    /// Creates the sum of a measure; `None` for classes. `by_value` is the number of games for each
    /// value of the measure.
    fn new(measure: &Measure, by_value: &[u64]) -> Option<MeasureSum> {
        let sum = match measure.form {
            Form::Flag | Form::Amount => (0u64..).zip(by_value).map(|(value, of)| value * of).sum(),
            Form::Time => by_value[NEVER as usize],
            Form::Class => return None,
        };
        Some(MeasureSum { name: measure.name.to_owned(), sum })
    }
}

impl EntrantSums {
    fn new(who: &Entrant, tally: &Tally, entrant: usize) -> EntrantSums {
        let measured = |(i, measure)| MeasureSum::new(measure, tally.values(entrant, i));
        let measures = tally.measures().entrants.iter().enumerate();
        let adjusted = tally.luck(entrant).adjusted();
        let adjusted = adjusted.and_then(|of| of.equivalent(1.0));
        EntrantSums {
            fighter: who.fighter.clone(),
            strategy: who.strategy.clone(),
            won: tally.won(entrant),
            adjusted: adjusted.map(|(wins, games)| EffectiveGames { games, wins }),
            measures: measures.filter_map(measured).collect(),
        }
    }

    /// Returns the numbers of wins and games that determine the fighter's win rate, see
    /// [`Won::effective`]. If the win rate is luck-adjusted, these are the numbers of
    /// [`EffectiveGames`].
    pub fn wins_and_games(&self) -> (u64, u64) {
        match self.adjusted {
            Some(of) => self.won.between().effective((of.wins, of.games), LEVEL),
            None => self.won.effective(LEVEL),
        }
    }

    /// Returns the win rate and its confidence interval; luck-adjusted if possible.
    pub fn rate(&self, level: f64) -> (f64, Interval) {
        match self.adjusted {
            Some(of) => {
                let (rate, interval) =
                    (of.wins as f64 / of.games.max(1) as f64, wilson(of.wins, of.games, level));
                (rate, self.won.between().widen(rate, interval, level))
            }
            None => (self.won.rate(), self.won.interval(level)),
        }
    }
}

/// Computes the key of a point: SHA-256 of everything that determines its games, in hexadecimal.
///
/// The key covers the engine, the resolved scenario with its bots, the seed, and the number of
/// games or the precision. Bots include the weights of their networks, and the bots that play
/// simulated games for a search.
pub fn key(scenario: &Scenario, plan: &Plan) -> Result<String> {
    let precision = plan.precision.map(|precision| (precision.target, precision.level));
    let all = (
        identity(scenario.game()),
        scenario,
        plan.seed,
        plan.games,
        precision,
        plan.luck.is_some(),
    );
    Ok(hex(&Sha256::digest(serde_json::to_vec(&all)?)))
}

/// Returns the number of teams; 0 if everyone plays alone, and in a cooperative game.
fn teams(cast: &Cast) -> usize {
    let teams = cast.slots.iter().filter_map(|slot| slot.team);
    teams.max().unwrap_or(0).into()
}

/// Returns the games and wins of each team; empty if there are no teams.
pub fn team_wins(cast: &Cast, tally: &Tally) -> Vec<Won> {
    // All members of a team win together, so the first member has the wins of the team.
    let first = |team: usize| {
        let same = |slot: &Slot| slot.team.map(usize::from) == Some(team);
        cast.slots.iter().position(same)
    };
    let won = |team| first(team).map_or_else(Won::default, |slot| tally.of_slot(slot));
    let mut won: Vec<Won> = (1..=teams(cast)).map(won).collect();
    let pooled = Pooled::wins(&won);
    won.iter_mut().for_each(|won| won.pool(pooled));
    won
}

impl Point {
    /// Creates a point from the results of a run.
    pub fn new(key: String, simulation: &Simulation, played: &Played) -> Point {
        let (cast, tally) = (simulation.cast(), &played.tally);
        Point {
            key,
            games: played.games,
            rounds: tally.lengths().map(|(rounds, games)| u64::from(rounds) * games).sum(),
            sides: (!cast.cooperative).then_some(cast.sides),
            reached: played.reached,
            teams: team_wins(cast, tally),
            entrants: (cast.entrants.iter().enumerate())
                .map(|(i, who)| EntrantSums::new(who, tally, i))
                .collect(),
        }
    }

    /// Returns the number of games that the party of a cooperative game won, and the number of
    /// games that it played. `None` in another game.
    pub fn party(&self) -> Option<(u64, u64)> {
        let sum = |of: fn(&EntrantSums) -> u64| self.entrants.iter().map(of).sum::<u64>();
        // A game counts once for each member of the party.
        let members = sum(|of| of.won.games()).checked_div(self.games)?;
        let wins = sum(|of| of.won.wins()).checked_div(members)?;
        self.sides.is_none().then_some((wins, self.games))
    }
}

#[cfg(test)]
impl Point {
    /// Creates the results of made-up games in which each of these fighters played and won as often
    /// as stated.
    pub fn made_up<'a>(games: u64, wins: impl IntoIterator<Item = (&'a str, u64)>) -> Point {
        let entrant = |(fighter, wins): (&str, u64)| EntrantSums {
            fighter: fighter.to_owned(),
            strategy: "any".to_owned(),
            won: Won::new(games, wins),
            adjusted: None,
            measures: vec![],
        };
        Point {
            key: String::new(),
            games,
            rounds: games,
            sides: None,
            reached: false,
            teams: vec![],
            entrants: wins.into_iter().map(entrant).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::simulate::{self, Precision, Weighing};

    /// Returns a plan of ten games with seed 1.
    fn plan() -> Plan {
        Plan::fixed(1, 10, 2)
    }

    #[test]
    fn a_key_holds_all_that_decides_the_games_and_nothing_else() {
        let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
        let scenario = |set: &str| Scenario::load(path, &[set.to_owned()]).unwrap();
        let plan = plan();
        let precise = Precision { target: 0.1, level: 0.95 };
        let keys = [
            key(&scenario("rules.rounds=8"), &plan),
            key(&scenario("rules.rounds=9"), &plan),
            key(&scenario("rules.rounds=8"), &Plan { seed: 2, ..plan.clone() }),
            key(&scenario("rules.rounds=8"), &Plan { games: 11, ..plan.clone() }),
            key(&scenario("rules.rounds=8"), &Plan { precision: Some(precise), ..plan.clone() }),
        ];
        let mut keys: Vec<String> = keys.into_iter().map(Result::unwrap).collect();
        assert_eq!(
            key(&scenario("rules.rounds=8"), &Plan { threads: 7, ..plan }).unwrap(),
            keys[0]
        );
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), 5);
    }

    #[test]
    fn a_key_holds_what_bots_have_learnt_and_what_leads_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, text: &str| fs::write(path(name), text).unwrap();
        let plan = plan();
        let of = |bot: &str| {
            let scenario = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
            let played = format!("strategy={:?}", path(bot));
            key(&Scenario::load(scenario, &[played]).unwrap(), &plan).unwrap()
        };
        let greedy =
            |kills: u8| format!("kind = \"greedy\"\n[weights]\npoints = 1\nkills = {kills}\n");

        // Bots that are named in the files of searching bots.
        write("guide.toml", &greedy(1));
        write("player.toml", &greedy(1));
        let search = "guide = \"guide.toml\"\nplayers = [\"player.toml\"]\n";
        write("search.toml", &format!("kind = \"mcts\"\n[search]\niterations = 9\n{search}"));
        let first = of("search.toml");
        assert_eq!(first, of("search.toml"));
        write("guide.toml", &greedy(2));
        let second = of("search.toml");
        write("player.toml", &greedy(2));
        let third = of("search.toml");
        assert!(first != second && second != third);

        // The file with the weights of a network.
        let shipped = Path::new("strategies/ultimate-warriorz/trained-1.toml");
        let weights = fs::read(shipped.with_extension("safetensors")).unwrap();
        let text = fs::read_to_string(shipped).unwrap();
        let learnt = |weights: &[u8]| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            for line in &mut lines {
                if line.starts_with("sha256 = ") {
                    *line = format!("sha256 = \"{}\"", hex(&Sha256::digest(weights)));
                }
                if line.starts_with("weights = ") {
                    *line = "weights = \"net.safetensors\"".to_owned();
                }
            }
            write("net.toml", &lines.join("\n"));
            fs::write(path("net.safetensors"), weights).unwrap();
            of("net.toml")
        };
        let mut other = weights.clone();
        let last = other.len() - 4;
        other[last..].copy_from_slice(&0.125f32.to_le_bytes());
        assert_eq!(learnt(&weights), learnt(&weights));
        assert_ne!(learnt(&weights), learnt(&other));
    }

    #[test]
    fn a_luck_adjusted_win_rate_is_that_of_its_own_numbers() {
        let mut sums = Point::made_up(1_000, [("agaric", 250)]).entrants.remove(0);
        assert_eq!(sums.wins_and_games(), (250, 1_000));
        let (games, wins) = (1_500, 360);
        sums.adjusted = Some(EffectiveGames { games, wins });
        assert_eq!(sums.wins_and_games(), (360, 1_500));
    }

    /// Checks that luck-adjusted win rates are stored, and only for games with measured luck.
    #[test]
    fn luck_is_part_of_a_point_and_of_its_key() {
        let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble-2.toml");
        let scenario = |strategy: &str| Scenario::load(path, &[strategy.to_owned()]).unwrap();
        let weighing = scenario("strategy=mcts-fast").open().weighing().unwrap();
        let scenario = scenario("strategy=balanced");
        let simulation = scenario.open();
        let plain = Plan::fixed(3, 400, 2);
        let measured = Plan { luck: Some(Weighing { throws: 1, ..weighing }), ..plain.clone() };
        let point = |plan: &Plan| {
            let stop = AtomicBool::new(false);
            let played = simulate::run(&simulation, plan, &stop, &mut ()).unwrap();
            Point::new(key(&scenario, plan).unwrap(), &simulation, &played)
        };
        let [without, with] = [&plain, &measured].map(point);
        assert_ne!(without.key, with.key);
        let adjusted = |of: &Point| of.entrants.iter().filter(|of| of.adjusted.is_some()).count();
        assert_eq!(adjusted(&without), 0);
        assert!(adjusted(&with) > 0, "{with:?}");
        let wins = |of: &Point| of.entrants.iter().map(|of| of.won.wins()).collect::<Vec<_>>();
        assert_eq!(wins(&without), wins(&with));
    }

    #[test]
    fn a_measure_is_summed_by_its_form() {
        let sum = |form, by_value: &[u64]| {
            let measure = Measure::new("any", form, "any", 3);
            MeasureSum::new(&measure, by_value).map(|of| of.sum)
        };
        assert_eq!(sum(Form::Amount, &[3, 5, 0, 2]), Some(11));
        assert_eq!(sum(Form::Time, &[3, 5, 0, 2]), Some(3));
        assert_eq!(sum(Form::Flag, &[3, 5]), Some(5));
        assert_eq!(sum(Form::Class, &[3, 5, 0, 2]), None);
    }
}
