//! Parses the flag `--target`: the win rates that edits of game values should reach.

use std::collections::BTreeMap;

use crate::report::words::percent;
use crate::scenario::Scenario;
use crate::session::Usage;
use crate::session::numbers::share as share_of;
use crate::simulate::Simulation;
use crate::stats::Slot;
use crate::words::suggest;

/// The win rates of fighters that `gong tune` should reach.
#[derive(Debug, Clone, PartialEq)]
pub struct Targets {
    /// Target win rate by the fighter's key; fighters without an entry may have any win rate.
    pub by_key: BTreeMap<String, f64>,
    /// True if the target win rate of every fighter is the fair share.
    pub fair: bool,
    /// The target win rates in the syntax of the flag `--target`.
    pub words: String,
}

/// The word that stands for the fair share in the flag `--target`.
const FAIR: &str = "fair";

impl Targets {
    /// Parses the target win rates, as in `fair`, `25%` or `agaric=25%,cactus=fair`. A target for
    /// all fighters may be followed by other targets for some.
    ///
    /// # Errors
    /// Fails if a target is not a share, a name is unknown, the scenario has no fair share, or a
    /// target is impossible.
    pub fn new(text: &str, scenario: &Scenario) -> Result<Targets, Usage> {
        let fault = |what: String| Usage(format!("--target {text}: {what}"));
        let fair = scenario.open().cast().fair_share();
        let game = scenario.game();
        let wanted = |text: &str| match (text, fair) {
            (FAIR, Some(fair)) => Ok(fair),
            (FAIR, None) => Err(format!(
                "in {} all play together, so there is no fair share; give a win rate, as in \
                 --target 50%",
                game.name()
            )),
            _ => share_of(text).map_err(|what| match text.parse::<f64>() {
                Ok(_) => what,
                Err(_) => format!("`{text}` {what}, or `{FAIR}`"),
            }),
        };
        let playing = &scenario.seating.fighters;
        let (mut by_key, mut everybody) = (BTreeMap::new(), None);
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let wanted = |share: &str, at: usize| {
            wanted(share).map_err(|what| {
                // A decimal comma divides a number.
                let next = parts.get(at + 1).filter(|next| !next.contains('='));
                let whole = next.map(|next| format!("{share},{next}"));
                let fault = whole.and_then(|whole| {
                    let what = share_of(&whole).err()?;
                    what.contains("did you mean").then(|| format!("`{whole}` {what}"))
                });
                fault.unwrap_or(what)
            })
        };
        for (at, part) in parts.iter().enumerate() {
            match part.split_once('=') {
                None if everybody.is_some() => {
                    return Err(fault("has two targets for all fighters".into()));
                }
                None => everybody = Some(wanted(part, at).map_err(fault)?),
                Some((key, share)) => {
                    let key = key.trim();
                    if !playing.iter().any(|known| known == key) {
                        let [fighter, _] = game.words().fighter;
                        let known = suggest(key, playing.iter().map(String::as_str));
                        return Err(fault(format!(
                            "no {fighter} `{key}` plays in this scenario{known}"
                        )));
                    }
                    let share = wanted(share.trim(), at).map_err(fault)?;
                    if by_key.insert(key.to_owned(), share).is_some() {
                        return Err(fault(format!("names {key} twice")));
                    }
                }
            }
        }
        let of_all = everybody.map(|share| match Some(share) == fair {
            true => FAIR.to_owned(),
            false => typed(share),
        });
        let each = by_key.iter();
        let each = each.map(|(key, share)| format!("{key}={}", typed(*share)));
        let words: Vec<String> = of_all.into_iter().chain(each).collect();
        let words = words.join(",");
        if let Some(share) = everybody {
            for key in playing {
                by_key.entry(key.clone()).or_insert(share);
            }
        }
        Ok(Targets { by_key, fair: words == FAIR, words })
    }

    /// Returns the target if it is the same for all fighters with a target.
    pub fn common(&self) -> Option<f64> {
        let mut targets = self.by_key.values();
        let first = *targets.next()?;
        targets.all(|target| *target == first).then_some(first)
    }

