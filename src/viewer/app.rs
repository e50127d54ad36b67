//! The window's events, and its frames.

use super::capture::{self, EVERY, Kind, Recording, Writing};
use super::graphics::Graphics;
use super::interface::{Interface, Purpose, Request, Shown, Taking, Tone};
use super::player::{Notice, Order, Player};
use super::script::Script;
use super::views::Views;
use super::{Options, Wake};
use crate::error::{Error, Result};
use crate::render::pick::pick;
use crate::simulation::Backend;
use glam::Vec2;
use std::sync::Arc;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::dpi::LogicalSize;
use winit::event::{StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoopProxy};
use winit::window::{Window, WindowId};

/// The shortest time from frame to frame.
const SHORTEST: Duration = Duration::from_millis(15);
/// How near to a vertex a click must be where it meets no triangle, as a share of the distance.
const NEAR: f32 = 0.012;

/// The window and all that belongs to it.
pub struct App {
    pub(super) options: Options,
    proxy: EventLoopProxy<Wake>,
    pub(super) interface: Interface,
    pub(super) script: Option<Script>,
    open: Option<Open>,
    error: Option<Error>,
}

/// What there is while the window is open.
pub(super) struct Open {
    pub(super) window: Arc<Window>,
    pub(super) graphics: Graphics,
    pub(super) player: Player,
    pub(super) views: Views,
    context: egui::Context,
    state: egui_winit::State,
    recording: Option<Recording>,
    writing: Option<Writing>,
    /// When the next frame may begin, and whether one is wanted.
    next: Instant,
    wanted: bool,
    drawn: Instant,
    title: String,
}

impl App {
    pub fn new(options: Options, script: Option<Script>, proxy: EventLoopProxy<Wake>) -> Self {
        Self { options, proxy, interface: Interface::new(), script, open: None, error: None }
    }

    /// How it ended.
    pub fn result(&mut self) -> Result<()> {
        self.error.take().map_or(Ok(()), Err)
    }

    /// Opens the window, or opens it anew on another device.
    fn open(&mut self, events: &ActiveEventLoop, window: Option<Arc<Window>>) -> Result<Open> {
        let window = match window {
            Some(window) => window,
            None => {
                let (width, height) = self.options.size;
                let attributes = Window::default_attributes()
                    .with_title("toile")
                    .with_inner_size(LogicalSize::new(width, height));
                let made = events.create_window(attributes).map_err(|e| Error::NoDisplay(e.to_string()))?;
                Arc::new(made)
            }
        };
        let graphics = Graphics::new(events, window.clone(), self.options.adapter.as_deref())?;
        let context = egui::Context::default();
        context.set_theme(egui::Theme::Dark);
        let most = graphics.device.device.limits().max_texture_dimension_2d as usize;
        let scale = Some(window.scale_factor() as f32);
        let state =
            egui_winit::State::new(context.clone(), egui::ViewportId::ROOT, &window, scale, None, Some(most));
        let backend = if self.options.on_cpu { Backend::Cpu } else { Backend::Gpu(graphics.device.clone()) };
        let proxy = self.proxy.clone();
        let player = Player::new(backend, graphics.renderer.clone(), move || {
            proxy.send_event(Wake).ok();
        });
        player.send(Order::Open(Box::new(self.options.scene.clone())));
        if !self.options.paused {
            player.send(Order::Play(true));
        }
        Ok(Open {
            window,
            graphics,
            player,
            views: Views::default(),
            context,
            state,
            recording: None,
            writing: None,
            next: Instant::now(),
            wanted: true,
            drawn: Instant::now(),
            title: String::new(),
        })
    }

