//! Clamps, loads and ties of a scene: what shells are held by and pushed with.

use super::select::Chooser;
use super::{Loaded, Pinned, Wing};
use crate::error::{Error, Result};
use crate::mesh::{Mesh, Topology};
use crate::scene::{MeshSpec, MethodName, Scene, Shape};
use std::collections::HashSet;

/// How far from each other vertices of a row may be across it, as a share of the mean edge length.
const SAME_ROW: f32 = 1e-4;

/// For each boundary edge its ends and the third corner of its triangle, in the triangle's order.
fn borders(mesh: &Mesh, topology: &Topology) -> impl Iterator<Item = [u32; 3]> {
    topology.edges.iter().filter(|edge| edge.is_boundary()).map(|edge| {
        let mut corners = mesh.triangles[edge.triangles[0] as usize];
        while edge.vertices.contains(&corners[2]) {
            corners.rotate_left(1);
        }
        corners
    })
}

/// The boundary edges whose slope pins hold: both ends belong to one pin that clamps.
///
/// # Errors
/// [`Error::Input`] where a pin clamps no edge.
pub(super) fn clamped(
    scene: &Scene,
    pinned: &[Pinned],
    mesh: &Mesh,
    topology: &Topology,
) -> Result<Vec<Wing>> {
    let clamps = |i: usize| scene.pin[i].clamp;
    let holder = |v: u32| pinned.binary_search_by_key(&v, |p| p.vertex).ok().map(|i| pinned[i].pin);
    let wing = |corners: [u32; 3]| {
        let by = holder(corners[0]).filter(|&i| clamps(i))?;
        (holder(corners[1]) == Some(by)).then_some(Wing { corners, by, share: 0.0 })
    };
    let wings: Vec<Wing> = borders(mesh, topology).filter_map(wing).collect();
    match (0..scene.pin.len()).find(|&i| clamps(i) && !wings.iter().any(|w| w.by == i)) {
        None => Ok(wings),
        Some(i) => {
            let advice = "let the pin hold both ends of a boundary edge, or leave clamp out";
            Err(Error::input(format!("pin.{i}.clamp"), "there is no edge whose slope it holds", advice))
        }
    }
}

/// Lets methods that know no slope hold the third corners of clamped triangles instead, and with them the vertices at the side of a
/// clamp that the next triangle has.
pub(super) fn hold_slopes(
    scene: &Scene,
    clamped: &[Wing],
    mesh: &Mesh,
    topology: &Topology,
    pinned: &mut Vec<Pinned>,
) {
    if scene.method == MethodName::DiscreteShells || clamped.is_empty() {
        return;
    }
    let third: HashSet<u32> = clamped.iter().map(|wing| wing.corners[2]).collect();
    let at = |v: u32| mesh.positions[v as usize].as_dvec3();
    let holder = |near: u32, side: u32, third: u32| {
        let wing = clamped.iter().find(|w| w.corners[..2].contains(&near))?;
        let along = (at(wing.corners[1]) - at(wing.corners[0])).normalize_or_zero();
        let height = |v: u32| (at(v) - at(near)).reject_from_normalized(along).length();
        // What goes on straight is no side, and what is farther than the third corners is not held by them.
        let turned = height(side) > 0.7 * at(side).distance(at(near));
        (turned && height(side) < 1.1 * height(third)).then_some(wing.by)
    };
    for [a, b, c] in borders(mesh, topology).filter(|c| third.contains(&c[2])) {
        for (near, side) in [(a, b), (b, a)] {
            pinned.extend(holder(near, side, c).map(|pin| Pinned { vertex: side, pin }));
        }
    }
    pinned.extend(clamped.iter().map(|wing| Pinned { vertex: wing.corners[2], pin: wing.by }));
    // Those that were held before come first, and stay as they were.
    pinned.sort_by_key(|p| p.vertex);
    pinned.dedup_by_key(|p| p.vertex);
}

