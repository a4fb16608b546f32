//! Tests of the rules of a game in a scenario: defaults, settings, and values that are refused.

use std::path::Path;

use super::{load, rules_of};
use crate::scenario::{Faults, Scenario};

const MAD_HOME: &str = "scenarios/mad-arena/test.toml";

fn load_mad(rest: &str, sets: &[&str]) -> Result<Scenario, Faults> {
    let text = format!("title = 'T'\ngame = 'mad-arena'\nroster = 'roster.toml'\n{rest}");
    let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
    Scenario::from_text(Path::new(MAD_HOME), &text, &sets)
}

#[test]
fn the_game_says_what_rules_hold_where_the_scenario_is_silent() {
    let rules = load_mad("line-up.draw = 4\nrules.rounds = 5", &["rules.range=2"]);
    let mut wanted = rules_of("mad-arena");
    (wanted["rounds"], wanted["range"]) = (5.into(), 2.into());
    assert_eq!(rules.unwrap().rules, wanted);
    let other = load("line-up.draw = 4", &["game=mad-arena"]).unwrap();
    assert_eq!(other.rules, rules_of("mad-arena"));
}

/// Checks that each game accepts every rule of the other game as a setting.
#[test]
fn each_game_takes_the_others_rules_one_by_one() {
    let [uw, mad] = ["ultimate-warriorz", "mad-arena"].map(|game| {
        let rules = rules_of(game);
        rules.as_object().unwrap().clone()
    });
    let mut changed = 0;
    for rule in uw.keys().filter(|rule| uw[*rule] != mad[*rule]) {
        for (into, from) in [("uw", &mad), ("mad", &uw)] {
            // The zones are listed in seat order, and each fighter must have a zone.
            let line_up = if rule == "zones" { "line-up.draw = 6" } else { "line-up.draw = 4" };
            let set = format!("rules.{rule}={}", from[rule]);
            let loaded = match into {
                "uw" => load(line_up, &[&set]),
                _ => load_mad(line_up, &[&set]),
            };
            let rules = loaded.unwrap_or_else(|faults| panic!("{set}: {faults}")).rules;
            assert_eq!(serde_json::to_value(rules).unwrap()[rule], from[rule]);
            changed += 1;
        }
    }
    assert!(changed >= 20, "{changed}");
}

#[test]
fn rules_without_a_meaning_are_refused_with_the_reason() {
    let drawn = "line-up.draw = 4";
    let walkers = "line-up.fighters = ['agaric', 'bonzai', 'cactus', 'sorgho']";
    for (mad, line_up, sets, reason) in [
        (
            true,
            drawn,
            &["rules.first_wound=2"][..],
            "rules.first_wound: has no meaning here: wounds score nothing with scoring = \
             \"trophies\"",
        ),
        (
            true,
            drawn,
            &["rules.far_shot_penalty=2"],
            "rules.far_shot_penalty: has no meaning here: with range = 1 there are no far shots",
        ),
        (
            true,
            drawn,
            &["rules.placement_centre=true"],
            "rules.placement_centre: has no meaning here: with placement = \"seat-order\" players \
             do not choose their zones",
        ),
        (
            true,
            drawn,
            &["rules.second_attack_optional=true"],
            "rules.second_attack_optional: has no meaning here: with compulsory = \"never\" any \
             attack may be left out",
        ),
        (
            true,
            drawn,
            &["rules.charm_effect_dice=true"],
            "rules.charm_effect_dice: has no meaning here: with lucky_charm = false no fighter \
             has a charm",
        ),
        (
            true,
            drawn,
            &["rules.rocks=[2]", "rules.rocks_charm=true"],
            "with lucky_charm = false no fighter has a charm",
        ),
        (
            true,
            drawn,
            &["rules.lucky_charm=true", "rules.rocks_charm=true"],
            "with rocks = [] the crowd throws no rocks",
        ),
        (true, drawn, &["rules.friendly_fire=true"], "everyone is alone in this line-up"),
        (
            true,
            walkers,
            &["rules.dragon_initiative=[2]"],
            "rules.dragon_initiative: has no meaning here: no dragon is in the line-up",
        ),
        (
            true,
            walkers,
            &["rules.zones=3"],
            "rules.zones: with placement = \"seat-order\" each of 4 fighters starts on a zone of \
             its own, and there are only 3; wants zones = 4 or \"fighters\"",
        ),
        (
            false,
            "line-up.draw = 8",
            &["rules.placement=seat-order"],
            "rules.placement: with placement = \"seat-order\" each of 8 fighters",
        ),
        (false, drawn, &["rules.dragon_initiative=[2]"], "no dragon is in the line-up"),
        (false, drawn, &["rules.range=1", "rules.far_shot_penalty=1"], "there are no far shots"),
    ] {
        let loaded = if mad { load_mad(line_up, sets) } else { load(line_up, sets) };
        let told = loaded.map(|_| ()).unwrap_err().to_string();
        assert!(told.contains(reason), "{sets:?}: {told}");
    }
    // The same settings are accepted together with the rules on which they depend.
    for sets in [
        &["rules.scoring=popularity", "rules.first_wound=2"][..],
        &["rules.range=2", "rules.far_shot_penalty=2"],
        &["rules.lucky_charm=true", "rules.rocks=[2]", "rules.rocks_charm=false"],
        &["rules.placement=choice", "rules.placement_centre=true", "rules.zones=3"],
        &["rules.dragon_initiative=[2]"],
    ] {
        assert!(load_mad(drawn, sets).is_ok(), "{sets:?}");
    }
}

#[test]
fn a_dragon_is_held_to_what_a_dragon_is() {
    let of = |change: &str| {
        let told = load_mad(&format!("line-up.draw = 4\n[fighters.zamioculcas]\n{change}"), &[]);
        told.map(|_| ()).map_err(|faults| faults.to_string())
    };
    assert_eq!(of("cards.dragon.shooting = 6"), Ok(()));
    for (change, fault) in [
        (
            "cards.dragon.movement = 1",
            "cards.dragon.movement: a dragon never leaves the centre: movement wants 0",
        ),
        ("cards.sandal.movement = 1", "cards.sandal.movement: a dragon never leaves"),
        (
            "cards.dragon.shooting = 7",
            "cards.dragon.shooting: there are too many ways to split 7 dice; wants at most 6",
        ),
        (
            "cards.dragon.initiative = 4",
            "cards.dragon.initiative: a dragon's initiative is a rule: set rules.dragon_initiative",
        ),
        (
            "cards.dragon.item = 'ghost-ring'",
            "cards.dragon.item: a dragon's card may be a technique, but not an item",
        ),
        (
            "cards.other = { melee = 2, defense = 3 }",
            "cards: a dragon needs exactly one card without a technique; it has 2: dragon and other",
        ),
        (
            "cards.dragon.technique = 'peace-pipe'",
            "cards: a dragon needs exactly one card without a technique; it has 0",
        ),
    ] {
        let told = of(change).unwrap_err();
        assert!(told.contains(&format!("fighters.zamioculcas.{fault}")), "{change}: {told}");
    }
    assert!(of("dragon = false").unwrap_err().contains("add an `initiative`"));
}
