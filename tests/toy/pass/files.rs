//! The types of the game's files, with their bounds: rules, roster and line-up.

use std::collections::BTreeMap;

use gong::game::chance::Pile;
use gong::games::Provenance;
use gong::games::filed::{LineUpNames, sound};
use gong::games::title::{Complaint, FighterValue, Profile, Seating};
use gong::simulate::dealer::{Dealer, Sides};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::recorder::DUTIES;
use super::state::{GUIDES, Weather};

/// `[rules]` of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// N-4.3: rounds of the night, 1 to 200.
    #[schemars(range(min = 1, max = 200))]
    pub rounds: u16,
    /// N-4.1: steps over the pass, 1 to 2000.
    #[schemars(range(min = 1, max = 2000))]
    pub distance: u16,
    /// N-4.2: with fewer porters the caravan turns back, 1 to 12.
    #[schemars(range(min = 1, max = 12))]
    pub needed: u8,
    /// N-3.2: warmth that wind takes, 0 to 20.
    #[schemars(range(min = 0, max = 20))]
    pub chill: u8,
    /// N-3.4: the least face with which a guard drives off wolves, 1 to 13.
    #[schemars(range(min = 1, max = 13))]
    pub ward: u8,
    /// N-1.2: cards of calm weather in the pile, 0 to 100.
    #[schemars(range(min = 0, max = 100))]
    pub calm: u8,
    /// N-1.2: cards of wind in the pile, 0 to 100.
    #[schemars(range(min = 0, max = 100))]
    pub wind: u8,
    /// N-1.2: cards of snow in the pile, 0 to 100.
    #[schemars(range(min = 0, max = 100))]
    pub snow: u8,
    /// N-1.2: cards of wolves in the pile, 0 to 100.
    #[schemars(range(min = 0, max = 100))]
    pub wolves: u8,
}

impl Default for Rules {
    fn default() -> Self {
        let [rounds, distance] = [40, 280];
        let [calm, wind, snow, wolves] = [9, 9, 9, 6];
        Rules { rounds, distance, needed: 8, chill: 1, ward: 4, calm, wind, snow, wolves }
    }
}

impl Rules {
    /// Returns the pile with all weather cards (rule N-1.2).
    pub fn pile(&self) -> Pile<{ Weather::ALL.len() }> {
        Pile::new([self.calm, self.wind, self.snow, self.wolves])
    }
}

/// A roster file: the porters that a scenario can field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// The roster's name, as reports show it.
    #[schemars(length(min = 1, max = 120))]
    pub name: String,
    /// Where its values come from.
    pub unlisted: Provenance,
    /// The porters by their keys: lower-case letters, digits and hyphens. 2 to 16.
    #[schemars(extend("minProperties" = 2, "maxProperties" = 16, "propertyNames" = { "pattern": "^[a-z0-9-]{1,32}$" }))]
    pub fighters: BTreeMap<String, Porter>,
}

/// One porter's card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Porter {
    /// The name that charts and stories show.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// The porter's colour in every chart, `#RRGGBB`.
    #[schemars(regex(pattern = "^#[0-9A-Fa-f]{6}$"))]
    pub colour: String,
    /// N-1.1: warmth at the start, 1 to 20.
    #[schemars(range(min = 1, max = 20))]
    pub warmth: u8,
    /// N-1.1: sides of its die, 2 to 12.
    #[schemars(range(min = 2, max = 12))]
    pub die: u8,
}

impl Roster {
    /// Leaves the roster unchanged, because a roster has no optional fields.
    pub fn complete(&mut self) -> Result<(), Vec<Complaint>> {
        Ok(())
    }

    pub fn profiles(&self) -> Vec<Profile> {
        let value = |path: &str, value: u8| FighterValue {
            path: path.into(),
            words: format!("{path} {value}"),
            provenance: self.unlisted,
        };
        let profile = |(key, porter): (&String, &Porter)| Profile {
            key: key.clone(),
            name: porter.name.clone(),
            colour: porter.colour.clone(),
            things: DUTIES.len(),
            values: vec![value("warmth", porter.warmth), value("die", porter.die)],
        };
        self.fighters.iter().map(profile).collect()
    }

    pub fn sheets(&self) -> String {
        let lines = self.fighters.iter().map(|(key, Porter { name, warmth, die, .. })| {
            format!("{name:<12} ({key}), warmth {warmth}, a die of {die} sides\n")
        });
        format!("{}\n\n{}", self.name, lines.collect::<String>())
    }
}

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
    pub fn count(&self) -> usize {
        self.draw.map_or(self.porters.as_ref().map_or(0, Vec::len), usize::from)
    }

    /// Returns all faults that a schema cannot express. A line-up has no optional fields to
    /// complete.
    pub fn complete(&mut self, roster: &Roster) -> Result<(), Vec<Complaint>> {
        let (mut complaints, most) = (vec![], roster.fighters.len());
        match (self.draw, &self.porters) {
            (Some(draw), None) if usize::from(draw) <= most => {}
            (Some(draw), None) => {
                let what = format!("is {draw}, but there are only {most} to draw from");
                complaints.push(Complaint::new(&["line-up", "draw"], what));
            }
            (None, Some(porters)) => {
                let mut names = LineUpNames::new("porter", &roster.fighters);
                names.check(&["porters"], porters, &mut complaints);
            }
            _ => {
                let what = "wants one of `draw = 12` and `porters = […]`";
                complaints.push(Complaint::new(&["line-up"], what));
            }
        }
        sound(complaints)
    }

    /// Returns the keys of all porters that may play.
    fn keys(&self, roster: &Roster) -> Vec<String> {
        self.porters.clone().unwrap_or_else(|| roster.fighters.keys().cloned().collect())
    }

    pub fn seating(&self, roster: &Roster) -> Seating {
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

    pub fn dealer(&self, roster: &Roster) -> Dealer {
        let number = |key| roster.fighters.keys().position(|known| *known == key).unwrap() as u8;
        let porters = self.keys(roster).into_iter().map(number).collect();
        let (count, half) = (self.count(), self.count().div_ceil(2));
        // Each slot has a seat and a side: all porters are on one side, led from two seats.
        let slots = (0..count).map(|slot| (u8::from(slot >= half), 0)).collect();
        match self.draw {
            Some(_) => Dealer::drawn(porters, slots, Sides::Party),
            None => Dealer::fixed(porters, slots, Sides::Party),
        }
    }
}
