//! The shaders of pictures, and programs made of them.

use super::uniforms::{Lamp, Look, Paint, Rest, SolidVertex, Stage, View};
use crate::engine::gpu::Device;
use crate::engine::layout::{GpuStruct, StructLayout};
use crate::engine::reflect;
use crate::engine::source::{Shared, Source};
use crate::error::{Error, Result};
use crate::kernels;
use crate::kernels::common::body::Body;
use wgpu::naga::{self, AddressSpace, ImageClass, ImageDimension, StorageAccess, TypeInner};

/// A shader of pictures. It has no twin: what it draws is looked at, and never goes back into a simulation.
#[derive(Debug, Clone, Copy)]
pub struct Shader {
    /// Path below `shaders/`, without the extension.
    pub name: &'static str,
    /// The file's text.
    pub wgsl: &'static str,
    /// The structs it shares with Rust.
    pub structs: &'static [fn() -> &'static StructLayout],
}

macro_rules! shaders {
    ($($constant:ident = $name:literal [$($layout:ty),*];)*) => {
        $(pub(super) const $constant: Shader = Shader {
            name: concat!("draw/", $name),
            wgsl: include_str!(concat!("../../../shaders/draw/", $name, ".wgsl")),
            structs: &[$(<$layout as GpuStruct>::layout),*],
        };)*
        /// Every shader with entry points.
        pub const ALL: &[&Shader] = &[$(&$constant),*];
    };
}

shaders! {
    BACKDROP = "backdrop" [View, Stage];
    BLUR = "blur" [];
    BOUNDS = "bounds" [];
    CLOTH = "cloth" [View, Stage, Lamp, Look, Rest];
    DEPTH_CLOTH = "depth_cloth" [View, Stage, Lamp];
    DEPTH_SOLID = "depth_solid" [View, Stage, Lamp, SolidVertex, Body];
    DOME = "dome" [View, Stage, Lamp, Look, Rest];
    ELEMENTS = "elements" [];
    FLOOR = "floor" [View, Stage, Lamp];
    FORCES = "forces" [View, Stage];
    LINKS = "links" [View, Stage];
    MARKS = "marks" [View, Stage];
    NEAR = "near" [Look, Rest, Body];
    NORMALS = "normals" [Look, Rest];
    SLICE = "slice" [View, Stage, Body];
    SOLID = "solid" [View, Stage, Lamp, SolidVertex, Body, Paint];
    SOLID_DOME = "solid_dome" [View, Stage, Lamp, SolidVertex, Body];
    STAGE = "stage" [Stage, Body];
    VALUES = "values" [Look, Rest];
}

macro_rules! shared {
    ($($name:literal),*) => {
        &[$((concat!("draw/", $name), include_str!(concat!("../../../shaders/draw/", $name, ".wgsl")))),*]
    };
}

/// The files in `shaders/draw` that shaders import.
pub const SHARED: &[Shared] =
    shared!["ground", "lights", "looks", "ordered", "shadows", "solids", "tone", "view", "weave"];

/// The shader's text with what it imports, parsed and checked against the Rust side.
pub fn assemble(shader: &Shader) -> Result<(Source, naga::Module)> {
    let shared: Vec<Shared> = kernels::SHARED.iter().chain(SHARED).copied().collect();
    let source = Source::assemble(shader.name, shader.wgsl, &shared)?;
    let (module, _) = source.module()?;
    for layout in shader.structs {
        reflect::check_struct(&module, layout())
            .map_err(|message| Error::Kernel { kernel: shader.name.into(), message })?;
    }
    Ok((source, module))
}

/// A shader on a device, with the layout of what it binds.
pub(super) struct Program {
    pub(super) name: &'static str,
    pub(super) module: wgpu::ShaderModule,
    layout: wgpu::BindGroupLayout,
    pub(super) pipeline_layout: wgpu::PipelineLayout,
    /// Names and slots.
    bindings: Vec<(String, u32)>,
}

