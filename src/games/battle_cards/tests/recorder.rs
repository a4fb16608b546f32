//! Tests of the record of a game (rule B-8): counts of games with scripted random draws, and
//! conditions that the counts of every game fulfil.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::given::{Given, Played, dice, duel, given, plain, who};
use super::properties::{roster, seated};
use crate::game::chance::{OneStream, PrescribedFall};
use crate::game::{Game, Observer, Options, Turn};
use crate::games::battle_cards::recorder::{CARDS, ENERGY, KEPT, POWER, Recorder, TAKEN, measures};
use crate::games::battle_cards::rules::{CardsTiming, Rules, UsedCards};
use crate::games::battle_cards::state::{CharacterIndex, MOST_ENERGY, bit};
use crate::games::battle_cards::{Action, BattleCards, Choice, Event, Occurrence, Power, Wound};
use crate::stats::Record;

/// Returns the statistics record of a game that a test has played from the position `opening`. All
/// characters are entrants.
fn record(opening: &Played, played: &Played) -> Record {
    let measures = played.game.measures();
    let mut recorder = Recorder::new(&measures, opening.state.slots.into());
    let entrant = |_, character: u8| character.into();
    recorder.begin(&measures, &opening.state, entrant);
    recorder.see(Event::RoundBegins { round: opening.state.round });
    played.events.iter().for_each(|&event| recorder.see(event));
    let places = played.game.standing(&played.state);
    recorder.finish(&played.state, places).clone()
}

/// Returns the statistics record of a game that begins with the position `start` and is played by
/// `play`.
fn recorded(start: impl Fn() -> Played, play: impl FnOnce(&mut Played)) -> Record {
    let mut played = start();
    play(&mut played);
    record(&start(), &played)
}

/// Returns the total of the recorded effects of a card or power that a character used; `None` if
/// the character did not use it.
fn bought(record: &Record, character: CharacterIndex, thing: u16) -> Option<[u16; 4]> {
    let at = |player: u8| record.players[usize::from(player)].entrant == u16::from(character);
    let uses = record.uses.iter();
    let mut uses = uses.filter(|used| used.thing == thing && at(used.player));
    let first = uses.next()?.values;
    Some(uses.fold(first, |mut sum, used| {
        sum.iter_mut().zip(used.values).for_each(|(a, b)| *a += b);
        sum
    }))
}

fn card(record: &Record, character: CharacterIndex, card: Action) -> Option<[u16; 4]> {
    bought(record, character, card as u16)
}

/// Returns a list of four effect values in which the value with index `value` is `amount` and the
/// others are 0.
fn of(value: usize, amount: u16) -> Option<[u16; 4]> {
    let mut values = [0; 4];
    values[value] = amount;
    Some(values)
}

fn of_entrant(record: &Record, character: CharacterIndex, value: usize) -> u32 {
    let mut players = record.players.iter();
    let player = players.find(|player| player.entrant == u16::from(character));
    player.expect("an entrant").values[value]
}

fn hands(given: impl Fn() -> Given, hands: [&[Action]; 2]) -> impl Fn() -> Played {
    let hands = hands.map(<[Action]>::to_vec);
    move || {
        let played = given().rules(|rules| rules.hand = 0).start();
        played.hand(0, &hands[0]).hand(1, &hands[1])
    }
}

#[test]
fn b_8_attack_cards_have_bought_what_the_attack_took() {
    let start = hands(|| duel(2, 2), [&[Action::Strength, Action::Fury], &[]]);
    let record = recorded(start, |played| {
        played.play(super::given::attack(1, 3), &[]);
        played.play(Choice::Play(Action::Strength), &[]);
        played.play(Choice::Play(Action::Fury), &dice(&[2, 4, 1]));
    });
    assert_eq!(card(&record, 1, Action::Strength), of(TAKEN, 2));
    assert_eq!(card(&record, 1, Action::Fury), of(TAKEN, 2));
    assert_eq!(of_entrant(&record, 1, measures::SCORE), 2);
    assert_eq!(record.pair(measures::SCORE_TAKEN, 1, 3), 2);
}

