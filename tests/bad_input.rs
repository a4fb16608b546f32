//! Systematic tests of bad input: every field of a scenario, a roster and a strategy file, made
//! wrong in every way, is refused with its line and its name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use gong::games::arena::{MAD_ARENA, ULTIMATE_WARRIORZ};
use gong::games::battle_cards::BATTLE_CARDS;
use gong::games::jungle::JUNGLE_ALERT;
use gong::games::{self, Title};
use gong::scenario::{Document, Faults, Location, bot, resolve_each, roster};
use toml::de::{DeTable, DeValue};

use crate::common::program::{printed, refused};

const ROSTER: &str = "scenarios/ultimate-warriorz/roster.toml";
const SCENARIO: &str = "scenarios/ultimate-warriorz/everything.toml";

/// A scenario of Ultimate Warriorz that sets every field.
const EVERYTHING: &str = r#"title = "Everything"
description = "Every field there is."
game = "ultimate-warriorz"
roster = "roster.toml"
strategy = "balanced"

[line-up]
teams = [["agaric", "baobab"], ["bonzai", "sorgho"]]
seats = "per-team"

[strategies]
fighters.agaric = "aggressive"
seats.1 = "random"
teams.2 = "cautious"

[rules]
zones = 6
placement = "choice"
placement_centre = false
rounds = 7
recycle = "all-but-techniques"
revisit = "never"
range = 2
far_shot_penalty = 1
compulsory = "strict"
friendly_fire = false
lucky_charm = true
scoring = "popularity"
first_wound = 3
inherit_trophies = false
centre_bonus = 0
rocks = [3, 2, 1]
rocks_charm = true

[fighters.agaric]
name = "Agarico"
colour = '#123456'
size = 6
cards.2 = { initiative = 4, movement = 0, shooting = 1, melee = 1, defense = 3, printed = ["movement"] }
cards.6 = { item = { evil-net = { dice = 3, penalty = 2 } } }
cards.4 = { technique = { name = "one's own", melee = { bonus = 1, weak = { life = 3, bonus = 1 }, snare = { dice = 2, penalty = 1 }, shift = 1, drain = true, net = true, regain = { small = 1, large = 2, size = 9 }, throw = [{ size = 9, dice = 1 }] }, second = { dice = 2 }, lasting = ["no-shot"] } }
cards.8 = { item = { name = "another", shooting = { manner = "area" } } }
"#;

/// A scenario that is played by each of several bots.
const BY_BOTS: &str = r#"title = "By bots"
game = "ultimate-warriorz"
roster = "roster.toml"
strategy = ["random", "balanced", "cautious"]

[line-up]
draw = 4
"#;

const CARDS_SCENARIO: &str = "scenarios/battle-cards/mine.toml";

/// A scenario of Ultimate Battle Cards that sets all compatible fields.
const CARDS: &str = r#"title = "Everything"
description = "Every field there is."
game = "battle-cards"
roster = "roster.toml"
strategy = "tactician"

[line-up]
teams = [["joker", "mante"], ["batman", "superman"]]
mode = "sides"

[strategies]
seats.1 = "random"
teams.2 = "warden"

[rules]
hand = 5
first = "villains"
used_cards = "discard"
leaders_named = "villains-first"
attacks = 2
first_turn_attacks = 1
event_energy = 2
energy_kept = true
succession = "turn"
discards = 1
leader_protected = true
leader_open_when_alone = true
nemesis_reaches_leaders = true
nemesis_stoppable = false
cards_timing = "before"
miss_by = "die"
one_hurts = true
sure_hit = 6
sure_hit_by = "die"
dodge = "equal"
team_help = true
heal_mates_in_own_turn = true
defend_mates = true
max_turns = 200
actions.dodge = { count = 7, cost = 1, amount = 1 }
actions.save = { count = 5, cost = 2 }
events.calm = { count = 4 }
events.quake = { count = 2, amount = 1 }

