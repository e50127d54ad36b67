// The 3 × 3 block of each particle on the diagonal of a shell's system, as L D Lᵀ.

#import common/block
#import common/cg
#import common/implicit
#import common/invocation
#import common/shell

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> implicit: Implicit;
@group(0) @binding(2) var<uniform> shell: Shell;
@group(0) @binding(3) var<uniform> cg: Cg;
@group(0) @binding(4) var<storage, read> offsets: array<u32>;       // where each particle's slots begin
@group(0) @binding(5) var<storage, read> slots: array<Slot>;
@group(0) @binding(6) var<storage, read> slopes: array<vec4<f32>>;
@group(0) @binding(7) var<storage, read> strains: array<vec4<f32>>; // force, stiffness, damping, tension
@group(0) @binding(8) var<storage, read> x: array<vec4<f32>>;       // w: inverse masses [1/kg]
@group(0) @binding(9) var<storage, read_write> guides: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x) || is_idle(params.phase)) {
        return;
    }
    let marks = guides[3u * i].w;
    let drag = guides[3u * i + 1u].w;
    if ((implicit.modes & BLOCKS) == 0u || x[i].w == 0.0) {
        guides[3u * i] = vec4<f32>(1.0, 1.0, 1.0, marks);
        guides[3u * i + 1u] = vec4<f32>(0.0, 0.0, 0.0, drag);
        return;
    }
    let step = shell.theta * implicit.h;
    let mass = 1.0 / x[i].w;
    var block = Block(vec3<f32>(mass), vec3<f32>(0.0));
    for (var s = offsets[i]; s < offsets[i + 1u]; s++) {
        let strain = strains[slots[s].member];
        let g = slopes[slots[s].slope].xyz;
        let along = step * (step * strain.y + strain.z);
        block.diagonal += vec3<f32>(step * step * strain.w);
        block.diagonal += g * g * along;
        block.beside += g.xxy * g.yzz * along;
    }
    if (drag > 0.0) {
        let n = guides[3u * i + 2u].xyz;
        block.diagonal += (vec3<f32>(1.0) - n * n) * drag;
        block.beside -= n.xxy * n.yzz * drag;
    }
    let factors = factored(block, mass);
    guides[3u * i] = vec4<f32>(factors.diagonal, marks);
    guides[3u * i + 1u] = vec4<f32>(factors.beside, drag);
}
