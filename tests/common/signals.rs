//! Makes commands that tests start react to Ctrl-C, even if the tests themselves ignore Ctrl-C.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Once};

use signal_hook::consts::{SIGHUP, SIGINT};

/// Makes child processes react to Ctrl-C and to hang-ups. A background process of a script ignores
/// Ctrl-C, and a process under `nohup` ignores hang-ups; their children inherit this. A test that
/// interrupts a child would then wait forever. A signal with a handler in the parent is not ignored
/// by the children.
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

/// Returns whether a signal is ignored, from Linux's hexadecimal set of ignored signals.
fn ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let set = set.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
    set.is_some_and(|set| set >> (signal - 1) & 1 == 1)
}
