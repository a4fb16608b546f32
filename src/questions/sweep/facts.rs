//! The results of `gong sweep`, in the form that page, charts and sentences need.

use std::ptr;

use super::effects::effects;
use super::grid::Axis;
use super::play::{SweepFound, SweepPlan};
use super::played::PlayedGrid;
use crate::questions::changes::Change;
use crate::questions::facts::{Agreement, Fact};
use crate::questions::judge::Judged;
use crate::report::Manifest;
use crate::report::people::People;
use crate::report::standing::Standing;
use crate::report::words::the_bots;

/// The results of `gong sweep`.
pub struct SweepFacts {
    /// Confidence level of all intervals, 0 to 1.
    pub level: f64,
    pub people: People,
    pub axes: Vec<Axis>,
    /// Index of the value of the first axis that the unchanged scenario has; `None` if the axis
    /// does not contain this value.
    pub in_force: Option<usize>,
    /// The points with the command's own bots.
    pub own: PlayedGrid,
    /// The points with the reference player; `None` without one.
    pub reference: Option<PlayedGrid>,
    /// The effects of the axes on win rates.
    pub effects: Vec<Change>,
}

/// The points that may be the fairest, with the player whose answer leads.
pub struct Fairest<'a> {
    pub grid: &'a PlayedGrid,
    /// Indices of the points, that with the smallest distance from fair first.
    pub points: Vec<usize>,
    /// Who plays, as in "with “mcts-fast”"; empty without a reference player.
    pub with: String,
    /// How the answers of the two players go together; `None` if neither is significant.
    pub check: Option<Agreement>,
}

impl SweepFacts {
    /// Collects and judges the results of a sweep.
    pub fn new(plan: &SweepPlan, found: &SweepFound, manifest: &Manifest) -> SweepFacts {
        let (level, people) = (manifest.level, People::of(manifest));
        let bots = manifest.strategies.iter().map(|bot| bot.name.clone()).collect();
        let (own, theirs) = found.split_at(found.len().min(plan.experiment.arms.len()));
        let own = PlayedGrid::new(plan, own, bots, &people, level);
        let reference = plan.experiment.reference().filter(|_| !theirs.is_empty());
        let reference = reference.map(|player| {
            PlayedGrid::new(plan, theirs, vec![player.name().to_owned()], &people, level)
        });
        SweepFacts {
            effects: effects(&plan.axes, &own, reference.as_ref(), level),
            in_force: plan.axes[0].in_force(&plan.base),
            axes: plan.axes.clone(),
            level,
            people,
            own,
            reference,
        }
    }

    /// Returns the points with each player, those with the own bots first.
    pub fn grids(&self) -> impl Iterator<Item = &PlayedGrid> {
        [&self.own].into_iter().chain(&self.reference)
    }

    /// Returns all facts: those of the points, and the effects of the axes.
    pub fn judged(&self) -> Vec<Fact> {
        let theirs = self.reference.as_ref().map_or(&[][..], |of| &of.facts);
        let of_points = Judged::pairs(self.own.facts.clone(), theirs);
        let all = of_points.iter().chain(self.effects.iter().map(|of| &of.judged));
        all.flat_map(Judged::facts).cloned().collect()
    }

    /// Returns the points that may be the fairest with the player whose answer leads. A player has
    /// a significant answer if it leaves out a point.
    pub fn fairest(&self) -> Fairest<'_> {
        let points = self.own.fairest();
        let own = Fairest { grid: &self.own, points, with: String::new(), check: None };
        let Some(grid) = &self.reference else {
            return own;
        };
        let points = grid.fairest();
        let [mine, theirs] = [&own.points, &points].map(|points| {
            let leaves_out = !points.is_empty() && points.len() < self.own.points.len();
            Standing::of(leaves_out, true)
        });
        let apart = !own.points.iter().any(|point| points.contains(point));
        let check = match Agreement::of_two(mine, theirs) {
            Some(Agreement::Confirmed) if apart => Some(Agreement::Opposite),
            check => check,
        };
        let (bots, reference) = (&self.own.bots, &grid.bots[0]);
        let with = match check {
            Some(check) => check.leading_player(bots, reference),
            None => format!("with “{reference}” or with {}", the_bots(bots)),
        };
        match check.is_some_and(Agreement::reference_leads) {
            true => Fairest { grid, points, with, check },
            false => Fairest { with, check, ..own },
        }
    }

    /// Returns the word for a point in sentences: a value if one setting varies, a combination of
    /// values otherwise.
    pub fn noun(&self) -> &'static str {
        if self.axes.len() == 1 { "value" } else { "combination" }
    }

    /// Says what the distance of a point from fair is.
    pub fn distance(&self) -> String {
        let contestant = if self.own.has_factions() { "side" } else { self.people.word() };
        format!("largest distance of a {contestant}’s win rate from the fair share")
    }

    /// Returns the name of a table or a chart of one player.
    pub fn name(&self, of_own: &str, grid: &PlayedGrid) -> String {
        let prefix = if ptr::eq(grid, &self.own) { "" } else { "reference_" };
        format!("{prefix}{of_own}")
    }

    /// Says how many fighters charts and tables leave out; empty if they show all.
    pub fn left_out(&self, grid: &PlayedGrid) -> String {
        match grid.series.len() - grid.shown(&self.axes).len() {
            0 => String::new(),
            some => format!(
                " The win rates of {some} {} that change less are left out; the table results has \
                 all.",
                self.people.several()
            ),
        }
    }

    /// Returns whether the game is cooperative, so that no point has a distance from fair.
    pub fn is_cooperative(&self) -> bool {
        self.own.points.first().is_none_or(|point| point.row.off_fair.is_none())
    }
}
