//! Where a field stands in a TOML text, and which field stands at a place.

use super::nearest::clip;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// The line of a byte offset, from 1.
pub(super) fn line(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
}

/// The dotted path of the innermost field whose key or value covers the byte offset; empty where none does,
/// or where the text is no TOML.
pub(super) fn path_at(text: &str, offset: usize) -> String {
    let Ok(root) = DeTable::parse(text) else { return String::new() };
    let mut search = Search { offset, path: String::new(), best: (usize::MAX, String::new()) };
    search.table(root.get_ref());
    search.best.1
}

/// The line of the field at a dotted path, or of the nearest table around it that the text has.
pub(super) fn line_of(text: &str, path: &str) -> Option<usize> {
    let root = DeTable::parse(text).ok()?;
    let mut names = path.split('.');
    let (key, mut value) = root.get_ref().get_key_value(names.next()?)?;
    let mut start = key.span().start;
    for name in names {
        let child = match value.get_ref() {
            DeValue::Table(table) => table.get_key_value(name).map(|(key, child)| (key.span(), child)),
            DeValue::Array(items) => {
                name.parse::<usize>().ok().and_then(|i| items.get(i)).map(|child| (child.span(), child))
            }
            _ => None,
        };
        let Some((span, child)) = child else { break };
        start = span.start;
        value = child;
    }
    Some(line(text, start))
}

/// A walk over all fields; the span of a table with a header does not cover its fields, so none may be
/// passed over.
struct Search {
    offset: usize,
    path: String,
    /// Length of the shortest span that covers the offset, and the path of its field.
    best: (usize, String),
}

impl Search {
    fn table(&mut self, table: &DeTable<'_>) {
        for (key, value) in table.iter() {
            let end = self.enter(key.get_ref());
            self.offer(key.span());
            self.offer(value.span());
            self.value(value.get_ref());
            self.path.truncate(end);
        }
    }

    fn value(&mut self, value: &DeValue<'_>) {
        match value {
            DeValue::Table(table) => self.table(table),
            DeValue::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    let end = self.enter(&i.to_string());
                    self.offer(item.span());
                    self.value(item.get_ref());
                    self.path.truncate(end);
                }
            }
            _ => {}
        }
    }

    /// Adds a name to the path; returns the path's length before.
    fn enter(&mut self, name: &str) -> usize {
        let end = self.path.len();
        if end > 0 {
            self.path.push('.');
        }
        self.path.push_str(&clip(name));
        end
    }

    fn offer(&mut self, span: Range<usize>) {
        if span.contains(&self.offset) && span.len() < self.best.0 {
            self.best = (span.len(), self.path.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "seed = 1\n[mesh]\nrows = 8\n\n[[pin]]\nuntil = 2\n[[pin]]\nmotion = [0, [[0, 1], [2, 3]], 0]\n";

    #[test]
    fn offsets_lead_to_paths() {
        for (part, path) in
            [("rows", "mesh.rows"), ("8", "mesh.rows"), ("until", "pin.0.until"), ("motion", "pin.1.motion")]
        {
            assert_eq!(path_at(TEXT, TEXT.find(part).unwrap()), path);
        }
        assert_eq!(path_at(TEXT, TEXT.find("3]]").unwrap()), "pin.1.motion.1.1.1");
        assert_eq!(path_at("a = ", 0), "");
    }

    #[test]
    fn paths_lead_to_lines() {
        for (path, line) in [
            ("seed", 1),
            ("mesh.rows", 3),
            ("mesh.columns", 2),
            ("pin.0.until", 6),
            ("pin.1.motion.1", 8),
            ("pin.1.until", 7),
        ] {
            assert_eq!(line_of(TEXT, path), Some(line), "{path}");
        }
        assert_eq!(line_of(TEXT, "solver.dt"), None);
        assert_eq!(line("a\nb", 99), 2);
    }
}
