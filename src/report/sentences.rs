//! Creates the headline, the verdict and the method of reports from templates with typed values, so
//! that no code of a question joins or compares these texts.
//!
//! A command keeps its template in a file beside its code. A template has the blocks `headline`,
//! `verdict` and `method`, and optionally:
//!
//! - `told`, inside the verdict: the sentences for a terminal
//! - `title`: the title of the main chart
//! - `basis`: the bots whose play was measured
//!
//! Each line of a block is one sentence; blank lines are ignored. Filters format numbers and lists:
//! `0.312|percent` is "31.2 %", `0.013|points` is "+1.3", `0.5|signed` is "+0.50", `1000|grouped`
//! is "1,000", `3|in_words` is "three", `3|spelled("edit")` is "three edits", `0.014|in_points` is
//! "1.4 points". `0.0004|share` is "0.04 %"; the number of decimals depends on the share.
//! `0.99777|measured(0.0001)` is "99.78 % (± 0.01)", `0.31|plus_minus(0.004)` is "31.0 ± 0.4 %",
//! and `0.031|points_plus_minus(0.006)` is "+3.1 ± 0.6": a value has the decimals of its
//! half-width, and `0.0001|fine` is their number. `names|series` is "Agaric, Cactus and Sorgho",
//! and `names|either` is "Agaric, Cactus or Sorgho". `names|the_bots` is "the bot “trained”" or
//! "the bots “random” and “greedy”". `names|named(50, "fighters")` is a series of few names, and
//! "45 of 50 fighters" or "all 50 fighters" for many; `names|named(50, "fighters", 3)` counts more
//! than three names. `45|part(50, "fighters")` is "45 of 50 fighters", and `50|part(50,
//! "fighters")` is "all 50 fighters".

use anyhow::{Context, Result};
use minijinja::{Environment, ErrorKind, Value};
use serde::Serialize;

use super::shared::{named, part_of};
use super::table::by_name;
use super::words::{
    NBSP, capital, counted, decimals, either, grouped, in_points, in_words, level, list, measured,
    percent, plus_minus, points_plus_minus, rounded, signed, spelled, the_bots, with_sign,
};

/// The result of a comparison of a rate's confidence interval with a reference, such as the fair
/// share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// The rate is significantly higher than the reference.
    Above,
    /// The rate is significantly lower than the reference.
    Below,
    /// No significant difference: the interval includes the reference, and is so narrow that a
    /// difference within it would not matter.
    WithinNoise,
    /// Undecided: the number of games is too small.
    Open,
}

impl Standing {
    /// Returns the result of a comparison without a verdict “within noise”. `above` is true if the
    /// rate is higher than the reference; it has no effect unless the difference is significant.
    pub fn of(significant: bool, above: bool) -> Standing {
        match (significant, above) {
            (false, _) => Standing::Open,
            (true, true) => Standing::Above,
            (true, false) => Standing::Below,
        }
    }

    /// Returns the name that stands for the verdict in table columns.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Above => "above",
            Standing::Below => "below",
            Standing::WithinNoise => "near",
            Standing::Open => "open",
        }
    }

    pub fn is_significant(self) -> bool {
        matches!(self, Standing::Above | Standing::Below)
    }
}

by_name!(Standing);

/// Smallest difference of win rates that players notice when they play at a table: 0.01, i.e. one
/// percentage point.
const FELT: f64 = 0.01;

/// Returns whether players notice a difference of win rates at a table. The difference is rounded
/// as in the report, to this number of decimals of a percentage. So a difference that the report
/// shows as “1.0 points” is never called less than 1 point.
pub fn is_felt(difference: f64, decimals: usize) -> bool {
    rounded(difference.abs() * 100.0, decimals) >= FELT * 100.0
}

/// The sentences of a report, rendered from a template.
#[derive(Debug)]
pub struct Sentences {
    /// The report's verdict in one line.
    pub headline: String,
    /// The report's verdict, one entry per sentence.
    pub verdict: Vec<String>,
    /// The sentences that a terminal prints after its tables: the block `told`, or the whole
    /// verdict if the template has no such block.
    pub told: Vec<String>,
    /// The title of the main chart: the template's block `title`, or the headline if the template
    /// has no such block.
    pub title: String,
    /// Sentences about the bots whose play was measured; empty if the template has no block
    /// `basis`.
    pub basis: Vec<String>,
    /// Description of the statistical methods behind the verdict.
    pub method: String,
}

