//! The features of options: what greedy weighs, scripts read and searches are led by.

use arrayvec::ArrayVec;

use super::board::{Fighters, MAX_ZONES, Zone, Zones, members};
use super::cards::{Cards, DiceCount, Manner, PlayCard, Reach, Sheet, Slot, Twist};
use super::odds::Expected;
use super::state::{FighterIndex, MAX_FIGHTERS, Phase};
use super::{Choice, View};
use crate::games::{Feature, FeatureRow, Options};

/// Where each feature stands in a row.
#[repr(usize)]
#[derive(Clone, Copy)]
enum F {
    Wounds,
    Points,
    Kills,
    Rival,
    Friends,
    Life,
    Hinder,
    Rocks,
    Danger,
    Peril,
    Defense,
    Initiative,
    Special,
    Strength,
    Company,
    Centre,
    Charm,
    Saved,
    Denied,
    Rescue,
}

/// The features, in the order of a row.
pub(super) const FEATURES: &[Feature] = &[
    feature(
        "wounds",
        "wounds that the attack is expected to deal; of a move or card, the best attack it leaves in reach",
    ),
    feature(
        "points",
        "popularity points that it is expected to take, first wounds at their worth",
    ),
    feature("kills", "opponents that it is expected to eliminate"),
    feature(
        "rival",
        "expected wounds, each times the target's popularity points over those of the leading opponent",
    ),
    feature("friends", "wounds expected on teammates"),
    feature("life", "life points that the actor is expected to gain"),
    feature(
        "hinder",
        "chance of an electroshock; wounds that a given skull is expected to spare",
    ),
    feature(
        "rocks",
        "wounds expected from the crowd's rocks, for eliminations this early",
    ),
    feature(
        "danger",
        "wounds expected from opponents before the fighter's next action, where it can then stand",
    ),
    feature(
        "peril",
        "danger over the life points left, at most 1, squared",
    ),
    feature("defense", "defense of the card"),
    feature("initiative", "initiative of the card"),
    feature(
        "special",
        "1 if the card has an effect: it will not come again soon",
    ),
    feature(
        "strength",
        "dice on the card: spent, they are missing later",
    ),
    feature(
        "company",
        "opponents on the zone reached and half of those next to it",
    ),
    feature("centre", "1 if the option leads to the centre"),
    feature(
        "charm",
        "1 if the lucky charm is used, times the share of the game that is still to come",
    ),
    feature("saved", "wounds that the charm is expected to save"),
    feature(
        "denied",
        "popularity points that the charm is expected to deny the attacker",
    ),
    feature(
        "rescue",
        "chance of surviving the attack that the charm adds",
    ),
];

const fn feature(name: &'static str, meaning: &'static str) -> Feature {
    Feature { name, meaning }
}

const _: () = assert!(
    FEATURES.len() == F::Rescue as usize + 1 && FEATURES.len() <= crate::games::MAX_FEATURES
);

/// One row of features for each option.
pub(super) fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let rows = &mut rows[..options.len()];
    rows.fill([0.0; crate::games::MAX_FEATURES]);
    match view.phase() {
        Phase::Placing => placements(view, options, rows),
        Phase::Choosing => cards(view, options, rows),
        Phase::Acting => steps(view, options, rows),
        Phase::Charm => charms(view, options, rows),
        Phase::Over => {}
    }
}

/// What an attack promises.
#[derive(Debug, Clone, Copy, Default)]
struct Prospect {
    wounds: f32,
    points: f32,
    kills: f32,
    rival: f32,
    friends: f32,
    life: f32,
    hinder: f32,
}

impl Prospect {
    /// The one measure by which the best of several attacks in reach is taken.
    fn worth(&self) -> f32 {
        self.points + self.life + 2.0 * self.kills + 0.5 * self.rival + self.hinder
            - 2.0 * self.friends
    }

    fn add(&mut self, other: Prospect, share: f32) {
        self.wounds += share * other.wounds;
        self.points += share * other.points;
        self.kills += share * other.kills;
        self.rival += share * other.rival;
        self.friends += share * other.friends;
        self.life += share * other.life;
        self.hinder += share * other.hinder;
    }

