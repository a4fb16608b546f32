//! The tables in the prose of a story: the line-up, the state at the start of each round, and the
//! results of the game.

use super::{Story, signed};
use crate::game::story::{EndLine, LineStyle};
use crate::games::arena::{FighterIndex, Fighters, NO_CARD, State, members};
use crate::words::{aligned, counted, shown_width};

impl Story<'_> {
    /// Writes the beginning of a story: the line-up and a legend.
    pub(super) fn tell_opening(&mut self) {
        let mut fighters: Vec<FighterIndex> = self.fighters().collect();
        fighters.sort_by_key(|&fighter| {
            let role = &self.roles[usize::from(fighter)];
            (role.team, role.seat)
        });
        let row = |&fighter: &FighterIndex| {
            let role = &self.roles[usize::from(fighter)];
            vec![
                format!("seat {}", role.seat),
                self.team(fighter),
                self.name(fighter).to_owned(),
                format!("size {}", self.entry(fighter).size),
                format!("played by {}", role.strategy),
            ]
        };
        let rows = fighters.iter().map(row).collect();
        self.table(rows, &[]);
        self.line(
            LineStyle::Legend,
            "(Before each turn stands its initiative. “rolls 2 [4] [6] against 4”: 4 or more \
             wounds, and the dice that do are in brackets.)",
        );
        if self.now.round == 0 {
            self.pages.heading("Placement");
        }
    }

    /// Writes a table with the life points, score, zone and chosen card of each living fighter, as
    /// soon as all of them have chosen their cards.
    pub(super) fn tell_standing(&mut self) {
        let now = &self.now;
        let undecided = |fighter: FighterIndex| now.chosen[usize::from(fighter)] == NO_CARD;
        if members(now.alive & !now.dragons).any(undecided) {
            return;
        }
        let row = |fighter: FighterIndex| {
            let f = usize::from(fighter);
            let notes = self.notes(now, fighter).join("; ");
            vec![
                self.name(fighter).to_owned(),
                self.team(fighter),
                format!("{} LP", now.lp[f]),
                format!("{} {}", now.points[f], self.unit()),
                if now.charm >> fighter & 1 == 1 { "charm".into() } else { String::new() },
                self.zone(now.zone[f]),
                // A dragon chooses no card.
                match now.chosen[f] {
                    NO_CARD => String::new(),
                    card => self.card_name(fighter, card),
                },
                if notes.is_empty() { notes } else { format!("({notes})") },
            ]
        };
        let rows = members(now.alive).map(row).collect();
        self.table(rows, &[2, 3]);
    }

    /// Returns notes about a fighter's trophies, and about conditions of a living fighter.
    pub(super) fn notes(&self, state: &State, fighter: FighterIndex) -> Vec<String> {
        let f = usize::from(fighter);
        let (trophies, shift) = (state.trophies[f], state.shift[f]);
        let alive = state.alive >> fighter & 1 == 1;
        let title = if trophies.is_power_of_two() { "trophy" } else { "trophies" };
        let notes = [
            (trophies != 0).then(|| format!("{title}: {}", self.names(trophies))),
            (alive && shift != 0).then(|| format!("initiative {}", signed(shift))),
            (alive && state.netted >> fighter & 1 == 1).then(|| "netted".to_owned()),
        ];
        notes.into_iter().flatten().collect()
    }

    /// Writes the result of the game: the winner with the reason, and the place of each fighter.
    /// `end` has the fighters that eliminated others.
    pub(super) fn tell_outcome(&mut self, end: &EndLine) {
        let now = &self.now;
        let standing = self.arena.standing(now);
        let mut order: Vec<FighterIndex> = self.fighters().collect();
        order.sort_by_key(|&fighter| standing.place[usize::from(fighter)]);
        let head = ["place", "fighter", "", self.unit(), "LP", "fell", "trophies"];
        let row = |fighter: FighterIndex| {
            let f = usize::from(fighter);
            let result = end.entrants.get(usize::from(now.slot[f]));
            let by = result.and_then(|result| result.measures.get("eliminated_by")?.as_str());
            let by = by.map_or("the rocks", |key| &self.arena.roster.fighters[key].name);
            vec![
                standing.place[f].to_string(),
                self.name(fighter).to_owned(),
                self.team(fighter),
                self.arena.score(now, f).to_string(),
                now.lp[f].to_string(),
                match now.fell[f] {
                    0 => "-".to_owned(),
                    _ => format!("in round {}, to {by}", now.fell_round[f]),
                },
                match now.trophies[f] {
                    0 => "-".to_owned(),
                    trophies => self.names(trophies),
                },
            ]
        };
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(order.into_iter().map(row));
        let verdict = self.verdict(standing.winners);
        self.pages.heading(format!("After round {}: {verdict}", now.round));
        self.table(rows, &[0, 3, 4]);
    }

    /// Returns a sentence with the winners and the reason for their win (rules ).
    fn verdict(&self, winners: Fighters) -> String {
        let now = &self.now;
        let score = |side: Fighters| -> u16 {
            members(side).map(|fighter| self.arena.score(now, fighter.into())).sum()
        };
        let trophies = |side: Fighters| -> u32 {
            members(side).map(|fighter| now.trophies[usize::from(fighter)].count_ones()).sum()
        };
        // The members of the other sides with survivors, if `keep` accepts their side.
        let rivals = |keep: &dyn Fn(Fighters) -> bool| {
            let sides = members(now.alive & !winners).map(|other| now.team[usize::from(other)]);
            sides.filter(|&side| keep(side)).fold(0, |all, side| all | side)
        };
        let even = |side| score(side) == score(winners);
        let equal = |side| even(side) && trophies(side) == trophies(winners);
        let one = winners.is_power_of_two();
        let wins = format!("{} {}", self.names(winners), if one { "wins" } else { "win" });
        let points: u16 = members(winners).map(|fighter| now.points[usize::from(fighter)]).sum();
        let total = match score(winners) - points {
            0 => format!("{points} {}", self.unit()),
            bonus => {
                format!("{} {} ({bonus} of them for the centre)", points + bonus, self.unit())
            }
        };
        match [rivals(&|_| true), rivals(&even), rivals(&equal)] {
            [0, ..] if one => format!("{wins}: nobody else is left"),
            [0, ..] => format!("{wins}: no other team is left"),
            [_, 0, _] => format!("{wins} with {total}, the most of those left"),
            [_, rivals, 0] => {
                let (rivals, trophies) = (self.names(rivals), trophies(winners));
                format!("{wins}: {total} like {rivals}, but more trophies ({trophies})")
            }
            [.., rivals] => {
                let trophies = counted(trophies(winners).into(), "trophy");
                format!("{wins}: {total} and {trophies} like {}, but smaller", self.names(rivals))
            }
        }
    }

    /// Returns the name of the fighter's team, such as `team 2`; empty if the game has no teams.
    fn team(&self, fighter: FighterIndex) -> String {
        let team = self.roles[usize::from(fighter)].team;
        team.map_or(String::new(), |team| format!("team {team}"))
    }

    /// Writes the rows of a table as lines with aligned columns. Columns whose index is in `right`
    /// are aligned to the right; columns without any text are left out.
    fn table(&mut self, rows: Vec<Vec<String>>, right: &[usize]) {
        let width = |column: usize| rows.iter().map(|row| shown_width(&row[column])).max();
        for row in &rows {
            let cells = row.iter().enumerate().filter_map(|(column, cell)| {
                let width = width(column).filter(|&width| width > 0)?;
                Some(aligned(cell, width, right.contains(&column)))
            });
            let cells: Vec<String> = cells.collect();
            self.pages.aside(LineStyle::Plain, cells.join("  ").trim_end());
        }
    }
}
