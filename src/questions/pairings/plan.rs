//! Checks the flags of `gong pairings` and plans its games: scenario, line-ups, and number of
//! games.

use anyhow::Result;
use serde_json::Value as Json;

use super::fielded::Fielded;
use super::flags::PairingsFlags;
use super::parties::{self, PartiesPlan};
use super::reference::LineUpCheck;
use super::seats::{in_order, orders};
use super::teams::{self, LineUpBudget, TeamsPlan};
use super::{PairingsFound, PairingsGames};
use crate::questions::adaptation::AdaptationArgs;
use crate::questions::reference::{Asked, ReferenceGames};
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::scenario::Scenario;
use crate::session::Usage;
use crate::session::failed::Watchable;
use crate::session::numbers::{MARGIN, share};
use crate::session::playing::{Playing, stem};
use crate::session::reading::Reading;
use crate::session::report_identity::ReportIdentity;
use crate::simulate::{FailedGame, Lot};

/// Checked settings of the command `gong pairings`, which plays every way to form teams.
pub struct PairingsPlan {
    flags: PairingsFlags,
    /// The scenario with the teams of the first line-up. Its list of fighters includes all fighters
    /// that may be in a team.
    pub scenario: Scenario,
    pub form: PairingsForm,
    pub fielded: Fielded,
    /// The games of the reference player with each line-up that the verdict names; `None` without a
    /// reference player.
    reference: Option<ReferenceGames>,
    /// The training games of the bots before the games.
    adaptation: AdaptationArgs,
}

/// The two forms of `gong pairings`: rival teams, or the parties of a cooperative game.
pub enum PairingsForm {
    /// Settings for teams that play against each other.
    Teams(TeamsPlan),
    /// Settings for the parties of a cooperative game; a party is a team that plays against the
    /// game.
    Parties(PartiesPlan),
}

impl QuestionPlan for PairingsPlan {
    type Flags = PairingsFlags;
    type Found = PairingsFound;

    fn new(flags: PairingsFlags, playing: &Playing, files: &mut Reading) -> Result<PairingsPlan> {
        let own = files.scenario(|| flags.changes.scenario(&flags.scenario))?;
        let form = match own.open().cast().cooperative {
            true => PairingsForm::Parties(PartiesPlan::new(&flags, &own, playing)?),
            false => PairingsForm::Teams(TeamsPlan::new(&flags, &own, playing)?),
        };
        let mut scenario = own.with_line_up(form.line_up(&own, 0, 0)?);
        scenario.seating.fighters = form.fighters().to_vec();
        let fielded =
            files.value(|| Fielded::beside(&flags.scenario, &scenario, form.fighters()))?;
        let (line_ups, games, fewest) = form.checks();
        let single = matches!(form, PairingsForm::Parties(_)) && line_ups < 2;
        // Fewer games of each line-up mean fewer games of the reference player.
        let mut limited = playing.clone();
        limited.games = limited.games.or(flags.at_most);
        let asked = Asked {
            flags: &flags.players,
            playing: &limited,
            named: !flags.changes.strategies().is_empty(),
            games,
            fewest,
            capped: true,
            excluded: single
                .then_some("the reference player compares two parties, but there is only one"),
        };
        let adaptation = asked.adaptation(&[&scenario])?;
        let reference = ReferenceGames::of(&vec![&scenario; line_ups], &asked)?;
        Ok(PairingsPlan { flags, scenario, form, fielded, reference, adaptation })
    }