/// The boundary edges that moments act on, and the vertices that forces act on.
///
/// # Errors
/// [`Error::Input`] where a load acts on nothing.
pub(super) fn loads(
    scene: &Scene,
    chooser: &Chooser<'_>,
    masses: &[f64],
) -> Result<(Vec<Wing>, Vec<Loaded>)> {
    let (mut turned, mut loaded) = (Vec::new(), Vec::new());
    for (i, load) in scene.load.iter().enumerate() {
        let at = format!("load.{i}");
        let mut vertices = chooser.choose(load.selection(), &at, "the load acts on no vertex")?;
        vertices.sort_unstable();
        vertices.dedup();
        if load.moment != 0.0 {
            let wings = turned_by(i, &vertices, chooser);
            if wings.is_empty() {
                let advice = "let the load act on both ends of a boundary edge, or leave moment out";
                return Err(Error::input(format!("{at}.moment"), "there is no edge that it turns", advice));
            }
            turned.extend(wings);
        }
        if load.force != [0.0; 3] {
            let mass = |v: &u32| masses[*v as usize];
            let total: f64 = vertices.iter().map(mass).sum();
            loaded.extend(vertices.iter().map(|v| Loaded { vertex: *v, load: i, share: mass(v) / total }));
        }
    }
    Ok((turned, loaded))
}

/// The boundary edges between the vertices, with their shares of a moment by length.
fn turned_by(load: usize, vertices: &[u32], chooser: &Chooser<'_>) -> Vec<Wing> {
    let positions = &chooser.placed.positions;
    let chosen = |v: u32| vertices.binary_search(&v).is_ok();
    let length =
        |[a, b, _]: [u32; 3]| positions[a as usize].as_dvec3().distance(positions[b as usize].as_dvec3());
    let edges: Vec<[u32; 3]> =
        borders(chooser.placed, chooser.topology).filter(|c| chosen(c[0]) && chosen(c[1])).collect();
    let total: f64 = edges.iter().map(|c| length(*c)).sum();
    edges.into_iter().map(|corners| Wing { corners, by: load, share: length(corners) / total }).collect()
}

/// The rows of each copy of a flat sheet, from its bottom: vertices with the same y in its own axes.
pub(super) fn rows(one: &Mesh, spec: &MeshSpec) -> Vec<Vec<u32>> {
    // A ribbon is a sheet that was laid flat.
    let height = |v: u32| match (spec.shape, one.positions[v as usize]) {
        (Shape::Ribbon, p) => -p.z,
        (_, p) => p.y,
    };
    let count = one.positions.len() as u32;
    let mut order: Vec<u32> = (0..count).collect();
    order.sort_by(|&a, &b| height(a).total_cmp(&height(b)));
    let slack = SAME_ROW * one.mean_edge_length();
    let groups = order.chunk_by(|&a, &b| height(b) - height(a) <= slack).map(|row| {
        let mut row = row.to_vec();
        row.sort_unstable();
        row
    });
    let groups: Vec<Vec<u32>> = groups.collect();
    let copy = |c: u32| groups.iter().map(move |row| row.iter().map(|v| v + c * count).collect());
    (0..spec.copies).flat_map(copy).collect()
}

/// Refuses tied rows that are held in part: they could not move as one.
pub(super) fn whole_rows(ties: &[Vec<u32>], pinned: &[Pinned]) -> Result<()> {
    let pinned: HashSet<u32> = pinned.iter().map(|p| p.vertex).collect();
    let held = |v: &u32| pinned.contains(v);
    let part = |row: &&Vec<u32>| row.iter().any(held) && !row.iter().all(held);
    let Some(row) = ties.iter().find(part) else { return Ok(()) };
    let what = format!("the row of vertex {} is tied, but only a part of it is pinned", row[0]);
    Err(Error::input("tie.on", what, "pin whole rows (select = \"top\" or \"bottom\"), or leave the tie out"))
}

#[cfg(test)]
mod tests {
    use super::super::Model;
    use super::*;
    use crate::scene::{Load, Pattern, Pin, Select};
    use glam::Vec3;

    /// A strip of three rows with three vertices each, held at its bottom.
    fn scene() -> Scene {
        let mut scene = Scene { method: MethodName::DiscreteShells, ..Scene::default() };
        (scene.mesh.rows, scene.mesh.columns, scene.material.young) = (3, 3, 1e6);
        scene.pin = vec![Pin { select: Select::Bottom, clamp: true, ..Pin::default() }];
        scene
    }

    fn held(model: &Model) -> Vec<u32> {
        model.pinned.iter().map(|p| p.vertex).collect()
    }

