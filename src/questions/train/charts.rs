//! The charts of a training: the bot's win rate over its games, its results against each opponent,
//! and the balance of the game if one bot plays all seats.

use super::facts::TrainFacts;
use super::tables::{Balance, Learning, TrialVerdict, Tried};
use crate::report::chart::Chart;
use crate::report::chart::canvas::{COLD, colour};
use crate::report::chart::lines::{ChartLine, Lines, ReferenceLevel};
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Rows};
use crate::report::words::{counted, grouped, level, percent, with_sign};

/// Returns all charts of a training that have data.
pub fn all(facts: &TrainFacts, headline: &str) -> Vec<Chart> {
    [learning(facts), trials(facts, headline), balance(facts)].into_iter().flatten().collect()
}

/// Returns the chart of the trained bot's win rate over the number of training games.
fn learning(facts: &TrainFacts) -> Option<Chart> {
    let tried = facts.trials.first()?;
    let (last, rate) = facts.checkpoints().last().and_then(|last| Some((last, last.win_rate?)))?;
    let point = |of: &Learning| Some(Mark::within(of.win_rate?, of.ci_low?, of.ci_high?));
    let games: Vec<u64> = facts.checkpoints().map(|of| of.games).collect();
    let form = Lines {
        across: "games learnt from, thousands".into(),
        values: games.iter().map(|&games| thousands(games)).collect(),
        positions: Some(games.iter().map(|&games| games as f64).collect()),
        up: "win rate, % of games".into(),
        decimals: 1,
        lines: vec![ChartLine {
            label: facts.bot.name.clone(),
            colour: COLD,
            points: facts.checkpoints().map(point).collect(),
        }],
        level: Some(ReferenceLevel {
            name: match facts.bot.together {
                true => format!("“{}” {}", tried.opponent, with_sign(tried.fair_share, 1)),
                false => format!("fair share {}", with_sign(tried.fair_share, 1)),
            },
            values: vec![tried.fair_share; games.len()],
        }),
        ..Lines::default()
    };
    let title = format!(
        "After {} the bot wins {} {}",
        counted(last.games, "game"),
        with_sign(rate, 1),
        facts.against(tried)
    );
    let dashed = match facts.bot.together {
        true => format!("a party of the bot “{}” in the same games", tried.opponent),
        false => "an equally strong bot".to_owned(),
    };
    let subtitle = format!(
        "Win rate in % of {} at each moment of the training. Band: {} confidence intervals. \
         Dashed line: the win rate of {dashed}.",
        counted(last.trial_games.unwrap_or(0), "test game"),
        level(facts.level)
    );
    let imitating = facts.bot.imitated;
    let imitated = match imitating {
        0 => String::new(),
        _ if imitating >= last.games => {
            "In all of these games the bot imitated a teacher. ".to_owned()
        }
        _ => format!(
            "In the first {} games the bot imitated a teacher; then it learnt from its own games. ",
            grouped(imitating)
        ),
    };
    let note = format!(
        "{imitated}All points of the curve use test games with the same line-ups and dice. No \
         training game used the dice of these test games. Another seed gives another curve."
    );
    Some(Chart::new("learning", title, subtitle, form).presented("How it learnt", note))
}

/// Formats a number of games in thousands, as a label of an axis.
fn thousands(games: u64) -> String {
    let text = format!("{:.1}", games as f64 / 1e3);
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

fn trials(facts: &TrainFacts, headline: &str) -> Option<Chart> {
    let fair = facts.trials.first()?.fair_share;
    let together = facts.bot.together;
    let row = |tried: &Tried| {
        let noise = tried.verdict == Some(TrialVerdict::Noise);
        let cell = match together {
            true => change(Some(Mark::at(tried.fair_share)), Mark::wins(&tried.wins)),
            false => Cell::wins(&tried.wins),
        };
        ChartRow::of(&tried.opponent, COLD, cell.faint(noise))
    };
    let rows = facts.at_home().map(row).collect();
    let (form, what) = match together {
        true => (
            Rows::win_rates(None, rows).before_after("the row’s bot", &facts.bot.name),
            "Win rate in % of the same games, in which one bot plays all seats. Rings (hollow \
             points): win rates of the row’s bot. Discs (solid points): win rates of the trained \
             bot. Faint marks: no significant difference."
                .to_owned(),
        ),
        false => (
            Rows::win_rates(Some(fair), rows),
            "Win rate in % of games in which the trained bot plays one side and the row’s bot \
             plays all other sides. Dashed line: the win rate of an equally strong bot. Faint \
             bars: no significant difference from an equally strong bot."
                .to_owned(),
        ),
    };
    let subtitle = format!("{what} Bars: {} confidence intervals.", level(facts.level));
    let others = match facts.several() {
        true => format!(
            " The chart shows only {}; the table has the other scenarios.",
            facts.trials[0].scenario
        ),
        false => String::new(),
    };
    let note = format!(
        "The bots in this chart are the opponents with which the bot was trained. A win rate \
         against one bot says little about the win rate against another bot.{others}"
    );
    Some(Chart::new("trials", headline, subtitle, form).presented(facts.trials_title(), note))
}

/// Creates a chart cell with two win rates and their numbers. The font of the charts has no arrows.
fn change(before: Option<Mark>, after: Option<Mark>) -> Cell {
    let rate = |mark: Option<Mark>| mark.map_or(0.0, |mark| mark.value);
    let said = format!("{}, then {}", percent(rate(before), 1), with_sign(rate(after), 1));
    Cell::of(Plot::Change([before, after]), said)
}

fn balance(facts: &TrainFacts) -> Option<Chart> {
    let before = &facts.balance.first()?.strategy;
    let row = |of: &Balance| {
        let person = facts.people.get(&of.entrant);
        let trained = of.win_rate_trained;
        let after = trained.map(|rate| Mark::within(rate, of.ci_low_trained, of.ci_high_trained));
        let cell = change(Mark::wins(&of.wins), after);
        ChartRow::of(person.name, colour(&person.colour), cell.faint(!of.significant))
    };
    let fair = facts.trials.first().filter(|_| !facts.bot.together);
    let fair = fair.map(|tried| tried.fair_share);
    let form = Rows::win_rates(fair, facts.balance.iter().map(row).collect())
        .before_after(before, &facts.bot.name);
    let title = match facts.shifted().len() {
        0 => "No win rate differs significantly between the two bots".to_owned(),
        some => format!(
            "{some} of {} win rates differ significantly between the two bots",
            facts.balance.len()
        ),
    };
    let subtitle = format!(
        "Win rate in % of games in which one bot plays all seats. Rings (hollow points): win \
         rates with the bot “{before}”. Discs (solid points): win rates with the bot “{}”. Bars: \
         {} confidence intervals. Faint marks: the two win rates do not differ significantly.",
        facts.bot.name,
        level(facts.level)
    );
    let note = "The two bots play with the same line-ups and dice, so a ring and its disc \
                differ only because the bots play differently. Human players may have other \
                results.";
    Some(Chart::new("balance", title, subtitle, form).presented(facts.balance_title(before), note))
}