#[test]
fn b_8_a_nemesis_card_has_bought_what_it_took() {
    let ours = || {
        let mut sworn = plain();
        sworn.nemesis = Some("c03".into());
        given([vec![plain(), sworn], vec![plain(), plain()]])
    };
    let record = recorded(hands(ours, [&[Action::Nemesis], &[]]), |played| {
        let (attacker, target) = (1, 3);
        played.play(Choice::Nemesis { attacker, target }, &[]);
    });
    assert_eq!(card(&record, 1, Action::Nemesis), of(TAKEN, 1));
    assert_eq!(of_entrant(&record, 1, measures::SCORE), 1);
}

#[test]
fn b_8_who_escapes_keeps_what_the_attack_would_have_taken() {
    let start = hands(|| duel(2, 2), [&[], &[Action::Dodge]]);
    let with = |rage, faces: &'static [u8]| {
        let start = || start().with(|state| (state.rage, state.life[3]) = (rage, 2));
        recorded(start, |played| {
            played.play(super::given::attack(1, 3), &[]);
            played.play(Choice::Play(Action::Dodge), &dice(faces));
        })
    };
    // The dodge 4 plus 1 from the card equals the score of 5. The card saves 1 life; with the event
    // Rage, it saves all life.
    assert_eq!(card(&with(0, &[5, 1, 4]), 3, Action::Dodge), of(KEPT, 1));
    assert_eq!(card(&with(2, &[5, 1, 4]), 3, Action::Dodge), of(KEPT, 2));
    // Three cases in which the card saves no life: the target does not escape, no dodge is
    // possible, the attack misses.
    assert_eq!(card(&with(0, &[5, 1, 3]), 3, Action::Dodge), of(KEPT, 0));
    assert_eq!(card(&with(0, &[6, 1]), 3, Action::Dodge), of(KEPT, 0));
    assert_eq!(card(&with(0, &[1, 1]), 3, Action::Dodge), of(KEPT, 0));
}

#[test]
fn b_8_a_riposte_takes_and_keeps_nothing() {
    let start = hands(|| duel(2, 2), [&[], &[Action::Riposte]]);
    let record = recorded(start, |played| {
        played.play(super::given::attack(1, 3), &[]);
        played.play(Choice::Play(Action::Riposte), &dice(&[2, 2, 4]));
    });
    assert_eq!(card(&record, 3, Action::Riposte), of(TAKEN, 1));
    assert_eq!(of_entrant(&record, 3, measures::SCORE), 0);
}

#[test]
fn b_8_saves_and_heals_keep_life() {
    let start = hands(|| duel(2, 2), [&[Action::Heal], &[Action::Save]]);
    let record = recorded(
        || start().with(|state| (state.life[0], state.rage) = (1, 1)),
        |played| {
            played.play(Choice::Heal(0), &[]);
            played.play(super::given::attack(1, 3), &dice(&[6, 1]));
            played.play(Choice::Play(Action::Save), &[]);
        },
    );
    assert_eq!(card(&record, 0, Action::Heal), of(KEPT, 1));
    assert_eq!(card(&record, 3, Action::Save), of(KEPT, 2));
    assert_eq!(of_entrant(&record, 1, measures::SCORE), 0);
}

#[test]
fn b_8_energy_theft_and_sabotage_are_the_leaders() {
    let cards = [Action::Energy, Action::Theft, Action::Sabotage];
    let start = hands(|| duel(2, 2), [&cards, &[Action::Save]]);
    let record = recorded(
        || start().with(|state| state.energy[1] = 1),
        |played| {
            played.play(Choice::Energy, &[]);
            played.play(Choice::Theft(1), &[]);
            played.play(Choice::Sabotage(1), &[PrescribedFall::Card(Action::Save as usize)]);
        },
    );
    assert_eq!(card(&record, 0, Action::Energy), of(ENERGY, 3));
    assert_eq!(card(&record, 0, Action::Theft), of(ENERGY, 1));
    assert_eq!(card(&record, 0, Action::Sabotage), of(CARDS, 1));
    assert_eq!(record.game[measures::ENERGY_GAINED], 3, "theft is no gain");
    assert_eq!(record.game[measures::ENERGY_SPENT], 1);
    let cards = [measures::CARDS_DRAWN, measures::CARDS_PLAYED, measures::CARDS_LOST];
    assert_eq!(cards.map(|value| record.game[value]), [4, 3, 1]);
}

