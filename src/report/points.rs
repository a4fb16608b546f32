//! Stores the points of a sweep or a tuning in the report's folder. A point is one setting with its
//! games, in a file of its own. A stored point is not played again.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::checksummed::{self, Checksummed};
use super::{POINTS, atomic_file};
use crate::analysis::points::Point;

/// Access to the stored points in a report's folder; a point is one setting of a sweep with its
/// games.
#[derive(Debug)]
pub struct Points {
    folder: PathBuf,
}

/// The contents of the file of a point.
#[derive(Serialize, Deserialize)]
struct File {
    #[serde(flatten)]
    point: Point,
    /// SHA-256 hash of all other fields, as a checksum.
    #[serde(default)]
    hash: String,
}

impl Checksummed for File {
    const MOST_BYTES: u64 = 16 << 20;

    fn checksum(&mut self) -> &mut String {
        &mut self.hash
    }
}

impl Points {
    /// Opens the stored points of the report in this folder; a point is one setting of a sweep with
    /// its games. Removes partly written files of killed processes.
    pub fn of(report: &Path) -> Points {
        let folder = report.join(POINTS);
        atomic_file::clean(&folder);
        Points { folder }
    }

    /// Returns the path of the file of the point with this key.
    pub fn file(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{}.json", &key[..32]))
    }

    /// Reads the stored point that has this key. Returns `None` if the point was not played or its
    /// file is damaged.
    pub fn find(&self, key: &str) -> Option<Point> {
        let validate = |file: &File| match file.point.key == key {
            true => Ok(()),
            false => Err("it is another point".to_owned()),
        };
        Some(checksummed::read(&self.file(key), validate).ok()?.point)
    }

    /// Writes a point to a file, atomically; returns the path of the file.
    ///
    /// # Errors
    /// Fails if the point cannot be written.
    pub fn write(&self, point: &Point) -> Result<PathBuf> {
        let path = self.file(&point.key);
        let mut file = File { point: point.clone(), hash: String::new() };
        checksummed::write(&path, &mut file)?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::stats::members::Won;

    #[test]
    fn a_point_comes_back_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let points = Points::of(folder.path());
        let point = Point { key: "a".repeat(64), ..Point::made_up(4, [("agaric", 1)]) };
        let find = |key: &str| points.find(key);
        assert_eq!(find(&point.key), None);
        let path = points.write(&point).unwrap();
        assert_eq!(find(&point.key), Some(point.clone()));
        let other = format!("{}x", &point.key[1..]);
        assert_eq!(find(&other), None, "another key, the same file");
        let text = fs::read_to_string(&path).unwrap();
        let json = |won: Won| serde_json::to_string(&won).unwrap();
        let [won, other] = [Won::new(4, 1), Won::new(3, 3)].map(json);
        assert!(text.contains(&won));
        for damaged in [&text[..40], &text.replace(&won, &other), "", "{}"] {
            fs::write(&path, damaged).unwrap();
            assert_eq!(find(&point.key), None, "{damaged}");
        }
    }
}
