//! What a comparison shows: the tables' rows put together by variant and fighter, and the page made of them.

use anyhow::{Context, Result};

use super::{Difference, ROUNDS, WIN_RATE, Winner, changed, charts, verdict};
use crate::report::factions::{self, Moved};
use crate::report::measured::Measure;
use crate::report::page::{self, Asked, Brief, Page, Section};
use crate::report::people::{People, Person};
use crate::report::shared::descending;
use crate::report::table::{Lines, Row, Table, Unit};
use crate::report::words::{capital, counted, decimals, level, percent, signed};
use crate::report::{ApartNote, Manifest, Tables, VariantNote};
use crate::stats::Form;

/// All that a comparison has to say.
pub struct Facts {
    /// Games of each variant.
    pub games: u64,
    /// The level of every interval.
    pub level: f64,
    /// The measures that are compared beside the win rate.
    pub measures: Vec<Measure>,
    /// The share of games that an entrant of average strength wins, if it is the same in all variants.
    pub fair: Option<f64>,
    /// The same of the first variant, if it has one.
    pub fair_first: Option<f64>,
    /// The variant that the others are held against.
    pub first: String,
    /// The others.
    pub variants: Vec<Variant>,
    pub people: People,
}

/// One variant against the first.
pub struct Variant {
    pub name: String,
    /// The most helped first.
    pub fighters: Vec<Fighter>,
    /// Of a cooperative game, the party as a whole: it has a win rate alone.
    pub party: Option<Fighter>,
    /// The factions of the sides, where they have any and games are paired.
    pub factions: Vec<Moved>,
    /// Rounds of the games.
    pub length: Difference,
    /// Who won in the first and who in this one, only those that differ, the most frequent first; by the names that people know.
    pub changes: Vec<Winner>,
    /// Why its games are not paired with those of the first; none if they are.
    pub apart: Option<ApartNote>,
    /// The share of games that an entrant of average strength wins in it, if it has one.
    pub fair: Option<f64>,
}

/// A fighter in two variants.
pub struct Fighter {
    pub who: Person,
    /// The name to show: with the strategies where these differ, or where the fighter has several.
    pub label: String,
    pub wins: Difference,
    /// By [`Facts::measures`].
    pub values: Vec<Difference>,
}

/// How many games to tell of each variant, of those whose winner changed.
const CHANGES: usize = 5;

impl Facts {
    /// # Errors
    /// If a table lacks a column or holds another type in it: it is not one of gong's.
    pub fn new(tables: &Tables, manifest: &Manifest) -> Result<Facts> {
        let first = manifest
            .variants
            .first()
            .context("the manifest names no variants")?;
        let rows = Difference::rows(tables.named(Difference::NAME)?)?;
        let compared = |measure: &&Measure| rows.iter().any(|row| row.measure == measure.name);
        let measures = manifest
            .measured
            .entrants
            .iter()
            .filter(compared)
            .cloned()
            .collect();
        let people = People::of(manifest);
        let winners = Winner::rows(tables.named(Winner::NAME)?)?;
        let mut variants = vec![];
        let (mut fighters, mut party): (Vec<Fighter>, Option<Fighter>) = (vec![], None);
        for row in rows {
            match (&row.entrant, row.measure.as_str()) {
                (_, ROUNDS) => {
                    let note = manifest.variants.get(1 + variants.len());
                    variants.push(Variant {
                        factions: factions(&manifest.factions, &winners, &row.variant),
                        changes: changes(&winners, &row.variant, &people),
                        name: row.variant.clone(),
                        fighters: named(std::mem::take(&mut fighters)),
                        party: party.take(),
                        length: row,
                        apart: note.and_then(|note| note.apart.clone()),
                        fair: note.and_then(|note| note.fair_share),
                    });
                }
                (None, WIN_RATE) => party = Some(Fighter::party(row)),
                (Some(key), WIN_RATE) => fighters.push(Fighter {
                    who: people.get(key),
                    label: String::new(),
                    wins: row,
                    values: vec![],
                }),
                _ => {
                    let last = fighters.last_mut();
                    last.context("table differences is not in order")?
                        .values
                        .push(row);
                }
            }
        }
        Ok(Facts {
            games: manifest.games,
            level: manifest.level,
            measures,
            fair: first.fair_share.filter(|fair| {
                let same = |note: &VariantNote| note.fair_share == Some(*fair);
                manifest.variants.iter().all(same)
            }),
            fair_first: first.fair_share,
            first: first.name.clone(),
            variants,
            people,
        })
    }

