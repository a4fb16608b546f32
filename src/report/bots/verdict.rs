//! What several bots make of the fighters, in words.

use super::facts::{Facts, Fighter};
use crate::analysis::skill::MARGIN;
use crate::report::words::{level, list, with_sign};

/// An agreement as a reader has it.
pub fn called(agreement: &str) -> &'static str {
    match agreement {
        "robust" => "robust",
        "depends-on-skill" => "depends on skill",
        _ => "open",
    }
}

fn names(fighters: &[&Fighter]) -> String {
    list(&fighters.iter().map(|f| f.name.clone()).collect::<Vec<_>>())
}

/// The verdict in one line.
pub fn headline(facts: &Facts) -> String {
    let (robust, skill) = (facts.of("robust"), facts.of("depends-on-skill"));
    let all = facts.fighters.len();
    if facts.bots.len() < 2 {
        return "Only one bot has played".to_string();
    }
    match (skill.len(), robust.len()) {
        (0, n) if n == all => format!("All {} bots agree on every fighter", facts.bots.len()),
        (0, _) => format!(
            "{} of {all} verdicts are robust; none is contradicted",
            robust.len()
        ),
        _ => format!(
            "{} of {all} verdicts are robust; that on {} depends on skill",
            robust.len(),
            names(&skill)
        ),
    }
}

/// How a fighter does with each bot: "32.9 % (balanced), 25.1 % (aggressive)".
fn rates(facts: &Facts, fighter: &Fighter) -> String {
    let rates: Vec<String> = fighter
        .seen
        .iter()
        .zip(&facts.bots)
        .map(|(seen, bot)| format!("{} with {bot}", with_sign(seen.rate, 1)))
        .collect();
    list(&rates)
}

/// The verdict, sentence by sentence.
pub fn verdict(facts: &Facts) -> Vec<String> {
    let mut said = vec![];
    for fighter in facts.of("depends-on-skill") {
        said.push(format!(
            "{} depends on skill: it wins {}, where {} would be fair.",
            fighter.name,
            rates(facts, fighter),
            with_sign(facts.fair, 1)
        ));
    }
    for (side, words) in [
        ("above", "strong whoever plays"),
        ("below", "weak whoever plays"),
        ("near", "near their fair share whoever plays"),
    ] {
        let robust = facts.of("robust").into_iter();
        let found: Vec<&Fighter> = robust
            .filter(|fighter| fighter.seen[0].side == side)
            .collect();
        if !found.is_empty() {
            said.push(format!("Robust, {words}: {}.", names(&found)));
        }
    }
    let open = facts.of("open");
    if !open.is_empty() {
        said.push(format!(
            "Open: {}. No bot contradicts another, but not all are certain; more games may tell.",
            names(&open)
        ));
    }
    said
}

/// How it was judged, for the small print.
pub fn judgement(facts: &Facts) -> String {
    format!(
        "Every bot played the same games, everybody alike. It sees a fighter above or below if its win rate is certainly more than {:.0} point off the fair share of {}, near if it is certainly not; certain at {}, allowing for the number of fighters and bots (Holm’s correction). Robust: all bots see the same. Depends on skill: two see it differently. Open: neither.",
        MARGIN * 100.0,
        with_sign(facts.fair, 1),
        level(facts.level)
    )
}