[fighters.joker]
name = "Jokero"
colour = '#123456'
kind = "villain"
energy = 2
dice = 1
life = 3
power = { steal-energy = 2 }
nemesis = "batman"
printed = ["name"]
"#;

const CARDS_ROSTER: &str = "scenarios/battle-cards/roster.toml";

const JUNGLE_SCENARIO: &str = "scenarios/jungle-alert/mine.toml";

/// A scenario of Jungle Alert that sets all compatible fields.
const JUNGLE: &str = r#"title = "Everything"
description = "Every field there is."
game = "jungle-alert"
roster = "roster.toml"
strategy = "careful"

[line-up]
heroes = ["yohan-duo", "tempo"]

[strategies]
seats.1 = "random"

[rules]
hostages = { one = 3, two = 4, three = 7, four = 9 }
side = { one = 4, two = 4, three = 5, four = 5 }
corners = "opposite"
first_game = true
energy = 2
energy_alone = 4
potions = 1
capsules = 1
capsules_alone = 2
jet = true
dice = 4
rolls = 3
fate_stress = 2
fate_alert = 2
boss_die = { stress = 1, hour = 1, wound = 1, theft = 1 }
boss_picks = "random"
exchanges = 2
cleared = "quiet"
hours = 24
limits = "reached"
stress_flee = 3
stress_still = 6
life_cap = true
flight_life = 1
flight_hours = 1
boss = { life = { two = 12 }, defense = 3, damage = 3, attack = 0 }
max_rounds = 60
tiles.swamp = { count = 2, amount = 1, room = 3 }
tiles.cells = { count = 2, room = 2 }
equipment.rifle = { count = 2, amount = 4, attack = 1 }
equipment.medal = { count = 1 }
alerts.gas = { count = 2, amount = 5, hours = 2 }
rebels.guard = { count = 5, life = 4, defense = 3, damage = 2, attack = 0 }

[fighters.yohan-duo]
name = "Yohan Trio"
colour = '#123456'
life = 11
defense = 3
damage = 2
ability = { stride = 2 }
printed = ["name"]
"#;

const JUNGLE_ROSTER: &str = "scenarios/jungle-alert/roster.toml";

const MAD_ROSTER: &str = "scenarios/mad-arena/roster.toml";

const STRATEGY: &str = "strategies/mine.toml";

/// A strategy file that sets every field.
const MINE: &str = r#"kind = "greedy"
description = "Every field there is."
whim = 0.25
weights = { points = 1.0, kills = 1.5, danger = -0.5, defense = 0 }
"#;

/// Checks a text as a file of a kind.
type Check = Box<dyn Fn(&str) -> Result<(), Faults>>;

/// A valid file, and the function that checks it.
struct Good {
    path: &'static str,
    text: String,
    check: Check,
}

fn scenario(path: &'static str, text: &str) -> Good {
    let check =
        move |text: &str| resolve_each(Document::parse(Path::new(path), text)?, &[]).map(|_| ());
    Good { path, text: text.to_owned(), check: Box::new(check) }
}

fn official(title: &'static dyn Title, path: &'static str) -> Good {
    let check =
        move |text: &str| roster(title, Document::parse(Path::new(path), text)?, &[]).map(|_| ());
    Good { path, text: std::fs::read_to_string(path).unwrap(), check: Box::new(check) }
}

fn strategy(path: &'static str, text: &str) -> Good {
    let check = move |text: &str| {
        let document = Document::parse(Path::new(path), text)?;
        bot(&ULTIMATE_WARRIORZ, &document, None, "mine").map(|_| ())
    };
    Good { path, text: text.to_owned(), check: Box::new(check) }
}

