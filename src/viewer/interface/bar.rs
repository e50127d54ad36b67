//! The bar at the top: time, and how things look.

use super::super::capture::Kind;
use super::super::keys::Action;
use super::super::player::Order;
use super::{Interface, Request, Shown, Taking, colorings, export_folder};
use crate::render::{Coloring, Look, Slice};
use egui::{ComboBox, DragValue, Slider, Ui};

impl Interface {
    pub(super) fn bar(&mut self, ui: &mut Ui, shown: &Shown) {
        egui::Panel::top("bar").show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                self.time(ui, shown);
                ui.separator();
                self.looks(ui, shown);
                ui.separator();
                self.pictures(ui);
            });
        });
    }

    fn time(&mut self, ui: &mut Ui, shown: &Shown) {
        let mut button = |ui: &mut Ui, text: &str, hover: &str, on: bool, action: Action| {
            if ui.add_enabled(on, egui::Button::new(text)).on_hover_text(hover).clicked() {
                self.act(action, shown);
            }
        };
        let (play, hover) = if shown.playing { ("Pause", "Space") } else { ("Run", "Space") };
        button(ui, play, hover, !shown.broken, Action::Pause);
        button(ui, "Step", ".", !shown.broken, Action::Step);
        button(ui, "Restart", "R", true, Action::Restart);
        button(ui, "Keep", "keep this moment (S)", true, Action::Snapshot);
        button(ui, "Back", "come back to the moment that was kept (L)", shown.has_snapshot, Action::Restore);
        let mut speed = shown.speed[0];
        ui.spacing_mut().slider_width = 70.0;
        let slider = Slider::new(&mut speed, 0.05..=20.0).logarithmic(true).suffix("×").max_decimals(2);
        if ui.add(slider).on_hover_text("simulated seconds per second, at most").changed() {
            self.order(Order::Speed(speed));
        }
    }

    fn looks(&mut self, ui: &mut Ui, shown: &Shown) {
        let before = self.look.coloring;
        ComboBox::from_id_salt("colour").selected_text(before.name()).width(96.0).show_ui(ui, |ui| {
            for (coloring, name) in colorings() {
                ui.selectable_value(&mut self.look.coloring, coloring, name);
            }
        });
        if self.look.coloring != before {
            self.look.range = Look::colored(self.look.coloring).range;
            self.fits = true;
        }
        if self.look.coloring.has_values() {
            let (unit, factor) = self.look.coloring.unit();
            let mut end = self.look.range * factor;
            let speed = 0.02 * end;
            let drag = DragValue::new(&mut end).range(1e-6..=1e6).speed(speed).suffix(format!(" {unit}"));
            if ui.add(drag).on_hover_text("the end of the colours' scale").changed() {
                (self.look.range, self.fits) = (end / factor, false);
            }
            ui.checkbox(&mut self.fits, "fit").on_hover_text("the scale follows the values");
        }
        let mut lines = self.look.lines > 0.0;
        if ui.checkbox(&mut lines, "wireframe").on_hover_text("W").changed() {
            self.act(Action::Wireframe, shown);
        }
        let bodies = shown.sides.iter().any(|side| !side.subject.model.bodies.is_empty());
        ui.add_enabled_ui(bodies, |ui| {
            ui.checkbox(&mut self.look.forces, "forces")
                .on_hover_text("contacts, and their forces as arrows");
            self.slice(ui, shown);
        });
        let surfaces = shown.sides.first().map(|side| side.subject.surfaces()).unwrap_or_default();
        if surfaces.len() > 1 {
            for (i, name) in surfaces.into_iter().enumerate() {
                ui.selectable_value(&mut self.look.surface, i, name);
            }
        }
        if ui.button("Show all").on_hover_text("F").clicked() {
            self.frame_all(shown);
        }
        if self.look.coloring == Coloring::Constraints && self.look.lines > 0.0 {
            self.look.lines = 0.0;
        }
    }

    /// A plane through the distance fields.
    fn slice(&mut self, ui: &mut Ui, shown: &Shown) {
        let mut on = self.look.slice.is_some();
        if ui.checkbox(&mut on, "slice").on_hover_text("a plane through the distance fields").changed() {
            let middle =
                shown.sides.first().map(|side| 0.5 * (side.bounds.0 + side.bounds.1)).unwrap_or_default();
            self.look.slice = on.then_some(Slice { axis: 2, at: middle.z });
        }
        if let Some(slice) = &mut self.look.slice {
            for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
                ui.selectable_value(&mut slice.axis, axis, name);
            }
            ui.add(DragValue::new(&mut slice.at).speed(0.005).suffix(" m").range(-1e4..=1e4));
        }
    }

    fn pictures(&mut self, ui: &mut Ui) {
        if ui.button("Picture").on_hover_text("a screenshot of the view (P)").clicked() {
            self.requests.push(Request::Screenshot);
        }
        match self.taking {
            Taking::Nothing => {
                ComboBox::from_id_salt("recording").selected_text(name_of(self.kind)).width(56.0).show_ui(
                    ui,
                    |ui| {
                        for kind in [Kind::Gif, Kind::Files] {
                            ui.selectable_value(&mut self.kind, kind, name_of(kind));
                        }
                    },
                );
                if ui.button("Record").on_hover_text("record until it is pressed again (C)").clicked() {
                    self.requests.push(Request::Record(self.kind));
                }
            }
            Taking::Pictures(count) => {
                if ui.button(format!("End recording ({count})")).on_hover_text("C").clicked() {
                    self.requests.push(Request::Record(self.kind));
                }
            }
            Taking::Writing(share) => {
                ui.add(egui::ProgressBar::new(share).desired_width(110.0).text("writing"));
            }
        }
        if ui.button("Export").on_hover_text("the mesh as it is now, as OBJ").clicked() {
            self.order(Order::Export(export_folder()));
        }
        if ui.button("Help").on_hover_text("H").clicked() {
            self.help = !self.help;
        }
    }
}

fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Gif => "GIF",
        Kind::Files => "PNGs",
    }
}
