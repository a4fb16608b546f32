//! Checks the flags of `gong pairings` and plans its games: scenario, line-ups, and number of
//! games.

use anyhow::Result;

use super::PairingsFound;
use super::facts::{checked, line_ups};
use super::flags::PairingsFlags;
use super::line_ups::{AT_MOST, LineUpBudget, LineUpsPlan, MISSIONS};
use super::play::{play, play_reference};
use super::results::{LineUpResult, Results};
use crate::questions::adaptation::AdaptationArgs;
use crate::questions::experiment::CellCounts;
use crate::questions::reference::{Asked, ReferenceGames};
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::scenario::Scenario;
use crate::session::failed::Watchable;
use crate::session::numbers::{MARGIN, share};
use crate::session::playing::{Playing, stem};
use crate::session::reading::Reading;
use crate::session::report_identity::ReportIdentity;
use crate::simulate::{FailedGame, Lot};

/// Maximum number of line-ups of rivals, and of parties, that the reference player plays.
const CHECKED: [usize; 2] = [6, 2];
/// Minimum number of games of each line-up of rivals, and of each party, with which the reference
/// player plays by default. With fewer games, the win rate of one of two teams is known to ± 6
/// points or worse, and the difference of two parties to ± 14 points or worse.
const FEWEST: [u64; 2] = [300, 100];

/// Checked settings of the command `gong pairings`, which plays every way to form teams.
pub struct PairingsPlan {
    flags: PairingsFlags,
    /// The scenario with the teams of the first line-up. Its list of fighters includes all fighters
    /// that may be in a team.
    pub scenario: Scenario,
    pub line_ups: LineUpsPlan,
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
            excluded: None,
        };
        let adaptation = asked.adaptation(&[&scenario])?;
        let reference = ReferenceGames::of(&vec![&scenario; checked], &asked)?;
        Ok(PairingsPlan { flags, scenario, line_ups: plan, reference, adaptation })
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
        let plan = &self.line_ups;
        let (keeper, stop, bar) = player.split();
        let played = play(&self.scenario, plan, keeper, stop, bar)?;
        let found = PairingsFound { rounds: played.tally, reference: None };
        let mut outcome = PlanOutcome::new(found, played.games, played.partial, played.seconds);
        // Only the games of the command's own bots can be divided into shards: the results of these
        // games decide which line-ups the reference player plays.
        if let Some(games) = &self.reference
            && !outcome.partial
            && !player.keeper.is_shard()
        {
            let results = Results::new(&outcome.found.rounds, plan)?;
            let chosen = checked(&line_ups(plan, &results, ""), plan);
            outcome.found.reference = play_reference(games, plan, chosen, player)?;
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
            resolved.push(("margin", plan.margin.to_string()));
        }
        let flag = match plan.budget {
            LineUpBudget::Each(_) if self.flags.at_most.is_none() => "games",
            _ => "at-most",
        };
        let cut = outcome.filter(|outcome| outcome.partial);
        let results = cut.and_then(|cut| Results::new(&cut.found.rounds, plan).ok());
        let longest = results.and_then(|of| of.line_ups.iter().map(LineUpResult::games).max());
        resolved.push((flag, longest.unwrap_or(plan.budget.most()).to_string()));
        resolved
    }

    fn watchables(&self, failed: &FailedGame) -> Vec<Watchable> {
        let (game, all) = (failed.game, self.line_ups.count());
        match self.line_ups.has_parties() {
            false => self.watchable((game % all) as usize, game / all).into_iter().collect(),
            true => (0..all).filter_map(|party| self.watchable(party as usize, game)).collect(),
        }
    }
}

impl PairingsPlan {
    /// Returns the arguments with which `gong watch` shows game number `game` of a line-up.
    pub fn watchable(&self, number: usize, game: u64) -> Option<Watchable> {
        let line_up = self.line_ups.line_up(&self.scenario, number, game).ok()?;
        Some(self.flags.watchable(&line_up))
    }

    /// Returns the name of the reference player and its games; `None` if it did not play.
    pub fn reference_games<'a>(
        &'a self,
        found: &'a PairingsFound,
    ) -> Option<(&'a str, &'a CellCounts)> {
        self.reference.as_ref().map(ReferenceGames::name).zip(found.reference.as_ref())
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
