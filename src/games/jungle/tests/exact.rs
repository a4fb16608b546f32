//! Tests that features are exact in missions with a single hero. Each option is played in the
//! engine for every random draw and every hidden card. The expected events up to the next decision,
//! plus the features of that decision, must equal the option's features.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::game::chance::{EnumeratedChance, OneStream};
use crate::game::{FeatureRow, Game, MAX_FEATURES, Observer, Options, Turn, Unwatched};
use crate::games::Provenance;
use crate::games::jungle::clash::Enemy;
use crate::games::jungle::features::FEATURES;
use crate::games::jungle::roster::Hero as Card;
use crate::games::jungle::{
    Ability, AttackThrow, Bag, Cause, Choice, Equipment, Event, Foe, Jungle, Phase, Rebel, Roster,
    Rules, State, Tile, Weapon, What, sets,
};
use crate::simulate::{Seated, Staged};

/// Expected values of an option, by the names of features.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    win: f64,
    lose: f64,
    life: f64,
    hours: f64,
    calm: f64,
    energy: f64,
}

impl Sums {
    fn add(&mut self, chance: f64, other: Sums) {
        self.win += chance * other.win;
        self.lose += chance * other.lose;
        self.life += chance * other.life;
        self.hours += chance * other.hours;
        self.calm += chance * other.calm;
        self.energy += chance * other.energy;
    }
}

fn at(name: &str) -> usize {
    let position = FEATURES.iter().position(|feature| feature.name == name);
    position.expect("a feature of this name")
}

fn of_row(row: &FeatureRow) -> Sums {
    let value = |name| f64::from(row[at(name)]);
    Sums {
        win: value("win"),
        lose: value("lose"),
        life: value("life"),
        hours: value("hours"),
        calm: value("calm"),
        energy: value("energy"),
    }
}

fn rows(game: &Jungle, state: &State) -> Vec<(Choice, FeatureRow)> {
    let mut options = Options::new();
    game.options(state, &mut options);
    let mut rows = vec![[0.0; MAX_FEATURES]; options.len()];
    game.features(game.view(state), &options, &mut rows);
    options.into_iter().zip(rows).collect()
}

/// Sums the values of the events that an option causes before the next decision.
struct Watch {
    seen: Sums,
    part: f64,
    /// Number of hits that the hero suffered without a decision; each one counts in full.
    hits: u32,
    damage: u8,
}

impl Observer<Event> for Watch {
    fn see<S: std::any::Any>(&mut self, event: Event, _: &S) {
        match event {
            Event::Changes { what, by, cause, .. } => {
                let by = f64::from(by);
                match (what, cause) {
                    // Hits are counted in `hits`. The clock and the Boss die are not effects of the
                    // option.
                    (What::Life, Cause::Foe(_)) | (_, Cause::Clock | Cause::BossDie) => {}
                    (What::Life, _) => self.seen.life += by * self.part,
                    (What::Hours, _) => self.seen.hours -= by,
                    (What::Stress, _) => self.seen.calm -= by,
                    (What::Energy, _) => self.seen.energy += by,
                    (What::Hostages, _) => {}
                }
            }
            Event::FoeStrikes { throw: AttackThrow { hits: true, damage, .. }, .. } => {
                self.hits += 1;
                self.damage = damage;
            }
            Event::FightEnds { beaten_by: Some(_), .. } => self.seen.win += 1.0,
            Event::Dies { cause: Cause::Foe(_), .. } => self.seen.lose += 1.0,
            _ => {}
        }
    }
}

