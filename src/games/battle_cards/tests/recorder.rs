//! Tests of the record of a game (rule B-8): games with scripted random draws, and conditions that
//! the counts of every game fulfil.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::given::{Given, Played, attack, dice, duel, given, plain, who};
use super::properties::{roster, seated};
use crate::game::chance::{OneStream, PrescribedFall};
use crate::game::{Game, Options, Turn};
use crate::games::battle_cards::recorder::POWER;
use crate::games::battle_cards::rules::{CardsTiming, Rules, UsedCards};
use crate::games::battle_cards::state::{CharacterIndex, MOST_ENERGY, bit};
use crate::games::battle_cards::{Action, BattleCards, Choice, Event, Occurrence, Power, Wound};
use crate::games::tests::{Events, Recorded};
use crate::simulate::Staged;

/// Returns the record of a game that begins with this position and is played by `play`. All
/// characters are entrants.
fn recorded(mut played: Played, play: impl FnOnce(&mut Played)) -> Recorded {
    let opening = played.state;
    play(&mut played);
    let states = [&opening, &played.state];
    Recorded::of(&played.game, played.game.measures(), states, played.seen)
}

/// Returns all uses of cards and of powers: character, name, and the life taken, life kept, energy
/// and cards that the use gains.
fn uses(recorded: &Recorded) -> Vec<(u8, &str, [u16; 4])> {
    let uses = recorded.record.uses.iter();
    uses.map(|used| {
        let name = Action::NAMES.get(usize::from(used.thing)).unwrap_or(&"power");
        (used.player, *name, used.values)
    })
    .collect()
}

/// Plays options with their random draws from a position, and checks all uses and some values.
#[track_caller]
fn check(
    played: Played,
    moves: &[(Choice, Vec<PrescribedFall>)],
    used: &[(u8, &str, [u16; 4])],
    values: &[(&str, u32)],
) {
    let recorded = recorded(played, |played| {
        for (choice, falls) in moves {
            played.play(*choice, falls);
        }
    });
    assert_eq!(uses(&recorded), used);
    recorded.has(values);
}

/// Returns a position in which the first two players have these cards.
fn hands(given: Given, [ours, theirs]: [&[Action]; 2]) -> Played {
    given.rules(|rules| rules.hand = 0).start().hand(0, ours).hand(1, theirs)
}

const CALM: PrescribedFall = PrescribedFall::Card(Occurrence::Calm as usize);

#[test]
fn b_8_cards_of_an_attack_have_bought_what_it_took() {
    let moves = [
        (attack(1, 3), vec![]),
        (Choice::Play(Action::Strength), vec![]),
        (Choice::Play(Action::Fury), dice(&[2, 4, 1])),
    ];
    let used = [(1, "strength", [2, 0, 0, 0]), (1, "fury", [2, 0, 0, 0])];
    let values = [("1 score", 2), ("1>3 score_taken", 2)];
    let armed = hands(duel(2, 2), [&[Action::Strength, Action::Fury], &[]]);
    check(armed, &moves, &used, &values);
    let mut sworn = plain();
    sworn.nemesis = Some("c03".into());
    let sworn = given([vec![plain(), sworn], vec![plain(), plain()]]);
    let moves = [(Choice::Nemesis { attacker: 1, target: 3 }, vec![])];
    let armed = hands(sworn, [&[Action::Nemesis], &[]]);
    check(armed, &moves, &[(1, "nemesis", [1, 0, 0, 0])], &[("1 score", 1)]);
}

