//! Safe reading of untrusted files: only regular files, and only up to a maximum size. Every file
//! that gong reads goes through this module (`tests/architecture.rs`).

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use crate::words::unprintable;

/// Maximum size of a text file, in bytes.
const MOST_TEXT: u64 = 512 << 10;

/// Reads the text of a file, without byte order mark.
///
/// # Errors
/// Fails with the reason why the file cannot be read.
pub fn read_text(path: &Path) -> Result<String, String> {
    let bytes = read_bytes(path, MOST_TEXT)?;
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        format!("is not UTF-8 text: line {line} contains an invalid byte")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match control_character(text) {
        Some((line, what)) => Err(format!("line {line} contains {what}, which is not allowed")),
        None => Ok(text.to_owned()),
    }
}

/// Returns the first unprintable character of a text other than tabs and line ends, as (line from
/// 1, description). Such characters can control a terminal or hide text.
pub fn control_character(text: &str) -> Option<(usize, String)> {
    let lines = text.lines().enumerate();
    let mut found = lines.filter_map(|(line, text)| {
        let odd = text.chars().find(|&c| unprintable(c) && !"\t\r".contains(c))?;
        Some((line + 1, named(odd)))
    });
    found.next()
}

/// Returns a description of an unprintable or invisible character by its code point.
pub fn named(odd: char) -> String {
    let kind = match unprintable(odd) {
        true => "a control",
        false => "an invisible",
    };
    format!("{kind} character (U+{:04X})", u32::from(odd))
}

/// Reads the bytes of a file of at most `most` bytes. Refuses pipes and devices, because reading
/// them might never end.
///
/// # Errors
/// Fails with the reason why the file cannot be read.
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let file = open(path)?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > most {
        let size = match most {
            0x4000_0000.. => format!("{} GiB", most >> 30),
            0x10_0000.. => format!("{} MiB", most >> 20),
            _ => format!("{} KiB", most >> 10),
        };
        return Err(format!("is larger than {size}, the maximum for files of this kind"));
    }
    Ok(bytes)
}

/// Opens a regular file. Does not block if a pipe replaces the file meanwhile.
///
/// # Errors
/// Fails with the reason why the file cannot be opened.
pub fn open(path: &Path) -> Result<File, String> {
    is_file(&fs::metadata(path).map_err(unreadable)?)?;
    let mut options = File::options();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let at_once = rustix::fs::OFlags::NONBLOCK.bits();
        options.custom_flags(at_once.cast_signed());
    }
    let file = options.read(true).open(path).map_err(unreadable)?;
    is_file(&file.metadata().map_err(unreadable)?)?;
    Ok(file)
}

/// Opens a folder, for example to lock it. Returns `None` if the path is no folder.
pub fn open_folder(path: &Path) -> Option<File> {
    path.is_dir().then(|| File::open(path).ok()).flatten()
}

/// Checks that a file or folder of a report is not a symbolic link, which could lead to private
/// files.
///
/// # Errors
/// Fails with the reason why the link is refused.
pub fn no_link(path: &Path) -> Result<(), String> {
    match fs::symlink_metadata(path) {
        Ok(about) if about.is_symlink() => {
            Err("is a symbolic link, and gong follows no links in its folders: remove it".into())
        }
        _ => Ok(()),
    }
}

/// Copies a file with its permissions.
///
/// # Errors
/// Fails with the reason why the file cannot be copied.
pub fn copy(from: &Path, to: &Path) -> Result<(), String> {
    no_link(from)?;
    drop(open(from)?);
    let copied = fs::copy(from, to);
    copied.map_err(|error| format!("cannot be copied: {error}"))?;
    Ok(())
}

fn unreadable(error: io::Error) -> String {
    format!("cannot be read: {error}")
}

/// Checks that a path is a regular file.
///
/// # Errors
/// Fails with a description of what the path is instead.
fn is_file(about: &fs::Metadata) -> Result<(), String> {
    if about.is_dir() {
        return Err("is a directory, not a file".into());
    }
    match about.is_file() {
        true => Ok(()),
        false => Err("is a pipe or a device, not a file: write into a file what it gives".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_texts_are_read_as_texts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let read = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            read_text(&path)
        };
        assert_eq!(read(b"a = 1\r\n\tb").unwrap(), "a = 1\r\n\tb");
        assert_eq!(read(b"\xef\xbb\xbfa = 1\n").unwrap(), "a = 1\n");
        for (bytes, what) in [
            (&b"a = 1\nb = \"\xff\"\n"[..], "is not UTF-8 text: line 2"),
            (b"a\n\nreturn 1\0 evil", "line 3 contains a control character (U+0000)"),
            (b"-- \x1b[2J", "line 1 contains a control character (U+001B)"),
            ("a\n\u{202e}b".as_bytes(), "line 2 contains a control character (U+202E)"),
            (&[b'#'; 5 << 20], "is larger than 512 KiB"),
        ] {
            let told = read(bytes).unwrap_err();
            assert!(told.starts_with(what), "{told}");
        }
    }

    #[test]
    fn pipes_and_devices_are_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        for path in [pipe.as_path(), Path::new("/dev/zero"), Path::new("/dev/stdin")] {
            let copied = copy(path, &folder.path().join("copy"));
            for told in [read_text(path).unwrap_err(), copied.unwrap_err()] {
                let whys = ["is a pipe or a device", "cannot be read", "is a symbolic link"];
                assert!(whys.iter().any(|why| told.contains(why)), "{told}");
            }
            assert!(open_folder(path).is_none());
        }
        assert!(open_folder(folder.path()).is_some());
        assert!(read_text(folder.path()).unwrap_err().contains("is a directory"));
    }
}
