//! WGSL files put together: `#import path` pulls in a shared file once, and errors come back with the file and
//! line they were written in.

use crate::error::{Error, Result};
use wgpu::naga;

/// A shared file: its path below `shaders/`, without the extension, and its text.
pub type Shared<'a> = (&'a str, &'a str);

/// An assembled kernel.
#[derive(Debug, Clone)]
pub struct Source {
    /// The text that goes to the driver.
    pub text: String,
    /// For each line of the text the file and the line it came from.
    lines: Vec<(String, usize)>,
}

impl Source {
    /// Puts `name`'s text together with what it imports.
    pub fn assemble(name: &str, text: &str, shared: &[Shared]) -> Result<Self> {
        let mut source = Self { text: String::new(), lines: Vec::new() };
        source.add(name, text, shared, &mut Vec::new())?;
        Ok(source)
    }

    fn add(&mut self, name: &str, text: &str, shared: &[Shared], seen: &mut Vec<String>) -> Result<()> {
        seen.push(name.to_string());
        for (i, line) in text.lines().enumerate() {
            let Some(path) = line.strip_prefix("#import ").map(str::trim) else {
                self.text.push_str(line);
                self.text.push('\n');
                self.lines.push((format!("{name}.wgsl"), i + 1));
                continue;
            };
            if seen.iter().any(|s| s == path) {
                continue;
            }
            let (path, text) = shared.iter().find(|(p, _)| *p == path).ok_or_else(|| Error::Shader {
                file: format!("{name}.wgsl"),
                line: i + 1,
                message: format!("nothing to import under the name `{path}`"),
            })?;
            self.add(path, text, shared, seen)?;
        }
        Ok(())
    }

    /// The file and line that a line of the assembled text (from 1) was written in.
    pub fn origin(&self, line: usize) -> (String, usize) {
        self.lines.get(line.saturating_sub(1)).cloned().unwrap_or_default()
    }

    /// Parses and validates the text.
    pub fn module(&self) -> Result<(naga::Module, naga::valid::ModuleInfo)> {
        let module = naga::front::wgsl::parse_str(&self.text).map_err(|e| {
            let line = e.location(&self.text).map_or(1, |l| l.line_number as usize);
            self.error(line, e.message().to_string())
        })?;
        let mut validator = naga::valid::Validator::new(
            naga::valid::ValidationFlags::all(),
            naga::valid::Capabilities::empty(),
        );
        let info = validator.validate(&module).map_err(|e| {
            let line = e.location(&self.text).map_or(1, |l| l.line_number as usize);
            let inner = std::error::Error::source(e.as_inner()).map(|s| format!(": {s}")).unwrap_or_default();
            self.error(line, format!("{}{inner}", e.as_inner()))
        })?;
        Ok((module, info))
    }

    fn error(&self, line: usize, message: String) -> Error {
        let (file, line) = self.origin(line);
        Error::Shader { file, line, message }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARED: &[Shared] = &[
        ("common/a", "#import common/b\nconst A: f32 = B;"),
        ("common/b", "const B: f32 = 1.0;\n#import common/a"),
        ("common/bad", "const X: f32 = 1.0;\nconst Y: f32 = Z;"),
    ];

    #[test]
    fn imports_once_even_in_a_circle() {
        let text = "#import common/a\n#import common/b\nconst C: f32 = A + B;";
        let source = Source::assemble("k", text, SHARED).unwrap();
        assert_eq!(source.text.matches("const B").count(), 1);
        assert_eq!(source.origin(3), ("k.wgsl".to_string(), 3));
        source.module().unwrap();
    }

    #[test]
    fn a_missing_import_is_named_with_its_line() {
        let error = Source::assemble("k", "\n#import common/none", SHARED).unwrap_err().to_string();
        assert!(error.contains("shaders/k.wgsl:2") && error.contains("common/none"), "{error}");
    }

    #[test]
    fn errors_come_with_the_original_file_and_line() {
        let source = Source::assemble("k", "const C: f32 = 1.0;\n#import common/bad", SHARED).unwrap();
        let error = source.module().unwrap_err().to_string();
        assert!(error.contains("shaders/common/bad.wgsl:2"), "{error}");
        let source =
            Source::assemble("k", "#import common/b\nfn f() -> u32 {\n  return B;\n}", SHARED).unwrap();
        let error = source.module().unwrap_err().to_string();
        assert!(error.contains("shaders/k.wgsl:"), "{error}");
    }
}
