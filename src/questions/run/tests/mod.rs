//! Tests of the tables, the pages and the verdicts of `gong run`, on made-up games.

mod pages;
mod tables;
mod verdict;

use super::games::Games;
use crate::report::Manifest;
use crate::report::page::Page;
use crate::report::sample::manifest;
use crate::stats::sample::{self, measures};
use crate::stats::{Cast, Record, Tally};

/// Builds the page of a run from its counts. The page suggests to watch the first game.
fn page(cast: &Cast, tally: &Tally, manifest: &Manifest) -> Page {
    let games = Games::new(cast.clone(), tally.clone(), manifest.level);
    let next = vec![manifest.watch_line("'tribal <rumble> & co.toml'", 0)];
    super::answer(games, None, next, manifest).page
}

/// Counts `games` made-up games, each with a change, and builds their page.
fn page_of(cast: &Cast, games: u64, change: impl Fn(u64, &mut Record)) -> Page {
    let mut tally = Tally::new(cast, &measures());
    for seed in 0..games {
        let mut record = sample::game(cast, seed);
        change(seed, &mut record);
        tally.add(&record);
    }
    page(cast, &tally, &manifest(cast, games))
}

/// Returns the cast of a game between two teams of two, with eight or four fighters.
fn two_teams(fighters: usize) -> Cast {
    let mut cast = Cast { sides: 2, ..sample::cast(fighters, 4) };
    cast.slots.iter_mut().zip([1, 1, 2, 2]).for_each(|(slot, team)| slot.team = Some(team));
    cast
}
