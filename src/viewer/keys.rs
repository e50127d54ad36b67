//! What keys do, in one table: the window obeys it and the help shows it.

use egui::Key;

/// What a key asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Run, or pause.
    Pause,
    /// One step.
    Step,
    /// From the start.
    Restart,
    /// Show all.
    Frame,
    /// The sides of the polygons.
    Wireframe,
    /// This help.
    Help,
    /// A picture of the view.
    Screenshot,
    /// A moving picture.
    Record,
    /// Keep this moment.
    Snapshot,
    /// Come back to it.
    Restore,
    /// The panels.
    Panels,
    /// A scene.
    Scene(usize),
    /// The end.
    Quit,
}

/// Keys, how they are written, and what they do.
pub const KEYS: &[(Key, &str, &str, Action)] = &[
    (Key::Space, "Space", "run, or pause", Action::Pause),
    (Key::Period, ".", "one step", Action::Step),
    (Key::R, "R", "restart", Action::Restart),
    (Key::S, "S", "keep this moment", Action::Snapshot),
    (Key::L, "L", "come back to it", Action::Restore),
    (Key::F, "F", "show all", Action::Frame),
    (Key::W, "W", "wireframe", Action::Wireframe),
    (Key::P, "P", "screenshot", Action::Screenshot),
    (Key::C, "C", "record, or end the recording", Action::Record),
    (Key::T, "T", "panels", Action::Panels),
    (Key::H, "H", "this help", Action::Help),
    (Key::Escape, "Esc", "quit", Action::Quit),
];

/// What the mouse does.
pub const MOUSE: &[(&str, &str)] = &[
    ("drag cloth", "pull it"),
    ("click cloth", "pin it, or unpin it"),
    ("drag elsewhere", "turn the view"),
    ("right drag", "turn the view"),
    ("middle drag, Shift + drag", "move the view"),
    ("wheel", "nearer, farther"),
];

/// The scenes of the keys 1 to 9.
pub const SCENES: [&str; 9] =
    ["sheet", "sphere-drape", "torus-drape", "brick", "flag", "rabbit-collapse", "bowl", "paper", "balloon"];

const DIGITS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// What was asked for since the last frame; nothing while a text is being written.
pub fn pressed(context: &egui::Context) -> Vec<Action> {
    if context.text_edit_focused() {
        return Vec::new();
    }
    context.input(|input| {
        if !(input.modifiers.is_none() || input.modifiers.shift_only()) {
            return Vec::new();
        }
        let keys = KEYS.iter().map(|(key, .., action)| (*key, *action));
        let digits = DIGITS.iter().enumerate().map(|(i, key)| (*key, Action::Scene(i)));
        // A frame may take long enough for a key to be pressed twice.
        keys.chain(digits)
            .flat_map(|(key, action)| std::iter::repeat_n(action, input.num_presses(key)))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::catalog;
    use std::collections::BTreeSet;

    #[test]
    fn keys_are_there_once_and_scenes_exist() {
        let keys: BTreeSet<_> = KEYS.iter().map(|(key, ..)| key.name()).collect();
        assert_eq!(keys.len(), KEYS.len());
        assert!(SCENES.iter().all(|name| catalog::find(name).is_some()));
        assert_eq!(SCENES[0], catalog::DEFAULT);
    }
}
