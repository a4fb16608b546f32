//! Simulated games for tests: plausible and consistent records, made without playing a game.

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{Cast, Entrant, Form, Measure, Measures, NEVER, Record, Slot, Use};

/// Maximum number of rounds of a simulated game from [`game`].
const ROUNDS: u16 = 7;

/// Returns the measures of the simulated games from [`game`], with their tables.
pub fn measures() -> Measures {
    let amount = |name, table, words, unit, most| Measure {
        name,
        table,
        form: Form::Amount,
        words,
        unit,
        never: "",
        most,
        classes: &[],
    };
    Measures {
        entrants: vec![
            amount("score", "scores", "popularity points", "PP", 80),
            Measure {
                form: Form::Time,
                never: "survives",
                ..amount("round_eliminated", "eliminations", "round of elimination", "", 20)
            },
        ],
        game: vec![],
        pairs: vec![
            Measure { form: Form::Flag, ..amount("eliminated", "", "eliminations", "", 1) },
            amount("score_taken", "", "popularity points taken", "PP", 80),
        ],
        things: vec![
            amount("wounds_dealt", "", "wounds dealt", "", 80),
            amount("wounds_taken", "", "wounds taken", "", 80),
        ],
        rounds: 20,
        thing: ["card", "cards"],
        nobody: "the crowd’s rocks",
    }
}

/// Index of the score in the list of quantities that [`measures`] declares for each fighter.
pub const SCORE: usize = 0;
pub const ROUND_ELIMINATED: usize = 1;
const ELIMINATED: usize = 0;
const SCORE_TAKEN: usize = 1;

/// Returns a list of up to eight made-up fighters for simulated games. In each game, `seats` of
/// them play, each for itself.
pub fn cast(fighters: usize, seats: u8) -> Cast {
    let keys =
        ["agaric", "jojoba", "bonzai", "cactus", "burdock", "sorgho", "baobab", "zamioculcas"];
    let entrant = |key: &&str| Entrant {
        fighter: (*key).to_string(),
        strategy: "balanced".to_string(),
        things: ["1", "2", "3", "4", "5", "6", "powder barrel", "ghost ring"]
            .map(String::from)
            .to_vec(),
    };
    Cast {
        entrants: keys[..fighters].iter().map(entrant).collect(),
        slots: (1..=seats).map(|seat| Slot { seat, team: None }).collect(),
        sides: usize::from(seats),
        cooperative: false,
    }
}

/// Simulates a made-up game whose result depends only on the cast (list of fighters) and the seed.
/// Fighters are drawn from the cast; fighters earlier in the cast are slightly stronger.
pub fn game(cast: &Cast, seed: u64) -> Record {
    let mut dice = Pcg64Mcg::seed_from_u64(seed);
    let mut drawn: Vec<u16> = (0..cast.entrants.len() as u16).collect();
    for i in 0..cast.slots.len() {
        let j = dice.random_range(i..drawn.len());
        drawn.swap(i, j);
    }
    let strength = |entrant: u16| 3.0 - 0.12 * f64::from(entrant);
    // Players are eliminated one by one; weak players tend to be eliminated earlier. Players that
    // remain after the last round survive.
    let mut alive: Vec<usize> = (0..cast.slots.len()).collect();
    let mut fallen: Vec<(usize, u16)> = Vec::new();
    let mut record = Record::default();
    record.begin(&measures(), cast.slots.len());
    record.rounds = ROUNDS;
    'game: for round in 1..=ROUNDS {
        for _ in 0..alive.len() {
            let (a, b) = (dice.random_range(0..alive.len()), dice.random_range(0..alive.len()));
            let (hitter, victim) = (alive[a], alive[b]);
            if hitter == victim {
                continue;
            }
            *record.pair_mut(SCORE_TAKEN, hitter, victim) +=
                u32::from(dice.random_range(0..=2u16)) + u32::from(drawn[hitter] < 4);
            let odds = 0.05 * f64::from(round) * strength(drawn[hitter]) / strength(drawn[victim]);
            if dice.random_bool(odds.min(0.9)) {
                alive.remove(b);
                fallen.push((victim, round));
                let rocks = dice.random_bool(0.06);
                *record.pair_mut(ELIMINATED, hitter, victim) = u32::from(!rocks);
                if alive.len() == 1 {
                    record.rounds = round;
                    break 'game;
                }
            }
        }
    }
    let score = |record: &Record, who: usize| -> u32 {
        let taken = (0..cast.slots.len()).map(|from| record.pair(SCORE_TAKEN, who, from));
        taken.sum()
    };
    alive.sort_by_key(|&i| (std::cmp::Reverse(score(&record, i)), i));
    let order: Vec<usize> = alive.iter().copied().chain(fallen.iter().rev().map(|f| f.0)).collect();
    let side = |slot: usize| cast.slots[slot].team.map_or(slot, usize::from);
    let winner = side(order[0]);
    for (slot, &entrant) in drawn.iter().enumerate().take(cast.slots.len()) {
        let fall = fallen.iter().find(|f| f.0 == slot);
        let place = order.iter().position(|&i| i == slot).expect("everyone has a place") as u8 + 1;
        let last = fall.map_or(record.rounds, |f| f.1);
        let score = score(&record, slot);
        let player = &mut record.players[slot];
        player.entrant = entrant;
        player.slot = slot as u8;
        player.won = side(slot) == winner;
        player.place = place;
        player.values[SCORE] = score;
        player.values[ROUND_ELIMINATED] = fall.map_or(NEVER, |f| f.1.into());
        play_hand(&mut dice, &mut record, slot as u8, last);
    }
    record
}

