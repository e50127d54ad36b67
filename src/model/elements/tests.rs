use super::*;
use crate::kernels::common::dissection::{NOWHERE, Origin, Place};
use crate::model::dissection::Dissection;
use crate::scene::{Pattern, Pin, Select, Shape};

fn sheet(pattern: Pattern, rows: u32, columns: u32) -> Scene {
    let mut scene = Scene { method: crate::scene::MethodName::Nonconforming, seed: 3, ..Scene::default() };
    (scene.mesh.pattern, scene.mesh.rows, scene.mesh.columns) = (pattern, rows, columns);
    (scene.material.young, scene.material.gauge) = (1e6, 1e-3);
    scene
}

fn built(scene: &Scene) -> (Model, Elements) {
    let model = Model::new(scene).unwrap();
    let elements = Elements::new(scene, &model).unwrap();
    (model, elements)
}

fn rest(model: &Model) -> Vec<DVec3> {
    model.mesh.positions.iter().map(|p| p.as_dvec3()).collect()
}

const PATTERNS: [Pattern; 4] =
    [Pattern::OneWay, Pattern::Alternating, Pattern::Equilateral, Pattern::Irregular];

/// A linear map of a flat sheet: nothing bends, the ghost mesh is the sheet, and rows are lengths.
#[test]
fn what_is_linear_is_exact() {
    for pattern in PATTERNS {
        let (model, elements) = built(&sheet(pattern, 7, 6));
        let map = |p: DVec3| DVec3::new(0.3 * p.x + 0.9 * p.y, 1.1 * p.x - 0.2 * p.y + 4.0, 0.7 * p.x + p.y);
        let vertices: Vec<DVec3> = rest(&model).into_iter().map(map).collect();
        let unknowns = elements.unknowns(&vertices);
        for (i, bend) in elements.bends.iter().enumerate() {
            let bent = elements.bend_terms.of(i, &unknowns);
            assert!(bent.length() < 1e-6 && bend.height == 0.0, "{pattern:?} {i}: {bent}");
        }
        for (v, at) in vertices.iter().enumerate() {
            assert!(elements.ghost.of(v, &unknowns).distance(*at) < 1e-9, "{pattern:?} {v}");
        }
        let flat = elements.unknowns(&rest(&model));
        assert!(elements.length_error(&flat) < 1e-6, "{pattern:?}");
        let mass: f64 = elements.dofs.iter().map(|dof| dof.mass).sum();
        let expected: f64 = model.masses.iter().sum();
        assert!((mass / expected - 1.0).abs() < 1e-6, "{pattern:?}: {mass} of {expected}");
    }
}

/// Midpoints on a cylinder, away from the boundary: 1.1 times D/(2R²) per area on equilateral triangles, 1.5 on right-angled
/// ones; midpoints between vertices on it read 3 times and more. The published figures of this energy.
#[test]
fn a_cylinder_reads_as_published() {
    for (pattern, points, between) in
        [(Pattern::Equilateral, 1.1, 3.0), (Pattern::OneWay, 1.5, 3.0), (Pattern::Alternating, 1.5, 3.0)]
    {
        let mut scene = sheet(pattern, 31, 31);
        if pattern == Pattern::Equilateral {
            scene.mesh.height = 3f64.sqrt() / 2.0;
        }
        let (model, elements) = built(&scene);
        let radius = 3.0;
        let roll = |p: DVec3| {
            let angle = p.y / radius;
            DVec3::new(p.x, radius * angle.sin(), radius * (1.0 - angle.cos()))
        };
        let vertices = rest(&model);
        let middle: DVec3 = vertices.iter().sum::<DVec3>() / vertices.len() as f64;
        let sampled: Vec<DVec3> = elements.unknowns(&vertices).into_iter().map(roll).collect();
        let mean = elements.unknowns(&vertices.iter().map(|p| roll(*p)).collect::<Vec<_>>());
        let d = scene.material.bending_stiffness();
        for (unknowns, expected) in [(&sampled, points), (&mean, between)] {
            let (mut energy, mut area) = (0.0, 0.0);
            for (i, bend) in elements.bends.iter().enumerate() {
                let [a, b, ..] = bend.corners.map(|v| vertices[v as usize]);
                if (0.5 * (a + b) - middle).abs().max_element() < 0.25 {
                    energy += 0.5 * bend.weight * elements.bend_terms.of(i, unknowns).length_squared();
                    area += d / bend.weight;
                }
            }
            let ratio = energy / area / (d / (2.0 * radius * radius));
            assert!((ratio / expected - 1.0).abs() < 0.06, "{pattern:?}: {ratio} for {expected}");
        }
    }
}

