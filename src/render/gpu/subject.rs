//! What is drawn of a simulation: its cloth, straight from the simulation's own buffers, and the bodies around it.

use super::inputs::Inputs;
use super::pipelines::BindGroups;
use super::uniforms::{Look, Rest, Stage as StageBuffer};
use super::{Renderer, buffer, solid_buffers::SolidBuffers};
use crate::engine::gpu::{Device, read_buffer};
use crate::error::{Error, Result};
use crate::mesh::Mesh;
use crate::mesh::topology::Topology;
use crate::methods::Surface;
use crate::model::Model;
use crate::record::normals::vertex_normals;
use crate::render::color::{PALETTE, to_linear};
use crate::render::legend::Key;
use crate::render::look::{Look as LookOptions, round_up};
use crate::render::outline::outlines;
use crate::render::solids::{Set, Stage};
use crate::scene::Scene;
use crate::simulation::Simulation;
use glam::{EulerRot, Quat, Vec3};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use wgpu::BufferUsages as Usage;

/// Checks along the longest side of a rest shape.
const CHECKS: f32 = 20.0;

/// What is drawn of a simulation.
pub struct Subject {
    pub(super) clothes: Vec<Cloth>,
    pub(super) solids: SolidBuffers,
    pub(super) inputs: Inputs,
    /// What is around the cloth.
    pub set: Set,
    /// Names of the groups of constraints, in the order of their colours.
    pub groups: Vec<String>,
    /// The model.
    pub model: Arc<Model>,
    /// Size of a check [m].
    pub(super) check: f32,
    /// The weight of one vertex, in the mean [N].
    pub(super) vertex_weight: f32,
    pub(super) body_count: u32,
    /// Vertices with a dot, and how many.
    marks: wgpu::Buffer,
    pub(super) marked: AtomicU32,
    device: Arc<Device>,
}

/// Most vertices with a dot.
const MARKS: usize = 1024;

/// One surface of the cloth.
pub(super) struct Cloth {
    /// What people choose it by.
    pub(super) name: &'static str,
    pub(super) vertex_count: u32,
    pub(super) triangle_count: u32,
    pub(super) line_count: u32,
    /// Whether its positions are worked out from the middles of sides.
    pub(super) expanded: bool,
    pub(super) corners: wgpu::Buffer,
    pub(super) looks: wgpu::Buffer,
    pub(super) groups: BindGroups,
}

impl Subject {
    /// Prepares to draw a simulation from its own buffers; from copies if it runs elsewhere.
    pub fn new(renderer: &Renderer, simulation: &mut Simulation) -> Result<Self> {
        let device = renderer.device();
        let shared = simulation.executor().as_gpu().is_some_and(|gpu| Arc::ptr_eq(gpu.device(), device));
        let surfaces = simulation.surfaces();
        Self::make(renderer, simulation, &surfaces, shared)
    }

    /// Prepares to draw states of a simulation that were kept; see [`Subject::words`].
    pub fn detached(renderer: &Renderer, simulation: &mut Simulation) -> Result<Self> {
        let surfaces = simulation.surfaces();
        Self::make(renderer, simulation, &surfaces, false)
    }

