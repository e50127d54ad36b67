//! Sliders and choices for every number and word of a scene that a person may turn.

use super::choices;
use crate::error::Result;
use crate::scene::{Effect, FABRICS, Field, MethodName, Scene};
use egui::{ComboBox, RichText, Slider, Ui};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use toml::Value;

/// How long a value that was asked for is shown before the scene's own.
const PATIENCE: Duration = Duration::from_millis(1500);
/// From this range on a slider is logarithmic.
const WIDE: f64 = 300.0;

/// Groups of fields: a title, and the beginnings of their paths; `METHOD` stands for the method's table.
const GROUPS: &[(&str, &[&str])] = &[
    ("Material", &["material."]),
    ("Method", &["METHOD"]),
    ("Steps", &["solver."]),
    ("Gravity and wind", &["gravity", "tilt", "gamma", "wind."]),
    ("Contact and ground", &["ground.", "contact."]),
    ("Mesh", &["mesh.rows", "mesh.columns", "mesh.level", "mesh.pattern", "mesh.width", "mesh.height"]),
];

/// What was asked for: a field and its new value, as text.
pub type Assignment = (String, String);

/// The state of the sliders.
#[derive(Default)]
pub struct Parameters {
    /// The scene whose values are shown, and its values.
    known: Option<(Arc<Scene>, BTreeMap<String, Value>)>,
    /// Values that were asked for a moment ago, or that are being dragged.
    pending: BTreeMap<String, (f64, Instant)>,
}

impl Parameters {
    /// Draws all groups and returns what was changed.
    pub fn show(&mut self, ui: &mut Ui, scene: &Arc<Scene>) -> Vec<Assignment> {
        if let Err(error) = self.refresh(scene) {
            ui.label(error.to_string());
            return Vec::new();
        }
        let Some((_, values)) = self.known.take() else { return Vec::new() };
        let mut changed = Vec::new();
        self.fabric(ui, scene, &mut changed);
        for (title, prefixes) in GROUPS {
            let table = format!("{}.", table_of(scene.method));
            let is_in = |path: &str| {
                let starts = |prefix: &&str| {
                    path.starts_with(if *prefix == "METHOD" { table.as_str() } else { *prefix })
                };
                prefixes.iter().any(starts)
            };
            let heading = if *title == "Method" { scene.method.name() } else { title };
            let open = matches!(*title, "Material" | "Method");
            ui.collapsing_header(heading, open, |ui| {
                for (path, value) in values.iter().filter(|(path, _)| is_in(path)) {
                    self.field(ui, scene.method, path, value, &mut changed);
                }
            });
        }
        self.known = Some((scene.clone(), values));
        changed
    }

    /// Takes over the values of a scene that is not the one shown.
    fn refresh(&mut self, scene: &Arc<Scene>) -> Result<()> {
        if !self.known.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, scene)) {
            self.known = Some((scene.clone(), scene.values()?));
        }
        self.pending.retain(|_, (_, since)| since.elapsed() < PATIENCE);
        Ok(())
    }

    /// Materials by name.
    fn fabric(&mut self, ui: &mut Ui, scene: &Scene, changed: &mut Vec<Assignment>) {
        ui.horizontal(|ui| {
            ui.label("Fabric");
            let name = if scene.material.name.is_empty() { "of the scene" } else { &scene.material.name };
            ComboBox::from_id_salt("fabric").selected_text(name).width(150.0).show_ui(ui, |ui| {
                for fabric in FABRICS {
                    let chosen = scene.material.name == fabric.name;
                    let label = ui.selectable_label(chosen, fabric.name).on_hover_text(fabric.about);
                    if label.clicked() && !chosen {
                        changed.push(("material.name".into(), fabric.name.into()));
                        self.pending.clear();
                    }
                }
            });
        });
    }

    /// One field: a slider for each of its numbers, a choice, or a switch.
    fn field(
        &mut self,
        ui: &mut Ui,
        method: MethodName,
        path: &str,
        value: &Value,
        changed: &mut Vec<Assignment>,
    ) {
        match value {
            Value::Boolean(on) => {
                let mut on = *on;
                if ui.checkbox(&mut on, short(path)).changed() {
                    changed.push((path.into(), on.to_string()));
                }
            }
            Value::String(word) => {
                if let Some(words) = choices::of(path) {
                    choose(ui, path, word, words, changed);
                }
            }
            Value::Array(items) => {
                let Some(field) = Field::find(path) else { return };
                let keyframes =
                    field.varies && items.iter().any(|i| i.as_array().is_some_and(|a| a.len() == 2));
                if keyframes && items.iter().all(Value::is_array) {
                    ui.label(format!("{} changes over time", short(path)))
                        .on_hover_text(hover(field, path, method));
                    return;
                }
                for (i, item) in items.iter().enumerate().filter(|(_, item)| number(item).is_some()) {
                    let name = format!("{} {}", short(path), ["x", "y", "z"].get(i).unwrap_or(&""));
                    self.slider(ui, method, field, &format!("{path}.{i}"), &name, item, changed);
                }
            }
            _ => {
                if let Some(field) = Field::find(path) {
                    self.slider(ui, method, field, path, &short(path), value, changed);
                }
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a slider is all of these")]
    fn slider(
        &mut self,
        ui: &mut Ui,
        method: MethodName,
        field: &Field,
        path: &str,
        name: &str,
        value: &Value,
        changed: &mut Vec<Assignment>,
    ) {
        let Some(present) = number(value) else { return };
        let mut shown = self.pending.get(path).map_or(present, |(value, _)| *value);
        let effect = Effect::of(path, method);
        let range = sensible(field, present);
        let mut slider = Slider::new(&mut shown, range.clone())
            .logarithmic(range.end() - range.start() > WIDE || range.start() == &0.0 && *range.end() > 10.0)
            .smallest_positive(1e-6 * range.end().max(1e-3))
            .suffix(if field.unit.is_empty() { String::new() } else { format!(" {}", field.unit) });
        if value.is_integer() {
            slider = slider.integer();
        } else {
            slider = slider.max_decimals(6).custom_formatter(|value, _| significant(value));
        }
        let hover = hover(field, path, method);
        let response = ui.horizontal(|ui| {
            ui.spacing_mut().slider_width = 90.0;
            let response = ui.add(slider).on_hover_text(&hover);
            ui.label(RichText::new(name).small()).on_hover_text(&hover);
            response
        });
        let response = response.inner;
        if response.changed() {
            self.pending.insert(path.into(), (shown, Instant::now()));
        }
        // What takes a while waits for the mouse to be let go.
        let now = effect == Effect::Live || !response.dragged();
        let ended = response.drag_stopped() && shown != present;
        if (response.changed() && now || ended) && shown.is_finite() {
            let whole = || format!("{}", shown.round() as i64);
            changed.push((path.into(), if value.is_integer() { whole() } else { format!("{shown:?}") }));
        }
    }
}

/// A choice of words.
fn choose(ui: &mut Ui, path: &str, word: &str, words: &[&str], changed: &mut Vec<Assignment>) {
    ui.horizontal(|ui| {
        ComboBox::from_id_salt(path).selected_text(word).width(150.0).show_ui(ui, |ui| {
            for other in words {
                if ui.selectable_label(*other == word, *other).clicked() && *other != word {
                    changed.push((path.into(), (*other).into()));
                }
            }
        });
        ui.label(RichText::new(short(path)).small());
    });
}

/// The table of a method's own fields.
pub fn table_of(method: MethodName) -> String {
    method.name().replace('-', "_")
}

/// The last part of a path, in words.
fn short(path: &str) -> String {
    path.rsplit('.').next().unwrap_or(path).replace('_', " ")
}

fn number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|i| i as f64))
}

