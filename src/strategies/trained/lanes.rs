//! Integer arithmetic on several numbers at once: with AVX2 instructions if the processor has them,
//! and in plain code otherwise. Integer sums are exact in any order, so all results are equal.

use bytemuck::{Pod, Zeroable};

/// A vector of sixteen 16-bit integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(C, align(32))]
pub struct Sixteen(pub [i16; 16]);

/// The weights of a pair of inputs for sixteen network units. The two weights of a unit are
/// adjacent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(C, align(64))]
pub struct PairWeights(pub [i16; 32]);

/// A vector of sixteen 32-bit sums, one for each of sixteen network units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(C, align(64))]
pub struct UnitSums(pub [i32; 16]);

impl Sixteen {
    /// Returns the pair of adjacent integers with this index, 0 to 7.
    #[inline(always)]
    pub fn pair(&self, index: usize) -> [i16; 2] {
        bytemuck::cast_ref::<_, [[i16; 2]; 8]>(self)[index]
    }
}

impl PairWeights {
    /// Returns the weights of the two inputs for the unit with this index, 0 to 15.
    #[inline(always)]
    pub fn of_unit(&self, index: usize) -> [i16; 2] {
        bytemuck::cast_ref::<_, [[i16; 2]; 16]>(self)[index]
    }
}

// SAFETY: all bits 0 are valid numbers.
unsafe impl Zeroable for Sixteen {}
// SAFETY: 16 numbers of two bytes are 32 bytes, a multiple of the alignment, so there is no
// padding. All bit patterns are valid numbers.
unsafe impl Pod for Sixteen {}
// SAFETY: all bits 0 are valid numbers.
unsafe impl Zeroable for PairWeights {}
// SAFETY: 32 numbers of two bytes are 64 bytes, a multiple of the alignment, so there is no
// padding. All bit patterns are valid numbers.
unsafe impl Pod for PairWeights {}
// SAFETY: all bits 0 are valid numbers.
unsafe impl Zeroable for UnitSums {}
// SAFETY: 16 numbers of four bytes are 64 bytes, a multiple of the alignment, so there is no
// padding. All bit patterns are valid numbers.
unsafe impl Pod for UnitSums {}

/// Greatest input of a neural network as an integer; inputs are from `-MOST` to `MOST`.
pub const MOST: i16 = i16::MAX;
/// The 16-bit integer that stands for 0 in the output of a network unit. Outputs are never
/// negative, so the other 65,535 integers stand for positive values.
pub const ZERO: i16 = i16::MIN;

const GREATEST: f32 = MOST as f32;

/// Vector operations on integers, implemented for each set of processor instructions.
pub trait Lanes: Copy {
    /// Multiplies values by their scales, rounds the products to integers (halves to even), and
    /// clamps them to the range from `-MOST` to `MOST`. The second result has a bit for each pair
    /// of integers that are not both 0.
    fn quantize(self, values: &[f32; 16], scales: &[f32; 16]) -> (Sixteen, u8);

    /// For each of sixteen network units: adds the products of two inputs with their weights to the
    /// unit's sum. UnitSums wrap around at 32 bits.
    fn add_pair(self, sums: &mut UnitSums, weights: &PairWeights, pair: [i16; 2]);

    /// Divides sums by 2 to the power of `shift`, rounds them down, clamps them to the range from 0
    /// to 65,535, and adds [`ZERO`].
    fn clip(self, sums: &UnitSums, shift: u32) -> Sixteen;

    /// Returns the eight `sums`, each increased by the sum of two adjacent integers.
    fn add(self, sums: [i32; 8], numbers: Sixteen) -> [i32; 8];
}

/// Vector operations in plain code, for every processor.
#[derive(Debug, Clone, Copy)]
pub struct PlainLanes;

impl Lanes for PlainLanes {
    #[inline(always)]
    fn quantize(self, values: &[f32; 16], scales: &[f32; 16]) -> (Sixteen, u8) {
        // The sum of this number and a small number has no fraction: the processor has rounded it.
        // Its last 16 bits are those of the small number.
        const ROUNDS: f32 = 12_582_912.0;
        let numbers = std::array::from_fn(|at| {
            let product = values[at] * scales[at];
            // The comparison also replaces a product that is not a number.
            let product = if product < GREATEST { product } else { GREATEST };
            let product = product.max(-GREATEST);
            (product + ROUNDS).to_bits() as i16
        });
        let (pairs, _) = numbers.as_chunks::<2>();
        let bits = pairs.iter().enumerate();
        let bits = bits.fold(0, |bits, (at, pair)| bits | u8::from(*pair != [0; 2]) << at);
        (Sixteen(numbers), bits)
    }