    fn make(
        renderer: &Renderer,
        simulation: &mut Simulation,
        surfaces: &[Surface],
        shared: bool,
    ) -> Result<Self> {
        let (scene, model) = (simulation.scene().clone(), simulation.model().clone());
        let device = renderer.device();
        let set = Set::new(&scene, &model);
        if surfaces.is_empty() {
            return Err(Error::input(scene.name, "its method shows no surface", "use another method"));
        }
        let inputs = Inputs::new(device, simulation, surfaces, shared)?;
        let stage = Stage::around(&model.start);
        let solids = SolidBuffers::new(device, &set, &set.surfaces(&stage))?;
        let (shape, check) = rest_shape(&scene, &model);
        let groups = simulation.groups();
        let links: Vec<[u32; 4]> = (0u32..)
            .zip(&groups)
            .flat_map(|(color, group)| group.lines.iter().map(move |&[a, b]| [a, b, color, 0]))
            .collect();
        let mut subject = Self {
            clothes: Vec::new(),
            solids,
            inputs,
            set,
            groups: groups.into_iter().map(|g| g.name).collect(),
            check,
            vertex_weight: vertex_weight(&scene, &model),
            body_count: model.bodies.len() as u32,
            marks: buffer(device, "marks", &[0; 4 * MARKS], Usage::STORAGE)?,
            marked: AtomicU32::new(0),
            device: device.clone(),
            model,
        };
        for (i, surface) in surfaces.iter().enumerate() {
            let cloth = subject.cloth(renderer, i, surface, &shape, &links)?;
            subject.clothes.push(cloth);
        }
        Ok(subject)
    }

