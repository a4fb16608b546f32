//! What learns: the nets, and all that belongs to their learning.

use rand::Rng;
use rand_pcg::Pcg64Mcg;
use rayon::ThreadPool;
use rayon::prelude::*;
use wide::f32x8;

use super::gradient::{Adam, Scales, Student};
use crate::games::chance::{Purpose, pick, stream};
use crate::strategies::trained::lessons::{Lessons, OfKind};
use crate::strategies::trained::network::{LANES, Layer, Net, Network, Shape};

/// Lessons of a step.
const BATCH: usize = 512;
/// Parts of a batch that are worked out side by side: always so many, so that sums are the same on any number of threads.
const PARTS: usize = 8;
/// The length of a step at first; it shrinks as games are played, so that it is as short after so many games whenever learning is to end.
const RATE: f32 = 4e-3;
const SLOWER_AFTER: f32 = 200_000.0;
/// How much of the average of the nets a step leaves in place: what plays is the average, which is steadier (Polyak and Juditsky 1992).
const AVERAGE: f32 = 0.997;

/// Nets that learn.
pub struct Learner {
    pub shape: Shape,
    seed: u64,
    /// Of each kind of decision; their inputs are scaled.
    pub kinds: Vec<Kind>,
    /// What lessons are worked out with.
    students: Vec<Student>,
}

/// The net of one kind of decision.
pub struct Kind {
    pub net: Net,
    pub average: Net,
    pub adam: Adam,
    /// None before the first lesson.
    pub scales: Option<Scales>,
}

/// How far a net was off.
#[derive(Debug, Clone, Copy, Default)]
pub struct Errors {
    pub lessons: u64,
    /// The sum of the squared errors.
    pub squared: f64,
}

impl Learner {
    pub fn new(shape: Shape, seed: u64) -> Learner {
        let kind = |kind: usize| {
            let net = new_net(&shape, seed, kind as u64);
            Kind {
                average: net.clone(),
                net,
                adam: Adam::new(&shape),
                scales: None,
            }
        };
        Learner {
            kinds: (0..shape.decisions).map(kind).collect(),
            students: (0..PARTS).map(|_| Student::new(&shape)).collect(),
            shape,
            seed,
        }
    }

    /// Learns lessons that were played up to game `played`.
    pub fn learn(&mut self, lessons: &Lessons, played: u64, threads: &ThreadPool) -> Errors {
        let rate = RATE / (1.0 + played as f32 / SLOWER_AFTER);
        let mut errors = Errors::default();
        let kinds = self.kinds.iter_mut().zip(&lessons.kinds).enumerate();
        for (index, (kind, of_kind)) in kinds {
            if of_kind.notes.is_empty() {
                continue;
            }
            let scales = &*kind
                .scales
                .get_or_insert_with(|| scales(&self.shape, of_kind));
            let mut order: Vec<u32> = (0..of_kind.notes.len() as u32).collect();
            let mut luck = stream(self.seed, played, Purpose::Lessons(index as u8));
            for place in (1..order.len()).rev() {
                order.swap(place, pick(&mut luck, place + 1));
            }
            for batch in order.chunks(BATCH) {
                let net = &kind.net;
                let share = BATCH / PARTS;
                threads.install(|| {
                    let students = self.students.par_iter_mut().enumerate();
                    students.for_each(|(part, student)| {
                        student.clear();
                        for &index in batch.iter().skip(part * share).take(share) {
                            let note = &of_kind.notes[index as usize];
                            student.learn(net, scales, note, &of_kind.numbers);
                        }
                    });
                });
                errors.squared += self.students.iter().map(|part| part.squared).sum::<f64>();
                errors.lessons += batch.len() as u64;
                kind.adam
                    .step(&mut kind.net, &self.students, batch.len(), rate);
                let averages = kind.average.parts_mut().into_iter().flatten();
                for (average, &now) in averages.zip(kind.net.parts().into_iter().flatten()) {
                    *average += (now - *average) * (1.0 - AVERAGE);
                }
            }
        }
        errors
    }

    /// What it knows, for inputs as the game has them.
    pub fn network(&self) -> Network {
        let folded = |kind: &Kind| {
            let mut net = kind.average.clone();
            if let Some(scales) = &kind.scales {
                fold(&mut net.position, &scales.position);
                fold(&mut net.other, &scales.other);
                fold(&mut net.option, &scales.option);
            }
            net
        };
        Network {
            nets: self.kinds.iter().map(folded).collect(),
        }
    }
}

/// Multiplies the weights of each input by its scale.
fn fold<const N: usize>(layer: &mut Layer<N>, scales: &[f32]) {
    for (weights, &scale) in layer.weights.iter_mut().zip(scales) {
        for weight in weights {
            *weight *= scale;
        }
    }
}

/// Small random weights (He et al. 2015); of the inputs about a third are not 0.
fn new_net(shape: &Shape, seed: u64, kind: u64) -> Net {
    let mut luck = stream(seed, kind, Purpose::Weights);
    let mut net = Net::zero(shape);
    fill(&mut net.other, shape.other / 3, &mut luck);
    let before = (shape.position + shape.option) / 3;
    fill(&mut net.position, before, &mut luck);
    fill(&mut net.code, 2 * before, &mut luck);
    fill(&mut net.option, before, &mut luck);
    let hidden = net.second.weights.len();
    fill(&mut net.second, hidden, &mut luck);
    for weight in &mut net.value {
        *weight = random(0.2, &mut luck);
    }
    net.value_bias[0] = f32x8::splat(0.25 / LANES as f32);
    net
}

fn fill<const N: usize>(layer: &mut Layer<N>, inputs: usize, luck: &mut Pcg64Mcg) {
    let span = (6.0 / inputs.max(1) as f32).sqrt();
    for weight in layer.weights.as_flattened_mut() {
        *weight = random(span, luck);
    }
}

/// Numbers from `-span` to `span`.
fn random(span: f32, luck: &mut Pcg64Mcg) -> f32x8 {
    let mut unit = || luck.next_u32() as f32 * (2.0 / u32::MAX as f32) - 1.0;
    f32x8::new(std::array::from_fn(|_| unit() * span))
}

/// One over the root mean square of each input, where it is not 0.
fn scales(shape: &Shape, kind: &OfKind) -> Scales {
    let widths = [shape.position, shape.other, shape.option];
    let mut sums = widths.map(|width| vec![(0.0f64, 0u64); width]);
    let mut add = |sort: usize, numbers: &[f32]| {
        for (sum, &number) in sums[sort].iter_mut().zip(numbers) {
            if number != 0.0 {
                sum.0 += f64::from(number * number);
                sum.1 += 1;
            }
        }
    };
    for note in &kind.notes {
        let (position, rest) = kind.numbers[note.inputs..].split_at(shape.position);
        add(0, position);
        let (others, rest) = rest.split_at(shape.other * usize::from(note.others));
        for other in others.chunks_exact(shape.other) {
            add(1, other);
        }
        add(2, &rest[..shape.option]);
    }
    let [position, other, option] = sums.map(|sums| {
        let scale = |(sum, count): (f64, u64)| match count {
            0 => 1.0,
            _ => (count as f64 / sum).sqrt().clamp(0.02, 20.0) as f32,
        };
        sums.into_iter().map(scale).collect()
    });
    Scales {
        position,
        other,
        option,
    }
}
