//! Checks lines of `gong watch --json` against the schema that `gong schema watch` prints.

use gong::scenario::schema;
use serde_json::Value as Json;

/// The schema that `gong schema watch` prints.
pub struct Frame(Json);

impl Frame {
    pub fn printed() -> Frame {
        Frame(serde_json::from_str(&schema::watch()).expect("a schema is JSON"))
    }

    /// Checks all lines of a story (the JSON lines of one game).
    pub fn check(&self, lines: &[Json]) -> Result<(), String> {
        let [first, events @ .., last] = lines else {
            return Err("a story has an opening and an end".into());
        };
        for (line, kind) in [(first, "opening"), (last, "end")] {
            if line["line"] != kind {
                return Err(format!("no {kind}: {line}"));
            }
        }
        for line in lines {
            let told = self.fits(&self.0, line);
            told.map_err(|what| format!("{what}: {line}"))?;
        }
        let entrants = first["entrants"].as_array().into_iter().flatten();
        let keys: Vec<&Json> = entrants.map(|entrant| &entrant["entrant"]).collect();
        let results = last["entrants"].as_array().into_iter().flatten();
        if !results.map(|result| &result["entrant"]).eq(keys) {
            return Err(format!("other entrants at the end: {last}"));
        }
        match events.iter().find(|line| line["line"] != "event") {
            Some(line) => Err(format!("not an event: {line}")),
            None => Ok(()),
        }
    }

    /// Checks a value against a schema. Fails if the schema has a keyword that this function does
    /// not know.
    fn fits(&self, schema: &Json, value: &Json) -> Result<(), String> {
        let Json::Object(keywords) = schema else {
            return if *schema == Json::Bool(true) {
                Ok(())
            } else {
                Err(format!("nothing fits {schema}"))
            };
        };
        for (keyword, wanted) in keywords {
            let right = match keyword.as_str() {
                "$schema" | "title" | "description" | "definitions" | "format" => true,
                "$ref" => {
                    let pointer = wanted.as_str().unwrap().trim_start_matches('#');
                    self.fits(self.0.pointer(pointer).unwrap(), value)?;
                    true
                }
                "allOf" => {
                    for part in wanted.as_array().unwrap() {
                        self.fits(part, value)?;
                    }
                    true
                }
                "anyOf" | "oneOf" => {
                    let parts = wanted.as_array().unwrap().iter();
                    let tried: Vec<_> = parts.map(|part| self.fits(part, value)).collect();
                    if tried.iter().filter(|tried| tried.is_ok()).count() == 1 {
                        true
                    } else {
                        return Err(format!("{tried:?}"));
                    }
                }
                "type" => match wanted {
                    Json::Array(types) => types.iter().any(|kind| is(kind, value)),
                    kind => is(kind, value),
                },
                "const" => value == wanted,
                "minimum" => value.is_null() || value.as_f64() >= wanted.as_f64(),
                "maximum" => value.is_null() || value.as_f64() <= wanted.as_f64(),
                "pattern" => {
                    assert_eq!(wanted, "^[a-z]+(_[a-z]+)*$");
                    let text = value.as_str().unwrap();
                    let mut parts = text.split('_');
                    parts.all(|part| {
                        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase())
                    })
                }
                "required" => {
                    let mut fields = wanted.as_array().unwrap().iter();
                    fields.all(|field| value.get(field.as_str().unwrap()).is_some())
                }
                "properties" => {
                    for (field, value) in value.as_object().unwrap() {
                        let known = wanted.get(field);
                        let known = known.ok_or_else(|| format!("unknown field {field}"))?;
                        let told = self.fits(known, value);
                        told.map_err(|what| format!("{field}: {what}"))?;
                    }
                    true
                }
                "additionalProperties" => true,
                "items" => {
                    for item in value.as_array().unwrap() {
                        self.fits(wanted, item)?;
                    }
                    true
                }
                unknown => panic!("the keyword {unknown} of the schema is not checked"),
            };
            if !right {
                return Err(format!("{value} is against {keyword}: {wanted}"));
            }
        }
        Ok(())
    }
}

fn is(kind: &Json, value: &Json) -> bool {
    match kind.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        other => panic!("the type {other} of the schema is not checked"),
    }
}
