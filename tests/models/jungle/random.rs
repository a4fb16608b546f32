//! Random parties, settings, draws and decisions for the tests of the model.

use super::settings::Settings;
use super::words::{ABILITIES, ALERTS, EQUIPMENT, REBELS, TILES};
use super::{Choice, Hero, Setup};
use crate::games::models::random::Random;

/// The preferences of a player that decides at random. They differ between missions.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    seed: u64,
    /// True if the player keeps dice in pairs, and rarely ends a turn or exchanges things while
    /// other options exist.
    eager: bool,
}

impl Style {
    pub fn of(random: &mut Random) -> Style {
        Style { seed: random.next(), eager: !random.once_in(3) }
    }

    pub fn decides(self, options: &[Choice], random: &mut Random) -> usize {
        if self.eager && !random.once_in(8) {
            let pairs = options.iter().position(keeps_pairs);
            if let Some(index) = pairs {
                return index;
            }
        }
        let weights = options.iter().map(|choice| self.fondness(choice));
        let weights: Vec<usize> = weights.collect();
        let mut left = random.below(weights.iter().sum());
        let chosen = weights.iter().position(|&weight| {
            let here = left < weight;
            left = left.saturating_sub(weight);
            here
        });
        chosen.expect("one of them")
    }

    fn fondness(self, choice: &Choice) -> usize {
        let dull = matches!(
            choice,
            Choice::Give(_)
                | Choice::Take(_)
                | Choice::Hand(..)
                | Choice::Step(_)
                | Choice::End
                | Choice::Flee
                | Choice::Neither
        );
        if matches!(choice, Choice::Keep(_)) {
            return 1;
        }
        let kind = format!("{choice:?}");
        let kind = kind.split(['(', ' ']).next().unwrap_or_default();
        let letters = kind.bytes().map(u64::from);
        let hash = letters.fold(self.seed, |hash, letter| Random(hash ^ letter).next());
        let fond = [1, 5, 5, 5, 25][Random(hash).below(5)];
        if self.eager && dull { fond } else { 4 * fond }
    }
}

/// Returns true if the option keeps exactly the action dice that form pairs (rule J-3.2).
fn keeps_pairs(choice: &Choice) -> bool {
    let Choice::Keep([pairs @ .., alarm, phew]) = choice else {
        return false;
    };
    pairs.iter().all(|count| count % 2 == 0) && (*alarm, *phew) == (0, 0)
}

/// Returns a random hero with values that the page allows (rule J-2.2).
fn hero(random: &mut Random) -> Hero {
    let ability = random.one_of(&ABILITIES);
    Hero {
        life: random.mostly(6, 4, 12, 20),
        defense: random.mostly(8, 1, 4, 6),
        damage: random.within(1, 6),
        ability,
        n: random.within(1, if ability == "punctual" { 6 } else { 3 }),
    }
}

