//! What the parties mean in words.

use super::page::{Facts, Fighter, Pair, Party};
use crate::report::shared::descending;
use crate::report::words::{capital, decimals, level, list, signed, with_sign};

/// Parties, fighters and pairs that a sentence names.
const TOLD: usize = 3;

/// The sentences of a verdict that the headline and a table of both ends tell too.
pub const ENDS: usize = 3;

/// A verdict as a reader has it.
pub fn called(verdict: &str) -> &'static str {
    match verdict {
        "best" => "among the best",
        "worst" => "among the worst",
        "open" => "not told apart",
        _ => "between",
    }
}

/// A party and how often it wins: "A + B (51.1 %)".
fn told(party: &Party) -> String {
    let wins = &party.row.wins;
    format!(
        "{} ({})",
        party.names,
        with_sign(wins.rate(), decimals(wins.half()))
    )
}

/// The verdict in one line.
pub fn headline(facts: &Facts) -> String {
    let average = with_sign(facts.average, 1);
    let of = |verdicts: &[&str]| -> Vec<&Party> {
        let all = facts.parties.iter();
        let so = all.filter(|party| verdicts.contains(&party.row.verdict.as_str()));
        so.collect()
    };
    let best = of(&["best", "open"]);
    let all = facts.parties.len();
    match (facts.parties.as_slice(), best.as_slice()) {
        ([], _) => "No games were played.".to_owned(),
        ([only], _) => format!("{} wins {average}", only.names),
        (_, best) if best.len() == all => {
            format!("None of {all} parties is measurably better than another: {average} on average")
        }
        (_, [best]) => format!(
            "{} wins most of {all} parties; the average is {average}",
            told(best)
        ),
        (_, best) => format!(
            "The best of {all} parties cannot be determined: {} are within the margin of error; the average is {average}",
            best.len()
        ),
    }
}

/// How many parties cannot be told from the best, nor from the worst.
fn open(facts: &Facts) -> Option<String> {
    let all = facts.parties.len();
    let open = facts
        .parties
        .iter()
        .filter(|party| party.row.verdict == "open");
    let open = open.count();
    (0 < open && open < all).then(|| {
        format!(
            "{open} of {all} parties cannot be told apart: they are within the margin of error of the best and of the worst."
        )
    })
}

/// The verdict, sentence by sentence: the headline, both ends, and what makes a party strong.
pub fn verdict(facts: &Facts) -> Vec<String> {
    let mut said = vec![headline(facts) + "."];
    if facts.parties.len() < 2 {
        return said;
    }
    let few = |parties: &mut dyn Iterator<Item = &Party>| {
        parties.take(TOLD).map(told).collect::<Vec<_>>().join("; ")
    };
    let (most, least) = (
        few(&mut facts.parties.iter()),
        few(&mut facts.parties.iter().rev()),
    );
    said.push(format!("Most successful in these games: {most}."));
    said.push(format!("Least successful in these games: {least}."));
    said.extend(open(facts));
    said.extend(lifts(facts));
    said.extend(synergies(facts));
    said
}

/// Who lifts a party, and who weighs it down.
fn lifts(facts: &Facts) -> Vec<String> {
    let named = |verdict: &str| {
        let same = |fighter: &&Fighter| fighter.row.verdict.as_deref() == Some(verdict);
        let sure = facts.fighters.iter().filter(same);
        let sorted = descending(sure, |fighter| fighter.row.lift.unwrap_or(0.0).abs());
        let told = sorted.into_iter().take(TOLD).map(|fighter| {
            let lift = fighter.row.lift.unwrap_or(0.0) * 100.0;
            format!("{} ({})", fighter.who.name, signed(lift, 1))
        });
        list(told)
    };
    let (better, worse) = (named("better"), named("worse"));
    let mut said = vec![];
    if !better.is_empty() {
        said.push(format!(
            "In the same seat on the same missions, more wins in points than with others: {better}."
        ));
    }
    if !worse.is_empty() {
        said.push(format!("Fewer: {worse}."));
    }
    if said.is_empty()
        && facts
            .fighters
            .iter()
            .any(|fighter| fighter.row.lift.is_some())
    {
        let word = facts.people.word();
        said.push(format!(
            "No {word} is measurably better for a party than another."
        ));
    }
    said
}

/// Who are better or worse together.
fn synergies(facts: &Facts) -> Vec<String> {
    if facts.bonds.iter().all(|pair| pair.row.synergy.is_none()) {
        return vec![];
    }
    let mut said = vec![];
    for verdict in ["stronger", "weaker"] {
        let same = |pair: &&Pair| pair.row.verdict.as_deref() == Some(verdict);
        let found = descending(facts.bonds.iter().filter(same), |pair| {
            pair.row.synergy.unwrap_or(0.0).abs()
        });
        let names = list(found.iter().take(TOLD).map(|pair| {
            let synergy = pair.row.synergy.unwrap_or(0.0) * 100.0;
            format!("{} ({})", facts.two(pair.of), signed(synergy, 1))
        }));
        let more = match found.len().saturating_sub(TOLD) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        if !names.is_empty() {
            let verdict = capital(verdict);
            said.push(format!(
                "{verdict} together than apart, in points: {names}{more}."
            ));
        }
    }
    if said.is_empty() {
        let several = facts.people.several();
        said.push(format!(
            "No two {several} are measurably stronger or weaker together than apart."
        ));
    }
    said
}

/// How it was judged, for the small print.
pub fn judgement(facts: &Facts) -> String {
    format!(
        "Best and worst: parties that cannot be told from the one that won most or least, every two compared game by game; the chance that the true best or worst is left out is below {} (Holm’s correction for the number of pairs). Lifts and synergies are differences of mean win rates on the same missions, in points, each of them corrected for their number. All of it holds for the bots that played.",
        level(1.0 - facts.level)
    )
}
