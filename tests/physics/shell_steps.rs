//! Steps of shells against their own equations, in f64: what the solver calls solved is solved.

use super::implicit::contents;
use super::support::{Random, vector};
use toile::kernels::common::cg::Cg;
use toile::kernels::common::shell::{Place, Shell};
use toile::model::members::Members;
use toile::real::V3;
use toile::scene::{MethodName, Pattern, ShellIntegrator};
use toile::{Backend, Scene, Simulation};

type Field = Vec<V3<f64>>;

fn scene(integrator: ShellIntegrator, newton: u32) -> Scene {
    let mut scene = Scene { method: MethodName::DiscreteShells, seed: 3, ..Scene::default() };
    (scene.mesh.pattern, scene.mesh.rows, scene.mesh.columns) = (Pattern::Irregular, 9, 8);
    let m = &mut scene.material;
    (m.young, m.poisson, m.gauge, m.density, m.damping) = (1e5, 0.45, 0.02, 1.0, 0.0);
    let p = &mut scene.discrete_shells;
    (p.integrator, p.newton, p.stretch_damping, p.bending_damping) = (integrator, newton, 1e-3, 2e-3);
    p.tolerance = 1e-4;
    scene.pin = vec![toile::scene::Pin::default()];
    scene
}

/// Forces at these positions and velocities [N].
fn forces(simulation: &Simulation, members: &Members, x: &Field, v: &Field) -> Field {
    let gravity = V3(0.0, -9.81, 0.0);
    let mut f: Field = members.gradient(x).iter().map(|g| *g * -1.0).collect();
    f.iter_mut().zip(&simulation.model().masses).for_each(|(f, m)| *f += gravity * *m);
    for (i, m) in members.list.iter().enumerate() {
        let (_, slopes) = members.number(i, x).unwrap();
        let corners = m.corners.iter().map(|c| *c as usize);
        let rate: f64 = corners.clone().zip(&slopes).map(|(c, g)| g.dot(v[c])).sum();
        corners.zip(slopes).for_each(|(c, g)| f[c] += g * (-rate * f64::from(m.damping)));
    }
    f
}

/// The positive part of the stiffness along `u` [N/m · m/s], and damping.
fn term(members: &Members, x: &Field, u: &Field, step: f64) -> Field {
    let mut all = vec![V3::zero(); x.len()];
    let edges = (members.hinges + members.faces) as usize;
    for (i, m) in members.list.iter().enumerate() {
        let (q, slopes) = members.number(i, x).unwrap();
        let corners = m.corners.map(|c| c as usize);
        let rate: f64 = corners.iter().zip(&slopes).map(|(c, g)| g.dot(u[*c])).sum();
        let (k, rest) = (f64::from(m.stiffness), f64::from(m.rest));
        let tension = if i < edges { 0.0 } else { (k * (q - rest)).max(0.0) / q };
        let along = step * (step * (k - tension) + f64::from(m.damping)) * rate;
        corners.iter().zip(slopes).for_each(|(c, g)| all[*c] += g * -along);
        let [a, b] = [corners[0], corners[1]];
        let across = (u[a] - u[b]) * (step * step * tension);
        all[a] += across * -1.0;
        all[b] += across;
    }
    all
}

fn plus(a: &Field, b: &Field, factor: f64) -> Field {
    a.iter().zip(b).map(|(a, b)| *a + *b * factor).collect()
}

fn held(simulation: &Simulation, r: &Field) -> f64 {
    let pinned: Vec<u32> = simulation.model().pinned.iter().map(|p| p.vertex).collect();
    let free = (0..r.len()).filter(|i| !pinned.contains(&(*i as u32)));
    free.map(|i| r[i].dot(r[i])).sum::<f64>().sqrt()
}

/// The residual that a step reports, and that of its equations in f64.
fn residuals(backend: &Backend, integrator: ShellIntegrator, newton: u32) -> ([f64; 2], u32) {
    let scene = scene(integrator, newton);
    let mut simulation = Simulation::new(&scene, backend).unwrap();
    let members = Members::new(&scene, simulation.model());
    let mut random = Random::new(5);
    let mut state = simulation.state().unwrap();
    let pinned: Vec<u32> = simulation.model().pinned.iter().map(|p| p.vertex).collect();
    for i in (0..state.positions.len()).filter(|i| !pinned.contains(&(*i as u32))) {
        state.positions[i] += glam::Vec3::from_array(random.point().map(|c| 0.004 * c as f32));
        state.velocities[i] = glam::Vec3::from_array(random.point().map(|c| 0.3 * c as f32));
    }
    simulation.set_state(&state).unwrap();
    simulation.step().unwrap();
    let shell = contents::<Shell>(&mut simulation, "shell")[0];
    // Members were taken at the start where a step is linearised once.
    let mut x: Field = Vec::new();
    let v: Field = state.velocities.iter().map(|v| V3(v.x.into(), v.y.into(), v.z.into())).collect();
    for p in &state.positions {
        let place: Place = shell.placed(V3(p.x, p.y, p.z));
        let at = [place.x, place.y, place.z].map(|t| f64::from(t as i32) * f64::from(shell.tick));
        let origin = [0, 1, 2].map(|k| f64::from(shell.origin[k]));
        x.push(vector([0, 1, 2].map(|k| at[k] + origin[k])));
    }
    let w: Field =
        contents::<[f32; 4]>(&mut simulation, "velocities solved for").iter().map(|w| V3::of(*w)).collect();
    let (h, theta) = (f64::from((1.0 / 60.0) as f32), f64::from(shell.theta));
    let masses = simulation.model().masses.clone();
    let gained = plus(&w, &v, -1.0);
    let gained: Field = gained.iter().zip(&masses).map(|(g, m)| *g * *m).collect();
    let begin = forces(&simulation, &members, &x, &v);
    let still = vec![V3::zero(); x.len()];
    let end_of = |w: &Field| plus(w, &v, theta - 1.0).iter().map(|p| *p * (1.0 / theta)).collect::<Field>();
    let r = if newton == 1 {
        // θ² f at no motion, and what motion adds.
        let f = forces(&simulation, &members, &x, &end_of(&still));
        plus(&term(&members, &x, &w, theta * h), &f, theta * theta * h)
    } else {
        let x = plus(&x, &w, h);
        let f = forces(&simulation, &members, &x, &end_of(&w));
        plus(&still, &f, theta * theta * h)
    };
    let r = plus(&plus(&r, &begin, theta * (1.0 - theta) * h), &gained, -1.0);
    let cg = contents::<Cg>(&mut simulation, "solve")[0];
    ([cg.residual.into(), held(&simulation, &r) / f64::from(cg.reference).sqrt()], cg.newton)
}

#[test]
fn what_is_solved_is_solved() {
    for integrator in [ShellIntegrator::BackwardEuler, ShellIntegrator::Newmark] {
        for newton in [1, 30] {
            let ([said, found], steps) = residuals(&Backend::Cpu, integrator, newton);
            println!(
                "{integrator:?}, {newton} Newton steps at most: residual {said:.2e}, in f64 {found:.2e}; {steps} taken"
            );
            assert!(said < 1e-4 && (found - said).abs() < 2e-6, "{said} {found}");
        }
    }
}
