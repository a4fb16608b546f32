//! Factions: groups of sides of one kind, such as all teams of heroes, and how often each faction
//! wins.

use std::slice;

use super::chart::Chart;
use super::chart::canvas::colour;
use super::chart::rows::{Cell, ChartRow, Rows};
use super::people;
use super::shared::{Wins, descending};
use super::table::{RowLines, Table, Unit};
use super::words::{capital, either, level, list, measured, the_bots, with_sign};
use crate::stats::intervals;
use crate::stats::members::Won;

/// The results of one faction in a run.
#[derive(Debug, Clone)]
pub struct Faction {
    /// The game's name for the faction, such as "heroes".
    pub name: String,
    /// The bot that plays all sides of the faction; `None` if the same bots play all factions, or
    /// several bots play this one.
    pub bot: Option<String>,
    pub colour: String,
    pub wins: Wins,
    /// Share of games that the faction would win if all sides were equally strong.
    pub fair: f64,
    /// P-value of the hypothesis that the faction wins its fair share.
    pub p: f64,
    /// True if the win rate differs significantly from the fair share, after Holm's correction for
    /// the number of factions.
    pub significant: bool,
}

impl Faction {
    fn off(&self) -> f64 {
        self.wins.rate() - self.fair
    }

    /// Returns the faction's name with its bot for a sentence, as in "heroes with the bot
    /// “trained”".
    fn said(&self) -> String {
        match &self.bot {
            Some(bot) => format!("{} with {}", self.name, the_bots([bot])),
            None => self.name.clone(),
        }
    }

    /// Returns the faction's name with its bot for a table or a chart, as in "Heroes (bot
    /// trained)".
    fn label(&self) -> String {
        match &self.bot {
            Some(bot) => format!("{} (bot {bot})", capital(&self.name)),
            None => capital(&self.name),
        }
    }
}

/// Adds the bots to the factions if different bots play the factions. `sides` names the faction of
/// each side. Each row of `bots` has a team, counted from 1, and a bot that plays in it.
pub fn add_bots<'a>(
    factions: &mut [Faction],
    sides: &[String],
    bots: impl Iterator<Item = (Option<u8>, &'a String)> + Clone,
) {
    let side = |team: Option<u8>| sides.get(usize::from(team?).checked_sub(1)?);
    let of = |faction: &Faction| {
        let own = bots.clone().filter(|(team, _)| side(*team) == Some(&faction.name));
        let mut own: Vec<&String> = own.map(|(_, bot)| bot).collect();
        own.sort_unstable();
        own.dedup();
        own
    };
    let all: Vec<Vec<&String>> = factions.iter().map(of).collect();
    if all.iter().all(|bots| *bots == all[0]) {
        return;
    }
    for (faction, bots) in factions.iter_mut().zip(all) {
        if let [bot] = bots.as_slice() {
            faction.bot = Some((*bot).clone());
        }
    }
}

