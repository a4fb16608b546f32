//! A temporary folder for running commands, with the tests' roster and scenarios, and functions to
//! inspect the commands' output.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::SystemTime;

use gong::report::table::type_name;
use gong::report::{Manifest, Table, Tables};
use polars::prelude::{AnyValue, ChunkCompareEq, DataFrame};
use tempfile::TempDir;

use super::program::GONG;
use super::{columns, program, signals};

/// A folder with the files of tests/data, in which commands run.
pub struct World(TempDir);

impl World {
    pub fn new() -> World {
        signals::heed();
        let folder = tempfile::tempdir().unwrap();
        for entry in fs::read_dir("tests/data").unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
        }
        World(folder)
    }

    pub fn path(&self, inside: &str) -> PathBuf {
        self.0.path().join(inside)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// Creates a command that is not started yet.
    pub fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = std::process::Command::new(GONG);
        command.args(arguments).current_dir(self.0.path());
        command
    }

    /// Runs `gong` with words as a user types them, parsed by a shell.
    pub fn typed(&self, words: &str) -> Output {
        let mut shell = std::process::Command::new("sh");
        let command = format!("'{GONG}' {words}");
        let shell = shell.args(["-c", &command]).current_dir(self.0.path());
        shell.output().unwrap()
    }

    /// Runs `gong` with these arguments; it must end with this exit code. A command that must
    /// succeed may replace the report of another command.
    pub fn gong(&self, arguments: &[&str], code: i32) -> Output {
        let replaces = code == 0 && arguments.contains(&"--out");
        let force: &[&str] = if replaces { &["--force"] } else { &[] };
        program::ended(&mut self.command(&[arguments, force].concat()), code)
    }

    /// Runs `gong` with these words, which spaces separate; it must succeed and print nothing to
    /// stderr. Returns its output.
    pub fn says(&self, words: &str) -> String {
        let output = self.gong(&split(words), 0);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command with wrong input, which must end in 2, print nothing to stdout and change no
    /// file. Returns the message, which must be safe to show in a terminal.
    pub fn refuses(&self, words: &str) -> String {
        let before = self.tree();
        let output = self.gong(&split(words), 2);
        assert!(self.tree() == before, "{words}: something changed");
        assert!(output.stdout.is_empty(), "{words}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.starts_with("error: ") && told.len() < 20_000, "{words}: {told}");
        let odd = told.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(odd, None, "{words}: {told:?}");
        told
    }

    /// Checks that a command refuses the arguments of each row, with the words after `=>`.
    pub fn refuses_each(&self, command: &str, rows: &str) {
        for row in rows.lines().map(str::trim).filter(|row| !row.is_empty()) {
            let (arguments, wanted) = row.split_once("=>").expect(row);
            let told = self.refuses(&format!("{command} {arguments}"));
            assert!(told.contains(wanted.trim()), "{row}: {told}");
        }
    }

    /// Plays the command in the manifest of a report, as a user types it, on three threads into the
    /// folder `again`.
    pub fn again(&self, manifest: &Manifest) -> Manifest {
        let words = manifest.command.strip_prefix("gong ").unwrap();
        let output = self.typed(&format!("{words} --out again --force --threads 3"));
        assert!(output.status.success(), "{words}: {output:?}");
        self.manifest("again")
    }

    /// Returns the text of a file.
    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Returns the page's text as a reader copies it, without the marks that prevent line breaks in
    /// flags.
    pub fn copied(&self, out: &str) -> String {
        let page = fs::read_to_string(self.path(out).join("report.html")).unwrap();
        page.replace("<span class=\"flag\">", "").replace("</span>", "")
    }

    /// Runs a scenario into a folder; it must succeed and print nothing to stderr.
    pub fn run(&self, out: &str, arguments: &[&str]) -> Manifest {
        let all = [&["run"], arguments, &["--out", out]].concat();
        let output = self.gong(&all, 0);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        self.manifest(out)
    }

    pub fn manifest(&self, out: &str) -> Manifest {
        Manifest::read(&self.path(out)).unwrap()
    }

    /// Returns the tables with the results of a report.
    pub fn tables(&self, out: &str) -> Tables {
        Tables::read(&self.path(out).join("tables"), &self.manifest(out).tables).unwrap()
    }

    /// Returns the tables with these names from a report of any command.
    pub fn tables_of(&self, out: &str, names: &[&'static str]) -> Tables {
        Tables::read(&self.path(out).join("tables"), names).unwrap()
    }

    /// Returns the table `games` of a run.
    pub fn games(&self, out: &str) -> Table {
        Table::read(&self.path(out).join("tables/games.parquet")).unwrap()
    }

    /// Returns the time at which something was last created or removed in the folder, even
    /// temporarily.
    pub fn touched(&self) -> SystemTime {
        fs::metadata(self.0.path()).unwrap().modified().unwrap()
    }

    /// Returns everything below the folder, with contents and modification times.
    pub fn tree(&self) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
        tree(self.0.path())
    }
}

/// Divides a command at its spaces.
fn split(words: &str) -> Vec<&str> {
    words.split(' ').filter(|word| !word.is_empty()).collect()
}

/// Returns every file and folder below a folder: contents (empty for a folder) and modification
/// time.
pub fn tree(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let changed = fs::metadata(&path).unwrap().modified().unwrap();
        if path.is_dir() {
            found.extend(tree(&path));
            found.insert(path, (vec![], changed));
        } else {
            // Reading a pipe might never end.
            let contents = path.is_file().then(|| fs::read(&path).unwrap());
            let contents = contents.unwrap_or_default();
            found.insert(path, (contents, changed));
        }
    }
    found
}

