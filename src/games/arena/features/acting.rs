//! Features of the options in a fighter's turn: moves and attacks (rule A-5).

use arrayvec::ArrayVec;

use super::danger::{Guard, actions_next_round, per_life, write_danger};
use super::dice::{flight, splinters};
use super::ground::Ground;
use super::valuation::{AttackValue, Opportunity, Valuation, defense};
use super::{DiceIndex, F, NOTHING, Needed, TargetIndex, one_if};
use crate::games::arena::{
    AttackSlot, Choice, FeatureRow, FighterIndex, Fighters, MAX_FIGHTERS, Manner, Options, Reach,
    SLOTS, View, Zone, ZoneSet, members, share_of, sharers,
};

// Not inlined: a separate function lets the compiler use registers better, which saves 1 % of a
// game's time.
#[inline(never)]
pub(super) fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let me = view.me();
    let guard = Guard::after_turn(view);
    let ground = Ground::new(view, view.enemies(me), &guard, actions_next_round(view));
    if view.attacks_left() == [0; SLOTS] {
        return fill_rows(view, &ground, None, options, rows);
    }
    let mut valuation = Valuation::unprepared(view);
    valuation.prepare();
    let arsenal = Arsenal::new(&valuation, view.is_netted(me));
    fill_rows(view, &ground, Some(&arsenal), options, rows);
}

/// Writes the features of each option into its row. `arsenal` has the attacks that the actor has
/// left, or is `None` if there are none.
#[inline(always)]
fn fill_rows(
    view: View<'_>,
    ground: &Ground,
    arsenal: Option<&Arsenal<'_>>,
    options: &Options<Choice>,
    rows: &mut [FeatureRow],
) {
    let here = view.zone(view.me());
    let (moves, per_life) = (view.moves_left(), per_life(view));
    let centre: ZoneSet = 1 << view.board().centre();
    let bonus = f32::from(view.centre_bonus());
    let (staying, bonus_here) = match options.first() {
        // The list of options begins with the attacks, so a move here means that there are no
        // attacks.
        Some(Choice::Move(_)) | None => (0.0, 0.0),
        Some(_) => {
            let ends = Path::new(view, here, moves).ends;
            (ground.danger(ends), bonus * one_if(ends & centre != 0))
        }
    };
    for (choice, row) in options.iter().zip(rows) {
        *row = NOTHING;
        let mut danger = staying;
        if let Choice::Move(zone) = *choice {
            let path = Path::new(view, zone, moves - 1);
            ground.write_place(row, zone);
            danger = ground.danger(path.ends);
            if bonus > 0.0 {
                row[F::Bonus as usize] = bonus * one_if(path.ends & centre != 0);
            }
            if let Some(arsenal) = arsenal {
                arsenal.add_best_on_path(row, &path);
            }
        } else if let Some(arsenal) = arsenal {
            row[F::Bonus as usize] = bonus_here;
            match *choice {
                Choice::Attack { slot, target } => arsenal.add_attack(row, slot, target),
                Choice::Pair { slot, .. } | Choice::Area { slot, .. } => {
                    arsenal.add_all(row, slot, view.targets_of(*choice));
                }
                Choice::Split { slot, dice } => arsenal.add_shares(row, slot, dice),
                // The attacks follow the shedding of the net. Without a further move, the actor
                // makes them from its current zone.
                Choice::Shed => add_best_after_shedding(view, row, here, moves),
                _ => {}
            }
        }
        write_danger(row, danger, per_life);
    }
}

/// The zones that the actor can still reach, after a move to the zone `from` or from its current
/// zone. `on` has the zones from which it can attack; `ends` has the zones in which its turn can
/// end.
struct Path {
    from: Zone,
    on: ZoneSet,
    ends: ZoneSet,
}

impl Path {
    /// Finds the zones that the actor can reach from `zone` with `moves` moves left. Considers only
    /// the next two moves.
    #[inline]
    fn new(view: View<'_>, from: Zone, moves: u8) -> Self {
        if moves == 0 {
            let stay = 1 << from;
            return Path { from, on: stay, ends: stay };
        }
        Path::onward(view, from, moves)
    }

    fn onward(view: View<'_>, from: Zone, moves: u8) -> Self {
        let stay = 1 << from;
        let next = view.onward(from);
        let second = match moves {
            1 => 0,
            _ => view.onward_from(next) & !stay,
        };
        let ends = [second, next, stay].into_iter().find(|&ends| ends != 0).unwrap_or(stay);
        Path { from, on: stay | next | second, ends }
    }

    /// Returns two values: whether an attack can reach the target from some zone of the path, and
    /// whether all such attacks are far shots (shots at distance 2).
    #[inline]
    fn reaches(&self, view: View<'_>, reach: Reach, target: FighterIndex) -> (bool, bool) {
        let its = view.zone(target);
        if reach == Reach::Melee {
            return (self.on >> its & 1 == 1, false);
        }
        let near = self.on & view.adjacent(its) != 0;
        (near | ((self.from != its) & (view.arena().rules.range >= 2)), !near)
    }
}