/// What a field is, what it may be, and when it takes effect.
fn hover(field: &Field, path: &str, method: MethodName) -> String {
    let when = match Effect::of(path, method) {
        Effect::Live => "takes effect at once",
        Effect::Record => "steps are recorded anew",
        Effect::Rebuild => "the scene is built anew",
    };
    format!("{}\n{} · {}\n{when}", field.about, path, field.range())
}

/// A number as short as it can be with four significant digits.
pub fn significant(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".into();
    }
    if !(1e-3..1e5).contains(&size) {
        return format!("{value:.2e}");
    }
    let digits = (3 - size.log10().floor() as i32).clamp(0, 6) as usize;
    let text = format!("{value:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').into() } else { text }
}

/// The part of a field's range that a slider covers: all of it where that is not too wide, else around the present value.
fn sensible(field: &Field, present: f64) -> std::ops::RangeInclusive<f64> {
    let (min, max) = (field.min, field.max.min(1e12));
    if max - min <= WIDE {
        return min..=max;
    }
    let high = (100.0 * present.abs()).max(10.0).min(max);
    let low = if min < 0.0 { (-high).max(min) } else { min };
    low.min(present)..=high.max(present)
}

/// A header that is open or closed at first.
trait CollapsingHeader {
    fn collapsing_header(&mut self, title: &str, open: bool, body: impl FnOnce(&mut Ui));
}

impl CollapsingHeader for Ui {
    fn collapsing_header(&mut self, title: &str, open: bool, body: impl FnOnce(&mut Ui)) {
        egui::CollapsingHeader::new(title).default_open(open).show(self, body);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::FIELDS;

    #[test]
    fn sliders_stay_within_what_a_field_allows() {
        for field in FIELDS {
            for present in [field.min, 1f64.clamp(field.min, field.max), field.max.min(1e9)] {
                let range = sensible(field, present);
                assert!(range.contains(&present), "{}: {present} {range:?}", field.path);
                assert!(
                    field.allows(*range.start()) && field.allows(*range.end()),
                    "{}: {range:?}",
                    field.path
                );
                assert!(range.start() <= range.end());
            }
        }
    }

    #[test]
    fn numbers_are_short() {
        for (value, text) in
            [(0.0, "0"), (0.05, "0.05"), (1234.56, "1235"), (1e-9, "1.00e-9"), (-2.5, "-2.5")]
        {
            assert_eq!(significant(value), text);
        }
    }

    #[test]
    fn every_method_has_its_table() {
        let scene = Scene::default();
        let values = scene.values().unwrap();
        for method in MethodName::ALL {
            let table = format!("{}.", table_of(method));
            assert!(values.keys().any(|path| path.starts_with(&table)), "{table}");
        }
    }
}
