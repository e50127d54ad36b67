//! A table as lines for a terminal.

use super::{Mark, Table};

/// The table, its first column to the left and the others to the right.
pub(super) fn table(table: &Table) -> String {
    let strip = |text: &str| text.replace('`', "");
    let mut rows = vec![table.header.iter().map(|name| strip(name)).collect::<Vec<_>>()];
    rows.extend(table.rows.iter().map(|row| {
        let cell =
            |c: &super::Cell| if c.mark == Mark::Bad { format!("{} ✗", c.text) } else { c.text.clone() };
        row.iter().map(|c| strip(&cell(c))).collect()
    }));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table.header.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (text, &width))| {
            if i == 0 { format!("{text:<width$}") } else { format!("{text:>width$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Cell;

    #[test]
    fn columns_are_below_each_other() {
        let mut table = Table::new(["what", "µs"]);
        table.row([Cell::from("`cg/turn`"), Cell::from("7")]);
        table.row([Cell::from("a"), Cell::new("123", Mark::Bad)]);
        assert_eq!(table.plain(), "what        µs\ncg/turn      7\na        123 ✗");
    }
}
