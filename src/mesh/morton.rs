//! An order of points that stays near itself (Morton 1966).

use glam::DVec3;

/// The points' indices along a Morton curve of ten bits per axis; points of one cell keep their order.
pub fn morton_order(points: &[DVec3]) -> Vec<u32> {
    let low = points.iter().copied().fold(DVec3::INFINITY, DVec3::min);
    let high = points.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
    let scale = 1023.0 / (high - low).max_element().max(f64::MIN_POSITIVE);
    let code = |p: DVec3| {
        let [x, y, z] = ((p - low) * scale).to_array().map(|v| spread(v as u32));
        x | y << 1 | z << 2
    };
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    order.sort_by_cached_key(|&i| (code(points[i as usize]), i));
    order
}

/// Ten bits, each followed by two zeros.
fn spread(bits: u32) -> u32 {
    let mut x = bits & 0x3ff;
    x = (x | x << 16) & 0x30000ff;
    x = (x | x << 8) & 0x300f00f;
    x = (x | x << 4) & 0x30c30c3;
    (x | x << 2) & 0x9249249
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_visits_the_corners_of_a_cube_in_turn() {
        let corner = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
        let points: Vec<DVec3> = [6, 1, 7, 0, 3, 2, 5, 4].map(corner).to_vec();
        assert_eq!(morton_order(&points), [3, 1, 5, 4, 7, 6, 0, 2]);
        assert_eq!(morton_order(&[DVec3::ONE; 3]), [0, 1, 2]);
        assert!(morton_order(&[]).is_empty());
    }
}
