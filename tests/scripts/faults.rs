//! Tests of faulty scripts: a fault ends the run with the script's path, the line and the game.

use gong::simulate::FailedGame;

use super::world::{Script, run};
use crate::common::program::GONG;

#[test]
fn what_is_wrong_at_first_sight_is_a_fault_of_the_file() {
    for (text, wanted) in [
        (
            "",
            "bot.luau:1:1: has neither a function score(view, option) nor choose_zone(view), \
             choose_card(view), choose_step(view), use_charm(view)",
        ),
        ("local function score() return 0 end", "bot.luau:1:16: `score` must not be local"),
        (
            "function score() return 0 end\nfunction choose_turn(view) end",
            "bot.luau:2:10: gong never calls `choose_turn`, only score, choose_zone, choose_card,",
        ),
        ("function score(view, option)", "bot.luau:1:1: Expected 'end'"),
        ("local a = 1\nlocal b = = 2", "bot.luau:2:9: Expected identifier"),
        ("score = 3", "bot.luau:1:1: `score` is 3; wants a function"),
        (
            "function score() end\nuse_charm = {}",
            "bot.luau:2:1: `use_charm` is a table; wants a function",
        ),
        (
            "function choose_card() end",
            "bot.luau:1:1: has neither a function score(view, option) nor choose_zone(view)",
        ),
        (
            "function choose_card() end function choose_zone() end function choose_step() end",
            "nor use_charm(view)",
        ),
        (
            "function score() return 0 end\n\nfunction choose_crad(view) end",
            "bot.luau:3:10: gong never calls `choose_crad`; did you mean `choose_card`?",
        ),
        (
            "local n = 1\nfunction scor(view, option) return n end",
            "bot.luau:2:10: gong never calls `scor`; did you mean `score`?",
        ),
        (
            "\nlocal x = nil + 1\nfunction score() end",
            "bot.luau:2:1: attempt to perform arithmetic (add) on nil and number",
        ),
        ("\n\nerror('no')", "bot.luau:3:1: no"),
        ("\nwhile true do end", "or at the start of the script"),
        ("x = require('os')", "bot.luau:1:5: there is no `require`"),
        (
            "function score() return 0 end\nlocal w = feature",
            "bot.luau:2:11: there is no `feature`; did you mean `features`?",
        ),
    ] {
        let faults = Script::new(text).faults().expect(text);
        assert!(faults.starts_with("bot.luau:"), "{faults}");
        assert!(faults.contains(wanted), "{text}\n{faults}");
    }
}

