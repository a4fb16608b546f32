//! Tests of the record of a mission (rule J-10): counts of missions with scripted random draws, and
//! conditions that the counts of every mission fulfil.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::given::{
    HERE, HIT, MISS, OWN, Played, faces, party, roster, seated, who, with, with_two,
};
use crate::game::chance::{OneStream, PrescribedFall};
use crate::game::{Game, Observer, Options, Turn};
use crate::games::jungle::recorder::Recorder;
use crate::games::jungle::recorder::measures::{self, ThingNumber};
use crate::games::jungle::roster::Ability;
use crate::games::jungle::rules::Rules;
use crate::games::jungle::{
    Alert, Choice, Equipment, Event, Jungle, Phase, Rebel, Tile, Weapon, What,
};
use crate::stats::{NEVER, Record};

/// Returns the statistics record of a mission that a test has played from the position `opening`.
/// The heroes are the entrants.
fn record(opening: &Played, played: &Played) -> Record {
    let measures = played.game.measures();
    let mut recorder = Recorder::new(&measures, opening.state.players.into());
    let entrant = |slot: u8, _| slot.into();
    recorder.begin(&played.game, &measures, &opening.state, entrant);
    recorder.see(Event::RoundBegins { round: opening.state.round });
    played.events.iter().for_each(|&event| recorder.see(event));
    recorder.finish(&played.game, &played.state).clone()
}

/// Returns the statistics record of a mission that begins with the position `start` and is played
/// by `play`.
fn recorded(start: impl Fn() -> Played, play: impl FnOnce(&mut Played)) -> Record {
    let mut played = start();
    play(&mut played);
    record(&start(), &played)
}

/// Returns the recorded changes for each time that a hero used a card or tile, in order. Each entry
/// has life, hours, stress and hostages.
fn uses(record: &Record, hero: u8, thing: impl Into<ThingNumber>) -> Vec<[u16; 4]> {
    let thing = thing.into();
    let uses = record.uses.iter();
    uses.filter(|used| used.player == hero && used.thing == thing.0)
        .map(|used| used.values)
        .collect()
}

/// Creates a mission with a single hero, whose values the function `change` sets.
fn alone(change: impl Fn(&mut crate::games::jungle::HeroState)) -> Played {
    party(1).start().hero(0, change)
}

#[test]
fn j_10_equipment_has_changed_what_it_gives() {
    let start = || {
        let weak = |hero: &mut crate::games::jungle::HeroState| {
            (hero.life, hero.clock, hero.stress) = (7, 1, 2);
        };
        let cards = [Equipment::Potion, Equipment::Capsule, Equipment::Tonic];
        alone(weak).bag(0, &cards)
    };
    let record = recorded(start, |played| {
        played.plays(&[
            Choice::Use(Equipment::Potion),
            Choice::Use(Equipment::Capsule),
            Choice::Use(Equipment::Tonic),
        ]);
    });
    assert_eq!(uses(&record, 0, Equipment::Potion), [[3, 0, 0, 0]], "as much as it lacks");
    assert_eq!(uses(&record, 0, Equipment::Capsule), [[0, 1, 0, 0]]);
    assert_eq!(uses(&record, 0, Equipment::Tonic), [[0, 0, 2, 0]]);
    assert!(record.uses.iter().all(|used| used.round == 5));
}

#[test]
fn j_10_weapons_are_used_in_attacks_and_an_encounter_is_counted_when_it_is_over() {
    let start = || {
        let cards = [Equipment::Grenade, Equipment::Missile, Equipment::Drone];
        let played = party(1).start().pairs([0, 1, 0, 0]).rebels(&[Rebel::Guard]);
        played.bag(0, &cards)
    };
    let grenade =
        Choice::Attack { first: Weapon::Own, second: Some(Weapon::Grenade), missile: true };
    let fought = recorded(start, |played| {
        played.play(Choice::Fight, &[]);
        played.play(OWN, &[MISS, HIT]);
    });
    assert_eq!(uses(&fought, 0, Rebel::Guard), [[0; 4]; 0], "not over");
    let won = recorded(start, |played| {
        played.play(Choice::Fight, &[]);
        played.play(OWN, &[MISS, HIT]);
        played.play(grenade, &[HIT]);
    });
    assert_eq!(uses(&won, 0, Equipment::Grenade), [[0; 4]]);
    assert_eq!(uses(&won, 0, Equipment::Missile), [[0; 4]]);
    assert_eq!(uses(&won, 0, Equipment::Drone), [[0; 4]; 0], "not counted");
    assert_eq!(uses(&won, 0, Rebel::Guard), [[2, 0, 0, 1]], "a hit, a hostage");
    assert_eq!(won.uses.len(), 3, "its own weapon is no card");
    let values = &won.players[0].values;
    assert_eq!(values[measures::FIGHTS], 1);
    assert_eq!(values[measures::FREED], 1);
    assert_eq!(values[measures::HOSTAGES], 1);
    assert_eq!(values[measures::LIFE], 8);
    assert_eq!(won.game[measures::ALL_FIGHTS], 1);
    assert_eq!(won.game[measures::TILES_CLEARED], 1);
    assert_eq!(won.game[measures::HOSTAGES_HELD], 1);
}