/// The ribbon counts a third along straight rows, and more where it zigzags.
#[test]
fn a_ribbon_counts_by_its_contour() {
    let mut scene = sheet(Pattern::Equilateral, 13, 11);
    (scene.mesh.width, scene.mesh.height) = (1.0, 1.2 * 0.75f64.sqrt());
    for (pattern, sides) in [(Pattern::Equilateral, 0.6), (Pattern::OneWay, 1.0 / 3.0)] {
        scene.mesh.pattern = pattern;
        let (model, elements) = built(&scene);
        let (at, d) = (rest(&model), scene.material.bending_stiffness());
        let [low, high] = [DVec3::min, DVec3::max].map(|of| at.iter().copied().reduce(of).unwrap());
        let mut seen = [0; 2];
        for bend in &elements.bends {
            let [a, b, c, e] = bend.corners.map(|v| at[v as usize]);
            let area = ((b - a).cross(c - a).length() + (b - a).cross(e - a).length()) / 6.0;
            let count = bend.weight * area / d;
            let from = |p: DVec3| (p - low).min(high - p);
            let inside = from(a).max(from(b));
            // Edges that end at a side, or at the first or last row, and not at both or near to both.
            let nearest = from(a).min(from(b));
            let expected = match (nearest.x < 1e-6, nearest.y < 1e-6) {
                (true, false) if inside.y > 0.25 => sides,
                (false, true) if inside.x > 0.25 => 1.0 / 3.0,
                _ => continue,
            };
            seen[usize::from(nearest.x < 1e-6)] += 1;
            assert!((count - expected).abs() < 1e-4, "{pattern:?}: {count} for {expected}");
        }
        assert!(seen.iter().all(|n| *n > 8), "{pattern:?}: {seen:?}");
    }
}

/// The bound on eigenvalues of M⁻¹ B is one, and not far from the largest.
#[test]
fn no_eigenvalue_is_above_the_stiffest() {
    for pattern in PATTERNS {
        let (_, elements) = built(&sheet(pattern, 8, 7));
        let columns = elements.bend_terms.transposed(elements.dofs.len());
        let mut x: Vec<DVec3> = (0..elements.dofs.len())
            .map(|i| DVec3::new((i as f64 * 1.7).sin(), (i as f64 * 0.9).cos(), (i as f64 * 2.3).sin()))
            .collect();
        let mut size = 0.0;
        for _ in 0..300 {
            let bent: Vec<DVec3> = (0..elements.bends.len())
                .map(|i| elements.bend_terms.of(i, &x) * elements.bends[i].weight)
                .collect();
            let y: Vec<DVec3> = (0..x.len()).map(|i| columns.of(i, &bent) / elements.dofs[i].mass).collect();
            let norm = |v: &[DVec3]| v.iter().map(|p| p.length_squared()).sum::<f64>().sqrt();
            size = norm(&y) / norm(&x);
            let scale = 1.0 / norm(&y);
            x = y.into_iter().map(|p| p * scale).collect();
        }
        let bound = elements.stiffest();
        assert!(size <= bound * (1.0 + 1e-9) && bound < 4.0 * size, "{pattern:?}: {size} below {bound}");
    }
}

/// Inside, a triangle has three midpoints of its own; at the boundary corners are shared, and every boundary vertex is one
/// unknown.
#[test]
fn boundary_vertices_are_unknowns() {
    for pattern in PATTERNS {
        let (model, elements) = built(&sheet(pattern, 9, 9));
        for v in model.topology.boundary_loops.concat() {
            let row = elements.ghost.row(v as usize);
            assert_eq!(row.len(), 1, "{pattern:?} {v}: {row:?}");
            assert_eq!(elements.dofs[row[0].0 as usize].ends, [v; 2]);
        }
    }
    // A closed mesh has no boundary: all unknowns are midpoints, and nothing is pinned to anything.
    let mut scene = sheet(Pattern::OneWay, 3, 3);
    (scene.mesh.shape, scene.mesh.level) = (Shape::Icosphere, 2);
    let (model, elements) = built(&scene);
    assert_eq!(elements.dofs.len(), model.topology.edges.len());
    assert_eq!(elements.rows.len(), 3 * model.mesh.triangles.len());
    // And it is curved: at rest it keeps its shape.
    assert!(elements.bends.iter().all(|bend| bend.height != 0.0));
    assert!(elements.energy(&elements.unknowns(&rest(&model))) < 1e-3 * scene.material.bending_stiffness());
}