/// Targets of a bowling strike, in the order in which they are attacked.
pub(super) type Line = ArrayVec<FighterIndex, MAX_FIGHTERS>;

/// All attacks that the actor (the fighter whose turn it is) has left in its turn.
struct Arsenal<'a> {
    valuation: &'a Valuation<'a>,
    /// The attacks of the active card that the acting fighter can still make.
    open: ArrayVec<OpenSlot<'a>, SLOTS>,
}

/// An attack of the active card that the acting fighter can still make.
struct OpenSlot<'a> {
    left: u8,
    attack: AttackValue<'a>,
    /// The fighters that this attack may target, in any zone.
    targets: Fighters,
}

impl<'a> Arsenal<'a> {
    /// Returns the attacks of the active card that the actor can still make. `netted` is true if a
    /// bramble net reduces their dice.
    #[inline]
    fn new(valuation: &'a Valuation<'a>, netted: bool) -> Self {
        let (view, mut open) = (valuation.view, ArrayVec::new());
        let card = view.active(view.me()).expect("who acts has a card in play");
        for of_slot in &view.profiles(view.me()).cards[usize::from(card)].slots {
            let left = view.attacks_left()[usize::from(of_slot.index)];
            if left > 0 {
                let attack = valuation.attack(of_slot, 0, netted);
                open.push(OpenSlot { left, attack, targets: view.open_to(&of_slot.slot) });
            }
        }
        Arsenal { valuation, open }
    }

    /// Returns the attack of the active card with this number (0 or 1). The actor must have this
    /// attack left.
    fn attack(&self, slot: u8) -> &AttackValue<'a> {
        let open = self.open.iter().find(|r| r.attack.profile.index == slot);
        &open.expect("the slot has its attack left").attack
    }

    /// Adds the expected result of an attack on one target to an option's features.
    #[inline]
    fn add_attack(&self, row: &mut FeatureRow, slot: u8, target: FighterIndex) {
        let attack = self.attack(slot);
        let AttackSlot { manner, landing, .. } = attack.profile.slot;
        if manner == Manner::Single && landing.is_none() {
            self.valuation.add_now(row, attack, target);
        } else {
            self.add_all(row, slot, 1 << target);
        }
    }

    /// Adds the expected result of an attack on all `targets` at once to an option's features,
    /// including a Strike's second phase and the landing of a thrown target.
    #[inline(never)]
    fn add_all(&self, row: &mut FeatureRow, slot: u8, targets: Fighters) {
        let (valuation, attack) = (self.valuation, self.attack(slot));
        for target in members(targets) {
            if attack.profile.slot.manner == Manner::Bowling {
                valuation.add_bowl_at(row, attack, Line::from_iter([target]));
                continue;
            }
            valuation.add_now(row, attack, target);
            if attack.profile.slot.manner == Manner::Strike {
                valuation.add_splinters(row, attack, target);
            } else if attack.profile.slot.landing.is_some() {
                valuation.add_best_landing(row, attack, target);
            }
        }
    }

    /// Adds the expected result of a split shot to an option's features: `shares` has the number of
    /// dice against each target.
    fn add_shares(&self, row: &mut FeatureRow, slot: u8, shares: u32) {
        let attack = self.attack(slot);
        for target in members(sharers(shares)) {
            let at = Opportunity::sure(target, self.valuation.needed_exactly(attack, target));
            let dice = share_of(shares, target);
            self.valuation.add_dice(row, &attack.profile.slot, dice, &at);
        }
    }

    /// Adds the expected result of the best use of the actor's remaining attacks to an option's
    /// features. The attacks may be made from any zone of `path`.
    #[inline(always)]
    fn add_best_on_path(&self, row: &mut FeatureRow, path: &Path) {
        let view = self.valuation.view;
        for open in &self.open {
            let attack = &open.attack;
            let opportunities = members(open.targets).map(|target| {
                let (reached, far) = path.reaches(view, attack.profile.slot.reach, target);
                let needed = self.valuation.needed(attack, defense(view, target), far);
                Opportunity { target, chance: one_if(reached), needed }
            });
            self.valuation.add_best(row, attack, open.left, opportunities);
        }
    }
}

/// Adds the expected result of the best use of the actor's remaining attacks to an option's
/// features. Assumes that the actor first gets free of its bramble net.
#[inline(never)]
fn add_best_after_shedding(view: View<'_>, row: &mut FeatureRow, zone: Zone, moves: u8) {
    let mut valuation = Valuation::unprepared(view);
    valuation.prepare();
    Arsenal::new(&valuation, false).add_best_on_path(row, &Path::new(view, zone, moves));
}

