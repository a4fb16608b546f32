//! Tests that `gong watch` tells exactly the games that `gong run` plays, and the same facts in
//! prose as in JSON.

use std::collections::BTreeMap;
use std::path::Path;

use polars::prelude::{AnyValue, DataFrame};
use polars_io::prelude::{ParquetReader, SerReader};
use serde_json::Value as Json;

use crate::common::program::{gong, printed, refused};

/// Scenarios of every kind: drawn, fixed and team line-ups, bots of every kind, and rarely used
/// rules.
const SCENARIOS: [&[&str]; 7] = [
    &["tests/data/four.toml"],
    &["tests/data/four.toml", "--strategy", "tests/data/greedy.toml"],
    &[
        "tests/data/four.toml",
        "--set",
        "line-up.draw=8",
        "--set",
        "rules.zones=8",
        "--strategy",
        "tests/data/greedy.toml",
    ],
    &["tests/data/teams.toml", "--set", "rules.rounds=20", "--set", "rules.compulsory=\"never\""],
    &[
        "tests/data/four.toml",
        "--set",
        "line-up.draw=6",
        "--set",
        "rules.rocks=[6, 6, 6, 6]",
        "--strategy",
        "seats.2=tests/data/greedy.toml",
    ],
    &["tests/data/mad.toml"],
    &[
        "tests/data/mad.toml",
        "--set",
        "line-up.draw=4",
        "--set",
        "rules.lucky_charm=true",
        "--set",
        "rules.rocks=[3, 2, 1]",
        "--strategy",
        "random",
    ],
];

const GAMES: u64 = 12;

fn watch(scenario: &[&str], game: u64, more: &[&str]) -> String {
    let game = game.to_string();
    let arguments = [&["watch"], scenario, &["--seed", "5", "--game", &game], more].concat();
    let output = gong(&arguments, 0);
    assert!(output.stderr.is_empty(), "nothing to complain about");
    String::from_utf8(output.stdout).unwrap()
}

fn events(scenario: &[&str], game: u64) -> Vec<Json> {
    let told = watch(scenario, game, &["--json"]);
    told.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn run(scenario: &[&str], folder: &Path) -> DataFrame {
    let out = folder.to_str().unwrap();
    let games = GAMES.to_string();
    let how = ["--seed", "5", "--rows", "--out", out, "--games", &games];
    gong(&[&["run"], scenario, &how].concat(), 0);
    let file = std::fs::File::open(folder.join("tables/games.parquet")).unwrap();
    ParquetReader::new(file).finish().unwrap()
}

/// Returns the rows of each game as JSON, with a fighter's columns by name.
fn rows(table: &DataFrame) -> BTreeMap<u64, Vec<BTreeMap<String, Json>>> {
    let mut games: BTreeMap<u64, Vec<BTreeMap<String, Json>>> = BTreeMap::new();
    for row in 0..table.height() {
        let cells = table.columns().iter().map(|column| {
            let value = match column.get(row).unwrap() {
                AnyValue::Null => Json::Null,
                AnyValue::Boolean(value) => value.into(),
                AnyValue::String(value) => value.into(),
                AnyValue::StringOwned(value) => value.as_str().into(),
                number => number.extract::<u64>().unwrap().into(),
            };
            (column.name().to_string(), value)
        });
        let row: BTreeMap<String, Json> = cells.collect();
        games.entry(row["game"].as_u64().unwrap()).or_default().push(row);
    }
    games
}

#[test]
fn the_game_watched_is_the_game_that_was_run() {
    let folder = tempfile::tempdir().unwrap();
    for (i, scenario) in SCENARIOS.iter().enumerate() {
        let run = rows(&run(scenario, &folder.path().join(i.to_string())));
        assert_eq!(run.len() as u64, GAMES);
        for (game, rows) in run {
            let told = events(scenario, game);
            let (header, outcome) = (&told[0], &told[told.len() - 1]);
            assert_eq!(header["game"], game);
            assert_eq!(outcome["entrants"].as_array().unwrap().len(), rows.len());
            for row in rows {
                let of = |list: &Json| {
                    let list = list.as_array().unwrap().iter();
                    let mut own = list.filter(|one| one["entrant"] == row["entrant"]);
                    own.next().cloned().unwrap_or_else(|| panic!("{} plays", row["entrant"]))
                };
                let (entry, came_out) = (of(&header["entrants"]), of(&outcome["entrants"]));
                if !row["team"].is_null() {
                    assert_eq!(entry["side"], row["team"], "{scenario:?}, game {game}");
                }
                for field in ["seat", "strategy"] {
                    assert_eq!(entry[field], row[field], "{scenario:?}, game {game}: {field}");
                }
                for field in ["won", "place"] {
                    assert_eq!(came_out[field], row[field], "{scenario:?}, game {game}: {field}");
                }
                for field in ["score", "round_eliminated", "eliminated_by"] {
                    assert_eq!(
                        came_out["measures"][field], row[field],
                        "{scenario:?}, game {game}: {field}"
                    );
                }
                assert_eq!(outcome["rounds"], row["rounds"]);
            }
        }
    }
}

/// Returns the events of a kind.
fn all<'a>(told: &'a [Json], kind: &str) -> Vec<&'a Json> {
    told.iter().filter(|event| event["kind"] == kind).collect()
}

