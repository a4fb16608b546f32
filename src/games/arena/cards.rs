//! Action cards in the form that the engine plays: attacks and lasting powers, built from the
//! parts of their effects.
//!
//! Printed and custom effects use the same form, [`Parts`]; see `docs/adding-an-effect.md`.

use arrayvec::ArrayVec;

use super::Rules;
use super::inputs::SheetInputs;
pub use super::parts::Manner;
use super::parts::{AttackParts, Counted, Dice, Landing, Parts, Power, Regain};
use super::roster::{Card, Fighter};
use super::threat::Threats;

/// Maximum number of cards of a fighter.
pub const MAX_CARDS: usize = 16;

/// A card of a fighter: an index into the cards of its sheet.
pub type CardIndex = u8;

/// A set of a fighter's cards: bit `i` stands for card `i`.
pub type Cards = u16;

/// Maximum number of attacks of a card.
pub const SLOTS: usize = 2;

/// One fighter of the roster, in the form that the engine plays.
#[derive(Debug, Clone)]
pub struct Sheet {
    pub size: u8,
    pub defense: u8,
    /// True for a dragon, whose cards are the faces of a single card.
    pub dragon: bool,
    /// The cards by descending initiative; cards of equal initiative by key.
    pub cards: ArrayVec<PlayCard, MAX_CARDS>,
    /// The key of each card in the roster, in the order of `cards`.
    pub keys: ArrayVec<String, MAX_CARDS>,
    /// The name of each card's effect, in the order of `cards`; `None` for a card without effect.
    pub effects: ArrayVec<Option<String>, MAX_CARDS>,
    /// The set of cards that are techniques.
    pub techniques: Cards,
    tables: Tables,
    /// Precomputed attacks that the cards in any hand make possible.
    pub(super) threats: Threats,
    /// Inputs of trained bots that depend only on the sheet.
    pub(super) inputs: SheetInputs,
}

impl Sheet {
    /// Creates the sheet of a fighter from a checked roster.
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
            inputs: SheetInputs::new(&cards),
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

    /// Returns the number of dice for a fighter with `lp` life points left (at least 1), from the
    /// look-up table with index `table`.
    #[inline]
    pub fn dice_by_life(&self, table: u8, lp: u8) -> u8 {
        let table = &self.tables.by_life[usize::from(table)];
        table[usize::from(lp).min(table.len()) - 1]
    }

    /// Returns the number of dice of the shot at each fighter where a thrown fighter of size `size`
    /// lands, from the look-up table with index `table`.
    pub fn landing_dice(&self, table: u8, size: u8) -> u8 {
        let table = &self.tables.landings[usize::from(table)];
        let entry = table.iter().find(|landing| size <= landing.size);
        entry.or(table.last()).map_or(0, |landing| landing.dice)
    }

    /// Returns the largest number of life points that an elimination by this fighter restores.
    pub fn most_regained(&self) -> u8 {
        let slots = self.cards.iter().flat_map(|card| &card.slots);
        let regains = slots.filter_map(|slot| Some(slot.on_wound?.regain));
        regains
            .map(|regain| regain.small.max(regain.large))
            .max()
            .unwrap_or(0)
    }

    /// Returns the dragon's face without a technique, which it shows unless it plays a technique.
    pub fn plain_face(&self) -> CardIndex {
        (!self.techniques).trailing_zeros() as CardIndex
    }

    pub fn all(&self) -> Cards {
        ((1u32 << self.cards.len()) - 1) as Cards
    }
}

/// Look-up tables of the effects of a fighter's cards, without duplicates.
#[derive(Debug, Clone, Default)]
struct Tables {
    /// Tables with the number of dice by life points left.
    by_life: Vec<Vec<u8>>,
    /// Tables with the number of dice by the size of a thrown fighter.
    landings: Vec<Vec<Landing>>,
}

/// Returns the index of a table in the list; appends the table if it is new.
fn place<T: Clone + PartialEq>(tables: &mut Vec<T>, table: &T) -> u8 {
    let known = tables.iter().position(|known| known == table);
    known.unwrap_or_else(|| {
        tables.push(table.clone());
        tables.len() - 1
    }) as u8
}

/// One card, or one face of a dragon, in the form that the engine plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayCard {
    pub initiative: u8,
    pub movement: u8,
    pub defense: u8,
    /// The attacks of the card: first the melee attack, then the shot or the second melee attack.
    /// An attack that the card does not have has 0 uses.
    pub slots: [AttackSlot; SLOTS],
    /// True if the attacks of the card need different targets.
    pub distinct: bool,
    /// True for a dragon's face that allows only one of its attacks per turn.
    pub either: bool,
    /// The powers of the card while it is active.
    pub lasting: Lasting,
    /// True for a technique or an item.
    pub special: bool,
}

