//! What ends a command: wrong usage, or an interruption.

/// A command line that parses but asks for something that cannot be.
#[derive(Debug)]
pub struct Usage(pub String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Ctrl-C ended it before all was played: what was played is written, or there is something to say of it.
#[derive(Debug)]
pub struct Interrupted(pub Option<&'static str>);

impl Interrupted {
    /// There is nothing to write.
    pub fn before_anything() -> Interrupted {
        Interrupted(Some(
            "interrupted before anything was played: nothing is written",
        ))
    }
}

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.unwrap_or("interrupted"))
    }
}

impl std::error::Error for Interrupted {}
