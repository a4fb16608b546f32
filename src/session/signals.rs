//! Signals that ask a command to end: Ctrl-C (INT), TERM, and HUP when its terminal is closed; the
//! end of stdin if another program has started the command.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::Interrupted;
use crate::report;
use crate::strategies::stop;

/// Number of the last signal that the process received; that of Ctrl-C if it received none.
static LAST: AtomicI32 = AtomicI32::new(INT);
const INT: i32 = 2;
const TERM: i32 = 15;
/// Time after the first signal in which further signals count as the first signal. The command
/// `timeout` signals its child, and then the group of processes to which the child belongs.
const SAME: Duration = Duration::from_millis(200);

/// The flag that the first signal sets; empty before a command asks for the flag.
static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Returns the flag that the first signal sets. All callers share one flag.
pub fn interrupted() -> Arc<AtomicBool> {
    Arc::clone(FLAG.get_or_init(Arc::default))
}

/// Installs the signal handlers. The first signal sets the flag of [`interrupted`]; a second
/// signal, at least 200 ms later, ends the process at once. So does the first signal before a
/// command has asked for the flag.
///
/// # Errors
/// Fails if signal handlers cannot be installed.
pub fn handle() -> anyhow::Result<()> {
    let mut first: Option<Instant> = None;
    listen(move |signal| {
        let Some(first) = first else {
            first = Some(Instant::now());
            return request(signal);
        };
        if first.elapsed() >= SAME {
            LAST.store(signal, Ordering::Relaxed);
            end(None);
        }
    })
}

/// Asks the command to end, or ends the process if the command has not yet begun to play.
fn request(signal: i32) {
    LAST.store(signal, Ordering::Relaxed);
    let Some(stop) = FLAG.get() else {
        end(Some(Interrupted::before_result(false)));
    };
    // The flag is set before scripts are stopped, so that code that notices a stopped script also
    // finds the flag set.
    stop.store(true, Ordering::SeqCst);
    stop::request();
}

/// Ends the process after an interruption. `kept` says what is kept; `None` prints nothing.
fn end(kept: Option<Interrupted>) -> ! {
    if let Some(kept) = kept {
        // The program that started this one may have ended.
        let _ = writeln!(io::stderr(), "error: {kept}");
    }
    report::abandon();
    std::process::exit(exit_code().into())
}

/// Environment variable of a process whose program has started it, and that ends with its stdin.
pub const ENDS_WITH_STDIN: &str = "GONG_ENDS_WITH_STDIN";
/// Time in which such a process must write its results and end.
const GRACE: Duration = Duration::from_millis(1500);

/// Ends this process when its stdin ends, if the environment says so. A program closes the stdin of
/// a command to cancel the command, and the system closes it when that program ends in any way. The
/// end of stdin has the effect of the signal TERM, but the process ends after 1.5 seconds at the
/// latest. A command that has played nothing ends at once.
///
/// # Errors
/// Fails if a thread cannot be started.
pub fn end_with_stdin() -> anyhow::Result<()> {
    if std::env::var_os(ENDS_WITH_STDIN).is_none() {
        return Ok(());
    }
    let wait = || {
        // An error counts as the end.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        request(TERM);
        std::thread::sleep(GRACE);
        end(Some(Interrupted(Some(
            "interrupted, and the results were not written in time: the same command resumes from \
             its last checkpoint, if there is one",
        ))))
    };
    let thread = std::thread::Builder::new().name("stdin".into());
    thread.spawn(wait)?;
    Ok(())
}

/// Returns the exit code after an interruption, as in shells: 128 plus the signal number, which is
/// 130 after Ctrl-C.
pub fn exit_code() -> u8 {
    u8::try_from(128 + LAST.load(Ordering::Relaxed)).unwrap_or(u8::MAX)
}

/// Makes writes beyond the maximum size of a file fail. By default, such a write ends the process
/// without a message (signal XFSZ).
#[cfg(unix)]
pub fn report_file_limits() {
    // Without the handler, the system ends the process.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

#[cfg(not(unix))]
pub fn report_file_limits() {}

/// Calls `asked` for each signal that asks the process to end. Signals that were ignored when the
/// process started stay ignored, such as HUP under `nohup`.
#[cfg(unix)]
fn listen(asked: impl FnMut(i32) + Send + 'static) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let heeded = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(heeded)?;
    std::thread::Builder::new()
        .name("signals".into())
        .spawn(move || signals.forever().for_each(asked))?;
    Ok(())
}

#[cfg(not(unix))]
fn listen(mut asked: impl FnMut(i32) + Send + 'static) -> anyhow::Result<()> {
    Ok(ctrlc::set_handler(move || asked(INT))?)
}

/// Returns whether this process ignores a signal, according to `/proc/self/status`. Without that
/// file, only HUP counts as ignored.
#[cfg(unix)]
fn ignored(signal: i32) -> bool {
    let status = crate::scenario::read_text("/proc/self/status".as_ref()).unwrap_or_default();
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    match set.and_then(|set| u64::from_str_radix(set.trim(), 16).ok()) {
        Some(set) => set >> (signal - 1) & 1 == 1,
        None => signal == signal_hook::consts::SIGHUP,
    }
}
