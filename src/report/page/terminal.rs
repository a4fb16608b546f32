//! The text about a report for a terminal.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;

use super::Page;
use crate::report::Manifest;
use crate::report::table::{Excerpt, WIDTH};
use crate::report::words::NBSP;
use crate::shell;
use crate::words::shown_width;

/// Beginnings of the lines with the commands to continue with.
const NEXT: &str = "Next: ";
const BELOW_NEXT: &str = "      ";
/// Minimum width of tables, in columns.
const NARROWEST: usize = 30;

impl Page {
    /// Returns the text about the report in `folder` for a terminal with `width` columns. Without a
    /// terminal, `width` is [`usize::MAX`]: sentences stay whole. Tables are never wider than
    /// [`WIDTH`].
    ///
    /// # Errors
    /// Fails if a table has columns of different lengths.
    pub fn summary(&self, manifest: &Manifest, folder: &Path, width: usize) -> Result<String> {
        let page = self;
        let report = shell::path(&folder.join("report.html"));
        let mut out = String::new();
        writeln!(out, "{}", manifest.opening(&page.brief.played))?;
        let warnings = |out: &mut String| {
            let mut all = page.warnings(manifest).into_iter();
            all.try_for_each(|of| writeln!(out, "{} {}", of.word, of.meaning))
        };
        for (about, table) in &page.brief.tables {
            out.push('\n');
            if !about.is_empty() {
                writeln!(out, "{about}")?;
            }
            let excerpt = Excerpt::of(table, width.clamp(NARROWEST, WIDTH));
            out.push_str(&excerpt.text);
            if let Some((shown, all)) = excerpt.shown {
                writeln!(
                    out,
                    "The table shows {shown} of {all} rows; all rows and columns are in {report}"
                )?;
            }
        }
        out.push('\n');
        // The finished command may withdraw the headline of an interrupted command.
        if manifest.partial {
            warnings(&mut out)?;
        }
        writeln!(out, "{}", page.headline)?;
        let about_bots = page.about_bots(manifest);
        let (first, last) = match page.basis.is_empty() {
            true => (&[][..], &about_bots[..]),
            false => (&about_bots[..], &[][..]),
        };
        let found = page.verdict.iter().chain(&page.told);
        for sentence in first.iter().chain(found).chain(last) {
            writeln!(out, "- {}", sentence.replace(NBSP, " "))?;
        }
        if !manifest.partial {
            warnings(&mut out)?;
        }
        writeln!(out, "\n{NEXT}open {report}")?;
        for command in &page.next {
            writeln!(out, "{BELOW_NEXT}{command}")?;
        }
        Ok(wrapped(&out, width))
    }
}

/// Breaks the sentences of a summary ([`Page::summary`]) at spaces into lines of at most `width`
/// columns. Lines with commands stay whole, so that the commands can be copied.
fn wrapped(summary: &str, width: usize) -> String {
    let line = |line: &str| {
        let is_command = line.starts_with(NEXT) || line.starts_with(BELOW_NEXT);
        let line = match is_command || shown_width(line) <= width {
            true => line.to_owned(),
            false => broken(line, width),
        };
        line + "\n"
    };
    summary.lines().map(line).collect()
}

/// Breaks a line at spaces. The second and later lines of an item of a list are indented.
fn broken(line: &str, width: usize) -> String {
    let indent = if line.starts_with("- ") { "  " } else { "" };
    let (mut out, mut length) = (String::new(), 0);
    for word in line.split(' ') {
        if length > 0 && length + 1 + shown_width(word) > width {
            out.push('\n');
            out.push_str(indent);
            length = indent.len();
        } else if length > 0 {
            out.push(' ');
            length += 1;
        }
        out.push_str(word);
        length += shown_width(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_broken_and_commands_are_not() {
        let words = ["four"; 20].join(" ");
        let summary = format!("- {words}\nshort\n\nNext: {words}\n      {words}\n");
        let line = ["four"; 7].join(" ");
        let rest = ["four"; 6].join(" ");
        let broken = format!("- {line}\n  {line}\n  {rest}");
        let wanted = format!("{broken}\nshort\n\nNext: {words}\n      {words}\n");
        assert_eq!(wrapped(&summary, 40), wanted);
        // An emoji and a Chinese character take two columns each, an accent none.
        assert_eq!(wrapped("- 巴拉 🌵 e\u{301}\n", 9), "- 巴拉 🌵\n  e\u{301}\n");
        assert_eq!(wrapped(&summary, 120), summary);
    }
}
