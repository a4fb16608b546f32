//! Checks the flags `--only` and `--not`, which restrict the game values that `gong tune` may edit.

use super::tuning::{Allowed, matches_pattern, may_edit};
use crate::analysis::knobs::{self, Knob};
use crate::games::Provenance;
use crate::scenario::Scenario;
use crate::session::Usage;
use crate::shell;
use crate::words::suggest;

/// Refuses patterns that match no value of the scenario, or that together leave no value to edit.
///
/// # Errors
/// Fails with the faulty pattern and a suggestion.
pub fn check(allowed: &Allowed, rules: bool, scenario: &Scenario) -> Result<(), Usage> {
    if allowed.only.is_empty() && allowed.not.is_empty() {
        return Ok(());
    }
    let mut knobs = knobs::of_fighters(scenario, &scenario.seating.fighters);
    let of_rules = knobs::of_rules(scenario);
    let any = Allowed::default();
    let turns =
        |knob: &&Knob, pattern: &str| may_edit(knob, &any) && matches_pattern(knob, pattern);
    let named = [("--only", &allowed.only), ("--not", &allowed.not)];
    for (flag, pattern) in named
        .into_iter()
        .flat_map(|(flag, patterns)| patterns.iter().map(move |pattern| (flag, pattern)))
    {
        let means = |knobs: &[Knob]| knobs.iter().any(|knob| turns(&knob, pattern));
        if means(&knobs) || (rules && means(&of_rules)) {
            continue;
        }
        let hint = match means(&of_rules) {
            true => " of a fighter, but matches values of the rules: add --rules".to_owned(),
            false => meant(pattern, knobs.iter().chain(&of_rules)),
        };
        return Err(Usage(format!(
            "{flag} {}: matches no value that can be edited{hint}",
            shell::word(pattern)
        )));
    }
    if rules {
        knobs.extend(of_rules);
    }
    match knobs.iter().any(|knob| may_edit(knob, allowed)) {
        true => Ok(()),
        false => Err(Usage("--only and --not leave no value that may be edited".into())),
    }
}

/// Suggests a replacement for a faulty pattern: a similar name in a field's path, the source of a
/// value, or an example.
fn meant<'a>(pattern: &str, knobs: impl Iterator<Item = &'a Knob> + Clone) -> String {
    let sources = Provenance::ALL.map(Provenance::name);
    if sources.contains(&pattern) {
        return format!("; no value of the scenario has the source `{pattern}`");
    }
    let names = pattern.split('.').count();
    let mut parts: Vec<String> = sources.map(str::to_owned).into();
    for knob in knobs.clone() {
        let field: Vec<&str> = knob.field.split('.').collect();
        parts.extend(field.windows(names).map(|part| part.join(".")));
    }
    let hint = suggest(pattern, parts.iter().map(String::as_str));
    if hint.contains("did you mean") {
        return hint;
    }
    let fields = knobs.take(1).map(|knob| format!(", as in {}", knob.field));
    format!(
        "; a pattern is consecutive names of a field{}, with * for any name, or a source of \
         values: {}",
        fields.collect::<String>(),
        sources.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn a_pattern_has_to_mean_something() {
        let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
        let scenario = Scenario::load(path, &[]).unwrap();
        let told = |only: &[&str], not: &[&str], rules| {
            let texts = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect();
            let (only, not) = (texts(only), texts(not));
            check(&Allowed { only, not }, rules, &scenario).map_err(|told| told.to_string())
        };
        for fine in [
            &["fighters.baobab"][..],
            &["cards.*.defense"],
            &["printed", "reconstructed"],
            &["size"],
            &[],
        ] {
            assert_eq!(told(fine, &[], false), Ok(()), "{fine:?}");
        }
        assert_eq!(told(&["rules.rounds"], &[], true), Ok(()));
        for (only, not, said) in [
            (&["fighters.baobap"][..], &[][..], "did you mean `fighters.baobab`?"),
            (&["reconstruted"], &[], "did you mean `reconstructed`?"),
            (&["defence"], &[], "did you mean `defense`?"),
            (&["rules.rounds"], &[], "add --rules"),
            (
                &[],
                &["own"],
                "--not own: matches no value that can be edited; no value of the scenario has the \
                 source `own`",
            ),
            (&["whatever.it.is"], &[], "a pattern is consecutive names"),
            (
                &["("],
                &[],
                "--only '(': matches no value that can be edited; a pattern is consecutive names",
            ),
            (&["fighters.agaric"], &["agaric"], "leave no value"),
        ] {
            let told = told(only, not, false).unwrap_err();
            assert!(told.contains(said), "{only:?} {not:?}: {told}");
        }
    }
}
