//! What a surface has on the device.

use crate::engine::Recording;
use crate::engine::layout::Element;
use crate::kernels::common::cg::Cg as Scalars;
use crate::kernels::common::developable::Developable;
use crate::kernels::common::dissection::Push;
use crate::kernels::common::tally::Tally;
use crate::kernels::common::{Sum, WORKGROUP};
use crate::kernels::developable::turn::Lengths;
use crate::kernels::developable::{measure, raise, start};
use crate::methods::buffers::Buffers;
use crate::model::Model;
use crate::model::dissection::EACH;
use crate::model::elements::{Dof, Elements, Flat, Sparse};
use glam::DVec3;

/// Workgroups of so many invocations.
fn groups(count: usize) -> usize {
    count.div_ceil(WORKGROUP as usize)
}

fn zero(count: usize) -> Vec<[f32; 4]> {
    vec![[0f32; 4]; count]
}

/// Adds the buffers of a surface.
pub(super) fn add(r: &mut Recording, buffers: &mut Buffers, model: &Model, elements: &Elements) {
    buffers.add([
        ("developable", r.structs("developable", &[Developable::default()])),
        ("history", r.buffer("history", Element::U32, &[0u32])),
        ("cg", r.structs("projection", &[Scalars::default()])),
        ("tally", r.structs("projections", &[Tally::default()])),
        ("lengths", r.structs("errors of lengths", &[Lengths::default()])),
    ]);
    unknowns(r, buffers, elements);
    rows(r, buffers, elements);
    bends(r, buffers, elements);
    vertices(r, buffers, model, elements);
}

