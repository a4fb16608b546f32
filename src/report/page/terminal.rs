//! The text about a report for a terminal.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;

use super::{Page, measured};
use crate::report::Manifest;
use crate::report::table::{Excerpt, WIDTH};
use crate::report::words::NBSP;
use crate::shell;

impl Page {
    /// Returns the terminal output about the report in `folder`.
    ///
    /// # Errors
    /// Fails if a table has columns of different lengths.
    pub fn summary(&self, manifest: &Manifest, folder: &Path) -> Result<String> {
        let page = self;
        let report = shell::path(&folder.join("report.html"));
        let mut out = String::new();
        writeln!(out, "{}", manifest.opening(&page.brief.played))?;
        let warnings = |out: &mut String| {
            let mut all = page.warnings(manifest).into_iter();
            all.try_for_each(|of| writeln!(out, "{} {}", of.word, of.meaning))
        };
        if page.withheld {
            writeln!(out, "\n{}", page.headline)?;
            warnings(&mut out)?;
        }
        for (about, table) in &page.brief.tables {
            out.push('\n');
            if !about.is_empty() {
                writeln!(out, "{about}")?;
            }
            let excerpt = Excerpt::of(table, WIDTH);
            out.push_str(&excerpt.text);
            if let Some((shown, all)) = excerpt.shown {
                let which = match table.preferred.contains(&true) {
                    true => format!("{shown} of {all} rows, among them those with"),
                    false => format!("the {shown} of {all} rows with"),
                };
                writeln!(
                    out,
                    "The table shows {which} the largest deviations; all rows and columns are in \
                     {report}"
                )?;
            }
        }
        out.push('\n');
        if !page.withheld {
            // The finished command may withdraw the headline of an interrupted command.
            if manifest.partial {
                warnings(&mut out)?;
            }
            writeln!(out, "{}", page.headline)?;
        }
        for sentence in &page.brief.told {
            writeln!(out, "- {}", sentence.replace(NBSP, " "))?;
        }
        if !page.withheld {
            if page.basis.is_empty() {
                for sentence in measured(page, manifest) {
                    writeln!(out, "- {sentence}")?;
                }
            }
            if !manifest.partial {
                warnings(&mut out)?;
            }
        }
        writeln!(out, "\nNext: open {report}")?;
        for command in &page.brief.next {
            writeln!(out, "      {command}")?;
        }
        Ok(out)
    }
}
