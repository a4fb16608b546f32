//! Golden games: the engine's games, checked one by one, and the report of a small run.
//!
//! Roster and bots are the tests' own (tests/data), so that changes of the shipped ones do not
//! affect the tests. If games are meant to change, rewrite the snapshots and review the difference
//! before you commit it: `INSTA_UPDATE=always cargo test --test all golden`

use std::fmt::Write;
use std::sync::{Arc, Mutex};

use rand_pcg::Pcg64Mcg;

use gong::game::chance::{KeyedChance, pick};
use gong::game::learnable::{DecisionInputs, InputRow};
use gong::game::{Game, Learnable, MAX_PLAYERS, Options, Unwatched};
use gong::games::arena::{Arena, Choice, View};
use gong::report::{Manifest, Table, Tables};
use gong::simulate::game_loop::{BotLuck, Bots, play_out};
use gong::simulate::{Playable, StoryForm, Watching, Worker};
use gong::simulate::{Simulation, Stage};
use gong::strategies::{Explanation, Failure, Strategy};
use gong::words::hex;
use polars::prelude::AnyValue;
use sha2::{Digest, Sha256};

use crate::common::checksum::Checksum;
use crate::common::{program, scenarios};

/// Line-ups and rule variants, with the number of games of each.
const LINE_UPS: [(&str, &str, u64); 16] = [
    ("two drawn", "[line-up]\ndraw = 2", 3),
    ("three drawn", "[line-up]\ndraw = 3", 3),
    ("four drawn", "[line-up]\ndraw = 4", 4),
    ("five drawn", "[line-up]\ndraw = 5", 3),
    ("six drawn", "[line-up]\ndraw = 6", 3),
    ("seven drawn", "[line-up]\ndraw = 7", 3),
    ("eight", "[line-up]\ndraw = 8", 4),
    ("four fixed", "[line-up]\nfighters = ['zamioculcas', 'agaric', 'sorgho', 'cactus']", 2),
    (
        "two against two, a seat for each team",
        "[line-up]\nteams = [['agaric', 'zamioculcas'], ['jojoba', 'baobab']]\nseats = 'per-team'",
        3,
    ),
    (
        "four against four, a seat for each fighter",
        "[line-up]\nteams = [['agaric', 'bonzai', 'burdock', 'zamioculcas'], ['jojoba', 'cactus', 'sorgho', 'baobab']]",
        3,
    ),
    (
        "three uneven teams, friendly fire",
        "[line-up]\nteams = [['agaric', 'bonzai'], ['jojoba'], ['cactus', 'baobab']]\n[rules]\nfriendly_fire = true",
        3,
    ),
    (
        "English readings",
        "[line-up]\ndraw = 4\n[rules]\nplacement_centre = true\nrevisit = 'not-start'",
        2,
    ),
    (
        "twenty rounds, all cards taken back, attacks free",
        "[line-up]\ndraw = 3\n[rules]\nrounds = 20\nrecycle = 'all'\ncompulsory = 'never'",
        2,
    ),
    (
        "the smallest board, attacks at the end",
        "[line-up]\ndraw = 4\n[rules]\nzones = 3\nrange = 1\ncompulsory = 'at-end'",
        2,
    ),
    (
        "the largest board, no charms, far shots weak",
        "[line-up]\ndraw = 8\n[rules]\nzones = 8\nlucky_charm = false\nfar_shot_penalty = 2",
        2,
    ),
    (
        "rocks in every round, first wound worth nothing, charms keep off rocks",
        "[line-up]\ndraw = 5\n[rules]\nrocks = [4, 4, 4, 4, 4, 4, 4]\nfirst_wound = 0\nrocks_charm = false",
        2,
    ),
];

