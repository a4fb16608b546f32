//! From layers to a [`Scenario`]: the roster, the scenario file over it, the settings over both; then all that no schema
//! can say: who is in the line-up, and who plays whom.

use std::collections::BTreeSet;
use std::path::Path;

use super::document::{Document, directory, read_text};
use super::fault::{Fault, Faults, Place, meant};
use super::file::{LineUpFile, ScenarioFile};
use super::{LineUp, Scenario, Seats, StrategyPlan, roster_file};
use crate::games::arena::Roster;

/// the most fighters of a game.
const MAX_FIGHTERS: usize = 8;

impl Scenario {
    /// Reads a scenario file and its roster, with `--set` assignments (`PATH=VALUE`) over them.
    ///
    /// # Errors
    /// Everything that is wrong, each with its place. Never panics, whatever the files hold.
    pub fn load(path: &Path, sets: &[String]) -> Result<Scenario, Faults> {
        resolve(Document::read(path)?, sets)
    }

    /// As [`Scenario::load`], of a text as if it stood in the file `path`; its roster is read from there.
    pub fn from_text(path: &Path, text: &str, sets: &[String]) -> Result<Scenario, Faults> {
        resolve(Document::parse(path, text)?, sets)
    }
}

/// Reads a roster file, with `--set` assignments over it.
///
/// # Errors
/// Everything that is wrong, each with its place.
pub fn load_roster(path: &Path, sets: &[String]) -> Result<Roster, Faults> {
    let document = with_settings(Document::read(path)?, sets)?;
    roster_file::decode(&document)
}

/// As [`load_roster`], of a text as if it stood in the file `path`.
pub fn roster_from_text(path: &Path, text: &str, sets: &[String]) -> Result<Roster, Faults> {
    let document = with_settings(Document::parse(path, text)?, sets)?;
    roster_file::decode(&document)
}

/// Lays settings over a document.
pub fn with_settings(mut document: Document, sets: &[String]) -> Result<Document, Faults> {
    let mut faults = Faults::default();
    for setting in sets {
        faults.keep(document.set(setting));
    }
    faults.done().map(|()| document)
}

/// The scenario that a document holds.
pub fn resolve(document: Document, sets: &[String]) -> Result<Scenario, Faults> {
    let mut document = with_settings(document, sets)?;
    let mut faults = Faults::default();
    let changes = document.take("fighters");
    let file: Option<ScenarioFile> = faults.keep(document.decode());
    let roster = faults
        .keep(read_roster(&document))
        .flatten()
        .and_then(|mut roster| {
            let changed = match changes {
                Some(changes) => faults.keep(roster_file::lay_changes(&mut roster, changes)),
                None => Some(vec![]),
            };
            Some((faults.keep(roster_file::decode(&roster))?, changed?))
        });
    let (Some(file), Some((roster, changes))) = (file, roster) else {
        return Err(faults
            .done()
            .expect_err("a part is missing only with a fault"));
    };
    let line_up = faults.keep(line_up(&document, &file.line_up, &roster));
    let strategies = faults.keep(strategies(&document, &file, line_up.as_ref()));
    faults.done()?;
    let (Some(line_up), Some(strategies)) = (line_up, strategies) else {
        unreachable!("a part is missing only with a fault")
    };
    Ok(Scenario {
        title: file.title,
        description: file.description,
        rules: file.rules,
        roster,
        changes,
        line_up,
        strategies,
    })
}

/// The document of the roster that the scenario names; none if it names none, which is a fault of the scenario already.
fn read_roster(scenario: &Document) -> Result<Option<Document>, Fault> {
    let Some((name, place)) = scenario
        .text(&["roster"])
        .filter(|(name, _)| !name.is_empty())
    else {
        return Ok(None);
    };
    let path = directory(place).join(name);
    let text = read_text(&path)
        .map_err(|what| scenario.fault(&["roster"], format!("{} {what}", path.display())))?;
    Document::parse(&path, &text).map(Some)
}

