//! Tests of complete scenarios: layers, line-ups, strategies, and their faults.

mod rules;

use std::path::Path;

use serde_json::json;

use super::*;
use crate::games::title;

const HOME: &str = "scenarios/ultimate-warriorz/test.toml";

fn load(rest: &str, sets: &[&str]) -> Result<Scenario, Faults> {
    let text = format!("title = 'T'\ngame = 'ultimate-warriorz'\nroster = 'roster.toml'\n{rest}");
    let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
    Scenario::from_text(Path::new(HOME), &text, &sets)
}

/// Returns the default rules of a game, as JSON.
fn rules_of(game: &str) -> Json {
    toml::from_str(&title(game).unwrap().rules()).unwrap()
}

fn refused(rest: &str) -> String {
    load(rest, &[]).unwrap_err().to_string()
}

#[test]
fn what_is_left_out_has_the_games_value() {
    let scenario = load("line-up.draw = 4", &[]).unwrap();
    assert_eq!(scenario.rules, rules_of("ultimate-warriorz"));
    assert_eq!(scenario.strategies.everybody, "trained");
    assert_eq!(scenario.seating.seats, 4);
    assert_eq!(scenario.seating.fighters.len(), 8);
    let card = &scenario.roster["fighters"]["agaric"]["cards"]["3"];
    assert_eq!(card["initiative"], 3);
    assert!(scenario.changes.is_empty());
}

/// a changed value is neither printed nor reconstructed; it is the designer's own.
#[test]
fn changes_go_over_the_roster_and_are_the_designers_own() {
    let sets = [
        "fighters.agaric.size=6",
        "fighters.jojoba.size=6",
        "fighters.agaric.cards.3.technique=double-bow",
    ];
    let scenario = load(
        "line-up.draw = 4\n[fighters.bonzai]\ncards.8.movement = 1\ndefense = 5\ncards.9 = { \
         movement = 0, melee = 1, defense = 2 }",
        &sets,
    )
    .unwrap();
    let fighters = &scenario.roster["fighters"];
    let agaric = &fighters["agaric"];
    assert_eq!(agaric["size"], 6);
    assert_eq!(agaric["printed"], json!(["name"]));
    assert_eq!(agaric["cards"]["3"]["printed"], json!(["shooting"]));
    // A setting that equals the old value is not a change.
    assert_eq!(fighters["jojoba"]["printed"], json!(["name", "size"]));
    let changes = [
        "fighters.agaric.cards.3.technique",
        "fighters.agaric.size",
        "fighters.bonzai.cards.8.movement",
        // A new card counts as one change, including the fields that are left out.
        "fighters.bonzai.cards.9",
        "fighters.bonzai.defense",
    ];
    assert_eq!(scenario.changes, changes);
    assert_eq!(scenario.added, ["fighters.bonzai.cards.9"]);
    let card = &fighters["bonzai"]["cards"]["8"];
    assert_eq!(card["printed"], json!(["defense"]));
}

#[test]
fn what_does_not_go_together_is_the_fault_of_the_layer_that_came_later() {
    let set = "fighters.jojoba.cards.4.technique=double-bow";
    let faults = load("line-up.draw = 4", &[set]).unwrap_err().to_string();
    let place = format!("--set {set}: fighters.jojoba.cards.4.");
    assert!(faults.lines().all(|line| line.starts_with(&place)), "{faults}");
    let faults = refused("line-up.draw = 4\n[fighters.jojoba]\ncards.4.technique = 'double-bow'");
    assert!(faults.starts_with(HOME), "{faults}");
}

#[test]
fn settings_go_over_the_file() {
    let scenario = load(
        "line-up.fighters = ['agaric', 'bonzai']\n[rules]\nrounds = 9\nrange = 1",
        &["rules.rounds=12", "line-up.draw=3"],
    )
    .unwrap();
    assert_eq!(scenario.rules["rounds"], 12);
    assert_eq!(scenario.rules["range"], 1);
    assert_eq!(scenario.line_up["draw"], 3);
    assert!(scenario.line_up.get("fighters").is_none());
}