    /// The names of the surfaces that it can be drawn by.
    pub fn surfaces(&self) -> Vec<&'static str> {
        self.clothes.iter().map(|cloth| cloth.name).collect()
    }

    /// Puts dots on vertices.
    pub fn mark(&self, vertices: &[u32]) -> Result<()> {
        let vertices = &vertices[..vertices.len().min(MARKS)];
        self.marked.store(vertices.len() as u32, Ordering::Relaxed);
        self.device.guard("marks", 0, || {
            self.device.queue.write_buffer(&self.marks, 0, bytemuck::cast_slice(vertices));
        })
    }

    /// Waits for the positions of the surface with vertices [m].
    pub fn positions(&self) -> Result<Vec<Vec3>> {
        let words = read_buffer(&self.device, &self.inputs.rows[0].positions)?;
        let vector = |w: &[u32]| Vec3::from_array([0, 1, 2].map(|i| f32::from_bits(w[i])));
        Ok(words.chunks_exact(4).map(vector).take(self.model.start.len()).collect())
    }

    /// What a legend says of it.
    pub fn key(&self) -> Key<'_> {
        Key { groups: &self.groups, arrow: self.arrow(), slice: 10.0 * self.slice_spacing() }
    }

    /// Half the longest side of the rest shape [m].
    pub(super) fn radius(&self) -> f32 {
        0.5 * CHECKS * self.check
    }

    /// How long the arrow of [`LookOptions::force`] is [m].
    pub fn arrow(&self) -> f32 {
        0.2 * self.radius()
    }

    /// The distance from line to line on a slice [m].
    pub fn slice_spacing(&self) -> f32 {
        round_up(0.03 * self.radius())
    }

    /// The surface that a look shows.
    pub(super) fn cloth_of(&self, look: &LookOptions) -> &Cloth {
        &self.clothes[look.surface.min(self.clothes.len() - 1)]
    }

    /// Whether it is drawn from the simulation's own buffers.
    pub fn is_shared(&self) -> bool {
        self.inputs.shared
    }

    /// Takes over a state that was kept; does nothing where the simulation's own buffers are drawn.
    pub fn take(&self, words: &[Vec<u32>]) -> Result<()> {
        self.inputs.take(words)
    }

    /// The state of a simulation as [`Subject::take`] wants it; waits for the device.
    pub fn words(simulation: &mut Simulation) -> Result<Vec<Vec<u32>>> {
        Inputs::words(simulation)
    }

    fn cloth(
        &self,
        renderer: &Renderer,
        index: usize,
        surface: &Surface,
        shape: &Mesh,
        links: &[[u32; 4]],
    ) -> Result<Cloth> {
        let device = renderer.device();
        let expanded = surface.sides.is_some();
        let mesh = if expanded { apart(shape) } else { shape.clone() };
        let (pieces, whole) = (expanded.then(|| Topology::new(&mesh)), &self.model.topology);
        let topology = pieces.as_ref().unwrap_or(whole);
        // Lines run between vertices, which a surface in pieces does not have.
        let links = if expanded { &[] } else { links };
        let storage = |label, bytes: &[u8]| buffer(device, label, bytes, Usage::STORAGE);
        let triangles = outlined(&mesh);
        let incident = &topology.vertex_triangles;
        let mut rest = rest(&mesh, topology);
        let vertex_count = mesh.positions.len();
        let looks = storage("looks", bytemuck::cast_slice(&vec![Look::default(); vertex_count]))?;
        let corners = storage("corners of the box", &[0; 24])?;
        let rest_buffer = storage("rest shape", bytemuck::cast_slice(&rest))?;
        let stage = buffer(
            device,
            "stage",
            bytemuck::bytes_of(&StageBuffer { ball: [0.0, 0.0, 0.0, 1.0] }),
            Usage::STORAGE | Usage::UNIFORM,
        )?;
        let palette = PALETTE.map(|c| to_linear(c).extend(1.0).to_array());
        let count = [self.body_count, 0, 0, 0];
        let rows = &self.inputs.rows[index];
        let own = match &surface.sides {
            None => None,
            Some(_) => Some(storage("corners of elements", &vec![0; 16 * vertex_count])?),
        };
        let sides: Vec<[u32; 4]> = surface.sides.iter().flatten().map(|&[a, b, c]| [a, b, c, 0]).collect();
        let named = [
            ("x", own.as_ref().unwrap_or(&rows.positions).clone()),
            ("middles", rows.positions.clone()),
            ("sides", storage("sides", bytemuck::cast_slice(&sides))?),
            ("v", rows.velocities.clone()),
            ("triangles", storage("triangles", bytemuck::cast_slice(&triangles))?),
            ("offsets", storage("triangle offsets", bytemuck::cast_slice(&incident.offsets))?),
            ("incident", storage("vertex triangles", bytemuck::cast_slice(&incident.items))?),
            ("rest", rest_buffer.clone()),
            ("looks", looks.clone()),
            ("corners", corners.clone()),
            ("stage", stage.clone()),
            ("links", storage("links", bytemuck::cast_slice(links))?),
            ("palette", storage("palette", bytemuck::cast_slice(&palette))?),
            ("marks", self.marks.clone()),
            ("count", buffer(device, "count of bodies", bytemuck::cast_slice(&count), Usage::UNIFORM)?),
            ("bodies", self.inputs.bodies.clone()),
            ("fields", self.inputs.fields.clone()),
            ("slots", self.inputs.forces.clone()),
            ("solids", self.solids.vertices.clone()),
            ("lit", self.solids.lit.clone()),
            ("paints", self.solids.paints.clone()),
        ];
        // The same resources with the rest shape in the place of the positions.
        let still: Vec<[f32; 4]> = rest.iter().map(|r| r.position).collect();
        let mut at_rest = named.clone();
        at_rest[0].1 = storage("rest positions", bytemuck::cast_slice(&still))?;
        let curvature = renderer.curvature(&at_rest, &looks, vertex_count as u32)?;
        rest.iter_mut().zip(curvature).for_each(|(r, c)| r.normal[3] = c);
        device.guard("rest shape", rest_buffer.size(), || {
            device.queue.write_buffer(&rest_buffer, 0, bytemuck::cast_slice(&rest));
        })?;
        Ok(Cloth {
            name: surface.name,
            vertex_count: vertex_count as u32,
            triangle_count: mesh.triangles.len() as u32,
            line_count: links.len() as u32,
            expanded,
            groups: renderer.bind_all(&named)?,
            corners,
            looks,
        })
    }
}

/// The rest shape in its own axes, from its lowest corner, and the size of a check on it [m].
fn rest_shape(scene: &Scene, model: &Model) -> (Mesh, f32) {
    let [x, y, z] = scene.mesh.rotation.map(|degrees| degrees.to_radians() as f32);
    let back = Quat::from_euler(EulerRot::ZYX, z, y, x).inverse();
    let mut mesh = model.mesh.clone();
    mesh.transform(|p| back * p);
    let (low, high) = mesh.bounds();
    mesh.transform(|p| p - low);
    (mesh, ((high - low).max_element() / CHECKS).max(1e-9))
}

