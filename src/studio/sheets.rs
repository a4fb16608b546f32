//! The values of a scenario as the page shows them: sheets of fighters, rules, line-up and bots.
//! Names, ranges and descriptions come from the game's title and its schemas.

use serde::Serialize;
use serde_json::Value as Json;

use super::workspace::{bots, version};
use crate::games::title::{FighterValue, Profile};
use crate::games::{Provenance, Title};
use crate::scenario::{FieldNote, InputForm, Scenario, TypeSchema, leaves, load_bot};
use crate::session::describe;

/// A scenario with all values that the page shows.
#[derive(Debug, Serialize)]
pub struct ScenarioSheet {
    pub title: String,
    pub description: String,
    pub game: &'static str,
    /// The game's word for its fighters, singular and plural.
    pub fighter: [&'static str; 2],
    pub roster: String,
    pub source: String,
    /// True if all fighters win or lose together, so that no win rate is fair.
    pub cooperative: bool,
    /// The faction of each side, such as "heroes"; empty if the game has no factions.
    pub factions: Vec<String>,
    /// Description of the line-up in a few words.
    pub seating: String,
    /// The fighters, those that play with this line-up first.
    pub fighters: Vec<FighterSheet>,
    pub rules: Vec<FieldGroup>,
    pub line_up: Vec<FieldGroup>,
    pub bots: Vec<FieldGroup>,
    /// The bots that can play every seat in place of the scenario's bots.
    pub players: Vec<PlayerNote>,
    /// Hash of the values, by which the page notices that the file has changed.
    pub version: String,
}

/// A bot that the page can choose.
#[derive(Debug, Serialize)]
pub struct PlayerNote {
    pub name: String,
    pub description: String,
}

/// The sheet of a fighter.
#[derive(Debug, Serialize)]
pub struct FighterSheet {
    pub key: String,
    pub name: String,
    pub colour: String,
    /// True if the fighter may play with the scenario's line-up.
    pub plays: bool,
    pub groups: Vec<FieldGroup>,
}

/// Fields that belong together, such as those of a card.
#[derive(Debug, Serialize)]
pub struct FieldGroup {
    /// Heading of the group; empty for the fighter's own values.
    pub name: String,
    pub fields: Vec<SheetField>,
}

/// A value that the page can change.
#[derive(Debug, Serialize)]
pub struct SheetField {
    /// Path of the value, as in `--set`.
    pub path: String,
    pub label: String,
    pub value: Json,
    #[serde(flatten)]
    pub note: FieldNote,
    /// Source of the value; absent for rules and line-ups.
    pub provenance: Option<Provenance>,
}

impl ScenarioSheet {
    pub fn new(scenario: &Scenario) -> ScenarioSheet {
        let title = scenario.game();
        let type_schema = TypeSchema::fighter(title);
        let sheet = |profile: &Profile| fighter(scenario, &type_schema, profile);
        let mut fighters: Vec<FighterSheet> = scenario.profiles().iter().map(sheet).collect();
        fighters.sort_by_key(|sheet| !sheet.plays);
        ScenarioSheet {
            title: scenario.title.clone(),
            description: scenario.description.clone(),
            game: title.about(),
            fighter: title.words().fighter,
            roster: scenario.roster_name().to_owned(),
            source: scenario.roster_source().to_owned(),
            cooperative: scenario.open().cast().fair_share().is_none(),
            factions: describe::factions(scenario),
            seating: scenario.seating.about.clone(),
            fighters,
            rules: by_table("rules", &TypeSchema::rules(title), &scenario.rules),
            line_up: by_table("line-up", &TypeSchema::line_up(title), &scenario.line_up),
            bots: vec![of_bots(scenario)],
            players: bots(scenario).into_iter().filter_map(|name| player(title, name)).collect(),
            version: version(scenario),
        }
    }
}

/// Builds the sheet of a fighter, with one group of values per thing, such as a card.
fn fighter(scenario: &Scenario, type_schema: &TypeSchema, profile: &Profile) -> FighterSheet {
    let title = scenario.game();
    let mut groups: Vec<(Option<&str>, FieldGroup)> = vec![];
    for value in &profile.values {
        let thing = thing_of(title, value);
        let fields = fields(scenario, type_schema, profile, value);
        match groups.iter_mut().find(|(of, _)| *of == thing) {
            Some((_, group)) => group.fields.extend(fields),
            None => groups.push((thing, group(title, thing, fields))),
        }
    }
    FighterSheet {
        key: profile.key.clone(),
        name: profile.name.clone(),
        colour: profile.colour.clone(),
        plays: scenario.seating.fighters.contains(&profile.key),
        groups: groups.into_iter().map(|(_, group)| group).collect(),
    }
}

fn group(title: &dyn Title, thing: Option<&str>, fields: Vec<SheetField>) -> FieldGroup {
    let name = thing.map(|key| format!("{} {key}", title.words().thing[0]));
    FieldGroup { name: name.unwrap_or_default(), fields }
}

/// Returns the key of the thing, such as a card, to which a value belongs.
fn thing_of<'a>(title: &dyn Title, value: &'a FighterValue) -> Option<&'a str> {
    let (table, rest) = value.path.split_once('.')?;
    let is_thing = title.layers().things.contains(&table);
    is_thing.then(|| rest.split('.').next()).flatten()
}