/// Returns the expected values of a decision in a fight: the hero strikes with permanent weapons,
/// suffers hits, and returns to life.
fn promised(game: &Jungle, state: &State) -> Sums {
    if state.phase == Phase::Over {
        return Sums::default();
    }
    let all = rows(game, state);
    let row = |wanted: &dyn Fn(Choice) -> bool| all.iter().find(|(choice, _)| wanted(*choice));
    match state.phase {
        Phase::Striking => {
            let fight = state.fight.expect("a fight");
            let most = match fight.foe {
                Foe::Rebel(rebel) => game.tables.rebels[rebel as usize].life,
                Foe::Boss => game.rules.boss.life.one,
            };
            let enemy = Enemy::of(game, state, fight.foe, fight.life);
            let attack = |set| {
                let arms = game.arms(game.sheet(state, 0), state.hero(0), set, false);
                (enemy.hit_by(arms), arms.damage)
            };
            let stay = sets(&game.tables, state.hero(0).bag).into_iter();
            let stay = stay.filter(|&(first, second)| {
                first != Weapon::Grenade && second != Some(Weapon::Grenade)
            });
            let worth = |&(hits, damage): &(u8, u8)| (hits * damage.min(most), damage);
            let best = stay.map(attack).max_by_key(worth).expect("a set");
            // If several sets of weapons reduce the foe's life equally, only the first set is an
            // option.
            let does = |(hits, damage): (u8, u8)| (hits, damage.min(fight.life));
            let chosen = row(&|choice| match choice {
                Choice::Attack { first, second, missile: false } => {
                    does(attack((first, second))) == does(best)
                }
                _ => false,
            });
            of_row(&chosen.expect("a strike").1)
        }
        Phase::Struck => of_row(&row(&|choice| choice == Choice::Suffer).expect("to suffer").1),
        Phase::Dying => {
            let medal = row(&|choice| choice == Choice::Medal);
            let back = medal.or_else(|| row(&|choice| choice == Choice::Revive));
            let (choice, row) = back.expect("a life");
            let sheet = game.sheet(state, state.asked).life;
            let energy = state.hero(state.asked).energy;
            // The feature does not include life that the hero regains.
            let mut sums = of_row(row);
            match choice {
                Choice::Medal => sums.life -= 1.0,
                _ => sums.life -= f64::from(energy) / f64::from(sheet),
            }
            sums.energy = 0.0;
            sums
        }
        _ => Sums::default(),
    }
}

/// Returns the expected values of an option, averaged over every random draw in the engine.
fn played(game: &Jungle, state: &State, choice: Choice) -> Sums {
    let mut sum = Sums::default();
    let mut chance = EnumeratedChance::new();
    loop {
        let mut after = *state;
        let part = 1.0 / f64::from(game.sheet(state, 0).life);
        let mut watch = Watch { seen: Sums::default(), part, hits: 0, damage: 0 };
        game.play(&mut after, choice, &mut chance, &mut watch);
        let mut seen = watch.seen;
        let asked = u32::from(after.phase == Phase::Struck);
        let own = u32::from(state.phase == Phase::Struck && choice == Choice::Suffer);
        let hits = f64::from(watch.hits + own - asked);
        let damage = match state.fight.or(after.fight) {
            Some(fight) => game.damage_to(state, fight.foe, 0),
            None => watch.damage,
        };
        seen.life -= hits * f64::from(damage) * part;
        sum.add(chance.probability(), seen);
        if after.phase != Phase::Over || seen.lose == 0.0 {
            sum.add(chance.probability(), promised(game, &after));
        }
        if !chance.advance() {
            return sum;
        }
    }
}

/// Returns the expected values of an option, averaged over each possible top card and each possible
/// face-down tile.
fn expected(game: &Jungle, state: &State, choice: Choice) -> Sums {
    let mut sum = Sums::default();
    let rebels = state.encounters.in_pile();
    let alerts = match state.phase {
        Phase::Fate => state.alerts.in_pile(),
        _ => std::array::from_fn(|kind| u8::from(kind == 0)),
    };
    let view = game.view(state);
    let tiles = match choice {
        Choice::Explore(_) => view.tiles_left(),
        _ => std::array::from_fn(|kind| u8::from(kind == 0)),
    };
    let all = |counts: &[u8]| counts.iter().map(|&count| f64::from(count)).sum::<f64>();
    let ways = all(&rebels) * all(&alerts) * all(&tiles);
    let there = |counts: &[u8]| -> Vec<(usize, f64)> {
        let counts = counts.iter().map(|&count| f64::from(count)).enumerate();
        counts.filter(|&(_, count)| count > 0.0).collect()
    };
    for &(rebel, of_rebel) in &there(&rebels) {
        for &(alert, of_alert) in &there(&alerts) {
            for &(tile, of_tile) in &there(&tiles) {
                let mut state = *state;
                state.encounters.stack(&[rebel]);
                if state.phase == Phase::Fate {
                    state.alerts.stack(&[alert]);
                }
                if let Choice::Explore(place) = choice {
                    state.tiles[usize::from(place)] = Tile::of(tile);
                }
                let chance = of_rebel * of_alert * of_tile / ways;
                sum.add(chance, played(game, &state, choice));
            }
        }
    }
    sum
}

#[track_caller]
fn hold(name: &str, claimed: f64, value: f64, state: &State, choice: Choice) {
    assert!(
        (claimed - value).abs() < 2e-4,
        "{name} is {value}, not {claimed}: {choice:?} of {:?}, {:?}, {:?}\n{state:?}",
        state.phase,
        state.hero(0),
        state.fight,
    );
}