    fn write(&self, row: &mut FeatureRow) {
        row[F::Wounds as usize] = self.wounds;
        row[F::Points as usize] = self.points;
        row[F::Kills as usize] = self.kills;
        row[F::Rival as usize] = self.rival;
        row[F::Friends as usize] = self.friends;
        row[F::Life as usize] = self.life;
        row[F::Hinder as usize] = self.hinder;
    }
}

/// A target's defense: a number, or the roll of a whirling spear.
type Defense = Option<u8>;

/// Facts of the position that the options share.
struct Outlook<'a> {
    view: View<'a>,
    me: FighterIndex,
    /// The most popularity points of any living opponent, at least 1.
    top: f32,
    rocks: u8,
}

impl<'a> Outlook<'a> {
    fn new(view: View<'a>) -> Self {
        let me = view.me();
        let top = members(view.enemies(me))
            .map(|enemy| view.pp(enemy))
            .max()
            .unwrap_or(0);
        let rocks = usize::from(view.round().max(1)) - 1;
        let rocks = view.arena().rules.rocks.get(rocks).copied().unwrap_or(0);
        Outlook {
            view,
            me,
            top: f32::from(top.max(1)),
            rocks,
        }
    }

    /// An attack with a slot of one of my cards on one target.
    fn attack(
        &self,
        slot: &Slot,
        dice: u8,
        target: FighterIndex,
        distance: u8,
        defense: Defense,
    ) -> Prospect {
        if slot.manner == Manner::Skull {
            return Prospect {
                hinder: self.threat_of(target, 0.5),
                ..Prospect::default()
            };
        }
        let expected = self.expected(slot, dice, target, distance, defense);
        self.prospect(slot, target, expected)
    }

    fn expected(
        &self,
        slot: &Slot,
        dice: u8,
        target: FighterIndex,
        distance: u8,
        defense: Defense,
    ) -> Expected {
        let view = self.view;
        let suit = view.protected().2 >> target & 1;
        if slot.dice == DiceCount::Rolled {
            return mean(
                (1..=6)
                    .map(|dice| self.throw(slot, dice - suit.min(dice), target, distance, defense)),
            );
        }
        self.throw(slot, dice.saturating_sub(suit), target, distance, defense)
    }

    fn throw(
        &self,
        slot: &Slot,
        dice: u8,
        target: FighterIndex,
        distance: u8,
        defense: Defense,
    ) -> Expected {
        let rules = &self.view.arena().rules;
        let odds = &self.view.arena().odds;
        let far = slot.reach == Reach::Shot && distance == 2;
        let modifier = slot.bonus - if far { rules.far_shot_penalty as i8 } else { 0 };
        let lp = self.view.lp(target);
        let against = |less: i8| match defense {
            Some(face) => odds.attack(dice, face as i8 - modifier - less, lp),
            None => mean((1..=6).map(|face| odds.attack(dice, face - modifier - less, lp))),
        };
        match slot.twist {
            Twist::Net { dice: net, penalty } => {
                let caught = odds.sum_at_least(net, self.view.size(target));
                blend(against(penalty), against(0), caught)
            }
            _ => against(0),
        }
    }

    /// What wounds on a target are worth.
    fn prospect(&self, slot: &Slot, target: FighterIndex, expected: Expected) -> Prospect {
        let view = self.view;
        let Expected { wounds, any, kill } = expected;
        let first = if view.first_wound(target) {
            f32::from(view.arena().rules.first_wound) - 1.0
        } else {
            0.0
        };
        let mut prospect = Prospect {
            wounds,
            points: wounds + any * first,
            ..Prospect::default()
        };
        if view.team(self.me) >> target & 1 == 1 {
            prospect.friends = wounds;
        } else {
            prospect.kills = kill;
            prospect.rival = wounds * f32::from(view.pp(target)) / self.top;
        }
        match slot.twist {
            Twist::Vampiric => prospect.life = std::mem::take(&mut prospect.points),
            Twist::Shock(_) => prospect.hinder = any,
            Twist::None | Twist::Net { .. } => {}
        }
        prospect
    }

