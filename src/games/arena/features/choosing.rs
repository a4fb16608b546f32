//! Features of a choice of card.

use arrayvec::ArrayVec;
use wide::f32x4;

use super::super::board::members;
use super::super::odds::Needed;
use super::super::state::{FighterIndex, MAX_FIGHTERS};
use super::super::{Choice, View};
use super::danger::{Foe, Guard, Hand, actions_next_round, per_life, rocks, write_danger};
use super::profile::{Approach, Profile};
use super::valuation::{Opportunity, Valuation};
use super::{F, NOTHING};
use crate::games::{FeatureRow, Options};

/// What does not depend on the card, of each opponent.
struct Opponent<'a> {
    fighter: FighterIndex,
    hand: Hand<'a>,
    threatens: Wounds,
    /// The defense in force, and a middling one of the cards that it may play.
    defense: [Needed; 2],
    meetings: &'static [Meeting; Approach::ALL.len()],
}

/// What opponents do to me on average: wounds if every die hit, in melee, shot from near and shot from far; and, less than
/// nothing, wounds before my card is in play. Four at a time, since sums over opponents are all that danger needs.
type Wounds = f32x4;

/// What one opponent at this distance does, to a fighter who is behind this guard until its card is in play.
#[inline]
fn wounds_by(foe: &Foe<'_>, distance: u8, guard: &Guard) -> Wounds {
    /// Which shots are near and far, by distance: looked up, since processors often guess a branch on it wrong.
    const SHOTS: [[f32; 2]; 3] = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
    let [melee, shots] = foe.dice(distance);
    let [near, far] = SHOTS[usize::from(distance)];
    let dice = Wounds::new([melee, shots * near, shots * far, 0.0]);
    let [by_melee, by_near, by_far, _] = (dice * guard.hits).to_array();
    dice - Wounds::new([0.0, 0.0, 0.0, by_melee + by_near + by_far])
}

/// The wounds that get through a guard, and the last number as it is.
#[inline]
fn wounds_through(guard: &Guard, wounds: Wounds) -> f32 {
    let [melee, near, far, before] = (wounds * guard.hits).to_array();
    (melee + far) + (near + before)
}

// Apart from the other kinds of decision, the compiler makes better use of its registers: 1 % of a game.
#[inline(never)]
pub(super) fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let valuation = Valuation::new(view);
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
    // Without my card: what everybody does before it, and the fast of the next round after it.
    let mut always = (all * actions_next_round(view)).to_array();
    always[3] = -all.to_array()[3];
    // The last opponent's fall ends the game, before any rocks.
    let rocks = if opponents.len() > 1 {
        f32::from(rocks(view))
    } else {
        0.0
    };
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
        // Whoever can move sheds its net, and one that falls off has had its effect on the attacks.
        let stays = netted && !profile.moves && !falls_off;
        let hampered = stays || netted && falls_off;
        let in_net;
        let guard = if stays {
            in_net = Guard::in_net(view, index);
            &in_net
        } else {
            &profile.guard
        };
        // Who acts before me meets the card that I wear now; who comes after me the new one.
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
        let foe = Foe::new(view, fighter);
        let distance = view.board().distance(foe.zone, view.zone(view.me()));
        let (no_melee, no_shot, _) = view.protected();
        let open = (!no_melee >> fighter & 1) | (!no_shot >> fighter & 1) << 1;
        Opponent {
            fighter,
            threatens: wounds_by(&foe, distance, guard),
            defense: [valuation.defense(fighter), foe.defense() as Needed],
            meetings: &MEETINGS[usize::from(view.arena().rules.range >= 2)][usize::from(distance)]
                [usize::from(open)],
            hand: foe.hand,
        }
    }
}

/// The best attacks that a card of the hand promises, if opponents stay where they are; who acts first may not.
#[inline]
fn write_best(
    valuation: &Valuation<'_>,
    profile: &Profile,
    netted: bool,
    opponents: &[Opponent<'_>],
    later: &[f32; MAX_FIGHTERS],
    row: &mut FeatureRow,
) {
    for of_slot in &profile.slots {
        // In its turn this card lies before the fighter too.
        let attack = valuation.attack(of_slot, 1, netted);
        let uses = of_slot.slot.uses;
        // By index: of iterators that are zipped the compiler makes a tenth more.
        let opportunities = (0..opponents.len()).map(|index| {
            let (opponent, later) = (&opponents[index], later[index % MAX_FIGHTERS]);
            let meeting = &opponent.meetings[of_slot.approach as usize];
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
        // Two attacks on two different opponents, and only one is left.
        row[..=F::Hinder as usize]
            .iter_mut()
            .for_each(|promised| *promised *= 0.5);
    }
}

/// An attack with a card of the hand, when its turn comes.
#[derive(Clone, Copy)]
struct Meeting {
    /// The chance that it comes to it if the opponent has acted, and may have moved; and what is added to that if it has not.
    moved: f32,
    stays: f32,
    /// Is it a far shot?
    far: bool,
}

/// By the range of shots, see [`meetings`].
static MEETINGS: [Meetings; 2] = [meetings(1), meetings(2)];

/// By distance now, by the attack to which the opponent is open (melee 1, shots 2), and by the attacker's approach.
type Meetings = [[[Meeting; Approach::ALL.len()]; 4]; 3];

const fn meetings(range: u8) -> Meetings {
    let none = Meeting {
        moved: 0.0,
        stays: 0.0,
        far: false,
    };
    let mut meetings = [[[none; Approach::ALL.len()]; 4]; 3];
    let mut distance = 0;
    while distance < 3 {
        let mut open = 0;
        while open < 4 {
            let mut approach = 0;
            while approach < Approach::ALL.len() {
                meetings[distance][open][approach] =
                    Meeting::new(distance as u8, range, open, Approach::ALL[approach]);
                approach += 1;
            }
            open += 1;
        }
        distance += 1;
    }
    meetings
}

impl Meeting {
    const fn new(apart: u8, range: u8, open: usize, approach: Approach) -> Self {
        let (in_reach, far, to) = match approach {
            Approach::Strikes => (apart == 0, false, 1),
            Approach::Steps => (apart <= 1, false, 1),
            Approach::Runs => (true, false, 1),
            Approach::StandsAndShoots => (0 < apart && apart <= range, apart == 2, 2),
            // A shooter that moves can mostly choose its distance.
            Approach::MovesAndShoots => (true, false, 2),
        };
        let moved = if in_reach { 0.7 } else { 0.25 };
        let still = if in_reach && open & to != 0 { 1.0 } else { 0.0 };
        Meeting {
            moved,
            stays: still - moved,
            far,
        }
    }
}
