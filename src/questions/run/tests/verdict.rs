//! Tests of who is called strong or weak, with which player.

use super::{page, page_of};
use crate::questions::run;
use crate::questions::run::games::Games;
use crate::report::Manifest;
use crate::report::page::Page;
use crate::report::sample::manifest;
use crate::stats::{Cast, Tally, sample};

/// Counts games in which each of some fighters wins the given number of games.
fn wins<const N: usize>(cast: &Cast, wins: [u64; N]) -> Tally {
    let mut tally = Tally::new(cast, &sample::measures());
    for (winner, games) in (0..).zip(wins) {
        for seed in 0..games {
            let mut record = sample::game(cast, seed);
            let mut place = 1;
            for player in &mut record.players {
                player.slot = player.entrant as u8;
                let side = |of: usize| cast.slots[of].team.map_or(of, usize::from);
                player.won = side(player.entrant.into()) == side(winner);
                place += u8::from(!player.won);
                player.place = if player.won { 1 } else { place };
            }
            tally.add(&record);
        }
    }
    tally
}

/// Builds the page of a run of four fighters with these wins; `theirs` are the wins with the
/// reference player.
fn judged(own: [u64; 4], theirs: Option<[u64; 4]>, factions: &[&str]) -> Page {
    let mut cast = sample::cast(4, 4);
    if !factions.is_empty() {
        cast.slots.iter_mut().zip([1, 1, 2, 2]).for_each(|(slot, team)| slot.team = Some(team));
        cast.sides = 2;
    }
    let games = |of, bot: &str| {
        let mut cast = cast.clone();
        cast.entrants.iter_mut().for_each(|entrant| entrant.strategy = bot.to_owned());
        let tally = wins(&cast, of);
        Games::new(cast, tally, 0.95)
    };
    let theirs = theirs.map(|of| games(of, "master"));
    let reference = theirs.as_ref().map(|games| ("master", games));
    let manifest = Manifest {
        factions: factions.iter().map(|&name| name.to_owned()).collect(),
        ..manifest(&cast, own.iter().sum())
    };
    run::answer(games(own, "balanced"), reference, vec![], &manifest).page
}

#[test]
fn the_headline_says_who_is_strong_and_who_is_weak_with_whom() {
    let own = "with the bot “balanced”";
    for (wins, theirs, headline) in [
        ([25, 25, 25, 25], None, format!("No fighter is measurably strong or weak {own}")),
        (
            [250, 250, 250, 250],
            Some([25, 25, 25, 25]),
            "No fighter is measurably strong or weak with “master” or with the bot “balanced”"
                .to_owned(),
        ),
        // Significant, but by less than one point.
        (
            [257_000, 248_000, 248_000, 247_000],
            None,
            format!("No fighter is measurably strong or weak {own}"),
        ),
        (
            [400, 300, 250, 50],
            None,
            format!("Cactus (5.0 ± 1.4\u{a0}%) is weak and Agaric and Jojoba are strong {own}"),
        ),
        (
            [400, 200, 200, 200],
            Some([150, 150, 150, 400]),
            "Cactus (47.1 ± 3.3\u{a0}%) is strong and Agaric, Jojoba and Bonzaï are weak with \
             “master”"
                .to_owned(),
        ),
        (
            [400, 200, 200, 200],
            Some([27, 25, 24, 24]),
            format!(
                "Agaric (40.0 ± 3.0\u{a0}%) is strong and Jojoba, Bonzaï and Cactus are weak \
                 {own} (undecided with “master”)"
            ),
        ),
    ] {
        assert_eq!(judged(wins, theirs, &[]).headline, headline, "{wins:?} {theirs:?}");
    }
}

#[test]
fn what_only_one_player_says_is_said_as_such() {
    let page = judged([400, 200, 200, 200], Some([300, 150, 250, 300]), &[]);
    assert_eq!(
        page.headline,
        "Jojoba (15.0 ± 2.2\u{a0}%) is weak and Agaric and Cactus are strong with “master”"
    );
    let also =
        "Cactus (20.0 ± 2.5\u{a0}%) is weak with the bot “balanced” (opposite with “master”).";
    assert!(page.verdict.iter().any(|said| said == also), "{:?}", page.verdict);
    assert!(page.verdict.len() <= 7, "{:?}", page.verdict);
}

#[test]
fn factions_lead() {
    let page = judged([180, 160, 80, 80], None, &["heroes", "villains"]);
    assert_eq!(
        page.headline,
        "Heroes (68.0 ± 4.1\u{a0}%) are strong and villains (32.0 ± 4.1\u{a0}%) are weak with the \
         bot “balanced”"
    );
    let even = judged([126, 126, 124, 124], None, &["heroes", "villains"]).headline;
    assert!(even.starts_with("No side is measurably strong or weak with"), "{even}");
    assert!(judged([60, 40, 50, 50], None, &["heroes", "heroes"]).headline.contains("measurably"));
}

#[test]
fn fighters_with_different_bots_are_named_with_their_bots() {
    let said = |bot: &str| {
        let mut cast = sample::cast(4, 4);
        cast.entrants[3].strategy = bot.to_owned();
        let page = page_of(&cast, 2_000);
        format!("{} {}", page.headline, page.verdict.join(" "))
    };
    let (different, same) = (said("random"), said("balanced"));
    assert!(different.contains("Different bots play in these games: "), "{different}");
    assert!(different.contains("Cactus (bot random)"), "{different}");
    assert!(!same.contains("ifferent bots") && !same.contains("(bot "), "{same}");
}

#[test]
fn a_party_has_one_win_rate() {
    let mut cast = sample::cast(4, 2);
    cast.cooperative = true;
    let mut tally = Tally::new(&cast, &sample::measures());
    for seed in 0..300 {
        let mut record = sample::game(&cast, seed);
        let won = seed % 3 == 0;
        record.players.iter_mut().for_each(|player| {
            (player.won, player.place) = (won, u8::from(won));
        });
        tally.add(&record);
    }
    let page = page(&cast, &tally, &manifest(&cast, 300));
    assert_eq!(page.headline, "The party wins 33.3\u{a0}% (±\u{a0}5.3) with “balanced”");
    assert!(!page.verdict.join(" ").contains("fair"), "{:?}", page.verdict);
}

#[test]
fn a_team_whose_members_always_play_together_is_one_subject() {
    let mut cast = sample::cast(4, 4);
    for (slot, team) in cast.slots.iter_mut().zip([1, 1, 2, 2]) {
        slot.team = Some(team);
    }
    cast.sides = 2;
    let mut tally = Tally::new(&cast, &sample::measures());
    for seed in 0..400 {
        let mut record = sample::game(&cast, seed);
        for player in &mut record.players {
            player.slot = player.entrant as u8;
            player.won = (player.slot < 2) == (seed % 4 == 0);
        }
        tally.add(&record);
    }
    let page = page(&cast, &tally, &manifest(&cast, 400));
    assert!(page.headline.contains(" + "), "{}", page.headline);
    assert!(page.headline.contains("strong") && page.headline.contains("weak"));
}
