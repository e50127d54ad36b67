//! What copies, seams, sliding pins and lift may be: nothing that the scene's method would silently leave out.

use super::validate::Fault;
use super::{Interleaving, MethodName, Scene, Seam};

/// What to do about something that one method alone knows.
const IMPLICIT: &str = "set method = \"implicit-cg\"";

impl Scene {
    /// Copies that lie on each other, and what has no effect.
    pub(super) fn cloth(&self) -> Option<Fault> {
        let implicit = self.method == MethodName::ImplicitCg;
        let copies = self.mesh.copies;
        if copies > 1 && self.mesh.spacing == [0.0; 3] {
            let what = format!("is zero, and {copies} copies would lie on each other");
            return Some(Fault::new("mesh.spacing", what, "say how far one is from the next"));
        }
        if let Some(i) = self.pin.iter().position(|pin| pin.slide != [0.0; 3])
            && !implicit
        {
            return Some(Fault::new(format!("pin.{i}.slide"), "has no effect", IMPLICIT));
        }
        if self.wind.lift != 0.0 && !implicit {
            return Some(Fault::new("wind.lift", "has no effect", IMPLICIT));
        }
        if self.wind.lift != 0.0 && self.wind.density == 0.0 {
            return Some(Fault::new("wind.lift", "has no effect", "give wind.density, or leave it out"));
        }
        let limit = self.implicit_cg.strain_limit;
        if implicit && limit != 0.0 && self.implicit_cg.stretch == 0.0 && self.material.young == 0.0 {
            let advice = "give implicit_cg.stretch, or leave it out";
            return Some(Fault::new("implicit_cg.strain_limit", "has no effect", advice));
        }
        if limit > 0.0 && self.implicit_cg.interleaving == Interleaving::Printed {
            let advice =
                "set implicit_cg.interleaving = \"corrected\": as printed, forces do not see a limit";
            return Some(Fault::new("implicit_cg.strain_limit", "has no effect", advice));
        }
        self.seam.iter().enumerate().find_map(|(i, seam)| {
            self.sewn(seam, implicit).map(|fault| Fault { path: format!("seam.{i}{}", fault.path), ..fault })
        })
    }

    /// A seam that no method sews; the fault's path starts at the seam.
    fn sewn(&self, seam: &Seam, implicit: bool) -> Option<Fault> {
        let copies = self.mesh.copies;
        if !implicit {
            return Some(Fault::new("", "has no effect", IMPLICIT));
        }
        if let Some(copy) = seam.copies.iter().find(|copy| **copy >= copies) {
            let what = format!("there is no copy {copy}");
            let advice = format!("choose from 0 to {}, or raise mesh.copies", copies.saturating_sub(1));
            return Some(Fault::new(".copies", what, advice));
        }
        (seam.copies[0] == seam.copies[1] && seam.edges[0] == seam.edges[1])
            .then(|| Fault::new(".edges", "a side is sewn to itself", "name another side, or another copy"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Edge, Pin};
    use super::*;

    /// A valid scene with everything that is checked here.
    fn scene() -> Scene {
        let mut scene = Scene { method: MethodName::ImplicitCg, ..Scene::default() };
        (scene.mesh.copies, scene.mesh.spacing) = (2, [1.5, 0.0, 0.0]);
        (scene.wind.density, scene.wind.lift) = (1.2, 0.5);
        scene.implicit_cg.strain_limit = 0.1;
        scene.pin = vec![Pin::default(), Pin { slide: [0.0, 0.0, -1.0], ..Pin::default() }];
        scene.seam =
            vec![Seam::default(), Seam { copies: [1, 1], edges: [Edge::Top, Edge::Left], ..Seam::default() }];
        scene
    }

    fn error(change: impl FnOnce(&mut Scene)) -> String {
        let mut scene = scene();
        change(&mut scene);
        let error = scene.validate("").unwrap_err();
        assert_eq!(error.exit_code(), 4);
        error.to_string()
    }

    #[test]
    fn what_the_method_knows_may_be_given() {
        scene().validate("").unwrap();
    }

    #[test]
    fn mistakes_are_explained() {
        type Change = fn(&mut Scene);
        let cases: [(Change, &str); 15] = [
            (|s| s.mesh.copies = 0, "mesh.copies: 0 is outside 1 to 64;"),
            (|s| s.mesh.copies = 65, "mesh.copies: 65 is outside 1 to 64;"),
            (
                |s| s.mesh.spacing = [0.0; 3],
                "mesh.spacing: is zero, and 2 copies would lie on each other; say how far",
            ),
            (|s| s.pin[1].slide[0] = f64::NAN, "pin.1.slide: NaN is outside -1000 to 1000;"),
            (|s| s.wind.lift = -1.0, "wind.lift: -1 is outside 0 to 100;"),
            (|s| s.wind.density = 0.0, "wind.lift: has no effect; give wind.density"),
            (
                |s| s.implicit_cg.stretch = 0.0,
                "implicit_cg.strain_limit: has no effect; give implicit_cg.stretch",
            ),
            (|s| s.implicit_cg.tolerance = 0.0, "implicit_cg.tolerance: 0 is outside 0.0000001 to 0.5;"),
            (|s| s.implicit_cg.limit_stiffness = 0.0, "implicit_cg.limit_stiffness: 0 is outside 1 to"),
            (
                |s| s.seam[1].copies = [0, 2],
                "seam.1.copies: there is no copy 2; choose from 0 to 1, or raise",
            ),
            (|s| s.mesh.copies = 1, "seam.0.copies: there is no copy 1; choose from 0 to 0, or raise"),
            (|s| s.seam[1].copies = [0, 64], "seam.1.copies: 64 is outside 0 to 63;"),
            (
                |s| s.seam[1].edges = [Edge::Left; 2],
                "seam.1.edges: a side is sewn to itself; name another side, or another copy",
            ),
            (|s| s.seam[0].points = 1, "seam.0.points: 1 is outside 2 to 100000;"),
            (|s| s.seam[0].stiffness = -1.0, "seam.0.stiffness: -1 is outside 0 to 1000000000 N/m;"),
        ];
        for (change, start) in cases {
            let message = error(change);
            assert!(message.starts_with(start), "{message}\n  {start}");
        }
    }

    #[test]
    fn other_methods_say_that_they_know_none_of_it() {
        for method in [MethodName::TriangleBending, MethodName::MassSpring] {
            let mut scene = Scene { method, ..scene() };
            for path in ["pin.1.slide", "wind.lift", "seam.0"] {
                let message = scene.validate("").unwrap_err().to_string();
                let start = format!("{path}: has no effect; set method = \"implicit-cg\"");
                assert!(message.starts_with(&start), "{message}");
                match path {
                    "pin.1.slide" => scene.pin[1].slide = [0.0; 3],
                    "wind.lift" => scene.wind.lift = 0.0,
                    _ => scene.seam.clear(),
                }
            }
            // Copies are every method's, and parameters of another method are left alone.
            scene.validate("").unwrap();
        }
    }
}
