//! What every game keeps.

#[path = "common/counting.rs"]
#[allow(dead_code, reason = "nobody asks for the peak here")]
mod counting;
#[path = "common/every_title.rs"]
mod every_title;

use std::path::Path;

use gong::games::{families, titles};
use gong::scenario::schema;

#[global_allocator]
static ALLOCATOR: counting::Counting = counting::Counting;

#[test]
fn the_shipped_scenarios_are_sound() {
    for title in titles() {
        let folder = Path::new("scenarios").join(title.name());
        let mut count = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_scenario = path.extension().is_some_and(|kind| kind == "toml");
            if is_scenario && !path.ends_with("roster.toml") {
                let scenario = gong::scenario::Scenario::load(&path, &[]);
                scenario.unwrap_or_else(|faults| panic!("{faults}"));
                count += 1;
            }
        }
        assert!(count > 0, "{} has a scenario", title.name());
    }
}

/// With `GONG_BLESS=1` they are written again.
#[test]
fn what_editors_complete_from_is_up_to_date() {
    let bless = std::env::var_os("GONG_BLESS").is_some();
    let mut files = vec![];
    for title in titles() {
        let folder = Path::new("scenarios").join(title.name());
        files.push((folder.join("scenario.schema.json"), schema::scenario(title)));
        files.push((folder.join("roster.schema.json"), schema::roster(title)));
    }
    for title in families() {
        let folder = Path::new("strategies").join(title.family());
        files.push((folder.join("strategy.schema.json"), schema::strategy(title)));
        files.push((folder.join("gong.d.luau"), schema::script(title)));
    }
    for (path, text) in files {
        if bless {
            std::fs::write(&path, &text).unwrap();
        }
        let shipped = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            shipped == text,
            "{}: GONG_BLESS=1 writes it again",
            path.display()
        );
    }
}
