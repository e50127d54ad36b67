//! A document as Markdown.

use super::{Block, Cell, Document, Mark, Table};

/// The folder of figures beside a document.
pub(super) const FIGURES: &str = "figures";

/// A whole document.
pub(super) fn page(document: &Document) -> String {
    let mut blocks = vec![format!("# {}\n", document.title)];
    blocks.extend(document.blocks.iter().map(block));
    blocks.join("\n")
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(level, text) => format!("{} {text}\n", "#".repeat((*level).into())),
        Block::Text(text) => format!("{text}\n"),
        Block::Code(text) => format!("```sh\n{text}\n```\n"),
        Block::Table(rows) => table(rows),
        Block::Figure(figure) => format!("![{0}]({FIGURES}/{1})\n\n*{0}*\n", figure.caption, figure.file()),
    }
}

/// A table, its first column to the left and the others as they come.
pub(super) fn table(table: &Table) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let header = line(table.header.iter().map(|name| escape(name)).collect());
    let rule = line(vec!["---".to_string(); table.header.len()]);
    let rows = table.rows.iter().map(|row| line(row.iter().map(cell).collect()));
    [header, rule].into_iter().chain(rows).collect()
}

fn cell(cell: &Cell) -> String {
    let text = escape(&cell.text);
    match cell.mark {
        Mark::Plain | Mark::Good => text,
        Mark::Bad => format!("**{text}** ✗"),
        Mark::Aside => format!("*{text}*"),
    }
}

fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
