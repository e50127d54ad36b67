//! What a scene may hold: every number finite and in its range, every reference to something that exists.

use super::nearest::{clip, suggestion};
use super::{Fabric, Field, Scene, Select, Selection, Shape, tree};
use crate::error::{Error, Result};
use toml::Value;

/// What is wrong with one field.
#[derive(Debug)]
pub(super) struct Fault {
    /// Dotted path of the field.
    pub path: String,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub advice: String,
}

impl Fault {
    pub(super) fn new(path: impl Into<String>, what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { path: path.into(), what: what.into(), advice: advice.into() }
    }

    /// The error, with `prefix` before the path.
    pub(super) fn error(self, prefix: &str) -> Error {
        Error::input(format!("{prefix}{}", self.path), self.what, self.advice)
    }
}

impl Scene {
    /// Checks every field; the error names the first wrong one, after `at`, where the scene came from.
    pub fn validate(&self, at: &str) -> Result<()> {
        match self.fault()? {
            None => Ok(()),
            Some(fault) if at.is_empty() => Err(fault.error("")),
            Some(fault) => Err(fault.error(&format!("{at}: "))),
        }
    }

    /// The first fault.
    pub(super) fn fault(&self) -> Result<Option<Fault>> {
        // TOML has no larger integers: without this, the tree could not be made.
        if self.seed > i64::MAX as u64 {
            return Ok(Some(out_of_range("seed", self.seed as f64, "")));
        }
        let root = tree::of(self)?;
        Ok(numbers(&root)
            .or_else(|| self.references(&root))
            .or_else(|| self.selections())
            .or_else(|| self.cloth())
            .or_else(|| self.shell())
            .or_else(|| self.bodies())
            .or_else(|| self.contacts()))
    }

    /// Names and references.
    fn references(&self, root: &Value) -> Option<Fault> {
        if self.name.chars().any(|c| c.is_control() || c == '/' || c == '\\') {
            return Some(Fault::new(
                "name",
                "has a character that file names cannot have",
                "use letters, digits and -",
            ));
        }
        let material = &self.material.name;
        if !material.is_empty() && Fabric::find(material).is_none() {
            let what = format!("there is no `{}`", clip(material));
            return Some(Fault::new("material.name", what, Fabric::advice(material)));
        }
        if self.mesh.shape == Shape::File && self.mesh.file.is_empty() {
            return Some(Fault::new(
                "mesh.file",
                "is empty",
                "name an OBJ file, or choose another mesh.shape",
            ));
        }
        self.short.iter().find_map(|(short, path)| {
            let place = format!("short.{short}");
            // A field would be out of reach; a short name that every scene has may be taken over.
            if tree::get(root, short).is_some() {
                return Some(Fault::new(place, "is the name of a field", "choose another short name"));
            }
            if tree::get(root, path).is_some() {
                return None;
            }
            let paths = tree::fields(root);
            let advice = suggestion(path, paths.iter().map(String::as_str))
                .unwrap_or_else(|| "give the dotted path of a field".into());
            Some(Fault::new(place, format!("there is no field `{}`", clip(path)), advice))
        })
    }

    /// Pins and loads that would silently choose something else than what was written.
    fn selections(&self) -> Option<Fault> {
        let pins = self.pin.iter().enumerate().map(|(i, pin)| (format!("pin.{i}"), pin.selection()));
        let loads = self.load.iter().enumerate().map(|(i, load)| (format!("load.{i}"), load.selection()));
        pins.chain(loads).find_map(|(place, selection)| unchosen(&place, &selection))
    }
}

/// What is wrong with the choice of the vertices at `place`.
fn unchosen(place: &str, selection: &Selection<'_>) -> Option<Fault> {
    let &Selection { select, vertices, corners } = selection;
    let unchosen = select == Select::default();
    if select == Select::Vertices && vertices.is_empty() {
        Some(Fault::new(format!("{place}.vertices"), "is empty", "list the vertices that are meant"))
    } else if unchosen && !vertices.is_empty() {
        Some(Fault::new(format!("{place}.vertices"), "has no effect", "set select = \"vertices\""))
    } else if unchosen && corners != [[0.0; 3]; 2] {
        Some(Fault::new(format!("{place}.corners"), "has no effect", "set select = \"box\""))
    } else {
        None
    }
}

/// The first number that is not finite or outside its range.
fn numbers(root: &Value) -> Option<Fault> {
    let mut fault = None;
    tree::visit(root, &mut |path, value| {
        // The values in `test` are meant for other fields, and are checked there.
        if fault.is_none() && !path.starts_with("test.") {
            fault = outside(path, value, Field::find(path), "");
        }
    });
    fault
}

