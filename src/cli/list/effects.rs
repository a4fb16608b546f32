//! The list of the effects of fighters and of their things, such as cards.

use std::collections::BTreeSet;
use std::io::Write;

use super::write_heading;
use crate::games::{Title, families, titles};
use crate::scenario::effects::{Detail, Details, GameEffect, effects as effect_groups};
use crate::session::Usage;
use crate::words::suggest;

/// Prints all effects of a game, with the parts from which users compose further effects.
pub fn effects(title: &'static dyn Title, out: &mut dyn Write) -> anyhow::Result<()> {
    let [one, _] = title.words().fighter;
    let groups = effect_groups(title);
    if groups.is_empty() {
        writeln!(out, "a {one} has only numbers and no effects")?;
    }
    for (i, group) in groups.iter().enumerate() {
        let gap = if i > 0 { "\n" } else { "" };
        let fields = group.fields.join(" or ");
        let field = group.fields[0].rsplit('.').next().unwrap_or_default();
        let plain = group.all.iter().find(|one| one.details == Details::None);
        let plain = plain.map(|effect| format!("{field} = \"{}\"", effect.name));
        let detailed = group.all.iter().find(|one| one.details != Details::None);
        let detailed = detailed.map(|effect| format!("{field} = {{ {} }}", written(effect)));
        let ways: Vec<String> = plain.into_iter().chain(detailed).collect();
        writeln!(out, "{gap}{fields} of a {one}, as in {}\n", ways.join(" or "))?;
        for effect in &group.all {
            write_effect(title, effect, out)?;
        }
        if !group.own.is_empty() {
            writeln!(
                out,
                "\nOr your own effect, composed of parts: {field} = {{ name = \"…\", … }}\n"
            )?;
            write_details(&group.own, out)?;
        }
    }
    Ok(())
}

/// Prints the effects of this name, of every family of games; under headings if there are several.
pub fn effect(name: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let all = || {
        families().flat_map(|title| {
            let groups = effect_groups(title).into_iter();
            let all = groups.flat_map(|group| group.all);
            all.map(move |effect| (title, effect))
        })
    };
    let key = name.replace(' ', "-");
    let found: Vec<_> = all().filter(|(_, effect)| effect.name == key).collect();
    if found.is_empty() {
        let games = titles().map(|title| title.name().to_owned());
        let mut known: Vec<String> = games.chain(all().map(|(_, effect)| effect.name)).collect();
        // Several games may have effects of the same name.
        let mut seen = BTreeSet::new();
        known.retain(|name| seen.insert(name.clone()));
        let known = suggest(name, known.iter().map(String::as_str));
        return Err(Usage(format!("there is no game and no effect `{name}`{known}")).into());
    }
    let having: Vec<&'static dyn Title> = found.iter().map(|(title, _)| *title).collect();
    for (i, (title, effect)) in found.iter().enumerate() {
        if found.len() > 1 {
            write_heading(*title, &having, i, out)?;
        }
        write_effect(*title, effect, out)?;
    }
    Ok(())
}

fn write_effect(title: &dyn Title, effect: &GameEffect, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}\n    {}", written(effect), effect.meaning)?;
    match &effect.details {
        Details::None => {}
        Details::Value(allowed) => writeln!(out, "    {allowed}")?,
        Details::Table(fields) => write_details(fields, out)?,
    }
    if let Some(parts) = title.in_parts(&effect.name) {
        writeln!(out, "    in parts: {parts}")?;
    }
    Ok(())
}

fn write_details(fields: &[Detail], out: &mut dyn Write) -> anyhow::Result<()> {
    for detail in fields {
        let Detail { name, meaning, allowed } = detail;
        match allowed.is_empty() {
            true => writeln!(out, "        {name}: {meaning}")?,
            false => writeln!(out, "    {name}: {allowed}. {meaning}")?,
        }
    }
    Ok(())
}

/// Returns an effect in the syntax of a roster file, with placeholders for its numbers.
fn written(effect: &GameEffect) -> String {
    let name = &effect.name;
    match &effect.details {
        Details::None => name.clone(),
        Details::Value(_) => format!("{name} = …"),
        Details::Table(fields) => {
            // Leaves out the fields of tables that are inside a list.
            let fields = fields.iter().filter(|field| !field.name.contains('.'));
            let fields = fields.map(|field| format!("{} = …", field.name));
            let fields: Vec<String> = fields.collect();
            format!("{name} = {{ {} }}", fields.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::list::tests::listed;

    #[test]
    fn every_effect_is_listed_with_its_meaning_and_its_numbers() {
        for title in titles() {
            let text = listed(effects, title);
            for effect in effect_groups(title).iter().flat_map(|group| &group.all) {
                let heading = written(effect);
                let at = text.lines().position(|line| line == heading);
                let at = at.unwrap_or_else(|| panic!("{heading} is listed: {text}"));
                let below: Vec<&str> = text.lines().skip(at + 1).collect();
                assert_eq!(below[0].trim(), effect.meaning);
                if let Details::Value(allowed) = &effect.details {
                    assert_eq!(below[1].trim(), allowed);
                }
            }
        }
    }

    #[test]
    fn an_effect_is_listed_by_its_name_and_another_is_no_effect() {
        let mut out = Vec::new();
        for (title, group) in titles().flat_map(|title| {
            let all = effect_groups(title).into_iter();
            all.map(move |group| (title, group))
        }) {
            for known in &group.all {
                out.clear();
                effect(&known.name, &mut out).unwrap();
                let text = String::from_utf8(out.clone()).unwrap();
                assert!(text.lines().any(|line| line == written(known)), "{text}");
                // If effects can be composed of parts, `gong list` shows the parts of each effect.
                let parts = title.in_parts(&known.name);
                assert_eq!(parts.is_some(), !group.own.is_empty(), "{}", known.name);
                assert!(parts.is_none_or(|parts| text.contains(&parts)), "{text}");
            }
            let wrong = format!("{}x", group.all[0].name);
            let told = effect(&wrong, &mut out).unwrap_err().to_string();
            let meant = format!("did you mean `{}`?", group.all[0].name);
            assert!(told.contains(&meant), "{told}");
        }
    }

    #[test]
    fn an_effect_of_several_games_is_listed_for_each() {
        let mut out = Vec::new();
        effect("steady", &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let headings: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
        assert_eq!(headings, ["# battle-cards", "# jungle-alert"]);
        assert_eq!(text.lines().filter(|line| *line == "steady = …").count(), 2);
        let told = effect("nosuch", &mut std::io::sink()).unwrap_err();
        assert_eq!(told.to_string().matches("`steady`").count(), 1, "{told}");
        let told = effect("bramble", &mut std::io::sink()).unwrap_err();
        let told = told.to_string();
        assert!(told.ends_with("; did you mean `bramble-net`?"), "{told}");
    }
}
