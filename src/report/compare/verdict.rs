//! What a comparison means in words.

use super::Difference;
use super::page::{Facts, Fighter, Variant};
use crate::report::measured::Measure;
use crate::report::shared::{descending, greatest};
use crate::report::words::{capital, decimals, grouped, level, list, percent, signed, with_sign};

/// Differences of a win rate smaller than this are real if significant, but nobody feels them at a table.
const FELT: f64 = 0.01;
/// How many fighters a sentence tells with their numbers.
const TOLD: usize = 3;

/// A difference of win rates in percentage points, with its sign and without "points".
fn points(of: &Difference) -> String {
    signed(of.by() * 100.0, decimals(of.half_width()))
}

fn sure(variant: &Variant) -> impl Iterator<Item = &Fighter> + Clone {
    variant.fighters.iter().filter(|of| of.wins.sure())
}

/// The verdict in one line.
pub fn headline(facts: &Facts) -> String {
    let size = |variant: &&Variant| greatest(sure(variant).map(|of| of.wins.by().abs()));
    let moved = facts
        .variants
        .iter()
        .filter(|variant| sure(variant).next().is_some());
    let Some(variant) = moved.max_by(|a, b| size(a).total_cmp(&size(b))) else {
        return match facts.variants.as_slice() {
            [only] if only.identical() => format!("{} changes nothing at all", only.name),
            [only] => format!("{} changes no win rate measurably", only.name),
            _ => "No variant changes any win rate measurably".to_string(),
        };
    };
    // Fighters are sorted: the most helped first.
    let up = sure(variant).next().filter(|of| of.wins.by() > 0.0);
    let down = sure(variant).last().filter(|of| of.wins.by() < 0.0);
    let told = |of: &Fighter| format!("{} ({} points)", of.label, points(&of.wins));
    let most = |count: usize| if count > 1 { " most" } else { "" };
    let ups = sure(variant).filter(|of| of.wins.by() > 0.0).count();
    let downs = sure(variant).filter(|of| of.wins.by() < 0.0).count();
    let helps = up.map(|of| format!("helps {}{}", told(of), most(ups)));
    let costs = down.map(|of| format!("costs {}{}", told(of), most(downs)));
    let said: Vec<String> = helps.into_iter().chain(costs).collect();
    format!("{}: in these games it {}", variant.name, said.join(" and "))
}

/// The verdict, sentence by sentence, variant by variant.
pub fn verdict(facts: &Facts) -> Vec<String> {
    let mut said = vec![];
    for variant in &facts.variants {
        let mut sentences = sentences(facts, variant);
        if let [first, ..] = sentences.as_mut_slice()
            && facts.variants.len() > 1
        {
            *first = format!("{}. {first}", variant.name);
        }
        said.extend(sentences);
    }
    said
}

fn sentences(facts: &Facts, variant: &Variant) -> Vec<String> {
    if variant.identical() {
        return vec![format!(
            "In none of {} games does anything differ: who wins, what is measured, how long it lasts.",
            grouped(facts.games)
        )];
    }
    let mut said = wins(facts, variant);
    for (m, measure) in facts.measures.iter().enumerate() {
        said.extend(means(variant, m, measure));
    }
    let length = &variant.length;
    if length.sure() {
        let way = if length.by() > 0.0 { "up" } else { "down" };
        said.push(format!(
            "Games last {:.2} rounds, {way} from {:.2}.",
            length.after(),
            length.before()
        ));
    }
    let share = variant.changed() as f64 / facts.games.max(1) as f64;
    said.push(match variant.changes.first() {
        None => format!(
            "Not one of {} games has another winner.",
            grouped(facts.games)
        ),
        Some(most) => format!(
            "{} of the games have another winner, most often {} instead of {}.",
            with_sign(share, decimals(share)),
            most.winner_variant,
            most.winner
        ),
    });
    said.extend(variant.saving().map(|saving| {
        format!(
            "Played with the same dice in both, {} games tell as much as {} would without: {saving:.1} times as many.",
            grouped(facts.games),
            grouped((facts.games as f64 * saving).round() as u64),
        )
    }));
    said
}

