//! Makes commands that tests start react to Ctrl-C, wherever the tests themselves run.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Once};

use signal_hook::consts::{SIGHUP, SIGINT};

/// A process in the background of a script ignores Ctrl-C, and one under `nohup` ignores hang-ups;
/// their children inherit this. A test that interrupts a child would then wait forever. A signal
/// with a handler in the parent is not ignored by its children.
pub fn heed() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for signal in [SIGINT, SIGHUP] {
            if ignored(signal) {
                let seen = Arc::new(AtomicBool::new(false));
                signal_hook::flag::register(signal, seen).unwrap();
            }
        }
    });
}

/// Reads the ignored signals from Linux, given as a hexadecimal number.
fn ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let set = set.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
    set.is_some_and(|set| set >> (signal - 1) & 1 == 1)
}
