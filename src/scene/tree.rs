//! A scene as the tree of values that its TOML file has: what validation and `--set` walk.

use super::Scene;
use crate::error::{Error, Result};
use toml::Value;

/// A list of tables in a scene.
#[derive(Debug)]
pub(super) struct List {
    /// Its name, as the tables' headers have it.
    pub name: &'static str,
    /// What several of its tables are called.
    pub plural: &'static str,
}

/// The lists of tables in a scene; only in these is a number in a path an element with fields.
pub(super) const LISTS: &[List] = &[
    List { name: "pin", plural: "pins" },
    List { name: "body", plural: "bodies" },
    List { name: "load", plural: "loads" },
    List { name: "seam", plural: "seams" },
];

/// The scene's tree; every field is in it.
pub(super) fn of(scene: &Scene) -> Result<Value> {
    Value::try_from(scene).map_err(|e| Error::input("scene", e.to_string(), "use numbers that TOML can hold"))
}

/// Calls `leaf` with the path and the value of every field that is no table; a vector is one leaf.
pub(super) fn visit(root: &Value, leaf: &mut dyn FnMut(&str, &Value)) {
    visit_below(root, &mut String::new(), leaf);
}

fn visit_below(value: &Value, path: &mut String, leaf: &mut dyn FnMut(&str, &Value)) {
    let end = path.len();
    let mut descend = |name: &str, child: &Value| {
        if end > 0 {
            path.push('.');
        }
        path.push_str(name);
        visit_below(child, path, leaf);
        path.truncate(end);
    };
    match value {
        Value::Table(table) => table.iter().for_each(|(name, child)| descend(name, child)),
        Value::Array(items) if items.iter().any(Value::is_table) => {
            items.iter().enumerate().for_each(|(i, child)| descend(&i.to_string(), child));
        }
        _ => leaf(path, value),
    }
}

/// The paths of all fields that a scene may set; its own tables `short` and `test` are none.
pub(super) fn fields(root: &Value) -> Vec<String> {
    let mut paths = Vec::new();
    visit(root, &mut |path, _| {
        if !path.starts_with("short.") && !path.starts_with("test.") {
            paths.push(path.to_string());
        }
    });
    paths
}

/// The value at a dotted path; a number in the path is an index into a list.
pub(super) fn get<'a>(root: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(root, |value, name| match value {
        Value::Table(table) => table.get(name),
        Value::Array(items) => items.get(name.parse::<usize>().ok()?),
        _ => None,
    })
}

/// [`get`], to change the value.
pub(super) fn get_mut<'a>(root: &'a mut Value, path: &str) -> Option<&'a mut Value> {
    path.split('.').try_fold(root, |value, name| match value {
        Value::Table(table) => table.get_mut(name),
        Value::Array(items) => items.get_mut(name.parse::<usize>().ok()?),
        _ => None,
    })
}

/// The first list that was not read as it was given: its path, and what is wrong with it.
///
/// The deserializer takes the three numbers of a vector and leaves a fourth unread without a word, and reads
/// a list as the fields of a table in the order of their declaration.
pub(super) fn misread(given: &Value, read: &Value) -> Option<(String, String)> {
    let below = |name: &str, given: &Value, read: &Value| {
        misread(given, read).map(|(path, what)| match path.is_empty() {
            true => (name.to_string(), what),
            false => (format!("{name}.{path}"), what),
        })
    };
    match (given, read) {
        (Value::Table(given), Value::Table(read)) => {
            given.iter().find_map(|(name, value)| below(name, value, read.get(name)?))
        }
        (Value::Array(_), Value::Table(_)) => Some((String::new(), "a list where a table is needed".into())),
        (Value::Array(given), Value::Array(read)) if given.len() != read.len() => {
            let what = format!("a list of {} where a list of {} is needed", given.len(), read.len());
            Some((String::new(), what))
        }
        (Value::Array(given), Value::Array(read)) => given
            .iter()
            .zip(read)
            .enumerate()
            .find_map(|(i, (given, read))| below(&i.to_string(), given, read)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Pin;

    #[test]
    fn paths_reach_tables_and_lists() {
        let scene = Scene { pin: vec![Pin::default()], ..Scene::default() };
        let mut tree = of(&scene).unwrap();
        assert_eq!(get(&tree, "gravity.1").unwrap().as_float(), Some(-9.81));
        assert_eq!(get(&tree, "pin.0.until").unwrap().as_float(), Some(f64::INFINITY));
        assert!(get(&tree, "pin.1.until").is_none() && get(&tree, "mesh.rows.0").is_none());
        *get_mut(&mut tree, "mesh.rows").unwrap() = Value::Integer(7);
        assert_eq!(tree.try_into::<Scene>().unwrap().mesh.rows, 7);
    }

    #[test]
    fn leaves_have_full_paths() {
        let scene = Scene { pin: vec![Pin::default(), Pin::default()], ..Scene::default() };
        let mut paths = Vec::new();
        visit(&of(&scene).unwrap(), &mut |path, _| paths.push(path.to_string()));
        assert!(["gravity", "mesh.rows", "pin.1.motion"].iter().all(|p| paths.iter().any(|q| p == q)));
    }

    #[test]
    fn lists_that_were_misread_are_found() {
        let parse = |text: &str| Value::Table(toml::from_str(text).unwrap());
        let read = parse("a = 1\n[[pin]]\nv = [1, 2, 3]");
        assert_eq!(misread(&read, &read), None);
        let (path, what) = misread(&parse("[[pin]]\nv = [1, 2, 3, 4]"), &read).unwrap();
        assert_eq!((path.as_str(), what.as_str()), ("pin.0.v", "a list of 4 where a list of 3 is needed"));
        assert_eq!(misread(&parse("pin = [[1]]"), &read).unwrap().0, "pin.0");
    }
}
