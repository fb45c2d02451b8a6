//! Where cargo has put the peers: some have suites in their packages.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of a package that this one stands on, by its name and version.
pub fn folder(package: &str) -> PathBuf {
    let cargo = env::var_os("CARGO").unwrap_or("cargo".into());
    let arguments = ["metadata", "--locked", "--format-version", "1"];
    let output = Command::new(cargo).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let paths = text.split("\"manifest_path\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let mut folders = paths.filter_map(|path| Path::new(path).parent());
    folders.find(|path| path.ends_with(package)).expect("a package of Cargo.toml").to_owned()
}