    /// Draws a frame and does what it asks for.
    fn frame(&mut self, events: &ActiveEventLoop) -> Result<()> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let size = open.window.inner_size();
        // A window without a size shows nothing, and a surface cannot have none.
        if size.width == 0 || size.height == 0 {
            open.next = Instant::now() + Duration::from_millis(100);
            return Ok(());
        }
        open.graphics.resize(size.width, size.height)?;
        let Some(texture) = open.graphics.acquire()? else {
            (open.next, open.wanted) = (Instant::now() + SHORTEST, true);
            return Ok(());
        };
        let shown = Shown::of(&mut open.player.board());
        self.interface.taking = open.taking();
        let start = Instant::now();
        let input = open.state.take_egui_input(&open.window);
        let (context, textures) = (open.context.clone(), open.views.textures());
        let mut requests = Vec::new();
        let mut output = context.run_ui(input, |ui| {
            requests.extend(self.interface.frame(ui, &shown, &textures));
        });
        open.state.handle_platform_output(&open.window, std::mem::take(&mut output.platform_output));
        let panels = start.elapsed();
        let delay =
            output.viewport_output.get(&egui::ViewportId::ROOT).map_or(Duration::MAX, |v| v.repaint_delay);
        let drawing = open.draw(&mut self.interface, &shown, output, texture)?;
        open.rename(&shown);
        let pace = &mut self.interface.pace;
        let smooth = |old: &mut f64, new: f64| *old += 0.15 * (new - *old);
        smooth(&mut pace.panels, 1e3 * panels.as_secs_f64());
        smooth(&mut pace.draw, 1e3 * drawing.as_secs_f64());
        smooth(&mut pace.frames, 1.0 / open.drawn.elapsed().as_secs_f64().max(1e-3));
        open.drawn = Instant::now();
        // Simulations get at least as much of the device as drawing does.
        open.next = open.drawn + SHORTEST.max(drawing.min(Duration::from_millis(250)));
        open.wanted = delay < Duration::from_millis(50);
        for request in requests {
            self.serve(events, request, &shown)?;
        }
        self.notices(events)?;
        self.take_picture()?;
        self.follow_script(events, &shown)
    }

    /// Does what a frame asked for.
    fn serve(&mut self, events: &ActiveEventLoop, request: Request, shown: &Shown) -> Result<()> {
        let Some(open) = &mut self.open else { return Ok(()) };
        match request {
            Request::Order(order) => open.player.send(order),
            Request::Pick(side, place, purpose) => self.pick(side, place, purpose, shown)?,
            Request::Screenshot => {
                let picture = open.views.picture(&open.graphics, &self.interface, &shown.sides)?;
                let scene = shown.sides.first().map_or("toile", |side| side.scene.name.as_str());
                let said =
                    capture::screenshot(&picture, scene).map(|path| format!("Wrote {}", path.display()));
                self.tell(said);
            }
            Request::Record(kind) => self.record(kind, shown),
            Request::Quit => events.exit(),
        }
        Ok(())
    }

    /// The vertex under a place of a view, to be pulled or to be pinned.
    fn pick(&mut self, side: usize, place: Vec2, purpose: Purpose, shown: &Shown) -> Result<()> {
        let (Some(open), Some(of), Some(rect)) =
            (&self.open, shown.sides.get(side), self.interface.views.get(side))
        else {
            return Ok(());
        };
        let turn = open.graphics.device.turns.hurry();
        let positions = of.subject.positions()?;
        drop(turn);
        let ray = self.interface.orbit.camera().ray(place, Vec2::new(rect.width(), rect.height()));
        let found = pick(&positions, &of.subject.model.mesh.triangles, &ray, NEAR);
        match (purpose, found) {
            (Purpose::Pin, Some(vertex)) => open.player.send(Order::Pin(side, vertex)),
            (Purpose::Pin, None) => {}
            (Purpose::Pull, found) => {
                let at = |vertex: u32| positions[vertex as usize];
                if let Some(vertex) = found {
                    log::info!("grabbed vertex {vertex} at {}", at(vertex));
                    open.player.send(Order::Hold(side, vertex, at(vertex)));
                }
                let held = |vertex: &u32| of.held.contains(vertex);
                self.interface.picked(found.map(|vertex| (side, vertex, at(vertex), held(&vertex))));
            }
        }
        Ok(())
    }

    /// Begins a recording, or ends it.
    fn record(&mut self, kind: Kind, shown: &Shown) {
        let Some(open) = &mut self.open else { return };
        if let Some(recording) = open.recording.take() {
            open.player.send(Order::Picture(0));
            open.writing = Some(recording.finish());
        } else if let (None, Some(side)) = (&open.writing, shown.sides.first()) {
            open.recording = Some(Recording::new(kind, &side.scene.name, side.scene.frame_time));
            open.player.send(Order::Picture(EVERY));
            open.player.send(Order::Play(true));
        }
    }

    /// Takes the picture that simulations wait for, and looks after what is being written.
    fn take_picture(&mut self) -> Result<()> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let mut said = None;
        let wanted = open.player.board().wants_picture;
        if let Some(recording) = open.recording.as_mut().filter(|_| wanted) {
            let shown = Shown::of(&mut open.player.board());
            for side in &shown.sides {
                side.words.as_ref().map_or(Ok(()), |words| side.subject.take(words))?;
            }
            let pushed = open
                .views
                .picture(&open.graphics, &self.interface, &shown.sides)
                .and_then(|p| recording.push(p));
            if pushed.is_err() || recording.is_full() {
                said = pushed.err().map(Err);
                open.player.send(Order::Picture(0));
                open.writing = open.recording.take().map(Recording::finish);
            } else {
                open.player.send(Order::Taken);
            }
        }
        if let Some(writing) = open.writing.take() {
            match writing.result() {
                Ok(result) => said = Some(result),
                Err(unfinished) => open.writing = Some(unfinished),
            }
            open.wanted = true;
        }
        said.into_iter().for_each(|said| self.tell(said));
        Ok(())
    }

    /// Says what came of something.
    pub(super) fn tell(&mut self, result: Result<String>) {
        match result {
            Ok(text) => {
                log::info!("{text}");
                self.interface.say(Tone::Plain, text);
            }
            Err(error) => self.interface.say(Tone::Bad, error.to_string()),
        }
    }

    /// Hears what happened to the simulations.
    fn notices(&mut self, events: &ActiveEventLoop) -> Result<()> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let notices = std::mem::take(&mut open.player.board().notices);
        let gone = open.player.is_gone();
        for notice in notices {
            match notice {
                Notice::Done(text) => self.interface.say(Tone::Plain, text),
                Notice::Failed(text) | Notice::Broken(text) => self.interface.say(Tone::Bad, text),
                Notice::Hash(steps, hash) => {
                    crate::cli::terminal::print(format!(
                        "{{\"step\": {steps}, \"state_hash\": \"{hash}\"}}"
                    ))?;
                }
                Notice::Lost(text) => return self.renew(events, &text),
            }
        }
        if gone { self.renew(events, "the simulation's thread has ended") } else { Ok(()) }
    }

    /// Goes on with another device, from the start of the scene that was shown.
    fn renew(&mut self, events: &ActiveEventLoop, why: &str) -> Result<()> {
        log::warn!("opening the device anew: {why}");
        let Some(open) = self.open.take() else { return Ok(()) };
        let scene = open.player.board().sides.first().map(|side| side.scene.clone());
        if let Some(scene) = scene {
            self.options.scene = (*scene).clone();
        }
        let window = open.window.clone();
        // The old surface must be gone before the window has another.
        drop(open);
        self.open = Some(self.open(events, Some(window))?);
        self.interface.say(Tone::Bad, format!("The GPU was lost ({why}); the scene has started again"));
        Ok(())
    }

    /// Ends with an error, unless it is one that can be mended.
    fn mend(&mut self, events: &ActiveEventLoop, error: Error) {
        let lost = self.open.as_ref().is_some_and(|open| open.graphics.device.check().is_err());
        let mended = match error {
            Error::DeviceLost(why) => self.renew(events, &why),
            error if lost => self.renew(events, &error.to_string()),
            error @ (Error::OutOfMemory { .. } | Error::Limit { .. } | Error::Io { .. }) => {
                self.tell(Err(error));
                Ok(())
            }
            error => Err(error),
        };
        if let Err(error) = mended {
            self.error = Some(error);
            events.exit();
        }
    }
}

