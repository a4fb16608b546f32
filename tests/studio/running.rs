//! Runs the program `gong studio`.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The program `gong studio` in a folder.
pub struct Running {
    pub process: Child,
    /// The address that the program printed, with the token.
    pub address: String,
}

impl Running {
    /// Starts a program `gong` in a folder.
    pub fn of(gong: &Path, folder: &Path, arguments: &[&str]) -> Running {
        let mut process = Command::new(gong)
            .arg("studio")
            .args(arguments)
            .arg("--no-open")
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = process.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        let at = line.find("http://").unwrap_or_else(|| panic!("{line}"));
        Running {
            process,
            address: line[at..].trim().to_owned(),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The studio may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