#[test]
fn b_8_energy_of_events_and_income_is_no_cards() {
    let start = hands(|| duel(2, 2), [&[Action::Energy], &[]]);
    let record = recorded(start, |played| {
        played.play(Choice::Energy, &[]);
        played.play(Choice::Stop, &[PrescribedFall::Card(Occurrence::Windfall as usize)]);
    });
    assert_eq!(record.uses.len(), 1);
    assert_eq!(card(&record, 0, Action::Energy), of(ENERGY, 3));
    assert_eq!(record.game[measures::EVENTS], 1);
    assert_eq!(record.game[measures::ENERGY_GAINED], 3 + 3 + 2 + 4);
}

/// Plays an attack of character 1, which has this power, on character 3. `falls` has the random
/// draws; `change` prepares the position. Returns the recorded effect values of the power.
fn of_power(
    power: Power,
    falls: &[PrescribedFall],
    change: impl Fn(Played) -> Played,
) -> (Option<[u16; 4]>, Record) {
    let start = || {
        let teams = [vec![plain(), who(2, 3, power)], vec![plain(), plain()]];
        let given = given(teams).rules(|rules| rules.hand = 0);
        change(given.start())
    };
    let record = recorded(start, |played| {
        played.play(super::given::attack(1, 3), falls);
    });
    (bought(&record, 1, POWER), record)
}

/// Returns the recorded effect values of a power as [`of_power`] does. All random draws are dice,
/// and the position is not changed.
fn by_dice(power: Power, faces: &[u8]) -> Option<[u16; 4]> {
    of_power(power, &dice(faces), |played| played).0
}

#[test]
fn b_8_powers_of_dice_have_bought_the_attack_if_they_worked() {
    assert_eq!(by_dice(Power::ExtraDice(1), &[2, 2, 6]), of(TAKEN, 1));
    assert_eq!(by_dice(Power::SecondThrow(2), &[2, 2, 6, 1]), of(TAKEN, 1));
    assert_eq!(by_dice(Power::SecondThrow(2), &[6, 2]), None);
    assert_eq!(by_dice(Power::Force(1), &[4, 4, 1]), of(TAKEN, 1));
    assert_eq!(by_dice(Power::Force(1), &[6, 4]), None, "6 is the most");
    assert_eq!(by_dice(Power::Kingslayer(1), &[5, 4, 1]), None);
    assert_eq!(by_dice(Power::Finisher(1), &[5, 4, 1]), None);
    assert_eq!(by_dice(Power::LastStand(1), &[5, 4, 1]), None);
    assert_eq!(by_dice(Power::Leadership(1), &[5, 4, 1]), None);
    assert_eq!(by_dice(Power::Heavy(5), &[5, 4, 1]), of(TAKEN, 2));
    assert_eq!(by_dice(Power::Heavy(5), &[4, 4, 1]), None);
    assert_eq!(by_dice(Power::Unstoppable(5), &[5, 4]), of(TAKEN, 1));
    assert_eq!(by_dice(Power::Unstoppable(5), &[6, 4]), None);
    assert_eq!(by_dice(Power::Menace(1), &[5, 4, 5]), of(TAKEN, 1));
    assert_eq!(by_dice(Power::Menace(1), &[6, 4]), None);
    assert_eq!(by_dice(Power::Menace(1), &[3, 3, 5]), of(TAKEN, 0));
    let weak = |played: Played| played.with(|state| (state.life[1], state.life[3]) = (1, 1));
    let last = of_power(Power::LastStand(1), &dice(&[1, 2, 6]), weak);
    assert_eq!(last.0, of(TAKEN, 1));
    let last = of_power(Power::Finisher(1), &dice(&[5, 2]), weak);
    assert_eq!(last.0, of(TAKEN, 1));
}

