//! Parses the flag `--target`: the win rates that edits of game values should reach.

use std::collections::BTreeMap;

use crate::report::words::percent;
use crate::scenario::Scenario;
use crate::session::Usage;
use crate::session::numbers::share as share_of;
use crate::words::suggest;

/// The win rates of fighters that `gong tune` should reach.
#[derive(Debug, Clone, PartialEq)]
pub struct Targets {
    /// Target win rate by the fighter's key; fighters without an entry may have any win rate.
    pub by_key: BTreeMap<String, f64>,
    /// True if the target win rate of every fighter is the fair share.
    pub fair: bool,
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
    pub fn new(text: &str, scenario: &Scenario, within: f64) -> Result<Targets, Usage> {
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
            _ => share_of(text).map_err(|what| format!("`{text}` {what}, or `{FAIR}`")),
        };
        let playing = &scenario.seating.fighters;
        let (mut by_key, mut everybody) = (BTreeMap::new(), None);
        for part in text.split(',').map(str::trim) {
            match part.split_once('=') {
                None if everybody.is_some() => {
                    return Err(fault("has two targets for all fighters".into()));
                }
                None => everybody = Some(wanted(part).map_err(fault)?),
                Some((key, share)) => {
                    let key = key.trim();
                    if !playing.iter().any(|known| known == key) {
                        let [fighter, _] = game.words().fighter;
                        let known = suggest(key, playing.iter().map(String::as_str));
                        return Err(fault(format!(
                            "no {fighter} `{key}` plays in this scenario{known}"
                        )));
                    }
                    let share = wanted(share.trim()).map_err(fault)?;
                    if by_key.insert(key.to_owned(), share).is_some() {
                        return Err(fault(format!("names {key} twice")));
                    }
                }
            }
        }
        if let Some(share) = everybody {
            for key in playing {
                by_key.entry(key.clone()).or_insert(share);
            }
        }
        let is_all = by_key.len() == playing.len();
        let every = |holds: &dyn Fn(f64, f64) -> bool| {
            is_all && fair.is_some_and(|fair| by_key.values().all(|target| holds(*target, fair)))
        };
        // One side wins each game, so the mean win rate is the fair share.
        if every(&|target, fair| target > fair + within)
            || every(&|target, fair| target < fair - within)
        {
            let fair = percent(fair.unwrap_or_default(), 1);
            return Err(fault(format!("not all can be that far from the fair share, {fair}%")));
        }
        let fair = every(&|target, fair| target == fair);
        Ok(Targets { by_key, fair })
    }

    /// Returns the target if it is the same for all fighters with a target.
    pub fn common(&self) -> Option<f64> {
        let mut targets = self.by_key.values();
        let first = *targets.next()?;
        targets.all(|target| *target == first).then_some(first)
    }
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
        let targets = |text: &str| Targets::new(text, &four, 0.01).unwrap();
        let fair = targets("fair");
        assert!(fair.fair && fair.by_key.len() == all);
        assert!(fair.by_key.values().all(|share| *share == 0.25));
        assert_eq!(targets("25%"), fair);
        let one = targets("zamioculcas = 0.2");
        assert_eq!(one.by_key, BTreeMap::from([("zamioculcas".to_owned(), 0.2)]));
        let both = targets("fair, zamioculcas=20%");
        assert_eq!((both.by_key.len(), both.by_key["zamioculcas"]), (all, 0.2));
        assert!(!both.fair && both.by_key["agaric"] == 0.25);
        for all in ["50%", "20%"] {
            let told = Targets::new(all, &four, 0.01).unwrap_err().to_string();
            assert!(told.contains("from the fair share, 25.0%"), "{told}");
        }
        assert!(Targets::new("20%,agaric=40%", &four, 0.01).is_ok());
        let together = scenario("jungle-alert/three");
        assert!(!Targets::new("50%", &together, 0.01).unwrap().fair);
    }

    #[test]
    fn what_is_no_target_is_refused_with_what_was_meant() {
        let four = scenario("ultimate-warriorz/tribal-rumble");
        let together = scenario("jungle-alert/three");
        for (of, text, said) in [
            (&four, "fare", "as in 95% or 0.95, or `fair`"),
            (&four, "25", "less than 100%"),
            (&four, "", "less than 100%"),
            (&four, "zamioculca=25%", "did you mean `zamioculcas`?"),
            (&four, "agaric=25%,agaric=20%", "names agaric twice"),
            (&four, "fair,20%", "two targets for all fighters"),
            (&together, "fair", "as in --target 50%"),
        ] {
            let told = Targets::new(text, of, 0.01).unwrap_err().to_string();
            assert!(told.contains(said), "{text}: {told}");
        }
    }
}
