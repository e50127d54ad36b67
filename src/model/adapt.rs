//! A scene under another method than its own.

use super::Model;
use super::springs::Springs;
use crate::error::Result;
use crate::model::elements::Elements;
use crate::scene::{FABRICS, Fabric, Material, MethodName, Scene};

/// The length of an implicit substep where the scene's own is for another kind of method [s].
const IMPLICIT_STEP: f64 = 1.0 / 120.0;
/// The same of a surface that cannot stretch [s].
const DEVELOPABLE_STEP: f64 = 1.0 / 300.0;
/// How much stiffer bending may then be than inertia in one substep.
const STIFF: f64 = 50.0;
/// What takes the place of a stiffness that is missing.
const FABRIC: &str = "cotton";
/// By how much a substep of explicit springs is shorter than it must be.
const SAFETY: f64 = 1.2;

/// The scene under a method, without what that one leaves out, and with what it cannot do without: a material, and substeps that
/// are short enough.
pub fn under(scene: &Scene, method: MethodName) -> Result<Scene> {
    let mut scene = scene.clone();
    if scene.method == method {
        return Ok(scene);
    }
    scene.method = method;
    if method != MethodName::DiscreteShells {
        scene.tie.on = false;
    }
    if method != MethodName::ImplicitCg {
        scene.seam.clear();
        scene.short.retain(|_, path| !path.starts_with("seam."));
        scene.wind.lift = 0.0;
        scene.pin.iter_mut().for_each(|pin| pin.slide = [0.0; 3]);
    }
    match method {
        MethodName::TriangleBending => {}
        MethodName::MassSpring => {
            // Alleviation has to reach beyond what the cloth keeps away.
            scene.contact.radius = scene.contact.radius.max(2.0 * scene.material.thickness);
            let model = Model::new(&scene)?;
            let longest = Springs::new(&scene, &model).longest_step(&model) / SAFETY;
            let substeps = (scene.solver.dt / longest).ceil().clamp(1.0, 1000.0) as u32;
            scene.solver.substeps = scene.solver.substeps.max(substeps);
        }
        MethodName::ImplicitCg | MethodName::DiscreteShells => {
            scene.solver.substeps = (scene.solver.dt / IMPLICIT_STEP).round().max(1.0) as u32;
        }
        MethodName::Nonconforming => {
            scene.wind.density = 0.0;
            scene.material = lend(&scene.material);
            let stiffest = Elements::new(&scene, &Model::new(&scene)?)?.stiffest();
            let step = DEVELOPABLE_STEP.min((STIFF / stiffest).sqrt());
            scene.solver.substeps = (scene.solver.dt / step).ceil().clamp(1.0, 1000.0) as u32;
        }
    }
    if method == MethodName::DiscreteShells {
        scene.material = lend(&scene.material);
    }
    scene.validate(&scene.name)?;
    Ok(scene)
}

/// A material with a stiffness, if it has none of its own.
pub fn lend(material: &Material) -> Material {
    match FABRICS.iter().find(|fabric| fabric.name == FABRIC && material.young == 0.0) {
        Some(&Fabric { young, poisson, gauge, .. }) => Material { young, poisson, gauge, ..material.clone() },
        None => material.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::catalog;

    #[test]
    fn every_scene_can_be_under_every_method() {
        for entry in catalog::ALL {
            let scene = entry.scene().unwrap().small().unwrap();
            for method in MethodName::ALL {
                let other = under(&scene, method).unwrap_or_else(|e| panic!("{} {method}: {e}", entry.name));
                assert_eq!(other.method, method);
                if method == scene.method {
                    assert_eq!(other, scene);
                }
            }
        }
    }
}
