//! The title (description of the game): what scenario files, commands and reports need from the
//! game.

use gong::games::title::{Complaint, FieldGroups};
use gong::games::{Declared, Facts, Layers, Words};
use serde_json::json;

use super::recorder::DUTIES;
use super::state::MOST_PORTERS;
use super::{LineUp, NightPass, Porter, Roster, Rules};

/// Night Pass.
pub const NIGHT_PASS: Declared<NightPass, Rules, LineUp, Porter> = Declared {
    facts: Facts {
        name: "night-pass",
        about: "Night Pass: two guides bring a caravan over a mountain in one night, or nobody \
                arrives.",
        edition: "",
        family: "night-pass",
        words: Words { fighter: ["porter", "porters"], thing: ["duty", "duties"] },
        layers: Layers {
            choices: &[FieldGroups { table: &["line-up"], groups: &[&["draw"], &["porters"]] }],
            ..Layers::PLAIN
        },
        roster: include_str!("../scenarios/roster.toml"),
        bots: gong::shipped![
            "tests/toy/strategies": toml "steady" "hasty" "far-sighted"; luau "watchful"
        ],
        scenarios: &[],
        levels: &["random", "hasty", "steady", "far-sighted"],
        reference: None,
        most_fighters: MOST_PORTERS,
        effects: "",
    },
    rules: Rules::default,
    game: NightPass::new,
    measures: |pass, _| pass.measures(),
    things: |_, _| DUTIES.map(str::to_owned).into(),
    check_rules,
    trials: |roster| {
        let twelve: Vec<&String> = roster.fighters.keys().take(MOST_PORTERS).collect();
        vec![json!({ "draw": 9 }), json!({ "porters": twelve })]
    },
};

/// Checks that there is weather, and that enough porters set out.
fn check_rules(
    rules: &Rules,
    _: &Roster,
    line_up: &LineUp,
    written: &dyn Fn(&[&str]) -> bool,
) -> Vec<Complaint> {
    let mut complaints = vec![];
    if rules.pile().is_empty() {
        let what = "there is no weather: one of calm, wind, snow and wolves wants 1 or more";
        complaints.push(Complaint::new(&["rules", "calm"], what));
    }
    let (count, needed) = (line_up.count(), rules.needed);
    if usize::from(needed) > count {
        let too_few = "they would turn back at once";
        complaints.push(if written(&["rules", "needed"]) {
            let what = format!("is {needed}, but only {count} set out: {too_few}");
            Complaint::new(&["rules", "needed"], what)
        } else {
            let field = line_up.draw.map_or("porters", |_| "draw");
            let what =
                format!("only {count} set out, fewer than rules.needed, {needed}: {too_few}");
            Complaint::new(&["line-up", field], what)
        });
    }
    complaints
}