/// Who wins more, who less, and of whom nothing is known.
fn wins(facts: &Facts, variant: &Variant) -> Vec<String> {
    let clear = |of: &&Fighter| of.wins.sure() && of.wins.by().abs() >= FELT;
    let labels = |of: &dyn Fn(&&Fighter) -> bool| -> Vec<&str> {
        let found = variant.fighters.iter().filter(of);
        found.map(|of| of.label.as_str()).collect()
    };
    let clear_ones = variant.fighters.iter().filter(clear);
    let (up, mut down): (Vec<&Fighter>, Vec<&Fighter>) =
        clear_ones.partition(|of| of.wins.by() > 0.0);
    down.reverse();
    let mut said = vec![];
    for (group, word) in [(up, "more"), (down, "less")] {
        let told = list(group.iter().enumerate().map(|(i, of)| {
            let (label, wins) = (&of.label, &of.wins);
            let (before, after) = (percent(wins.before(), 1), with_sign(wins.after(), 1));
            match i < TOLD {
                true => format!("{label} {} points ({before} to {after})", points(wins)),
                false => format!("{label} {}", points(wins)),
            }
        }));
        if !told.is_empty() {
            said.push(format!("Wins {word} often: {told}."));
        }
    }
    let slight = labels(&|of| of.wins.sure() && !clear(of));
    if !slight.is_empty() {
        said.push(format!(
            "Changed, but by less than a point: {}.",
            list(slight)
        ));
    }
    let alone = labels(&|of| of.wins.alone());
    if !alone.is_empty() {
        said.push(format!(
            "Open: {}. By itself its interval leaves zero out, but among {} win rates tested at once one or another does so by chance; more games may tell.",
            list(alone),
            facts.tests().0
        ));
    }
    let within = |of: &&Fighter| !of.wins.sure() && !of.wins.alone();
    let names = list(labels(&within));
    let known = variant.fighters.iter().filter(within);
    let ends = known.filter_map(|of| of.wins.ci_low.zip(of.wins.ci_high));
    let most = ends
        .map(|(low, high)| low.abs().max(high.abs()))
        .fold(0.0, f64::max);
    if !names.is_empty() {
        let points = percent(most, decimals(most));
        let at_most = match most > 0.0 {
            true => format!(": if there is a change, it is hardly more than {points} points"),
            false => String::new(),
        };
        said.push(format!(
            "No measurable change of the win rate: {names}{at_most}."
        ));
    }
    said
}

/// How another mean moves: for how many, and for whom most.
fn means(variant: &Variant, m: usize, measure: &Measure) -> Vec<String> {
    let groups = [("more", 1.0), ("less", -1.0)].into_iter();
    let said = groups.filter_map(|(word, sign)| {
        let all = variant
            .fighters
            .iter()
            .filter_map(|of| Some((of, of.values.get(m)?)));
        let group = all.filter(|(_, by)| by.sure() && by.by() * sign > 0.0);
        let group: Vec<(&Fighter, &Difference)> = descending(group, |(_, by)| by.by().abs());
        let (of, by) = group.first()?;
        let told = format!("{} ({:.2} to {:.2})", of.label, by.before(), by.after());
        let (count, every) = (group.len(), variant.fighters.len());
        let who = match count {
            1 => told,
            _ if count == every => format!("everyone, {told} most in these games"),
            _ => format!("{count} of {every}, {told} most in these games"),
        };
        let short = capital(measure.short());
        Some(format!("{short}, {word} a game: {who}."))
    });
    said.collect()
}

/// How the significance was judged, for the small print.
pub fn judgement(facts: &Facts) -> String {
    let (wins, others) = facts.tests();
    format!(
        "“±” is half of a {} interval of the difference, each by itself, game by game with the same line-up and dice. What is marked, and all that the verdict names, differs from zero even after allowing for all that were tested with it (Holm’s correction): {wins} win rates are one family, and the chance of even one false alarm among them is at most {}; the other {others} differences are another, with the same chance.",
        level(facts.level),
        level(1.0 - facts.level),
    )
}
