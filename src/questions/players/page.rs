//! The page of several players: the win rates of all subjects with each player.

use super::rates::{self, RatedSubject};
use super::{Players, PlayersFacts};
use crate::questions::facts::{Agreement, Fact, SubjectKind};
use crate::questions::findings::players::Finding;
use crate::questions::findings::{self, Rate, Subjects, Verdict, word};
use crate::questions::tally_facts::side_labels;
use crate::report::Manifest;
use crate::report::page::{self, Brief, Page};
use crate::report::people::{PARTY, People};
use crate::report::shared::descending;
use crate::report::standing::Standing;
use crate::report::table::Table;
use crate::report::words::{counted, level, percent};

/// Maximum number of subjects whose verdicts have a finding of their own.
const OWN_FINDINGS: usize = 3;

impl<'a> RatedSubject<'a> {
    /// Creates the subject of `first` from the facts of all players.
    fn new((label, colour): (String, String), first: &Fact, facts: &'a [Fact]) -> Self {
        let same = facts.iter().filter(|fact| fact.won.is_some() && fact.same_subject(first));
        let rates = same.map(Some).collect();
        RatedSubject { label, colour, rates, text: String::new(), faint: false }
    }

    /// Returns the words for the verdicts of all players.
    fn verdict(&self) -> String {
        match (self.agreement(), self.by_standing().as_slice()) {
            (None, _) => String::new(),
            (Some(Agreement::Depends), _) => "depends".to_owned(),
            (_, [(one, _)]) if *one != Standing::Open => format!("{} with every bot", word(*one)),
            (_, [(one, _), _]) => format!("{} or {}", word(*one), word(Standing::Open)),
            _ => word(Standing::Open).to_owned(),
        }
    }

    fn facts(&self) -> impl Iterator<Item = &'a Fact> {
        self.rates.iter().copied().flatten()
    }

    /// Returns how the verdicts of the players go together; `None` in a cooperative game.
    fn agreement(&self) -> Option<Agreement> {
        self.facts().next()?.row.players
    }

    /// Returns the win rates by their verdict, those without a significant one last.
    fn by_standing(&self) -> Vec<(Standing, Vec<Rate>)> {
        let all = [Standing::Above, Standing::WithinNoise, Standing::Below, Standing::Open];
        let by = all.map(|standing| {
            let facts = self.facts().filter(|fact| fact.row.standing == Some(standing));
            (standing, facts.map(Rate::of).collect::<Vec<_>>())
        });
        by.into_iter().filter(|(_, rates)| !rates.is_empty()).collect()
    }
}

/// Builds the page from the judged facts.
pub fn page(of: &Players, judged: &PlayersFacts, manifest: &Manifest) -> Page {
    let people = People::of(manifest);
    let subjects = subjects(judged, &people);
    let Verdict { headline, findings } = verdict(of, &subjects, &people, judged.names.len());
    let (asked, warnings) = page::precision(manifest, "win rate");
    let players = counted(judged.names.len() as u64, if of.levels { "level" } else { "bot" });
    let table = rate_table(&subjects, &people, &judged.names);
    let names = (judged.names.as_slice(), manifest.level);
    let chart = rates::chart(" One bot plays all seats.", names, &subjects);
    Page {
        brief: Brief {
            played: format!("{players}, {}", counted(manifest.games, "game")),
            tables: vec![(String::new(), table.for_terminal())],
        },
        next: vec![of.next.clone()],
        charts: vec![chart],
        tables: vec![table],
        played: asked,
        headline,
        verdict: findings,
        judgement: method(of, manifest.level),
        warnings,
        colours: people.colours(),
        ..Page::default()
    }
}

/// Returns all groups and then all sides, in descending order of the mean win rate.
fn subjects<'a>(judged: &'a PlayersFacts, people: &People) -> Vec<RatedSubject<'a>> {
    let is_of_first = |fact: &&Fact| judged.names.first() == Some(&fact.row.player);
    let rates = judged.facts.iter().filter(|fact| fact.won.is_some()).filter(is_of_first);
    let (groups, fighters): (Vec<&Fact>, Vec<&Fact>) =
        rates.partition(|fact| fact.row.subject_kind == SubjectKind::Group);
    let groups = groups.iter().enumerate();
    let groups = groups.map(|(i, of)| RatedSubject::new(rates::group(of, i), of, &judged.facts));
    let mean = |of: &RatedSubject<'_>| of.facts().map(Fact::value).sum();
    let groups = descending(groups, mean);
    let names = fighters.iter().map(|of| people.get(&of.row.subject).name);
    let names: Vec<(&usize, String)> = judged.sides.iter().zip(names).collect();
    let sides = side_labels(&names, people).into_iter().map(|(i, label)| {
        let colour = people.get(&fighters[i].row.subject).colour;
        RatedSubject::new((label, colour), fighters[i], &judged.facts)
    });
    let sides = descending(sides, mean);
    // The party is the same as a side of all fighters.
    let is_party = groups.len() == 1 && sides.len() == 1;
    groups.into_iter().chain(sides.into_iter().filter(|_| !is_party)).collect()
}