    fn about(&self) -> About<'_> {
        let cost = self.scenario.cost();
        let (lots, is_reduced, undivided) = match &self.form {
            PairingsForm::Parties(plan) => {
                let cost = cost * plan.parties().len() as u64;
                (vec![Lot::new(plan.missions, cost)], plan.is_reduced, None)
            }
            PairingsForm::Teams(plan) => match plan.budget {
                LineUpBudget::Each(_) => {
                    (vec![Lot::new(plan.games(), cost)], plan.is_reduced, None)
                }
                LineUpBudget::UntilClear { .. } => (vec![], plan.is_reduced, Some(UNDIVIDED)),
            },
        };
        let sizes = self.form.sizes().replace(',', "-");
        let name = format!("{}-pairings-{sizes}", stem(&self.flags.scenario));
        let report = ReportIdentity::from(name)
            .without("--team-size")
            .nameless("--fighters")
            .uncounted("--at-most");
        let report = match share(MARGIN) == Ok(self.flags.margin) {
            true => report.without("--margin"),
            false => report,
        };
        let reference: Vec<&Scenario> = self.reference.iter().map(|of| &of.variants[0]).collect();
        let memory = reference.iter().copied().chain([&self.scenario]).map(Scenario::memory);
        About {
            adaptation: self.adaptation,
            sets: self.flags.changes.sets(),
            checkpoints: undivided.is_none(),
            undivided,
            memory: memory.max().unwrap_or(0),
            reference,
            more_games_flag: is_reduced.then_some("--at-most"),
            ..About::new(report, vec![&self.scenario], lots)
        }
    }

    fn change_bots(&mut self, change: &dyn Fn(&mut Scenario)) {
        let reference = self.reference.iter_mut().flat_map(|of| &mut of.variants);
        [&mut self.scenario].into_iter().chain(reference).for_each(change);
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<PairingsFound>> {
        let mut outcome = match &self.form {
            PairingsForm::Teams(teams) => teams::play_plan(&self.scenario, teams, player),
            PairingsForm::Parties(parties) => parties::play_plan(&self.scenario, parties, player),
        }?;
        // Only the games of the command's own bots can be divided into shards: the results of these
        // games decide which line-ups the reference player plays.
        if let Some(games) = &self.reference
            && !outcome.partial
            && !player.keeper.is_shard()
        {
            let line_ups = self.checked(games, &outcome.found.games)?;
            outcome.found.reference = LineUpCheck::play(games, line_ups, player)?;
            outcome.partial = outcome.found.reference.is_none();
        }
        let reference = self.reference.as_ref();
        outcome.unplayed_reference = ReferenceGames::unplayed(reference, outcome.partial);
        Ok(outcome)
    }

    fn resolved(&self, outcome: Option<&PlanOutcome<PairingsFound>>) -> FlagValues {
        let found = outcome.filter(|outcome| outcome.partial).map(|outcome| &outcome.found.games);
        let mut resolved = vec![("team-size", self.form.sizes())];
        resolved.extend(ReferenceGames::resolved(outcome));
        let (flag, games) = match (&self.form, found) {
            (PairingsForm::Parties(plan), found) => {
                let played = match found {
                    Some(PairingsGames::Parties(missions)) => missions.games,
                    _ => plan.missions,
                };
                let flag = self.flags.at_most.map_or("games", |_| "at-most");
                (flag, played)
            }
            (PairingsForm::Teams(plan), found) => {
                // The number of teams follows from the sizes of the teams.
                resolved.extend([("teams", String::new()), ("margin", plan.margin.to_string())]);
                let (flag, most) = match plan.budget {
                    LineUpBudget::Each(games) => ("games", games),
                    LineUpBudget::UntilClear { most } => ("at-most", most),
                };
                let longest = match found {
                    Some(PairingsGames::Teams(rounds)) => plan.longest(rounds),
                    _ => None,
                };
                (flag, longest.unwrap_or(most))
            }
        };
        resolved.push((flag, games.to_string()));
        resolved
    }

    fn watchables(&self, failed: &FailedGame) -> Vec<Watchable> {
        self.watchable(failed.game).into_iter().collect()
    }
}

impl PairingsPlan {
    /// Returns the line-ups for the reference player: the number of each, and its scenario in every
    /// seating order.
    ///
    /// # Errors
    /// Fails if the games do not belong to this plan.
    fn checked(
        &self,
        reference: &ReferenceGames,
        games: &PairingsGames,
    ) -> Result<Vec<(usize, Vec<Scenario>)>> {
        let numbers = match (&self.form, games) {
            (PairingsForm::Teams(plan), PairingsGames::Teams(rounds)) => {
                teams::checked(plan, rounds, &self.fielded)?
            }
            (PairingsForm::Parties(plan), PairingsGames::Parties(missions)) => {
                parties::checked(plan, missions)?
            }
            _ => vec![],
        };
        let line_up = |number| {
            let order = |game| {
                let line_up = self.form.line_up(&self.scenario, number, game)?;
                Ok(reference.variants[0].with_line_up(line_up))
            };
            let orders = (0..self.form.orders()).map(order);
            Ok((number, orders.collect::<Result<Vec<Scenario>>>()?))
        };
        numbers.into_iter().map(line_up).collect()
    }

    /// Returns arguments with which the command `gong watch` shows the line-up of game number
    /// `game`, in which a bot failed.
    pub fn watchable(&self, game: u64) -> Option<Watchable> {
        let (number, game) = match &self.form {
            PairingsForm::Teams(plan) => plan.number(game),
            PairingsForm::Parties(plan) => (parties::failing(&self.scenario, plan, game)?, game),
        };
        let line_up = self.form.line_up(&self.scenario, number, game).ok()?;
        Some(self.flags.watchable(&line_up))
    }
}

/// The error message for `--shard` without `--games`: each line-up is then played until its verdict
/// is clear, so its number of games is not known before the games.
const UNDIVIDED: &str = "--shard needs --games, because without --games the results of all \
                           line-ups decide how many games each line-up plays";

impl PairingsForm {
    /// Returns the keys of all fighters that form teams or parties.
    fn fighters(&self) -> &[String] {
        match self {
            PairingsForm::Teams(plan) => &plan.fighters,
            PairingsForm::Parties(plan) => &plan.fighters,
        }
    }

