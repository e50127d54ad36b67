//! Covering a grid with triangles, and using the processor's cores.

use std::ops::Range;

use glam::Vec2;

/// How far outside a triangle a centre still counts, in barycentric coordinates: neighbours then
/// overlap by a hair instead of leaving pinholes between them.
const SLACK: f32 = 1e-5;

/// Call `put` with column, row and barycentric coordinates for each cell of a grid, `width` wide and
/// limited to `rows`, whose centre lies in the triangle. Either orientation is filled.
pub(super) fn fill(
    [a, b, c]: [Vec2; 3],
    width: usize,
    rows: Range<usize>,
    mut put: impl FnMut(usize, usize, [f32; 3]),
) {
    let area = (b - a).perp_dot(c - a);
    if area == 0.0 || !area.is_finite() {
        return;
    }
    let first = (a.y.min(b.y).min(c.y) - 0.5).ceil().max(rows.start as f32) as usize;
    let last = (a.y.max(b.y).max(c.y) - 0.5).floor().min(rows.end as f32 - 1.0);
    // A triangle above the grid has a negative last row, which a cast would turn into row 0.
    if last < 0.0 {
        return;
    }
    let slope_b = (c.y - a.y) / area;
    let slope_c = (a.y - b.y) / area;
    let slopes = [-slope_b - slope_c, slope_b, slope_c];
    for y in first..=last as usize {
        let from_a = Vec2::new(0.5, y as f32 + 0.5) - a;
        let at_b = from_a.perp_dot(c - a) / area;
        let at_c = (b - a).perp_dot(from_a) / area;
        let start = [1.0 - at_b - at_c, at_b, at_c];
        let Some((left, right)) = span(start, slopes, width) else {
            continue;
        };
        for x in left..=right {
            let weights: [f32; 3] = std::array::from_fn(|i| start[i] + slopes[i] * x as f32);
            put(x, y, weights);
        }
    }
}

/// The columns of a row in which all three coordinates are positive.
fn span(start: [f32; 3], slopes: [f32; 3], width: usize) -> Option<(usize, usize)> {
    let (mut left, mut right) = (0.0_f32, width as f32 - 1.0);
    for (value, slope) in start.into_iter().zip(slopes) {
        let zero = -(value + SLACK) / slope;
        if slope > 0.0 {
            left = left.max(zero);
        } else if slope < 0.0 {
            right = right.min(zero);
        } else if value < -SLACK {
            return None;
        }
    }
    let (left, right) = (left.ceil(), right.floor());
    (left <= right).then_some((left as usize, right as usize))
}

/// The results of `work` for 0..count in order, computed on all cores.
pub(super) fn in_parallel<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(16);
    let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
    // Dealt out like cards, since neighbouring pieces tend to cost alike.
    let mut hands: Vec<Vec<(usize, &mut Option<T>)>> = (0..threads).map(|_| Vec::new()).collect();
    for (i, slot) in results.iter_mut().enumerate() {
        hands[i % threads].push((i, slot));
    }
    std::thread::scope(|scope| {
        for hand in hands {
            let work = &work;
            scope.spawn(move || {
                for (i, slot) in hand {
                    *slot = Some(work(i));
                }
            });
        }
    });
    results.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_triangles_cover_a_square_without_a_hole() {
        let corners = [(1.3, 0.7), (9.1, 2.2), (7.7, 8.9), (0.4, 6.6)].map(Vec2::from);
        let mut covered = [[0; 10]; 10];
        for [a, b, c] in [[0, 1, 2], [0, 3, 2]] {
            let triangle = [corners[a], corners[b], corners[c]];
            fill(triangle, 10, 0..10, |x, y, weights| {
                let point = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
                let mixed = triangle[0] * weights[0] + triangle[1] * weights[1] + triangle[2] * weights[2];
                assert!((mixed - point).length() < 1e-4);
                covered[y][x] += 1;
            });
        }
        assert!((3..6).all(|y| (2..7).all(|x| covered[y][x] >= 1)));
        assert_eq!(covered[0], [0; 10]);
        let total: i32 = covered.iter().flatten().sum();
        assert!((46..=54).contains(&total), "{total}");
    }

    #[test]
    fn what_is_off_the_grid_is_cut_off() {
        let mut count = 0;
        let huge = [(-1e6, -1e6), (1e6, -1e6), (0.0, 2e6)].map(Vec2::from);
        fill(huge, 8, 2..4, |_, _, _| count += 1);
        assert_eq!(count, 16);
        let above = [(0.0, -9.0), (4.0, -9.0), (0.0, -0.6)].map(Vec2::from);
        fill(above, 8, 0..8, |_, _, _| count += 1);
        fill([Vec2::NAN; 3], 8, 0..8, |_, _, _| count += 1);
        assert_eq!(count, 16);
    }

    #[test]
    fn parallel_results_are_in_order() {
        assert_eq!(in_parallel(100, |i| i * i), (0..100).map(|i| i * i).collect::<Vec<_>>());
    }
}
