//! Tables to play at, over the tests' own roster and bots, so that tuning the shipped ones changes nothing here.

use std::path::Path;

use gong::scenario::Scenario;

/// The scenario of these lines, which come after title, game and roster.
pub fn scenario(lines: &str) -> Scenario {
    let text = format!(
        "title = \"Test\"\ngame = \"ultimate-warriorz\"\nroster = \"roster.toml\"\n{lines}\n"
    );
    Scenario::from_text(Path::new("tests/data/scenario.toml"), &text, &[])
        .unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}