impl Sentences {
    /// Renders the blocks of a template; `values` are the variables of the template.
    ///
    /// # Errors
    /// Fails if the template is faulty or uses a value that is not given.
    pub fn render(template: &'static str, values: Value) -> Result<Sentences> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(minijinja::UndefinedBehavior::Strict);
        filters(&mut environment);
        environment.add_template("sentences", template)?;
        let template = environment.get_template("sentences")?;
        let mut rendered = template.render_captured(values)?;
        let mut known = |name: &str| -> Result<Option<Vec<String>>> {
            match rendered.with_state_mut(|state| state.render_block(name)) {
                Err(error) if error.kind() == ErrorKind::UnknownBlock => Ok(None),
                text => Ok(Some(lines(&text.with_context(|| format!("block {name}"))?))),
            }
        };
        let (told, title, basis) = (known("told")?, known("title")?, known("basis")?);
        let mut block = |name: &str| known(name)?.with_context(|| format!("no block {name}"));
        let (headline, verdict) = (block("headline")?, block("verdict")?);
        Ok(Sentences {
            title: title.unwrap_or_else(|| headline.clone()).join(" "),
            headline: headline.join(" "),
            told: told.unwrap_or_else(|| verdict.clone()),
            verdict,
            basis: basis.unwrap_or_default(),
            method: block("method")?.join(" "),
        })
    }

    /// Adds a sentence to the verdict.
    pub fn add(&mut self, sentence: Option<String>) {
        self.told.extend(sentence.clone());
        self.verdict.extend(sentence);
    }
}

/// Returns the sentences of a text: its non-blank lines, with repeated spaces reduced to one.
fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        words.join(" ")
    });
    lines.filter(|line| !line.is_empty()).collect()
}

fn filters(environment: &mut Environment<'_>) {
    let fine = |decimals: Option<usize>| decimals.unwrap_or(1);
    environment.add_filter("percent", move |share: f64, decimals: Option<usize>| {
        with_sign(share, fine(decimals))
    });
    environment.add_filter("plain", move |share: f64, decimals: Option<usize>| {
        percent(share, fine(decimals))
    });
    environment.add_filter("points", move |share: f64, decimals: Option<usize>| {
        signed(share * 100.0, fine(decimals))
    });
    environment.add_filter("signed", |value: f64| signed(value, 2));
    environment.add_filter("share", |share: f64| with_sign(share, decimals(share)));
    environment.add_filter("plain_share", |share: f64| percent(share, decimals(share)));
    environment.add_filter("fine", decimals);
    environment.add_filter("measured", measured);
    environment.add_filter("plus_minus", |rate: f64, half_width: f64| {
        format!("{}{NBSP}%", plus_minus(rate, half_width))
    });
    environment.add_filter("points_plus_minus", points_plus_minus);
    environment.add_filter("level", level);
    environment.add_filter("grouped", grouped);
    environment.add_filter("series", |names: Vec<String>| list(names));
    environment.add_filter("either", |names: Vec<String>| either(names));
    environment.add_filter("the_bots", |names: Vec<String>| the_bots(names));
    environment.add_filter("in_words", in_words);
    environment.add_filter("spelled", |count: usize, one: &str| spelled(count, one));
    environment.add_filter("in_points", in_points);
    environment.add_filter("capital", |text: &str| capital(text));
    let few = |names: Vec<String>, all: usize, several: &str, most: Option<usize>| {
        named(&names, all, several, most)
    };
    environment.add_filter("named", few);
    environment.add_filter("part", part_of);
    environment.add_filter("plural", counted);
}

#[cfg(test)]
mod tests {
    use minijinja::context;

    use super::*;

    const TEMPLATE: &str = "\
{% block headline %}{{ who|series }} win {{ rate|percent }}{% endblock %}
{% block verdict %}
{% for name in who %}
{{ name }} is {% if standing == \"above\" %}strong{% else %}weak{% endif %}.
{% endfor %}

{{ games|plural(\"game\") }}, {{ off|points }}.
{% endblock %}
{% block method %}
One.
Two.
{% endblock %}";

    #[test]
    fn a_line_is_a_sentence_and_filters_write_numbers() {
        let values = context! {
            who => ["Agaric", "Cactus"], rate => 0.3125, standing => "above",
            games => 1000, off => -0.0131,
        };
        let said = Sentences::render(TEMPLATE, values).unwrap();
        assert_eq!(said.headline, "Agaric and Cactus win 31.2\u{a0}%");
        assert_eq!(said.verdict, ["Agaric is strong.", "Cactus is strong.", "1,000 games, −1.3."]);
        assert_eq!(said.method, "One. Two.");
        assert_eq!(said.told, said.verdict);
        assert!(said.basis.is_empty());
        let part = "{% block headline %}{% endblock %}{% block method %}{% endblock %}\
            {% block verdict %}One.\n{% block told %}Two.{% endblock %}{% endblock %}";
        let said = Sentences::render(part, context! {}).unwrap();
        assert_eq!(said.verdict, ["One.", "Two."]);
        assert_eq!(said.told, ["Two."]);
        assert!(Sentences::render(TEMPLATE, context! { who => [""] }).is_err());
    }
}
