//! What a run's numbers mean in words.

use super::facts::{Entrant, Facts};
use super::row_types::{Beside, With};
use crate::report::factions;
use crate::report::shared;
use crate::report::words::{NBSP, decimals, grouped, level, list, percent, with_sign};

/// A win rate: "31.2 % (± 0.1)".
fn win_rate(entrant: &Entrant) -> String {
    let (rate, half) = (entrant.all.wins.rate(), entrant.all.wins.half());
    let fine = decimals(half);
    format!("{} (±{NBSP}{})", with_sign(rate, fine), percent(half, fine))
}

/// Whom the verdict is about: an entrant, or a team whose members always play together and so win together.
struct Side<'a> {
    label: String,
    /// The entrant itself, or any member of the team.
    entrant: &'a Entrant,
}

impl Side<'_> {
    fn rate(&self) -> f64 {
        self.entrant.all.wins.rate()
    }

    fn off(&self) -> f64 {
        self.entrant.all.off().unwrap_or(0.0)
    }
}

/// The sides, the strongest first.
fn sides(facts: &Facts) -> Vec<Side<'_>> {
    let sorted = facts.by_wins();
    let same = |a: &Entrant, b: &Entrant| a.all.team != b.all.team || a.all.wins == b.all.wins;
    let fixed = |a: &&Entrant| a.all.team.is_some() && sorted.iter().all(|b| same(a, b));
    let fixed = sorted.iter().all(fixed);
    let mut sides: Vec<Side> = vec![];
    for entrant in sorted {
        let team = entrant.all.team.filter(|_| fixed);
        if team.is_some() && sides.iter().any(|side| side.entrant.all.team == team) {
            continue;
        }
        let label = team.map_or(entrant.label.clone(), |team| format!("Team {team}"));
        sides.push(Side { label, entrant });
    }
    sides
}

/// Those who may be the first: names, if they are few enough to be named.
fn named(sides: &[Side], group: &[usize], least: bool) -> Option<String> {
    let word = if least { "least" } else { "most" };
    match group {
        [one] => {
            let side = &sides[*one];
            let rate = with_sign(side.rate(), 1);
            Some(format!("{} wins {word} ({rate})", side.label))
        }
        few if few.len() <= 3 => Some(format!("{} win {word}", names(sides, few))),
        _ => None,
    }
}

fn names(sides: &[Side], of: &[usize]) -> String {
    list(of.iter().map(|&i| &sides[i].label))
}

/// The same; of many how many they are.
fn named_or_counted(facts: &Facts, sides: &[Side], of: &[usize]) -> String {
    let labels: Vec<&String> = of.iter().map(|&i| &sides[i].label).collect();
    shared::named(&labels, sides.len(), facts.people.several())
}

/// The verdict in one line: on the factions, if there are any, or else on the sides.
pub fn headline(facts: &Facts) -> String {
    factions::headline(&facts.factions).unwrap_or_else(|| strongest(facts))
}

/// Who wins most and least, in one line.
pub fn strongest(facts: &Facts) -> String {
    let sides = sides(facts);
    let games = grouped(facts.games);
    let Some(first) = sides.first() else {
        return "No games were played.".to_string();
    };
    if facts.fair.is_none() {
        let (wins, played) = together(facts);
        let rate = with_sign(wins as f64 / played as f64, 1);
        let plays = if facts.bots.len() == 1 {
            "plays"
        } else {
            "play"
        };
        return match list(&facts.bots).as_str() {
            "" => format!("All together win {rate} of their games"),
            bots => format!("As {bots} {plays}, all together win {rate} of their games"),
        };
    }
    if sides.len() == 1 {
        let rate = with_sign(first.rate(), 1);
        return format!("{} wins {rate} of its games", first.label);
    }
    let order = facts.order(&sides.iter().map(|side| side.entrant).collect::<Vec<_>>());
    if order.level() {
        let who = match first.label.starts_with("Team ") {
            true => "team",
            false => facts.people.word(),
        };
        return format!("No {who} is measurably stronger than another");
    }
    let (top, bottom) = (order.top(), order.bottom());
    match (named(&sides, &top, false), named(&sides, &bottom, true)) {
        (Some(most), Some(least)) => {
            let least = match bottom.len() {
                1 => least.replacen(" wins least", " least", 1),
                _ => least.replacen(" win least", " least", 1),
            };
            format!("{most}, {least}")
        }
        (Some(most), None) => {
            format!("{most}; the weakest cannot be determined from {games} games")
        }
        (None, Some(least)) => {
            format!("{least}; the strongest cannot be determined from {games} games")
        }
        _ => above_and_below(facts, &sides),
    }
}