fn goods() -> [Good; 9] {
    let goods = [
        scenario(SCENARIO, EVERYTHING),
        scenario(SCENARIO, BY_BOTS),
        scenario(CARDS_SCENARIO, CARDS),
        scenario(JUNGLE_SCENARIO, JUNGLE),
        official(&ULTIMATE_WARRIORZ, ROSTER),
        official(&MAD_ARENA, MAD_ROSTER),
        official(&BATTLE_CARDS, CARDS_ROSTER),
        official(&JUNGLE_ALERT, JUNGLE_ROSTER),
        strategy(STRATEGY, MINE),
    ];
    for good in &goods {
        (good.check)(&good.text).unwrap();
    }
    goods
}

/// A field of a file: its name in error messages, and the positions of its key and of its value in
/// the text.
struct Field {
    name: String,
    /// Name and line of the table that contains the field.
    owner: (String, usize),
    key: std::ops::Range<usize>,
    value: std::ops::Range<usize>,
    kind: &'static str,
    in_list: bool,
}

/// Returns the fields of a text. Two fields of the same meaning, such as the sizes of two fighters,
/// stand for all others.
fn fields(text: &str) -> Vec<Field> {
    let mut found = Vec::new();
    let table = DeTable::parse(text).unwrap();
    walk_table(text, table.get_ref(), ("", 1), &mut found);
    let mut alike = BTreeMap::new();
    found.retain(|field| {
        let count: &mut u32 = alike.entry(meaning(&field.name)).or_default();
        *count += 1;
        *count <= 2
    });
    found
}

fn line(text: &str, offset: usize) -> usize {
    text[..offset].matches('\n').count() + 1
}

fn walk_table(text: &str, table: &DeTable<'_>, owner: (&str, usize), found: &mut Vec<Field>) {
    for (key, value) in table.iter() {
        let name = if owner.0.is_empty() {
            key.get_ref().to_string()
        } else {
            format!("{}.{}", owner.0, key.get_ref())
        };
        walk_value(text, name, owner, key.span(), value, false, found);
    }
}

fn walk_value(
    text: &str,
    name: String,
    owner: (&str, usize),
    key: std::ops::Range<usize>,
    value: &toml::Spanned<DeValue<'_>>,
    in_list: bool,
    found: &mut Vec<Field>,
) {
    let at = line(text, key.start);
    match value.get_ref() {
        DeValue::Table(table) => walk_table(text, table, (&name, at), found),
        DeValue::Array(entries) => {
            for (i, entry) in entries.iter().enumerate() {
                walk_value(
                    text,
                    format!("{name}[{}]", i + 1),
                    (&name, at),
                    entry.span(),
                    entry,
                    true,
                    found,
                );
            }
        }
        _ => {}
    }
    let kind = value.get_ref().type_str();
    let owner = (owner.0.to_owned(), owner.1);
    found.push(Field { name, owner, key, value: value.span(), kind, in_list });
}

/// Returns whether a reported fault is at this line and names the field or a part of it.
fn tells(faults: &Faults, path: &str, at: usize, name: &str) -> bool {
    faults.iter().any(|fault| {
        let location = matches!(&fault.location, Location::File { path: file, line, .. } if &**file == Path::new(path) && *line == at);
        location && fault.field.starts_with(name) && fault.to_string().starts_with(&format!("{path}:{at}:"))
    })
}

