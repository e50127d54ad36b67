//! A document as one HTML page, its style and its figures inside.

use super::{Block, Cell, Document, Figure, Image, Mark, Table};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

const STYLE: &str = "\
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 68rem; margin: 2rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.9rem; } h2 { margin-top: 2.6rem; border-bottom: 1px solid #ddd; padding-bottom: .2rem; }
p { max-width: 50rem; }
code { font: .92em ui-monospace, monospace; background: #f3f3f1; padding: .05em .3em; border-radius: .2em; }
pre { background: #f3f3f1; padding: .8rem 1rem; overflow-x: auto; border-radius: .3em; } pre code { padding: 0; }
.wide { overflow-x: auto; } .many table { font-size: .78rem; } .many th, .many td { padding: .25rem .45rem; } .many td { white-space: nowrap; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; font-size: .93rem; }
th, td { padding: .3rem .7rem; border: 1px solid #ddd; text-align: left; } th { background: #f7f7f5; } td code { white-space: nowrap; }
td.good { background: #e2f2e2; } td.bad { background: #f9d9d3; font-weight: 600; } td.aside { background: #f2f0e4; font-style: italic; }
figure { margin: 1.5rem 0; } figure svg, figure img { max-width: 100%; height: auto; } figcaption { color: #555; font-size: .93rem; }
@page { size: A3; }
@media print { body { max-width: none; } .wide, pre { overflow: visible; } pre { white-space: pre-wrap; } tr, figure { break-inside: avoid; } h2, h3 { break-after: avoid; } }";

/// Tables of more columns are set smaller, so that they fit.
const MANY: usize = 8;

/// A whole document.
pub(super) fn page(document: &Document) -> String {
    let title = escape(&document.title);
    let body: String = document.blocks.iter().map(block).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}\n</style>\n\
         </head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n"
    )
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(level, text) => format!("<h{level}>{}</h{level}>\n", inline(text)),
        Block::Text(text) => format!("<p>{}</p>\n", inline(text)),
        Block::Code(text) => format!("<pre><code>{}</code></pre>\n", escape(text)),
        Block::Table(rows) => table(rows),
        Block::Figure(drawn) => figure(drawn),
    }
}

fn table(table: &Table) -> String {
    let header: String = table.header.iter().map(|name| format!("<th>{}</th>", inline(name))).collect();
    let row = |cells: &Vec<Cell>| format!("<tr>{}</tr>\n", cells.iter().map(cell).collect::<String>());
    let rows: String = table.rows.iter().map(row).collect();
    let class = if table.header.len() > MANY { "wide many" } else { "wide" };
    format!("<div class=\"{class}\"><table>\n<tr>{header}</tr>\n{rows}</table></div>\n")
}

fn cell(cell: &Cell) -> String {
    let class = match cell.mark {
        Mark::Plain => "",
        Mark::Good => " class=\"good\"",
        Mark::Bad => " class=\"bad\"",
        Mark::Aside => " class=\"aside\"",
    };
    // A number and its per cent sign stay on one line.
    format!("<td{class}>{}</td>", inline(&cell.text).replace(" %", "&nbsp;%"))
}

fn figure(figure: &Figure) -> String {
    let caption = inline(&figure.caption);
    let image = match &figure.image {
        Image::Svg(text) => text.clone(),
        Image::Png(bytes) => {
            let alternative = escape(&figure.caption);
            format!("<img alt=\"{alternative}\" src=\"data:image/png;base64,{}\">", STANDARD.encode(bytes))
        }
    };
    format!("<figure>\n{image}\n<figcaption>{caption}</figcaption>\n</figure>\n")
}

/// Text with what stands between backticks as code.
fn inline(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(i, part)| if i % 2 == 1 { format!("<code>{}</code>", escape(part)) } else { escape(part) })
        .collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
