//! Doubts about a change. A change is doubtful if all edits make one fighter better, but the
//! fighter wins less often, or if all edits make one fighter worse, but the fighter wins more
//! often.
//!
//! Bots may play a value badly if they have never or seldom met the value: for example, they rely
//! on a strong card too often. A doubtful change is not reported as the effect of the edit, unless
//! the reference player confirms it.

use anyhow::Result;
use serde_json::Value;

use super::changed::changes;
use super::facts::{FighterChange, VariantFacts};
use super::plan::ComparePlan;
use crate::games::Title;
use crate::questions::confirmation::Confirmation;
use crate::scenario::layers::matches;

/// An edit that changes only values of one fighter, all for the better or all for the worse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneSidedEdit {
    /// Key of the fighter.
    fighter: String,
    pub better: bool,
}

impl OneSidedEdit {
    /// Returns the edit that turns the scenario `before` into the scenario `after`; `None` if the
    /// edit is not one-sided. Both are scenarios of the game `title`, as JSON.
    fn of(title: &dyn Title, before: &Value, after: &Value) -> Option<OneSidedEdit> {
        let edits = changes(before, after).into_iter().map(|change| {
            let [roster, fighters, fighter, value @ ..] = change.path.as_slice() else {
                return None;
            };
            let of_fighter = roster == "roster" && fighters == "fighters";
            if !of_fighter || !title.strengths().iter().any(|of| matches(of, value)) {
                return None;
            }
            // Omitted values are 0.
            let number = |value: Option<&Value>| value.map_or(Some(0.0), Value::as_f64);
            Some(OneSidedEdit {
                fighter: fighter.clone(),
                better: number(change.after)? > number(change.before)?,
            })
        });
        let edits: Vec<OneSidedEdit> = edits.collect::<Option<_>>()?;
        let first = edits.first()?.clone();
        edits.iter().all(|edit| *edit == first).then_some(first)
    }

    /// Returns whether this edit makes the change of a fighter's win rate doubtful: the fighter is
    /// the edited one, its win rate changes significantly in the opposite direction, and the
    /// reference player does not confirm this.
    fn makes_doubtful(&self, change: &FighterChange) -> bool {
        change.who.key == self.fighter
            && change.wins.sure()
            && (change.wins.by() > 0.0) != self.better
            && change.check != Some(Confirmation::Confirmed)
    }
}

/// Marks the doubtful changes of win rates in all variants. The reference player must have checked
/// the changes before.
///
/// # Errors
/// Fails if a scenario cannot be written as JSON.
pub fn mark(plan: &ComparePlan, variants: &mut [VariantFacts]) -> Result<()> {
    let first = &plan.variants[0].scenario;
    let before = serde_json::to_value(first)?;
    for (variant, of) in variants.iter_mut().zip(plan.others()) {
        let after = serde_json::to_value(&of.scenario)?;
        let Some(edit) = OneSidedEdit::of(first.game.title(), &before, &after) else {
            continue;
        };
        for change in &mut variant.fighters {
            change.doubtful = edit.makes_doubtful(change);
        }
        variant.edit = Some(edit);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::scenario::Scenario;

    fn edit(scenario: &str, sets: &[&str]) -> Option<(String, bool)> {
        let path = Path::new("scenarios").join(scenario);
        let of = |sets: &[String]| Scenario::load(&path, sets).unwrap();
        let sets: Vec<String> = sets.iter().map(|set| (*set).to_owned()).collect();
        let (before, after) = (of(&[]), of(&sets));
        let [before_json, after_json] =
            [&before, &after].map(|scenario| serde_json::to_value(scenario).unwrap());
        let edit = OneSidedEdit::of(before.game.title(), &before_json, &after_json);
        edit.map(|edit| (edit.fighter, edit.better))
    }

    #[test]
    fn edits_of_one_fighter_in_one_direction_are_one_sided() {
        let arena = "ultimate-warriorz/tribal-rumble.toml";
        let agaric = |better| Some(("agaric".to_owned(), better));
        for (sets, expected) in [
            (&["fighters.agaric.cards.4.defense=6"][..], agaric(true)),
            (&["fighters.agaric.cards.4.defense=4"], agaric(false)),
            // The card has no shot before.
            (&["fighters.agaric.cards.4.shooting=1"], agaric(true)),
            (
                &[
                    "fighters.agaric.cards.4.defense=6",
                    "fighters.agaric.defense=6",
                ],
                agaric(true),
            ),
            (
                &[
                    "fighters.agaric.cards.4.defense=6",
                    "fighters.agaric.defense=4",
                ],
                None,
            ),
            (
                &[
                    "fighters.agaric.cards.4.defense=6",
                    "fighters.cactus.cards.4.defense=6",
                ],
                None,
            ),
            // A larger fighter has more life, but loses ties.
            (&["fighters.agaric.size=6"], None),
            (&["rules.rounds=9"], None),
            (&["strategy=balanced", "fighters.agaric.defense=6"], None),
            (&[], None),
        ] {
            assert_eq!(edit(arena, sets), expected, "{sets:?}");
        }
        let cards = |sets: &[&str]| edit("battle-cards/duel.toml", sets);
        let superman = Some(("superman".to_owned(), true));
        assert_eq!(cards(&["fighters.superman.life=4"]), superman);
        // An attack with more dice costs more energy.
        assert_eq!(cards(&["fighters.superman.dice=2"]), None);
    }
}
