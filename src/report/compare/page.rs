//! What a comparison shows: the tables' rows put together by variant and fighter, and the page made of them.

use anyhow::{Context, Result};

use super::{Difference, ROUNDS, WIN_RATE, Winner, changed, charts, verdict};
use crate::report::measured::Measure;
use crate::report::page::{self, Asked, Brief, Page, Section};
use crate::report::people::{People, Person};
use crate::report::table::{Row, Table, Unit};
use crate::report::words::{decimals, grouped, level};
use crate::report::{Manifest, Tables, VariantNote};
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
    /// The variant that the others are held against.
    pub first: String,
    /// The others.
    pub variants: Vec<Variant>,
}

/// One variant against the first.
pub struct Variant {
    pub name: String,
    /// The most helped first.
    pub fighters: Vec<Fighter>,
    /// Rounds of the games.
    pub length: Difference,
    /// Who won in the first and who in this one, only those that differ, the most frequent first; by the names that people know.
    pub changes: Vec<Winner>,
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
        let measures: Vec<Measure> = manifest
            .measured
            .entrants
            .iter()
            .filter(compared)
            .cloned()
            .collect();
        let people = People::of(manifest);
        let winners = Winner::rows(tables.named(Winner::NAME)?)?;
        let mut variants = vec![];
        let mut fighters: Vec<Fighter> = vec![];
        for row in rows {
            match (&row.entrant, row.measure.as_str()) {
                (_, ROUNDS) => variants.push(Variant {
                    changes: changes(&winners, &row.variant, &people),
                    name: row.variant.clone(),
                    fighters: named(std::mem::take(&mut fighters)),
                    length: row,
                }),
                (Some(key), WIN_RATE) => fighters.push(Fighter {
                    who: people.get(key),
                    label: String::new(),
                    wins: row,
                    values: vec![],
                }),
                _ => {
                    let last = fighters
                        .last_mut()
                        .context("table differences is not in order")?;
                    last.values.push(row);
                }
            }
        }
        Ok(Facts {
            games: manifest.games,
            level: manifest.interval_level(),
            measures,
            fair: first.fair_share.filter(|fair| {
                let same = |note: &VariantNote| note.fair_share == Some(*fair);
                manifest.variants.iter().all(same)
            }),
            first: first.name.clone(),
            variants,
        })
    }

    /// Tests of the win rates, and of everything else.
    pub fn tests(&self) -> (usize, usize) {
        let fighters = self
            .variants
            .iter()
            .map(|variant| variant.fighters.len())
            .sum();
        (
            fighters,
            fighters * self.measures.len() + self.variants.len(),
        )
    }
}

/// Gives fighters their labels, and puts them in order.
fn named(mut fighters: Vec<Fighter>) -> Vec<Fighter> {
    let keys: Vec<String> = fighters
        .iter()
        .map(|fighter| fighter.who.key.clone())
        .collect();
    for fighter in &mut fighters {
        let several = keys.iter().filter(|key| **key == fighter.who.key).count() > 1;
        let (a, b) = (
            fighter.wins.strategy.as_deref(),
            fighter.wins.strategy_variant.as_deref(),
        );
        let name = &fighter.who.name;
        fighter.label = match (a, b) {
            (Some(a), Some(b)) if a != b => format!("{name} · {a} → {b}"),
            (Some(a), _) if several => format!("{name} · {a}"),
            _ => name.clone(),
        };
    }
    fighters.sort_by(|a, b| b.wins.by().total_cmp(&a.wins.by()));
    fighters
}

fn changes(winners: &[Winner], variant: &str, people: &People) -> Vec<Winner> {
    let own = winners
        .iter()
        .filter(|row| row.variant == variant && row.winner != row.winner_variant);
    let name = |key: &str| people.get(key).name.replace("team ", "Team ");
    let named = own.map(|row| Winner {
        winner: name(&row.winner),
        winner_variant: name(&row.winner_variant),
        ..row.clone()
    });
    let mut changes: Vec<Winner> = named.collect();
    changes.sort_by_key(|change| std::cmp::Reverse(change.games));
    changes
}

