// The scalars of a projection, and what comes next: at its start, after an iteration, after a Newton step, and after
// contact. One workgroup.

#import common/cg
#import common/developable
#import common/reduce
#import common/tally
#import common/worst

// How far lengths and the ghost mesh were from what they should be.
struct Lengths {
    error: f32,      // of lengths, after the last projection
    error_max: f32,
    after: f32,      // of lengths, after contact
    after_max: f32,
    ghost: f32,      // from the ghost mesh to where contact has put it [m]
    ghost_max: f32,
    pad0: u32,
    pad1: u32,
}

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> developable: Developable;
@group(0) @binding(2) var<storage, read_write> cg: Cg;
@group(0) @binding(3) var<storage, read> curvatures: array<f32>;      // per workgroup: d·q
@group(0) @binding(4) var<storage, read> sums: array<Sum>;            // per workgroup: r·z, the largest of r or of the errors
@group(0) @binding(5) var<storage, read> gaps: array<f32>;            // per workgroup [m]
@group(0) @binding(6) var<storage, read_write> history: array<u32>;
@group(0) @binding(7) var<storage, read_write> tally: Tally;
@group(0) @binding(8) var<storage, read_write> lengths: Lengths;

const BEGIN: u32 = 0u;    // of a step
const ITERATED: u32 = 1u; // an iteration is over
const RENEWED: u32 = 2u;  // a Newton step was taken, or the first is to be
const CUT: u32 = 3u;      // the loop is over
const OVER: u32 = 4u;     // the step is

// A Newton step is solved to this share of its error, and to this share of the tolerance at best.
const FORCING: f32 = 0.1;
const FINEST: f32 = 0.02;

fn iterated(total: Sum, curvature: f32) {
    cg.iterations += 1u;
    cg.beta = 0.0;
    if (cg.rho > 0.0) {
        cg.beta = total.total / cg.rho;
    }
    cg.rho = total.total;
    if (cg.iterations == 1u) {
        // That was along the multipliers of the step before, if there were any.
        cg.beta = 0.0;
        // What they leave is to become small too, or what rests would tremble.
        cg.reference = min(cg.reference, max(FORCING * total.worst, FINEST * developable.tolerance));
    } else if (!(curvature > 0.0)) {
        cg.negative = 1u;
        cg.state = LAST;
        return;
    }
    if (total.worst <= cg.reference) {
        cg.state = REVIEW;
    } else if (cg.iterations >= developable.iterations || !(total.worst < 3.0e38)) {
        cg.state = LAST;
    }
}

fn renewed(total: Sum) {
    let error = total.worst;
    cg.residual = error;
    cg.rho = total.total;
    cg.beta = 0.0;
    if (cg.state != START) {
        cg.newton += 1u;
    }
    let small = error <= developable.tolerance;
    // One Newton step at least: errors below the tolerance would add up to velocities.
    let enough = cg.newton > 0u || error == 0.0;
    if (small && enough) {
        end(true);
    } else if (cg.state == LAST || cg.newton >= developable.newton || !(error < 3.0e38)) {
        end(false);
    }
    cg.state = RUN;
    cg.reference = FORCING * error;
    if (!small) {
        cg.reference = max(cg.reference, FINEST * developable.tolerance);
    }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) local: u32) {
    var sum = Sum(0.0, 0.0);
    for (var k = local; k < arrayLength(&sums); k += WORKGROUP) {
        sum = join(sum, sums[k]);
    }
    let total = sum_and_worst(sum, local);
    workgroupBarrier();
    var term = vec2<f32>(0.0);
    for (var k = local; k < arrayLength(&curvatures); k += WORKGROUP) {
        term.x += curvatures[k];
    }
    let curvature = reduce(term, local).x;
    sum = Sum(0.0, 0.0);
    for (var k = local; k < arrayLength(&gaps); k += WORKGROUP) {
        sum = join(sum, Sum(0.0, gaps[k]));
    }
    let gap = sum_and_worst(sum, local).worst;
    if (local > 0u) {
        return;
    }
    if (params.mode == BEGIN) {
        cg = Cg(0u, 0u, START, 0u, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0u, 0u, 0.0, 0u, 0u, 3.0e38, 0u, 0.0, 0u);
    }
    if (params.mode == OVER) {
        history[0] = 1u;
        lengths.error = cg.residual;
        lengths.error_max = max(lengths.error_max, cg.residual);
        lengths.after = total.worst;
        lengths.after_max = max(lengths.after_max, total.worst);
        lengths.ghost = gap;
        lengths.ghost_max = max(lengths.ghost_max, gap);
    }
    if (cg.done != 0u) {
        return;
    }
    if (params.mode == ITERATED && cg.state == RUN) {
        iterated(total, curvature);
    }
    if (params.mode == RENEWED) {
        // The first comes before the loop.
        cg.passes += select(1u, 0u, cg.state == START);
        if (cg.state != RUN) {
            renewed(total);
        }
    }
    if (params.mode == CUT) {
        end(false);
    }
}