/// Computes the results of the factions, in descending order of win rate minus fair share. `sides`
/// names the faction of each side; `won` has the games and wins of each team. Returns an empty list
/// if there are fewer than two factions.
pub fn of(sides: &[String], won: &[Won], level: f64) -> Vec<Faction> {
    let mut names: Vec<&String> = vec![];
    for name in sides {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.len() < 2 {
        return vec![];
    }
    let faction = |(i, name): (usize, &&String)| {
        let own = sides.iter().zip(won).filter(|(side, _)| *side == *name);
        let own: Vec<Won> = own.map(|(_, won)| *won).collect();
        let fair = own.len() as f64 / sides.len() as f64;
        // All sides play the same games, and one of them wins.
        let won = own.into_iter().reduce(Won::or).unwrap_or_default();
        Faction {
            name: (*name).clone(),
            bot: None,
            colour: people::of(None, i),
            fair,
            wins: Wins::of(&won, level),
            p: won.p_value(fair),
            significant: false,
        }
    };
    let mut factions: Vec<Faction> = names.iter().enumerate().map(faction).collect();
    test_together(slice::from_mut(&mut factions), level);
    descending(factions, Faction::off)
}

/// Decides which win rates differ significantly from their fair shares, after Holm's correction for
/// all results together, such as the results of several bots.
pub fn test_together(results: &mut [Vec<Faction>], level: f64) {
    let p = |factions: &Vec<Faction>| factions.iter().map(|of| of.p).collect();
    let groups: Vec<Vec<f64>> = results.iter().map(p).collect();
    let holds = significant(&groups, level);
    for (faction, holds) in results.iter_mut().flatten().zip(holds) {
        faction.significant = holds;
    }
}

/// Decides which results of factions are significant, after Holm's correction for all results
/// together. Each group has the p-values of all factions in the same games. Returns the decisions
/// in the order of the p-values, group after group.
pub fn significant(groups: &[Vec<f64>], level: f64) -> Vec<bool> {
    // Two factions need only one test if one faction wins the games that the other loses. Their
    // p-values then differ only by rounding errors; games without a winner make them differ more.
    let tests = |group: &[f64]| match group {
        [one, other] if (one - other).abs() <= one * 1e-6 => 1,
        all => all.len(),
    };
    let tested = groups.iter().flat_map(|group| &group[..tests(group)]);
    let p: Vec<f64> = tested.copied().collect();
    let mut holds = intervals::holm(&p, 1.0 - level).into_iter();
    let mut all: Vec<bool> = vec![];
    for group in groups {
        let own: Vec<bool> = holds.by_ref().take(tests(group)).collect();
        all.extend(own.iter().cycle().take(group.len()));
    }
    all
}

/// Returns the wins of each faction in several results, such as the results of several bots. The
/// factions are in the order of the first result.
pub fn across(results: &[Vec<Faction>]) -> impl Iterator<Item = (&Faction, Vec<Wins>)> {
    results.iter().take(1).flatten().map(move |faction| {
        let same = |of: &&Faction| of.name == faction.name;
        let all = results.iter().filter_map(|of| of.iter().find(same));
        let wins: Vec<Wins> = all.map(|of| of.wins.clone()).collect();
        (faction, wins)
    })
}

/// Returns a one-line verdict on which factions win more often than is fair; `None` without
/// factions. `bots` names the bots that play, as in "the bot “trained”"; if `bots` is empty, the
/// verdict does not name the bots.
pub fn headline(factions: &[Faction], bots: &str) -> Option<String> {
    let [first, .., last] = factions else {
        return None;
    };
    let rates: Vec<String> = factions
        .iter()
        .map(|of| format!("{} {}", of.said(), with_sign(of.wins.rate(), 1)))
        .collect();
    let with = match bots {
        "" => String::new(),
        _ => format!(" with {bots}"),
    };
    let alike = factions.iter().all(|of| of.fair == first.fair);
    let sure = factions.iter().any(|of| of.significant);
    Some(match (sure, alike) {
        (true, true) => format!(
            "{} win more often than {} ({} to {}){with}",
            capital(&first.said()),
            last.said(),
            with_sign(first.wins.rate(), 1),
            with_sign(last.wins.rate(), 1)
        ),
        (true, false) => format!(
            "{} win {} of the games{with}, where {} would be fair",
            capital(&first.said()),
            with_sign(first.wins.rate(), 1),
            with_sign(first.fair, 1)
        ),
        (false, _) => {
            let fair: Vec<String> = factions.iter().map(|of| with_sign(of.fair, 1)).collect();
            let fair = match alike {
                true => String::new(),
                false => format!(", where {} would be fair", list(&fair)),
            };
            format!(
                "No measurable advantage for {}: {}{with}{fair}",
                either(factions.iter().map(Faction::said)),
                list(&rates)
            )
        }
    })
}

/// Returns a sentence about the effect of a change of the scenario on the factions' win rates, with
/// confidence intervals.
pub fn sentence(factions: &[Faction]) -> Option<String> {
    let told = |of: &Faction| {
        let verdict = match (of.significant, of.off() > 0.0) {
            (false, _) => "within noise of",
            (true, true) => "above",
            (true, false) => "below",
        };
        format!(
            "{} win {} of the games, {verdict} the fair {}",
            of.said(),
            measured(of.wins.rate(), of.wins.margin_of_error()),
            with_sign(of.fair, 1)
        )
    };
    let told: Vec<String> = factions.iter().map(told).collect();
    (!told.is_empty()).then(|| format!("{}.", capital(&told.join("; "))))
}

/// Returns the table of factions with their win rates.
pub fn table(factions: &[Faction]) -> Table {
    let verdict = |of: &Faction| match (of.significant, of.off() > 0.0) {
        (false, _) => "within noise",
        (true, true) => "above",
        (true, false) => "below",
    };
    lines(factions).word("Verdict", verdict).table
}

/// Returns the table of factions and win rates in the form for a terminal.
pub fn brief(factions: &[Faction]) -> Table {
    let noise = |of: &Faction| match of.significant {
        true => "",
        false => "within noise",
    };
    let lines = lines(factions).word("", noise).in_terminal();
    lines.table.for_terminal()
}

fn lines(factions: &[Faction]) -> RowLines<'_, Faction> {
    let names = || factions.iter().map(|of| &of.name);
    let meaning = format!(
        "{} “vs fair”: the side’s win rate minus its fair share, in percentage points. The fair \
         share is the win rate of a side if all sides are equally strong.",
        meaning(names())
    );
    Table::new("factions", title(names()), meaning)
        .of(factions)
        .word("Side", Faction::label)
        .coloured(|of| &of.colour)
        .in_terminal()
        .with("Games", Unit::Count, |of| of.wins.games)
        .with("Win rate %", Unit::Share(1), |of| of.wins.win_rate)
        .in_terminal()
        .plus_minus(|of| of.wins.margin_of_error())
        .with("vs fair", Unit::Points(1), Faction::off)
        .in_terminal()
}

