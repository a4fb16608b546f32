//! The title (description of the game): its facts, and the types of its files with their bounds.

use gong::game::chance::Pile;
use gong::games::declared::LineUpFile;
use gong::games::filed::LineUpNames;
use gong::games::title::{Complaint, FieldGroups, Seating};
use gong::games::{Declared, Facts, Fighter, Layers, Words};
use gong::simulate::dealer::{Dealer, Sides};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::NightPass;
use super::recorder::DUTIES;
use super::state::{GUIDES, MOST_PORTERS, Weather};

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
    things: |_, _| DUTIES.iter().map(|&duty| duty.to_owned()).collect(),
    check_rules: |rules, _, line_up, _| {
        let (count, needed) = (line_up.count(), rules.needed);
        let what = format!(
            "only {count} set out, fewer than rules.needed, {needed}: they turn back at once"
        );
        let field = line_up.draw.map_or("porters", |_| "draw");
        let turn_back = Complaint::new(&["line-up", field], what).beside(&["rules", "needed"]);
        (usize::from(needed) > count).then_some(turn_back).into_iter().collect()
    },
    trials: |_| vec![json!({ "draw": 9 }), json!({ "draw": MOST_PORTERS })],
};

gong::settings! {
    /// `[rules]` of a scenario.
    Rules {
        /// N-4.3: rounds of the night, 1 to 200.
        rounds: u16 [1 200] = 40,
        /// N-4.1: steps over the pass, 1 to 2000.
        distance: u16 [1 2000] = 280,
        /// N-4.2: with fewer porters the caravan turns back, 1 to 12.
        needed: u8 [1 12] = 8,
        /// N-3.2: warmth that wind takes, 1 to 20.
        chill: u8 [1 20] = 1,
        /// N-1.2: cards of calm weather in the pile, 1 to 100.
        calm: u8 [1 100] = 9,
        /// N-1.2: cards of wind in the pile, 0 to 100.
        wind: u8 [0 100] = 9,
        /// N-1.2: cards of wolves in the pile, 0 to 100.
        wolves: u8 [0 100] = 9,
    }
}

impl Rules {
    /// Returns the pile with all weather cards (rule N-1.2).
    pub fn pile(&self) -> Pile<{ Weather::COUNT }> {
        Pile::new([self.calm, self.wind, self.wolves])
    }
}

/// A roster file: the porters that a scenario can field.
pub type Roster = gong::games::Roster<Porter>;

gong::record! {
    /// One porter's card.
    Porter {
        /// The name that charts and stories show.
        #[schemars(length(min = 1, max = 32))]
        name: String,
        /// The porter's colour in every chart, `#RRGGBB`.
        #[schemars(regex(pattern = "^#[0-9A-Fa-f]{6}$"))]
        colour: String,
        /// N-1.1: warmth at the start, 1 to 20.
        warmth: u8 [1 20],
        /// N-1.1: sides of its die, 2 to 12.
        die: u8 [2 12],
    }
}

impl Fighter for Porter {
    const MOST: usize = 16;
    const VALUES: &'static [&'static str] = &["warmth", "die"];

    fn identity(&self) -> (&str, &str, &[String]) {
        (&self.name, &self.colour, &[])
    }
}

gong::line_up! {
    /// N-1.1: who sets out.
    LineUp {
        /// So many porters, drawn at random for each game, all equally often.
        draw: u8 [2 12],
        /// These porters in every game, led by the guides in turn.
        #[schemars(length(min = 2, max = 12))]
        porters: Vec<String>,
    }
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

    /// The guides lead the porters in turn; all porters are on one side.
    fn dealer(&self, roster: &Roster) -> Dealer {
        let slots = (0..self.count()).map(|slot| ((slot % GUIDES) as u8, 0)).collect();
        match &self.porters {
            None => Dealer::drawn(roster.indices(roster.fighters.keys()), slots, Sides::Party),
            Some(porters) => Dealer::fixed(roster.indices(porters), slots, Sides::Party),
        }
    }

    fn seating(&self, roster: &Roster) -> Seating {
        let drawn = format!(" of {} porters at random", roster.fighters.len());
        let porters = self.draw.map_or(" porters", |_| &drawn);
        Seating {
            seats: GUIDES,
            one_bot_per_seat: true,
            about: format!("{}{porters}, led by two", self.count()),
            ..Seating::of(&self.dealer(roster), roster)
        }
    }
}
