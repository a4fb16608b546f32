//! What the pairings mean in words.

use super::facts::{Facts, LineUp, Partners};
use crate::report::words::{decimals, level, list, percent, signed, with_sign};

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
    let count = |verdict| facts.count(verdict);
    match facts.line_ups.len() {
        0 => "No games were played.".to_string(),
        1 => format!(
            "{} is {}",
            facts.names(&facts.line_ups[0]),
            called(&facts.line_ups[0].verdict)
        ),
        all => {
            let parts = [
                ("fair", "fair"),
                ("unfair", "not fair"),
                ("open", "too close to call"),
            ];
            let told = parts.iter().filter_map(|(verdict, called)| {
                let are = |count| if count == 1 { "is" } else { "are" };
                let count = Some(count(verdict)).filter(|count| *count > 0)?;
                Some(format!("{count} {} {called}", are(count)))
            });
            format!("Of {all} line-ups {}", list(&told.collect::<Vec<_>>()))
        }
    }
}

/// The win rates of a line-up's teams, the best first: "51.1 % to 48.9 %".
pub fn rates(line_up: &LineUp) -> String {
    let fine = decimals(line_up.half_width());
    let rates: Vec<String> = line_up
        .sorted()
        .iter()
        .map(|team| with_sign(team.rate, fine))
        .collect();
    rates.join(" to ")
}

/// Line-ups of each sort that get a sentence of their own.
const TOLD: usize = 3;

/// The verdict, sentence by sentence: the ready-made line-ups first.
pub fn verdict(facts: &Facts) -> Vec<String> {
    let mut said = ready_made(facts);
    let sorted = facts.fairest();
    let told = |line_up: &&LineUp| format!("{} ({})", facts.names(line_up), rates(line_up));
    if sorted.len() > 1 {
        let fairest: Vec<String> = sorted.iter().take(TOLD).map(told).collect();
        said.push(format!("Fairest: {}.", fairest.join("; ")));
        let unfair: Vec<String> = sorted.iter().rev().take(TOLD).map(told).collect();
        said.push(format!("Farthest from fair: {}.", unfair.join("; ")));
    }
    said.extend(strengths(facts));
    said.extend(synergies(facts));
    said
}

/// One sentence for each line-up that a scenario fields.
fn ready_made(facts: &Facts) -> Vec<String> {
    let fielded = facts.line_ups.iter().filter_map(|line_up| {
        let scenario = line_up.scenario.as_ref()?;
        let off = signed(line_up.off * 100.0, 1);
        let how = match line_up.verdict.as_str() {
            "fair" => format!("within {} points of its fair share", margin(facts)),
            "unfair" => format!("{} points off its fair share", off.trim_start_matches('+')),
            _ => format!(
                "neither surely within {} points of its fair share nor surely beyond",
                margin(facts)
            ),
        };
        Some(format!(
            "{} ({scenario}) is {}: {}, {how}.",
            facts.names(line_up),
            called(&line_up.verdict),
            rates(line_up)
        ))
    });
    fielded.collect()
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
    let mut sorted: Vec<(&str, f64)> = facts
        .fighters
        .iter()
        .filter_map(|fighter| Some((fighter.name.as_str(), fighter.strength?.gain)))
        .collect();
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (best, worst) = (sorted.first()?, sorted.last()?);
    let off = unexplained(facts)?;
    Some(format!(
        "{} strengthens a team most ({} points for an otherwise even team), {} least ({}). Who is in a team, each by itself, predicts its win rate to within {:.1} points (root mean square).",
        best.0,
        signed(best.1 * 100.0, 1),
        worst.0,
        signed(worst.1 * 100.0, 1),
        off * 100.0
    ))
}

/// How far win rates are from what strengths alone predict: root mean square.
fn unexplained(facts: &Facts) -> Option<f64> {
    let (mut squares, mut teams) = (0.0, 0);
    for team in facts.line_ups.iter().flat_map(|line_up| &line_up.teams) {
        squares += (team.rate - team.expected?).powi(2);
        teams += 1;
    }
    (teams > 0).then(|| (squares / f64::from(teams)).sqrt())
}

/// Who are better or worse together, or why that is not known.
fn synergies(facts: &Facts) -> Vec<String> {
    if facts.partners.is_empty() {
        return vec![];
    }
    if facts
        .partners
        .iter()
        .all(|partners| partners.synergy.is_none())
    {
        return vec![unknown(facts)];
    }
    let of = |verdict: &str| {
        let mut found: Vec<(&Partners, f64)> = facts
            .partners
            .iter()
            .filter(|partners| partners.verdict.as_deref() == Some(verdict))
            .filter_map(|partners| Some((partners, partners.synergy?.gain)))
            .collect();
        found.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        let names: Vec<String> = found
            .iter()
            .take(TOLD)
            .map(|(partners, gain)| {
                let (a, b) = partners.pair;
                format!("{} ({})", facts.team(&[a, b]), signed(gain * 100.0, 1))
            })
            .collect();
        (found.len(), names)
    };
    let mut said = vec![];
    for (verdict, words) in [
        ("stronger", "Stronger together than apart"),
        ("weaker", "Weaker together than apart"),
    ] {
        let (all, names) = of(verdict);
        if all > 0 {
            let more = match all - names.len() {
                0 => String::new(),
                1 => "; and 1 more pair".to_string(),
                more => format!("; and {more} more pairs"),
            };
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
    let sizes: Vec<usize> = facts.line_ups.first().map_or(vec![], |line_up| {
        line_up
            .teams
            .iter()
            .map(|team| team.members.len())
            .collect()
    });
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
    let looked = if facts.line_ups.iter().any(|line_up| line_up.looked) {
        " and for every look taken at them to decide whether to play on"
    } else {
        ""
    };
    let all = facts.line_ups.len();
    format!(
        "Fair: every team’s win rate is certainly within {} points of its fair share of {}; not fair: some team’s is certainly beyond. Certainly: the chance that even one of the {all} line-ups is wrongly called not fair is below {}, and so is that of one wrongly called fair (Holm’s correction), allowing for the number of line-ups{looked}. Strengths and synergies: of the additive logit model that comes closest to all line-ups, each counted alike; in points of the win rate of an otherwise even team.",
        margin(facts),
        with_sign(facts.fair, 1),
        level(1.0 - facts.level)
    )
}

/// A share with the "±" of its interval: "51.1 ± 0.4".
pub fn measured(rate: f64, half: f64) -> String {
    let fine = decimals(half);
    format!("{} ± {}", percent(rate, fine), percent(half, fine))
}
