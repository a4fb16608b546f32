//! Tests of rounds, action dice, the fate die and the Boss die (rules J-3.1 to J-3.4, J-3.7 and
//! J-3.8).

use super::given::{HERE, Played, dice, faces, party, rules};
use crate::game::chance::{PrescribedFall, ScriptedChance};
use crate::game::searchable::Searchable;
use crate::games::jungle::rules::{BossDie, BossPicks};
use crate::games::jungle::{Choice, Equipment, Phase, Tile};

impl Played {
    /// Ends the turn of the last hero. The Boss die shows `boss`; `more` has the random draws that
    /// follow.
    fn round_ends(&mut self, boss: u8, more: &[PrescribedFall]) -> &mut Played {
        self.play(Choice::Stop, &[&[PrescribedFall::Die(boss)][..], more].concat())
    }
}

/// Returns the mission after the hero whose turn begins has thrown these faces with its action
/// dice.
fn thrown(played: Played, faces_: [u8; 6]) -> Played {
    played.with(|state| {
        state.phase = Phase::Keeping;
        state.next = crate::games::jungle::Next::Throw;
        (state.turn.dice, state.turn.throws) = (faces(faces_), 1);
    })
}

rules! {
    j_3_1_turns_then_the_boss_die_then_the_clocks:
        party(2).start().play(Choice::Stop, &dice(&[6, 6, 6, 6]))
            .is(|it| (it.state.active, it.state.round), (1, 5)),
        party(2).start().at_round_end().round_ends(6, &dice(&[6, 6, 6, 6]))
            .is(|it| (it.state.active, it.state.round), (0, 6))
            .is(|it| (it.clock(0), it.clock(1)), (1, 1));
}

#[test]
fn j_3_2_which_dice_are_kept() {
    let mut played = thrown(party(1).start(), [2, 1, 0, 0, 0, 1]);
    let kept: Vec<Choice> = [
        [2, 1, 0, 0, 0, 1],
        [2, 1, 0, 0, 0, 0],
        [2, 0, 0, 0, 0, 1],
        [2, 0, 0, 0, 0, 0],
        [1, 1, 0, 0, 0, 1],
        [1, 1, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 1],
        [1, 0, 0, 0, 0, 0],
        [0, 1, 0, 0, 0, 1],
        [0, 1, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 1],
        [0, 0, 0, 0, 0, 0],
    ]
    .map(|of| Choice::Keep(faces(of)))
    .to_vec();
    assert_eq!(played.options(), kept);
    // Dice that were kept once may be thrown again later.
    played.play(kept[3], &dice(&[3, 3]));
    assert_eq!(played.state.turn.dice, faces([2, 0, 2, 0, 0, 0]));
    played.play(Choice::Keep(faces([0, 0, 2, 0, 0, 0])), &dice(&[4, 4, 6]));
    assert_eq!(played.state.turn.pairs, [0, 0, 1, 1], "three throws at most");
    assert_eq!(played.state.phase, Phase::Acting);
}

rules! {
    j_3_2_who_keeps_all_throws_no_more:
        thrown(party(1).start(), [2, 2, 0, 0, 0, 0])
            .play(Choice::Keep(faces([2, 2, 0, 0, 0, 0])), &dice(&[6]))
            .is(|it| it.state.turn.pairs, [1, 1, 0, 0]);
    j_3_2_a_single_throw_is_not_asked_about:
        party(1).rules(|rules| (rules.rolls, rules.dice) = (1, 6)).start()
            .round_ends(6, &dice(&[4, 4, 4, 4, 4, 4, 6]))
            .is(|it| it.state.turn.pairs, [0, 0, 0, 3]);
}

#[test]
fn j_3_2_a_lurking_rebel_is_fought_first() {
    use crate::games::jungle::Rebel;
    let mut played = party(1).start().lurks(5, Rebel::Guard);
    played.round_ends(6, &[]);
    assert_eq!(played.state.phase, Phase::Striking);
    // The hero that was the last to flee from a lurking rebel does not meet it at the start of its
    // turn.
    let mut played = party(1).start().lurks(5, Rebel::Guard).with(|state| {
        state.lurkers[5].as_mut().unwrap().fled = 0;
    });
    played.round_ends(6, &dice(&[6, 6, 6, 6]));
    assert_eq!(played.state.phase, Phase::Keeping);
}

