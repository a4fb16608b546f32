//! Fuzzing campaigns: gong must accept or refuse random input, and must never fail in another way.
//!
//! ```text
//! cargo run --example fuzz -- [TARGET…] [--minutes 1] [--seed 1] [--case N] [--gong PROGRAM]
//!
//!     texts      scenarios, rosters, strategies and scripts, shipped ones and fuzz/corpus, changed
//!                at random and read as `gong check` reads them; one in 500 is also checked by
//!                PROGRAM, which has to end with exit code 0 or 2
//!     settings   `--set` and `--vary` with random paths and values, over shipped scenarios
//!     games      random rules and rosters, played by all kinds of bots; one game in eight is
//!                played twice with the same result, the second time with other hidden information
//!     reports    folders of reports and of shards, changed at random, half of them with matching
//!                hashes, read by `report`, `rerun`, `compare` and `merge`; a refused one stays
//!                unchanged
//! ```
//!
//! A case fails if it panics, computes longer than two seconds (games: a minute), or differs when
//! repeated. It is then written to `fuzz/found` with the words that repeat it, and the campaign
//! ends with exit code 1. If a case ends the process itself, the case is in
//! `fuzz/found/TARGET-last.txt`. In a debug build, as above, the engine's assertions are checked
//! too.

mod games;
mod reports;
mod texts;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::{Duration, Instant};
use std::{fs, thread};

use rand_pcg::Pcg64Mcg;
use tempfile::TempDir;

/// The result of a fuzzing case.
pub enum Came {
    /// The input was refused with a reason, as it should be.
    Refused,
    /// The input was accepted. The number is the number of decisions in the games of the case.
    Accepted(u64),
    /// The case failed; the text describes the wrong behaviour.
    Wrong(String),
}

/// A fuzzing case: a text that describes the case, and the function that runs it.
type Case = (String, Box<dyn FnOnce() -> Came>);

/// A kind of input that a campaign changes at random.
struct Target {
    name: &'static str,
    /// Maximum computing time of a case.
    most: Duration,
    /// Creates a case from random numbers: a text that describes the case, and the function that
    /// runs it.
    case: fn(&Seeds, &mut Pcg64Mcg) -> Case,
}

const TARGETS: [Target; 4] = [
    Target { name: "texts", most: Duration::from_secs(2), case: texts::text },
    Target { name: "settings", most: Duration::from_secs(2), case: games::setting },
    Target { name: "games", most: Duration::from_secs(60), case: games::game },
    Target { name: "reports", most: Duration::from_secs(10), case: reports::folder },
];

/// The files from which cases are made.
pub struct Seeds {
    pub files: Vec<(PathBuf, String)>,
    /// The program that checks some cases, and a temporary folder with all files.
    pub program: Option<Rc<(PathBuf, TempDir)>>,
}

impl Seeds {
    /// Reads all files of these kinds below the folders that gong ships, and the corpus.
    fn read(program: Option<&Path>) -> Seeds {
        let mut files = vec![];
        let mut open =
            ["scenarios", "strategies", "tests/data", "fuzz/corpus"].map(PathBuf::from).to_vec();
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).expect("run it where Cargo.toml is") {
                let path = entry.expect("a folder that can be read").path();
                let kind = path.extension().and_then(|kind| kind.to_str());
                if path.is_dir() {
                    open.push(path);
                } else if matches!(kind, Some("toml" | "luau"))
                    && !path.to_string_lossy().ends_with(".d.luau")
                {
                    let text = fs::read_to_string(&path).expect("a text");
                    files.push((path, text));
                }
            }
        }
        files.sort();
        let program = program.map(|program| {
            let folder = tempfile::tempdir().expect("a folder can be made");
            for (path, text) in &files {
                let copy = folder.path().join(path);
                let made = fs::create_dir_all(copy.parent().expect("it is in a folder"));
                made.and_then(|()| fs::write(copy, text)).expect("a copy");
            }
            let program = fs::canonicalize(program).expect("the program is there");
            Rc::new((program, folder))
        });
        Seeds { files, program }
    }
}

/// Creates the random numbers of a case, which are the same at every repetition.
fn luck(target: &str, seed: u64, case: u64) -> Pcg64Mcg {
    let name = target.bytes().fold(0, |sum, byte| sum * 31 + u128::from(byte));
    // The generator accepts only odd increments.
    Pcg64Mcg::new((u128::from(seed) << 64 | u128::from(case) << 1 | 1) ^ name << 96)
}

struct Asked {
    targets: Vec<&'static Target>,
    minutes: f64,
    seed: u64,
    case: Option<u64>,
    program: Option<PathBuf>,
}

