//! The deserializer's messages in the words of a scene.

use super::nearest::{clip, list, suggestion};
use super::{Body, Field, Load, Pin, Scene, Seam, tree};
use toml::Value;

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
    // TOML's own words for an enum that is given a number or a boolean.
    if message == "wanted string or table" {
        return Explanation { what: "a text is needed".into(), advice: advice_for(path) };
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
    if let Some(tree::List { name, .. }) = tree::LISTS.iter().find(|list| list.name == path) {
        return format!("write [[{name}]] above the fields of each {name}");
    }
    match Field::find(path) {
        Some(field) => format!("give {} ({})", field.range(), field.about),
        None => values_of(path).unwrap_or_else(|| "`toile scenes` lists scenes to compare it with".into()),
    }
}

/// The values of a field that has a few named ones: the deserializer lists them when it is given another.
fn values_of(path: &str) -> Option<String> {
    let mut root = full()?;
    let slot = tree::get_mut(&mut root, &of_first(path)).filter(|slot| slot.is_str())?;
    *slot = Value::String("?".into());
    let error = root.try_into::<Scene>().err()?;
    Some(unknown_value(error.message().strip_prefix("unknown variant ")?).advice)
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
    let Some(root) = full() else { return Vec::new() };
    let table = if group.is_empty() { Some(&root) } else { tree::get(&root, &of_first(group)) };
    table.and_then(Value::as_table).map(|t| t.keys().cloned().collect()).unwrap_or_default()
}

/// The tree of a scene with one of everything.
fn full() -> Option<Value> {
    let (pin, body, seam) = (vec![Pin::default()], vec![Body::default()], vec![Seam::default()]);
    tree::of(&Scene { pin, body, load: vec![Load::default()], seam, ..Scene::default() }).ok()
}

/// The path as it is for the first pin, body, load or seam: all have the fields of the first.
fn of_first(path: &str) -> String {
    let mut names: Vec<&str> = path.split('.').collect();
    if let [list, index, ..] = names.as_mut_slice()
        && tree::LISTS.iter().any(|l| l.name == *list)
    {
        *index = "0";
    }
    names.join(".")
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
            ("unknown field `mas`, expected …", "body.7.mas", "unknown field; did you mean `mass`?"),
            ("wanted string or table", "body.7.kind", "a text is needed; use static, kinematic or dynamic"),
            (
                "unknown field `moments`, expected …",
                "load.1.moments",
                "unknown field; did you mean `moment`?",
            ),
            ("unknown field `point`, expected …", "seam.1.point", "unknown field; did you mean `points`?"),
            ("wanted string or table", "seam.1.edges.0", "a text is needed; use top, bottom, left or right"),
            (
                "invalid type: integer `1`, expected a sequence",
                "body",
                "the number `1` where a list is needed; write [[body]] above the fields of each body",
            ),
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
