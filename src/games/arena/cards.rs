//! Action cards as the engine plays them: each effect of A-9 taken apart into attack slots and lasting powers.
//!
//! A new effect is one variant of [`Effect`], one arm of `PlayCard::new`, one test: see docs/adding-an-effect.md.

use arrayvec::ArrayVec;

use super::Rules;
use super::roster::{Card, Effect, Fighter, Landing};
use super::threat::Threats;

/// Most cards of a fighter.
pub const MAX_CARDS: usize = 16;

/// A card of a fighter: an index into its sheet's cards.
pub type CardIndex = u8;

/// A set of a fighter's cards, one bit each.
pub type Cards = u16;

/// Attacks of a card: at most two.
pub const SLOTS: usize = 2;

/// One fighter, ready to play.
#[derive(Debug, Clone)]
pub struct Sheet {
    pub size: u8,
    pub defense: u8,
    /// Are its cards the faces of a dragon's, of which it shows one at its turn?
    pub dragon: bool,
    /// By initiative, the highest first; cards of one initiative by their keys.
    pub cards: ArrayVec<PlayCard, MAX_CARDS>,
    /// The cards' keys in the roster, in the same order.
    pub keys: ArrayVec<String, MAX_CARDS>,
    /// The names of the cards' effects, in the same order.
    pub effects: ArrayVec<Option<&'static str>, MAX_CARDS>,
    /// Which of the cards are techniques.
    pub techniques: Cards,
    /// Kamikaze: the tables of dice by life points.
    by_life: Vec<Vec<u8>>,
    /// Sandal: the tables of dice by the size of the one thrown.
    landings: Vec<Vec<Landing>>,
    /// What any hand of the cards threatens.
    pub(super) threats: Threats,
}

impl Sheet {
    /// The fighter of a checked roster.
    pub fn new(rules: &Rules, fighter: &Fighter) -> Self {
        let mut tables = Tables::default();
        let mut cards: Vec<(String, &Card, PlayCard)> = fighter
            .cards
            .iter()
            .map(|(key, card)| (key.clone(), card, PlayCard::new(key, card, &mut tables)))
            .collect();
        if fighter.dragon {
            (cards.iter_mut()).for_each(|(_, card, play)| play.make_face(card, rules));
        }
        cards.sort_by(|a, b| {
            b.2.initiative
                .cmp(&a.2.initiative)
                .then_with(|| a.0.cmp(&b.0))
        });
        let techniques = cards
            .iter()
            .enumerate()
            .map(|(index, (_, card, _))| Cards::from(card.technique.is_some()) << index)
            .sum();
        let keys = cards.iter().map(|(key, ..)| key.clone()).collect();
        let effect = |(_, card, _): &(_, &Card, _)| card.effect().map(Effect::name);
        let effects = cards.iter().map(effect).collect();
        let cards: ArrayVec<PlayCard, MAX_CARDS> =
            cards.into_iter().map(|(.., card)| card).collect();
        let threats = Threats::new(&cards, rules.range);
        Sheet {
            size: fighter.size,
            defense: fighter.defense,
            cards,
            keys,
            effects,
            techniques,
            by_life: tables.by_life,
            landings: tables.landings,
            dragon: fighter.dragon,
            threats,
        }
    }

    /// Kamikaze: dice of a table with so many life points left, at least 1.
    #[inline]
    pub fn dice_by_life(&self, table: u8, lp: u8) -> u8 {
        let table = &self.by_life[usize::from(table)];
        table[usize::from(lp).min(table.len()) - 1]
    }

    /// Sandal: dice at whom somebody of this size lands on.
    pub fn landing_dice(&self, table: u8, size: u8) -> u8 {
        let table = &self.landings[usize::from(table)];
        let entry = table.iter().find(|landing| size <= landing.size);
        entry.or(table.last()).map_or(0, |landing| landing.dice)
    }

    /// Finishing: the most life points that an elimination gives back.
    pub fn most_regained(&self) -> u8 {
        let slots = self.cards.iter().flat_map(|card| &card.slots);
        let regained = slots.map(|slot| match slot.twist {
            Twist::Finish {
                regain,
                regain_large,
                ..
            } => regain.max(regain_large),
            _ => 0,
        });
        regained.max().unwrap_or(0)
    }

