//! Builds the page of the report of `gong ladder`: its chart, its tables, and its method.

use super::facts::{LadderFacts, RatedBot};
use crate::questions::facts::Fact;
use crate::report::chart::Chart;
use crate::report::chart::canvas::COLD;
use crate::report::chart::plot::Mark;
use crate::report::chart::rows::{Cell, ChartRow, Rows};
use crate::report::chart::scale::AxisUnit;
use crate::report::page::{Brief, Page, Section};
use crate::report::people::People;
use crate::report::shared::{known_margin_of_error, margin_of_error, share};
use crate::report::standing::Standing;
use crate::report::table::{Table, Unit};
use crate::report::words::{counted, level, signed};
use crate::report::{BotNote, Manifest};

/// Points of Elo's scale: a difference of 400 points means odds of ten to one.
const POINTS: Unit = Unit::Signed(0, "points of Elo’s scale");

/// The heading of the table column with the number of decisions per second of each bot.
const SPEED: &str = "Decisions a second";
/// The explanation, for the page, of how the speed of the bots is measured.
const CLOCK: &str =
    "choices between two or more options, per second of processor time (all threads)";

/// Builds the page of the report of `gong ladder` and the text for a terminal.
pub fn page(facts: &LadderFacts, manifest: &Manifest) -> Page {
    let (headline, findings) = facts.findings();
    let headline = headline.to_string();
    let bots = bots(facts, manifest);
    let played = [(facts.bots.len() as u64, "bot"), (manifest.games, "game")];
    let played = played.map(|(number, word)| counted(number, word));
    Page {
        verdict: findings.iter().map(ToString::to_string).collect(),
        judgement: method(manifest),
        brief: Brief {
            played: played.join(", "),
            tables: vec![(String::new(), bots.for_terminal())],
            ..Brief::default()
        },
        sections: vec![
            Section::Charts(chart(facts, &headline, manifest.level).into_iter().collect()),
            Section::Tables(vec![bots, pairs(facts)]),
            Section::Played(vec![]),
            Section::Provenance,
        ],
        headline,
        ..Page::default()
    }
}

/// Builds the table of all bots.
fn bots(facts: &LadderFacts, manifest: &Manifest) -> Table {
    let bots: Vec<(usize, &RatedBot)> = facts.bots.iter().enumerate().collect();
    let speeds = |name: &str| manifest.bots.iter().find(|note| note.strategy == name);
    let meaning = format!(
        "The first row shows the strongest bot. Marked rows: the bot is not significantly weaker \
         than the next stronger bot. If a bot plays two seats (or teams) in a game, the game \
         counts twice for this bot. “{SPEED}”: {CLOCK}. The speed depends on the computer, and \
         small differences of speed mean nothing."
    );
    Table::new("bots", "Bots", meaning)
        .of(&bots)
        .word("Bot", |(_, bot)| &bot.name)
        .in_terminal()
        .with("Rating", POINTS, |(_, bot)| bot.rating.row.value)
        .in_terminal()
        .plus_minus(|(_, bot)| margin(&bot.rating))
        .with("Win rate %", Unit::Share(1), |(_, bot)| bot.wins.row.value)
        .in_terminal()
        .plus_minus(|(_, bot)| bot.wins.margin_of_error())
        .with("vs fair", Unit::Points(1), |(_, bot)| bot.wins.off())
        .with("Games", Unit::Count, |(_, bot)| bot.wins.row.games)
        .with(SPEED, Unit::Count, move |(_, bot)| speed(speeds(&bot.name)?))
        .in_terminal()
        .marked(|(place, _)| *place > 0 && !facts.beats(place - 1, *place))
}

/// Returns the number after "±" of the value of a fact.
fn margin(fact: &Fact) -> Option<f64> {
    known_margin_of_error(fact.row.value, fact.row.ci_low, fact.row.ci_high)
}

/// Builds the table of every two bots that played against each other.
fn pairs(facts: &LadderFacts) -> Table {
    let names = facts.bots.iter().enumerate().flat_map(|(place, bot)| {
        facts.bots[place + 1..].iter().map(move |weaker| [&bot.name, &weaker.name])
    });
    let met = names.zip(&facts.pairs).filter(|(_, pair)| pair.row.games > 0);
    let met: Vec<([&String; 2], &Fact)> = met.collect();
    let verdict = |standing| match standing {
        Standing::Above => "stronger".to_owned(),
        Standing::WithinNoise => "within noise".to_owned(),
        _ => "open".to_owned(),
    };
    Table::new(
        "pairs",
        "Bot against bot",
        "“Games”: the games that one of the two bots won. “Wins”: wins of the row’s first bot, in \
         % of these games.",
    )
    .of(&met)
    .word("Bot", |([bot, _], _)| *bot)
    .word("Against", |([_, weaker], _)| *weaker)
    .with("Wins %", Unit::Share(1), |(_, pair)| share(pair.row.wins?, pair.row.games))
    .with("Rating difference", POINTS, |(_, pair)| pair.row.change)
    .plus_minus(|(_, pair)| pair.row.change.map(|_| pair.margin_of_error()))
    .with("Games", Unit::Count, |(_, pair)| pair.row.games)
    .with("Verdict", Unit::Word, move |(_, pair)| pair.row.changes.map(verdict))
    .table
}

/// Draws the ratings with their intervals; `None` without ratings.
fn chart(facts: &LadderFacts, headline: &str, at: f64) -> Option<Chart> {
    let row = |bot: &RatedBot| {
        let of = &bot.rating.row;
        let (value, low, high) = (of.value?, of.ci_low?, of.ci_high?);
        let said = format!("{} ± {:.0}", signed(value, 0), margin_of_error(value, low, high));
        let cell = Cell::mark(Mark::within(value, low, high), said);
        Some(ChartRow::of(&bot.name, COLD, cell))
    };
    let rows: Option<Vec<ChartRow>> = facts.bots.iter().map(row).collect();
    let form = Rows::column("rating, points", AxisUnit::Signed, None, rows?);
    let subtitle = format!(
        "Ratings are Elo points: a lead of 100 points means odds of 1.8 to 1, a lead of 400 \
         points means odds of 10 to 1. The bars show {} confidence intervals.",
        level(at)
    );
    let note = "The ratings hold only for this set of bots: with other bots, the ratings change.";
    Some(Chart::new("ratings", headline, subtitle, form).presented("Ratings", note))
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

/// Returns the number of decisions per second of a bot, to two significant figures (the precision
/// of the measurement).
fn speed(note: &BotNote) -> Option<f64> {
    let speed = note.decisions as f64 / note.seconds;
    let unit = libm::exp10((libm::log10(speed.max(1.0)).floor() - 1.0).max(0.0));
    (note.seconds > 0.0).then(|| (speed / unit).round() * unit)
}
