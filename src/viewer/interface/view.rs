//! The views themselves: pictures, legends, and what the mouse does in them.

use super::super::player::Order;
use super::{Interface, Purpose, Request, Shown};
use crate::render::legend;
use egui::{Color32, PointerButton, Pos2, Rect, Response, Sense, Ui, pos2};
use glam::{Vec2, Vec3, vec2};

/// The gap between two views [points].
const GAP: f32 = 2.0;
/// How much nearer a notch of the wheel goes, per point.
const ZOOM: f32 = 0.0025;

/// What a drag does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Drag {
    /// It is not known yet: a vertex is being looked for.
    Asked,
    /// Turns the view.
    Turn,
    /// Pulls a vertex of a side, from a place [m]; it may have been held before.
    Pull {
        /// The side.
        side: usize,
        /// The vertex.
        vertex: u32,
        /// Where it is [m].
        point: Vec3,
        /// Whether it was held before, and stays so.
        held: bool,
    },
}

impl Interface {
    pub(super) fn show_views(&mut self, ui: &mut Ui, shown: &Shown, textures: &[egui::TextureId]) {
        let all = ui.available_rect_before_wrap();
        let count = shown.sides.len().max(1);
        let width = ((all.width() - GAP * (count as f32 - 1.0)) / count as f32).max(1.0);
        self.views.clear();
        for i in 0..count {
            let left = all.left() + i as f32 * (width + GAP);
            let rect = Rect::from_min_size(pos2(left, all.top()), egui::vec2(width, all.height().max(1.0)));
            self.views.push(rect);
            let response = ui.interact(rect, ui.scope_id().with(("view", i)), Sense::click_and_drag());
            let painter = ui.painter_at(rect);
            match textures.get(i).filter(|_| i < shown.sides.len()) {
                Some(texture) => {
                    let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
                    painter.image(*texture, rect, whole, Color32::WHITE);
                }
                None => {
                    painter.rect_filled(rect, 0.0, Color32::from_gray(60));
                }
            }
            if let Some(side) = shown.sides.get(i) {
                if i == 0 {
                    legend::draw(&painter, rect, &self.look, &side.subject.key());
                }
                if count > 1 {
                    legend::title(&painter, rect, side.scene.method.name(), "");
                }
            }
            self.mouse(ui, i, rect, &response);
        }
        if shown.broken {
            self.broken(ui, all);
        }
    }

    /// What the mouse does in a view.
    fn mouse(&mut self, ui: &Ui, side: usize, rect: Rect, response: &Response) {
        let size = vec2(rect.width(), rect.height());
        let place = |p: Pos2| vec2(p.x - rect.left(), p.y - rect.top());
        let shift = ui.input(|input| input.modifiers.shift);
        if response.clicked_by(PointerButton::Primary)
            && let Some(at) = response.interact_pointer_pos()
        {
            self.requests.push(Request::Pick(side, place(at), Purpose::Pin));
        }
        if response.drag_started_by(PointerButton::Primary) && !shift {
            let origin = ui.input(|input| input.pointer.press_origin()).or(response.interact_pointer_pos());
            self.drag = Some(Drag::Asked);
            if let Some(at) = origin {
                self.requests.push(Request::Pick(side, place(at), Purpose::Pull));
            }
        }
        let by = response.drag_delta();
        let by = vec2(by.x, by.y);
        if response.dragged_by(PointerButton::Middle)
            || (response.dragged_by(PointerButton::Primary) && shift)
        {
            self.orbit.pan(by, size);
        } else if response.dragged_by(PointerButton::Secondary) {
            self.orbit.turn(by);
        } else if response.dragged_by(PointerButton::Primary) {
            self.pull(side, response.interact_pointer_pos().map(place), by, size);
        }
        if response.drag_stopped() {
            self.let_go();
        }
        if response.hovered() {
            let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta.y, input.zoom_delta()));
            self.orbit.zoom(pinch * (ZOOM * scroll).exp());
        }
    }

    /// Pulls what was grabbed, or turns the view.
    fn pull(&mut self, view: usize, at: Option<Vec2>, by: Vec2, size: Vec2) {
        match (self.drag, at) {
            (Some(Drag::Pull { side, vertex, point, .. }), Some(at)) if side == view => {
                let camera = self.orbit.camera();
                let target = camera.ray(at, size).on_plane(point, camera.basis().z_axis);
                if target.is_finite() {
                    self.order(Order::Hold(side, vertex, target));
                }
            }
            (Some(Drag::Turn), _) => self.orbit.turn(by),
            _ => {}
        }
    }

    /// The mouse was let go.
    fn let_go(&mut self) {
        if let Some(Drag::Pull { side, vertex, held, .. }) = self.drag.take()
            && !held
        {
            self.order(Order::LetGo(side, vertex));
        }
    }

    /// A state that is no longer finite, and what to do about it.
    fn broken(&mut self, ui: &Ui, all: Rect) {
        egui::Window::new("The simulation has stopped")
            .collapsible(false)
            .resizable(false)
            .fixed_pos(all.center() - egui::vec2(170.0, 60.0))
            .show(ui.ctx(), |ui| {
                ui.label("Its state is not finite any more. A smaller dt, more substeps or softer material may help.");
                ui.horizontal(|ui| {
                    if ui.button("Restart").clicked() {
                        self.order(Order::Restart);
                    }
                    if ui.button("Back to the moment that was kept").clicked() {
                        self.order(Order::Restore);
                    }
                });
            });
    }
}
