//! Which sides of triangles bound the polygons that they were cut from.

use std::collections::HashMap;

/// For each triangle, whether the edge opposite each corner bounds its polygon: it does unless the triangle behind it belongs
/// to the same one.
pub fn outlines(triangles: &[[u32; 3]], polygons: &[u32]) -> Vec<[bool; 3]> {
    let edge = |triangle: &[u32; 3], i: usize| {
        let [a, b] = [triangle[(i + 1) % 3], triangle[(i + 2) % 3]];
        (a.min(b), a.max(b))
    };
    let mut inside: HashMap<(u32, u32, u32), u32> = HashMap::new();
    for (triangle, &polygon) in triangles.iter().zip(polygons) {
        for i in 0..3 {
            let (a, b) = edge(triangle, i);
            *inside.entry((a, b, polygon)).or_default() += 1;
        }
    }
    let outlined = |(triangle, &polygon): (&[u32; 3], &u32)| {
        std::array::from_fn(|i| {
            let (a, b) = edge(triangle, i);
            inside.get(&(a, b, polygon)) == Some(&1)
        })
    };
    triangles.iter().zip(polygons).map(outlined).collect()
}
