//! Tests that the shipped scripts do what their descriptions say.

use std::path::Path;

use gong::scenario::{Document, resolve};
use gong::simulate::Simulation;
use gong::stats::{Measure, NEVER, Record};

use super::world::run;

fn simulation(strategies: &str) -> Simulation {
    let path = Path::new("scenarios/ultimate-warriorz/script.toml");
    let text = format!(
        "title = 'Test'\ngame = 'ultimate-warriorz'\nroster = 'roster.toml'\n{strategies}\n[line-up]\ndraw = 4\n"
    );
    let document = Document::parse(path, &text).unwrap();
    resolve(document, &[]).unwrap().open()
}

fn games(strategy: &str, games: u64) -> Vec<Record> {
    run(&simulation(&format!("strategy = '{strategy}'")), games, 2).unwrap().1
}

/// Checks that the script makes the same decisions as the bot `balanced` in nearly all games, if
/// neither draws random numbers. The bot adds scores in single precision and the script in double
/// precision, so that equal scores may differ in their last bits. Few games have such a decision.
#[test]
fn the_copy_of_balanced_plays_nearly_all_of_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let without_luck = |name: &str, luck: &str| {
        let text = std::fs::read_to_string(Path::new("strategies/arena").join(name)).unwrap();
        assert!(text.contains(luck), "{name}");
        let path = folder.path().join(name);
        std::fs::write(&path, text.replace(luck, &luck.replace("0.2", "0.0"))).unwrap();
        games(path.to_str().unwrap(), 400)
    };
    let copy = without_luck("balanced-script.luau", "local whim = 0.2");
    let original = without_luck("balanced.toml", "whim = 0.2");
    let differ = copy.iter().zip(&original).filter(|(copy, original)| copy != original);
    assert!(differ.count() <= 8, "of 400 games");
}

/// Returns the key of the card that a player plays in a round.
fn card(simulation: &Simulation, record: &Record, player: u8, round: u16) -> Option<String> {
    let mut uses = record.uses.iter();
    let used = uses.find(|used| (used.player, used.round) == (player, round))?;
    let entrant = record.players[usize::from(player)].entrant;
    let name = &simulation.cast().entrants[usize::from(entrant)].things[usize::from(used.thing)];
    name.split(' ').next().map(str::to_owned)
}

#[test]
fn the_opening_opens_with_7_and_3() {
    let simulation = simulation("strategy = 'opening'");
    let (mut played, mut other) = (0, 0);
    for record in games("opening", 200) {
        for player in 0..4 {
            for (round, wanted) in [(1, "7"), (2, "3")] {
                if let Some(card) = card(&simulation, &record, player, round) {
                    assert_eq!(card, wanted, "round {round}");
                    played += 1;
                }
            }
            other += usize::from(card(&simulation, &record, player, 3).is_some());
        }
    }
    assert!(played > 1_000 && other > 300, "{played} and {other}");
}

/// Returns the share of a strategy's games that satisfy a condition.
fn share(records: &[Record], so: impl Fn(&gong::stats::Player) -> bool) -> f64 {
    let players: Vec<_> = records.iter().flat_map(|record| &record.players).collect();
    players.iter().filter(|player| so(player)).count() as f64 / players.len() as f64
}

#[test]
fn the_coward_lives_longer_and_the_hunter_not() {
    let measures = simulation("strategy = 'coward'").measures().clone();
    let fall = Measure::position(&measures.entrants, "round_eliminated").unwrap();
    let survive = |strategy| share(&games(strategy, 400), |player| player.values[fall] == NEVER);
    let (coward, balanced, hunter) = (survive("coward"), survive("balanced"), survive("hunter"));
    assert!(coward > balanced + 0.05, "{coward} against {balanced}");
    assert!(hunter < balanced - 0.05, "{hunter} against {balanced}");
}
