//! Mass, centre of mass and inertia of solid bodies, in f64.

use crate::mesh::Mesh;
use glam::{DMat3, DQuat, DVec3, Mat3};
use rapier3d::prelude::MassProperties;
use std::f64::consts::PI;

/// How a solid body resists being moved and turned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mass {
    /// Volume [m³].
    pub volume: f64,
    /// Mass [kg].
    pub mass: f64,
    /// Centre of mass in the body's axes [m].
    pub centre: DVec3,
    /// Inertia about the centre of mass, along the body's axes [kg·m²].
    pub inertia: DMat3,
}

impl Mass {
    /// A solid of the mass of its volume, whose axes are the principal ones; `inertia` is that of a unit mass.
    fn principal(volume: f64, inertia: DVec3) -> Self {
        Self { volume, mass: volume, centre: DVec3::ZERO, inertia: DMat3::from_diagonal(volume * inertia) }
    }

    /// A ball of density 1.
    pub fn ball(radius: f64) -> Self {
        Self::principal(4.0 / 3.0 * PI * radius.powi(3), DVec3::splat(0.4 * radius * radius))
    }

    /// A box with edges of `size` [m], of density 1.
    pub fn cuboid(size: [f64; 3]) -> Self {
        let [x, y, z] = size.map(|edge| edge * edge / 12.0);
        Self::principal(size.iter().product(), DVec3::new(y + z, z + x, x + y))
    }

    /// A cylinder along y, of density 1.
    pub fn cylinder(radius: f64, height: f64) -> Self {
        let r2 = radius * radius;
        let across = r2 / 4.0 + height * height / 12.0;
        Self::principal(PI * r2 * height, DVec3::new(across, r2 / 2.0, across))
    }

    /// A capsule along y whose two centres are `length` apart [m], of density 1.
    pub fn capsule(radius: f64, length: f64) -> Self {
        let (tube, ball) = (Self::cylinder(radius, length), Self::ball(radius));
        // Half a ball's centroid is 3/8 of the radius from its flat side.
        let (r, h) = (radius, length / 2.0);
        let across = ball.volume * (0.4 * r * r + h * h + 0.75 * h * r);
        let along = tube.inertia.y_axis.y + ball.inertia.y_axis.y;
        let across = tube.inertia.x_axis.x + across;
        let volume = tube.volume + ball.volume;
        Self::principal(volume, DVec3::new(across, along, across) / volume)
    }

    /// A ring about y, of density 1: `radius` is that of the circle in the middle of the tube [m].
    pub fn torus(radius: f64, tube: f64) -> Self {
        let (r2, t2) = (radius * radius, tube * tube);
        let across = (4.0 * r2 + 5.0 * t2) / 8.0;
        Self::principal(2.0 * PI * PI * radius * t2, DVec3::new(across, r2 + 0.75 * t2, across))
    }

    /// The inside of a closed mesh, of density 1, coordinates times `scale`; negative where it faces inward.
    ///
    /// The sum over the signed tetrahedra between the triangles and a point amid them, which is what the
    /// divergence theorem makes of the volume integrals of 1, x and xxᵀ.
    pub fn mesh(mesh: &Mesh, scale: f64) -> Self {
        let (low, high) = mesh.bounds();
        let amid = (low.as_dvec3() + high.as_dvec3()) / 2.0;
        let (mut volume, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
        for &triangle in &mesh.triangles {
            let [a, b, c] = triangle.map(|v| (mesh.positions[v as usize].as_dvec3() - amid) * scale);
            let (sixth, sum) = (a.dot(b.cross(c)) / 6.0, a + b + c);
            volume += sixth;
            first += sum * (sixth / 4.0);
            second += (outer(a) + outer(b) + outer(c) + outer(sum)) * (sixth / 20.0);
        }
        let centre = if volume == 0.0 { DVec3::ZERO } else { first / volume };
        let about = second - outer(centre) * volume;
        let trace = about.x_axis.x + about.y_axis.y + about.z_axis.z;
        let inertia = DMat3::from_diagonal(DVec3::splat(trace)) - about;
        Self { volume, mass: volume, centre: centre + amid * scale, inertia }
    }

    /// The same body with another mass [kg].
    pub fn with_mass(self, mass: f64) -> Self {
        Self { mass, inertia: self.inertia * (mass / self.mass), ..self }
    }

    /// For rapier; none unless mass and inertia, and their inverses, are positive and finite in f32.
    pub(super) fn properties(&self) -> Option<MassProperties> {
        let (moments, axes) = principal_axes(self.inertia);
        let (mass, moments) = (self.mass as f32, moments.as_vec3());
        let usable = |x: f32| x > 0.0 && x.is_finite() && (1.0 / x).is_finite();
        let all = usable(mass) && moments.to_array().into_iter().all(usable) && self.centre.is_finite();
        all.then(|| {
            let (centre, axes) = (self.centre.as_vec3(), axes.as_quat());
            MassProperties::with_principal_inertia_frame(centre, mass, moments, axes)
        })
    }

    /// The inertia as f32 along the body's axes [kg·m²].
    pub fn inertia_f32(&self) -> Mat3 {
        self.inertia.as_mat3()
    }
}

/// `a aᵀ`.
fn outer(a: DVec3) -> DMat3 {
    DMat3::from_cols(a * a.x, a * a.y, a * a.z)
}

/// Principal moments and the rotation to their axes, by Jacobi's rotations.
fn principal_axes(inertia: DMat3) -> (DVec3, DQuat) {
    let mut turned = inertia;
    let mut axes = DMat3::IDENTITY;
    // Converges quadratically: six sweeps are more than f64 needs.
    for (p, q) in [(0, 1), (0, 2), (1, 2)].into_iter().cycle().take(18) {
        let off = turned.col(p)[q];
        if off == 0.0 {
            continue;
        }
        let theta = (turned.col(q)[q] - turned.col(p)[p]) / (2.0 * off);
        let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
        let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
        let sine = tangent * cosine;
        let mut rotation = DMat3::IDENTITY;
        rotation.col_mut(p)[p] = cosine;
        rotation.col_mut(q)[q] = cosine;
        rotation.col_mut(q)[p] = sine;
        rotation.col_mut(p)[q] = -sine;
        turned = rotation.transpose() * turned * rotation;
        axes *= rotation;
    }
    let moments = DVec3::new(turned.x_axis.x, turned.y_axis.y, turned.z_axis.z);
    (moments, DQuat::from_mat3(&axes).normalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn principal_axes_give_the_matrix_back() {
        let a = DMat3::from_cols_array(&[2.0, 0.3, -0.4, 0.3, 1.0, 0.25, -0.4, 0.25, 3.0]);
        for matrix in [a, a * 1e-9, DMat3::IDENTITY, DMat3::from_diagonal(DVec3::new(3.0, 1.0, 2.0))] {
            let (moments, axes) = principal_axes(matrix);
            let r = DMat3::from_quat(axes);
            let back = r * DMat3::from_diagonal(moments) * r.transpose();
            let difference = (back - matrix).to_cols_array().into_iter().fold(0.0f64, |m, x| m.max(x.abs()));
            assert!(difference <= 1e-14 * matrix.x_axis.length() * 4.0, "{difference}");
        }
    }
}
