//! Who is judged: every method with every bending model that it has.

use crate::scene::{BendingModel, ElementKind, MethodName, Scene, SpringBending};
use serde::Serialize;
use std::fmt;

/// A method and how it bends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Subject {
    /// The method.
    pub method: MethodName,
    /// Its bending model, by its name in scene files.
    #[serde(rename = "bending_model")]
    pub model: &'static str,
}

/// Every subject, those of a method together and its usual model first.
pub const ALL: [Subject; 12] = [
    Subject { method: MethodName::TriangleBending, model: "triangle" },
    Subject { method: MethodName::TriangleBending, model: "triangle-signed" },
    Subject { method: MethodName::TriangleBending, model: "triangle-edge" },
    Subject { method: MethodName::TriangleBending, model: "triangle-inequality" },
    Subject { method: MethodName::TriangleBending, model: "dihedral" },
    Subject { method: MethodName::TriangleBending, model: "stick" },
    Subject { method: MethodName::MassSpring, model: "quadratic" },
    Subject { method: MethodName::MassSpring, model: "springs" },
    Subject { method: MethodName::ImplicitCg, model: "quadratic" },
    Subject { method: MethodName::ImplicitCg, model: "springs" },
    Subject { method: MethodName::DiscreteShells, model: "hinge" },
    Subject { method: MethodName::Nonconforming, model: "quadratic" },
];

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.method, self.model)
    }
}

impl Subject {
    /// Whether this is its method's usual model.
    pub fn is_usual(&self) -> bool {
        ALL.iter().find(|other| other.method == self.method) == Some(self)
    }

    /// Gives a scene to this method and model.
    pub fn dress(&self, scene: &mut Scene) {
        scene.method = self.method;
        let springs = if self.model == "springs" { SpringBending::Springs } else { SpringBending::Quadratic };
        (scene.mass_spring.bending_model, scene.implicit_cg.bending_model) = (springs, springs);
        scene.nonconforming.elements = ElementKind::Nonconforming;
        scene.triangle_bending.bending_model = match self.model {
            "triangle-signed" => BendingModel::TriangleSigned,
            "triangle-edge" => BendingModel::TriangleEdge,
            "triangle-inequality" => BendingModel::TriangleInequality,
            "dihedral" => BendingModel::Dihedral,
            "stick" => BendingModel::Stick,
            _ => BendingModel::Triangle,
        };
    }

    /// Sets how long a step is [s], and how many substeps it has in each method: positions, springs, implicit springs, shells, developable.
    pub fn pace(&self, scene: &mut Scene, dt: f64, substeps: [u32; 5]) {
        let place = MethodName::ALL.iter().position(|method| *method == self.method).unwrap_or(0);
        // A step has a thousand substeps at most.
        let parts = substeps[place].div_ceil(1000);
        let dt = dt / f64::from(parts);
        (scene.solver.dt, scene.frame_time) = (dt, dt);
        (scene.solver.substeps, scene.solver.iterations) = (substeps[place].div_ceil(parts), 1);
    }

    /// Whether the method keeps lengths, and has no modulus of stretching.
    pub fn keeps_lengths(&self) -> bool {
        matches!(self.method, MethodName::TriangleBending | MethodName::Nonconforming)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_method_is_there_and_has_one_usual_model() {
        for method in MethodName::ALL {
            let usual = ALL.iter().filter(|s| s.method == method && s.is_usual());
            assert_eq!(usual.count(), 1, "{method}");
        }
    }

    #[test]
    fn models_have_the_names_of_scene_files() {
        for subject in ALL {
            let mut scene = Scene::default();
            subject.dress(&mut scene);
            let text = scene.to_toml().unwrap();
            let fixed = matches!(subject.method, MethodName::DiscreteShells | MethodName::Nonconforming);
            let line = format!("bending_model = \"{}\"", subject.model);
            assert!(fixed || text.contains(&line), "{subject}: {text}");
        }
    }
}
