//! Rigid bodies: what cloth meets, and what meets other bodies.

use super::Track;
use serde::{Deserialize, Serialize};

/// The largest number of bodies in a scene, rain included.
pub const BODY_LIMIT: usize = 1024;

/// A rigid body. Its own axes are turned and moved into the scene; a shape's axis is the body's y.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Body {
    /// Name in the report.
    pub name: String,
    /// What moves it.
    pub kind: BodyKind,
    /// Its shape.
    pub shape: BodyShape,
    /// The OBJ file of the shape `mesh`, relative to the scene file.
    pub file: String,
    /// Radius of a sphere, a capsule or a cylinder; of the circle that a torus's tube is around [m].
    pub radius: f64,
    /// Radius of a torus's tube [m].
    pub tube: f64,
    /// Height of a cylinder; distance of a capsule's two centres [m].
    pub length: f64,
    /// Edges of a box [m].
    pub size: [f64; 3],
    /// Factor on a mesh's coordinates.
    pub scale: f64,
    /// Distance of a mesh's field samples [m]; 0 for a 64th of its largest extent.
    pub cell: f64,
    /// Half the thickness that an open mesh is given [m]; 0 for a mesh that must be closed.
    pub thickness: f64,
    /// A file that keeps the mesh's distance field from run to run; empty for none.
    pub cache: String,
    /// Mass per volume [kg/m³].
    pub density: f64,
    /// Mass [kg]; 0 to take it from the density.
    pub mass: f64,
    /// Coefficient of friction with cloth; two bodies that meet take the mean of theirs.
    pub friction: f64,
    /// How much of its speed it keeps when it bounces off another body, 0 to 1.
    pub restitution: f64,
    /// Where it starts [m].
    pub position: [f64; 3],
    /// How it starts: rotation about x, then y, then z [degrees].
    pub rotation: [f64; 3],
    /// Velocity of a dynamic body at the start [m/s].
    pub velocity: [f64; 3],
    /// Angular velocity of a dynamic body at the start [rad/s].
    pub spin: [f64; 3],
    /// Displacement of a kinematic body along x, y and z over time [m].
    pub path: [Track; 3],
    /// Rotation of a kinematic body about x, then y, then z over time, before `rotation` [degrees].
    pub turn: [Track; 3],
    /// Whether cloth pushes a dynamic body.
    pub two_way: bool,
}

impl Default for Body {
    /// A ball of wood that stays where it is.
    fn default() -> Self {
        Self {
            name: String::new(),
            kind: BodyKind::default(),
            shape: BodyShape::default(),
            file: String::new(),
            radius: 0.1,
            tube: 0.03,
            length: 0.2,
            size: [0.2; 3],
            scale: 1.0,
            cell: 0.0,
            thickness: 0.0,
            cache: String::new(),
            density: 600.0,
            mass: 0.0,
            friction: 0.3,
            restitution: 0.0,
            position: [0.0; 3],
            rotation: [0.0; 3],
            velocity: [0.0; 3],
            spin: [0.0; 3],
            path: [const { Track::constant(0.0) }; 3],
            turn: [const { Track::constant(0.0) }; 3],
            two_way: true,
        }
    }
}

/// What moves a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BodyKind {
    /// Nothing.
    #[default]
    Static,
    /// Its path and turn over time.
    Kinematic,
    /// Gravity, other bodies and cloth.
    Dynamic,
}

/// A body's shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BodyShape {
    /// A ball.
    #[default]
    Sphere,
    /// A box.
    Box,
    /// A cylinder with round ends, along y.
    Capsule,
    /// A cylinder, along y.
    Cylinder,
    /// A ring around the y axis.
    Torus,
    /// Everything below the body's own xz plane.
    HalfSpace,
    /// An OBJ file.
    Mesh,
    /// The rabbit of `assets/meshes`.
    Rabbit,
}

/// Dynamic bodies of random size, shape, place and velocity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rain {
    /// How many.
    pub count: u32,
    /// Two corners of the box that they start in [m].
    pub corners: [[f64; 3]; 2],
    /// Smallest and largest radius of a sphere around one [m].
    pub size: [f64; 2],
    /// Largest speed along each axis at the start [m/s].
    pub speed: f64,
    /// Mass per volume [kg/m³].
    pub density: f64,
    /// Coefficient of friction.
    pub friction: f64,
}

impl Default for Rain {
    /// None; once there are some, toys of wood.
    fn default() -> Self {
        Self {
            count: 0,
            corners: [[-1.0, 1.0, -1.0], [1.0, 3.0, 1.0]],
            size: [0.05, 0.15],
            speed: 0.0,
            density: 600.0,
            friction: 0.3,
        }
    }
}
