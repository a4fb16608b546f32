//! The stop flag for scripts of bots. Once the flag is set, a running script ends at its next loop
//! iteration, and its game is discarded.

use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

/// Stops all scripts of the process permanently, for example after Ctrl-C.
pub fn request() {
    STOP.store(true, Ordering::Release);
}

/// Returns true if all scripts of the process were requested to stop.
#[inline]
pub fn requested() -> bool {
    STOP.load(Ordering::Acquire)
}
