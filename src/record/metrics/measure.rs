//! Reading the metrics off a state.

use glam::{DVec3, Vec3};

use super::{Metrics, Overhang, align};

/// What the metrics of a mesh are measured against.
#[derive(Debug, Clone)]
pub struct Measure {
    rest: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    /// Edges that have a length at rest, and that length [m].
    edges: Vec<([u32; 2], f64)>,
    /// Masses of the vertices [kg].
    masses: Vec<f64>,
    closed: bool,
    overhang: Option<Overhang>,
}

impl Measure {
    /// Measure against the positions at rest [m]; `masses` of the vertices [kg]; a volume is measured
    /// if the mesh is `closed`. Edges and triangles that name a missing vertex are left out.
    pub fn new(
        rest: &[Vec3],
        triangles: &[[u32; 3]],
        edges: &[[u32; 2]],
        masses: &[f64],
        closed: bool,
    ) -> Self {
        let rest: Vec<DVec3> = rest.iter().map(|p| p.as_dvec3()).collect();
        let there = |v: &u32| (*v as usize) < rest.len();
        let with_length = |&edge: &[u32; 2]| {
            let length = edge.iter().all(there).then(|| length(&rest, edge))?;
            (length > 0.0).then_some((edge, length))
        };
        let whole = |triangle: &&[u32; 3]| triangle.iter().all(there);
        Self {
            edges: edges.iter().filter_map(with_length).collect(),
            triangles: triangles.iter().filter(whole).copied().collect(),
            masses: masses.to_vec(),
            closed,
            overhang: None,
            rest,
        }
    }

    /// The same, with the overhang of a clamped cloth measured too.
    pub fn with_overhang(self, overhang: Option<Overhang>) -> Self {
        Self { overhang, ..self }
    }

    /// Add a frame with the given positions [m] and velocities [m/s] to `metrics`. A frame of another
    /// number of vertices is left out.
    pub fn frame(&self, positions: &[Vec3], velocities: &[Vec3], metrics: &mut Metrics) {
        let count = self.rest.len();
        if positions.len() != count || velocities.len() != count {
            log::warn!("a frame of {} vertices is not one of {count}; not measured", positions.len());
            return;
        }
        let x: Vec<DVec3> = positions.iter().map(|p| p.as_dvec3()).collect();
        let v: Vec<DVec3> = velocities.iter().map(|v| v.as_dvec3()).collect();
        if let Some((mean, max)) = mean_and_max(self.stretches(&x)) {
            metrics.stretch.push_many(mean, max);
        }
        if let Some((mean, max)) = mean_and_max(v.iter().map(|v| v.length())) {
            metrics.speed.push_many(mean, max);
        }
        metrics.kinetic_energy.push(self.kinetic_energy(&v));
        if self.closed {
            let volume = volume(&x, &self.triangles);
            metrics.volume.get_or_insert_default().push(volume);
        }
        if let Some(overhang) = &self.overhang {
            metrics.drop_over_reach.get_or_insert_default().push(overhang.drop_over_reach(&x));
        }
        if count > 0 {
            let height = self.height(&x);
            let start = *metrics.start_height.get_or_insert(height);
            metrics.sag.push(start - height);
            metrics.shape_error.push(align::distance(&self.rest, &x));
        }
        metrics.non_finite = positions.iter().filter(|p| !p.is_finite()).count() as u64;
    }

    fn stretches(&self, x: &[DVec3]) -> impl Iterator<Item = f64> {
        let edges = self.edges.iter();
        edges.map(|&(edge, rest_length)| (length(x, edge) / rest_length - 1.0).abs())
    }

    fn kinetic_energy(&self, v: &[DVec3]) -> f64 {
        let masses = self.masses.iter().zip(v);
        0.5 * masses.map(|(m, v)| m * v.length_squared()).sum::<f64>()
    }

    /// The height of the centre of mass [m]; of the vertices' centre where there is no mass.
    fn height(&self, x: &[DVec3]) -> f64 {
        let total: f64 = self.masses.iter().sum();
        if total > 0.0 && total.is_finite() {
            self.masses.iter().zip(x).map(|(m, x)| m * x.y).sum::<f64>() / total
        } else {
            x.iter().map(|x| x.y).sum::<f64>() / x.len() as f64
        }
    }
}

