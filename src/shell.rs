//! Writes commands as text: quotes every word of a command that gong prints or writes into a file,
//! so that a shell reads the word back unchanged and does nothing else.

use std::path::{Path, PathBuf};

use crate::words::unprintable;

/// Quotes a word for an interactive shell (bash, zsh). The result is a single line without control
/// characters.
pub fn word(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || PLAIN.contains(c);
    // In zsh `=name` is the path of a program.
    if !word.is_empty() && !word.starts_with('=') && word.chars().all(plain) {
        word.to_owned()
    } else if word.chars().any(unprintable) {
        let escaped = |c: char| match c {
            '\'' | '\\' => format!("\\{c}"),
            // An interactive shell would replace `!` by a part of an earlier command (history
            // expansion).
            '!' => "\\041".to_owned(),
            c if unprintable(c) => format!("\\u{:04x}", u32::from(c)),
            c => c.to_string(),
        };
        format!("$'{}'", word.chars().map(escaped).collect::<String>())
    } else {
        script_word(word)
    }
}

/// Characters besides letters and digits that have no special meaning in a shell.
const PLAIN: &str = "-_./=:,%+";

/// Quotes a path for an interactive shell, so that the shell reads the path back as one argument.
pub fn path(path: &Path) -> String {
    word(&argument(path).display().to_string())
}

/// Converts a path to an argument: puts `./` before a leading hyphen, which would begin a flag, and
/// replaces the `\` of Windows as [`with_slashes`] does.
pub fn argument(path: &Path) -> PathBuf {
    let path = with_slashes(path);
    match path.as_os_str().as_encoded_bytes().starts_with(b"-") {
        true => Path::new("./").join(path),
        false => path,
    }
}

/// Replaces the `\` of a path by `/` on Windows, whose programs accept both. A POSIX shell would
/// need quotes, and other systems could not find the file.
#[cfg(windows)]
pub fn with_slashes(path: &Path) -> PathBuf {
    match path.to_str() {
        // After this prefix, Windows accepts only `\`.
        Some(text) if !text.starts_with(r"\\?\") => text.replace('\\', "/").into(),
        _ => path.to_owned(),
    }
}

#[cfg(not(windows))]
pub fn with_slashes(path: &Path) -> PathBuf {
    path.to_owned()
}

/// Quotes a word for a POSIX shell script. Keeps control characters unchanged, because a POSIX
/// shell does not know the syntax `$'…'`, which could escape them.
pub fn script_word(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Returns true if every word of a command is quoted as [`word()`] quotes it. A command that was
/// read from a file is shown only in this case.
pub fn is_quoted(command: &str) -> bool {
    let mut rest = command;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let quoted = match c {
            c if unprintable(c) => None,
            '\'' => rest.split_once('\''),
            '$' => rest.strip_prefix('\'').and_then(|text| {
                let end = end_of_escaped(text)?;
                Some((&text[..end], &text[end + 1..]))
            }),
            '\\' => rest.strip_prefix('\'').map(|after| ("", after)),
            c if c == ' ' || c.is_alphanumeric() || PLAIN.contains(c) => Some(("", rest)),
            _ => None,
        };
        match quoted {
            Some((inside, after)) if !inside.contains(unprintable) => rest = after,
            _ => return false,
        }
    }
    true
}

/// Returns the byte position of the quotation mark that ends a text in the shell syntax `$'…'`.
fn end_of_escaped(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().find_map(|(at, c)| {
        let ends = c == '\'' && !escaped;
        escaped = c == '\\' && !escaped;
        ends.then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// Names that could do harm in a shell if they were quoted wrongly or not at all.
    const HOSTILE: [&str; 22] = [
        "",
        " ",
        "two words",
        "$(touch pwned)",
        "`touch pwned`",
        "a;touch pwned",
        "a&&touch pwned",
        "a|touch pwned",
        "a>pwned",
        "it's $(touch pwned)",
        "'",
        "\\",
        "\\'$(touch pwned)\\'",
        "\"$(touch pwned)\"",
        "~",
        "=ls",
        "*",
        "{a,b}",
        "#",
        "line\ntouch pwned\n",
        "esc\u{1b}]0;x\u{7}'$(touch pwned)\\",
        "turned\u{202e}round\u{200f}!!",
    ];

    /// Returns the arguments into which a shell splits a command line, or `None` if the shell
    /// cannot be started.
    fn read_by(shell: &str, command: &str) -> Option<Vec<String>> {
        let folder = tempfile::tempdir().unwrap();
        let script = format!("printf '%s\\0' {command}");
        let mut shell = Command::new(shell);
        let shell = shell.args(["-c", &script]).current_dir(folder.path());
        let output = shell.env("LC_ALL", "C.UTF-8").output().ok()?;
        assert!(output.status.success(), "{command:?}: {output:?}");
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "{command:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let words = text.split_terminator('\0').map(str::to_owned);
        Some(words.collect())
    }

    #[test]
    fn a_shell_reads_every_word_back_as_it_is() {
        for hostile in HOSTILE {
            let shown = word(hostile);
            assert!(!shown.contains(unprintable), "{shown:?}");
            assert!(is_quoted(&format!("gong run {shown} --seed 1")), "{shown}");
            assert_eq!(read_by("bash", &shown).unwrap(), [hostile]);
            let written = script_word(hostile);
            assert_eq!(read_by("sh", &written).unwrap(), [hostile]);
        }
        assert_eq!(word("reports/a=b,50%+c:d_e.toml"), "reports/a=b,50%+c:d_e.toml");
        assert_eq!(word("Bonzaï"), "Bonzaï");
    }

    #[test]
    fn a_path_is_no_flag() {
        let shown = |text: &str| path(Path::new(text));
        assert_eq!(shown("--force"), "./--force");
        assert_eq!(shown("-a b.toml"), "'./-a b.toml'");
        assert_eq!(shown("a/-b"), "a/-b");
    }

    #[test]
    fn what_a_shell_would_do_something_with_is_not_quoted() {
        for command in [
            "gong run a.toml; ls",
            "gong run $(ls)",
            "gong run `ls`",
            "gong run a > b",
            "gong run 'a",
            "gong run $'a\\'",
            "gong run $a",
            "gong run \"a\"",
            "gong run a\nls",
            "gong run 'a\u{1b}'",
            "gong run \\",
            "gong run *",
        ] {
            assert!(!is_quoted(command), "{command}");
        }
        assert!(is_quoted(r"gong run 'it'\''s $(ls)' --set a=1"));
    }
}
