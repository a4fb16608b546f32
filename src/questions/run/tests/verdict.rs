//! Tests of headlines, verdicts and the statistical tests behind them.

use super::{page, page_of};
use crate::questions::run;
use crate::questions::run::facts::{FairTest, significant};
use crate::questions::run::reference::{ReferenceParty, ReferenceRate, ReferenceRows};
use crate::questions::run::rows::{EntrantRows, RunRows};
use crate::questions::run::sample::commands;
use crate::report::Manifest;
use crate::report::page::Page;
use crate::report::sample::manifest;
use crate::report::shared::{Who, Wins};
use crate::stats::{Cast, Tally, sample};

#[test]
fn a_few_games_show_nothing_and_the_verdict_says_so() {
    let page = page_of(&sample::cast(4, 4), 12);
    assert_eq!(page.headline, "No fighter is measurably stronger than another");
    assert!(page.verdict[0].starts_with("Every win rate is within noise of the fair 25.0\u{a0}%"));
}

#[test]
fn many_games_name_the_first_and_the_last_or_the_tie() {
    let many = page_of(&sample::cast(8, 4), 20_000);
    assert!(many.headline.starts_with("Agaric or Jojoba wins most, "), "{}", many.headline);
    assert!(many.verdict[0].starts_with("Agaric wins 36."), "{:?}", many.verdict);
    assert!(many.verdict[0].contains("points above the fair 25.0\u{a0}%"));
    let few = page_of(&sample::cast(8, 4), 1_500);
    let told = few.verdict.join(" ");
    assert!(told.contains("ithin the margin of error"), "{told}");
    assert!(!few.headline.contains("Zamioculcas least ("), "{}", few.headline);
}

/// Builds the page of a run in which each of some fighters wins the given number of games.
fn with_wins<const N: usize>(wins: [u64; N]) -> Page {
    of_factions(wins, &[])
}

/// Builds the page of a run of a game with factions, in which each of some fighters wins the given
/// number of games.
fn of_factions<const N: usize>(wins: [u64; N], factions: &[&str]) -> Page {
    let cast = sample::cast(N, N as u8);
    let mut tally = Tally::new(&cast, &sample::measures());
    for (winner, games) in (0..).zip(wins) {
        for seed in 0..games {
            let mut record = sample::game(&cast, seed);
            let mut place = 1;
            for player in &mut record.players {
                player.won = player.entrant == winner;
                place += u8::from(!player.won);
                player.place = if player.won { 1 } else { place };
            }
            tally.add(&record);
        }
    }
    let manifest = Manifest {
        factions: factions.iter().map(|&name| name.to_owned()).collect(),
        ..manifest(&cast, wins.iter().sum())
    };
    page(&cast, &tally, &manifest)
}

#[test]
fn fighters_with_different_bots_are_named_with_their_bots() {
    let said = |bot: &str| {
        let mut cast = sample::cast(4, 4);
        cast.entrants[3].strategy = bot.to_owned();
        page_of(&cast, 2_000).verdict.join(" ")
    };
    let (different, same) = (said("random"), said("balanced"));
    assert!(different.starts_with("Different bots play in these games: "), "{different}");
    assert!(different.contains("Cactus (bot random)"), "{different}");
    assert!(!same.contains("ifferent bots") && !same.contains("(bot "), "{same}");
}

#[test]
fn fighters_that_may_be_first_and_last_are_named_once() {
    let page = with_wins([130, 101, 99, 70]);
    assert_eq!(
        page.headline,
        "Agaric wins significantly more than Cactus; Jojoba and Bonzaï do not differ significantly \
         from Agaric or Cactus"
    );
    let told = page.verdict.join(" ");
    let words = "Within the margin of error, Agaric may be the strongest but not the weakest, \
                 Cactus may be the weakest but not the strongest, and Jojoba and Bonzaï may be either.";
    assert!(told.contains(words), "{told}");
}

#[test]
fn a_fighter_off_the_fair_share_is_named_even_if_no_two_fighters_differ() {
    for (wins, often) in [([124, 92, 92, 92], "more often"), ([76, 108, 108, 108], "less often")] {
        assert_eq!(
            with_wins(wins).headline,
            format!(
                "Agaric wins {often} than the fair share; no two fighters differ significantly"
            )
        );
        // The sentence after the sentence about the factions has the numbers.
        let said = of_factions(wins, &["heroes", "villains"]).verdict;
        assert!(said[1].contains(" points "), "{said:?}");
        assert_eq!(said[2], "No two fighters differ significantly.");
    }
}