fn length(x: &[DVec3], [a, b]: [u32; 2]) -> f64 {
    x[a as usize].distance(x[b as usize])
}

/// The volume inside a closed mesh [m³], by the divergence theorem; positive when the triangles run
/// counter-clockwise seen from outside. Taken about the first vertex, so that a mesh far from the
/// origin loses no digits.
fn volume(x: &[DVec3], triangles: &[[u32; 3]]) -> f64 {
    let origin = x.first().copied().unwrap_or_default();
    let tetrahedron = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|v| x[v as usize] - origin);
        a.dot(b.cross(c)) / 6.0
    };
    triangles.iter().map(tetrahedron).sum()
}

/// `None` for no values; a NaN among them makes both NaN, so that it is not overlooked.
fn mean_and_max(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (mut count, mut sum, mut max) = (0_u64, 0.0, f64::NEG_INFINITY);
    for value in values {
        count += 1;
        sum += value;
        max = max.max(value);
    }
    let max = if sum.is_nan() { f64::NAN } else { max };
    (count > 0).then(|| (sum / count as f64, max))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit right tetrahedron, its triangles counter-clockwise from outside.
    fn tetrahedron() -> (Vec<Vec3>, Vec<[u32; 3]>, Vec<[u32; 2]>) {
        let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let edges = vec![[0, 1], [0, 2], [0, 3], [1, 2], [2, 3], [3, 1]];
        (positions, triangles, edges)
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-7
    }

    #[test]
    fn a_moved_and_swollen_body_has_known_metrics() {
        let (rest, triangles, edges) = tetrahedron();
        let measure = Measure::new(&rest, &triangles, &edges, &[2.0; 4], true);
        let mut metrics = Metrics::default();
        measure.frame(&rest, &[Vec3::ZERO; 4], &mut metrics);
        let shift = Vec3::new(8.0, -2.0, 0.0);
        let moved: Vec<Vec3> = rest.iter().map(|&p| p * 2.0 + shift).collect();
        let velocities = [Vec3::X * 3.0, Vec3::ZERO, Vec3::ZERO, Vec3::Y];
        measure.frame(&moved, &velocities, &mut metrics);
        assert!(close(metrics.stretch.last, 1.0) && close(metrics.stretch.max, 1.0));
        assert!(close(metrics.stretch.mean().unwrap(), 0.5));
        assert!(close(metrics.kinetic_energy.last, 10.0));
        assert!(close(metrics.speed.max, 3.0) && close(metrics.speed.last, 1.0));
        let volume = metrics.volume.unwrap();
        assert!(close(volume.last, 8.0 / 6.0) && close(volume.mean().unwrap(), 4.5 / 6.0));
        assert!(close(metrics.sag.last, 1.75), "{:?}", metrics.sag);
        let spread = (0.75_f64 * 0.75).sqrt();
        assert!(close(metrics.shape_error.last, spread), "{:?}", metrics.shape_error);
        assert_eq!(metrics.non_finite, 0);
    }

    #[test]
    fn non_finite_vertices_are_counted_and_make_null() {
        let (rest, triangles, edges) = tetrahedron();
        let measure = Measure::new(&rest, &triangles, &edges, &[1.0; 4], false);
        let mut metrics = Metrics::default();
        let mut broken = rest.clone();
        broken[3].y = f32::NAN;
        broken[1].x = f32::INFINITY;
        measure.frame(&broken, &[Vec3::ZERO; 4], &mut metrics);
        assert_eq!((metrics.non_finite, metrics.volume), (2, None));
        let json = serde_json::to_value(&metrics).unwrap();
        assert!(json["stretch"]["max"].is_null() && json["shape_error"]["last"].is_null());
        assert_eq!(json["kinetic_energy"]["last"], 0.0);
    }

    #[test]
    fn what_cannot_be_measured_is_left_out() {
        let rest = [Vec3::ZERO, Vec3::ZERO];
        let measure = Measure::new(&rest, &[[0, 1, 2]], &[[0, 1], [1, 5]], &[], true);
        let mut metrics = Metrics::default();
        measure.frame(&[Vec3::ZERO; 3], &[Vec3::ZERO; 3], &mut metrics);
        assert_eq!(metrics, Metrics::default());
        measure.frame(&rest, &[Vec3::ZERO; 2], &mut metrics);
        assert_eq!((metrics.stretch.count, metrics.sag.count), (0, 1));
    }
}
