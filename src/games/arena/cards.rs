//! Action cards in the form that the engine plays: each card's attacks and lasting powers, built
//! from the parts of its effect (rule A-9).
//!
//! Printed and custom effects use the same form, [`Parts`]; see `docs/adding-an-effect.md`.

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use serde::Serialize;

use super::fields::SheetInputs;
pub use super::parts::Manner;
use super::parts::{AttackParts, Counted, Dice, Landing, Power, Snare, Weak};
use super::threat::Threats;
use super::{Card, Fighter, Parts, Regain, Rules};

/// Maximum number of action cards of a fighter.
pub const MAX_CARDS: usize = 16;

/// The index of an action card among the cards of its fighter, from 0.
pub type CardIndex = u8;

/// A set of a fighter's cards: bit `i` stands for card `i`.
pub type Cards = u16;

/// Maximum number of different attacks on a card.
pub const SLOTS: usize = 2;

/// A fighter of the roster (its size, defense and cards) in the form that the engine plays.
#[derive(Debug, Clone)]
pub struct Sheet {
    pub size: u8,
    pub defense: u8,
    /// True for a dragon. A dragon has only one card; its `cards` are the faces of that card.
    pub dragon: bool,
    /// The fighter's cards by descending initiative; cards of equal initiative are sorted by key.
    pub cards: ArrayVec<PlayCard, MAX_CARDS>,
    /// The roster key (text) of each card, in the order of `cards`.
    pub keys: ArrayVec<String, MAX_CARDS>,
    /// The name of each card's effect, in the order of `cards`; `None` for a card without effect.
    pub effects: ArrayVec<Option<String>, MAX_CARDS>,
    /// The set of the fighter's cards that are secret techniques.
    pub techniques: Cards,
    tables: Tables,
    /// For every possible hand of the fighter: sums of the dice and defenses of its cards.
    pub(super) threats: Threats,
    /// Inputs of trained bots that depend only on the fighter's cards.
    pub(super) inputs: SheetInputs,
}

impl Sheet {
    /// Creates the playable form of a fighter from a checked roster.
    pub fn new(rules: &Rules, fighter: &Fighter) -> Self {
        let mut tables = Tables::default();
        let mut cards: Vec<(&String, &Card, PlayCard)> = vec![];
        for (key, card) in &fighter.cards {
            let mut play = PlayCard::new(key, card, &mut tables);
            if fighter.dragon {
                play.make_face(card, rules);
            }
            cards.push((key, card, play));
        }
        // The cards of the roster are sorted by key, so cards of equal initiative stay in this
        // order.
        cards.sort_by_key(|(.., play)| Reverse(play.initiative));
        let technique = |(_, card, _): &(_, &Card, _)| Cards::from(card.technique.is_some());
        let plays: ArrayVec<PlayCard, MAX_CARDS> = cards.iter().map(|(.., play)| *play).collect();
        Sheet {
            size: fighter.size,
            defense: fighter.defense,
            dragon: fighter.dragon,
            keys: cards.iter().map(|(key, ..)| (*key).clone()).collect(),
            effects: cards.iter().map(|(_, card, _)| Some(card.effect()?.name())).collect(),
            techniques: (0..).zip(&cards).map(|(index, card)| technique(card) << index).sum(),
            tables,
            threats: Threats::new(&plays, rules.range),
            inputs: SheetInputs::new(&plays),
            cards: plays,
        }
    }

    /// Returns the number of dice of an attack whose strength depends on the life points `lp` left
    /// (at least 1). `table` is the index of the attack's look-up table.
    #[inline]
    pub fn dice_by_life(&self, table: u8, lp: u8) -> u8 {
        let table = &self.tables.by_life[usize::from(table)];
        table[usize::from(lp).min(table.len()) - 1]
    }

