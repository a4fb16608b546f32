//! Converts printed card effects (rule A-9) to parts, the form in which custom effects are written.

use super::parts::{AttackParts, Counted, Dice, Manner, Parts, Power, Regain, Snare, Weak};
use super::roster::{Card, Effect};

impl Effect {
    /// Returns the effect of this card as a set of parts, the form of custom effects.
    pub fn parts(&self, card: &Card) -> Parts {
        let attack = AttackParts::default;
        let hits = |manner| AttackParts { manner, ..attack() };
        let dice = |dice| AttackParts { dice: Some(dice), ..attack() };
        let parts = match self {
            Effect::Custom(parts) => return (**parts).clone(),
            Effect::PowderBarrel => shooting(hits(Manner::Area)),
            Effect::GhostRing => lasting(Power::NoShot),
            Effect::DoubleBow => shooting(hits(Manner::Pair)),
            Effect::PeacePipe => lasting(Power::NoMelee),
            Effect::Kamikaze { dice: table } => melee(dice(Dice::ByLife(table.clone()))),
            Effect::VampiricSticks => melee(AttackParts { drain: true, ..attack() }),
            Effect::SpikedEpaulet { dice: second } => {
                Parts { second: Some(dice(Dice::Fixed(*second))), ..melee(attack()) }
            }
            &Effect::EvilNet { dice, penalty } => {
                melee(AttackParts { snare: Some(Snare { dice, penalty }), ..attack() })
            }
            &Effect::Electroshock { shift } => {
                let shock =
                    |dice: u8| (dice > 0).then(|| AttackParts { shift, ..AttackParts::default() });
                Parts {
                    melee: shock(card.melee),
                    shooting: shock(card.shooting),
                    ..Parts::default()
                }
            }
            Effect::ElectricClaymore => shooting(dice(Dice::Counted(Counted::Rolled))),
            Effect::Terminotaur => melee(dice(Dice::Counted(Counted::Cards))),
            Effect::BlindingSuit => lasting(Power::DieLess),
            Effect::Strike => shooting(hits(Manner::Strike)),
            Effect::MysticalSkull => shooting(hits(Manner::Skull)),
            Effect::WhirlingSpear => Parts {
                melee: Some(attack()),
                second: Some(attack()),
                ..lasting(Power::RolledDefense)
            },
            &Effect::EnergyArmour { bonus } => shooting(AttackParts { bonus, ..attack() }),
            Effect::BrambleNet => melee(AttackParts { by_size: true, net: true, ..attack() }),
            &Effect::Finishing { life, bonus, regain, regain_large, large } => melee(AttackParts {
                weak: Some(Weak { life, bonus }),
                regain: Some(Regain { small: regain, large: regain_large, size: large }),
                ..attack()
            }),
            Effect::BowlingStrike => shooting(hits(Manner::Bowling)),
            Effect::Sandal { landing } => melee(AttackParts { throw: landing.clone(), ..attack() }),
        };
        Parts { name: self.words(), ..parts }
    }

    /// Returns the name of the effect as it is written in a sentence, such as `powder barrel`.
    pub fn words(&self) -> String {
        match self {
            Effect::Custom(parts) => parts.name.clone(),
            printed => printed.name().replace('-', " "),
        }
    }
}

fn melee(attack: AttackParts) -> Parts {
    Parts { melee: Some(attack), ..Parts::default() }
}

fn shooting(attack: AttackParts) -> Parts {
    Parts { shooting: Some(attack), ..Parts::default() }
}

fn lasting(power: Power) -> Parts {
    Parts { lasting: vec![power], ..Parts::default() }
}