    /// Refuses target win rates that are impossible together. One side wins each game, so the mean
    /// win rate is the fair share.
    ///
    /// # Errors
    /// Fails if every fighter has a target above the fair share, or every fighter has one below it,
    /// or some fighters together would win more often than they can, by more than `within`.
    pub fn possible(&self, scenario: &Scenario, within: f64) -> Result<(), Usage> {
        let simulation = scenario.open();
        let Some(fair) = simulation.cast().fair_share() else {
            return Ok(());
        };
        let all = self.by_key.len() == scenario.seating.fighters.len();
        let targets = self.by_key.values().copied();
        let least = targets.clone().fold(1.0, f64::min);
        let greatest = targets.fold(0.0, f64::max);
        let what = if all && least > fair + within {
            format!("not all can win {}% of the games", percent(least, 1))
        } else if all && greatest < fair - within {
            format!("not all can win only {}% of the games", percent(greatest, 1))
        } else if let Some(high) = self.too_high(&simulation, within) {
            let high = high.iter().map(|(key, share)| format!("{key}={}", typed(*share)));
            let high: Vec<String> = high.collect();
            format!("{} are impossible together", high.join(","))
        } else {
            return Ok(());
        };
        Err(Usage(format!(
            "--target: {what}, because one side wins each game; the fair share is {}%",
            percent(fair, 1)
        )))
    }

    /// Returns the fighters with the highest targets if these targets exceed, by more than
    /// `within`, the wins that are possible. The fighters can win only games in which one of them
    /// plays; in each of these games, at most as many of them win as a side has places.
    fn too_high(&self, simulation: &Simulation, within: f64) -> Option<Vec<(&str, f64)>> {
        let (pools, slots) = (Pools::new(simulation), &simulation.cast().slots);
        let places = |slot: &Slot| match slot.team {
            None => 1,
            team => slots.iter().filter(|of| of.team == team).count(),
        };
        let of_side = slots.iter().map(places).max().unwrap_or(1) as f64;
        let targets = self.by_key.iter();
        let mut targets: Vec<(&str, f64)> =
            targets.map(|(key, share)| (key.as_str(), *share)).collect();
        targets.sort_by(|a, b| b.1.total_cmp(&a.1));
        let is_too_high = |high: &&[(&str, f64)]| {
            let wins = high.iter();
            let wins = wins.map(|(key, share)| pools.places_of(key) * (share - within));
            let keys: Vec<&str> = high.iter().map(|(key, _)| *key).collect();
            wins.sum::<f64>() > of_side * pools.any_plays(&keys) + ROUNDING
        };
        let mut groups = (1..=targets.len()).rev().map(|count| &targets[..count]);
        groups.find(is_too_high).map(<[_]>::to_vec)
    }
}

/// Allowance for rounding errors when numbers of wins per game are compared.
const ROUNDING: f64 = 1e-9;

/// The fighters that may play in the slots of a line-up: for each group of fighters, the number of
/// slots whose fighters are drawn from it.
struct Pools<'a>(BTreeMap<Vec<&'a str>, usize>);