    /// Returns the number of dice that are rolled against each fighter in the zone where a thrown
    /// fighter of size `size` lands. `table` is the index of the attack's look-up table.
    pub fn landing_dice(&self, table: u8, size: u8) -> u8 {
        let table = &self.tables.landings[usize::from(table)];
        let entry = table.iter().find(|landing| size <= landing.size);
        entry.or(table.last()).map_or(0, |landing| landing.dice)
    }

    /// Returns the largest number of life points that the fighter can regain by eliminating another
    /// fighter.
    pub fn most_regained(&self) -> u8 {
        let slots = self.cards.iter().flat_map(|card| &card.slots);
        let regains = slots.filter_map(|slot| Some(slot.on_wound?.regain));
        regains.map(|regain| regain.small.max(regain.large)).max().unwrap_or(0)
    }

    facts! { self;
        /// Returns the plain face of a dragon's card, which the dragon shows unless it plays a
        /// technique.
        pub fn plain_face() -> CardIndex = (!self.techniques).trailing_zeros() as CardIndex;
        pub fn all() -> Cards = ((1u32 << self.cards.len()) - 1) as Cards;
    }
}

/// Look-up tables that the effects of a fighter's cards use, without duplicates.
#[derive(Debug, Clone, Default)]
struct Tables {
    /// Look-up tables that give a number of dice by the attacker's life points left.
    by_life: Vec<Vec<u8>>,
    /// Look-up tables that give a number of dice by the size of a thrown fighter.
    landings: Vec<Vec<Landing>>,
}

/// Returns the index of a look-up table in a list of tables; appends the table if it is new.
fn place<T: Clone + PartialEq>(tables: &mut Vec<T>, table: &T) -> u8 {
    let known = tables.iter().position(|known| known == table);
    known.unwrap_or_else(|| {
        tables.push(table.clone());
        tables.len() - 1
    }) as u8
}

/// One action card, or one face of a dragon's card, in the form that the engine plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayCard {
    pub initiative: u8,
    pub movement: u8,
    pub defense: u8,
    /// The attacks of the card: first the melee attack, then the shot or the second melee attack.
    /// If the card lacks an attack, the `uses` of its entry are 0.
    pub slots: [AttackSlot; SLOTS],
    /// True if the card's attacks must be made on different targets.
    pub distinct: bool,
    /// True for a face of a dragon's card that allows only one of its attacks per turn.
    pub either: bool,
    /// The powers that the fighter has while the card is active.
    pub lasting: Lasting,
    /// True if the card has an effect, that is, if it is a technique or an item.
    pub special: bool,
}

/// The powers that a card gives its fighter while the card is active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lasting {
    /// True if no shot can target the fighter. The effect `ghost-ring` gives this power.
    pub no_shot: bool,
    /// True if no melee attack can target the fighter. The effect `peace-pipe` gives this power.
    pub no_melee: bool,
    /// True if every attack on the fighter rolls 1 die fewer. The effect `blinding-suit` gives this
    /// power.
    pub die_less: bool,
    /// True if the fighter's defense is rolled anew for each attack. The effect `whirling-spear`
    /// gives this power.
    pub rolled_defense: bool,
}

/// One attack on an action card: its targets, dice and effects. A card has up to two attacks.
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
    pub weak: Option<Weak>,
    pub snare: Option<Snare>,
    /// True if the sum of the dice is compared with the target's size; the attack then wounds at
    /// most once.
    pub by_size: bool,
    /// Further effects if the attack wounds its target; `None` without such effects.
    pub on_wound: Option<OnWound>,
    /// If the attack throws its target to another zone: index of the table with the number of dice
    /// against the fighters there, see [`Sheet::landing_dice`]. `None` for other attacks.
    pub landing: Option<u8>,
    /// True if the attack may roll more dice after all chosen targets are resolved. Examples are
    /// the second phase of a Strike and the landing of a thrown target.
    pub goes_on: bool,
}

