//! The kernels: the same tree as `shaders/`, each file with the structs, the [`Kernel`] and its CPU twin.
//!
//! A twin is written to be read beside its WGSL: the same names, the same order.

pub mod cg;
pub mod check;
pub mod collide;
pub mod common;
pub mod constraints;
pub mod developable;
pub mod field;
pub mod forces;
pub mod integrate;
pub mod measure;
pub mod rigid;
pub mod shell;
pub mod surface;

use crate::engine::Kernel;
pub use crate::engine::gpu::Sources;
use crate::engine::source::Shared;
use crate::error::{Error, Result};
use std::path::Path;

/// Every kernel.
pub const ALL: &[&Kernel] = &[
    &cg::arrive::KERNEL,
    &cg::begin::KERNEL,
    &cg::blocks::KERNEL,
    &cg::curvature::KERNEL,
    &cg::direction::KERNEL,
    &cg::largest::KERNEL,
    &cg::precondition::KERNEL,
    &cg::residual::KERNEL,
    &cg::scale::KERNEL,
    &cg::turn::KERNEL,
    &cg::update::KERNEL,
    &check::finite::KERNEL,
    &collide::bounds::KERNEL,
    &collide::contact::KERNEL,
    &collide::inside::KERNEL,
    &collide::interleave::KERNEL,
    &collide::project::KERNEL,
    &collide::settle::KERNEL,
    &collide::spread::KERNEL,
    &constraints::dihedral::KERNEL,
    &constraints::distance::KERNEL,
    &constraints::triangle_bending::KERNEL,
    &constraints::triangle_bending_edge::KERNEL,
    &constraints::triangle_bending_signed::KERNEL,
    &constraints::volume_apply::KERNEL,
    &constraints::volume_gradient::KERNEL,
    &constraints::volume_sum::KERNEL,
    &constraints::yarn::KERNEL,
    &developable::apply::KERNEL,
    &developable::bend::KERNEL,
    &developable::condition::KERNEL,
    &developable::finish::KERNEL,
    &developable::fold::KERNEL,
    &developable::ghost::KERNEL,
    &developable::lift::KERNEL,
    &developable::lower::KERNEL,
    &developable::measure::KERNEL,
    &developable::middle::KERNEL,
    &developable::press::KERNEL,
    &developable::product::KERNEL,
    &developable::pull::KERNEL,
    &developable::raise::KERNEL,
    &developable::renew::KERNEL,
    &developable::smooth::KERNEL,
    &developable::start::KERNEL,
    &developable::turn::KERNEL,
    &developable::unfold::KERNEL,
    &developable::update::KERNEL,
    &field::bake::KERNEL,
    &forces::faces::KERNEL,
    &forces::loads::KERNEL,
    &forces::seams::KERNEL,
    &forces::springs::KERNEL,
    &forces::stiff_springs::KERNEL,
    &forces::strain_limit::KERNEL,
    &integrate::aim::KERNEL,
    &integrate::euler::KERNEL,
    &integrate::pins::KERNEL,
    &integrate::predict::KERNEL,
    &integrate::rails::KERNEL,
    &integrate::rk4::KERNEL,
    &integrate::velocity::KERNEL,
    &measure::copy::KERNEL,
    &rigid::wrench::KERNEL,
    &shell::blocks::KERNEL,
    &shell::finish::KERNEL,
    &shell::gather::KERNEL,
    &shell::loads::KERNEL,
    &shell::members::KERNEL,
    &shell::newton::KERNEL,
    &shell::rates::KERNEL,
    &shell::slope::KERNEL,
    &shell::start::KERNEL,
    &shell::tie::KERNEL,
    &shell::ways::KERNEL,
    &surface::normals::KERNEL,
];

/// The files that kernels import.
pub const SHARED: &[Shared] = &[
    ("common/angle", include_str!("../../shaders/common/angle.wgsl")),
    ("common/block", include_str!("../../shaders/common/block.wgsl")),
    ("common/body", include_str!("../../shaders/common/body.wgsl")),
    ("common/cg", include_str!("../../shaders/common/cg.wgsl")),
    ("common/contact", include_str!("../../shaders/common/contact.wgsl")),
    ("common/cross", include_str!("../../shaders/common/cross.wgsl")),
    ("common/developable", include_str!("../../shaders/common/developable.wgsl")),
    ("common/dissection", include_str!("../../shaders/common/dissection.wgsl")),
    ("common/drag", include_str!("../../shaders/common/drag.wgsl")),
    ("common/field", include_str!("../../shaders/common/field.wgsl")),
    ("common/guide", include_str!("../../shaders/common/guide.wgsl")),
    ("common/implicit", include_str!("../../shaders/common/implicit.wgsl")),
    ("common/invocation", include_str!("../../shaders/common/invocation.wgsl")),
    ("common/project", include_str!("../../shaders/common/project.wgsl")),
    ("common/range", include_str!("../../shaders/common/range.wgsl")),
    ("common/reduce", include_str!("../../shaders/common/reduce.wgsl")),
    ("common/rounding", include_str!("../../shaders/common/rounding.wgsl")),
    ("common/shell", include_str!("../../shaders/common/shell.wgsl")),
    ("common/sim", include_str!("../../shaders/common/sim.wgsl")),
    ("common/spring", include_str!("../../shaders/common/spring.wgsl")),
    ("common/sweep", include_str!("../../shaders/common/sweep.wgsl")),
    ("common/tally", include_str!("../../shaders/common/tally.wgsl")),
    ("common/worst", include_str!("../../shaders/common/worst.wgsl")),
];

/// The kernels' texts as they stand in `shaders/`.
pub fn sources() -> Sources {
    Sources { shared: SHARED.to_vec(), ..Sources::default() }
}

/// The same read from a folder that is laid out as `shaders/`.
pub fn sources_in(folder: &Path) -> Result<Sources> {
    let mut sources = sources();
    for name in ALL.iter().map(|kernel| kernel.name).chain(SHARED.iter().map(|(name, _)| *name)) {
        let path = folder.join(format!("{name}.wgsl"));
        let missing = |e: std::io::Error| {
            let advice = "every kernel must be in the folder, and what kernels import";
            Error::input(path.display().to_string(), e.to_string(), advice)
        };
        sources.replaced.insert(name.into(), std::fs::read_to_string(&path).map_err(missing)?);
    }
    Ok(sources)
}

/// Declares a kernel from the path below `shaders/`.
macro_rules! kernel {
    ($name:literal, bindings: $bindings:expr, structs: [$($layout:ty),*], cpu: $cpu:expr) => {
        $crate::engine::Kernel {
            name: $name,
            wgsl: include_str!(concat!("../../../shaders/", $name, ".wgsl")),
            bindings: $bindings,
            structs: &[$(<$layout as $crate::engine::layout::GpuStruct>::layout),*],
            cpu: $cpu,
        }
    };
}
pub(crate) use kernel;
