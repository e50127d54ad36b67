// Held vertices follow their pins; released ones get their mass back.

#import common/invocation

struct Pin {
    from_position: vec4<f32>, // where the step starts [m]
    to_position: vec4<f32>,   // where it ends [m]
    vertex: u32,
    held: u32,
    inverse_mass: f32,        // of the free vertex [1/kg]
    pad: u32,
}

struct Fraction {
    fraction: f32, // of the step, at the end of this substep
    pad0: u32,
    pad1: u32,
    pad2: u32,
}

@group(0) @binding(0) var<uniform> params: Fraction;
@group(0) @binding(1) var<storage, read> pins: array<Pin>;
@group(0) @binding(2) var<storage, read_write> x: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> p: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&pins)) {
        return;
    }
    let pin = pins[i];
    if (pin.vertex >= arrayLength(&x)) {
        return; // room for a hand
    }
    if (pin.held == 0u) {
        x[pin.vertex].w = pin.inverse_mass;
        p[pin.vertex].w = pin.inverse_mass;
        return;
    }
    let a = pin.from_position.xyz;
    let b = pin.to_position.xyz;
    x[pin.vertex].w = 0.0;
    p[pin.vertex] = vec4<f32>(a + (b - a) * params.fraction, 0.0);
}
