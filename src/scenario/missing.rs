//! Says what was probably meant by the path of a file that does not exist.

use std::fs;
use std::path::Path;

use crate::games::{Title, titles};
use crate::shell;
use crate::words::nearest;

/// Returns the end of an error message about a file: a TOML file or script of the same folder with
/// a similar name, or with this name and an extension; or else the command that writes the shipped
/// scenario of this name. Empty if the file exists, or if there is nothing of the kind.
pub fn meant(path: &Path) -> String {
    if path.exists() {
        return String::new();
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let files = siblings(path);
    let files = || files.iter().map(String::as_str);
    let is_longer = |file: &&str| Path::new(file).file_stem() == path.file_name();
    if let Some(near) = files().find(is_longer).or_else(|| nearest(&name, files())) {
        return format!("; did you mean {}?", shell::path(&path.with_file_name(near)));
    }
    let mut shipped = titles().flat_map(Title::scenarios).map(|of| of.name);
    let key = shipped.find(|name| path.file_stem().is_some_and(|stem| stem == *name));
    key.map_or(String::new(), |key| {
        format!(
            "; to write the shipped scenario of this name: gong new scenario {key} --like {key}"
        )
    })
}

/// Returns the names of the other TOML files and scripts in the folder of a path.
fn siblings(path: &Path) -> Vec<String> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let files = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
    let names = files.filter_map(|file| file.file_name().into_string().ok());
    let names = names.filter(|name| name.ends_with(".toml") || name.ends_with(".luau"));
    // A symbolic link to a missing file is in the folder, but does not exist.
    let is_other = |name: &String| path.file_name().is_none_or(|own| own != name.as_str());
    let mut names: Vec<String> = names.filter(is_other).collect();
    // The order of a folder's files differs between systems.
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_file_names_its_neighbour_or_the_shipped_scenario() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("friday.toml"), "").unwrap();
        let said = meant(&path("fridya.toml"));
        assert!(said.starts_with("; did you mean ") && said.ends_with("friday.toml?"), "{said}");
        fs::write(path("mine.luau"), "").unwrap();
        for (typed, there) in [("friday", "friday.toml"), ("mine.lua", "mine.luau")] {
            let said = meant(&path(typed));
            assert!(said.ends_with(&format!("{there}?")), "{said}");
        }
        let said = meant(&path("tribal-rumble.toml"));
        let command = "gong new scenario tribal-rumble --like tribal-rumble";
        assert!(said.ends_with(command), "{said}");
        for name in ["friday.toml", "something-else.toml"] {
            assert_eq!(meant(&path(name)), "", "{name}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_link_to_itself_is_not_meant() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("loop.toml");
        std::os::unix::fs::symlink("loop.toml", &link).unwrap();
        assert_eq!(meant(&link), "");
    }
}
