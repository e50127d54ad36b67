// The start of a step: where each unknown would go without forces. At the very start, unknowns come from the vertices.

#import common/developable
#import common/invocation

// An unknown point, the middle of two vertices that may be one.
struct Dof {
    a: u32,
    b: u32,
    inverse_mass: f32, // [1/kg]
    stiffness: f32,    // its own, against bending [N/m]
    line: vec4<f32>,   // direction that it is free in while both are held; 0 for none
}

// What the inverse mass of a knot counts while a hand leads it, which is lighter than the ring that one leads inside of a sheet.
const KNOT: f32 = 0.03125;
const TINY: f32 = 1.0e-30;

@group(0) @binding(0) var<uniform> developable: Developable;
@group(0) @binding(1) var<storage, read> history: array<u32>;         // 1 when there is a step before
@group(0) @binding(2) var<storage, read> dofs: array<Dof>;
@group(0) @binding(3) var<storage, read> x: array<vec4<f32>>;         // vertices [m], inverse masses [1/kg]
@group(0) @binding(4) var<storage, read> v: array<vec4<f32>>;         // their velocities [m/s]
@group(0) @binding(5) var<storage, read> p: array<vec4<f32>>;         // where pins lead [m]
@group(0) @binding(6) var<storage, read_write> y: array<vec4<f32>>;     // unknowns [m], inverse masses [1/kg]: −w on a line
@group(0) @binding(7) var<storage, read_write> rates: array<vec4<f32>>; // velocities, and those before [m/s]
@group(0) @binding(8) var<storage, read_write> moves: array<vec4<f32>>; // way of this step, and of the one before [m]

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = invocation(id, groups);
    if (i >= arrayLength(&dofs)) {
        return;
    }
    let dof = dofs[i];
    let order = order_of(history[0], developable.first_order);
    var place = y[i].xyz;
    var velocity = rates[2u * i].xyz;
    var before = rates[2u * i + 1u].xyz;
    var last = moves[2u * i + 1u].xyz;
    if (history[0] == 0u) {
        place = (x[dof.a].xyz + x[dof.b].xyz) * 0.5;
        velocity = (v[dof.a].xyz + v[dof.b].xyz) * 0.5;
        before = vec3<f32>(0.0);
        last = vec3<f32>(0.0);
    }
    let step = order.part * developable.h;
    let kept = 1.0 / (1.0 + step * developable.damping);
    var way = last * order.carry + ((velocity * order.keep - before * order.old) * kept) * step;
    var inverse_mass = dof.inverse_mass;
    if (x[dof.a].w == 0.0 && x[dof.b].w == 0.0) {
        let led = (p[dof.a].xyz + p[dof.b].xyz) * 0.5 - place;
        way = led + dof.line.xyz * dot(dof.line.xyz, way - led);
        inverse_mass = select(-inverse_mass, 0.0, all(dof.line.xyz == vec3<f32>(0.0)));
    } else if (p[dof.a].w < 0.0 && p[dof.b].w < 0.0) {
        // Led by a hand, which carries it, as far as lengths let it go.
        let led = ((p[dof.a].xyz - x[dof.a].xyz) + (p[dof.b].xyz - x[dof.b].xyz)) * 0.5;
        let share = min(1.0, -p[dof.a].w / max(length(led), TINY));
        way = led * share - developable.gravity.xyz * lasting(order, developable.h);
        inverse_mass *= select(1.0, KNOT, dof.a == dof.b);
    }
    let w = abs(inverse_mass);
    let softness = w / (1.0 + lasting(order, developable.h) * w * dof.stiffness);
    y[i] = vec4<f32>(place, inverse_mass);
    rates[2u * i] = vec4<f32>(velocity, 0.0);
    rates[2u * i + 1u] = vec4<f32>(velocity, 0.0);
    moves[2u * i] = vec4<f32>(way, softness);
    moves[2u * i + 1u] = vec4<f32>(last, 0.0);
}
