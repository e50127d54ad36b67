//! Materials by name: what `material.name` stands for.

use super::Material;
use super::nearest::suggestion;

/// A material that people know.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fabric {
    /// Its name, as `material.name` takes it.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Mass per area [kg/m²].
    pub density: f64,
    /// Young's modulus [Pa].
    pub young: f64,
    /// Poisson's ratio.
    pub poisson: f64,
    /// Thickness that its stiffness comes from [m].
    pub gauge: f64,
}

/// Every material by name.
///
/// A weave bends far more easily than a solid sheet as thick, for its threads slide: its gauge is √(12 (1 − ν²) B/K), its modulus
/// K over that, which gives the tensile stiffness K [N/m] and the bending rigidity B [N·m] that were measured. Both differ along
/// warp and weft, by twice and more; the numbers are of the middle. All numbers are of a typical sample: others of the same name
/// differ by a tenth where a solid is listed, by half where a weave or leather is. Where a number has a source, its line says so; what is
/// called typical has none that is better than the order of what makers and textbooks print.
pub const FABRICS: &[Fabric] = &[
    // Aluminium: 70.3 GPa, 0.345 (Dowling: Mechanical Behavior of Materials, table 5.2), 2700 kg/m³. Thickness: typical, 11 to 18 µm.
    Fabric::new("aluminium-foil", "household foil, 16 µm", 0.0432, 7e10, 0.34, 1.6e-5),
    // Typical of folding boxboard of 300 g/m²: bending stiffnesses (5°) of about 25 to 30 mN·m along and 10 to 13 across.
    Fabric::new("card", "cartonboard of 300 g/m²", 0.3, 3e9, 0.3, 4e-4),
    // Foil for circuit boards of 1 oz/ft², 305 g/m² (IPC-4562). Copper: 110 to 120 GPa (Gere: Mechanics of Materials, table of elastic
    // constants), 130 GPa and 0.343 (Dowling, table 5.2); of foil typical.
    Fabric::new("copper-foil", "foil of circuit boards, 35 µm", 0.31, 1.17e11, 0.34, 3.5e-5),
    // Typical of shirting, 110 to 130 g/m²: by Kawabata's instruments extension of 3 to 6 % at 490 N/m, B of 0.05 to 0.1 gf·cm²/cm (5 to
    // 10 µN·m); taken: K = 12 kN/m, B = 7 µN·m.
    Fabric::new("cotton", "shirting", 0.12, 1.504e8, 0.3, 7.981e-5),
    // Density 0.324 kg/m² and B = 64.2 µN·m of the 11 oz black denim of Wang, Ramamoorthi, O'Brien 2011 (Data-Driven Elastic Models for
    // Cloth, its published data); K typical, extension of about 5 % at 490 N/m.
    Fabric::new("denim", "11 oz jeans", 0.324, 3.783e7, 0.3, 2.644e-4),
    // Vegetable-tanned upper leather; moduli from 10 to 100 MPa are published, by animal, place and tanning: a guess in the middle, not
    // a measurement.
    Fabric::new("leather", "firm upper leather, 1 mm", 0.9, 2e7, 0.4, 1e-3),
    // Copy paper, 80 g/m² and about 0.1 mm; typical, of moduli that go from 2 GPa across to 6 GPa along the machine. ARCSim's paper of
    // 100 g/m² has 5 GPa and 0.4 mN·m, by the same formula.
    Fabric::new("paper", "copy paper of 80 g/m²", 0.08, 3e9, 0.3, 1e-4),
    // 1390 kg/m³ and 0.38 (DuPont Teijin Films: Mylar, Physical-Thermal Properties, H-37232), which has 4.8 to 5.0 GPa for 23 µm; 4 GPa
    // is typical of thicker film.
    Fabric::new("pet-film", "polyester film, 100 µm", 0.139, 4e9, 0.38, 1e-4),
    // Typical of low-density polyethylene: 0.1 to 0.3 GPa, about 0.42, 920 kg/m³.
    Fabric::new("polythene", "film of plastic bags, 50 µm", 0.046, 2e8, 0.42, 5e-5),
    // 2.0 MPa at 45 Shore A (Gent 1958: On the Relation between Indentation Hardness and Young's Modulus); nearly incompressible. Density
    // typical, with fillers.
    Fabric::new("rubber", "soft rubber sheet, 1 mm", 1.1, 2e6, 0.49, 1e-3),
    // Typical of light plain weaves, 60 to 70 g/m²: extension of 3 to 8 % at 490 N/m, B of 0.02 to 0.05 gf·cm²/cm; taken: K = 10 kN/m,
    // B = 4 µN·m.
    Fabric::new("silk", "light plain weave", 0.065, 1.513e8, 0.3, 6.609e-5),
    // Steels: 190 to 210 GPa, 0.27 to 0.30 (Gere, table of elastic constants), 7850 kg/m³.
    Fabric::new("steel-shim", "shim stock, 0.1 mm", 0.785, 2.05e11, 0.29, 1e-4),
    // Men's suiting, 220 to 260 g/m², of the order that Kawabata 1980 (The Standardization and Analysis of Hand Evaluation) has: extension
    // of 4 to 8 % at 490 N/m, B of 0.08 to 0.15 gf·cm²/cm; taken, as typical: K = 8 kN/m, B = 11 µN·m.
    Fabric::new("wool", "suiting", 0.24, 6.529e7, 0.3, 1.2254e-4),
];

