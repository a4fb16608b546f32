//! The page of the report of `gong pairings`: its sections and their tables.

use super::charts;
use super::facts::{LineUp, PairingsFacts, Played, pairs, sorted};
use super::plan::PairingsPlan;
use super::verdict::{Verdict, verdict};
use crate::questions::facts::{Agreement, Fact};
use crate::questions::findings::Finding;
use crate::report::Manifest;
use crate::report::page::{Brief, Page, PlayedNote, Section};
use crate::report::sentences::Standing;
use crate::report::shared::{descending, known_margin_of_error};
use crate::report::table::{Table, Unit};
use crate::report::words::{capital, counted, grouped, level, percent};

/// Maximum number of rows of a table on the page; more would make the page slow to open.
const MOST_ROWS: usize = 600;
/// Number of line-ups that a terminal shows from each end of their order.
const SHOWN: usize = 3;

/// Builds the page of the report.
pub fn page(facts: &PairingsFacts, plan: &PairingsPlan, manifest: &Manifest) -> Page {
    let Verdict { headline, findings, caution } = verdict(facts);
    let said: Vec<String> = findings.iter().map(ToString::to_string).chain(caution).collect();
    let basis = Finding::MeasuredWith {
        reference: facts.reference.clone(),
        bots: facts.bots.clone(),
        games: manifest.games,
    };
    let basis = vec![basis.to_string()];
    let line_ups = sorted(&facts.line_ups);
    let word = if facts.margin.is_some() { "line-up" } else { "party" };
    let played = counted(line_ups.len() as u64, word);
    let last = line_ups.last().map(|of| of.number);
    let watch = last.and_then(|number| {
        // Game 0 of a line-up has the line-up's number among the games of rivals.
        let game = if facts.margin.is_some() { number as u64 } else { 0 };
        Some(manifest.watch_line(&plan.watchable(number, 0)?.words(), game))
    });
    Page {
        brief: Brief {
            played: format!("{played}, {}", counted(manifest.games, "game")),
            tables: brief(facts, &line_ups),
            told: basis.iter().chain(&said).cloned().collect(),
            next: watch.into_iter().collect(),
        },
        sections: vec![
            Section::Charts(charts::all(facts, &line_ups, &headline)),
            Section::Tables(vec![
                all_line_ups(facts, &line_ups),
                strengths(facts),
                synergies(facts),
            ]),
            Section::Played(vec![games_of(&line_ups, word)]),
            Section::Provenance,
        ],
        headline,
        verdict: said,
        judgement: method(facts),
        basis,
        colours: facts.fighters.iter().map(|of| of.colour.clone()).collect(),
        ..Page::default()
    }
}

fn games_of(line_ups: &[&LineUp], word: &str) -> PlayedNote {
    let games = || line_ups.iter().map(|of| of.games());
    let (least, most) = (games().min().unwrap_or(0), counted(games().max().unwrap_or(0), "game"));
    let each = match games().all(|games| games == least) {
        true => format!("{most} each"),
        false => format!("{} to {most} each, more for close results", grouped(least)),
    };
    PlayedNote {
        term: capital(word),
        lines: vec![format!("Every way to form the teams: {}, {each}.", line_ups.len())],
    }
}

