//! Features of the options when a fighter chooses its card for the round (rule ).

use arrayvec::ArrayVec;
use wide::f32x4;

use super::danger::{DangerousFoe, Guard, Hand, actions_next_round, per_life, write_danger};
use super::profile::{APPROACHES, FighterProfile};
use super::valuation::{Opportunity, Valuation, defense};
use super::{F, NOTHING, Needed};
use crate::games::arena::{
    Choice, FeatureRow, FighterIndex, MAX_FIGHTERS, Options, Reach, View, members,
};

/// Values of an opponent that are the same for every card that the fighter may choose.
struct Opponent<'a> {
    fighter: FighterIndex,
    hand: Hand<'a>,
    threatens: Wounds,
    /// The opponent's current defense, and the mean defense of the cards that it may play.
    defense: [Needed; 2],
    meetings: &'static Meetings,
}

/// Expected attacks of opponents on the deciding fighter: number of melee dice, of dice of shots at
/// distance 1, and of dice of far shots. The fourth number is minus the wounds expected before the
/// new card is active. The type allows SIMD sums over opponents.
type Wounds = f32x4;

/// Returns the expected attacks of one opponent that stands at this distance. `guard` has the
/// probabilities that a die wounds the attacked fighter before its new card is active.
#[inline]
fn wounds_by(foe: &DangerousFoe<'_>, distance: u8, guard: &Guard) -> Wounds {
    /// By distance (0, 1, 2): the fraction of shots that are near, and the fraction that are far. A
    /// table avoids a branch that is often mispredicted.
    const SHOTS: [[f32; 2]; 3] = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
    let [melee, shots] = foe.dice(distance);
    let [near, far] = SHOTS[usize::from(distance)];
    let dice = Wounds::new([melee, shots * near, shots * far, 0.0]);
    let [by_melee, by_near, by_far, _] = (dice * guard.hits).to_array();
    dice - Wounds::new([0.0, 0.0, 0.0, by_melee + by_near + by_far])
}

/// Returns the wounds expected from these attacks if a die wounds with the probabilities in
/// `guard`. Adds the fourth number of `wounds`.
#[inline]
fn wounds_through(guard: &Guard, wounds: Wounds) -> f32 {
    let [melee, near, far, before] = (wounds * guard.hits).to_array();
    (melee + far) + (near + before)
}

// Not inlined: a separate function lets the compiler use registers better, which saves 1 % of a
// game's time.
#[inline(never)]
pub(super) fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let mut valuation = Valuation::unprepared(view);
    valuation.prepare();
    let me = view.me();
    let profiles = view.profiles(me);
    let now = Guard::now(view);
    let mut opponents = ArrayVec::<Opponent<'_>, MAX_FIGHTERS>::new();
    let mut all = Wounds::default();
    for fighter in members(view.enemies(me)) {
        let opponent = Opponent::new(&valuation, fighter, &now);
        all += opponent.threatens;
        opponents.push(opponent);
    }
    // Part of the features that does not depend on the card: attacks before the new card is active,
    // and early attacks in the next round.
    let mut always = (all * actions_next_round(view)).to_array();
    always[3] = -all.to_array()[3];
    // The last opponent's elimination ends the game before any rocks.
    let rocks = if opponents.len() > 1 { f32::from(view.rocks()) } else { 0.0 };
    let per_life = per_life(view);
    let netted = view.is_netted(me);
    let falls_off = netted && view.net_falls_off();
    let bonus = f32::from(view.centre_bonus());
    let in_centre = view.zone(me) == view.board().centre();
    for (choice, row) in options.iter().zip(rows) {
        *row = NOTHING;
        let Choice::Card(index) = *choice else {
            continue;
        };
        let profile = &profiles.cards[usize::from(index)];
        // A fighter that can move sheds its net; a net that ends by itself still reduces the dice
        // of this turn.
        let stays = netted && !profile.moves && !falls_off;
        let hampered = stays || netted && falls_off;
        let in_net;
        let guard = if stays {
            in_net = Guard::in_net(view, index);
            &in_net
        } else {
            &profile.guard
        };
        // The current card defends against opponents that act earlier, the new card against
        // opponents that act later.
        let mut later = [0.0; MAX_FIGHTERS];
        let mut wounds = Wounds::new(always);
        for (opponent, later) in opponents.iter().zip(&mut later) {
            *later = opponent.hand.later(profile.initiative);
            wounds += opponent.threatens * *later;
        }
        write_best(&valuation, profile, hampered, &opponents, &later, row);
        row[F::Rocks as usize] = row[F::Kills as usize] * guard.wounds_by_rocks(rocks);
        write_danger(row, wounds_through(guard, wounds), per_life);
        if bonus > 0.0 && profile.reaches_centre[usize::from(in_centre)] {
            row[F::Bonus as usize] = bonus;
        }
        row[F::Defense as usize..=F::Strength as usize].copy_from_slice(&profile.traits);
    }
}