#[test]
fn a_strategy_file_is_looked_for_from_where_it_is_named() {
    let text = "strategy = '../../strategies/arena/cautious.toml'\nline-up.teams = [['agaric'], \
        ['bonzai']]\n[strategies]\nfighters.agaric = 'random'";
    let scenario = load(text, &["strategies.seats.1=strategies/arena/aggressive.toml"]).unwrap();
    let everybody = "scenarios/ultimate-warriorz/../../strategies/arena/cautious.toml";
    assert_eq!(scenario.strategies.everybody, everybody);
    assert_eq!(scenario.bots[everybody].name, "cautious");
    assert_eq!(scenario.strategies.of("agaric", 1, Some(1)), "random");
    assert_eq!(scenario.strategies.of("bonzai", 1, Some(2)), "strategies/arena/aggressive.toml");
    assert_eq!(scenario.strategies.of("bonzai", 2, Some(2)), everybody);
}

#[test]
fn a_fighter_s_setting_without_the_table_of_fighters_is_told_the_table() {
    let told = load("line-up.draw = 4", &["agaric.size=9"]).unwrap_err();
    assert_eq!(
        told.to_string(),
        "--set agaric.size=9: agaric: there is no such field; did you mean `fighters.agaric`?"
    );
}

#[test]
fn a_misspelt_field_is_not_also_missing() {
    let told = refused("lineup.draw = 4");
    let misspelt = "lineup: there is no such field; did you mean `line-up`?";
    assert!(told.contains(misspelt), "{told}");
    assert!(!told.contains("is missing"), "{told}");
}

#[test]
fn a_roster_that_does_not_exist_names_its_neighbour() {
    let text = "title = 'T'\ngame = 'ultimate-warriorz'\nroster = 'rooster.toml'\nline-up.draw = 4";
    let told = Scenario::from_text(Path::new(HOME), text, &[]).unwrap_err();
    let told = told.to_string();
    let meant = "; did you mean scenarios/ultimate-warriorz/roster.toml?";
    assert!(told.contains(meant), "{told}");
}

#[test]
fn a_strategy_that_does_not_exist_is_a_fault_of_who_names_it() {
    let text = "strategy = 'bots/none.toml'\nline-up.teams = [['agaric'], \
        ['bonzai']]\n[strategies]\nteams.2 = 'agressive'";
    let faults = load(text, &[]).unwrap_err().to_string();
    assert!(faults.contains("bots/none.toml cannot be read"), "{faults}");
    assert!(
        faults.contains(
            ":7:7: strategies.teams.2: there is no strategy `agressive`; did you mean `aggressive`?"
        ),
        "{faults}"
    );
    let file = "strategy file is a path that ends in .toml or .luau";
    assert!(faults.contains(&format!("`aggressive`? A {file}")), "{faults}");
    // If a name resembles no known name, the error lists all names, each once.
    let far = text.replace("agressive", "gandalf");
    let faults = load(&far, &[]).unwrap_err().to_string();
    assert!(faults.contains(&format!("; a {file}")), "{faults}");
    for name in ["balanced", "aggressive", "random"] {
        let named = faults.matches(&format!("`{name}`")).count();
        assert_eq!(named, 1, "{name}: {faults}");
    }
}

/// a line-up has at least two fighters, each at most once. They play alone or in at least two
/// teams.
#[test]
fn a_line_up_that_cannot_play_is_refused() {
    for (line_up, wanted) in [
        ("", ":4:2: line-up: wants one of"),
        ("draw = 2\nfighters = ['agaric', 'bonzai']", "has `draw` and `fighters`; wants only one"),
        ("draw = 3\npool = ['agaric', 'bonzai']", ":5:1: line-up.draw: is 3, but there are only 2"),
        (
            "fighters = ['agaric', 'agaric']",
            ":5:23: line-up.fighters[2]: `agaric` is in the line-up already",
        ),
        ("fighters = ['agaric', 'bonza']", "did you mean `bonzai`?"),
        (
            "fighters = ['agaric', 'bonzai']\nseats = 'per-team'",
            "line-up.seats: is valid only with `teams`",
        ),
        (
            "fighters = ['agaric', 'bonzai']\npool = ['agaric', 'bonzai']",
            "line-up.pool: is valid only with `draw`",
        ),
        ("teams = [['agaric'], ['bonzai', 'agaric']]", "line-up.teams[2][2]: `agaric` is in"),
        ("teams = [['agaric'], []]", "line-up.teams[2]: has 0 entries; wants at least 1"),
        ("teams = [['agaric']]", "line-up.teams: has 1 entry; wants at least 2"),
    ] {
        let told = refused(&format!("[line-up]\n{line_up}"));
        assert!(told.contains(wanted), "{line_up}: {told}");
    }
}

