//! Tests of attacks, targets, falls and cards played during attacks (rule B-3).

use super::given::{IDLE, Played, attack, dice, duel, given, plain, who};
use crate::games::battle_cards::rules::{CardsTiming, DecidedBy, Dodge};
use crate::games::battle_cards::state::NONE;
use crate::games::battle_cards::{Action, Choice, Power, Rules};

#[test]
fn b_3_1_an_attack_costs_its_dice() {
    let mut played =
        given([vec![who(3, 3, IDLE)], vec![plain()]]).start().with(|state| state.energy[0] = 2);
    assert_eq!(played.attacks(), []);
    played.state.energy[0] = 3;
    played.strike(0, 1, &[5, 4, 1, 2]);
    assert_eq!((played.state.energy[0], played.life(1)), (0, 2));
}

#[test]
fn b_3_2_leaders_are_for_leaders() {
    let played = duel(2, 2).start();
    assert_eq!(played.attacks(), [(0, 2), (0, 3), (1, 3)]);
    let leaderless = played.with(|state| state.leader[1] = NONE);
    assert_eq!(leaderless.attacks().len(), 4);
    let open = duel(2, 2).rules(|rules| rules.leader_protected = false);
    assert_eq!(open.start().attacks().len(), 4);
}

#[test]
fn b_3_2_the_last_character_is_open_to_all() {
    assert_eq!(duel(2, 1).start().attacks(), [(0, 2), (1, 2)]);
    let closed = duel(2, 1).rules(|rules| rules.leader_open_when_alone = false);
    assert_eq!(closed.start().attacks(), [(0, 2)]);
}

#[test]
fn b_3_2_mates_are_no_targets() {
    let teams = vec![vec![plain()]; 4];
    let played = given(teams).sides().start();
    assert_eq!(played.attacks(), [(0, 1), (0, 3)]);
}

#[test]
fn b_3_2_a_nemesis_may_be_open_everywhere() {
    let mut enemy = plain();
    enemy.nemesis = Some("c02".into());
    for reaches in [false, true] {
        let played = given([vec![plain(), enemy.clone()], vec![plain(), plain()]])
            .rules(|rules| rules.nemesis_reaches_leaders = reaches)
            .start()
            .hand(0, &[Action::Nemesis]);
        let nemesis = Choice::Nemesis { attacker: 1, target: 2 };
        assert_eq!(played.options().contains(&nemesis), reaches);
    }
}

/// One attack: what differs from the default rules, the dice of the attack and of the dodge, and
/// the life of the attacker and of the target after the attack.
type Row = (&'static str, fn(&mut Rules), &'static [u8], [u8; 2]);

#[test]
fn b_3_3_dice_decide() {
    let rows: &[Row] = &[
        ("a 3 does not escape a 4", |_| (), &[2, 4, 3], [3, 2]),
        ("a 4 does", |_| (), &[2, 4, 4], [3, 3]),
        ("it must be better", |rules| rules.dodge = Dodge::Better, &[2, 4, 4], [3, 2]),
        ("a 6 hits", |_| (), &[6, 6], [3, 2]),
        ("a 1 hurts", |_| (), &[1, 1], [2, 3]),
        ("a 1 does not hurt", |rules| rules.one_hurts = false, &[1, 1], [3, 3]),
        ("a 5 hits", |rules| rules.sure_hit = 5, &[5, 2], [3, 2]),
        ("a 6 can be dodged", |rules| rules.sure_hit = 7, &[6, 2, 6], [3, 3]),
    ];
    for &(what, change, faces, life) in rows {
        let mut played = duel(1, 1).rules(change).start();
        played.strike(0, 1, faces);
        assert_eq!(played.state.life[..2], life, "{what}");
    }
}

