//! What a bot that learns has decided, and how it came out.

use crate::games::learnable::{Inputs, Row};

/// One decision as it is noted.
pub struct Lesson<'a> {
    pub decision: usize,
    pub seat: usize,
    /// What the best option was taken to be worth.
    pub value: f32,
    pub position: Row<'a>,
    pub others: &'a [Inputs],
    /// Of the option that was taken.
    pub option: Row<'a>,
}

/// The decisions of one kind, in the order in which they were made.
#[derive(Debug, Clone, Default)]
pub struct OfKind {
    pub notes: Vec<Note>,
    /// The inputs of all, see [`Note::rows`].
    pub rows: Rows,
}

/// What is noted of one decision.
#[derive(Debug, Clone, Copy)]
pub struct Note {
    /// Its first row: the position's; then come those of each other player, and the option's.
    pub rows: usize,
    /// How many other players.
    pub others: u8,
    pub seat: u8,
    /// What the best option was taken to be worth.
    pub value: f32,
    /// What it is to learn: 1 for a victory, 0 for none, or what later decisions of the same game say of it.
    pub target: f32,
}

/// Rows of inputs, one behind the other.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    ends: Vec<usize>,
    which: Vec<u8>,
    values: Vec<f32>,
}

impl Rows {
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    pub fn push(&mut self, row: Row<'_>) {
        self.which.extend_from_slice(row.which);
        self.values.extend_from_slice(row.values);
        self.ends.push(self.which.len());
    }

    pub fn get(&self, index: usize) -> Row<'_> {
        let begin = match index {
            0 => 0,
            _ => self.ends[index - 1],
        };
        let span = begin..self.ends[index];
        Row {
            which: &self.which[span.clone()],
            values: &self.values[span],
        }
    }

    fn append(&mut self, other: &mut Rows) {
        let begin = self.which.len();
        self.ends
            .extend(other.ends.drain(..).map(|end| begin + end));
        self.which.append(&mut other.which);
        self.values.append(&mut other.values);
    }
}

/// Decisions, by kind.
#[derive(Debug, Clone, Default)]
pub struct Lessons {
    pub kinds: Vec<OfKind>,
    /// Those of the game that is being played, in order: kind and index.
    open: Vec<(u8, u32)>,
}

impl Lessons {
    pub fn new(decisions: usize) -> Self {
        Lessons {
            kinds: vec![OfKind::default(); decisions],
            open: vec![],
        }
    }

    pub fn note(&mut self, lesson: Lesson<'_>) {
        let kind = &mut self.kinds[lesson.decision];
        self.open
            .push((lesson.decision as u8, kind.notes.len() as u32));
        kind.notes.push(Note {
            rows: kind.rows.count(),
            others: lesson.others.len() as u8,
            seat: lesson.seat as u8,
            value: lesson.value,
            target: 0.0,
        });
        kind.rows.push(lesson.position);
        for other in lesson.others {
            kind.rows.push(other.row());
        }
        kind.rows.push(lesson.option);
    }

    /// The game is over, and these seats have won: each decision learns of it, by `trace` of what came right after it and by
    /// 1 - `trace` of what the next was taken to be worth (Q(λ): Peng and Williams 1996).
    pub fn close(&mut self, won: impl Fn(usize) -> bool, trace: f32) {
        const SEATS: usize = crate::games::MAX_PLAYERS;
        let mut after: [f32; SEATS] = std::array::from_fn(|seat| f32::from(u8::from(won(seat))));
        for &(kind, index) in self.open.iter().rev() {
            let note = &mut self.kinds[usize::from(kind)].notes[index as usize];
            let after = &mut after[usize::from(note.seat) % SEATS];
            note.target = *after;
            *after = *after * trace + note.value * (1.0 - trace);
        }
        self.open.clear();
    }

    /// Adds another's lessons behind these.
    pub fn append(&mut self, other: &mut Lessons) {
        for (kind, more) in self.kinds.iter_mut().zip(&mut other.kinds) {
            let begin = kind.rows.count();
            let moved = more.notes.drain(..).map(|note| Note {
                rows: begin + note.rows,
                ..note
            });
            kind.notes.extend(moved);
            kind.rows.append(&mut more.rows);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(lessons: &mut Lessons, decision: usize, seat: usize, value: f32) {
        lessons.note(Lesson {
            decision,
            seat,
            value,
            position: Row {
                which: &[],
                values: &[],
            },
            others: &[],
            option: Row {
                which: &[3],
                values: &[value],
            },
        });
    }

    fn targets(lessons: &Lessons, kind: usize) -> Vec<f32> {
        lessons.kinds[kind]
            .notes
            .iter()
            .map(|note| note.target)
            .collect()
    }

    #[test]
    fn decisions_learn_from_the_end_and_from_what_their_seat_thought_later() {
        for (trace, first, second) in [(1.0, [1.0, 0.0], [1.0]), (0.5, [0.65, 0.1], [1.0])] {
            let mut lessons = Lessons::new(2);
            // Seat 1 wins; its first decision is of kind 0, its last of kind 1.
            note(&mut lessons, 0, 1, 0.9);
            note(&mut lessons, 1, 1, 0.3);
            // Seat 0 has two of kind 0.
            note(&mut lessons, 0, 0, 0.6);
            note(&mut lessons, 0, 0, 0.2);
            lessons.close(|seat| seat == 1, trace);
            assert_eq!(targets(&lessons, 0), [first[0], first[1], 0.0]);
            assert_eq!(targets(&lessons, 1), second);
        }
    }

    #[test]
    fn lessons_of_many_games_stand_one_behind_the_other() {
        let mut all = Lessons::new(1);
        for game in 0..3 {
            let mut of_game = Lessons::new(1);
            note(&mut of_game, 0, 0, game as f32);
            note(&mut of_game, 0, 0, game as f32 + 0.5);
            of_game.close(|_| game == 1, 1.0);
            all.append(&mut of_game);
        }
        let kind = &all.kinds[0];
        let values: Vec<f32> = kind
            .notes
            .iter()
            .map(|note| kind.rows.get(note.rows + 1).values[0])
            .collect();
        assert_eq!(values, [0.0, 0.5, 1.0, 1.5, 2.0, 2.5]);
        assert_eq!(targets(&all, 0), [0.0, 0.0, 1.0, 1.0, 0.0, 0.0]);
    }
}
