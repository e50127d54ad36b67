//! What a person sees and does: panels, views and keys. It only looks at the board and asks for things.

mod bar;
mod side_panels;
mod view;

use super::capture::Kind;
use super::keys::{self, Action, SCENES};
use super::orbit::Orbit;
use super::panels::browser::Browser;
use super::panels::help;
use super::panels::parameters::{Assignment, Parameters};
use super::player::{Board, Order, Side};
use crate::model::adapt;
use crate::render::{Coloring, Look, Shot};
use crate::scene::{MethodName, Scene, catalog};
use egui::{Color32, Ui};
use glam::Vec3;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use view::Drag;

/// How long a message stays.
const STAY: Duration = Duration::from_secs(6);

/// What the board said when a frame began.
pub struct Shown {
    /// The simulations.
    pub sides: Vec<Side>,
    /// Whether they run.
    pub playing: bool,
    /// Simulated seconds per second, wanted and had.
    pub speed: [f64; 2],
    /// Whether there is a moment to come back to.
    pub has_snapshot: bool,
    /// What the thread is at, if that is not simulating.
    pub busy: Option<String>,
    /// Whether a simulation cannot go on.
    pub broken: bool,
    /// Scenes that were opened so far.
    pub opened: u64,
    /// Whether every order was obeyed, and nothing more is to come of one.
    pub settled: bool,
}

impl Shown {
    /// What is on the board now; states to be drawn are taken from it.
    pub fn of(board: &mut Board) -> Self {
        let take = |side: &mut Side| Side { words: side.words.take(), ..side.clone() };
        Self {
            sides: board.sides.iter_mut().map(take).collect(),
            playing: board.playing,
            speed: [board.speed, board.rate],
            has_snapshot: board.has_snapshot,
            busy: board.busy.clone(),
            broken: board.broken,
            opened: board.opened,
            settled: board.busy.is_none() && board.pending == 0 && board.until.is_none(),
        }
    }
}

/// What a frame of the interface asks for.
#[derive(Debug, Clone)]
pub enum Request {
    /// Something of the simulations.
    Order(Order),
    /// The vertex under a place in a view [points from its corner], to be pulled or to be pinned.
    Pick(usize, glam::Vec2, Purpose),
    /// A picture of the views.
    Screenshot,
    /// Begins or ends a recording.
    Record(Kind),
    /// The end.
    Quit,
}

/// What a vertex is picked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To pull it.
    Pull,
    /// To pin or unpin it.
    Pin,
}

/// How much a message matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// It may be good to know.
    Plain,
    /// Something was not done.
    Bad,
}

/// How the last frames went.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pace {
    /// Time of drawing a frame [ms].
    pub draw: f64,
    /// Time of the panels [ms].
    pub panels: f64,
    /// Frames per second.
    pub frames: f64,
}

/// How a recording goes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Taking {
    /// There is none.
    #[default]
    Nothing,
    /// So many pictures so far.
    Pictures(usize),
    /// It is being written, 0 to 1.
    Writing(f32),
}

/// The state of the interface.
pub struct Interface {
    /// How things are drawn.
    pub look: Look,
    /// Whether the colours' scale follows the values.
    pub fits: bool,
    /// Where from.
    pub orbit: Orbit,
    /// Where each side's view is [points].
    pub views: Vec<egui::Rect>,
    /// How the last frames went.
    pub pace: Pace,
    /// How a recording goes.
    pub taking: Taking,
    kind: Kind,
    browser: Browser,
    parameters: Parameters,
    /// The side whose parameters are shown.
    side: usize,
    panels: bool,
    help: bool,
    timing: bool,
    message: Option<(Tone, String, Instant)>,
    /// The scene under each method that was shown.
    known: BTreeMap<MethodName, Arc<Scene>>,
    /// The scene that the camera was set for, and how many views there were.
    framed: (u64, usize),
    drag: Option<Drag>,
    requests: Vec<Request>,
}

