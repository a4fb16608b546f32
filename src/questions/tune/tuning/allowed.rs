//! The game values that a tuning may edit: the flags `--only`, `--not` and `--rules`.

use super::moves::{self, TuningEdit, is_number};
use crate::analysis::knobs::{self, Knob};
use crate::games::Provenance;
use crate::scenario::Scenario;
use crate::session::Usage;
use crate::shell;
use crate::words::meant;

/// Restricts which game values may be edited, by patterns such as `fighters.baobab`,
/// `cards.*.defense` or `printed`.
#[derive(Debug, Clone, Default)]
pub struct Allowed {
    /// True if the settings of the rules may be edited as well as the fighters.
    pub rules: bool,
    /// If not empty, only values that match one of these patterns are editable.
    pub only: Vec<String>,
    /// Values that match one of these patterns are not editable.
    pub not: Vec<String>,
}

/// Returns all edits that are allowed. This takes seconds with many fighters, because each edit is
/// checked.
///
/// # Errors
/// Fails if a pattern matches no value, or if the patterns leave no value to edit.
pub fn candidates(scenario: &Scenario, allowed: &Allowed) -> Result<Vec<TuningEdit>, Usage> {
    let mut knobs = knobs::of(scenario, &scenario.seating.fighters, allowed.rules);
    knobs.retain(is_number);
    allowed.check(scenario, &knobs)?;
    let any = knobs.len();
    knobs.retain(|knob| allowed.permits(knob));
    match knobs.is_empty() && any > 0 {
        true => Err(Usage("--only and --not leave no value that may be edited".into())),
        false => Ok(moves::all(scenario, &knobs)),
    }
}

/// Returns whether a pattern matches a game value.
///
/// A pattern is a provenance, such as `printed`, or consecutive names of the field's path, with `*`
/// for any name.
pub fn matches_pattern(knob: &Knob, pattern: &str) -> bool {
    if knob.provenance.map(Provenance::name) == Some(pattern) {
        return true;
    }
    let field: Vec<&str> = knob.field.split('.').collect();
    let asked: Vec<&str> = pattern.split('.').collect();
    let same = |(name, asked): (&&str, &&str)| *asked == "*" || name == asked;
    field.windows(asked.len()).any(|window| window.iter().zip(&asked).all(same))
}

impl Allowed {
    /// Returns whether the patterns allow edits of a game value.
    pub fn permits(&self, knob: &Knob) -> bool {
        let matches = |pattern: &String| matches_pattern(knob, pattern);
        (self.only.is_empty() || self.only.iter().any(matches)) && !self.not.iter().any(matches)
    }

    /// Refuses patterns that match none of these game values.
    fn check(&self, scenario: &Scenario, knobs: &[Knob]) -> Result<(), Usage> {
        let only = self.only.iter().map(|pattern| ("--only", pattern));
        let mut all = only.chain(self.not.iter().map(|pattern| ("--not", pattern)));
        let is_unknown = |pattern: &str| !knobs.iter().any(|knob| matches_pattern(knob, pattern));
        let Some((flag, pattern)) = all.find(|(_, pattern)| is_unknown(pattern)) else {
            return Ok(());
        };
        let of_rules = knobs::of_rules(scenario);
        let mut numbers = of_rules.iter().filter(|knob| is_number(knob));
        let hint = match numbers.any(|knob| matches_pattern(knob, pattern)) {
            true => " of a fighter, but matches values of the rules: add --rules".to_owned(),
            false => hint(pattern, knobs.iter().chain(&of_rules)),
        };
        let pattern = shell::word(pattern);
        Err(Usage(format!("{flag} {pattern}: matches no value that can be edited{hint}")))
    }
}

/// Suggests a replacement for a faulty pattern: a similar name in a field's path, the source of a
/// value, or the command's help.
fn hint<'a>(pattern: &str, knobs: impl Iterator<Item = &'a Knob>) -> String {
    let names = pattern.split('.').count();
    let mut parts: Vec<String> = vec![];
    for knob in knobs {
        let field: Vec<&str> = knob.field.split('.').collect();
        parts.extend(field.windows(names).map(|part| part.join(".")));
        parts.extend(knob.provenance.map(|source| source.name().to_owned()));
    }
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    match meant(pattern, &parts) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => "; gong tune --help says what a pattern is".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn a_pattern_has_to_mean_something() {
        let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
        let scenario = Scenario::load(path, &[]).unwrap();
        let told = |only: &str, not: &str, rules| {
            let [only, not] =
                [only, not].map(|of| of.split_whitespace().map(str::to_owned).collect());
            let told = candidates(&scenario, &Allowed { rules, only, not });
            told.map(drop).map_err(|told| told.to_string())
        };
        for fine in ["fighters.baobab", "cards.*.defense", "printed reconstructed", "size"] {
            assert_eq!(told(fine, "", false), Ok(()), "{fine}");
        }
        assert_eq!(told("rules.rounds", "", true), Ok(()));
        for (only, not, said) in [
            ("fighters.baobap", "", "did you mean `fighters.baobab`?"),
            ("reconstruted", "", "did you mean `reconstructed`?"),
            ("defence", "", "did you mean `defense`?"),
            ("rules.rounds", "", "add --rules"),
            ("", "own", "--not own: matches no value that can be edited; "),
            ("whatever.it.is", "", "says what a pattern is"),
            ("(", "", "--only '(': matches no value that can be edited; gong tune --help"),
            ("fighters.agaric", "agaric", "leave no value"),
        ] {
            let told = told(only, not, false).unwrap_err();
            assert!(told.contains(said), "{only} {not}: {told}");
        }
    }
}