#[test]
fn b_8_other_powers_have_bought_what_they_did() {
    let no_change = |played: Played| played;
    assert_eq!(by_dice(Power::Steady(2), &[1, 1]), Some([0, 1, 2, 0]), "unhurt, and energy");
    assert_eq!(by_dice(Power::Charge(2), &[1, 1]), of(ENERGY, 2));
    assert_eq!(by_dice(Power::StealEnergy(2), &[6, 1]), of(ENERGY, 2));
    let poor = |played: Played| played.with(|state| state.energy[1] = 0);
    let steal = of_power(Power::StealEnergy(2), &dice(&[6, 1]), poor);
    assert_eq!(steal.0, None, "there was nothing to take");
    assert_eq!(of_entrant(&steal.1, 1, measures::POWERS), 0);
    assert_eq!(by_dice(Power::LifeDrain(2), &[6, 1]), None, "unwounded");
    let weak = |played: Played| played.with(|state| (state.life[0], state.life[1]) = (2, 1));
    let drain = of_power(Power::LifeDrain(2), &dice(&[6, 1]), weak);
    assert_eq!(drain.0, of(KEPT, 2));
    assert_eq!(of_entrant(&drain.1, 1, measures::POWERS), 1);
    let rally = of_power(Power::Rally(2), &dice(&[6, 1]), weak);
    assert_eq!(rally.0, of(KEPT, 1));
    assert_eq!(by_dice(Power::Disarm(2), &[6, 1]), None, "an empty hand");
    let mut falls = dice(&[6, 1]);
    falls.push(PrescribedFall::Card(Action::Dodge as usize));
    let armed = |played: Played| {
        let played = played.hand(1, &[Action::Dodge]);
        played.with(|state| state.energy[1] = 0)
    };
    assert_eq!(of_power(Power::Disarm(2), &falls, armed).0, of(CARDS, 1));
    let mut falls = vec![PrescribedFall::Card(Action::Save as usize)];
    falls.extend(dice(&[6, 1]));
    let tactics = of_power(Power::Tactics(1), &falls, no_change);
    assert_eq!(tactics.0, of(CARDS, 1));
    assert_eq!(by_dice(Power::Shield(1), &[6, 1]), None, "not yet");
    assert_eq!(by_dice(Power::Guard(1), &[6, 1]), None, "not yet");
    // The other character is the leader. It can be attacked because it is the only one left.
    let mut falls = dice(&[6, 1]);
    falls.push(PrescribedFall::Pick(2));
    let splash = of_power(Power::Splash(2), &falls, |played| {
        played.with(|state| (state.life[2], state.life[3]) = (1, 1))
    });
    assert_eq!(splash.0, of(TAKEN, 1));
    assert_eq!(of_entrant(&splash.1, 1, measures::SCORE), 2);
    let weak = |played: Played| played.with(|state| state.life[3] = 1);
    let revive = of_power(Power::Revive(2), &dice(&[6, 1]), weak);
    assert_eq!(revive.0, None, "nobody to come back");
}

#[test]
fn b_8_shields_and_guards_keep_what_would_have_been_lost() {
    let target = |power, rage, faces: &'static [u8]| {
        let start = || {
            let teams = [vec![plain(), plain()], vec![plain(), who(2, 3, power)]];
            let played = given(teams).rules(|rules| rules.hand = 0).start();
            played.with(|state| (state.covered, state.rage, state.life[3]) = (bit(3), rage, 2))
        };
        let record = recorded(start, |played| {
            played.strike(1, 3, faces);
        });
        bought(&record, 3, POWER)
    };
    assert_eq!(target(Power::Shield(1), 0, &[6, 1]), of(KEPT, 1));
    // Without the shield, the target would have lost 2 life of a wound of 3. With the shield, it
    // also loses 2.
    assert_eq!(target(Power::Shield(1), 2, &[6, 1]), of(KEPT, 0));
    assert_eq!(target(Power::Guard(1), 0, &[5, 1, 4]), of(KEPT, 1));
    assert_eq!(target(Power::Guard(1), 0, &[5, 1, 1]), of(KEPT, 0));
    assert_eq!(target(Power::Guard(1), 0, &[6, 1]), None);
}

