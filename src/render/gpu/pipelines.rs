//! The pipelines of a picture, made once for a device.

use super::lights::{Floor, Lights};
use super::shaders::{self as s, Program, Shader};
use super::{COLOR_FORMAT, DEPTH_FORMAT, VIEW_DEPTH_FORMAT};
use crate::engine::gpu::Device;
use crate::error::Result;
use crate::kernels::common::WORKGROUP;
use crate::render::look::Coloring;
use std::collections::BTreeMap;

/// Largest number of workgroups in one dimension; WebGPU's default.
const MAX_WORKGROUPS: u32 = 65_535;

/// The mode of `draw/values.wgsl` that finds curvature, whatever it was at rest.
pub(super) const CURVATURE: u32 = 4;

/// Bind groups by shader.
pub(super) type BindGroups = BTreeMap<&'static str, wgpu::BindGroup>;

/// The mode of `draw/values.wgsl` for a colouring.
pub(super) fn mode_of(coloring: Coloring) -> u32 {
    match coloring {
        Coloring::Stretch => 1,
        Coloring::Bending => 2,
        Coloring::Speed => 3,
        Coloring::Cloth | Coloring::Constraints | Coloring::Contact => 0,
    }
}

/// How a render pipeline treats what is there already.
#[derive(Clone, Copy)]
enum Cover {
    /// It is behind everything.
    Behind,
    /// It hides what is farther.
    Solid,
    /// It lets through what is farther.
    Glass,
}

/// The pipelines.
pub(super) struct Pipelines {
    programs: BTreeMap<&'static str, Program>,
    compute: BTreeMap<&'static str, wgpu::ComputePipeline>,
    render: BTreeMap<&'static str, wgpu::RenderPipeline>,
}

impl Pipelines {
    /// For pictures with so many samples per pixel.
    pub(super) fn new(device: &Device, samples: u32) -> Result<Self> {
        use wgpu::PrimitiveTopology::{TriangleList, TriangleStrip};
        let (mut programs, mut compute, mut render) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let in_compute: [(&'static Shader, &[(&'static str, &str)]); 10] = [
            (&s::BLUR, &[("blur", "main")]),
            (&s::BOUNDS, &[("bounds", "main")]),
            (&s::DOME, &[("dome", "main")]),
            (&s::ELEMENTS, &[("elements", "main")]),
            (&s::FLOOR, &[("floor key", "key"), ("floor dome", "dome")]),
            (&s::NEAR, &[("near", "main")]),
            (&s::NORMALS, &[("normals", "main")]),
            (&s::SOLID_DOME, &[("solid dome", "main")]),
            (&s::STAGE, &[("stage", "main")]),
            (&s::VALUES, &[("values", "main")]),
        ];
        for (shader, entries) in in_compute {
            let program = Program::new(device, shader, wgpu::ShaderStages::COMPUTE)?;
            for (name, entry) in entries {
                compute.insert(*name, program.compute(device, entry)?);
            }
            programs.insert(shader.name, program);
        }
        let drawn: [(&'static Shader, Option<Cover>, wgpu::PrimitiveTopology); 9] = [
            (&s::BACKDROP, Some(Cover::Behind), TriangleList),
            (&s::CLOTH, Some(Cover::Solid), TriangleList),
            (&s::DEPTH_CLOTH, None, TriangleList),
            (&s::DEPTH_SOLID, None, TriangleList),
            (&s::FORCES, Some(Cover::Solid), TriangleList),
            (&s::LINKS, Some(Cover::Solid), TriangleStrip),
            (&s::MARKS, Some(Cover::Solid), TriangleStrip),
            (&s::SLICE, Some(Cover::Glass), TriangleStrip),
            (&s::SOLID, Some(Cover::Solid), TriangleList),
        ];
        for (shader, cover, topology) in drawn {
            let program = Program::new(device, shader, wgpu::ShaderStages::VERTEX_FRAGMENT)?;
            render.insert(shader.name, pipeline(device, &program, cover, topology, samples)?);
            programs.insert(shader.name, program);
        }
        Ok(Self { programs, compute, render })
    }

    /// Binds the named resources for every shader.
    pub(super) fn bind_all(
        &self,
        device: &Device,
        lights: &Lights,
        named: &[(&str, wgpu::BindingResource)],
    ) -> Result<BindGroups> {
        let mut groups = BTreeMap::new();
        for (name, program) in &self.programs {
            if *name != s::BLUR.name && *name != s::FLOOR.name {
                groups.insert(*name, program.bind(device, named)?);
            }
        }
        // What works on floors is bound to each of them.
        let floors = [("key", &lights.key_floor), ("dome", &lights.dome_floor)];
        for (which, Floor { maps, .. }) in floors {
            let [first, second] = maps.each_ref().map(wgpu::BindingResource::TextureView);
            let mut all = named.to_vec();
            all.push(("floor_map", first.clone()));
            let (floor, there, back) = if which == "key" {
                ("floor key", "blur key", "unblur key")
            } else {
                ("floor dome", "blur dome", "unblur dome")
            };
            groups.insert(floor, self.programs[s::FLOOR.name].bind(device, &all)?);
            let blur = &self.programs[s::BLUR.name];
            groups.insert(there, blur.bind(device, &[("sharp", first.clone()), ("soft", second.clone())])?);
            groups.insert(back, blur.bind(device, &[("sharp", second), ("soft", first)])?);
        }
        Ok(groups)
    }

    /// Runs a compute pipeline over a surface's bind group.
    pub(super) fn run(
        &self,
        pass: &mut wgpu::ComputePass,
        groups: &BindGroups,
        name: &str,
        group: &str,
        size: [u32; 2],
    ) {
        pass.set_pipeline(&self.compute[name]);
        pass.set_bind_group(0, &groups[group], &[]);
        pass.dispatch_workgroups(size[0], size[1], 1);
    }

    /// The same with one invocation for each of so many.
    pub(super) fn run_over(
        &self,
        pass: &mut wgpu::ComputePass,
        groups: &BindGroups,
        name: &str,
        group: &str,
        count: u32,
    ) {
        let size = count.div_ceil(WORKGROUP);
        let rows = size.div_ceil(MAX_WORKGROUPS).max(1);
        self.run(pass, groups, name, group, [size.div_ceil(rows), rows]);
    }

    /// Chooses a render pipeline and a surface's bind group.
    pub(super) fn choose(&self, pass: &mut wgpu::RenderPass, groups: &BindGroups, shader: &Shader) {
        pass.set_pipeline(&self.render[shader.name]);
        pass.set_bind_group(0, &groups[shader.name], &[]);
    }
}