#[test]
fn b_8_who_escapes_keeps_what_the_attack_would_have_taken() {
    // The dodge 4 plus 1 from the card equals the score of 5. The card saves 1 life; with the event
    // Rage, it saves all life. In the last three cases the card saves no life: the target does not
    // escape, no dodge is possible, the attack misses.
    for (rage, faces, kept) in [
        (0, &[5, 1, 4][..], 1),
        (2, &[5, 1, 4], 2),
        (0, &[5, 1, 3], 0),
        (0, &[6, 1], 0),
        (0, &[1, 1], 0),
    ] {
        let armed = hands(duel(2, 2), [&[], &[Action::Dodge]]);
        let armed = armed.with(|state| (state.rage, state.life[3]) = (rage, 2));
        let moves = [(attack(1, 3), vec![]), (Choice::Play(Action::Dodge), dice(faces))];
        check(armed, &moves, &[(3, "dodge", [0, kept, 0, 0])], &[]);
    }
    // A riposte takes life, but scores nothing.
    let armed = hands(duel(2, 2), [&[], &[Action::Riposte]]);
    let moves = [(attack(1, 3), vec![]), (Choice::Play(Action::Riposte), dice(&[2, 2, 4]))];
    check(armed, &moves, &[(3, "riposte", [1, 0, 0, 0])], &[("3 score", 0)]);
}

#[test]
fn b_8_saves_and_heals_keep_life() {
    let weak = hands(duel(2, 2), [&[Action::Heal], &[Action::Save]]);
    let moves = [
        (Choice::Heal(0), vec![]),
        (attack(1, 3), dice(&[6, 1])),
        (Choice::Play(Action::Save), vec![]),
    ];
    let used = [(0, "heal", [0, 1, 0, 0]), (3, "save", [0, 2, 0, 0])];
    let weak = weak.with(|state| (state.life[0], state.rage) = (1, 1));
    check(weak, &moves, &used, &[("1 score", 0)]);
}

#[test]
fn b_8_energy_and_cards_are_of_the_leader_who_played_for_them() {
    let cards = [Action::Energy, Action::Theft, Action::Sabotage];
    let armed = hands(duel(2, 2), [&cards, &[Action::Save]]);
    let save = PrescribedFall::Card(Action::Save as usize);
    let moves =
        [(Choice::Energy, vec![]), (Choice::Theft(1), vec![]), (Choice::Sabotage(1), vec![save])];
    let used =
        [(0, "energy", [0, 0, 3, 0]), (0, "theft", [0, 0, 1, 0]), (0, "sabotage", [0, 0, 0, 1])];
    let values = [
        ("energy_gained", 3), // theft is no gain
        ("energy_spent", 1),
        ("cards_drawn", 4),
        ("cards_played", 3),
        ("cards_lost", 1),
    ];
    check(armed.with(|state| state.energy[1] = 1), &moves, &used, &values);
    // What events and income bring belongs to no card.
    let windfall = PrescribedFall::Card(Occurrence::Windfall as usize);
    let moves = [(Choice::Energy, vec![]), (Choice::Stop, vec![windfall])];
    let values = [("events", 1), ("energy_gained", 3 + 3 + 2 + 4)];
    let armed = hands(duel(2, 2), [&[Action::Energy], &[]]);
    check(armed, &moves, &[(0, "energy", [0, 0, 3, 0])], &values);
    // Energy above the maximum is not gained but wasted, as is what both players have left.
    let rich = hands(duel(2, 2), [&[Action::Energy, Action::Theft], &[]]);
    let moves = [(Choice::Energy, vec![]), (Choice::Theft(1), vec![])];
    let used = [(0, "energy", [0, 0, 1, 0]), (0, "theft", [0; 4])];
    let wasted = 2 + u32::from(MOST_ENERGY) + 18;
    let values = [("energy_gained", 1), ("energy_wasted", wasted)];
    check(rich.with(|state| state.energy[0] = MOST_ENERGY - 1), &moves, &used, &values);
}

/// Plays an attack of character 1, which has this power, on character 3. Returns what the power has
/// gained, or `None` if it did not take effect.
fn of_power(
    power: Power,
    falls: &[PrescribedFall],
    change: impl Fn(Played) -> Played,
) -> (Option<[u16; 4]>, Recorded) {
    let given = given([vec![plain(), who(2, 3, power)], vec![plain(), plain()]]);
    let recorded = recorded(change(given.rules(|rules| rules.hand = 0).start()), |played| {
        played.play(attack(1, 3), falls);
    });
    (of_use(&recorded, 1), recorded)
}

