//! The help over the view.

use super::super::keys::{KEYS, MOUSE};
use egui::{Align2, Context, Grid, RichText, Window};

/// Draws the help and returns whether it stays open.
pub fn show(context: &Context) -> bool {
    let mut open = true;
    Window::new("Keys and mouse")
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, [0.0, 0.0])
        .show(context, |ui| {
            Grid::new("keys").num_columns(2).spacing([24.0, 4.0]).show(ui, |ui| {
                for (_, key, what, _) in KEYS {
                    row(ui, key, what);
                }
                row(ui, "1 – 9", "scenes");
                for (mouse, what) in MOUSE {
                    row(ui, mouse, what);
                }
            });
        });
    open
}

fn row(ui: &mut egui::Ui, key: &str, what: &str) {
    ui.label(RichText::new(key).monospace().strong());
    ui.label(what);
    ui.end_row();
}
