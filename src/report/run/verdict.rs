//! What a run's numbers mean in words.

use super::facts::{Entrant, Facts};
use crate::report::words::{NBSP, decimals, level, list, percent, with_sign};

/// An entrant's win rate: "31.2 % (± 0.1)".
pub fn win_rate(entrant: &Entrant) -> String {
    let half = entrant.all.interval.half_width();
    let decimals = decimals(half);
    format!(
        "{} (±{NBSP}{})",
        with_sign(entrant.all.rate, decimals),
        percent(half, decimals)
    )
}

/// Whom the verdict is about: an entrant, or a team whose members always play together and so win together.
struct Side<'a> {
    label: String,
    /// The entrant itself, or any member of the team.
    entrant: &'a Entrant,
}

impl Side<'_> {
    fn rate(&self) -> f64 {
        self.entrant.all.rate
    }
}

/// The sides, the strongest first.
fn sides(facts: &Facts) -> Vec<Side<'_>> {
    let sorted = facts.sorted_by(|entrant| entrant.all.rate);
    let same = |a: &Entrant, b: &Entrant| {
        a.team != b.team || (a.all.games, a.all.wins) == (b.all.games, b.all.wins)
    };
    let fixed = sorted
        .iter()
        .all(|a| a.team.is_some() && sorted.iter().all(|b| same(a, b)));
    let mut sides: Vec<Side> = vec![];
    for entrant in sorted {
        match entrant.team.filter(|_| fixed) {
            None => sides.push(Side {
                label: entrant.label.clone(),
                entrant,
            }),
            Some(team) if sides.iter().all(|side| side.entrant.team != entrant.team) => {
                sides.push(Side {
                    label: format!("Team {team}"),
                    entrant,
                });
            }
            Some(_) => {}
        }
    }
    sides
}

/// The verdict in one line.
pub fn headline(facts: &Facts) -> String {
    let sides = sides(facts);
    let (Some(best), Some(worst)) = (sides.first(), sides.last()) else {
        return "No games were played.".to_string();
    };
    let rate = |side: &Side| with_sign(side.rate(), 1);
    if sides.len() == 1 {
        return format!("{} wins {} of its games", best.label, rate(best));
    }
    if sides.iter().all(|side| !side.entrant.significant) {
        let who = if best.label.starts_with("Team ") {
            "team"
        } else {
            "fighter"
        };
        return format!("No {who} is measurably stronger or weaker than its fair share");
    }
    match (best.entrant.significant, worst.entrant.significant) {
        (true, false) => format!("{} wins most, with {}", best.label, rate(best)),
        (false, true) => format!("{} wins least, with {}", worst.label, rate(worst)),
        _ => format!(
            "{} wins most ({}), {} least ({})",
            best.label,
            rate(best),
            worst.label,
            rate(worst)
        ),
    }
}

/// Who is in which team, where teams are fixed: "Team 1: Agaric, Cactus and Baobab."
fn line_ups(facts: &Facts, sides: &[Side]) -> Vec<String> {
    let team_of = |side: &Side| {
        side.entrant
            .team
            .filter(|_| side.label.starts_with("Team "))
    };
    let mut teams: Vec<u8> = sides.iter().filter_map(team_of).collect();
    teams.sort_unstable();
    let members = |team: &u8| {
        facts
            .entrants
            .iter()
            .filter(|e| e.team == Some(*team))
            .map(|e| e.label.clone())
            .collect::<Vec<_>>()
    };
    teams
        .iter()
        .map(|team| format!("Team {team}: {}.", list(&members(team))))
        .collect()
}

/// Differences from the fair share smaller than this are real if significant, but nobody feels them at a table.
const FELT: f64 = 0.01;
/// How many of the strongest, and of the weakest, get a sentence of their own.
const TOLD: usize = 2;

/// The verdict, sentence by sentence: who is strong, who is weak, what is noise, how sure that is.
pub fn verdict(facts: &Facts) -> Vec<String> {
    let fair = with_sign(facts.fair, 1);
    let sorted = sides(facts);
    let off = |side: &Side| side.rate() - facts.fair;
    let clear = |side: &&Side| side.entrant.significant && off(side).abs() >= FELT;
    let strong: Vec<&Side> = sorted
        .iter()
        .filter(clear)
        .filter(|e| off(e) > 0.0)
        .collect();
    let weak: Vec<&Side> = sorted
        .iter()
        .rev()
        .filter(clear)
        .filter(|e| off(e) < 0.0)
        .collect();
    let slight = sorted
        .iter()
        .filter(|e| e.entrant.significant && !clear(e))
        .map(|e| e.label.clone())
        .collect::<Vec<_>>();
    let noise = sorted
        .iter()
        .filter(|e| !e.entrant.significant)
        .map(|e| e.label.clone())
        .collect::<Vec<_>>();

    let mut said = line_ups(facts, &sorted);
    for (group, side) in [(&strong, "above"), (&weak, "below")] {
        for entrant in group.iter().take(TOLD) {
            let points = off(entrant).abs() * 100.0;
            said.push(format!(
                "{} wins {} of its games, {points:.1} points {side} the fair {fair}.",
                entrant.label,
                win_rate(entrant.entrant)
            ));
        }
        let rest: Vec<String> = group
            .iter()
            .skip(TOLD)
            .map(|e| format!("{} ({})", e.label, with_sign(e.rate(), 1)))
            .collect();
        if !rest.is_empty() {
            said.push(format!("Also {side} the fair share: {}.", list(&rest)));
        }
    }
    if !slight.is_empty() {
        said.push(format!(
            "Within a point of the fair {fair}: {}. So many games can measure that difference; players will hardly feel it.",
            list(&slight)
        ));
    }
    if noise.len() == sorted.len() && !noise.is_empty() {
        said.push(format!(
            "Every win rate is within noise of the fair {fair}: these games do not show that anyone is stronger than another."
        ));
    } else if !noise.is_empty() {
        let are = if noise.len() == 1 { "is" } else { "are" };
        said.push(format!(
            "{} {are} within noise of the fair {fair}: more games may tell.",
            list(&noise)
        ));
    }
    if let (Some(best), Some(worst)) = (strong.first(), weak.first()) {
        said.push(spread(best, worst));
    }
    said
}