#[test]
fn b_8_who_joins_another_team_is_no_entrant_any_more() {
    // Each of four players plays alone. The villain of player 0 has fallen, and the event Comeback
    // brings it into the team of player 2.
    let start = || {
        let teams = vec![vec![plain(), plain()]; 4];
        let played = given(teams).rules(|rules| rules.hand = 0).start();
        played.with(|state| (state.life[1], state.active, state.asked) = (1, 3, 3))
    };
    let record = recorded(start, |played| {
        played.strike(7, 1, &[6, 1]);
        played.play(Choice::Stop, &[PrescribedFall::Card(Occurrence::Calm as usize)]);
        played.play(Choice::Stop, &[PrescribedFall::Card(Occurrence::Calm as usize)]);
        let back = [PrescribedFall::Card(Occurrence::Comeback as usize), PrescribedFall::Pick(1)];
        played.play(Choice::Stop, &back);
        assert!(played.state.team[2] & bit(1) != 0);
        played.strike(1, 7, &[6, 1]);
    });
    assert_eq!(record.pair(measures::ELIMINATED, 7, 1), 1);
    assert_eq!(of_entrant(&record, 1, measures::ROUND_ELIMINATED), 5);
    assert_eq!(of_entrant(&record, 1, measures::LIFE), 0);
    assert_eq!(of_entrant(&record, 1, measures::SCORE), 0);
    assert_eq!(record.pair(measures::SCORE_TAKEN, 1, 7), 0);
}

/// Returns the character that felled (eliminated) `fallen` last, or `None`.
fn felled_by(record: &Record, fallen: CharacterIndex) -> Option<u16> {
    let players = &record.players;
    let at = |slot: &usize| players[*slot].entrant == u16::from(fallen);
    let slot = (0..players.len()).find(at).expect("an entrant");
    let felled = |&by: &usize| record.pair(measures::ELIMINATED, by, slot) > 0;
    let mut by = (0..players.len()).filter(felled);
    let first = by.next();
    assert_eq!(by.next(), None, "one has felled it last");
    first.map(|by| players[by].entrant)
}

#[test]
fn b_8_who_felled_an_entrant_last_has_eliminated_it() {
    const CALM: PrescribedFall = PrescribedFall::Card(Occurrence::Calm as usize);
    let start = || {
        let rules = |rules: &mut Rules| (rules.hand, rules.events.comeback.amount) = (0, 1);
        let played = duel(2, 2).rules(rules).start();
        played.with(|state| state.life[3] = 1)
    };
    let falls_and_comes_back = |played: &mut Played| {
        played.strike(1, 3, &[6, 1]);
        let back = [PrescribedFall::Card(Occurrence::Comeback as usize), PrescribedFall::Pick(3)];
        played.play(Choice::Stop, &back);
    };
    let fell_once = recorded(start, |played| {
        played.strike(1, 3, &[6, 1]);
    });
    assert_eq!(felled_by(&fell_once, 3), Some(1));
    let came_back = recorded(start, falls_and_comes_back);
    assert_eq!(felled_by(&came_back, 3), None, "it lives");
    let fell_to_another = recorded(start, |played| {
        falls_and_comes_back(played);
        played.play(Choice::Stop, &[CALM]);
        played.strike(0, 3, &[6, 1]);
    });
    assert_eq!(felled_by(&fell_to_another, 3), Some(0));
    let fell_to_its_own_miss = recorded(start, |played| {
        falls_and_comes_back(played);
        played.strike(3, 1, &[1, 1]);
    });
    assert_eq!(felled_by(&fell_to_its_own_miss, 3), None);
    let round = of_entrant(&fell_to_its_own_miss, 3, measures::ROUND_ELIMINATED);
    assert_eq!(round, 5);
}