/// Line-ups of Mad Arena: its modes with every number of players, and rules from the other game.
const MAD_LINE_UPS: [(&str, &str, u64); 12] = [
    ("four drawn", "[line-up]\ndraw = 4", 4),
    ("five drawn", "[line-up]\ndraw = 5", 3),
    ("six drawn", "[line-up]\ndraw = 6", 3),
    ("seven", "[line-up]\ndraw = 7", 4),
    (
        "three against three, a seat for each team",
        "[line-up]\nteams = [['agaric', 'cactus', 'baobab'], ['bonzai', 'sorgho', 'burdock']]\nseats = 'per-team'",
        3,
    ),
    (
        "three pairs, a seat for each fighter",
        "[line-up]\nteams = [['agaric', 'baobab'], ['bonzai', 'burdock'], ['cactus', 'sorgho']]",
        3,
    ),
    (
        "two pairs and the dragon",
        "[line-up]\nteams = [['agaric', 'baobab'], ['bonzai', 'burdock'], ['zamioculcas']]",
        2,
    ),
    (
        "charms, rocks and popularity points",
        "[line-up]\ndraw = 5\n[rules]\nlucky_charm = true\nrocks = [3, 2, 1]\nscoring = 'popularity'",
        2,
    ),
    (
        "places chosen on six zones, far shots, attacks compulsory",
        "[line-up]\ndraw = 5\n[rules]\nzones = 6\nplacement = 'choice'\nrange = 2\ncompulsory = 'strict'",
        2,
    ),
    (
        "twenty rounds, all cards taken back, trophies stay, the dragon quick",
        "[line-up]\ndraw = 4\n[rules]\nrounds = 20\nrecycle = 'all'\ninherit_trophies = false\ndragon_initiative = [6, 5, 1]",
        2,
    ),
    (
        "Ultimate Warriorz by Mad Arena's rules",
        "game = 'mad-arena'\nroster = 'roster.toml'\n[line-up]\ndraw = 5",
        2,
    ),
    (
        "Mad Arena's fighters by Ultimate Warriorz's rules",
        "game = 'ultimate-warriorz'\nroster = 'mad-arena.toml'\n[line-up]\ndraw = 5",
        2,
    ),
];

/// Line-ups of Ultimate Battle Cards: from duels to four against four, and non-default settings.
const CARD_LINE_UPS: [(&str, &str, u64); 8] = [
    ("a duel", "[line-up]\nplayers = 2", 3),
    ("a quick duel", "[line-up]\nplayers = 2\nteam-size = 4", 3),
    ("three players", "[line-up]\nplayers = 3\nteam-size = 4", 2),
    ("eight, heroes first", "[line-up]\nplayers = 8\nteam-size = 3\n[rules]\nfirst = 'heroes'", 2),
    ("two against two", "[line-up]\nplayers = 4\nteam-size = 4\nmode = 'sides'", 3),
    (
        "fixed teams, uneven",
        "[line-up]\nteams = [['joker', 'hyene', 'mante'], ['superman', 'batman']]",
        2,
    ),
    (
        "cards after the dice, used ones under the pile, energy lost, leaders free",
        "[line-up]\nplayers = 2\n[rules]\ncards_timing = 'after'\nused_cards = 'under'\nenergy_kept = false\nleader_protected = false",
        3,
    ),
    (
        "four against four, nobody helps, ten turns",
        "[line-up]\nplayers = 8\nmode = 'sides'\n[rules]\nteam_help = false\nmax_turns = 10\ndodge = 'better'",
        2,
    ),
];

/// Line-ups of Jungle Alert: parties of every size, and non-default settings.
const MISSIONS: [(&str, &str, u64); 6] = [
    ("a lone hero", "[line-up]\nplayers = 1", 4),
    ("two heroes", "[line-up]\nplayers = 2", 4),
    ("three named", "[line-up]\nheroes = ['tempo', 'yohan-duo', 'gros-roc']", 3),
    ("four heroes", "[line-up]\nplayers = 4", 4),
    (
        "a first game, cleared tiles fight on, limits are to be passed",
        "[line-up]\nplayers = 2\n[rules]\nfirst_game = true\ncleared = 'fights'\nlimits = 'passed'\ncorners = 'random'",
        3,
    ),
    (
        "six dice, no jet, the Boss picks at random, life knows no limit",
        "[line-up]\nplayers = 1\n[rules]\ndice = 6\nrolls = 2\njet = false\nboss_picks = 'random'\nlife_cap = false",
        3,
    ),
];

const SEED: u64 = 20_25;

/// Returns one line per game: players in the order of the line-up, the number of decisions, and a
/// checksum of all events.
fn games(strategy: &str, line_ups: &[(&str, &str, u64)], game: &str) -> String {
    let mut told = String::new();
    for &(name, line_up, games) in line_ups {
        let game = if line_up.contains("game = ") { "" } else { game };
        let scenario = scenarios::scenario(&format!(
            "strategy = '{strategy}'\n{game}
{line_up}"
        ));
        let simulation = scenario.open();
        let mut pool = [scenario.bots[&scenario.strategies.everybody]
            .definition
            .bot(stage(&simulation).game())];
        let mut worker = simulation.worker();
        writeln!(told, "{name}").unwrap();
        for game in 0..games {
            let mut bots = Bots { pool: &mut pool, of_player: &[0; MAX_PLAYERS], clocks: None };
            writeln!(told, "  {}", line(stage(&simulation), &mut bots, &mut *worker, game))
                .unwrap();
        }
    }
    told
}