/// Builds a table of these line-ups.
fn line_ups(facts: &PairingsFacts, line_ups: &[&LineUp], meaning: String) -> Table {
    let (title, heading, rate) = match facts.margin {
        Some(_) => ("Line-ups", "Line-up", "Best %"),
        None => ("Parties", "Party", "Win rate %"),
    };
    let teams = line_ups.first().map_or(0, |of| of.teams.len());
    let fact = |played: &'_ Played, of: &LineUp, place: usize| -> Option<Fact> {
        Some(played.facts[*of.order().get(place)?].clone())
    };
    let mut table = Table::new("line-ups", title, meaning)
        .of(line_ups)
        .word(heading, |of| facts.names(of, " – "))
        .in_terminal()
        .with(rate, Unit::Share(1), |of| fact(&of.own, of, 0)?.row.value)
        .in_terminal()
        .plus_minus(|of| of.margin_of_error());
    if teams > 1 {
        let worst = |of: &&LineUp| fact(&of.own, of, teams - 1)?.row.value;
        table = table.with("Worst %", Unit::Share(1), worst);
        // Of more than two teams, the best or the worst is farthest from its fair share.
        table = if teams > 2 { table.in_terminal() } else { table };
    }
    if facts.margin.is_some() {
        table = table.with("Off fair", Unit::Distance(1), |of| of.off);
        table = table.with("Games", Unit::Count, |of| of.games()).in_terminal();
    } else {
        table = table
            .with("vs average", Unit::Points(1), |of| of.own.facts[0].row.change)
            .plus_minus(|of| change_margin(&of.own.facts[0]));
    }
    table = table.word("Verdict", |of| of.own.word()).in_terminal();
    if let Some((reference, _)) = &facts.reference {
        let theirs = |of: &&LineUp| fact(of.theirs.as_ref()?, of, 0);
        table = table
            .with(format!("With {reference} %"), Unit::Share(1), move |of| theirs(of)?.row.value)
            .in_terminal()
            .plus_minus(move |of| theirs(of).map(|fact| fact.margin_of_error()))
            .word("Players", |of| of.agreement().map_or("", Agreement::name))
            .in_terminal();
    }
    table
        .word("Scenario", |of| of.scenario.as_deref().unwrap_or_default())
        // Marks line-ups that a scenario uses but that are not fair.
        .marked(|of| {
            facts.margin.is_some() && of.scenario.is_some() && of.leading().word() != "fair"
        })
}

/// Builds the table of all line-ups on the page. Line-ups of scenario files come first.
fn all_line_ups(facts: &PairingsFacts, all: &[&LineUp]) -> Table {
    let mut rows = all.to_vec();
    rows.sort_by_key(|of| of.scenario.is_none());
    let left_out = rows.len().saturating_sub(MOST_ROWS) as u64;
    let left_out = match left_out {
        0 => String::new(),
        more => format!(" The last {} line-ups are only in the table line_ups.", grouped(more)),
    };
    rows.truncate(MOST_ROWS);
    let what = match facts.margin {
        Some(_) => {
            "The fairest line-ups come first. “Best %”: the highest win rate of a team; “Off \
             fair”: the largest distance of a team from its fair share, in points. Marked rows: a \
             scenario file fields the line-up, but it is not fair."
        }
        None => {
            "The most successful parties come first. “vs average”: the difference from the mean \
             win rate of all parties, in points."
        }
    };
    let players = match facts.reference {
        Some(_) => {
            " “With …”: the win rate of the first team with the reference player. “Players”: how \
             the verdicts go together."
        }
        None => "",
    };
    let ready = "Line-ups of scenario files in this scenario’s folder come before all others. ";
    line_ups(facts, &rows, format!("{ready}{what}{players}{left_out}"))
}

/// Builds the tables for a terminal: line-ups of scenario files, and both ends of the order. If
/// there are few line-ups, one table has them all.
fn brief(facts: &PairingsFacts, all: &[&LineUp]) -> Vec<(String, Table)> {
    let [first, last] = match facts.margin {
        Some(_) => ["Fairest in these games", "Least fair in these games"],
        None => ["Most successful in these games", "Least successful in these games"],
    };
    let few = all.len() <= 2 * SHOWN;
    let (best, worst) = match few {
        true => (all, &all[..0]),
        false => (&all[..SHOWN], &all[all.len() - SHOWN..]),
    };
    let mut ready = all.to_vec();
    ready.retain(|of| of.scenario.is_some() && !few);
    let parts = [("Of scenario files", ready.as_slice()), (first, best), (last, worst)];
    let parts = parts.into_iter().filter(|(_, line_ups)| !line_ups.is_empty());
    let table = |(heading, those): (&str, &[&LineUp])| {
        (heading.to_owned(), line_ups(facts, those, String::new()).for_terminal())
    };
    parts.map(table).collect()
}

