//! Tests of who is called strong or weak, with which player.

use super::{page_of, two_teams};
use crate::questions::run;
use crate::questions::run::games::Games;
use crate::report::Manifest;
use crate::report::page::Page;
use crate::report::sample::manifest;
use crate::stats::{Cast, Tally, sample};

/// Counts games in which each of four fighters, or its team, wins the given number of games.
fn wins(cast: &Cast, wins: [u64; 4]) -> Tally {
    let mut tally = Tally::new(cast, &sample::measures());
    let side = |of: usize| cast.slots[of].team.map_or(of, usize::from);
    let games =
        (0..).zip(wins).flat_map(|(winner, games)| (0..games).map(move |seed| (winner, seed)));
    for (winner, seed) in games {
        let mut record = sample::game(cast, seed);
        let mut place = 1;
        for player in &mut record.players {
            player.slot = player.entrant as u8;
            player.won = side(player.entrant.into()) == side(winner);
            place += u8::from(!player.won);
            player.place = if player.won { 1 } else { place };
        }
        tally.add(&record);
    }
    tally
}

/// Builds the page of a run of four fighters with these wins; `theirs` are the wins with the
/// reference player. With `factions`, two teams of two play.
fn judged(own: [u64; 4], theirs: Option<[u64; 4]>, factions: Option<&[&str]>) -> Page {
    let cast = if factions.is_some() { two_teams(4) } else { sample::cast(4, 4) };
    let games = |of, bot: &str| {
        let mut cast = cast.clone();
        cast.entrants.iter_mut().for_each(|entrant| entrant.strategy = bot.to_owned());
        let tally = wins(&cast, of);
        Games::new(cast, tally, 0.95)
    };
    let theirs = theirs.map(|of| games(of, "master"));
    let reference = theirs.as_ref().map(|games| ("master", games));
    let factions = factions.unwrap_or_default().iter().map(|&name| name.to_owned()).collect();
    let manifest = Manifest { factions, ..manifest(&cast, own.iter().sum()) };
    run::answer(games(own, "balanced"), reference, vec![], &manifest).page
}

#[test]
fn the_headline_says_who_is_strong_and_who_is_weak_with_whom() {
    let own = "with the bot “balanced”";
    let nobody = format!("No fighter is measurably strong or weak {own}");
    for (wins, theirs, headline) in [
        ([25; 4], None, nobody.as_str()),
        (
            [250; 4],
            Some([25; 4]),
            "No fighter is measurably strong or weak with “master” or with the bot “balanced”",
        ),
        // Significant, but by less than one point.
        ([257_000, 248_000, 248_000, 247_000], None, &nobody),
        (
            [400, 300, 250, 50],
            None,
            &format!("Cactus (5.0 ± 1.4\u{a0}%) is weak and Agaric and Jojoba are strong {own}"),
        ),
        (
            [400, 200, 200, 200],
            Some([150, 150, 150, 400]),
            "Cactus (47.1 ± 3.3\u{a0}%) is strong and Agaric, Jojoba and Bonzaï are weak with \
             “master”",
        ),
        (
            [400, 200, 200, 200],
            Some([300, 150, 250, 300]),
            "Jojoba (15.0 ± 2.2\u{a0}%) is weak and Agaric and Cactus are strong with “master”",
        ),
        (
            [400, 200, 200, 200],
            Some([27, 25, 24, 24]),
            &format!(
                "Agaric (40.0 ± 3.0\u{a0}%) is strong and Jojoba, Bonzaï and Cactus are weak \
                 {own} (undecided with “master”)"
            ),
        ),
    ] {
        assert_eq!(judged(wins, theirs, None).headline, headline, "{wins:?} {theirs:?}");
    }
    // What only one player says is said as such.
    let also =
        "Cactus (20.0 ± 2.5\u{a0}%) is weak with the bot “balanced” (opposite with “master”).";
    let verdict = judged([400, 200, 200, 200], Some([300, 150, 250, 300]), None).verdict;
    assert!(verdict.iter().any(|said| said == also) && verdict.len() <= 7, "{verdict:?}");
}

#[test]
fn factions_and_teams_lead() {
    let headline = |wins, factions: &[&str]| judged(wins, None, Some(factions)).headline;
    let both = ["heroes", "villains"];
    assert_eq!(
        headline([180, 160, 80, 80], &both),
        "Heroes (68.0 ± 4.1\u{a0}%) are strong and villains (32.0 ± 4.1\u{a0}%) are weak with the \
         bot “balanced”"
    );
    let even = headline([126, 126, 124, 124], &both);
    assert!(even.starts_with("No side is measurably strong or weak with"), "{even}");
    assert!(headline([60, 40, 50, 50], &["heroes", "heroes"]).contains("measurably"));
    // Without factions, a team whose members always play together is one subject.
    let teams = headline([180, 160, 80, 80], &[]);
    assert!([" + ", "strong", "weak"].iter().all(|word| teams.contains(word)), "{teams}");
}

#[test]
fn fighters_with_different_bots_are_named_with_their_bots() {
    let said = |bot: &str| {
        let mut cast = sample::cast(4, 4);
        cast.entrants[3].strategy = bot.to_owned();
        let page = page_of(&cast, 2_000, |_, _| ());
        format!("{} {}", page.headline, page.verdict.join(" "))
    };
    let (different, same) = (said("random"), said("balanced"));
    assert!(different.contains("Different bots play in these games: "), "{different}");
    assert!(different.contains("Cactus (bot random)"), "{different}");
    assert!(!same.contains("ifferent bots") && !same.contains("(bot "), "{same}");
}

#[test]
fn a_party_has_one_win_rate() {
    let cast = Cast { cooperative: true, ..sample::cast(4, 2) };
    let page = page_of(&cast, 300, |seed, record| {
        for player in &mut record.players {
            player.won = seed % 3 == 0;
            player.place = u8::from(player.won);
        }
    });
    assert_eq!(page.headline, "The party wins 33.3\u{a0}% (±\u{a0}5.3) with “balanced”");
    assert!(!page.verdict.join(" ").contains("fair"), "{:?}", page.verdict);
}