/// Returns one line per game of any title: the winner and the round, and a checksum of the output
/// of `watch --json`.
fn stories(strategy: &str, line_ups: &[(&str, &str, u64)], game: &str) -> String {
    let mut told = String::new();
    for &(name, line_up, games) in line_ups {
        let scenario = scenarios::scenario(&format!("strategy = '{strategy}'\n{game}\n{line_up}"));
        let simulation = scenario.open();
        let mut worker = simulation.worker();
        writeln!(told, "{name}").unwrap();
        for game in 0..games {
            let watching = Watching {
                deal: None,
                title: "",
                scenario: name,
                form: StoryForm::Json,
                explain: None,
            };
            let story = worker.watch(SEED, game, &watching);
            assert!(story.failed.is_none());
            let mut digest = Sha256::new();
            for line in &story.lines {
                digest.update(line.text.as_bytes());
            }
            let digest = hex(&digest.finalize()[..8]);
            let record = worker.play(SEED, game).unwrap();
            let entrants = &simulation.cast().entrants;
            let winners = record.players.iter().filter(|player| player.won);
            let winners: Vec<&str> =
                winners.map(|player| &*entrants[usize::from(player.entrant)].fighter).collect();
            let (rounds, winners) = (record.rounds, winners.join(", "));
            let events = story.lines.len();
            writeln!(told, "  {game}: {winners} | {rounds} rounds, {events} events, {digest}")
                .unwrap();
        }
    }
    told
}

/// Returns the stage (prepared game) of an arena scenario.
fn stage(simulation: &Simulation) -> &Stage<Arena> {
    simulation.stage().expect("an arena game")
}

fn line(
    stage: &Stage<Arena>,
    bots: &mut Bots<'_, Arena>,
    worker: &mut dyn Worker,
    game: u64,
) -> String {
    let mut state = stage.opening(SEED, game);
    let slots = &state.slots()[..state.fighters()];
    let (mut luck, mut dice) =
        (BotLuck::new(SEED, game, slots), KeyedChance::new(SEED, game, slots));
    let mut seen = Checksum::default();
    let unforced =
        play_out(stage.game(), &mut state, bots, &mut luck, &mut dice, &mut seen).unwrap();
    // Checks that the game is the same as in a run.
    let record = worker.play(SEED, game).unwrap();
    let mut players: Vec<_> = record.players.iter().collect();
    players.sort_by_key(|player| player.slot);
    let players: Vec<String> = players
        .iter()
        .map(|player| {
            let fell = match player.values[1] {
                0 => String::new(),
                round => format!(" fell {round}"),
            };
            let fighter = &stage.cast().entrants[usize::from(player.entrant)].fighter;
            let unit = stage.game().rules().scoring.words().1;
            format!("{fighter} {}. {} {unit}{fell}", player.place, player.values[0])
        })
        .collect();
    format!(
        "{game}: {} | {} rounds, {unforced} unforced, {:016x}",
        players.join(", "),
        record.rounds,
        seen.0
    )
}

#[test]
fn games_of_random_bots() {
    insta::assert_snapshot!("random", games("random", &LINE_UPS, ""));
}

#[test]
fn games_of_greedy_bots() {
    insta::assert_snapshot!("greedy", games("greedy.toml", &LINE_UPS, ""));
}

#[test]
fn games_of_random_bots_in_mad_arena() {
    let games = games("random", &MAD_LINE_UPS, scenarios::MAD_ARENA);
    insta::assert_snapshot!("mad_random", games);
}

#[test]
fn games_of_greedy_bots_in_mad_arena() {
    let games = games("greedy.toml", &MAD_LINE_UPS, scenarios::MAD_ARENA);
    insta::assert_snapshot!("mad_greedy", games);
}

#[test]
fn games_of_random_bots_in_battle_cards() {
    let games = stories("random", &CARD_LINE_UPS, scenarios::BATTLE_CARDS);
    insta::assert_snapshot!("cards_random", games);
}

#[test]
fn games_of_greedy_bots_in_battle_cards() {
    let games = stories("cards-greedy.toml", &CARD_LINE_UPS, scenarios::BATTLE_CARDS);
    insta::assert_snapshot!("cards_greedy", games);
}

#[test]
fn missions_of_random_bots_in_jungle_alert() {
    let games = stories("random", &MISSIONS, scenarios::JUNGLE_ALERT);
    insta::assert_snapshot!("jungle_random", games);
}

#[test]
fn missions_of_greedy_bots_in_jungle_alert() {
    let games = stories("jungle-greedy.toml", &MISSIONS, scenarios::JUNGLE_ALERT);
    insta::assert_snapshot!("jungle_greedy", games);
}

/// The inputs that a learning bot would see.
#[derive(Default)]
struct Noted {
    checksum: Checksum,
    rows: u64,
}

/// A bot that plays at random and records the inputs that a learning bot would see.
struct Noting(Arc<Mutex<Noted>>);

