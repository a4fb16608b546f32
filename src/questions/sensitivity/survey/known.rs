//! The interim result that a sensitivity analysis reports while it plays: the largest effects in
//! the games in which many values change at once.

use super::Survey;
use super::screen::Screen;
use crate::analysis::pairs::WON;
use crate::report::words::signed;
use crate::stats::intervals::LEVEL;

/// Maximum number of values that the sentence names.
const NAMED: usize = 3;

/// Describes the values with the largest effects on a win rate. Returns `None` if the interval of
/// every effect includes zero.
pub fn largest(survey: &Survey, screen: &Screen) -> Option<String> {
    let subjects = &screen.subjects;
    let mut effects = vec![];
    for (&knob, of_subjects) in &screen.effects {
        let won = subjects.iter().zip(of_subjects).map(|(of, effects)| (of, effects[WON]));
        effects.extend(
            won.filter(|(_, effect)| effect.interval(LEVEL).excludes_zero())
                .max_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs()))
                .map(|(of, effect)| (&survey.knobs[knob], &of.fighter, effect.value)),
        );
    }
    effects.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
    let said = effects.iter().take(NAMED).map(|(knob, fighter, effect)| {
        let name = survey.scenario.name_of(fighter);
        let owner = match &knob.fighter {
            Some(key) => format!("{}, ", survey.scenario.name_of(key)),
            None => String::new(),
        };
        let points = signed(100.0 * effect, 1);
        format!("{owner}{}: {name} {points} points", knob.words)
    });
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| {
        let all = said.join("; ");
        format!(
            "Largest effects so far of one step up, from games in which many values change: {all}."
        )
    })
}
