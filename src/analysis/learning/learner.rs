//! Neural networks in training, and the state of their training.

use bytemuck::cast_slice_mut;
use rand::Rng;
use rand_pcg::Pcg64Mcg;
use rayon::ThreadPool;
use rayon::prelude::*;

use super::gradient::{Adam, PerInput, Student, group};
use super::variants::Variants;
use crate::game::chance::{Purpose, pick, stream};
use crate::stats::counts::{CountedSums, Through};
use crate::strategies::trained::lessons::{Lessons, OfKind, SparseRow};
use crate::strategies::trained::network::{Eight, Layer, Net, Network, NetworkShape};

/// Number of lessons (training decisions) per optimizer step.
const BATCH: usize = 512;
/// Number of parts of a batch that are processed in parallel. The number is fixed, so that sums do
/// not depend on the number of threads.
const PARTS: usize = 8;
/// Initial learning rate. The rate decreases with the number of games that the network has learnt
/// from, independently of the planned number of games.
const RATE: f32 = 4e-3;
const SLOWER_AFTER: f32 = 200_000.0;
/// Decay of the average of the networks: after n optimizer steps, the last step has the weight
/// `DECAY` / n, so that the average covers about the last fifth of the training (polynomial-decay
/// averaging: Shamir and Zhang 2013). The averaged network plays. It changes slowly compared with
/// the network that learns, which therefore estimates the win rates of nearly constant players;
/// otherwise the players run after each other in circles.
const DECAY: f32 = 5.0;

/// Neural networks in training.
pub struct Learner {
    pub shape: NetworkShape,
    seed: u64,
    /// Training state of each network. The networks work on normalized inputs.
    pub kinds: Vec<KindState>,
    /// Workers that compute gradients in parallel.
    students: Vec<Student>,
}

/// Training state of the network of one kind of decision.
pub struct KindState {
    pub net: Net,
    /// Average of the network over its last optimizer steps; the averaged network plays.
    pub average: Net,
    pub adam: Adam,
    /// Factors that scale the inputs so that the non-zero inputs are about 1; `None` before the
    /// first lesson (training decision).
    scales: Option<PerInput<f32>>,
    /// Network from an earlier training, to continue from. The network takes inputs without
    /// normalization.
    before: Option<Net>,
    /// Number of optimizer steps so far.
    steps: u32,
    /// Whether each input was ever non-zero; only these inputs have trained weights.
    seen: PerInput<bool>,
}

impl KindState {
    /// Starts the training of a network with this normalization of its inputs.
    fn begin(&mut self, scales: PerInput<f32>) {
        if let Some(before) = self.before.take() {
            self.seen = [counts(&before.position), counts(&before.other), counts(&before.option)];
            self.net = before;
            let over = |scales: &Vec<f32>| scales.iter().map(|scale| 1.0 / scale).collect();
            rescale(&mut self.net, &scales.each_ref().map(over));
        }
        self.scales = Some(scales);
    }

    /// Updates the average of the network after an optimizer step.
    fn average(&mut self) {
        self.steps += 1;
        let share = DECAY / (self.steps as f32 + DECAY - 1.0);
        let parts = self.average.parts_mut().into_iter().zip(self.net.parts());
        for (averages, numbers) in parts {
            for (average, number) in averages.iter_mut().zip(numbers) {
                *average += (number - *average) * share;
            }
        }
    }
}

/// Returns the same value for each input of a network.
fn per_input<T: Clone>(shape: &NetworkShape, value: T) -> PerInput<T> {
    [shape.position, shape.other, shape.option].map(|width| vec![value.clone(); width])
}

/// Returns for each input of a layer whether it has a non-zero weight.
fn counts<const N: usize>(layer: &Layer<N>) -> Vec<bool> {
    layer.weights.iter().map(|weights| *weights != [Eight::ZERO; N]).collect()
}