rules! {
    j_3_3_two_dice_are_a_pair_and_a_third_is_nothing:
        thrown(party(1).start(), [3, 1, 0, 0, 0, 0])
            .play(Choice::Keep(faces([3, 1, 0, 0, 0, 0])), &dice(&[6]))
            .is(|it| it.state.turn.pairs, [1, 0, 0, 0]);
}

#[test]
fn j_3_3a_an_alarm_voids_the_pairs() {
    let all = Choice::Keep(faces([2, 0, 0, 0, 2, 0]));
    let mut played = thrown(party(1).start(), [2, 0, 0, 0, 2, 0]);
    played.play(all, &dice(&[6]));
    assert_eq!(played.state.turn.pairs, [0; 4]);
    for (choice, pairs, left) in [(Choice::Annul, [1, 0, 0, 0], 0), (Choice::Accept, [0; 4], 1)] {
        let mut played = thrown(party(1).start(), [2, 0, 0, 0, 2, 0]);
        played.state.heroes[0].energy = 1;
        played.play(all, &[]);
        assert_eq!(played.options(), [Choice::Annul, Choice::Accept]);
        played.play(choice, &dice(&[6]));
        assert_eq!((played.state.turn.pairs, played.energy(0)), (pairs, left));
    }
    // A hero without a pair is not asked whether it cancels the alarm.
    let mut played = thrown(party(1).start(), [1, 1, 1, 0, 1, 0]);
    played.state.heroes[0].energy = 1;
    let all = Choice::Keep(faces([1, 1, 1, 0, 1, 0]));
    played.play(all, &dice(&[6]));
    assert_eq!(played.state.phase, Phase::Acting);
}

#[test]
fn j_3_4_the_fate_die() {
    let all = [0, 0, 0, 0, 0, 4];
    for (die, stress) in [(1, 1), (3, 0), (6, 0)] {
        let mut played = thrown(party(1).start(), all);
        played.play(Choice::Keep(faces(all)), &dice(&[die]));
        assert_eq!(played.stress(0), stress, "{die}");
    }
    for (die, drawn) in [(1, 0), (2, 1), (3, 0)] {
        let mut played = thrown(party(1).start(), all);
        let alerts = played.state.alerts.left();
        played.play(Choice::Keep(faces(all)), &dice(&[die]));
        assert_eq!(played.state.alerts.left(), alerts - drawn, "{die}");
    }
    let mut played = thrown(party(1).start(), all).hero(0, |hero| hero.energy = 1);
    played.play(Choice::Keep(faces(all)), &dice(&[1]));
    played.play(Choice::Annul, &[]);
    assert_eq!((played.stress(0), played.energy(0)), (0, 0));
    let mut played = thrown(party(1).start(), all).hero(0, |hero| hero.energy = 1);
    played.play(Choice::Keep(faces(all)), &dice(&[1]));
    played.play(Choice::Accept, &[]);
    assert_eq!((played.stress(0), played.energy(0)), (1, 1));
}

#[test]
fn j_3_4_a_face_that_changes_nothing_is_not_asked_about() {
    let all = [0, 0, 0, 0, 0, 4];
    for die in [1, 2] {
        let mut played = thrown(party(1).start(), all)
            .hero(0, |hero| (hero.energy, hero.stress) = (1, 99))
            .with(|state| while state.alerts.draw(&mut ScriptedChance::new([])).is_some() {});
        played.play(Choice::Keep(faces(all)), &dice(&[die]));
        assert_eq!(played.state.phase, Phase::Acting, "{die}");
    }
}