impl<'a> Opponent<'a> {
    #[inline]
    fn new(valuation: &Valuation<'a>, fighter: FighterIndex, guard: &Guard) -> Self {
        let view = valuation.view;
        let foe = DangerousFoe::new(view, fighter);
        let distance = view.board().distance(foe.zone, view.zone(view.me()));
        let open = (!view.no_melee() >> fighter & 1) | (!view.no_shot() >> fighter & 1) << 1;
        let range = u8::from(view.arena().rules.range >= 2);
        Opponent {
            fighter,
            threatens: wounds_by(&foe, distance, guard),
            defense: [defense(view, fighter), foe.defense() as Needed],
            meetings: &MEETINGS[usize::from(16 * range + 4 * distance + open) % 32],
            hand: foe.hand,
        }
    }
}

/// Adds the expected result of a card's best attacks to an option's features. Assumes that
/// opponents stay where they are, unless they act before the card is played.
#[inline]
fn write_best(
    valuation: &Valuation<'_>,
    profile: &FighterProfile,
    netted: bool,
    opponents: &[Opponent<'_>],
    later: &[f32; MAX_FIGHTERS],
    row: &mut FeatureRow,
) {
    for of_slot in &profile.slots {
        // While a card is played, it counts as a card in front of the fighter.
        let attack = valuation.attack(of_slot, 1, netted);
        let uses = of_slot.slot.uses;
        // A loop over indices: the compiler generates 10 % more code for zipped iterators.
        let opportunities = (0..opponents.len()).map(|index| {
            let (opponent, later) = (&opponents[index], later[index % MAX_FIGHTERS]);
            let meeting = &opponent.meetings[usize::from(of_slot.approach) % APPROACHES];
            let defense = opponent.defense[usize::from(later < 0.5)];
            Opportunity {
                target: opponent.fighter,
                chance: meeting.moved + meeting.stays * later,
                needed: valuation.needed(&attack, defense, meeting.far),
            }
        });
        valuation.add_best(row, &attack, uses, opportunities);
    }
    if profile.distinct && profile.slots.len() == 2 && opponents.len() == 1 {
        // The card has two attacks on different opponents, but only one opponent is left.
        row[..=F::Hinder as usize].iter_mut().for_each(|promised| *promised *= 0.5);
    }
}

/// The probability that a fighter, when it plays a certain card, can attack a certain opponent with
/// it.
#[derive(Clone, Copy)]
struct Meeting {
    /// Probability of an attack if the opponent has already acted in the round and may have moved.
    moved: f32,
    /// Number added to `moved` if the opponent has not yet acted in the round.
    stays: f32,
    /// True if the attack is a far shot, that is, a shot at distance 2. A shooter that moves can
    /// usually choose its distance.
    far: bool,
}

/// Probabilities that an opponent can be attacked, by the attacker's approach.
type Meetings = [Meeting; APPROACHES];

/// Probabilities that an opponent can be attacked: by maximum distance of shots minus 1 (times 16),
/// by current distance (times 4), and by the attacks that the opponent's powers allow (bit 0:
/// melee, bit 1: shots).
static MEETINGS: [Meetings; 32] = {
    let mut all = [[Meeting { moved: 0.0, stays: 0.0, far: false }; APPROACHES]; 32];
    let mut index = 0;
    while index < 32 * APPROACHES {
        let (place, way) = (index / APPROACHES, index % APPROACHES);
        let (range, distance, open) = (place / 16 + 1, place / 4 % 4, place % 4);
        let reach = if way < 4 { Reach::Melee } else { Reach::Shot };
        let in_reach = reach.covers(way as u8 % 4, range as u8, distance as u8);
        let moved = if in_reach { 0.7 } else { 0.25 };
        let still = if in_reach && open >> (way / 4) & 1 == 1 { 1.0 } else { 0.0 };
        let far = way == 4 && distance == 2;
        all[place][way] = Meeting { moved, stays: still - moved, far };
        index += 1;
    }
    all
};