    /// The best that a slot can do with so many uses, of what it promises: target, how likely the attack is, what it brings.
    fn best(
        &self,
        slot: &Slot,
        uses: u8,
        promises: impl Iterator<Item = (FighterIndex, f32, Prospect)>,
    ) -> Prospect {
        let mut best = [Prospect::default(); 2];
        let mut by_zone = [Prospect::default(); MAX_ZONES];
        for (target, share, promise) in promises {
            let mut prospect = Prospect::default();
            prospect.add(promise, share);
            if slot.manner == Manner::Area {
                by_zone[usize::from(self.view.zone(target))].add(prospect, 1.0);
            } else if prospect.worth() > best[0].worth() {
                best = [prospect, best[0]];
            } else if prospect.worth() > best[1].worth() {
                best[1] = prospect;
            }
        }
        if slot.manner == Manner::Area {
            return by_zone
                .into_iter()
                .fold(best[0], |a, b| if b.worth() > a.worth() { b } else { a });
        }
        if slot.manner == Manner::Pair || uses == 2 {
            let second = best[1];
            best[0].add(second, 1.0);
        }
        best[0]
    }

    /// Wounds that an opponent is expected to deal me in its next action, if I wear a middling defense and half of its attacks
    /// are for me.
    fn threat_of(&self, enemy: FighterIndex, share: f32) -> f32 {
        let view = self.view;
        let cards = view.next_cards(enemy);
        let threat = view.sheet(enemy).threats.of(cards);
        let distance = view
            .arena()
            .board
            .distance(view.zone(enemy), view.zone(self.me));
        share * 0.5 * (threat.melee(distance) + threat.shots(distance))
            / cards.count_ones().max(1) as f32
    }

    /// How many actions an opponent has before my next one, as far as that is known.
    fn actions_of(&self, enemy: FighterIndex) -> f32 {
        let more = if self.view.round() < self.view.arena().rules.rounds {
            0.5
        } else {
            0.0
        };
        if self.view.waiting() >> enemy & 1 == 1 {
            1.0 + more
        } else {
            more
        }
    }

    /// Dice that all opponents are expected to roll against me on a zone before my next action: in melee, from near, from far.
    fn exposure(&self, zone: Zone) -> [f32; 3] {
        let mut dice = [0.0; 3];
        for enemy in members(self.view.enemies(self.me)) {
            let actions = self.actions_of(enemy);
            if actions > 0.0 {
                let its = self.exposure_to(enemy, zone);
                (0..3).for_each(|lane| dice[lane] += actions * its[lane]);
            }
        }
        dice
    }

    /// Dice of one opponent in one action, if it is as likely to attack me as any other.
    fn exposure_to(&self, enemy: FighterIndex, zone: Zone) -> [f32; 3] {
        let view = self.view;
        let cards = view.next_cards(enemy);
        let threat = view.sheet(enemy).threats.of(cards);
        let distance = view.arena().board.distance(view.zone(enemy), zone);
        let mut share =
            1.0 / (cards.count_ones().max(1) * view.enemies(enemy).count_ones().max(1)) as f32;
        if view.skulls(enemy) >> self.me & 1 == 1 {
            share *= 0.3;
        }
        let (near, far) = if distance < 2 {
            (1.0, 0.0)
        } else {
            (0.0, f32::from(view.arena().rules.range - 1))
        };
        [
            share * threat.melee(distance),
            share * near * threat.shots(distance),
            share * far * threat.shots(distance),
        ]
    }

    /// Wounds that so much exposure means behind a defense.
    fn danger(&self, dice: [f32; 3], guard: Guard) -> f32 {
        let far = guard.hit(self.view.arena().rules.far_shot_penalty);
        let near = guard.hit(0);
        let melee = if guard.no_melee { 0.0 } else { dice[0] * near };
        let shots = if guard.no_shot {
            0.0
        } else {
            dice[1] * near + dice[2] * far
        };
        // A suit takes one die of about three.
        (melee + shots) * if guard.suit { 0.65 } else { 1.0 }
    }