impl Noted {
    /// Notes the inputs behind the first `before` inputs of the row, of `inputs` inputs in all.
    fn note(&mut self, row: &InputRow, before: usize, inputs: usize) {
        self.rows += 1;
        for (which, value) in row.non_zero(inputs).skip_while(|input| input.0 < before) {
            let which = which - before;
            self.checksum.add(0, &[which as i64, value.to_bits().into()]);
        }
    }
}

impl Strategy<Arena> for Noting {
    fn choose(
        &mut self,
        _: &Arena,
        view: View<'_>,
        options: &Options<Choice>,
        luck: &mut Pcg64Mcg,
    ) -> Result<usize, Failure> {
        let mut noted = self.0.lock().unwrap();
        let mut inputs = DecisionInputs::new(options.len());
        Arena::inputs(view, options, &mut inputs);
        let [of_position, of_other, of_option] = Arena::input_names();
        noted.note(&inputs.position, 0, of_position.len());
        for other in &*inputs.others {
            noted.note(other, 0, of_other.len());
        }
        let features = Arena::FEATURES.len();
        for row in &inputs.options {
            noted.note(row, features, features + of_option.len());
        }
        Ok(pick(luck, options.len()))
    }

    fn explain(&self, _: &Options<Choice>) -> Explanation {
        Explanation::Random
    }
}

/// Checks the inputs of learning bots. If this snapshot changes, trained bots no longer see the
/// inputs with which they were trained: raise `Learnable::VERSION` of the game.
#[test]
fn what_learners_see() {
    let mut told = format!("version {}\n", Arena::VERSION);
    for (line_ups, game) in [(&LINE_UPS[..], ""), (&MAD_LINE_UPS, scenarios::MAD_ARENA)] {
        for &(name, line_up, games) in line_ups {
            let game = if line_up.contains("game = ") { "" } else { game };
            let scenario = scenarios::scenario(&format!("strategy = 'random'\n{game}\n{line_up}"));
            let simulation = scenario.open();
            let noted = Arc::new(Mutex::new(Noted::default()));
            let mut pool: [Box<dyn Strategy<Arena>>; 1] = [Box::new(Noting(noted.clone()))];
            for game in 0..games {
                let stage = stage(&simulation);
                let mut state = stage.opening(SEED, game);
                let slots = &state.slots()[..state.fighters()];
                let mut luck = BotLuck::new(SEED, game, slots);
                let mut dice = KeyedChance::new(SEED, game, slots);
                let mut bots = Bots { pool: &mut pool, of_player: &[0; MAX_PLAYERS], clocks: None };
                let (arena, nobody) = (stage.game(), &mut Unwatched);
                play_out(arena, &mut state, &mut bots, &mut luck, &mut dice, nobody).unwrap();
            }
            let Noted { rows, checksum } = &*noted.lock().unwrap();
            let checksum = checksum.0;
            writeln!(told, "{name}: {rows} rows, {checksum:016x}").unwrap();
        }
    }
    insta::assert_snapshot!("inputs", told);
}

/// Formats a table as text: strings and whole numbers unchanged, shares and means rounded, and a
/// dash for missing values.
fn text_of(table: &Table) -> String {
    let names: Vec<&str> = table.columns.iter().map(|column| &*column.name).collect();
    let mut lines = vec![names.join(" ")];
    for row in 0..table.height() {
        let cells = table.columns.iter().map(|column| match column.values.get(row).unwrap() {
            AnyValue::Null => "-".to_owned(),
            AnyValue::String(text) => text.to_owned(),
            AnyValue::Float64(number) => format!("{number:.4}"),
            whole => whole.to_string(),
        });
        lines.push(cells.collect::<Vec<_>>().join(" "));
    }
    lines.join("\n")
}

#[test]
fn report_of_a_small_run() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let command = [
        "run",
        "tests/data/teams.toml",
        "--games",
        "300",
        "--seed",
        "7",
        "--set",
        "rules.rounds=3",
        "--strategy",
        "teams.1=tests/data/greedy.toml",
        "--out",
        out.to_str().unwrap(),
    ];
    let summary = program::printed(&command);
    // Time and path differ in every run.
    let (first, rest) = summary.split_once('\n').unwrap();
    let (played, _) = first.split_once(" in ").unwrap();
    let rest = rest.replace(out.to_str().unwrap(), "OUT");
    insta::assert_snapshot!("summary", format!("{played} in TIME\n{rest}"));

    let names = Manifest::read(&out).unwrap().tables;
    let tables = Tables::read(&out.join("tables"), &names).unwrap();
    let text = |table: &Table| format!("{}\n{}\n", table.name, text_of(table));
    let texts: Vec<String> = tables.0.iter().map(text).collect();
    insta::assert_snapshot!("tables", texts.join("\n"));
}