#[test]
fn an_exception_for_nobody_is_refused() {
    for (exception, wanted) in [
        (
            "fighters.cactus = 'random'",
            ":6:10: strategies.fighters.cactus: `cactus` is not in the line-up",
        ),
        (
            "seats.3 = 'random'",
            "strategies.seats.3: there is no seat 3; the seats are numbered 1 to 2",
        ),
        ("seats.0 = 'random'", "there is no seat 0"),
        ("seats.900 = 'random'", "strategies.seats.900: "),
        ("teams.1 = 'random'", "strategies.teams.1: everyone plays alone"),
        ("seats.1 = ''", "strategies.seats.1: is an empty name"),
    ] {
        let line_up = "line-up.fighters = ['agaric', 'bonzai']";
        let told = refused(&format!("{line_up}\n[strategies]\n{exception}"));
        assert!(told.contains(wanted), "{exception}: {told}");
    }
}

#[test]
fn faults_of_all_layers_are_told_at_once() {
    let faults = load(
        "line-up.draw = 99\n[rules]\nround = 3\n[fighters.agarik]\nsize = 3",
        &["fighters.agaric.size=99"],
    )
    .unwrap_err();
    let told = faults.to_string();
    for part in [
        "test.toml:4:9: line-up.draw: is 99; wants a whole number, 2 to 8",
        "test.toml:6:1: rules.round: there is no such field; did you mean `rounds`?",
        "test.toml:7:11: fighters.agarik: the roster has no fighter `agarik`; did you mean \
         `agaric`?",
        "--set fighters.agaric.size=99: fighters.agaric.size: is 99; wants a whole number, 1 to 40",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    assert_eq!(faults.iter().count(), 4, "{told}");
}

/// A-5.7b: a card with an attack effect has no other effect.
#[test]
fn a_card_and_its_effect_agree() {
    let of = |card: &str| {
        load(
            &format!(
                "line-up.draw = 4\n[fighters.agaric.cards]\n9 = {{ movement = 0, defense = \
                3, {card} }}"
            ),
            &[],
        )
        .map_err(|faults| faults.to_string())
    };
    for good in [
        "melee = 1, item = 'ghost-ring'",
        "item = 'ghost-ring'",
        "technique = 'terminotaur'",
        "shooting = 2, technique = { electroshock = { shift = 1 } }",
    ] {
        assert!(of(good).is_ok(), "{good}");
    }
    for (bad, field) in [
        ("technique = 'powder-barrel'", "shooting: `powder-barrel` needs dice"),
        ("shooting = 1, melee = 1, item = 'strike'", "melee: `strike` is the card's only attack"),
        ("melee = 1, technique = 'terminotaur'", "melee: `terminotaur` brings its own dice"),
        ("technique = { electroshock = { shift = 1 } }", "melee: `electroshock` needs an attack"),
        ("item = 'ghost-ring', technique = 'peace-pipe'", "item: a card is a technique or an item"),
        (
            "item = 'kamikaze'",
            "item: `kamikaze` needs its details: write { kamikaze = { dice = … } }",
        ),
        ("item = { ghost-ring = 3 }", "item: `ghost-ring` has no details"),
        ("melee = 1, printed = ['attack']", "printed[1]: there is no value `attack`"),
        ("melee = 1, printed = ['effect']", "printed[1]: `effect` is marked printed"),
    ] {
        let told = of(bad).unwrap_err();
        assert!(told.contains(&format!("fighters.agaric.cards.9.{field}")), "{bad}: {told}");
    }
}

/// Two fighters with one name could not be told apart in a report. The fault names the layer that
/// gives the second name, even if its key comes first in the alphabet.
#[test]
fn two_fighters_with_one_name_are_refused() {
    let told = refused("line-up.draw = 4\n[fighters.jojoba]\nname = 'Sorgho'");
    assert_eq!(
        told,
        "test.toml:6:1: fighters.jojoba.name: is also the name of the fighter `sorgho`; give \
         `jojoba` another name"
            .replace("test.toml", HOME)
    );
    let faults = load("line-up.draw = 4", &["fighters.sorgho.name=Jojoba"]).unwrap_err();
    let told = faults.to_string();
    assert!(
        told.starts_with("--set fighters.sorgho.name=Jojoba: fighters.sorgho.name: is also"),
        "{told}"
    );
    assert!(load("line-up.draw = 4", &["fighters.sorgho.name=Sorghum"]).is_ok());
    // A joiner, a variation selector and another space are not visible in these names.
    for name in ["Jo\u{200d}joba", "Jojoba\u{fe0f}", " Jojoba\u{a0}"] {
        let told = load("line-up.draw = 4", &[&format!("fighters.sorgho.name=\"{name}\"")]);
        let told = told.unwrap_err().to_string();
        assert!(told.contains("fighters.sorgho.name: is also the name"), "{told}");
    }
}

/// A name that only looks like another one is refused: in a file with its line, as a setting with
/// the setting.
#[test]
fn invisible_letters_in_names_are_refused() {
    for odd in ["\u{200b}", "\u{ad}", "\u{2060}", "\u{feff}", "\u{3164}", "\u{e0041}"] {
        let code =
            format!("an invisible character (U+{:04X})", u32::from(odd.chars().next().unwrap()));
        let told = refused(&format!("line-up.draw = 4\n[fighters.jojoba]\nname = 'Sor{odd}gho'"));
        let line = format!("{HOME}:6:1: fighters.jojoba.name: contains {code}");
        assert_eq!(told, line);
        let set = format!("title=\"My{odd} game\"");
        let told = load("line-up.draw = 4", &[&set]).unwrap_err().to_string();
        assert!(told.ends_with(&format!("title: contains {code}")), "{told}");
    }
    let emoji = load("line-up.draw = 4", &["fighters.sorgho.name=\"❤\u{fe0f} 🧙\u{200d}♂\""]);
    assert!(emoji.is_ok());
}

/// Many faults are told by the first of them and their number. Only those that are told have
/// suggestions, which take long.
#[test]
fn of_many_faults_the_first_are_told() {
    let keys =
        |prefix: &str| -> String { (0..20_000).map(|i| format!("{prefix}{i} = 1\n")).collect() };
    for text in [
        format!("line-up.draw = 4\n[rules]\n{}", keys("x")),
        format!("line-up.draw = 4\n[fighters.agaric]\n{}", keys("x")),
        format!(
            "line-up.draw = 4\n[strategies.fighters]\n{}",
            keys("x").replace(" = 1", " = 'random'")
        ),
        format!("{}line-up.draw = 4\n", keys("fighters.x")),
    ] {
        let faults = load(&text, &[]).unwrap_err();
        let told = faults.to_string();
        let hints = faults.iter().filter(|of| of.what.contains("known")).count();
        assert!(faults.count() >= 20_000 && hints <= 40, "{hints} of {}", faults.count());
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines.len(), 21);
        assert!(
            lines[20].starts_with("and ") && lines[20].ends_with(" more faults"),
            "{}",
            lines[20]
        );
    }
}