#[test]
fn j_3_4_free_actions_may_come_before_the_fate_die() {
    let all = [2, 0, 0, 0, 0, 2];
    let start = || {
        let given = party(2).rules(|rules| rules.free_before_fate = true);
        let mut played = thrown(given.start(), all).tile(4, Tile::Minefield);
        played.play(Choice::Keep(faces(all)), &[]);
        played
    };
    let mut played = start();
    let steps = [1, 4, 6, 9].map(Choice::Step);
    assert_eq!(played.options()[..4], steps, "no pair is applied yet");
    assert_eq!(played.options()[4..], [Choice::Stop]);
    let early = played.game.observation(&played.state, 0);
    played.play(Choice::Step(6), &[]);
    assert_eq!(played.options(), [Choice::Stop], "one free step");
    played.play(Choice::Stop, &dice(&[1]));
    assert_eq!((played.stress(0), played.state.turn.pairs[0]), (1, 1));
    assert!(!played.offers(Choice::Step(5)) && played.offers(Choice::Move(5)));
    // A search pair makes the options of the two decisions different.
    let late = played.with(|state| (state.heroes[0].place, state.turn.steps) = (HERE, 1));
    assert_ne!(early, late.game.observation(&late.state, 0));
    // A hero that has left play throws no fate die.
    let mut played = start().hero(0, |hero| hero.life = 1);
    played.play(Choice::Step(4), &NEXT);
    assert_eq!((played.state.dead, played.state.active), (0b01, 1));
}

const NEXT: [PrescribedFall; 4] = [PrescribedFall::Die(6); 4];

rules! {
    j_3_7_the_party_says_whom_the_boss_die_is_for:
        party(2).start().at_round_end().round_ends(1, &[]).is(|it| it.decider(), Some(0))
            .expect([Choice::Pick(0), Choice::Pick(1)]).play(Choice::Pick(1), &NEXT)
            .is(|it| (it.stress(0), it.stress(1)), (0, 1)),
        party(2).start().at_round_end().round_ends(3, &[]).play(Choice::Pick(0), &NEXT)
            .is(|it| (it.life(0), it.life(1)), (9, 10));
}

#[test]
fn j_3_7_an_hour_is_for_all_and_two_faces_are_empty() {
    let mut played = party(2).start().at_round_end();
    played.round_ends(2, &NEXT);
    assert_eq!((played.clock(0), played.clock(1)), (2, 2));
    for die in [5, 6] {
        let mut played = party(2).start().at_round_end().hero(0, |hero| hero.energy = 1);
        played.round_ends(die, &NEXT);
        assert_eq!((played.clock(0), played.life(0)), (1, 10));
    }
}

rules! {
    j_3_7_a_theft_is_of_who_holds_something:
        party(2).start().at_round_end().hero(0, |hero| hero.energy = 1).round_ends(4, &NEXT)
            .then(|it| assert_eq!(it.state.round, 6, "nobody holds anything: nobody is asked")),
        party(2).start().at_round_end().bag(1, &[Equipment::Vest, Equipment::Tonic])
            .round_ends(4, &[]).expect([Choice::Pick(1)])
            .play(
                Choice::Pick(1),
                &[&[PrescribedFall::Card(Equipment::Tonic as usize)][..], &NEXT].concat(),
            ).is(|it| it.holds(1, Equipment::Tonic), 0).is(|it| it.holds(1, Equipment::Vest), 1);
}

#[test]
fn j_3_7_one_after_the_other_is_asked_for_energy() {
    let start = || {
        let played = party(3).start().at_round_end();
        let played = played.hero(0, |hero| hero.energy = 1);
        played.hero(2, |hero| hero.energy = 1)
    };
    let mut played = start();
    played.round_ends(2, &[]);
    assert_eq!(played.decider(), Some(0));
    played.play(Choice::Accept, &[]);
    assert_eq!(played.decider(), Some(2));
    played.play(Choice::Annul, &NEXT);
    assert_eq!((played.energy(0), played.energy(2)), (1, 0));
    assert_eq!(played.clock(0), 1);
    let mut played = start();
    played.round_ends(2, &[]);
    played.play(Choice::Accept, &[]);
    played.play(Choice::Accept, &NEXT);
    assert_eq!(played.clock(0), 2);
}

#[test]
fn j_3_7_chance_may_say_whom_it_is_for() {
    let mut played = party(3)
        .rules(|rules| {
            rules.boss_picks = BossPicks::Random;
            rules.boss_die = BossDie { stress: 6, hour: 0, wound: 0, theft: 0 };
        })
        .start()
        .at_round_end();
    played.round_ends(6, &[&[PrescribedFall::Pick(2)][..], &NEXT].concat());
    assert_eq!(played.stress(2), 1);
}

rules! {
    j_3_8_hours_are_looked_at_after_the_clocks:
        party(2).start().at_round_end().hero(0, |hero| hero.clock = 24).round_ends(6, &NEXT)
            .is(|it| (it.state.out, it.state.active), (0b01, 1));
}
