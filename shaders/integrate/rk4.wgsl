// One of the four stages of Runge and Kutta's method, weights 1, 2, 2, 1: adds the derivatives at this stage to the sum and
// moves on to the next stage, or from the last to the end of the substep. Drag and the decay of velocities come at the end.

#import common/drag
#import common/invocation

struct Stage {
    weight: f32, // of this stage's derivatives in the sum
    ahead: f32,  // the next stage's share of the substep
    first: u32,  // 1 in the first stage, which starts from x and v themselves
    last: u32,   // 1 in the last
}

@group(0) @binding(0) var<uniform> params: Stage;
@group(0) @binding(1) var<uniform> sim: Sim;
@group(0) @binding(2) var<storage, read> x: array<vec4<f32>>;        // positions [m], inverse masses [1/kg]
@group(0) @binding(3) var<storage, read> v: array<vec4<f32>>;        // velocities [m/s]
@group(0) @binding(4) var<storage, read> f: array<vec4<f32>>;        // forces at this stage [N]
@group(0) @binding(5) var<storage, read> normals: array<vec4<f32>>;  // area vectors of the vertices [m²]
@group(0) @binding(6) var<storage, read_write> p: array<vec4<f32>>;  // positions at the stage [m]
@group(0) @binding(7) var<storage, read_write> u: array<vec4<f32>>;  // velocities at the stage [m/s]
@group(0) @binding(8) var<storage, read_write> dx: array<vec4<f32>>; // sum of velocities [m/s]
@group(0) @binding(9) var<storage, read_write> dv: array<vec4<f32>>; // sum of accelerations [m/s²]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&x)) {
        return;
    }
    let position = x[i];
    if (position.w == 0.0) {
        // Held: p is where its pin is at the next stage.
        u[i] = vec4<f32>((p[i].xyz - position.xyz) * (1.0 / (params.ahead * sim.h)), 0.0);
        return;
    }
    var speed = u[i].xyz;
    if (params.first == 1u) {
        speed = v[i].xyz;
        dx[i] = vec4<f32>(0.0);
        dv[i] = vec4<f32>(0.0);
    }
    let acceleration = sim.gravity.xyz + f[i].xyz * position.w;
    let sum_x = dx[i].xyz + speed * params.weight;
    let sum_v = dv[i].xyz + acceleration * params.weight;
    if (params.last == 0u) {
        dx[i] = vec4<f32>(sum_x, 0.0);
        dv[i] = vec4<f32>(sum_v, 0.0);
        p[i] = vec4<f32>(position.xyz + speed * (params.ahead * sim.h), position.w);
        u[i] = vec4<f32>(v[i].xyz + acceleration * (params.ahead * sim.h), 0.0);
        return;
    }
    var velocity = v[i].xyz * sim.damping + sum_v * (sim.h * (1.0 / 6.0));
    if (sim.wind.w > 0.0) {
        velocity += drag(velocity, position.w, normals[i].xyz);
    }
    u[i] = vec4<f32>(velocity, 0.0);
    p[i] = vec4<f32>(position.xyz + sum_x * (sim.h * (1.0 / 6.0)), position.w);
}