    /// Tests of the win rates, and of everything else.
    pub fn tests(&self) -> (usize, usize) {
        let variants = || self.variants.iter();
        let fighters: usize = variants().map(|variant| variant.fighters.len()).sum();
        let parties = variants().filter(|variant| variant.party.is_some()).count();
        let others = fighters * self.measures.len() + self.variants.len();
        (fighters + parties, others)
    }

    /// All win or lose together.
    pub fn cooperative(&self) -> bool {
        self.variants.iter().any(|variant| variant.party.is_some())
    }
}

impl Fighter {
    /// The party as a whole.
    fn party(wins: Difference) -> Fighter {
        Fighter {
            who: Person {
                key: String::new(),
                name: PARTY.to_owned(),
                colour: String::new(),
            },
            label: PARTY.to_owned(),
            wins,
            values: vec![],
        }
    }
}

/// What all are called together.
const PARTY: &str = "The party";

/// Gives fighters their labels, and puts them in order.
fn named(mut fighters: Vec<Fighter>) -> Vec<Fighter> {
    let keys: Vec<String> = fighters.iter().map(|of| of.who.key.clone()).collect();
    for fighter in &mut fighters {
        let several = keys.iter().filter(|key| **key == fighter.who.key).count() > 1;
        let wins = &fighter.wins;
        let (a, b) = (wins.strategy.as_deref(), wins.strategy_variant.as_deref());
        let (a, b) = (a.unwrap_or_default(), b.unwrap_or_default());
        fighter.label = match a == b {
            true => fighter.who.label(a, several),
            false => fighter.who.label(&format!("{a} → {b}"), true),
        };
    }
    descending(fighters, |of| of.wins.by())
}

/// What became of the factions in a variant; the tables name sides as `team 1`, `team 2`.
fn factions(sides: &[String], winners: &[Winner], variant: &str) -> Vec<Moved> {
    let side = |key: &str| {
        key.strip_prefix("team ")?
            .parse::<usize>()
            .ok()?
            .checked_sub(1)
    };
    let own = winners.iter().filter(|row| row.variant == variant);
    let won: Vec<_> = own
        .map(|row| ([side(&row.winner), side(&row.winner_variant)], row.games))
        .collect();
    match won.is_empty() {
        true => vec![],
        false => factions::moved(sides, &won),
    }
}

fn changes(winners: &[Winner], variant: &str, people: &People) -> Vec<Winner> {
    let own = winners.iter().filter(|row| row.variant == variant);
    let name = |key: &str| people.get(key).name.replace("team ", "Team ");
    let changed = own.filter(|row| row.winner != row.winner_variant);
    let named = changed.map(|row| Winner {
        winner: name(&row.winner),
        winner_variant: name(&row.winner_variant),
        ..row.clone()
    });
    descending(named, |change| change.games as f64)
}

impl Variant {
    /// The party, if all win together, and the fighters.
    pub fn with_party(&self) -> impl Iterator<Item = &Fighter> + Clone {
        self.party.iter().chain(&self.fighters)
    }

    /// Games whose winner is another.
    pub fn changed(&self) -> u64 {
        self.changes.iter().map(|change| change.games).sum()
    }

    /// Nothing at all is different.
    pub fn identical(&self) -> bool {
        let fighters = self.with_party();
        let mut all = fighters.flat_map(|of| std::iter::once(&of.wins).chain(&of.values));
        self.length.changed == Some(0) && all.all(|of| of.changed == Some(0))
    }

