//! Tests that every game must pass. The test program that includes this module lists its games in a
//! module `titles`.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gong::analysis::learning::Learner;
use gong::game::learnable::MAX_INPUTS;
use gong::games::Title;
use gong::scenario::{Bot, RANDOM, Scenario, StrategyPlan, load_bot, official_roster, schema};
use gong::simulate::{self, Audience, Heard, Plan, Simulation, StoryForm, Watching};
use gong::stats::{Cast, Form, Measures, Record, Tally};
use gong::strategies::BotDefinition;
use gong::strategies::script::Source;
use gong::strategies::trained::NetworkShape;

use super::counting::allocations_of;
use super::frame::Frame;
use super::replays;
use super::titles;

/// Number of iterations of each search: enough for results that differ, and small because searches
/// are slow.
const ITERATIONS: u32 = 12;

/// Returns the bots of a game, with a random bot and an untrained network. Of the searching bots,
/// returns only the first one, with a small number of iterations.
fn bots(title: &dyn Title) -> Vec<(&str, Bot)> {
    let mut bots: Vec<(&str, Bot)> = vec![];
    let names = title.bots().iter().map(|shipped| shipped.name);
    for name in names.chain([RANDOM]) {
        let mut bot = load_bot(title, name).expect("a shipped bot is sound");
        if let BotDefinition::Mcts(search) = &mut bot.definition {
            if bots.iter().any(|(_, other)| searches(other)) {
                continue;
            }
            search.settings.iterations = ITERATIONS;
        }
        bots.push((name, bot));
    }
    bots.push(("newborn", newborn(title)));
    bots
}

/// Creates a bot with an untrained network of random weights, so that all inputs of the network
/// matter.
fn newborn(title: &dyn Title) -> Bot {
    let learner = Learner::new(NetworkShape::of(&title.layout()), 1, None);
    let definition = BotDefinition::Trained(Arc::new(learner.network()));
    Bot::new("newborn", "", definition)
}

fn searches(bot: &Bot) -> bool {
    matches!(bot.definition, BotDefinition::Mcts(_))
}

fn is_script(bot: &Bot) -> bool {
    matches!(bot.definition, BotDefinition::Script(_))
}

/// Creates a bot from a script that keeps the table of every option, and decides by the contents of
/// options that are no longer offered.
fn prying(title: &dyn Title) -> Bot {
    let types = title.script_types();
    let (_, options) = types.split_once("export type Option = {").unwrap();
    let (options, _) = options.split_once("\n}").unwrap();
    let lines = options.lines().map(str::trim);
    let fields = lines.filter_map(|line| line.strip_suffix(',')?.split_once(": "));
    let names: Vec<String> = fields.map(|(name, _)| format!("'{name}'")).collect();
    assert!(names.len() > 5, "{names:?}");
    let text = format!(
        "local names = {{ {} }}
local kept, sum = {{}}, 0
local function amount(value)
    if type(value) == 'table' then
        return rawget(value, 'index') or #(rawget(value, 'name') or value)
    end
    return if value == true then 1 elseif type(value) == 'string' then #value else value or 0
end
function score(view, option)
    if option.index == 1 then
        sum = 0
        for i, it in view.options do kept[i] = it end
        for i = #view.options + 1, #kept do
            for place, name in names do sum = (31 * sum + place * amount(rawget(kept[i], name))) % 10007 end
        end
    end
    return sum * option.index % 101
end",
        names.join(", ")
    );
    let source = Source { path: Path::new("prying.luau").into(), text: text.into() };
    Bot::new("prying", "", BotDefinition::Script(source))
}

/// Returns each trial line-up of a game, played by each of the game's bots, with the bot's name.
fn tables(title: &'static dyn Title) -> Vec<(String, Bot, Simulation)> {
    tables_of(title, bots(title))
}

/// Returns each trial line-up of a game, played by each of these bots, with the bot's name.
fn tables_of(title: &'static dyn Title, bots: Vec<(&str, Bot)>) -> Vec<(String, Bot, Simulation)> {
    let mut tables = vec![];
    for line_up in title.trials() {
        for (name, bot) in &bots {
            let (name, bot) = (*name, bot.clone());
            let plan = StrategyPlan { everybody: name.to_owned(), ..StrategyPlan::default() };
            let bots = BTreeMap::from([(name.to_owned(), bot.clone())]);
            let scenario = Scenario::of(title, line_up.clone(), plan, bots);
            let simulation = scenario.expect("a trial is sound").open();
            tables.push((format!("{}, {name}: {line_up}", title.name()), bot, simulation));
        }
    }
    tables
}

