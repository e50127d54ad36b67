//! The scenes, in groups.

use super::super::keys::SCENES;
use crate::scene::{MethodName, Scene, catalog};
use egui::{RichText, ScrollArea, Ui};

/// A scene of the catalogue.
struct Item {
    name: &'static str,
    about: String,
}

/// The catalogue, by method.
pub struct Browser {
    groups: Vec<(MethodName, Vec<Item>)>,
    /// What names must contain.
    search: String,
}

impl Browser {
    /// All scenes that can be read.
    pub fn new() -> Self {
        let mut groups: Vec<(MethodName, Vec<Item>)> = MethodName::ALL.map(|m| (m, Vec::new())).into();
        for entry in catalog::ALL {
            let Ok(Scene { method, about, .. }) = entry.scene() else { continue };
            if let Some((_, items)) = groups.iter_mut().find(|(group, _)| *group == method) {
                items.push(Item { name: entry.name, about });
            }
        }
        Self { groups, search: String::new() }
    }

    /// Draws the list and returns the scene that was chosen.
    pub fn show(&mut self, ui: &mut Ui, shown: &str) -> Option<&'static str> {
        let mut chosen = None;
        ui.add(
            egui::TextEdit::singleline(&mut self.search)
                .hint_text("find a scene")
                .desired_width(f32::INFINITY),
        );
        let wanted = self.search.trim().to_lowercase();
        let fits = |item: &&Item| item.name.contains(&wanted) || item.about.to_lowercase().contains(&wanted);
        ScrollArea::vertical().id_salt("scenes").max_height(190.0).auto_shrink([false, true]).show(
            ui,
            |ui| {
                for (method, items) in &self.groups {
                    let items: Vec<&Item> = items.iter().filter(fits).collect();
                    if items.is_empty() {
                        continue;
                    }
                    ui.label(RichText::new(method.name()).small().weak());
                    for item in items {
                        let key = SCENES.iter().position(|name| *name == item.name);
                        let key = key.map(|i| format!("  {}", i + 1)).unwrap_or_default();
                        let label = ui.selectable_label(item.name == shown, format!("{}{key}", item.name));
                        if label.on_hover_text(&item.about).clicked() {
                            chosen = Some(item.name);
                        }
                    }
                }
            },
        );
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_is_in_a_group() {
        let browser = Browser::new();
        let count: usize = browser.groups.iter().map(|(_, items)| items.len()).sum();
        assert_eq!(count, catalog::ALL.len());
    }
}