fn total(events: &[&Json], field: &str) -> u64 {
    events.iter().map(|event| event["values"][field].as_u64().unwrap()).sum()
}

/// Returns the sum of the scores of all entrants at the end.
fn score(end: &Json) -> u64 {
    let results = end["entrants"].as_array().unwrap().iter();
    results.map(|result| result["measures"]["score"].as_u64().unwrap()).sum()
}

/// Returns the sum of the numbers before a word, as in `, 2 wounds: ` and `, 1 wound: `.
fn numbers_before(prose: &str, word: &str) -> u64 {
    prose
        .match_indices(word)
        .map(|(at, _)| prose[..at].rsplit(' ').next().unwrap().parse::<u64>().unwrap_or(0))
        .sum()
}

#[test]
fn prose_and_events_tell_the_same() {
    for scenario in SCENARIOS {
        for game in 0..GAMES {
            let (prose, told) = (watch(scenario, game, &[]), events(scenario, game));
            let count = |words: &str| prose.matches(words).count();
            assert_eq!(count(" plays card "), all(&told, "turn_begins").len());
            assert_eq!(count(" to zone ") + count(" to the centre"), all(&told, "moves").len());
            assert_eq!(count(" is eliminated"), all(&told, "eliminated").len());
            assert_eq!(count("'s lucky charm "), all(&told, "uses_charm").len());
            assert_eq!(count("the crowd throws"), all(&told, "rocks").len());
            assert_eq!(count("gives the skull"), all(&told, "gives_skull").len());
            assert_eq!(count("electroshock: "), all(&told, "shocks").len());
            assert_eq!(count("casting the net"), all(&told, "rolls_net").len());
            assert_eq!(count("a first die shows"), all(&told, "rolls_dice_count").len());
            assert_eq!(count("takes back card"), all(&told, "takes_back").len());
            assert_eq!(count("\nRound "), all(&told, "round_begins").len());
            let wounds = all(&told, "wounds");
            let in_prose = numbers_before(&prose, " wound: ") + numbers_before(&prose, " wounds: ");
            assert_eq!(in_prose, total(&wounds, "wounds"), "{scenario:?}, game {game}");
            let rolled: usize = all(&told, "rolls").len();
            assert_eq!(
                count(" against ") - count(" against size ") - count("; now ") - 1,
                rolled,
                "{prose}"
            );
            for entry in told[0]["entrants"].as_array().unwrap() {
                let placed = format!("{} ", entry["name"].as_str().unwrap());
                assert!(count(&placed) >= 3, "{placed} is named:\n{prose}");
            }
        }
    }
}

#[test]
fn every_line_of_json_is_an_event_with_its_fields() {
    let told = events(SCENARIOS[2], 1);
    assert_eq!(told[0]["line"], "opening");
    assert_eq!(told[told.len() - 1]["line"], "end");
    for rolls in all(&told, "rolls") {
        let rolls = &rolls["values"];
        let faces = rolls["faces"].as_array().unwrap();
        let hits = faces.iter().filter(|face| face.as_i64() >= rolls["needed"].as_i64());
        assert_eq!(rolls["hits"], hits.count());
    }
    // Every token counts as life or score of a fighter, or was lost to rocks.
    let outcome = &told[told.len() - 1];
    let wounds = all(&told, "wounds");
    assert_eq!(score(outcome), total(&wounds, "pp"));
}

