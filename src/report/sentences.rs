//! Sentences: templates over typed values, so that no code composes or compares a text.
//!
//! A question keeps its sentences in a file beside its code, in blocks: `headline`, `verdict`,
//! `method`. A line of a block is a sentence; blank lines count for nothing. Filters write numbers:
//! `0.312|percent` is "31.2 %", `0.013|points` is "+1.3", `1000|grouped` is "1,000", and
//! `names|series` is "Agaric, Cactus and Sorgho".

use anyhow::{Context, Result};
use minijinja::{Environment, Value};

use super::words::{decimals, grouped, level, list, percent, signed, with_sign};

/// The sentences of a question, rendered.
#[derive(Debug)]
pub struct Sentences {
    /// The verdict in one line.
    pub headline: String,
    /// The verdict, sentence by sentence.
    pub verdict: Vec<String>,
    /// How it was judged: the methods.
    pub method: String,
}

impl Sentences {
    /// Renders the blocks of a template over `values`.
    ///
    /// # Errors
    /// If the template is faulty, or names a value that is not given.
    pub fn render(template: &'static str, values: Value) -> Result<Sentences> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(minijinja::UndefinedBehavior::Strict);
        filters(&mut environment);
        environment.add_template("sentences", template)?;
        let template = environment.get_template("sentences")?;
        let mut rendered = template.render_captured(values)?;
        let mut block = |name: &str| -> Result<Vec<String>> {
            let text = rendered.with_state_mut(|state| state.render_block(name));
            Ok(lines(&text.with_context(|| format!("block {name}"))?))
        };
        Ok(Sentences {
            headline: block("headline")?.join(" "),
            verdict: block("verdict")?,
            method: block("method")?.join(" "),
        })
    }
}

/// The sentences of a text: its lines that are not blank, with single spaces.
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
    environment.add_filter("half", |half: f64| percent(half, decimals(half)));
    environment.add_filter("level", level);
    environment.add_filter("grouped", grouped);
    environment.add_filter("series", |names: Vec<String>| list(names));
    environment.add_filter("in_words", in_words);
    environment.add_filter("spelled", |count: usize, one: &str| spelled(count, one));
    environment.add_filter("in_points", in_points);
    environment.add_filter("capital", |text: &str| capital(text));
    environment.add_filter("plural", |count: u64, one: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{} {one}s", grouped(count)),
    });
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
        assert_eq!(
            said.verdict,
            [
                "Agaric is strong.",
                "Cactus is strong.",
                "1,000 games, −1.3."
            ]
        );
        assert_eq!(said.method, "One. Two.");
        assert!(Sentences::render(TEMPLATE, context! { who => [""] }).is_err());
    }
}
