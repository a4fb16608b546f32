//! Parses the flag `--target`: the win rates that edits of game values should reach.

use std::collections::BTreeMap;

use crate::report::words::percent;
use crate::scenario::Scenario;
use crate::session::numbers::share as share_of;
use crate::session::{Usage, each_once};
use crate::words::suggest;

/// The word that stands for the fair share in the flag `--target`.
const FAIR: &str = "fair";

/// Parses the target win rates, as in `fair`, `25%` or `agaric=25%,cactus=fair`, and returns them
/// by the fighter's key. A target for all fighters may stand beside other targets for some;
/// fighters without a target may have any win rate.
///
/// # Errors
/// Fails if a target is not a share, a name is unknown, the scenario has no fair share, or a target
/// is impossible.
pub fn targets(
    text: &str,
    scenario: &Scenario,
    within: f64,
) -> Result<BTreeMap<String, f64>, Usage> {
    let flag = format!("--target {text}");
    let fault = |what: String| Usage(format!("{flag}: {what}"));
    let fair = scenario.open().cast().fair_share();
    let wanted = |text: &str| match (text, fair) {
        (FAIR, Some(fair)) => Ok(fair),
        (FAIR, None) => Err(fault(format!(
            "in {} all play together, so there is no fair share; give a win rate, as in --target \
             50%",
            scenario.game().name()
        ))),
        _ => share_of(text).map_err(|what| fault(format!("`{text}` {what}, or `{FAIR}`"))),
    };
    let playing = &scenario.seating.fighters;
    let parts: Vec<String> = text.split(',').map(|part| part.trim().to_owned()).collect();
    each_once(&flag, &parts)?;
    let mut everybody = parts.iter().filter(|part| !part.contains('='));
    let mut targets = BTreeMap::new();
    if let Some(part) = everybody.next() {
        let share = wanted(part)?;
        targets.extend(playing.iter().map(|key| (key.clone(), share)));
    }
    if everybody.next().is_some() {
        return Err(fault("has two targets for all fighters".into()));
    }
    for (key, share) in parts.iter().filter_map(|part| part.split_once('=')) {
        let key = key.trim();
        if !playing.iter().any(|known| known == key) {
            let [fighter, _] = scenario.game().words().fighter;
            let known = suggest(key, playing.iter().map(String::as_str));
            return Err(fault(format!("no {fighter} `{key}` plays in this scenario{known}")));
        }
        targets.insert(key.to_owned(), wanted(share.trim())?);
    }
    // One side wins each game, so the mean win rate is the fair share.
    if let Some(fair) = fair.filter(|_| targets.len() == playing.len())
        && (targets.values().all(|target| *target > fair + within)
            || targets.values().all(|target| *target < fair - within))
    {
        let fair = percent(fair, 1);
        return Err(fault(format!("not all can be that far from the fair share, {fair}%")));
    }
    Ok(targets)
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
        let parsed = |text: &str| targets(text, &four, 0.01).unwrap();
        let fair = parsed("fair");
        assert!(fair.len() == all && fair.values().all(|share| *share == 0.25));
        assert_eq!(parsed("25%"), fair);
        assert_eq!(parsed("zamioculcas = 0.2"), BTreeMap::from([("zamioculcas".to_owned(), 0.2)]));
        for both in ["fair, zamioculcas=20%", "zamioculcas=20%,fair"].map(parsed) {
            assert_eq!((both.len(), both["zamioculcas"], both["agaric"]), (all, 0.2, 0.25));
        }
        for all in ["50%", "20%"] {
            let told = targets(all, &four, 0.01).unwrap_err().to_string();
            assert!(told.contains("from the fair share, 25.0%"), "{told}");
        }
        assert!(targets("20%,agaric=40%", &four, 0.01).is_ok());
        assert!(targets("50%", &scenario("jungle-alert/three"), 0.01).is_ok());
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
            (&four, "agaric=25%,agaric=20%", "gives agaric twice"),
            (&four, "fair,20%", "two targets for all fighters"),
            (&together, "fair", "as in --target 50%"),
        ] {
            let told = targets(text, of, 0.01).unwrap_err().to_string();
            assert!(told.contains(said), "{text}: {told}");
        }
    }
}
