//! Questions whose games take long. A separate process runs the command of each question, which the
//! page shows. The report is therefore the same as on the command line.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::Context;
use serde::Serialize;
use serde_json::Value as Json;

use super::asking::AskedQuestion;
use super::failure::RequestError;
use crate::questions::Rehearsal;
use crate::session::progress::ProgressLine;
use crate::session::signals::ENDS_WITH_STDIN;

/// All questions that were asked in this process of the studio; at most one plays.
#[derive(Default)]
pub struct AskedJobs(Mutex<Vec<Arc<AskedJob>>>);

/// Maximum number of questions that one process of the studio remembers.
const MOST_JOBS: usize = 200;
/// Maximum length of the messages of a command, in bytes.
const MOST_TOLD: u64 = 64 << 10;

/// Exit code of a command that ends with its stdin: 128 plus the number of the signal TERM.
const CANCELLED: i32 = 128 + 15;

/// A question that was asked.
pub struct AskedJob {
    /// Folder of the report.
    pub folder: PathBuf,
    child: Mutex<Child>,
    progress: Mutex<JobProgress>,
    /// The answer; `None` until the page has asked for the answer.
    answer: Mutex<Option<Json>>,
}

/// The state of a question, for the page.
#[derive(Debug, Clone, Serialize)]
pub struct JobProgress {
    /// Number of the question, from 0.
    pub id: usize,
    #[serde(flatten)]
    pub asked: AskedQuestion,
    pub command: String,
    pub state: JobState,
    /// Stage of the command that plays now.
    pub stage: String,
    /// Share of the stage that is done, 0 to 1.
    pub share: f64,
    /// Time from the beginning of the stage to its last progress, in seconds.
    pub elapsed: f64,
    #[serde(skip)]
    began: Instant,
    /// The points of a sweep that are finished, as the sweep describes them.
    pub points: Vec<Json>,
    /// Sentences about the results so far.
    pub known: Vec<String>,
    /// Messages of the command after a failure.
    pub told: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    Playing,
    Done,
    Cancelled,
    Failed,
}

impl AskedJobs {
    fn all(&self) -> MutexGuard<'_, Vec<Arc<AskedJob>>> {
        self.0.lock().expect("no thread panics while it holds the jobs")
    }

    /// Asks a question, if no other question plays. `words` are the words of its command line.
    ///
    /// # Errors
    /// Fails if another question plays, or if the process cannot be started.
    pub fn ask(
        &self,
        asked: AskedQuestion,
        words: &[String],
        rehearsal: Rehearsal,
    ) -> Result<Arc<AskedJob>, RequestError> {
        let mut all = self.idle()?;
        if all.len() >= MOST_JOBS {
            let what = "too many questions: stop the studio and start it again";
            return Err(RequestError::busy(what));
        }
        let job = AskedJob::start(all.len(), asked, words, rehearsal)?;
        all.push(Arc::clone(&job));
        Ok(job)
    }

    /// Returns all questions, none of which plays.
    ///
    /// # Errors
    /// Fails if a question plays.
    pub fn idle(&self) -> Result<MutexGuard<'_, Vec<Arc<AskedJob>>>, RequestError> {
        let all = self.all();
        match all.iter().any(|job| job.state() == JobState::Playing) {
            true => {
                let what = "another question is being played: wait for its end, or cancel it";
                Err(RequestError::busy(what))
            }
            false => Ok(all),
        }
    }

    /// Returns the question with this number.
    ///
    /// # Errors
    /// Fails if no question has this number.
    pub fn get(&self, id: usize) -> Result<Arc<AskedJob>, RequestError> {
        let job = self.all().get(id).cloned();
        job.ok_or_else(|| RequestError::missing("there is no such question"))
    }

    /// Returns the states of all questions.
    pub fn list(&self) -> Vec<JobProgress> {
        self.all().iter().map(|job| job.progress()).collect()
    }

    /// Cancels the question that plays, and waits until its process has ended.
    pub fn end(&self) {
        let playing: Vec<_> = self.all().iter().cloned().collect();
        for job in playing.iter().filter(|job| job.state() == JobState::Playing) {
            job.cancel();
            // If waiting fails, the process has ended already.
            let _ = job.child().wait();
        }
    }
}

impl JobProgress {
    /// Takes over the share of a stage that is done. The command begins with its first stage.
    fn advance(&mut self, share: f64, stage: String) {
        if self.stage != stage {
            if !self.stage.is_empty() {
                self.began = Instant::now();
            }
            self.stage = stage;
        }
        self.share = share;
        self.elapsed = self.began.elapsed().as_secs_f64();
    }
}