#[test]
fn j_10_a_pair_of_one_weapon_is_two_uses() {
    let start = || {
        let cards = [Equipment::Pistol, Equipment::Pistol];
        let played = party(1).start().pairs([0, 1, 0, 0]).rebels(&[Rebel::Brute]);
        played.bag(0, &cards)
    };
    let pair = with_two(Weapon::Pistol, Weapon::Pistol);
    let record = recorded(start, |played| {
        played.play(Choice::Fight, &[]);
        played.play(pair, &[MISS, MISS]);
    });
    assert_eq!(uses(&record, 0, Equipment::Pistol), [[0; 4]; 2]);
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
    let record = record(&party(3).start(), &played);
    // The heroes of the tests have 24 hours, plus one extra hour by their ability.
    assert_eq!(record.game[measures::HOURS_LEFT], 5);
    assert_eq!(record.game[measures::ALL_FLIGHTS], 999);
    assert_eq!(record.players[0].values[measures::FLIGHTS], 999);
}

#[test]
fn j_10_all_who_fight_have_used_the_encounter() {
    let start = || party(2).start().pairs([0, 1, 0, 0]).rebels(&[Rebel::Scout]);
    let record = recorded(start, |played| {
        played.play(Choice::Fight, &[]);
        let order = [PrescribedFall::Pick(1), PrescribedFall::Pick(0)];
        played.play(Choice::Join, &order);
        played.play(OWN, &[HIT]);
    });
    assert_eq!(uses(&record, 0, Rebel::Scout), [[0; 4]]);
    assert_eq!(uses(&record, 1, Rebel::Scout), [[0, 0, 0, 1]], "who struck last");
    assert_eq!(record.game[measures::ALL_FIGHTS], 1, "one fight of two");
    assert_eq!(record.players[0].values[measures::FIGHTS], 1);
}

#[test]
fn j_10_the_price_of_a_flight_is_the_encounters() {
    let start = || party(1).start().pairs([0, 1, 0, 0]).rebels(&[Rebel::Brute]);
    let fled = recorded(start, |played| {
        played.play(Choice::Fight, &[]);
        played.play(Choice::Flee, &[]);
        played.play(Choice::Onto(4), &[]);
    });
    assert_eq!(uses(&fled, 0, Rebel::Brute), [[1, 1, 0, 0]]);
    assert_eq!(fled.players[0].values[measures::FLIGHTS], 1);
    assert_eq!(fled.game[measures::ALL_FLIGHTS], 1);
    // A hero that must flee takes no part in a fight.
    let stressed = || start().hero(0, |hero| hero.stress = 4);
    let forced = recorded(stressed, |played| {
        played.play(Choice::Fight, &[]);
        played.play(Choice::Onto(4), &[]);
    });
    assert_eq!(uses(&forced, 0, Rebel::Brute), [[0; 4]; 0]);
    assert_eq!(forced.players[0].values[measures::FIGHTS], 0);
    assert_eq!(forced.players[0].values[measures::FLIGHTS], 1);
    assert_eq!(forced.game[measures::ALL_FIGHTS], 0);
}

#[test]
fn j_10_tiles_have_changed_what_their_effect_does() {
    let surgeons = || alone(|hero| hero.life = 3).tile(HERE, Tile::RobotSurgeons);
    let record = recorded(surgeons, |played| {
        played.play(Choice::Tile, &[]);
    });
    assert_eq!(uses(&record, 0, Tile::RobotSurgeons), [[4, 0, 0, 0]]);
    let swamp = || alone(|_| {}).tile(4, Tile::Swamp);
    let record = recorded(swamp, |played| {
        played.play(Choice::Step(4), &[]);
    });
    assert_eq!(uses(&record, 0, Tile::Swamp), [[0, 1, 0, 0]]);
}