/// Simulates how a player plays a hand of eight cards: in random order with a tendency to play high
/// cards first.
fn play_hand(dice: &mut impl Rng, record: &mut Record, player: u8, rounds: u16) {
    let mut left: Vec<u8> = (0..8).collect();
    for round in 1..=rounds {
        let (a, b) = (dice.random_range(0..left.len()), dice.random_range(0..left.len()));
        let card = left.remove(a.max(b));
        let wounds_dealt: u8 = dice.random_range(0..=card.min(4));
        let wounds_taken: u8 = dice.random_range(0..=2);
        record.uses.push(Use {
            player,
            thing: card.into(),
            round,
            values: [wounds_dealt.into(), wounds_taken.into(), 0, 0],
        });
    }
}

/// Declares a measure of every form for tests: for entrants, games, pairs and things. The games
/// have up to `rounds` rounds.
pub fn every_form(rounds: u16) -> Measures {
    let measure = |name, form, most, classes| Measure {
        name,
        table: name,
        form,
        words: name,
        unit: "",
        never: "",
        most,
        classes,
    };
    let all = || {
        vec![
            measure("bold", Form::Flag, 1, &[]),
            measure("coins", Form::Amount, 300, &[]),
            measure("out", Form::Time, rounds.into(), &[]),
            measure("guild", Form::Class, 2, &["smiths", "bakers", "thieves"]),
        ]
    };
    Measures {
        entrants: all(),
        game: all(),
        pairs: all()[..2].to_vec(),
        things: all()[1..2].to_vec(),
        rounds,
        thing: ["tool", "tools"],
        nobody: "nobody",
    }
}

/// Creates a list of test entrants with three things each. In each game, `seats` of them play, each
/// for itself.
pub fn crowd(entrants: usize, seats: u8) -> Cast {
    let entrant = |i| Entrant {
        fighter: format!("entrant {i}"),
        strategy: "random".to_owned(),
        things: ["axe", "oven", "rope"].map(String::from).to_vec(),
    };
    Cast {
        entrants: (0..entrants).map(entrant).collect(),
        slots: (1..=seats).map(|seat| Slot { seat, team: None }).collect(),
        sides: seats.into(),
        cooperative: false,
    }
}

/// Returns a game record with arbitrary valid values, which depends only on the arguments. In one
/// game of four, nobody wins.
pub fn any_record(cast: &Cast, measures: &Measures, seed: u64) -> Record {
    let mut dice = Pcg64Mcg::seed_from_u64(seed);
    let players = cast.slots.len();
    let mut record = Record::default();
    record.begin(measures, players);
    record.rounds = dice.random_range(1..=measures.rounds);
    let rounds = record.rounds;
    let value = |dice: &mut Pcg64Mcg, measure: &Measure| match measure.form {
        Form::Time => dice.random_range(0..=u32::from(rounds)),
        _ => dice.random_range(0..=measure.most),
    };
    for (value_of, measure) in record.game.iter_mut().zip(&measures.game) {
        *value_of = value(&mut dice, measure);
    }
    let winner = (!dice.random_bool(0.25)).then(|| dice.random_range(0..players));
    for (slot, player) in record.players.iter_mut().enumerate() {
        player.entrant = ((slot as u64 + seed) % cast.entrants.len() as u64) as u16;
        player.slot = slot as u8;
        player.won = winner == Some(slot);
        player.place = if player.won { 1 } else { players as u8 };
        for (value_of, measure) in player.values.iter_mut().zip(&measures.entrants) {
            *value_of = value(&mut dice, measure);
        }
    }
    for (m, measure) in measures.pairs.iter().enumerate() {
        for from in 0..players {
            for to in (0..players).filter(|to| *to != from) {
                *record.pair_mut(m, from, to) = value(&mut dice, measure);
            }
        }
    }
    for round in 1..=rounds {
        let player = dice.random_range(0..players);
        let entrant = &cast.entrants[usize::from(record.players[player].entrant)];
        let mut used = Use {
            player: player as u8,
            thing: dice.random_range(0..entrant.things.len()) as u16,
            round,
            ..Use::default()
        };
        for (value_of, measure) in used.values.iter_mut().zip(&measures.things) {
            *value_of = value(&mut dice, measure) as u16;
        }
        record.uses.push(used);
    }
    record
}
