//! Where a body is by its scene alone: at the start, and over time for a kinematic one.

use super::Pose;
use crate::scene::{Body, BodyKind, Track};
use glam::{DQuat, DVec3, EulerRot};

/// Path and turn of a body over time.
#[derive(Debug, Clone)]
pub(super) struct Motion {
    position: DVec3,
    rotation: DQuat,
    /// Displacement [m] and rotation [degrees] about x, then y, then z; none for a body that does not follow them.
    tracks: Option<([Track; 3], [Track; 3])>,
}

impl Motion {
    pub(super) fn new(body: &Body) -> Self {
        let follows = body.kind == BodyKind::Kinematic;
        Self {
            position: DVec3::from_array(body.position),
            rotation: rotation(body.rotation),
            tracks: follows.then(|| (body.path.clone(), body.turn.clone())),
        }
    }

    /// The pose at the time `t` [s]: the body is turned by `turn`, then by `rotation`, then moved.
    pub(super) fn at(&self, t: f64) -> Pose {
        let (shift, turn) = match &self.tracks {
            None => (DVec3::ZERO, DQuat::IDENTITY),
            Some((path, turn)) => (DVec3::from_array(values(path, t)), rotation(values(turn, t))),
        };
        let rotation = (self.rotation * turn).normalize();
        Pose { position: (self.position + shift).as_vec3(), rotation: rotation.as_quat() }
    }

    /// As [`Self::at`], with the one of the two equal quaternions that is nearer to `from`'s.
    pub(super) fn after(&self, from: Pose, t: f64) -> Pose {
        let pose = self.at(t);
        let flip = pose.rotation.dot(from.rotation) < 0.0;
        Pose { rotation: if flip { -pose.rotation } else { pose.rotation }, ..pose }
    }
}

fn values(tracks: &[Track; 3], t: f64) -> [f64; 3] {
    tracks.each_ref().map(|track| track.at(t))
}

/// About x, then y, then z [degrees].
pub(super) fn rotation(degrees: [f64; 3]) -> DQuat {
    let [x, y, z] = degrees.map(f64::to_radians);
    DQuat::from_euler(EulerRot::ZYX, z, y, x)
}
