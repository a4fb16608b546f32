//! How a net's numbers are to change: the gradient of its squared error, and the steps that follow it.

use wide::f32x8;

use crate::games::learnable::{InputRow, MAX_INPUTS};
use crate::strategies::trained::Shape;
use crate::strategies::trained::lessons::Note;
use crate::strategies::trained::network::{
    CODE, HIDDEN, LANES, Layer, Net, SECOND, Units, each, rectify, sum, zero,
};

/// What the inputs of a net are multiplied by, so that each is about 1 where it is not 0.
#[derive(Debug, Clone)]
pub struct Scales {
    pub position: Vec<f32>,
    pub other: Vec<f32>,
    pub option: Vec<f32>,
}

/// Adds to a layer's gradient what these inputs owe to `owed`, what the layer's sums were off by.
#[inline(always)]
fn blame<const N: usize>(
    gradient: &mut Layer<N>,
    inputs: impl IntoIterator<Item = f32>,
    owed: &Units<N>,
) {
    for (input, weights) in inputs.into_iter().zip(&mut gradient.weights) {
        if input != 0.0 {
            let input = f32x8::splat(input);
            for (weight, &owed) in weights.iter_mut().zip(owed) {
                *weight += owed * input;
            }
        }
    }
}

/// What each input of a layer owes, where it is above 0: else it was cut off.
#[inline(always)]
fn pass_back<const N: usize, const M: usize>(
    layer: &Layer<N>,
    owed: &Units<N>,
    inputs: &Units<M>,
) -> Units<M> {
    let mut back = zero::<M>();
    for (unit, (back, input)) in back.iter_mut().zip(inputs).enumerate() {
        let of_input = input.as_array();
        let rows = &layer.weights[unit * LANES..];
        *back = f32x8::new(std::array::from_fn(|lane| {
            if of_input[lane] > 0.0 {
                let mut all = f32x8::ZERO;
                for (&weight, &owed) in rows[lane].iter().zip(owed) {
                    all += weight * owed;
                }
                sum(all)
            } else {
                0.0
            }
        }));
    }
    back
}

/// The inputs of one lesson, scaled.
struct Scaled {
    position: InputRow,
    others: Vec<InputRow>,
    option: [f32; 2 * MAX_INPUTS],
}

/// Works out gradients.
pub struct Student {
    pub gradient: Net,
    pub squared: f64,
    scaled: Scaled,
    codes: Vec<Units<CODE>>,
}

impl Student {
    pub fn new(shape: &Shape) -> Student {
        Student {
            gradient: Net::zero(shape),
            squared: 0.0,
            scaled: Scaled {
                position: [0.0; MAX_INPUTS],
                others: vec![],
                option: [0.0; 2 * MAX_INPUTS],
            },
            codes: vec![],
        }
    }

    pub fn clear(&mut self) {
        for part in self.gradient.parts_mut() {
            part.fill(f32x8::ZERO);
        }
        self.squared = 0.0;
    }

