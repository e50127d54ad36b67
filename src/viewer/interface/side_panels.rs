//! The panels left and right of the view: the scene and its parameters, numbers over time.

use super::super::panels::numbers;
use super::super::player::Order;
use super::{Interface, Shown};
use crate::scene::MethodName;
use egui::{ComboBox, RichText, ScrollArea, Slider, Ui};

impl Interface {
    pub(super) fn left(&mut self, ui: &mut Ui, shown: &Shown) {
        egui::Panel::left("scene").default_size(270.0).size_range(180.0..=460.0).show(ui, |ui| {
            let name = shown.sides.first().map(|side| side.scene.name.clone()).unwrap_or_default();
            if let Some(chosen) = self.browser.show(ui, &name) {
                self.open(chosen);
            }
            ui.separator();
            ScrollArea::vertical().id_salt("parameters").auto_shrink([false, false]).show(ui, |ui| {
                self.methods(ui, shown);
                self.wind(ui, shown);
                let Some(side) = shown.sides.get(self.side) else { return };
                let changed = self.parameters.show(ui, &side.scene);
                if !changed.is_empty() {
                    self.assign(self.side, shown, &changed);
                }
            });
        });
    }

    /// The method of each side, and whose parameters are shown.
    fn methods(&mut self, ui: &mut Ui, shown: &Shown) {
        for (i, side) in shown.sides.iter().enumerate() {
            let present = side.scene.method;
            ui.horizontal(|ui| {
                if shown.sides.len() > 1 {
                    ui.selectable_value(&mut self.side, i, ["left", "right"][i.min(1)])
                        .on_hover_text("show the parameters of this side");
                } else {
                    ui.label("Method");
                }
                ComboBox::from_id_salt(("method", i)).selected_text(present.name()).width(150.0).show_ui(
                    ui,
                    |ui| {
                        for method in MethodName::ALL {
                            if ui.selectable_label(method == present, method.name()).clicked()
                                && method != present
                            {
                                self.switch(i, shown, method);
                            }
                        }
                    },
                );
            });
        }
        let beside = shown.sides.get(1).map(|side| side.scene.method);
        ui.horizontal(|ui| {
            ui.label("Beside");
            let text = beside.map_or("nothing", MethodName::name);
            ComboBox::from_id_salt("beside").selected_text(text).width(150.0).show_ui(ui, |ui| {
                if ui.selectable_label(beside.is_none(), "nothing").clicked() && beside.is_some() {
                    self.order(Order::Compare(None));
                }
                for method in MethodName::ALL {
                    let label = ui.selectable_label(beside == Some(method), method.name());
                    if label.clicked() && beside != Some(method) {
                        self.order(Order::Compare(Some(method)));
                    }
                }
            });
        });
    }

    /// One slider for the wind, whatever the scene has of it.
    fn wind(&mut self, ui: &mut Ui, shown: &Shown) {
        let Some(side) = shown.sides.get(self.side) else { return };
        let wind = &side.scene.wind;
        let mut speed = wind.velocity[2].at(side.time);
        ui.horizontal(|ui| {
            ui.spacing_mut().slider_width = 110.0;
            let slider = Slider::new(&mut speed, -15.0..=15.0).suffix(" m/s").max_decimals(1);
            let response = ui.add(slider).on_hover_text("velocity of the air along z");
            ui.label(RichText::new("wind").small());
            if response.changed() {
                let mut assignments = vec![("wind.velocity.2".into(), format!("{speed:?}"))];
                if wind.density == 0.0 {
                    // Without air there is no wind.
                    assignments.push(("wind.density".into(), "1.2".into()));
                }
                self.assign(self.side, shown, &assignments);
            }
        });
    }

    pub(super) fn right(&mut self, ui: &mut Ui, shown: &Shown) {
        egui::Panel::right("numbers").default_size(250.0).size_range(160.0..=460.0).show(ui, |ui| {
            ScrollArea::vertical().id_salt("numbers").auto_shrink([false, false]).show(ui, |ui| {
                numbers::plots(ui, &shown.sides);
                ui.separator();
                let hover = "times each pass by itself, which makes steps slower";
                let mut timing = self.timing;
                if ui.checkbox(&mut timing, "milliseconds per pass").on_hover_text(hover).changed() {
                    self.time_passes(timing);
                }
                if let Some(side) = shown.sides.get(self.side).filter(|_| self.timing) {
                    numbers::timings(ui, side);
                }
            });
        });
    }
}