    /// How many times as many games two independent runs would have needed to know the differences of all win rates as well: the variances of
    /// all fighters together. `None` if nothing differs, and of games that are not paired.
    pub fn saving(&self) -> Option<f64> {
        let variances = self
            .fighters
            .iter()
            .filter_map(|of| of.wins.pairs()?.variances());
        let (apart, together) = variances.fold((0.0, 0.0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
        (together > 0.0).then(|| apart / together)
    }
}

/// What the page of a comparison shows.
pub fn page(facts: &Facts, manifest: &Manifest) -> Page {
    let (asked, warnings) = page::precision(manifest, "difference of win rates");
    let variants = Asked {
        term: "Variants".into(),
        lines: (manifest.variants.iter())
            .map(|variant| format!("{}: gong watch {}", variant.name, variant.watch))
            .collect(),
    };
    let brief = |variant: &Variant| {
        let about = format!("  from  {}\n  to    {}\n", facts.first, variant.name);
        let fighters = brief(facts, variant);
        match variant.factions.is_empty() {
            true => vec![(about, fighters)],
            false => vec![
                (about, factions::moved_table(&variant.factions, facts.level)),
                (String::new(), fighters),
            ],
        }
    };
    let told = verdict::verdict(facts);
    Page {
        headline: verdict::headline(facts),
        judgement: verdict::judgement(facts),
        warnings,
        brief: Brief {
            played: counted(manifest.games, "game of each variant"),
            tables: facts.variants.iter().flat_map(brief).collect(),
            told: (told.iter().cloned())
                .chain(
                    facts
                        .fair_first
                        .is_none()
                        .then(|| format!("{}.", manifest.as_played())),
                )
                .collect(),
            next: next(facts, manifest),
        },
        verdict: told,
        sections: vec![
            Section::Changed(changed::tables(manifest)),
            Section::Charts(charts::all(facts)),
            Section::Tables(
                (facts.variants.iter())
                    .map(|of| factions::moved_table(&of.factions, facts.level))
                    .chain([
                        wins(facts),
                        means(facts),
                        lengths(facts),
                        watch(facts, manifest),
                        pairing(facts),
                    ])
                    .collect(),
            ),
            Section::Played([variants].into_iter().chain(asked).collect()),
            Section::Provenance,
        ],
        colours: facts.people.colours(),
        ..Page::default()
    }
}

/// Games to see whose winner changed, in both variants; of games that are not paired, the first of each.
fn next(facts: &Facts, manifest: &Manifest) -> Vec<String> {
    let most = if facts.variants.len() > 1 { 1 } else { 2 };
    let mut next = vec![];
    for (variant, note) in facts.variants.iter().zip(&manifest.variants[1..]) {
        if variant.apart.is_some() {
            next.extend([&manifest.variants[0], note].map(|of| manifest.watch_line(&of.watch, 0)));
        }
        for change in variant.changes.iter().take(most) {
            for watch in [&manifest.variants[0].watch, &note.watch] {
                next.push(manifest.watch_line(watch, change.first_game));
            }
        }
    }
    next
}

/// Every fighter of every variant, after the party if all win together.
fn rows(facts: &Facts) -> Vec<(&Variant, &Fighter)> {
    let variants = facts.variants.iter();
    let rows = variants.flat_map(|variant| variant.with_party().map(move |of| (variant, of)));
    rows.collect()
}

/// A table of fighters; with the variant, if there are several.
fn of_fighters<'a>(
    facts: &Facts,
    (id, title): (&str, &str),
    meaning: String,
    rows: &'a [(&'a Variant, &'a Fighter)],
) -> Lines<'a, (&'a Variant, &'a Fighter)> {
    let table = Table::new(id, title, meaning)
        .of(rows)
        .word(facts.people.heading(), |(_, of)| &of.label)
        .coloured(|(_, of)| &of.who.colour);
    match facts.variants.len() {
        1 => table,
        _ => table.word("Variant", |(variant, _)| &variant.name),
    }
}

