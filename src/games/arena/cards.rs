//! Action cards as the engine plays them: the parts of their effects as attack slots and lasting powers.
//!
//! Printed effects and those of one's own come here alike, as [`Parts`]: see docs/adding-an-effect.md.

use arrayvec::ArrayVec;

use super::Rules;
pub use super::parts::Manner;
use super::parts::{AttackParts, Counted, Dice, Landing, Parts, Power, Regain};
use super::roster::{Card, Fighter};
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
    pub effects: ArrayVec<Option<String>, MAX_CARDS>,
    /// Which of the cards are techniques.
    pub techniques: Cards,
    tables: Tables,
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
        let effect = |(_, card, _): &(_, &Card, _)| Some(card.effect()?.name().to_owned());
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
            tables,
            dragon: fighter.dragon,
            threats,
        }
    }

    /// Dice of a table by life, with so many life points left, at least 1.
    #[inline]
    pub fn dice_by_life(&self, table: u8, lp: u8) -> u8 {
        let table = &self.tables.by_life[usize::from(table)];
        table[usize::from(lp).min(table.len()) - 1]
    }

    /// Dice at whom somebody of this size lands on.
    pub fn landing_dice(&self, table: u8, size: u8) -> u8 {
        let table = &self.tables.landings[usize::from(table)];
        let entry = table.iter().find(|landing| size <= landing.size);
        entry.or(table.last()).map_or(0, |landing| landing.dice)
    }

    /// The most life points that an elimination gives back.
    pub fn most_regained(&self) -> u8 {
        let slots = self.cards.iter().flat_map(|card| &card.slots);
        let regains = slots.filter_map(|slot| Some(slot.on_wound?.regain));
        regains
            .map(|regain| regain.small.max(regain.large))
            .max()
            .unwrap_or(0)
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

/// What the effects of a fighter's cards look up, each table once.
#[derive(Debug, Clone, Default)]
struct Tables {
    /// Dice by life points.
    by_life: Vec<Vec<u8>>,
    /// Dice by the size of one who is thrown.
    landings: Vec<Vec<Landing>>,
}

/// The place of a table among those looked up, put there if it is new.
fn place<T: Clone + PartialEq>(tables: &mut Vec<T>, table: &T) -> u8 {
    let known = tables.iter().position(|known| known == table);
    known.unwrap_or_else(|| {
        tables.push(table.clone());
        tables.len() - 1
    }) as u8
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
    pub manner: Manner,
    /// Added to each die.
    pub bonus: i8,
    pub weak: Option<Weak>,
    pub snare: Option<Snare>,
    /// Do the dice stand together against the target's size, for a single wound?
    pub by_size: bool,
    /// What its wounds do besides.
    pub on_wound: Option<OnWound>,
    /// The target is thrown if the dice reach its size: this table of the sheet, see [`Sheet::landing_dice`].
    pub landing: Option<u8>,
    /// Does anything follow when its targets have been faced: a second phase, a flight, the rest of a split?
    pub goes_on: bool,
}

/// Added to each die against targets of so many life points or fewer, and taken from each against others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weak {
    pub life: u8,
    pub bonus: i8,
}

/// Dice against the target's size before the attack's own, and the defense that it costs a target that they reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Snare {
    pub dice: u8,
    pub penalty: i8,
}

/// What wounds of an attack do besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OnWound {
    /// Initiative that the target's next action loses, and the attacker's gains.
    pub shift: i8,
    /// Do they become the attacker's life?
    pub drain: bool,
    /// Is the target netted?
    pub net: bool,
    /// Life points for an elimination.
    pub regain: Regain,
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
    /// By life points: this table of the sheet, see [`Sheet::dice_by_life`].
    ByLife(u8),
    /// One die says.
    Rolled,
    /// Action cards lying before the fighter, or played since it took some back.
    CardsLying,
}

impl Slot {
    /// An attack with so many dice, unless its parts say how many.
    fn new(reach: Reach, printed: u8, parts: &AttackParts, tables: &mut Tables) -> Slot {
        let dice = match &parts.dice {
            None => DiceCount::Fixed(printed),
            Some(Dice::Fixed(dice)) => DiceCount::Fixed(*dice),
            Some(Dice::ByLife(table)) => DiceCount::ByLife(place(&mut tables.by_life, table)),
            Some(Dice::Counted(Counted::Rolled)) => DiceCount::Rolled,
            Some(Dice::Counted(Counted::Cards)) => DiceCount::CardsLying,
        };
        let on_wound = OnWound {
            shift: parts.shift as i8,
            drain: parts.drain,
            net: parts.net,
            regain: parts.regain.unwrap_or_default(),
        };
        let thrown = !parts.throw.is_empty();
        Slot {
            reach,
            uses: u8::from(dice != DiceCount::Fixed(0) || parts.manner == Manner::Skull),
            dice,
            manner: parts.manner,
            bonus: parts.bonus as i8,
            weak: parts.weak.map(|weak| Weak {
                life: weak.life,
                bonus: weak.bonus as i8,
            }),
            snare: parts.snare.map(|snare| Snare {
                dice: snare.dice,
                penalty: snare.penalty as i8,
            }),
            by_size: parts.by_size,
            on_wound: (on_wound != OnWound::default()).then_some(on_wound),
            landing: thrown.then(|| place(&mut tables.landings, &parts.throw)),
            goes_on: matches!(parts.manner, Manner::Strike | Manner::Split) || thrown,
        }
    }

    /// What a snare takes from the defense of one it catches; 0 without one.
    pub fn snare_penalty(&self) -> i8 {
        self.snare.map_or(0, |snare| snare.penalty)
    }

    /// What is added to each die against a target with so many life points: besides `bonus`, that against the weak.
    #[inline]
    pub fn bonus_against(&self, lp: u8) -> i8 {
        match self.weak {
            None => self.bonus,
            Some(weak) if lp <= weak.life => self.bonus + weak.bonus,
            Some(weak) => self.bonus - weak.bonus,
        }
    }
}

impl PlayCard {
    /// The card with this key; checked before: the key of a card without an initiative is a number, but for a dragon's.
    fn new(key: &str, card: &Card, tables: &mut Tables) -> Self {
        let Parts {
            melee,
            shooting,
            second,
            lasting,
            ..
        } = card.parts();
        let melee = melee.unwrap_or_default();
        let mut slot =
            |reach, dice, parts: &AttackParts| Slot::new(reach, dice, parts, &mut *tables);
        let mut play = PlayCard {
            initiative: card.initiative.or(key.parse().ok()).unwrap_or(0),
            movement: card.movement,
            defense: card.defense,
            slots: [
                slot(Reach::Melee, card.melee, &melee),
                slot(Reach::Shot, card.shooting, &shooting.unwrap_or_default()),
            ],
            distinct: second.is_some(),
            either: false,
            lasting: Lasting {
                no_shot: lasting.contains(&Power::NoShot),
                no_melee: lasting.contains(&Power::NoMelee),
                suit: lasting.contains(&Power::DieLess),
                spear: lasting.contains(&Power::RolledDefense),
            },
            special: card.effect().is_some(),
        };
        if let Some(mut second) = second {
            second.dice = second.dice.or(melee.dice);
            let second = slot(Reach::Melee, card.melee, &second);
            if second == play.slots[0] {
                // The two attacks are one and the same option, taken twice.
                play.slots[0].uses = 2;
            } else {
                play.slots[1] = second;
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
            self.slots[1].manner = Manner::Split;
            self.slots[1].goes_on = true;
        }
    }
}
