//! The stop flag for scripts. Once the flag is set, a running script ends at its next loop
//! iteration, and its game is discarded.

use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

/// Stops all scripts of the process permanently, for example after Ctrl-C.
pub fn request() {
    STOP.store(true, Ordering::Relaxed);
}

/// Returns whether a stop was requested.
#[inline]
pub fn requested() -> bool {
    STOP.load(Ordering::Relaxed)
}