fn pipeline(
    device: &Device,
    program: &Program,
    cover: Option<Cover>,
    topology: wgpu::PrimitiveTopology,
    samples: u32,
) -> Result<wgpu::RenderPipeline> {
    let blend = matches!(cover, Some(Cover::Glass)).then_some(wgpu::BlendState::ALPHA_BLENDING);
    let targets =
        [Some(wgpu::ColorTargetState { format: COLOR_FORMAT, blend, write_mask: wgpu::ColorWrites::ALL })];
    let (format, compare) = match cover {
        None => (DEPTH_FORMAT, wgpu::CompareFunction::Less),
        Some(Cover::Behind) => (VIEW_DEPTH_FORMAT, wgpu::CompareFunction::Always),
        // Nearer is larger.
        Some(_) => (VIEW_DEPTH_FORMAT, wgpu::CompareFunction::GreaterEqual),
    };
    let hides = !matches!(cover, Some(Cover::Behind | Cover::Glass));
    device.guard(program.name, 0, || {
        device.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(program.name),
            layout: Some(&program.pipeline_layout),
            vertex: wgpu::VertexState {
                module: &program.module,
                entry_point: Some("vertex"),
                compilation_options: Default::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState { topology, ..Default::default() },
            depth_stencil: Some(wgpu::DepthStencilState {
                format,
                depth_write_enabled: Some(hides),
                depth_compare: Some(compare),
                stencil: Default::default(),
                bias: Default::default(),
            }),
            multisample: wgpu::MultisampleState {
                count: if cover.is_some() { samples } else { 1 },
                ..Default::default()
            },
            fragment: cover.is_some().then(|| wgpu::FragmentState {
                module: &program.module,
                entry_point: Some("fragment"),
                compilation_options: Default::default(),
                targets: &targets,
            }),
            multiview_mask: None,
            cache: None,
        })
    })
}
