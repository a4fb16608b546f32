//! Tests of bots that fail in a game: the error message, and the command that shows the game.

use crate::common::world::World;

/// A script that fails in a late round if a fighter has few life points left.
const BAD: &str = "function score(view, option)
  if view.round >= 3 and view.me.lp <= 2 then error('cannot go on') end
  return option.wounds
end
";
/// A script that fails in round 8, which games of seven rounds do not reach.
const LATE: &str = "function score(view, option)
  if view.round >= 8 then error('is tired') end
  return 0
end
";

#[test]
fn the_command_that_is_advised_shows_the_game_that_failed() {
    let world = World::new();
    world.write("bad.luau", BAD);
    world.write("late.luau", LATE);
    world.write("mixed.toml", "title = \"Mixed\"\ngame = \"ultimate-warriorz\"\nroster = \"roster.toml\"\nstrategy = \"random\"\n[line-up]\nteams = [[\"agaric\", \"baobab\"], [\"bonzai\", \"sorgho\"]]\n[strategies]\nfighters.sorgho = \"greedy.toml\"\n");
    world.write("list.toml", "title = \"List\"\ngame = \"ultimate-warriorz\"\nroster = \"roster.toml\"\nstrategy = [\"random\", \"bad.luau\"]\n[line-up]\ndraw = 4\n");
    for (command, wanted) in [
        ("run four.toml --strategy seats.2=bad.luau", "four.toml --strategy seats.2=bad.luau"),
        ("run four.toml --strategy random,bad.luau,balanced", "four.toml --strategy bad.luau"),
        (
            "run list.toml --set rules.rocks=[]",
            "list.toml --set 'rules.rocks=[]' --strategy bad.luau",
        ),
        (
            "compare four.toml --variant rules.rounds=4 --variant rules.rounds=9 --strategy late.luau",
            "four.toml --set rules.rounds=9 --strategy late.luau",
        ),
        (
            "compare teams.toml --set rules.rounds=9 --strategy fighters.sorgho=bad.luau",
            "teams.toml --strategy fighters.sorgho=bad.luau",
        ),
        (
            "sweep four.toml --vary rules.rounds=6..9 --vary line-up.draw=2,3 --set rules.zones=5 --strategy late.luau",
            "four.toml --set rules.zones=5 --set rules.rounds=8 --set line-up.draw=2 --strategy late.luau",
        ),
        (
            "sensitivity four.toml --fighter agaric --strategy bad.luau",
            "four.toml --strategy bad.luau",
        ),
        (
            "pairings four.toml --set line-up.draw=4 --strategy bad.luau --seed 3",
            "four.toml --set 'line-up.teams=[[",
        ),
        ("pairings teams.toml --strategy teams.2=bad.luau", "per-team"),
        ("pairings mixed.toml --team-size 3,2 --strategy fighters.agaric=bad.luau", "per-fighter"),
        ("ladder four.toml --strategy random,balanced,bad.luau", "four.toml --strategy "),
        ("ladder mixed.toml --strategy bad.luau,random --seed 2", "mixed.toml --strategy "),
        (
            "ladder teams.toml --strategy random,balanced,aggressive,cautious,bad.luau",
            "--strategy teams.2=",
        ),
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        let output = world.gong(&[&words[..], &["--games", "4k", "--out", "out"]].concat(), 2);
        let told = String::from_utf8(output.stderr).unwrap();
        let (failed, advice) = told.trim_end().split_once("; to see it: gong ").expect(&told);
        assert!(advice.starts_with("watch ") && advice.contains(wanted), "{command}: {told}");
        let seen = world.typed(advice);
        assert_eq!(seen.status.code(), Some(2), "{command}: {told}");
        assert_eq!(String::from_utf8_lossy(&seen.stderr).trim_end(), failed, "{command}");
        assert!(!world.path("out/report.html").exists(), "{command}");
    }
}