    /// A dragon: the face that it shows but when it plays a technique.
    pub fn plain_face(&self) -> CardIndex {
        (!self.techniques).trailing_zeros() as CardIndex
    }

    /// All cards of the fighter.
    pub fn all(&self) -> Cards {
        ((1u32 << self.cards.len()) - 1) as Cards
    }
}

/// What the effects of a fighter's cards look up.
#[derive(Default)]
struct Tables {
    by_life: Vec<Vec<u8>>,
    landings: Vec<Vec<Landing>>,
}

/// One action card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayCard {
    pub initiative: u8,
    pub movement: u8,
    pub defense: u8,
    /// Its attacks: melee and shot, but for an epaulet, whose second is melee too. One that it does not have has no uses.
    pub slots: [Slot; SLOTS],
    /// Must its attacks have different targets?
    pub distinct: bool,
    /// A dragon's: is one attack all that it offers?
    pub either: bool,
    /// Its powers while it is the active card.
    pub lasting: Lasting,
    /// Is it a technique or an item?
    pub special: bool,
}

/// What a card does while it is active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lasting {
    /// Ghost ring: cannot be shot.
    pub no_shot: bool,
    /// Peace pipe: cannot be attacked in melee.
    pub no_melee: bool,
    /// Blinding suit: attacks roll 1 die fewer.
    pub suit: bool,
    /// Whirling spear: the defense is rolled.
    pub spear: bool,
}

/// One attack of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    pub reach: Reach,
    /// How often it is made in a turn, each time at a different target; 0 where there is no attack.
    pub uses: u8,
    pub dice: DiceCount,
    pub sharing: Sharing,
    /// Added to each die.
    pub bonus: i8,
    pub twist: Twist,
    /// Does anything follow when its targets have been faced: a second phase, a flight, the rest of a split?
    pub goes_on: bool,
}

/// Whom an attack can reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// opponents in the actor's zone.
    Melee,
    /// opponents in other zones.
    Shot,
}

/// How many dice an attack rolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiceCount {
    Fixed(u8),
    /// Kamikaze: this table of the sheet, see [`Sheet::dice_by_life`].
    ByLife(u8),
    /// Claymore: one die says.
    Rolled,
    /// Terminotaur: action cards lying before the fighter, or played since it took some back.
    CardsLying,
}

/// How an attack is shared out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    Single,
    /// Double bow: two targets at once.
    Pair,
    /// Powder barrel: everyone in a zone, with one roll.
    Area,
    /// Strike: the dice of the shot may each hit a second fighter.
    Strike,
    /// Mystical skull: no dice, a token.
    Skull,
    /// A dragon's shot: its dice split among fighters of a zone, each an attack of its own.
    Split,
    /// Bowling strike: the dice that miss one are tried on the next.
    Bowling,
}

/// What else an attack does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Twist {
    None,
    /// Evil net: dice rolled against the size, and the defense they cost.
    Net {
        dice: u8,
        penalty: i8,
    },
    /// Vampiric sticks: wounds become the attacker's life.
    Vampiric,
    /// Electroshock: initiative moved.
    Shock(i8),
    /// Bramble net: the dice stand against the size, not the defense.
    Bramble,
    /// Finishing.
    Finish {
        life: u8,
        bonus: i8,
        regain: u8,
        regain_large: u8,
        large: u8,
    },
    /// Sandal: the target is thrown; this table of the sheet, see [`Sheet::landing_dice`].
    Sandal(u8),
}

impl Slot {
    const NONE: Slot = Slot {
        reach: Reach::Melee,
        uses: 0,
        dice: DiceCount::Fixed(0),
        sharing: Sharing::Single,
        bonus: 0,
        twist: Twist::None,
        goes_on: false,
    };

    /// Net: what it takes from the defense of one it catches; 0 for any other attack.
    pub fn net_penalty(&self) -> i8 {
        match self.twist {
            Twist::Net { penalty, .. } => penalty,
            _ => 0,
        }
    }

    /// What is added to each die against a target with so many life points: besides `bonus`, a finishing's.
    #[inline]
    pub fn bonus_against(&self, lp: u8) -> i8 {
        match self.twist {
            Twist::Finish { life, bonus, .. } if lp <= life => self.bonus + bonus,
            Twist::Finish { bonus, .. } => self.bonus - bonus,
            _ => self.bonus,
        }
    }

