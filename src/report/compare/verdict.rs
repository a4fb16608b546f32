//! What a comparison means in words.

use super::Difference;
use super::page::{Facts, Fighter, Variant};
use crate::report::measured::Measure;
use crate::report::shared::{descending, greatest, named};
use crate::report::words::{
    capital, counted, decimals, grouped, level, list, percent, signed, with_sign,
};
use crate::report::{ApartNote, factions};
use crate::stats::intervals::wilson;

/// Differences of a win rate smaller than this are real if significant, but nobody feels them at a table.
const FELT: f64 = 0.01;
/// How many fighters a sentence tells with their numbers, and how many at all.
const TOLD: usize = 3;
const LISTED: usize = 12;

/// A difference of win rates in percentage points, with its sign and without "points".
fn points(of: &Difference) -> String {
    signed(of.by() * 100.0, of.decimals())
}

fn sure(variant: &Variant) -> impl Iterator<Item = &Fighter> + Clone {
    variant.fighters.iter().filter(|of| of.wins.sure())
}

/// The verdict in one line: on the factions, if there are any, or else on the fighters.
pub fn headline(facts: &Facts) -> String {
    if facts.cooperative() {
        return of_parties(facts);
    }
    let moved = match facts.variants.as_slice() {
        [only] => factions::moved_headline(&only.factions, facts.level)
            .map(|moved| format!("{}: {moved}", only.name)),
        _ => None,
    };
    moved.unwrap_or_else(|| most_moved(facts))
}

/// Whom a variant helps and costs most, in one line.
pub fn most_moved(facts: &Facts) -> String {
    let size = |variant: &&Variant| greatest(sure(variant).map(|of| of.wins.by().abs()));
    let moved = facts
        .variants
        .iter()
        .filter(|variant| sure(variant).next().is_some());
    let Some(variant) = moved.max_by(|a, b| size(a).total_cmp(&size(b))) else {
        return match facts.variants.as_slice() {
            [only] if only.identical() => format!(
                "{} changes nothing in these games, and a win rate{}",
                only.name,
                at_most(facts)
            ),
            [only] => format!(
                "{} changes no win rate measurably{}",
                only.name,
                at_most(facts)
            ),
            _ => format!(
                "No variant changes any win rate measurably{}",
                at_most(facts)
            ),
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

/// The headline where all win or lose together: what it does to the party.
fn of_parties(facts: &Facts) -> String {
    let parties = facts.variants.iter();
    let parties = parties.filter_map(|variant| Some((variant, &variant.party.as_ref()?.wins)));
    let sure = parties.clone().filter(|(_, party)| party.sure());
    match sure.max_by(|(_, a), (_, b)| a.by().abs().total_cmp(&b.by().abs())) {
        Some((variant, party)) => format!(
            "{}: in these games the party wins {} instead of {} ({} points)",
            variant.name,
            with_sign(party.after(), 1),
            with_sign(party.before(), 1),
            points(party)
        ),
        None => {
            let who = match facts.variants.as_slice() {
                [only] => format!("{} does not change", only.name),
                _ => "No variant changes".to_owned(),
            };
            let most = greatest(parties.filter_map(|(_, party)| party.at_most()));
            let most = percent(most, decimals(most));
            format!("{who} the party’s win rate measurably: by {most} points at most")
        }
    }
}

/// What a variant does to the party.
fn of_party(party: &Difference) -> String {
    let (before, after) = (with_sign(party.before(), 1), with_sign(party.after(), 1));
    match party.sure() {
        true => format!(
            "The party wins {after}, {before} before: {} points.",
            points(party)
        ),
        false => {
            let most = party.at_most().unwrap_or(1.0);
            format!(
                "The party wins {after}, {before} before: no measurable change, at most {} points.",
                percent(most, decimals(most))
            )
        }
    }
}

/// The upper bound of a change that was not measured: ": by 3.1 points at most".
fn at_most(facts: &Facts) -> String {
    let fighters = facts.variants.iter().flat_map(Variant::with_party);
    let most = greatest(fighters.filter_map(|of| of.wins.at_most()));
    format!(": by {} points at most", percent(most, decimals(most)))
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
            "In no game does anything differ: who wins, what is measured, how long it lasts. Up to {} of all games may differ.",
            may_differ(facts)
        )];
    }
    let mut said: Vec<String> = factions::moved_sentence(&variant.factions, facts.level)
        .into_iter()
        .collect();
    said.extend(variant.party.as_ref().map(|party| of_party(&party.wins)));
    said.extend(wins(facts, variant));
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
    if let Some(note) = &variant.apart {
        said.push(not_paired(facts, note));
        said.extend(other_share(facts, variant));
        return said;
    }
    let share = variant.changed() as f64 / facts.games.max(1) as f64;
    if facts.cooperative() && !variant.changes.is_empty() {
        said.push(other_ends(facts, variant));
        said.extend(saving(facts, variant));
        return said;
    }
    said.push(match variant.changes.first() {
        None => format!(
            "Not one game has another winner; up to {} of all games may.",
            may_differ(facts)
        ),
        Some(most) => format!(
            "{} of the games have another winner, most often {} instead of {}.",
            with_sign(share, decimals(share)),
            most.winner_variant,
            most.winner
        ),
    });
    said.extend(saving(facts, variant));
    said
}