/// Returns the sentences of the report.
fn verdict(
    of: &Players,
    subjects: &[RatedSubject<'_>],
    people: &People,
    players: usize,
) -> Verdict {
    let on = if of.levels { "the level of play" } else { "the style of play" };
    let judged = || subjects.iter().filter(|subject| subject.agreement().is_some());
    let all = judged().count();
    let words = if all == people.all().len() { people.words() } else { ["side", "sides"] };
    let named = |of: &[&RatedSubject<'_>]| Subjects {
        names: of.iter().map(|subject| subject.label.clone()).collect(),
        all,
        words: words.map(str::to_owned),
    };
    let with = |agreement: Agreement| -> Vec<&RatedSubject<'_>> {
        judged().filter(|subject| subject.agreement() == Some(agreement)).collect()
    };
    let (depending, open) = (with(Agreement::Depends), with(Agreement::Open));
    let headline = match subjects.first().filter(|subject| subject.label == PARTY) {
        _ if players < 2 => Finding::OnePlayer.to_string(),
        Some(party) => {
            let mut rates: Vec<Rate> = party.facts().map(Rate::of).collect();
            if of.levels {
                // The weakest and the strongest.
                rates.drain(1..rates.len() - 1);
            }
            let group = party.label.clone();
            findings::Finding::GroupByPlayer { group, rates }.to_string()
        }
        None if depending.is_empty() => {
            Finding::NothingDepends { subjects: named(&open), on }.to_string()
        }
        None => Finding::Depends { subjects: named(&depending), on }.to_string(),
    };
    let own = depending.into_iter().take(OWN_FINDINGS).map(|subject| {
        let by = subject.by_standing();
        Finding::Verdicts { subject: subject.label.clone(), by }
    });
    let all = [Standing::Above, Standing::Below, Standing::WithinNoise, Standing::Open];
    let throughout = all.into_iter().filter_map(|standing| {
        let same = judged().filter(|of| of.agreement() != Some(Agreement::Depends));
        let so = same.filter(|of| of.by_standing().first().is_some_and(|by| by.0 == standing));
        let subjects = named(&so.collect::<Vec<_>>());
        (!subjects.names.is_empty()).then_some(Finding::Throughout { standing, subjects })
    });
    Verdict::new(&headline, own.chain(throughout), [])
}

fn method(of: &Players, at: f64) -> String {
    let bots = if of.levels { "a level of play" } else { "a style of play" };
    let (points, level) = (percent(of.margin, 1), level(at));
    format!(
        "In each game, one bot played all seats: {bots}, not a person. “Strong” and “weak”: the \
         win rate is significantly more than {points} points above or below the fair share. \
         “Fair”: significantly less than {points} points away. All verdicts and changes are one \
         family of tests ({level} level, Holm’s correction). “±”: half of the width of the {level} \
         confidence interval, which holds for another training of the bot."
    )
}

/// Builds the table of the win rates, with two columns for each player.
fn rate_table(subjects: &[RatedSubject<'_>], people: &People, names: &[String]) -> Table {
    let meaning = "Win rate in % if one bot plays all seats, by bot. Marked rows: the verdict \
                   depends on the bot.";
    let is_group = |fact: &Fact| fact.row.subject_kind == SubjectKind::Group;
    let table = Table::new("fighters", "Win rates by bot", meaning)
        .of(subjects)
        .word(people.heading(), |subject| &subject.label)
        .coloured(|subject| &subject.colour)
        .in_terminal()
        .preferred(|subject| subject.facts().any(is_group));
    let mut table = rates::columns(table, names, |subject, i| *subject.rates.get(i)?);
    if subjects.iter().any(|subject| subject.agreement().is_some()) {
        table = table.word("Verdict", RatedSubject::verdict).in_terminal();
    }
    table.marked(|subject| subject.agreement() == Some(Agreement::Depends))
}