#[test]
fn fighters_off_the_fair_share_are_named_if_the_strongest_cannot_be_determined() {
    // Five fighters may be the strongest, three may be the weakest.
    assert_eq!(
        with_wins([165, 160, 140, 135, 130, 90, 85, 80]).headline,
        "Agaric and Jojoba win more often and Sorgho, Baobab and Zamioculcas win less often than \
         the fair share"
    );
}

#[test]
fn all_who_play_together_have_one_win_rate() {
    let mut cast = sample::cast(4, 2);
    cast.cooperative = true;
    let measures = sample::measures();
    let mut tally = Tally::new(&cast, &measures);
    for seed in 0..300 {
        let mut record = sample::game(&cast, seed);
        let won = seed % 3 == 0;
        record.players.iter_mut().for_each(|player| {
            (player.won, player.place) = (won, u8::from(won));
        });
        tally.add(&record);
    }
    let mut rows = RunRows::new(&cast, &tally, 0.95);
    rows.reference = Some(ReferenceRows {
        teams: vec![],
        strategy: "master".to_owned(),
        games: 80,
        rates: vec![],
        seats: vec![],
        party: Some(ReferenceParty {
            strategy: "master".to_owned(),
            wins: Wins::new(80, 60, 0.95),
        }),
    });
    let manifest = manifest(&cast, 300);
    let page = run::answer(rows, commands(), &manifest).unwrap().page;
    assert!(
        page.headline.starts_with(
            "All players together win 75.0\u{a0}% (±\u{a0}9.3) of their games with “master”, and \
             33.3\u{a0}% (±\u{a0}5.3) with "
        ),
        "{}",
        page.headline
    );
    let brief = page.brief.told.join(" ");
    for words in [
        "With the reference player “master”, all players together win 75",
        "of the first 80 of these games",
    ] {
        assert!(brief.contains(words), "{brief}");
    }
    let said = page.verdict.join(" ");
    assert!(
        said.contains("With the reference player “master”, all players together win 75"),
        "{said}"
    );
}

/// Makes the page of a run of four fighters, which win `theirs` of `games` games each with the
/// reference player. With the run's own bot, the fighters win 400, 100, 400 and 100 of 1,000 games.
fn with_reference(games: u64, theirs: [u64; 4]) -> Page {
    let cast = sample::cast(4, 4);
    let measures = sample::measures();
    let mut tally = Tally::new(&cast, &measures);
    for game in 0..1_000 {
        let mut record = sample::any_record(&cast, &measures, game);
        let winner = [0, 0, 0, 0, 1, 2, 2, 2, 2, 3][game as usize % 10];
        for player in &mut record.players {
            player.won = usize::from(player.entrant) == winner;
        }
        tally.add(&record);
    }
    let mut rows = RunRows::new(&cast, &tally, 0.95);
    let rate = |(wins, of): (u64, &EntrantRows)| {
        let plain = Wins::new(games, wins, 0.95);
        ReferenceRate {
            who: of.all.who.clone(),
            games,
            wins,
            win_rate: plain.win_rate,
            ci_low: plain.ci_low,
            ci_high: plain.ci_high,
            adjusted: false,
        }
    };
    let rates = theirs.into_iter().zip(&rows.entrants).map(rate).collect();
    rows.reference = Some(ReferenceRows {
        teams: vec![],
        strategy: "search".to_owned(),
        games,
        rates,
        seats: vec![],
        party: None,
    });
    let manifest = manifest(&cast, 1_000);
    run::answer(rows, commands(), &manifest).unwrap().page
}

#[test]
fn the_table_of_fighters_says_who_played_the_games_of_each_column() {
    let page = with_reference(1_000, [350, 350, 250, 50]);
    let mut tables = page.sections.iter().flat_map(|of| of.tables());
    let fighters = tables.find(|table| table.name == "fighters").unwrap();
    let names: Vec<&str> = fighters.columns.iter().map(|of| of.name.as_str()).collect();
    let at = names.iter().position(|name| *name == "search %").unwrap();
    assert_eq!(
        names[at..at + 6],
        ["search %", "±", "Games, search", "balanced %", "±", "Games, balanced"]
    );
    assert_eq!(
        page.brief.tables[0].0,
        "“vs fair” is that of “search”; the numbers after it are those of the bot “balanced”."
    );
}