#[test]
fn a_value_of_another_type_or_out_of_range_is_refused_at_its_line() {
    let wrong = [
        ("string", "\"no-such-thing\""),
        ("string", "\"\""),
        ("integer", "-1"),
        ("integer", "1234567890123"),
        ("float", "1.5"),
        ("float", "nan"),
        ("float", "-inf"),
        ("float", "1e300"),
        ("boolean", "true"),
        ("datetime", "1979-05-27"),
        ("array", "[]"),
        ("array", "[[[]]]"),
        ("table", "{}"),
        ("table", "{ x = { y = 1 } }"),
    ];
    let mut tried = 0;
    for good in goods() {
        let mut times = BTreeMap::new();
        for field in fields(&good.text) {
            // A table under a header cannot be replaced by another value in place.
            if field.kind == "table" && !good.text[field.value.clone()].starts_with('{') {
                continue;
            }
            // Rosters have the same field for each fighter and card.
            let times = times.entry(meaning(&field.name)).or_insert(0);
            *times += 1;
            if *times > 2 {
                continue;
            }
            for (kind, value) in wrong {
                let mut text = good.text.clone();
                text.replace_range(field.value.clone(), value);
                let outcome = (good.check)(&text);
                let at = line(&good.text, field.key.start);
                // A weight may be any number up to a limit; other fields accept only one kind of
                // number.
                let weight = field.name.starts_with("weights.") && ["-1", "1.5"].contains(&value);
                let number = kind == "integer" || (kind == "float" && value != "1.5");
                // A weapon may subtract from its attack die.
                let weapon = field.name == "rules.equipment.rifle.attack" && value == "-1";
                let must = !weight && !weapon && (kind != field.kind || number);
                match outcome {
                    Ok(()) => assert!(!must, "{} = {value} was taken", field.name),
                    Err(faults) if must => assert!(
                        tells(&faults, good.path, at, &field.name),
                        "{} = {value}, line {at}: {faults}",
                        field.name
                    ),
                    Err(faults) => assert!(
                        faults.to_string().contains(good.path),
                        "{} = {value}: {faults}",
                        field.name
                    ),
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 2_000, "only {tried} tried");
}

/// Returns the name of a field with `*` in place of the key of a fighter and of positions.
fn meaning(name: &str) -> String {
    let mut before = "";
    let steps = name.split('.').map(|step| {
        let is_key = ["fighters", "cards", "strategy"].contains(&before);
        before = step;
        match is_key || step.parse::<u32>().is_ok() {
            true => "*",
            false => step,
        }
    });
    steps.collect::<Vec<_>>().join(".")
}

/// Returns whether the designer may choose this name freely, so that it cannot be misspelt.
fn is_free(name: &str) -> bool {
    let steps: Vec<&str> = name.split('.').collect();
    matches!(steps[..], ["fighters", _] | ["fighters", _, "cards", _] | ["strategies", _, _])
}

/// Returns whether the field's name is that of an effect or a power. Such a name may be the content
/// of another field.
fn is_effect(field: &Field) -> bool {
    let owner = &field.owner.0;
    let holders = [".technique", ".item", ".power", ".ability"];
    holders.iter().any(|holder| owner.ends_with(holder))
}

#[test]
fn a_misspelt_field_is_refused_with_what_was_meant() {
    for good in goods() {
        for field in
            fields(&good.text).iter().filter(|field| !field.in_list && !is_free(&field.name))
        {
            let key = &good.text[field.key.clone()];
            let mut text = good.text.clone();
            text.insert(field.key.end, 'x');
            let faults = (good.check)(&text).unwrap_err();
            let is_effect = is_effect(field);
            let name = if is_effect { field.owner.0.clone() } else { format!("{}x", field.name) };
            let at = line(&good.text, field.key.start);
            assert!(tells(&faults, good.path, at, &name), "{name}: {faults}");
            assert!(
                faults.to_string().contains(&format!("did you mean `{key}`?")),
                "{name}: {faults}"
            );
        }
    }
}

#[test]
fn a_superfluous_field_is_refused() {
    for good in goods() {
        for field in
            fields(&good.text).iter().filter(|field| !field.in_list && !is_free(&field.name))
        {
            let before = &good.text[..field.key.start];
            let separator = match before {
                _ if before.ends_with("{ ") || before.ends_with(", ") => ", ",
                _ if (before.is_empty() || before.ends_with('\n')) && field.kind != "table" => "\n",
                _ => continue,
            };
            let mut text = good.text.clone();
            text.insert_str(field.key.start, &format!("bogus = 1{separator}"));
            let faults = (good.check)(&text).unwrap_err();
            let is_effect = is_effect(field);
            let at = line(&good.text, field.key.start);
            let name = match field.owner.0.as_str() {
                "" => "bogus".to_owned(),
                owner if is_effect => owner.to_owned(),
                owner => format!("{owner}.bogus"),
            };
            assert!(tells(&faults, good.path, at, &name), "{name}: {faults}");
        }
    }
}

#[test]
fn a_missing_field_is_refused_where_it_is_missing() {
    let required = |path: &str, name: &str| {
        let steps: Vec<&str> = name.split('.').collect();
        match steps[..] {
            ["title" | "game" | "roster" | "kind" | "weights"] => true,
            ["name" | "unlisted"] => true,
            ["fighters", _, "name" | "colour" | "size" | "defense"] => {
                ![SCENARIO, CARDS_SCENARIO, JUNGLE_SCENARIO].contains(&path)
            }
            ["fighters", _, "cards", _, "defense"] => path != SCENARIO,
            ["fighters", _, "kind" | "energy" | "dice" | "power"] => path == CARDS_ROSTER,
            ["fighters", _, "life"] => [CARDS_ROSTER, JUNGLE_ROSTER].contains(&path),
            ["fighters", _, "damage" | "ability"] => path == JUNGLE_ROSTER,
            // The last of these is a card's dice, which another rule requires.
            [.., "sandal" | "finishing", "melee" | "printed" | "defense" | "technique"] => false,
            [.., "technique" | "item", "name"] | [.., "weak" | "snare" | "regain", _] => true,
            [
                ..,
                "evil-net" | "kamikaze" | "electroshock" | "spiked-epaulet" | "energy-armour"
                | "finishing" | "sandal",
                _,
            ] => true,
            _ => false,
        }
    };
    let mut tried = 0;
    for good in goods() {
        for field in fields(&good.text)
            .iter()
            .filter(|field| !field.in_list && required(good.path, &field.name))
        {
            let rest = &good.text[field.value.end..];
            let comma = if rest.starts_with(", ") { 2 } else { 0 };
            let mut text = good.text.clone();
            text.replace_range(field.key.start..field.value.end + comma, "");
            let faults = (good.check)(&text).unwrap_err();
            assert!(
                tells(&faults, good.path, field.owner.1, &field.name),
                "{}: {faults}",
                field.name
            );
            assert!(faults.to_string().contains("is missing; wants"), "{}: {faults}", field.name);
            tried += 1;
        }
    }
    assert!(tried > 40, "only {tried} tried");
}

#[test]
fn a_file_cut_short_or_with_a_byte_changed_never_panics() {
    for good in goods() {
        for end in (0..good.text.len()).step_by(71).filter(|end| good.text.is_char_boundary(*end)) {
            let _ = (good.check)(&good.text[..end]);
        }
        for (i, letter) in good.text.char_indices().step_by(97) {
            for other in ["", "\"", "[", "}", "=", "\n", "9", "ï", "\0"] {
                let mut text = good.text.clone();
                text.replace_range(i..i + letter.len_utf8(), other);
                let _ = (good.check)(&text);
            }
        }
    }
}

#[test]
fn every_shipped_file_is_sound() {
    let told = printed(&["check", "scenarios"]);
    assert_eq!(told.lines().filter(|line| line.starts_with("ok: ")).count(), 61, "{told}");
    roster(&ULTIMATE_WARRIORZ, Document::read(Path::new(ROSTER)).unwrap(), &[]).unwrap();
    let told = printed(&["check", "strategies"]);
    let shipped: BTreeSet<&Path> =
        games::titles().flat_map(|title| title.bots()).map(|bot| bot.path()).collect();
    assert_eq!(told.matches("ok: ").count(), shipped.len(), "{told}");
    // A shell that expands `*.luau` names the types, too.
    let told = printed(&["check", "strategies/arena/gong.d.luau"]);
    assert!(told.contains("not a bot"), "{told}");
}

#[test]
fn the_command_says_what_is_wrong_and_exits_with_2() {
    let scratch = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = scratch.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let main = "scenarios/ultimate-warriorz/tribal-rumble.toml";
    for (arguments, wanted) in [
        (
            vec!["check", &*file("empty.toml", b"")],
            "empty.toml:1:1: is neither a roster nor a strategy file nor a scenario",
        ),
        (vec!["check", &*file("bytes.toml", b"title = \"\xff\"")], "bytes.toml: is not UTF-8 text"),
        (vec!["check", &*file("broken.toml", b"title = 'x'\ngame = ")], "broken.toml:2:"),
        (vec!["check", &*file("lone.toml", b"title = 'x'")], "lone.toml:1:1: line-up: is missing"),
        (
            vec!["check", &*file("lost.toml", b"title = 'x'\nroster = 'gone.toml'")],
            "lost.toml:2:1: roster: ",
        ),
        (
            vec!["check", &*file("whim.toml", b"kind = 'greedy'\nwhim = nan\nweights = {}")],
            "whim.toml:2:1: whim: is NaN; wants a number, 0 to 1000",
        ),
        (
            vec![
                "check",
                &*file("heavy.toml", b"kind = 'greedy'\n[weights]\npoints = 1\nkills = inf"),
            ],
            "heavy.toml:4:1: weights.kills: is inf; wants a number, -1000 to 1000",
        ),
        (
            vec!["check", &*file("kind.toml", b"kind = 'gredy'\nweights = {}")],
            "kind.toml:1:1: kind: there is no `gredy`; did you mean `greedy`?",
        ),
        (
            vec!["check", &*file("weights.toml", b"kind = 'greedy'\nweights = { pionts = 1 }")],
            "weights.toml:2:13: weights.pionts: there is no such field; did you mean `points`?",
        ),
        // Battle Cards has `kill`, but all names are nearly those of the arena games.
        (
            vec!["check", &*file("near.toml", b"kind = 'greedy'\n[weights]\npoint = 1\nkill = 1")],
            "near.toml:4:1: weights.kill: there is no such field; did you mean `kills`?",
        ),
        (
            vec!["run", main, "--strategy", &*file("light.toml", b"kind = 'greedy'")],
            "light.toml:1:1: weights: is missing",
        ),
        (vec!["check", "no-such.toml"], "no-such.toml: cannot be read"),
        (vec!["check", "benches"], "benches: holds no .toml or .luau file to check"),
        (
            vec!["check", "strategies/arena/opening.luau", "--set", "whim=0"],
            "strategies/arena/opening.luau: is a script and has no settings that --set whim=0 could change",
        ),
        (
            vec!["check", "strategies/arena/gong.d.luau", "--set", "whim=0"],
            "strategies/arena/gong.d.luau: is a file of types for editors and has no settings that --set whim=0 could change",
        ),
        (
            vec!["check", main, "--set", "rules.rounds=99"],
            "--set rules.rounds=99: rules.rounds: is 99; wants a whole number, 1 to 20",
        ),
        (vec!["check", main, "--set", "rules.round=9"], "did you mean `rounds`?"),
        (vec!["check", main, "--set", "rules"], "wants PATH=VALUE"),
        (vec!["list", "fighters", "no-such.toml"], "no-such.toml: cannot be read"),
        (
            vec![
                "check",
                main,
                "--set",
                "fighters.agaric.cards.4.technique={ name = 'x', melee = { manner = 'area', snare = { dice = 2, penalty = 1 } } }",
            ],
            "fighters.agaric.cards.4.technique.melee.snare: compares dice with the size of one opponent: `manner` wants `single`",
        ),
        (
            vec![
                "check",
                main,
                "--set",
                "fighters.agaric.cards.4.technique={ melee = { drain = true } }",
            ],
            "fighters.agaric.cards.4.technique.name: is missing; wants a text",
        ),
        (
            vec!["list", "effects", "powder-barel"],
            "there is no game and no effect `powder-barel`; did you mean `powder-barrel`?",
        ),
        (vec!["check"], "required"),
        (vec!["chekc"], "check"),
    ] {
        let told = refused(&arguments);
        assert!(told.contains(wanted), "{arguments:?}: {told}");
    }
}
