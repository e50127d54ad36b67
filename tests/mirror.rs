//! Ring 1, no GPU: every kernel's WGSL and its Rust side say the same, and both trees list the same kernels.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use toile::engine::Kernel;
use toile::engine::reflect::{Access, Reflection};
use toile::engine::source::Shared;
use toile::kernels::common::{WORKGROUP, cg, implicit};
use toile::kernels::constraints::dihedral;
use toile::kernels::constraints::distance::{self, STICK};
use toile::kernels::constraints::triangle_bending::{self, INEQUALITY, PRINTED};
use toile::kernels::constraints::yarn;
use toile::kernels::forces::faces;
use toile::kernels::integrate::velocity;
use toile::kernels::{ALL, SHARED};
use toile::render::gpu::shaders as drawing;
use wgpu::naga::{
    AddressSpace, ArraySize, Handle, Literal, Module, ShaderStage, Type, TypeInner, VectorSize,
};

/// WebGPU's default limits, which every device grants.
const STORAGE_BUFFERS: usize = 8;
const UNIFORM_BUFFERS: usize = 12;
const INVOCATIONS: u32 = 256;
const WORKGROUP_BYTES: u32 = 16 * 1024;

fn reflect(kernel: &Kernel) -> Reflection {
    Reflection::new(kernel, kernel.wgsl, SHARED).unwrap_or_else(|e| panic!("{}: {e}", kernel.name))
}

/// What is wrong with a kernel's text after `from` was replaced by `to`.
fn fault(kernel: &Kernel, from: &str, to: &str) -> String {
    assert!(kernel.wgsl.contains(from), "{} has no `{from}`", kernel.name);
    let error = Reflection::new(kernel, &kernel.wgsl.replace(from, to), SHARED).unwrap_err();
    error.to_string()
}

#[test]
fn every_kernel_agrees_with_its_rust_side() {
    for kernel in ALL {
        let reflection = reflect(kernel);
        let names: Vec<&str> = reflection.bindings.iter().map(|b| b.name.as_str()).collect();
        assert_eq!(names, kernel.bindings, "{}", kernel.name);
        let slots = reflection.bindings.iter().chain(&reflection.params).map(|b| b.slot);
        assert_eq!(
            slots.collect::<BTreeSet<_>>().len(),
            names.len() + usize::from(reflection.params.is_some())
        );
    }
}

#[test]
fn a_changed_struct_is_reported() {
    let kernel = &distance::KERNEL;
    let renamed = fault(kernel, "rest_length", "length_at_rest");
    assert!(renamed.contains("struct Distance") && renamed.contains("length_at_rest"), "{renamed}");
    // What a kernel reads would fail before its struct is looked at; padding is not read.
    let padded = &dihedral::KERNEL;
    let retyped = fault(padded, "pad1: u32", "pad1: f32");
    assert!(retyped.contains("struct Dihedral"), "{retyped}");
    let swapped = fault(kernel, "    i: u32,\n    j: u32,", "    j: u32,\n    i: u32,");
    assert!(swapped.contains("struct Distance"), "{swapped}");
    let shorter = fault(padded, "    pad1: u32,\n", "");
    assert!(shorter.contains("struct Dihedral"), "{shorter}");
    let larger = fault(padded, "pad1: u32", "@size(8) pad1: u32");
    assert!(larger.contains("36 bytes") && larger.contains("32"), "{larger}");
    let gone = fault(kernel, "Distance", "Spring");
    assert!(gone.contains("no struct `Distance`"), "{gone}");
}

#[test]
fn a_changed_shared_struct_is_reported() {
    let change = |&(path, text): &Shared<'static>| -> Shared<'static> {
        (path, Box::leak(text.replace("    h: f32,", "    dt: f32,").into_boxed_str()))
    };
    let shared: Vec<Shared> = SHARED.iter().map(change).collect();
    let error = Reflection::new(&distance::KERNEL, distance::KERNEL.wgsl, &shared).unwrap_err().to_string();
    assert!(error.contains("struct Sim"), "{error}");
}