#[test]
fn b_3_3_what_is_added_may_count_for_a_miss_and_a_sure_hit() {
    let strike = |miss_by, sure_hit_by, faces: &[u8]| {
        let mut played = given([vec![who(2, 3, Power::Force(2))], vec![plain()]])
            .rules(|rules| (rules.miss_by, rules.sure_hit_by) = (miss_by, sure_hit_by))
            .start();
        played.strike(0, 1, faces);
        (played.life(0), played.life(1))
    };
    for sure_hit_by in [DecidedBy::Score, DecidedBy::Die] {
        // The highest die 1 and the bonus 2 give a score of 3; a dodge of 2 does not escape.
        assert_eq!(strike(DecidedBy::Score, sure_hit_by, &[1, 1, 2]), (3, 2));
        assert_eq!(strike(DecidedBy::Die, sure_hit_by, &[1, 1]), (2, 3));
    }
    for miss_by in [DecidedBy::Score, DecidedBy::Die] {
        // The highest die 4 and the bonus 2 give a score of 6.
        assert_eq!(strike(miss_by, DecidedBy::Score, &[4, 1]), (3, 2));
        assert_eq!(strike(miss_by, DecidedBy::Die, &[4, 1, 5]), (3, 2));
        assert_eq!(strike(miss_by, DecidedBy::Die, &[4, 1, 6]), (3, 3));
        assert_eq!(strike(miss_by, DecidedBy::Die, &[6, 1]), (3, 2));
    }
}

#[test]
fn b_3_4_b_3_7_a_die_that_decides_is_worth_more_dice() {
    use Action::{Fury, Momentum, Precision, Strength};
    let attack_of = |power, timing, miss_by, sure_hit_by, faces: &[u8]| {
        let mut played = given([vec![who(1, 3, power)], vec![plain()]])
            .rules(|rules| {
                (rules.miss_by, rules.sure_hit_by) = (miss_by, sure_hit_by);
                rules.cards_timing = timing;
            })
            .start()
            .hand(0, &[Momentum, Strength, Fury, Precision])
            .hand(1, &[Action::Dodge]);
        played.play(attack(0, 1), &dice(faces));
        played
    };
    let cards = |played: &Played| {
        let options = played.options().into_iter();
        let card = |choice| match choice {
            Choice::Play(card) => Some(card),
            _ => None,
        };
        options.filter_map(card).collect::<Vec<_>>()
    };
    let (score, die) = (DecidedBy::Score, DecidedBy::Die);
    // Cards are played before the dice: the score is 6 for every throw.
    let before = |miss_by, sure_hit_by| {
        attack_of(Power::Force(5), CardsTiming::Before, miss_by, sure_hit_by, &[])
    };
    assert_eq!(cards(&before(score, score)), [Fury]);
    assert_eq!(cards(&before(die, score)), [Momentum, Fury]);
    let mut dodged = before(score, die);
    assert_eq!(cards(&dodged), [Momentum, Fury, Precision]);
    dodged.play(Choice::Pass, &[]);
    assert_eq!(dodged.decider(), Some(1), "a die below 6 can be dodged");
    // Cards are played after the dice, which show a 1: only a higher die changes the result.
    let after = |miss_by| attack_of(Power::Force(2), CardsTiming::After, miss_by, score, &[1]);
    assert_eq!(cards(&after(score)), [Momentum, Strength, Fury, Precision]);
    let mut missed = after(die);
    assert_eq!(cards(&missed), [Momentum]);
    missed.play(Choice::Play(Momentum), &dice(&[3]));
    assert_eq!(cards(&missed), [Strength, Fury, Precision]);
    let mut missed = after(die);
    missed.play(Choice::Pass, &[]);
    assert_eq!((missed.life(0), missed.decider()), (2, Some(0)));
}

#[test]
fn b_3_4_attack_cards_are_played_in_their_order() {
    use Action::{Fury, Momentum, Precision, Strength};
    let mut played = duel(1, 1).start().hand(0, &[Momentum, Strength, Strength, Fury, Precision]);
    played.play(attack(0, 1), &[]);
    let all = [Momentum, Strength, Fury, Precision].map(Choice::Play);
    assert_eq!(played.options()[..4], all);
    assert_eq!(played.options()[4], Choice::Pass);
    played.play(Choice::Play(Strength), &[]);
    assert_eq!(played.options()[0], Choice::Play(Strength));
    played.play(Choice::Play(Precision), &dice(&[2, 3]));
    assert_eq!(played.life(1), 2, "no dodge is thrown");
    assert_eq!(played.state.energy[0], 20 - 2 - 1 - 2);
}

#[test]
fn b_3_4_fury_beyond_the_last_life_is_not_offered() {
    let mut played = duel(1, 1).start().hand(0, &[Action::Fury]).with(|state| state.life[1] = 1);
    played.strike(0, 1, &[6, 6]);
    assert_eq!(played.decider(), None);
}

