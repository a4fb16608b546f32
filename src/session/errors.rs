//! Errors that end a command: wrong usage, or an interruption.

/// Error for a command line that is syntactically valid but cannot be carried out.
#[derive(Debug)]
pub struct Usage(pub String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Error for a command that a signal interrupted before all games were played. The text, if there
/// is one, is printed.
#[derive(Debug)]
pub struct Interrupted(pub Option<&'static str>);

impl Interrupted {
    /// Creates the error for an interruption before the first result, when no report is written.
    /// `saved` is true if the games played so far are saved.
    pub fn before_result(saved: bool) -> Interrupted {
        const SAVED: &str = "interrupted before there was a result: there is no report; the games \
                             played so far are saved, and the same command resumes";
        const LOST: &str = "interrupted before there was a result: nothing is saved, and the same \
                            command begins again";
        Interrupted(Some(if saved { SAVED } else { LOST }))
    }
}

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.unwrap_or("interrupted"))
    }
}

impl std::error::Error for Interrupted {}
