//! Builds the page of the report of `gong ladder`: its chart, its tables, and its method.

use super::facts::{LadderFacts, RatedBot};
use crate::questions::facts::Fact;
use crate::report::Manifest;
use crate::report::chart::Chart;
use crate::report::chart::canvas::COLD;
use crate::report::chart::plot::Mark;
use crate::report::chart::rows::{ChartRow, Rows};
use crate::report::chart::scale::AxisUnit;
use crate::report::page::{Brief, Page};
use crate::report::people::People;
use crate::report::shared::{known_margin_of_error, margin_of_error, share};
use crate::report::table::{Table, Unit};
use crate::report::words::{counted, level, signed};

/// Points of Elo's scale: a difference of 400 points means odds of ten to one.
const POINTS: Unit = Unit::Signed(0, "points of Elo’s scale");

/// Builds the page of the report of `gong ladder` and the text for a terminal.
pub fn page(facts: &LadderFacts, manifest: &Manifest) -> Page {
    let (headline, findings) = facts.findings();
    let bots = bots(facts, manifest);
    let played = [(facts.bots.len() as u64, "bot"), (manifest.games, "game")];
    let played = played.map(|(number, word)| counted(number, word));
    Page {
        verdict: findings.iter().map(ToString::to_string).collect(),
        judgement: method(manifest),
        brief: Brief {
            played: played.join(", "),
            tables: vec![(String::new(), bots.for_terminal())],
        },
        charts: chart(facts, manifest.level).into_iter().collect(),
        tables: vec![bots, pairs(facts)],
        headline: headline.to_string(),
        ..Page::default()
    }
}

/// Builds the table of all bots.
fn bots(facts: &LadderFacts, manifest: &Manifest) -> Table {
    let before = std::iter::once(true).chain(facts.bots.iter().map(|bot| bot.is_stronger));
    let bots: Vec<(bool, &RatedBot)> = before.zip(&facts.bots).collect();
    let speed = |name: &str| {
        let note = manifest.bots.iter().find(|note| note.strategy == name)?;
        (note.seconds > 0.0).then(|| note.decisions as f64 / note.seconds)
    };
    let meaning = "The first row shows the strongest bot. Marked rows: the bot is not \
                   significantly weaker than the next stronger bot. If a bot plays two seats (or \
                   teams) in a game, the game counts twice for this bot. “Decisions a second”: \
                   choices between two or more options, per second of processor time (all \
                   threads), which depends on the computer.";
    Table::new("bots", "Bots", meaning)
        .of(&bots)
        .word("Bot", |(_, bot)| &bot.name)
        .in_terminal()
        .with("Rating", POINTS, |(_, bot)| bot.rating.row.value)
        .in_terminal()
        .plus_minus(|(_, bot)| {
            let of = &bot.rating.row;
            known_margin_of_error(of.value, of.ci_low, of.ci_high)
        })
        .with("Win rate %", Unit::Share(1), |(_, bot)| bot.wins.row.value)
        .in_terminal()
        .plus_minus(|(_, bot)| bot.wins.margin_of_error())
        .with("vs fair", Unit::Points(1), |(_, bot)| bot.wins.off())
        .with("Games", Unit::Count, |(_, bot)| bot.wins.row.games)
        .with("Decisions a second", Unit::Count, move |(_, bot)| speed(&bot.name))
        .in_terminal()
        .marked(|(is_weaker, _)| !is_weaker)
}

/// Builds the table of every two bots that played against each other.
fn pairs(facts: &LadderFacts) -> Table {
    let met: Vec<&Fact> = facts.pairs.iter().filter(|pair| pair.row.games > 0).collect();
    Table::new(
        "pairs",
        "Bot against bot",
        "“Games”: the games that one of the two bots won. “Wins”: wins of the first bot, in % of \
         these games. “Above”: the first bot is significantly stronger.",
    )
    .of(&met)
    .word("Bots", |pair| pair.row.subject.replace('+', " – "))
    .with("Wins %", Unit::Share(1), |pair| share(pair.row.wins?, pair.row.games))
    .with("Rating difference", POINTS, |pair| pair.row.change)
    .plus_minus(|pair| pair.row.change.map(|_| pair.margin_of_error()))
    .with("Games", Unit::Count, |pair| pair.row.games)
    .word("Verdict", |pair| pair.standing().name())
    .table
}

/// Draws the ratings with their intervals; `None` without ratings.
fn chart(facts: &LadderFacts, at: f64) -> Option<Chart> {
    let row = |bot: &RatedBot| {
        let of = &bot.rating.row;
        let (value, low, high) = (of.value?, of.ci_low?, of.ci_high?);
        let said = format!("{} ± {:.0}", signed(value, 0), margin_of_error(value, low, high));
        Some(ChartRow::of(&bot.name, COLD, Mark::within(value, low, high).into(), said))
    };
    let rows: Option<Vec<ChartRow>> = facts.bots.iter().map(row).collect();
    let form = Rows::column("rating, points", AxisUnit::Signed, None, rows?);
    let subtitle = format!(
        "Ratings are Elo points: a lead of 100 points means odds of 1.8 to 1, a lead of 400 \
         points means odds of 10 to 1. The bars show {} confidence intervals.",
        level(at)
    );
    let note = "The ratings hold only for this set of bots: with other bots, the ratings change.";
    Some(Chart::new("ratings", "Ratings", subtitle, form).note(note))
}

/// Describes the statistical methods.
fn method(manifest: &Manifest) -> String {
    let (at, people) = (level(manifest.level), People::of(manifest));
    format!(
        "Ratings are in Elo points, and the mean rating of all bots is 0. The statistical model is \
         Plackett-Luce (for two sides, Bradley-Terry). “±” is half of the width of the {at} \
         confidence interval. Games with the same {}, seats and dice count as one observation: \
         each has as many games as there are bots, which change seats after each game. “Stronger” \
         and “>” mean significantly stronger after correction for the number of pairs of bots \
         (Holm); “≥” means not significantly stronger.",
        people.several()
    )
}