/// What the distance of the best and the worst means to a designer.
fn spread(best: &Side, worst: &Side) -> String {
    let factor = best.rate() / worst.rate().max(1e-9);
    if worst.entrant.all.wins == 0 {
        return format!("{} never won.", worst.label);
    }
    format!(
        "From best to worst: for each win of {}, {} has {factor:.2}.",
        worst.label, best.label
    )
}

/// How the significance was judged, for the small print.
pub fn judgement(facts: &Facts) -> String {
    format!(
        "“±” is half of a {} interval (Wilson). “Above” and “below” mean that the win rate differs from the fair share even after allowing for the fact that {} were tested at once (Holm’s correction at the same level).",
        level(facts.level),
        if facts.entrants.len() == 1 {
            "one entrant was".to_string()
        } else {
            format!("{} entrants", facts.entrants.len())
        }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Manifest;
    use crate::report::run::tables;
    use crate::report::sample::{manifest, tally};
    use crate::stats::{Cast, sample};

    fn facts(cast: &Cast, games: u64) -> Facts {
        let manifest: Manifest = manifest(cast, games);
        Facts::new(&tables(cast, &tally(cast, games), 0.95).unwrap(), &manifest).unwrap()
    }

    #[test]
    fn a_few_games_show_nothing_and_the_verdict_says_so() {
        let facts = facts(&sample::cast(4, 4), 12);
        assert_eq!(
            headline(&facts),
            "No fighter is measurably stronger or weaker than its fair share"
        );
        assert!(
            verdict(&facts)[0]
                .starts_with("Every win rate is within noise of the fair 25.0\u{a0}%")
        );
    }

    #[test]
    fn many_games_name_the_strong_and_the_weak_with_their_intervals() {
        let facts = facts(&sample::cast(8, 4), 4_000);
        let said = verdict(&facts);
        assert!(
            headline(&facts).starts_with("Agaric wins most ("),
            "{}",
            headline(&facts)
        );
        assert!(
            said[0].starts_with("Agaric wins 35.")
                && said[0].contains("points above the fair 25.0\u{a0}%"),
            "{}",
            said[0]
        );
        assert!(
            said.last()
                .unwrap()
                .starts_with("From best to worst: for each win of Zamioculcas, Agaric has 2."),
            "{said:?}"
        );
    }

    #[test]
    fn a_fixed_team_is_one_side() {
        let mut cast = sample::cast(4, 4);
        for (slot, team) in cast.slots.iter_mut().zip([1, 2, 1, 2]) {
            slot.team = Some(team);
        }
        cast.sides = 2;
        let mut facts = facts(&cast, 2_000);
        for (entrant, team) in facts.entrants.iter_mut().zip([1, 2, 1, 2]) {
            let rate = if team == 1 { 0.6 } else { 0.4 };
            (entrant.all.games, entrant.all.wins, entrant.all.rate) =
                (2_000, (2_000.0 * rate) as u64, rate);
            (entrant.team, entrant.significant) = (Some(team), true);
        }
        assert_eq!(
            headline(&facts),
            "Team 1 wins most (60.0\u{a0}%), Team 2 least (40.0\u{a0}%)"
        );
        let said = verdict(&facts);
        assert_eq!(
            said[..2],
            ["Team 1: Agaric and Bonzaï.", "Team 2: Jojoba and Cactus."]
        );
        assert_eq!(
            said.iter().filter(|line| line.contains(" wins ")).count(),
            2,
            "{said:?}"
        );
    }

    #[test]
    fn a_small_but_certain_difference_is_called_small() {
        let mut facts = facts(&sample::cast(4, 4), 400);
        for entrant in &mut facts.entrants {
            (entrant.all.rate, entrant.significant) = (0.253, entrant.label == "Agaric");
        }
        let said = verdict(&facts).join(" ");
        assert!(
            said.contains("Within a point of the fair 25.0\u{a0}%: Agaric.")
                && said.contains("hardly feel"),
            "{said}"
        );
    }
}
