//! A comparison that finds nothing wrong must be able to find something: each of these mistakes in a kernel is caught,
//! and the kernel is named.

use std::collections::BTreeMap;
use toile::compare;
use toile::engine::Kernel;
use toile::engine::gpu::Device;
use toile::kernels::measure::copy::Copies;
use toile::kernels::{ALL, SHARED, sources};
use toile::scene::{catalog, set};

/// A floor that drops away under a leaning sheet: what the ground, which never moves, cannot show.
const PLANE: &str = "sphere-drape body.0.shape=half-space body.0.kind=kinematic mesh.rotation.0=-60 \
    body.0.path.1=[[0.0,0.0],[0.0167,0.3],[0.0333,0.0]]";

/// A leaning box that leaves a sheet on the ground too little room: some of its particles meet two bodies.
const PRESS: &str =
    "incline body=[{shape=\"box\",size=[0.3,0.1,0.3],position=[0.0,0.06,0.0],rotation=[0.0,0.0,5.0]}]";

/// A cloth that lies on a ball, and another start of the solver's search within its first look at constraints.
const DRAPE: &str =
    "implicit-drape rows=9 columns=9 mesh.position.1=0.502 implicit_cg.interval=16 tolerance=0.05";

/// The same as printed.
const PRINTED: &str = "implicit-drape rows=9 columns=9 mesh.position.1=0.502 implicit_cg.interval=16 tolerance=0.05 \
    interleaving=printed";

/// A floor that jumps aside under the cloth in the twentieth step, faster than friction holds.
const JERK: &str = "incline method=implicit-cg substeps=1 dt=0.004166666666666667 implicit_cg.interval=32 tilt=0 \
    ground.on=false body=[{shape=\"half-space\",kind=\"kinematic\",friction=0.3,\
    path=[[[0.0,0.0],[0.0795,0.0],[0.1,0.1]],0.0,0.0]}]";

/// The ball drops away under the cloth in the twentieth step, faster than it falls.
const DROP: &str = "implicit-drape rows=9 columns=9 mesh.position.1=0.502 implicit_cg.interval=16 tolerance=0.05 \
    body.0.kind=kinematic body.0.path.1=[[0.0,0.0],[0.0795,0.0],[0.1,-0.1]]";

/// A solver that gives up before it is there.
const SHORT: &str = "implicit-sheet rows=8 columns=8 iterations=3";

/// Springs at their limit.
const LIMIT: &str = "implicit-sheet rows=8 columns=8 implicit_cg.interval=24 tolerance=0.05 stretch=100 \
    strain_limit=0.001 preconditioner=block";

/// Products by differences.
const SCALED: &str = "flag implicit_cg.interval=48 tolerance=0.05";

/// A corner of a box inside a triangle.
const CORNER: &str =
    "box-corner rows=8 columns=8 mesh.position.1=0.5205 implicit_cg.interval=16 tolerance=0.05";

/// A leaning box that presses implicit cloth on the ground.
const WEDGE: &str = "incline method=implicit-cg substeps=1 dt=0.004166666666666667 implicit_cg.interval=16 \
    body=[{shape=\"box\",size=[0.3,0.1,0.3],position=[0.0,0.07,0.0],rotation=[0.0,0.0,10.0]}]";

/// Cloth that slides down a leaning body.
const SLOPE: &str = "incline method=implicit-cg substeps=1 dt=0.004166666666666667 implicit_cg.interval=32 tilt=0 \
    ground.on=false mesh.rotation=[-90.0,0.0,-20.0] mesh.position=[0.000684,0.001879,0.0] \
    body=[{shape=\"half-space\",rotation=[0.0,0.0,-20.0],friction=0.2}]";

/// The same as printed.
const PRINTED_SLOPE: &str = "incline method=implicit-cg substeps=1 dt=0.004166666666666667 tilt=0 \
    ground.on=false mesh.rotation=[-90.0,0.0,-20.0] mesh.position=[0.000684,0.001879,0.0] \
    body=[{shape=\"half-space\",rotation=[0.0,0.0,-20.0],friction=0.2}] interleaving=printed";

/// An edge of a box that goes through many triangles.
const EDGE: &str =
    "box-corner rows=8 columns=8 body.0.rotation=[45.0,20.0,0.0] mesh.position.1=0.473 tolerance=0.05";

/// Preconditioned, and at its end within the first iterations.
const SHEET: &str = "implicit-sheet preconditioner=block tolerance=0.05 implicit_cg.interval=32";

/// A rod that rises with the corner on it.
const ROD: &str =
    "sliding-corner pin.1.motion.1=[[0.0,0.0],[1.0,1.0]] implicit_cg.interval=16 tolerance=0.05";

/// A strip that hangs and is drawn, pushed, turned and damped, over all kinds of members, and not at its end after one
/// Newton step.
const STRIP: &str = "cantilever integrator=newmark newton=4 discrete_shells.interval=16 gamma=0 \
    mesh.rotation=[180.0,0.0,0.0] material.young=1.0e5 material.poisson=0.45 stretch_damping=0.01 \
    bending_damping=0.01 load=[{select=\"top\",force=[10.0,0.0,5.0],moment=5.0,ramp=0.2}]";

/// A roll whose second step goes too far and is cut.
const ROLL: &str = "curl newton=10 discrete_shells.interval=16";

/// A shell that slides down a leaning body.
const SLIDE: &str = "incline method=discrete-shells material.young=1.0e6 substeps=1 dt=0.004166666666666667 \
    discrete_shells.interval=32 tilt=0 ground.on=false mesh.rotation=[-90.0,0.0,-20.0] \
    mesh.position=[0.000684,0.001879,0.0] body=[{shape=\"half-space\",rotation=[0.0,0.0,-20.0],friction=0.2}]";

/// Positions with the bending stiffness of a material, by each of the constraints.
const TRIPLES: &str = "cantilever tied=false method=triangle-bending substeps=4 iterations=1";
const SIDES: &str =
    "cantilever tied=false method=triangle-bending substeps=4 iterations=1 bending_model=triangle-signed";
const HEIGHTS: &str =
    "cantilever tied=false method=triangle-bending substeps=4 iterations=1 bending_model=triangle-edge";
const ANGLES: &str =
    "cantilever tied=false method=triangle-bending substeps=4 iterations=1 bending_model=dihedral";
const STICKS: &str =
    "cantilever tied=false method=triangle-bending substeps=100 iterations=1 bending_model=stick";

/// Pushed and turned, by positions, springs and elements.
const PUSHED: &str = "mat method=triangle-bending substeps=4 iterations=1";
const TURNED: &str = "mat method=mass-spring substeps=100";
const BENT: &str = "mat method=nonconforming substeps=4 tolerance=0.002";

/// Springs without length.
const QUADRATIC: &str =
    "cantilever tied=false method=implicit-cg mesh=one-way implicit_cg.interval=32 tolerance=0.05";