#[test]
fn b_8_a_riposte_fells_for_the_target_that_dodged() {
    let teams = || given(vec![vec![plain(), plain()]; 4]).sides();
    let start = hands(teams, [&[], &[]]);
    let start = || {
        let played = start().hand(3, &[Action::Riposte]);
        played.with(|state| state.life[1] = 1)
    };
    let record = recorded(start, |played| {
        played.play(super::given::attack(1, 3), &[]);
        assert_eq!(played.decider(), Some(3), "a mate of the target");
        played.play(Choice::Play(Action::Riposte), &dice(&[2, 2, 4]));
    });
    assert_eq!(felled_by(&record, 1), Some(3));
}

#[test]
fn b_8_the_lead_is_looked_at_when_turns_begin() {
    const CALM: PrescribedFall = PrescribedFall::Card(Occurrence::Calm as usize);
    let start = || duel(2, 2).rules(|rules| rules.hand = 0).start();
    let changes = |play: &dyn Fn(&mut Played)| recorded(start, play).game[measures::LEAD_CHANGES];
    let leads = |played: &mut Played| {
        // After the attack, the life of the two sides is 6 and 5.
        played.strike(1, 3, &[6, 1]).play(Choice::Stop, &[CALM]);
    };
    assert_eq!(changes(&leads), 0, "the first to lead");
    let evens = |played: &mut Played| {
        leads(played);
        played.strike(2, 0, &[6, 1]).play(Choice::Stop, &[CALM]);
        played.play(Choice::Stop, &[CALM]);
    };
    assert_eq!(changes(&evens), 0, "of equals nobody leads");
    let in_the_turn = |played: &mut Played| {
        evens(played);
        played.strike(2, 0, &[6, 1]);
    };
    assert_eq!(changes(&in_the_turn), 0, "no turn has begun since");
    let after_it = |played: &mut Played| {
        in_the_turn(played);
        played.play(Choice::Stop, &[CALM]);
    };
    assert_eq!(changes(&after_it), 1);
    let back = |played: &mut Played| {
        after_it(played);
        played.strike(0, 2, &[6, 1]).strike(1, 3, &[6, 1]);
        played.play(Choice::Stop, &[PrescribedFall::Card(Occurrence::Fog as usize)]);
    };
    assert_eq!(changes(&back), 2);
}

#[test]
fn b_8_b_1_9_energy_above_the_most_is_not_gained() {
    let start = hands(|| duel(2, 2), [&[Action::Energy, Action::Theft], &[]]);
    let record = recorded(
        || start().with(|state| state.energy[0] = MOST_ENERGY - 1),
        |played| {
            played.play(Choice::Energy, &[]).play(Choice::Theft(1), &[]);
        },
    );
    assert_eq!(card(&record, 0, Action::Energy), of(ENERGY, 1));
    assert_eq!(card(&record, 0, Action::Theft), of(ENERGY, 0), "none arrived");
    assert_eq!(record.game[measures::ENERGY_GAINED], 1);
    // Energy above the maximum, which is lost, and the energy that both players have left.
    let left = u32::from(MOST_ENERGY) + 18;
    assert_eq!(record.game[measures::ENERGY_WASTED], 2 + left);
}

#[test]
fn b_8_b_p17_cards_from_under_the_pile_are_bought_too() {
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
    assert_eq!(under(&[Action::Save, Action::Heal]), of(CARDS, 2));
    assert_eq!(under(&[]), None, "no card was drawn");
}

