//! Training of a network: the gradient of the squared error by back-propagation, and optimizer
//! steps.

use bytemuck::cast_slice_mut;

use crate::stats::counts::{CountedSums, Through};
use crate::strategies::trained::NetworkShape;
use crate::strategies::trained::lessons::{LessonRows, Note};
use crate::strategies::trained::network::{
    CODE, Eight, HIDDEN, Layer, Net, SECOND, Units, add_to, dot, each, rectify, wide,
};

/// A value for each input of a network, in three groups: inputs of the position, of another player,
/// and of the option.
pub type PerInput<T> = [Vec<T>; 3];

/// Returns the group in [`PerInput`] of a row of inputs. `index` is the index of the row among the
/// rows of a decision with this number of other players.
pub fn group(index: usize, others: usize) -> usize {
    match index {
        0 => 0,
        _ if index <= others => 1,
        _ => 2,
    }
}

/// Adds the outer product of a layer's inputs and its error signal `owed` to the gradient of the
/// layer's weights.
#[inline(always)]
fn blame<const N: usize>(
    gradient: &mut Layer<N>,
    inputs: impl Iterator<Item = (usize, f32)>,
    owed: &Units<N>,
) {
    for (input, value) in inputs {
        for (weights, owed) in gradient.weights[input].iter_mut().zip(owed) {
            weights.add_times(owed, value);
        }
    }
}

/// Propagates the error signal `owed` of a layer back to the layer's inputs.
#[inline(always)]
fn pass_back<const N: usize, const M: usize>(layer: &Layer<N>, owed: &Units<N>) -> Units<M> {
    let mut back = [Eight::ZERO; M];
    for (back, weights) in cast_slice_mut(&mut back).iter_mut().zip(&layer.weights) {
        *back = dot(weights, owed);
    }
    back
}

/// Sets the error signal of inactive units to 0; a unit is inactive if its output is 0.
#[inline(always)]
fn cut<const N: usize>(owed: &mut Units<N>, units: &Units<N>) {
    for (owed, units) in owed.iter_mut().zip(units) {
        for (owed, &unit) in owed.0.iter_mut().zip(&units.0) {
            *owed = if unit > 0.0 { *owed } else { 0.0 };
        }
    }
}

/// Computes the gradient of a network over several lessons (decisions with the win rate to learn).
pub struct Student {
    pub gradient: Net,
    pub squared: f64,
    /// Normalized inputs of the network for the current decision: of the position, of each other
    /// player, and of the option.
    scaled: LessonRows,
    codes: Vec<Units<CODE>>,
}

impl Student {
    pub fn new(shape: &NetworkShape) -> Student {
        Student {
            gradient: Net::zero(shape),
            squared: 0.0,
            scaled: LessonRows::default(),
            codes: vec![],
        }
    }

    pub fn clear(&mut self) {
        for part in self.gradient.parts_mut() {
            part.fill(0.0);
        }
        self.squared = 0.0;
    }

    /// Adds the gradient of one lesson (a decision with the win rate to learn).
    ///
    /// `scales` are factors that make the non-zero inputs about 1.
    pub fn learn(&mut self, net: &Net, scales: &PerInput<f32>, note: &Note, rows: &LessonRows) {
        let others = usize::from(note.others);
        self.scaled.clear();
        for index in 0..others + 2 {
            let scales = &scales[group(index, others)];
            let inputs = rows.get(note.rows + index).each();
            self.scaled.push(inputs.map(|(which, value)| (which, value * scales[which])));
        }
        learn(self, net, note.target);
    }
}