    /// Returns the maximum number of line-ups that the reference player plays, the default number
    /// of games of each line-up with fast bots, and the minimum number with the reference player.
    fn checks(&self) -> (usize, u64, u64) {
        match self {
            PairingsForm::Teams(plan) => {
                let line_ups = teams::CHECKED.min(plan.every().len());
                (line_ups, teams::AT_MOST, teams::FEWEST)
            }
            PairingsForm::Parties(plan) => {
                let parties = parties::CHECKED.min(plan.parties().len());
                (parties, parties::MISSIONS, parties::FEWEST)
            }
        }
    }

    /// Formats the sizes of the teams, or of the party, as a value of `--team-size`.
    fn sizes(&self) -> String {
        match self {
            PairingsForm::Teams(plan) => {
                let sizes: Vec<String> = plan.sizes.iter().map(usize::to_string).collect();
                sizes.join(",")
            }
            PairingsForm::Parties(plan) => plan.size.to_string(),
        }
    }

    /// Returns the number of orders in which the fighters of a line-up sit.
    fn orders(&self) -> u64 {
        match self {
            PairingsForm::Teams(plan) => orders(&plan.sizes),
            PairingsForm::Parties(plan) => orders(&[plan.size]),
        }
    }

    /// Returns line-up number `number` (counted from 0) in the format of a scenario file. The
    /// fighters have the order in which they sit in game number `game` of the line-up.
    ///
    /// # Errors
    /// Fails if the game has no teams to form.
    fn line_up(&self, scenario: &Scenario, number: usize, game: u64) -> Result<Json, Usage> {
        let title = scenario.game();
        let (teams, per_team, what) = match self {
            PairingsForm::Teams(plan) => (
                plan.seated(number, game),
                plan.per_team,
                "teams to form, because it has no rivals or its teams are fixed",
            ),
            PairingsForm::Parties(plan) => {
                (in_order(&[plan.keys(&plan.parties()[number])], game), false, "parties to form")
            }
        };
        title.teams(&teams, per_team).ok_or_else(|| {
            Usage(format!(
                "{} has no {what}; gong run and gong compare measure what each fighter is worth",
                title.name()
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches;

    use super::*;
    use crate::questions::AnyQuestion;
    use crate::questions::pairings::Pairings;

    /// Plans a command with this scenario, such as "ultimate-warriorz/tribal-rumble", and flags.
    fn plan(scenario: &str, flags: &[&str]) -> Result<PairingsPlan> {
        let scenario = format!("scenarios/{scenario}.toml");
        let asked = ["pairings", &scenario];
        let asked = Pairings.command().get_matches_from(asked.iter().chain(flags));
        let playing = Playing::from_arg_matches(&asked).unwrap();
        let flags = PairingsFlags::from_arg_matches(&asked).unwrap();
        PairingsPlan::new(flags, &playing, &mut Reading::new(&playing))
    }

    fn most(flags: &[&str]) -> u64 {
        let plan = plan("ultimate-warriorz/tribal-rumble-fixed-4", flags).unwrap();
        match plan.form {
            PairingsForm::Teams(TeamsPlan {
                budget: LineUpBudget::UntilClear { most }, ..
            }) => most,
            _ => panic!("a fixed number of games"),
        }
    }

    #[test]
    fn a_line_up_of_slower_bots_is_left_undecided_sooner() {
        assert_eq!(most(&["--strategy", "balanced"]), 64_000);
        assert_eq!(most(&["--strategy", "trained"]), 21_333);
        assert_eq!(most(&["--strategy", "mcts-fast"]), 1_488);
        assert_eq!(most(&["--strategy", "trained", "--at-most", "9k"]), 9_000);
    }

    #[test]
    fn drawn_teams_have_the_size_that_the_scenario_says() {
        let heroes = "superman,batman,comete,rempart,foudre-bleue,la-vigie,titane,luciole";
        let sizes = |flags: &[&str]| {
            let flags = [&["--fighters", heroes][..], flags].concat();
            plan("battle-cards/duel-quick", &flags).unwrap().form.sizes()
        };
        assert_eq!(sizes(&[]), "4,4");
        assert_eq!(sizes(&["--team-size", "2"]), "2,2");
    }

    #[test]
    fn what_is_refused_is_named() {
        for (scenario, flags, said) in [
            (
                "ultimate-warriorz/tribal-rumble",
                &["--fighters", "agaric"][..],
                "teams of 2 against 2 need 4 fighters; --fighters names only 1",
            ),
            (
                "ultimate-warriorz/tribal-rumble-fixed-2",
                &[],
                "teams of 2 against 2 need 4 fighters; there are only 2",
            ),
            (
                "ultimate-warriorz/tribal-rumble",
                &["--fighters", "agaric,cactus,agaric"],
                "--fighters names `agaric` twice",
            ),
            (
                "battle-cards/2v2",
                &["--team-size", "2"],
                "there are 690,900 ways to form teams of 2 against 2 of 50 characters",
            ),
        ] {
            let refused = plan(scenario, flags).err().expect(said).to_string();
            assert!(refused.contains(said), "{refused}");
        }
    }
}