/// How many games end otherwise where all win or lose together.
fn other_ends(facts: &Facts, variant: &Variant) -> String {
    let share = |games: u64| {
        let share = games as f64 / facts.games.max(1) as f64;
        with_sign(share, decimals(share))
    };
    let lost = variant
        .changes
        .iter()
        .filter(|of| of.winner_variant == "nobody");
    let lost: u64 = lost.map(|change| change.games).sum();
    format!(
        "{} of the games end otherwise: {} are won with the change alone, {} without it alone.",
        share(variant.changed()),
        share(variant.changed() - lost),
        share(lost)
    )
}

/// What the same dice save.
fn saving(facts: &Facts, variant: &Variant) -> Option<String> {
    let saving = variant.saving()?;
    Some(format!(
        "Played with the same dice in both, {} tell as much as {} would without: {saving:.1} times as many.",
        counted(facts.games, "game"),
        grouped((facts.games as f64 * saving).round() as u64),
    ))
}

/// The upper bound of the share of games that differ, if none of those that were played does.
fn may_differ(facts: &Facts) -> String {
    let most = wilson(0, facts.games, facts.level).high;
    with_sign(most, decimals(most))
}

/// Why games are not paired, and what that means.
fn not_paired(facts: &Facts, note: &ApartNote) -> String {
    let only = |keys: &[String], when: &str| {
        let names = list(keys.iter().map(|key| facts.people.get(key).name));
        (!keys.is_empty()).then(|| format!("only {when} {names}"))
    };
    let only = [
        only(&note.only_before, "before"),
        only(&note.only_after, "after"),
    ];
    let only: Vec<String> = only.into_iter().flatten().collect();
    let why = match only.as_slice() {
        [] => format!(
            "the same {} play, but in other numbers or other places",
            facts.people.several()
        ),
        only => format!(
            "not the same {} play ({})",
            facts.people.several(),
            only.join("; ")
        ),
    };
    format!(
        "Not paired: {why}, so no game of the one is a game of the other. Each variant is known by its own {} games, and its intervals are as wide as those of two runs.",
        grouped(facts.games)
    )
}

/// What the difference of the fair shares has to do with those of the win rates.
fn other_share(facts: &Facts, variant: &Variant) -> Option<String> {
    let (before, after) = facts.fair_first.zip(variant.fair)?;
    (before != after).then(|| {
        format!(
            "The fair share is {} before and {} after: so much of each difference of win rates is everybody’s.",
            with_sign(before, 1),
            with_sign(after, 1)
        )
    })
}

