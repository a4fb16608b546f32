//! The page of several players: the win rates of all subjects with each player.

use super::{Players, PlayersFacts};
use crate::questions::facts::{Agreement, Fact, SubjectKind};
use crate::questions::findings::players::Finding;
use crate::questions::findings::{self, Rate, Subjects, Verdict, word};
use crate::report::Manifest;
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::lines::{ChartLine, Lines, ReferenceLevel, drawn, moving};
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Rows};
use crate::report::measured::MeasureNote;
use crate::report::page::{self, Brief, Page, Section};
use crate::report::people::{self, PARTY, People};
use crate::report::shared::{descending, known_margin_of_error};
use crate::report::standing::Standing;
use crate::report::table::{Table, Unit};
use crate::report::words::{capital, counted, level, percent, with_sign};
use crate::stats::Form;

/// Maximum number of findings.
const MOST: usize = 5;
/// Maximum number of subjects whose verdicts have a finding of their own.
const OWN_FINDINGS: usize = 2;

/// One subject with all its win rates, one for each player.
struct Line<'a> {
    label: String,
    colour: String,
    is_group: bool,
    rates: Vec<&'a Fact>,
}

impl Line<'_> {
    fn agreement(&self) -> Option<Agreement> {
        self.rates.first()?.row.players
    }

    /// Returns the verdicts that are significant with some player, each once.
    fn certain(&self) -> Vec<Standing> {
        let all = [Standing::Above, Standing::WithinNoise, Standing::Below].into_iter();
        all.filter(|of| self.rates.iter().any(|fact| fact.row.standing == Some(*of))).collect()
    }

    /// Returns the words for the verdicts of all players.
    fn verdict(&self) -> String {
        match (self.agreement(), self.certain().as_slice()) {
            (None, _) => String::new(),
            (Some(Agreement::Depends), _) => "depends on who plays".to_owned(),
            (Some(Agreement::Same), [one, ..]) => format!("{} with every bot", word(*one)),
            (_, [one, ..]) => format!("{} where significant", word(*one)),
            (_, []) => "open".to_owned(),
        }
    }

    fn mean(&self) -> f64 {
        self.rates.iter().map(|fact| fact.value()).sum()
    }
}

/// Builds the page from the judged facts.
pub fn page(of: &Players<'_>, judged: &PlayersFacts, manifest: &Manifest) -> Page {
    let people = People::of(manifest);
    let facts = &judged.facts;
    let lines = lines(judged, &people, manifest);
    let names: Vec<&str> = names(&lines);
    let Verdict { headline, findings } = verdict(of, &lines, &people, &names);
    let (asked, warnings) = page::precision(manifest, "win rate");
    let rates = rates(&lines, &people, &names);
    let what = if of.levels { "level" } else { "bot" };
    let played =
        format!("{}, {}", counted(names.len() as u64, what), counted(manifest.games, "game"));
    let mut tables = vec![rates.clone(), standings(&lines, &people, &names)];
    tables.extend(
        manifest.measured.entrants.iter().filter_map(|of| means(facts, of, &people, &names)),
    );
    Page {
        brief: Brief {
            played,
            tables: vec![(String::new(), rates.for_terminal())],
            next: vec![of.next.clone()],
            ..Brief::default()
        },
        sections: vec![
            Section::Charts(charts(of, &lines, &people, &headline, manifest.level)),
            Section::Tables(tables),
            Section::Played(asked),
            Section::Provenance,
        ],
        headline,
        verdict: findings,
        judgement: method(of, manifest.level),
        warnings,
        colours: people.colours(),
        ..Page::default()
    }
}

/// Returns the names of the players.
fn names<'a>(lines: &[Line<'a>]) -> Vec<&'a str> {
    let rates = lines.first().map(|line| line.rates.iter());
    rates.into_iter().flatten().map(|fact| fact.row.player.as_str()).collect()
}