#[test]
fn the_words_of_the_events_are_the_prose() {
    for scenario in SCENARIOS {
        let (prose, told) = (watch(scenario, 2, &[]), events(scenario, 2));
        // Placements and moves share a line of prose.
        let shared = [Json::from("placed"), Json::from("moves")];
        let alone = told.iter().filter(|event| !shared.contains(&event["kind"]));
        let words = alone.filter_map(|event| event["words"].as_str());
        let mut count = 0;
        for line in words.flat_map(|words| words.split("; ")) {
            assert!(prose.contains(line), "{line}: {prose}");
            count += 1;
        }
        assert!(count > 20, "{scenario:?}: {count}");
    }
}

#[test]
fn the_schema_is_printed_for_all_games_at_once() {
    let schema: Json = serde_json::from_str(&printed(&["schema", "watch"])).unwrap();
    assert!(schema["definitions"].is_object());
    let told = refused(&["schema", "watch", "mad-arena"]);
    assert!(told.contains("leave out mad-arena"), "{told}");
}

#[test]
fn any_game_of_any_seed_can_be_watched() {
    let most = u64::MAX.to_string();
    printed(&["watch", "tests/data/four.toml", "--game", &most, "--seed", &most]);
    let given = ["watch", "tests/data/four.toml", "--seed", "1", "--game", "0"];
    assert_eq!(
        printed(&given[..2]),
        printed(&given),
        "the seed of a run is 1 unless given, and its first game 0"
    );
}

