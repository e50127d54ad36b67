//! What shells may be told: nothing without a material that it needs, nothing that the scene's method leaves out.

use super::validate::Fault;
use super::{BodyKind, Load, MethodName, Pattern, Scene, Shape, ShellIntegrator};

/// What to do about something that this method alone knows.
const SHELLS: &str = "set method = \"discrete-shells\"";

/// The fewest rows of cells that a turn of a roll may have.
const ROWS_PER_TURN: f64 = 4.0;

impl Scene {
    /// Stiffness that is missing, and what has no effect.
    pub(super) fn shell(&self) -> Option<Fault> {
        let shells = self.method == MethodName::DiscreteShells;
        if shells && self.material.young == 0.0 {
            let what = "is 0, and discrete shells have their stiffness from it";
            return Some(Fault::new(
                "material.young",
                what,
                "give Young's modulus in Pa, or a material.name",
            ));
        }
        let load = |(i, load): (usize, &Load)| {
            let idle = load.force == [0.0; 3] && load.moment == 0.0;
            let advice = "give it a force or a moment, or leave it out";
            idle.then(|| Fault::new(format!("load.{i}"), "has no effect", advice))
        };
        let load = || self.load.iter().enumerate().find_map(load);
        let developable = self.method == MethodName::Nonconforming;
        if developable && self.wind.density > 0.0 {
            let advice = "leave it out, or set method = \"implicit-cg\"";
            return Some(Fault::new("wind.density", "has no effect on developable surfaces", advice));
        }
        let released = || self.released().filter(|_| shells || developable);
        let stepped = || self.stepped().filter(|_| shells);
        load()
            .or_else(released)
            .or_else(stepped)
            .or_else(|| self.tied(shells))
            .or_else(|| self.weighed())
            .or_else(|| self.rolled())
    }

    /// Whether the mesh is a rectangle by code.
    fn is_rectangle(&self) -> bool {
        matches!(self.mesh.shape, Shape::Sheet | Shape::Ribbon)
    }

    /// A clamp that is let go: the plane that it turns an edge to stays.
    fn released(&self) -> Option<Fault> {
        let i = self.pin.iter().position(|pin| pin.clamp && pin.until.is_finite())?;
        let advice = "leave pin.until out, or set clamp = false";
        Some(Fault::new(
            format!("pin.{i}.until"),
            "is the end of a clamp, and this method keeps clamps to the end",
            advice,
        ))
    }

    /// What Newmark's method, whose velocities are those of the middle of a step, does not weigh as it should.
    fn stepped(&self) -> Option<Fault> {
        let fault = |path: String, what: &str| {
            let advice = "set discrete_shells.integrator = \"backward-euler\", or leave it out";
            Some(Fault::new(
                path,
                format!("{what} need backward Euler, and the integrator is Newmark's"),
                advice,
            ))
        };
        let moving = |i: &usize| self.body[*i].kind == BodyKind::Dynamic;
        if self.discrete_shells.integrator != ShellIntegrator::Newmark {
            None
        } else if self.wind.density > 0.0 {
            fault("wind.density".into(), "shells in air")
        } else if let Some(i) = (0..self.body.len()).find(moving) {
            fault(format!("body.{i}.kind"), "shells on dynamic bodies")
        } else if self.rain.count > 0 {
            fault("rain.count".into(), "shells on dynamic bodies")
        } else {
            None
        }
    }

    /// Cross-sections that cannot be tied.
    fn tied(&self, shells: bool) -> Option<Fault> {
        let rows = !matches!(self.mesh.pattern, Pattern::Irregular | Pattern::Crossed);
        if !self.tie.on {
            None
        } else if !shells {
            Some(Fault::new("tie.on", "has no effect", SHELLS))
        } else if !self.is_rectangle() {
            let advice = "set mesh.shape = \"sheet\", or leave the tie out";
            Some(Fault::new("tie.on", "needs a shape that has rows", advice))
        } else if !rows {
            let advice = "set mesh.pattern = \"equilateral\" or another one with rows, or leave the tie out";
            Some(Fault::new("tie.on", "needs a mesh that has rows", advice))
        } else if self.ground.on || !self.body.is_empty() || self.rain.count > 0 {
            let what = "holds rows straight, but contact moves each vertex by itself";
            Some(Fault::new("tie.on", what, "set tie.on = false, or leave out the ground and all bodies"))
        } else if self.start.crumple != 0.0 {
            let what = "is not 0, but vertices that are tied cannot start each in another place";
            Some(Fault::new("start.crumple", what, "leave it out, or set tie.on = false"))
        } else {
            None
        }
    }

