use toile::scene::{catalog, set};
use toile::{Backend, Simulation};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let frames: u64 = args[2].parse().unwrap();
    let sets: Vec<_> = args[3..].iter().map(|a| set::split(a).unwrap()).collect();
    let scene = catalog::resolve(&args[1]).unwrap().set(&sets).unwrap();
    let mut s = Simulation::new(&scene, &Backend::Cpu).unwrap();
    let every = (frames / 12).max(1);
    let mut before = toile::methods::Solves::default();
    let start = std::time::Instant::now();
    for f in 1..=frames {
        s.frame().unwrap();
        if let Err(e) = s.check() {
            println!("{e}");
        }
        if f % every == 0 {
            let o = s.solves().unwrap().unwrap();
            let state = s.state().unwrap();
            let n = (o.count - before.count) as f64;
            let t = s.touch(&state.positions);
            let st = s.violations(&state.positions);
            println!(
                "f {f} it/step {:.1} most {} last {} res {:.2e} unc {} neg {} touch {:?} viol {:?} E {:.4}",
                (o.iterations - before.iterations) as f64 / n,
                o.most,
                o.last,
                o.residual,
                o.unconverged,
                o.negative,
                t,
                st.iter().map(|(l, v)| format!("{l} {:.4}", v.max)).collect::<Vec<_>>(),
                s.elastic_energy(&state.positions).unwrap()
            );
            before = o;
        }
    }
    println!("{:.2} s, hash {}", start.elapsed().as_secs_f64(), s.state().unwrap().hash());
}