/// A luck-adjusted win rate is exactly 1.96 standard errors above the fair share.
#[test]
fn few_luck_adjusted_games_are_tested_by_student_s_distribution() {
    let p_value = |games| {
        let rate = ReferenceRate {
            who: Who::default(),
            games,
            wins: games / 4,
            win_rate: Some(0.37),
            ci_low: 0.25,
            ci_high: 0.49,
            adjusted: true,
        };
        rate.p_value(0.25, 0.95)
    };
    assert!((p_value(60) - 0.0549).abs() < 1e-4, "{}", p_value(60));
    assert!((p_value(100) - 0.05).abs() < 1e-6, "{}", p_value(100));
}

#[test]
fn the_reference_player_leads_where_its_win_rate_is_significant() {
    // Agaric is strong and Cactus is weak with both players. Bonzaï is strong with the run's own
    // bot only. Jojoba is strong with one player and weak with the other player.
    let page = with_reference(1_000, [350, 350, 250, 50]);
    let headline = &page.headline;
    let strong = "Agaric and Jojoba are strong and Cactus (5.0 ± ";
    assert!(headline.starts_with(strong), "{headline}");
    assert!(headline.ends_with("\u{a0}%) is weak with “search”"), "{headline}");
    let said = page.verdict.join(" ");
    for words in [
        "of its games with “search”, above the fair 25.0\u{a0}%",
        "of its games with the bot “balanced” (undecided with “search”), above the fair",
        "of its games with the bot “balanced” (opposite with “search”), below the fair",
        "with the two bots differ by ±",
    ] {
        assert!(said.contains(words), "{said}");
    }
    // With the reference player, all fighters are within noise of the fair share.
    for (games, theirs) in [(1_000, [250; 4]), (20, [5, 9, 5, 5])] {
        assert_eq!(
            with_reference(games, theirs).headline,
            "Agaric and Bonzaï are strong and Jojoba and Cactus are weak with the bot “balanced” \
             (undecided with “search”)"
        );
    }
    // The interval of 28 % excludes the fair share, but the test is corrected for four fighters.
    let page = with_reference(1_000, [280, 245, 240, 235]);
    let corrected = "Agaric: with “search”, the interval excludes the fair share, but";
    let told = &page.brief.told;
    assert!(told.iter().any(|of| of.starts_with(corrected)), "{told:?}");
}

/// Each fighter always plays for the same side and wins as often as the others of its side, but
/// plays in every second game only.
#[test]
fn fighters_that_are_drawn_for_a_side_are_judged_as_fighters() {
    let mut cast = sample::cast(8, 4);
    for (slot, team) in cast.slots.iter_mut().zip([1, 1, 2, 2]) {
        slot.team = Some(team);
    }
    cast.sides = 2;
    let mut tally = Tally::new(&cast, &sample::measures());
    for game in 0..12 {
        let mut record = sample::game(&cast, game);
        let drawn = [[0, 1, 4, 5], [2, 3, 6, 7]][game as usize % 2];
        for (player, entrant) in record.players.iter_mut().zip(drawn) {
            player.entrant = entrant;
            player.won = entrant < 4;
            player.place = if player.won { 1 } else { 2 };
        }
        tally.add(&record);
    }
    let manifest = Manifest {
        factions: ["heroes", "villains"].map(str::to_owned).to_vec(),
        ..manifest(&cast, 12)
    };
    let told = page(&cast, &tally, &manifest).verdict.join(" ");
    let noise =
        "Every win rate of a fighter is within noise of the fair 50.0\u{a0}%: no fighter is";
    assert!(told.contains(noise) && !told.contains("Team "), "{told}");
}

#[test]
fn a_fighter_that_plays_alone_is_no_party() {
    let mut cast = sample::cast(4, 1);
    cast.cooperative = true;
    let page = page_of(&cast, 40);
    assert!(
        page.headline.starts_with("With the bot “balanced”, the fighter wins "),
        "{}",
        page.headline
    );
    let told = page.verdict.join(" ");
    assert!(!told.contains("party") && !told.contains("parties"), "{told}");
}