/// A conforming mesh has vertices as unknowns and edges as rows.
#[test]
fn conforming_elements_are_vertices_and_edges() {
    let mut scene = sheet(Pattern::Irregular, 6, 6);
    scene.nonconforming.elements = ElementKind::Conforming;
    let (model, elements) = built(&scene);
    assert_eq!(elements.dofs.len(), model.start.len());
    assert_eq!(elements.rows.len(), model.topology.edges.len());
}

/// A pinned vertex inside is three rows, unless one beside it is pinned too.
#[test]
fn pins_inside_are_rows() {
    let mut scene = sheet(Pattern::OneWay, 9, 9);
    let lengths = built(&scene).1.rows.len();
    let pin =
        |vertices: &[u32]| Pin { select: Select::Vertices, vertices: vertices.to_vec(), ..Pin::default() };
    scene.pin = vec![pin(&[40])];
    let (_, elements) = built(&scene);
    assert_eq!(elements.rows.len(), lengths + 3);
    let sum: f64 = elements.row_terms.row(lengths).iter().map(|term| term.1).sum();
    assert!((sum - 1.0).abs() < 1e-12);
    scene.pin = vec![pin(&[40, 41])];
    assert_eq!(built(&scene).1.rows.len(), lengths);
}

/// A triangle without area has no angles to bend by.
#[test]
fn a_triangle_without_area_is_refused() {
    let scene = sheet(Pattern::OneWay, 4, 4);
    let mut model = Model::new(&scene).unwrap();
    let [a, b, c] = model.mesh.triangles[5].map(|v| v as usize);
    model.mesh.positions[a] = 0.5 * (model.mesh.positions[b] + model.mesh.positions[c]);
    let error = Elements::new(&scene, &model).unwrap_err().to_string();
    assert!(error.contains("triangle ") && error.contains("so thin"), "{error}");
}

/// What is no surface is refused, and the edge is named.
#[test]
fn a_mesh_that_is_no_surface_is_refused() {
    let scene = sheet(Pattern::OneWay, 3, 3);
    let mut model = Model::new(&scene).unwrap();
    model.mesh.triangles.extend([[0, 1, 8], [0, 1, 7]]);
    model.topology = crate::mesh::Topology::new(&model.mesh);
    let error = Elements::new(&scene, &model).unwrap_err().to_string();
    assert!(error.contains("edge 0-1 has 3 triangles"), "{error}");
}

/// Fold and unfold, as kernels do.
fn solve(inverse: &Dissection, given: &[f64]) -> Vec<f64> {
    let (mut folded, mut passed) = (vec![0.0; given.len()], vec![0.0; inverse.around.len()]);
    let block = |at: u32| f64::from(inverse.blocks[at as usize]);
    for place in &inverse.places {
        let Place { own, count, around, rim, origins, blocks, .. } = *place;
        let gathered = |k: u32, passed: &[f64]| {
            let Origin { near, far } = inverse.origins[(origins + k) as usize];
            let below = [near, far].into_iter().filter(|&o| o != NOWHERE).map(|o| passed[o as usize]);
            below.sum::<f64>() + if k < count { given[(own + k) as usize] } else { 0.0 }
        };
        let mine: Vec<f64> = (0..count).map(|k| gathered(k, &passed)).collect();
        for j in 0..rim {
            let less: f64 =
                (0..count).map(|k| block(blocks + count * count + k * rim + j) * mine[k as usize]).sum();
            passed[(around + j) as usize] = gathered(count + j, &passed) - less;
        }
        folded[own as usize..][..count as usize].copy_from_slice(&mine);
    }
    let mut solved = vec![0.0; given.len()];
    for place in inverse.places.iter().rev() {
        let Place { own, count, around, rim, blocks, .. } = *place;
        for i in 0..count {
            let inside: f64 =
                (0..count).map(|k| block(blocks + k * count + i) * folded[(own + k) as usize]).sum();
            let rows = blocks + count * (count + rim) + i;
            let outside = |j: u32| {
                let other = inverse.around[(around + j) as usize] as usize;
                block(rows + j * count) * solved[other]
            };
            solved[(own + i) as usize] = inside - (0..rim).map(outside).sum::<f64>();
        }
    }
    solved
}