    fn write_danger(&self, row: &mut FeatureRow, danger: f32) {
        let share = (danger / f32::from(self.view.lp(self.me))).min(1.0);
        row[F::Danger as usize] = danger;
        row[F::Peril as usize] = share * share;
    }

    /// The wounds that the crowd's rocks are expected to do for these kills.
    fn write_rocks(&self, row: &mut FeatureRow, guard: Guard) {
        row[F::Rocks as usize] = row[F::Kills as usize] * f32::from(self.rocks) * guard.hit(0);
    }
}

/// What protects a fighter.
#[derive(Debug, Clone, Copy)]
struct Guard {
    defense: Defense,
    no_melee: bool,
    no_shot: bool,
    suit: bool,
}

impl Guard {
    fn of_card(card: &PlayCard) -> Self {
        Guard {
            defense: (!card.lasting.spear).then_some(card.defense),
            no_melee: card.lasting.no_melee,
            no_shot: card.lasting.no_shot,
            suit: card.lasting.suit,
        }
    }

    fn of_fighter(view: View<'_>, fighter: FighterIndex) -> Self {
        let (no_melee, no_shot, suit) = view.protected();
        let has = |set: Fighters| set >> fighter & 1 == 1;
        Guard {
            defense: view.defense(fighter),
            no_melee: has(no_melee),
            no_shot: has(no_shot),
            suit: has(suit),
        }
    }

    /// Chance that a die wounds, with so much taken from it.
    fn hit(self, penalty: u8) -> f32 {
        // A rolled defense is hit by 21 of 36 pairs of dice.
        let faces = match self.defense {
            Some(defense) => 7.0 - f32::from(defense),
            None => 3.5,
        };
        (faces - f32::from(penalty)).clamp(0.0, 6.0) / 6.0
    }
}

fn placements(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let outlook = Outlook::new(view);
    let guard = Guard::of_fighter(view, outlook.me);
    for (choice, row) in options.iter().zip(rows) {
        let Choice::Place(zone) = *choice else {
            continue;
        };
        // Those who are not placed yet may come anywhere: they make no difference.
        let mut danger = 0.0;
        for enemy in members(view.enemies(outlook.me) & ((1 << outlook.me) - 1)) {
            danger += outlook.danger(outlook.exposure_to(enemy, zone), guard);
        }
        outlook.write_danger(row, danger);
        write_ground(view, row, zone);
    }
}

fn write_ground(view: View<'_>, row: &mut FeatureRow, zone: Zone) {
    let board = &view.arena().board;
    let enemies = view.enemies(view.me());
    let near = members(board.adjacent(zone))
        .map(|near| (view.standing_on(near) & enemies).count_ones())
        .sum::<u32>();
    row[F::Company as usize] =
        (view.standing_on(zone) & enemies).count_ones() as f32 + 0.5 * near as f32;
    row[F::Centre as usize] = f32::from(zone == board.centre());
}

/// An opponent, as far as a choice of card is concerned.
struct Foe<'a> {
    fighter: FighterIndex,
    sheet: &'a Sheet,
    /// The cards it may play this round.
    cards: Cards,
    distance: u8,
    /// The middling defense of those cards.
    defense: u8,
    exposure: [f32; 3],
}

impl Foe<'_> {
    /// The chance that it acts after my card.
    fn later(&self, card: &PlayCard) -> f32 {
        let slower = self.cards & self.sheet.threats.slower(card.initiative as i8);
        slower.count_ones() as f32 / self.cards.count_ones().max(1) as f32
    }
}

