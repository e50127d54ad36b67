//! Documents for people: paragraphs, tables, plots and pictures, as one self-contained HTML page and the same as Markdown.

mod html;
mod markdown;
mod plain;
mod plot;

use crate::error::Result;
use crate::record::{create_folder, write_whole};
use std::path::{Path, PathBuf};

pub use plot::{Axis, DARK, Plot, Series};

/// A document under construction: what is added appears in that order.
#[derive(Debug, Clone)]
pub struct Document {
    /// What it is called.
    pub title: String,
    blocks: Vec<Block>,
}

/// A part of a document. In texts, captions and cells, what stands between backticks is code.
#[derive(Debug, Clone)]
enum Block {
    /// A heading and its level, 2 or 3.
    Heading(u8, String),
    Text(String),
    Code(String),
    Table(Table),
    Figure(Figure),
}

/// A plot or a picture below its caption. The name is that of its file beside a Markdown document.
#[derive(Debug, Clone)]
struct Figure {
    name: String,
    caption: String,
    image: Image,
}

#[derive(Debug, Clone)]
enum Image {
    Svg(String),
    Png(Vec<u8>),
}

/// A table with a header; all rows are as long as it.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// Names of the columns.
    pub header: Vec<String>,
    /// What is below.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell {
    /// What it says.
    pub text: String,
    /// How it is meant.
    pub mark: Mark,
}

/// How a cell is meant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mark {
    /// It is neither good nor bad.
    #[default]
    Plain,
    /// It is as it should be.
    Good,
    /// It is not.
    Bad,
    /// It is not as it would be in nature, and is not meant to be.
    Aside,
}

impl Cell {
    /// A cell with a meaning.
    pub fn new(text: impl Into<String>, mark: Mark) -> Self {
        Self { text: text.into(), mark }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self::new(text, Mark::Plain)
    }
}

impl Table {
    /// A table without rows.
    pub fn new<T: Into<String>>(header: impl IntoIterator<Item = T>) -> Self {
        Self { header: header.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row; what is missing at its end stays empty.
    pub fn row<T: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = T>) {
        let mut row: Vec<Cell> = cells.into_iter().map(Into::into).collect();
        debug_assert!(row.len() <= self.header.len(), "a row is longer than the table's header");
        row.resize_with(self.header.len(), Cell::default);
        self.rows.push(row);
    }

    /// The table alone as Markdown.
    pub fn markdown(&self) -> String {
        markdown::table(self)
    }

    /// The table alone as lines for a terminal, its columns below each other.
    pub fn plain(&self) -> String {
        plain::table(self)
    }
}

impl Document {
    /// A document with nothing in it.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), blocks: Vec::new() }
    }

    /// Adds a heading.
    pub fn heading(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Heading(2, text.into()));
    }

    /// Adds a heading below a heading.
    pub fn subheading(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Heading(3, text.into()));
    }

    /// Adds a paragraph.
    pub fn text(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Text(text.into()));
    }

    /// Adds lines to type.
    pub fn code(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Code(text.into()));
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) {
        self.blocks.push(Block::Table(table));
    }

    /// Adds a plot; `name` is its file's, without extension.
    pub fn plot(&mut self, name: impl Into<String>, plot: &Plot) {
        self.figure(name, plot.caption.clone(), Image::Svg(plot.svg()));
    }

    /// Adds a picture; `name` is its file's, without extension.
    pub fn picture(&mut self, name: impl Into<String>, caption: impl Into<String>, png: Vec<u8>) {
        self.figure(name, caption.into(), Image::Png(png));
    }

    fn figure(&mut self, name: impl Into<String>, caption: String, image: Image) {
        self.blocks.push(Block::Figure(Figure { name: name.into(), caption, image }));
    }

    /// The whole document as one HTML page that needs nothing else.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// The whole document as Markdown; its figures are files in the folder `figures` beside it.
    pub fn markdown(&self) -> String {
        markdown::page(self)
    }

    /// Writes `stem.html`, `stem.md` and `figures/*` into a folder, and returns the path of the page.
    pub fn write(&self, folder: &Path, stem: &str) -> Result<PathBuf> {
        let figures = folder.join(markdown::FIGURES);
        create_folder(&figures)?;
        for block in &self.blocks {
            if let Block::Figure(figure) = block {
                write_whole(&figures.join(figure.file()), figure.bytes())?;
            }
        }
        write_whole(&folder.join(format!("{stem}.md")), self.markdown().as_bytes())?;
        let page = folder.join(format!("{stem}.html"));
        write_whole(&page, self.html().as_bytes())?;
        Ok(page)
    }
}

impl Figure {
    fn file(&self) -> String {
        let extension = match self.image {
            Image::Svg(_) => "svg",
            Image::Png(_) => "png",
        };
        format!("{}.{extension}", self.name)
    }

    fn bytes(&self) -> &[u8] {
        match &self.image {
            Image::Svg(text) => text.as_bytes(),
            Image::Png(bytes) => bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Document {
        let mut document = Document::new("Cloth & shells");
        document.heading("What `a < b` means");
        document.text("Less than.");
        document.code("toile run sheet");
        let mut table = Table::new(["what", "error"]);
        table.row([Cell::from("free fall"), Cell::new("1 %", Mark::Good)]);
        table.row([Cell::from("a|b"), Cell::new("9 %", Mark::Bad)]);
        table.row(["short"]);
        document.table(table);
        let line = Series::line("y", vec![[1.0, 1.0], [10.0, 100.0]]);
        document.plot("curve", &Plot::new("A curve", Axis::log("x [m]"), Axis::log("y [m]")).with(line));
        document.picture("dot", "A dot", vec![1, 2, 3]);
        document
    }

    #[test]
    fn a_page_needs_nothing_else() {
        let page = document().html();
        assert!(page.contains("Cloth &amp; shells") && page.contains("<code>a &lt; b</code>"), "{page}");
        assert!(page.contains("<svg") && page.contains("data:image/png;base64,AQID"), "{page}");
        // An attribute that comes twice is no XML: nobody would show the file.
        assert_eq!(page.matches("viewBox").count(), 1, "{page}");
        assert!(page.contains("class=\"bad\"") && !page.contains("src=\"figures"), "{page}");
        // No link, script or style sheet of anybody else; the one address is the name of SVG's namespace.
        let own = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!own.contains("http") && !own.contains("<script") && !own.contains("<link"), "{page}");
    }

    #[test]
    fn markdown_has_the_same_and_its_figures_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let page = document().write(folder.path(), "truth").unwrap();
        assert_eq!(page, folder.path().join("truth.html"));
        let text = std::fs::read_to_string(folder.path().join("truth.md")).unwrap();
        for part in [
            "# Cloth & shells",
            "## What `a < b` means",
            "| a\\|b | **9 %** ✗ |",
            "| short |  |",
            "figures/curve.svg",
        ] {
            assert!(text.contains(part), "{part} is not in:\n{text}");
        }
        assert_eq!(std::fs::read(folder.path().join("figures/dot.png")).unwrap(), [1, 2, 3]);
        assert!(folder.path().join("figures/curve.svg").exists());
    }
}