    /// Adds what one lesson says about a net.
    pub fn learn(&mut self, net: &Net, scales: &Scales, note: &Note, numbers: &[f32]) {
        let (position, other, option) = (
            scales.position.len(),
            scales.other.len(),
            scales.option.len(),
        );
        let scaled = &mut self.scaled;
        let (of_position, rest) = numbers[note.inputs..].split_at(position);
        scale(&mut scaled.position, of_position, &scales.position);
        scaled.others.clear();
        let (of_others, rest) = rest.split_at(other * usize::from(note.others));
        for of_other in of_others.chunks_exact(other) {
            let mut row = [0.0; MAX_INPUTS];
            scale(&mut row, of_other, &scales.other);
            scaled.others.push(row);
        }
        scale(&mut scaled.option, &rest[..option], &scales.option);

        // Forward.
        self.codes.clear();
        let mut code_sum = zero::<CODE>();
        for row in &scaled.others {
            let mut code = net.other.bias;
            net.other.add(row[..other].iter().copied(), 0, &mut code);
            let code = rectify(&code);
            for (sum, code) in code_sum.iter_mut().zip(code) {
                *sum += code;
            }
            self.codes.push(code);
        }
        let mut hidden = net.position.bias;
        net.position
            .add(scaled.position[..position].iter().copied(), 0, &mut hidden);
        net.code.add(each(&code_sum), 0, &mut hidden);
        net.option
            .add(scaled.option[..option].iter().copied(), 0, &mut hidden);
        let hidden: Units<HIDDEN> = rectify(&hidden);
        let mut second = net.second.bias;
        net.second.add(each(&hidden), 0, &mut second);
        let second: Units<SECOND> = rectify(&second);
        let [mut value] = net.value_bias;
        for (&unit, &weight) in second.iter().zip(&net.value) {
            value += unit * weight;
        }
        let error = sum(value) - note.target;
        self.squared += f64::from(error * error);

        // Backward.
        let gradient = &mut self.gradient;
        let owed = f32x8::splat(error);
        gradient.value_bias[0] += owed;
        let mut owed_second = zero::<SECOND>();
        for at in 0..SECOND {
            gradient.value[at] += second[at] * owed;
            let on = second[at].simd_gt(f32x8::ZERO);
            owed_second[at] = (net.value[at] * owed) & on;
        }
        for (bias, &owed) in gradient.second.bias.iter_mut().zip(&owed_second) {
            *bias += owed;
        }
        blame(&mut gradient.second, each(&hidden), &owed_second);
        let owed_hidden = pass_back(&net.second, &owed_second, &hidden);
        for (bias, &owed) in gradient.position.bias.iter_mut().zip(&owed_hidden) {
            *bias += owed;
        }
        blame(
            &mut gradient.option,
            scaled.option[..option].iter().copied(),
            &owed_hidden,
        );
        blame(
            &mut gradient.position,
            scaled.position[..position].iter().copied(),
            &owed_hidden,
        );
        blame(&mut gradient.code, each(&code_sum), &owed_hidden);
        let all = [f32x8::ONE; CODE];
        let owed_code = pass_back(&net.code, &owed_hidden, &all);
        for (row, code) in scaled.others.iter().zip(&self.codes) {
            let mut owed = owed_code;
            for (owed, code) in owed.iter_mut().zip(code) {
                *owed &= code.simd_gt(f32x8::ZERO);
            }
            for (bias, &owed) in gradient.other.bias.iter_mut().zip(&owed) {
                *bias += owed;
            }
            blame(&mut gradient.other, row[..other].iter().copied(), &owed);
        }
    }
}

fn scale(into: &mut [f32], inputs: &[f32], scales: &[f32]) {
    for ((into, input), scale) in into.iter_mut().zip(inputs).zip(scales) {
        *into = input * scale;
    }
}

/// Adam (Kingma and Ba 2015): a step for each number by the mean of its gradients over the root of the mean of their squares.
pub struct Adam {
    mean: Net,
    square: Net,
    /// The rates of the means, to the power of the steps taken.
    powers: [f32; 2],
}

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;

impl Adam {
    pub fn new(shape: &Shape) -> Adam {
        Adam {
            mean: Net::zero(shape),
            square: Net::zero(shape),
            powers: [1.0; 2],
        }
    }

