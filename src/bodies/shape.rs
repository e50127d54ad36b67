//! A body's shape as rapier collides it with other bodies, and its mass.

use super::Mass;
use crate::error::{Error, Result};
use crate::mesh::{Mesh, Topology, shapes};
use crate::scene::{Body, BodyKind, BodyShape};
use glam::Vec3;
use parry3d::transformation::vhacd::{VHACD, VHACDParameters};
use rapier3d::prelude::{Pose, SharedShape, TriMeshFlags};
use std::borrow::Cow;
use std::f64::consts::TAU;

/// Capsules that stand for a torus: their distance from it is at most 0.25 % of its radius.
const TORUS_PIECES: u32 = 32;

/// Body `index` of the scene with its mesh, if it has one.
pub(super) struct Form<'a> {
    body: &'a Body,
    at: String,
    mesh: Option<Cow<'a, Mesh>>,
}

impl<'a> Form<'a> {
    /// Checks all that the shape is made from.
    pub(super) fn new(index: usize, body: &'a Body, mesh: Option<&'a Mesh>) -> Result<Self> {
        let meshed = matches!(body.shape, BodyShape::Mesh | BodyShape::Rabbit);
        let mesh = match mesh.filter(|_| meshed) {
            None if body.shape == BodyShape::Rabbit => Some(Cow::Owned(shapes::rabbit()?)),
            mesh => mesh.map(Cow::Borrowed),
        };
        let form = Self { body, at: format!("body.{index}"), mesh };
        form.check_numbers()?;
        form.check_sizes()?;
        if meshed {
            form.check_mesh()?
        }
        if body.kind == BodyKind::Dynamic {
            form.check_dynamic()?
        }
        Ok(form)
    }

    /// The error of one of the body's fields.
    pub(super) fn fault(&self, field: &str, what: impl Into<String>, advice: &str) -> Error {
        Error::input(format!("{}.{field}", self.at), what, advice)
    }

    fn check_numbers(&self) -> Result<()> {
        let body = self.body;
        let vectors = [
            ("position", body.position),
            ("rotation", body.rotation),
            ("velocity", body.velocity),
            ("spin", body.spin),
        ];
        for (field, value) in vectors {
            if !value.iter().all(|x| (*x as f32).is_finite()) {
                return Err(self.fault(field, format!("{value:?} is not finite"), "give three numbers"));
            }
        }
        for (field, value) in [("friction", body.friction), ("restitution", body.restitution)] {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(self.fault(field, format!("is {value}"), "give a number from 0 up"));
            }
        }
        Ok(())
    }

    fn check_sizes(&self) -> Result<()> {
        let body = self.body;
        let positive = |field: &str, value: f64| {
            let usable = (value as f32) > 0.0 && (value as f32).is_finite();
            let fault = || self.fault(field, format!("is {value}"), "give a length above 0");
            usable.then_some(()).ok_or_else(fault)
        };
        match body.shape {
            BodyShape::Sphere => positive("radius", body.radius),
            BodyShape::Box => body.size.iter().try_for_each(|edge| positive("size", *edge)),
            BodyShape::Capsule if body.length == 0.0 => positive("radius", body.radius),
            BodyShape::Capsule | BodyShape::Cylinder => {
                positive("radius", body.radius).and_then(|()| positive("length", body.length))
            }
            BodyShape::Torus => positive("radius", body.radius).and_then(|()| positive("tube", body.tube)),
            BodyShape::HalfSpace => Ok(()),
            BodyShape::Mesh | BodyShape::Rabbit => positive("scale", body.scale),
        }
    }

    fn check_mesh(&self) -> Result<()> {
        let advice = "name an OBJ file with faces";
        let Some(mesh) = &self.mesh else {
            return Err(self.fault("file", "there is no mesh", advice));
        };
        let count = mesh.positions.len();
        if mesh.triangles.is_empty() {
            return Err(self.fault("file", "the mesh has no faces", advice));
        }
        if mesh.triangles.iter().flatten().any(|v| *v as usize >= count) {
            return Err(self.fault("file", "a face has a vertex that there is not", advice));
        }
        let scale = self.body.scale as f32;
        if !mesh.positions.iter().all(|p| (*p * scale).is_finite()) {
            return Err(self.fault("file", "a coordinate is not finite", advice));
        }
        Ok(())
    }

    fn check_dynamic(&self) -> Result<()> {
        let body = self.body;
        if body.shape == BodyShape::HalfSpace {
            let advice = "make it static or kinematic, or choose another shape";
            return Err(self.fault("kind", "a half-space has no mass and cannot be dynamic", advice));
        }
        if body.shape == BodyShape::Torus && body.tube > body.radius {
            let what = format!("{} is more than the radius {}: the ring has no hole", body.tube, body.radius);
            return Err(self.fault("tube", what, "give a thinner tube"));
        }
        if let Some(mesh) = &self.mesh
            && !is_closed(mesh)
        {
            let what = "the mesh is open, so that a dynamic body has no volume";
            return Err(self.fault("file", what, "close the mesh, or make the body static or kinematic"));
        }
        Ok(())
    }

    /// The mass of a dynamic body.
    pub(super) fn mass(&self) -> Result<Mass> {
        let body = self.body;
        let solid = self.solid();
        let (field, advice) = self.extent();
        if !(solid.volume.abs() > 0.0 && solid.volume.is_finite()) {
            return Err(self.fault(field, format!("the volume is {} m³", solid.volume), advice));
        }
        if !(body.mass >= 0.0 && body.mass.is_finite()) {
            let advice = "give a mass above 0, or 0 to take it from the density";
            return Err(self.fault("mass", format!("is {} kg", body.mass), advice));
        }
        if body.mass == 0.0 && !(body.density > 0.0 && body.density.is_finite()) {
            let what = format!("is {} kg/m³, and the body has no other mass", body.density);
            return Err(self.fault("density", what, "give a density or a mass above 0"));
        }
        let volume = solid.volume.abs();
        let mass = if body.mass > 0.0 { body.mass } else { volume * body.density };
        let mass = Mass { volume, ..solid.with_mass(mass) };
        if mass.properties().is_none() {
            let what = format!("the mass {:e} kg or the inertia is too small or too large", mass.mass);
            return Err(self.fault(if body.mass > 0.0 { "mass" } else { field }, what, advice));
        }
        Ok(mass)
    }

    /// The shape at density 1.
    fn solid(&self) -> Mass {
        let body = self.body;
        match (body.shape, &self.mesh) {
            (BodyShape::Box, _) => Mass::cuboid(body.size),
            (BodyShape::Capsule, _) => Mass::capsule(body.radius, body.length),
            (BodyShape::Cylinder, _) => Mass::cylinder(body.radius, body.length),
            (BodyShape::Torus, _) => Mass::torus(body.radius, body.tube),
            (BodyShape::Mesh | BodyShape::Rabbit, Some(mesh)) => Mass::mesh(mesh, body.scale),
            _ => Mass::ball(body.radius),
        }
    }

    /// The field that says how large the body is, and what to do about it.
    fn extent(&self) -> (&'static str, &'static str) {
        let advice = "give the body a size between a millimetre and a kilometre";
        match self.body.shape {
            BodyShape::Box => ("size", advice),
            BodyShape::Mesh => ("file", "use a closed mesh with a volume"),
            BodyShape::Rabbit => ("scale", advice),
            _ => ("radius", advice),
        }
    }

    /// The shape for contact with other bodies.
    pub(super) fn collider(&self) -> Result<SharedShape> {
        let body = self.body;
        let [radius, tube, half] = [body.radius, body.tube, body.length / 2.0].map(|x| x as f32);
        Ok(match (body.shape, &self.mesh) {
            (BodyShape::Mesh | BodyShape::Rabbit, Some(mesh)) => return self.meshed(mesh),
            (BodyShape::Box, _) => {
                let [x, y, z] = body.size.map(|edge| (edge / 2.0) as f32);
                SharedShape::cuboid(x, y, z)
            }
            (BodyShape::Capsule, _) => SharedShape::capsule_y(half, radius),
            (BodyShape::Cylinder, _) => SharedShape::cylinder(half, radius),
            (BodyShape::Torus, _) => ring(body.radius, tube),
            (BodyShape::HalfSpace, _) => SharedShape::halfspace(Vec3::Y),
            _ => SharedShape::ball(radius),
        })
    }

    /// Triangles where the body does not give way; convex pieces for a dynamic one, since triangles have no inside.
    fn meshed(&self, mesh: &Mesh) -> Result<SharedShape> {
        let scale = self.body.scale as f32;
        let points: Vec<Vec3> = mesh.positions.iter().map(|p| *p * scale).collect();
        if self.body.kind == BodyKind::Dynamic {
            let pieces = pieces(&points, &mesh.triangles);
            return pieces.ok_or_else(|| {
                self.fault("file", "the mesh has no convex hull", "use a closed mesh with a volume")
            });
        }
        let smooth = TriMeshFlags::FIX_INTERNAL_EDGES;
        let flags = if is_closed(mesh) { smooth | TriMeshFlags::ORIENTED } else { TriMeshFlags::empty() };
        SharedShape::trimesh_with_flags(points, mesh.triangles.clone(), flags)
            .map_err(|e| self.fault("file", format!("the mesh cannot be used: {e}"), "mend the mesh"))
    }
}