impl Interface {
    /// The interface at the start.
    pub fn new() -> Self {
        Self {
            look: Look::CLOTH,
            fits: true,
            orbit: Orbit::of(&crate::render::Camera::fit(&[-Vec3::ONE, Vec3::ONE], Vec3::Z, (4, 3))),
            views: Vec::new(),
            pace: Pace::default(),
            taking: Taking::default(),
            kind: Kind::default(),
            browser: Browser::new(),
            parameters: Parameters::default(),
            side: 0,
            panels: true,
            help: false,
            timing: false,
            message: None,
            known: BTreeMap::new(),
            framed: (0, 0),
            drag: None,
            requests: Vec::new(),
        }
    }

    /// Says something for a while; what is bad, to the log too.
    pub fn say(&mut self, tone: Tone, text: impl Into<String>) {
        let text = text.into();
        if tone == Tone::Bad {
            log::error!("{text}");
        }
        self.message = Some((tone, text, Instant::now()));
    }

    /// The vertex that a pull was asked for: of this side, at this place [m], held before or not; none where there is nothing.
    pub fn picked(&mut self, found: Option<(usize, u32, Vec3, bool)>) {
        self.drag = match found {
            Some((side, vertex, point, held)) => Some(Drag::Pull { side, vertex, point, held }),
            None => Some(Drag::Turn),
        };
    }

    /// Draws a frame; `textures` are the views' pictures. What it asks for comes back.
    pub fn frame(&mut self, ui: &mut Ui, shown: &Shown, textures: &[egui::TextureId]) -> Vec<Request> {
        if self.framed.0 != shown.opened && !shown.sides.is_empty() {
            self.known.clear();
            self.drag = None;
        }
        for side in &shown.sides {
            self.known.insert(side.scene.method, side.scene.clone());
        }
        self.side = self.side.min(shown.sides.len().saturating_sub(1));
        for action in keys::pressed(ui.ctx()) {
            self.act(action, shown);
        }
        self.bar(ui, shown);
        self.status(ui, shown);
        if self.panels {
            self.left(ui, shown);
            self.right(ui, shown);
        }
        egui::CentralPanel::no_frame().show(ui, |ui| self.show_views(ui, shown, textures));
        // Now that the views have their places: another scene, or a view more or less, is looked at from where all is seen.
        let framed = (shown.opened, shown.sides.len());
        if self.framed != framed && !shown.sides.is_empty() {
            self.framed = framed;
            self.frame_all(shown);
            ui.ctx().request_repaint();
        }
        if self.help {
            self.help = help::show(ui.ctx());
        }
        std::mem::take(&mut self.requests)
    }

    /// Does what a key asks for.
    fn act(&mut self, action: Action, shown: &Shown) {
        match action {
            Action::Pause => self.order(Order::Play(!shown.playing)),
            Action::Step => self.order(Order::Step),
            Action::Restart => self.order(Order::Restart),
            Action::Frame => self.frame_all(shown),
            Action::Wireframe => self.look.lines = if self.look.lines > 0.0 { 0.0 } else { 0.7 },
            Action::Help => self.help = !self.help,
            Action::Screenshot => self.requests.push(Request::Screenshot),
            Action::Record => self.requests.push(Request::Record(self.kind)),
            Action::Snapshot => self.order(Order::Snapshot),
            Action::Restore => self.order(Order::Restore),
            Action::Panels => self.panels = !self.panels,
            Action::Scene(i) => self.open(SCENES[i]),
            Action::Quit if self.help => self.help = false,
            Action::Quit => self.requests.push(Request::Quit),
        }
    }

    fn order(&mut self, order: Order) {
        self.requests.push(Request::Order(order));
    }

    /// The orders that were asked for outside of a frame.
    pub fn take_orders(&mut self) -> Vec<Order> {
        let order = |request| match request {
            Request::Order(order) => Some(order),
            _ => None,
        };
        std::mem::take(&mut self.requests).into_iter().filter_map(order).collect()
    }

    /// Opens a scene of the catalogue.
    pub fn open(&mut self, name: &str) {
        match catalog::resolve(name) {
            Ok(scene) => self.order(Order::Open(Box::new(scene))),
            Err(error) => self.say(Tone::Bad, error.to_string()),
        }
    }