/// A mesh whose triangles share no vertices.
fn apart(mesh: &Mesh) -> Mesh {
    let corner = |&v: &u32| mesh.positions[v as usize];
    Mesh {
        positions: mesh.triangles.iter().flatten().map(corner).collect(),
        triangles: (0..mesh.triangles.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect(),
        polygons: mesh.polygons.clone(),
    }
}

/// The triangles, each with a bit for the side opposite each corner that bounds its polygon.
fn outlined(mesh: &Mesh) -> Vec<[u32; 4]> {
    let bits = |sides: [bool; 3]| (0..3).map(|k| u32::from(sides[k]) << k).sum();
    let sides = outlines(&mesh.triangles, &mesh.polygons);
    mesh.triangles.iter().zip(sides).map(|(t, sides)| [t[0], t[1], t[2], bits(sides)]).collect()
}

fn rest(mesh: &Mesh, topology: &Topology) -> Vec<Rest> {
    let mut boundary = vec![0.0; mesh.positions.len()];
    for edge in topology.edges.iter().filter(|e| e.is_boundary()) {
        edge.vertices.iter().for_each(|&v| boundary[v as usize] = 1.0);
    }
    let normals = vertex_normals(&mesh.positions, &mesh.triangles);
    let one = |((p, n), b): ((&Vec3, Vec3), f32)| Rest {
        position: p.extend(b).to_array(),
        normal: n.extend(0.0).to_array(),
    };
    mesh.positions.iter().zip(normals).zip(boundary).map(one).collect()
}

/// The weight of one vertex, in the mean [N].
fn vertex_weight(scene: &Scene, model: &Model) -> f32 {
    let mean = model.masses.iter().sum::<f64>() / model.masses.len().max(1) as f64;
    let gravity = Vec3::from(scene.leaning_gravity().map(|g| g as f32)).length();
    (mean as f32 * gravity).max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels;
    use crate::render::Coloring;
    use crate::render::gpu::Quality;
    use crate::simulation::Backend;

    #[test]
    fn a_diagonal_is_no_line_and_pieces_have_their_own_corners() {
        let mesh = Mesh {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::ONE, Vec3::Y],
            triangles: vec![[0, 1, 2], [0, 2, 3]],
            polygons: vec![4, 4],
        };
        assert_eq!(outlined(&mesh), [[0, 1, 2, 0b101], [0, 2, 3, 0b011]]);
        let pieces = apart(&mesh);
        assert_eq!(pieces.triangles, [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(pieces.positions[4], Vec3::ONE);
        // In pieces every side is a line, the diagonal too.
        assert!(outlined(&pieces).iter().all(|t| t[3] == 0b111));
    }

    #[test]
    fn elements_have_the_corners_that_their_sides_say() {
        let device = Device::open(None, kernels::sources()).unwrap();
        let renderer = Renderer::new(device.clone(), Quality::DRAFT).unwrap();
        let scene = Scene::default();
        let mut simulation = Simulation::new(&scene, &Backend::Gpu(device)).unwrap();
        // Triangles whose corners are taken for the middles of sides are half as large as what is drawn.
        let mut surface = simulation.surfaces().swap_remove(0);
        surface.sides = Some(simulation.model().mesh.triangles.clone());
        let subject = Subject::make(&renderer, &mut simulation, &[surface], true).unwrap();
        let values = renderer.values(&subject, &LookOptions::colored(Coloring::Stretch)).unwrap();
        assert_eq!(values.len(), 3 * simulation.model().mesh.triangles.len());
        assert!(values.iter().all(|v| (v - 1.0).abs() < 1e-3), "{:?}", &values[..6]);
    }
}