fn cards(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let outlook = Outlook::new(view);
    let me = outlook.me;
    let (sheet, zone) = (view.sheet(me), view.zone(me));
    let before = Guard::of_fighter(view, me);
    let foes: ArrayVec<Foe<'_>, MAX_FIGHTERS> = members(view.enemies(me))
        .map(|fighter| {
            let (sheet, cards) = (view.sheet(fighter), view.next_cards(fighter));
            let middling = sheet.threats.of(cards).defenses() / cards.count_ones().max(1) as f32;
            let distance = view.arena().board.distance(view.zone(fighter), zone);
            let exposure = outlook.exposure_to(fighter, zone);
            Foe {
                fighter,
                sheet,
                cards,
                distance,
                defense: (middling + 0.5) as u8,
                exposure,
            }
        })
        .collect();
    for (choice, row) in options.iter().zip(rows) {
        let Choice::Card(index) = *choice else {
            continue;
        };
        let card = &sheet.cards[usize::from(index)];
        outlook.best_of_card(card, &foes).write(row);
        // Who acts before me meets the card that I wear now, who comes after me the new one, and so do the fast of the next round.
        let guard = Guard::of_card(card);
        let more = if view.round() < view.arena().rules.rounds {
            0.5
        } else {
            0.0
        };
        let mut danger = 0.0;
        for foe in &foes {
            let later = foe.later(card);
            danger += (1.0 - later) * outlook.danger(foe.exposure, before);
            danger += (later + more) * outlook.danger(foe.exposure, guard);
        }
        outlook.write_danger(row, danger);
        outlook.write_rocks(row, guard);
        row[F::Defense as usize] = guard.defense.map_or(3.5, f32::from);
        row[F::Initiative as usize] = f32::from(card.initiative);
        row[F::Special as usize] = f32::from(card.special);
        row[F::Strength as usize] = f32::from(card.slots.iter().map(strength).sum::<u8>());
    }
}

/// The dice of a slot, middling ones for those that depend on the moment.
fn strength(slot: &Slot) -> u8 {
    match slot.dice {
        DiceCount::Fixed(dice) => slot.uses * dice,
        DiceCount::Rolled | DiceCount::ByLife(_) | DiceCount::CardsLying => slot.uses * 3,
    }
}

impl Outlook<'_> {
    /// The best attacks that a card of the hand promises, if opponents stay where they are; who acts first may not.
    fn best_of_card(&self, card: &PlayCard, foes: &[Foe<'_>]) -> Prospect {
        let (no_melee, no_shot, _) = self.view.protected();
        let mut best = Prospect::default();
        for slot in card.slots.iter().filter(|slot| slot.uses > 0) {
            let dice = self.view.certain_dice(self.me, slot, 1);
            let promise = foes.iter().map(|foe| {
                let later = foe.later(card);
                let immune = match slot.reach {
                    Reach::Melee => no_melee,
                    Reach::Shot => no_shot,
                };
                let (in_reach, distance) = match slot.reach {
                    Reach::Melee => (card.movement >= foe.distance, 0),
                    // A shooter that moves can mostly choose its distance.
                    Reach::Shot => (
                        foe.distance > 0 || card.movement > 0,
                        if card.movement > 0 { 1 } else { foe.distance },
                    ),
                };
                let stays = if immune >> foe.fighter & 1 == 1 {
                    0.0
                } else {
                    later
                };
                let share = if in_reach {
                    stays + 0.7 * (1.0 - later)
                } else {
                    0.25 * (1.0 - later)
                };
                let defense = if later >= 0.5 {
                    self.view.defense(foe.fighter)
                } else {
                    Some(foe.defense)
                };
                (
                    foe.fighter,
                    share,
                    self.attack(slot, dice, foe.fighter, distance, defense),
                )
            });
            best.add(self.best(slot, slot.uses, promise), 1.0);
        }
        if card.distinct && foes.len() == 1 && card.slots[1].uses > 0 {
            // Two attacks on two different opponents, and only one is left.
            best.add(best, -0.5);
        }
        best
    }
}

/// The zones from which the actor may act after moving to `zone` or staying there, and those where it may end.
struct Path {
    on: Zones,
    ends: Zones,
}

