//! Builds the page of the report of `gong run`: its sections.

use anyhow::Result;

use super::facts::RunFacts;
use super::{charts, lists, verdict};
use crate::report::Manifest;
use crate::report::factions::{self, Faction};
use crate::report::page::{self, Brief, Page, Section};
use crate::report::shared::WithoutLuck;
use crate::report::words::{counted, the_bots};

/// Builds the page of the report of `gong run`.
///
/// # Errors
/// Fails if the template is faulty.
pub fn page(facts: &RunFacts, manifest: &Manifest) -> Result<Page> {
    let mut said = verdict::sentences(facts, manifest)?;
    let (asked, warnings) = page::precision(manifest, "win rate");
    let sorted = facts.by_leading_wins();
    let fighters = lists::fighters(facts, &sorted);
    let mut briefs = vec![(String::new(), lists::brief(facts, &fighters, &sorted))];
    let strongest = said.headline.clone();
    if let Some(of_factions) = factions::sentence(&facts.factions) {
        let strongest = format!("{strongest}.");
        said.told.insert(0, strongest.clone());
        let strongest = (!verdict::repeats_headline(facts)).then_some(strongest);
        let first = [Some(of_factions), strongest].into_iter().flatten();
        said.verdict.splice(..0, first);
        briefs.insert(0, (String::new(), factions::brief(&facts.factions)));
    }
    let adjusted = facts.entrants.iter().filter_map(|of| of.adjusted.as_ref());
    said.told.extend(WithoutLuck::note(adjusted));
    if facts.fixed_seats() {
        let note = format!(
            "Each {} always plays at the same seat, so the win rates include any advantage of the \
             seats.",
            facts.people.word()
        );
        said.told.push(note.clone());
        said.verdict.push(note);
    }
    Ok(Page {
        headline: of_factions(facts).unwrap_or(said.headline),
        verdict: said.verdict,
        judgement: said.method,
        basis: said.basis,
        warnings,
        brief: Brief {
            played: counted(manifest.games, "game"),
            tables: briefs,
            told: said.told,
            next: vec![manifest.watch_line(&facts.commands.watch, 0)],
        },
        sections: vec![
            Section::Charts(charts::all(facts, &strongest)),
            Section::Tables(lists::all(facts, fighters, &sorted)),
            Section::Played(asked),
            Section::Provenance,
        ],
        colours: facts.people.colours(),
        ..Page::default()
    })
}

/// Returns the headline about factions; `None` if the game has none. With a reference player, the
/// headline says whether both players agree on the faction that wins more often.
fn of_factions(facts: &RunFacts) -> Option<String> {
    let own = factions::headline(&facts.factions)?;
    let Some(reference) = &facts.reference else {
        return Some(own);
    };
    let theirs = factions::headline(&reference.factions)?;
    let (bots, name) = (the_bots(&facts.bots), &reference.strategy);
    let winner = |factions: &[Faction]| {
        let first = factions.first().filter(|of| of.significant);
        first.map(|of| of.name.clone())
    };
    Some(
        match (winner(&facts.factions), winner(&reference.factions)) {
            (None, None) => format!("{own} with {bots}, and none with “{name}”"),
            (Some(a), Some(b)) if a == b => format!("{theirs} with “{name}”, and also with {bots}"),
            (Some(_), None) => format!("{own} with {bots}, but “{name}” does not confirm this"),
            (None, Some(_)) => format!("{theirs} with “{name}”, but not with {bots}"),
            (Some(_), Some(_)) => format!("{own} with {bots}, but “{name}” contradicts this"),
        },
    )
}