/// Returns random numbers of cards or tiles of each kind, with a limit on the total.
fn counts(
    settings: &mut Settings,
    table: &str,
    names: &[&'static str],
    most: u32,
    random: &mut Random,
) {
    let few = random.once_in(4);
    let mut left = most;
    for name in names {
        let count = random.mostly(6, 0, if few { 1 } else { 4 }, 12).min(left);
        left -= count;
        settings.sets(&format!("{table}.{name}.count"), count);
        for (column, least, rarely) in [
            ("amount", 1, 9),
            ("attack", 0, 3),
            ("hours", 0, 9),
            ("life", 1, 20),
            ("defense", 1, 6),
            ("damage", 1, 9),
        ] {
            let setting = format!("{table}.{name}.{column}");
            if settings.0.contains_key(&setting) && random.once_in(3) {
                let number = random.mostly(4, least, rarely.min(4), rarely);
                // The bonus of a weapon may be negative.
                let malus = table == "equipment" && column == "attack" && random.once_in(3);
                let number = i64::from(number);
                settings.sets(&setting, if malus { -number } else { number });
            }
        }
    }
}

fn settings(random: &mut Random) -> Settings {
    let mut settings = Settings::default();
    if random.once_in(4) {
        return settings;
    }
    counts(&mut settings, "tiles", &TILES[2..], 60, random);
    counts(&mut settings, "equipment", &EQUIPMENT, 60, random);
    counts(&mut settings, "alerts", &ALERTS, 60, random);
    counts(&mut settings, "rebels", &REBELS, 60, random);
    for tile in TILES {
        settings.sets(&format!("tiles.{tile}.room"), random.within(1, 4));
    }
    for (number, least, most, rarely) in [
        ("hostages.one", 0, 4, 20),
        ("hostages.two", 0, 5, 20),
        ("hostages.three", 0, 6, 20),
        ("hostages.four", 0, 7, 20),
        ("side.one", 2, 5, 5),
        ("side.two", 2, 5, 5),
        ("side.three", 2, 5, 5),
        ("side.four", 2, 5, 5),
        ("energy", 0, 3, 20),
        ("energy_alone", 0, 4, 20),
        ("potions", 0, 2, 9),
        ("capsules", 0, 2, 9),
        ("capsules_alone", 0, 3, 9),
        ("dice", 2, 6, 6),
        ("rolls", 1, 4, 6),
        ("exchanges", 0, 4, 10),
        ("hours", 6, 40, 99),
        ("stress_flee", 1, 6, 50),
        ("stress_still", 1, 9, 50),
        ("flight_life", 0, 2, 9),
        ("flight_hours", 0, 2, 9),
        ("boss.life.one", 1, 12, 99),
        ("boss.life.two", 1, 15, 99),
        ("boss.life.three", 1, 20, 99),
        ("boss.life.four", 1, 20, 99),
        ("max_rounds", 10, 60, 200),
        ("cubes", 1, 9, 25),
    ] {
        settings.sets(number, random.mostly(12, least, most, rarely));
    }
    for (number, least, most) in
        [("boss.defense", 1, 6), ("boss.damage", 1, 9), ("boss.attack", 0, 3)]
    {
        if random.once_in(2) && settings.0.contains_key(number) {
            settings.sets(number, random.within(least, most));
        }
    }
    let mut left = 6;
    for face in ["fate_stress", "fate_alert"] {
        let count = random.within(0, left);
        settings.sets(face, count);
        left -= count;
    }
    left = 6;
    for face in ["stress", "hour", "wound", "theft"] {
        let count = random.within(0, left.min(3));
        settings.sets(&format!("boss_die.{face}"), count);
        left -= count;
    }
    for (name, words) in [
        ("corners", &["opposite", "adjacent", "random"][..]),
        ("boss_picks", &["party", "random"]),
        ("cleared", &["quiet", "fights"]),
        ("limits", &["reached", "passed"]),
        ("remains", &["guarded", "free"]),
        ("lurkers", &["at-once", "own-turn"]),
        ("surplus", &["held", "freed"]),
        ("suit_damage", &["card", "weapon"]),
    ] {
        settings.sets(name, random.one_of(words));
    }
    for name in ["first_game", "jet", "life_cap", "free_before_fate", "capsules_in_fights"] {
        settings.sets(name, random.once_in(2));
    }
    // Without this change, few random missions reach the Big Boss.
    if random.once_in(3) {
        for heroes in ["one", "two", "three", "four"] {
            settings.sets(&format!("hostages.{heroes}"), random.within(0, 2));
            settings.sets(&format!("side.{heroes}"), random.within(2, 3));
        }
    }
    settings
}

/// Returns a random set-up of a mission that the page allows.
pub fn setup(random: &mut Random) -> Setup {
    let mut party: Vec<Hero> = (0..random.within(1, 4)).map(|_| hero(random)).collect();
    let mut settings = settings(random);
    // These values make fights that cannot end by themselves, as a test of rule J-5.9.
    if random.once_in(16) {
        for rebel in REBELS {
            settings.sets(&format!("rebels.{rebel}.defense"), 6);
            settings.sets(&format!("rebels.{rebel}.attack"), 0);
        }
        settings.sets("boss.defense", 6);
        settings.sets("boss.attack", 0);
        party.iter_mut().for_each(|hero| hero.defense = 6);
    }
    Setup { party, settings }
}
