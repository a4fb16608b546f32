//! Builds the page of the report of `gong run` with several bots: its chart and its tables.

use anyhow::Result;

use super::facts::{BotsFacts, FighterVerdicts};
use super::styles::Agreement;
use super::verdict;
use crate::report::Manifest;
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Rows};
use crate::report::page::{self, Brief, Page, Section};
use crate::report::table::{RowLines, Table, Unit};
use crate::report::words::{counted, level, with_sign};
use crate::stats::Form;

/// Builds the page of the report and the text for a terminal. `watch` holds the scenario and its
/// flags, as arguments of `gong watch`.
///
/// # Errors
/// Fails if the template is faulty.
pub fn page(facts: &BotsFacts, watch: &str, manifest: &Manifest) -> Result<Page> {
    let said = verdict::sentences(facts)?;
    let (asked, warnings) = page::precision(manifest, "win rate");
    let rates = rates(facts);
    let played =
        format!("{}, {}", counted(facts.bots.len() as u64, "bot"), counted(manifest.games, "game"));
    let brief = rates.for_terminal();
    let mut tables = vec![rates];
    tables.extend((0..facts.measured.entrants.len()).filter_map(|m| measure(facts, m)));
    Ok(Page {
        brief: Brief {
            played,
            tables: vec![(String::new(), brief)],
            told: said.told,
            next: vec![manifest.watch_line(watch, 0)],
        },
        sections: vec![
            Section::Charts(chart(facts, &said.headline).into_iter().collect()),
            Section::Tables(tables),
            Section::Played(asked),
            Section::Provenance,
        ],
        headline: said.headline,
        verdict: said.verdict,
        judgement: said.method,
        warnings,
        colours: facts.people.colours(),
        ..Page::default()
    })
}

/// Creates a table of the report's page, with one row per fighter in `fighters`.
fn by_fighter<'a>(
    facts: &BotsFacts,
    fighters: &'a [&'a FighterVerdicts],
    (id, title): (&str, &str),
    meaning: String,
) -> RowLines<'a, &'a FighterVerdicts> {
    Table::new(id, title, meaning)
        .of(fighters)
        .word(facts.people.heading(), |fighter| &fighter.who.name)
        .coloured(|fighter| &fighter.who.colour)
}

fn rates(facts: &BotsFacts) -> Table {
    let fair = facts
        .fair
        .map_or(String::new(), |fair| format!(" The fair share is {}.", with_sign(fair, 1)));
    let marked = match facts.fair {
        Some(_) => format!(
            " Marked rows: two bots give different significant verdicts on the {}.",
            facts.people.word()
        ),
        None => String::new(),
    };
    let groups = match (facts.party(), facts.groups.as_slice()) {
        (Some(_), _) => "the party and of ",
        (None, []) => "",
        (None, _) => "each side and of ",
    };
    let who = facts.people.word();
    let meaning = format!(
        "Win rate of {groups}each {who} in % of its games, by bot, with confidence interval.{fair} \
         “Shift”: the {who}’s highest minus its lowest win rate, in percentage points. “Ranks”: \
         the {who}’s ranks by win rate among all {}, one rank per bot, in the order of the \
         columns.{marked}",
        facts.people.several()
    );
    let rows: Vec<&FighterVerdicts> = facts.with_groups().collect();
    let about = ("fighters", "Win rates by bot");
    let table = by_fighter(facts, &rows, about, meaning).in_terminal();
    // A faction and the party have no key.
    let mut table = table.preferred(|of| of.who.key.is_empty());
    for (b, bot) in facts.bots.iter().enumerate() {
        table = table
            .with(format!("{bot} %"), Unit::Share(1), |of| of.with[b].wins.win_rate)
            .in_terminal()
            .plus_minus(|of| of.with[b].wins.known_margin_of_error());
    }
    table = table
        .with("Shift", Unit::Distance(1), |of| of.shift().0)
        .in_terminal()
        .plus_minus(|of| of.shift().1)
        .word("Ranks", |of| of.ranks());
    if facts.fair.is_some() {
        table = table.word("Verdict", |of| of.label()).in_terminal();
    }
    table.marked(|fighter| fighter.agreement == Agreement::DependsOnStyle)
}

/// Builds the table of the measure with index `m`, by fighter and bot; `None` if the measure has no
/// values.
fn measure(facts: &BotsFacts, m: usize) -> Option<Table> {
    let measure = &facts.measured.entrants[m];
    let (title, meaning, unit) = match measure.form {
        Form::Amount => (
            format!("Mean {}", measure.short()),
            format!("Mean {} per game, by bot.", measure.full()),
            Unit::Number(2, ""),
        ),
        Form::Time => (
            format!("Without {}", measure.event()),
            format!(
                "Share of games without {} of the {}, in %, by bot.",
                measure.event(),
                facts.people.word()
            ),
            Unit::Share(1),
        ),
        Form::Flag | Form::Class => return None,
    };
    let rows: Vec<&FighterVerdicts> = facts.fighters.iter().collect();
    let mut table = by_fighter(facts, &rows, (&measure.table, &title), meaning);
    for (b, bot) in facts.bots.iter().enumerate() {
        table = table.with(bot, unit, |fighter| fighter.with[b].values[m]);
    }
    Some(table.table)
}

fn chart(facts: &BotsFacts, headline: &str) -> Option<Chart> {
    let row = |fighter: &FighterVerdicts| {
        let label = facts.fair.map_or("", |_| fighter.label());
        let marks = fighter.with.iter().map(|with| Mark::wins(&with.wins));
        let cell = Cell::of(Plot::Marks(marks.collect()), label.to_owned());
        ChartRow::of(&fighter.who.name, colour(&fighter.who.colour), cell)
    };
    let rows: Vec<ChartRow> = facts.with_groups().map(row).collect();
    let form = Rows::win_rates(facts.fair, rows).side_by_side(facts.bots.clone());
    let (who, level) = (facts.people.word(), level(facts.level));
    let subtitle = format!(
        "Win rate of each {who} in % of its games, by bot. The bars show {level} confidence \
         intervals."
    );
    let distance = format!(
        "The distance between the marks of a {who} shows how much the style of play changes its \
         win rate."
    );
    let note = match facts.fair {
        Some(_) => format!(
            "If all marks of a {who} are on the same side of the dashed line (the fair share), all \
             bots agree whether its win rate is above or below the fair share. {distance}"
        ),
        None => distance,
    };
    // The factions and the party are no fighters.
    let several = match facts.groups.is_empty() {
        true => facts.people.several(),
        false => "rows",
    };
    let chart = Chart::new("robustness", headline, subtitle, form)
        .of_many(several)
        .presented("Win rates by bot", note);
    (!facts.fighters.is_empty()).then_some(chart)
}