/// Returns what all uses of a character's power have gained.
fn of_use(recorded: &Recorded, character: CharacterIndex) -> Option<[u16; 4]> {
    let powers = recorded.record.uses.iter().filter(|used| used.thing == POWER);
    let gains = powers.filter(|used| used.player == character).map(|used| used.values);
    gains.reduce(|sum, gain| std::array::from_fn(|value| sum[value] + gain[value]))
}

#[test]
fn b_8_powers_have_bought_what_they_did_if_they_worked() {
    let no_change = |played: Played| played;
    let took = |life| Some([life, 0, 0, 0]);
    for (power, faces, gained) in [
        (Power::ExtraDice(1), &[2, 2, 6][..], took(1)),
        (Power::SecondThrow(2), &[2, 2, 6, 1], took(1)),
        (Power::SecondThrow(2), &[6, 2], None),
        (Power::Force(1), &[4, 4, 1], took(1)),
        (Power::Force(1), &[6, 4], None), // 6 is the most
        (Power::Kingslayer(1), &[5, 4, 1], None),
        (Power::Finisher(1), &[5, 4, 1], None),
        (Power::LastStand(1), &[5, 4, 1], None),
        (Power::Leadership(1), &[5, 4, 1], None),
        (Power::Heavy(5), &[5, 4, 1], took(2)),
        (Power::Heavy(5), &[4, 4, 1], None),
        (Power::Unstoppable(5), &[5, 4], took(1)),
        (Power::Unstoppable(5), &[6, 4], None),
        (Power::Menace(1), &[5, 4, 5], took(1)),
        (Power::Menace(1), &[6, 4], None),
        (Power::Menace(1), &[3, 3, 5], took(0)),
        (Power::Steady(2), &[1, 1], Some([0, 1, 2, 0])), // unhurt, and energy
        (Power::Charge(2), &[1, 1], Some([0, 0, 2, 0])),
        (Power::StealEnergy(2), &[6, 1], Some([0, 0, 2, 0])),
        (Power::LifeDrain(2), &[6, 1], None), // unwounded
        (Power::Disarm(2), &[6, 1], None),    // an empty hand
        (Power::Shield(1), &[6, 1], None),    // not yet
        (Power::Guard(1), &[6, 1], None),     // not yet
    ] {
        assert_eq!(of_power(power, &dice(faces), no_change).0, gained, "{power:?} {faces:?}");
    }
    let weak = |played: Played| played.with(|state| (state.life[1], state.life[3]) = (1, 1));
    assert_eq!(of_power(Power::LastStand(1), &dice(&[1, 2, 6]), weak).0, took(1));
    assert_eq!(of_power(Power::Finisher(1), &dice(&[5, 2]), weak).0, took(1));
    assert_eq!(of_power(Power::Revive(2), &dice(&[6, 1]), weak).0, None, "nobody to come back");
    let poor = |played: Played| played.with(|state| state.energy[1] = 0);
    let (gained, recorded) = of_power(Power::StealEnergy(2), &dice(&[6, 1]), poor);
    assert_eq!((gained, recorded.value("1 powers")), (None, 0), "there was nothing to take");
    let weak = |played: Played| played.with(|state| (state.life[0], state.life[1]) = (2, 1));
    let (gained, recorded) = of_power(Power::LifeDrain(2), &dice(&[6, 1]), weak);
    assert_eq!((gained, recorded.value("1 powers")), (Some([0, 2, 0, 0]), 1));
    let rally = of_power(Power::Rally(2), &dice(&[6, 1]), weak);
    assert_eq!(rally.0, Some([0, 1, 0, 0]));
    let card = |action: Action| PrescribedFall::Card(action as usize);
    let falls = [dice(&[6, 1]), vec![card(Action::Dodge)]].concat();
    let armed = |played: Played| played.hand(1, &[Action::Dodge]).with(|state| state.energy[1] = 0);
    assert_eq!(of_power(Power::Disarm(2), &falls, armed).0, Some([0, 0, 0, 1]));
    let falls = [vec![card(Action::Save)], dice(&[6, 1])].concat();
    assert_eq!(of_power(Power::Tactics(1), &falls, no_change).0, Some([0, 0, 0, 1]));
    // The other character is the leader. It can be attacked because it is the only one left.
    let falls = [dice(&[6, 1]), vec![PrescribedFall::Pick(2)]].concat();
    let weak = |played: Played| played.with(|state| (state.life[2], state.life[3]) = (1, 1));
    let (gained, recorded) = of_power(Power::Splash(2), &falls, weak);
    assert_eq!((gained, recorded.value("1 score")), (took(1), 2));
    // Cards from under the pile are bought too.
    let under = |cards: &'static [Action]| {
        let change = move |mut played: Played| {
            played.game.rules.used_cards = UsedCards::Under;
            played.with(|state| {
                state.pile = Default::default();
                cards.iter().for_each(|&card| state.under.put(card));
            })
        };
        of_power(Power::Tactics(3), &dice(&[6, 1]), change).0
    };
    assert_eq!(under(&[Action::Save, Action::Heal]), Some([0, 0, 0, 2]));
    assert_eq!(under(&[]), None, "no card was drawn");
}