/// How many win more and less than their fair share, where the strongest and the weakest are not known.
fn above_and_below(facts: &Facts, sides: &[Side]) -> String {
    let sure = |sign: f64| {
        let own = |side: &&Side| side.entrant.significant && side.off() * sign > 0.0;
        sides.iter().filter(own).count()
    };
    let (above, below, all) = (sure(1.0), sure(-1.0), sides.len());
    match (above, below) {
        (0, 0) => format!(
            "The strongest and the weakest cannot be determined from {} games",
            grouped(facts.games)
        ),
        _ => {
            let told = [(above, "more"), (below, "less")].into_iter();
            let told = told.filter(|(count, _)| *count > 0);
            let told: Vec<String> = told
                .map(|(count, word)| match count {
                    1 => format!("one wins {word}"),
                    _ => format!("{count} win {word}"),
                })
                .collect();
            format!(
                "Of {all} {}, {} than the fair share",
                facts.people.several(),
                list(&told)
            )
        }
    }
}

/// Wins and games of all entrants, of games that they win or lose together.
pub fn together(facts: &Facts) -> (u64, u64) {
    let all = facts.entrants.iter().map(|of| &of.all.wins);
    all.fold((0, 0), |(wins, games), of| {
        (wins + of.wins, games + of.games)
    })
}

/// Who cannot be told apart at either end.
fn ties(facts: &Facts, sides: &[Side]) -> Option<String> {
    let order = facts.order(&sides.iter().map(|side| side.entrant).collect::<Vec<_>>());
    let tie = |group: Vec<usize>, word| {
        let who = || named_or_counted(facts, sides, &group);
        (group.len() > 1).then(|| format!("the {word} is one of {}", who()))
    };
    let ties = [
        tie(order.top(), "strongest"),
        tie(order.bottom(), "weakest"),
    ];
    let said: Vec<String> = ties.into_iter().flatten().collect();
    (!order.level() && !said.is_empty())
        .then(|| format!("Within the margin of error: {}.", said.join("; ")))
}

/// Who is in which team, where teams are fixed: "Team 1: Agaric, Cactus and Baobab."
fn line_ups(facts: &Facts, sides: &[Side]) -> Vec<String> {
    let fixed = sides.iter().filter(|side| side.label.starts_with("Team "));
    let mut teams: Vec<u8> = fixed.filter_map(|side| side.entrant.all.team).collect();
    teams.sort_unstable();
    let line = |team: &u8| {
        let members = facts
            .entrants
            .iter()
            .filter(|of| of.all.team == Some(*team));
        format!("Team {team}: {}.", list(members.map(|of| &of.label)))
    };
    teams.iter().map(line).collect()
}

/// Differences from the fair share smaller than this are real if significant, but nobody feels them at a table.
const FELT: f64 = 0.01;
/// How many of the strongest, and of the weakest, get a sentence of their own.
const TOLD: usize = 2;

/// The verdict, sentence by sentence: who is strong, who is weak, what is noise, how sure that is.
pub fn verdict(facts: &Facts) -> Vec<String> {
    let sorted = sides(facts);
    let Some(fair) = facts.fair else {
        return cooperative(facts);
    };
    let fair = with_sign(fair, 1);
    let clear = |side: &&Side| side.entrant.significant && side.off().abs() >= FELT;
    let some = |labels: &[&str]| shared::named(labels, sorted.len(), facts.people.several());
    let labels = |of: &dyn Fn(&&Side) -> bool| -> Vec<&str> {
        sorted
            .iter()
            .filter(of)
            .map(|side| side.label.as_str())
            .collect()
    };
    let clear_ones = sorted.iter().filter(clear);
    let (strong, mut weak): (Vec<&Side>, Vec<&Side>) = clear_ones.partition(|of| of.off() > 0.0);
    weak.reverse();
    let mut said: Vec<String> = factions::sentence(&facts.factions).into_iter().collect();
    if !said.is_empty() {
        said.push(format!("{}.", strongest(facts)));
    }
    said.extend(line_ups(facts, &sorted));
    for (group, side) in [(&strong, "above"), (&weak, "below")] {
        for of in group.iter().take(TOLD) {
            let points = of.off().abs() * 100.0;
            let rate = win_rate(of.entrant);
            said.push(format!(
                "{} wins {rate} of its games, {points:.1} points {side} the fair {fair}.",
                of.label
            ));
        }
        let rest = group.iter().skip(TOLD);
        let rest = rest.map(|of| format!("{} ({})", of.label, with_sign(of.rate(), 1)));
        let rest: Vec<String> = rest.collect();
        let rest = shared::named(&rest, sorted.len(), facts.people.several());
        if !rest.is_empty() {
            said.push(format!("Also {side} the fair share: {rest}."));
        }
    }
    let slight = labels(&|side| side.entrant.significant && !clear(side));
    let noise = labels(&|side| !side.entrant.significant);
    if !slight.is_empty() {
        said.push(format!(
            "Within a point of the fair {fair}: {}. So many games can measure that difference; players will hardly feel it.",
            some(&slight)
        ));
    }
    if noise.len() == sorted.len() && !noise.is_empty() {
        said.push(format!(
            "Every win rate is within noise of the fair {fair}: these games do not show that anyone is above or below it."
        ));
    } else if !noise.is_empty() {
        let are = if noise.len() == 1 { "is" } else { "are" };
        said.push(format!(
            "{} {are} within noise of the fair {fair}: more games may tell.",
            some(&noise)
        ));
    }
    said.extend(ties(facts, &sorted));
    if let ([best, ..], [worst, ..]) = (strong.as_slice(), weak.as_slice()) {
        said.push(match worst.entrant.all.wins.wins {
            0 => format!("{} never won.", worst.label),
            _ => format!(
                "From best to worst in these games: for each win of {}, {} has {:.2}.",
                worst.label,
                best.label,
                best.rate() / worst.rate()
            ),
        });
    }
    said
}

