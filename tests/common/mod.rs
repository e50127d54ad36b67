//! What the test binaries share.

use std::sync::{Arc, OnceLock};
use toile::engine::gpu::Device;

/// The device that all tests of a binary share; a machine without one fails the test.
pub fn device() -> Arc<Device> {
    static DEVICE: OnceLock<Arc<Device>> = OnceLock::new();
    let open = || Device::open(None, toile::kernels::sources()).expect("these tests need a GPU adapter");
    DEVICE.get_or_init(open).clone()
}