/// Returns one line for each group and each side, groups first, in descending order of the mean win
/// rate.
fn lines<'a>(judged: &'a PlayersFacts, people: &People, manifest: &Manifest) -> Vec<Line<'a>> {
    let PlayersFacts { facts, sides } = judged;
    let first = facts.first().map_or("", |fact| &fact.row.player);
    let rates = || facts.iter().filter(|fact| fact.won.is_some());
    let is_fighter = |fact: &&Fact| fact.row.subject_kind == SubjectKind::Fighter;
    let fighters = rates().filter(|fact| fact.row.player == first).filter(is_fighter);
    let fighters: Vec<(&Fact, &usize)> = fighters.zip(sides).collect();
    // Only the first fighter of a side has a line.
    let side = |fact: &Fact| {
        let (_, side) = fighters.iter().find(|(of, _)| of.same_subject(fact))?;
        let mut mates = fighters.iter().filter(|(_, other)| other == side).map(|(of, _)| *of);
        let is_first = mates.clone().next()?.same_subject(fact);
        is_first.then(|| mates.by_ref().map(|of| people.get(&of.row.subject).name).collect())
    };
    let line = |(i, fact): (usize, &'a Fact)| {
        let subject = &fact.row.subject;
        let (label, colour) = match fact.row.subject_kind {
            SubjectKind::Group if subject == PARTY => (PARTY.to_owned(), String::new()),
            SubjectKind::Group => (capital(subject), people::of(None, i)),
            SubjectKind::Game | SubjectKind::Pair | SubjectKind::Bot => return None,
            SubjectKind::Fighter => {
                let mates: Vec<String> = side(fact)?;
                let label = people.side(&mates, fighters.len());
                (label, people.get(subject).colour)
            }
        };
        let is_group = fact.row.subject_kind == SubjectKind::Group;
        let same = rates().filter(|other| other.same_subject(fact));
        Some(Line { label, colour, is_group, rates: same.collect() })
    };
    let firsts = rates().filter(|fact| fact.row.player == first).enumerate();
    let lines: Vec<Line> = firsts.filter_map(line).collect();
    // The party is the same as a side of all fighters.
    let alone = manifest.fighters.len() > 1 && lines.len() == 2 && lines[0].label == PARTY;
    let mut lines = descending(lines, Line::mean);
    lines.sort_by_key(|line| !line.is_group);
    lines.truncate(if alone { 1 } else { usize::MAX });
    lines
}

/// Returns the sentences of the report.
fn verdict(of: &Players<'_>, lines: &[Line<'_>], people: &People, names: &[&str]) -> Verdict {
    let on = if of.levels { "the level of play" } else { "the style of play" };
    let rate = |fact: &&Fact| Rate::of(fact);
    let judged = || lines.iter().filter(|line| line.agreement().is_some());
    let subjects = |of: Vec<&Line<'_>>| Subjects {
        names: of.iter().map(|line| line.label.clone()).collect(),
        all: judged().count(),
        words: [people.word(), people.several()].map(str::to_owned),
    };
    let (depending, same): (Vec<&Line>, Vec<&Line>) =
        judged().partition(|line| line.agreement() == Some(Agreement::Depends));
    let party = lines.first().filter(|line| line.label == PARTY);
    let uncertain = same.iter().copied();
    let uncertain = uncertain.filter(|line| line.agreement() == Some(Agreement::Open));
    let headline = match party {
        _ if names.len() < 2 => Finding::OnePlayer.to_string(),
        Some(party) => {
            let rates = match party.rates.as_slice() {
                [first, _, _, _, .., last] => vec![rate(first), rate(last)],
                few => few.iter().map(rate).collect(),
            };
            let group = party.label.clone();
            findings::Finding::GroupByPlayer { group, rates }.to_string()
        }
        None if !depending.is_empty() => {
            Finding::Depends { subjects: subjects(depending.clone()), on }.to_string()
        }
        None => Finding::NothingDepends { subjects: subjects(uncertain.collect()), on }.to_string(),
    };
    let spread = |line: &&Line<'_>| {
        let values = || line.rates.iter().map(|fact| fact.value());
        values().fold(f64::MIN, f64::max) - values().fold(f64::MAX, f64::min)
    };
    let mut said: Vec<Finding> = vec![];
    for line in descending(depending, spread).into_iter().take(OWN_FINDINGS) {
        let with = |standing: Standing| {
            let rates = line.rates.iter().filter(|fact| fact.row.standing == Some(standing));
            (standing, rates.map(rate).collect::<Vec<_>>())
        };
        let by = line.certain().into_iter().chain([Standing::Open]).map(with);
        let by = by.filter(|(_, rates)| !rates.is_empty()).collect();
        said.push(Finding::Verdicts { subject: line.label.clone(), by });
    }
    for standing in [Standing::Above, Standing::Below, Standing::WithinNoise] {
        let so = same.iter().copied().filter(|line| line.certain() == [standing]);
        let subjects = subjects(so.collect());
        if !subjects.names.is_empty() {
            said.push(Finding::Throughout { standing, subjects });
        }
    }
    let nowhere = subjects(same.iter().copied().filter(|of| of.certain().is_empty()).collect());
    if !nowhere.names.is_empty() {
        said.push(Finding::Open { subjects: nowhere });
    }
    let changes = lines.iter().flat_map(|line| {
        let pairs = line
            .rates
            .windows(2)
            .filter(|pair| pair[1].row.changes.is_some_and(Standing::is_significant));
        pairs.filter_map(move |pair| {
            let row = &pair[1].row;
            Some(Finding::Change {
                subject: line.label.clone(),
                from: pair[0].row.player.clone(),
                to: row.player.clone(),
                change: row.change?,
                margin_of_error: known_margin_of_error(
                    row.change,
                    row.change_low,
                    row.change_high,
                )?,
            })
        })
    });
    let size = |of: &Finding| match of {
        Finding::Change { change, .. } => change.abs(),
        _ => 0.0,
    };
    said.truncate(MOST - 1);
    said.extend(changes.max_by(|a, b| size(a).total_cmp(&size(b))));
    Verdict::new(&headline, said, [])
}

