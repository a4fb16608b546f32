//! Signals that ask a command to end: Ctrl-C (INT), TERM, and HUP when its terminal is closed.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use crate::report;
use crate::scenario::read_text;
use crate::strategies::stop;

/// The last one that came; 0: none.
static LAST: AtomicI32 = AtomicI32::new(0);
const INT: i32 = 2;

/// A flag that is set when somebody asks the command to end; asked a second time it ends at once.
///
/// # Errors
/// If nobody can be told of signals.
pub fn interrupted() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    listen(move |signal| {
        LAST.store(signal, Ordering::Relaxed);
        if asked.swap(true, Ordering::Relaxed) {
            report::abandon();
            std::process::exit(exit_code().into());
        }
        stop::request();
    })?;
    Ok(stop)
}

/// The exit code of a command that was asked to end, as shells have it: 128 and the number of the signal, 130 after Ctrl-C.
pub fn exit_code() -> u8 {
    let signal = match LAST.load(Ordering::Relaxed) {
        0 => INT,
        signal => signal,
    };
    u8::try_from(128 + signal).unwrap_or(u8::MAX)
}

/// Calls back with each signal that comes. What was ignored when the program was started, as HUP is under `nohup`, stays so.
#[cfg(unix)]
fn listen(asked: impl Fn(i32) + Send + 'static) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let heeded = [SIGINT, SIGTERM, SIGHUP]
        .into_iter()
        .filter(|&signal| !ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(heeded)?;
    std::thread::Builder::new()
        .name("signals".into())
        .spawn(move || signals.forever().for_each(asked))?;
    Ok(())
}

#[cfg(not(unix))]
fn listen(asked: impl Fn(i32) + Send + 'static) -> anyhow::Result<()> {
    Ok(ctrlc::set_handler(move || asked(INT))?)
}

/// Whether a signal is ignored: Linux tells the set of those that are, as a hexadecimal number. Where nobody tells, HUP is left as it is.
#[cfg(unix)]
fn ignored(signal: i32) -> bool {
    let status = read_text(Path::new("/proc/self/status")).unwrap_or_default();
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    match set.and_then(|set| u64::from_str_radix(set.trim(), 16).ok()) {
        Some(set) => set >> (signal - 1) & 1 == 1,
        None => signal == signal_hook::consts::SIGHUP,
    }
}
