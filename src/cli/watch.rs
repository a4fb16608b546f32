//! `gong watch`: one game of a run, told move by move.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use clap::builder::styling::{AnsiColor, Style};

use super::Table;
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
        let mut player = simulation.player();
        if self.json {
            let mut events = Events::new(scene, &bill);
            let end = player.show(self.seed, self.game, &mut events);
            for told in events.finish(&end.state) {
                writeln!(out, "{}", serde_json::to_string(&told)?)?;
            }
        } else {
            let mut prose = Prose::new(scene, &bill);
            let end = player.show(self.seed, self.game, &mut prose);
            // What is piped into a file or a pager stays plain.
            let coloured =
                std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            for line in prose.finish(&end.state) {
                let style = if coloured { style(&line) } else { Style::new() };
                writeln!(out, "{style}{line}{style:#}")?;
            }
        }
        Ok(())
    }
}

fn style(line: &Line) -> Style {
    match line.manner {
        Manner::Heading => Style::new().bold().underline(),
        Manner::Turn => Style::new().bold(),
        Manner::Fall => AnsiColor::Red.on_default().bold(),
        Manner::Legend => Style::new().dimmed(),
        Manner::Plain | Manner::Step | Manner::Detail | Manner::Blank => Style::new(),
    }
}