/// Whether every edge has two triangles that agree on what is outside.
fn is_closed(mesh: &Mesh) -> bool {
    let topology = Topology::new(mesh);
    topology.boundary_loops.is_empty() && topology.non_manifold.is_empty()
}

/// Capsules along chords of the circle, as far outside it at their ends as inside in their middles.
fn ring(radius: f64, tube: f32) -> SharedShape {
    let step = TAU / f64::from(TORUS_PIECES);
    let reach = radius * 2.0 / (1.0 + (step / 2.0).cos());
    let corner = |i: u32| {
        let (sin, cos) = (step * f64::from(i)).sin_cos();
        Vec3::new((reach * cos) as f32, 0.0, (reach * sin) as f32)
    };
    let piece = |i| (Pose::IDENTITY, SharedShape::capsule(corner(i), corner((i + 1) % TORUS_PIECES), tube));
    SharedShape::compound((0..TORUS_PIECES).map(piece).collect())
}

/// Convex pieces of a closed mesh: their hulls follow its hollows, where one hull would keep other bodies away
/// (the rabbit: 13 pieces with 0.98 times its volume; one hull has 1.77 times). One hull of all where a piece has
/// none, so that nothing is missing.
fn pieces(points: &[Vec3], triangles: &[[u32; 3]]) -> Option<SharedShape> {
    let parameters = VHACDParameters { resolution: 32, ..VHACDParameters::default() };
    let cut = VHACD::decompose(&parameters, points, triangles, true);
    // Not `compute_exact_convex_hulls`, which panics on a piece without volume.
    let surfaces = cut.compute_primitive_intersections(points, triangles);
    let hull = |surface: &Vec<Vec3>| SharedShape::convex_hull(surface).map(|hull| (Pose::IDENTITY, hull));
    let hulls: Option<Vec<_>> = surfaces.iter().map(hull).collect();
    match hulls {
        Some(hulls) if !hulls.is_empty() => Some(SharedShape::compound(hulls)),
        _ => SharedShape::convex_hull(points),
    }
}