/// Who wins more, who less, and of whom nothing is known.
fn wins(facts: &Facts, variant: &Variant) -> Vec<String> {
    let clear = |of: &&Fighter| of.wins.sure() && of.wins.by().abs() >= FELT;
    let labels = |of: &dyn Fn(&&Fighter) -> bool| -> String {
        let found = variant.fighters.iter().filter(of);
        let labels: Vec<&str> = found.map(|of| of.label.as_str()).collect();
        named(&labels, variant.fighters.len(), facts.people.several())
    };
    let clear_ones = variant.fighters.iter().filter(clear);
    let (up, mut down): (Vec<&Fighter>, Vec<&Fighter>) =
        clear_ones.partition(|of| of.wins.by() > 0.0);
    down.reverse();
    let mut said = vec![];
    let wins = match facts.cooperative() {
        true => ["More wins with", "Fewer wins with"],
        false => ["Wins more often", "Wins less often"],
    };
    for (group, wins) in [up, down].into_iter().zip(wins) {
        let told = group.iter().enumerate().map(|(i, of)| {
            let (label, by) = (&of.label, &of.wins);
            let (before, after) = (percent(by.before(), 1), with_sign(by.after(), 1));
            match i < TOLD {
                true => format!("{label} {} points ({before} to {after})", points(by)),
                false => format!("{label} {}", points(by)),
            }
        });
        let mut told: Vec<String> = told.collect();
        let more = told.len().saturating_sub(LISTED);
        if more > 0 {
            told.truncate(LISTED);
            told.push(format!("{more} more"));
        }
        let told = list(told);
        if !told.is_empty() {
            said.push(format!("{wins}: {told}."));
        }
    }
    let slight = labels(&|of| of.wins.sure() && !clear(of));
    if !slight.is_empty() {
        said.push(format!("Changed, but by less than a point: {slight}."));
    }
    let alone = labels(&|of| of.wins.alone());
    if !alone.is_empty() {
        said.push(format!(
            "Open: {alone}. By itself its interval leaves zero out, but among {} win rates tested at once one or another does so by chance; more games may tell.",
            facts.tests().0
        ));
    }
    let known = |of: &&Fighter| of.wins.half_width().is_some();
    let within = |of: &&Fighter| known(of) && !of.wins.sure() && !of.wins.alone();
    let names = labels(&within);
    let not_measured = variant.fighters.iter().filter(within);
    let most = greatest(not_measured.filter_map(|of| of.wins.at_most()));
    if !names.is_empty() {
        let points = percent(most, decimals(most));
        said.push(format!(
            "No measurable change of the win rate: {names}: if there is a change, it is hardly more than {points} points."
        ));
    }
    let without = labels(&|of| !known(of));
    if !without.is_empty() {
        said.push(format!("Needs more games: {without}."));
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
        let short = capital(&measure.of_every_game());
        Some(format!("{short}, {word} a game: {who}."))
    });
    said.collect()
}

/// How the significance was judged, for the small print.
pub fn judgement(facts: &Facts) -> String {
    let (wins, others) = facts.tests();
    let paired = facts
        .variants
        .iter()
        .filter(|of| of.apart.is_none())
        .count();
    let how = match paired {
        0 => ", from the games of each variant by themselves (win rates: Newcombe)",
        _ if paired == facts.variants.len() => ", game by game with the same line-up and dice",
        _ => {
            ", game by game with the same line-up and dice; where games are not paired, from those of each variant by themselves (win rates: Newcombe)"
        }
    };
    format!(
        "“±” is half of a {} interval of the difference, each by itself{how}. What is marked, and all that the verdict names, differs from zero even after allowing for all that were tested with it (Holm’s correction): {wins} win rates are one family, and the chance of even one false alarm among them is at most {}; the other {others} differences are another, with the same chance.",
        level(facts.level),
        level(1.0 - facts.level),
    )
}
