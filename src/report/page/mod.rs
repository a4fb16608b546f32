//! The page: one HTML file that opens offline. Its looks are in `page.html`; what it shows is a [`Page`], made by the folder's kind.

pub mod table;

use anyhow::Result;
use minijinja::value::Serde;
use minijinja::{Environment, context};
use serde::Serialize;

use self::table::Table;
use super::chart::Chart;
use super::{Manifest, Precision, colours, words};

/// What a page shows beside the manifest.
#[derive(Debug, Default)]
pub struct Page {
    /// The verdict in one line.
    pub headline: String,
    /// The verdict, sentence by sentence.
    pub verdict: Vec<String>,
    /// How it was judged, for the small print.
    pub judgement: String,
    /// What a reader must know before anything else.
    pub warnings: Vec<Warning>,
    /// What was asked: lines under "How it was played", after the scenario's.
    pub asked: Vec<Asked>,
    pub charts: Vec<Chart>,
    /// Those without rows are left out.
    pub tables: Vec<Table>,
    /// The colours, `#RRGGBB`, that charts use for fighters.
    pub colours: Vec<String>,
}

/// A warning: a word, and what it means.
#[derive(Debug, Serialize)]
pub struct Warning {
    pub word: String,
    pub meaning: String,
}

/// What a page says of a precision that was asked of every `what`: how it was played, and a warning if it was not reached.
pub fn precision(precision: &Precision, what: &str) -> (Asked, Option<Warning>) {
    let target = precision.points();
    let line = format!(
        "to be played until every {what} is known to ± {target} points, which {}: {} looks at most, and intervals widened so that they stay valid although one looked before",
        if precision.reached {
            "was reached"
        } else {
            "was not reached"
        },
        precision.looks
    );
    let asked = Asked {
        term: "Precision".to_string(),
        lines: vec![line],
    };
    let warning = Warning {
        word: "Not as precise as asked.".to_string(),
        meaning: format!(
            "Asked for was ± {target} points for every {what}; some intervals below are wider."
        ),
    };
    (asked, (!precision.reached).then_some(warning))
}

/// One line of how it was played.
#[derive(Debug, Serialize)]
pub struct Asked {
    pub term: String,
    /// What stands there; each on a line of its own.
    pub lines: Vec<String>,
}

/// A chart as the template shows it.
#[derive(Serialize)]
struct Figure<'a> {
    heading: &'a str,
    note: &'a str,
    svg: String,
}

impl Page {
    /// The page, as HTML.
    pub fn render(&self, manifest: &Manifest) -> Result<String> {
        let mut environment = Environment::new();
        environment.add_template("page.html", include_str!("page.html"))?;
        let figures = self
            .charts
            .iter()
            .map(|chart| {
                Ok(Figure {
                    heading: &chart.heading,
                    note: &chart.note,
                    svg: chart.svg()?,
                })
            })
            .collect::<Result<Vec<_>>>()?;
        let tables: Vec<&Table> = self
            .tables
            .iter()
            .filter(|table| !table.rows.is_empty())
            .collect();
        let page = environment.get_template("page.html")?.render(context! {
            manifest => Serde(manifest),
            headline => Serde(&self.headline),
            verdict => Serde(&self.verdict),
            judgement => Serde(&self.judgement),
            warnings => Serde(&self.warnings),
            asked => Serde(&self.asked),
            games => words::grouped(manifest.games),
            seconds => format!("{:.1}", manifest.wall_seconds),
            speed => words::grouped(manifest.games_per_second.round() as u64),
            scenario => serde_json::to_string_pretty(&manifest.scenario)?,
            charts => Serde(&figures),
            tables => Serde(&tables),
            dim => colours::dim(self.colours.iter().map(String::as_str)),
        })?;
        Ok(page)
    }
}
