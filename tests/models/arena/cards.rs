//! How the model (the second implementation of the rules) computes the attacks and powers of a
//! card: printed effects by the words of `RULES.md`, and custom effects by their parts.

use crate::games::arena::parts::{AttackParts, Counted, Dice, Landing, Manner, Power};
use crate::games::arena::{Card, Effect};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Count {
    Printed(u8),
    ByLife(Vec<u8>),
    Rolled,
    Cards,
}

/// One attack of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blow {
    pub melee: bool,
    pub uses: u8,
    pub manner: Manner,
    pub dice: Count,
    pub bonus: i8,
    /// Maximum life points of a weak target, and the bonus on each die against a weak target.
    pub weak: Option<(u32, i8)>,
    /// A throw before the attack: number of dice, and reduction of the target's defense if they
    /// reach its size.
    pub snare: Option<(u8, i8)>,
    pub by_size: bool,
    pub shift: i8,
    pub drain: bool,
    pub net: bool,
    /// Life points regained for small and for large victims, and the largest size that counts as
    /// small.
    pub regain: (u8, u8, u8),
    pub throw: Vec<Landing>,
}

/// All attacks and powers of a card.
#[derive(Debug, Clone)]
pub struct Reading {
    pub blows: [Blow; 2],
    /// True if the attacks of the card need different targets.
    pub different_targets: bool,
    pub powers: Vec<Power>,
}

impl Blow {
    fn new(melee: bool, dice: u8) -> Blow {
        Blow {
            melee,
            uses: u8::from(dice > 0),
            manner: Manner::Single,
            dice: Count::Printed(dice),
            bonus: 0,
            weak: None,
            snare: None,
            by_size: false,
            shift: 0,
            drain: false,
            net: false,
            regain: (0, 0, 0),
            throw: vec![],
        }
    }

    /// Sets the number of dice to `dice`, instead of the number printed on the card.
    fn rolls(&mut self, dice: Count) {
        self.uses = u8::from(dice != Count::Printed(0));
        self.dice = dice;
    }

    /// Applies the parts of a custom effect.
    fn read(&mut self, parts: &AttackParts) {
        match &parts.dice {
            None => {}
            Some(Dice::Fixed(dice)) => self.rolls(Count::Printed(*dice)),
            Some(Dice::ByLife(table)) => self.rolls(Count::ByLife(table.clone())),
            Some(Dice::Counted(Counted::Rolled)) => self.rolls(Count::Rolled),
            Some(Dice::Counted(Counted::Cards)) => self.rolls(Count::Cards),
        }
        if parts.manner == Manner::Skull {
            self.uses = 1;
        }
        self.manner = parts.manner;
        self.bonus = parts.bonus as i8;
        self.weak = parts.weak.map(|w| (w.life.into(), w.bonus as i8));
        self.snare = parts.snare.map(|s| (s.dice, s.penalty as i8));
        self.by_size = parts.by_size;
        self.shift = parts.shift as i8;
        self.drain = parts.drain;
        self.net = parts.net;
        self.regain = parts.regain.map_or((0, 0, 0), |r| (r.small, r.large, r.size));
        self.throw = parts.throw.clone();
    }

    /// Returns the number added to each die against a target with this many life points.
    pub fn bonus_against(&self, lp: u32) -> i8 {
        let weak = match self.weak {
            Some((life, bonus)) if lp <= life => bonus,
            Some((_, bonus)) => -bonus,
            None => 0,
        };
        self.bonus + weak
    }

    /// Returns true if the attack begins with dice of an effect to which a charm may react.
    pub fn asks_early(&self) -> bool {
        let first = self.dice == Count::Rolled || self.snare.is_some() || self.by_size;
        first && (self.manner == Manner::Single || self.manner == Manner::Strike)
    }
}

impl Reading {
    /// Returns the attacks and powers of a fighter's card, or of a face of a dragon's card.
    pub fn of(card: &Card, dragon: bool) -> Reading {
        let mut reading = Reading {
            blows: [Blow::new(true, card.melee), Blow::new(false, card.shooting)],
            different_targets: false,
            powers: vec![],
        };
        let [melee, shot] = &mut reading.blows;
        let mut second = None;
        match card.effect() {
            None if dragon => shot.manner = Manner::Split,
            None => {}
            Some(Effect::PowderBarrel) => shot.manner = Manner::Area,
            Some(Effect::GhostRing) => reading.powers = vec![Power::NoShot],
            Some(Effect::DoubleBow) => shot.manner = Manner::Pair,
            Some(Effect::PeacePipe) => reading.powers = vec![Power::NoMelee],
            Some(Effect::Kamikaze { dice }) => melee.rolls(Count::ByLife(dice.clone())),
            Some(Effect::VampiricSticks) => melee.drain = true,
            Some(Effect::SpikedEpaulet { dice }) => {
                let mut blow = melee.clone();
                blow.rolls(Count::Printed(*dice));
                second = Some(blow);
            }
            Some(Effect::EvilNet { dice, penalty }) => melee.snare = Some((*dice, *penalty as i8)),
            Some(Effect::Electroshock { shift }) => {
                melee.shift = *shift as i8;
                shot.shift = *shift as i8;
            }
            Some(Effect::ElectricClaymore) => shot.rolls(Count::Rolled),
            Some(Effect::Terminotaur) => melee.rolls(Count::Cards),
            Some(Effect::BlindingSuit) => reading.powers = vec![Power::DieLess],
            Some(Effect::Strike) => shot.manner = Manner::Strike,
            Some(Effect::MysticalSkull) => {
                shot.uses = 1;
                shot.manner = Manner::Skull;
            }
            Some(Effect::WhirlingSpear) => {
                second = Some(melee.clone());
                reading.powers = vec![Power::RolledDefense];
            }
            Some(Effect::EnergyArmour { bonus }) => shot.bonus = *bonus as i8,
            Some(Effect::BrambleNet) => {
                melee.by_size = true;
                melee.net = true;
            }
            Some(Effect::Finishing { life, bonus, regain, regain_large, large }) => {
                melee.weak = Some(((*life).into(), *bonus as i8));
                melee.regain = (*regain, *regain_large, *large);
            }
            Some(Effect::BowlingStrike) => shot.manner = Manner::Bowling,
            Some(Effect::Sandal { landing }) => melee.throw = landing.clone(),
            Some(Effect::Custom(parts)) => {
                reading.powers = parts.lasting.clone();
                if let Some(parts) = &parts.melee {
                    melee.read(parts);
                }
                if let Some(parts) = &parts.shooting {
                    shot.read(parts);
                }
                if let Some(parts) = &parts.second {
                    let mut blow = Blow::new(true, card.melee);
                    blow.rolls(melee.dice.clone());
                    blow.read(parts);
                    second = Some(blow);
                }
            }
        }
        if let Some(second) = second {
            reading.different_targets = true;
            // Two equal attacks are one option with two uses, because two options must not be
            // equal.
            if second == *melee {
                melee.uses = 2;
            } else {
                *shot = second;
            }
        }
        reading
    }

    /// Returns the number of uses of the card's two attacks.
    pub fn uses(&self) -> [u8; 2] {
        [self.blows[0].uses, self.blows[1].uses]
    }
}
