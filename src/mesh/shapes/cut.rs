use super::builder::Builder;
use super::irregular::{Point, delaunay};
use crate::mesh::Mesh;
use glam::Vec3;

/// How near a point of the lattice may be to the border, in edges.
const NEAREST: f64 = 0.5;

/// A rectangle in the xy plane, facing +z, its left side at x = 0 and its middle at y = 0, that is cut from a lattice of equilateral triangles with
/// edges of `edge` [m], turned by an angle [degrees]; `width` [m] is along x, `height` [m] along y. Its border has evenly spaced vertices.
pub fn cut(width: f64, height: f64, edge: f64, degrees: f64) -> Mesh {
    let mut points = border(width, height, edge);
    let (sin, cos) = degrees.to_radians().sin_cos();
    let air = NEAREST * edge;
    let inside = |x: f64, y: f64| {
        (air..=width - air).contains(&x) && (-0.5 * height + air..=0.5 * height - air).contains(&y)
    };
    let reach = ((width + height) / edge).ceil() as i32 + 1;
    for row in -2 * reach..=2 * reach {
        for column in -2 * reach..=2 * reach {
            let (u, v) =
                (edge * (f64::from(column) + 0.5 * f64::from(row)), edge * 0.75f64.sqrt() * f64::from(row));
            let (x, y) = (cos * u - sin * v + 0.5 * width, sin * u + cos * v);
            if inside(x, y) {
                points.push(Point::new(x, y));
            }
        }
    }
    let mut builder = Builder::default();
    for point in &points {
        builder.vertex(Vec3::new(point.x as f32, point.y as f32, 0.0));
    }
    for triangle in delaunay(&points) {
        builder.triangle(triangle);
    }
    builder.finish()
}

/// Points around the rectangle, about an edge apart, each once.
fn border(width: f64, height: f64, edge: f64) -> Vec<Point> {
    let [along, across] = [width, height].map(|side| (side / edge).round().max(1.0) as u32);
    let mut points = Vec::new();
    for i in 0..=along {
        let x = width * f64::from(i) / f64::from(along);
        points.extend([Point::new(x, -0.5 * height), Point::new(x, 0.5 * height)]);
    }
    for i in 1..across {
        let y = height * (f64::from(i) / f64::from(across) - 0.5);
        points.extend([Point::new(0.0, y), Point::new(width, y)]);
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Topology;

    #[test]
    fn a_strip_is_whole_however_it_is_cut() {
        for degrees in [0.0, 22.5, 45.0] {
            let mesh = cut(1.0, 0.25, 0.05, degrees);
            assert!((mesh.area() - 0.25).abs() < 1e-6, "{degrees}: {}", mesh.area());
            let topology = Topology::new(&mesh);
            assert_eq!((topology.component_count, topology.boundary_loops.len()), (1, 1));
            assert!(topology.non_manifold.is_empty());
            // No slivers: the lattice keeps away from the border.
            let smallest =
                mesh.triangles.iter().map(|t| mesh.triangle_area(*t)).fold(f64::INFINITY, f64::min);
            assert!(smallest > 0.15 * 0.05 * 0.05 * 0.433, "{degrees}: {smallest}");
        }
    }

    #[test]
    fn the_lattice_is_turned() {
        let of = |degrees: f64| cut(1.0, 0.25, 0.05, degrees).positions;
        assert!(of(0.0) != of(22.5) && of(22.5) != of(45.0));
    }
}
