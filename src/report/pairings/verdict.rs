//! What the pairings mean in words.

use super::page::{Facts, Fighter, LineUp, Pair};
use crate::report::shared::descending;
use crate::report::words::{decimals, level, list, signed, with_sign};
use crate::stats::intervals::z;
use crate::stats::order::Order;

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
            format!("Of {} line-ups {}", all.len(), list(told))
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
    let ready = facts.line_ups.iter().filter_map(|of| ready_made(facts, of));
    let mut said: Vec<String> = ready.collect();
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
    let fighters = facts
        .fighters
        .iter()
        .filter(|fighter| fighter.row.gain.is_some());
    let sorted = descending(fighters, |fighter| fighter.row.gain.unwrap_or(0.0));
    if sorted.len() < 2 {
        return None;
    }
    let told = |group: &[usize]| {
        let named = group.iter().map(|&i| sorted[i].who.name.as_str());
        let gain = |fighter: &Fighter| signed(fighter.row.gain.unwrap_or(0.0) * 100.0, 1);
        match group {
            [one] => format!("{} ({})", sorted[*one].who.name, gain(sorted[*one])),
            few if few.len() <= TOLD => {
                format!("{} (these games do not tell which)", list(named))
            }
            many => format!("one of {}, which these games do not tell", many.len()),
        }
    };
    // A strength with the standard error that its interval is made of.
    let reach = 2.0 * z(facts.level);
    let strength = |fighter: &&Fighter| {
        let row = &fighter.row;
        Some((row.strength?, (row.ci_high? - row.ci_low?) / reach))
    };
    let order = Order::of_means(
        &sorted.iter().filter_map(strength).collect::<Vec<_>>(),
        1.0 - facts.level,
    );
    let who = match order.level() {
        true => format!(
            "No {} is measurably better for a team than another.",
            facts.people.word()
        ),
        false => format!(
            "Strengthens a team most, in points for an otherwise even team: {}; least: {}.",
            told(&order.top()),
            told(&order.bottom())
        ),
    };
    // How far win rates are from what strengths alone predict: root mean square.
    let (mut squares, mut teams) = (0.0, 0);
    for team in facts.line_ups.iter().flat_map(|line_up| &line_up.teams) {
        squares += (team.rate - team.expected?).powi(2);
        teams += 1;
    }
    let off = (squares / f64::from(teams.max(1))).sqrt() * 100.0;
    Some(format!(
        "{who} Who is in a team, each by itself, predicts its win rate to within {off:.1} points (root mean square)."
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
        let found = facts.pairs.iter().filter(same);
        let found = found.filter_map(|pair| Some((pair, pair.row.gain?)));
        let found = descending(found, |(_, gain)| gain.abs());
        let told = found.iter().take(TOLD);
        let names = list(told.map(|(pair, gain)| {
            let team = facts.team(&[pair.of.0, pair.of.1]);
            format!("{team} ({})", signed(gain * 100.0, 1))
        }));
        let more = match found.len().saturating_sub(TOLD) {
            0 => String::new(),
            1 => "; and 1 more pair".to_string(),
            more => format!("; and {more} more pairs"),
        };
        if !names.is_empty() {
            said.push(format!(
                "{words}, in points of their team’s win rate: {names}{more}."
            ));
        }
    }
    if said.is_empty() {
        let several = facts.people.several();
        said.push(format!("No two {several} are measurably stronger or weaker together than their strengths make them."));
    }
    said
}

/// Why there are no synergies.
fn unknown(facts: &Facts) -> String {
    let teams = facts
        .line_ups
        .iter()
        .take(1)
        .flat_map(|line_up| &line_up.teams);
    let sizes: Vec<usize> = teams.map(|team| team.members.len()).collect();
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