#[test]
fn a_changed_or_missing_binding_is_reported() {
    let kernel = &velocity::KERNEL;
    let moved = Kernel { bindings: &["sim", "positions", "x", "v"], ..*kernel };
    let renamed = Reflection::new(&moved, kernel.wgsl, SHARED).unwrap_err().to_string();
    assert!(renamed.contains("no binding `positions`"), "{renamed}");
    let extra = fault(
        kernel,
        "#import common/sim",
        "#import common/sim\n@group(0) @binding(9) var<uniform> more: Sim;",
    );
    assert!(extra.contains("`more` is not listed on the Rust side"), "{extra}");
    for (bindings, message) in [
        (&["sim", "p", "x"][..], "`v` is not listed on the Rust side"),
        (&["sim", "p", "x", "v", "q"][..], "no binding `q`"),
    ] {
        let changed = Kernel { bindings, ..*kernel };
        let error = Reflection::new(&changed, kernel.wgsl, SHARED).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    let nameless = fault(kernel, "fn main(", "fn start(");
    assert!(nameless.contains("no compute entry point `main`"), "{nameless}");
}

#[test]
fn shared_constants_agree() {
    for kernel in ALL {
        let reflection = reflect(kernel);
        assert_eq!(reflection.constant("WORKGROUP"), Some(Literal::U32(WORKGROUP)), "{}", kernel.name);
        assert_eq!(reflection.workgroup, WORKGROUP, "{}", kernel.name);
    }
    // A kernel that knows a mode knows it under the same bit; implicit cloth has modes of its own.
    let of_constraints = [("STICK", STICK), ("INEQUALITY", INEQUALITY), ("PRINTED", PRINTED)];
    let of_implicit = [
        ("FINITE", implicit::FINITE),
        ("SCALED", implicit::SCALED),
        ("SECOND", implicit::SECOND),
        ("WHOLE", implicit::WHOLE),
        ("BLOCKS", implicit::BLOCKS),
        ("PRINTED", implicit::PRINTED),
        ("CLOSED", implicit::CLOSED),
        ("HOOKED", implicit::HOOKED),
        ("START", cg::START),
        ("RUN", cg::RUN),
        ("REVIEW", cg::REVIEW),
        ("CHANGED", cg::CHANGED),
        ("LAST", cg::LAST),
        ("ALWAYS", cg::ALWAYS),
        ("ITERATE", cg::ITERATE),
        ("RENEW", cg::RENEW),
        ("FORCE", cg::FORCE),
        ("TERM", cg::TERM),
        ("OPERATOR", cg::OPERATOR),
    ];
    for kernel in ALL {
        let reflection = reflect(kernel);
        let is_implicit = kernel.bindings.contains(&"implicit") || kernel.bindings.contains(&"cg");
        for &(name, bit) in if is_implicit { &of_implicit[..] } else { &of_constraints } {
            let constant = reflection.constant(name);
            assert!(constant.is_none_or(|c| c == Literal::U32(bit)), "{}: {name}", kernel.name);
        }
    }
    let has = |kernel, name| reflect(kernel).constant(name).is_some();
    assert!(has(&distance::KERNEL, "STICK") && !has(&distance::KERNEL, "PRINTED"));
    assert!(has(&triangle_bending::KERNEL, "INEQUALITY") && has(&triangle_bending::KERNEL, "PRINTED"));
    assert!(has(&yarn::KERNEL, "PRINTED"));
    assert!(of_implicit.iter().all(|(name, _)| has(&faces::KERNEL, name)));
}

/// The files below a folder with this extension, as paths below it without the extension.
fn list(folder: &Path, extension: &str) -> BTreeSet<String> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { walk(&path, files) } else { files.push(path) }
        }
    }
    let mut files = Vec::new();
    walk(folder, &mut files);
    files.retain(|f| f.extension().is_some_and(|e| e == extension));
    let below =
        |f: &PathBuf| f.with_extension("").strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
    files.iter().map(below).collect()
}

#[test]
fn both_trees_list_the_same_kernels() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (common, mut shaders): (BTreeSet<_>, BTreeSet<_>) =
        list(&root.join("shaders"), "wgsl").into_iter().partition(|f| f.starts_with("common/"));
    // What draws has no twin: nothing of it goes back into a simulation. Its own list is checked below.
    shaders.retain(|f| !f.starts_with("draw/"));
    let mut twins = list(&root.join("src/kernels"), "rs");
    twins.retain(|f| !f.starts_with("common") && f != "mod" && !f.ends_with("/mod"));
    let names: Vec<String> = ALL.iter().map(|k| k.name.to_string()).collect();
    assert_eq!(names.iter().cloned().collect::<BTreeSet<_>>().len(), names.len(), "a kernel is listed twice");
    let names = BTreeSet::from_iter(names);
    assert_eq!(shaders, names, "shaders/ and kernels::ALL");
    assert_eq!(twins, names, "src/kernels/ and kernels::ALL");
    assert_eq!(
        common,
        SHARED.iter().map(|(path, _)| path.to_string()).collect(),
        "shaders/common and kernels::SHARED"
    );
}