/// What is made of a difference; where its interval alone would say otherwise, why.
fn verdict_of(of: &Difference) -> String {
    match (of.sure(), of.by() > 0.0) {
        (true, true) => "more",
        (true, false) => "less",
        (false, _) if of.half_width().is_none() => "needs more games",
        (false, _) if of.alone() => "open, one of many",
        (false, _) => "within noise",
    }
    .to_owned()
}

/// The decimals that the narrowest interval deserves.
fn fine<'a>(fighters: impl Iterator<Item = &'a Fighter>) -> usize {
    let halves = fighters.filter_map(|of| of.wins.half_width());
    decimals(halves.fold(1.0, f64::min))
}

fn wins(facts: &Facts) -> Table {
    let meaning = format!(
        "Before: {}. Differences in percentage points, “±” half of their {} interval. Marked: differs from zero, allowing for the {} win rates tested at once; “open”: an interval by itself that leaves zero out, which among so many is no proof.",
        facts.first,
        level(facts.level),
        facts.tests().0
    );
    let rows = rows(facts);
    let fine = fine(rows.iter().map(|(_, of)| *of));
    of_fighters(facts, ("fighters", "Win rates"), meaning, &rows)
        .with("Win rate before %", Unit::Share(1), |(_, of)| of.wins.mean)
        .with("after %", Unit::Share(1), |(_, of)| of.wins.mean_variant)
        .with("Difference", Unit::Points(fine), |(_, of)| {
            of.wins.difference
        })
        .plus_minus(|(_, of)| of.wins.half_width())
        .word("Verdict", |(_, of)| verdict_of(&of.wins))
        .marked(|(_, of)| of.wins.sure())
}