    /// One step down the gradient of a batch, the sum of some parts, divided by `lessons`.
    pub fn step(&mut self, net: &mut Net, parts: &[Student], lessons: usize, rate: f32) {
        // By products, since powers differ from machine to machine.
        self.powers[0] *= MEAN;
        self.powers[1] *= SQUARE;
        let [mean_left, square_left] = self.powers.map(|power| 1.0 - power);
        let per_lesson = f32x8::splat(1.0 / lessons as f32);
        let rate = f32x8::splat(rate / mean_left);
        let unbias = f32x8::splat(1.0 / square_left);
        let gradients: Vec<_> = parts.iter().map(|part| part.gradient.parts()).collect();
        let moments = self
            .mean
            .parts_mut()
            .into_iter()
            .zip(self.square.parts_mut());
        for (part, (numbers, (means, squares))) in
            net.parts_mut().into_iter().zip(moments).enumerate()
        {
            for at in 0..numbers.len() {
                let mut gradient = f32x8::ZERO;
                for of_part in &gradients {
                    gradient += of_part[part][at];
                }
                gradient *= per_lesson;
                means[at] = means[at] * MEAN + gradient * (1.0 - MEAN);
                squares[at] = squares[at] * SQUARE + gradient * gradient * (1.0 - SQUARE);
                let root = (squares[at] * unbias).sqrt() + f32x8::splat(1e-6);
                numbers[at] -= rate * means[at] / root;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategies::trained::{Lesson, Lessons};

    const SHAPE: Shape = Shape {
        decisions: 1,
        position: 3,
        other: 2,
        option: 4,
    };

    /// Numbers between -0.5 and 0.5, the same each time.
    fn some_net() -> Net {
        let mut net = Net::zero(&SHAPE);
        let mut state = 1u32;
        let mut number = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32 - 0.5
        };
        for unit in net.parts_mut().into_iter().flatten() {
            *unit = f32x8::new(std::array::from_fn(|_| number()));
        }
        net
    }

    fn row(numbers: &[f32]) -> InputRow {
        let mut row = [0.0; MAX_INPUTS];
        row[..numbers.len()].copy_from_slice(numbers);
        row
    }

    /// Two lessons: one with two others, which was won, one with a single other, which was lost.
    fn lessons() -> Lessons {
        let mut lessons = Lessons::new(1);
        let others = [row(&[1.0, 0.5]), row(&[-0.4, 0.0])];
        for (seat, others) in [(0, &others[..]), (1, &others[..1])] {
            lessons.note(Lesson {
                decision: 0,
                seat,
                value: 0.5,
                position: &[0.3, 0.0, 1.2],
                others,
                other: 2,
                features: &[0.7, 0.0],
                inputs: &[-1.1, 0.2 + seat as f32],
            });
        }
        lessons.close(|seat| seat == 0, 1.0);
        lessons
    }

    fn scales() -> Scales {
        Scales {
            position: vec![1.0, 2.0, 0.5],
            other: vec![1.0, 3.0],
            option: vec![0.5, 1.0, 1.0, 2.0],
        }
    }

    fn learnt(net: &Net) -> Student {
        let lessons = lessons();
        let mut student = Student::new(&SHAPE);
        for note in &lessons.kinds[0].notes {
            student.learn(net, &scales(), note, &lessons.kinds[0].numbers);
        }
        student
    }

    #[test]
    fn the_gradient_is_what_the_error_changes_by() {
        let net = some_net();
        let gradient = learnt(&net).gradient;
        let (mut checked, mut steep) = (0, 0);
        let step = 4e-3;
        for part in 0..net.parts().len() {
            for unit in 0..net.parts()[part].len() {
                let lane = (unit * 5 + part) % LANES;
                let moved = |by: f32| {
                    let mut net = net.clone();
                    net.parts_mut()[part][unit].as_mut_array()[lane] += by;
                    learnt(&net).squared / 2.0
                };
                let slope = (moved(step) - moved(-step)) / f64::from(2.0 * step);
                let worked_out = f64::from(gradient.parts()[part][unit].as_array()[lane]);
                assert!(
                    (slope - worked_out).abs() < 0.02 + 0.02 * slope.abs(),
                    "part {part}, unit {unit}, lane {lane}: {slope} and {worked_out}"
                );
                checked += 1;
                steep += u32::from(slope.abs() > 0.1);
            }
        }
        assert!(checked > 150 && steep > 20, "{steep} of {checked}");
    }

    #[test]
    fn what_a_student_works_out_is_what_the_bot_will_think() {
        let net = some_net();
        let lessons = lessons();
        let note = &lessons.kinds[0].notes[0];
        let mut student = Student::new(&SHAPE);
        student.learn(&net, &scales(), note, &lessons.kinds[0].numbers);
        let scaled = |numbers: &[f32], scales: &[f32]| -> Vec<f32> {
            numbers
                .iter()
                .zip(scales)
                .map(|(number, scale)| number * scale)
                .collect()
        };
        let scales = scales();
        let others: Vec<InputRow> = [[1.0, 0.5], [-0.4, 0.0]]
            .iter()
            .map(|other| row(&scaled(other, &scales.other)))
            .collect();
        let before =
            |others: &[InputRow]| net.before(&scaled(&[0.3, 0.0, 1.2], &scales.position), others);
        let option = scaled(&[0.7, 0.0, -1.1, 0.2], &scales.option);
        let value = net.value(&before(&others), &option[..2], &option[2..]);
        let error = f64::from(value - 1.0);
        assert!((student.squared - error * error).abs() < 1e-5);
        let turned: Vec<InputRow> = others.iter().rev().copied().collect();
        let other = net.value(&before(&turned), &option[..2], &option[2..]);
        assert!(
            (value - other).abs() < 1e-5,
            "whatever the order of the others"
        );
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