/// Returns the description of win rates of factions: "Win rate of all heroes together and all
/// villains together, in % of the games."
pub fn meaning<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let all = names.map(|name| format!("all {name} together"));
    format!("Win rate of {}, in % of the games.", list(all))
}

/// Returns the title for charts and tables of factions, such as "Heroes against villains".
pub fn title<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let names: Vec<&str> = names.map(String::as_str).collect();
    capital(&names.join(" against "))
}

/// Returns the chart of the factions' win rates; `None` without factions. `at` is the confidence
/// level.
pub fn chart(factions: &[Faction], at: f64) -> Option<Chart> {
    let headline = headline(factions, "")?;
    let row = |of: &Faction| {
        let cell = Cell::wins(&of.wins).faint(!of.significant);
        ChartRow::of(of.label(), colour(&of.colour), cell)
    };
    let rows = factions.iter().map(row).collect();
    let fair = factions.first().map(|of| of.fair);
    let fair = fair.filter(|fair| factions.iter().all(|of| of.fair == *fair));
    let form = Rows::win_rates(fair, rows);
    let subtitle = format!(
        "Share of games that each side wins, in %. The bars show {} confidence intervals. Faint \
         rows: the win rate is within noise of the fair share.",
        level(at)
    );
    let chart = Chart::new("factions", headline, subtitle, form);
    let names = factions.iter().map(|of| &of.name);
    Some(chart.presented(title(names), ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    /// Creates test results of a run with two teams. The first team wins `wins` of 1,000 games.
    fn two(wins: u64) -> Vec<Faction> {
        let won = [wins, 1_000 - wins].map(|of| Won::new(1_000, of));
        of(&names(&["villains", "heroes"]), &won, 0.95)
    }

    #[test]
    fn a_faction_wins_what_its_sides_win() {
        let [first, last] = &two(420)[..] else {
            panic!("two");
        };
        assert_eq!(
            (first.name.as_str(), first.wins.wins, first.wins.games),
            ("heroes", 580, 1_000)
        );
        assert_eq!((last.wins.wins, last.fair), (420, 0.5));
        assert_eq!(
            headline(&two(420), "").unwrap(),
            "Heroes win more often than villains (58.0\u{a0}% to 42.0\u{a0}%)"
        );
        assert_eq!(
            headline(&two(505), "").unwrap(),
            "No measurable advantage for villains or heroes: villains 50.5\u{a0}% and heroes \
             49.5\u{a0}%"
        );
        assert!(sentence(&two(420)).unwrap().starts_with(
            "Heroes win 58.0\u{a0}% (±\u{a0}3.1) of \
            the games, above the fair 50.0\u{a0}%; villains win 42.0"
        ));
        // Three players, each a side of their own; two are villains, so the villains' fair share is
        // two thirds.
        let won = [400, 200, 400].map(|wins| Won::new(1_000, wins));
        let sides = names(&["villains", "heroes", "villains"]);
        let three = of(&sides, &won, 0.95);
        assert_eq!((three[0].wins.wins, three[0].significant), (800, true));
        assert_eq!(
            headline(&three, "").unwrap(),
            "Villains win 80.0\u{a0}% of the games, where 66.7\u{a0}% would be fair"
        );
        let won = [340, 320, 340].map(|wins| Won::new(1_000, wins));
        let three = of(&sides, &won, 0.95);
        assert_eq!(
            headline(&three, "").unwrap(),
            "No measurable advantage for villains or heroes: villains 68.0\u{a0}% and heroes \
             32.0\u{a0}%, where 66.7\u{a0}% and 33.3\u{a0}% would be fair"
        );
        assert_eq!(
            headline(&three, "the bot “trained”").unwrap(),
            "No measurable advantage for villains or heroes: villains 68.0\u{a0}% and heroes \
             32.0\u{a0}% with the bot “trained”, where 66.7\u{a0}% and 33.3\u{a0}% would be fair"
        );
    }

    #[test]
    fn two_factions_that_mirror_each_other_are_one_test() {
        // The p-values of each pair differ only by a rounding error, so there are two tests.
        let pairs = [vec![0.024, 0.024 + 1e-15], vec![0.9, 0.9]];
        assert_eq!(significant(&pairs, 0.95), [true, true, false, false]);
        // Games without a winner make the p-values differ, so there are three tests.
        let pairs = [vec![0.024, 0.03], vec![0.9, 0.9]];
        assert_eq!(significant(&pairs, 0.95), [false; 4]);
        assert_eq!(significant(&[vec![]], 0.95), [false; 0]);
    }

    #[test]
    fn factions_with_different_bots_are_named_with_their_bots() {
        let bots = ["random", "trained", "trained"].map(str::to_owned);
        let sides = names(&["villains", "heroes"]);
        let said = |teams: [u8; 3]| {
            let mut factions = two(420);
            let bots = teams.map(Some).into_iter().zip(&bots);
            add_bots(&mut factions, &sides, bots);
            (headline(&factions, "").unwrap(), factions[0].label())
        };
        let (headline, label) = said([1, 2, 2]);
        assert!(
            headline.starts_with(
                "Heroes with the bot “trained” win more often than villains with the bot “random” ("
            ),
            "{headline}"
        );
        assert_eq!(label, "Heroes (bot trained)");
        // Several bots play the villains.
        assert!(said([1, 1, 2]).0.contains(" than villains ("));
        // No team is known.
        let mut same = two(420);
        add_bots(&mut same, &sides, [(None, &bots[0])].into_iter());
        assert!(same.iter().all(|of| of.bot.is_none()));
    }

    #[test]
    fn sides_of_one_faction_or_of_none_have_no_verdict() {
        for sides in [&[][..], &["heroes", "heroes"]] {
            let factions = of(&names(sides), &[Won::new(10, 5); 2], 0.95);
            assert!(factions.is_empty() && headline(&factions, "").is_none());
        }
    }
}
