//! Rest shapes that are degenerate: slivers, faces without area, faces that are there twice. Each is mended or refused with its name,
//! or the cloth stays finite, on both executors and with a material in every method.

use crate::common;
use std::fmt::Write as _;
use toile::scene::{MethodName, Pin, Select, Shape};
use toile::{Backend, Scene, Simulation};

/// A sheet of 4 × 4 vertices as an OBJ file, 1 m wide, with more vertices and faces (numbered from 1, as the format has it).
fn sheet(vertices: &[[f64; 3]], faces: &[[u32; 3]]) -> String {
    let mut text = String::new();
    for i in 0..16 {
        writeln!(text, "v {} {} 0", f64::from(i % 4) / 3.0, f64::from(i / 4) / 3.0).unwrap();
    }
    for [x, y, z] in vertices {
        writeln!(text, "v {x} {y} {z}").unwrap();
    }
    for (r, c) in (0..3).flat_map(|r| (0..3).map(move |c| (r, c))) {
        let a = 4 * r + c + 1;
        writeln!(text, "f {} {} {}\nf {} {} {}", a, a + 1, a + 5, a, a + 5, a + 4).unwrap();
    }
    for [a, b, c] in faces {
        writeln!(text, "f {a} {b} {c}").unwrap();
    }
    text
}

#[test]
fn a_degenerate_rest_shape_is_named_or_stays_finite() {
    let third = 1.0 / 3.0;
    // On the right side of the sheet, beyond the edge from vertex 4 to 8: a triangle as high as this.
    let beside = |height: f64| sheet(&[[1.0 + height, 0.5 * third, 0.0]], &[[4, 17, 8]]);
    // With what is said of each; nothing where it is taken as it is.
    let cases = [
        ("as it should be", beside(0.3), ""),
        ("a sliver of a thousandth", beside(third * 1e-3), ""),
        ("a sliver of a hundred-thousandth", beside(third * 1e-5), ""),
        (
            "a needle",
            sheet(&[[1.0, third + 1e-5, 0.0], [2.0, third, 0.0]], &[[8, 18, 17]]),
            "not a manifold in 1 places, the first: vertex 7 joins surfaces",
        ),
        ("without area", sheet(&[], &[[1, 2, 3]]), "1 zero-area triangle removed"),
        ("a vertex without area", sheet(&[[1.0, 0.1, 0.0]], &[[4, 17, 8]]), "1 unreferenced vertex removed"),
        ("twice", sheet(&[], &[[1, 2, 6]]), "1 duplicate face removed"),
        ("twice, turned over", sheet(&[], &[[1, 6, 2]]), "1 duplicate face removed"),
        ("three at an edge", sheet(&[[0.2, 0.3, 0.5]], &[[1, 6, 17]]), "edge 0-5 has 3 triangles"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let gpu = Backend::Gpu(common::device());
    for (name, text, expected) in cases {
        let path = folder.path().join("rest.obj");
        std::fs::write(&path, text).unwrap();
        for method in [
            MethodName::DiscreteShells,
            MethodName::ImplicitCg,
            MethodName::MassSpring,
            MethodName::TriangleBending,
        ] {
            let mut scene = Scene { method, ..Scene::default() };
            (scene.mesh.shape, scene.mesh.file) = (Shape::File, path.to_str().unwrap().into());
            (scene.material.young, scene.material.gauge) = (1e5, 0.01);
            scene.pin = vec![Pin { select: Select::Vertices, vertices: vec![0, 12], ..Pin::default() }];
            for backend in [&Backend::Cpu, &gpu] {
                let mut simulation = Simulation::new(&scene, backend).unwrap();
                let warnings = simulation.model().warnings.join(", ");
                assert!(
                    warnings.contains(expected) && warnings.is_empty() == expected.is_empty(),
                    "{warnings}"
                );
                let ended = (0..10).try_for_each(|_| simulation.frame()).and_then(|()| simulation.check());
                println!("{name:32} {method:?}: {warnings:?} {:?}", ended.as_ref().err());
                // Explicit steps are too long for the springs of slivers: they explode, and say so.
                let exploded = ended.is_err_and(|e| e.exit_code() == 5);
                assert!(!exploded || method == MethodName::MassSpring, "{name} {method:?}");
            }
        }
    }
}
