// Conjugate gradients: what the passes of a solve share. Whoever imports this declares `cg`.

struct Cg {
    done: u32,       // non-zero when the solve has ended
    passes: u32,     // of the loop's body, the last included
    state: u32,      // START and the other states
    iterations: u32,
    rho: f32,        // r·z
    beta: f32,       // what the last direction counts in the next
    reference: f32,  // |S b|², which residuals are relative to
    squared: f32,    // |S r|² as the iterations have it
    reviewed: f32,   // |S r|² at the last review
    epsilon: f32,    // length of differences [1]
    residual: f32,   // |S r|/|S b|
    rounds: u32,     // how often constraints asked for another solve
    negative: u32,   // 1 if a direction of negative curvature was found
    gain: f32,       // r·δ before a Newton step δ, as its iterations have it
    cuts: u32,       // how often that step was cut
    newton: u32,     // Newton steps
    best: f32,       // smallest |S r|² after one of them
    stale: u32,      // how many have not come below it since
    share: f32,      // of the step that is kept when it is cut
    pad: u32,
}

const START: u32 = 0u;   // no residual yet
const RUN: u32 = 1u;     // iterations go on
const REVIEW: u32 = 2u;  // the residual seems small enough: it is taken anew, and constraints are looked at
const CHANGED: u32 = 3u; // constraints have changed something: the residual is taken anew
const LAST: u32 = 4u;    // the iterations are used up: the residual is taken anew, and then the end
const KEPT: u32 = 5u;    // the end, with the residual as the iterations have it

// When a pass has something to do, and what.
struct When {
    phase: u32, // ITERATE and the other phases
    mode: u32,
    pad0: u32,
    pad1: u32,
}

const ALWAYS: u32 = 0u;
const ITERATE: u32 = 1u; // while iterations go on
const RENEW: u32 = 2u;   // when the residual is taken anew

// What has changed something: constraints, or a Newton step.
const ASKED: u32 = 1u;
const MOVED: u32 = 2u;

// How often a step looks for contact after its first solution; what is left is found when particles move.
const LOOKS: u32 = 5u;

// Whether contact is not looked at now: once the solve was thought to have ended, what it passes through on its way does not
// count. `again` is 1 for a last look when it has ended.
fn is_unseen(again: u32) -> bool {
    if (again == 1u) {
        return false;
    }
    return cg.done != 0u || (cg.state == RUN && cg.rounds > 0u) || cg.state >= LAST || cg.rounds >= LOOKS;
}

// What a force adds to its result.
const FORCE: u32 = 0u;    // f − ∂f/∂v v [N]: with the term along u, h f as it is at the velocities u
const TERM: u32 = 1u;     // (h ∂f/∂v + h² ∂f/∂x) u [kg m/s]
const OPERATOR: u32 = 2u; // that with the other sign; masses come with the first force

// The length of differences in this mode; 0 for exact derivatives. A residual is taken by these: differences of the velocities
// themselves lose what it is made of.
fn epsilon_of(mode: u32, finite: bool) -> f32 {
    return select(0.0, cg.epsilon, finite && mode == OPERATOR);
}

fn is_idle(phase: u32) -> bool {
    if (phase == ALWAYS) {
        return false;
    }
    return cg.done != 0u || cg.state == KEPT || (cg.state == RUN) != (phase == ITERATE);
}
