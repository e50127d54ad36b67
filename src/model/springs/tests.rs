use super::*;
use crate::scene::{Fabric, Pattern, SpringBending};

/// A stiff cloth in one long step.
fn cloth(method: MethodName) -> (Scene, Model) {
    let mut scene = Scene { method, ..Scene::default() };
    (scene.mesh.rows, scene.mesh.columns) = (4, 3);
    (scene.mass_spring.stretch, scene.mass_spring.shear, scene.mass_spring.bending) = (7e5, 0.0, 0.0);
    let c = &mut scene.implicit_cg;
    (c.stretch, c.shear, c.bending, c.spring_damping) = (2e5, 3e4, 40.0, 0.5);
    let model = Model::new(&scene).unwrap();
    (scene, model)
}

#[test]
fn each_method_has_its_own_stiffness() {
    let (scene, model) = cloth(MethodName::ImplicitCg);
    let springs = Springs::new(&scene, &model);
    assert_eq!(springs.counts().collect::<Vec<_>>(), [("stretch", 17), ("shear", 12), ("bending", 10)]);
    let (_, list, _) = springs.by_particle(12);
    assert!(list.iter().all(|s| s.damping == 0.5 && [2e5, 3e4, 40.0].contains(&s.stiffness)));
    assert_eq!(springs.warning(&scene, &model), None);
    let (scene, model) = cloth(MethodName::MassSpring);
    let springs = Springs::new(&scene, &model);
    assert_eq!(springs.counts().collect::<Vec<_>>(), [("stretch", 17)]);
    assert!(springs.warning(&scene, &model).is_some());
}

/// Energy per area of the inner cells of a grid, or of a lattice, whose vertices move to `map` of their rest [J/m²].
fn energy_density(scene: &Scene, map: impl Fn(Vec3) -> Vec3) -> f64 {
    let model = Model::new(scene).unwrap();
    let moved: Vec<Vec3> = model.mesh.positions.iter().map(|p| map(*p)).collect();
    Springs::new(scene, &model).energy(&moved) / model.mesh.area()
}

fn paper(pattern: Pattern, poisson: f64) -> Scene {
    let mut scene = Scene { method: MethodName::ImplicitCg, ..Scene::default() };
    (scene.mesh.rows, scene.mesh.columns, scene.mesh.pattern) = (101, 101, pattern);
    if pattern == Pattern::Equilateral {
        scene.mesh.height = 0.75f64.sqrt();
    }
    scene.material = Fabric::find("paper").unwrap().material();
    scene.material.poisson = poisson;
    scene
}

#[test]
fn springs_are_as_stiff_as_their_material() {
    let third = 1.0 / 3.0;
    for (pattern, poisson) in
        [(Pattern::OneWay, third), (Pattern::Equilateral, third), (Pattern::OneWay, 0.2)]
    {
        let mut scene = paper(pattern, poisson);
        // Thin, so that the bending springs add nothing.
        scene.material.gauge = 1e-5;
        let (tensile, strain) = (scene.material.stretching_stiffness(), 0.01);
        // Along the threads, as wide as it likes; and sheared.
        let shear = tensile / (2.0 * (1.0 + poisson));
        let ratio = shear / (0.5 * (tensile + tensile.hypot(2.0 * shear)));
        assert!(poisson != third || (ratio - third).abs() < 1e-12);
        let narrow = 1.0 - strain * ratio as f32;
        let pulled = energy_density(&scene, |p| Vec3::new(p.x * (1.0 + strain), p.y * narrow, 0.0));
        let expected = 0.5 * tensile * f64::from(strain).powi(2);
        assert!((pulled / expected - 1.0).abs() < 0.04, "{pattern:?}: {}", pulled / expected);
        let sheared = energy_density(&scene, |p| Vec3::new(p.x + strain * p.y, p.y, 0.0));
        let expected = 0.5 * shear * f64::from(strain).powi(2);
        assert!((sheared / expected - 1.0).abs() < 0.04, "{pattern:?}: {}", sheared / expected);
    }
}

#[test]
fn bending_springs_store_what_the_material_does_at_one_radius() {
    let mut scene = paper(Pattern::OneWay, 0.3);
    scene.implicit_cg.bending_model = SpringBending::Springs;
    let bending = scene.material.bending_stiffness();
    // At twice the radius they are four times too soft.
    for (edges, share) in [(10.0, 1.0), (20.0, 0.25)] {
        let (radius, edge) = (edges * 0.01, 0.01f64);
        // Chords as long as the edges.
        let step = 2.0 * (edge / (2.0 * radius)).asin();
        let bent = |p: Vec3| {
            let (sin, cos) = (f64::from(p.y) / edge * step).sin_cos();
            Vec3::new(p.x, (radius * sin) as f32, (radius * cos) as f32)
        };
        let found = energy_density(&scene, bent) / (0.5 * bending / radius.powi(2));
        assert!((found / share - 1.0).abs() < 0.05, "{edges}: {found}");
    }
}

#[test]
fn structural_springs_are_the_edges_that_are_no_diagonals() {
    let (mut scene, model) = cloth(MethodName::ImplicitCg);
    let springs = Springs::new(&scene, &model);
    let edges: Vec<_> = model.topology.edges.iter().filter(|e| !e.diagonal).map(|e| e.vertices).collect();
    assert_eq!(springs.stretch().iter().map(|s| s.ends).collect::<Vec<_>>(), edges);
    for Link { ends: [a, b], rest_length, .. } in springs.stretch() {
        assert_eq!(*rest_length, model.start[*a as usize].distance(model.start[*b as usize]));
    }
    scene.implicit_cg.stretch = 0.0;
    assert!(Springs::new(&scene, &model).stretch().is_empty());
}

#[test]
fn energy_is_zero_at_rest_and_its_slope_is_the_force() {
    let (scene, model) = cloth(MethodName::ImplicitCg);
    let springs = Springs::new(&scene, &model);
    assert!(springs.energy(&model.start) < 1e-8);
    // Every spring half as long again: ½ k (R/2)².
    let wide: Vec<Vec3> = model.start.iter().map(|p| *p * 1.5).collect();
    let (offsets, list, _) = springs.by_particle(12);
    let ends = list.iter().map(|s| f64::from(s.stiffness) * f64::from(s.rest_length).powi(2) / 8.0);
    let expected = ends.sum::<f64>() / 2.0;
    assert_eq!(offsets.len(), 13);
    assert!((springs.energy(&wide) / expected - 1.0).abs() < 1e-6);
    let step = 1e-3;
    let forces = springs.forces(&wide, &vec![Vec3::ZERO; wide.len()]);
    for (vertex, force) in forces.iter().enumerate() {
        let at = |by: f32| {
            let mut moved = wide.clone();
            moved[vertex].x += by;
            springs.energy(&moved)
        };
        let slope = (at(step) - at(-step)) / (2.0 * f64::from(step));
        assert!((slope + force.x).abs() < 1e-3 * forces[0].length(), "{vertex}: {slope} {force}");
    }
}