impl Path {
    /// With `moves` left from `zone`; only the next move is looked at closely.
    fn new(view: View<'_>, zone: Zone, onward: Zones, moves: u8) -> Self {
        match moves {
            0 => Path {
                on: 1 << zone,
                ends: 1 << zone,
            },
            1 if onward != 0 => Path {
                on: onward | 1 << zone,
                ends: onward,
            },
            _ => {
                let board = &view.arena().board;
                let two = members(onward).fold(0, |all, near| {
                    all | (board.adjacent(near) & view.free_after(near))
                });
                let ends = if two == 0 { onward | 1 << zone } else { two };
                Path {
                    on: onward | two | 1 << zone,
                    ends,
                }
            }
        }
    }
}

fn steps(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let outlook = Outlook::new(view);
    let board = &view.arena().board;
    let here = view.zone(outlook.me);
    let guard = Guard::of_fighter(view, outlook.me);
    let card = &view.sheet(outlook.me).cards[usize::from(
        view.active(outlook.me)
            .expect("who acts has a card in play"),
    )];
    // The danger of each zone, worked out when it is first needed.
    let mut dangers = [f32::NAN; MAX_ZONES];
    let mut least_danger = |ends: Zones| {
        members(ends).fold(f32::INFINITY, |least, zone| {
            let danger = &mut dangers[usize::from(zone)];
            if danger.is_nan() {
                *danger = outlook.danger(outlook.exposure(zone), guard);
            }
            least.min(*danger)
        })
    };
    let moves = view.moves_left();
    let stay = Path::new(view, here, view.onward(here), moves);
    let danger_of_staying = least_danger(stay.ends);
    for (choice, row) in options.iter().zip(rows) {
        let danger = match *choice {
            Choice::Move(zone) => {
                let path = Path::new(view, zone, view.onward(zone), moves - 1);
                outlook.best_on_path(card, zone, &path).write(row);
                write_ground(view, row, zone);
                least_danger(path.ends)
            }
            Choice::Attack { slot, target } => {
                let slot = &card.slots[usize::from(slot)];
                let distance = board.distance(here, view.zone(target));
                let dice = view.certain_dice(outlook.me, slot, 0);
                let mut prospect =
                    outlook.attack(slot, dice, target, distance, view.defense(target));
                if slot.manner == Manner::Strike {
                    prospect.add(outlook.splinters(slot, target, distance), 1.0);
                }
                prospect.write(row);
                danger_of_staying
            }
            Choice::Pair { slot, targets } => {
                outlook
                    .all(&card.slots[usize::from(slot)], here, targets)
                    .write(row);
                danger_of_staying
            }
            Choice::Area { slot, zone } => {
                outlook
                    .all(&card.slots[usize::from(slot)], here, view.in_blast(zone))
                    .write(row);
                danger_of_staying
            }
            _ => danger_of_staying,
        };
        outlook.write_danger(row, danger);
        outlook.write_rocks(row, guard);
    }
}

