//! Which constraints a mesh gets (Kelager 2010, figure 6 and table 1).

use crate::support::{BENDING_MODELS, free_scenes, scene, simulate};
use std::collections::BTreeSet;
use toile::Scene;
use toile::kernels::constraints::triangle_bending::TriangleBending;
use toile::kernels::constraints::yarn::Yarn;
use toile::model::Model;
use toile::model::constraints::{self, ConstraintSet};
use toile::scene::{BendingModel, Schedule};

#[test]
fn the_rigid_fabric_has_the_counts_of_table_1() {
    let count = |model: &str| {
        let simulation = simulate(&scene("rigid-fabric", &[("bending_model", model)]));
        assert_eq!(simulation.model().start.len(), 100);
        let kinds = simulation.kinds();
        assert_eq!((kinds[0].label, kinds[0].count), ("stretch", Some(180)));
        assert_eq!(kinds[1].label, "bending");
        kinds[1].count.unwrap()
    };
    let counts = ["triangle", "dihedral", "stick"].map(count);
    println!("10 × 10 fabric: triangle, dihedral, stick = {counts:?}");
    assert_eq!(counts, [160, 144, 160]);
    assert_eq!(["triangle-inequality", "triangle-signed"].map(count), [160, 160]);
    assert_eq!(count("triangle-edge"), 144);
}

/// The triples of a scene's model.
fn triples(model: &Model) -> Vec<TriangleBending> {
    let mut scene = Scene::default();
    scene.triangle_bending.bending_model = BendingModel::Triangle;
    let sets = constraints::of(model, &scene);
    bytemuck::pod_collect_to_vec(&sets.iter().find(|s| s.label == "bending").unwrap().words)
}

#[test]
fn triples_are_three_vertices_and_no_pair_comes_twice() {
    for scene in free_scenes() {
        let model = Model::new(&scene).unwrap();
        let mut pairs = BTreeSet::new();
        let triples = triples(&model);
        for t in &triples {
            assert!(t.b0 != t.b1 && t.b0 != t.v && t.b1 != t.v, "{}: {t:?}", scene.name);
            assert!(pairs.insert((t.v, t.b0.min(t.b1), t.b0.max(t.b1))), "{}: {t:?} twice", scene.name);
            let ring = model.topology.neighbors.row(t.v as usize);
            assert!(ring.contains(&t.b0) && ring.contains(&t.b1), "{}: {t:?}", scene.name);
            // In opposite half-spaces: the angle at the tip is more than a right one.
            let [b0, b1, v] = [t.b0, t.b1, t.v].map(|i| model.mesh.positions[i as usize].as_dvec3());
            assert!((b0 - v).dot(b1 - v) < 0.0, "{}: {t:?}", scene.name);
        }
        assert!(!triples.is_empty());
    }
}

#[test]
fn a_corner_makes_no_triple() {
    let model = Model::new(&scene("rigid-fabric", &[])).unwrap();
    let triples = triples(&model);
    let at = |v: u32| triples.iter().filter(|t| t.v == v).count();
    assert_eq!([0, 9, 90, 99].map(at), [0; 4]);
    assert_eq!([1, 10, 95].map(at), [1; 3]);
    assert_eq!([11, 44, 88].map(at), [2; 3]);
}

/// The particles of one constraint, from its words: the indices at its start.
fn particles(set: &ConstraintSet, words: &[u32]) -> Vec<u32> {
    if set.label == "yarns" {
        return bytemuck::pod_read_unaligned::<Yarn>(bytemuck::cast_slice(words)).vertices().collect();
    }
    let indices = set.layout.fields.iter().take_while(|f| f.wgsl == "u32" && !f.name.starts_with("pad"));
    words[..indices.count()].to_vec()
}

#[test]
fn no_colour_lets_two_constraints_share_a_vertex() {
    for mut scene in free_scenes() {
        let model = Model::new(&scene).unwrap();
        for (kind, schedule) in
            BENDING_MODELS.into_iter().flat_map(|k| [(k, Schedule::Yarns), (k, Schedule::Colors)])
        {
            (scene.triangle_bending.bending_model, scene.triangle_bending.schedule) = (kind, schedule);
            for set in constraints::of(&model, &scene).iter().filter(|s| !s.colors.is_empty()) {
                let stride = set.layout.size / 4;
                let mut covered = 0;
                for color in &set.colors {
                    assert_eq!(color.start, covered);
                    covered = color.end;
                    let words = &set.words[color.start as usize * stride..color.end as usize * stride];
                    let used: Vec<u32> = words.chunks(stride).flat_map(|c| particles(set, c)).collect();
                    let different: BTreeSet<_> = used.iter().collect();
                    assert_eq!(different.len(), used.len(), "{} {kind:?} {}", scene.name, set.label);
                }
                assert_eq!(covered as usize, set.count());
            }
        }
    }
}

#[test]
fn yarns_carry_every_constraint_once() {
    let mut fused = 0;
    for scene in free_scenes() {
        let model = Model::new(&scene).unwrap();
        let sets = constraints::of(&model, &scene);
        let Some(yarns) = sets.iter().find(|s| s.label == "yarns") else { continue };
        fused += 1;
        let yarns: &[Yarn] = bytemuck::cast_slice(&yarns.words);
        let count = |label| sets.iter().find(|s| s.label == label).map_or(0, |s| s.count() as u32);
        let carried: u32 = yarns.iter().map(Yarn::projections).sum();
        assert_eq!(carried + count("bent"), count("stretch") + count("bending"), "{}", scene.name);
        let mut stretches: BTreeSet<[u32; 2]> = model.edges().into_iter().collect();
        let mut bends: BTreeSet<[u32; 3]> =
            triples(&model).iter().map(|t| [t.v, t.b0.min(t.b1), t.b0.max(t.b1)]).collect();
        for yarn in yarns {
            let vertices: Vec<u32> = yarn.vertices().collect();
            let lengths: Vec<f32> = yarn.lengths0.into_iter().chain(yarn.lengths1).collect();
            for (pair, length) in vertices.windows(2).zip(lengths).filter(|(_, length)| *length >= 0.0) {
                assert!(
                    stretches.remove(&[pair[0].min(pair[1]), pair[0].max(pair[1])]),
                    "{}: {yarn:?}",
                    scene.name
                );
                let [a, b] = [pair[0], pair[1]].map(|v| model.mesh.positions[v as usize]);
                // One rounding or two between two ways to take a length.
                assert!((a.distance(b) / length - 1.0).abs() < 1e-6);
            }
            for t in vertices.windows(3) {
                assert!(bends.remove(&[t[1], t[0].min(t[2]), t[0].max(t[2])]), "{}: {yarn:?}", scene.name);
            }
        }
        assert!(stretches.is_empty(), "{}", scene.name);
        assert_eq!(bends.len() as u32, count("bent"), "{}", scene.name);
    }
    assert!(fused >= 4, "only {fused} shapes have yarns");
}