/// Returns the record of a mission of two heroes in which hero 0 draws the alert `alert`.
fn alerted(alert: Alert) -> Record {
    let start = || {
        party(2).start().with(|state| {
            state.phase = Phase::Keeping;
            state.turn.dice = faces([0, 0, 0, 0, 0, 4]);
            state.alerts.stack(&[alert as usize]);
        })
    };
    recorded(start, |played| {
        played.play(Choice::Keep(faces([0, 0, 0, 0, 0, 4])), &[PrescribedFall::Die(2)]);
    })
}

#[test]
fn j_10_alerts_have_changed_what_they_cost_who_draws_them() {
    let gas = alerted(Alert::Gas);
    assert_eq!(uses(&gas, 0, Alert::Gas), [[5, 2, 0, 0]]);
    assert_eq!(gas.game[measures::ALERTS], 1);
    let siren = alerted(Alert::Siren);
    assert_eq!(uses(&siren, 0, Alert::Siren), [[0, 0, 1, 0]]);
    assert_eq!(uses(&siren, 1, Alert::Siren), [[0; 4]; 0]);
}

#[test]
fn j_10_cards_that_take_effect_at_once_are_used() {
    let start = || {
        let played = party(1).start().pairs([0, 0, 2, 0]);
        played.with(|state| {
            let top = [Equipment::Crystal as usize, Equipment::Junk as usize];
            state.equipment.stack(&top);
        })
    };
    let record = recorded(start, |played| {
        played.plays(&[Choice::Search, Choice::Search]);
    });
    assert_eq!(uses(&record, 0, Equipment::Crystal), [[0; 4]]);
    assert_eq!(uses(&record, 0, Equipment::Junk), [[0; 4]]);
}

#[test]
fn j_10_energy_and_hostages_that_are_spent() {
    let start = || {
        let played = party(1).start().pairs([0, 1, 0, 0]).rebels(&[Rebel::Brute]);
        played.hero(0, |hero| (hero.energy, hero.hostages, hero.life) = (3, 1, 2))
    };
    let record = recorded(start, |played| {
        played.play(Choice::Fight, &[]);
        played.play(OWN, &[MISS, HIT]);
        played.play(Choice::Annul, &[]);
        played.play(OWN, &[MISS, HIT]);
        played.play(Choice::Sacrifice, &[]);
        played.play(OWN, &[MISS, HIT]);
        played.play(Choice::Suffer, &[]);
        played.play(Choice::Revive, &[]);
    });
    let values = &record.players[0].values;
    assert_eq!(values[measures::ENERGY_SPENT], 3);
    assert_eq!(values[measures::GIVEN_UP], 1);
    assert_eq!(values[measures::LIFE], 2);
    assert_eq!(values[measures::ROUND_ELIMINATED], NEVER);
}

#[test]
fn j_1_2_who_dies_is_lost_with_the_mission() {
    let start = || {
        let played = party(1).start().pairs([0, 1, 0, 0]).rebels(&[Rebel::Brute]);
        played.hero(0, |hero| hero.life = 1)
    };
    let record = recorded(start, |played| {
        played.play(Choice::Fight, &[]);
        played.play(OWN, &[MISS, HIT]);
    });
    let player = record.players[0];
    assert!(!player.won && player.place == 0);
    assert_eq!(player.values[measures::ROUND_ELIMINATED], 5);
    assert_eq!(measures::FATES[player.values[measures::FATE] as usize], "died");
    assert_eq!(uses(&record, 0, Rebel::Brute), [[1, 0, 0, 0]]);
    assert_eq!(record.game[measures::OUTCOME], 2, "death");
    assert_eq!(record.game[measures::ROUND_LOST], 5);
    assert_eq!(record.game[measures::HOURS_LEFT], 0, "nobody is in play");
    assert_eq!(record.game[measures::BOSS_APPEARED], 0);
    assert_eq!(record.game[measures::BOSS_LIFE], 10, "all of it");
}

