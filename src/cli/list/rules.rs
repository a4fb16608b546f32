//! The list of the rules of a game.

use std::io::Write;

use crate::games::Title;
use crate::scenario::TypeSchema;

/// Prints the rules of a game with their defaults, meanings and ranges.
pub fn rules(title: &'static dyn Title, out: &mut dyn Write) -> anyhow::Result<()> {
    let type_schema = TypeSchema::rules(title);
    // The table that contains the rules of the following lines, such as "events.calm".
    let mut table = vec![];
    for line in title.rules().lines() {
        if let Some(heading) = line.strip_prefix('[') {
            table = heading.trim_end_matches(']').split('.').map(str::to_owned).collect();
        }
        let Some((name, default)) = line.split_once(" = ") else {
            continue;
        };
        let path: Vec<&str> = table.iter().map(String::as_str).chain([name]).collect();
        let (meaning, allowed) = type_schema.describe(&path);
        writeln!(out, "rules.{} = {default}\n    {meaning}\n    {allowed}", path.join("."))?;
    }
    Ok(())
}
