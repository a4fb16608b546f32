//! Converts printed card effects (rule A-9) to parts, the form in which custom effects are written.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::parts::{AttackParts, Dice, Snare, Weak};
use super::title::PRINTED_EFFECTS;
use super::{Card, Effect, Parts, Regain};

/// The printed effects as parts, by name; effects with numbers of their own have those of the
/// shipped rosters.
static PRINTED: LazyLock<BTreeMap<String, Parts>> =
    LazyLock::new(|| toml::from_str(PRINTED_EFFECTS).expect("parts of printed effects"));

impl Effect {
    /// Returns the effect of this card as a set of parts, the form of custom effects.
    pub fn parts(&self, card: &Card) -> Parts {
        if let Effect::Custom(parts) = self {
            return (**parts).clone();
        }
        let mut parts = PRINTED[&self.name()].clone();
        let attack = parts.melee.as_mut().or(parts.shooting.as_mut());
        let Some(attack) = attack else { return parts };
        match self {
            Effect::Kamikaze { dice } => attack.dice = Some(Dice::ByLife(dice.clone())),
            Effect::EvilNet { dice, penalty } => {
                attack.snare = Some(Snare { dice: *dice, penalty: *penalty });
            }
            Effect::EnergyArmour { bonus } => attack.bonus = *bonus,
            Effect::Finishing { life, bonus, regain, regain_large, large } => {
                attack.weak = Some(Weak { life: *life, bonus: *bonus });
                attack.regain = Some(Regain { small: *regain, large: *regain_large, size: *large });
            }
            Effect::Sandal { landing } => attack.throw = landing.clone(),
            Effect::SpikedEpaulet { dice } => {
                parts.second =
                    Some(AttackParts { dice: Some(Dice::Fixed(*dice)), ..AttackParts::default() });
            }
            Effect::Electroshock { shift } => {
                let shock = AttackParts { shift: *shift, ..AttackParts::default() };
                parts.melee = (card.melee > 0).then(|| shock.clone());
                parts.shooting = (card.shooting > 0).then_some(shock);
            }
            _ => {}
        }
        parts
    }
}
