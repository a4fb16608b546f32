//! What the worth of values means in words.

use super::facts::{Effect, Facts, Step, Value};
use super::lists::{called, weights};
use crate::report::shared::{descending, greatest};
use crate::report::words::{counted, decimals, grouped, level, percent};

/// Values that a sentence names.
const TOLD: usize = 3;

/// Values of fighters, whose largest step was measured and is told from nothing; those with most at stake first. What is taken away as a whole is another question.
pub fn sure(facts: &Facts) -> Vec<(&Value, &Step, &Effect)> {
    let kept = facts.values.iter().filter(|value| !value.goes());
    let largest = kept.filter_map(|value| {
        let (step, effect) = value.largest()?;
        (effect.measured && effect.sure).then_some((value, step, effect))
    });
    descending(largest, |(.., effect)| effect.value.abs())
}

/// "card 3, melee: 3 instead of 2".
pub fn change(value: &Value, step: &Step) -> String {
    match step.turn.as_str() {
        "swap" => value.said().replace(" swapped", ": swapped"),
        _ => format!("{}: {} instead of {}", value.said(), step.to, value.now),
    }
}

/// The verdict in one line.
pub fn headline(facts: &Facts) -> String {
    match sure(facts).first() {
        Some((value, step, effect)) => format!(
            "In these games most is at stake in {}’s {} is worth {} points of its win rate",
            value.owner(),
            change(value, step),
            effect.known()
        ),
        None if facts.values.is_empty() => "No value of a fighter was turned".to_owned(),
        None => format!(
            "No step of any value changes its own win rate measurably{}",
            at_most(facts)
        ),
    }
}

/// The upper bound of what was not measured: ": by 3.1 points at most".
fn at_most(facts: &Facts) -> String {
    let steps = facts.values.iter().flat_map(|value| &value.steps);
    let measured = steps
        .filter_map(Step::effect)
        .filter(|effect| effect.measured);
    let ends = measured.filter_map(|effect| effect.ends);
    let most = greatest(ends.map(|[low, high]| low.abs().max(high.abs())));
    format!(": by {} points at most", percent(most, decimals(most)))
}

/// The verdict, sentence by sentence.
pub fn verdict(facts: &Facts) -> Vec<String> {
    let mut said = vec![];
    let all = sure(facts);
    let others = all.iter().skip(1).take(TOLD).map(|(value, step, effect)| {
        format!(
            "{}’s {} ({})",
            value.owner(),
            change(value, step),
            effect.points()
        )
    });
    let others = others.collect::<Vec<_>>().join("; ");
    if !others.is_empty() {
        said.push(format!("Next, in points: {others}."));
    }
    said.extend(removals(facts));
    said.extend(rules(facts));
    let screened = facts
        .values
        .iter()
        .filter(|value| value.only_screened())
        .count();
    if screened > 0 {
        said.push(format!(
            "{screened} more values look smaller by the screen, in rosters around this one, and were not measured in it: --fighter measures every value of one {}.",
            facts.people.word()
        ));
    }
    said
}

/// What is a must, and what is dead weight.
fn removals(facts: &Facts) -> Vec<String> {
    let all = weights(facts);
    let name = |of: &super::lists::Weight| {
        format!(
            "{}’s {} ({})",
            of.value.owner(),
            of.what(),
            of.effect.points()
        )
    };
    let named = |verdict: &str| {
        let same = all.iter().filter(|of| called(of) == verdict);
        let sign = if verdict == "a must" { -1.0 } else { 1.0 };
        let sorted = descending(same, |of| sign * of.effect.value);
        let more = match sorted.len().saturating_sub(TOLD) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let told: Vec<String> = sorted.into_iter().take(TOLD).map(name).collect();
        (!told.is_empty()).then(|| told.join("; ") + &more)
    };
    let told = [
        (
            "Dearest to lose, each told from all else of its owner’s, in points",
            "a must",
        ),
        ("Better without", "better without"),
        (
            "Dead weight: hardly missed where it is taken away",
            "dead weight",
        ),
    ];
    let sentence = |(what, verdict)| Some(format!("{what}: {}.", named(verdict)?));
    let dearest = all
        .iter()
        .filter(|of| of.effect.sure && of.effect.value < 0.0);
    let dearest = match named("a must") {
        Some(_) => None,
        None => descending(dearest, |of| -of.effect.value)
            .into_iter()
            .next(),
    };
    let close = dearest.map(|of| {
        format!(
            "Dearest to lose in these games, though not told from what comes next: {}.",
            name(of)
        )
    });
    close
        .into_iter()
        .chain(told.into_iter().filter_map(sentence))
        .collect()
}

/// The rule that moves most.
fn rules(facts: &Facts) -> Option<String> {
    if facts.rules.is_empty() {
        return None;
    }
    let steps = facts
        .rules
        .iter()
        .flat_map(|rule| rule.steps.iter().map(move |step| (rule, step)));
    let known = steps.filter_map(|(rule, step)| Some((rule, step, step.effect()?)));
    let sure = known.filter(|(.., effect)| effect.sure);
    Some(
        match descending(sure, |(.., effect)| effect.value.abs()).first() {
            Some((rule, step, effect)) => format!(
                "Of the rules, {} instead of {} for {} moves most: {} by {} points.",
                step.to,
                rule.now,
                rule.words,
                facts.people.get(&effect.entrant).name,
                effect.known()
            ),
            None => "No step of any rule moves anybody’s win rate measurably.".to_owned(),
        },
    )
}

/// How it was judged, for the small print.
pub fn judgement(facts: &Facts) -> String {
    let [own, others] = facts.tests;
    let screen = match facts.note.rosters {
        0 => String::new(),
        rosters => format!(
            " Screened: the average over {} rosters around this one, in each of which half of all such values stand one step up or down; it says where to look, and is no claim about this very roster.",
            grouped(rosters)
        ),
    };
    let widest = facts.values.iter().flat_map(|value| &value.steps);
    let widest = widest
        .filter_map(Step::effect)
        .filter(|effect| effect.measured);
    let widest = widest.map(Effect::half).fold(0.0, f64::max);
    format!(
        "Worth is in points of the win rate. Measured: this roster, one step of one value, the same line-ups and dice, {} each; “±” is half of a {} interval, ± {} points at most. What the page calls more or less differs from zero even after allowing for all that were tested with it (Holm’s correction): {} win rates of whoever is changed are one family, and the chance of even one false alarm among them is at most {}; the other {} differences, in the table, are another.{screen} The largest of many look larger than they are. All of it holds for the bots that played.",
        counted(facts.note.games, "game"),
        level(facts.level),
        percent(widest, decimals(widest)),
        grouped(own as u64),
        level(1.0 - facts.level),
        grouped(others as u64),
    )
}