#[test]
fn a_fighter_with_two_bots_counts_twice() {
    let mut cast = sample::cast(4, 2);
    for (entrant, other) in [(1, 0), (3, 2)] {
        cast.entrants[entrant].fighter = cast.entrants[other].fighter.clone();
        cast.entrants[entrant].strategy = "random".to_owned();
    }
    let mut tally = Tally::new(&cast, &sample::measures());
    for game in 0..40 {
        let mut record = sample::game(&cast, game);
        let drawn = [[0, 2], [1, 3]][game as usize % 2];
        for (player, entrant) in record.players.iter_mut().zip(drawn) {
            player.entrant = entrant;
        }
        tally.add(&record);
    }
    let said = page(&cast, &tally, &manifest(&cast, 40)).judgement;
    assert!(said.contains("several pairs of fighter and bot"), "{said}");
}

#[test]
fn two_fixed_opponents_are_one_test_and_their_seats_are_told() {
    let alone = |wins| FairTest { p: 0.03, team: None, games: 20, wins };
    let found = |wins: &[u64]| {
        let tests: Vec<FairTest> = wins.iter().map(|&wins| alone(wins)).collect();
        significant(&tests, 20, 0.95)
    };
    assert_eq!(found(&[5, 15]), (vec![true; 2], 1));
    // No fighter wins one of the games.
    assert_eq!(found(&[5, 14]), (vec![false; 2], 2));
    assert_eq!(found(&[5, 5, 10]), (vec![false; 3], 3));
    let said = "Each fighter always plays at the same seat, so the win rates include";
    let cast = sample::cast(2, 2);
    let tally = |cast: &Cast, swap: bool| {
        let mut tally = Tally::new(cast, &sample::measures());
        for game in 0..20 {
            let mut record = sample::game(cast, game);
            for (place, player) in record.players.iter_mut().enumerate() {
                player.entrant = (place + usize::from(swap && game % 2 == 1)) as u16 % 2;
            }
            tally.add(&record);
        }
        tally
    };
    for (swap, fixed) in [(false, true), (true, false)] {
        let verdict = page(&cast, &tally(&cast, swap), &manifest(&cast, 20)).verdict;
        assert_eq!(verdict.join(" ").contains(said), fixed, "{verdict:?}");
    }
}

#[test]
fn each_team_that_never_changes_is_one_test() {
    let test = |(team, wins, p): &(u8, u64, f64)| FairTest {
        p: *p,
        team: Some(*team),
        games: 1_000,
        wins: *wins,
    };
    let found = |teams: &[(u8, u64, f64)], games| {
        let tests: Vec<FairTest> = teams.iter().map(test).collect();
        significant(&tests, games, 0.95)
    };
    let (one, two) = ((1, 466, 0.0315), (2, 534, 0.0315));
    assert_eq!(found(&[one, two, two, one], 1_000), (vec![true; 4], 1));
    assert_eq!(found(&[one, two, two, two], 1_000), (vec![true; 4], 1));
    let three = [(1, 371, 0.011), (1, 371, 0.011), (2, 300, 0.03), (3, 329, 0.8)];
    let holds = vec![true, true, false, false];
    assert_eq!(found(&three, 1_000), (holds, 3));
    // Fighters that are drawn for some games are tested one by one.
    assert_eq!(found(&[one, two, two, one], 2_000), (vec![false; 4], 4));
}

/// A fixed team wins 72 of 120 games: p = 0.0285.
#[test]
fn the_verdict_on_two_fixed_teams_agrees_with_the_headline() {
    let mut cast = sample::cast(4, 4);
    for (slot, team) in cast.slots.iter_mut().zip([1, 1, 2, 2]) {
        slot.team = Some(team);
    }
    cast.sides = 2;
    let mut tally = Tally::new(&cast, &sample::measures());
    for game in 0..120 {
        let mut record = sample::game(&cast, game);
        for (entrant, player) in (0..).zip(&mut record.players) {
            player.entrant = entrant;
            player.won = (entrant < 2) == (game % 5 < 3);
            player.place = if player.won { 1 } else { 2 };
        }
        tally.add(&record);
    }
    let page = page(&cast, &tally, &manifest(&cast, 120));
    let headline = page.headline;
    assert!(headline.starts_with("Team 1 wins most (60.0"), "{headline}");
    let told = page.verdict.join(" ");
    assert!(told.contains("points above the fair 50.0\u{a0}%"), "{told}");
    assert!(!told.contains("Every win rate"), "{told}");
}