#[test]
fn wrong_input_ends_in_exit_code_2() {
    for arguments in [
        &["watch"][..],
        &["watch", "tests/data/nowhere.toml"],
        &["watch", "tests/data/roster.toml"],
        &["watch", "tests/data/four.toml", "--game", "-1"],
        &["watch", "tests/data/four.toml", "--game", "first"],
        &["watch", "tests/data/four.toml", "--seed", "1.5"],
        &["watch", "tests/data/four.toml", "--set", "rules.rounds=21"],
        &["watch", "tests/data/four.toml", "--strategy", "brave"],
        &["watch", "tests/data/four.toml", "tests/data/teams.toml"],
    ] {
        let output = gong(arguments, 2);
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}

/// Bots of every kind, with the way in which they explain decisions.
const BOTS: [(&str, &str); 7] = [
    ("random", "random: all options are equally likely"),
    ("trained", "the values of its network"),
    ("tests/data/greedy.toml", "features times weights"),
    ("mcts-fast", "search"),
    ("hunter", "score(view, option)"),
    ("coward", "use_charm(view)"),
    ("opening", "choose_card(view)"),
];

#[test]
fn an_explained_game_is_the_same_game() {
    for (bot, how) in BOTS {
        let scenario = ["tests/data/four.toml", "--strategy", bot];
        let plain = events(&scenario, 3);
        let told = watch(&scenario, 3, &["--json", "--explain", "2"]);
        let told: Vec<Json> =
            told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let rest: Vec<&Json> = told.iter().filter(|event| event["kind"] != "decides").collect();
        assert_eq!(rest, plain.iter().collect::<Vec<_>>(), "{bot}");
        let decisions = all(&told, "decides");
        assert!(decisions.len() > 10, "{bot}: {} decisions", decisions.len());
        assert!(decisions.iter().any(|decision| decision["values"]["by"] == how), "{bot}");
        // In prose, the decisions stand between the same lines as in JSON, except that a path has
        // no line.
        let story = |more: &[&str]| -> String {
            let prose = watch(&scenario, 3, more);
            let lines = prose.lines().filter(|line| !line.starts_with("          "));
            let lines: Vec<&str> = lines.collect();
            lines
                .join("\n")
                .replace("\n      moves to ", ", then to ")
                .replace("moves to ", ", then to ")
        };
        let count = |text: &str, words: &str| text.matches(words).count();
        let (explained, whole) = (story(&["--explain", "2"]), story(&[]));
        for words in [", then to ", "rolls ", " LP, ", " plays card ", "lucky charm", "Round "] {
            assert_eq!(count(&explained, words), count(&whole, words), "{bot}: {words}");
        }
        let prose = watch(&scenario, 3, &["--explain", "2"]);
        assert_eq!(count(&prose, " decides by "), decisions.len(), "{bot}");
        assert!(!prose.lines().any(|line| line.trim_end().ends_with('=')), "{bot}");
        assert_eq!(count(&prose, "\n          → "), decisions.len(), "{bot}");
    }
}

#[test]
fn explanations_are_of_what_was_decided() {
    for (bot, _) in BOTS {
        let scenario = ["tests/data/four.toml", "--strategy", bot];
        let told = watch(&scenario, 4, &["--json", "--explain", "1"]);
        let told: Vec<Json> =
            told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let seat_1 = &told[0]["entrants"][0]["entrant"];
        let mut unknown = 0;
        for (at, event) in told.iter().enumerate() {
            if event["kind"] != "decides" {
                continue;
            }
            assert_eq!(event["who"], *seat_1);
            let (event, next) = (&event["values"], &told[at + 1]);
            let options = event["options"].as_array().unwrap();
            let chosen = &options[event["chosen"].as_u64().unwrap() as usize];
            assert!(options.len() >= 2);
            let what = chosen["option"].as_str().unwrap();
            let (next, kind) = (&next["values"], &next["kind"]);
            match kind.as_str().unwrap() {
                "placed" if next["zone"] == 0 => assert_eq!(what, "start in the centre"),
                "placed" => assert_eq!(what, format!("start in zone {}", next["zone"])),
                "chooses" => {
                    assert!(what.starts_with(&format!("card {}", next["card"].as_str().unwrap())))
                }
                "moves" if next["to"] == 0 => assert_eq!(what, "move to the centre"),
                "moves" => assert_eq!(what, format!("move to zone {}", next["to"])),
                "attacks" => {
                    assert!(what.starts_with("strike ") || what.starts_with("shoot at "), "{what}")
                }
                "gives_skull" => assert!(what.starts_with("give the skull to "), "{what}"),
                "uses_charm" => {
                    assert!(what.starts_with("flip a ") || what.starts_with("reroll "), "{what}")
                }
                // If a fighter keeps its lucky charm or ends its turn, the game continues without
                // an event.
                _ => assert!(what == "keep the charm" || what == "end the turn", "{what}"),
            }
            let number = |option: &Json, field: &str| option[field].as_f64();
            if chosen["visits"].is_u64() {
                let visits: u64 =
                    options.iter().map(|option| option["visits"].as_u64().unwrap()).sum();
                assert_eq!(visits, 48, "every playout tries one option");
            } else if let Some(score) = number(chosen, "score") {
                let best = options
                    .iter()
                    .filter_map(|option| number(option, "score"))
                    .fold(f64::MIN, f64::max);
                let scored = event["by"].as_str().unwrap().starts_with("score");
                if scored || bot.ends_with(".toml") {
                    assert_eq!(score, best, "{bot}: {event}");
                }
            } else {
                unknown += 1;
            }
            for option in options.iter().filter(|option| option["features"].is_array()) {
                let parts = option["features"].as_array().unwrap().iter();
                let sum: f64 = parts
                    .map(|part| part["value"].as_f64().unwrap() * part["weight"].as_f64().unwrap())
                    .sum();
                let (score, whim) =
                    (number(option, "score").unwrap(), number(option, "whim").unwrap());
                assert!((sum + whim - score).abs() < 1e-4, "{option}");
            }
        }
        assert_eq!(unknown > 0, ["random", "coward", "opening"].contains(&bot), "{bot}");
    }
}

#[test]
fn only_seats_of_the_line_up_are_explained() {
    for seat in ["0", "5", "-1", "x"] {
        let output = gong(&["watch", "tests/data/four.toml", "--explain", seat], 2);
        assert!(output.stdout.is_empty());
        assert!(!output.stderr.is_empty(), "{seat}");
    }
}

/// Compares both forms of one short game with stored stories. If stories are meant to change, run
/// `INSTA_UPDATE=always cargo test --test all watch` and review the difference.
#[test]
fn a_golden_story() {
    let scenario = ["tests/data/four.toml", "--set", "line-up.draw=2", "--set", "rules.rounds=4"];
    insta::assert_snapshot!("prose", watch(&scenario, 0, &[]));
    insta::assert_snapshot!("json", watch(&scenario, 0, &["--json"]));
}

#[test]
fn a_golden_story_of_mad_arena() {
    let scenario = [
        "tests/data/mad.toml",
        "--set",
        "line-up.fighters=[\"cactus\", \"burdock\", \"baobab\", \"zamioculcas\"]",
    ];
    insta::assert_snapshot!("mad_prose", watch(&scenario, 0, &[]));
    insta::assert_snapshot!("mad_json", watch(&scenario, 0, &["--json"]));
}

#[test]
fn a_golden_story_of_battle_cards() {
    let scenario = ["tests/data/cards.toml", "--strategy", "tests/data/cards-greedy.toml"];
    insta::assert_snapshot!("cards_prose", watch(&scenario, 0, &[]));
    insta::assert_snapshot!("cards_json", watch(&scenario, 0, &["--json"]));
}

#[test]
fn a_golden_story_of_jungle_alert() {
    let scenario = ["tests/data/jungle.toml", "--strategy", "tests/data/jungle-greedy.toml"];
    insta::assert_snapshot!("jungle_prose", watch(&scenario, 0, &[]));
    insta::assert_snapshot!("jungle_json", watch(&scenario, 0, &["--json"]));
}

/// Checks that with trophies as scores neither prose nor JSON mentions popularity points, which
/// belong to the other game.
#[test]
fn each_scoring_has_its_words() {
    for game in 0..4 {
        let (uw, mad) = (SCENARIOS[0], SCENARIOS[5]);
        let prose = watch(mad, game, &[]);
        assert!(prose.contains(" TP") && !prose.contains(" PP"), "{prose}");
        assert!(!prose.contains("first wound"), "{prose}");
        let prose = watch(uw, game, &[]);
        assert!(prose.contains(" PP") && !prose.contains(" TP"), "{prose}");
        let told = events(mad, game);
        assert!(all(&told, "wounds").iter().all(|wounds| wounds["values"].get("pp").is_none()));
        let outcome = &told[told.len() - 1];
        let results = outcome["entrants"].as_array().unwrap().iter();
        // Every trophy belongs to a fighter. The size of that fighter is part of the score, apart
        // from the bonus for the centre.
        let sizes = told[0]["entrants"].as_array().unwrap().iter();
        let fallen = results.filter(|of| !of["measures"]["round_eliminated"].is_null());
        let fallen: Vec<&Json> = fallen.map(|of| &of["entrant"]).collect();
        let sizes: Vec<&Json> = sizes.filter(|entry| fallen.contains(&&entry["entrant"])).collect();
        let bonus = score(outcome) - total(&sizes, "size");
        assert!(bonus.is_multiple_of(3), "{bonus}");
    }
}

/// Checks that `--html` writes one page, and replaces a file only with `--force`.
#[test]
fn a_page_is_written_once() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("game.html");
    let page = page.to_str().unwrap();
    let watch = ["watch", "tests/data/four.toml", "--html", page];
    let told = printed(&watch);
    assert!(told.starts_with("Next: open "), "{told}");
    let written = std::fs::read(page).unwrap();
    let told = refused(&watch);
    assert!(told.contains("exists already"), "{told}");
    printed(&[&watch[..], &["--force"]].concat());
    assert_eq!(std::fs::read(page).unwrap(), written);
    refused(&[&watch[..], &["--json"]].concat());
}

/// Checks that `--html` names a file that may be written, before a game is played.
#[test]
fn a_page_replaces_no_input_and_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["four.toml", "roster.toml"] {
        std::fs::copy(format!("tests/data/{name}"), folder.path().join(name)).unwrap();
    }
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let scenario = at("four.toml");
    for (page, wanted) in [
        (scenario.clone(), "wants a file that ends in .html"),
        (at(""), "wants a file that ends in .html"),
        (at("four.toml/game.html"), "cannot write into"),
    ] {
        let told = refused(&["watch", &scenario, "--html", &page, "--force"]);
        assert!(told.contains(wanted), "{page}: {told}");
    }
    let text = std::fs::read_to_string(&scenario).unwrap();
    assert!(text.contains("title"), "{text}");
}