impl<'a> Pools<'a> {
    fn new(simulation: &'a Simulation) -> Pools<'a> {
        let cast = simulation.cast();
        let mut pools: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
        for slot in 0..cast.slots.len() {
            let key = |&fighter: &u8| {
                let entrant = usize::from(simulation.entrant(slot, fighter));
                cast.entrants[entrant].fighter.as_str()
            };
            let pool: Vec<&str> = simulation.may_play(slot).iter().map(key).collect();
            *pools.entry(pool).or_default() += 1;
        }
        Pools(pools)
    }

    /// Returns the mean number of places at which a fighter plays in a game.
    fn places_of(&self, key: &str) -> f64 {
        let own = self.0.iter().filter(|(pool, _)| pool.contains(&key));
        own.map(|(pool, &places)| places as f64 / pool.len() as f64).sum()
    }

    /// Returns the probability that at least one of these fighters plays in a game.
    fn any_plays(&self, keys: &[&str]) -> f64 {
        let none_of = |(pool, &places): (&Vec<&str>, &usize)| -> f64 {
            let others = pool.iter().filter(|key| !keys.contains(key)).count();
            (0..places.min(pool.len()))
                .map(|drawn| others.saturating_sub(drawn) as f64 / (pool.len() - drawn) as f64)
                .product()
        };
        1.0 - self.0.iter().map(none_of).product::<f64>()
    }
}

/// Formats a win rate in the syntax of the flag `--target`: 0.206 is "20.6%", not
/// "0.20600000000000002". A share that is no short percentage is written in full.
fn typed(share: f64) -> String {
    let means = |percentage: &String| share_of(percentage) == Ok(share);
    let mut percentages = (0..=6).map(|decimals| format!("{}%", percent(share, decimals)));
    percentages.find(means).unwrap_or_else(|| share.to_string())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn scenario(file: &str) -> Scenario {
        Scenario::load(Path::new(&format!("scenarios/{file}.toml")), &[]).unwrap()
    }

    #[test]
    fn targets_are_of_everybody_of_some_or_of_both() {
        let four = scenario("ultimate-warriorz/tribal-rumble");
        let all = four.seating.fighters.len();
        let targets = |text: &str| Targets::new(text, &four).unwrap();
        let fair = targets("fair");
        assert!(fair.fair && fair.by_key.len() == all);
        assert!(fair.by_key.values().all(|share| *share == 0.25));
        assert_eq!(targets("25%"), fair);
        let one = targets("zamioculcas = 0.2");
        assert_eq!(one.by_key, BTreeMap::from([("zamioculcas".to_owned(), 0.2)]));
        let both = targets("fair, zamioculcas=20%");
        assert_eq!((both.by_key.len(), both.by_key["zamioculcas"]), (all, 0.2));
        assert!(!both.fair && both.by_key["agaric"] == 0.25);
        assert_eq!(both.words, "fair,zamioculcas=20%");
        assert_eq!(targets(&both.words), both);
        let odd = targets("baobab=20.6%,cactus=0.3333333333333333");
        assert_eq!(odd.words, "baobab=20.6%,cactus=0.3333333333333333");
        assert!(both.possible(&four, 0.01).is_ok());
        for (all, said) in [("50%", "not all can win 50.0%"), ("20%", "only 20.0%")] {
            let told = targets(all).possible(&four, 0.01).unwrap_err().to_string();
            assert!(told.contains(said), "{told}");
        }
        for possible in ["20%,agaric=40%", "agaric=70%,bonzai=70%", "agaric=99%"] {
            assert!(targets(possible).possible(&four, 0.01).is_ok());
        }
        // One of the two plays in 11 of 14 games, so each can win 78.6 % of its games.
        let told = targets("agaric=90%,bonzai=85%,cactus=5%").possible(&four, 0.01);
        let told = told.unwrap_err().to_string();
        assert!(told.contains(": agaric=90%,bonzai=85% are impossible together"), "{told}");
        let teams = scenario("ultimate-warriorz/team-spirit-4-players-a");
        let of_team = |text: &str| Targets::new(text, &teams).unwrap().possible(&teams, 0.01);
        assert!(of_team("agaric=90%,baobab=90%").is_ok());
        let together = scenario("jungle-alert/three");
        let half = Targets::new("50%", &together).unwrap();
        assert_eq!(half.words, "50%");
        assert!(half.possible(&together, 0.01).is_ok() && !half.fair);
    }

    #[test]
    fn what_is_no_target_is_refused_with_what_was_meant() {
        let four = scenario("ultimate-warriorz/tribal-rumble");
        let together = scenario("jungle-alert/three");
        for (of, text, said) in [
            (&four, "fare", "`fare` wants a share, as in 0.5% or 0.005, or `fair`"),
            (&four, "25", "did you mean `25%`?"),
            (
                &four,
                "agaric=25,5%",
                "`25,5%` wants a share, as in 0.5% or 0.005; did you mean `25.5%`?",
            ),
            (&four, "0,25,agaric=20%", "did you mean `0.25`?"),
            (&four, "", "wants a share"),
            (&four, "zamioculca=25%", "did you mean `zamioculcas`?"),
            (&four, "agaric=25%,agaric=20%", "names agaric twice"),
            (&four, "fair,20%", "two targets for all fighters"),
            (&together, "fair", "as in --target 50%"),
        ] {
            let told = Targets::new(text, of).unwrap_err().to_string();
            assert!(told.contains(said), "{text}: {told}");
        }
    }
}
