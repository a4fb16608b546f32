//! Training data of a learning bot: its recorded decisions, and the results of their games.

use super::NetworkShape;
use crate::game::learnable::InputRow;

/// One decision of a learning bot, to be recorded as training data.
pub struct Lesson<'a> {
    /// Index of the network that made the decision.
    pub net: usize,
    pub seat: usize,
    /// Win probability of the bot, as estimated by its network at the time of the decision: the
    /// mean over the options that it might draw.
    pub value: f32,
    /// Numbers of inputs of the bot's network.
    pub shape: &'a NetworkShape,
    pub position: &'a InputRow,
    pub others: &'a [InputRow],
    /// Network inputs that describe the chosen option.
    pub option: &'a InputRow,
}

/// The non-zero inputs in one row of network inputs: their indices and their values, in the same
/// order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SparseRow<'a> {
    pub which: &'a [u8],
    pub values: &'a [f32],
}

impl<'a> SparseRow<'a> {
    /// Returns an iterator over the non-zero network inputs as pairs of index and value.
    #[inline(always)]
    pub fn each(self) -> impl Iterator<Item = (usize, f32)> + Clone + use<'a> {
        self.which.iter().zip(self.values).map(|(&which, &value)| (usize::from(which), value))
    }
}

/// All recorded decisions of one kind (such as the choice of a card), in chronological order.
#[derive(Debug, Clone, Default)]
pub struct OfKind {
    pub notes: Vec<Note>,
    /// Network inputs of all recorded decisions, see [`Note::rows`].
    pub rows: LessonRows,
}

/// The training data of one decision, without the network inputs.
#[derive(Debug, Clone, Copy)]
pub struct Note {
    /// Index of the decision's first row of network inputs, which describes the position. The rows
    /// of the other players and of the chosen option follow.
    pub rows: usize,
    /// Number of other players in the decision's position.
    pub others: u8,
    pub seat: u8,
    /// Win probability of the bot, as estimated by its network at the time of the decision: the
    /// mean over the options that it might draw.
    pub value: f32,
    /// Training target of the decision: 1 for a won game, 0 for a lost game, or a mixture of this
    /// result with the estimates of later decisions.
    pub target: f32,
}

/// Rows of network inputs, stored consecutively without zeros.
#[derive(Debug, Clone, Default)]
pub struct LessonRows {
    ends: Vec<usize>,
    which: Vec<u8>,
    values: Vec<f32>,
}

impl LessonRows {
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Removes all rows of network inputs.
    pub fn clear(&mut self) {
        self.ends.clear();
        self.which.clear();
        self.values.clear();
    }

    /// Appends a row of network inputs, given as pairs of index and value of the non-zero inputs.
    pub fn push(&mut self, inputs: impl Iterator<Item = (usize, f32)>) {
        for (which, value) in inputs {
            self.which.push(which as u8);
            self.values.push(value);
        }
        self.ends.push(self.which.len());
    }

    pub fn get(&self, index: usize) -> SparseRow<'_> {
        let begin = match index {
            0 => 0,
            _ => self.ends[index - 1],
        };
        let span = begin..self.ends[index];
        SparseRow { which: &self.which[span.clone()], values: &self.values[span] }
    }

    fn append(&mut self, other: &mut LessonRows) {
        let begin = self.which.len();
        self.ends.extend(other.ends.drain(..).map(|end| begin + end));
        self.which.append(&mut other.which);
        self.values.append(&mut other.values);
    }
}

/// Training data of a learning bot: its recorded decisions, grouped by kind of decision (such as
/// the choice of a card).
#[derive(Debug, Clone, Default)]
pub struct Lessons {
    pub kinds: Vec<OfKind>,
    /// Recorded decisions of the current game in order, as pairs: the kind of decision, and the
    /// index among the decisions of this kind.
    open: Vec<(u8, u32)>,
}

