//! Builds the page of the report of `gong run`: its sections.

use super::charts;
use super::facts::RunFacts;
use super::lists;
use super::verdict::{measured_with, verdict};
use crate::questions::findings::Verdict;
use crate::report::Manifest;
use crate::report::page::{self, Brief, Page, Section};
use crate::report::shared::WithoutLuck;
use crate::report::words::{counted, level};

/// Builds the page of the report of `gong run`.
pub fn page(facts: &RunFacts, manifest: &Manifest) -> Page {
    let Verdict { headline, findings } = verdict(facts);
    let basis = vec![measured_with(facts).to_string()];
    let (asked, warnings) = page::precision(manifest, "win rate");
    let adjusted = facts.entrants.iter().filter_map(|of| of.adjusted.as_ref());
    let luck = WithoutLuck::note(adjusted);
    Page {
        verdict: findings,
        basis,
        judgement: method(facts),
        warnings,
        brief: Brief {
            played: counted(manifest.games, "game"),
            tables: lists::briefs(facts),
            told: luck.into_iter().collect(),
            next: vec![
                manifest.watch_line(&facts.commands.watch, 0),
                format!("gong skill {}", facts.commands.skill),
            ],
        },
        sections: vec![
            Section::Charts(charts::all(facts, &headline)),
            Section::Tables(lists::all(facts)),
            Section::Played(asked),
            Section::Provenance,
        ],
        headline,
        colours: facts.people.colours(),
    }
}

fn method(facts: &RunFacts) -> String {
    let level = level(facts.own.level);
    let width = format!(
        "“±”: half of the width of the {level} confidence interval, which holds for another \
         training of the bot; the distance to its farther end if it is very asymmetric."
    );
    let strong = match facts.fair {
        None => "",
        Some(_) => {
            " “Strong” and “weak”: the win rate is significantly above or below the fair share \
             ({level} level, Holm’s correction for all win rates of a player), with a fast bot by \
             at least 1 point. Where the reference player has a significant result, the report \
             states this result."
        }
    };
    width + &strong.replace("{level}", &level)
}
