//! The deserializer's messages in the words of a scene.

use super::nearest::{clip, list, suggestion};
use super::{Field, Pin, Scene, tree};

/// What is wrong, and what to do about it.
#[derive(Debug, PartialEq)]
pub(super) struct Explanation {
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub advice: String,
}

/// Explains a deserializer's message about the field at `path`.
pub(super) fn explain(message: &str, path: &str) -> Explanation {
    if let Some(table) = table_as_list(path) {
        let advice = format!("write [{table}] once, not [[{table}]]");
        return Explanation { what: "a list where a table is needed".into(), advice };
    }
    if message.starts_with("duplicate key") {
        return Explanation {
            what: "duplicate key".into(),
            advice: "give each key and each table once".into(),
        };
    }
    if message.starts_with("unknown field ") {
        return unknown_field(path);
    }
    if let Some(rest) = message.strip_prefix("unknown variant ") {
        return unknown_value(rest);
    }
    if let Some(rest) = message.strip_prefix("invalid value: integer ") {
        let number = rest.split(',').next().unwrap_or(rest);
        return Explanation { what: format!("{number} does not fit"), advice: advice_for(path) };
    }
    for kind in ["invalid type: ", "invalid value: ", "invalid length "] {
        if let Some(rest) = message.strip_prefix(kind) {
            return wrong_type(rest, path, kind.contains("length"));
        }
    }
    let one_line = message.lines().collect::<Vec<_>>().join(", ");
    Explanation { what: clip_long(&one_line), advice: advice_for(path) }
}

fn unknown_field(path: &str) -> Explanation {
    let (group, name) = path.rsplit_once('.').unwrap_or(("", path));
    let known = names_in(group);
    let names = known.iter().map(String::as_str);
    let advice = suggestion(name, names).unwrap_or_else(|| format!("its table has {}", all(&known)));
    Explanation { what: "unknown field".into(), advice }
}

/// Serde's `` `x`, expected one of `a`, `b` ``: every second piece between backticks is a name.
fn unknown_value(rest: &str) -> Explanation {
    let (given, expected) = rest.split_once(", expected").unwrap_or((rest, ""));
    let allowed: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    let given = given.trim_matches('`');
    Explanation {
        what: format!("`{}` is none of its values", clip(given)),
        advice: format!("use {}", list(&allowed)),
    }
}

fn wrong_type(rest: &str, path: &str, length: bool) -> Explanation {
    let (given, expected) = rest.rsplit_once(", expected ").unwrap_or((rest, "something else"));
    let expected = match expected {
        "f32" | "f64" => "a number",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number",
        "a string" | "string or table" => "a text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "fewer elements in array" => "a shorter one",
        "an array of length 2" => "a list of 2",
        "an array of length 3" => "a list of 3",
        "a map" => "a table",
        other if other.starts_with("struct ") => "a table",
        other => other,
    };
    let given = match length {
        true => format!("a list of {given}"),
        false if given == "map" => "a table".into(),
        false => given.replace("floating point", "the number").replace("integer", "the number"),
    };
    Explanation { what: format!("{} where {expected} is needed", clip(&given)), advice: advice_for(path) }
}

/// The range of the field at `path` where it has one.
pub(super) fn advice_for(path: &str) -> String {
    if path == "pin" {
        return "write [[pin]] above the fields of each pin".into();
    }
    match Field::find(path) {
        Some(field) => format!("give {} ({})", field.range(), field.about),
        None => "`toile scenes` lists scenes to compare it with".into(),
    }
}

/// The table that `path` goes through as if it were a list.
fn table_as_list(path: &str) -> Option<&str> {
    let (table, rest) = path.split_once('.')?;
    let index = rest.split('.').next()?;
    let root = tree::of(&Scene::default()).ok()?;
    (index.parse::<usize>().is_ok() && tree::get(&root, table)?.is_table()).then_some(table)
}

/// The fields of the table at `group`.
fn names_in(group: &str) -> Vec<String> {
    let full = Scene { pin: vec![Pin::default()], ..Scene::default() };
    let Ok(root) = tree::of(&full) else { return Vec::new() };
    // Every pin has the fields of the first.
    let group = match group.strip_prefix("pin.") {
        Some(index) if !index.contains('.') => "pin.0",
        _ => group,
    };
    let table = if group.is_empty() { Some(&root) } else { tree::get(&root, group) };
    table.and_then(toml::Value::as_table).map(|t| t.keys().cloned().collect()).unwrap_or_default()
}

fn all(names: &[String]) -> String {
    if names.is_empty() { "no fields".into() } else { names.join(", ") }
}

/// A sentence of the parser may be longer than a name.
fn clip_long(text: &str) -> String {
    text.split(' ').take(40).map(clip).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(message: &str, path: &str) -> String {
        let e = explain(message, path);
        format!("{}; {}", e.what, e.advice)
    }

    #[test]
    fn messages_become_sentences() {
        for (message, path, expected) in [
            (
                "unknown field `kapa`, expected …",
                "triangle_bending.kapa",
                "unknown field; did you mean `kappa`?",
            ),
            ("unknown field `untl`, expected …", "pin.7.untl", "unknown field; did you mean `until`?"),
            (
                "unknown variant `tri`, expected `gradient` or `printed`",
                "triangle_bending.weights",
                "`tri` is none of its values; use gradient or printed",
            ),
            (
                "invalid type: string \"a\", expected f64",
                "material.damping",
                "string \"a\" where a number is needed; give 0 to 1000 1/s (rate at which velocities decay)",
            ),
            (
                "invalid length 2, expected an array of length 3",
                "gravity",
                "a list of 2 where a list of 3 is needed; \
                 give -1000 to 1000 m/s² (acceleration of gravity along x, y and z)",
            ),
        ] {
            assert_eq!(sentence(message, path), expected);
        }
    }

    #[test]
    fn nothing_near_lists_the_table() {
        assert!(
            sentence("unknown field `zzz`", "ground.zzz").ends_with("its table has friction, height, on")
        );
        assert!(sentence("unknown field `zzz`", "no.such.place").ends_with("no fields"));
    }
}
