//! Lines that are obeyed one after the other, as if a person did it: for tests and for demonstrations.

use crate::error::{Error, Result};
use crate::render::Coloring;
use crate::scene::MethodName;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What a line asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Line {
    /// Open a scene of the catalogue.
    Open(String),
    /// Another method on the same mesh.
    Method(MethodName),
    /// Another method beside it, or none.
    Compare(Option<MethodName>),
    /// Change a field.
    Set(String, String),
    /// Run until so many steps are done.
    Run(u64),
    /// Run, or pause.
    Play(bool),
    /// One step.
    Step,
    /// From the start.
    Restart,
    /// Keep this moment.
    Keep,
    /// Come back to it.
    Back,
    /// What the cloth's colour says.
    Color(Coloring),
    /// Wireframe on or off.
    Wireframe(bool),
    /// Forces on or off.
    Forces(bool),
    /// Times per pass on or off.
    Profile(bool),
    /// Write a picture of the view.
    Picture(PathBuf),
    /// Print the hash of the state.
    Hash,
    /// Print how long steps and frames take.
    Times,
    /// Wait [s].
    Wait(f64),
    /// Lose the device.
    Lose,
    /// The end.
    Quit,
}

/// A script under way.
#[derive(Debug)]
pub struct Script {
    lines: VecDeque<Line>,
    /// Until when nothing happens.
    until: Option<Instant>,
}

impl Script {
    /// Reads a script: one line for each thing; empty lines and those with a `#` first are left out.
    pub fn parse(text: &str) -> Result<Self> {
        let mut lines = VecDeque::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            lines.push_back(parse(line).map_err(|what| {
                let advice = "open, method, compare, set, run, play, pause, step, restart, keep, back, color, \
                              wireframe, forces, profile, picture, hash, times, wait, lose or quit";
                Error::input(format!("script:{}", number + 1), what, format!("use {advice}"))
            })?);
        }
        Ok(Self { lines, until: None })
    }

    /// The next line, unless it is still time to wait.
    pub fn next(&mut self) -> Option<Line> {
        if self.until.is_some_and(|until| Instant::now() < until) {
            return None;
        }
        let line = self.lines.pop_front();
        if let Some(Line::Wait(seconds)) = line {
            self.until = Some(Instant::now() + Duration::from_secs_f64(seconds));
        }
        line
    }

    /// Whether nothing is left.
    pub fn is_over(&self) -> bool {
        self.lines.is_empty() && self.until.is_none_or(|until| Instant::now() >= until)
    }
}

fn parse(line: &str) -> std::result::Result<Line, String> {
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    let method = || rest.parse::<MethodName>().map_err(|e| e.to_string());
    let number = || {
        rest.parse::<f64>()
            .ok()
            .filter(|n| (0.0..1e6).contains(n))
            .ok_or_else(|| format!("`{rest}` is no number"))
    };
    let on = || match rest {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("`{rest}` is neither on nor off")),
    };
    Ok(match verb {
        "open" => Line::Open(rest.into()),
        "method" => Line::Method(method()?),
        "compare" if rest == "off" => Line::Compare(None),
        "compare" => Line::Compare(Some(method()?)),
        "set" => {
            let (key, value) = rest.split_once('=').ok_or_else(|| format!("`{rest}` is not KEY=VALUE"))?;
            Line::Set(key.trim().into(), value.trim().into())
        }
        "run" => Line::Run(number()? as u64),
        "play" => Line::Play(true),
        "pause" => Line::Play(false),
        "step" => Line::Step,
        "restart" => Line::Restart,
        "keep" => Line::Keep,
        "back" => Line::Back,
        "color" => Line::Color(rest.parse().map_err(|e: Error| e.to_string())?),
        "wireframe" => Line::Wireframe(on()?),
        "forces" => Line::Forces(on()?),
        "profile" => Line::Profile(on()?),
        "picture" if !rest.is_empty() => Line::Picture(rest.into()),
        "hash" => Line::Hash,
        "times" => Line::Times,
        "wait" => Line::Wait(number()?),
        "lose" => Line::Lose,
        "quit" => Line::Quit,
        _ => return Err(format!("`{line}` is unknown")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let script = Script::parse("# a tour\nopen sheet\n\nset k=0.5\ncompare off\nwait 0\nquit").unwrap();
        assert_eq!(script.lines.len(), 5);
        assert_eq!(script.lines[1], Line::Set("k".into(), "0.5".into()));
        for bad in ["fly", "method springs", "wait -1", "wireframe perhaps", "set k", "picture"] {
            let error = Script::parse(&format!("step\n{bad}")).unwrap_err();
            assert!(error.to_string().starts_with("script:2:"), "{error}");
        }
    }

    #[test]
    fn a_wait_holds_what_follows() {
        let mut script = Script::parse("wait 0.05\nstep").unwrap();
        assert!(script.next().is_some() && script.next().is_none() && !script.is_over());
        std::thread::sleep(Duration::from_millis(60));
        assert_eq!(script.next(), Some(Line::Step));
        assert!(script.is_over());
    }
}
