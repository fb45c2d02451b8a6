//! The tests under `AddressSanitizer`.

use anyhow::Result;

use crate::project::{Project, on_linux_x86_64};

/// Runs the tests with overflow checks and debug assertions. The unit tests alone hold every SIMD back end of
/// this machine equal to the bitboards, and `unsafe` is nowhere else. (The fuzz targets run under `AddressSanitizer` as they are.)
pub fn run(project: &Project, all: bool) -> Result<()> {
    if !on_linux_x86_64() {
        project.skip("sanitize", "it is set up for Linux on x86_64 only");
        return Ok(());
    }
    let mut command = project.cargo("test --target x86_64-unknown-linux-gnu --all-features --lib --target-dir");
    command = command.arg(project.target.join("sanitize"));
    for setting in ["debug-assertions=true", "overflow-checks=true", "debug=false"] {
        command = command.arg("--config").arg(format!("profile.test.{setting}"));
    }
    if all {
        command = command.args(["--test", "it"]);
    }
    // The stable compiler has the sanitizer, but does not offer it.
    Ok(command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address").run()?)
}
