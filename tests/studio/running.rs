//! Runs the program `gong studio`.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

/// The program `gong studio` in a folder.
pub struct Running {
    pub process: Child,
    /// The address that the program printed first, with a token.
    pub address: String,
    out: BufReader<ChildStdout>,
}

impl Running {
    /// Starts a program `gong` in a folder.
    pub fn of(gong: &Path, folder: &Path, arguments: &[&str]) -> Running {
        let mut command = Command::new(gong);
        command.arg("studio").args(arguments).arg("--no-open");
        Running::by(command.current_dir(folder))
    }

    /// Starts a studio by a command.
    pub fn by(command: &mut Command) -> Running {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let out = BufReader::new(process.stdout.take().unwrap());
        let mut running = Running { process, address: String::new(), out };
        running.address = running.told_address();
        running
    }

    /// Returns the next address that the program prints.
    pub fn told_address(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert!(self.out.read_line(&mut line).unwrap() > 0, "it has ended");
            if let Some(at) = line.find("http://") {
                return line[at..].trim().to_owned();
            }
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
