//! What tests of reports share.

pub(crate) mod sample;
