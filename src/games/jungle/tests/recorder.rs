//! Tests of the record of a mission (rule J-10): missions with scripted random draws, and
//! conditions that the counts of every mission fulfil.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::given::{
    HERE, HIT, MISS, OWN, Played, faces, party, roster, seated, who, with, with_two,
};
use crate::game::chance::{OneStream, PrescribedFall};
use crate::game::{Game, Options, Turn};
use crate::games::jungle::roster::Ability;
use crate::games::jungle::rules::Rules;
use crate::games::jungle::{
    Alert, Choice, Equipment, Event, Jungle, Phase, Rebel, Tile, Weapon, What,
};
use crate::games::tests::{Events, Recorded};
use crate::simulate::Staged;
use crate::stats::NEVER;

/// Options that are played one after the other, with the random draws of each.
type Moves<'a> = &'a [(Choice, &'a [PrescribedFall])];

/// Plays a mission from a position, and checks all its uses of cards and tiles (hero, thing, and
/// the changes of life, hours, stress and hostages) and some of its values.
#[track_caller]
fn check(
    mut played: Played,
    moves: Moves<'_>,
    uses: &[(u8, &str, [u16; 4])],
    values: &[(&str, u32)],
) {
    let opening = played.state;
    for (choice, falls) in moves {
        played.play(*choice, falls);
    }
    let states = [&opening, &played.state];
    let events = played.events.iter().map(|&event| (event, played.state));
    let recorded = Recorded::of(&played.game, played.game.measures(), states, events);
    assert_eq!(recorded.uses(&Jungle::things()), uses);
    recorded.has(values);
}

/// Creates a mission in which hero 0 of several heroes may fight, against this rebel.
fn meets(heroes: usize, rebel: Rebel) -> Played {
    party(heroes).start().pairs([0, 1, 0, 0]).rebels(&[rebel])
}

const FIGHT: (Choice, &[PrescribedFall]) = (Choice::Fight, &[]);
/// The hero misses the rebel, which hits the hero.
const LOSES: (Choice, &[PrescribedFall]) = (OWN, &[MISS, HIT]);

#[test]
fn j_10_cards_have_changed_what_they_give() {
    use Equipment::{Capsule, Potion, Tonic};
    let weak = party(1).start().hero(0, |hero| {
        (hero.life, hero.clock, hero.stress) = (7, 1, 2);
    });
    let moves = [Potion, Capsule, Tonic].map(|card| (Choice::Use(card), [].as_slice()));
    let uses = [
        (0, "equipment potion", [3, 0, 0, 0]),
        (0, "equipment capsule", [0, 1, 0, 0]),
        (0, "equipment tonic", [0, 0, 2, 0]),
    ];
    check(weak.bag(0, &[Potion, Capsule, Tonic]), &moves, &uses, &[("0 life", 10)]);
    // Cards that take effect at once are used as well.
    let top = [Equipment::Crystal as usize, Equipment::Junk as usize];
    let search = party(1).start().pairs([0, 0, 2, 0]).with(|state| state.equipment.stack(&top));
    let uses = [(0, "equipment crystal", [0; 4]), (0, "equipment junk", [0; 4])];
    check(search, &[(Choice::Search, &[]), (Choice::Search, &[])], &uses, &[]);
}

#[test]
fn j_10_weapons_are_used_in_attacks() {
    use Equipment::{Drone, Grenade, Missile, Pistol};
    let attack =
        Choice::Attack { first: Weapon::Own, second: Some(Weapon::Grenade), missile: true };
    let uses = [
        (0, "rebel guard", [2, 0, 0, 1]),
        (0, "equipment grenade", [0; 4]),
        (0, "equipment missile", [0; 4]),
    ];
    let values = [
        ("0 fights", 1),
        ("0 freed", 1),
        ("0 hostages", 1),
        ("0 life", 8),
        ("all_fights", 1),
        ("tiles_cleared", 1),
        ("hostages_held", 1),
    ];
    let armed = meets(1, Rebel::Guard).bag(0, &[Grenade, Missile, Drone]);
    check(armed, &[FIGHT, LOSES, (attack, &[HIT])], &uses, &values);
    // A pair of one weapon is two uses.
    let pair = with_two(Weapon::Pistol, Weapon::Pistol);
    let pistol = (0, "equipment pistol", [0; 4]);
    let uses = [(0, "rebel brute", [0; 4]), pistol, pistol];
    let armed = meets(1, Rebel::Brute).bag(0, &[Pistol, Pistol]);
    check(armed, &[FIGHT, (pair, &[MISS, MISS])], &uses, &[]);
}

#[test]
fn j_10_encounters_are_used_by_all_who_fight_and_have_the_cost_of_a_flight() {
    let order = [PrescribedFall::Pick(1), PrescribedFall::Pick(0)];
    let uses = [(0, "rebel scout", [0; 4]), (1, "rebel scout", [0, 0, 0, 1])];
    let values = [("all_fights", 1), ("0 fights", 1), ("1 fights", 1), ("1 freed", 1)];
    let joined = [FIGHT, (Choice::Join, order.as_slice()), (OWN, &[HIT])];
    check(meets(2, Rebel::Scout), &joined, &uses, &values);
    let flees = [FIGHT, (Choice::Flee, &[]), (Choice::Onto(4), &[])];
    let values = [("0 fights", 1), ("all_fights", 1), ("0 flights", 1), ("all_flights", 1)];
    check(meets(1, Rebel::Brute), &flees, &[(0, "rebel brute", [1, 1, 0, 0])], &values);
    // A hero that must flee takes no part in a fight.
    let stressed = meets(1, Rebel::Brute).hero(0, |hero| hero.stress = 4);
    let values = [("0 fights", 0), ("all_fights", 0), ("0 flights", 1), ("all_flights", 1)];
    check(stressed, &[FIGHT, (Choice::Onto(4), &[])], &[], &values);
}

/// Checks that the recorded hours are the smallest number that a hero in play has left, and that
/// recorded counts have an upper limit.
#[test]
fn j_10_hours_left_are_the_least_of_heroes_in_play_and_counts_stop() {
    let mut played = party(3).start().with(|state| {
        (state.in_play, state.out) = (0b011, 0b100);
        (state.heroes[1].clock, state.heroes[2].clock) = (20, 25);
    });
    let flees = Event::Flees { hero: 0, rebel: Rebel::Guard, forced: true };
    played.events = vec![flees; 1_005];
    // The heroes of the tests have 24 hours, plus one extra hour by their ability.
    check(played, &[], &[], &[("hours_left", 5), ("all_flights", 999), ("0 flights", 999)]);
}

#[test]
fn j_10_tiles_and_alerts_have_changed_what_their_effect_does() {
    let surgeons = party(1).start().hero(0, |hero| hero.life = 3).tile(HERE, Tile::RobotSurgeons);
    let uses = [(0, "tile robot-surgeons", [4, 0, 0, 0])];
    check(surgeons, &[(Choice::Tile, &[])], &uses, &[]);
    let swamp = party(1).start().tile(4, Tile::Swamp);
    check(swamp, &[(Choice::Step(4), &[])], &[(0, "tile swamp", [0, 1, 0, 0])], &[]);
    // What an alert costs other heroes does not count.
    let dice = faces([0, 0, 0, 0, 0, 4]);
    for (alert, used) in [
        (Alert::Gas, (0, "alert gas", [5, 2, 0, 0])),
        (Alert::Siren, (0, "alert siren", [0, 0, 1, 0])),
    ] {
        let drawn = party(2).start().with(|state| {
            (state.phase, state.turn.dice) = (Phase::Keeping, dice);
            state.alerts.stack(&[alert as usize]);
        });
        let keeps: Moves<'_> = &[(Choice::Keep(dice), &[PrescribedFall::Die(2)])];
        check(drawn, keeps, &[used], &[("alerts", 1)]);
    }
}

#[test]
fn j_10_energy_and_hostages_that_are_spent() {
    let given =
        meets(1, Rebel::Brute).hero(0, |hero| (hero.energy, hero.hostages, hero.life) = (3, 1, 2));
    let answers = [Choice::Annul, Choice::Sacrifice, Choice::Suffer];
    let rounds = answers.into_iter().flat_map(|answer| [LOSES, (answer, [].as_slice())]);
    let revives = [(Choice::Revive, [].as_slice())];
    let moves: Vec<_> = [FIGHT].into_iter().chain(rounds).chain(revives).collect();
    let values =
        [("0 energy_spent", 3), ("0 given_up", 1), ("0 life", 2), ("0 round_eliminated", NEVER)];
    check(given, &moves, &[(0, "rebel brute", [2, 0, 0, 0])], &values);
}

#[test]
fn j_1_missions_end_in_death_or_victory() {
    let values = [
        ("0 round_eliminated", 5),
        ("0 fate", 1),
        ("outcome", 2),
        ("round_lost", 5),
        ("hours_left", 0),
        ("boss_appeared", 0),
        ("boss_life", 10),
    ];
    let dies = meets(1, Rebel::Brute).hero(0, |hero| hero.life = 1);
    check(dies, &[FIGHT, LOSES], &[(0, "rebel brute", [1, 0, 0, 0])], &values);
    let weak = party(2).rules(|rules| rules.boss.life.two = 2).start();
    let exit = weak.state.exfiltration;
    let wins = weak.with(|state| {
        (state.heroes[0].place, state.heroes[1].place) = (exit - 1, exit);
        (state.heroes[0].hostages, state.heroes[1].clock) = (5, 20);
    });
    // The Boss strikes hero 0 and misses; the order of the heroes is drawn.
    let falls = [PrescribedFall::Pick(0), PrescribedFall::Pick(0), MISS];
    let values = [
        ("outcome", 0),
        ("round_lost", NEVER),
        ("boss_appeared", 1),
        ("boss_strikes", 1),
        ("boss_life", 0),
        ("hours_left", 5),
        ("all_fights", 0),
    ];
    let moves = [(Choice::Step(exit), falls.as_slice()), (with(Weapon::Own), &[HIT])];
    check(wins, &moves, &[], &values);
}

/// Returns the record and the events of a random mission.
fn random(game: &Jungle, players: u8, luck: &mut Pcg64Mcg) -> (Recorded, Vec<Event>) {
    let opening = game.deal(&seated(players), &mut OneStream(luck));
    let (mut state, mut options, mut events) = (opening, Options::new(), Events::<Jungle>(vec![]));
    while let Turn::Decision(_) = game.turn(&state) {
        game.options(&state, &mut options);
        let choice = options[luck.random_range(0..options.len())];
        game.play(&mut state, choice, &mut OneStream(luck), &mut events);
    }
    let seen = events.0.iter().map(|seen| seen.0).collect();
    (Recorded::of(game, game.measures(), [&opening, &state], events.0), seen)
}

#[test]
fn j_10_counts_add_up_in_every_mission() {
    let mut luck = Pcg64Mcg::seed_from_u64(10);
    let heroes = [Ability::Stride(1), Ability::Healer(2), Ability::Tough(1), Ability::Scavenger(1)];
    let roster = roster(&heroes.map(who));
    for round in 0..60 {
        let rules = Rules { hours: [24, 60][round % 2], ..Rules::default() };
        let game = Jungle::new(&rules, &roster);
        let players = 1 + (round % 4) as u8;
        let (recorded, events) = random(&game, players, &mut luck);
        let of = |hero: u8, name: &str| recorded.value(&format!("{hero} {name}"));
        let things = Jungle::things();
        let uses = recorded.uses(&things);
        let won = recorded.value("outcome") == 0;
        for hero in 0..players {
            let freed =
                |event: &&Event| matches!(**event, Event::Frees { hero: by, .. } if by == hero);
            assert_eq!(of(hero, "freed"), events.iter().filter(freed).count() as u32);
            let encounters =
                || uses.iter().filter(|used| used.0 == hero && used.1.starts_with("rebel"));
            assert_eq!(encounters().count() as u32, of(hero, "fights"), "each encounter once");
            let hostages: u16 = encounters().map(|used| used.2[3]).sum();
            assert_eq!(u32::from(hostages), of(hero, "freed"));
            assert_eq!(of(hero, "round_eliminated") != NEVER, of(hero, "fate") > 0);
            // The life that cards, tiles, dice and rests took must equal the life that is missing
            // at the end.
            let lives = events.iter().map(|event| match *event {
                Event::Changes { hero: of, what: What::Life, by, .. } if of == hero => by.into(),
                _ => 0,
            });
            assert_eq!(10 + lives.sum::<i32>(), of(hero, "life") as i32);
            assert_eq!(recorded.record.players[usize::from(hero)].won, won);
        }
        let fights = (0..players).map(|hero| of(hero, "fights"));
        assert!(recorded.value("all_fights") <= fights.sum());
        assert_eq!(recorded.value("round_lost") == NEVER, won);
    }
}