/// Adds a matrix by its rows.
fn sparse(r: &mut Recording, buffers: &mut Buffers, [offsets, shares]: [&'static str; 2], matrix: &Sparse) {
    buffers.add([
        (offsets, r.buffer(offsets, Element::U32, &matrix.offsets)),
        (shares, r.structs(shares, &matrix.shares())),
    ]);
}

fn unknowns(r: &mut Recording, buffers: &mut Buffers, elements: &Elements) {
    let line = |dof: &Dof| dof.line.as_vec3().extend(0.0).to_array();
    let list: Vec<start::Dof> = (elements.dofs.iter())
        .map(|dof| start::Dof {
            a: dof.ends[0],
            b: dof.ends[1],
            inverse_mass: (1.0 / dof.mass) as f32,
            stiffness: dof.stiffness as f32,
            line: line(dof),
        })
        .collect();
    let count = list.len();
    let given: Vec<[f32; 4]> = elements.dofs.iter().flat_map(|dof| [[0.0; 4], [0.0; 4], line(dof)]).collect();
    buffers.add([
        ("dofs", r.structs("unknowns", &list)),
        ("y", r.buffer("places of unknowns", Element::Vec4, &zero(count))),
        ("rates", r.buffer("velocities of unknowns", Element::Vec4, &zero(2 * count))),
        ("moves", r.buffer("ways of unknowns", Element::Vec4, &zero(2 * count))),
        ("given", r.buffer("forces on unknowns", Element::Vec4, &given)),
        ("w", r.buffer("changes of unknowns", Element::Vec4, &zero(count))),
        ("pushes", r.buffer("loads on unknowns", Element::Vec4, &zero(count))),
    ]);
}

fn rows(r: &mut Recording, buffers: &mut Buffers, elements: &Elements) {
    let (count, terms) = (elements.rows.len(), &elements.row_terms);
    let mut list: Vec<measure::Row> = (elements.rows.iter().zip(&terms.offsets))
        .map(|(row, &first)| measure::Row {
            rest: row.rest as f32,
            axis: row.axis,
            vertex: row.vertex,
            first,
        })
        .collect();
    // One more, where the last one's terms end.
    list.push(measure::Row { first: terms.terms.len() as u32, ..measure::Row::default() });
    buffers.add([
        ("rows", r.structs("rows", &list)),
        ("ways", r.buffer("derivatives of rows", Element::Vec4, &zero(count))),
        ("strains", r.structs("strains", &vec![measure::Strain::default(); count])),
        ("sums", r.structs("sums", &vec![Sum::default(); groups(count)])),
        ("curvatures", r.buffer("curvatures", Element::F32, &vec![0f32; groups(count)])),
    ]);
    for (name, label) in [
        ("lambda", "multipliers"),
        ("total", "multipliers of a step"),
        ("r", "residual"),
        ("z", "preconditioned residual"),
        ("d", "direction"),
        ("q", "product"),
    ] {
        buffers.add([(name, r.buffer(label, Element::F32, &vec![0f32; count]))]);
    }
    sparse(r, buffers, ["row offsets", "row dofs"], terms);
    sparse(r, buffers, ["dof row offsets", "dof rows"], &terms.transposed(elements.dofs.len()));
}

/// Adds what the preconditioner has.
pub(super) fn flat(r: &mut Recording, buffers: &mut Buffers, flat: &Flat) {
    let inverse = &flat.inverse;
    let unknowns = vec![0f32; EACH * inverse.order.len()];
    let weights: Vec<f32> = flat.weights.iter().map(|&w| w as f32).collect();
    buffers.add([
        ("weights", r.buffer("weights of rows", Element::F32, &weights)),
        ("lines", r.structs("lines of parts", &inverse.lines)),
        ("places", r.structs("parts", &inverse.places)),
        ("origins", r.structs("origins", &inverse.origins)),
        ("around", r.buffer("unknowns around parts", Element::U32, &inverse.around)),
        ("blocks", r.buffer("blocks of parts", Element::F32, &inverse.blocks)),
        ("pressed", r.buffer("residual along tangents", Element::F32, &unknowns)),
        ("folded", r.buffer("given to parts", Element::F32, &unknowns)),
        ("passed", r.buffer("given on by parts", Element::F32, &vec![0f32; inverse.around.len()])),
        ("unfolded", r.buffer("solution along tangents", Element::F32, &unknowns)),
    ]);
    let mut points = vec![Vec::new(); inverse.order.len()];
    for (row, pushes) in flat.pushes.iter().enumerate() {
        pushes.iter().for_each(|&(point, push)| points[point as usize].push((row as u32, push)));
    }
    for (names, lists) in
        [(["row point offsets", "row points"], &flat.pushes), (["point row offsets", "point rows"], &points)]
    {
        let mut offsets = vec![0];
        offsets.extend(lists.iter().scan(0, |end, list| {
            *end += list.len() as u32;
            Some(*end)
        }));
        let push = |&(item, [x, y]): &(u32, [f64; EACH])| Push { item, x: x as f32, y: y as f32 };
        let pushes: Vec<Push> = lists.iter().flatten().map(push).collect();
        buffers.add([
            (names[0], r.buffer(names[0], Element::U32, &offsets)),
            (names[1], r.structs(names[1], &pushes)),
        ]);
    }
}

fn bends(r: &mut Recording, buffers: &mut Buffers, elements: &Elements) {
    let list: Vec<[f32; 4]> =
        elements.bends.iter().map(|b| b.target.extend(b.weight).to_array().map(|f| f as f32)).collect();
    let curves: Vec<raise::Curve> = (elements.bends.iter().enumerate())
        .filter(|(_, bend)| bend.height != 0.0)
        .map(|(i, bend)| raise::Curve {
            corners: bend.corners,
            height: bend.height as f32,
            bend: i as u32,
            ..raise::Curve::default()
        })
        .collect();
    buffers.add([
        ("bends", r.buffer("places that bend", Element::Vec4, &list)),
        ("bent", r.buffer("how they bend", Element::Vec4, &zero(list.len()))),
        ("curves", r.structs("places that are curved", &curves)),
    ]);
    let terms = &elements.bend_terms;
    sparse(r, buffers, ["bend offsets", "bend dofs"], terms);
    sparse(r, buffers, ["dof bend offsets", "dof bends"], &terms.transposed(elements.dofs.len()));
}

/// The ghost mesh, and midpoints to be drawn.
fn vertices(r: &mut Recording, buffers: &mut Buffers, model: &Model, elements: &Elements) {
    let count = model.start.len();
    let start: Vec<DVec3> = model.start.iter().map(|p| p.as_dvec3()).collect();
    let start = elements.unknowns(&start);
    let middles: Vec<[f32; 4]> = (0..elements.middles.len())
        .map(|i| elements.middles.of(i, &start).as_vec3().extend(0.0).to_array())
        .collect();
    buffers.add([
        ("u", r.buffer("velocities of the ghost mesh", Element::Vec4, &zero(count))),
        ("gaps", r.buffer("gaps", Element::F32, &vec![0f32; groups(count)])),
        ("middle_rates", r.buffer("velocities of middles", Element::Vec4, &zero(middles.len()))),
        ("middles", r.buffer("middles", Element::Vec4, &middles)),
    ]);
    sparse(r, buffers, ["vertex offsets", "vertex dofs"], &elements.ghost);
    sparse(
        r,
        buffers,
        ["dof vertex offsets", "dof vertices"],
        &elements.ghost.transposed(elements.dofs.len()),
    );
    sparse(r, buffers, ["middle offsets", "middle dofs"], &elements.middles);
}
