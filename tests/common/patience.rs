//! Waits for processes and for what they do, but not forever.

use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Maximum duration of a process that a test waits for.
const PATIENCE: Duration = Duration::from_secs(300);

/// Maximum time to wait for something that a running process does.
pub const PATIENCE_FOR_A_STEP: Duration = Duration::from_secs(120);

/// Waits until a condition holds.
///
/// # Panics
/// Panics with `what` if that takes longer than [`PATIENCE_FOR_A_STEP`].
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let found = find(|| holds().then_some(()));
    assert!(found.is_some(), "not within two minutes: {what}");
}

/// Calls a function until it returns something. Returns nothing if that takes longer than
/// [`PATIENCE_FOR_A_STEP`].
pub fn find<T>(mut what: impl FnMut() -> Option<T>) -> Option<T> {
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE_FOR_A_STEP {
        if let Some(found) = what() {
            return Some(found);
        }
        sleep(Duration::from_millis(10));
    }
    None
}

/// Waits until a process ends. Kills a process that takes longer than [`PATIENCE`]; returns whether
/// the process ended by itself.
pub fn ends(child: &mut Child) -> bool {
    ends_within(child, PATIENCE)
}

/// Waits until a process ends. Kills a process that takes longer than the limit; returns whether
/// the process ended by itself.
pub fn ends_within(child: &mut Child, limit: Duration) -> bool {
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > limit {
            child.kill().unwrap();
            child.wait().unwrap();
            return false;
        }
        sleep(Duration::from_millis(5));
    }
    true
}