impl Valuation<'_> {
    /// Returns the attack of the active card that is being resolved.
    pub(super) fn clash(&self) -> AttackValue<'_> {
        let view = self.view;
        let card = view.active(self.me).expect("who acts has a card in play");
        let slots = &view.profiles(self.me).cards[usize::from(card)].slots;
        let profile = slots.iter().find(|profile| profile.slot == *view.clash_slot());
        self.attack(profile.expect("the attack is on the card"), 0, view.is_netted(self.me))
    }

    /// Adds the expected result of an attack on one target to an option's features, without the
    /// landing of a thrown target.
    #[inline(always)]
    fn add_now(&self, row: &mut FeatureRow, attack: &AttackValue<'_>, target: FighterIndex) {
        self.add(row, attack, &Opportunity::sure(target, self.needed_at(attack, target)));
    }

    /// Adds the expected result of a bowling strike to an option's features. The strike begins with
    /// the targets of `line` and continues with the others in their zone, by ascending defense.
    #[inline(never)]
    pub(super) fn add_bowl_at(
        &self,
        row: &mut FeatureRow,
        strike: &AttackValue<'_>,
        mut line: Line,
    ) {
        let view = self.view;
        let named = line.iter().fold(0, |all, &target| all | 1 << target);
        let others = view.bowled_at(&strike.profile.slot, view.zone(line[0])) & !named;
        let ahead = line.len();
        line.extend(members(others));
        line[ahead..].sort_unstable_by_key(|&other| (defense(view, other), other));
        self.add_bowl(row, strike, &line);
    }

    /// Adds the expected result of the second phase of a Strike to an option's features. In this
    /// phase, each die may hit one other opponent in the zone.
    #[inline(never)]
    fn add_splinters(&self, row: &mut FeatureRow, strike: &AttackValue<'_>, primary: FighterIndex) {
        let (view, slot) = (self.view, &strike.profile.slot);
        let exposed = view.exposed(slot.reach, view.zone(primary));
        let others = exposed & !view.suits() & !(1 << primary);
        if others == 0 {
            return;
        }
        let needed = |other| self.needed_exactly(strike, other);
        // The lowest face with which the first target uses up a die; 7 means that it uses up no
        // die.
        let again = view.arena().rules().strike_again;
        let spent = if again { 7 } else { needed(primary) };
        for (dice, way) in self.throws_at(strike, primary) {
            if again && others & (others - 1) == 0 {
                let other = others.trailing_zeros() as FighterIndex;
                let (dice, one) = (DiceIndex::of(dice), TargetIndex::new(1, false));
                let chance = way * view.arena().odds.against(dice, one, needed(other)).any;
                self.add_splinter(row, slot, &Opportunity { target: other, chance, needed: 0 });
                continue;
            }
            let all: ArrayVec<Needed, MAX_FIGHTERS> = members(others).map(needed).collect();
            for (target, chance) in members(others).zip(splinters(&all, dice, spent)) {
                self.add_splinter(
                    row,
                    slot,
                    &Opportunity { target, chance: way * chance, needed: 0 },
                );
            }
        }
    }

    /// Adds the expected result of the landing of a thrown target to an option's features. Assumes
    /// the zone with the most expected points minus twice the expected wounds of teammates.
    #[inline(never)]
    fn add_best_landing(
        &self,
        row: &mut FeatureRow,
        attack: &AttackValue<'_>,
        target: FighterIndex,
    ) {
        let (view, slot) = (self.view, &attack.profile.slot);
        if view.dragons() >> target & 1 == 1 {
            return;
        }
        let throws = self.throws_at(attack, target);
        let needed = self.needed_exactly(attack, target);
        let flies: f32 =
            throws.map(|(dice, way)| way * self.flies(slot, dice, target, needed)).sum();
        if flies == 0.0 {
            return;
        }
        let mut best = (NOTHING, f32::NEG_INFINITY);
        for zone in (0..view.board().ring()).filter(|&zone| zone != view.zone(target)) {
            let mut landing = NOTHING;
            self.add_landing(&mut landing, slot, zone, target);
            let worth = landing[F::Points as usize] - 2.0 * landing[F::Friends as usize];
            if worth > best.1 {
                best = (landing, worth);
            }
        }
        row.iter_mut().zip(best.0).for_each(|(to, add)| *to += flies * add);
    }

    /// Returns the probability that an attack with this number of dice throws its target to another
    /// zone.
    fn flies(&self, slot: &AttackSlot, dice: u8, target: FighterIndex, needed: Needed) -> f32 {
        let odds = &self.view.arena().odds;
        let (size, lp) = (self.view.size(target), self.view.lp(target));
        if slot.by_size {
            return one_if(lp > 1) * odds.sum_at_least(dice, size);
        }
        let flies = |needed| flight(odds, dice, size, needed, lp);
        match slot.snare {
            Some(snare) => {
                let caught = odds.sum_at_least(snare.dice, size);
                caught * flies(needed - slot.snare_penalty()) + (1.0 - caught) * flies(needed)
            }
            None => flies(needed),
        }
    }

    /// Adds the expected result of a thrown fighter's landing in a zone to an option's features.
    pub(super) fn add_landing(
        &self,
        row: &mut FeatureRow,
        slot: &AttackSlot,
        zone: Zone,
        thrown: FighterIndex,
    ) {
        let dice = self.view.landing_dice(slot, thrown);
        for target in members(self.view.in_landing(zone) & !(1 << thrown)) {
            let needed = defense(self.view, target);
            self.add_dice(row, slot, dice, &Opportunity::sure(target, needed));
        }
    }
}