/// Asserts that the features of all options of a decision, except approximate ones, equal the
/// results of the engine. Returns the number of compared options.
fn hold_all(game: &Jungle, state: &State) -> usize {
    let mut held = 0;
    for (choice, row) in rows(game, state) {
        let of_fight = matches!(state.phase, Phase::Striking | Phase::Struck | Phase::Dying);
        let held_to = match choice {
            Choice::Attack { .. } | Choice::Suit | Choice::Annul | Choice::Sacrifice => of_fight,
            Choice::Suffer | Choice::Use(_) | Choice::Convert => true,
            Choice::Accept => state.phase == Phase::Fate,
            Choice::Fight | Choice::Explore(_) | Choice::Rest | Choice::Flee => true,
            _ => false,
        };
        // With a first-aid kit, the hero decides about the gas, and the features of that decision
        // include the loss of the kit.
        let kit = state.hero(0).bag.has(Equipment::FirstAid);
        if !held_to || choice == Choice::Accept && kit {
            continue;
        }
        held += 1;
        let (claimed, value) = (of_row(&row), expected(game, state, choice));
        hold("win", claimed.win, value.win, state, choice);
        // A hero that runs out of time or dies while it flees counts in the feature `death`, not as
        // a lost fight.
        if row[at("death")] == 0.0 {
            hold("lose", claimed.lose, value.lose, state, choice);
            hold("hours", claimed.hours, value.hours, state, choice);
            hold("calm", claimed.calm, value.calm, state, choice);
        }
        hold("life", claimed.life, value.life, state, choice);
        hold("energy", claimed.energy, value.energy, state, choice);
    }
    held
}

fn roster(luck: &mut Pcg64Mcg) -> Roster {
    let n = luck.random_range(1..=2);
    let abilities = [
        Ability::Stride(n),
        Ability::Marksman(n),
        Ability::Healer(n),
        Ability::Scavenger(n),
        Ability::Steady(n),
        Ability::Punctual(n),
        Ability::Tough(n),
        Ability::Deft(n),
    ];
    let hero = Card {
        name: "somebody".into(),
        colour: "#000000".into(),
        life: luck.random_range(3..=12),
        defense: luck.random_range(2..=4),
        damage: luck.random_range(1..=3),
        ability: abilities[luck.random_range(0..abilities.len())],
        printed: vec![],
    };
    Roster {
        name: "given".into(),
        source: String::new(),
        unlisted: Provenance::Own,
        fighters: [("hero".to_owned(), hero)].into(),
    }
}

/// Plays a mission of one hero without a jet at random. Compares some of the decisions with the
/// engine, and counts the comparisons in `held`.
fn mission(luck: &mut Pcg64Mcg, held: &mut [usize; 4]) {
    let mut rules = Rules {
        jet: false,
        energy_alone: luck.random_range(0..=5),
        fate_alert: luck.random_range(0..=3),
        dice: luck.random_range(3..=4),
        rolls: 2,
        ..Rules::default()
    };
    rules.equipment.crystal.count = 0;
    rules.equipment.sabre.attack = luck.random_range(-2..=0);
    rules.capsules_in_fights = luck.random();
    let game = Jungle::new(&rules, &roster(luck));
    let seated = [Seated::default()];
    let mut state = game.deal(&seated, &mut OneStream(luck));
    let cards = Equipment::ALL[..Equipment::HELD].iter().copied();
    let own: Bag = cards.filter(|_| luck.random_bool(0.15)).collect();
    state.heroes[0].bag = own;
    let mut options = Options::new();
    while let Turn::Decision(_) = game.turn(&state) {
        game.options(&state, &mut options);
        let kind = match state.phase {
            Phase::Striking => 0,
            Phase::Struck => 1,
            Phase::Fate => 2,
            _ => 3,
        };
        // Excluded are hits by a looter, which take weapons from the hero, and the fight with the
        // Boss, which ends the mission.
        let looted = state.fight.is_some_and(|fight| {
            matches!(fight.foe, Foe::Rebel(Rebel::Looter)) && !state.hero(0).bag.is_empty()
        });
        let full = state.encounters.left() > 1 && state.alerts.left() > 1;
        if full && !looted && luck.random_bool(0.3) {
            held[kind] += hold_all(&game, &state);
        }
        let choice = options[luck.random_range(0..options.len())];
        game.play(&mut state, choice, &mut OneStream(luck), &mut Unwatched);
    }
}

#[test]
fn what_options_promise_is_what_the_engine_does() {
    let mut luck = Pcg64Mcg::seed_from_u64(1);
    let mut held = [0; 4];
    for _ in 0..400 {
        mission(&mut luck, &mut held);
    }
    assert!(held.iter().all(|&held| held > 20), "{held:?}");
}