/// Returns the fields of one value of a fighter: the value itself, or those inside its table.
fn fields(
    scenario: &Scenario,
    type_schema: &TypeSchema,
    profile: &Profile,
    value: &FighterValue,
) -> Vec<SheetField> {
    let owner = format!("fighters.{}", profile.key);
    let Some(now) = scenario.value(&format!("{owner}.{}", value.path)) else {
        return vec![];
    };
    let mut found = vec![];
    if let Some(choice) = choice(type_schema, &value.path, now) {
        found.push(choice);
    }
    for (below, leaf) in shown_leaves(now) {
        let path = format!("{}.{below}", value.path);
        found.push(field(type_schema, path.trim_end_matches('.').to_owned(), leaf));
    }
    // A value inside a list is changed by setting the whole list.
    let skipped = if thing_of(scenario.game(), value).is_some() { 2 } else { 0 };
    for field in &mut found {
        let steps: Vec<&str> = field.path.split('.').skip(skipped).collect();
        field.label = label(&steps);
        field.path = format!("{owner}.{}", field.path);
        field.provenance = Some(value.provenance);
    }
    found
}

/// Returns the field with which a table that names a variant, such as an effect, becomes another
/// variant. `None` if the value is no such table.
fn choice(type_schema: &TypeSchema, path: &str, now: &Json) -> Option<SheetField> {
    let (variant, _) = now.as_object().filter(|table| table.len() == 1)?.iter().next()?;
    let name = Json::from(variant.as_str());
    let choice = field(type_schema, path.to_owned(), &name);
    matches!(choice.note.form, InputForm::Name { .. }).then_some(choice)
}

fn field(type_schema: &TypeSchema, path: String, value: &Json) -> SheetField {
    let steps: Vec<&str> = path.split('.').collect();
    SheetField {
        note: type_schema.field(&steps, value),
        label: label(&steps),
        value: value.clone(),
        provenance: None,
        path,
    }
}

/// Returns a path as words.
fn label(steps: &[&str]) -> String {
    let words: Vec<String> = steps.iter().map(|step| step.replace(['_', '-'], " ")).collect();
    words.join(", ")
}

/// Returns the single values and the lists in a table, with their paths. Leaves out lists of tables,
/// which have no form.
fn shown_leaves(value: &Json) -> impl Iterator<Item = (String, &Json)> {
    let has_form = |leaf: &Json| {
        let list = leaf.as_array();
        !leaf.is_null() && !list.is_some_and(|list| list.iter().any(Json::is_object))
    };
    leaves(value, false).into_iter().filter(move |(_, leaf)| has_form(leaf))
}