    fn melee(dice: u8) -> Slot {
        Slot {
            uses: u8::from(dice > 0),
            dice: DiceCount::Fixed(dice),
            ..Slot::NONE
        }
    }

    fn shot(dice: u8) -> Slot {
        Slot {
            reach: Reach::Shot,
            ..Slot::melee(dice)
        }
    }
}

impl PlayCard {
    /// The card with this key; checked before: the key of a card without an initiative is a number, but for a dragon's.
    fn new(key: &str, card: &Card, tables: &mut Tables) -> Self {
        let mut play = PlayCard {
            initiative: card.initiative.or(key.parse().ok()).unwrap_or(0),
            movement: card.movement,
            defense: card.defense,
            slots: [Slot::melee(card.melee), Slot::shot(card.shooting)],
            distinct: false,
            either: false,
            lasting: Lasting::default(),
            special: card.effect().is_some(),
        };
        let lasting = &mut play.lasting;
        let [melee, shot] = &mut play.slots;
        match card.effect() {
            None => {}
            Some(Effect::PowderBarrel) => shot.sharing = Sharing::Area,
            Some(Effect::GhostRing) => lasting.no_shot = true,
            Some(Effect::DoubleBow) => shot.sharing = Sharing::Pair,
            Some(Effect::PeacePipe) => lasting.no_melee = true,
            Some(Effect::Kamikaze { dice }) => {
                melee.uses = 1;
                melee.dice = DiceCount::ByLife(tables.by_life.len() as u8);
                tables.by_life.push(dice.clone());
            }
            Some(Effect::VampiricSticks) => melee.twist = Twist::Vampiric,
            Some(Effect::SpikedEpaulet { dice }) => {
                // With as many dice, the two attacks are one and the same option, taken twice.
                if *dice == card.melee {
                    melee.uses = 2;
                } else {
                    *shot = Slot::melee(*dice);
                }
                play.distinct = true;
            }
            Some(Effect::EvilNet { dice, penalty }) => {
                melee.twist = Twist::Net {
                    dice: *dice,
                    penalty: *penalty as i8,
                };
            }
            Some(Effect::Electroshock { shift }) => {
                melee.twist = Twist::Shock(*shift as i8);
                shot.twist = melee.twist;
            }
            Some(Effect::ElectricClaymore) => {
                shot.uses = 1;
                shot.dice = DiceCount::Rolled;
            }
            Some(Effect::Terminotaur) => {
                melee.uses = 1;
                melee.dice = DiceCount::CardsLying;
            }
            Some(Effect::BlindingSuit) => lasting.suit = true,
            Some(Effect::Strike) => {
                shot.sharing = Sharing::Strike;
                shot.goes_on = true;
            }
            Some(Effect::MysticalSkull) => {
                shot.uses = 1;
                shot.sharing = Sharing::Skull;
            }
            Some(Effect::WhirlingSpear) => {
                melee.uses = 2;
                play.distinct = true;
                lasting.spear = true;
            }
            Some(Effect::EnergyArmour { bonus }) => shot.bonus = *bonus as i8,
            Some(Effect::BrambleNet) => melee.twist = Twist::Bramble,
            Some(Effect::Finishing {
                life,
                bonus,
                regain,
                regain_large,
                large,
            }) => {
                melee.twist = Twist::Finish {
                    life: *life,
                    bonus: *bonus as i8,
                    regain: *regain,
                    regain_large: *regain_large,
                    large: *large,
                };
            }
            Some(Effect::BowlingStrike) => shot.sharing = Sharing::Bowling,
            Some(Effect::Sandal { landing }) => {
                melee.twist = Twist::Sandal(tables.landings.len() as u8);
                melee.goes_on = true;
                tables.landings.push(landing.clone());
            }
        }
        play
    }

    /// Makes it a face of a dragon's card: one attack, its shot split. Its initiative is what the rules have on average.
    fn make_face(&mut self, card: &Card, rules: &Rules) {
        let list = &rules.dragon_initiative;
        let sum: usize = list.iter().copied().map(usize::from).sum();
        self.initiative = (sum / list.len()) as u8;
        if card.effect().is_none() {
            self.either = true;
            self.slots[1].sharing = Sharing::Split;
            self.slots[1].goes_on = true;
        }
    }
}
