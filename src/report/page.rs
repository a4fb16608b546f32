//! The page: one HTML file that opens offline. Its looks are in `page.html`; here is what it shows.

use anyhow::Result;
use minijinja::value::Serde;
use minijinja::{Environment, context};
use serde::Serialize;

use super::charts::Chart;
use super::facts::Facts;
use super::{Manifest, page_tables, words};

/// A chart as the template shows it.
#[derive(Serialize)]
struct Figure<'a> {
    heading: String,
    note: String,
    svg: &'a str,
}

/// The page, as HTML.
pub fn render(facts: &Facts, manifest: &Manifest, charts: &[Chart]) -> Result<String> {
    let mut environment = Environment::new();
    environment.add_template("page.html", include_str!("page.html"))?;
    let figures: Vec<Figure> = charts
        .iter()
        .map(|chart| Figure {
            heading: heading(chart.name, facts),
            note: note(chart.name, facts),
            svg: &chart.svg,
        })
        .collect();
    let precision = manifest.precision.as_ref().map(|precision| {
        format!(
            "played until every win rate was known to ± {}: {} looks, and intervals widened to {} so that they stay valid although one looked before",
            words::with_sign(precision.target, words::decimals(precision.target).max(2)),
            precision.looks,
            words::with_sign(facts.level, 2)
        )
    });
    let unreached = manifest
        .precision
        .as_ref()
        .filter(|precision| !precision.reached)
        .map(|precision| {
            format!(
                "Asked for was ± {} for every win rate; the intervals below are wider.",
                words::with_sign(precision.target, 2)
            )
        });
    let page = environment.get_template("page.html")?.render(context! {
        manifest => Serde(manifest),
        headline => words::headline(facts),
        verdict => words::verdict(facts),
        judgement => words::judgement(facts),
        games => words::grouped(manifest.games),
        seconds => format!("{:.1}", manifest.wall_seconds),
        speed => words::grouped(manifest.games_per_second.round() as u64),
        scenario => serde_json::to_string_pretty(&manifest.scenario)?,
        charts => Serde(&figures),
        tables => Serde(page_tables::all(facts)),
        precision => precision,
        unreached => unreached,
        dim => Serde(dim(facts)),
    })?;
    Ok(page)
}

/// What a chart is about, in a word or two.
fn heading(chart: &str, facts: &Facts) -> String {
    match chart {
        "win_rates" => "Win rates".to_string(),
        "scores" => {
            let mut letters = facts.score_long.chars();
            letters.next().map_or(String::new(), |first| {
                first.to_uppercase().chain(letters).collect()
            })
        }
        "survival" => "Survival".to_string(),
        "eliminations" => "Who eliminates whom".to_string(),
        _ => "Cards".to_string(),
    }
}

/// The fighters' colours that are too dark for a dark page.
fn dim(facts: &Facts) -> Vec<&str> {
    let light = |hex: &str| {
        let part = |i: usize| u8::from_str_radix(&hex[i..i + 2], 16).map_or(0.0, f64::from);
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    };
    facts
        .fighters
        .iter()
        .map(|fighter| fighter.colour.as_str())
        .filter(|hex| light(hex) < 130.0)
        .collect()
}

/// What a reader should keep in mind with a chart.
fn note(chart: &str, facts: &Facts) -> String {
    match chart {
        "win_rates" => "A bar that crosses the dashed line may be chance. The thick line is the distance to the fair share.".to_string(),
        "scores" => "All rows share one scale, so heights can be compared. At most one game in a thousand lies beyond the right edge.".to_string(),
        "survival" => format!(
            "A line drops where a fighter falls. {} of the games last all {} rounds.",
            words::with_sign(facts.lengths.last().map_or(0.0, |last| last.1 as f64 / facts.games.max(1) as f64), 0),
            facts.longest()
        ),
        "eliminations" => "Read along a row: whom a fighter eliminates. Read down a column: who eliminates it.".to_string(),
        _ => "Cards come and go with their player: a card kept for late rounds is only ever played by a survivor, so its diamond stands further right. Compare cards played at similar times.".to_string(),
    }
}