impl Fabric {
    const fn new(
        name: &'static str,
        about: &'static str,
        density: f64,
        young: f64,
        poisson: f64,
        gauge: f64,
    ) -> Self {
        Self { name, about, density, young, poisson, gauge }
    }

    /// The material of that name.
    pub fn find(name: &str) -> Option<&'static Fabric> {
        FABRICS.iter().find(|fabric| fabric.name == name)
    }

    /// What to do about a name that there is not.
    pub(super) fn advice(name: &str) -> String {
        let names = FABRICS.iter().map(|fabric| fabric.name);
        suggestion(name, names).unwrap_or_else(|| "`toile materials` lists them all".into())
    }

    /// A plain material with its numbers.
    pub fn material(&self) -> Material {
        let &Self { density, young, poisson, gauge, .. } = self;
        Material { name: self.name.into(), density, young, poisson, gauge, ..Material::default() }
    }
}

impl Material {
    /// Takes the numbers of the material of this name, but for those that `given` has; nothing where there is no such material.
    pub(super) fn take_named(&mut self, given: impl Fn(&str) -> bool) {
        let Some(fabric) = Fabric::find(&self.name) else { return };
        let numbers = [
            ("density", &mut self.density, fabric.density),
            ("young", &mut self.young, fabric.young),
            ("poisson", &mut self.poisson, fabric.poisson),
            ("gauge", &mut self.gauge, fabric.gauge),
        ];
        for (field, number, value) in numbers {
            if !given(field) {
                *number = value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Scene, file, set};

    #[test]
    fn every_material_is_valid() {
        assert!(FABRICS.windows(2).all(|pair| pair[0].name < pair[1].name));
        for fabric in FABRICS {
            let scene = Scene { material: fabric.material(), ..Scene::default() };
            scene.validate(fabric.name).unwrap();
            assert!(!fabric.about.is_empty());
        }
    }

    #[test]
    fn weaves_have_the_stiffness_that_was_measured() {
        for (name, tensile, bending) in
            [("cotton", 12e3, 7e-6), ("denim", 10e3, 64e-6), ("silk", 10e3, 4e-6), ("wool", 8e3, 11e-6)]
        {
            let material = Fabric::find(name).unwrap().material();
            assert!((material.stretching_stiffness() / tensile - 1.0).abs() < 1e-3, "{name}");
            assert!((material.bending_stiffness() / bending - 1.0).abs() < 2e-3, "{name}");
        }
    }

    #[test]
    fn a_file_may_change_what_a_name_stands_for() {
        let text = "[material]\nname = \"paper\"\ngauge = 0.0002\ndamping = 1.0";
        let scene = file::parse(text, "a").unwrap();
        let m = &scene.material;
        assert_eq!((m.density, m.young, m.poisson, m.gauge, m.damping), (0.08, 3e9, 0.3, 2e-4, 1.0));
        assert_eq!(file::parse(&scene.to_toml().unwrap(), "b").unwrap(), scene);
        let inline = file::parse("material.name = \"wool\"", "a").unwrap();
        assert_eq!(inline.material, Fabric::find("wool").unwrap().material());
    }

    #[test]
    fn assignments_count_in_their_order() {
        let material = |assignments: &[&str]| {
            let all: Vec<_> = assignments.iter().map(|a| set::split(a).unwrap()).collect();
            Scene::default().set(&all).unwrap().material
        };
        let last = material(&["material.density=7", "material=silk"]);
        assert_eq!(last, Fabric::find("silk").unwrap().material());
        let first = material(&["material.name=silk", "density=7"]);
        assert_eq!((first.density, first.young), (7.0, last.young));
        // Other fields of a scene that has a name leave its numbers alone.
        let scene = Scene { material: first.clone(), ..Scene::default() };
        assert_eq!(scene.set(&[set::split("rows=9").unwrap()]).unwrap().material, first);
    }

    #[test]
    fn unknown_names_are_answered() {
        for (name, start) in [
            ("papper", "material.name: there is no `papper`; did you mean `paper`?"),
            ("copper", "material.name: there is no `copper`; did you mean `copper-foil`?"),
            ("zzzzzzzzzzz", "material.name: there is no `zzzzzzzzzzz`; `toile materials` lists them all"),
        ] {
            let mut scene = Scene::default();
            scene.material.name = name.into();
            let message = scene.validate("").unwrap_err().to_string();
            assert!(message.starts_with(start), "{message}");
        }
    }

    #[test]
    fn the_readme_lists_them() {
        let row = |f: &Fabric| {
            let bending = f.material().bending_stiffness();
            let Fabric { name, about, density, young, poisson, gauge } = f;
            let gauge = (gauge * 1e8).round() / 1e5;
            format!("| `{name}` | {about} | {density} | {young:e} | {poisson} | {gauge} | {bending:.1e} |\n")
        };
        let table: String = FABRICS.iter().map(row).collect();
        let readme = include_str!("../../README.md");
        assert!(readme.contains(&table), "README.md lacks this table:\n{table}");
    }
}
