//! Builds the page of the report of `gong run`: its sections.

use anyhow::Result;

use super::facts::RunFacts;
use super::lists::{self, fighters};
use super::{charts, verdict};
use crate::questions::between::{self, Width};
use crate::report::Manifest;
use crate::report::factions;
use crate::report::page::{self, Brief, Page, Section};
use crate::report::shared::WithoutLuck;
use crate::report::words::counted;

/// Builds the page of the report of `gong run`.
///
/// # Errors
/// Fails if the template is faulty.
pub fn page(facts: &RunFacts, manifest: &Manifest) -> Result<Page> {
    let mut said = verdict::sentences(facts, manifest)?;
    let (asked, warnings) = page::precision(manifest, "win rate");
    let sorted = facts.by_leading_wins();
    let fighters = fighters::table(facts, &sorted);
    let brief = fighters::brief(facts, &fighters, &sorted);
    let mut briefs = vec![(fighters::whose(facts), brief)];
    let strongest = said.title.clone();
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
        said.add(Some(note));
    }
    let widths = facts.entrants.iter().map(|of| Width {
        half_width: (of.all.wins.ci_high - of.all.wins.ci_low) / 2.0,
        of_trainings: of.won.share_of_trainings(),
    });
    said.add(between::finding(widths, &facts.bots, facts.reference.is_some()));
    Ok(Page {
        headline: said.headline,
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
    })
}