fn line_up(document: &Document, file: &LineUpFile, roster: &Roster) -> Result<LineUp, Faults> {
    let mut faults = Faults::default();
    let fault = |field: &str, what: &str| document.fault(&["line-up", field], what);
    if file.pool.is_some() && file.draw.is_none() {
        faults.push(fault("pool", "goes with `draw` only"));
    }
    if file.seats.is_some() && file.teams.is_none() {
        faults.push(fault("seats", "goes with `teams` only"));
    }
    let resolved = match (file.draw, &file.fighters, &file.teams) {
        (Some(draw), None, None) => {
            let pool = file
                .pool
                .clone()
                .unwrap_or_else(|| roster.fighters.keys().cloned().collect());
            if let Some(named) = &file.pool {
                check_names(
                    document,
                    &["pool"],
                    named,
                    roster,
                    &mut BTreeSet::new(),
                    &mut faults,
                );
            }
            if usize::from(draw) > pool.len() {
                faults.push(fault(
                    "draw",
                    &format!("is {draw}, but there are only {} to draw from", pool.len()),
                ));
            }
            Some(LineUp::Drawn {
                draw: draw.into(),
                pool,
            })
        }
        (None, Some(fighters), None) => {
            check_names(
                document,
                &["fighters"],
                fighters,
                roster,
                &mut BTreeSet::new(),
                &mut faults,
            );
            Some(LineUp::Fixed(fighters.clone()))
        }
        (None, None, Some(teams)) => {
            let mut seen = BTreeSet::new();
            for (i, team) in teams.iter().enumerate() {
                check_names(
                    document,
                    &["teams", &i.to_string()],
                    team,
                    roster,
                    &mut seen,
                    &mut faults,
                );
            }
            let count: usize = teams.iter().map(Vec::len).sum();
            if count > MAX_FIGHTERS {
                faults.push(fault(
                    "teams",
                    &format!("hold {count} fighters; wants at most {MAX_FIGHTERS}"),
                ));
            }
            Some(LineUp::Teams {
                teams: teams.clone(),
                seats: file.seats.unwrap_or(Seats::PerFighter),
            })
        }
        (None, None, None) => {
            let what = "wants one of `draw = 4`, `fighters = […]` and `teams = [[…], […]]`";
            faults.push(document.fault(&["line-up"], what));
            None
        }
        _ => {
            let given = ["draw", "fighters", "teams"]
                .into_iter()
                .filter(|field| document.get(&["line-up", field]).is_some());
            let what = format!(
                "has {}; wants only one of them",
                super::fault::list(&given.collect::<Vec<_>>(), "and")
            );
            faults.push(document.fault(&["line-up"], what));
            None
        }
    };
    faults
        .done()
        .map(|()| resolved.expect("without a fault there is a line-up"))
}

/// Every name is a fighter of the roster, and none was seen before.
fn check_names<'a>(
    document: &Document,
    path: &[&str],
    names: &'a [String],
    roster: &Roster,
    seen: &mut BTreeSet<&'a str>,
    faults: &mut Faults,
) {
    for (i, name) in names.iter().enumerate() {
        let position = i.to_string();
        let path = [&["line-up"], path, &[&position]].concat();
        if !roster.fighters.contains_key(name) {
            let known = roster.fighters.keys().map(String::as_str);
            faults.push(document.fault(
                &path,
                format!("the roster has no fighter `{name}`{}", meant(name, known)),
            ));
        } else if !seen.insert(name) {
            faults.push(document.fault(&path, format!("`{name}` is in the line-up already")));
        }
    }
}

/// Who plays whom; without a sound line-up only what does not depend on it is checked.
fn strategies(
    document: &Document,
    file: &ScenarioFile,
    line_up: Option<&LineUp>,
) -> Result<StrategyPlan, Faults> {
    let mut faults = Faults::default();
    let mut resolve = |path: &[&str], strategy: &str| {
        if strategy.is_empty() {
            faults.push(document.fault(
                path,
                "is an empty name; wants a strategy's name, or a strategy file",
            ));
        }
        let place = document.get(path).map(|node| &node.place);
        strategy_path(strategy, place)
    };
    let entry = |group, key: &str| vec!["strategies".to_owned(), group, key.to_owned()];
    let mut of = |group: &str, key: &str, strategy: &str| {
        let path = entry(group.to_owned(), key);
        resolve(
            &path.iter().map(String::as_str).collect::<Vec<_>>(),
            strategy,
        )
    };
    let exceptions = &file.strategies;
    let plan = StrategyPlan {
        fighters: exceptions
            .fighters
            .iter()
            .map(|(key, name)| (key.clone(), of("fighters", key, name)))
            .collect(),
        seats: exceptions
            .seats
            .iter()
            .map(|(seat, name)| (*seat, of("seats", &seat.to_string(), name)))
            .collect(),
        teams: exceptions
            .teams
            .iter()
            .map(|(team, name)| (*team, of("teams", &team.to_string(), name)))
            .collect(),
        everybody: resolve(&["strategy"], &file.strategy),
    };
    let Some(line_up) = line_up else {
        return faults.done().map(|()| plan);
    };
    let playing = line_up.fighters();
    for key in exceptions
        .fighters
        .keys()
        .filter(|key| !playing.contains(&key.as_str()))
    {
        let what = format!(
            "`{key}` is not in the line-up{}",
            meant(key, playing.iter().copied())
        );
        faults.push(document.fault(&["strategies", "fighters", key], what));
    }
    for (group, one, most, numbers) in [
        ("seats", "seat", line_up.seats(), exceptions.seats.keys()),
        ("teams", "team", line_up.teams(), exceptions.teams.keys()),
    ] {
        for number in numbers.filter(|number| !(1..=most).contains(&usize::from(**number))) {
            let what = match most {
                0 => "everyone is alone in this line-up: there are no teams".to_owned(),
                _ => format!("there is no {one} {number}: they count from 1 to {most}"),
            };
            faults.push(document.fault(&["strategies", group, &number.to_string()], what));
        }
    }
    faults.done().map(|()| plan)
}