#[test]
fn b_3_4_b_3_5_what_can_do_nothing_is_not_asked_for() {
    let attack_with = |power, sure_hit| {
        let mut played = given([vec![who(2, 3, power)], vec![plain()]])
            .rules(|rules| rules.sure_hit = sure_hit)
            .start()
            .hand(0, &[Action::Momentum, Action::Strength, Action::Precision])
            .hand(1, &[Action::Dodge]);
        played.play(attack(0, 1), &[]);
        played
    };
    // Every score of 2 or more cannot be dodged, so the target is not asked for a dodge card.
    for (power, sure_hit) in [(Power::Finisher(1), 2), (Power::Unstoppable(2), 7)] {
        let mut played = attack_with(power, sure_hit);
        assert!(!played.options().contains(&Choice::Play(Action::Precision)));
        played.play(Choice::Pass, &dice(&[2, 1]));
        assert_eq!(played.life(1), 2);
    }
    // The score is 6 for every throw, so no card can raise it. A dodge is possible only if the
    // score 6 can be dodged.
    let mut sure = attack_with(Power::Force(5), 7);
    assert_eq!(sure.options(), [Choice::Play(Action::Precision), Choice::Pass]);
    sure.play(Choice::Pass, &[]);
    assert_eq!(sure.decider(), Some(1));
    assert_eq!(attack_with(Power::Force(4), 7).options().len(), 4);
}

#[test]
fn b_3_3_an_attack_throws_at_most_thirty_dice() {
    for timing in [CardsTiming::Before, CardsTiming::After] {
        let mut played = given([vec![who(6, 3, IDLE)], vec![plain()]])
            .rules(|rules| {
                rules.cards_timing = timing;
                rules.actions.momentum.amount = 9;
            })
            .start()
            .hand(0, &[Action::Momentum; 3])
            .with(|state| state.frenzy = 9);
        let after = timing == CardsTiming::After;
        let falls = |count: usize| dice(&vec![2; if after { count } else { 0 }]);
        played.play(attack(0, 1), &falls(15));
        played.play(Choice::Play(Action::Momentum), &falls(9));
        // The last Momentum card cannot be played, because the attack has its maximum number of
        // dice. The dodge is thrown at once.
        let last = if after { 6 } else { 30 };
        let faces = [vec![2; last], vec![1]].concat();
        played.play(Choice::Play(Action::Momentum), &dice(&faces));
        assert_eq!(played.life(1), 2);
    }
}

#[test]
fn b_3_5_b_3_6_mates_help() {
    let teams = vec![vec![plain()]; 4];
    let table = || {
        given(teams.clone())
            .sides()
            .start()
            .hand(1, &[Action::Dodge])
            .hand(3, &[Action::Agility, Action::Save])
    };
    let mut played = table();
    played.play(attack(0, 1), &[]);
    assert_eq!(played.decider(), Some(1));
    played.play(Choice::Pass, &[]);
    assert_eq!(played.decider(), Some(3));
    assert_eq!(played.options(), [Choice::Play(Action::Agility), Choice::Pass]);
    played.play(Choice::Play(Action::Agility), &dice(&[5, 5, 2, 3]));
    assert_eq!(played.options(), [Choice::Play(Action::Save), Choice::Pass]);
    played.play(Choice::Play(Action::Save), &[]);
    assert_eq!((played.life(1), played.decider()), (3, Some(0)));
    assert_eq!(played.state.energy[3], 20 - 1 - 2);

    for (team_help, defend_mates) in [(false, true), (true, false)] {
        let mut alone = table();
        let rules = &mut alone.game.rules;
        (rules.team_help, rules.defend_mates) = (team_help, defend_mates);
        alone.play(attack(0, 1), &[]);
        alone.play(Choice::Pass, &dice(&[5, 5, 2]));
        assert_eq!((alone.life(1), alone.decider()), (2, Some(0)));
    }
}

#[test]
fn b_3_6_a_save_after_a_six() {
    let mut played = duel(1, 1).start().hand(1, &[Action::Save]);
    played.strike(0, 1, &[6, 1]);
    assert_eq!(played.decider(), Some(1));
    played.play(Choice::Pass, &[]);
    assert_eq!(played.life(1), 2);
}

