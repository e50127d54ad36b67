// The scalars of a solve, and what comes next: after an iteration, after constraints were looked at, and after the residual
// was taken anew. One workgroup.

#import common/cg
#import common/implicit
#import common/reduce
#import common/tally

@group(0) @binding(0) var<uniform> params: When;
@group(0) @binding(1) var<uniform> implicit: Implicit;
@group(0) @binding(2) var<storage, read_write> cg: Cg;
@group(0) @binding(3) var<storage, read> curvatures: array<f32>;          // per workgroup: d·q
@group(0) @binding(4) var<storage, read> sums: array<vec4<f32>>;          // per workgroup: r·z, |S r|²
@group(0) @binding(5) var<storage, read_write> changed: array<u32>;       // whether constraints changed something; whether one is not kept
@group(0) @binding(6) var<storage, read_write> tally: Tally;

const ITERATED: u32 = 0u; // an iteration is over
const LOOKED: u32 = 1u;   // constraints were looked at
const RENEWED: u32 = 2u;  // the residual was taken anew, if there was a reason
const CUT: u32 = 3u;      // the loop is over

// Less than this of the tolerance is aimed at, so that the residual taken anew is below it too.
const MARGIN: f32 = 0.64;
// And this much more where constraints wait.
const ROUGH: f32 = 100.0;
// A review that has not come below this share of the one before has met the floor of f32.
const STALLED: f32 = 0.25;
// |S r|² that the iterations of a Newton step come down to, by that at its start.
const FORCING: f32 = 0.01;
// A Newton step has gone too far where the residual points back along it by more than this share of how it pointed ahead (the
// approximate Wolfe condition of Hager and Zhang 2005, which rounding of energies does not touch). It is cut to where the
// residual would point neither way, so often at most, and to no less than a tenth at once.
const BACK: f32 = 0.3;
const CUTS: u32 = 10u;
// So many Newton steps that come no nearer have met the floor of f32.
const STALE: u32 = 8u;

fn iterated(total: vec2<f32>, curvature: f32) {
    cg.iterations += 1u;
    if (curvature > 0.0) {
        cg.gain += cg.rho * cg.rho / curvature;
    }
    cg.beta = 0.0;
    if (cg.rho > 0.0) {
        cg.beta = total.x / cg.rho;
    }
    cg.rho = total.x;
    cg.squared = total.y;
    // Where nothing is free to move there is no direction, and constraints are looked at as after a solve.
    if (!(curvature > 0.0) && !(total.y == 0.0)) {
        cg.negative = 1u;
        cg.state = LAST;
        return;
    }
    // Constraints are looked at for the first time when a rough solution is there.
    let rough = (implicit.modes & (HOOKED | PRINTED)) == HOOKED && cg.rounds < 3u && cg.reviewed > 2.0e38;
    let aim = select(MARGIN, ROUGH, rough) * implicit.tolerance;
    var goal = aim * cg.reference;
    if (implicit.newton > 1u) {
        goal = max(goal, FORCING * select(cg.reviewed, cg.reference, cg.newton == 0u || cg.reviewed > 2.0e38));
    }
    if (total.y <= goal) {
        cg.state = REVIEW;
    } else if (cg.iterations >= implicit.iterations || !(total.y < 3.0e38)) {
        cg.state = LAST;
    }
    // As printed, the residual does not see what constraints have changed: taken anew, it would.
    if ((implicit.modes & PRINTED) != 0u && cg.state != RUN) {
        cg.state = KEPT;
    }
}

fn changed_by(who: u32) -> bool {
    return (changed[0] & who) != 0u;
}

fn renewed(total: vec2<f32>, slope: f32) {
    let asked = changed_by(ASKED);
    let moved = changed_by(MOVED);
    let kept = changed[1] == 0u;
    changed[0] = 0u;
    changed[1] = 0u;
    if (moved && !asked && slope < -BACK * cg.gain && cg.cuts < CUTS) {
        cg.cuts += 1u;
        cg.share = max(cg.gain / (cg.gain - slope), 0.1);
        cg.gain *= cg.share;
        cg.state = REVIEW;
        return;
    }
    cg.gain = 0.0;
    cg.cuts = 0u;
    if (moved) {
        cg.newton += 1u;
        cg.stale = select(cg.stale + 1u, 0u, total.y < cg.best);
        cg.best = min(cg.best, total.y);
    }
    let state = cg.state;
    cg.state = RUN;
    if (state == KEPT) {
        cg.residual = sqrt(cg.squared / cg.reference);
        end(cg.squared <= implicit.tolerance * cg.reference && cg.negative == 0u);
        return;
    }
    cg.rho = total.x;
    cg.beta = 0.0;
    if (state == START || asked) {
        cg.reference = max(cg.reference, total.y);
    }
    cg.residual = 0.0;
    if (cg.reference > 0.0) {
        cg.residual = sqrt(total.y / cg.reference);
    }
    let small = total.y <= implicit.tolerance * cg.reference;
    if (state == LAST) {
        end(small && !asked && cg.negative == 0u);
        return;
    }
    if (state == START || asked) {
        cg.best = 3.0e38;
        cg.stale = 0u;
        cg.reviewed = 3.0e38;
        if (state == REVIEW) {
            cg.rounds += 1u;
        }
        if (total.y == 0.0 && !asked) {
            end(true);
        } else if (cg.rounds > implicit.rounds) {
            end(false);
        }
        return;
    }
    let used_up = cg.newton >= implicit.newton || cg.stale >= STALE;
    let stuck = select(total.y > STALLED * cg.reviewed, used_up, moved);
    let idle = select(cg.squared <= implicit.tolerance * cg.reference, cg.stale > 0u, moved);
    if (small) {
        end(kept);
    } else if (total.y <= implicit.floor && (idle || stuck)) {
        // As far as the iterations can tell it is small, or Newton steps gain nothing more, or there are no more of them.
        tally.floored += 1u;
        end(kept);
    } else if (stuck) {
        end(false);
    }
    cg.reviewed = total.y;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) local: u32) {
    var term = vec2<f32>(0.0);
    for (var k = local; k < arrayLength(&sums); k += WORKGROUP) {
        term += sums[k].xy;
    }
    let total = reduce(term, local);
    workgroupBarrier();
    term = vec2<f32>(0.0);
    for (var k = local; k < arrayLength(&curvatures); k += WORKGROUP) {
        term.x += curvatures[k];
    }
    let curvature = reduce(term, local).x;
    if (local > 0u || cg.done != 0u) {
        return;
    }
    if (params.mode == ITERATED && cg.state == RUN) {
        iterated(total, curvature);
    }
    if (params.mode == LOOKED && (cg.state == RUN || cg.state == REVIEW) && changed_by(ASKED)) {
        // Not a solution any more that contact could be judged by.
        cg.rounds += select(0u, 1u, cg.state == REVIEW);
        cg.state = CHANGED;
    }
    if (params.mode == CUT) {
        end(false);
    }
    if (params.mode == RENEWED) {
        // The first residual comes before the loop.
        cg.passes += select(1u, 0u, cg.state == START);
        if (cg.state != RUN) {
            renewed(total, curvature);
        }
    }
}
