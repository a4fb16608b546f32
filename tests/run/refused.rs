//! Tests that invalid input is refused before any game: exit code 2, a message that names the place
//! of the error, and no file written or changed.

use std::fs;

use crate::common::world::World;

#[test]
fn wrong_usage_and_input_end_in_2_and_leave_everything_as_it_was() {
    let world = World::new();
    world.run("earlier", &["four.toml", "--games", "20"]);
    fs::create_dir(world.path("foreign")).unwrap();
    world.write("foreign/thesis.txt", "dear");
    fs::create_dir(world.path("mine")).unwrap();
    fs::copy(world.path("four.toml"), world.path("mine/four.toml")).unwrap();
    world.write("wrong.toml", "title = \"x\"\ngame = \"ultimate-warriorz\"\nroster = \"roster.toml\"\n[line-up]\ndraw = 9\n");
    world.write("weights.toml", "kind = \"greedy\"\n[weights]\nkils = 1\n");
    world.write("not-a-bot.toml", "x = 1\n");
    let touched = world.touched();
    let rows = "
        four.toml --games 0 => --games
        four.toml --games many => --games
        four.toml --games -3 => for '--games <
        four.toml --games 1.5k => --games
        four.toml --precision 2 => --precision
        four.toml --precision 0 => --precision
        four.toml --precision -0.1 => for '--precision <
        four.toml --precision nan => --precision
        four.toml --level 100% => --level
        four.toml --level 50% => wants 50.1% to 99.9999%
        four.toml --level 99.99999999999999% => wants 50.1% to 99.9999%
        four.toml --threads 0 => --threads
        four.toml --threads -1 => for '--threads <
        four.toml --seed -1 => for '--seed <
        four.toml --seed x => --seed
        four.toml --gmaes 5 => --games
        => SCENARIO
        no-such.toml => no-such.toml: cannot be read
        wrong.toml => wrong.toml:5:1: line-up.draw
        roster.toml => roster.toml: is a roster, not a scenario;
        weights.toml => weights.toml: is a strategy file, not a scenario; use it with --strategy
        mine => mine is a folder, and only the folder of a report
        four.toml --set rules.round=8 => did you mean `rounds`?
        four.toml --set rules.rounds=80 => --set rules.rounds=80
        four.toml --set rules.rounds => --set rules.rounds
        four.toml --set rules.rounds=5 --set rules.rounds=12 => --set gives rules.rounds twice; remove one of them
        four.toml --set fighters.agarik.size=3 => agarik
        four.toml --strategy agressive => did you mean `aggressive`?
        four.toml --strategy fighters.agarik=random => did you mean `agaric`?
        four.toml --strategy seats.5=random => seats.5
        four.toml --strategy teams.1=random => teams
        four.toml --strategy nobody.1=random => nobody";
    world.refuses_each("run --out earlier", rows);
    let rows = "
        four.toml no-such.toml --games 20 => no-such.toml: cannot be read
        four.toml wrong.toml => wrong.toml:5:1: line-up.draw
        four.toml --strategy four.toml => four.toml: is a scenario, not a strategy file
        four.toml --strategy no-such.toml => no-such.toml
        four.toml --strategy weights.toml => did you mean `kills`?
        four.toml --strategy not-a-bot.toml => not-a-bot.toml:
        four.toml --out foreign => foreign contains other files
        four.toml --out four.toml => four.toml is a file
        four.toml --out four.toml/x => four.toml is a file
        four.toml --out four.toml/report => four.toml
        four.toml --out . => is in use and cannot be replaced
        four.toml --out / => /
        four.toml teams.toml --out both => --out
        four.toml mine/four.toml => would both be written into one folder
        four.toml teams.toml four.toml => would both be written into one folder";
    world.refuses_each("run", rows);
    world.refuses_each("watch four.toml", "--game -1 => for '--game <");
    assert_eq!(world.touched(), touched);
}