fn means(facts: &Facts) -> Table {
    let mut rows = rows(facts);
    rows.retain(|(_, of)| !of.values.is_empty());
    let meaning = format!(
        "Means of a game.{} Marked: something differs from zero, allowing for all measures but the win rates.",
        times(facts)
    );
    let mut table = of_fighters(facts, ("means", "Other measures"), meaning, &rows);
    for (m, measure) in facts.measures.iter().enumerate() {
        let value = move |of: &(_, &'_ Fighter)| of.1.values.get(m).cloned();
        table = table
            .with(
                format!("{} before", measure.of_every_game()),
                Unit::Number(2, ""),
                move |of| value(of)?.mean,
            )
            .with("after", Unit::Number(2, ""), move |of| {
                value(of)?.mean_variant
            })
            .with("Difference", Unit::Signed(2, ""), move |of| {
                value(of)?.difference
            })
            .plus_minus(move |of| value(of)?.half_width())
            .with("Verdict", Unit::Word, move |of| {
                Some(verdict_of(&value(of)?))
            });
    }
    table.marked(|(_, of)| of.values.iter().any(Difference::sure))
}

/// What the means of times are: " “Rounds alive”: …".
pub fn times(facts: &Facts) -> String {
    let times = facts.measures.iter().filter(|of| of.form == Form::Time);
    let said = times.map(|time| {
        format!(
            " “{}”: up to the round of {}; who never comes to it counts the round after the game’s last.",
            capital(&time.of_every_game()),
            time.event()
        )
    });
    said.collect()
}

fn lengths(facts: &Facts) -> Table {
    let share = |games: u64, of: &Variant| games as f64 / of.length.games.max(1) as f64;
    let meaning = "Mean number of rounds, and how many games the variant changes.";
    Table::new("lengths", "Length of the games", meaning)
        .of(&facts.variants)
        .word("Variant", |of| &of.name)
        .with("Rounds before", Unit::Number(2, ""), |of| of.length.mean)
        .with("after", Unit::Number(2, ""), |of| of.length.mean_variant)
        .with("Difference", Unit::Signed(2, ""), |of| of.length.difference)
        .plus_minus(|of| of.length.half_width())
        .with("Games of another length %", Unit::Share(1), |of| {
            Some(share(of.length.changed?, of))
        })
        .with("Games with another winner %", Unit::Share(1), |of| {
            of.apart.is_none().then(|| share(of.changed(), of))
        })
        .marked(|of| of.length.sure())
}

fn watch(facts: &Facts, manifest: &Manifest) -> Table {
    let notes = facts.variants.iter().zip(manifest.variants.iter().skip(1));
    let games = notes.flat_map(|(variant, note)| {
        let most = variant.changes.iter().take(CHANGES);
        most.map(move |change| (note, change))
    });
    let games: Vec<(&VariantNote, &Winner)> = games.collect();
    let before = &manifest.variants[0].watch;
    let see = |watch: &str, change: &Winner| manifest.watch_line(watch, change.first_game);
    let all = facts.games.max(1) as f64;
    Table::new("watch", "Games whose winner changed", "The most frequent changes of the winner, with a game of each to see in both variants. All of them are in tables/winners.parquet.")
        .of(&games)
        .word("Winner before", |(_, change)| &change.winner)
        .word("Winner after", |(_, change)| &change.winner_variant)
        .with("Games", Unit::Count, |(_, change)| change.games)
        .with("Of all %", Unit::Share(1), |(_, change)| change.games as f64 / all)
        .with("Before", Unit::Command, |(_, change)| see(before, change))
        .with("After", Unit::Command, |(note, change)| see(&note.watch, change))
        .table
}

fn pairing(facts: &Facts) -> Table {
    let mut rows = rows(facts);
    rows.retain(|(variant, _)| variant.apart.is_none());
    let meaning = "Saving: how many times as many games two independent runs would have needed to know the difference as well; a dash where nothing differs at all.";
    let names = ("pairing", "What the same dice are good for");
    let mut table = of_fighters(facts, names, meaning.into(), &rows)
        .with("Games", Unit::Count, |(_, of)| of.wins.games)
        .with("Other result %", Unit::Share(1), |(_, of)| {
            Some(of.wins.changed? as f64 / of.wins.games.max(1) as f64)
        })
        .with("Correlation of wins", Unit::Signed(2, ""), |(_, of)| {
            of.wins.correlation
        })
        .with("Saving, wins", Unit::Number(2, ""), |(_, of)| {
            of.wins.saving
        });
    for (m, measure) in facts.measures.iter().enumerate() {
        let (correlation, saving) = (
            format!("Correlation of {}", measure.of_every_game()),
            format!("Saving, {}", measure.of_every_game()),
        );
        table = table
            .with(correlation, Unit::Signed(2, ""), move |(_, of)| {
                of.values.get(m)?.correlation
            })
            .with(saving, Unit::Number(2, ""), move |(_, of)| {
                of.values.get(m)?.saving
            });
    }
    table.table
}

/// One variant, for a terminal.
fn brief(facts: &Facts, variant: &Variant) -> Table {
    let rates = |of: &&Fighter| {
        let (before, after) = of.wins.mean.zip(of.wins.mean_variant)?;
        Some(format!("{} → {}", percent(before, 1), percent(after, 1)))
    };
    let verdict = |of: &&Fighter| match of.wins.sure() {
        true => String::new(),
        false => verdict_of(&of.wins),
    };
    let lines: Vec<&Fighter> = variant.with_party().collect();
    let fine = fine(variant.with_party());
    let mut table = Table::new("brief", "", "")
        .of(&lines)
        .word(facts.people.heading(), |of| &of.label)
        .with("Win rate %", Unit::Word, rates)
        .with("Difference", Unit::Points(fine), |of| of.wins.difference)
        .plus_minus(|of| of.wins.half_width())
        .word("", verdict);
    for (m, measure) in facts.measures.iter().enumerate() {
        let decimals = if measure.form == Form::Flag { 3 } else { 2 };
        let name = match measure.form {
            Form::Time => capital(&measure.of_every_game()),
            _ => format!("Mean {}", measure.short()),
        };
        table = table.with(name, Unit::Word, move |of| {
            let of = of.values.get(m)?;
            let (after, by) = of.mean_variant.zip(of.difference)?;
            Some(format!("{after:.decimals$} ({})", signed(by, decimals)))
        });
    }
    table.table
}
