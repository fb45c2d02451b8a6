//! Where cargo has put the peers: some have suites in their packages.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders of packages that this one stands on, by their names and versions.
pub fn folders<const N: usize>(packages: [&str; N]) -> [PathBuf; N] {
    let cargo = env::var_os("CARGO").unwrap_or("cargo".into());
    let arguments = ["metadata", "--locked", "--format-version", "1"];
    let output = Command::new(cargo).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let paths = text.split("\"manifest_path\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let folders: Vec<&Path> = paths.filter_map(|path| Path::new(path).parent()).collect();
    packages.map(|package| folders.iter().find(|path| path.ends_with(package)).expect("a package of Cargo.toml").into())
}