    /// A shape that cannot be rolled or tapered, or not so.
    fn rolled(&self) -> Option<Fault> {
        if self.mesh.taper != 1.0 && self.mesh.shape != Shape::Cylinder {
            return Some(Fault::new("mesh.taper", "has no effect", "set mesh.shape = \"cylinder\""));
        }
        if !self.start.file.is_empty() && self.start.roll != 0.0 {
            let advice = "leave it out, or start.file, which says where vertices start";
            return Some(Fault::new("start.roll", "has no effect", advice));
        }
        [("mesh.roll", self.mesh.roll), ("start.roll", self.start.roll)].into_iter().find_map(
            |(path, turns)| {
                if turns == 0.0 {
                    None
                } else if !self.is_rectangle() {
                    Some(Fault::new(path, "has no effect", "set mesh.shape = \"sheet\""))
                } else if f64::from(self.mesh.rows - 1) < ROWS_PER_TURN * turns.abs() {
                    let what = format!("has fewer than {ROWS_PER_TURN} rows of cells for each turn");
                    Some(Fault::new(path, what, "raise mesh.rows, or roll it less"))
                } else {
                    None
                }
            },
        )
    }

    /// A `gamma` that nothing can be weighed by.
    fn weighed(&self) -> Option<Fault> {
        let (what, advice) = if self.gamma == 0.0 {
            return None;
        } else if !self.is_rectangle() {
            ("needs a sheet, whose height is its length", "set mesh.shape = \"sheet\", or leave it out")
        } else if self.material.young == 0.0 {
            ("needs a bending stiffness", "give material.young, or leave it out")
        } else if self.gravity == [0.0; 3] {
            ("needs a direction of gravity", "give gravity, whose size does not matter, or leave it out")
        } else {
            return None;
        };
        Some(Fault::new("gamma", what, advice))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Body;
    use super::*;

    /// A valid scene with everything that is checked here.
    fn scene() -> Scene {
        let mut scene = Scene { method: MethodName::DiscreteShells, gamma: 10.0, ..Scene::default() };
        scene.material.young = 1e6;
        scene.tie.on = true;
        scene.load = vec![
            Load { force: [0.0, 0.0, 1.0], ..Load::default() },
            Load { moment: -0.1, ramp: 1.0, ..Load::default() },
        ];
        scene
    }

    #[test]
    fn what_the_method_knows_may_be_given() {
        scene().validate("").unwrap();
    }

    #[test]
    fn mistakes_are_explained() {
        type Change = fn(&mut Scene);
        let cases: [(Change, &str); 22] = [
            (|s| s.material.young = 0.0, "material.young: is 0, and discrete shells have their stiffness"),
            (|s| s.material.young = -1.0, "material.young: -1 is outside 0 to 10000000000000 Pa;"),
            (|s| s.material.poisson = 0.5, "material.poisson: 0.5 is outside 0 to 0.499;"),
            (|s| s.material.gauge = 0.0, "material.gauge: 0 is outside 0.0000001 to 1 m;"),
            (|s| s.gamma = -1.0, "gamma: -1 is outside 0 to 1000000000;"),
            (|s| s.gravity = [0.0; 3], "gamma: needs a direction of gravity; give gravity"),
            (|s| s.load[1].moment = 0.0, "load.1: has no effect; give it a force or a moment"),
            (|s| s.load[1].vertices = vec![1], "load.1.vertices: has no effect; set select"),
            (|s| s.load[0].ramp = f64::NAN, "load.0.ramp: NaN is outside 0 to 1000000 s;"),
            (|s| s.load[0].force[1] = 1e9, "load.0.force: 1000000000 is outside -1000000 to 1000000 N;"),
            (|s| s.mesh.shape = Shape::Disc, "tie.on: needs a shape that has rows; set mesh.shape"),
            (|s| s.mesh.pattern = Pattern::Crossed, "tie.on: needs a mesh that has rows; set mesh.pattern"),
            (|s| s.mesh.pattern = Pattern::Irregular, "tie.on: needs a mesh that has rows;"),
            (
                |s| s.ground.on = true,
                "tie.on: holds rows straight, but contact moves each vertex by itself; set",
            ),
            (|s| s.body.push(Body::default()), "tie.on: holds rows straight, but"),
            (|s| s.rain.count = 3, "tie.on: holds rows straight, but"),
            (|s| s.start.crumple = 0.1, "start.crumple: is not 0, but vertices that are tied"),
            (|s| s.mesh.taper = 0.5, "mesh.taper: has no effect; set mesh.shape = \"cylinder\""),
            (|s| s.start.roll = -8.0, "start.roll: has fewer than 4 rows of cells for each turn; raise"),
            (|s| s.mesh.roll = 1.5, "mesh.roll: 1.5 is outside -1 to 1 turns;"),
            (
                |s| (s.start.roll, s.start.file) = (1.0, "a.obj".into()),
                "start.roll: has no effect; leave it out, or start.file",
            ),
            (|s| s.discrete_shells.newton = 0, "discrete_shells.newton: 0 is outside 1 to 100;"),
        ];
        for (change, start) in cases {
            let mut scene = scene();
            change(&mut scene);
            let message = scene.validate("").unwrap_err().to_string();
            assert!(message.starts_with(start), "{message}\n  {start}");
        }
    }

    #[test]
    fn air_and_dynamic_bodies_need_backward_euler() {
        let mut scene = scene();
        (scene.tie.on, scene.discrete_shells.integrator) = (false, ShellIntegrator::Newmark);
        // What does not move by itself may be touched.
        scene.ground.on = true;
        scene.body = vec![Body::default(), Body { kind: BodyKind::Kinematic, ..Body::default() }];
        scene.validate("").unwrap();
        let (mut air, mut ball, mut rain) = (scene.clone(), scene.clone(), scene);
        air.wind.density = 1.2;
        ball.body[1].kind = BodyKind::Dynamic;
        rain.rain.count = 3;
        let cases = [
            (air, "wind.density: shells in air need backward Euler, and the integrator is Newmark's; set"),
            (ball, "body.1.kind: shells on dynamic bodies need backward Euler,"),
            (rain, "rain.count: shells on dynamic bodies need backward Euler,"),
        ];
        for (mut scene, start) in cases {
            let message = scene.validate("").unwrap_err().to_string();
            assert!(message.starts_with(start), "{message}");
            scene.discrete_shells.integrator = ShellIntegrator::BackwardEuler;
            scene.validate("").unwrap();
        }
    }

    #[test]
    fn gamma_needs_a_sheet_and_a_stiffness() {
        let mut scene = Scene { gamma: 1.0, ..Scene::default() };
        let message = |scene: &Scene| scene.validate("").unwrap_err().to_string();
        assert!(message(&scene).starts_with("gamma: needs a bending stiffness; give material.young"));
        scene.mesh.shape = Shape::Torus;
        assert!(message(&scene).starts_with("gamma: needs a sheet, whose height is its length;"));
    }

    #[test]
    fn other_methods_say_that_they_know_no_ties() {
        for method in [MethodName::TriangleBending, MethodName::MassSpring, MethodName::ImplicitCg] {
            let mut scene = Scene { method, ..scene() };
            let message = scene.validate("").unwrap_err().to_string();
            let start = "tie.on: has no effect; set method = \"discrete-shells\"";
            assert!(message.starts_with(start), "{message}");
            // A material, a clamp and loads are every method's.
            scene.tie.on = false;
            scene.validate("").unwrap();
        }
    }

    #[test]
    fn gravity_has_the_size_that_gamma_asks_for() {
        let mut scene = scene();
        (scene.mesh.height, scene.material.gauge, scene.material.density) = (2.0, 0.01, 3.0);
        let [x, y, z] = scene.leaning_gravity();
        let gamma = 3.0 * -y * 8.0 / scene.material.bending_stiffness();
        assert!((gamma - 10.0).abs() < 1e-9 && x == 0.0 && z == 0.0, "{gamma}");
        scene.gamma = 0.0;
        assert_eq!(scene.leaning_gravity(), scene.gravity);
    }
}
