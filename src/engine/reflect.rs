//! What naga knows of a kernel: its bindings, its workgroup and its structs, checked against the Rust side.

use super::layout::StructLayout;
use super::recording::Kernel;
use super::source::{Shared, Source};
use crate::error::{Error, Result};
use wgpu::naga::{self, AddressSpace, StorageAccess, TypeInner};

/// How a kernel uses a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// A uniform.
    Uniform,
    /// Storage that is only read.
    Read,
    /// Storage that is written.
    Write,
}

/// One binding as the WGSL declares it.
#[derive(Debug, Clone)]
pub struct Binding {
    /// Its name.
    pub name: String,
    /// Its slot in group 0.
    pub slot: u32,
    /// How it is used.
    pub access: Access,
}

/// A kernel, assembled, parsed and checked against its Rust side.
#[derive(Debug, Clone)]
pub struct Reflection {
    /// The text that goes to the driver.
    pub source: Source,
    /// Invocations per workgroup.
    pub workgroup: u32,
    /// The dispatch's parameter block, if the kernel has one.
    pub params: Option<Binding>,
    /// The buffers, in the order of [`Kernel::bindings`].
    pub bindings: Vec<Binding>,
    /// naga's view of the text.
    pub module: naga::Module,
}

impl Reflection {
    /// Assembles `kernel` (with `text` in the place of its own WGSL) and checks it.
    pub fn new(kernel: &Kernel, text: &str, shared: &[Shared]) -> Result<Self> {
        let source = Source::assemble(kernel.name, text, shared)?;
        let (module, _) = source.module()?;
        let fail = |message: String| Error::Kernel { kernel: kernel.name.into(), message };
        let entry = module
            .entry_points
            .iter()
            .find(|e| e.name == "main" && e.stage == naga::ShaderStage::Compute)
            .ok_or_else(|| fail("there is no compute entry point `main`".into()))?;
        let workgroup = entry.workgroup_size.iter().product();
        let mut declared = bindings(&module);
        let params = declared.iter().position(|b| b.name == "params").map(|i| declared.remove(i));
        let find = |name: &&str| {
            let found = declared.iter().find(|b| b.name == *name).cloned();
            found.ok_or_else(|| fail(format!("there is no binding `{name}` in the WGSL")))
        };
        let bindings: Vec<Binding> = kernel.bindings.iter().map(find).collect::<Result<_>>()?;
        if let Some(extra) = declared.iter().find(|d| !kernel.bindings.contains(&d.name.as_str())) {
            return Err(fail(format!("the binding `{}` is not listed on the Rust side", extra.name)));
        }
        for layout in kernel.structs {
            check_struct(&module, layout()).map_err(fail)?;
        }
        Ok(Self { source, workgroup, params, bindings, module })
    }

    /// The value of a constant, if the text has one of that name.
    pub fn constant(&self, name: &str) -> Option<naga::Literal> {
        let (_, constant) = self.module.constants.iter().find(|(_, c)| c.name.as_deref() == Some(name))?;
        match self.module.global_expressions[constant.init] {
            naga::Expression::Literal(literal) => Some(literal),
            _ => None,
        }
    }
}

fn bindings(module: &naga::Module) -> Vec<Binding> {
    let one = |variable: &naga::GlobalVariable| {
        let access = match variable.space {
            AddressSpace::Uniform => Access::Uniform,
            AddressSpace::Storage { access } if access.contains(StorageAccess::STORE) => Access::Write,
            AddressSpace::Storage { .. } => Access::Read,
            _ => return None,
        };
        let slot = variable.binding.as_ref()?.binding;
        Some(Binding { name: variable.name.clone().unwrap_or_default(), slot, access })
    };
    module.global_variables.iter().filter_map(|(_, v)| one(v)).collect()
}

/// A member of a WGSL struct: its name, type and offset [bytes].
type Member = (String, String, usize);

/// The members of a WGSL struct, and its size [bytes].
fn members(module: &naga::Module, name: &str) -> Option<(Vec<Member>, usize)> {
    let (_, ty) = module.types.iter().find(|(_, t)| t.name.as_deref() == Some(name))?;
    let TypeInner::Struct { members, span } = &ty.inner else { return None };
    let spell = |m: &naga::StructMember| match &module.types[m.ty].inner {
        TypeInner::Scalar(s) => s.to_wgsl_name().to_string(),
        TypeInner::Vector { size, scalar } => format!("vec{}<{}>", *size as u32, scalar.to_wgsl_name()),
        other => format!("{other:?}"),
    };
    let list = members.iter().map(|m| (m.name.clone().unwrap_or_default(), spell(m), m.offset as usize));
    Some((list.collect(), *span as usize))
}

trait WgslName {
    fn to_wgsl_name(&self) -> &'static str;
}
impl WgslName for naga::Scalar {
    fn to_wgsl_name(&self) -> &'static str {
        match self.kind {
            naga::ScalarKind::Float => "f32",
            naga::ScalarKind::Uint => "u32",
            naga::ScalarKind::Sint => "i32",
            _ => "another scalar",
        }
    }
}

/// What differs between a struct in the WGSL and in Rust.
pub fn check_struct(module: &naga::Module, rust: &StructLayout) -> std::result::Result<(), String> {
    let name = rust.name;
    let (fields, size) =
        members(module, name).ok_or_else(|| format!("there is no struct `{name}` in the WGSL"))?;
    let ours: Vec<_> =
        rust.fields.iter().map(|f| (f.name.to_string(), f.wgsl.to_string(), f.offset)).collect();
    if fields != ours {
        return Err(format!("struct {name} has {fields:?} in the WGSL and {ours:?} in Rust"));
    }
    if size != rust.size {
        return Err(format!("struct {name} has {size} bytes in the WGSL and {} in Rust", rust.size));
    }
    Ok(())
}
