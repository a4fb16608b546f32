//! Builds the page of the report of `gong skill`: its sections and their tables.

use anyhow::Result;

use super::facts::{Side, SkillFacts};
use super::standings::LevelStep;
use super::tables::{Agreed, FEWEST_RANKED, word};
use super::{charts, verdict};
use crate::report::Manifest;
use crate::report::page::{Brief, Page, Section};
use crate::report::people::PARTY;
use crate::report::sentences::Standing;
use crate::report::shared::margin_of_error;
use crate::report::table::{Table, Unit};
use crate::report::words::{counted, level, with_sign};

/// The unit of a rank correlation in tables: a number with sign and two decimals.
const CORRELATION: Unit = Unit::Signed(2, "");

/// Builds the page of the report of `gong skill`.
///
/// # Errors
/// Fails if the template is faulty.
pub fn page(facts: &SkillFacts, manifest: &Manifest) -> Result<Page> {
    let said = verdict::sentences(facts)?;
    let sides = sides(facts);
    let played = format!(
        "{}, {}",
        counted(facts.levels.len() as u64, "level"),
        counted(manifest.games, "game")
    );
    let charts = charts::all(facts, &said.headline);
    Ok(Page {
        headline: said.headline,
        judgement: said.method,
        brief: Brief {
            played,
            tables: vec![(String::new(), sides.clone())],
            told: said.verdict.clone(),
            next: vec![manifest.command.clone()],
        },
        verdict: said.verdict,
        sections: vec![
            Section::Charts(charts),
            Section::Tables(vec![
                sides,
                standings(facts),
                levels(facts, manifest),
                steps(facts),
                agreement(facts),
            ]),
            Section::Played(vec![]),
            Section::Provenance,
        ],
        colours: facts.people.colours(),
        ..Page::default()
    })
}

/// Builds a table of win rates with one row per side and two columns per skill level. The first
/// rows are those of the factions, such as heroes and villains, or of the party of a cooperative
/// game, unless the same fighters play in every game.
fn sides(facts: &SkillFacts) -> Table {
    let fair = facts.fair.map_or(String::new(), |fair| {
        format!(
            " The fair share is {}. Marked rows: the {}’s verdict depends on the level.",
            with_sign(fair.share, 1),
            facts.people.word()
        )
    });
    let meaning = format!("Win rate in % at each level, where one bot plays all seats.{fair}");
    let differs = !facts.party.is_empty() && facts.sides.len() > 1;
    let party = || Side::group(PARTY.to_owned(), String::new(), facts.party.iter().cloned());
    let mut groups = facts.faction_sides();
    groups.extend(differs.then(party));
    let lines: Vec<&Side> = groups.iter().chain(&facts.sides).collect();
    let is_group = |side: &&Side| groups.iter().any(|group| group.label == side.label);
    let mut table = Table::new("fighters", "Win rates by level", meaning)
        .of(&lines)
        .word(facts.people.heading(), |side| &side.label)
        .coloured(|side| &side.colour)
        .preferred(is_group);
    for (l, name) in facts.names().enumerate() {
        table = table
            .with(name, Unit::Share(1), |side| side.at[l].wins.win_rate)
            .plus_minus(|side| side.at[l].wins.known_margin_of_error());
    }
    table.marked(|side| side.certain().len() > 1)
}

/// Builds a table of verdicts (strong, weak, fair or open) with one row per side and one column per
/// skill level.
fn standings(facts: &SkillFacts) -> Table {
    let shown: &[Side] = if facts.fair.is_some() { &facts.sides } else { &[] };
    let meaning = "The verdict at each level (strong, weak or fair, compared with the fair share), \
        and over all levels. “Open”: none of the verdicts “strong”, “weak” and “fair” is \
        significant. Marked rows: the verdict depends on the level of play.";
    let mut table = Table::new("standings", "Who is strong at which level?", meaning)
        .of(shown)
        .word(facts.people.heading(), |side| &side.label)
        .coloured(|side| &side.colour);
    for (l, name) in facts.names().enumerate() {
        table = table.word(name, |side| side.at[l].standing.map_or("", word));
    }
    let verdict = |side: &Side| match (side.certain().as_slice(), side.levels(Standing::Open).len())
    {
        ([], _) => "open".to_owned(),
        ([one], 0) => format!("{} at every level", word(*one)),
        ([one], _) => format!("{} where it is significant", word(*one)),
        _ => "depends on the level".to_owned(),
    };
    table.word("Verdict", verdict).marked(|side| side.certain().len() > 1)
}

/// Builds a table about the bots of the skill levels, with one row per level.
fn levels(facts: &SkillFacts, manifest: &Manifest) -> Table {
    let about = |name: &str| {
        let mut notes = manifest.strategies.iter();
        let note = notes.find(|note| note.name == name);
        note.map_or(String::new(), |note| note.about.clone())
    };
    let lines: Vec<_> = facts.levels.iter().enumerate().collect();
    let meaning = format!(
        "The first row shows the weakest level. By default, levels with slower bots play fewer \
         games. “At worst ±”: the largest margin of error of a win rate at this level (half of \
         the width of the {} confidence interval).",
        level(facts.level)
    );
    Table::new("levels", "The levels", meaning)
        .of(&lines)
        .word("Level", |(_, of)| &of.level)
        .with("Games", Unit::Count, |(_, of)| of.games)
        .with("At worst ±", Unit::Share(1), |(l, _)| facts.widest(*l))
        .word("What it does", |(_, of)| about(&of.level))
        .table
}

fn steps(facts: &SkillFacts) -> Table {
    let lines: Vec<_> = (facts.sides.iter())
        .flat_map(|side| side.steps.iter().enumerate().map(move |step| (side, step)))
        .collect();
    let verdict = |step: &LevelStep| match step.standing() {
        Standing::Above => "wins more",
        Standing::Below => "wins less",
        Standing::WithinNoise | Standing::Open => "within noise",
    };
    let meaning = "Change of the win rate from one level to the next, in percentage points. \
        Marked rows: the change of the win rate is significant.";
    Table::new("steps", "From level to level", meaning)
        .of(&lines)
        .word(facts.people.heading(), |(side, _)| &side.label)
        .coloured(|(side, _)| &side.colour)
        .word("From", |(_, (level, _))| &facts.levels[*level].level)
        .word("To", |(_, (level, _))| &facts.levels[level + 1].level)
        .with("Difference", Unit::Points(1), |(_, (_, step))| step.difference)
        .plus_minus(|(_, (_, step))| {
            margin_of_error(step.difference, step.interval.low, step.interval.high)
        })
        .word("Verdict", |(_, (_, step))| verdict(step))
        .marked(|(_, (_, step))| step.sure)
}

fn agreement(facts: &SkillFacts) -> Table {
    let correlated: Vec<&Agreed> =
        (facts.agreement.iter()).filter(|of| of.correlation.is_some()).collect();
    let meaning = format!(
        "Spearman’s rank correlation of the win rates at two levels, with an approximate {} \
         interval. Random error pulls the correlation towards 0, and the interval does not correct \
         this. A level with fewer than {FEWEST_RANKED} games has no rank correlation, because \
         chance would decide most of its ranks.",
        level(facts.level)
    );
    Table::new("agreement", "Do the levels agree on the order?", meaning)
        .of(&correlated)
        .word("Level", |of| &of.level)
        .word("Other", |of| &of.other)
        .with("Rank correlation", CORRELATION, |of| of.correlation)
        .with("From", CORRELATION, |of| of.ci_low)
        .with("Up to", CORRELATION, |of| of.ci_high)
        .table
}