impl Lessons {
    pub fn new(nets: usize) -> Self {
        Lessons { kinds: vec![OfKind::default(); nets], open: vec![] }
    }

    pub fn note(&mut self, lesson: Lesson<'_>) {
        let kind = &mut self.kinds[lesson.net];
        self.open.push((lesson.net as u8, kind.notes.len() as u32));
        kind.notes.push(Note {
            rows: kind.rows.count(),
            others: lesson.others.len() as u8,
            seat: lesson.seat as u8,
            value: lesson.value,
            target: 0.0,
        });
        let shape = lesson.shape;
        kind.rows.push(lesson.position.non_zero(shape.position));
        for other in lesson.others {
            kind.rows.push(other.non_zero(shape.other));
        }
        kind.rows.push(lesson.option.non_zero(shape.option));
    }

    /// Ends a game: computes the training targets of the game's decisions by Q(λ) (Peng and
    /// Williams 1996), where λ is `trace`.
    ///
    /// The target of a player's last decision is the game's result, 1 for a win. The target of an
    /// earlier decision is `trace` times the target of the player's next decision, plus 1 − `trace`
    /// times the estimated value of the next decision.
    pub fn close(&mut self, won: impl Fn(usize) -> bool, trace: f32) {
        const SEATS: usize = crate::game::MAX_PLAYERS;
        let mut after: [f32; SEATS] = std::array::from_fn(|seat| f32::from(u8::from(won(seat))));
        for &(kind, index) in self.open.iter().rev() {
            let note = &mut self.kinds[usize::from(kind)].notes[index as usize];
            let after = &mut after[usize::from(note.seat) % SEATS];
            note.target = *after;
            *after = *after * trace + note.value * (1.0 - trace);
        }
        self.open.clear();
    }

    /// Moves the recorded decisions of another collection to the end of this one.
    pub fn append(&mut self, other: &mut Lessons) {
        for (kind, more) in self.kinds.iter_mut().zip(&mut other.kinds) {
            let begin = kind.rows.count();
            let moved = more.notes.drain(..).map(|note| Note { rows: begin + note.rows, ..note });
            kind.notes.extend(moved);
            kind.rows.append(&mut more.rows);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(lessons: &mut Lessons, net: usize, seat: usize, value: f32) {
        let mut option = InputRow::default();
        option.behind(3).number(value);
        lessons.note(Lesson {
            net,
            seat,
            value,
            shape: &NetworkShape { decisions: 2, nets: 2, position: 1, other: 1, option: 4 },
            position: &InputRow::default(),
            others: &[],
            option: &option,
        });
    }

    fn targets(lessons: &Lessons, kind: usize) -> Vec<f32> {
        lessons.kinds[kind].notes.iter().map(|note| note.target).collect()
    }

    #[test]
    fn decisions_learn_from_the_end_and_from_what_their_seat_thought_later() {
        for (trace, first, second) in [(1.0, [1.0, 0.0], [1.0]), (0.5, [0.65, 0.1], [1.0])] {
            let mut lessons = Lessons::new(2);
            // Seat 1 wins; its first decision is of kind 0, its last of kind 1.
            note(&mut lessons, 0, 1, 0.9);
            note(&mut lessons, 1, 1, 0.3);
            // Seat 0 makes two decisions of kind 0.
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
            note(&mut of_game, 0, 0, game as f32 + 1.0);
            note(&mut of_game, 0, 0, game as f32 + 1.5);
            of_game.close(|_| game == 1, 1.0);
            all.append(&mut of_game);
        }
        let kind = &all.kinds[0];
        let values: Vec<f32> =
            kind.notes.iter().map(|note| kind.rows.get(note.rows + 1).values[0]).collect();
        assert_eq!(values, [1.0, 1.5, 2.0, 2.5, 3.0, 3.5]);
        assert_eq!(targets(&all, 0), [0.0, 0.0, 1.0, 1.0, 0.0, 0.0]);
    }
}
