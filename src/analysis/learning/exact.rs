//! Floats written to JSON without loss, as the integer of their bits.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A float, or an optional float, with an exact form in JSON.
pub trait Exact: Copy {
    type Bits: Serialize + DeserializeOwned;

    fn bits(self) -> Self::Bits;

    fn of(bits: Self::Bits) -> Self;
}

impl Exact for f64 {
    type Bits = u64;

    fn bits(self) -> u64 {
        self.to_bits()
    }

    fn of(bits: u64) -> f64 {
        f64::from_bits(bits)
    }
}

impl Exact for Option<f64> {
    type Bits = Option<u64>;

    fn bits(self) -> Option<u64> {
        self.map(f64::to_bits)
    }

    fn of(bits: Option<u64>) -> Option<f64> {
        bits.map(f64::from_bits)
    }
}

/// Writes a floating-point number as the integer that has the same bits.
///
/// # Errors
/// Returns the errors of the serializer.
pub fn serialize<T: Exact, S: Serializer>(number: &T, serializer: S) -> Result<S::Ok, S::Error> {
    number.bits().serialize(serializer)
}

/// Reads a floating-point number from the integer that has the same bits.
///
/// # Errors
/// Fails if the bits are not an integer.
pub fn deserialize<'de, T: Exact, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::Bits::deserialize(deserializer).map(T::of)
}