impl Open {
    fn taking(&self) -> Taking {
        match (&self.recording, &self.writing) {
            (Some(recording), _) => Taking::Pictures(recording.count()),
            (None, Some(writing)) => Taking::Writing(writing.progress()),
            (None, None) => Taking::Nothing,
        }
    }

    /// Draws views and panels, in a turn of its own; how long that took.
    fn draw(
        &mut self,
        interface: &mut Interface,
        shown: &Shown,
        mut output: egui::FullOutput,
        texture: wgpu::SurfaceTexture,
    ) -> Result<Duration> {
        let scale = output.pixels_per_point;
        let device = self.graphics.device.clone();
        let turn = device.turns.hurry();
        let start = Instant::now();
        self.graphics.ink.learn(&device, &mut output.textures_delta)?;
        self.views.draw(&mut self.graphics, interface, &shown.sides, scale)?;
        let view = texture.texture.create_view(&Default::default());
        let size = (texture.texture.width(), texture.texture.height());
        self.graphics.ink.put(&device, &self.context, output, &view, size, Some(wgpu::Color::BLACK))?;
        device.wait()?;
        drop(turn);
        let took = start.elapsed();
        self.window.pre_present_notify();
        device.queue.present(texture);
        Ok(took)
    }

    /// The window's title says what it shows.
    fn rename(&mut self, shown: &Shown) {
        let name = shown.sides.first().map_or("", |side| &side.scene.name);
        let title = if name.is_empty() { "toile".into() } else { format!("toile – {name}") };
        if title != self.title {
            self.window.set_title(&title);
            self.title = title;
        }
    }
}

