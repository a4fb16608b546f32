//! A hash function for integers.

/// Returns a hash of a 64-bit integer: the finaliser of SplitMix64 (Steele, Lea and Flood 2014), in
/// which every input bit affects every output bit.
#[inline]
pub fn mix(input: u64) -> u64 {
    let mut x = input.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