#[test]
fn j_1_1_who_beats_the_boss_has_won() {
    let start = || {
        let weak = party(2).rules(|rules| rules.boss.life.two = 2);
        weak.start().with(|state| {
            let exit = state.exfiltration;
            (state.heroes[0].place, state.heroes[1].place) = (exit - 1, exit);
            (state.heroes[0].hostages, state.heroes[1].clock) = (5, 20);
        })
    };
    let record = recorded(start, |played| {
        let exit = played.state.exfiltration;
        // The Boss strikes hero 0 and misses; the order of the heroes is drawn.
        let falls = [PrescribedFall::Pick(0), PrescribedFall::Pick(0), MISS];
        played.play(Choice::Step(exit), &falls);
        played.play(with(Weapon::Own), &[HIT]);
    });
    assert!(record.players.iter().all(|player| player.won && player.place == 0));
    assert_eq!(record.game[measures::OUTCOME], 0);
    assert_eq!(record.game[measures::ROUND_LOST], NEVER);
    assert_eq!(record.game[measures::BOSS_APPEARED], 1);
    assert_eq!(record.game[measures::BOSS_STRIKES], 1);
    assert_eq!(record.game[measures::BOSS_LIFE], 0);
    // The heroes of the tests have 24 hours, plus one extra hour by their ability.
    assert_eq!(record.game[measures::HOURS_LEFT], 5);
    assert_eq!(record.game[measures::ALL_FIGHTS], 0, "the Boss is no encounter");
}

/// Statistics of a mission, computed from its events without the recorder.
#[derive(Default)]
struct Count {
    events: Vec<Event>,
}

impl Observer<Event> for Count {
    fn see(&mut self, event: Event) {
        self.events.push(event);
    }
}

/// Returns the record and the events of a random mission.
fn random(game: &Jungle, players: u8, luck: &mut Pcg64Mcg) -> (Record, Vec<Event>) {
    let mut state = game.deal(&seated(players), &mut OneStream(luck));
    let measures = game.measures();
    let mut recorder = Recorder::new(&measures, players.into());
    recorder.begin(game, &measures, &state, |slot, _| slot.into());
    let (mut options, mut count) = (Options::new(), Count::default());
    while let Turn::Decision(_) = game.turn(&state) {
        game.options(&state, &mut options);
        let choice = options[luck.random_range(0..options.len())];
        game.play(&mut state, choice, &mut OneStream(luck), &mut count);
    }
    count.events.iter().for_each(|&event| recorder.see(event));
    (recorder.finish(game, &state).clone(), count.events)
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
        let (record, events) = random(&game, players, &mut luck);
        let is_of = |hero: usize, event: &Event| matches!(*event, Event::Frees { hero: of, .. } if usize::from(of) == hero);
        for (hero, player) in record.players.iter().enumerate() {
            let freed = events.iter().filter(|event| is_of(hero, event)).count();
            assert_eq!(player.values[measures::FREED], freed as u32);
            let of = |used: &&crate::stats::Use| usize::from(used.player) == hero;
            let rebels = record.uses.iter().filter(of);
            let rebels = rebels.filter(|used| used.thing >= ThingNumber::from(Rebel::Scout).0);
            let fights = player.values[measures::FIGHTS] as usize;
            assert_eq!(rebels.clone().count(), fights, "each encounter once");
            let hostages: u16 = rebels.map(|used| used.values[measures::USE_HOSTAGES]).sum();
            assert_eq!(u32::from(hostages), player.values[measures::FREED]);
            let gone = player.values[measures::ROUND_ELIMINATED] != NEVER;
            assert_eq!(gone, player.values[measures::FATE] > 0);
            // The life that cards, tiles, dice and rests took must equal the life that is missing
            // at the end.
            let lives = events.iter().filter_map(|event| match *event {
                Event::Changes { hero: of, what: What::Life, by, .. }
                    if usize::from(of) == hero =>
                {
                    Some(i32::from(by))
                }
                _ => None,
            });
            assert_eq!(10 + lives.sum::<i32>(), player.values[measures::LIFE] as i32);
        }
        let game_values = &record.game;
        assert!(
            game_values[measures::ALL_FIGHTS]
                <= record.players.iter().map(|of| of.values[measures::FIGHTS]).sum()
        );
        assert!(
            record.players.iter().all(|player| player.won == (game_values[measures::OUTCOME] == 0))
        );
        assert_eq!(game_values[measures::ROUND_LOST] == NEVER, game_values[measures::OUTCOME] == 0);
    }
}