/// Faults during play: the script, the line, and the message.
const FAILURES: &[(&str, usize, &str)] = &[
    ("function score(view, option)\n  while true do end\nend", 2, "does not come to an end"),
    (
        "function score(view, option)\n  local n = 0\n  for i = 1, 1e9 do n += i end\n  return n\nend",
        3,
        "does not come to an end",
    ),
    ("local function f() return f() end\nfunction score() return f() end", 1, "stack overflow"),
    ("function score(view, option)\n  return score(view, option) + 1\nend", 2, "stack overflow"),
    (
        "function score()\n  local t = {}\n  while true do table.insert(t, { 1, 2, 3 }) end\nend",
        3,
        "",
    ),
    ("function score()\n  local s = 'x'\n  while true do s = s .. s end\nend", 3, ""),
    (
        "function score()\n  return #string.rep('x', 1e9)\nend",
        2,
        "string.rep: makes texts of 10000 letters at most",
    ),
    (
        "function score()\n  return #table.create(1e9)\nend",
        2,
        "table.create: makes lists of 10000 entries at most",
    ),
    (
        "function score()\n  local s = string.rep('a', 5000)\n  s = s:gsub('a', s)\n  return #s\nend",
        3,
        "does not come to an end",
    ),
    (
        "local s = string.rep('a', 10000)\n\nfunction score()\n  local t = table.create(10000, s)\n  return #table.concat(t, s)\nend",
        5,
        "table.concat: makes texts of 10000 letters at most",
    ),
    (
        "function score()\n  local s = string.rep('a', 50)\n  return #s:gsub(string.rep('a*', 40) .. 'b', '')\nend",
        3,
        "does not come to an end",
    ),
    (
        "function score(view)\n  return view.me.lp + view.mine\nend",
        2,
        "the view has no field `mine`",
    ),
    (
        "function score(view)\n  return view.round + view.ruond\nend",
        2,
        "the view has no field `ruond`; did you mean `round`?",
    ),
    ("function score(view)\n  return view.me.ll\nend", 2, "a fighter has no field `ll`"),
    (
        "function score(view)\n  return view.me.qqqqqqqq\nend",
        2,
        "a fighter has no field `qqqqqqqq`; known: `",
    ),
    (
        "function choose_card(view)\n  return view.options[1].card.initiativ\nend\nfunction score() return 0 end",
        2,
        "a card has no field `initiativ`; did you mean `initiative`?",
    ),
    (
        "function score(view)\n  return if view.rules.roundz then 1 else 0\nend",
        2,
        "view.rules has no field `roundz`; did you mean `rounds`?",
    ),
    ("function score(view, option)\n  return option.wnds\nend", 2, "an option has no field `wnds`"),
    ("function score(view, option)\n  return option['dan' .. 'ger']\nend", 2, "write `danger` out"),
    (
        "function score(view, option)\n  return option.target.lp\nend",
        2,
        "attempt to index nil with 'lp'",
    ),
    ("function score(view, option)\nend", 1, "score(…) scored option 1 of "),
    ("function score(view, option)\n  return 0 / 0\nend", 1, "with nan; wants a number"),
    ("function score(view, option)\n  return '7'\nend", 1, "with a string; wants a number"),
    ("function score(view, option)\n  return option\nend", 1, "with a table; wants a number"),
    (
        "local s = 0\nfunction score() return s end\nfunction choose_zone(view)\nend",
        3,
        "choose_zone(…) answered nil; wants one of view.options, or its number, 1 to ",
    ),
    (
        "function score() return 0 end\nfunction choose_card(view) return 0 end",
        2,
        "answered 0; wants",
    ),
    (
        "function score() return 0 end\nfunction choose_card(view) return 99 end",
        2,
        "answered 99; wants",
    ),
    (
        "function score() return 0 end\nfunction choose_card(view) return 1.5 end",
        2,
        "answered 1.5; wants",
    ),
    (
        "function score() return 0 end\nfunction choose_card(view) return 0/0 end",
        2,
        "answered nan; wants",
    ),
    (
        "function score() return 0 end\nfunction choose_card(view) return true end",
        2,
        "answered true; wants",
    ),
    (
        "function score() return 0 end\nfunction choose_card(view) return {} end",
        2,
        "a table that is no option",
    ),
    (
        "function score() return 0 end\nfunction choose_card(view) return view.me end",
        2,
        "a table that is no option",
    ),
    (
        "function score() return 0 end\nlocal kept\nfunction choose_zone(view) kept = view.options[#view.options] return kept end\nfunction choose_step(view) return { index = 1 } end",
        4,
        "a table that is no option",
    ),
    (
        "function score() return 0 end\nlocal kept = {}\nfunction choose_card(view) table.insert(kept, view.options[#view.options]) return kept[1] end",
        3,
        "answered ",
    ),
    (
        "function score() return 0 end\nfunction choose_step(view)\n  return best(view)\nend",
        3,
        "best: wants the view, and a function",
    ),
    (
        "function score() return 0 end\nfunction choose_step(view)\n  return best(view, function() end)\nend",
        3,
        "this function scored option 1 of ",
    ),
    (
        "function score(view, option)\n  return weigh(option, { wonds = 1 })\nend",
        2,
        "an option has no field `wonds`",
    ),
    (
        "function score(view, option)\n  return weigh(option)\nend",
        2,
        "weigh: wants an option and a table of weights",
    ),
    ("function score(view, option)\n  return hit(view, 3) and 1 or 0\nend", 2, ""),
    (
        "local kept = {}\nfunction score(view)\n  for i, it in view.options do kept[i] = it end\n  return kept[#kept].danger\nend",
        4,
        "this option was offered in an earlier decision",
    ),
    ("function score()\n  error('I give up')\nend", 2, "I give up"),
    ("function score()\n  assert(false, 'so it is not')\nend", 2, "so it is not"),
    ("function score()\n  error()\nend", 2, ""),
];

#[test]
fn every_failure_names_script_line_and_game() {
    for &(text, line, what) in FAILURES {
        let script = Script::new(text);
        assert_eq!(script.faults(), None, "{text}");
        let failed: FailedGame = script.play(5).expect_err(text);
        let told = failed.to_string();
        assert!(failed.failure.what().contains(what), "{text}\n{told}");
        assert!(!told.contains("prelude"), "{told}");
        assert_eq!(failed.failure.line(), line, "{text}\n{told}");
        let place = format!("bot.luau:{line}: ");
        assert!(told.contains(&place), "{told}");
        assert!(
            told.contains(&format!(
                "(in game {} of seed 1, round {}, playing ",
                failed.game, failed.round
            )),
            "{told}"
        );
        // The same script fails again in the same game, for another player.
        let again = script.simulation("draw = 4").worker().play(1, failed.game).map(drop);
        assert_eq!(*again.unwrap_err(), failed);
    }
}