/// Calls `tell` for each row of network inputs in the lessons (training decisions), with the group
/// of the row in [`PerInput`].
fn each_row(kind: &OfKind, mut tell: impl FnMut(usize, SparseRow<'_>)) {
    for note in &kind.notes {
        let others = usize::from(note.others);
        for index in 0..others + 2 {
            tell(group(index, others), kind.rows.get(note.rows + index));
        }
    }
}

/// Sum of a network's errors over several lessons (training decisions).
#[derive(Debug, Clone, Copy, Default)]
pub struct Errors {
    pub lessons: u64,
    /// Sum of the squared errors of the network's estimates.
    pub squared: f64,
}

impl Learner {
    /// Creates untrained networks, or continues from the network `before`.
    pub fn new(shape: NetworkShape, seed: u64, before: Option<&Network>) -> Learner {
        let kind = |kind: usize| {
            let net = new_net(&shape, seed, kind as u64);
            let before = before.map(|network| &network.nets[kind]);
            KindState {
                average: net.clone(),
                net,
                adam: Adam::new(&shape),
                scales: None,
                // A network of zeros belongs to a kind of decision that never occurred in the
                // earlier training, with or without teammates.
                before: before.filter(|net| **net != Net::zero(&shape)).cloned(),
                steps: 0,
                seen: per_input(&shape, false),
            }
        };
        Learner {
            kinds: (0..shape.nets).map(kind).collect(),
            students: (0..PARTS).map(|_| Student::new(&shape)).collect(),
            shape,
            seed,
        }
    }

    /// Trains the networks with the decisions (lessons) of a batch of games of these variants.
    /// `played` is the number of games played so far. Returns the sum of the errors, each measured
    /// before its optimizer step.
    pub fn learn(
        &mut self,
        lessons: &Lessons,
        variants: &Variants<'_>,
        played: u64,
        threads: &ThreadPool,
    ) -> Errors {
        let mut errors = Errors::default();
        let kinds = self.kinds.iter_mut().zip(&lessons.kinds).enumerate();
        for (index, (kind, of_kind)) in kinds {
            if of_kind.notes.is_empty() {
                continue;
            }
            let shape = &self.shape;
            let games = variants.games_of(index >= shape.decisions, played);
            let rate = RATE / (1.0 + games as f32 / SLOWER_AFTER);
            if kind.scales.is_none() {
                kind.begin(scales(shape, of_kind));
            }
            let mut order: Vec<u32> = (0..of_kind.notes.len() as u32).collect();
            let mut luck = stream(self.seed, played, Purpose::Lessons(index as u8));
            for place in (1..order.len()).rev() {
                order.swap(place, pick(&mut luck, place + 1));
            }
            each_row(of_kind, |group, row| {
                row.which.iter().for_each(|&which| kind.seen[group][usize::from(which)] = true);
            });
            // All batches have about the same size, because an optimizer step has the same length
            // for few decisions as for many.
            let batches = order.len().div_ceil(BATCH);
            for batch in order.chunks(order.len().div_ceil(batches)) {
                let (net, scales) = (&kind.net, &kind.scales);
                let scales = scales.as_ref().expect("they are known by now");
                let share = batch.len().div_ceil(PARTS);
                threads.install(|| {
                    let students = self.students.par_iter_mut().enumerate();
                    students.for_each(|(part, student)| {
                        student.clear();
                        for &index in batch.iter().skip(part * share).take(share) {
                            let note = &of_kind.notes[index as usize];
                            student.learn(net, scales, note, &of_kind.rows);
                        }
                    });
                });
                errors.squared += self.students.iter().map(|part| part.squared).sum::<f64>();
                errors.lessons += batch.len() as u64;
                kind.adam.step(&mut kind.net, &self.students, batch.len(), rate);
                kind.average();
            }
        }
        errors
    }

    /// Returns the averaged networks, converted so that they accept inputs without normalization.
    pub fn network(&self) -> Network {
        let folded = |kind: &KindState| {
            let Some(scales) = &kind.scales else {
                let before = kind.before.clone();
                return before.unwrap_or_else(|| Net::zero(&self.shape));
            };
            let mut net = kind.average.clone();
            // Inputs that were always 0 get no weight.
            let seen = |(&scale, &seen): (&f32, &bool)| if seen { scale } else { 0.0 };
            rescale(
                &mut net,
                &std::array::from_fn(|group| {
                    scales[group].iter().zip(&kind.seen[group]).map(seen).collect()
                }),
            );
            net
        };
        let nets: Vec<Net> = self.kinds.iter().map(folded).collect();
        // If only games with teammates were learnt, or only games without, their networks play
        // both.
        let zero = Net::zero(&self.shape);
        let known = |net: usize| {
            let alike = (net % self.shape.decisions..nets.len()).step_by(self.shape.decisions);
            let mut found = [net].into_iter().chain(alike).map(|net| &nets[net]);
            found.find(|net| **net != zero).unwrap_or(&zero).clone()
        };
        Network { nets: (0..nets.len()).map(known).collect() }
    }
}

impl CountedSums for Learner {
    fn show(&mut self, through: &mut Through<'_>) {
        for kind in &mut self.kinds {
            // Networks without a training decision are still in their initial state.
            let mut begun = u8::from(kind.scales.is_some());
            through.sum(&mut begun);
            if begun > 0 {
                kind.before = None;
                kind.show(&self.shape, through);
            }
        }
    }
}

impl KindState {
    /// Reads or writes the training state of a network that has learnt from at least one decision.
    fn show(&mut self, shape: &NetworkShape, through: &mut Through<'_>) {
        self.net.show(through);
        self.average.show(through);
        self.adam.show(through);
        let scales = self.scales.get_or_insert_with(|| per_input(shape, 0.0));
        through.bits(scales.iter_mut().flatten());
        through.sum(&mut self.steps);
        for seen in self.seen.iter_mut().flatten() {
            let mut any = u8::from(*seen);
            through.sum(&mut any);
            *seen = any > 0;
        }
    }
}

/// Multiplies the weights of each input by a factor of this input.
fn rescale(net: &mut Net, [position, other, option]: &PerInput<f32>) {
    fn scale<const N: usize>(layer: &mut Layer<N>, scales: &[f32]) {
        for (weights, &scale) in layer.weights.iter_mut().zip(scales) {
            cast_slice_mut::<_, f32>(weights).iter_mut().for_each(|weight| *weight *= scale);
        }
    }
    scale(&mut net.position, position);
    scale(&mut net.other, other);
    scale(&mut net.option, option);
}

/// Creates a network with small random weights (He et al. 2015). Their size suits inputs of which
/// about a third are non-zero.
fn new_net(shape: &NetworkShape, seed: u64, kind: u64) -> Net {
    let mut luck = stream(seed, kind, Purpose::Weights);
    let mut net = Net::zero(shape);
    fill(&mut net.other, shape.other / 3, &mut luck);
    let before = (shape.position + shape.option) / 3;
    fill(&mut net.position, before, &mut luck);
    fill(&mut net.code, 2 * before, &mut luck);
    fill(&mut net.option, before, &mut luck);
    let hidden = net.second.weights.len();
    fill(&mut net.second, hidden, &mut luck);
    for weight in cast_slice_mut(&mut net.value) {
        *weight = random(0.2, &mut luck);
    }
    net.value_bias = 0.25;
    net
}

fn fill<const N: usize>(layer: &mut Layer<N>, inputs: usize, luck: &mut Pcg64Mcg) {
    let span = (6.0 / inputs.max(1) as f32).sqrt();
    for weight in cast_slice_mut(layer.weights.as_flattened_mut()) {
        *weight = random(span, luck);
    }
}

/// Returns a random number from `-span` to `span`.
fn random(span: f32, luck: &mut Pcg64Mcg) -> f32 {
    (luck.next_u32() as f32 * (2.0 / u32::MAX as f32) - 1.0) * span
}

/// Computes the scale of each network input: 1 divided by the root mean square of its non-zero
/// values.
fn scales(shape: &NetworkShape, kind: &OfKind) -> PerInput<f32> {
    let mut sums = per_input(shape, (0.0f64, 0u64));
    each_row(kind, |group, row| {
        for (which, value) in row.each() {
            let sum = &mut sums[group][which];
            sum.0 += f64::from(value * value);
            sum.1 += 1;
        }
    });
    let scale = |(sum, count): (f64, u64)| match count {
        0 => 1.0,
        _ => (count as f64 / sum).sqrt().clamp(0.02, 20.0) as f32,
    };
    sums.map(|sums| sums.into_iter().map(scale).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_that_learnt_nothing_are_those_of_the_other_games() {
        let shape = NetworkShape { decisions: 2, nets: 4, position: 3, other: 2, option: 4 };
        let mut before = Network::zero(&shape);
        before.nets[1].value_bias = 0.5;
        let network = Learner::new(shape, 1, Some(&before)).network();
        let biases = network.nets.iter().map(|net| net.value_bias);
        assert_eq!(biases.collect::<Vec<_>>(), [0.0, 0.5, 0.0, 0.5]);
    }
}
