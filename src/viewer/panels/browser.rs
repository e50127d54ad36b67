//! The scenes, in groups.

use super::super::keys::SCENES;
use crate::scene::{MethodName, Scene, catalog};
use egui::{Key, RichText, ScrollArea, Ui};

/// A scene of the catalogue.
struct Item {
    name: &'static str,
    about: String,
}

impl Item {
    fn fits(&self, wanted: &str) -> bool {
        self.name.contains(wanted) || self.about.to_lowercase().contains(wanted)
    }
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

    /// The scene that a search is most likely for: of that name, or else the first that fits.
    fn best(&self, wanted: &str) -> Option<&'static str> {
        let items = || self.groups.iter().flat_map(|(_, items)| items);
        let found = items().find(|item| item.name == wanted);
        found.or_else(|| items().find(|item| item.fits(wanted))).map(|item| item.name)
    }

    /// Draws the list and returns the scene that was chosen.
    pub fn show(&mut self, ui: &mut Ui, shown: &str) -> Option<&'static str> {
        let mut chosen = None;
        let search = egui::TextEdit::singleline(&mut self.search)
            .hint_text("find a scene")
            .desired_width(f32::INFINITY);
        let response = ui.add(search).on_hover_text("Enter opens the first that is found");
        if response.gained_focus() {
            log::info!("looking for a scene");
        }
        let wanted = self.search.trim().to_lowercase();
        if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) && !wanted.is_empty() {
            chosen = self.best(&wanted);
            self.search.clear();
        }
        ScrollArea::vertical().id_salt("scenes").max_height(190.0).auto_shrink([false, true]).show(
            ui,
            |ui| {
                for (method, items) in &self.groups {
                    let items: Vec<&Item> = items.iter().filter(|item| item.fits(&wanted)).collect();
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

    #[test]
    fn a_search_finds_names_first() {
        let browser = Browser::new();
        assert!(catalog::ALL.iter().all(|entry| browser.best(entry.name) == Some(entry.name)));
        assert_eq!(browser.best("torus-d"), Some("torus-drape"));
        assert_eq!(browser.best("no such thing"), None);
    }
}