#[test]
fn b_3_7_cards_after_the_dice() {
    use Action::{Fury, Momentum, Precision, Strength};
    let table = || {
        duel(1, 1)
            .rules(|rules| rules.cards_timing = CardsTiming::After)
            .start()
            .hand(0, &[Momentum, Strength, Fury, Precision])
            .hand(1, &[Action::Dodge])
    };
    let mut played = table();
    played.play(attack(0, 1), &dice(&[1, 1]));
    let raise = [Momentum, Strength].map(Choice::Play);
    assert_eq!(played.options()[..2], raise, "with a 1 nothing else helps");
    assert_eq!(played.options().len(), 3);
    played.play(Choice::Play(Momentum), &dice(&[4]));
    assert_eq!(played.state.attack.best, 4);
    assert_eq!(played.options().len(), 4);
    played.play(Choice::Pass, &[]);
    assert_eq!(played.decider(), Some(1));
    played.play(Choice::Play(Action::Dodge), &dice(&[3]));
    assert_eq!(played.life(1), 3, "3 and 1 escape 4");

    let mut sure = table();
    sure.play(attack(0, 1), &dice(&[6, 1]));
    assert_eq!(sure.options(), [Choice::Play(Fury), Choice::Pass]);
    sure.play(Choice::Pass, &[]);
    assert_eq!((sure.life(1), sure.decider()), (2, Some(0)), "nobody can dodge");

    let mut missed = table();
    missed.play(attack(0, 1), &dice(&[1, 1]));
    missed.play(Choice::Pass, &[]);
    assert_eq!(missed.life(0), 2);
}

#[test]
fn b_3_8_who_falls_leaves_all_behind() {
    let mut played = duel(1, 2).start().hand(1, &[Action::Heal]).with(|state| state.life[1] = 1);
    played.strike(0, 1, &[6, 6]);
    assert_eq!(played.state.graveyard, 0b10);
    assert_eq!(played.state.leader[1], NONE);
    assert_eq!(played.state.hand[1].len(), 1);

    let mut out = given([vec![plain()], vec![plain()], vec![plain()]])
        .start()
        .hand(1, &[Action::Heal])
        .with(|state| state.life[1] = 1);
    out.strike(0, 1, &[6, 6]);
    assert_eq!(out.state.fell[..3], [0, 1, 0]);
    assert_eq!((out.state.energy[1], out.state.hand[1].len()), (0, 0));
    assert_eq!(out.state.discards.len(), 1);
}

#[test]
fn b_3_9_a_nemesis_card_strikes_without_dice() {
    let mut enemy = who(2, 3, Power::LifeDrain(1));
    enemy.nemesis = Some("c01".into());
    let mut played = given([vec![enemy], vec![plain()]])
        .start()
        .hand(0, &[Action::Nemesis])
        .hand(1, &[Action::Save, Action::Dodge])
        .with(|state| state.life[0] = 1);
    let nemesis = Choice::Nemesis { attacker: 0, target: 1 };
    played.play(nemesis, &[]);
    assert_eq!(played.options(), [Choice::Play(Action::Save), Choice::Pass]);
    played.play(Choice::Pass, &[]);
    assert_eq!((played.life(1), played.life(0)), (2, 1), "no power");
    assert_eq!((played.state.energy[0], played.state.attacks_left), (18, 1));
    assert_eq!(played.options(), [Choice::Stop], "it has attacked");
}

#[test]
fn b_3_9_shields_and_saves_may_be_of_no_use_against_a_nemesis_card() {
    let table = |stoppable| {
        let mut enemy = plain();
        enemy.nemesis = Some("c01".into());
        given([vec![enemy], vec![who(2, 3, Power::Shield(1))]])
            .rules(|rules| {
                rules.nemesis_stoppable = stoppable;
                rules.actions.nemesis.amount = 2;
            })
            .start()
            .hand(0, &[Action::Nemesis])
            .hand(1, &[Action::Save])
            .with(|state| state.covered = 0b10)
    };
    let nemesis = Choice::Nemesis { attacker: 0, target: 1 };
    let mut stopped = table(true);
    stopped.play(nemesis, &[]);
    assert_eq!(stopped.decider(), Some(1));
    stopped.play(Choice::Pass, &[]);
    assert_eq!((stopped.life(1), stopped.state.covered), (2, 0));

    let mut struck = table(false);
    struck.play(nemesis, &[]);
    assert_eq!((struck.life(1), struck.decider()), (1, Some(0)));
    assert_eq!(struck.state.covered, 0b10, "the shield is not used");
}

#[test]
fn b_3_10_cards_are_paid_in_others_turns_too() {
    let mut played =
        duel(1, 1).calm().start().hand(1, &[Action::Dodge]).with(|state| state.energy[1] = 0);
    played.strike(0, 1, &[3, 3, 2]);
    assert_eq!(played.life(1), 2, "who cannot pay is not asked");
}