/// Keeps the records of games.
#[derive(Default)]
struct Kept(Vec<Record>);

impl Audience for Kept {
    fn played(&self, _: u64) {}

    fn records(&mut self, _: u64, records: &[Record]) -> anyhow::Result<()> {
        self.0.extend_from_slice(records);
        Ok(())
    }
}

fn run(simulation: &Simulation, games: u64, threads: usize) -> (Tally, Vec<Record>) {
    let plan = Plan { seed: 7, games, precision: None, threads, records: true, luck: None };
    let mut kept = Kept::default();
    let played = simulate::run(simulation, &plan, &AtomicBool::new(false), &mut kept);
    (played.expect("a shipped bot does not fail").tally, kept.0)
}

#[test]
fn threads_change_nothing_and_records_fit_what_is_measured() {
    for title in titles() {
        for (about, bot, simulation) in tables(title) {
            let games = if searches(&bot) { 4 } else { 40 };
            let (tally, records) = run(&simulation, games, 1);
            for threads in [2, 3] {
                let (other, same) = run(&simulation, games, threads);
                assert!(records == same && tally == other, "{threads} threads: {about}");
            }
            for record in &records {
                fits(record, simulation.cast(), simulation.measures(), &about);
            }
        }
    }
}

/// Checks that the game ended in time, that at most one side won, and that every value is possible.
fn fits(record: &Record, cast: &Cast, measures: &Measures, about: &str) {
    let rounds = record.rounds;
    assert!((1..=measures.rounds).contains(&rounds), "{rounds} rounds: {about}");
    let within = |form, value: u32, most| match form {
        Form::Time => value <= rounds.into(),
        _ => value <= most,
    };
    assert_eq!(record.game.len(), measures.game.len(), "{about}");
    for (measure, &value) in measures.game.iter().zip(&record.game) {
        assert!(within(measure.form, value, measure.most), "{} {value}: {about}", measure.name);
    }
    let side = |slot: u8| match cast.slots[usize::from(slot)].team {
        Some(team) => team,
        None if cast.cooperative => 0,
        None => slot,
    };
    let winners = || record.players.iter().filter(|player| player.won);
    let mut seen = 0u64;
    for (one, player) in record.players.iter().enumerate() {
        assert!(seen >> player.slot & 1 == 0, "two in a slot: {about}");
        seen |= 1 << player.slot;
        for (measure, &value) in measures.entrants.iter().zip(&player.values) {
            assert!(within(measure.form, value, measure.most), "{} {value}: {about}", measure.name);
        }
        let wins = winners().next().is_some_and(|winner| side(winner.slot) == side(player.slot));
        assert_eq!(player.won, wins, "a side wins as one, and no other does: {about}");
        match cast.cooperative {
            true => assert_eq!(player.place, 0, "nobody is ahead of anybody: {about}"),
            false => assert_eq!(player.won, player.place == 1, "who wins is first: {about}"),
        }
        for other in 0..record.players.len() {
            for (m, measure) in measures.pairs.iter().enumerate() {
                let value = record.pair(m, one, other);
                assert!(value <= measure.most, "{} {value}: {about}", measure.name);
            }
        }
    }
    for used in &record.uses {
        let player = record.players[usize::from(used.player)];
        let things = &cast.entrants[usize::from(player.entrant)].things;
        assert!(usize::from(used.thing) < things.len(), "{about}");
        assert!((1..=rounds).contains(&used.round), "{about}");
        for (measure, &value) in measures.things.iter().zip(&used.values) {
            assert!(u32::from(value) <= measure.most, "{} {value}: {about}", measure.name);
        }
    }
}

/// Returns the lines of a game as JSON, with explanations of the decisions of seat 1.
pub fn story(simulation: &Simulation, title: &dyn Title, game: u64) -> Vec<serde_json::Value> {
    let watching = Watching {
        title: title.name(),
        scenario: "",
        form: StoryForm::Json,
        explain: Some(1),
        deal: None,
    };
    let told = simulation.worker().watch(1, game, &watching);
    assert!(told.failed.is_none());
    let lines = told.lines.iter();
    lines.map(|line| serde_json::from_str(&line.text).expect("a line is JSON")).collect()
}

