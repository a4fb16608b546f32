//! Checks the flags of `gong pairings` and plans its games: scenario, line-ups, and number of
//! games.

use anyhow::Result;

use super::facts::{line_ups, sorted};
use super::fielded::Fielded;
use super::flags::PairingsFlags;
use super::line_ups::{AT_MOST, LineUpBudget, LineUpsPlan, MISSIONS};
use super::reference::{CHECKED, FEWEST, LineUpCheck, checked};
use super::rivals::LineUpResult;
use super::{PairingsFound, PairingsGames, parties, rivals};
use crate::questions::adaptation::AdaptationArgs;
use crate::questions::reference::{Asked, ReferenceGames};
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::scenario::Scenario;
use crate::session::failed::Watchable;
use crate::session::numbers::{MARGIN, share};
use crate::session::playing::{Playing, stem};
use crate::session::reading::Reading;
use crate::session::report_identity::ReportIdentity;
use crate::simulate::{FailedGame, Lot, Played};

/// Checked settings of the command `gong pairings`, which plays every way to form teams.
pub struct PairingsPlan {
    flags: PairingsFlags,
    /// The scenario with the teams of the first line-up. Its list of fighters includes all fighters
    /// that may be in a team.
    pub scenario: Scenario,
    pub line_ups: LineUpsPlan,
    pub fielded: Fielded,
    /// The games of the reference player with each line-up that the verdict names; `None` without a
    /// reference player.
    reference: Option<ReferenceGames>,
    /// The training games of the bots before the games.
    adaptation: AdaptationArgs,
}

impl QuestionPlan for PairingsPlan {
    type Flags = PairingsFlags;
    type Found = PairingsFound;

    fn new(flags: PairingsFlags, playing: &Playing, files: &mut Reading) -> Result<PairingsPlan> {
        let own = files.scenario(|| flags.changes.scenario(&flags.scenario))?;
        let plan = LineUpsPlan::new(&flags, &own, playing)?;
        let mut scenario = own.with_line_up(plan.line_up(&own, 0, 0)?);
        scenario.seating.fighters = plan.fighters.clone();
        let fielded =
            files.value(|| Fielded::beside(&flags.scenario, &scenario, &plan.fighters))?;
        let parties = usize::from(plan.has_parties());
        let checked = CHECKED[parties].min(plan.count() as usize);
        // Fewer games of each line-up mean fewer games of the reference player.
        let mut limited = playing.clone();
        limited.games = limited.games.or(flags.at_most);
        let asked = Asked {
            flags: &flags.players,
            playing: &limited,
            named: !flags.changes.strategies().is_empty(),
            games: [AT_MOST, MISSIONS][parties],
            fewest: FEWEST[parties],
            capped: true,
            excluded: (plan.has_parties() && checked < 2)
                .then_some("the reference player compares two parties, but there is only one"),
        };
        let adaptation = asked.adaptation(&[&scenario])?;
        let reference = ReferenceGames::of(&vec![&scenario; checked], &asked)?;
        Ok(PairingsPlan { flags, scenario, line_ups: plan, fielded, reference, adaptation })
    }

