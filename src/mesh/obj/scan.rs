use super::warn;
use crate::error::{Error, Result};
use std::{
    fmt::Write as _,
    io::{BufRead, Cursor, Read},
};

/// The most corners a face may have: cutting takes time quadratic in them.
const MAX_CORNERS: usize = 1024;

/// An OBJ file reduced to what the mesh needs, each line checked.
#[derive(Default)]
pub(super) struct Scan {
    /// How many vertices the file has.
    pub(super) vertex_count: usize,
    vertices: String,
    faces: String,
    face_count: usize,
    /// Faces that name a vertex further down: line and index.
    forward: Vec<(usize, i64)>,
    elements: usize,
    unknown: usize,
}

impl Scan {
    /// Checks `text` line by line; `name` stands for the file in messages.
    pub(super) fn new(text: &[u8], name: &str) -> Result<Self> {
        let text = utf8(text, name)?;
        let mut scan = Self::default();
        let mut joined = String::new();
        let mut first_line = 1;
        for (i, raw) in text.split('\n').enumerate() {
            let line = raw.split('#').next().unwrap_or("").trim();
            if joined.is_empty() {
                first_line = i + 1;
            }
            // A backslash at the end joins a line with the next.
            if let Some(start) = line.strip_suffix('\\') {
                joined.push_str(start);
                joined.push(' ');
                continue;
            }
            joined.push_str(line);
            let statement = scan.statement(&joined, first_line);
            statement.map_err(|fault| fault.at(name, first_line))?;
            joined.clear();
        }
        let statement = scan.statement(&joined, first_line);
        statement.map_err(|fault| fault.at(name, first_line))?;
        scan.check_end(name)?;
        Ok(scan)
    }

    /// The reduced text: vertices, then a face that names each of them once, which makes tobj
    /// keep their order and keep those without a face, then the faces of the file.
    pub(super) fn reader(&self) -> impl BufRead + '_ {
        let mut every = String::from("f");
        for index in 1..=self.vertex_count {
            let _ = write!(every, " {index}");
        }
        every.push('\n');
        let vertices = Cursor::new(&self.vertices);
        vertices.chain(Cursor::new(every)).chain(Cursor::new(&self.faces))
    }

    /// What the scan passed over.
    pub(super) fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        warn(&mut warnings, self.elements, "line or point element", "ignored");
        warn(&mut warnings, self.unknown, "unknown statement", "ignored");
        warnings
    }

    fn statement(&mut self, line: &str, number: usize) -> std::result::Result<(), Fault> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => self.vertex(words),
            Some("f" | "fo") => self.face(words, number),
            Some("l" | "p") => {
                self.elements += 1;
                Ok(())
            }
            None | Some("vt" | "vn" | "vp" | "g" | "o" | "s" | "mtllib" | "usemtl") => Ok(()),
            Some(_) => {
                self.unknown += 1;
                Ok(())
            }
        }
    }

    fn vertex<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> std::result::Result<(), Fault> {
        let mut count = 0;
        self.vertices.push('v');
        for word in words {
            let value: f32 = word.parse().map_err(|_| Fault::number(word))?;
            // What follows is a weight or a colour, which the mesh does not need.
            if count < 3 {
                if !value.is_finite() {
                    return Err(Fault::infinite(word));
                }
                self.vertices.push(' ');
                self.vertices.push_str(word);
            }
            count += 1;
        }
        if count < 3 {
            return Err(Fault {
                what: format!("a vertex with {count} coordinates"),
                advice: "give it three",
            });
        }
        self.vertices.push('\n');
        self.vertex_count += 1;
        Ok(())
    }

    fn face<'a>(
        &mut self,
        words: impl Iterator<Item = &'a str>,
        number: usize,
    ) -> std::result::Result<(), Fault> {
        let mut count = 0;
        self.faces.push('f');
        for word in words {
            let index = self.corner(word, number)?;
            let _ = write!(self.faces, " {index}");
            count += 1;
        }
        self.faces.push('\n');
        self.face_count += 1;
        if (3..=MAX_CORNERS).contains(&count) {
            return Ok(());
        }
        Err(Fault {
            what: format!("a face with {count} corners"),
            advice: "give it three corners or more, up to 1024",
        })
    }

    /// The index of a corner's position, counted from 1.
    fn corner(&mut self, word: &str, number: usize) -> std::result::Result<i64, Fault> {
        let mut parts = word.split('/');
        let position = parts.next().unwrap_or("");
        let index: i64 = position.parse().map_err(|_| Fault::index(word))?;
        // Texture coordinates and normals are not used, but a word here means a damaged file.
        if parts.any(|part| !part.is_empty() && part.parse::<i64>().is_err()) {
            return Err(Fault::index(word));
        }
        let count = self.vertex_count as i64;
        if index == 0 || index < -count {
            return Err(Fault::range(index, count));
        }
        if index > count {
            self.forward.push((number, index));
        }
        Ok(if index < 0 { count + 1 + index } else { index })
    }

    fn check_end(&self, name: &str) -> Result<()> {
        let count = self.vertex_count as i64;
        if let Some(&(line, index)) = self.forward.iter().find(|&&(_, index)| index > count) {
            return Err(Fault::range(index, count).at(name, line));
        }
        if self.face_count == 0 {
            let advice = "export the mesh with its faces";
            return Err(Error::input(name, "has no faces", advice));
        }
        Ok(())
    }
}

/// The text without a byte order mark.
fn utf8<'a>(text: &'a [u8], name: &str) -> Result<&'a str> {
    match std::str::from_utf8(text) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(e) => {
            let before = &text[..e.valid_up_to()];
            let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
            Err(Fault {
                what: "the text is not UTF-8".into(),
                advice: "save the file as an OBJ text in UTF-8",
            }
            .at(name, line))
        }
    }
}

/// What is wrong in a line.
struct Fault {
    what: String,
    advice: &'static str,
}

impl Fault {
    fn number(word: &str) -> Self {
        Self {
            what: format!("`{}` is not a number", short(word)),
            advice: "write coordinates as decimal numbers",
        }
    }

    fn infinite(word: &str) -> Self {
        Self {
            what: format!("the coordinate `{}` is not finite", short(word)),
            advice: "repair the vertex in a mesh editor",
        }
    }

    fn index(word: &str) -> Self {
        Self {
            what: format!("`{}` is not a vertex index", short(word)),
            advice: "write corners as v, v/vt, v//vn or v/vt/vn",
        }
    }

    fn range(index: i64, count: i64) -> Self {
        Self {
            what: format!("vertex index {index} is out of range"),
            advice: if count == 0 {
                "define vertices before the faces that use them"
            } else {
                "count vertices from 1, or from -1 backwards"
            },
        }
    }

    fn at(self, name: &str, line: usize) -> Error {
        Error::input(format!("{name}:{line}"), self.what, self.advice)
    }
}

/// The start of a word that may be a whole file without spaces.
fn short(word: &str) -> String {
    let start: String = word.chars().take(40).collect();
    start.escape_debug().to_string()
}
