//! The program of these tests.

use std::path::Path;

use super::running::Running;

pub use crate::common::program::GONG;

impl Running {
    pub fn start(folder: &Path, arguments: &[&str]) -> Running {
        Running::of(Path::new(GONG), folder, arguments)
    }

    pub fn port(&self) -> &str {
        self.address.split(['/', ':']).nth(4).unwrap()
    }
}
