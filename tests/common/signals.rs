//! Commands that the tests start heed Ctrl-C, wherever the tests themselves run.

use std::sync::Once;

use signal_hook::consts::{SIGHUP, SIGINT};

/// A process started in the background of a script ignores Ctrl-C, one under `nohup` hang-ups, and so do its children, as is right: a test that interrupts one would wait for ever.
/// What a process has a handler for is not ignored by those that it starts.
pub fn heed() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for signal in [SIGINT, SIGHUP] {
            if ignored(signal) {
                signal_hook::flag::register::<std::sync::atomic::AtomicBool>(
                    signal,
                    Default::default(),
                )
                .unwrap();
            }
        }
    });
}

/// Linux says which are, as a hexadecimal number.
fn ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let set = set.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
    set.is_some_and(|set| set >> (signal - 1) & 1 == 1)
}
