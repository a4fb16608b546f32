//! The types of the game's files, with their bounds: rules, roster and line-up.

use gong::game::chance::Pile;
use gong::games::Fighter;
use gong::games::declared::LineUpFile;
use gong::games::filed::LineUpNames;
use gong::games::title::Seating;
use gong::simulate::dealer::{Dealer, Sides};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
pub type Roster = gong::games::Roster<Porter>;

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

impl Fighter for Porter {
    const MOST: usize = 16;
    const VALUES: &'static [&'static str] = &["warmth", "die"];

    fn identity(&self) -> (&str, &str, &[String]) {
        (&self.name, &self.colour, &[])
    }
}

/// N-1.1: who sets out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
        let porters = self.porters.as_ref().map_or(0, Vec::len);
        self.draw.map_or(porters, usize::from)
    }
}

impl LineUpFile<Porter> for LineUp {
    const FORMS: &'static [&'static str] = &["draw = 12", "porters = […]"];

    fn complete(&mut self, names: &mut LineUpNames<'_, Porter>) {
        match (self.draw, &self.porters) {
            (Some(draw), _) => names.check_draw(["draw", "draw"], draw, &mut None),
            (None, porters) => names.check(&["porters"], porters.as_deref().unwrap_or_default()),
        }
    }

    /// The first half of the porters is led by guide 1; all porters are on one side.
    fn dealer(&self, roster: &Roster) -> Dealer {
        let (count, half) = (self.count(), self.count().div_ceil(2));
        let slots = (0..count).map(|slot| (u8::from(slot >= half), 0)).collect();
        match &self.porters {
            None => Dealer::drawn(roster.indices(roster.fighters.keys()), slots, Sides::Party),
            Some(porters) => Dealer::fixed(roster.indices(porters), slots, Sides::Party),
        }
    }

    fn seating(&self, roster: &Roster) -> Seating {
        let (count, of) = (self.count(), roster.fighters.len());
        Seating {
            seats: GUIDES,
            one_bot_per_seat: true,
            about: match self.draw {
                Some(_) => format!("{count} of {of} porters at random, led by two"),
                None => format!("{count} porters, led by two"),
            },
            ..Seating::of(&self.dealer(roster), roster)
        }
    }
}
