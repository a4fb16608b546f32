//! Tests of custom effects: the parts of printed effects, combinations of parts, and
//! forbidden combinations.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use super::given::*;
use super::model::random_custom::{custom_effects, dice_of};
use crate::games::arena::cards::Sheet;
use crate::games::arena::parts::{
    AttackParts, Counted, Dice, Landing, Manner, Parts, Regain, Snare,
};
use crate::games::arena::title::PRINTED_EFFECTS;
use crate::games::arena::{Card, Choice, Effect, Event, Rules};

/// Creates a technique from text in the syntax of a roster file.
fn technique(text: &str) -> Effect {
    #[derive(serde::Deserialize)]
    struct File {
        technique: Effect,
    }
    let file: File = toml::from_str(&format!("technique = {text}")).unwrap();
    assert!(matches!(file.technique, Effect::Custom(_)), "{text}");
    file.technique
}

/// Returns the errors of a card, each with its path below the card.
fn faults(card: Card) -> Vec<String> {
    let me = fighter(9).plays(card).entry();
    let mut roster = roster([me, fighter(10).entry()]);
    let card = roster.fighters["00"].cards["p"].clone();
    assert!(card.initiative.is_some());
    let complaints = roster.complete().err().unwrap_or_default();
    let told = |complaint: &crate::games::title::Complaint| {
        format!("{}: {}", complaint.path[4..].join("."), complaint.what)
    };
    complaints.iter().map(told).collect()
}

/// Returns every printed effect, with the numbers of the shipped rosters.
fn printed() -> Vec<Effect> {
    let landing = [(8, 1), (12, 2), (40, 3)].map(|(size, dice)| Landing { size, dice });
    vec![
        Effect::PowderBarrel,
        Effect::GhostRing,
        Effect::DoubleBow,
        Effect::PeacePipe,
        Effect::Kamikaze { dice: vec![6, 5, 5, 4, 3, 2, 1] },
        Effect::VampiricSticks,
        Effect::SpikedEpaulet { dice: 2 },
        Effect::EvilNet { dice: 3, penalty: 2 },
        Effect::Electroshock { shift: 2 },
        Effect::ElectricClaymore,
        Effect::Terminotaur,
        Effect::BlindingSuit,
        Effect::Strike,
        Effect::MysticalSkull,
        Effect::WhirlingSpear,
        Effect::EnergyArmour { bonus: 1 },
        Effect::BrambleNet,
        Effect::Finishing { life: 5, bonus: 1, regain: 1, regain_large: 2, large: 10 },
        Effect::BowlingStrike,
        Effect::Sandal { landing: landing.into() },
    ]
}

/// Returns a card that has this effect and the dice that the effect needs.
fn with_dice(effect: &Effect) -> Card {
    let parts = effect.parts(&card(4).melee(1));
    let (melee, shooting) = dice_of(&parts, 0, 0);
    card(4).melee(melee).shoots(shooting)
}

#[test]
fn a_9_the_file_of_printed_effects_has_the_very_parts_that_are_played() {
    let file: std::collections::BTreeMap<String, Parts> = toml::from_str(PRINTED_EFFECTS).unwrap();
    for effect in printed() {
        let card = with_dice(&effect);
        assert_eq!(file[&effect.name()], effect.parts(&card), "{}", effect.name());
    }
    assert_eq!(file.len(), printed().len());
}

/// Checks that a printed effect creates the same card in both forms: composed of parts, and by its
/// name.
#[test]
fn a_9_a_printed_effect_written_in_parts_plays_the_same_card() {
    for effect in printed() {
        let parts = effect.parts(&with_dice(&effect));
        let text = toml::Value::try_from(&parts).unwrap().to_string();
        let own = technique(&text);
        assert_eq!(own, Effect::Custom(Box::new(parts)), "{text}");
        let card = with_dice(&effect);
        let sheet = |effect: Effect| {
            let me = fighter(9).plays(card.clone().technique(effect)).entry();
            Sheet::new(&Rules::default(), &me)
        };
        let (by_name, in_parts) = (sheet(effect), sheet(own));
        assert_eq!(by_name.cards, in_parts.cards, "{text}");
        for size in 1..=40 {
            let lands = |sheet: &Sheet| {
                let slots = sheet.cards.iter().flat_map(|card| card.slots);
                let tables = slots.filter_map(|slot| slot.landing);
                tables.map(|table| sheet.landing_dice(table, size)).collect::<Vec<_>>()
            };
            assert_eq!(lands(&by_name), lands(&in_parts), "{text}");
        }
    }
}