fn margin(fact: &Fact) -> Option<f64> {
    known_margin_of_error(fact.row.value, fact.row.ci_low, fact.row.ci_high)
}

fn method(of: &Players<'_>, at: f64) -> String {
    let bots = if of.levels { "a level of play" } else { "a style of play" };
    let points = percent(of.margin, 1);
    format!(
        "All bots played the same games; in each game, one bot played all seats. A bot is {bots}, \
         not a person. “Strong” and “weak”: the win rate is significantly more than {points} points \
         above or below the fair share. “Fair”: significantly less than {points} points away. \
         “Open”: none of these. All verdicts and changes together are one family of tests ({} \
         level, Holm’s correction). “±”: half of the width of the {} confidence interval, which \
         holds for another training of the bot.",
        level(at),
        level(at)
    )
}

/// Builds the table of the win rates, with two columns for each player.
fn rates(lines: &[Line<'_>], people: &People, names: &[&str]) -> Table {
    let fair = lines.iter().rev().find_map(|line| line.rates.first()?.row.fair);
    let fair = fair.map_or(String::new(), |fair| {
        format!(
            " The fair share is {}. Marked rows: the verdict depends on who plays.",
            with_sign(fair, 1)
        )
    });
    let meaning = format!("Win rate in % if one bot plays all seats, by bot.{fair}");
    let mut table = Table::new("fighters", "Win rates by bot", meaning)
        .of(lines)
        .word(people.heading(), |line| &line.label)
        .coloured(|line| &line.colour)
        .in_terminal()
        .preferred(|line| line.is_group);
    for (i, name) in names.iter().enumerate() {
        table = table
            .with(*name, Unit::Share(1), |line| line.rates.get(i)?.row.value)
            .in_terminal()
            .plus_minus(|line| line.rates.get(i).and_then(|fact| margin(fact)));
    }
    if lines.iter().any(|line| line.agreement().is_some()) {
        table = table.word("Verdict", Line::verdict);
        // More columns do not fit into a terminal.
        table = if names.len() < 4 { table.in_terminal() } else { table };
    }
    table.marked(|line| line.agreement() == Some(Agreement::Depends))
}

/// Builds the table of the verdicts, with one column for each player; without rows in a cooperative
/// game.
fn standings(lines: &[Line<'_>], people: &People, names: &[&str]) -> Table {
    let judged: Vec<&Line> = lines.iter().filter(|line| line.agreement().is_some()).collect();
    let meaning = "The verdict with each bot. “Open”: no verdict is significant. Marked rows: the \
                   verdict depends on who plays.";
    let mut table = Table::new("standings", "Who is strong with whom?", meaning)
        .of(&judged)
        .word(people.heading(), |line| &line.label)
        .coloured(|line| &line.colour);
    for (i, name) in names.iter().enumerate() {
        let verdict =
            |line: &&Line<'_>| line.rates.get(i).and_then(|of| of.row.standing).map_or("", word);
        table = table.word(*name, verdict);
    }
    table.marked(|of| of.agreement() == Some(Agreement::Depends))
}

/// Builds the table of the means of a measure, by fighter and player; `None` without values.
fn means(facts: &[Fact], of: &MeasureNote, people: &People, names: &[&str]) -> Option<Table> {
    let own: Vec<&Fact> = facts.iter().filter(|fact| fact.row.measure == of.name).collect();
    let rows: Vec<&&Fact> = own.iter().filter(|fact| fact.row.player == names[0]).collect();
    let (title, meaning, unit) = match of.form {
        Form::Amount => (
            format!("Mean {}", of.short()),
            format!("Mean {} per game, by bot.", of.full()),
            Unit::Number(2, ""),
        ),
        Form::Time => (
            format!("Without {}", of.event()),
            format!("Share of games without {}, in %, by bot.", of.event()),
            Unit::Share(1),
        ),
        Form::Flag | Form::Class => return None,
    };
    let mut table = Table::new(&of.table, title, meaning)
        .of(&rows)
        .word(people.heading(), |fact| people.get(&fact.row.subject).name)
        .coloured(|fact| people.get(&fact.row.subject).colour);
    for name in names {
        let value = |fact: &&&Fact| {
            let mut same = own.iter().filter(|other| other.same_subject(fact));
            same.find(|other| other.row.player == *name)?.row.value
        };
        table = table.with(*name, unit, value);
    }
    (!rows.is_empty()).then_some(table.table)
}

/// Draws the win rates of the groups and of the sides: lines from the weakest level to the
/// strongest, or a mark for each style of play.
fn charts(
    of: &Players<'_>,
    lines: &[Line<'_>],
    people: &People,
    headline: &str,
    at: f64,
) -> Vec<Chart> {
    let (groups, sides): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(|line| line.is_group);
    let about = |name: &str, title: &str, lines: &[&Line<'_>]| {
        let fair = |line: &&Line<'_>| line.rates.first().and_then(|fact| fact.row.fair);
        let first = lines.first().and_then(fair);
        let fair = first.filter(|_| lines.iter().all(|line| fair(line) == first));
        let names = names_of(lines);
        let mark =
            |fact: &&Fact| Some(Mark::within(fact.row.value?, fact.row.ci_low?, fact.row.ci_high?));
        let subtitle = format!(
            "Win rate in % if one bot plays all seats. The bars show {} confidence intervals.{}{}",
            level(at),
            if fair.is_some() { " Dashed line: the fair share." } else { "" },
            if of.levels { drawn(lines.len()) } else { String::new() }
        );
        let chart = if of.levels {
            let line = |line: &&Line<'_>| ChartLine {
                label: line.label.clone(),
                colour: colour(&line.colour),
                points: line.rates.iter().map(mark).collect(),
            };
            let form = Lines {
                across: "level: the bot that plays all seats".to_owned(),
                level: fair.map(|fair| ReferenceLevel::fair_share(vec![fair; names.len()])),
                values: names,
                up: "win rate, %".to_owned(),
                decimals: 1,
                lines: moving(lines.iter().map(line).collect()),
                ..Lines::default()
            };
            Chart::new(name, headline, subtitle, form)
        } else {
            let row = |line: &&Line<'_>| {
                let verdict = line.agreement().map_or("", Agreement::name);
                let plot = Plot::Marks(line.rates.iter().map(mark).collect());
                let cell = Cell::of(plot, verdict.to_owned());
                ChartRow::of(&line.label, colour(&line.colour), cell)
            };
            let rows = lines.iter().map(row).collect();
            let form = Rows::win_rates(fair, rows).side_by_side(names);
            Chart::new(name, headline, subtitle, form).of_many(people.several())
        };
        let note = "The distance between the marks of a row shows how much its win rate depends on \
                    who plays.";
        (!lines.is_empty()).then(|| chart.presented(title, if of.levels { "" } else { note }))
    };
    let sides = match sides.is_empty() {
        true => None,
        false => about("win_rates", "Win rates by bot", &sides),
    };
    about("groups", "Win rates of groups by bot", &groups).into_iter().chain(sides).collect()
}

fn names_of(lines: &[&Line<'_>]) -> Vec<String> {
    let rates = lines.first().map(|line| line.rates.iter());
    rates.into_iter().flatten().map(|fact| fact.row.player.clone()).collect()
}