#[test]
fn stories_keep_the_frame() {
    let frame = Frame::printed();
    for title in titles() {
        let random = load_bot(title, RANDOM).unwrap();
        for (about, _, simulation) in tables_of(title, vec![(RANDOM, random)]) {
            for game in 0..3 {
                let lines = story(&simulation, title, game);
                let checked = frame.check(&lines);
                checked.unwrap_or_else(|wrong| panic!("{about}: {wrong}"));
                let decides = |line: &&serde_json::Value| line["kind"] == "decides";
                assert!(lines.iter().any(|line| decides(&line)), "{about}");
                let words = |line: &&serde_json::Value| line["words"].is_string();
                assert!(lines.iter().filter(words).count() > 2, "{about}");
            }
        }
    }
}

#[test]
fn replays_end_like_their_games() {
    for title in titles() {
        let random = load_bot(title, RANDOM).unwrap();
        for (about, _, simulation) in tables_of(title, vec![(RANDOM, random)]) {
            for game in 0..6 {
                let replay = replays::replay_of(&simulation, title, game);
                let checked = replays::check(&simulation, &replay, game);
                checked.unwrap_or_else(|wrong| panic!("{about}, game {game}: {wrong}"));
                let thoughts = replay.moments.iter().filter(|moment| moment.thought.is_some());
                assert!(thoughts.count() > 0, "{about}");
                replays::page_of(&replay);
            }
        }
    }
}

/// Checks that a line is refused if it has an unknown field, has a number in place of a name, or is
/// incomplete.
#[test]
fn a_story_out_of_frame_is_found() {
    let frame = Frame::printed();
    for title in titles().take(1) {
        let random = load_bot(title, RANDOM).unwrap();
        let simulation = &tables_of(title, vec![(RANDOM, random)])[0].2;
        let lines = story(simulation, title, 0);
        assert!(frame.check(&lines).is_ok());
        let end = lines.len() - 1;
        assert!(frame.check(&lines[..end]).is_err());
        let changed = |at: usize, field: &str, value: serde_json::Value| {
            let mut lines = lines.clone();
            lines[at][field] = value;
            frame.check(&lines)
        };
        assert!(changed(1, "zone", 3.into()).is_err());
        assert!(changed(1, "kind", "turn ends".into()).is_err());
        assert!(changed(0, "version", 9.into()).is_err());
        assert!(changed(end, "rounds", "nine".into()).is_err());
    }
}

#[test]
fn nothing_is_allocated_after_the_first_game() {
    for title in titles() {
        let quiet = |(_, bot, _): &(_, Bot, _)| !is_script(bot);
        for (about, bot, simulation) in tables(title).into_iter().filter(quiet) {
            let games = if searches(&bot) { 4 } else { 60 };
            let mut tally = simulation.empty_tally();
            let mut worker = simulation.worker();
            tally.add(worker.play(1, 0).unwrap());
            let count = allocations_of(|| {
                (1..games).for_each(|game| tally.add(worker.play(1, game).unwrap()));
            });
            assert_eq!(count, 0, "{about}");
        }
    }
}

/// Checks that listening to a game neither changes the game nor allocates memory, and that the
/// listener can replace a choice.
#[test]
fn a_game_that_is_heard_is_the_same() {
    for title in titles() {
        let mut changed = 0;
        for (about, bot, simulation) in tables(title) {
            let mut worker = simulation.worker();
            let plain = worker.play(1, 3).unwrap().clone();
            let mut heard = vec![];
            let record = worker.listen(1, 3, &mut |of| {
                heard.push(of);
                None
            });
            assert_eq!(*record.unwrap(), plain, "{about}");
            assert!(heard.iter().all(|of| of.chosen < of.options), "{about}");
            let rounds = heard.iter().map(|of| of.round);
            assert!(rounds.is_sorted() && heard.len() > 1, "{about}");
            let estimates = || heard.iter().filter_map(|of| of.estimate);
            assert!(estimates().all(|of| (0.0..=1.0).contains(&of)), "{about}");
            let estimated = estimates().count() > 0;
            assert_eq!(estimated, bot.definition.estimates(), "{about}");
            let again = allocations_of(|| {
                let _ = worker.listen(1, 3, &mut |_| None);
            });
            assert!(is_script(&bot) || again == 0, "{about}: {again}");
            // The listener replaces the first decision. All decisions before it are the same.
            let mut replaced: Vec<Heard> = vec![];
            let other = |of: &Heard| (of.chosen + 1) % of.options;
            let _ = worker.listen(1, 3, &mut |of| {
                replaced.push(of);
                (replaced.len() == 1).then(|| other(&of))
            });
            assert_eq!(replaced[0], heard[0], "{about}");
            changed += u32::from(replaced != heard);
        }
        assert!(changed > 0, "{}", title.name());
    }
}

