use super::*;
use crate::mesh::{
    Mesh, Topology,
    shapes::{Pattern, sheet},
};
use proptest::prelude::*;

fn color(particle_count: usize, items: &[Vec<u32>]) -> Coloring {
    Coloring::new(particle_count, items.len(), |i, buffer| {
        buffer.extend(&items[i]);
    })
}

fn assert_proper(particle_count: usize, items: &[Vec<u32>], coloring: &Coloring) {
    let mut seen = vec![false; items.len()];
    for range in coloring.ranges() {
        assert!(!range.is_empty(), "an empty colour");
        let mut owner = vec![u32::MAX; particle_count];
        let class = &coloring.order[range.start as usize..range.end as usize];
        assert!(class.is_sorted(), "a colour out of order");
        for &item in class {
            assert!(!std::mem::replace(&mut seen[item as usize], true));
            for &particle in &items[item as usize] {
                let other = std::mem::replace(&mut owner[particle as usize], item);
                assert!(other == u32::MAX || other == item, "{other} and {item} meet");
            }
        }
    }
    assert!(seen.iter().all(|&s| s), "an item without a colour");
}

fn edges(mesh: &Mesh) -> Vec<Vec<u32>> {
    let edges = Topology::new(mesh).edges;
    edges.iter().map(|edge| edge.vertices.to_vec()).collect()
}

fn imbalance(coloring: &Coloring) -> f64 {
    let largest = coloring.ranges().map(|r| r.len()).max().unwrap_or(0);
    largest as f64 * coloring.count() as f64 / coloring.order.len() as f64
}

#[test]
fn grids_need_few_colors_of_similar_sizes() {
    for (pattern, most) in [
        (Pattern::OneWay, 8),
        (Pattern::Alternating, 9),
        (Pattern::Crossed, 9),
        (Pattern::Equilateral, 8),
        (Pattern::Irregular, 12),
    ] {
        let mesh = sheet(60, 60, 1.0, 1.0, pattern, 1);
        let items = edges(&mesh);
        let coloring = color(mesh.positions.len(), &items);
        assert_proper(mesh.positions.len(), &items, &coloring);
        let (count, ratio) = (coloring.count(), imbalance(&coloring));
        assert!(count <= most, "{pattern:?}: {count} colours");
        assert!(ratio <= 1.1, "{pattern:?}: max/mean {ratio}");
    }
}

#[test]
fn hinges_of_a_grid_are_balanced() {
    let mesh = sheet(60, 60, 1.0, 1.0, Pattern::OneWay, 1);
    let hinges = Topology::new(&mesh).hinges;
    let items: Vec<_> = hinges.iter().map(|h| h.vertices.to_vec()).collect();
    let coloring = color(mesh.positions.len(), &items);
    assert_proper(mesh.positions.len(), &items, &coloring);
    assert!(imbalance(&coloring) <= 1.1, "{}", imbalance(&coloring));
}

#[test]
fn a_star_has_a_color_per_item() {
    let items: Vec<_> = (1..=500).map(|i| vec![0, i]).collect();
    let coloring = color(501, &items);
    assert_proper(501, &items, &coloring);
    assert_eq!(coloring.count(), 500);
}

#[test]
fn nothing_and_items_without_particles() {
    assert_eq!(color(0, &[]).count(), 0);
    assert_eq!(color(3, &[vec![], vec![], vec![1, 1]]).count(), 1);
}

proptest! {
    #[test]
    fn any_items_are_colored_properly(
        items in prop::collection::vec(prop::collection::vec(0u32..40, 0..6), 0..300),
    ) {
        let coloring = color(40, &items);
        assert_proper(40, &items, &coloring);
        prop_assert_eq!(&coloring, &color(40, &items));
    }
}
