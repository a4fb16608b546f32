//! The command `gong watch`: shows one game of a run move by move.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use clap::builder::styling::{AnsiColor, Style};

use crate::game::story::{LineStyle, StoryLine};
use crate::report::{atomic_file, replay};
use crate::session::{ScenarioArgs, Usage, each_once};
use crate::shell;
use crate::simulate::Simulation;
use crate::simulate::{StoryForm, Watching};

/// Show one game of a run move by move, with the dice
#[derive(Debug, Clone, Args)]
pub struct Watch {
    /// The scenario file, or the folder of a report
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,
    /// The seed of the run
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The game's number in the run, from 0, as in the column `game` of the table `games`
    #[arg(long, value_name = "I", default_value_t = 0)]
    game: u64,
    /// The game whose deal is combined with the dice of --game, as in runs that replay deals
    /// [default: that of --game]
    #[arg(long, value_name = "I")]
    deal: Option<u64>,
    /// Write one JSON object per event instead of prose
    #[arg(long)]
    json: bool,
    /// Write a page that replays the game on a drawn board, with what the bots thought
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "explain"])]
    html: Option<PathBuf>,
    /// Replace the file of --html if it exists
    #[arg(long, requires = "html")]
    force: bool,
    /// Show for each decision of this seat how its bot rates the options
    #[arg(long, value_name = "SEAT")]
    explain: Option<u8>,
    #[command(flatten)]
    changes: ScenarioArgs,
}

impl Watch {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        each_once("--set", self.changes.sets())?;
        let scenario = self.changes.scenario(&self.scenario)?;
        let simulation = scenario.open();
        self.check_seat(&simulation)?;
        self.check_file()?;
        let watching = Watching {
            title: scenario.game.title().name(),
            scenario: &scenario.title,
            form: match (&self.html, self.json) {
                (Some(_), _) => StoryForm::Replay,
                (None, true) => StoryForm::Json,
                (None, false) => StoryForm::Prose,
            },
            explain: self.explain,
            deal: self.deal,
        };
        let told = simulation.worker().watch(self.seed, self.game, &watching);
        if let (Some(file), Some(replay)) = (&self.html, &told.replay) {
            atomic_file::write(file, replay::page(replay)?.as_bytes())?;
            writeln!(out, "Next: open {}", shell::path(file))?;
            return told.failed.map_or(Ok(()), |failed| Err((*failed).into()));
        }
        // Colours are used only on a terminal, not in a file or a pager.
        let coloured = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        for line in told.lines {
            let style = if coloured { style(&line) } else { Style::new() };
            writeln!(out, "{style}{line}{style:#}")?;
        }
        // If a bot fails, the events before the failure are printed first, then the error.
        told.failed.map_or(Ok(()), |failed| Err((*failed).into()))
    }

    /// Checks that the file of the flag `--html` can be written. The file must not exist, unless
    /// `--force` is given.
    fn check_file(&self) -> Result<(), Usage> {
        let Some(file) = &self.html else {
            return Ok(());
        };
        let shown = file.display();
        if file.is_dir() || file.extension().is_none_or(|ending| ending != "html") {
            return Err(Usage(format!("--html {shown}: wants a file that ends in .html")));
        }
        if file.exists() && !self.force {
            return Err(Usage(format!(
                "{shown} exists already: name another file with --html, or replace it with --force"
            )));
        }
        atomic_file::writable_file(file)
            .map_err(|error| Usage(format!("--html {shown}: {error:#}")))
    }

    /// Checks that the seat of the flag `--explain` exists in the game.
    fn check_seat(&self, simulation: &Simulation) -> Result<(), Usage> {
        let seats = || simulation.cast().slots.iter().map(|slot| slot.seat);
        let most = seats().max().unwrap_or(0);
        match self.explain {
            Some(seat) if !seats().any(|known| known == seat) => Err(Usage(format!(
                "--explain {seat}: there is no such seat; seats are numbered from 1 to {most}"
            ))),
            _ => Ok(()),
        }
    }
}

fn style(line: &StoryLine) -> Style {
    match line.style {
        LineStyle::Heading => Style::new().bold().underline(),
        LineStyle::Turn => Style::new().bold(),
        LineStyle::Fall => AnsiColor::Red.on_default().bold(),
        LineStyle::Legend | LineStyle::Why => Style::new().dimmed(),
        LineStyle::Plain
        | LineStyle::Step
        | LineStyle::Detail
        | LineStyle::Blank
        | LineStyle::Json => Style::new(),
    }
}