    #[test]
    fn clamped_edges_are_in_their_triangles_order() {
        let model = Model::new(&scene()).unwrap();
        let corners: Vec<_> = model.clamped.iter().map(|w| (w.corners, w.by)).collect();
        assert_eq!(corners, [([6, 7, 3], 0), ([7, 8, 4], 0)]);
        assert_eq!(held(&model), [6, 7, 8]);
        for wing in &model.clamped {
            let is = |t: &[u32; 3]| (0..3).any(|k| [t[k], t[(k + 1) % 3], t[(k + 2) % 3]] == wing.corners);
            assert!(model.mesh.triangles.iter().any(is));
        }
        let mut other = scene();
        other.method = MethodName::MassSpring;
        let model = Model::new(&other).unwrap();
        assert_eq!(held(&model), [3, 4, 5, 6, 7, 8]);
        assert!(model.pinned.iter().all(|p| p.pin == 0));
        // What another pin holds stays with it.
        other.pin.push(Pin { select: Select::Vertices, vertices: vec![4, 8], ..Pin::default() });
        let model = Model::new(&other).unwrap();
        let by: Vec<_> = model.pinned.iter().map(|p| (p.vertex, p.pin)).collect();
        assert_eq!(by, [(3, 0), (4, 1), (6, 0), (7, 0), (8, 1)]);
        assert_eq!(model.clamped.len(), 1);
    }

    #[test]
    fn a_pin_without_an_edge_clamps_nothing() {
        let mut scene = scene();
        scene.pin[0].select = Select::Corners;
        let error = Model::new(&scene).unwrap_err().to_string();
        assert!(
            error.starts_with("pin.0.clamp: there is no edge whose slope it holds; let the pin"),
            "{error}"
        );
        scene.pin[0].clamp = false;
        assert!(Model::new(&scene).unwrap().clamped.is_empty());
    }

    #[test]
    fn loads_share_by_mass_and_by_length() {
        let mut scene = scene();
        scene.load = vec![
            Load { select: Select::Top, force: [0.0, 0.0, 2.0], ..Load::default() },
            Load { select: Select::Right, moment: 0.5, ..Load::default() },
        ];
        let model = Model::new(&scene).unwrap();
        assert_eq!(
            model.loaded.iter().map(|l| (l.vertex, l.load)).collect::<Vec<_>>(),
            [(0, 0), (1, 0), (2, 0)]
        );
        let mass: f64 = model.masses[..3].iter().sum();
        for l in &model.loaded {
            assert!((l.share - model.masses[l.vertex as usize] / mass).abs() < 1e-12);
        }
        assert_eq!(model.turned.iter().map(|w| (w.by, w.share)).collect::<Vec<_>>(), [(1, 0.5), (1, 0.5)]);
        assert!(model.turned.iter().all(|w| [2, 5, 8].contains(&w.corners[0])));
        let shares = model.loaded.iter().map(|l| l.share).sum::<f64>();
        assert!((shares - 1.0).abs() < 1e-12);
    }

    #[test]
    fn loads_on_nothing_are_refused() {
        let mut scene = scene();
        let load = Load { select: Select::Vertices, vertices: vec![4], moment: 1.0, ..Load::default() };
        scene.load = vec![Load { force: [1.0, 0.0, 0.0], ..Load::default() }, load];
        let say = |scene: &Scene| Model::new(scene).unwrap_err().to_string();
        let error = say(&scene);
        assert!(
            error.starts_with("load.1.moment: there is no edge that it turns; let the load act"),
            "{error}"
        );
        scene.load[1].vertices[0] = 9;
        assert!(say(&scene).starts_with("load.1.vertices: vertex 9 is not among the mesh's 9;"));
        (scene.load[1].select, scene.load[1].corners) = (Select::Box, [[5.0; 3]; 2]);
        assert!(say(&scene).starts_with("load.1: the load acts on no vertex; choose another place"));
    }

    #[test]
    fn rows_are_tied() {
        let mut scene = scene();
        assert!(Model::new(&scene).unwrap().ties.is_empty());
        scene.tie.on = true;
        let model = Model::new(&scene).unwrap();
        assert_eq!(model.ties, [[6, 7, 8], [3, 4, 5], [0, 1, 2]]);
        assert_eq!(model.tie_direction, Vec3::X);
        (scene.mesh.pattern, scene.mesh.shape) = (Pattern::Equilateral, Shape::Ribbon);
        (scene.mesh.copies, scene.mesh.spacing) = (2, [3.0, 0.0, 0.0]);
        scene.mesh.rotation = [-90.0, -90.0, 0.0];
        scene.pin.clear();
        let model = Model::new(&scene).unwrap();
        let lengths: Vec<usize> = model.ties.iter().map(Vec::len).collect();
        assert_eq!(lengths, [3, 4, 3, 3, 4, 3]);
        assert_eq!((&model.ties[0], &model.ties[3]), (&vec![7, 8, 9], &vec![17, 18, 19]));
        assert!(model.tie_direction.distance(Vec3::Z) < 1e-6, "{}", model.tie_direction);
    }
}
