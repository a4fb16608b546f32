//! What the pairings mean in words.

use super::page::{Facts, LineUp, Pair};
use crate::report::words::{decimals, level, list, signed, with_sign};

/// A verdict as a reader has it.
pub fn called(verdict: &str) -> &'static str {
    match verdict {
        "fair" => "fair",
        "unfair" => "not fair",
        _ => "too close to call",
    }
}

/// The verdict in one line.
pub fn headline(facts: &Facts) -> String {
    match facts.line_ups.as_slice() {
        [] => "No games were played.".to_string(),
        [only] => format!("{} is {}", facts.names(only), only.called()),
        all => {
            let told = ["fair", "unfair", "open"].iter().filter_map(|verdict| {
                let same = |line_up: &&LineUp| line_up.row.verdict == *verdict;
                let count = all.iter().filter(same).count();
                let are = if count == 1 { "is" } else { "are" };
                (count > 0).then(|| format!("{count} {are} {}", called(verdict)))
            });
            let told: Vec<String> = told.collect();
            format!("Of {} line-ups {}", all.len(), list(&told))
        }
    }
}

/// The win rates of a line-up's teams, the best first: "51.1 % to 48.9 %".
fn rates(line_up: &LineUp) -> String {
    let fine = decimals(line_up.half());
    let rates = line_up.teams.iter().map(|team| with_sign(team.rate, fine));
    rates.collect::<Vec<_>>().join(" to ")
}

/// Line-ups of each sort that get a sentence of their own.
const TOLD: usize = 3;

/// The verdict, sentence by sentence: the ready-made line-ups first.
pub fn verdict(facts: &Facts) -> Vec<String> {
    let mut said: Vec<String> = facts
        .line_ups
        .iter()
        .filter_map(|of| ready_made(facts, of))
        .collect();
    let told = |line_up: &LineUp| format!("{} ({})", facts.names(line_up), rates(line_up));
    if facts.line_ups.len() > 1 {
        let fairest: Vec<String> = facts.line_ups.iter().take(TOLD).map(told).collect();
        said.push(format!("Fairest in these games: {}.", fairest.join("; ")));
        let unfair: Vec<String> = facts.line_ups.iter().rev().take(TOLD).map(told).collect();
        said.push(format!(
            "Farthest from fair in these games: {}.",
            unfair.join("; ")
        ));
    }
    said.extend(strengths(facts));
    said.extend(synergies(facts));
    said
}

/// What is said of a line-up that a scenario fields.
fn ready_made(facts: &Facts, line_up: &LineUp) -> Option<String> {
    let scenario = line_up.row.scenario.as_ref()?;
    let margin = margin(facts);
    let how = match line_up.row.verdict.as_str() {
        "fair" => format!("within {margin} points of its fair share"),
        "unfair" => format!("{:.1} points off its fair share", line_up.off() * 100.0),
        _ => format!("neither surely within {margin} points of its fair share nor surely beyond"),
    };
    Some(format!(
        "{} ({scenario}) is {}: {}, {how}.",
        facts.names(line_up),
        line_up.called(),
        rates(line_up)
    ))
}

/// The margin in points: "2".
pub fn margin(facts: &Facts) -> String {
    let points = format!("{:.2}", facts.margin * 100.0);
    points
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_string()
}

/// Who makes a team strong, and how far that goes.
fn strengths(facts: &Facts) -> Option<String> {
    let gains = facts.fighters.iter();
    let mut sorted: Vec<(&str, f64)> = gains
        .filter_map(|fighter| Some((fighter.who.name.as_str(), fighter.row.gain?)))
        .collect();
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (best, worst) = (sorted.first()?, sorted.last()?);
    // How far win rates are from what strengths alone predict: root mean square.
    let (mut squares, mut teams) = (0.0, 0);
    for team in facts.line_ups.iter().flat_map(|line_up| &line_up.teams) {
        squares += (team.rate - team.expected?).powi(2);
        teams += 1;
    }
    let off = (squares / f64::from(teams.max(1))).sqrt();
    Some(format!(
        "{} strengthens a team most ({} points for an otherwise even team), {} least ({}). Who is in a team, each by itself, predicts its win rate to within {:.1} points (root mean square).",
        best.0,
        signed(best.1 * 100.0, 1),
        worst.0,
        signed(worst.1 * 100.0, 1),
        off * 100.0
    ))
}

/// Who are better or worse together, or why that is not known.
fn synergies(facts: &Facts) -> Vec<String> {
    if facts.pairs.is_empty() {
        return vec![];
    }
    if facts.pairs.iter().all(|pair| pair.row.synergy.is_none()) {
        return vec![unknown(facts)];
    }
    let mut said = vec![];
    for (verdict, words) in [
        ("stronger", "Stronger together than apart"),
        ("weaker", "Weaker together than apart"),
    ] {
        let same = |pair: &&Pair| pair.row.verdict.as_deref() == Some(verdict);
        let mut found: Vec<(&Pair, f64)> = facts
            .pairs
            .iter()
            .filter(same)
            .filter_map(|pair| Some((pair, pair.row.gain?)))
            .collect();
        found.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        let told = found.iter().take(TOLD).map(|(pair, gain)| {
            format!(
                "{} ({})",
                facts.team(&[pair.of.0, pair.of.1]),
                signed(gain * 100.0, 1)
            )
        });
        let names: Vec<String> = told.collect();
        let more = match found.len() - names.len() {
            0 => String::new(),
            1 => "; and 1 more pair".to_string(),
            more => format!("; and {more} more pairs"),
        };
        if !names.is_empty() {
            said.push(format!(
                "{words}, in points of their team’s win rate: {}{more}.",
                list(&names)
            ));
        }
    }
    if said.is_empty() {
        said.push("No two fighters are measurably stronger or weaker together than their strengths make them.".to_string());
    }
    said
}

/// Why there are no synergies.
fn unknown(facts: &Facts) -> String {
    let teams = facts
        .line_ups
        .first()
        .map_or(&[][..], |line_up| &line_up.teams);
    let sizes: Vec<usize> = teams.iter().map(|team| team.members.len()).collect();
    let reason = if sizes.iter().any(|size| *size != sizes[0]) {
        "teams of different sizes have no common measure of what a pair is worth"
    } else if sizes.len() == 2 && sizes.iter().sum::<usize>() == facts.fighters.len() {
        "each team meets only the team of all others, and what a pair adds to the one always cancels against the other"
    } else {
        "these line-ups do not show the same fighters with and against enough others"
    };
    format!("Synergies cannot be told from these line-ups: {reason}. Smaller teams tell them.")
}

/// How it was judged, for the small print.
pub fn judgement(facts: &Facts) -> String {
    let looked = if facts.line_ups.iter().any(|line_up| line_up.row.looks > 0) {
        " and for every look taken at them to decide whether to play on"
    } else {
        ""
    };
    format!(
        "Fair: every team’s win rate is certainly within {} points of its fair share of {}; not fair: some team’s is certainly beyond. Certainly: the chance that even one of the {} line-ups is wrongly called not fair is below {}, and so is that of one wrongly called fair (Holm’s correction), allowing for the number of line-ups{looked}. Strengths and synergies: of the additive logit model that comes closest to all line-ups, each counted alike; in points of the win rate of an otherwise even team.",
        margin(facts),
        with_sign(facts.fair, 1),
        facts.line_ups.len(),
        level(1.0 - facts.level)
    )
}