/// A strategy's name as it is; a file's as a path from the current directory.
fn strategy_path(strategy: &str, place: Option<&Place>) -> String {
    let is_file =
        strategy.ends_with(".toml") || strategy.ends_with(".luau") || strategy.contains('/');
    match place {
        Some(place) if is_file => directory(place)
            .join(strategy)
            .to_string_lossy()
            .into_owned(),
        _ => strategy.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: &str = "scenarios/ultimate-warriorz/test.toml";

    fn load(rest: &str, sets: &[&str]) -> Result<Scenario, Faults> {
        let text =
            format!("title = 'T'\ngame = 'ultimate-warriorz'\nroster = 'roster.toml'\n{rest}");
        let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
        Scenario::from_text(Path::new(HOME), &text, &sets)
    }

    fn refused(rest: &str) -> String {
        load(rest, &[]).unwrap_err().to_string()
    }

    #[test]
    fn what_is_left_out_has_the_games_value() {
        let scenario = load("line-up.draw = 4", &[]).unwrap();
        assert_eq!(scenario.rules, Default::default());
        assert_eq!(scenario.strategies.everybody, "balanced");
        assert_eq!(scenario.line_up.seats(), 4);
        assert_eq!(scenario.line_up.fighters().len(), 8);
        assert_eq!(
            scenario.roster.fighters["agaric"].cards["3"].initiative,
            Some(3)
        );
        assert!(scenario.changes.is_empty());
    }

    #[test]
    fn changes_go_over_the_roster_and_are_the_designers_own() {
        let sets = [
            "fighters.agaric.size=6",
            "fighters.jojoba.size=6",
            "fighters.agaric.cards.3.technique=double-bow",
        ];
        let scenario = load(
            "line-up.draw = 4\n[fighters.bonzai]\ncards.8.movement = 1\ndefense = 5",
            &sets,
        )
        .unwrap();
        let agaric = &scenario.roster.fighters["agaric"];
        assert_eq!(
            (agaric.size, agaric.printed.as_slice()),
            (6, &["name".to_owned()][..])
        );
        assert_eq!(agaric.cards["3"].printed, ["shooting"]);
        // A change to the value that was there is none.
        assert_eq!(scenario.roster.fighters["jojoba"].printed, ["name", "size"]);
        let changes = [
            "fighters.agaric.cards.3.technique",
            "fighters.agaric.size",
            "fighters.bonzai.cards.8.movement",
            "fighters.bonzai.defense",
        ];
        assert_eq!(scenario.changes, changes);
        assert_eq!(
            scenario.roster.fighters["bonzai"].cards["8"].printed,
            ["defense"]
        );
    }

    #[test]
    fn settings_go_over_the_file() {
        let scenario = load(
            "line-up.fighters = ['agaric', 'bonzai']\n[rules]\nrounds = 9\nrange = 1",
            &["rules.rounds=12", "line-up.draw=3"],
        )
        .unwrap();
        assert_eq!((scenario.rules.rounds, scenario.rules.range), (12, 1));
        assert!(matches!(scenario.line_up, LineUp::Drawn { draw: 3, .. }));
    }

    #[test]
    fn a_strategy_file_is_found_from_where_it_is_named() {
        let text = "strategy = 'bots/mine.toml'\nline-up.teams = [['agaric'], ['bonzai']]\n[strategies]\nfighters.agaric = 'random'\nteams.2 = './b.luau'";
        let plan = load(text, &["strategies.seats.1=bots/new.toml"])
            .unwrap()
            .strategies;
        assert_eq!(plan.everybody, "scenarios/ultimate-warriorz/bots/mine.toml");
        assert_eq!(plan.fighters["agaric"], "random");
        assert_eq!(plan.teams[&2], "scenarios/ultimate-warriorz/./b.luau");
        assert_eq!(plan.seats[&1], "bots/new.toml");
    }

    #[test]
    fn a_line_up_that_cannot_play_is_refused() {
        let line_up = |text: &str| refused(&format!("[line-up]\n{text}"));
        assert!(
            line_up("").contains(":4:2: line-up: wants one of"),
            "{}",
            line_up("")
        );
        assert!(
            line_up("draw = 2\nfighters = ['agaric', 'bonzai']")
                .contains("has `draw` and `fighters`; wants only one")
        );
        assert!(
            line_up("draw = 3\npool = ['agaric', 'bonzai']")
                .contains(":5:1: line-up.draw: is 3, but there are only 2")
        );
        assert!(
            line_up("fighters = ['agaric', 'agaric']")
                .contains(":5:23: line-up.fighters[2]: `agaric` is in the line-up already")
        );
        assert!(line_up("fighters = ['agaric', 'bonza']").contains("did you mean `bonzai`?"));
        assert!(
            line_up("fighters = ['agaric', 'bonzai']\nseats = 'per-team'")
                .contains("line-up.seats: goes with `teams` only")
        );
        assert!(
            line_up("fighters = ['agaric', 'bonzai']\npool = ['agaric', 'bonzai']")
                .contains("line-up.pool: goes with `draw` only")
        );
        assert!(
            line_up("teams = [['agaric'], ['bonzai', 'agaric']]")
                .contains("line-up.teams[2][2]: `agaric` is in")
        );
        assert!(
            line_up("teams = [['agaric'], []]")
                .contains("line-up.teams[2]: has 0 entries; wants at least 1")
        );
        assert!(
            line_up("teams = [['agaric']]")
                .contains("line-up.teams: has 1 entries; wants at least 2")
        );
    }

    #[test]
    fn an_exception_for_nobody_is_refused() {
        let of = |text: &str| {
            refused(&format!(
                "line-up.fighters = ['agaric', 'bonzai']\n[strategies]\n{text}"
            ))
        };
        assert!(
            of("fighters.cactus = 'random'")
                .contains(":6:10: strategies.fighters.cactus: `cactus` is not in the line-up")
        );
        assert!(
            of("seats.3 = 'random'")
                .contains("strategies.seats.3: there is no seat 3: they count from 1 to 2")
        );
        assert!(of("seats.0 = 'random'").contains("there is no seat 0"));
        assert!(of("seats.900 = 'random'").contains("strategies.seats.900: "));
        assert!(of("teams.1 = 'random'").contains("strategies.teams.1: everyone is alone"));
        assert!(of("seats.1 = ''").contains("strategies.seats.1: is an empty name"));
    }

    #[test]
    fn faults_of_all_layers_are_told_at_once() {
        let faults = load(
            "line-up.draw = 99\n[rules]\nround = 3\n[fighters.agarik]\nsize = 3",
            &["fighters.agaric.size=99"],
        )
        .unwrap_err();
        let told = faults.to_string();
        for part in [
            "test.toml:4:9: line-up.draw: is 99; wants a whole number, 2 to 8",
            "test.toml:6:1: rules.round: there is no such field; did you mean `rounds`?",
            "test.toml:7:11: fighters.agarik: the roster has no fighter `agarik`; did you mean `agaric`?",
            "--set fighters.agaric.size=99: fighters.agaric.size: is 99; wants a whole number, 1 to 40",
        ] {
            assert!(told.contains(part), "{part}\n{told}");
        }
        assert_eq!(faults.iter().count(), 4, "{told}");
    }

    #[test]
    fn a_card_and_its_effect_agree() {
        let of = |card: &str| {
            load(
                &format!(
                    "line-up.draw = 4\n[fighters.agaric.cards]\n9 = {{ defense = 3, {card} }}"
                ),
                &[],
            )
            .map_err(|faults| faults.to_string())
        };
        for good in [
            "melee = 1, item = 'ghost-ring'",
            "item = 'ghost-ring'",
            "technique = 'terminotaur'",
            "shooting = 2, technique = { electroshock = { shift = 1 } }",
        ] {
            assert!(of(good).is_ok(), "{good}");
        }
        for (bad, field) in [
            (
                "technique = 'powder-barrel'",
                "shooting: `powder-barrel` needs dice",
            ),
            (
                "shooting = 1, melee = 1, item = 'strike'",
                "melee: `strike` is the card's only attack",
            ),
            (
                "melee = 1, technique = 'terminotaur'",
                "melee: `terminotaur` brings its own dice",
            ),
            (
                "technique = { electroshock = { shift = 1 } }",
                "melee: `electroshock` needs an attack",
            ),
            (
                "item = 'ghost-ring', technique = 'peace-pipe'",
                "item: a card is a technique or an item",
            ),
            (
                "item = 'kamikaze'",
                "item: `kamikaze` needs its details: write { kamikaze = { dice = … } }",
            ),
            (
                "item = { ghost-ring = 3 }",
                "item: `ghost-ring` has no details",
            ),
            (
                "printed = ['attack']",
                "printed[1]: there is no value `attack`",
            ),
            (
                "printed = ['effect']",
                "printed[1]: `effect` is marked printed",
            ),
        ] {
            let told = of(bad).unwrap_err();
            assert!(
                told.contains(&format!("fighters.agaric.cards.9.{field}")),
                "{bad}: {told}"
            );
        }
    }
}