#[test]
fn b_8_shields_and_guards_keep_what_would_have_been_lost() {
    for (power, rage, faces, kept) in [
        (Power::Shield(1), 0, &[6, 1][..], Some(1)),
        // Without the shield, the target would have lost 2 life of a wound of 3. With the shield,
        // it also loses 2.
        (Power::Shield(1), 2, &[6, 1], Some(0)),
        (Power::Guard(1), 0, &[5, 1, 4], Some(1)),
        (Power::Guard(1), 0, &[5, 1, 1], Some(0)),
        (Power::Guard(1), 0, &[6, 1], None),
    ] {
        let teams = [vec![plain(), plain()], vec![plain(), who(2, 3, power)]];
        let played = hands(given(teams), [&[], &[]]);
        let played =
            played.with(|state| (state.covered, state.rage, state.life[3]) = (bit(3), rage, 2));
        let recorded = recorded(played, |played| {
            played.strike(1, 3, faces);
        });
        assert_eq!(of_use(&recorded, 3), kept.map(|kept| [0, kept, 0, 0]), "{power:?} {faces:?}");
    }
}

#[test]
fn b_8_who_joins_another_team_is_no_entrant_any_more() {
    // Each of four players plays alone. The villain of player 0 has fallen, and the event Comeback
    // brings it into the team of player 2.
    let played = hands(given(vec![vec![plain(), plain()]; 4]), [&[], &[]]);
    let played = played.with(|state| (state.life[1], state.active, state.asked) = (1, 3, 3));
    let recorded = recorded(played, |played| {
        played.strike(7, 1, &[6, 1]);
        played.play(Choice::Stop, &[CALM]).play(Choice::Stop, &[CALM]);
        let back = [PrescribedFall::Card(Occurrence::Comeback as usize), PrescribedFall::Pick(1)];
        played.play(Choice::Stop, &back);
        assert!(played.state.team[2] & bit(1) != 0);
        played.strike(1, 7, &[6, 1]);
    });
    recorded.has(&[
        ("7>1 eliminated", 1),
        ("1 round_eliminated", 5),
        ("1 life", 0),
        ("1 score", 0),
        ("1>7 score_taken", 0),
    ]);
}