/// A small sheet that cannot stretch, soft and stiff.
const SQUARE: &str = "two-corners rows=4 columns=4 tolerance=0.002 dt=0.01";
const BOARD: &str = "two-corners rows=4 columns=4 tolerance=0.002 dt=0.01 material.young=1.0e9";
/// The same, its lengths kept so well that a projection takes several Newton steps.
const TIGHT: &str = "two-corners rows=4 columns=4 tolerance=1e-4 dt=0.02";
/// The same, preconditioned by its diagonal alone.
const DIAGONAL: &str = "two-corners rows=4 columns=4 tolerance=1e-4 dt=0.02 preconditioner=diagonal";
/// The same, of the first order and damped.
const FIRST: &str = "two-corners rows=4 columns=4 tolerance=0.002 dt=0.01 integrator=first-order damping=3";
/// Held by an edge that moves, and inside.
const CARRIED: &str = "two-corners rows=6 columns=6 tolerance=0.002 dt=0.01 \
    pin=[{select=\"top\",motion=[[[0.0,0.0],[1.0,1.0]],0.0,0.0]},{select=\"vertices\",vertices=[14]}]";
/// In a clamp that moves along itself and up.
const CLAMPED: &str = "cantilever tied=false method=nonconforming tolerance=0.002 substeps=2 \
    pin.0.motion.1=[[0.0,0.0],[1.0,1.0]] pin.0.motion.2=[[0.0,0.0],[1.0,1.0]]";
/// On a ball.
const DRAPED: &str =
    "developable-drape rows=5 columns=5 tolerance=0.002 mesh.position.1=0.703 dt=0.0020833333333333333";
/// Curved at rest.
const ROLLED: &str = "two-corners rows=6 columns=6 tolerance=0.002 mesh.roll=0.5";

/// No scene, but the program that copies.
const COPY: &str = "-";

/// A kernel, a scene that runs it with what is changed in it, a piece of its text, and the mistake in its place.
type Mutation = (&'static str, &'static str, &'static str, &'static str);