impl Program {
    /// The shader on this device; `stages` see what it binds.
    pub(super) fn new(device: &Device, shader: &'static Shader, stages: wgpu::ShaderStages) -> Result<Self> {
        let (source, module) = assemble(shader)?;
        let (mut entries, mut bindings) = (Vec::new(), Vec::new());
        for (_, variable) in module.global_variables.iter() {
            let (Some(binding), Some(ty)) = (&variable.binding, binding_type(&module, variable)) else {
                continue;
            };
            bindings.push((variable.name.clone().unwrap_or_default(), binding.binding));
            entries.push(wgpu::BindGroupLayoutEntry {
                binding: binding.binding,
                visibility: stages,
                ty,
                count: None,
            });
        }
        let label = Some(shader.name);
        device.guard(shader.name, 0, || {
            let layout = device
                .device
                .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries: &entries });
            let pipeline_layout = device.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label,
                bind_group_layouts: &[Some(&layout)],
                immediate_size: 0,
            });
            let module = device.device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label,
                source: wgpu::ShaderSource::Wgsl(source.text.as_str().into()),
            });
            Self { name: shader.name, module, layout, pipeline_layout, bindings }
        })
    }

    /// A compute pipeline with this entry point.
    pub(super) fn compute(&self, device: &Device, entry: &str) -> Result<wgpu::ComputePipeline> {
        device.guard(self.name, 0, || {
            device.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(self.name),
                layout: Some(&self.pipeline_layout),
                module: &self.module,
                entry_point: Some(entry),
                compilation_options: Default::default(),
                cache: None,
            })
        })
    }

    /// Binds resources by their names in the shader.
    pub(super) fn bind(
        &self,
        device: &Device,
        named: &[(&str, wgpu::BindingResource)],
    ) -> Result<wgpu::BindGroup> {
        let entry = |(name, slot): &(String, u32)| {
            let found = named.iter().find(|(n, _)| n == name);
            let (_, resource) = found.ok_or_else(|| Error::Kernel {
                kernel: self.name.into(),
                message: format!("nothing is bound to `{name}`"),
            })?;
            Ok(wgpu::BindGroupEntry { binding: *slot, resource: resource.clone() })
        };
        let entries: Vec<_> = self.bindings.iter().map(entry).collect::<Result<_>>()?;
        device.guard(self.name, 0, || {
            device.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some(self.name),
                layout: &self.layout,
                entries: &entries,
            })
        })
    }
}

/// How a variable is bound; none for one that is not.
fn binding_type(module: &naga::Module, variable: &naga::GlobalVariable) -> Option<wgpu::BindingType> {
    let buffer = |ty| wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None };
    match (variable.space, &module.types[variable.ty].inner) {
        (AddressSpace::Uniform, _) => Some(buffer(wgpu::BufferBindingType::Uniform)),
        (AddressSpace::Storage { access }, _) => {
            let read_only = !access.contains(StorageAccess::STORE);
            Some(buffer(wgpu::BufferBindingType::Storage { read_only }))
        }
        (AddressSpace::Handle, TypeInner::Sampler { comparison }) => {
            let kind = if *comparison {
                wgpu::SamplerBindingType::Comparison
            } else {
                wgpu::SamplerBindingType::Filtering
            };
            Some(wgpu::BindingType::Sampler(kind))
        }
        (AddressSpace::Handle, TypeInner::Image { dim: ImageDimension::D2, arrayed, class }) => {
            let view_dimension =
                if *arrayed { wgpu::TextureViewDimension::D2Array } else { wgpu::TextureViewDimension::D2 };
            Some(match class {
                ImageClass::Storage { .. } => wgpu::BindingType::StorageTexture {
                    access: wgpu::StorageTextureAccess::WriteOnly,
                    format: super::FLOOR_FORMAT,
                    view_dimension,
                },
                ImageClass::Depth { .. } => sampled(wgpu::TextureSampleType::Depth, view_dimension),
                _ => sampled(wgpu::TextureSampleType::Float { filterable: true }, view_dimension),
            })
        }
        _ => None,
    }
}

fn sampled(
    sample_type: wgpu::TextureSampleType,
    view_dimension: wgpu::TextureViewDimension,
) -> wgpu::BindingType {
    wgpu::BindingType::Texture { sample_type, view_dimension, multisampled: false }
}