/// Of games that all win or lose together.
fn cooperative(facts: &Facts) -> Vec<String> {
    let [who, with] = [among_them(facts), with_and_without(facts)];
    let [stronger, dealt] = [beside(facts), dealt(facts)];
    let said = [stronger, who, with, dealt];
    said.into_iter().flatten().collect()
}

/// What stronger play wins, if somebody has shown it: how hard a game is hangs on who plays it.
pub fn beside(facts: &Facts) -> Option<String> {
    let Beside { strategy, wins } = facts.beside.as_ref()?;
    let fine = decimals(wins.half());
    Some(format!(
        "Beside it {strategy} wins {} (±{NBSP}{}) of the first {} of these games: how hard they are hangs on who plays.",
        with_sign(wins.rate(), fine),
        percent(wins.half(), fine),
        grouped(wins.games)
    ))
}

/// Who is among them when most is won.
fn among_them(facts: &Facts) -> Option<String> {
    let sorted = facts.by_wins();
    let [best, .., worst] = sorted.as_slice() else {
        return None;
    };
    Some(match facts.order(&sorted).level() {
        true => {
            let [most, least] = [best, worst].map(|of| percent(of.all.wins.rate(), 1));
            let half = sorted
                .iter()
                .map(|of| of.all.wins.half())
                .fold(0.0, f64::max);
            format!(
                "Who should be among them cannot be determined from these games: with any {} they win {least} to {most} %, ±{NBSP}{} at most. gong pairings plays every party on the same games, and tells more.",
                facts.people.word(),
                percent(half, decimals(half))
            )
        }
        false => format!(
            "With {} among them they win {}, with {} {}: an association, for others were with them too.",
            best.label,
            win_rate(best),
            worst.label,
            win_rate(worst)
        ),
    })
}

/// How much is decided before the first decision.
pub fn dealt(facts: &Facts) -> Option<String> {
    let deal = facts.deal.as_ref()?;
    let [share, low, high] = [deal.share?, deal.ci_low?, deal.ci_high?].map(|of| with_sign(of, 0));
    Some(format!(
        "The deal (who plays, and what is laid out) is {share} ({low} to {high}) of what varies in winning, dice and play the rest: {} deals, {} times each.",
        grouped(deal.deals),
        deal.replays
    ))
}

/// What goes with most wins, and with fewest.
fn with_and_without(facts: &Facts) -> Option<String> {
    let sure = || facts.with.iter().filter(|with| with.significant);
    let told = |with: &With| {
        let [rate, without] = [with.win_rate, with.win_rate_without].map(|rate| with_sign(rate, 1));
        format!("{} ({rate} with it, {without} without)", with.thing)
    };
    let most = sure().next().filter(|with| with.difference > 0.0);
    let least = sure().next_back().filter(|with| with.difference < 0.0);
    let ends = [
        most.map(|with| format!("most with {}", told(with))),
        least.map(|with| format!("least with {}", told(with))),
    ];
    let ends: Vec<String> = ends.into_iter().flatten().collect();
    (!ends.is_empty()).then(|| {
        let ends = ends.join(", ");
        format!("Won {ends}: an association, not an effect.")
    })
}

/// How the significance was judged, for the small print.
pub fn judgement(facts: &Facts) -> String {
    let tested = match facts.entrants.len() {
        1 => "one entrant was".to_string(),
        all => format!("{all} entrants were"),
    };
    if facts.fair.is_none() {
        // All win together: there is nobody to be above or below.
        return format!("“±” is half of a {} interval (Wilson).", level(facts.level));
    }
    format!(
        "“±” is half of a {} interval (Wilson). “Above” and “below” mean that the win rate differs from the fair share even after allowing for the fact that {tested} tested at once (Holm’s correction at the same level). “Most” and “least” mean a difference from every other one, allowing for the number of pairs; who cannot be told from the first is named with it.",
        level(facts.level),
    )
}