const MUTATIONS: &[Mutation] = &[
    ("cg/arrive", SHEET, "u[i].xyz + steps[i].xyz", "u[i].xyz - steps[i].xyz"),
    ("cg/arrive", SHEET, "steps[i] = vec4<f32>(0.0);", ""),
    ("cg/arrive", SHEET, "cg.state == RUN && !looked", "!looked"),
    ("cg/arrive", "line-over-torus", "!is_unseen(0u)", "is_unseen(0u)"),
    ("cg/begin", "implicit-sheet", "cg.epsilon = 3.4526698e-4", "cg.epsilon = 3.4526698e-3"),
    ("cg/begin", "box-corner", "v[i].xyz * implicit.damping", "v[i].xyz"),
    ("cg/begin", "sewn", "(p[i].xyz - position.xyz) *", "(position.xyz - p[i].xyz) *"),
    ("cg/begin", "implicit-sheet", "vec4<f32>(0.0, 0.0, 0.0, HELD)", "vec4<f32>(0.0, 0.0, 0.0, FREE)"),
    ("cg/begin", DRAPE, "select(0.0, impulses[i].w, (", "select(0.0, 0.0, ("),
    ("cg/blocks", SHEET, "max(norm - spring.rest_length, 0.0)", "abs(norm - spring.rest_length)"),
    ("cg/blocks", SHEET, "k - across + implicit.h * spring.damping", "k - across"),
    (
        "cg/blocks",
        SHEET,
        "factored(Block(diagonal, beside), mass)",
        "factored(Block(diagonal, beside.zyx), mass)",
    ),
    (
        "cg/blocks",
        "implicit-sheet preconditioner=none",
        "(implicit.modes & BLOCKS) == 0u",
        "(implicit.modes & BLOCKS) != 0u",
    ),
    ("cg/blocks", LIMIT, "limited[s] == 1u", "limited[s] == 2u"),
    ("cg/blocks", DRAPE, "(vec3<f32>(1.0) - n * n) * drag", "(vec3<f32>(1.0) + n * n) * drag"),
    ("cg/blocks", SLOPE, "beside -= n.xxy", "beside += n.xxy"),
    ("cg/blocks", QUADRATIC, "k - across + implicit.h", "abs(k) - across + implicit.h"),
    ("cg/curvature", "implicit-sheet", "dot(d[i].xyz, q[i].xyz)", "dot(d[i].xyz, d[i].xyz)"),
    ("cg/curvature", "implicit-sheet", "(g * 4u + k) * WORKGROUP", "(g * 4u + k) * 65u"),
    ("cg/curvature", SLOPE, "q[i].xyz + along * drag", "q[i].xyz - along * drag"),
    ("cg/direction", "implicit-sheet", "d[i].xyz * cg.beta", "d[i].xyz * cg.rho"),
    ("cg/direction", "implicit-sheet", "z[i].xyz + d[i].xyz", "z[i].xyz - d[i].xyz"),
    ("cg/largest", SCALED, "dot(du, du)", "dot(du.xy, du.xy)"),
    ("cg/largest", SCALED, "u[i].xyz - u[springs[s].other].xyz", "u[i].xyz"),
    ("cg/largest", SCALED, "max(partial[local], partial[local + half])", "partial[local + half]"),
    ("cg/precondition", "implicit-sheet", "d[i] = vec4<f32>(zi, 0.0)", "d[i] = vec4<f32>(-zi, 0.0)"),
    ("cg/precondition", SHEET, "vec2<f32>(dot(free, zi),", "vec2<f32>(dot(free, free),"),
    ("cg/precondition", DRAPE, "filtered(guides[3u * i + 2u], r[i].xyz)", "r[i].xyz"),
    (
        "cg/precondition",
        "sliding-corner",
        "guides[3u * i + 1u], guides[3u * i + 2u], r",
        "guides[3u * i + 1u], vec4<f32>(0.0), r",
    ),
    ("cg/residual", "implicit-sheet", "f[i].xyz * implicit.h", "f[i].xyz"),
    ("cg/residual", LIMIT, "pushed - gained", "pushed + gained"),
    ("cg/residual", DRAPE, "gained + impulses[i].xyz", "gained"),
    ("cg/residual", "implicit-sheet", "r[i] = vec4<f32>(0.0);", ""),
    ("cg/scale", SCALED, "ROOT_EPSILON * implicit.edge", "ROOT_EPSILON"),
    ("cg/scale", SCALED, "implicit.h * sqrt(partial[0])", "implicit.h * partial[0]"),
    ("cg/turn", SHORT, "select(1u, 0u, converged)", "select(0u, 1u, converged)"),
    ("cg/turn", LIMIT, "tally.residual_sum += cg.residual", "tally.residual_sum = cg.residual"),
    ("cg/turn", STRIP, "tally.newton += cg.newton", "tally.newton = cg.newton"),
    ("cg/turn", STRIP, "max(tally.newton_most, cg.newton)", "min(tally.newton_most, cg.newton)"),
    ("cg/turn", "implicit-sheet", "cg.beta = total.x / cg.rho", "cg.beta = cg.rho / total.x"),
    ("cg/turn", DRAPE, "select(MARGIN, ROUGH, rough)", "select(ROUGH, MARGIN, rough)"),
    ("cg/turn", SHORT, "cg.iterations >= implicit.iterations", "cg.iterations > implicit.iterations + 1u"),
    (
        "cg/turn",
        SHORT,
        "end(small && !asked && cg.negative == 0u)",
        "end(!small && !asked && cg.negative == 0u)",
    ),
    ("cg/turn", LIMIT, "(cg.state == RUN || cg.state == REVIEW) && changed", "cg.state == LAST && changed"),
    ("cg/turn", LIMIT, "select(0u, 1u, cg.state == REVIEW)", "select(1u, 0u, cg.state == REVIEW)"),
    ("cg/turn", "implicit-sheet", "select(1u, 0u, cg.state == START)", "select(0u, 1u, cg.state == START)"),
    ("cg/turn", DRAPE, "max(cg.reference, total.y)", "min(cg.reference, total.y)"),
    ("cg/turn", PRINTED, "sqrt(cg.squared / cg.reference)", "cg.squared / cg.reference"),
    ("cg/turn", PRINTED, "(implicit.modes & PRINTED) != 0u", "(implicit.modes & PRINTED) == 0u"),
    ("cg/turn", SHEET, "total.y <= implicit.tolerance", "total.y >= implicit.tolerance"),
    ("cg/turn", "implicit-sheet", "cg.reviewed = 3.0e38;", ""),
    ("cg/turn", "implicit-sheet", "term.x += curvatures[k]", "term.x -= curvatures[k]"),
    ("cg/turn", "implicit-sheet", "cg.rho * cg.rho / curvature", "cg.rho / curvature"),
    ("cg/turn", ROLL, "cg.gain = 0.0;", ""),
    ("cg/turn", ROLL, "slope < -BACK * cg.gain", "slope < BACK * cg.gain"),
    ("cg/turn", ROLL, "BACK: f32 = 0.3", "BACK: f32 = 300.0"),
    ("cg/turn", ROLL, "CUTS: u32 = 10u", "CUTS: u32 = 0u"),
    ("cg/turn", ROLL, "max(cg.gain / (cg.gain - slope), 0.1)", "cg.gain / (cg.gain - slope)"),
    ("cg/turn", "shade newton=10 discrete_shells.interval=16", "cg.gain / (cg.gain - slope)", "0.5"),
    ("cg/turn", ROLL, "cg.gain *= cg.share;", ""),
    ("cg/turn", STRIP, "cg.newton += 1u;", ""),
    (
        "cg/turn",
        "cantilever newton=2 gamma=100",
        "cg.newton >= implicit.newton",
        "cg.newton > implicit.newton",
    ),
    (
        "cg/turn",
        STRIP,
        "select(cg.stale + 1u, 0u, total.y < cg.best)",
        "select(0u, cg.stale + 1u, total.y < cg.best)",
    ),
    ("cg/turn", STRIP, "cg.best = min(cg.best, total.y);", ""),
    ("cg/turn", STRIP, "STALE: u32 = 8u", "STALE: u32 = 0u"),
    ("cg/turn", ROLL, "cg.reviewed, used_up, moved", "cg.reviewed, used_up, false"),
    ("cg/turn", STRIP, "FORCING: f32 = 0.01", "FORCING: f32 = 1.0e-5"),
    ("cg/turn", STRIP, "select(cg.reviewed, cg.reference, cg", "select(cg.reference, cg.reviewed, cg"),
    ("cg/update", "implicit-sheet", "cg.rho / curvature", "cg.rho * curvature"),
    ("cg/update", "implicit-sheet", "steps[i].xyz + d[i].xyz * alpha", "steps[i].xyz + d[i].xyz"),
    ("cg/update", "implicit-sheet", "r[i].xyz - q[i].xyz * alpha", "r[i].xyz + q[i].xyz * alpha"),
    ("cg/update", SHEET, "vec2<f32>(dot(ri, zi),", "vec2<f32>(dot(ri, ri),"),
    (
        "cg/update",
        DRAPE,
        "filtered(guides[3u * i + 2u], r[i].xyz - q[i].xyz * alpha)",
        "r[i].xyz - q[i].xyz * alpha",
    ),
    (
        "cg/update",
        "sliding-corner",
        "guides[3u * i + 1u], guides[3u * i + 2u], ri",
        "guides[3u * i + 1u], vec4<f32>(0.0), ri",
    ),
    ("check/finite", "sheet", "any(bits == vec3<u32>(0x7f800000u))", "any(bits == vec3<u32>(0x7f900000u))"),
    ("check/finite", "sheet", "atomicMin(&found.vertex, i)", "atomicMin(&found.vertex, i + 1u)"),
    ("check/finite", "sheet", "|| non_finite(v[i].xyz)", ""),
    ("collide/bounds", "rain", "all(low <= body_high)", "all(low <= body_low)"),
    ("collide/bounds", "rain", "all(high >= body_low)", "all(high >= body_high)"),
    ("collide/bounds", "rain", "let b = local * 32u + i;", "let b = local * 31u + i;"),
    (
        "collide/bounds",
        "sphere-drape",
        "dot(n1, c1 - end.position)) < margin",
        "dot(n1, c1 - end.position)) > margin",
    ),
    ("collide/bounds", PLANE, "min(dot(n0, c0 - begin.position)", "max(dot(n0, c0 - begin.position)"),
    ("collide/bounds", PLANE, "let c0 = select(high, low,", "let c0 = select(low, high,"),
    ("collide/bounds", "sphere-drape", "params.again == 0u", "params.again == 1u"),
    ("collide/bounds", "rain", "max(highest[local], highest[local + half])", "highest[local]"),
    ("collide/bounds", "repulsion", "max(contact.radius, contact.keep", "min(contact.radius, contact.keep"),
    ("collide/contact", "ball", "0.5 * gained / square", "gained / square"),
    ("collide/contact", "ball", "all - before.pushed * (1.0 / contact.h)", "all"),
    ("collide/contact", "ball", "contact.h * (1.0 - t)", "contact.h"),
    (
        "collide/contact",
        "impact",
        "min(dot(before.pushed + relieved, normal), 0.0)",
        "max(dot(before.pushed + relieved, normal), 0.0)",
    ),
    ("collide/contact", "incline", "normal * dot(force, normal), true", "force, true"),
    ("collide/contact", "incline", "friction * (pressed - into)", "friction * -into"),
    ("collide/contact", "incline", "1.0 - held / speed", "1.0"),
    ("collide/contact", "capstan", "let held = friction *", "let held = 0.9 * friction *"),
    ("collide/contact", "repulsion", "d * (2.0 - d)", "d * (1.5 - d)"),
    ("collide/contact", "rain", "return d;", "return 1.0 - d;"),
    ("collide/contact", "rain", "kept(distance) - 1.0", "kept(distance)"),
    (
        "collide/contact",
        "incline",
        "after.velocity - before.velocity + relieved",
        "after.velocity - before.velocity",
    ),
    ("collide/contact", "rain", "effect.force * (-1.0 / w)", "effect.force * (1.0 / w)"),
    ("collide/contact", "rain", "(-1.0 / w), f32(b + 1u)", "(-1.0 / w), f32(b)"),
    ("collide/contact", "brick", "return relative * lost;", "return relative * -lost;"),
    ("collide/contact", PRESS, "again < 8u && met > 1u", "again < 1u && met > 2u"),
    ("collide/contact", DRAPE, "params.again == 1u", "params.again == 2u"),
    ("collide/contact", DRAPE, "solved = slots[i * SLOTS].w;", "solved = 0.0;"),
    ("collide/inside", CORNER, "w + vec3<f32>(step, -step, 0.0)", "w + vec3<f32>(step, step, 0.0)"),
    ("collide/inside", CORNER, "0.5 * contact.keep", "contact.keep"),
    ("collide/inside", CORNER, "(keep - found.distance) /", "(keep + found.distance) /"),
    ("collide/inside", CORNER, "place) - point(moves", "place) + point(moves"),
    ("collide/inside", CORNER, "f32(b + 1u)", "f32(b)"),
    ("collide/inside", CORNER, "x[i.z].xyz + u[i.z].xyz * contact.h", "x[i.z].xyz"),
    ("collide/inside", WEDGE, "body.from_position.w < 0.0", "body.from_position.w > 0.0"),
    ("collide/inside", CORNER, "best.distance > keep + 0.3 * edge", "best.distance < keep + 0.3 * edge"),
    ("collide/interleave", DRAPE, "-gap / contact.h", "gap / contact.h"),
    ("collide/interleave", DRAPE, "known && gap < NEAR", "known && gap < -NEAR"),
    ("collide/interleave", PRINTED_SLOPE, "friction * max(push, 0.0)", "friction * max(-push, 0.0)"),
    ("collide/interleave", PRINTED_SLOPE, "along * (held / speed)", "along"),
    ("collide/interleave", DRAPE, "vec4<f32>(n, HELD)", "vec4<f32>(n, BESIDE)"),
    ("collide/interleave", DRAPE, "friction * push / (position.w *", "friction * push / ("),
    ("collide/interleave", DRAPE, "impulse.xyz + moved * (1.0 / w)", "impulse.xyz + moved * w"),
    (
        "collide/interleave",
        DRAPE,
        "place = position.xyz + touch.velocity * contact.h",
        "place = position.xyz",
    ),
    ("collide/interleave", DROP, "guides[3u * i + 1u].w = 0.0;", ""),
    ("collide/interleave", SLOPE, "remembered = impulse.w;", "remembered = -impulse.w;"),
    ("collide/interleave", WEDGE, "line * (1.0 / norm), ALONG", "line, ALONG"),
    ("collide/interleave", WEDGE, "if (norm > 0.1)", "if (norm > 0.9)"),
    (
        "collide/project",
        "sphere-drape",
        "let held = body.velocity.w * depth",
        "let held = 0.9 * body.velocity.w * depth",
    ),
    ("collide/project", "sphere-drape", "(w * contact.h * contact.h)", "(w * contact.h)"),
    ("collide/project", "sphere-drape", "vec4<f32>(slots[at].xyz + force, name)", "vec4<f32>(force, name)"),
    ("collide/project", "torus-drape", "before + velocity_at(body, begin, before) * contact.h", "before"),
    ("collide/project", "torus-drape", "c = a + (b - a) * t;", "c = b;"),
    ("collide/project", "rabbit-drape", "(contact.keep - check.distance)", "(contact.keep + check.distance)"),
    ("collide/project", "rabbit-drape", "contact.keep - met.distance +", "contact.keep + met.distance +"),
    ("collide/settle", DROP, "pressure < -small", "pressure > small"),
    ("collide/settle", SLOPE, "body.velocity.w * max(pressure, 0.0)", "max(pressure, 0.0)"),
    ("collide/settle", DRAPE, "dot(impulse.xyz, n) - dot(before, n)", "dot(impulse.xyz, n) + dot(before, n)"),
    ("collide/settle", SLOPE, "most / max(speed, SLOW)", "most * max(speed, SLOW)"),
    ("collide/settle", SLOPE, "- sliding * drag", "+ sliding * drag"),
    ("collide/settle", JERK, "drag = most / SLOW", "drag = most"),
    ("collide/settle", JERK, "marks += SLIPPED", "marks += RELEASED"),
    ("collide/settle", JERK, "length(along) > most + small", "length(along) < most + small"),
    ("collide/settle", JERK, "vec4<f32>(n * dot(impulse.xyz, n), impulse.w)", "impulse"),
    ("collide/spread", CORNER, "u[i].xyz + n * deepest.w", "u[i].xyz - n * deepest.w"),
    ("collide/spread", CORNER, "(deepest.w / x[i].w)", "(deepest.w * x[i].w)"),
    ("collide/spread", CORNER, "filter_at.w == FREE", "filter_at.w == HELD"),
    ("collide/spread", CORNER, "params.again == 0u", "params.again == 1u"),
    ("collide/spread", EDGE, "contact_at.w > deepest.w", "contact_at.w > deepest.w && deepest.w == 0.0"),
    ("collide/spread", WEDGE, "line * (1.0 / norm), ALONG", "line, ALONG"),
    ("constraints/dihedral", "banner", "PI - angle_of(length(turn)", "PI + angle_of(length(turn)"),
    (
        "constraints/dihedral",
        "banner",
        "u1 * (dot(p3.xyz - p2.xyz, e) / l)",
        "u1 * (dot(p3.xyz - p1.xyz, e) / l)",
    ),
    ("constraints/dihedral", "banner", "p[c.p4] = vec4<f32>(p4.xyz - g4", "p[c.p4] = vec4<f32>(p4.xyz - g3"),
    ("constraints/dihedral", ANGLES, "sim.bending * c.share", "sim.bending"),
    ("constraints/distance", "stick-drop", "let d = b.xyz - a.xyz", "let d = a.xyz - b.xyz"),
    ("constraints/distance", "stick-drop", "b.xyz - d * (b.w * s)", "b.xyz - d * (a.w * s * 0.9)"),
    ("constraints/distance", "stick-drop", "k = sim.bending;", "k = sim.stretch;"),
    ("constraints/distance", STICKS, "let s = k * c.share", "let s = k"),
    ("constraints/triangle_bending", "rabbit-collapse", "/ 3.0;", "/ 2.0;"),
    ("constraints/triangle_bending", "rabbit-collapse", "v.xyz - s * (2.0 * v.w)", "v.xyz + s * (2.0 * v.w)"),
    ("constraints/triangle_bending", "rabbit-collapse", "sim.kappa + c.rest_height", "c.rest_height"),
    ("constraints/triangle_bending", "rabbit-collapse", "p[c.b1] = vec4<f32>(b1", "p[c.b1] = vec4<f32>(b0"),
    ("constraints/triangle_bending", "sleeve", "violation >= 0.0", "violation <= 0.0"),
    ("constraints/triangle_bending", TRIPLES, "sim.bending * c.share", "sim.bending"),
    ("constraints/triangle_bending_edge", "edge-strip", "(p2.xyz - p1.xyz) * 0.5", "(p2.xyz - p1.xyz) * 0.6"),
    ("constraints/triangle_bending_edge", "edge-strip", "p4.xyz + s * p4.w", "p4.xyz - s * p4.w"),
    ("constraints/triangle_bending_edge", "edge-strip", "c.share * 3.0 / w", "c.share * 2.0 / w"),
    ("constraints/triangle_bending_edge", HEIGHTS, "sim.bending * c.share", "sim.bending"),
    ("constraints/triangle_bending_signed", "dent", "(l + rest) / l", "(l - rest) / l"),
    ("constraints/triangle_bending_signed", "dent", "b0.w + b1.w + 4.0 * v.w", "b0.w + b1.w + 2.0 * v.w"),
    (
        "constraints/triangle_bending_signed",
        "dent",
        "let n = normals[c.v].xyz;",
        "let n = normals[c.b0].xyz * -1.0;",
    ),
    ("constraints/triangle_bending_signed", SIDES, "sim.bending * c.share", "sim.bending"),
    ("constraints/volume_apply", "cushion", "p[i].xyz + gradient[i].xyz", "p[i].xyz - gradient[i].xyz"),
    ("constraints/volume_apply", "cushion", "multiplier[0] * p[i].w", "multiplier[1] * p[i].w"),
    ("constraints/volume_gradient", "cushion", "add_cross(sum, c, a)", "add_cross(sum, a, c)"),
    ("constraints/volume_gradient", "cushion", "return sum * (1.0 / 6.0);", "return sum * (1.0 / 3.0);"),
    ("constraints/volume_gradient", "cushion", "sums[i / WORKGROUP] =", "sums[0] ="),
    ("constraints/volume_sum", "cushion", "-sim.volume *", "sim.volume *"),
    ("constraints/volume_sum", "cushion", "var i = local;", "var i = local + 1u;"),
    ("constraints/yarn", "sheet", "(*b).xyz - d * ((*b).w * s)", "(*b).xyz + d * ((*b).w * s)"),
    ("constraints/yarn", "sheet", "bend(&q3, &q4, &q5, count", "bend(&q3, &q4, &q6, count"),
    ("constraints/yarn", "sheet", "var share = vec2<f32>(3.0, 4.0);", "var share = vec2<f32>(2.0, 2.0);"),
    ("constraints/yarn", "sheet", "if (count > 6.0) { p[c.vertices1.z] = q6; }", ""),
    ("developable/apply", SQUARE, "moved.xyz + u[i].xyz", "moved.xyz - u[i].xyz"),
    ("developable/apply", SQUARE, "u[i].xyz, moved.w)", "u[i].xyz, 0.0)"),
    ("developable/bend", BOARD, "apart + (moves[2u * term.item].xyz", "apart - (moves[2u * term.item].xyz"),
    ("developable/bend", BOARD, "u[term.item].xyz - u[first].xyz", "u[term.item].xyz"),
    ("developable/condition", CARRIED, "weights[i] * r[i]", "weights[i]"),
    (
        "developable/condition",
        CARRIED,
        "push.y * unfolded[2u * push.item + 1u]",
        "push.y * unfolded[2u * push.item]",
    ),
    (
        "developable/condition",
        CARRIED,
        "sums[i / WORKGROUP].total = total.total",
        "sums[i / WORKGROUP].total = 0.0",
    ),
    ("developable/fold", CARRIED, "sum += passed[origin.near]", "sum -= passed[origin.near]"),
    ("developable/fold", CARRIED, "sum += passed[origin.far]", "sum -= passed[origin.far]"),
    (
        "developable/fold",
        CARRIED,
        "sum -= blocks[column + k * place.rim]",
        "sum += blocks[column + k * place.rim]",
    ),
    ("developable/fold", CARRIED, "+ line.unknown] = sum", "+ line.unknown] = 0.0"),
    ("developable/press", CARRIED, "* r[push.item]", "* r[i]"),
    ("developable/press", CARRIED, "= sum.y", "= sum.x"),
    (
        "developable/unfold",
        CARRIED,
        "sum -= blocks[rows + k * place.count]",
        "sum += blocks[rows + k * place.count]",
    ),
    (
        "developable/unfold",
        CARRIED,
        "sum += blocks[place.blocks + k * place.count",
        "sum += blocks[place.blocks + k",
    ),
    ("developable/update", DIAGONAL, "left / (ways[i].w", "left * (ways[i].w"),
    ("developable/renew", DIAGONAL, "left / (ways[i].w", "left * (ways[i].w"),
    (
        "developable/bend",
        "cantilever tied=false method=nonconforming substeps=64",
        "sum -= bends[i].xyz",
        "sum += bends[i].xyz",
    ),
    ("developable/finish", SQUARE, "last * order.carry", "last"),
    ("developable/finish", SQUARE, "y[i].xyz + moved", "y[i].xyz - moved"),
    ("developable/finish", SQUARE, "vec4<f32>(moved, 0.0)", "vec4<f32>(last, 0.0)"),
    ("developable/ghost", SQUARE, "rates[2u * term.item].xyz", "rates[2u * term.item + 1u].xyz"),
    ("developable/ghost", SQUARE, "place += origin", "place += origin * 2.0"),
    ("developable/ghost", DRAPED, "gap = length(place - x[i].xyz)", "gap = length(place)"),
    ("developable/ghost", CARRIED, "(p[i].xyz - x[i].xyz) *", "(x[i].xyz - p[i].xyz) *"),
    ("developable/lift", DRAPED, "rates[2u * i].xyz + sum", "rates[2u * i].xyz - sum"),
    ("developable/lift", DRAPED, "rates[2u * i + 1u].xyz + sum", "rates[2u * i].xyz + sum"),
    ("developable/lift", DRAPED, "y[i].xyz + sum", "y[i].xyz - sum"),
    ("developable/lift", DRAPED, "moves[2u * i + 1u].xyz + sum", "moves[2u * i].xyz + sum"),
    ("developable/lift", DRAPED, "sum *= y[i].w", "sum *= 1.0"),
    (
        "developable/lower",
        DRAPED,
        "(after[i].xyz - before[i].xyz) - sum",
        "(after[i].xyz - before[i].xyz) + sum",
    ),
    ("developable/lower", DRAPED, "params.mode != CLEAR", "params.mode == CLEAR"),
    ("developable/measure", SQUARE, "(way.xyz - moved)", "(way.xyz + moved)"),
    ("developable/measure", SQUARE, "term.share * term.share * way.w", "term.share * way.w"),
    ("developable/measure", SQUARE, "abs(length(l) / row.rest - 1.0)", "length(l) / row.rest - 1.0"),
    ("developable/measure", CARRIED, "origin = p[row.vertex].xyz", "origin = y[one].xyz"),
    ("developable/measure", SQUARE, "params.mode == TAKE", "params.mode <= KEEP"),
    ("developable/measure", CARRIED, "way[row.axis] = 1.0", "way[row.axis] = 2.0"),
    ("developable/middle", SQUARE, "y[term.item].xyz * term.share", "y[term.item].xyz"),
    ("developable/middle", SQUARE, "rates[2u * term.item]", "rates[2u * term.item + 1u]"),
    ("developable/product", SQUARE, "z[i] + d[i] * cg.beta", "z[i] - d[i] * cg.beta"),
    ("developable/product", SQUARE, "direction * (developable.easing * ways[i].w)", "0.0"),
    ("developable/pull", SQUARE, "q += d[row] * cg.beta", "q -= d[row] * cg.beta"),
    ("developable/pull", SQUARE, "abs(y[i].w) * params.take", "params.take"),
    ("developable/raise", ROLLED, "xyz - a) - (x[", "xyz - a) + (x["),
    ("developable/raise", ROLLED, "curve.height / size", "curve.height"),
    ("developable/renew", SQUARE, "let left = -strains[i].value", "let left = strains[i].value"),
    ("developable/renew", SQUARE, "Sum(left * along, strains[i].error)", "Sum(left * along, left)"),
    ("developable/smooth", BOARD, "given[3u * i + 1u].xyz * params.keep", "given[3u * i].xyz * params.keep"),
    ("developable/smooth", BOARD, "- sum) * time;", "+ sum) * time;"),
    ("developable/smooth", BENT, "+ pushes[i].xyz", "- pushes[i].xyz"),
    ("developable/smooth", BOARD, "- sum * time) * w - u[i].xyz", "- sum * time) * w + u[i].xyz"),
    ("developable/start", FIRST, "step * developable.damping", "developable.damping"),
    ("developable/start", SQUARE, "velocity * order.keep - before * order.old", "velocity * order.keep"),
    ("developable/start", SQUARE, "last * order.carry", "last"),
    ("developable/start", CARRIED, "(p[dof.a].xyz + p[dof.b].xyz) * 0.5 - place", "vec3<f32>(0.0)"),
    ("developable/start", BOARD, "* w * dof.stiffness", "* dof.stiffness"),
    ("developable/start", CLAMPED, "dof.line.xyz, way - led)", "dof.line.xyz, way)"),
    ("developable/start", CLAMPED, "select(-inverse_mass, 0.0", "select(inverse_mass, 0.0"),
    ("developable/pull", CLAMPED, "y[i].w != 0.0", "y[i].w > 0.0"),
    ("developable/pull", CLAMPED, "return line * dot(line, push)", "return push"),
    ("developable/pull", CLAMPED, "abs(y[i].w) * params", "y[i].w * params"),
    ("developable/smooth", CLAMPED, "y[i].w, push)", "1.0, push)"),
    ("developable/smooth", CLAMPED, "y[i].w, sum)", "1.0, sum)"),
    ("developable/smooth", CLAMPED, "let w = abs(y[i].w)", "let w = y[i].w"),
    ("developable/renew", TIGHT, "total[i] + lambda[i]", "lambda[i]"),
    ("developable/renew", TIGHT, "along = total[i]", "along = lambda[i]"),
    ("developable/turn", SQUARE, "cg.iterations == 1u", "cg.iterations == 0u"),
    ("developable/turn", SQUARE, "cg.beta = total.total / cg.rho", "cg.beta = total.total"),
    ("developable/turn", SQUARE, "const FORCING: f32 = 0.1", "const FORCING: f32 = 0.2"),
    ("developable/turn", TIGHT, "const FINEST: f32 = 0.02", "const FINEST: f32 = 0.5"),
    ("developable/turn", SQUARE, "min(cg.reference, max(", "max(cg.reference, max("),
    ("developable/turn", SQUARE, "tally.iterations += cg.iterations", "tally.iterations = cg.iterations"),
    ("developable/turn", SQUARE, "history[0] = 1u", "history[0] = 0u"),
    ("developable/turn", SQUARE, "cg.newton > 0u ||", "cg.newton > 1u ||"),
    ("developable/update", SQUARE, "r[i] - q[i] * alpha", "r[i] + q[i] * alpha"),
    ("developable/update", SQUARE, "lambda[i] + d[i] * alpha", "lambda[i] + d[i]"),
    ("developable/update", SQUARE, "Sum(left * conditioned, abs(left))", "Sum(left * conditioned, left)"),
    ("field/bake", "rabbit-drape", "let behind = s >= 1.0;", "let behind = s >= 2.0;"),
    ("field/bake", "rabbit-drape", "return dot(normals[6u * t", "return -dot(normals[6u * t"),
    ("field/bake", "rabbit-drape", "side < 0.0", "side > 0.0"),
    ("field/bake", "rabbit-drape", "vec3<f32>(at) * params.cell", "vec3<f32>(at) * (params.cell * 1.01)"),
    ("forces/faces", "balloon derivative=exact", "e1 * 2.0 - e2", "e1 - e2"),
    ("forces/faces", "balloon solver=jmcg1", "(h / epsilon)", "h"),
    ("forces/faces", "balloon", "-cross(e1 - way1, e2 - way2)", "-cross(e1, e2)"),
    ("forces/faces", "flag", "sum -= all", "sum += all"),
    ("forces/faces", "flag", "n * square - w * across", "n * square + w * across"),
    ("forces/faces", "flag", "implicit.wind.w * abs(across)", "implicit.wind.w * across"),
    ("forces/loads", PUSHED, "x[point].w * params.h", "params.h"),
    ("forces/loads", PUSHED, "sum += out[point].xyz;", ""),
    ("forces/loads", PUSHED, "s < offsets[i + 1u]", "s <= offsets[i]"),
    ("forces/loads", BENT, "params.mode != WRITE", "params.mode == WRITE"),
    ("forces/loads", TURNED, "sqrt(square) / area", "square / area"),
    ("forces/loads", TURNED, "push * (foot - 1.0)", "push * (foot + 1.0)"),
    ("forces/loads", TURNED, "push * -foot", "push * foot"),
    ("forces/loads", TURNED, "force * ramps[part.load]", "force"),
    ("forces/seams", "sewn", "- b2 * b.z", "+ b2 * b.z"),
    ("forces/seams", "sewn", "weight = -seams", "weight = seams"),
    ("forces/seams", "sewn", "items[n] % 8u", "items[n] % 4u"),
    ("forces/springs", "ball", "norm - spring.rest_length", "norm - 1.01 * spring.rest_length"),
    ("forces/springs", "ball", "spring.damping * dot(speed, n)", "spring.damping * -dot(speed, n)"),
    ("forces/springs", "ball", "velocity - v[spring.other].xyz", "velocity"),
    ("forces/springs", "ball", "s < offsets[i + 1u]", "s + 1u < offsets[i + 1u]"),
    (
        "forces/springs",
        "cantilever tied=false method=mass-spring substeps=80",
        "return n * (spring.stiffness *",
        "return n * (abs(spring.stiffness) *",
    ),
    ("forces/stiff_springs", "implicit-sheet", "implicit.gravity.xyz * mass", "implicit.gravity.xyz"),
    ("forces/stiff_springs", "implicit-sheet", "velocity * mass - sum", "velocity * mass + sum"),
    (
        "forces/stiff_springs",
        "implicit-sheet derivative=scaled solver=jmcg2",
        "l, du, epsilon)",
        "l, du, epsilon * 64.0)",
    ),
    ("forces/stiff_springs", LIMIT, "constant * over +", "over +"),
    ("forces/stiff_springs", LIMIT, "params.mode == TERM", "params.mode == OPERATOR"),
    ("forces/strain_limit", LIMIT, "drawn > 0.0", "drawn < 0.0"),
    ("forces/strain_limit", LIMIT, "implicit.h * dot(l, du) / norm", "dot(l, du) / norm"),
    ("forces/strain_limit", LIMIT, "atomicMax(&changed[0], 1u)", "atomicMax(&changed[0], 2u)"),
    ("forces/strain_limit", LIMIT, "limited[s] == BEYOND || cg.rounds", "limited[s] == BEYOND && cg.rounds"),
    ("forces/strain_limit", LIMIT, "select(BELOW, BEYOND, drawn", "select(BEYOND, BELOW, drawn"),
    ("forces/strain_limit", LIMIT, "MISSED: f32 = 0.1", "MISSED: f32 = -1.0"),
    ("integrate/aim", DRAPE, "given * (-1.0 / contact.lasting)", "given * (1.0 / contact.lasting)"),
    ("integrate/aim", DRAPE, "impulses[i].xyz - kept - sliding", "impulses[i].xyz + kept - sliding"),
    ("integrate/aim", SLOPE, "kept - sliding * guides[3u * i + 1u].w", "kept"),
    ("integrate/aim", DRAPE, "select(name, -name, slow)", "select(-name, name, slow)"),
    ("integrate/aim", "implicit-sheet", "u[i].xyz * contact.h", "u[i].xyz"),
    ("integrate/euler", "brick", "kick = 0.5 * sim.h;", "kick = sim.h;"),
    ("integrate/euler", "brick", "params.half == 1u && sim.step == 1u", "sim.step == 1u"),
    ("integrate/euler", "rain", "velocity += drag(", "velocity -= drag("),
    ("integrate/euler", "rain", "v[i].xyz * sim.damping", "v[i].xyz"),
    ("integrate/euler", "rain", "position.xyz + velocity * sim.h", "position.xyz + v[i].xyz * sim.h"),
    ("integrate/euler", "capstan", "p[i].xyz - position.xyz", "position.xyz - p[i].xyz"),
    ("integrate/pins", "plant", "a + (b - a) * params.fraction", "a - (b - a) * params.fraction"),
    ("integrate/pins", "plant", "p[pin.vertex] = vec4<f32>(there", "p[pin.vertex + 1u] = vec4<f32>(there"),
    ("integrate/predict", "banner", "velocity *= sim.damping;", ""),
    ("integrate/predict", "banner", "position.xyz + velocity * sim.h", "position.xyz - velocity * sim.h"),
    ("integrate/predict", "banner", "velocity += drag(", "velocity -= drag("),
    ("integrate/rails", ROD, "away - rail.direction", "away + rail.direction"),
    ("integrate/rails", ROD, "along + to_line", "along - to_line"),
    ("integrate/rails", "sliding-corner", "rail.direction.xyz, ALONG", "rail.direction.xyz, BESIDE"),
    ("integrate/rails", ROD, "from_position) * params.end", "from_position) * (0.5 * params.end)"),
    (
        "integrate/rails",
        "sliding-corner",
        "dot(rail.direction.xyz, v[i].xyz)",
        "dot(rail.direction.xyz, x[i].xyz)",
    ),
    ("integrate/rk4", "repulsion", "sum_v * (sim.h * (1.0 / 6.0))", "sum_v * (sim.h * (1.0 / 5.0))"),
    ("integrate/rk4", "repulsion", "dx[i].xyz + speed * params.weight", "dx[i].xyz + speed"),
    ("integrate/rk4", "repulsion", "acceleration * (params.ahead * sim.h)", "acceleration * sim.h"),
    ("integrate/rk4", "repulsion", "speed = v[i].xyz;", ""),
    ("integrate/rk4", "repulsion", "1.0 / (params.ahead * sim.h)", "1.0 / sim.h"),
    ("integrate/rk4", "repulsion", "velocity += drag(", "velocity -= drag("),
    ("integrate/rk4", "repulsion", "v[i].xyz * sim.damping", "v[i].xyz"),
    ("integrate/velocity", "sheet", "p[i].xyz - predicted", "predicted - p[i].xyz"),
    ("integrate/velocity", "sheet", "x[i] = p[i];", "x[i] = vec4<f32>(p[i].xyz, 0.0);"),
    ("measure/copy", COPY, "result[i] = source[i];", "result[i] = source[i / 2u];"),
    ("measure/copy", COPY, "i >= arrayLength(&result)", "i + 1u >= arrayLength(&result)"),
    ("rigid/wrench", "ball", "x[i].xyz - origin", "origin - x[i].xyz"),
    ("rigid/wrench", "ball", "add_cross(torque, x[i]", "add_cross(vec3<f32>(0.0), x[i]"),
    ("rigid/wrench", "ball", "params.first == 1u", "params.first == 0u"),
    ("rigid/wrench", "ball", "forces[0] * contact.share", "forces[0]"),
    ("rigid/wrench", "rain", "patches[at + WORKGROUP + b / 32u]", "patches[at + WORKGROUP]"),
    ("rigid/wrench", PRESS, "second.w == name", "second.w == name + 1.0"),
    ("shell/blocks", STRIP, "step * (step * strain.y + strain.z)", "step * step * strain.y"),
    ("shell/blocks", STRIP, "step * step * strain.w", "strain.w"),
    ("shell/blocks", STRIP, "g.xxy * g.yzz * along", "g.xxy * g.xyz * along"),
    ("shell/blocks", "cantilever preconditioner=none", "(implicit.modes & BLOCKS) == 0u", "false"),
    ("shell/blocks", SLIDE, "- n * n) * drag", "+ n * n) * drag"),
    ("shell/blocks", SLIDE, "block.beside -= n.xxy", "block.beside += n.xxy"),
    ("shell/finish", STRIP, "u[i].xyz - before[i].xyz", "u[i].xyz"),
    ("shell/finish", STRIP, "(1.0 - shell.theta) / shell.theta", "1.0 - shell.theta"),
    ("shell/finish", "bowl integrator=newmark substeps=2", "guides[3u * i + 2u]", "vec4<f32>(0.0)"),
    ("shell/finish", "bowl", "x[i].xyz != p[i].xyz", "x[i].xyz == p[i].xyz"),
    ("shell/finish", "bowl", "end.z) < RANGE", "end.z) < 1.0e7"),
    ("shell/gather", STRIP, "pulls[slot.member] * slot.sign", "pulls[slot.member]"),
    ("shell/gather", STRIP, "own - u[slot.other].xyz", "own"),
    (
        "shell/gather",
        "cantilever gamma=0 mesh.rotation=[180.0,0.0,0.0] material.young=1.0e5",
        "sum - drawn",
        "sum + drawn",
    ),
    ("shell/gather", STRIP, "sum + drawn + own * mass", "sum + own * mass"),
    ("shell/loads", STRIP, "all * (shell.theta * shell.theta)", "all * shell.theta"),
    ("shell/loads", STRIP, "(shell.theta * (1.0 - shell.theta))", "shell.theta"),
    ("shell/loads", STRIP, "+ weight + loads[i].xyz", "+ weight"),
    ("shell/loads", "curl", "implicit.gravity.xyz * (1.0 / x[i].w)", "implicit.gravity.xyz * x[i].w"),
    ("shell/members", STRIP, "m.rest - angle", "m.rest + angle"),
    ("shell/members", STRIP, "if (turn < 0.0)", "if (turn > 0.0)"),
    ("shell/members", STRIP, "m.torque * ramps[m.corners.w]", "m.torque"),
    ("shell/members", STRIP, "m.normal.w != 0.0", "m.normal.w == 0.0"),
    ("shell/members", STRIP, "dot(way(p3, p2), e) / -l", "dot(way(p3, p1), e) / -l"),
    ("shell/members", STRIP, "(g1 + g3 + g4) * -1.0", "(g1 + g3) * -1.0"),
    ("shell/members", STRIP, "n * (0.5 / double)", "n * (1.0 / double)"),
    ("shell/members", STRIP, "m.rest - 0.5 * double", "m.rest - 0.51 * double"),
    ("shell/members", STRIP, "cross(unit, way(p1, p3))", "cross(unit, way(p3, p1))"),
    ("shell/members", STRIP, "max(-force, 0.0) / norm", "max(force, 0.0) / norm"),
    ("shell/members", STRIP, "m.stiffness - tension", "m.stiffness"),
    ("shell/newton", ROLL, "(u[i].xyz - last[i].xyz) * cg.share", "(u[i].xyz - last[i].xyz)"),
    ("shell/newton", ROLL, "if (cg.cuts == 0u)", "if (cg.cuts != 0u)"),
    ("shell/newton", STRIP, "last[i] = base[i];", "last[i] = u[i];"),
    ("shell/newton", STRIP, "atomicOr(&changed[0], MOVED)", "atomicOr(&changed[0], ASKED)"),
    ("shell/newton", STRIP, "cg.state != REVIEW", "cg.state != RUN"),
    (
        "shell/newton",
        STRIP,
        "at[i] = moved(places[i], u[i].xyz * implicit.h);\n        return;",
        "at[i] = places[i];\n        return;",
    ),
    ("shell/rates", STRIP, "u[c.x].xyz - u[c.y].xyz", "u[c.x].xyz + u[c.y].xyz"),
    ("shell/rates", STRIP, "sum + dot(slopes[first + 2u].xyz, u[c.z].xyz)", "sum"),
    ("shell/rates", STRIP, "edge + dot(slopes[4u * i + 2u].xyz, u[c.z].xyz)", "edge"),
    ("shell/rates", STRIP, "strain.x - strain.z * q", "strain.x"),
    ("shell/rates", STRIP, "step * (step * strain.y + strain.z) * q", "step * step * strain.y * q"),
    ("shell/rates", STRIP, "select(-pull, pull,", "select(pull, -pull,"),
    ("shell/slope", ROLL, "u[i].xyz - last[i].xyz", "u[i].xyz"),
    ("shell/slope", STRIP, "term += dot", "term -= dot"),
    ("shell/slope", ROLL, "(g * 4u + k) * WORKGROUP", "(g * 4u + k) * 65u"),
    ("shell/start", "curl", "places[i] = placed(x[i].xyz);", ""),
    ("shell/start", STRIP, "at[i] = places[i];", ""),
    ("shell/start", STRIP, "before[i] = vec4<f32>(v[i].xyz, 0.0);", ""),
    ("shell/start", STRIP, "base[i] = vec4<f32>(0.0);", ""),
    ("shell/tie", STRIP, "mean - n * dot(n, mean)", "mean"),
    ("shell/tie", STRIP, "f32(offsets[i + 1u] - offsets[i])", "2.0"),
    ("shell/tie", STRIP, "sum += u[items[k]].xyz", "sum = u[items[k]].xyz"),
    ("shell/ways", STRIP, "u[i].xyz - base[i].xyz", "u[i].xyz + base[i].xyz"),
    ("shell/ways", STRIP, "before[i].xyz * (1.0 - shell.theta)", "before[i].xyz"),
    ("shell/ways", STRIP, "end * (1.0 / shell.theta)", "end"),
    ("surface/normals", "banner", "add_cross(sum, b - a, c - a)", "add_cross(sum, c - a, b - a)"),
    ("surface/normals", "banner", "corners[3u * t + 2u]", "corners[3u * t + 1u]"),
];

