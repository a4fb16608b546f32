//! `gong pairings`: every way to team the fighters up.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::parties;
use crate::analysis::pairings::{self, Budget, Found, Question, Results};
use crate::engine::identity;
use crate::report::Kind;
use crate::report::pairings::tables;
use crate::scenario::Scenario;
use crate::session::failed::{Watchable, with_advice};
use crate::session::job::Job;
use crate::session::keeper::Asked;
use crate::session::numbers::{count, share};
use crate::session::playing::{Done, Playing, fewer_by_root, stem};
use crate::session::reading::Reading;
use crate::session::report_name::Base;
use crate::session::signals::interrupted;
use crate::session::stand_in::name_bot;
use crate::session::{ScenarioArgs, Usage, scenarios};
use crate::shell;
use crate::simulate::{FailedGame, Lot, Lots};
use crate::stats::line_ups;
use crate::words::suggest;

/// Play every way to team the fighters up: which line-ups are fair, who are strong together
///
/// The fighters are those that the scenario lets play; if it fields teams or a party, everybody in its roster. Teams sit as the scenario's do, or
/// else everybody has a seat. In a cooperative game every party is played on the same missions, and ranked by how often it wins.
#[derive(Debug, Clone, Args)]
pub struct Pairings {
    /// A scenario file: its rules, its fighters, and who plays them
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,
    /// Fighters in a team; of teams of different sizes each one's, as in 3,2 [default: as the scenario's teams or party, or 2]
    #[arg(long, value_name = "K[,K]", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=7))]
    team_size: Vec<u8>,
    /// How many teams meet [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
    teams: Option<u8>,
    /// Team up these only, as in agaric,cactus,sorgho,baobab
    #[arg(long, value_name = "FIGHTER,…", value_delimiter = ',')]
    fighters: Vec<String>,
    /// A line-up is fair if every team's win rate is within so much of its fair share, as in 2% or 0.02
    #[arg(long, value_name = "SHARE", default_value = "2%", value_parser = share)]
    margin: f64,
    /// Games after which a line-up that is still too close to call is left so; of parties, games of each [default: 64k, of a party 8k; of slower bots than greedy ones fewer: a trained
    /// one or a script 21k, a search 100 to 3.2k]
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "games")]
    at_most: Option<u64>,
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    changes: ScenarioArgs,
}

/// Games after which a line-up of greedy bots is left undecided unless the user asks otherwise.
const AT_MOST: u64 = 64_000;

/// More line-ups than this take hours, and nobody reads a list of them.
const MOST_LINE_UPS: u64 = 20_000;

impl Pairings {
    pub fn playing_mut(&mut self) -> &mut Playing {
        &mut self.playing
    }

    /// Lets a stand-in play everybody.
    pub fn play_with(&mut self, bot: &str) {
        let scenarios = std::iter::once(self.scenario.as_path());
        name_bot(&mut self.changes.strategies, scenarios, bot);
    }

    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.playing.precision.is_some() {
            let what = "--precision is of runs; pairings play until it is clear what is fair: see --margin, --at-most and --games";
            return Err(Usage(what.into()).into());
        }
        let mut reading = Reading::new(&self.playing);
        let own = reading.scenario(|| self.changes.scenario(&self.scenario))?;
        if own.open().cast().cooperative {
            return parties::run(&self, &own, reading, out);
        }
        let question = self.question(&own)?;
        // Everybody who is teamed up plays somewhere.
        let mut scenario = own.with_line_up(line_up(&own, &question, 0)?);
        scenario.seating.fighters.clone_from(&question.fighters);
        let fielded = reading.value(|| fielded(&self.scenario, &scenario, &question.fighters))?;
        let sizes: Vec<String> = question.sizes.iter().map(usize::to_string).collect();
        let name = format!("{}-pairings-{}", stem(&self.scenario), sizes.join("-"));
        let name = Base::from(name).without("--team-size");
        self.playing.room_for(own.memory())?;
        let command = self.command(&question, None);
        let (job, mut keeper) = match question.budget {
            Budget::Each(_) => {
                let asked = Asked {
                    command: &command,
                    engine: identity(own.game()),
                    reading,
                    lots: vec![Lot::new(question.games(), scenario.cost())],
                    checkpoints: true,
                };
                let (job, keeper) = Job::keeping(&self.playing, &name, asked)?;
                (job, Some(keeper))
            }
            Budget::UntilClear { .. } if self.playing.shard.is_some() => {
                let what = "--shard wants --games: without it line-ups are played until it is clear which are fair, by what all of their games say";
                return Err(Usage(what.into()).into());
            }
            Budget::UntilClear { .. } => (Job::begin(&self.playing, &name, &command)?, None),
        };

