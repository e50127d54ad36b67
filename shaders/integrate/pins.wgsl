// Held vertices follow their pins; released ones get their mass back.

#import common/invocation

struct Pin {
    from_position: vec4<f32>, // where the step starts [m]
    to_position: vec4<f32>,   // where it ends [m]
    vertex: u32,
    held: u32,
    inverse_mass: f32,        // of the free vertex [1/kg]
    leader: u32,              // whose way it goes, yielding; NOBODY where it does not yield
}

struct Fraction {
    fraction: f32, // of the step, at the end of this substep
    reach: f32,    // how far what yields is led in a substep [m]
    pad0: u32,
    pad1: u32,
}

const NOBODY: u32 = 0xffffffffu;

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
    let there = a + (b - a) * params.fraction;
    if (pin.leader != NOBODY) {
        // It keeps its mass; the reach, with a minus sign, says that it is led.
        x[pin.vertex].w = pin.inverse_mass;
        p[pin.vertex] = vec4<f32>(x[pin.vertex].xyz + (there - x[pin.leader].xyz), -params.reach);
        return;
    }
    x[pin.vertex].w = 0.0;
    p[pin.vertex] = vec4<f32>(there, 0.0);
}
