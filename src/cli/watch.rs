//! `gong watch`: one game of a run, told move by move.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use clap::builder::styling::{AnsiColor, Style};

use super::explain::explain;
use super::{Table, Usage};
use crate::games::arena::story::{Events, Line, Manner, Playbill, Prose, Role, Scene};
use crate::simulate::Simulation;

/// Tell one game move by move, with the dice: exactly the game that a run played
#[derive(Debug, Args)]
pub struct Watch {
    /// The scenario file
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,
    /// The seed of the run
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The game's number in the run, from 0, as in the column `game` of the table `games`
    #[arg(long, value_name = "I", default_value_t = 0)]
    game: u64,
    /// Write one JSON object per event instead of prose
    #[arg(long)]
    json: bool,
    /// Tell for each decision of this seat what its options were worth to its bot
    #[arg(long, value_name = "SEAT")]
    explain: Option<u8>,
    #[command(flatten)]
    table: Table,
}

impl Watch {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let scenario = self.table.scenario(&self.scenario)?;
        let simulation = Simulation::new(&scenario);
        let opening = simulation.opening(self.seed, self.game);
        let cast = simulation.cast();
        let slots = opening.slots();
        let roles: Vec<Role> = (0..opening.fighters())
            .map(|fighter| {
                let slot = cast.slots[usize::from(slots[fighter])];
                Role {
                    seat: slot.seat,
                    team: slot.team,
                    strategy: simulation.entrant(&opening, fighter).strategy.clone(),
                }
            })
            .collect();
        let scene = Scene::new(simulation.arena(), &scenario.roster, &opening, &roles);
        let bill = Playbill {
            title: scenario.title.clone(),
            seed: self.seed,
            game: self.game,
        };
        let explained = self
            .explain
            .map(|seat| asked_for(seat, &roles))
            .transpose()?;
        let explained = |player: usize| explained == Some(roles[player].seat);
        let mut player = simulation.player();
        // Of a game that breaks off, what was played is told before the reason.
        if self.json {
            let mut events = Events::new(scene, &bill);
            let end = player.show_loud(self.seed, self.game, &mut events, |events, decided| {
                if explained(decided.player) {
                    explain(&decided, |why| events.explain(why));
                }
            });
            let (told, failed) = match end {
                Ok(end) => (events.finish(&end.state), None),
                Err(failed) => (events.lines().to_vec(), Some(failed)),
            };
            for told in told {
                writeln!(out, "{}", serde_json::to_string(&told)?)?;
            }
            failed.map_or(Ok(()), |failed| Err((*failed).into()))
        } else {
            let mut prose = Prose::new(scene, &bill);
            let end = player.show_loud(self.seed, self.game, &mut prose, |prose, decided| {
                if explained(decided.player) {
                    explain(&decided, |why| prose.explain(why));
                }
            });
            let (lines, failed) = match end {
                Ok(end) => (prose.finish(&end.state), None),
                Err(failed) => (prose.lines().to_vec(), Some(failed)),
            };
            // What is piped into a file or a pager stays plain.
            let coloured =
                std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            for line in lines {
                let style = if coloured { style(&line) } else { Style::new() };
                writeln!(out, "{style}{line}{style:#}")?;
            }
            failed.map_or(Ok(()), |failed| Err((*failed).into()))
        }
    }
}

/// The seat whose decisions are to be explained, if there is such a one.
fn asked_for(seat: u8, roles: &[Role]) -> Result<u8, Usage> {
    if roles.iter().any(|role| role.seat == seat) {
        return Ok(seat);
    }
    let most = roles.iter().map(|role| role.seat).max().unwrap_or(0);
    Err(Usage(format!(
        "--explain {seat}: there is no such seat; they count from 1 to {most}"
    )))
}

fn style(line: &Line) -> Style {
    match line.manner {
        Manner::Heading => Style::new().bold().underline(),
        Manner::Turn => Style::new().bold(),
        Manner::Fall => AnsiColor::Red.on_default().bold(),
        Manner::Legend | Manner::Why => Style::new().dimmed(),
        Manner::Plain | Manner::Step | Manner::Detail | Manner::Blank => Style::new(),
    }
}