/// Returns the lines of the messages of a command. Bytes that are not UTF-8 are replaced: a path in
/// a message may have any bytes.
fn lines(told: impl Read) -> impl Iterator<Item = String> {
    let lines = BufReader::new(told).split(b'\n').map_while(Result::ok);
    lines.map(|line| {
        let text = String::from_utf8_lossy(&line);
        text.strip_suffix('\r').unwrap_or(&text).to_owned()
    })
}

impl AskedJob {
    fn start(
        id: usize,
        asked: AskedQuestion,
        words: &[String],
        rehearsal: Rehearsal,
    ) -> anyhow::Result<Arc<AskedJob>> {
        let mut command = gong(words)?;
        // Ctrl-C in the terminal reaches only the studio, which then cancels its questions once. A
        // second signal would end the questions without a checkpoint.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .arg("--progress")
            .stderr(Stdio::piped())
            .spawn()
            .context("cannot start the command")?;
        let told = child.stderr.take().context("the command has no stderr")?;
        let progress = Mutex::new(JobProgress {
            id,
            asked,
            command: rehearsal.command,
            state: JobState::Playing,
            stage: String::new(),
            share: 0.0,
            elapsed: 0.0,
            began: Instant::now(),
            points: vec![],
            known: vec![],
            told: vec![],
        });
        let job = Arc::new(AskedJob {
            folder: rehearsal.folder,
            child: Mutex::new(child),
            progress,
            answer: Mutex::new(None),
        });
        let listener = Arc::clone(&job);
        thread::Builder::new()
            .name(format!("question {id}"))
            .spawn(move || listener.listen(told))
            .context("cannot start a thread")?;
        Ok(job)
    }

    fn child(&self) -> MutexGuard<'_, Child> {
        self.child.lock().expect("no thread panics while it holds the process")
    }

    fn now(&self) -> MutexGuard<'_, JobProgress> {
        self.progress.lock().expect("no thread panics while it holds the progress")
    }

    pub fn progress(&self) -> JobProgress {
        self.now().clone()
    }

    pub fn state(&self) -> JobState {
        self.now().state
    }

    /// Returns the answer. `build` builds the answer from the report, once, after the question has
    /// ended.
    ///
    /// # Errors
    /// Fails if `build` fails, or if the question plays.
    pub fn answer(
        &self,
        build: impl FnOnce() -> Result<Json, RequestError>,
    ) -> Result<Json, RequestError> {
        if self.state() == JobState::Playing {
            return Err(RequestError::busy("the question is being played"));
        }
        // If `build` has panicked before, the answer is still `None`.
        let mut kept = self.answer.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some(answer) => Ok(answer.clone()),
            None => Ok(kept.insert(build()?).clone()),
        }
    }

    /// Reads the progress and the messages of the command until its process ends.
    fn listen(&self, told: impl Read) {
        let mut length = 0;
        for line in lines(told) {
            match ProgressLine::read(&line) {
                Some(ProgressLine::Point(point)) => self.now().points.push(point),
                Some(ProgressLine::Known(sentence)) => self.now().known.push(sentence),
                Some(ProgressLine::Stage { title, share }) => self.now().advance(share, title),
                None if length < MOST_TOLD => {
                    length += line.len() as u64;
                    self.now().told.push(line);
                }
                None => {}
            }
        }
        let ended = self.child().wait();
        self.now().state = match ended.map(|status| (status.success(), status.code())) {
            Ok((true, _)) => JobState::Done,
            Ok((_, None | Some(CANCELLED))) => JobState::Cancelled,
            _ => JobState::Failed,
        };
    }

    /// Ends the process by closing its stdin: the process writes the results so far, and ends soon.
    pub fn cancel(&self) {
        drop(self.child().stdin.take());
    }
}

/// Returns the command that runs this program with these words. Its process ends when the studio
/// closes its stdin, and also when the studio ends, even if the system kills the studio.
pub fn gong(words: &[String]) -> anyhow::Result<Command> {
    let program = std::env::current_exe().context("cannot find the program gong")?;
    let mut command = Command::new(program);
    command.args(words).env(ENDS_WITH_STDIN, "1").stdin(Stdio::piped()).stdout(Stdio::null());
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_may_have_bytes_that_are_not_utf_8() {
        let told: &[u8] = b"cannot read \xff.toml\r\n\nprogress 0.5 a stage";
        let read: Vec<String> = lines(told).collect();
        assert_eq!(read, ["cannot read \u{fffd}.toml", "", "progress 0.5 a stage"]);
    }
}