#[test]
fn a_9_random_effects_of_ones_own_are_sound_and_read_as_they_are_written() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..2_000 {
        let effect = custom_effects().new_tree(&mut runner).unwrap().current();
        let Effect::Custom(parts) = &effect else { panic!("{effect:?}") };
        let text = toml::Value::try_from(&effect).unwrap().to_string();
        assert_eq!(technique(&text), effect, "{text}");
        let (melee, shooting) = dice_of(parts, 2, 2);
        let card = card(4).melee(melee).shoots(shooting).technique(effect);
        assert_eq!(faults(card), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_9_a_blow_at_a_zone_hits_all_who_stand_there_but_the_attacker() {
    let sweep = technique("{ name = 'sweep', melee = { manner = 'area', bonus = 1, shift = 2 } }");
    let mut playing = given([
        fighter(5).at(0).plays(card(2)),
        fighter(6).at(0).active(card(3).item(Effect::PeacePipe)),
        fighter(7).at(0).plays(card(4).melee(2).technique(sweep)),
        fighter(8).at(0).active(card(3).item(Effect::GhostRing)),
        fighter(9).at(1),
    ])
    .play();
    let zone = Choice::Area { slot: 0, zone: 0 };
    playing.expect([zone]);
    // Both targets share one throw. The peace pipe protects its owner, the ghost ring does not.
    playing.play(zone, [3, 2]);
    assert_eq!(playing.rolls(), [(0, vec![2, 3], 3), (3, vec![2, 3], 3)]);
    assert_eq!(playing.lp(), [4, 6, 7, 7, 9]);
    let shocks = playing.events.iter().filter_map(|event| match event {
        Event::Shocks { target, shift, .. } => Some((*target, *shift)),
        _ => None,
    });
    assert_eq!(shocks.collect::<Vec<_>>(), [(0, 2), (3, 2)]);
    assert_eq!(playing.state.shift[2], 4, "once for each whom it wounds");
}

#[test]
fn a_9_a_snare_before_rolled_dice_that_drain() {
    let leech = technique(
        "{ name = 'leech', melee = { dice = 'rolled', snare = { dice = 2, penalty = 3 }, drain = true } }",
    );
    let table = || {
        let me = fighter(7).at(0).plays(card(8).technique(leech.clone()));
        let target = fighter(9).at(0).defense(6);
        given([me, target])
    };
    let mut caught = table().play();
    // The throws in order: the die for the number of dice, the dice of the snare, the dice of the
    // attack.
    caught.play(melee(1), [3, 4, 5, 1, 3, 6]);
    assert_eq!(caught.rolls(), [(1, vec![1, 3, 6], 3)]);
    assert_eq!((caught.lp(), caught.pp()), (&[9, 7][..], &[0, 0][..]));
    let mut free = table().play();
    free.play(melee(1), [1, 4, 4, 5]);
    assert_eq!(free.rolls(), [(1, vec![5], 6)]);
    // With `rules.charm_effect_dice`, a charm may react to each of the first two throws.
    let rules = |rules: &mut Rules| {
        rules.charm_effect_dice = true;
        rules.charms = 3;
    };
    let me = fighter(7).at(0).plays(card(8).technique(leech.clone()));
    let target = fighter(9).at(0).defense(6).charm();
    let mut asked = given([me, target]).rules(rules).play();
    asked.play(melee(1), [6]);
    asked.play(Choice::Flip(6), [4, 5]);
    asked.expect([
        Choice::Keep,
        Choice::Flip(4),
        Choice::Flip(5),
        Choice::Reroll(1),
        Choice::Reroll(2),
    ]);
}

#[test]
fn a_9_two_blows_that_differ_are_two_options() {
    let claws = technique("{ name = 'claws', melee = {}, second = { net = true } }");
    let mut playing = given([
        fighter(7).at(0).plays(card(8).melee(1).technique(claws)),
        fighter(8).at(0),
        fighter(9).at(0),
    ])
    .play();
    playing.expect([melee(1), melee(2), shot(1), shot(2)]);
    playing.play(shot(1), [5]);
    assert!(playing.state.netted >> 1 & 1 == 1, "whom it wounds is netted");
    assert_eq!(playing.lp(), [7, 7, 9]);
    playing.expect([melee(2)]);
    playing.play(melee(2), [6]);
    assert_eq!(playing.state.netted, 0b010);
}

#[test]
fn a_9_dice_against_the_size_wound_once_and_throw_whom_they_lift() {
    let grab = technique(
        "{ name = 'grab', melee = { by_size = true, throw = [{ size = 40, dice = 1 }], regain = { small = 2, large = 0, size = 8 } } }",
    );
    let mut playing = given([
        fighter(6).at(0).lp(2),
        fighter(7).at(2).lp(1),
        fighter(9).at(0).lp(5).plays(card(8).melee(2).technique(grab)),
    ])
    .play();
    playing.play(melee(0), [3, 3]);
    assert_eq!(playing.lp(), [1, 1, 5]);
    // The shot at the landing eliminates a fighter; the attacker regains life points for it.
    playing.play(Choice::ThrowTo(2), [6]);
    assert_eq!(playing.lp(), [1, 0, 7]);
}

#[test]
fn a_9_drained_life_leaves_less_to_regain() {
    let bite = technique(
        "{ name = 'bite', melee = { drain = true, regain = { small = 4, large = 4, size = 9 } } }",
    );
    let mut playing = given([
        fighter(6).at(0).lp(2),
        fighter(9).at(0).lp(5).plays(card(8).melee(2).technique(bite)),
        fighter(10).at(3),
    ])
    .play();
    playing.play(melee(0), [5, 5]);
    // The attacker has 5 life points and drains 2. Of the 4 to be regained, only 2 fit below its
    // size.
    assert_eq!(playing.lp(), [0, 9, 10]);
}

#[test]
fn a_9_anybody_may_split_dice_that_are_few_enough() {
    let volley = technique("{ name = 'volley', shooting = { manner = 'split', bonus = 2 } }");
    let mut playing = given([
        fighter(6).at(1),
        fighter(7).at(1),
        fighter(9).at(0).plays(card(8).moves(0).shoots(2).technique(volley)),
    ])
    .play();
    let split = |one: u32, other: u32| Choice::Split { slot: 1, dice: one | other << 4 };
    playing.expect([split(2, 0), split(1, 1), split(0, 2)]);
    playing.play(split(1, 1), [2, 1]);
    assert_eq!(playing.lp(), [5, 7, 9]);
}

#[test]
fn a_9_parts_that_do_not_go_together_are_refused_with_the_reason() {
    let with = |melee: u8, shooting: u8, text: &str| {
        let card = card(4).melee(melee).shoots(shooting);
        faults(card.technique(technique(&format!("{{ name = 'x', {text} }}"))))
    };
    for (melee, shooting, text, wanted) in [
        (2, 0, "lasting = []", "technique: has no part"),
        (
            2,
            0,
            "lasting = ['no-shot', 'no-shot']",
            "technique.lasting.1: `no-shot` is listed twice",
        ),
        (0, 0, "melee = { drain = true }", "melee: `x` needs dice: melee wants 1 to 12"),
        (0, 0, "shooting = {}", "shooting: `x` needs dice: shooting wants 1 to 12"),
        (2, 0, "melee = { dice = 3 }", "melee: `x` brings its own dice or none: melee wants 0"),
        (0, 2, "shooting = { dice = 'rolled' }", "shooting: `x` brings its own dice or none"),
        (0, 2, "shooting = { manner = 'skull' }", "shooting: `x` brings its own dice or none"),
        (
            0,
            0,
            "shooting = { manner = 'skull', shift = 1 }",
            "technique.shooting.manner: a `skull` rolls no dice",
        ),
        (
            2,
            0,
            "melee = { manner = 'pair' }",
            "technique.melee.manner: a `pair` must be a shot: for two melee attacks use `second`",
        ),
        (
            0,
            2,
            "shooting = { manner = 'area', snare = { dice = 2, penalty = 1 } }",
            "technique.shooting.snare: compares dice with the size of one opponent: `manner` wants `single`",
        ),
        (
            0,
            2,
            "shooting = { manner = 'bowling', by_size = true }",
            "technique.shooting.by_size: compares dice with the size of one",
        ),
        (
            0,
            2,
            "shooting = { manner = 'strike', throw = [{ size = 9, dice = 1 }] }",
            "technique.shooting.throw: compares dice with the size of one",
        ),
        (
            2,
            0,
            "melee = { by_size = true, bonus = 1 }",
            "technique.melee.bonus: has no effect: with `by_size`",
        ),
        (
            2,
            0,
            "melee = { by_size = true, snare = { dice = 2, penalty = 1 } }",
            "technique.melee.snare: has no effect",
        ),
        (
            2,
            0,
            "melee = { by_size = true, weak = { life = 2, bonus = 1 } }",
            "technique.melee.weak: has no effect",
        ),
        (
            0,
            7,
            "shooting = { manner = 'split' }",
            "shooting: 7 dice can be split in too many ways; wants at most 6",
        ),
        (
            0,
            0,
            "shooting = { manner = 'split', dice = 'rolled' }",
            "technique.shooting.dice: are split before the roll",
        ),
        (
            0,
            0,
            "shooting = { manner = 'split', dice = [7, 1] }",
            "technique.shooting.dice: can be split in too many ways",
        ),
        (
            0,
            0,
            "second = { dice = 2 }",
            "melee: `x` has a second melee attack and no first: melee wants 1 to 12",
        ),
        (
            2,
            1,
            "second = { dice = 2 }",
            "shooting: a card has two attacks at most, and `x` has two in melee",
        ),
        (2, 1, "second = {}, shooting = {}", "technique.shooting: a card has two attacks at most"),
        (
            2,
            0,
            "melee = { manner = 'area' }, second = {}",
            "technique.melee.manner: each of two melee attacks has one target",
        ),
        (
            2,
            0,
            "second = { manner = 'strike' }",
            "technique.second.manner: each of two melee attacks has one target",
        ),
    ] {
        let told = with(melee, shooting, text);
        assert!(
            told.iter().any(|fault| fault.starts_with(wanted)),
            "{text}: {told:?}, not {wanted}"
        );
    }
    assert!(with(2, 3, "melee = { drain = true }, shooting = { net = true }").is_empty());
}

/// Checks that each part in a roster file sets its own field of the data.
#[test]
fn a_9_every_part_is_read() {
    let text = "{ name = 'all', melee = { dice = [2, 1], weak = { life = 3, bonus = 2 }, snare = { dice = 4, penalty = 1 }, shift = 3, drain = true, net = true, regain = { small = 1, large = 2, size = 7 }, throw = [{ size = 9, dice = 2 }] }, shooting = { manner = 'bowling', dice = 'cards', bonus = 5 }, lasting = ['die-less'] }";
    let Effect::Custom(parts) = technique(text) else { unreachable!() };
    let melee = parts.melee.unwrap();
    assert_eq!(melee.dice, Some(Dice::ByLife(vec![2, 1])));
    assert_eq!(melee.snare, Some(Snare { dice: 4, penalty: 1 }));
    assert_eq!(melee.regain, Some(Regain { small: 1, large: 2, size: 7 }));
    assert!(melee.drain && melee.net && !melee.by_size && melee.shift == 3);
    let shot = AttackParts {
        manner: Manner::Bowling,
        dice: Some(Dice::Counted(Counted::Cards)),
        bonus: 5,
        ..AttackParts::default()
    };
    assert_eq!(parts.shooting, Some(shot));
}