        let stop = interrupted()?;
        let bar = job.bar(&scenario.title, 0);
        let found = match &mut keeper {
            None => pairings::play(&scenario, &question, &stop, &bar),
            Some(keeper) => {
                let none = Results::none(&question);
                let played = keeper.play(0, none, |stretch| {
                    pairings::play_stretch(&scenario, &question, &stop, &bar, stretch)
                });
                played.map(|played| pairings::found(&question, played))
            }
        };
        drop(bar);
        let shown_by = |failed: &FailedGame| {
            let watchable = self.watchable(&scenario, &question, failed.game);
            watchable.into_iter().collect()
        };
        let found = found.map_err(|error| with_advice(error, shown_by))?;
        let keeper = match keeper {
            Some(keeper) if keeper.is_shard() => {
                return keeper.finish_shard(found.partial, self.playing.quiet, out);
            }
            keeper => keeper,
        };
        let mut manifest = self.playing.manifest(
            &scenario,
            Done {
                kind: Kind::Pairings,
                command: self.command(&question, Some(&found)),
                games: found.games(),
                partial: found.partial,
                seconds: found.seconds,
                precision: None,
            },
        )?;
        manifest.set.clone_from(&self.changes.sets.sets);
        let asked = self.playing.games.is_some() || self.at_most.is_some();
        manifest.fewer = !asked && fewer_by_root(AT_MOST, &own) < AT_MOST;
        let line_ups = found.line_ups.iter();
        let scenarios: Vec<Option<String>> = line_ups
            .map(|line_up| named(&fielded, &line_up.teams))
            .collect();
        let tables = tables(&question, &found, &scenarios);
        match keeper {
            Some(keeper) => job.publish_kept(keeper, &tables, &manifest, out),
            None => job.publish(&tables, &manifest, out),
        }
    }

    /// What is asked of a scenario.
    fn question(&self, scenario: &Scenario) -> Result<Question, Usage> {
        let fighters = self.pool(scenario)?;
        let sizes = self.sizes(scenario)?;
        let playing: usize = sizes.iter().sum();
        let shown: Vec<String> = sizes.iter().map(usize::to_string).collect();
        let teams = format!("teams of {}", shown.join(" against "));
        let most = scenario.game().most_fighters();
        if playing > most {
            return Err(Usage(format!(
                "{teams} are {playing} fighters; a game has at most {most}"
            )));
        }
        if playing > fighters.len() {
            return Err(Usage(format!(
                "{teams} are {playing} fighters; there are only {}",
                fighters.len()
            )));
        }
        match line_ups::count(fighters.len(), &sizes) {
            Some(ways) if ways <= MOST_LINE_UPS => {}
            ways => {
                let ways = ways.map_or("countless".to_owned(), |ways| ways.to_string());
                return Err(Usage(format!(
                    "there are {ways} ways to form {teams} of {} fighters; name fewer of them with --fighters",
                    fighters.len()
                )));
            }
        }
        let fair = 1.0 / sizes.len() as f64;
        if self.margin >= fair {
            return Err(Usage(format!(
                "--margin wants less than the fair share of {} teams, {:.1} %",
                sizes.len(),
                fair * 100.0
            )));
        }
        Ok(Question {
            sizes,
            fighters,
            per_team: scenario.seating.per_team,
            seed: self.playing.seed,
            budget: match self.playing.games {
                Some(games) => Budget::Each(games),
                None => Budget::UntilClear {
                    most: self
                        .at_most
                        .unwrap_or_else(|| fewer_by_root(AT_MOST, scenario)),
                },
            },
            margin: self.margin,
            level: self.playing.level,
            threads: self.playing.threads(),
        })
    }

    /// Who is teamed up, in the roster's order.
    pub fn pool(&self, scenario: &Scenario) -> Result<Vec<String>, Usage> {
        let profiles = scenario.profiles();
        let roster = || profiles.iter().map(|profile| profile.key.as_str());
        let seating = &scenario.seating;
        // Of a party that is named there is one; of teams there are those that sit.
        let named = seating.fighters.len() == seating.seats && scenario.open().cast().cooperative;
        let pool: BTreeSet<&str> = match seating.teams > 0 || named {
            false => seating.fighters.iter().map(String::as_str).collect(),
            true => roster().collect(),
        };
        for key in &self.fighters {
            if !pool.contains(key.as_str()) {
                let known = suggest(key, pool.iter().copied());
                return Err(Usage(format!(
                    "--fighters: there is no fighter `{key}` to team up{known}"
                )));
            }
        }
        let named: BTreeSet<&str> = self.fighters.iter().map(String::as_str).collect();
        if named.len() < self.fighters.len() {
            return Err(Usage("--fighters names somebody twice".into()));
        }
        let chosen = if named.is_empty() { pool } else { named };
        Ok(chosen.into_iter().map(str::to_owned).collect())
    }

    /// The sizes of the teams.
    fn sizes(&self, scenario: &Scenario) -> Result<Vec<usize>, Usage> {
        let given: Vec<usize> = self.team_size.iter().map(|&size| size.into()).collect();
        let teams = self.teams.map(usize::from);
        let own = match scenario.seating.members.as_slice() {
            [] => vec![2, 2],
            teams => teams.iter().map(Vec::len).collect(),
        };
        match (given.as_slice(), teams) {
            ([], None) => Ok(own),
            ([], Some(teams)) => Ok(vec![2; teams]),
            ([size], teams) => Ok(vec![*size; teams.unwrap_or(2)]),
            (several, Some(teams)) if several.len() != teams => Err(Usage(format!(
                "--team-size names {} teams, --teams {teams}",
                several.len()
            ))),
            (several, _) => Ok(several.to_vec()),
        }
    }

    /// A game, with the line-up that plays it.
    fn watchable(&self, scenario: &Scenario, question: &Question, game: u64) -> Option<Watchable> {
        let line_up = line_up(scenario, question, game).ok()?;
        Some(self.watchable_as(&line_up))
    }

    /// The command that plays the same games again.
    fn command(&self, question: &Question, found: Option<&Found>) -> String {
        let sizes: Vec<String> = question.sizes.iter().map(usize::to_string).collect();
        let mut words = vec![
            "gong pairings".to_owned(),
            shell::path(&self.scenario),
            format!("--team-size {}", sizes.join(",")),
        ];
        words.extend(self.fighters_asked());
        words.push(format!("--margin {}", self.margin));
        // What was cut short would not be cut short again.
        let longest = |found: &Found| found.line_ups.iter().map(pairings::LineUp::games).max();
        let games = found.filter(|found| found.partial).and_then(longest);
        let mut flags = self
            .playing
            .words(games.or(self.playing.games).unwrap_or(0));
        if let Budget::UntilClear { most } = question.budget {
            flags[0] = format!("--at-most {}", games.unwrap_or(most));
        }
        words.extend(flags);
        words.extend(self.changes.words());
        words.join(" ")
    }
}