    /// Puts another method in the place of a side's own, on the same mesh.
    pub fn switch(&mut self, side: usize, shown: &Shown, method: MethodName) {
        let Some(present) = shown.sides.get(side) else { return };
        match adapt::under(&present.scene, method) {
            Err(error) => self.say(Tone::Bad, error.to_string()),
            Ok(mut scene) => {
                // Coming back to a method finds it as it was left, unless the material is another by now.
                if let Some(known) = self.known.get(&method) {
                    if adapt::lend(&scene.material) == adapt::lend(&known.material) {
                        (scene.solver, scene.material) = (known.solver.clone(), known.material.clone());
                    }
                    scene.tie = known.tie.clone();
                    (scene.seam, scene.pin) = (known.seam.clone(), known.pin.clone());
                    (scene.wind.lift, scene.short) = (known.wind.lift, known.short.clone());
                }
                self.order(Order::Change(side, Box::new(scene)));
            }
        }
    }

    /// Changes fields of a side's scene; says so if they cannot be.
    pub fn assign(&mut self, side: usize, shown: &Shown, assignments: &[Assignment]) {
        let Some(present) = shown.sides.get(side) else { return };
        match present.scene.set(assignments) {
            Ok(scene) => self.order(Order::Change(side, Box::new(scene))),
            Err(error) => self.say(Tone::Bad, error.to_string()),
        }
    }

    /// Takes times per pass, or does not.
    pub fn time_passes(&mut self, on: bool) {
        self.timing = on;
        self.order(Order::Profile(on));
    }

    /// Shows everything.
    pub fn frame_all(&mut self, shown: &Shown) {
        let Some(side) = shown.sides.first() else { return };
        let (low, high) = side.bounds;
        let corners: Vec<Vec3> = (0..8)
            .map(|i| {
                Vec3::new(
                    corner(i, 1, low.x, high.x),
                    corner(i, 2, low.y, high.y),
                    corner(i, 4, low.z, high.z),
                )
            })
            .collect();
        let size =
            self.views.first().map_or((4, 3), |r| (r.width().max(1.0) as u32, r.height().max(1.0) as u32));
        let moment = crate::render::Moment { cloth: &corners, placed: &[] };
        let start = crate::render::Moment { cloth: &side.subject.model.start, placed: &[] };
        // Only the cloth as it is now, unless it has just begun.
        let moments = if side.steps == 0 { vec![start] } else { vec![moment] };
        self.orbit = Orbit::of(&Shot::default().camera(&side.subject.set, &moments, size));
        if side.steps == 0 {
            // Most cloth comes down.
            self.orbit.zoom(0.8);
        }
    }

    /// The line at the bottom.
    fn status(&mut self, ui: &mut Ui, shown: &Shown) {
        let old = |(_, _, since): &(Tone, String, Instant)| since.elapsed() > STAY;
        self.message.take_if(|message| old(message));
        egui::Panel::bottom("status").show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                for side in &shown.sides {
                    let rate = shown.speed[1];
                    ui.label(format!(
                        "{} · step {} · {:.2} s · {:.2} ms/step",
                        side.scene.method, side.steps, side.time, side.ms_per_step
                    ))
                    .on_hover_text(&side.place);
                    if shown.playing {
                        ui.label(format!("· {rate:.2}× real time"));
                    }
                    ui.separator();
                }
                let Pace { draw, panels, frames } = self.pace;
                ui.label(format!("drawing {draw:.0} ms, panels {panels:.0} ms, {frames:.0} frames/s"));
            });
            let (text, color) = match (&shown.busy, &self.message) {
                (Some(busy), _) => (busy.clone(), Color32::from_rgb(226, 180, 120)),
                (None, Some((Tone::Bad, text, _))) => (text.clone(), Color32::from_rgb(236, 110, 90)),
                (None, Some((Tone::Plain, text, _))) => (text.clone(), ui.visuals().text_color()),
                (None, None) => ("H shows what keys and mouse do".into(), ui.visuals().weak_text_color()),
            };
            ui.label(egui::RichText::new(text).color(color));
        });
    }
}

/// A coordinate of a box's corner.
fn corner(i: u32, bit: u32, low: f32, high: f32) -> f32 {
    if i & bit == 0 { low } else { high }
}

/// Where exported meshes go.
fn export_folder() -> PathBuf {
    PathBuf::from(super::capture::FOLDER)
}

/// The colourings by name, for a choice.
fn colorings() -> [(Coloring, &'static str); 6] {
    Coloring::ALL.map(|c| (c, c.name()))
}
