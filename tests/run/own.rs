//! Tests of `gong new`: new files pass `check` and can be played in every game, and no existing
//! file is overwritten.

use std::fs;
use std::path::Path;

use gong::games::{Title, families, titles};
use gong::scenario::Scenario;
use serde_json::Value as Json;

use crate::common::world::World;

/// Returns an empty folder outside any clone of the repository.
fn empty() -> World {
    let world = World::new();
    for entry in fs::read_dir(world.path("")).unwrap() {
        fs::remove_file(entry.unwrap().path()).unwrap();
    }
    world
}

/// Runs a command that must succeed; returns its output.
fn says(world: &World, words: &str) -> String {
    let output = world.typed(words);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the commands that an output suggests to type next.
fn next(told: &str) -> Vec<&str> {
    let commands = told.lines().map(str::trim);
    commands.filter_map(|line| line.strip_prefix("gong ")).collect()
}

/// Returns the key of the first fighter of a game.
fn first(title: &dyn Title) -> String {
    let roster = gong::scenario::official_roster(title).unwrap();
    title.fighters(&roster)[0].key.clone()
}

/// Removes fields from a value, at any depth.
fn forget(json: &mut Json, fields: &[&str]) {
    if let Json::Object(table) = json {
        table.retain(|key, _| !fields.contains(&key.as_str()));
        table.values_mut().for_each(|one| forget(one, fields));
    }
}

#[test]
fn a_new_fighter_of_every_game_is_sound_and_plays() {
    for title in titles() {
        let (world, game) = (empty(), title.name());
        let like = first(title);
        let told = says(&world, &format!("new fighter 'Two Poppies' --like {like} --game {game}"));
        assert!(told.contains("Wrote two-poppies.toml: Two Poppies, a copy of "), "{told}");
        assert!(told.contains(&format!("Wrote {game}-roster.toml: the official roster")));
        let [check, list, run] = next(&told)[..] else { panic!("{told}") };
        let checked = says(&world, check);
        assert!(checked.contains("adds fighters.two-poppies"), "{checked}");
        assert!(says(&world, list).contains("Two Poppies"), "{list}");
        says(&world, &format!("{run} --games 200 --strategy random --out report"));
        let manifest = world.manifest("report");
        let own = manifest.fighters.iter().find(|one| one.key == "two-poppies").unwrap();
        assert!(!own.own.is_empty() && own.printed.is_empty() && own.reconstructed.is_empty());
        let colours = manifest.fighters.iter().filter(|one| one.colour == own.colour);
        assert_eq!(colours.count(), 1, "{game}");
        // The new fighter equals the fighter from which it was copied.
        let roster = &manifest.scenario["roster"]["fighters"];
        let values = |key: &str| {
            let mut fighter = roster[key].clone();
            forget(&mut fighter, &["name", "colour", "printed"]);
            fighter
        };
        assert_eq!(values("two-poppies"), values(&like), "{game}");
    }
}

#[test]
fn a_new_scenario_of_every_game_is_sound_and_plays() {
    for title in titles() {
        let (world, game) = (empty(), title.name());
        let told = says(&world, &format!("new scenario friday --game {game}"));
        let [check, run] = next(&told)[..] else { panic!("{told}") };
        assert!(says(&world, check).starts_with("ok: friday.toml: scenario \"friday\", "));
        says(&world, &format!("{run} --games 20 --strategy random"));
        // The scenario's own bot has learnt it.
        let told = says(&world, &format!("{run} --games 20 --quick --out quick"));
        assert!(!told.contains("No verdict"), "{game}: {told}");
        let text = world.text("friday.toml");
        // The commented rules and examples are valid when the `#` is removed.
        let (_, rules) = text.split_once("\n[rules]\n").unwrap();
        let (rules, _) = rules.split_once("\n\n").unwrap();
        let every_rule = title.rules().lines().filter(|line| line.contains(" = ")).count();
        assert_eq!(rules.lines().count(), every_rule, "{game}: {rules}");
        let of_first = format!("# {}.", first(title));
        let is_example = |line: &str| line.contains("seats.1 = ") || line.starts_with(&of_first);
        // A rule inside a table, such as `# boss.life.one = 10`.
        let is_inside =
            |line: &str| line.starts_with("# ") && line[2..].contains('.') && rules.contains(line);
        let uncomment = |line: &str| match is_example(line) || is_inside(line) {
            true => format!("{}\n", line.trim_start_matches("# ")),
            false => format!("{line}\n"),
        };
        assert_eq!(text.lines().filter(|line| is_example(line)).count(), 2, "{text}");
        let uncommented: String = text.lines().map(uncomment).collect();
        world.write("friday.toml", &uncommented);
        says(&world, check);
    }
}

#[test]
fn a_new_bot_of_every_game_and_kind_is_sound_and_plays_as_it_begins() {
    for title in families() {
        let (world, game) = (empty(), title.name());
        says(&world, &format!("new scenario friday --game {game}"));
        let results = |bot: &str| {
            says(
                &world,
                &format!("run friday.toml --games 6 --force --out report --strategy {bot}"),
            );
            let manifest = world.manifest("report");
            let rates = world.tables_of("report", &["win_rates"]).0.remove(0);
            (format!("{:?}", rates.column("wins").unwrap()), manifest.games)
        };
        for bot in title.bots().iter().filter(|bot| !bot.name.contains("strong")) {
            let new = format!("new bot my-{} --like {} --game {game}", bot.name, bot.name);
            if bot.name.starts_with("trained") {
                assert!(world.refuses(&new).contains("gong train SCENARIO"), "{new}");
                continue;
            }
            let told = says(&world, &new);
            let check = next(&told)[0].to_owned();
            assert!(says(&world, &check).starts_with("ok: my-"), "{check}");
            let file = check.split_whitespace().last().unwrap();
            if !bot.name.contains("mcts") {
                assert_eq!(results(file), results(bot.name), "{file}");
            }
        }
    }
}

#[test]
fn a_new_bot_is_of_the_first_game_that_has_the_copied_one() {
    let world = empty();
    let told = says(&world, "new bot mine --like careful");
    assert!(told.starts_with("Wrote mine.toml: "), "{told}");
    let told = says(&world, "new bot copy --like mine.toml");
    assert!(told.starts_with("Wrote copy.toml: "), "{told}");
    let told = world.refuses("new bot other --like carefull");
    let wanted = "--like carefull: there is no strategy `carefull`; did you mean `careful`?";
    assert!(told.contains(wanted), "{told}");
}

#[test]
fn a_new_bot_begins_with_a_weight_for_every_feature() {
    for title in titles() {
        let (world, game) = (empty(), title.name());
        let told = says(&world, &format!("new bot plain --game {game}"));
        assert!(told.contains("Wrote plain.toml: a bot that starts as a copy of "), "{told}");
        let text = world.text("plain.toml");
        for feature in title.features() {
            let weight = format!("\n{} = ", feature.name);
            assert!(text.contains(&weight), "{weight}: {text}");
        }
        says(&world, "check plain.toml");
    }
}

#[test]
fn the_commands_after_a_new_bot_work() {
    for title in families() {
        let (world, game) = (empty(), title.name());
        says(&world, &format!("new scenario friday --game {game}"));
        // The name of a shipped bot.
        let told = says(&world, &format!("new bot trained --game {game}"));
        let run = next(&told)[1].replace("SCENARIO", "friday.toml");
        says(&world, &format!("{run} --games 60 --out report"));
    }
}

#[test]
fn a_fighter_joins_a_scenario_of_one_s_own_wherever_it_stands() {
    let world = World::new();
    fs::create_dir(world.path("below")).unwrap();
    let told =
        says(&world, "new fighter Poppy --like cactus --scenario four.toml -o below/poppy.toml");
    assert!(!told.contains("official"), "{told}");
    let text = world.text("below/poppy.toml");
    for line in [
        "roster = \"../roster.toml\"",
        "strategy = \"random\"",
        "title = \"Four at random, the tests' own, with Poppy\"",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    says(&world, "run below/poppy.toml --games 20");
    // Creates a new fighter from the first fighter, in a scenario that uses the new fighter, with a
    // bot from a file.
    let told =
        says(&world, "new fighter lily --like cactus --scenario mad.toml -o below/lily.toml");
    let text = world.text("below/lily.toml");
    assert!(text.contains("strategy = \"../greedy.toml\""), "{told}{text}");
    says(&world, "new fighter rose --like poppy --scenario below/poppy.toml");
    assert!(says(&world, "check rose.toml").contains("adds fighters.poppy, fighters.rose"));
    // If the line-up lists its fighters, the new fighter does not play, and the output says so.
    let told = says(&world, "new fighter Rex --like tempo --scenario jungle.toml");
    let note = "note: rex does not play yet, because the line-up lists its heroes; add rex there";
    assert!(told.contains(note), "{told}");
}

#[test]
fn in_a_clone_the_roster_is_the_clone_s() {
    let world = World::new();
    for folder in ["scenarios/ultimate-warriorz", "mine/more"] {
        fs::create_dir_all(world.path(folder)).unwrap();
    }
    for (from, to) in [("roster.toml", "roster.toml"), ("roster.toml", "scenario.schema.json")] {
        fs::copy(world.path(from), world.path("scenarios/ultimate-warriorz").join(to)).unwrap();
    }
    let told = says(&world, "new fighter Poppy --like cactus -o mine/more/poppy.toml");
    assert!(!told.contains("official"), "{told}");
    let text = world.text("mine/more/poppy.toml");
    let folder = "../../scenarios/ultimate-warriorz";
    assert!(text.starts_with(&format!("#:schema {folder}/scenario.schema.json\n")), "{text}");
    assert!(text.contains(&format!("\nroster = \"{folder}/roster.toml\"\n")), "{text}");
    says(&world, "check mine/more/poppy.toml");
}

#[test]
fn wrong_wishes_are_refused_and_nothing_is_touched() {
    let world = World::new();
    world.write("there.toml", "dear");
    world.write("there.luau", "dear");
    world.write("wrong.toml", "title = \"x\"\ngame = \"ultimate-warriorz\"\nroster = \"nowhere.toml\"\nline-up.draw = 4\n");
    let full: String = (0..57).map(|i| format!("[fighters.f{i}]\nname = 'F{i}'\ncolour = '#000000'\nsize = 5\ndefense = 5\ncards.1 = {{ defense = 4 }}\n")).collect();
    let four = world.text("four.toml");
    world.write("full.toml", &(four + &full.replacen("[fighters.f56]", "[fighters.agaric]", 1)));
    let rows = "
        fighter there --like cactus => there.toml: exists already, and is never replaced
        scenario there => there.toml: exists already
        bot there => there.toml: exists already
        bot there --like hunter => there.luau: exists already
        fighter x --like cactsu => --like cactsu: there is no fighter `cactsu`; did you mean `cactus`?
        fighter x --like batmann => --like batmann: there is no fighter `batmann`; did you mean `batman`?
        fighter x --like cactsu --game mad-arena => --like cactsu: there is no fighter `cactsu`; did you mean `cactus`?
        fighter cactus --like agaric => the roster has a fighter `cactus` already
        fighter Löwe --like agaric => `Löwe` gives no valid key: wants at most 32 letters from a to z, digits, spaces and hyphens;
        fighter ../x --like agaric => `../x` is not a valid name
        fighter x --like agaric --game mad-areno => did you mean `mad-arena`?
        fighter x --like agaric --game mad-arena --scenario four.toml => cannot be used with
        fighter x --like agaric --scenario wrong.toml => wrong.toml:3:1: roster: nowhere.toml cannot be read
        fighter x --like agaric --scenario full.toml => has 65 entries; wants at most 64
        fighter x --like agaric -o x.luau => wants a file that ends in .toml
        fighter x --like agaric -o nowhere/x.toml => there is no folder nowhere
        fighter x => --like
        bot x --like balancd => --like balancd: there is no strategy `balancd`; did you mean `balanced`?
        bot x --like random => has no settings to change
        bot x --like hunter -o x.toml => wants a file that ends in .luau
        scenario \u{a0} => is not a valid
        scenario ??? => `???` is not a valid name
        bot x9.toml => wants a name without ending";
    world.refuses_each("new", rows);
    let told = world.gong(&["new", "scenario", ""], 2).stderr;
    assert!(String::from_utf8_lossy(&told).contains("`` is not a valid name"));
}

#[test]
fn a_copy_of_every_shipped_scenario_plays_the_same_game() {
    for title in titles() {
        let (world, game) = (empty(), title.name());
        for shipped in title.scenarios() {
            let key = shipped.name;
            says(
                &world,
                &format!("new scenario 'My table' --like {key} --game {game} -o {key}.toml"),
            );
            let scenario = |path: &Path| Scenario::load(path, &[]).unwrap();
            let copy = scenario(&world.path(&format!("{key}.toml")));
            let original = scenario(shipped.path());
            assert_eq!(copy.title, "My table");
            assert_eq!(copy.description, original.description, "{key}");
            assert_eq!(copy.rules, original.rules, "{key}");
            assert_eq!(copy.line_up, original.line_up, "{key}");
            assert_eq!(copy.roster, original.roster, "{key}");
            assert_eq!(copy.strategies, original.strategies, "{key}");
        }
        let listed = says(&world, &format!("list scenarios {game}"));
        assert_eq!(listed.lines().count(), title.scenarios().len());
    }
    let world = empty();
    let told = world.refuses("new scenario mine --like tribal-rumbel");
    assert!(told.contains("did you mean `tribal-rumble`?"), "{told}");
}