#[test]
fn no_bot_sees_what_is_hidden() {
    for title in titles() {
        let mut bots = bots(title);
        bots.push(("prying", prying(title)));
        for (about, bot, simulation) in tables_of(title, bots) {
            let mut worker = simulation.examiner();
            for game in 0..if searches(&bot) { 1 } else { 8 } {
                let played = worker.play(1, game);
                assert!(played.is_ok(), "{about}");
            }
        }
    }
}

#[test]
fn what_is_shipped_is_sound() {
    for title in titles() {
        let roster = official_roster(title).unwrap_or_else(|faults| panic!("{faults}"));
        assert!(!title.fighters(&roster).is_empty());
        assert!(!title.trials().is_empty(), "a script is tried somewhere");
        assert!(title.bots().iter().all(|bot| bot.path().is_file()));
        for level in title.levels() {
            assert!(load_bot(title, level).is_ok(), "{level}");
        }
        for text in [schema::roster(title), schema::scenario(title), schema::strategy(title)] {
            let schema: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert!(schema["properties"].is_object());
        }
        assert!(title.script_types().contains("export type View"), "{}", title.script_types());
        assert!(toml::from_str::<toml::Table>(&title.rules()).is_ok());
        let same = gong::games::title(title.name());
        assert_eq!(same.map(Title::about), Some(title.about()), "its name is its own");
    }
}

/// Checks that searching bots with the same name have the same number of playouts in all games.
#[test]
fn searches_of_one_name_have_one_budget() {
    let budgets =
        [("mcts-quick", 10), ("mcts-fast", 48), ("mcts-normal", 1_000), ("mcts-strong", 10_000)];
    for title in titles() {
        for shipped in title.bots() {
            let bot = load_bot(title, shipped.name).expect("a shipped bot is sound");
            let BotDefinition::Mcts(search) = &bot.definition else {
                continue;
            };
            if shipped.name.starts_with("mcts-") {
                let budget = (shipped.name, search.settings.iterations);
                assert!(budgets.contains(&budget), "{}: {budget:?}", title.name());
            }
        }
    }
}

/// Checks that every level of play can play every line-up. In games with opponents, bots of
/// different levels also play together.
#[test]
fn every_level_of_play_is_played() {
    for title in titles() {
        assert!(title.levels().len() > 1, "{}", title.name());
        for line_up in title.trials() {
            let bots: BTreeMap<String, Bot> = (title.levels().iter())
                .map(|&level| {
                    let mut bot = load_bot(title, level).expect("a level is a shipped bot");
                    if let BotDefinition::Mcts(search) = &mut bot.definition {
                        search.settings.iterations = ITERATIONS;
                    }
                    (level.to_owned(), bot)
                })
                .collect();
            let plan =
                StrategyPlan { everybody: title.levels()[0].to_owned(), ..StrategyPlan::default() };
            let scenario = Scenario::of(title, line_up, plan, bots).expect("a trial is sound");
            for level in title.levels() {
                let simulation = scenario.played_by(level, &scenario.bots[*level]).open();
                let (plan, stop) = (Plan::fixed(2, 3, 2), AtomicBool::new(false));
                let played = simulate::run(&simulation, &plan, &stop, &mut ()).unwrap();
                assert_eq!(played.tally.games(), 3, "{level}");
            }
        }
    }
}

#[test]
fn all_that_a_learner_sees_has_a_name_of_its_own() {
    for title in titles() {
        let layout = title.layout();
        let own = &layout.option[title.features().len()..];
        assert!(layout.option.len() < MAX_INPUTS, "{:?}", layout.option);
        let decisions: Vec<String> = layout.decisions.iter().map(|&name| name.into()).collect();
        for names in [&decisions, &layout.position, &layout.other, own] {
            assert!(names.len() < MAX_INPUTS, "{names:?}");
            for (place, name) in names.iter().enumerate() {
                assert!(!names[..place].contains(name), "{}: {name}", title.name());
            }
        }
    }
}

/// Reserved words of Luau. A field with such a name would break the script's prelude in a place
/// that does not show the cause.
const KEYWORDS: [&str; 21] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];

#[test]
fn a_script_can_write_every_name() {
    for title in titles() {
        for name in title.script_names() {
            // The name of a decision is compared as a string, so it may contain hyphens.
            let letters = name.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
            let sound = letters && !name.starts_with(|c: char| c.is_ascii_digit());
            assert!(
                sound && !KEYWORDS.contains(&name),
                "{}: `{name}` is no name in Luau",
                title.name()
            );
        }
    }
}
