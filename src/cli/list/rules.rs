//! The list of the rules of a game.

use std::io::Write;

use crate::games::{Title, titles};
use crate::scenario::TypeSchema;

/// Prints the rules of a game with their defaults, meanings and ranges, and the other defaults of
/// the games of its family.
pub fn rules(title: &'static dyn Title, out: &mut dyn Write) -> anyhow::Result<()> {
    let type_schema = TypeSchema::rules(title);
    let kin =
        titles().filter(|other| other.family() == title.family() && other.name() != title.name());
    let kin = kin.map(|other| Ok((other.name(), toml::from_str(&other.rules())?)));
    let kin = kin.collect::<anyhow::Result<Vec<(&str, toml::Table)>>>()?;
    let text = title.rules();
    // The table that contains the rules of the following lines, such as "events.calm".
    let mut table = "";
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix('[') {
            table = heading.trim_end_matches(']');
        }
        let Some((name, default)) = line.split_once(" = ") else {
            continue;
        };
        let path: Vec<&str> = table.split('.').chain([name]).collect();
        let path: Vec<&str> = path.into_iter().filter(|step| !step.is_empty()).collect();
        let (meaning, allowed) = type_schema.describe(&path);
        let name = path.join(".");
        let others = kin.iter().filter_map(|(game, rules)| {
            let table = toml::Value::Table(rules.clone());
            let mut steps = path.iter();
            let other = steps.try_fold(&table, |table, step| table.get(step))?;
            let other = other.to_string();
            (other != default).then(|| format!("  ({game}: {other})"))
        });
        let others: String = others.collect();
        writeln!(out, "rules.{name} = {default}{others}\n    {meaning}\n    {allowed}")?;
    }
    Ok(())
}