    fn about(&self) -> About<'_> {
        let (plan, cost) = (&self.line_ups, self.scenario.cost());
        let (lots, undivided) = match plan.budget {
            // A mission is played by all parties.
            LineUpBudget::Each(missions) if plan.has_parties() => {
                (vec![Lot::new(missions, cost * plan.count())], None)
            }
            LineUpBudget::Each(_) => (vec![Lot::new(plan.games(), cost)], None),
            LineUpBudget::UntilClear { .. } => (vec![], Some(UNDIVIDED)),
        };
        let sizes = plan.team_size().replace(',', "-");
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
            more_games_flag: plan.is_reduced.then_some("--at-most"),
            ..About::new(report, vec![&self.scenario], lots)
        }
    }

    fn change_bots(&mut self, change: &dyn Fn(&mut Scenario)) {
        let reference = self.reference.iter_mut().flat_map(|of| &mut of.variants);
        [&mut self.scenario].into_iter().chain(reference).for_each(change);
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<PairingsFound>> {
        let (scenario, plan) = (&self.scenario, &self.line_ups);
        let (keeper, stop, bar) = player.split();
        let mut outcome = match plan.has_parties() {
            false => {
                outcome(rivals::play(scenario, plan, keeper, stop, bar)?, PairingsGames::Rivals)
            }
            true => {
                outcome(parties::play(scenario, plan, keeper, stop, bar)?, PairingsGames::Parties)
            }
        };
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
        let plan = &self.line_ups;
        let mut resolved = vec![("team-size", plan.team_size())];
        resolved.extend(ReferenceGames::resolved(outcome));
        if !plan.has_parties() {
            // The number of teams follows from the sizes of the teams.
            resolved.extend([("teams", String::new()), ("margin", plan.margin.to_string())]);
        }
        let limited = self.flags.at_most.is_some();
        let flag = match plan.budget {
            LineUpBudget::Each(_) if !limited => "games",
            _ => "at-most",
        };
        let found = outcome.filter(|outcome| outcome.partial).map(|outcome| &outcome.found.games);
        let longest = found.and_then(|found| match found {
            PairingsGames::Rivals(rounds) => {
                let results = rounds.results(plan).ok()?;
                results.line_ups.iter().map(LineUpResult::games).max()
            }
            PairingsGames::Parties(missions) => Some(missions.games),
        });
        resolved.push((flag, longest.unwrap_or(plan.budget.most()).to_string()));
        resolved
    }

    fn watchables(&self, failed: &FailedGame) -> Vec<Watchable> {
        self.failed(failed.game).into_iter().collect()
    }
}

/// Returns the outcome of the games of the command's own bots.
fn outcome<T>(
    played: Played<T>,
    games: impl FnOnce(T) -> PairingsGames,
) -> PlanOutcome<PairingsFound> {
    let found = PairingsFound { games: games(played.tally), reference: None };
    PlanOutcome::new(found, played.games, played.partial, played.seconds)
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
        let plan = &self.line_ups;
        let line_ups = line_ups(self, games, "")?;
        let orders = |number| {
            let order = |game| {
                let line_up = plan.line_up(&self.scenario, number, game)?;
                Ok(reference.variants[0].with_line_up(line_up))
            };
            let orders = (0..plan.orders()).map(order);
            Ok((number, orders.collect::<Result<Vec<Scenario>>>()?))
        };
        checked(&sorted(&line_ups), plan.has_parties()).into_iter().map(orders).collect()
    }

    /// Returns the arguments with which `gong watch` shows the line-up of game number `game`, in
    /// which a bot failed.
    fn failed(&self, game: u64) -> Option<Watchable> {
        let plan = &self.line_ups;
        let (number, game) = match plan.has_parties() {
            false => ((game % plan.count()) as usize, game / plan.count()),
            true => (parties::failing(&self.scenario, plan, game)?, game),
        };
        self.watchable(number, game)
    }

    /// Returns the arguments with which `gong watch` shows game number `game` of a line-up.
    pub fn watchable(&self, number: usize, game: u64) -> Option<Watchable> {
        let line_up = self.line_ups.line_up(&self.scenario, number, game).ok()?;
        Some(self.flags.watchable(&line_up))
    }
}

/// The error message for `--shard` without `--games`: each line-up is then played until its verdict
/// is clear, so its number of games is not known before the games.
const UNDIVIDED: &str = "--shard needs --games, because without --games the results of all \
                           line-ups decide how many games each line-up plays";

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
        match plan("ultimate-warriorz/tribal-rumble-fixed-4", flags).unwrap().line_ups.budget {
            LineUpBudget::UntilClear { most } => most,
            LineUpBudget::Each(_) => panic!("a fixed number of games"),
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
            plan("battle-cards/duel-quick", &flags).unwrap().line_ups.team_size()
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
