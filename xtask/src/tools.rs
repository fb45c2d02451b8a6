//! What the checks need and this machine has not got: compilers, which rustup installs beside others, and what Debian packs:
//! C libraries and emulators. The packages are unpacked, not installed, since they are in the way of others there.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use xshell::Shell;

use crate::project::{Project, cargo, on_linux_x86_64, on_path};

/// The version of Rust for other machines. Each version makes other code, so the limits of what it makes hold for this one.
pub const ELSEWHERE: &str = "1.96.0";
/// The toolchain of Miri, the thread sanitizer and the least versions of dependencies.
pub const NIGHTLY: &str = "nightly-2026-05-20";

/// Compiler flags for machines with AVX2, and for those with AVX-512 as the library asks for it.
pub const AVX2: &str = "-Ctarget-cpu=x86-64-v3";
pub const AVX512: &str = "-Ctarget-cpu=x86-64-v4 -Ctarget-feature=+avx512vpopcntdq";

/// Whether this machine has what these flags say.
pub fn has(flags: &str) -> bool {
    #[cfg(target_arch = "x86_64")]
    return match flags {
        AVX2 => is_x86_feature_detected!("avx2"),
        AVX512 => is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512vpopcntdq"),
        _ => true,
    };
    #[cfg(not(target_arch = "x86_64"))]
    return flags.is_empty();
}

/// A file of the target directory. It is locked while something is fetched, also by the scripts: rustup, apt and npm fail, or worse, while
/// another of them is at work, and steps run side by side.
pub const FETCHING: &str = "fetching";

/// Waits until no one else fetches. It lasts until the file is dropped.
pub fn fetching(project: &Project) -> Result<File> {
    fs::create_dir_all(&project.target)?;
    let file = File::create(project.target.join(FETCHING))?;
    file.lock()?;
    Ok(file)
}

/// Installs what lacks of a toolchain.
pub fn have(project: &Project, name: &str, components: &[&str]) -> Result<()> {
    let _fetching = fetching(project)?;
    let shell = &project.shell;
    let there = |component: &&str| {
        let listed = shell.cmd("rustup").args(["component", "list", "--installed", "--toolchain", name]);
        listed.quiet().ignore_stderr().read().is_ok_and(|list| list.lines().any(|line| line.starts_with(*component)))
    };
    // What rustup says on its standard output would become part of what scripts evaluate.
    let rustup = |words: &[&str]| shell.cmd("rustup").args(words).quiet().ignore_stdout().ignore_stderr();
    if !there(&"rustc") {
        let install = ["toolchain", "install", name, "--profile", "minimal", "--no-self-update"];
        rustup(&install).run().with_context(|| format!("the toolchain {name} cannot be had"))?;
    }
    for component in components.iter().filter(|component| !there(component)) {
        let add = rustup(&["component", "add", component, "--toolchain", name]);
        add.run().with_context(|| format!("{name} has no {component}"))?;
    }
    Ok(())
}

/// A shell that stands in a folder of the repository and in which cargo is this toolchain's. It may use what is unstable.
pub fn toolchain(project: &Project, name: &str, components: &[&str], folder: &str) -> Result<Shell> {
    have(project, name, components)?;
    let shell = project.at(folder);
    shell.set_var("RUSTUP_TOOLCHAIN", name);
    shell.set_var("RUSTC_BOOTSTRAP", "1");
    Ok(shell)
}

/// The compiler for other machines, with the source of its library.
pub fn compiler(project: &Project, folder: &str) -> Result<Shell> {
    toolchain(project, ELSEWHERE, &["rust-src"], folder)
}

/// What a script says to its shell to build modules for WebAssembly by the compiler for other machines, and to find `wasm-opt`.
pub fn for_scripts(project: &Project) -> Result<()> {
    compiler(project, "")?;
    println!("export RUSTUP_TOOLCHAIN={ELSEWHERE} RUSTC_BOOTSTRAP=1");
    if !on_path("wasm-opt") && unpack(project, "binaryen", &["binaryen"], false).is_ok() {
        let root = unpacked(project);
        println!("export PATH=$PATH:{}", root.join("usr/bin").display());
        println!("export LD_LIBRARY_PATH={}", root.join("usr/lib/x86_64-linux-gnu").display());
    }
    Ok(())
}

/// Makes a package of a program that uses the library, in a folder of the target directory, and has the shell stand there.
pub fn user(project: &Project, shell: &Shell, folder: &str, features: &[&str], program: &str) -> Result<()> {
    let folder = project.target.join(folder);
    shell.create_dir(folder.join("src"))?;
    shell.change_dir(&folder);
    let manifest = format!(
        "[package]\nname = \"user\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
         [dependencies.chess0x88]\npath = \"{}\"\nfeatures = {features:?}\n",
        project.root.display(),
    );
    shell.write_file("Cargo.toml", manifest)?;
    shell.write_file("src/main.rs", program)?;
    Ok(shell.remove_path("Cargo.lock")?)
}

/// Makes a package of the library with its unit tests alone, in a folder of the target directory, and has the shell stand there: what
/// other tests, examples and benchmarks need takes longer to build than the library.
pub fn unit_tests(project: &Project, shell: &Shell, name: &str) -> Result<()> {
    let folder = project.target.join("unit-tests").join(name);
    shell.create_dir(&folder)?;
    shell.change_dir(&folder);
    let sources = project.root.join("src/lib.rs");
    shell.write_file("Cargo.toml", format!("{}[lib]\npath = \"{}\"\n", manifest(project)?, sources.display()))?;
    lock(project, shell)
}