wide! {
/// Adds the gradient of the training decision whose network inputs are stored in `student.scaled`.
fn learn(student: &mut Student, net: &Net, target: f32) {
    let Student {
        gradient,
        squared,
        scaled,
        codes,
    } = student;
    let last = scaled.count() - 1;
    let (position, option) = (scaled.get(0), scaled.get(last));
    let others = || (1..last).map(|other| scaled.get(other));

    // Forward pass.
    codes.clear();
    let mut code_sum = [Eight::ZERO; CODE];
    for other in others() {
        let code = net.code_of(other);
        add_to(&mut code_sum, &code);
        codes.push(code);
    }
    let mut hidden = net.position.bias;
    net.position.add(position.each(), &mut hidden);
    net.code.add(each(&code_sum), &mut hidden);
    net.option.add(option.each(), &mut hidden);
    let hidden = rectify(&hidden);
    let [(second, value)] = net.ends(&[hidden]);
    let error = value - target;
    *squared += f64::from(error * error);

    // Backward pass.
    gradient.value_bias += error;
    let mut owed_second = [Eight::ZERO; SECOND];
    for (owed, weights) in owed_second.iter_mut().zip(&net.value) {
        owed.add_times(weights, error);
    }
    for (weights, units) in gradient.value.iter_mut().zip(&second) {
        weights.add_times(units, error);
    }
    cut(&mut owed_second, &second);
    add_to(&mut gradient.second.bias, &owed_second);
    blame(&mut gradient.second, each(&hidden), &owed_second);
    let mut owed_hidden: Units<HIDDEN> = pass_back(&net.second, &owed_second);
    cut(&mut owed_hidden, &hidden);
    add_to(&mut gradient.position.bias, &owed_hidden);
    blame(&mut gradient.option, option.each(), &owed_hidden);
    blame(&mut gradient.position, position.each(), &owed_hidden);
    blame(&mut gradient.code, each(&code_sum), &owed_hidden);
    let owed_code: Units<CODE> = pass_back(&net.code, &owed_hidden);
    for (other, code) in others().zip(codes) {
        let mut owed = owed_code;
        cut(&mut owed, code);
        add_to(&mut gradient.other.bias, &owed);
        blame(&mut gradient.other, other.each(), &owed);
    }
}
}

/// State of the optimizer Adam (Kingma and Ba 2015). The optimizer's steps are proportional to the
/// mean gradient divided by the root mean square gradient.
pub struct Adam {
    mean: Net,
    square: Net,
    /// Decay rates of the optimizer's two running means, each raised to the number of steps.
    powers: [f32; 2],
}

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;

impl Adam {
    pub fn new(shape: &NetworkShape) -> Adam {
        Adam { mean: Net::zero(shape), square: Net::zero(shape), powers: [1.0; 2] }
    }

    /// Makes one step of gradient descent. The sum of `parts` is the gradient over `lessons`
    /// training decisions; `rate` is the learning rate.
    pub fn step(&mut self, net: &mut Net, parts: &[Student], lessons: usize, rate: f32) {
        // Repeated multiplication instead of a power function, whose results differ between
        // machines.
        self.powers[0] *= MEAN;
        self.powers[1] *= SQUARE;
        let [mean_left, square_left] = self.powers.map(|power| 1.0 - power);
        let factors = Factors {
            per_lesson: 1.0 / lessons as f32,
            rate: rate / mean_left,
            unbias: 1.0 / square_left,
        };
        let gradients: Vec<_> = parts.iter().map(|part| part.gradient.parts()).collect();
        let means = self.mean.parts_mut().into_iter();
        let moments = means.zip(self.square.parts_mut());
        let mut sums = vec![];
        for (part, (numbers, (means, squares))) in
            net.parts_mut().into_iter().zip(moments).enumerate()
        {
            sums.clear();
            sums.resize(numbers.len(), 0.0);
            for of_part in &gradients {
                for (sum, gradient) in sums.iter_mut().zip(of_part[part]) {
                    *sum += gradient;
                }
            }
            factors.step(numbers, means, squares, &sums);
        }
    }
}

impl CountedSums for Adam {
    fn show(&mut self, through: &mut Through<'_>) {
        self.mean.show(through);
        self.square.show(through);
        through.bits(&mut self.powers);
    }
}

/// Factors of an optimizer step that are equal for all parameters.
struct Factors {
    per_lesson: f32,
    rate: f32,
    unbias: f32,
}