/// Parses the command line.
fn asked() -> Result<Asked, String> {
    let mut asked = Asked { targets: vec![], minutes: 1.0, seed: 1, case: None, program: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || {
            let value = words.next().and_then(|value| value.parse::<f64>().ok());
            value.ok_or(format!("{word} wants a number"))
        };
        match word.as_str() {
            "--minutes" => asked.minutes = number()?,
            "--seed" => asked.seed = number()? as u64,
            "--case" => asked.case = Some(number()? as u64),
            "--gong" => {
                let program = words.next().ok_or("--gong wants a program")?;
                asked.program = Some(program.into());
            }
            name => {
                let target = TARGETS.iter().find(|target| target.name == name);
                asked.targets.push(target.ok_or(format!("there is no target {name}"))?);
            }
        }
    }
    if asked.targets.is_empty() {
        asked.targets = TARGETS.iter().collect();
    }
    Ok(asked)
}

fn main() -> ExitCode {
    let asked = match asked() {
        Ok(asked) => asked,
        Err(what) => {
            eprintln!("error: {what}");
            return ExitCode::from(2);
        }
    };
    let seeds = Seeds::read(asked.program.as_deref());
    let mut found = 0;
    for target in &asked.targets {
        found += campaign(target, &seeds, &asked);
    }
    ExitCode::from(u8::from(found > 0))
}

/// Runs cases of a target until the time is up, or only the requested case; returns the number of
/// failed cases.
fn campaign(target: &Target, seeds: &Seeds, asked: &Asked) -> u64 {
    let begin = Instant::now();
    let (mut refused, mut accepted, mut decisions, mut wrong) = (0u64, 0u64, 0u64, 0u64);
    let mut case = asked.case.unwrap_or(0);
    while begin.elapsed().as_secs_f64() < 60.0 * asked.minutes {
        let (text, attempt) = (target.case)(seeds, &mut luck(target.name, asked.seed, case));
        let again = format!(
            "cargo run --example fuzz -- {} --seed {} --case {case}",
            target.name, asked.seed
        );
        // If the case ends the whole process, this file remains and describes the case.
        keep(target, LAST, &text, &again, "last");
        // A case that never ends is reported while it runs.
        let watched = watch(target, &text, &again);
        // Measures processor time, because the machine may be busy.
        let at = computed();
        let came = catch_unwind(AssertUnwindSafe(attempt));
        let spent = computed() - at;
        drop(watched);
        let what = match came {
            Err(_) => Some("it panics".to_owned()),
            Ok(Came::Wrong(what)) => Some(what),
            Ok(_) if spent > target.most => Some(format!("it computes for {spent:.1?}")),
            Ok(Came::Refused) => {
                refused += 1;
                None
            }
            Ok(Came::Accepted(of)) => {
                accepted += 1;
                decisions += of;
                None
            }
        };
        if let Some(what) = what {
            wrong += 1;
            println!("{}: {what}: {again}", target.name);
            keep(target, &what, &text, &again, &case.to_string());
        }
        case += 1;
        if asked.case.is_some() {
            break;
        }
    }
    println!(
        "{}: seed {}, {} cases in {:.0} s: {refused} refused, {accepted} accepted, {decisions} decisions, {wrong} wrong",
        target.name,
        asked.seed,
        refused + accepted + wrong,
        begin.elapsed().as_secs_f64()
    );
    wrong
}

/// Returns the processor time of this thread.
#[cfg(unix)]
fn computed() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Returns the wall-clock time, because systems other than Unix offer no processor time.
#[cfg(not(unix))]
fn computed() -> Duration {
    static BEGIN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    BEGIN.elapsed()
}

/// The description of a case that is still running.
const LAST: &str = "it is the last that was tried";

/// Writes a case to a file, with a description of its failure.
fn keep(target: &Target, what: &str, text: &str, again: &str, name: &str) {
    let folder = Path::new("fuzz/found");
    let path = folder.join(format!("{}-{name}.txt", target.name));
    let written = fs::create_dir_all(folder)
        .and_then(|()| fs::write(&path, format!("{what}\n{again}\n\n{text}\n")));
    written.expect("fuzz/found can be written");
}

/// Ends the process if a case takes ten times its maximum time, unless the returned value is
/// dropped before.
fn watch(target: &Target, text: &str, again: &str) -> std::sync::mpsc::Sender<()> {
    let (over, wait) = std::sync::mpsc::channel();
    let (most, text, again) = (target.most * 10, text.to_owned(), again.to_owned());
    let target = TARGETS.iter().find(|of| of.name == target.name).expect("it is one");
    thread::spawn(move || {
        if wait.recv_timeout(most) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
            println!("{}: it does not end: {again}", target.name);
            keep(target, "it does not end", &text, &again, "endless");
            std::process::exit(1);
        }
    });
    over
}
