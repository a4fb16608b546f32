//! The title (description of the game): what scenario files, commands and reports need from the
//! game.

use std::sync::Arc;

use gong::games::filed::{read, sound};
use gong::games::title::{
    Complaint, FieldGroups, FighterValue, Files, Layers, Profile, Seating, Shipped, Title, Words,
};
use gong::simulate::Company;
use gong::simulate::Playable;
use gong::simulate::Stage;
use gong::simulate::dealer::{Dealer, Sides};
use gong::words::stranger;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::state::{GUIDES, MOST_PORTERS};
use super::{NightPass, Roster, Rules};

/// Night Pass.
#[derive(Debug)]
pub struct NightPassTitle;

const BOTS: &[Shipped] = gong::shipped![
    "tests/toy/strategies":
    "steady"."toml",
    "hasty"."toml",
    "far-sighted"."toml",
    "watchful"."luau",
];

/// N-1.1: who sets out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LineUpFile")]
pub struct LineUp {
    /// So many porters, drawn at random for each game, all equally often.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 2, max = 12))]
    pub draw: Option<u8>,
    /// These porters in every game, the first half led by guide 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 2, max = 12))]
    pub porters: Option<Vec<String>>,
}

impl LineUp {
    /// Returns the number of porters in a game.
    fn count(&self) -> usize {
        let porters = self.porters.as_ref().map_or(0, Vec::len);
        self.draw.map_or(porters, usize::from)
    }

    /// Returns the keys of all porters that may play.
    fn keys(&self, roster: &Roster) -> Vec<String> {
        let all = || roster.fighters.keys().cloned().collect();
        self.porters.clone().unwrap_or_else(all)
    }

    /// Returns all faults of the line-up that a schema cannot express.
    fn complaints(&self, roster: &Roster) -> Vec<Complaint> {
        match (self.draw, &self.porters) {
            (Some(draw), None) => {
                let count = roster.fighters.len();
                let what = format!("is {draw}, but there are only {count} to draw from");
                let too_many = usize::from(draw) > count;
                too_many.then(|| Complaint::new(&["line-up", "draw"], what)).into_iter().collect()
            }
            (None, Some(porters)) => {
                let complaint = |(i, key): (usize, &String)| {
                    let what = if !roster.fighters.contains_key(key) {
                        let known = roster.fighters.keys().map(String::as_str);
                        stranger("porter", key, known)
                    } else if porters[..i].contains(key) {
                        format!("`{key}` is in the line-up already")
                    } else {
                        return None;
                    };
                    Some(Complaint::new(&["line-up", "porters", &i.to_string()], what))
                };
                porters.iter().enumerate().filter_map(complaint).collect()
            }
            _ => vec![Complaint::new(&["line-up"], "wants one of `draw = 12` and `porters = […]`")],
        }
    }

    /// Leaves the line-up unchanged, because a line-up has no optional fields.
    fn complete(&mut self, roster: &Roster) -> Result<(), Vec<Complaint>> {
        sound(self.complaints(roster))
    }

    fn seating(&self, roster: &Roster) -> Seating {
        let (count, of) = (self.count(), roster.fighters.len());
        Seating {
            fighters: self.keys(roster),
            seats: GUIDES,
            one_bot_per_seat: true,
            about: match self.draw {
                Some(_) => format!("{count} of {of} porters at random, led by two"),
                None => format!("{count} porters, led by two"),
            },
            ..Seating::default()
        }
    }

    fn dealer(&self, roster: &Roster) -> Dealer {
        let index = |key: String| {
            let known = roster.fighters.keys().position(|known| *known == key);
            known.expect("a checked line-up") as u8
        };
        let porters = self.keys(roster).into_iter().map(index).collect();
        let (count, half) = (self.count(), self.count().div_ceil(2));
        // Each slot has a seat and a side: all porters are on one side, led from two seats.
        let slots = (0..count).map(|slot| (u8::from(slot >= half), 0)).collect();
        match self.draw {
            Some(_) => Dealer::drawn(porters, slots, Sides::Party),
            None => Dealer::fixed(porters, slots, Sides::Party),
        }
    }
}

impl Roster {
    /// Leaves the roster unchanged, because a roster has no optional fields.
    fn complete(&mut self) -> Result<(), Vec<Complaint>> {
        Ok(())
    }

    fn profiles(&self) -> Vec<Profile> {
        let value = |path: &str, value: u8| FighterValue {
            path: path.into(),
            words: format!("{path} {value}"),
            provenance: self.unlisted,
        };
        let profile = |(key, porter): (&String, &super::Porter)| Profile {
            key: key.clone(),
            name: porter.name.clone(),
            colour: porter.colour.clone(),
            things: super::recorder::DUTIES.len(),
            values: vec![value("warmth", porter.warmth), value("die", porter.die)],
        };
        self.fighters.iter().map(profile).collect()
    }

    fn sheets(&self) -> String {
        let lines = self.fighters.iter().map(|(key, porter)| {
            format!(
                "{:<12} ({key}), warmth {}, a die of {} sides\n",
                porter.name, porter.warmth, porter.die
            )
        });
        format!("{}\n\n{}", self.name, lines.collect::<String>())
    }
}

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
        game: NightPass, rules: Rules, line_up: LineUp, fighter: super::Porter, roster: Roster,
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
        BOTS
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

    fn check_rules(&self, files: &Files, written: &dyn Fn(&[&str]) -> bool) -> Vec<Complaint> {
        let (rules, line_up): (Rules, LineUp) = (read(&files.rules), read(&files.line_up));
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