#[test]
fn every_drawing_shader_is_listed_and_agrees_with_its_rust_side() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut listed: Vec<&str> = drawing::ALL.iter().map(|s| s.name).collect();
    listed.extend(drawing::SHARED.iter().map(|(name, _)| *name));
    let files: BTreeSet<String> =
        list(&root.join("shaders/draw"), "wgsl").iter().map(|f| format!("draw/{f}")).collect();
    assert_eq!(listed.len(), files.len());
    assert_eq!(listed.iter().map(|name| name.to_string()).collect::<BTreeSet<_>>(), files);
    for shader in drawing::ALL {
        let (_, module) = drawing::assemble(shader).unwrap_or_else(|e| panic!("{}: {e}", shader.name));
        assert!(!module.entry_points.is_empty(), "{}", shader.name);
        assert_eq!(three_in_memory(&module), None, "{}", shader.name);
        let storage = module.global_variables.iter();
        let storage = storage.filter(|(_, v)| matches!(v.space, AddressSpace::Storage { .. })).count();
        assert!(storage <= STORAGE_BUFFERS, "{} has {storage} storage buffers", shader.name);
        let structs: BTreeSet<&str> = shader.structs.iter().map(|layout| layout().name).collect();
        let bound = module.types.iter().filter_map(|(_, t)| t.name.as_deref());
        let in_rust = ["View", "Stage", "Lamp", "Look", "Rest", "SolidVertex", "Paint", "Body"];
        for name in bound.filter(|name| in_rust.contains(name)) {
            assert!(structs.contains(name), "{}: {name} is not compared", shader.name);
        }
    }
}

#[test]
fn a_changed_drawing_struct_is_reported() {
    let shader = drawing::ALL.iter().find(|s| s.name == "draw/solid").unwrap();
    let text = shader.wgsl.replace("gloss", "shine");
    let changed = drawing::Shader { wgsl: Box::leak(text.into_boxed_str()), ..**shader };
    let error = drawing::assemble(&changed).unwrap_err().to_string();
    assert!(error.contains("struct Paint") && error.contains("shine"), "{error}");
}

/// Whether a vector or a matrix of three is part of a type: its padding differs from Rust's.
fn has_three(module: &Module, ty: Handle<Type>) -> bool {
    match &module.types[ty].inner {
        TypeInner::Vector { size, .. } => *size == VectorSize::Tri,
        TypeInner::Matrix { columns, rows, .. } => *columns == VectorSize::Tri || *rows == VectorSize::Tri,
        TypeInner::Array { base, .. } => has_three(module, *base),
        TypeInner::Struct { members, .. } => members.iter().any(|m| has_three(module, m.ty)),
        _ => false,
    }
}

/// The first buffer that breaks the rule against vectors of three in memory. Structs that only functions pass on may
/// have some.
fn three_in_memory(module: &Module) -> Option<String> {
    let in_buffer = |space| matches!(space, AddressSpace::Storage { .. } | AddressSpace::Uniform);
    let buffer = module.global_variables.iter().find(|(_, v)| in_buffer(v.space) && has_three(module, v.ty));
    buffer.and_then(|(_, v)| v.name.clone())
}

#[test]
fn no_vector_of_three_lies_in_a_buffer() {
    for kernel in ALL {
        assert_eq!(three_in_memory(&reflect(kernel).module), None, "{}", kernel.name);
    }
    let module = |text: &str| wgpu::naga::front::wgsl::parse_str(text).unwrap();
    let of = |ty: &str| module(&format!("@group(0) @binding(0) var<storage> a: array<{ty}>;"));
    assert_eq!(three_in_memory(&of("vec3<f32>")), Some("a".into()));
    assert_eq!(three_in_memory(&of("mat4x3<f32>")), Some("a".into()));
    assert_eq!(three_in_memory(&of("mat3x4<f32>")), Some("a".into()));
    assert_eq!(three_in_memory(&of("vec4<f32>")), None);
    let local = "struct S { a: array<vec3<u32>, 2> }";
    let bound = format!("{local} @group(0) @binding(0) var<uniform> u: S;");
    assert_eq!(three_in_memory(&module(local)), None);
    assert_eq!(three_in_memory(&module(&bound)), Some("u".into()));
}

#[test]
fn kernels_keep_to_webgpus_default_limits() {
    for kernel in ALL {
        let reflection = reflect(kernel);
        let module = &reflection.module;
        let storage = reflection.bindings.iter().filter(|b| b.access != Access::Uniform).count();
        assert!(storage <= STORAGE_BUFFERS, "{} has {storage} storage buffers", kernel.name);
        assert!(reflection.bindings.len() + 1 - storage <= UNIFORM_BUFFERS, "{}", kernel.name);
        assert!(reflection.workgroup <= INVOCATIONS, "{}", kernel.name);
        let shared = module.global_variables.iter().filter(|(_, v)| v.space == AddressSpace::WorkGroup);
        let size = |ty| module.types[ty].inner.size(module.to_ctx());
        let bytes: u32 = shared.map(|(_, v)| size(v.ty)).sum();
        assert!(bytes <= WORKGROUP_BYTES, "{} has {bytes} bytes of workgroup memory", kernel.name);
        let entries = module.entry_points.iter().filter(|e| e.stage == ShaderStage::Compute);
        assert_eq!(entries.count(), 1, "{}: one kernel per file", kernel.name);
        assert!(
            !module
                .types
                .iter()
                .any(|(_, t)| matches!(t.inner, TypeInner::Array { size: ArraySize::Pending(_), .. }))
        );
    }
}
