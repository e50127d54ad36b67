// What may change from step to step without recording anew.

struct Sim {
    gravity: vec4<f32>,   // acceleration [m/s²]
    wind: vec4<f32>,      // velocity of the air [m/s]; w: density times drag coefficient [kg/m³]
    h: f32,               // substep [s]
    damping: f32,         // factor on velocities per substep
    stretch: f32,         // stiffness of stretch per iteration, 0 to 1
    bending: f32,         // stiffness of bending per iteration, 0 to 1
    kappa: f32,           // κ, added to every rest height [m]
    volume: f32,          // stiffness of volume per iteration, 0 to 1
    volume_target: f32,   // volume aimed at [m³]
    step: u32,            // number of this step, from 1
}
