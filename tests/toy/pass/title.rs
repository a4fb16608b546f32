//! The title (description of the game): what scenario files, commands and reports need from the
//! game.

use std::sync::Arc;

use gong::games::filed::read;
use gong::games::title::{Complaint, FieldGroups, Files, Layers, Shipped, Title, Words};
use gong::simulate::{Company, Playable, Stage};
use serde_json::{Value as Json, json};

use super::state::MOST_PORTERS;
use super::{LineUp, NightPass, Porter, Roster, Rules};

/// Night Pass.
#[derive(Debug)]
pub struct NightPassTitle;

impl Title for NightPassTitle {
    fn name(&self) -> &'static str {
        "night-pass"
    }

    fn about(&self) -> &'static str {
        "Night Pass: two guides bring a caravan over a mountain in one night, or nobody arrives."
    }

    fn family(&self) -> &'static str {
        "night-pass"
    }

    fn words(&self) -> Words {
        Words { fighter: ["porter", "porters"], thing: ["duty", "duties"] }
    }

    gong::of_types! {
        game: NightPass, rules: Rules, line_up: LineUp, fighter: Porter, roster: Roster,
    }

    fn layers(&self) -> Layers {
        Layers {
            choices: &[FieldGroups { table: &["line-up"], groups: &[&["draw"], &["porters"]] }],
            ..Layers::default()
        }
    }

    fn rules(&self) -> String {
        toml::to_string(&Rules::default()).expect("rules are plain data")
    }

    fn roster(&self) -> &'static str {
        include_str!("../scenarios/roster.toml")
    }

    fn bots(&self) -> &'static [Shipped] {
        gong::shipped![
            "tests/toy/strategies":
            "steady"."toml",
            "hasty"."toml",
            "far-sighted"."toml",
            "watchful"."luau",
        ]
    }

    fn levels(&self) -> &'static [&'static str] {
        &["random", "hasty", "steady", "far-sighted"]
    }

    /// Returns nothing, because all porters belong to one party and there are no teams.
    fn teams(&self, _: &[Vec<String>], _: bool) -> Option<Json> {
        None
    }

    fn most_fighters(&self) -> usize {
        MOST_PORTERS
    }

    fn check_rules(&self, files: &Files, _: &dyn Fn(&[&str]) -> bool) -> Vec<Complaint> {
        let (rules, line_up): (Rules, LineUp) = (read(&files.rules), read(&files.line_up));
        let (count, needed) = (line_up.count(), rules.needed);
        let mut complaints = vec![];
        if rules.pile().is_empty() {
            let what = "there is no weather: one of calm, wind, snow and wolves wants 1 or more";
            complaints.push(Complaint::new(&["rules", "calm"], what));
        }
        if usize::from(needed) > count {
            let field = line_up.draw.map_or("porters", |_| "draw");
            let what = format!(
                "only {count} set out, fewer than rules.needed, {needed}: they would turn back at once"
            );
            let fault = Complaint::new(&["line-up", field], what);
            complaints.push(fault.beside(&["rules", "needed"]));
        }
        complaints
    }

    fn trials(&self) -> Vec<Json> {
        let roster: Roster = toml::from_str(self.roster()).expect("the official roster is sound");
        let twelve: Vec<String> = roster.fighters.into_keys().take(MOST_PORTERS).collect();
        vec![json!({ "draw": 9 }), json!({ "porters": twelve })]
    }

    fn open(&self, files: &Files, company: &Company<'_>) -> Arc<dyn Playable> {
        let (rules, roster): (Rules, Roster) = (read(&files.rules), read(&files.roster));
        let pass = NightPass::new(&rules, &roster);
        let dealer = read::<LineUp>(&files.line_up).dealer(&roster);
        let (measures, names) = (pass.measures(), pass.entrant_names());
        Arc::new(Stage::new(pass, &names, dealer, measures, company))
    }
}