fn strengths(facts: &PairingsFacts) -> Table {
    let rows = facts.fighters.iter().map(|of| (of.name.clone(), of.colour.clone()));
    let what = match facts.margin {
        Some(_) => "what the fighter adds to a team that would otherwise win its fair share",
        None => "the win rate of the parties with the fighter minus that of the others",
    };
    let meaning = format!("“Mean win rate”: of all teams with the fighter. “Strength”: {what}.");
    let title = capital(facts.people.several());
    effects("fighters", (title, facts.people.heading()), meaning, rows.zip(&facts.strengths))
}

fn synergies(facts: &PairingsFacts) -> Table {
    let rows = pairs(facts.fighters.len()).map(|(a, b)| (facts.team(&[a, b]), String::new()));
    let meaning = "“Mean win rate”: of all teams with the pair. “Synergy”: what both add together \
                   beyond the strengths of each.";
    let titles = ("Pairs".to_owned(), "Pair".to_owned());
    effects("pairs", titles, meaning.to_owned(), rows.zip(&facts.synergies))
}

/// Builds a table of effects, the largest first. Each row has a name and a colour.
fn effects<'a>(
    name: &str,
    (title, heading): (String, String),
    meaning: String,
    rows: impl Iterator<Item = ((String, String), &'a Fact)>,
) -> Table {
    let rows = descending(rows, |(_, fact)| fact.row.change.unwrap_or(fact.value()));
    let word = |fact: &Fact| match fact.standing() {
        Standing::Above => "stronger",
        Standing::Below => "weaker",
        Standing::WithinNoise => "within noise",
        Standing::Open => "open",
    };
    let meaning = format!("{meaning} Both in points. Marked rows: the effect is significant.");
    Table::new(name, title, meaning)
        .of(&rows)
        .word(heading, |((name, _), _)| name)
        .coloured(|((_, colour), _)| colour)
        .with("Mean win rate %", Unit::Share(1), |(_, fact)| fact.row.value)
        .with("Effect, points", Unit::Points(1), |(_, fact)| fact.row.change)
        .plus_minus(|(_, fact)| change_margin(fact))
        .word("Verdict", |(_, fact)| word(fact))
        .marked(|(_, fact)| fact.standing().is_significant())
}

fn change_margin(fact: &Fact) -> Option<f64> {
    known_margin_of_error(fact.row.change, fact.row.change_low, fact.row.change_high)
}

fn method(facts: &PairingsFacts) -> String {
    let at = level(facts.level);
    let places = "The teams of a line-up and the members of a team change places from game to \
                  game, so the advantage of a place favours nobody.";
    let verdicts = match facts.margin {
        Some(margin) => format!(
            "“Fair”: every team’s win rate is significantly within {points} points of the fair \
             share ({share}). “Unfair”: some team’s win rate is significantly farther away. “Open”: \
             neither. All line-ups are one family of tests ({at} level, Holm’s correction, also \
             for interim analyses). Strengths and synergies come from one statistical model of all \
             line-ups (additive logit).",
            points = percent(margin, 1),
            share = crate::report::words::with_sign(facts.average, 1),
        ),
        None => "All parties play the same missions and are compared mission by mission. A party \
                 may be the best if it does not differ significantly from the party with the most \
                 wins (Holm’s correction for all pairs of parties)."
            .to_owned(),
    };
    let families = format!(
        "The strengths are one family of tests, the synergies another ({at} level, Holm’s \
         correction). “±”: half of the width of the {at} confidence interval."
    );
    let reference = match facts.reference {
        Some(_) if facts.margin.is_some() => {
            " Where the reference player has a significant verdict, the report states this verdict."
        }
        _ => "",
    };
    format!("{places} {verdicts} {families}{reference}")
}
