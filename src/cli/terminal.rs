//! What is said where: results to stdout, everything for people to stderr, and nothing panics when a reader goes away.

use crate::error::{Error, Result};
use clap::builder::styling::{AnsiColor, Style};
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};

/// wgpu talks a lot at its lower levels; its errors reach the user as toile's own.
const HUSH: &str = ",wgpu_core=error,wgpu_hal=off,naga=error";

/// How much to say.
#[derive(Debug, Clone, Copy)]
pub struct Terminal {
    quiet: bool,
}

impl Terminal {
    /// A terminal where only errors appear if `quiet`.
    pub fn new(quiet: bool) -> Self {
        Self { quiet }
    }

    /// Whether only errors appear.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether there is a person to animate something for.
    pub fn is_animated(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// A line for people.
    pub fn note(&self, line: impl Display) {
        if !self.quiet {
            write_error(line);
        }
    }

    /// A line about something that is not as it should be.
    pub fn warning(&self, line: impl Display) {
        self.note(format!("{} {line}", paint("warning:", AnsiColor::Yellow.on_default().bold())));
    }

    /// A line of a table for people: a name and what there is to say of it.
    pub fn item(&self, name: &str, text: impl Display) {
        let name = paint(&format!("{name:<9}"), Style::new().bold());
        self.note(format!("{name} {text}"));
    }
}

/// Says what went wrong.
pub fn error(error: &Error) {
    write_error(format!("{} {error}", paint("error:", AnsiColor::Red.on_default().bold())));
}

/// Whether colours may be used on stderr; see <https://no-color.org>.
pub fn is_colored() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    io::stderr().is_terminal() && !refused && !dumb
}

/// Writes a result.
pub fn print(text: impl Display) -> Result<()> {
    let mut stdout = io::stdout().lock();
    match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
        // Whoever read it has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(|error| Error::io("stdout", error)),
    }
}

/// Writes a result as JSON.
pub fn print_json(value: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string_pretty(value).map_err(|error| Error::io("stdout", error.into()))?;
    print(text)
}

/// Starts the log on stderr; `RUST_LOG` has the last word.
pub fn start_log(verbose: u8, quiet: bool) {
    let filter = match verbose {
        _ if quiet => format!("error{HUSH}"),
        0 => format!("warn{HUSH}"),
        1 => format!("info{HUSH}"),
        2 => format!("debug{HUSH}"),
        _ => "debug".into(),
    };
    let mut builder = env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(filter));
    builder.format(|out, record| {
        let level = match record.level() {
            log::Level::Warn => "warning".into(),
            level => level.as_str().to_lowercase(),
        };
        writeln!(out, "{level}: {}", record.args())
    });
    // Only the first log of a process counts.
    builder.try_init().ok();
}

/// A closed stderr is no reason to stop.
fn write_error(line: impl Display) {
    writeln!(io::stderr().lock(), "{line}").ok();
}

fn paint(text: &str, style: Style) -> String {
    if is_colored() { format!("{style}{text}{style:#}") } else { text.into() }
}
