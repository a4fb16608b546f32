//! Runs the tests that every game must pass on every shipped game.

use std::path::Path;

use gong::games::titles;

use crate::common::{every_title, frame, replays};

#[test]
fn the_shipped_scenarios_are_sound() {
    let frame = frame::Frame::printed();
    for title in titles() {
        let folder = Path::new("scenarios").join(title.name());
        let mut count = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_scenario = path.extension().is_some_and(|kind| kind == "toml");
            if is_scenario && !path.ends_with("roster.toml") {
                let scenario = gong::scenario::Scenario::load(&path, &[]);
                scenario.unwrap_or_else(|faults| panic!("{faults}"));
                let random = ["strategy = \"random\"".to_owned()];
                let scenario = gong::scenario::Scenario::load(&path, &random).unwrap();
                let lines = every_title::story(&scenario.open(), title, 0);
                let checked = frame.check(&lines);
                checked.unwrap_or_else(|wrong| panic!("{}: {wrong}", path.display()));
                let replay = replays::replay_of(&scenario.open(), title, 0);
                let checked = replays::check(&scenario.open(), &replay, 0);
                checked.unwrap_or_else(|wrong| panic!("{}: {wrong}", path.display()));
                count += 1;
            }
        }
        // The program contains every scenario of the folder.
        assert_eq!(count, title.scenarios().len(), "{}", title.name());
        assert!(title.scenarios().iter().all(|shipped| shipped.path().exists()));
    }
}