/// Returns the sum of a column of whole numbers.
pub fn sum(table: &Table, column: &str) -> u64 {
    let column = table.column(column).unwrap();
    column.u64().unwrap().iter().flatten().sum()
}

/// Returns the rows of a table with these texts in these columns.
pub fn rows_with(table: &Table, texts: &[(&str, &str)]) -> DataFrame {
    let mut frame = table.frame().unwrap();
    for (column, text) in texts {
        let is = frame.column(column).unwrap().str().unwrap().equal(*text);
        frame = frame.filter(&is).unwrap();
    }
    frame
}

/// Returns the distinct texts of a column, sorted.
pub fn texts(table: &Table, column: &str) -> Vec<String> {
    let column = table.column(column).unwrap();
    let mut texts: Vec<String> =
        column.str().unwrap().iter().flatten().map(str::to_owned).collect();
    texts.sort();
    texts.dedup();
    texts
}

/// A type for the values of a column.
pub trait Cell: Sized {
    fn of(value: &AnyValue<'_>) -> Self;
}

impl Cell for u64 {
    fn of(value: &AnyValue<'_>) -> u64 {
        value.try_extract().unwrap()
    }
}

impl Cell for f64 {
    fn of(value: &AnyValue<'_>) -> f64 {
        value.try_extract().unwrap()
    }
}

impl Cell for String {
    fn of(value: &AnyValue<'_>) -> String {
        value.get_str().unwrap().to_owned()
    }
}

impl<T: Cell> Cell for Option<T> {
    fn of(value: &AnyValue<'_>) -> Option<T> {
        (!value.is_null()).then(|| T::of(value))
    }
}

/// Returns the values of a column.
pub fn values<T: Cell>(table: &Table, column: &str) -> Vec<T> {
    let column = table.column(column).unwrap();
    column.iter().map(|value| T::of(&value)).collect()
}

/// Checks that a table has the columns and types of the contract, in this order. Additional columns
/// are allowed.
#[track_caller]
pub fn keeps(table: &Table, contract: &str) {
    let columns = table.columns.iter();
    let columns = columns.map(|of| format!("{} {}", of.name, type_name(of.values.dtype())));
    let now = columns.collect::<Vec<_>>().join(", ");
    assert!(columns::are_kept(contract, &now), "{}: was {contract}, is {now}", table.name);
}
