//! The roster as a designer writes it.

use std::collections::BTreeMap;

use gong::games::Provenance;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A roster file: the porters that a scenario can field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// The roster's name, as reports show it.
    #[schemars(length(min = 1, max = 120))]
    pub name: String,
    /// Where its values come from.
    pub unlisted: Provenance,
    /// The porters by their keys: lower-case letters, digits and hyphens. 2 to 16.
    #[schemars(extend("minProperties" = 2, "maxProperties" = 16, "propertyNames" = { "pattern": "^[a-z0-9-]{1,32}$" }))]
    pub fighters: BTreeMap<String, Porter>,
}

/// One porter's card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Porter {
    /// The name that charts and stories show.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// The porter's colour in every chart, `#RRGGBB`.
    #[schemars(regex(pattern = "^#[0-9A-Fa-f]{6}$"))]
    pub colour: String,
    /// N-1.1: warmth at the start, 1 to 20.
    #[schemars(range(min = 1, max = 20))]
    pub warmth: u8,
    /// N-1.1: sides of its die, 2 to 12.
    #[schemars(range(min = 2, max = 12))]
    pub die: u8,
}