#[test]
fn b_8_what_a_recruit_does_is_nobodys() {
    // Character 4 from the stock has joined the team of player 0. The player holds a card for an
    // attack of this character.
    let start = || {
        let given = duel(2, 2).rules(|rules| rules.hand = 0).stock(1, 0);
        let played = given.start().hand(0, &[Action::Strength]);
        played.hand(1, &[Action::Dodge])
    };
    let record = recorded(start, |played| {
        played.play(Choice::Stop, &[]);
        played.play(Choice::Keep, &[PrescribedFall::Card(Occurrence::Calm as usize)]);
        played.play(Choice::Stop, &[]);
        let joins = [PrescribedFall::Card(Occurrence::Recruit as usize), PrescribedFall::Pick(4)];
        played.play(Choice::Keep, &joins);
        played.play(super::given::attack(4, 3), &[]);
        played.play(Choice::Play(Action::Strength), &[]);
        played.play(Choice::Play(Action::Dodge), &dice(&[4, 1, 1]));
    });
    assert_eq!(record.uses.len(), 1);
    assert_eq!(card(&record, 3, Action::Dodge), of(KEPT, 0));
    assert_eq!(record.game[measures::CARDS_PLAYED], 2);
    assert!(record.players.iter().all(|of| of.values[measures::SCORE] == 0));
}

/// Statistics of a game, computed from its events without the recorder.
#[derive(Default)]
struct Count {
    events: Vec<Event>,
}

impl Observer<Event> for Count {
    fn see(&mut self, event: Event) {
        self.events.push(event);
    }
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
        let mut state = game.deal(&seated, &mut OneStream(&mut luck));
        let measures = game.measures();
        let mut recorder = Recorder::new(&measures, state.slots.into());
        recorder.begin(&measures, &state, |_, character| character.into());
        let mut options = Options::new();
        let mut count = Count::default();
        while let Turn::Decision(_) = game.turn(&state) {
            game.options(&state, &mut options);
            let choice = options[luck.random_range(0..options.len())];
            game.play(&mut state, choice, &mut OneStream(&mut luck), &mut count);
        }
        count.events.iter().for_each(|&event| recorder.see(event));
        let record = recorder.finish(&state, game.standing(&state)).clone();
        let game_value = |value: usize| record.game[value];
        let gained = game_value(measures::ENERGY_GAINED);
        let (spent, wasted) =
            (game_value(measures::ENERGY_SPENT), game_value(measures::ENERGY_WASTED));
        assert!(gained > 0 && gained == spent + wasted);
        let left: u32 = state.energy.iter().map(|&of| u32::from(of)).sum();
        assert!(wasted >= left);
        // Every drawn card was played, discarded or lost, or it is still in a hand, or an
        // eliminated player held it.
        let gone = game_value(measures::CARDS_PLAYED)
            + game_value(measures::CARDS_DISCARDED)
            + game_value(measures::CARDS_LOST);
        let held: usize = state.hand.iter().map(|hand| hand.len()).sum();
        let drawn = game_value(measures::CARDS_DRAWN);
        assert!(drawn >= gone + held as u32);
        let out = state.fell.iter().any(|&fell| fell > 0);
        assert!(out || drawn == gone + held as u32);
        // All life that attacks took is in the score of an entrant, except life that a recruited
        // character took.
        let mut lost = 0;
        let mut riposted = 0;
        let mut joined = false;
        for event in &count.events {
            match *event {
                Event::Wounds { life, how, .. } => match how {
                    Wound::Attack | Wound::Nemesis | Wound::Splash => lost += u32::from(life),
                    Wound::Riposte => riposted += u16::from(life),
                    Wound::One | Wound::Quake => {}
                },
                Event::Joins { .. } => joined = true,
                _ => {}
            }
        }
        let scores = record.players.iter();
        let scores: u32 = scores.map(|of| of.values[measures::SCORE]).sum();
        let ripostes = record.uses.iter();
        let ripostes = ripostes.filter(|used| used.thing == Action::Riposte as u16);
        let ripostes: u16 = ripostes.map(|used| used.values[TAKEN]).sum();
        assert!(scores <= lost && ripostes <= riposted);
        assert!(joined || (scores == lost && ripostes == riposted));
        for player in &record.players {
            let powers = record.uses.iter();
            let worked =
                powers.filter(|used| used.thing == POWER && used.player == player.slot).count();
            assert_eq!(worked as u32, player.values[measures::POWERS]);
        }
    }
}