/// What the library itself takes of Cargo.toml, as a manifest.
pub fn manifest(project: &Project) -> Result<String> {
    let mut wanted = false;
    let mut manifest = "[workspace]\n".to_owned();
    for line in project.read("Cargo.toml")?.lines() {
        if line.starts_with('[') {
            let parts = [
                "[package]",
                "[workspace.package]",
                "[workspace.dependencies]",
                "[features]",
                "[dependencies]",
                "[lints]",
            ];
            wanted =
                parts.contains(&line) || ["[workspace.lints.", "[profile."].iter().any(|part| line.starts_with(part));
        }
        if wanted {
            manifest.extend([line, "\n"]);
        }
    }
    Ok(manifest)
}

/// Gives the package in which the shell stands the lock file. It has fewer dependencies: what it does not need is taken out, and nothing
/// else.
pub fn lock(project: &Project, shell: &Shell) -> Result<()> {
    shell.copy_file(project.root.join("Cargo.lock"), "Cargo.lock")?;
    Ok(shell.cmd("cargo").args(["update", "--quiet", "--workspace"]).run()?)
}

/// Installs a program by cargo, of this version, built soon rather than well.
pub fn install(project: &Project, program: &str, version: &str) -> Result<()> {
    let installed = project.shell.cmd("cargo").args(["install", "--list"]).quiet().read()?;
    if installed.lines().any(|line| line == format!("{program} v{version}:")) {
        return Ok(());
    }
    let command = cargo(&project.shell, "install --quiet --debug").args([program, "--version", version]);
    Ok(command.env("CARGO_PROFILE_DEV_DEBUG", "false").run()?)
}

/// Installs what lacks of these programs, each of which Debian packs under its name.
pub fn programs(project: &Project, names: &[&str]) -> Result<()> {
    let _fetching = fetching(project)?;
    let missing: Vec<&&str> = names.iter().filter(|name| !on_path(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages = missing.iter().map(|name| if **name == "node" { "nodejs" } else { *name });
    let packages: Vec<&str> = packages.collect();
    let apt = || project.shell.cmd("apt-get").arg("-qq").quiet().ignore_stdout().ignore_stderr();
    let install = || apt().args(["install", "-y", "--no-install-recommends"]).args(&packages).run();
    if install().is_err() {
        apt().arg("update").run()?;
        install().with_context(|| format!("{} cannot be had", packages.join(", ")))?;
    }
    Ok(())
}

/// Where Debian's packages are unpacked.
pub fn unpacked(project: &Project) -> PathBuf {
    project.target.join("debian")
}

/// Unpacks packages, and what they need if that is asked for, once; `what` they are for.
pub fn unpack(project: &Project, what: &str, packages: &[&str], with_all_they_need: bool) -> Result<()> {
    let _fetching = fetching(project)?;
    let root = unpacked(project);
    let done = root.join(format!("has-{what}"));
    if done.exists() {
        return Ok(());
    }
    ensure!(on_linux_x86_64() && on_path("apt-get") && on_path("dpkg"), "this is no Debian on x86_64");
    let folder = root.join("packages");
    fs::create_dir_all(folder.join("partial"))?;
    let shell = project.shell.clone();
    shell.change_dir(&folder);
    let download = || {
        let cache = format!("Dir::Cache::archives={}", folder.display());
        let command = shell.cmd("apt-get").arg("-qq");
        let command = if with_all_they_need {
            command.args(["install", "-y", "--no-install-recommends", "--download-only", "-o", &cache])
        } else {
            command.arg("download")
        };
        command.args(packages).quiet().ignore_stdout().ignore_stderr().run()
    };
    if download().is_err() {
        shell.cmd("apt-get").args(["-qq", "update"]).quiet().ignore_stderr().run()?;
        download()?;
    }
    for package in shell.read_dir(&folder)?.iter().filter(|path| path.extension().is_some_and(|end| end == "deb")) {
        shell.cmd("dpkg").arg("-x").arg(package).arg(&root).quiet().run()?;
    }
    fs::remove_dir_all(folder)?;
    Ok(fs::write(done, "")?)
}

/// The first package that this one needs whose name begins so.
pub fn needs(project: &Project, package: &str, begin: &str) -> Result<String> {
    let _fetching = fetching(project)?;
    let shell = &project.shell;
    let ask = || shell.cmd("apt-cache").args(["depends", package]).quiet().ignore_stderr().read();
    let listed = match ask() {
        Ok(listed) if !listed.is_empty() => listed,
        _ => {
            shell.cmd("apt-get").args(["-qq", "update"]).quiet().ignore_stderr().run()?;
            ask()?
        }
    };
    let mut needed = listed.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    let found = needed.find(|name| name.starts_with(begin));
    Ok(found.with_context(|| format!("{package} needs no {begin}"))?.to_owned())
}

/// An emulator that is in this package of Debian's: how it is called.
pub fn emulator(project: &Project, name: &str, package: &str) -> Result<Vec<String>> {
    if on_path(name) {
        return Ok(vec![name.to_owned()]);
    }
    unpack(project, package, &[package], true)?;
    let root = unpacked(project);
    let libraries = ["usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu"].map(|path| shown(&root.join(path))).join(":");
    Ok(vec!["env".to_owned(), format!("LD_LIBRARY_PATH={libraries}"), shown(&root.join("usr/bin").join(name))])
}

/// The emulator of whole Arm machines, with the options that tell where its files are.
pub fn machine_emulator(project: &Project) -> Result<Vec<String>> {
    let name = "qemu-system-arm";
    let mut words = emulator(project, name, name)?;
    if words.len() > 1 {
        words.extend(["-L".to_owned(), shown(&unpacked(project).join("usr/share/qemu"))]);
    }
    Ok(words)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
