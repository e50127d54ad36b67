// How the solves of a run went. Whoever imports this declares `cg` and `tally`.

struct Tally {
    solves: u32,
    iterations: u32,   // of all
    most: u32,         // iterations of one
    last: u32,         // iterations of the last
    unconverged: u32,
    negative: u32,     // directions of negative curvature
    residual_sum: f32,
    residual_max: f32,
    residual: f32,     // of the last
    newton: u32,       // Newton steps of all
    newton_most: u32,  // of one
    newton_last: u32,  // of the last
    floored: u32,      // solves that ended at the floor of f32
    pad0: u32,
    pad1: u32,
    pad2: u32,
}

fn end(converged: bool) {
    cg.done = 1u;
    tally.solves += 1u;
    tally.iterations += cg.iterations;
    tally.most = max(tally.most, cg.iterations);
    tally.last = cg.iterations;
    tally.unconverged += select(1u, 0u, converged);
    tally.negative += cg.negative;
    tally.residual_sum += cg.residual;
    tally.residual_max = max(tally.residual_max, cg.residual);
    tally.residual = cg.residual;
    tally.newton += cg.newton;
    tally.newton_most = max(tally.newton_most, cg.newton);
    tally.newton_last = cg.newton;
}