/// The first number in `value` that the field does not allow; `when` says at which keyframe.
fn outside(path: &str, value: &Value, field: Option<&Field>, when: &str) -> Option<Fault> {
    let number = |v: &Value| v.as_float().or_else(|| v.as_integer().map(|i| i as f64));
    if let Value::Array(items) = value {
        return match (items.as_slice(), field) {
            // A pair within a field that varies is a keyframe; the track itself looks after its time.
            ([time, value], Some(field)) if field.varies && !time.is_array() && !value.is_array() => {
                let when = format!(" at {} s", number(time).unwrap_or_default());
                outside(path, value, Some(field), &when)
            }
            _ => items.iter().find_map(|item| outside(path, item, field, when)),
        };
    }
    let number = number(value)?;
    let allowed = field.map_or(number.is_finite(), |field| field.allows(number));
    (!allowed).then(|| out_of_range(path, number, when))
}

fn out_of_range(path: &str, number: f64, when: &str) -> Fault {
    match Field::find(path) {
        Some(field) => Fault::new(
            path,
            format!("{number}{when} is outside {}", field.range()),
            format!("choose a value in that range ({})", field.about),
        ),
        None => Fault::new(path, format!("{number}{when} is not finite"), "give a finite number"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pin, Track};
    use super::*;

    fn error(change: impl FnOnce(&mut Scene)) -> String {
        let mut scene = Scene { pin: vec![Pin::default()], ..Scene::default() };
        change(&mut scene);
        let error = scene.validate("test.toml").unwrap_err();
        assert_eq!(error.exit_code(), 4);
        error.to_string()
    }

    #[test]
    fn ranges_are_checked() {
        let k = error(|s| s.triangle_bending.k = Track::constant(1.5));
        assert!(k.starts_with("test.toml: triangle_bending.k: 1.5 is outside 0 to 1; "), "{k}");
        let kappa = error(|s| {
            s.triangle_bending.kappa = Track::keyframes(vec![[0.0, 0.0], [2.5, 11.0]]).unwrap();
        });
        assert!(kappa.contains("triangle_bending.kappa: 11 at 2.5 s is outside 0 to 10 m"), "{kappa}");
        assert!(
            error(|s| s.wind.velocity[2] = Track::constant(f64::NAN))
                .contains("wind.velocity: NaN is outside")
        );
        assert!(error(|s| s.gravity[1] = f64::INFINITY).contains("gravity: inf is outside"));
        assert!(error(|s| s.mesh.rows = 1).contains("mesh.rows: 1 is outside 2 to 4096"));
        assert!(error(|s| s.pin[0].until = f64::NAN).contains("pin.0.until: NaN is outside 0 s or more"));
        assert!(error(|s| s.pin[0].until = -1.0).contains("pin.0.until"));
        assert!(error(|s| s.seed = u64::MAX).contains("seed"));
    }

    #[test]
    fn times_of_keyframes_are_not_values() {
        let mut scene = Scene::default();
        scene.triangle_bending.k = Track::keyframes(vec![[0.0, 1.0], [100.0, 0.5]]).unwrap();
        scene.wind.velocity[0] = Track::keyframes(vec![[-5000.0, 1.0], [5000.0, 0.5]]).unwrap();
        scene.validate("").unwrap();
    }

    #[test]
    fn references_are_checked() {
        assert!(error(|s| s.mesh.shape = Shape::File).contains("mesh.file: is empty"));
        assert!(error(|s| s.name = "../up".into()).contains("name: "));
        assert!(error(|s| s.pin[0].vertices = vec![1]).contains("set select = \"vertices\""));
        assert!(error(|s| s.pin[0].select = Select::Vertices).contains("pin.0.vertices: is empty"));
        assert!(error(|s| s.pin[0].corners[0][1] = 1.0).contains("set select = \"box\""));
        let typo = error(|s| _ = s.short.insert("tall".into(), "mesh.heigth".into()));
        assert!(
            typo.contains("short.tall: there is no field `mesh.heigth`; did you mean `mesh.height`"),
            "{typo}"
        );
        for taken in ["frames", "mesh.level", "mesh", "body", "tilt"] {
            let message = error(|s| _ = s.short.insert(taken.into(), "seed".into()));
            let start = format!("test.toml: short.{taken}: is the name of a field; choose another");
            assert!(message.starts_with(&start), "{message}");
        }
    }

    #[test]
    fn short_names_of_every_scene_may_be_taken_over() {
        let mut scene = Scene::default();
        for name in ["k", "dt", "friction", "body_count"] {
            scene.short.insert(name.into(), "seed".into());
        }
        scene.validate("").unwrap();
    }
}
