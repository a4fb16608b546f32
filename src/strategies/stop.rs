//! The stop flag for slow bots. Once the flag is set, a running script ends at its next loop
//! iteration, a search at its next playout, and their games are discarded.

use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

/// Stops all slow bots of the process permanently, for example after Ctrl-C.
pub fn request() {
    STOP.store(true, Ordering::Release);
}

/// Returns true if all slow bots of the process were requested to stop.
#[inline]
pub fn requested() -> bool {
    STOP.load(Ordering::Acquire)
}