/// Further effects that an attack has if it wounds its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OnWound {
    /// Points of initiative that the target loses and the attacker gains, each for its next action.
    pub shift: i8,
    /// True if the life points that the attack takes are added to the attacker's life points.
    pub drain: bool,
    /// True if the attack catches the target in a bramble net.
    pub net: bool,
    /// Life points that the attacker regains if the attack eliminates the target.
    pub regain: Regain,
}

/// The kind of an attack by distance: melee or shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// An attack on an opponent in the attacker's own zone (rule ).
    Melee,
    /// An attack on an opponent in another zone (rule ).
    Shot,
}

impl Reach {
    /// Returns true if a fighter with `moves` moves can get into position for an attack on a target
    /// at this distance. A fighter that stands too near or too far for a shot moves first. `range`
    /// is the maximum distance of a shot (rule ).
    pub(super) const fn covers(self, moves: u8, range: u8, distance: u8) -> bool {
        match self {
            Reach::Melee => moves >= distance,
            Reach::Shot => moves > 0 || (1 <= distance && distance <= range),
        }
    }
}

/// The rule that determines the number of dice of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiceCount {
    /// The attack always has this number of dice.
    Fixed(u8),
    /// The number of dice depends on the attacker's life points. The value is the index of a
    /// look-up table, see [`Sheet::dice_by_life`].
    ByLife(u8),
    /// One die is rolled first; its face is the number of dice of the attack.
    Rolled,
    /// The number of dice is the number of the fighter's cards that lie on the table. With
    /// `rules.terminotaur = "played"`, it is the number of cards played since the fighter last took
    /// cards back.
    CardsLying,
}

impl DiceCount {
    /// Returns the number of dice; an average of 3 if the number depends on the situation.
    pub(super) fn on_average(self) -> u8 {
        if let DiceCount::Fixed(dice) = self { dice } else { 3 }
    }
}

impl AttackSlot {
    /// Creates an attack of a card. `printed` is the number of dice on the card, which applies
    /// unless the effect (`parts`) gives another number.
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
            weak: parts.weak,
            snare: parts.snare,
            by_size: parts.by_size,
            on_wound: (on_wound != OnWound::default()).then_some(on_wound),
            landing: thrown.then(|| place(&mut tables.landings, &parts.throw)),
            goes_on: matches!(parts.manner, Manner::Strike | Manner::Split) || thrown,
        }
    }

    /// Returns the number by which the dice thrown before the attack can reduce the target's
    /// defense; 0 if the attack has no such throw.
    pub fn snare_penalty(&self) -> i8 {
        self.snare.map_or(0, |snare| snare.penalty as i8)
    }

    /// Returns the total bonus on each die of the attack against a target with `lp` life points.
    #[inline]
    pub fn bonus_against(&self, lp: u8) -> i8 {
        match self.weak {
            None => self.bonus,
            Some(weak) if lp <= weak.life => self.bonus + weak.bonus as i8,
            Some(weak) => self.bonus - weak.bonus as i8,
        }
    }
}

impl PlayCard {
    /// Creates a card from a checked roster. If the roster gives no initiative, the key of the card
    /// is used as the number; a dragon's cards get 0.
    fn new(key: &str, card: &Card, tables: &mut Tables) -> Self {
        let Parts { melee, shooting, second, lasting, .. } = card.parts();
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
                die_less: lasting.contains(&Power::DieLess),
                rolled_defense: lasting.contains(&Power::RolledDefense),
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

    /// Returns the mean defense of the card. Against a rolled defense, 21 of 36 pairs of dice
    /// wound, which equals a defense of 3.5.
    pub(super) fn mean_defense(&self) -> f32 {
        if self.lasting.rolled_defense { 3.5 } else { f32::from(self.defense) }
    }

    /// Turns the card into a face of a dragon's card. A face without effect allows one attack per
    /// turn, and its shot can be split. The initiative becomes the mean of
    /// `rules.dragon_initiative`.
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