/// The text of a kernel with a mistake in it, or in a file that it imports; none unless `text` stands once in one of them.
fn mutated(kernel: &Kernel, text: &str, mistake: &str) -> Option<String> {
    let once = |body: &str| body.matches(text).count() == 1;
    if kernel.wgsl.contains(text) {
        return once(kernel.wgsl).then(|| kernel.wgsl.replace(text, mistake));
    }
    let import = |name: &str| format!("#import {name}\n");
    let mut imported =
        SHARED.iter().filter(|(name, body)| kernel.wgsl.contains(&import(name)) && body.contains(text));
    let (name, body) = imported.next()?;
    (once(body) && imported.next().is_none())
        .then(|| kernel.wgsl.replace(&import(name), &body.replace(text, mistake)))
}

#[test]
fn every_listed_mistake_is_caught_and_named() {
    for kernel in ALL {
        let count = MUTATIONS.iter().filter(|m| m.0 == kernel.name).count();
        assert!(count >= 2, "{} has {count} mutations", kernel.name);
    }
    let mut missed = Vec::new();
    for (name, scene, text, mistake) in MUTATIONS {
        let kernel = ALL.iter().find(|k| k.name == *name).expect(name);
        let Some(wrong) = mutated(kernel, text, mistake) else {
            missed.push(format!("{name}: `{text}` must stand there once"));
            continue;
        };
        let mut sources = sources();
        sources.replaced = BTreeMap::from([(name.to_string(), wrong)]);
        let device = Device::open(None, sources).expect("these tests need a GPU adapter");
        let found = if *scene == COPY {
            compare::program(Copies::new(1000, 1).recording, &device).unwrap()
        } else {
            let (scene, changes) = scene.split_once(' ').unwrap_or((scene, ""));
            let changes: Vec<_> = changes.split_whitespace().map(|c| set::split(c).unwrap()).collect();
            let scene = catalog::resolve(scene).and_then(|s| s.small()?.set(&changes)).unwrap();
            compare::kernels(&scene, &device, &[1, 2, 20, 30]).unwrap()
        };
        let wrong: Vec<_> = found.iter().filter(|(k, d)| !compare::agrees(k, d)).map(|(k, _)| *k).collect();
        if wrong != [*name] {
            missed.push(format!("{name}: `{text}` -> `{mistake}`: found {wrong:?}"));
        }
    }
    assert!(missed.is_empty(), "not caught:\n{}", missed.join("\n"));
}
