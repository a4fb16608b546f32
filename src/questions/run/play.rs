//! Plays the games of a run; with the flag `--rows`, also writes the table `games`.

use anyhow::Result;

use super::plan::RunPlan;
use crate::questions::experiment::CellCounts;
use crate::questions::player::tally;
use crate::questions::{LotPlayer, PlanOutcome};
use crate::report::rows::RowsWriter;
use crate::session::progress::CommandBar;
use crate::simulate;
use crate::stats::Record;

/// Plays the games of the plan. A shard plays only its own share.
///
/// # Errors
/// Fails if a bot fails, or the table `games` cannot be written.
pub fn play(plan: &RunPlan, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<Vec<CellCounts>>> {
    plan.experiment.play(player, |player, cell| {
        if !plan.rows || cell.is_reference {
            return cell.counted(player);
        }
        let simulation = cell.scenarios[0].open();
        let rows = player.rows(&simulation)?;
        let (keeper, stop, bar) = player.split();
        let mut audience = WithRows { bar, rows };
        let played = tally(keeper, (stop, &mut audience), cell.lot, &simulation, cell.games)?;
        audience.rows.finish()?;
        Ok(Some(CellCounts::of(played)))
    })
}

/// Shows the progress of the games, and writes their rows.
struct WithRows<'a> {
    bar: &'a CommandBar,
    rows: RowsWriter,
}

impl simulate::Audience for WithRows<'_> {
    fn played(&self, games: u64) {
        self.bar.add(games);
    }

    fn records(&mut self, first: u64, records: &[Record]) -> Result<()> {
        self.rows.add(first, records)
    }
}