/// The powers of a card while it is active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lasting {
    /// Ghost ring: the fighter cannot be shot.
    pub no_shot: bool,
    /// Peace pipe: the fighter cannot be attacked in melee.
    pub no_melee: bool,
    /// Blinding suit: attacks on the fighter roll 1 die fewer.
    pub suit: bool,
    /// Whirling spear: the defense is rolled for each attack.
    pub spear: bool,
}

/// One attack of a card (a card has up to two): targets, dice and effects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttackSlot {
    pub reach: Reach,
    /// Number of times that the attack may be made in a turn, each time on a different target; 0 if
    /// the card has no such attack.
    pub uses: u8,
    pub dice: DiceCount,
    pub manner: Manner,
    /// Bonus added to each die of the attack.
    pub bonus: i8,
    pub weak: Option<WeakBonus>,
    pub snare: Option<SnareThrow>,
    /// True if the sum of the dice is compared with the target's size; the attack then wounds at
    /// most once.
    pub by_size: bool,
    /// Further effects of the attack on a wounded target or on the attacker.
    pub on_wound: Option<OnWound>,
    /// Index of the table with the dice of the shot where a thrown target lands, see
    /// [`Sheet::landing_dice`]; `None` if the attack throws no fighter.
    pub landing: Option<u8>,
    /// True if more dice may follow after all targets are resolved: for a Strike's second phase,
    /// the landing of a thrown target, or the next target of a split shot.
    pub goes_on: bool,
}

/// A bonus on each die against targets with at most `life` life points, and an equal penalty
/// against all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeakBonus {
    pub life: u8,
    pub bonus: i8,
}

/// Dice thrown before the attack. If their sum reaches the target's size, the target's defense is
/// lower by `penalty`. `dice` is the number of these dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SnareThrow {
    pub dice: u8,
    pub penalty: i8,
}

/// Further effects of an attack that wounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OnWound {
    /// Initiative that the target's next action loses and the attacker's next action gains.
    pub shift: i8,
    /// True if tokens taken become life points of the attacker.
    pub drain: bool,
    /// True if the target is caught in a net.
    pub net: bool,
    /// Life points that the attacker regains for an elimination.
    pub regain: Regain,
}

/// Where the targets of an attack stand: melee or shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// targets are opponents in the actor's zone.
    Melee,
    /// targets are opponents in other zones.
    Shot,
}

/// Number of dice of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiceCount {
    /// A fixed number of dice.
    Fixed(u8),
    /// By life points left: the index of a table, see [`Sheet::dice_by_life`].
    ByLife(u8),
    /// As many dice as the face of one die that is rolled first.
    Rolled,
    /// As many dice as there are action cards in front of the fighter, or as it has played since it
    /// last took cards back (`rules.terminotaur`).
    CardsLying,
}

impl AttackSlot {
    /// Creates an attack. `printed` is the number of dice on the card, which applies unless the
    /// parts give another number.
    fn new(reach: Reach, printed: u8, parts: &AttackParts, tables: &mut Tables) -> AttackSlot {
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
        AttackSlot {
            reach,
            uses: u8::from(dice != DiceCount::Fixed(0) || parts.manner == Manner::Skull),
            dice,
            manner: parts.manner,
            bonus: parts.bonus as i8,
            weak: parts.weak.map(|weak| WeakBonus {
                life: weak.life,
                bonus: weak.bonus as i8,
            }),
            snare: parts.snare.map(|snare| SnareThrow {
                dice: snare.dice,
                penalty: snare.penalty as i8,
            }),
            by_size: parts.by_size,
            on_wound: (on_wound != OnWound::default()).then_some(on_wound),
            landing: thrown.then(|| place(&mut tables.landings, &parts.throw)),
            goes_on: matches!(parts.manner, Manner::Strike | Manner::Split) || thrown,
        }
    }

    /// Returns the reduction of the target's defense by a snare; 0 if the attack has no snare.
    pub fn snare_penalty(&self) -> i8 {
        self.snare.map_or(0, |snare| snare.penalty)
    }

    /// Returns the sum of all bonuses on each die against a target with `lp` life points.
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
    /// Creates a card from a checked roster. A card without an initiative has a number as its key,
    /// or belongs to a dragon.
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
            |reach, dice, parts: &AttackParts| AttackSlot::new(reach, dice, parts, &mut *tables);
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
                // Both melee attacks are equal: one slot with two uses replaces them.
                play.slots[0].uses = 2;
            } else {
                play.slots[1] = second;
            }
        }
        play
    }

    /// Turns the card into a face of a dragon's card: one attack per turn, with a split shot. The
    /// initiative is the average of `rules.dragon_initiative`.
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