/// Returns the characters that felled (eliminated) `fallen` last, at most one.
fn felled_by(recorded: &Recorded, fallen: usize) -> Vec<usize> {
    let felled = |by: &usize| recorded.value(&format!("{by}>{fallen} eliminated")) > 0;
    (0..recorded.record.players.len()).filter(felled).collect()
}

#[test]
fn b_8_who_felled_an_entrant_last_has_eliminated_it() {
    let back = [PrescribedFall::Card(Occurrence::Comeback as usize), PrescribedFall::Pick(3)];
    type Play<'a> = &'a dyn Fn(&mut Played) -> &mut Played;
    let again: [(Play<'_>, &[usize]); 4] = [
        (&|played| played, &[1]),
        // It lives.
        (&|played| played.play(Choice::Stop, &back), &[]),
        (
            &|played| {
                let played = played.play(Choice::Stop, &back).play(Choice::Stop, &[CALM]);
                played.strike(0, 3, &[6, 1])
            },
            &[0],
        ),
        // It falls by its own miss.
        (&|played| played.play(Choice::Stop, &back).strike(3, 1, &[1, 1]), &[]),
    ];
    for (play, by) in again {
        let rules = |rules: &mut Rules| (rules.hand, rules.events.comeback.amount) = (0, 1);
        let weak = duel(2, 2).rules(rules).start().with(|state| state.life[3] = 1);
        let recorded = recorded(weak, |played| {
            play(played.strike(1, 3, &[6, 1]));
        });
        assert_eq!(felled_by(&recorded, 3), by);
    }
    // A riposte fells for the target that dodged; a mate of the target plays the card.
    let sides = hands(given(vec![vec![plain(), plain()]; 4]).sides(), [&[], &[]]);
    let weak = sides.hand(3, &[Action::Riposte]).with(|state| state.life[1] = 1);
    let recorded = recorded(weak, |played| {
        played.play(attack(1, 3), &[]);
        assert_eq!(played.decider(), Some(3));
        played.play(Choice::Play(Action::Riposte), &dice(&[2, 2, 4]));
    });
    assert_eq!(felled_by(&recorded, 1), [3]);
}

#[test]
fn b_8_the_lead_is_looked_at_when_turns_begin() {
    const FOG: PrescribedFall = PrescribedFall::Card(Occurrence::Fog as usize);
    type Play = fn(&mut Played) -> &mut Played;
    let steps: [(Play, u32); 5] = [
        // The first to lead: after the attack, the life of the two sides is 6 and 5.
        (|played| played.strike(1, 3, &[6, 1]).play(Choice::Stop, &[CALM]), 0),
        // Of equals no side leads.
        (
            |played| {
                let played = played.strike(2, 0, &[6, 1]).play(Choice::Stop, &[CALM]);
                played.play(Choice::Stop, &[CALM])
            },
            0,
        ),
        // No turn has begun since.
        (|played| played.strike(2, 0, &[6, 1]), 0),
        (|played| played.play(Choice::Stop, &[CALM]), 1),
        (
            |played| {
                let played = played.strike(0, 2, &[6, 1]).strike(1, 3, &[6, 1]);
                played.play(Choice::Stop, &[FOG])
            },
            2,
        ),
    ];
    for (last, &(_, changes)) in steps.iter().enumerate() {
        let recorded = recorded(hands(duel(2, 2), [&[], &[]]), |played| {
            for (play, _) in &steps[..=last] {
                play(played);
            }
        });
        assert_eq!(recorded.value("lead_changes"), changes, "step {last}");
    }
}

#[test]
fn b_8_what_a_recruit_does_is_nobodys() {
    // Character 4 from the stock joins the team of player 0. The player holds a card for an attack
    // of this character.
    let given = duel(2, 2).stock(1, 0);
    let armed = hands(given, [&[Action::Strength], &[Action::Dodge]]);
    let recruit = PrescribedFall::Card(Occurrence::Recruit as usize);
    let moves = [
        (Choice::Stop, vec![]),
        (Choice::Keep, vec![CALM]),
        (Choice::Stop, vec![]),
        (Choice::Keep, vec![recruit, PrescribedFall::Pick(4)]),
        (attack(4, 3), vec![]),
        (Choice::Play(Action::Strength), vec![]),
        (Choice::Play(Action::Dodge), dice(&[4, 1, 1])),
    ];
    let scores = [("0 score", 0), ("1 score", 0), ("2 score", 0), ("3 score", 0)];
    let values = [scores.as_slice(), &[("cards_played", 2)]].concat();
    check(armed, &moves, &[(3, "dodge", [0; 4])], &values);
}

#[test]
fn b_8_energy_cards_and_life_add_up_in_every_game() {
    let mut luck = Pcg64Mcg::seed_from_u64(8);
    let roster = roster();
    for round in 0..40 {
        let rules = Rules {
            cards_timing: [CardsTiming::Before, CardsTiming::After][round % 2],
            energy_kept: round % 5 != 0,
            max_turns: if round % 4 == 0 { 10 } else { 200 },
            ..Rules::default()
        };
        let game = BattleCards::new(&rules, &roster);
        let players = [2, 3, 4, 6][round % 4];
        let sides = players != 3 && round % 3 == 0;
        let seated = seated(&roster, players, 3, sides, &mut luck);
        let opening = game.deal(&seated, &mut OneStream(&mut luck));
        let (mut state, mut options, mut events) =
            (opening, Options::new(), Events::<BattleCards>(vec![]));
        while let Turn::Decision(_) = game.turn(&state) {
            game.options(&state, &mut options);
            let choice = options[luck.random_range(0..options.len())];
            game.play(&mut state, choice, &mut OneStream(&mut luck), &mut events);
        }
        let recorded = Recorded::of(&game, game.measures(), [&opening, &state], events.0.clone());
        let value = |name: &str| recorded.value(name);
        let (gained, wasted) = (value("energy_gained"), value("energy_wasted"));
        assert!(gained > 0 && gained == value("energy_spent") + wasted);
        assert!(wasted >= state.energy.iter().map(|&of| u32::from(of)).sum());
        // Every drawn card was played, discarded or lost, or it is still in a hand, or an
        // eliminated player held it.
        let gone = value("cards_played") + value("cards_discarded") + value("cards_lost");
        let held: usize = state.hand.iter().map(|hand| hand.len()).sum();
        let (drawn, kept) = (value("cards_drawn"), gone + held as u32);
        let out = state.fell.iter().any(|&fell| fell > 0);
        assert!(drawn == kept || out && drawn > kept);
        // All life that attacks took is in the score of an entrant, except life that a recruited
        // character took.
        let taken = |of: fn(Wound) -> bool| -> u32 {
            let lives = events.0.iter().map(|(event, _)| match *event {
                Event::Wounds { life, how, .. } if of(how) => life.into(),
                _ => 0,
            });
            lives.sum()
        };
        let lost = taken(|how| matches!(how, Wound::Attack | Wound::Nemesis | Wound::Splash));
        let riposted = taken(|how| how == Wound::Riposte);
        let joined = events.0.iter().any(|(event, _)| matches!(event, Event::Joins { .. }));
        let slots = 0..recorded.record.players.len() as u8;
        let of = |slot: u8, name: &str| value(&format!("{slot} {name}"));
        let scores: u32 = slots.clone().map(|slot| of(slot, "score")).sum();
        let uses = uses(&recorded);
        let ripostes = uses.iter().filter(|used| used.1 == "riposte");
        let ripostes: u32 = ripostes.map(|used| u32::from(used.2[0])).sum();
        assert!(scores <= lost && ripostes <= riposted);
        assert!(joined || (scores == lost && ripostes == riposted));
        for slot in slots {
            let worked = uses.iter().filter(|used| (used.0, used.1) == (slot, "power"));
            assert_eq!(worked.count() as u32, of(slot, "powers"));
        }
    }
}
