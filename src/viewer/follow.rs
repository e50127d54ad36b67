//! Obeys a script, a line per frame, as soon as the line before has taken effect.

use super::app::App;
use super::interface::{Interface, Shown};
use super::player::Order;
use super::script::Line;
use crate::cli::terminal;
use crate::error::Result;
use crate::record::write_whole;
use crate::render::Look;
use winit::event_loop::ActiveEventLoop;

impl App {
    /// Obeys the next line of the script, if there is one and the simulations have done what the last one asked for.
    pub(super) fn follow_script(&mut self, events: &ActiveEventLoop, shown: &Shown) -> Result<()> {
        let Some(mut script) = self.script.take() else { return Ok(()) };
        // A line may depend on all that the lines before it have asked for, and on what is shown being that.
        let quiet = self.opened().is_some_and(|open| open.player.board().notices.is_empty());
        let idle = shown.settled && quiet;
        let line = if idle && !shown.sides.is_empty() { script.next() } else { None };
        if script.is_over() && line.is_none() && idle {
            // A script that does not end the window leaves it to the person.
            return Ok(());
        }
        self.script = Some(script);
        match line {
            Some(line) => self.obey(events, line, shown),
            None => Ok(()),
        }
    }

    fn obey(&mut self, events: &ActiveEventLoop, line: Line, shown: &Shown) -> Result<()> {
        log::debug!("script: {line:?}");
        let order = match line {
            Line::Open(name) => return self.through(|interface| interface.open(&name)),
            Line::Method(method) => return self.through(|interface| interface.switch(0, shown, method)),
            Line::Set(key, value) => {
                return self.through(|interface| interface.assign(0, shown, &[(key, value)]));
            }
            Line::Compare(method) => Some(Order::Compare(method)),
            Line::Run(steps) => Some(Order::RunTo(steps)),
            Line::Play(on) => Some(Order::Play(on)),
            Line::Step => Some(Order::Step),
            Line::Restart => Some(Order::Restart),
            Line::Keep => Some(Order::Snapshot),
            Line::Back => Some(Order::Restore),
            Line::Profile(on) => return self.through(|interface| interface.time_passes(on)),
            Line::Hash => Some(Order::Hash),
            Line::Color(coloring) => {
                self.interface.look = Look::colored(coloring);
                None
            }
            Line::Wireframe(on) => {
                self.interface.look.lines = if on { 0.7 } else { 0.0 };
                None
            }
            Line::Forces(on) => {
                self.interface.look.forces = on;
                None
            }
            Line::Picture(path) => return self.write_picture(&path, shown),
            Line::Times => return self.print_times(shown),
            Line::Lose => {
                if let Some(open) = self.opened() {
                    open.graphics.device.device.destroy();
                }
                None
            }
            Line::Wait(_) => None,
            Line::Quit => {
                events.exit();
                None
            }
        };
        if let (Some(order), Some(open)) = (order, self.opened()) {
            open.player.send(order);
        }
        Ok(())
    }

    /// Asks for something through the interface, as its panels do.
    fn through(&mut self, ask: impl FnOnce(&mut Interface)) -> Result<()> {
        ask(&mut self.interface);
        let orders = self.interface.take_orders();
        if let Some(open) = self.opened() {
            orders.into_iter().for_each(|order| open.player.send(order));
        }
        Ok(())
    }

    fn write_picture(&mut self, path: &std::path::Path, shown: &Shown) -> Result<()> {
        let (interface, open) = self.parts();
        let Some(open) = open else { return Ok(()) };
        let picture = open.views.picture(&open.graphics, interface, &shown.sides)?;
        write_whole(path, &picture.to_png()?)
    }

    fn print_times(&mut self, shown: &Shown) -> Result<()> {
        let pace = self.interface.pace;
        for side in &shown.sides {
            terminal::print(format!(
                "{{\"scene\": \"{}\", \"method\": \"{}\", \"step\": {}, \"ms_per_step\": {:.4}, \"draw_ms\": {:.3}, \"panels_ms\": {:.3}}}",
                side.scene.name, side.scene.method, side.steps, side.ms_per_step, pace.draw, pace.panels
            ))?;
        }
        Ok(())
    }
}