/// Returns the values of a part of a scenario, with one group for each table inside it.
fn by_table(part: &str, type_schema: &TypeSchema, values: &Json) -> Vec<FieldGroup> {
    let mut groups: Vec<FieldGroup> = vec![];
    for (path, leaf) in shown_leaves(values) {
        let table = path.split_once('.').map_or("", |(table, _)| table);
        let (name, inner) = (label(&[table]), !table.is_empty());
        let mut field = field(type_schema, path, leaf);
        let steps: Vec<&str> = field.path.split('.').collect();
        field.label = label(&steps[usize::from(inner)..]);
        field.path = format!("{part}.{}", field.path);
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.fields.push(field),
            None => groups.push(FieldGroup { name, fields: vec![field] }),
        }
    }
    groups.sort_by_key(|group| !group.name.is_empty());
    groups
}

/// Returns the description of a bot; `None` if the bot is not part of the program.
fn player(title: &dyn Title, name: String) -> Option<PlayerNote> {
    let description = load_bot(title, &name).ok()?.description;
    Some(PlayerNote { name, description })
}

/// Returns the bots that play, as fields.
fn of_bots(scenario: &Scenario) -> FieldGroup {
    let names = bots(scenario);
    let field = |path: String, label: String, bot: &str| SheetField {
        path,
        label,
        value: bot.into(),
        note: FieldNote { form: InputForm::Name { names: names.clone() }, meaning: String::new() },
        provenance: None,
    };
    let plan = &scenario.strategies;
    let everybody = field("strategy".into(), "everybody".into(), &plan.everybody);
    let exceptions = plan.exceptions().map(|(group, key, bot)| {
        let label = match group {
            "fighters" => scenario.name_of(&key),
            _ => format!("{} {key}", group.trim_end_matches('s')),
        };
        field(format!("strategies.{group}.{key}"), label, bot)
    });
    FieldGroup { name: String::new(), fields: [everybody].into_iter().chain(exceptions).collect() }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::games::titles;
    use crate::scenario::StrategyPlan;

    /// Returns a scenario of each game, with its first sample line-up.
    fn samples() -> Vec<Scenario> {
        let sample = |title: &'static dyn Title| {
            let name = title.bots()[0].name.to_owned();
            let bot = load_bot(title, &name).unwrap_or_else(|_| panic!("{name}"));
            let plan = StrategyPlan { everybody: name.clone(), ..StrategyPlan::default() };
            Scenario::of(title, title.trials()[0].clone(), plan, [(name, bot)].into()).unwrap()
        };
        titles().map(sample).collect()
    }

    #[test]
    fn every_field_is_a_setting_that_keeps_the_scenario() {
        for scenario in samples() {
            let sheet = ScenarioSheet::new(&scenario);
            let game = scenario.game().name();
            // The teams have the factions of the report.
            assert_eq!(sheet.factions.is_empty(), game != "battle-cards", "{game}");
            let of_fighters = sheet.fighters.iter().flat_map(|of| &of.groups);
            let groups = of_fighters.chain(&sheet.rules);
            let fields: Vec<&SheetField> = groups.flat_map(|group| &group.fields).collect();
            assert!(fields.len() > 20, "{game}");
            for field in fields {
                let kept = scenario.value(&field.path).expect("a value");
                assert!(kept.is_object() || *kept == field.value, "{game}: {}", field.path);
            }
        }
    }

    #[test]
    fn the_teams_of_a_line_up_are_a_field() {
        let path = Path::new("scenarios/ultimate-warriorz/team-spirit-3-players.toml");
        let scenario = Scenario::load(path, &[]).unwrap();
        let sheet = ScenarioSheet::new(&scenario);
        let mut fields = sheet.line_up.iter().flat_map(|group| &group.fields);
        let teams = fields.find(|field| field.path == "line-up.teams");
        assert_eq!(teams.expect("a field").value, scenario.line_up["teams"]);
    }
}
