//! Tests of the turn (rule B-2).

use super::given::{attack, duel, given, plain};
use crate::game::chance::PrescribedFall;
use crate::games::battle_cards::rules::Succession;
use crate::games::battle_cards::state::NONE;
use crate::games::battle_cards::{Action, Choice, Occurrence};

fn card(card: Action) -> PrescribedFall {
    PrescribedFall::Card(card as usize)
}

#[test]
fn b_2_0_naming_a_leader_costs_the_turn() {
    for (succession, next) in [(Succession::Turn, 0), (Succession::Free, 1)] {
        let mut played = duel(1, 2)
            .rules(|rules| {
                rules.succession = succession;
                rules.hand = 0;
            })
            .calm()
            .start()
            .with(|state| state.leader[1] = NONE);
        played.play(Choice::Stop, &[]);
        assert_eq!(played.options(), [Choice::Lead(1), Choice::Lead(2)]);
        let energy = played.state.energy[1];
        played.play(Choice::Lead(2), &[]);
        assert_eq!(played.decider(), Some(next));
        let gained = if next == 1 { 2 + 4 } else { 0 };
        assert_eq!(played.state.energy[1] - energy, gained);
    }
}

#[test]
fn b_2_0_energy_may_be_lost() {
    let mut played = duel(1, 1)
        .rules(|rules| {
            rules.energy_kept = false;
            rules.hand = 0;
        })
        .calm()
        .start();
    played.play(Choice::Stop, &[]);
    assert_eq!(played.state.energy[..2], [20, 4]);
}

#[test]
fn b_2_1_b_2_2_b_2_3_event_cards_energy_in_this_order() {
    let mut played = duel(1, 2).rules(|rules| rules.hand = 2).start();
    let falls =
        [PrescribedFall::Card(Occurrence::Calm as usize), card(Action::Save), card(Action::Heal)];
    played.play(Choice::Stop, &falls);
    assert_eq!(played.state.energy[1], 20 + 2 + 4);
    assert_eq!(played.state.hand[1].len(), 2);
    assert_eq!(played.state.used_events.len(), 1);
}

#[test]
fn b_2_4_options_stand_in_their_order() {
    use Action::{Energy, Heal, Nemesis, Sabotage, Theft};
    let mut enemy = plain();
    enemy.nemesis = Some("c02".into());
    let played = given([vec![plain(), enemy], vec![plain(), plain()]])
        .start()
        .hand(0, &[Sabotage, Theft, Energy, Nemesis, Heal])
        .hand(1, &[Action::Save])
        .with(|state| {
            state.life[1] = 2;
            state.leader[1] = 3;
        });
    let nemesis = Choice::Nemesis { attacker: 1, target: 2 };
    assert_eq!(
        played.options(),
        [
            attack(0, 2),
            attack(0, 3),
            attack(1, 2),
            nemesis,
            Choice::Heal(1),
            Choice::Energy,
            Choice::Theft(1),
            Choice::Sabotage(1),
            Choice::Stop,
        ]
    );
    let spent = played.with(|state| state.attacks_left = 0);
    assert_eq!(spent.options()[0], Choice::Heal(1));
    let poor = spent.with(|state| state.energy = [0; 8]);
    assert_eq!(poor.options(), [Choice::Energy, Choice::Stop]);
}

#[test]
fn b_2_4_two_attacks_by_two_characters() {
    let mut played = duel(3, 2).start().with(|state| state.leader[1] = NONE);
    played.strike(0, 3, &[2, 2, 6]);
    assert!(!played.attacks().iter().any(|attack| attack.0 == 0));
    played.strike(1, 3, &[2, 2, 6]);
    assert_eq!(played.options(), [Choice::Stop]);
}

#[test]
fn b_2_4_the_first_turn_has_attacks_of_its_own() {
    let mut played = duel(1, 1)
        .rules(|rules| {
            rules.first_turn_attacks = 1;
            rules.hand = 0;
        })
        .calm()
        .dealt([]);
    played.play(Choice::Lead(0), &[]).play(Choice::Lead(1), &[]);
    assert_eq!(played.state.attacks_left, 1);
    played.play(Choice::Stop, &[]);
    assert_eq!(played.state.attacks_left, 2);
}

#[test]
fn b_2_5_cards_are_discarded_at_the_end() {
    let mut played = duel(1, 1)
        .rules(|rules| {
            rules.discards = 2;
            rules.hand = 0;
        })
        .calm()
        .start()
        .hand(0, &[Action::Heal, Action::Save, Action::Save]);
    played.play(Choice::Stop, &[]);
    let discards = [Choice::Discard(Action::Save), Choice::Discard(Action::Heal), Choice::Keep];
    assert_eq!(played.options(), discards);
    played.play(Choice::Discard(Action::Save), &[]);
    assert_eq!(played.decider(), Some(0));
    played.play(Choice::Discard(Action::Save), &[]);
    assert_eq!(played.decider(), Some(1));
    assert_eq!(played.state.discards.len(), 2);
}

#[test]
fn b_2_6_who_falls_out_in_its_own_turn_ends_it() {
    let mut played = given([vec![plain()], vec![plain()], vec![plain()]])
        .rules(|rules| {
            rules.hand = 0;
        })
        .calm()
        .start()
        .with(|state| state.life[0] = 1);
    played.strike(0, 1, &[1, 1]);
    assert!(!played.lives(0));
    assert_eq!(played.decider(), Some(1));
}

#[test]
fn b_2_7_mates_heal_in_the_turn_of_a_mate() {
    let table = |help| {
        given(vec![vec![plain(), plain()]; 6])
            .sides()
            .rules(|rules| {
                rules.team_help = help;
                rules.discards = 0;
                rules.hand = 0;
            })
            .calm()
            .start()
            .hand(0, &[Action::Heal])
            .hand(1, &[Action::Heal])
            .hand(2, &[Action::Heal])
            .hand(4, &[Action::Heal, Action::Heal])
            .with(|state| (state.life[0], state.life[1], state.life[4]) = (1, 2, 1))
    };
    let mut played = table(true);
    let options = [Choice::Heal(0), Choice::Heal(1), Choice::Stop];
    played.play(Choice::Stop, &[]);
    assert_eq!((played.decider(), played.options()), (Some(2), options.into()));
    played.play(Choice::Heal(1), &[]);
    assert_eq!((played.life(1), played.state.energy[2]), (3, 18));
    // This mate has no other card to play, so the next mate is asked.
    assert_eq!(played.decider(), Some(4));
    played.play(Choice::Heal(0), &[]);
    assert_eq!(played.options(), [Choice::Heal(0), Choice::Stop]);
    played.play(Choice::Stop, &[]);
    assert_eq!((played.life(0), played.decider()), (2, Some(1)));

    let mut alone = table(false);
    alone.play(Choice::Stop, &[]);
    assert_eq!(alone.decider(), Some(1));

    let mut in_the_turns_of_mates = table(true);
    let rules = &mut in_the_turns_of_mates.game.rules;
    (rules.heal_mates_in_own_turn, rules.defend_mates) = (false, false);
    in_the_turns_of_mates.play(Choice::Stop, &[]);
    assert_eq!(in_the_turns_of_mates.decider(), Some(2));
}