/// The line-up of a game of the question, as a scenario writes it.
fn line_up(
    scenario: &Scenario,
    question: &Question,
    game: u64,
) -> Result<serde_json::Value, Usage> {
    let owned = |team: Vec<&str>| team.into_iter().map(str::to_owned).collect();
    let teams: Vec<Vec<String>> = question.teams(game).into_iter().map(owned).collect();
    let game = scenario.game();
    game.teams(&teams, question.per_team)
        .ok_or_else(|| Usage(format!("{} has no teams to form: nobody is anybody's rival, or teams are its own; gong run and gong compare tell who is worth what", game.name())))
}

/// What the parties of a cooperative game ask of the command.
impl Pairings {
    pub fn path(&self) -> &Path {
        &self.scenario
    }

    pub fn playing(&self) -> &Playing {
        &self.playing
    }

    /// Games of each, if the user says so.
    pub fn games(&self) -> Option<u64> {
        self.playing.games.or(self.at_most)
    }

    /// How many teams, and their sizes, as the user says.
    pub fn sizes_asked(&self) -> (Option<u8>, &[u8]) {
        (self.teams, &self.team_size)
    }

    /// The flag that names the fighters, if the user does.
    pub fn fighters_asked(&self) -> Option<String> {
        let named = !self.fighters.is_empty();
        named.then(|| format!("--fighters {}", shell::word(&self.fighters.join(","))))
    }