    #[inline(always)]
    fn add_pair(self, sums: &mut UnitSums, weights: &PairWeights, pair: [i16; 2]) {
        let [one, other] = pair.map(i32::from);
        let (weights, _) = weights.0.as_chunks::<2>();
        for (sum, weights) in sums.0.iter_mut().zip(weights) {
            let products = i32::from(weights[0]) * one + i32::from(weights[1]) * other;
            *sum = sum.wrapping_add(products);
        }
    }

    #[inline(always)]
    fn clip(self, sums: &UnitSums, shift: u32) -> Sixteen {
        Sixteen(sums.0.map(|sum| ((sum >> shift).clamp(0, 65_535) + i32::from(ZERO)) as i16))
    }

    #[inline(always)]
    fn add(self, mut sums: [i32; 8], numbers: Sixteen) -> [i32; 8] {
        let (pairs, _) = numbers.0.as_chunks::<2>();
        for (sum, pair) in sums.iter_mut().zip(pairs) {
            *sum += i32::from(pair[0]) + i32::from(pair[1]);
        }
        sums
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::Avx2;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use bytemuck::cast;

    use super::{GREATEST, Lanes, MOST, PairWeights, Sixteen, UnitSums, ZERO};

    /// Vector operations with AVX2 instructions. A value of this type exists only if the processor
    /// supports them.
    #[derive(Debug, Clone, Copy)]
    pub struct Avx2(());

    impl Avx2 {
        /// Returns the AVX2 operations if the processor supports them.
        #[inline(always)]
        pub fn detect() -> Option<Avx2> {
            is_x86_feature_detected!("avx2").then_some(Avx2(()))
        }
    }

    /// Exchanges the second and the third quarter of a packed vector. This restores the order of
    /// the numbers, because AVX2 instructions pack the lower and the upper halves of two vectors
    /// separately.
    const IN_ORDER: i32 = 0b11_01_10_00;

    impl Lanes for Avx2 {
        #[inline(always)]
        fn quantize(self, values: &[f32; 16], scales: &[f32; 16]) -> (Sixteen, u8) {
            let values: [__m256; 2] = cast(*values);
            let scales: [__m256; 2] = cast(*scales);
            // SAFETY: `self` exists only if the processor supports AVX2.
            unsafe {
                let most = _mm256_set1_ps(GREATEST);
                let low = _mm256_min_ps(_mm256_mul_ps(values[0], scales[0]), most);
                let high = _mm256_min_ps(_mm256_mul_ps(values[1], scales[1]), most);
                // A product that is too small for 32 bits becomes the smallest number of 32 bits,
                // and then the smallest number of 16 bits.
                let numbers = _mm256_packs_epi32(_mm256_cvtps_epi32(low), _mm256_cvtps_epi32(high));
                let numbers = _mm256_permute4x64_epi64::<IN_ORDER>(numbers);
                let numbers = _mm256_max_epi16(numbers, _mm256_set1_epi16(-MOST));
                let zero = _mm256_cmpeq_epi32(numbers, _mm256_setzero_si256());
                let bits = !_mm256_movemask_ps(_mm256_castsi256_ps(zero));
                (cast(numbers), bits as u8)
            }
        }

        #[inline(always)]
        fn add_pair(self, sums: &mut UnitSums, weights: &PairWeights, pair: [i16; 2]) {
            let weights: [__m256i; 2] = cast(*weights);
            let [low, high]: [__m256i; 2] = cast(*sums);
            // SAFETY: `self` exists only if the processor supports AVX2.
            unsafe {
                let pair = _mm256_set1_epi32(cast(pair));
                *sums = cast([
                    _mm256_add_epi32(low, _mm256_madd_epi16(weights[0], pair)),
                    _mm256_add_epi32(high, _mm256_madd_epi16(weights[1], pair)),
                ]);
            }
        }

        #[inline(always)]
        fn clip(self, sums: &UnitSums, shift: u32) -> Sixteen {
            let [low, high]: [__m256i; 2] = cast(*sums);
            // SAFETY: `self` exists only if the processor supports AVX2.
            unsafe {
                let shift = _mm_cvtsi32_si128(shift as i32);
                let low = _mm256_sra_epi32(low, shift);
                let high = _mm256_sra_epi32(high, shift);
                let packed = _mm256_packus_epi32(low, high);
                let numbers = _mm256_permute4x64_epi64::<IN_ORDER>(packed);
                // Adding half of all 16-bit numbers changes only the first bit.
                cast(_mm256_xor_si256(numbers, _mm256_set1_epi16(ZERO)))
            }
        }

        #[inline(always)]
        fn add(self, sums: [i32; 8], numbers: Sixteen) -> [i32; 8] {
            // SAFETY: `self` exists only if the processor supports AVX2.
            unsafe {
                let pairs = _mm256_madd_epi16(cast(numbers), _mm256_set1_epi16(1));
                cast(_mm256_add_epi32(cast(sums), pairs))
            }
        }
    }
}