#[test]
fn the_first_game_that_fails_is_the_one_that_is_named() {
    // Some games fail, early or late.
    let script = Script::new(
        "function score()\n  if random() < 0.0001 then error('boom') end\n  return random()\nend",
    );
    let simulation = script.simulation("draw = 4");
    let told = |threads| run(&simulation, 2_000, threads).unwrap_err().to_string();
    let one = told(1);
    assert!(one.contains("bot.luau:2: boom (in game "), "{one}");
    for threads in [2, 3, 7, 1] {
        assert_eq!(told(threads), one, "{threads} threads");
    }
}

fn gong(arguments: &[&str]) -> std::process::Output {
    let mut gong = std::process::Command::new(GONG);
    gong.args(arguments).output().unwrap()
}

#[test]
fn a_failing_script_ends_the_run_and_writes_nothing() {
    let script = Script::new(
        "function score(view)\n  if view.round == 3 then error('I give up') end\n  return random()\nend",
    );
    let (folder, bot) = (tempfile::tempdir().unwrap(), script.path.to_str().unwrap());
    let out = folder.path().join("report");
    let arguments =
        ["run", "tests/data/four.toml", "--games", "500", "--rows", "--strategy", bot, "--out"];
    let output = gong(&[&arguments[..], &[out.to_str().unwrap()]].concat());
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(
        told.contains("bot.luau:2: I give up (in game 0 of seed 1, round 3, playing "),
        "{told}"
    );
    let advice = format!("gong watch tests/data/four.toml --strategy {bot} --seed 1 --game 0");
    assert!(told.contains(&advice), "{told}");
    assert!(output.stdout.is_empty());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");

    let output = gong(&["watch", "tests/data/four.toml", "--strategy", bot]);
    let (story, told) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("bot.luau:2: I give up (in game 0 of seed 1, round 3"), "{told}");
    assert!(story.contains("Round 2 of"), "the story goes as far as the game does:\n{story}");

    let broken = Script::new("function score(");
    let output =
        gong(&["run", "tests/data/four.toml", "--strategy", broken.path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("bot.luau:1:1: "));
}

#[test]
fn check_plays_a_script_and_tells_its_faults() {
    let check = |text: &str| {
        let script = Script::new(text);
        let output = gong(&["check", script.path.to_str().unwrap()]);
        (
            output.status.code().unwrap(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let (code, told, _) = check("-- Does nothing much. Nor well.\nfunction score() return 0 end");
    assert_eq!(code, 0);
    assert!(
        told.contains(
            "bot.luau: script for ultimate-warriorz, mad-arena, battle-cards and jungle-alert: \
             does nothing much, "
        ) && told.contains(" decisions tried"),
        "{told}"
    );
    // The script fails only in a late round, or only in one kind of decision.
    for (text, wanted) in [
        (
            "function score(view)\n  return if view.round == 7 then nil else random()\nend",
            "bot.luau:1:1: score(…) scored option 1",
        ),
        (
            "function score() return random() end\nfunction use_charm(view)\n  return view.attacker.nothing\nend",
            "bot.luau:3:24: ",
        ),
        ("function score(", "bot.luau:1:1: "),
        // Several games know all names of this script except the misspelt one.
        (
            "function score(view, option)\n  return option.wounsd\nend",
            "bot.luau:2:17: an option has no field `wounsd`; did you mean `wounds`? (as a script for \
             ultimate-warriorz and mad-arena)",
        ),
        // The fields decide between games, not a function of the same name as in another game.
        (
            "function score(view, option)\n  return option.win\nend\nfunction choose_action() end",
            "bot.luau:4:10: gong never calls `choose_action`, only score, begin_mission, ",
        ),
    ] {
        let (code, _, told) = check(text);
        assert_eq!(code, 2, "{told}");
        assert!(told.contains(wanted), "{told}");
    }
    // Local variables may have the names of fields of other games.
    let (code, told, _) = check(
        "function score(view, option)\n  local danger, rival = 1, 2\n  local points = 2 * option.kill + option.hit\n  return points + danger + rival\nend",
    );
    assert_eq!(code, 0, "{told}");
    let wanted = "bot.luau: script for battle-cards: no description, ";
    assert!(told.contains(wanted), "{told}");
    // Faults that differ only in the number of options are one fault.
    let (_, _, told) = check(
        "function score(view, option)\n  return if option.index == 2 then nil else option.danger\nend",
    );
    assert_eq!(told.lines().count(), 1, "{told}");
    // Two faults in two places of a script are both reported.
    let (_, _, told) = check(
        "function score() return 0 end\nfunction choose_card() end\nfunction choose_zone(view)\n  if random() < 0.5 then error('x') end\n  return 1\nend",
    );
    assert!(told.contains(":2:1: ") && told.contains(":4:3: x"), "{told}");
}
