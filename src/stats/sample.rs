//! Made-up games for tests and sample pages: no engine, but the shape and the consistency of real ones.

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{CardPlay, Cast, Entrant, NOBODY, Player, Record, SURVIVED, Slot};

/// No made-up score is greater.
pub const MAX_SCORE: u16 = 80;
/// Rounds that a made-up game lasts at most.
const ROUNDS: u8 = 7;

/// A cast of up to eight fighters, of which `seats` meet in each game, everyone alone.
pub fn cast(fighters: usize, seats: u8) -> Cast {
    let keys = [
        "agaric",
        "jojoba",
        "bonzai",
        "cactus",
        "burdock",
        "sorgho",
        "baobab",
        "zamioculcas",
    ];
    let entrant = |key: &&str| Entrant {
        fighter: (*key).to_string(),
        strategy: "balanced".to_string(),
        cards: ["1", "2", "3", "4", "5", "6", "powder barrel", "ghost ring"]
            .map(String::from)
            .to_vec(),
    };
    Cast {
        entrants: keys[..fighters].iter().map(entrant).collect(),
        slots: (1..=seats).map(|seat| Slot { seat, team: None }).collect(),
        teams: usize::from(seats),
    }
}

/// A made-up game, the same for the same seed: fighters drawn from the cast, the earlier ones of it a little stronger.
pub fn game(cast: &Cast, seed: u64) -> Record {
    let mut dice = Pcg64Mcg::seed_from_u64(seed);
    let mut drawn: Vec<u16> = (0..cast.entrants.len() as u16).collect();
    for i in 0..cast.slots.len() {
        let j = dice.random_range(i..drawn.len());
        drawn.swap(i, j);
    }
    let strength = |entrant: u16| 3.0 - 0.12 * f64::from(entrant);
    // Players fall one by one, the weak earlier; whoever is left when the rounds are over survives.
    let mut alive: Vec<usize> = (0..cast.slots.len()).collect();
    let mut fallen: Vec<(usize, u8, u8)> = Vec::new();
    let mut score_taken = vec![[0u16; super::MAX_PLAYERS]; cast.slots.len()];
    let mut rounds = ROUNDS;
    'game: for round in 1..=ROUNDS {
        for _ in 0..alive.len() {
            let (a, b) = (
                dice.random_range(0..alive.len()),
                dice.random_range(0..alive.len()),
            );
            let (hitter, victim) = (alive[a], alive[b]);
            if hitter == victim {
                continue;
            }
            score_taken[hitter][victim] +=
                dice.random_range(0..=2u16) + u16::from(drawn[hitter] < 4);
            let odds = 0.05 * f64::from(round) * strength(drawn[hitter]) / strength(drawn[victim]);
            if dice.random_bool(odds.min(0.9)) {
                alive.remove(b);
                fallen.push((
                    victim,
                    round,
                    if dice.random_bool(0.06) {
                        NOBODY
                    } else {
                        hitter as u8
                    },
                ));
                if alive.len() == 1 {
                    rounds = round;
                    break 'game;
                }
            }
        }
    }
    alive.sort_by_key(|&i| (std::cmp::Reverse(score_taken[i].iter().sum::<u16>()), i));
    let order: Vec<usize> = alive
        .iter()
        .copied()
        .chain(fallen.iter().rev().map(|f| f.0))
        .collect();
    let side = |slot: usize| cast.slots[slot].team.map_or(slot, usize::from);
    let winner = side(order[0]);
    let mut record = Record {
        rounds,
        ..Record::default()
    };
    for slot in 0..cast.slots.len() {
        let fall = fallen.iter().find(|f| f.0 == slot);
        let place = order
            .iter()
            .position(|&i| i == slot)
            .expect("everyone has a place") as u8
            + 1;
        let last = fall.map_or(rounds, |f| f.1);
        record.players.push(Player {
            entrant: drawn[slot],
            slot: slot as u8,
            won: side(slot) == winner,
            place,
            score: score_taken[slot].iter().sum(),
            round_eliminated: fall.map_or(SURVIVED, |f| f.1),
            eliminated_by: fall.map_or(NOBODY, |f| f.2),
            score_taken: score_taken[slot],
            cards: hand(&mut dice, last),
        });
    }
    record
}

/// A hand of eight cards played in random order, the higher numbers rather earlier.
fn hand(dice: &mut impl Rng, rounds: u8) -> [CardPlay; super::MAX_ROUNDS] {
    let mut left: Vec<u8> = (0..8).collect();
    let mut cards = [CardPlay::default(); super::MAX_ROUNDS];
    for play in cards.iter_mut().take(usize::from(rounds)) {
        let (a, b) = (
            dice.random_range(0..left.len()),
            dice.random_range(0..left.len()),
        );
        let card = left.remove(a.max(b));
        *play = CardPlay {
            card,
            wounds_dealt: dice.random_range(0..=card.min(4)),
            wounds_taken: dice.random_range(0..=2),
        };
    }
    cards
}
