//! What it takes for a changed field to take effect while a simulation runs.

use super::{MethodName, Scene, tree};
use crate::error::Result;
use std::collections::BTreeMap;
use toml::Value;

/// What it takes for a changed field to take effect, from the least to the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// Nothing: steps read it anew.
    Live,
    /// Steps must be recorded anew.
    Record,
    /// Mesh, masses or bodies must be built anew.
    Rebuild,
}

/// Fields that every step reads anew, whatever the method; also what a simulation never looks at.
const LIVE: &[&str] = &[
    "about",
    "contact.alleviated",
    "contact.alleviation",
    "contact.contact_force",
    "contact.falloff",
    "contact.force_part",
    "frame_time",
    "frames",
    "gravity",
    "ground.friction",
    "material.damping",
    "name",
    "tilt",
    "until_rest",
    "wind.velocity",
];

/// Fields of methods that their uniforms have.
const LIVE_OF_METHOD: &[&str] = &[
    "triangle_bending.k",
    "triangle_bending.pressure",
    "triangle_bending.stretch",
    "nonconforming.easing",
    "nonconforming.iterations",
    "nonconforming.newton",
    "nonconforming.tolerance",
];

/// Tables whose fields only the recording of their method looks at.
const RECORDED: &[(&str, MethodName)] = &[
    ("triangle_bending.", MethodName::TriangleBending),
    ("mass_spring.", MethodName::MassSpring),
    ("implicit_cg.", MethodName::ImplicitCg),
    ("discrete_shells.", MethodName::DiscreteShells),
    ("nonconforming.", MethodName::Nonconforming),
];

impl Effect {
    /// What a change of the field at `path` takes in a scene of this method.
    pub fn of(path: &str, method: MethodName) -> Self {
        let is =
            |field: &&str| path == *field || path.strip_prefix(*field).is_some_and(|p| p.starts_with('.'));
        if LIVE.iter().any(&is) || path.starts_with("short.") || path.starts_with("test.") {
            return Self::Live;
        }
        if let Some((_, owner)) = RECORDED.iter().find(|(table, _)| path.starts_with(table)) {
            let live = *owner != method || LIVE_OF_METHOD.iter().any(is);
            return if live { Self::Live } else { Self::Record };
        }
        let recorded = ["solver.", "wind.", "material.young", "material.poisson", "material.gauge", "gamma"];
        // A name stands for numbers, which count on their own.
        if path == "material.name" || recorded.iter().any(|field| path.starts_with(field)) {
            return Self::Record;
        }
        Self::Rebuild
    }
}

impl Scene {
    /// Every field by its path, with its value; a vector is one field.
    pub fn values(&self) -> Result<BTreeMap<String, Value>> {
        let mut values = BTreeMap::new();
        tree::visit(&tree::of(self)?, &mut |path, value| {
            values.insert(path.to_string(), value.clone());
        });
        Ok(values)
    }

    /// What it takes to go on with another scene.
    pub fn effect_of(&self, other: &Scene) -> Result<Effect> {
        let (mine, theirs) = (self.values()?, other.values()?);
        let paths = mine.keys().chain(theirs.keys()).filter(|path| mine.get(*path) != theirs.get(*path));
        let kappa = &self.triangle_bending.kappa;
        let effect = |path: &String| match path.as_str() {
            // Steps that were recorded for κ = 0 have no passes for another one, and not the fastest order for others.
            "triangle_bending.kappa" if !kappa.is_zero() && !other.triangle_bending.kappa.is_zero() => {
                Effect::Live
            }
            path => Effect::of(path, self.method).max(Effect::of(path, other.method)),
        };
        Ok(paths.map(effect).max().unwrap_or(Effect::Live))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Body, Track, set};
    use super::*;

    fn effect(scene: &Scene, assignment: &str) -> Effect {
        scene.effect_of(&scene.set(&[set::split(assignment).unwrap()]).unwrap()).unwrap()
    }

    #[test]
    fn fields_are_told_apart() {
        let mut scene = Scene { body: vec![Body::default()], ..Scene::default() };
        scene.wind.density = 1.0;
        for (assignment, expected) in [
            ("gravity.1=-1", Effect::Live),
            ("wind.velocity.0=3", Effect::Live),
            ("k=0.7", Effect::Live),
            ("mass_spring.stretch=7", Effect::Live),
            ("frames=9", Effect::Live),
            ("kappa=0.1", Effect::Record),
            ("bending_model=dihedral", Effect::Record),
            ("iterations=3", Effect::Record),
            ("dt=0.01", Effect::Record),
            ("wind.density=2", Effect::Record),
            ("density=1", Effect::Rebuild),
            ("rows=9", Effect::Rebuild),
            ("body.0.radius=0.2", Effect::Rebuild),
            ("body=[]", Effect::Rebuild),
            ("method=mass-spring", Effect::Rebuild),
            ("seed=3", Effect::Rebuild),
        ] {
            assert_eq!(effect(&scene, assignment), expected, "{assignment}");
        }
        assert_eq!(scene.effect_of(&scene).unwrap(), Effect::Live);
        scene.triangle_bending.kappa = Track::constant(0.01);
        assert_eq!(effect(&scene, "kappa=0.02"), Effect::Live);
        scene.method = MethodName::MassSpring;
        assert_eq!(effect(&scene, "mass_spring.stretch=7"), Effect::Record);
    }
}
