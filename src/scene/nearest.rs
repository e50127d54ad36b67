//! The names that someone may have meant.

/// How many names are offered.
const OFFERED: usize = 3;

/// Up to three of `names` that are near `wanted`, the nearest first.
pub(super) fn nearest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut near: Vec<(usize, &str)> =
        names.into_iter().filter_map(|name| closeness(wanted, name).map(|d| (d, name))).collect();
    // Short names before the paths they stand for.
    near.sort_unstable_by_key(|(d, name)| (*d, name.len(), *name));
    near.dedup();
    // A name that is clearly farther than the best would only distract.
    let farthest = near.first().map_or(0, |(best, _)| best + 1);
    near.into_iter().take_while(|(d, _)| *d <= farthest).take(OFFERED).map(|(_, name)| name).collect()
}

/// `` did you mean `a`, `b` or `c`? ``, or nothing where no name is near.
pub(super) fn suggestion<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let quoted: Vec<String> = nearest(wanted, names).iter().map(|name| format!("`{name}`")).collect();
    (!quoted.is_empty()).then(|| format!("did you mean {}?", list(&quoted)))
}

/// `a, b or c`.
pub(super) fn list(names: &[impl AsRef<str>]) -> String {
    let mut text = String::new();
    for (i, name) in names.iter().enumerate() {
        text.push_str(match i {
            0 => "",
            _ if i + 1 == names.len() => " or ",
            _ => ", ",
        });
        text.push_str(name.as_ref());
    }
    text
}

/// Text of others as it may stand in a message: not too long, and without control characters.
pub(super) fn clip(text: &str) -> String {
    const LONGEST: usize = 80;
    let mut clipped: String =
        text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        clipped.push('…');
    }
    clipped
}

/// How far a name is from the one wanted; nothing where it is too far to be meant.
fn closeness(wanted: &str, name: &str) -> Option<usize> {
    let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_string();
    let whole = edits(wanted, name);
    // The right field in the wrong table, or without its table.
    let field = edits(&last(wanted), &last(name)).map(|d| d + usize::from(wanted.contains('.')));
    let begun = match name.split_once('-') {
        Some((first, _)) => edits(wanted, first).map(|d| d + 1),
        None => (wanted.len() >= 3 && name.starts_with(wanted)).then_some(1),
    };
    [whole, field, begun].into_iter().flatten().min()
}

/// Edit distance (insert, delete, replace, swap of neighbours), where it is small for names of this length.
fn edits(a: &str, b: &str) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(100).collect(), b.chars().collect());
    let longest = a.len().max(b.len());
    let limit = (longest / 3).max(1);
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    // Three rows of the usual table: two back, one back, current.
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, cb) in b.iter().enumerate() {
            let replaced = above[j] + usize::from(ca != cb);
            let mut best = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *ca == b[j - 1] && a[i - 1] == *cb {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().filter(|&d| d <= limit && d < longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(edits("kappa", "kappa"), Some(0));
        assert_eq!(edits("kapa", "kappa"), Some(1));
        assert_eq!(edits("kpapa", "kappa"), Some(1));
        assert_eq!(edits("k", "x"), None);
        assert_eq!(edits("stiffness", "kappa"), None);
        assert_eq!(edits("", ""), None);
    }

    #[test]
    fn the_nearest_come_first() {
        let names = ["mesh.height", "ground.height", "mesh.width", "kappa", "rabbit-a", "rabbit-b", "kappa"];
        assert_eq!(nearest("hight", names), ["mesh.height", "ground.height"]);
        assert_eq!(nearest("mesh.heigth", names), ["mesh.height", "ground.height"]);
        assert_eq!(nearest("rabbit", names), ["rabbit-a", "rabbit-b"]);
        assert_eq!(nearest("rabit", names), ["rabbit-a", "rabbit-b"]);
        assert_eq!(nearest("kapa", names), ["kappa"]);
        assert!(nearest("zzzzzz", names).is_empty() && nearest("", names).is_empty());
    }

    #[test]
    fn lists_and_long_texts() {
        assert_eq!(list(&["a", "b", "c"]), "a, b or c");
        assert_eq!(suggestion("kapa", ["kappa"]).unwrap(), "did you mean `kappa`?");
        assert_eq!(clip("a\u{1b}b"), "a b");
        assert_eq!(clip(&"é".repeat(500)).chars().count(), 81);
    }
}
