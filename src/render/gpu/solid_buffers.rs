//! The bodies' surfaces on the device, in their own axes.

use super::buffer;
use super::uniforms::{Paint, SolidVertex};
use crate::engine::gpu::Device;
use crate::error::Result;
use crate::mesh::Mesh;
use crate::render::crease::Creased;
use crate::render::solids::Set;
use crate::render::studio::Material;
use wgpu::BufferUsages as Usage;

/// The bodies' surfaces on the device.
pub(super) struct SolidBuffers {
    pub(super) vertices: wgpu::Buffer,
    pub(super) indices: wgpu::Buffer,
    pub(super) lit: wgpu::Buffer,
    pub(super) paints: wgpu::Buffer,
    pub(super) vertex_count: u32,
    pub(super) index_count: u32,
    /// So many indices are of bodies that cast shadows; planes follow.
    pub(super) caster_count: u32,
}

impl SolidBuffers {
    /// Whether there is a plane, which takes away the light from below as a floor does.
    pub(super) fn has_planes(&self) -> bool {
        self.caster_count < self.index_count
    }

    pub(super) fn new(device: &Device, set: &Set, surfaces: &[Mesh]) -> Result<Self> {
        let (mut vertices, mut indices) = (Vec::new(), Vec::new());
        let mut add = |body: usize, mesh: &Mesh| {
            let creased = Creased::new(&mesh.positions, &mesh.triangles);
            let first = vertices.len() as u32;
            let corners = creased.positions.iter().zip(&creased.normals);
            vertices.extend(corners.map(|(p, n)| SolidVertex {
                position: p.extend(body as f32).to_array(),
                normal: n.extend(0.0).to_array(),
            }));
            indices.extend(creased.triangles.iter().flatten().map(|v| v + first));
            indices.len() as u32
        };
        let mut caster_count = 0;
        for scenery in [false, true] {
            for (body, mesh) in surfaces.iter().enumerate().filter(|(b, _)| set.is_scenery(*b) == scenery) {
                let end = add(body, mesh);
                caster_count = if scenery { caster_count } else { end };
            }
        }
        let paint = |body: usize| {
            let scenery = set.is_scenery(body);
            let material = Material::solid(set.color(body), scenery);
            Paint {
                color: material.front.extend(material.bounce).to_array(),
                gloss: [material.sheen, f32::from(u8::from(scenery)), 0.0, 0.0],
            }
        };
        let paints: Vec<Paint> = (0..surfaces.len()).map(paint).collect();
        let lit = vec![[0f32; 4]; vertices.len()];
        let storage = |label, bytes: &[u8]| buffer(device, label, bytes, Usage::STORAGE);
        Ok(Self {
            vertices: storage("solids", bytemuck::cast_slice(&vertices))?,
            indices: buffer(device, "solids' corners", bytemuck::cast_slice(&indices), Usage::INDEX)?,
            lit: storage("solids' light", bytemuck::cast_slice(&lit))?,
            paints: storage("paints", bytemuck::cast_slice(&paints))?,
            vertex_count: vertices.len() as u32,
            index_count: indices.len() as u32,
            caster_count,
        })
    }
}