impl Variant {
    /// Games whose winner is another.
    pub fn changed(&self) -> u64 {
        self.changes.iter().map(|change| change.games).sum()
    }

    /// Nothing at all is different.
    pub fn identical(&self) -> bool {
        let of_fighters = self
            .fighters
            .iter()
            .flat_map(|of| std::iter::once(&of.wins).chain(&of.values));
        std::iter::once(&self.length)
            .chain(of_fighters)
            .all(|of| of.changed == 0)
    }

    /// How many times as many games two independent runs would have needed to know the differences of all win rates as well: the variances of
    /// all fighters together. `None` if nothing differs.
    pub fn saving(&self) -> Option<f64> {
        let variances = self
            .fighters
            .iter()
            .filter_map(|of| of.wins.pairs().variances());
        let (apart, together) = variances.fold((0.0, 0.0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
        (together > 0.0).then(|| apart / together)
    }
}

/// What the page of a comparison shows.
pub fn page(facts: &Facts, manifest: &Manifest) -> Page {
    let fighters = facts.variants.iter().flat_map(|variant| &variant.fighters);
    let (asked, warnings) = page::precision(manifest, "difference of win rates");
    let variants = Asked {
        term: "Variants".into(),
        lines: manifest
            .variants
            .iter()
            .map(|variant| format!("{}: gong watch {}", variant.name, variant.watch))
            .collect(),
    };
    let brief = |variant: &Variant| {
        let about = format!("  from  {}\n  to    {}\n", facts.first, variant.name);
        (about, brief(facts, variant))
    };
    let told = verdict::verdict(facts);
    Page {
        headline: verdict::headline(facts),
        judgement: verdict::judgement(facts),
        warnings,
        brief: Brief {
            played: format!("{} games of each variant", grouped(manifest.games)),
            tables: facts.variants.iter().map(brief).collect(),
            told: told.clone(),
            next: next(facts, manifest),
        },
        verdict: told,
        sections: vec![
            Section::Changed(changed::tables(manifest)),
            Section::Charts(charts::all(facts)),
            Section::Tables(vec![
                wins(facts),
                means(facts),
                lengths(facts),
                watch(facts, manifest),
                pairing(facts),
            ]),
            Section::Played([variants].into_iter().chain(asked).collect()),
            Section::Provenance,
        ],
        colours: fighters.map(|of| of.who.colour.clone()).collect(),
    }
}

/// Games to see whose winner changed, in both variants.
fn next(facts: &Facts, manifest: &Manifest) -> Vec<String> {
    let most = if facts.variants.len() > 1 { 1 } else { 2 };
    let mut next = vec![];
    for (variant, note) in facts.variants.iter().zip(&manifest.variants[1..]) {
        for change in variant.changes.iter().take(most) {
            for watch in [&manifest.variants[0].watch, &note.watch] {
                next.push(see(watch, manifest, change));
            }
        }
    }
    next
}

fn see(watch: &str, manifest: &Manifest, change: &Winner) -> String {
    format!(
        "gong watch {watch} --seed {} --game {}",
        manifest.seed, change.first_game
    )
}

/// Every fighter of every variant.
fn rows(facts: &Facts) -> Vec<(&Variant, &Fighter)> {
    let of = |variant| {
        let variant: &Variant = variant;
        variant
            .fighters
            .iter()
            .map(move |fighter| (variant, fighter))
    };
    facts.variants.iter().flat_map(of).collect()
}

/// A table of fighters; with the variant, if there are several.
fn of_fighters(facts: &Facts, id: &str, title: String, meaning: String) -> Table {
    let rows = rows(facts);
    let table = Table::new(id, title, meaning)
        .with(
            "Fighter",
            Unit::Word,
            rows.iter().map(|(_, of)| of.label.clone()),
        )
        .coloured(rows.iter().map(|(_, of)| of.who.colour.clone()));
    match facts.variants.len() {
        1 => table,
        _ => table.with(
            "Variant",
            Unit::Word,
            rows.iter().map(|(variant, _)| variant.name.clone()),
        ),
    }
}

/// What is made of a difference; where its interval alone would say otherwise, why.
fn verdict_of(of: &Difference) -> String {
    match (of.sure(), of.by() > 0.0) {
        (true, true) => "more",
        (true, false) => "less",
        (false, _) if of.alone() => "open, one of many",
        (false, _) => "within noise",
    }
    .to_owned()
}

fn wins(facts: &Facts) -> Table {
    let meaning = format!(
        "Before: {}. Differences in percentage points, “±” half of their {} interval. Marked: differs from zero, allowing for the {} win rates tested at once; “open”: an interval by itself that leaves zero out, which among so many is no proof.",
        facts.first,
        level(facts.level),
        facts.tests().0
    );
    let rows = rows(facts);
    let all = || rows.iter().map(|(_, of)| &of.wins);
    let fine = all()
        .map(Difference::half_width)
        .filter(|half| *half > 0.0)
        .fold(1.0, f64::min);
    of_fighters(facts, "fighters", "Win rates".into(), meaning)
        .with("Win rate before %", Unit::Share(1), all().map(|of| of.mean))
        .with("after %", Unit::Share(1), all().map(|of| of.mean_variant))
        .with(
            "Difference",
            Unit::Points(decimals(fine)),
            all().map(|of| of.difference),
        )
        .plus_minus(all().map(Difference::half_width))
        .with("Verdict", Unit::Word, all().map(verdict_of))
        .marked(all().map(Difference::sure))
}

fn means(facts: &Facts) -> Table {
    let rows = rows(facts);
    let mut table = of_fighters(facts, "means", "Other measures".into(), "Means of a game. What comes at a time and never came counts as the round after the game’s last. Marked: something differs from zero, allowing for all measures but the win rates.".into());
    for (m, measure) in facts.measures.iter().enumerate() {
        let all = || rows.iter().filter_map(move |(_, of)| of.values.get(m));
        table = table
            .with(
                format!("{} before", measure.short()),
                Unit::Number(2, ""),
                all().map(|of| of.mean),
            )
            .with(
                "after",
                Unit::Number(2, ""),
                all().map(|of| of.mean_variant),
            )
            .with(
                "Difference",
                Unit::Signed(2, ""),
                all().map(|of| of.difference),
            )
            .plus_minus(all().map(Difference::half_width))
            .with("Verdict", Unit::Word, all().map(verdict_of));
    }
    table.marked(
        rows.iter()
            .map(|(_, of)| of.values.iter().any(Difference::sure)),
    )
}

fn lengths(facts: &Facts) -> Table {
    let all = || facts.variants.iter();
    let share = |games: u64, of: &Variant| games as f64 / of.length.games.max(1) as f64;
    Table::new(
        "lengths",
        "Length of the games",
        "Mean number of rounds, and how many games the variant changes.",
    )
    .with("Variant", Unit::Word, all().map(|of| of.name.clone()))
    .with(
        "Rounds before",
        Unit::Number(2, ""),
        all().map(|of| of.length.mean),
    )
    .with(
        "after",
        Unit::Number(2, ""),
        all().map(|of| of.length.mean_variant),
    )
    .with(
        "Difference",
        Unit::Signed(2, ""),
        all().map(|of| of.length.difference),
    )
    .plus_minus(all().map(|of| of.length.half_width()))
    .with(
        "Games of another length %",
        Unit::Share(1),
        all().map(|of| share(of.length.changed, of)),
    )
    .with(
        "Games with another winner %",
        Unit::Share(1),
        all().map(|of| share(of.changed(), of)),
    )
    .marked(all().map(|of| of.length.sure()))
}

fn watch(facts: &Facts, manifest: &Manifest) -> Table {
    let notes = facts.variants.iter().zip(manifest.variants.iter().skip(1));
    let games: Vec<_> = notes
        .flat_map(|(variant, note)| {
            variant
                .changes
                .iter()
                .take(CHANGES)
                .map(move |change| (note, change))
        })
        .collect();
    let all = || games.iter();
    let before = &manifest.variants[0].watch;
    Table::new("watch", "Games whose winner changed", "The most frequent changes of the winner, with a game of each to see in both variants. All of them are in tables/winners.parquet.")
        .with("Winner before", Unit::Word, all().map(|(_, change)| change.winner.clone()))
        .with("Winner after", Unit::Word, all().map(|(_, change)| change.winner_variant.clone()))
        .with("Games", Unit::Count, all().map(|(_, change)| change.games))
        .with("Of all %", Unit::Share(1), all().map(|(_, change)| change.games as f64 / facts.games.max(1) as f64))
        .with("Before", Unit::Command, all().map(|(_, change)| see(before, manifest, change)))
        .with("After", Unit::Command, all().map(|(note, change)| see(&note.watch, manifest, change)))
}

fn pairing(facts: &Facts) -> Table {
    let rows = rows(facts);
    let all = || rows.iter().map(|(_, of)| *of);
    let mut table = of_fighters(facts, "pairing", "What the same dice are good for".into(), "Saving: how many times as many games two independent runs would have needed to know the difference as well; a dash where nothing differs at all.".into())
        .with("Games", Unit::Count, all().map(|of| of.wins.games))
        .with("Other result %", Unit::Share(1), all().map(|of| of.wins.changed as f64 / of.wins.games.max(1) as f64));
    let mut with = |name: &str, rows: Vec<&Difference>| {
        table.push(
            format!("Correlation of {name}"),
            Unit::Signed(2, ""),
            "",
            rows.iter().map(|of| of.correlation),
        );
        table.push(
            format!("Saving, {name}"),
            Unit::Number(2, ""),
            "",
            rows.iter().map(|of| of.saving),
        );
    };
    with("wins", all().map(|of| &of.wins).collect());
    for (m, measure) in facts.measures.iter().enumerate() {
        with(
            measure.short(),
            all().filter_map(|of| of.values.get(m)).collect(),
        );
    }
    table
}

/// One variant, for a terminal.
fn brief(facts: &Facts, variant: &Variant) -> Table {
    let all = || variant.fighters.iter();
    let fine = all()
        .map(|of| of.wins.half_width())
        .filter(|half| *half > 0.0)
        .fold(1.0, f64::min);
    let rates = |of: &Fighter| {
        let rate = |rate| crate::report::words::percent(rate, 1);
        format!("{} → {}", rate(of.wins.before()), rate(of.wins.after()))
    };
    let mut table = Table::new("brief", "", "")
        .with("Fighter", Unit::Word, all().map(|of| of.label.clone()))
        .with("Win rate %", Unit::Word, all().map(rates))
        .with(
            "Difference",
            Unit::Points(decimals(fine)),
            all().map(|of| of.wins.difference),
        )
        .plus_minus(all().map(|of| of.wins.half_width()));
    for (m, measure) in facts.measures.iter().enumerate() {
        let decimals = if measure.form == Form::Flag { 3 } else { 2 };
        let mean = |of: &Difference| {
            format!(
                "{:.decimals$} ({})",
                of.after(),
                crate::report::words::signed(of.by(), decimals)
            )
        };
        table = table.with(
            match measure.form {
                Form::Time => "Mean round".to_owned(),
                _ => format!("Mean {}", measure.short()),
            },
            Unit::Word,
            all().map(|of| of.values.get(m).map(mean)),
        );
    }
    table.with(
        "",
        Unit::Word,
        all().map(|of| match of.wins.sure() {
            true => String::new(),
            false => verdict_of(&of.wins),
        }),
    )
}
