//! The tables in the prose of a story: the line-up, the state at the start of each round, and the
//! results of the game.

use super::Story;
use super::words;
use super::{Figure, Scene};
use crate::game::story::LineStyle;
use crate::games::arena::board::{Fighters, members};
use crate::games::arena::state::State;
use crate::words::shown_width;

impl Story<'_> {
    /// Writes the beginning of a story: the line-up and a legend.
    pub(super) fn tell_opening(&mut self) {
        let mut figures: Vec<&Figure> = self.scene.figures.iter().collect();
        figures.sort_by_key(|figure| (figure.role.team, figure.role.seat));
        let rows = figures.iter().map(|figure| {
            let cells = [
                format!("seat {}", figure.role.seat),
                team(figure),
                figure.name.clone(),
                format!("size {}", figure.size),
                format!("played by {}", figure.role.strategy),
            ];
            cells.to_vec()
        });
        for row in aligned(rows.collect(), &[]) {
            self.line(LineStyle::Plain, row);
        }
        self.line(
            LineStyle::Legend,
            "(Before each turn stands its initiative. “rolls 2 [4] [6] against 4”: 4 or more \
             wounds, and the dice that do are in brackets.)",
        );
    }

    /// Writes a table with the life points, score, zone and chosen card of each living fighter.
    pub(super) fn tell_standing(&mut self) {
        let living = self.scene.figures.iter().filter(|figure| figure.alive);
        let rows = living.map(|figure| {
            let mut notes = Vec::new();
            if figure.trophies != 0 {
                let some = if figure.trophies.is_power_of_two() { "trophy" } else { "trophies" };
                notes.push(format!("{some}: {}", self.scene.names(figure.trophies)));
            }
            if figure.shift != 0 {
                notes.push(format!("initiative {}", words::signed(figure.shift)));
            }
            if figure.netted {
                notes.push("netted".to_owned());
            }
            // A dragon chooses no card.
            let chosen = figure.cards.get(usize::from(figure.chosen));
            let chosen = chosen.map_or(String::new(), |card| card.name.clone());
            let notes = match notes.is_empty() {
                true => String::new(),
                false => format!("({})", notes.join("; ")),
            };
            vec![
                figure.name.clone(),
                team(figure),
                format!("{} LP", figure.lp),
                format!("{} {}", figure.points, self.scene.unit()),
                if figure.charm { "charm" } else { "" }.into(),
                self.scene.zone(figure.zone),
                chosen,
                notes,
            ]
        });
        for row in aligned(rows.collect(), &[2, 3]) {
            self.pages.aside(LineStyle::Plain, row);
        }
    }

    /// Writes the result of the game: the winner with the reason, and the place of each fighter.
    pub(super) fn tell_outcome(&mut self, end: &State) {
        let standing = self.scene.arena.standing(end);
        self.heading(format!(
            "After round {}: {}",
            self.scene.round,
            verdict(&self.scene, end, standing.winners)
        ));
        let mut order: Vec<usize> = (0..self.scene.figures.len()).collect();
        order.sort_by_key(|&f| standing.place[f]);
        let unit = self.scene.unit();
        let head = ["place", "fighter", "", unit, "LP", "fell", "trophies"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(order.iter().map(|&f| {
            let figure = &self.scene.figures[f];
            vec![
                standing.place[f].to_string(),
                figure.name.clone(),
                team(figure),
                self.scene.arena.score(end, f).to_string(),
                figure.lp.to_string(),
                fall(&self.scene, figure),
                match figure.trophies {
                    0 => "-".into(),
                    trophies => self.scene.names(trophies),
                },
            ]
        }));
        for row in aligned(rows, &[0, 3, 4]) {
            self.line(LineStyle::Plain, row);
        }
    }
}

/// Returns the name of the fighter's team, such as `team 2`; empty if the game has no teams.
fn team(figure: &Figure) -> String {
    let team = figure.role.team.map(|team| format!("team {team}"));
    team.unwrap_or_default()
}

/// Returns the round and the cause of a fighter's elimination as text, such as
/// `in round 3, to Cactus`; `-` for a survivor.
fn fall(scene: &Scene<'_>, figure: &Figure) -> String {
    match figure.fell {
        None => "-".into(),
        Some(fall) => {
            let by = fall.by.map_or("the rocks", |by| scene.name(by));
            format!("in round {}, to {by}", fall.round)
        }
    }
}

/// Returns a sentence with the winners and the reason for their win (rules ).
fn verdict(scene: &Scene<'_>, end: &State, winners: Fighters) -> String {
    let names = scene.names(winners);
    let one = winners.is_power_of_two();
    let wins = format!("{names} {}", if one { "wins" } else { "win" });
    let unit = scene.unit();
    let score = |side: Fighters| -> u16 {
        let scores = members(side).map(|f| scene.arena.score(end, usize::from(f)));
        scores.sum()
    };
    let trophies = |side: Fighters| -> u32 {
        let counts = members(side).map(|f| scene.figure(f).trophies.count_ones());
        counts.sum()
    };
    let mut rivals: Vec<Fighters> =
        members(end.alive & !winners).map(|fighter| end.team[usize::from(fighter)]).collect();
    if rivals.is_empty() {
        let left = if one { "nobody else is" } else { "no other team is" };
        return format!("{wins}: {left} left");
    }
    rivals.retain(|&rival| score(rival) == score(winners));
    let bonus = score(winners) - members(winners).map(|f| scene.figure(f).points).sum::<u16>();
    let bonus = match bonus {
        0 => String::new(),
        bonus => format!(" ({bonus} of them for the centre)"),
    };
    let score = format!("{} {unit}{bonus}", score(winners));
    if rivals.is_empty() {
        return format!("{wins} with {score}, the most of those left");
    }
    let like = |rivals: &[Fighters]| scene.names(rivals.iter().fold(0, |all, side| all | side));
    let tie = format!("{wins}: {score} like {}", like(&rivals));
    rivals.retain(|&rival| trophies(rival) == trophies(winners));
    if rivals.is_empty() {
        return format!("{tie}, but more trophies ({})", trophies(winners));
    }
    let trophies = match trophies(winners) {
        1 => "1 trophy".to_owned(),
        number => format!("{number} trophies"),
    };
    let rivals = like(&rivals);
    format!("{wins}: {score} and {trophies} like {rivals}, but smaller")
}

/// Formats the rows of a table as lines with aligned columns. Columns whose index is in `right` are
/// aligned to the right; columns without any text are left out.
fn aligned(rows: Vec<Vec<String>>, right: &[usize]) -> Vec<String> {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| shown_width(&row[column])).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().filter(|(_, (_, width))| **width > 0);
        let cells: Vec<String> = cells
            .map(|(column, (cell, &width))| {
                crate::words::aligned(cell, width, right.contains(&column))
            })
            .collect();
        cells.join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