#[test]
fn a_roster_of_another_game_is_one_fault() {
    let home = "scenarios/jungle-alert/test.toml";
    for (roster, wanted) in [
        (
            "../battle-cards/roster.toml",
            "is a roster of battle-cards, but the scenario is of jungle-alert",
        ),
        (
            "../mad-arena/roster.toml",
            "is a roster of ultimate-warriorz or mad-arena, but the scenario is of jungle-alert",
        ),
        ("one.toml", "is a scenario, not a roster"),
    ] {
        let text = format!(
            "title = 'T'\ngame = 'jungle-alert'\nroster = '{roster}'\nline-up.players = 1\n\
             [fighters.tempo]\nlife = 3\n"
        );
        let told = format!("{home}:3:1: roster: {roster} {wanted}");
        let faults = Scenario::from_text(Path::new(home), &text, &[]).unwrap_err();
        assert_eq!(faults.to_string(), told);
        let document = Document::parse(Path::new(home), &text).unwrap();
        let faults = roster_of(&document).map(drop).unwrap_err();
        assert_eq!(faults.to_string(), told);
    }
}

/// Checks that a card with a misspelt key is not accepted as a new card.
#[test]
fn a_new_card_is_complete() {
    let set = "fighters.agaric.cards.12.defense=3";
    let faults = load("line-up.draw = 4", &[set]).unwrap_err().to_string();
    assert!(
        faults.contains("fighters.agaric.cards.12: agaric has no `12` among its cards"),
        "{faults}"
    );
    assert!(faults.contains("but lacks movement"), "{faults}");
    let complete = "fighters.agaric.cards.12={ movement = 1, defense = 3, melee = 2 }";
    let scenario = load("line-up.draw = 4", &[complete]).unwrap();
    assert_eq!(scenario.added, ["fighters.agaric.cards.12"]);
}