/// (J M⁻¹ Jᵀ + c D) (W − Q A⁻¹ Qᵀ) = 1, with 1/W = c D and J = Q/W.
#[test]
fn the_preconditioner_is_an_inverse() {
    let mut scenes: Vec<Scene> = PATTERNS.map(|pattern| sheet(pattern, 17, 12)).to_vec();
    scenes.extend(["cape", "shirt"].map(|name| crate::scene::catalog::resolve(name).unwrap()));
    for scene in scenes {
        let (model, elements) = built(&scene);
        let held = model.inverse_masses(|_| true);
        let is_free = |dof: &Dof| dof.ends.iter().any(|&v| held[v as usize] > 0.0);
        let flat = Flat::new(&elements, &model, is_free, 1e-6).unwrap();
        let free: Vec<&Dof> = elements.dofs.iter().filter(|dof| is_free(dof)).collect();
        let mut masses = vec![0.0; free.len()];
        flat.inverse.order.iter().zip(&free).for_each(|(&at, dof)| masses[at as usize] = dof.mass);
        let given: Vec<f64> = (0..flat.weights.len()).map(|i| (i as f64 * 0.7).sin()).collect();
        let gather = |values: &[f64], of: &dyn Fn(usize) -> f64| {
            let mut sums = vec![0.0; 2 * masses.len()];
            for (i, pushes) in flat.pushes.iter().enumerate() {
                for &(p, push) in pushes {
                    (0..2).for_each(|k| sums[2 * p as usize + k] += push[k] * values[i] * of(i));
                }
            }
            sums
        };
        let along = |i: usize, v: &[f64]| -> f64 {
            flat.pushes[i].iter().map(|&(p, q)| q[0] * v[2 * p as usize] + q[1] * v[2 * p as usize + 1]).sum()
        };
        let v = solve(&flat.inverse, &gather(&given, &|_| 1.0));
        let z: Vec<f64> = (0..given.len()).map(|i| flat.weights[i] * given[i] - along(i, &v)).collect();
        let mut force = gather(&z, &|i| if flat.weights[i] > 0.0 { 1.0 / flat.weights[i] } else { 0.0 });
        force.iter_mut().enumerate().for_each(|(k, f)| *f /= masses[k / 2]);
        for (i, &weight) in flat.weights.iter().enumerate().filter(|(_, w)| **w > 0.0) {
            let back = (along(i, &force) + z[i]) / weight;
            assert!((back - given[i]).abs() < 1e-3, "{} {i}: {back} for {}", scene.name, given[i]);
        }
    }
}

/// Of a straight clamp all unknowns but one in the middle slide along it; nothing does along a round one, one that holds more than its edge,
/// or under vertices.
#[test]
fn a_straight_clamp_lets_midpoints_slide() {
    let clamp = |select| Pin { select, clamp: true, ..Pin::default() };
    for pattern in PATTERNS {
        let mut scene = sheet(pattern, 7, 6);
        scene.mesh.rotation = [0.0, 0.0, 30.0];
        scene.pin = vec![clamp(Select::Bottom)];
        let (model, elements) = built(&scene);
        let held = |dof: &&Dof| dof.ends.iter().all(|v| model.pinned.iter().any(|p| p.vertex == *v));
        let on: Vec<&Dof> = elements.dofs.iter().filter(held).collect();
        let stays: Vec<&&Dof> = on.iter().filter(|dof| dof.line == DVec3::ZERO).collect();
        let along = DVec3::new(30f64.to_radians().cos(), 0.5, 0.0);
        let slides = elements.dofs.iter().filter(|dof| dof.line != DVec3::ZERO);
        assert_eq!(slides.clone().count(), on.len() - 1, "{pattern:?}");
        assert!(slides.clone().all(|dof| (dof.line.dot(along).abs() - 1.0).abs() < 1e-5), "{pattern:?}");
        let middle = stays[0].ends.map(|v| model.start[v as usize].as_dvec3()).iter().sum::<DVec3>() * 0.5;
        let foot = along.cross(DVec3::Z) * 0.5 * scene.mesh.height;
        assert!((middle - foot).length() < 0.2 * scene.mesh.width, "{pattern:?}: {middle} {foot}");
        scene.nonconforming.elements = ElementKind::Conforming;
        assert!(built(&scene).1.dofs.iter().all(|dof| dof.line == DVec3::ZERO), "{pattern:?}");
    }
    let mut tube = sheet(Pattern::OneWay, 5, 9);
    tube.mesh.shape = Shape::Cylinder;
    tube.pin = vec![clamp(Select::Bottom)];
    let mut two_rows = sheet(Pattern::OneWay, 5, 5);
    two_rows.pin = vec![Pin { vertices: (0..10).collect(), ..clamp(Select::Vertices) }];
    for scene in [tube, two_rows] {
        let (model, elements) = built(&scene);
        assert!(!model.clamped.is_empty() && elements.dofs.iter().all(|dof| dof.line == DVec3::ZERO));
    }
}
