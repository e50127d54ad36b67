//! Fields of a scene that are one of a few words.

/// Each field and the words that it may be.
pub const CHOICES: &[(&str, &[&str])] = &[
    (
        "triangle_bending.bending_model",
        &["triangle", "triangle-inequality", "triangle-signed", "triangle-edge", "dihedral", "stick", "none"],
    ),
    ("triangle_bending.weights", &["gradient", "printed"]),
    ("triangle_bending.schedule", &["yarns", "colors"]),
    ("mass_spring.bending_model", &["quadratic", "springs"]),
    ("implicit_cg.bending_model", &["quadratic", "springs"]),
    ("mass_spring.integrator", &["semi-implicit-euler", "verlet", "rk4"]),
    ("implicit_cg.solver", &["jmcg1", "jmcg2", "mcg"]),
    ("implicit_cg.derivative", &["exact", "scaled", "fixed"]),
    ("implicit_cg.preconditioner", &["block", "none"]),
    ("implicit_cg.compressed", &["projected", "whole"]),
    ("implicit_cg.interleaving", &["corrected", "printed"]),
    ("discrete_shells.integrator", &["backward-euler", "newmark"]),
    ("discrete_shells.preconditioner", &["block", "none"]),
    ("nonconforming.integrator", &["bdf2", "first-order"]),
    ("nonconforming.elements", &["nonconforming", "conforming"]),
    ("nonconforming.preconditioner", &["flat", "diagonal"]),
    ("contact.alleviation", &["on", "off"]),
    ("contact.alleviated", &["normal", "whole"]),
    ("contact.contact_force", &["subforce", "impulse", "energy"]),
    ("contact.falloff", &["linear", "quadratic"]),
    ("contact.force_part", &["normal", "whole"]),
    ("mesh.pattern", &["one-way", "alternating", "crossed", "structural", "equilateral", "irregular"]),
];

/// The words that a field may be.
pub fn of(path: &str) -> Option<&'static [&'static str]> {
    CHOICES.iter().find(|(field, _)| *field == path).map(|(_, words)| *words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    #[test]
    fn every_word_is_known_and_no_field_of_a_method_is_left_out() {
        let scene = Scene::default();
        for (path, words) in CHOICES {
            for word in *words {
                let set = scene.set(&[(path.to_string(), word.to_string())]);
                assert!(set.is_ok(), "{path}={word}: {}", set.unwrap_err());
            }
            assert!(scene.set(&[(path.to_string(), "nonsense".into())]).is_err(), "{path}");
        }
        for (path, value) in scene.values().unwrap() {
            let tables =
                ["triangle_bending.", "mass_spring.", "implicit_cg.", "discrete_shells.", "contact."];
            if value.is_str() && tables.iter().any(|table| path.starts_with(table)) {
                assert!(of(&path).is_some(), "{path}");
            }
        }
    }
}
