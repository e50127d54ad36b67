//! A scorecard that cannot turn red is worth nothing: constants are spoiled behind the back of the checks, and a cell has to see it.

use super::bench::Bench;
use super::checks::FAMILIES;
use super::judge::Mark;
use super::scorecard::{Job, fill};
use super::subjects::{self, Subject};
use crate::cli::progress::Progress;
use crate::cli::terminal::Terminal;
use crate::scene::{MethodName, Scene};
use crate::simulation::Backend;

/// The mark of a check of a subject, whose scenes are spoiled so.
fn mark(check: &str, subject: Subject, spoil: fn(&mut Scene)) -> (Mark, String) {
    let mut bench = Bench::new(Backend::Cpu, true).unwrap();
    bench.spoil = spoil;
    let mut trials = FAMILIES.iter().flat_map(|family| family.trials);
    let trial = trials.find(|trial| trial.checks.iter().any(|c| c.name == check)).unwrap();
    let progress = Progress::cells(&Terminal::new(true), 1);
    let cells = fill(&bench, &[Job { trial, subject }], 1, &progress).unwrap();
    let cell = cells.into_iter().find(|cell| cell.check == check).unwrap();
    (cell.mark, format!("{check} of {subject}: {:?} of {:?}, {}", cell.value, cell.expected, cell.why))
}

fn usual(method: MethodName) -> Subject {
    *subjects::ALL.iter().find(|s| s.method == method && s.is_usual()).unwrap()
}

type Spoil = fn(&mut Scene);

/// What each check has to see, by a few per cent as a rule.
const SPOILED: [(&str, Spoil); 6] = [
    ("free-fall", |s| s.gravity[1] *= 1.01),
    ("damping", |s| s.material.damping *= 1.05),
    ("pendulum", |s| s.gravity[1] *= 1.03),
    ("energy", |s| s.material.damping = 0.2),
    ("incline-slides", |s| s.ground.friction *= 0.95),
    ("incline-holds", |s| s.ground.friction *= 0.97),
];

#[test]
fn every_method_turns_red_where_a_constant_is_wrong() {
    for method in MethodName::ALL {
        let subject = usual(method);
        for (check, spoil) in SPOILED {
            let (spoiled, what) = mark(check, subject, spoil);
            assert_eq!(spoiled, Mark::Bad, "{what}");
        }
    }
}

#[test]
fn a_wrong_stiffness_turns_red() {
    let shells = usual(MethodName::DiscreteShells);
    let springs = usual(MethodName::ImplicitCg);
    let stiffer: Spoil = |s| s.material.young *= 1.2;
    let cases = [
        ("elongation", shells),
        ("elongation", springs),
        ("beam-frequency", springs),
        ("tip-load-1", springs),
        ("tip-load-4", springs),
        ("end-moment", springs),
        ("tip-load-1", shells),
        ("tip-load-4", shells),
        ("end-moment", shells),
        ("beam-frequency", usual(MethodName::Nonconforming)),
    ];
    for (check, subject) in cases {
        let (right, what) = mark(check, subject, |_| {});
        assert_eq!(right, Mark::Good, "{what}");
        let (wrong, what) = mark(check, subject, stiffer);
        assert_eq!(wrong, Mark::Bad, "{what}");
    }
}

#[test]
fn what_the_program_refuses_is_said_in_its_own_words() {
    let (refused, why) = mark("free-fall", usual(MethodName::MassSpring), |s| s.mesh.rows = 1);
    assert_eq!(refused, Mark::Bad, "{why}");
    assert!(why.contains("mesh.rows: 1 is outside"), "{why}");
}

#[test]
fn what_explodes_is_bad_and_says_so() {
    let (lost, why) = mark("elongation", usual(MethodName::MassSpring), |s| s.solver.substeps = 1);
    assert_eq!(lost, Mark::Bad);
    assert!(why.contains("non-finite"), "{why}");
}
