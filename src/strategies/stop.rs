//! The wish to stop: a running script ends at its next turn of a loop, and its game counts for nothing.

use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

/// Has all scripts of the process end, for good: as Ctrl-C does.
pub fn request() {
    STOP.store(true, Ordering::Relaxed);
}

/// Has somebody asked for it?
#[inline]
pub fn requested() -> bool {
    STOP.load(Ordering::Relaxed)
}