impl Factors {
    fn step(&self, numbers: &mut [f32], means: &mut [f32], squares: &mut [f32], sums: &[f32]) {
        let moments = means.iter_mut().zip(squares);
        for ((number, (mean, square)), sum) in numbers.iter_mut().zip(moments).zip(sums) {
            let gradient = sum * self.per_lesson;
            *mean = *mean * MEAN + gradient * (1.0 - MEAN);
            *square = *square * SQUARE + gradient * gradient * (1.0 - SQUARE);
            let root = (*square * self.unbias).sqrt() + 1e-6;
            *number -= self.rate * *mean / root;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::learnable::InputRow;
    use crate::strategies::trained::{Lesson, Lessons};

    const SHAPE: NetworkShape =
        NetworkShape { decisions: 1, nets: 1, position: 3, other: 2, option: 4 };

    /// Creates a network with pseudo-random weights between −0.5 and 0.5.
    fn some_net() -> Net {
        let mut net = Net::zero(&SHAPE);
        let mut state = 1u32;
        let mut number = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32 - 0.5
        };
        for weight in net.parts_mut().into_iter().flatten() {
            *weight = number();
        }
        net
    }

    fn inputs(numbers: &[f32]) -> InputRow {
        let mut row = InputRow::default();
        row.set(numbers);
        row
    }

    const POSITION: [f32; 3] = [0.3, 0.0, 1.2];
    const OTHERS: [[f32; 2]; 2] = [[1.0, 0.5], [-0.4, 0.0]];
    const OPTION: [f32; 4] = [0.7, 0.0, -1.1, 0.2];

    /// Creates two training decisions: one of a won game with two other players, and one of a lost
    /// game with one other player.
    fn lessons() -> Lessons {
        let mut lessons = Lessons::new(1);
        let others = OTHERS.map(|other| inputs(&other));
        for (seat, others) in [(0, &others[..]), (1, &others[..1])] {
            let mut option = OPTION;
            option[3] += seat as f32;
            lessons.note(Lesson {
                net: 0,
                seat,
                value: 0.5,
                shape: &SHAPE,
                position: &inputs(&POSITION),
                others,
                option: &inputs(&option),
            });
        }
        lessons.close(|seat| seat == 0, 1.0);
        lessons
    }

    fn scales() -> PerInput<f32> {
        [vec![1.0, 2.0, 0.5], vec![1.0, 3.0], vec![0.5, 1.0, 1.0, 2.0]]
    }

    fn learnt(net: &Net) -> Student {
        let lessons = lessons();
        let mut student = Student::new(&SHAPE);
        for note in &lessons.kinds[0].notes {
            student.learn(net, &scales(), note, &lessons.kinds[0].rows);
        }
        student
    }

    #[test]
    fn the_gradient_is_what_the_error_changes_by() {
        let net = some_net();
        let gradient = learnt(&net).gradient;
        let (mut checked, mut steep, mut bent) = (0, 0, 0);
        let step = 4e-3_f64;
        let error = learnt(&net).squared / 2.0;
        for part in 0..net.parts().len() {
            for unit in 0..net.parts()[part].len() {
                let moved = |by: f32| {
                    let mut net = net.clone();
                    net.parts_mut()[part][unit] += by;
                    learnt(&net).squared / 2.0
                };
                let below = (error - moved(-step as f32)) / step;
                let above = (moved(step as f32) - error) / step;
                // The gradient is undefined if a unit becomes active or inactive within the step.
                if (below - above).abs() > 0.05 + 0.05 * above.abs() {
                    bent += 1;
                    continue;
                }
                let slope = (below + above) / 2.0;
                let worked_out = f64::from(gradient.parts()[part][unit]);
                assert!(
                    (slope - worked_out).abs() < 0.03 + 0.03 * slope.abs(),
                    "part {part}, unit {unit}: {slope} and {worked_out}"
                );
                checked += 1;
                steep += u32::from(slope.abs() > 0.1);
            }
        }
        assert!(checked > 1000 && steep > 100, "{steep} of {checked}");
        assert!(bent < checked / 20, "{bent} of {checked}");
    }

    #[test]
    fn what_a_student_works_out_is_what_the_bot_will_think() {
        let net = some_net();
        let lessons = lessons();
        let note = &lessons.kinds[0].notes[0];
        let mut student = Student::new(&SHAPE);
        student.learn(&net, &scales(), note, &lessons.kinds[0].rows);
        let scaled = |numbers: &[f32], scales: &[f32]| {
            let all = numbers.iter().zip(scales);
            inputs(&all.map(|(number, scale)| number * scale).collect::<Vec<_>>())
        };
        let scales = scales();
        let position = scaled(&POSITION, &scales[0]);
        let option = scaled(&OPTION, &scales[2]);
        let mut others = OTHERS.map(|other| scaled(&other, &scales[1]));
        let value = net.value(&position, &others, &option);
        let error = f64::from(value - 1.0);
        assert!((student.squared - error * error).abs() < 1e-5);
        others.reverse();
        let other = net.value(&position, &others, &option);
        assert!((value - other).abs() < 1e-5, "whatever the order of the others");
    }

    #[test]
    fn steps_lessen_the_error() {
        let mut net = some_net();
        let mut adam = Adam::new(&SHAPE);
        let before = learnt(&net).squared;
        for _ in 0..300 {
            let student = learnt(&net);
            adam.step(&mut net, &[student], 2, 1e-3);
        }
        let after = learnt(&net).squared;
        assert!(after < 0.02 * before, "{before} → {after}");
    }
}
