//! Floats written to JSON without loss, as the integer of their bits.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes a floating-point number as the integer that has the same bits.
///
/// # Errors
/// Returns the errors of the serializer.
pub fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    number.to_bits().serialize(serializer)
}

/// Reads a floating-point number from the integer that has the same bits.
///
/// # Errors
/// Fails if the bits are not an integer.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    u64::deserialize(deserializer).map(f64::from_bits)
}