impl Outlook<'_> {
    /// A slot's attack on all of `targets`, from `zone`.
    fn all(&self, slot: &Slot, zone: Zone, targets: Fighters) -> Prospect {
        let view = self.view;
        let dice = view.certain_dice(self.me, slot, 0);
        let mut sum = Prospect::default();
        for target in members(targets) {
            let distance = view.arena().board.distance(zone, view.zone(target));
            sum.add(
                self.attack(slot, dice, target, distance, view.defense(target)),
                1.0,
            );
        }
        sum
    }

    /// What the dice of a Strike may do besides: the k-th other opponent is wounded if k dice hit it.
    fn splinters(&self, slot: &Slot, primary: FighterIndex, distance: u8) -> Prospect {
        let view = self.view;
        let others = view.open_to(slot)
            & view.standing_on(view.zone(primary))
            & !view.protected().2
            & !(1 << primary);
        let dice = view.certain_dice(self.me, slot, 0);
        let mut sum = Prospect::default();
        for (earlier, other) in members(others).enumerate() {
            let one = self.throw(slot, 1, other, distance, view.defense(other));
            let some = self.throw(
                slot,
                dice.saturating_sub(earlier as u8),
                other,
                distance,
                view.defense(other),
            );
            let kill = if view.lp(other) == 1 { some.any } else { 0.0 };
            let hit = Expected {
                wounds: some.any,
                any: some.any,
                kill,
            };
            sum.add(
                self.prospect(
                    slot,
                    other,
                    if one.any > 0.0 {
                        hit
                    } else {
                        Expected::default()
                    },
                ),
                1.0,
            );
        }
        sum
    }

    /// The best that the attacks left can do from the zones of a path.
    fn best_on_path(&self, card: &PlayCard, zone: Zone, path: &Path) -> Prospect {
        let view = self.view;
        let mut sum = Prospect::default();
        for (slot, left) in card
            .slots
            .iter()
            .zip(view.attacks_left())
            .filter(|(_, left)| *left > 0)
        {
            let dice = view.certain_dice(self.me, slot, 0);
            let promise = members(view.open_to(slot)).filter_map(|target| {
                let its = view.zone(target);
                let distance = match slot.reach {
                    Reach::Melee => (path.on >> its & 1 == 1).then_some(0),
                    Reach::Shot => Some(
                        view.arena()
                            .board
                            .distance(zone, its)
                            .max(u8::from(path.on & !(1 << its) != 0)),
                    ),
                }?;
                if slot.reach == Reach::Shot
                    && (distance == 0 || distance > view.arena().rules.range)
                {
                    return None;
                }
                Some((
                    target,
                    1.0,
                    self.attack(slot, dice, target, distance, view.defense(target)),
                ))
            });
            sum.add(self.best(slot, left, promise), 1.0);
        }
        sum
    }
}

fn charms(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let (throw, needed) = view.pending();
    let me = view.me();
    let lp = view.lp(me);
    let hits = throw.at_least(needed);
    let points = |wounds: f32, any: f32| {
        let first = if view.first_wound(me) {
            f32::from(view.arena().rules.first_wound) - 1.0
        } else {
            0.0
        };
        if view.attacker().is_some() {
            wounds + any * first
        } else {
            0.0
        }
    };
    let rounds = f32::from(view.arena().rules.rounds);
    let to_come = (rounds - f32::from(view.round()) + 1.0) / rounds;
    // Some hits stay; of the dice rerolled each hits again with the same chance.
    let after = |stay: u8, rerolled: u8| {
        let odds = &view.arena().odds;
        (0..=rerolled).fold(Expected::default(), |mut sum, again| {
            let chance = odds.exactly(rerolled, again, needed);
            let hits = stay + again;
            sum.wounds += chance * f32::from(hits.min(lp));
            sum.any += chance * f32::from(hits > 0);
            sum.kill += chance * f32::from(hits >= lp);
            sum
        })
    };
    let before = after(hits, 0);
    for (choice, row) in options.iter().zip(rows) {
        let then = match *choice {
            Choice::Flip(face) => after(hits - u8::from(((7 - face) as i8) < needed), 0),
            Choice::Reroll(count) => after(hits - count, count),
            _ => continue,
        };
        row[F::Charm as usize] = to_come;
        row[F::Saved as usize] = before.wounds - then.wounds;
        row[F::Denied as usize] = points(before.wounds - then.wounds, before.any - then.any);
        row[F::Rescue as usize] = before.kill - then.kill;
    }
}

fn mean(all: impl ExactSizeIterator<Item = Expected>) -> Expected {
    let share = 1.0 / all.len() as f32;
    all.fold(Expected::default(), |sum, one| Expected {
        wounds: sum.wounds + share * one.wounds,
        any: sum.any + share * one.any,
        kill: sum.kill + share * one.kill,
    })
}

/// `a` with this chance, else `b`.
fn blend(a: Expected, b: Expected, chance: f32) -> Expected {
    let mix = |a: f32, b: f32| chance * a + (1.0 - chance) * b;
    Expected {
        wounds: mix(a.wounds, b.wounds),
        any: mix(a.any, b.any),
        kill: mix(a.kill, b.kill),
    }
}