    /// The scenario with this line-up, to be watched.
    pub fn watchable_as(&self, line_up: &serde_json::Value) -> Watchable {
        // The teams come before who controls them.
        let fields = line_up.as_object().into_iter().flatten().rev();
        let line_up: Vec<String> = fields
            .map(|(field, value)| format!("line-up.{field}={value}"))
            .collect();
        let sets = [&self.changes.sets.sets[..], &line_up].concat();
        Watchable::new(&self.scenario, &sets, &self.changes.strategies)
    }

    /// What `--set` changes of the scenario.
    pub fn sets(&self) -> &[String] {
        &self.changes.sets.sets
    }

    /// The flags that change the scenario.
    pub fn changes(&self) -> Vec<String> {
        self.changes.words()
    }
}

/// Teams as sets of members, whatever their order.
type Teams = BTreeSet<BTreeSet<usize>>;

fn set(teams: &[Vec<usize>]) -> Teams {
    teams
        .iter()
        .map(|team| team.iter().copied().collect())
        .collect()
}

/// The line-ups that the scenarios beside this one field, of the same roster, with the scenarios' names: the official ones, if it is a shipped one. What
/// is no sound scenario is none of ours.
pub fn fielded(path: &Path, scenario: &Scenario, fighters: &[String]) -> Vec<(Teams, String)> {
    let folder = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let mut beside: Vec<PathBuf> = fs::read_dir(folder.unwrap_or(Path::new(".")))
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "toml"))
        .collect();
    beside.sort();
    let line_up = |path: &PathBuf| {
        // Of a list of bots the line-up is the same for each.
        let other = scenarios(path, &[], &[]).ok()?.swap_remove(0);
        let seating = &other.seating;
        let party = [seating.fighters.clone()];
        let fixed = party[0].len() == seating.seats && other.open().cast().cooperative;
        let teams = if fixed { &party[..] } else { &seating.members };
        if teams.is_empty() || other.roster_name() != scenario.roster_name() {
            return None;
        }
        let member = |key: &String| fighters.iter().position(|known| known == key);
        let team = |team: &Vec<String>| team.iter().map(member).collect::<Option<_>>();
        let teams = teams.iter().map(team).collect::<Option<Teams>>()?;
        Some((teams, stem(path).to_owned()))
    };
    beside.iter().filter_map(line_up).collect()
}

/// Those of them that field these teams.
pub fn named(fielded: &[(Teams, String)], teams: &[Vec<usize>]) -> Option<String> {
    let teams = set(teams);
    let same = |fielded: &&(Teams, String)| fielded.0 == teams;
    let names: Vec<&str> = fielded.iter().filter(same).map(|f| f.1.as_str()).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Command};

    fn most(flags: &[&str]) -> u64 {
        let scenario = "scenarios/ultimate-warriorz/tribal-rumble-fixed-4.toml";
        let ask = ["gong", "pairings", scenario];
        let Command::Pairings(pairings) = Cli::parse_from(ask.iter().chain(flags)).command else {
            panic!("pairings");
        };
        let scenario = pairings.changes.scenario(&pairings.scenario).unwrap();
        match pairings.question(&scenario).unwrap().budget {
            Budget::UntilClear { most } => most,
            Budget::Each(games) => panic!("{games} each"),
        }
    }

    #[test]
    fn a_line_up_of_slower_bots_is_left_undecided_sooner() {
        assert_eq!(most(&["--strategy", "balanced"]), 64_000);
        assert_eq!(most(&["--strategy", "trained"]), 21_333);
        assert_eq!(most(&["--strategy", "mcts-fast"]), 1_015);
        assert_eq!(most(&["--strategy", "trained", "--at-most", "9k"]), 9_000);
    }
}