impl ApplicationHandler<Wake> for App {
    fn new_events(&mut self, _: &ActiveEventLoop, cause: StartCause) {
        if let (StartCause::ResumeTimeReached { .. }, Some(open)) = (cause, &self.open) {
            open.window.request_redraw();
        }
    }

    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.open.is_some() {
            return;
        }
        match self.open(events, None) {
            Ok(open) => {
                open.window.request_redraw();
                self.open = Some(open);
            }
            Err(error) => {
                self.error = Some(error);
                events.exit();
            }
        }
    }

    fn user_event(&mut self, _: &ActiveEventLoop, _: Wake) {
        if let Some(open) = &mut self.open {
            open.wanted = true;
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(open) = &mut self.open else { return };
        let response = open.state.on_window_event(&open.window, &event);
        open.wanted |= response.repaint;
        match event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => events.exit(),
            WindowEvent::RedrawRequested => {
                if let Err(error) = self.frame(events) {
                    self.mend(events, error);
                }
            }
            WindowEvent::Resized(_)
            | WindowEvent::ScaleFactorChanged { .. }
            | WindowEvent::Occluded(false) => {
                open.wanted = true;
            }
            _ => {}
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        let Some(open) = &self.open else { return };
        let wanted = open.wanted || self.script.is_some();
        events.set_control_flow(match wanted {
            true if Instant::now() >= open.next => {
                open.window.request_redraw();
                ControlFlow::Wait
            }
            true => ControlFlow::WaitUntil(open.next),
            false => ControlFlow::Wait,
        });
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        self.open = None;
    }
}

impl App {
    /// The open window.
    pub(super) fn opened(&mut self) -> Option<&mut Open> {
        self.open.as_mut()
    }

    /// The interface and the open window.
    pub(super) fn parts(&mut self) -> (&Interface, Option<&mut Open>) {
        (&self.interface, self.open.as_mut())
    }
}
