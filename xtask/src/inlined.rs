//! The speed of the SIMD back ends, as far as any x86-64 machine can tell: that no lane operation is a call.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail, ensure};
use regex_lite::Regex;

use crate::project::Project;

/// Fails if a release program calls a lane operation that should be inlined: a call for each instruction makes a SIMD back end
/// ten times slower, and no test sees that. An x86-64 program holds all back ends, so this needs no machine that can run them.
pub fn run(project: &Project) -> Result<()> {
    project.cargo("build --quiet --release --example fast_perft").run()?;
    let program = &project.target.join("release/examples/fast_perft");
    let shown = program.display();
    let symbols = project.shell.cmd("nm").arg("-C").arg(program).quiet().read()?;
    // Names only, without address and kind.
    let names = Regex::new("(?m)^[0-9a-f ]* [A-Za-z] (.*)$")?;
    let names: Vec<&str> = names.captures_iter(&symbols).filter_map(|found| Some(found.get(1)?.as_str())).collect();
    ensure!(!names.is_empty(), "{shown}: no symbols; is it stripped?");
    let named = Regex::new(r"(?m)^ *([A-Za-z0-9]*) needs \[")?;
    let (mut back_ends, mut called) = (Vec::new(), BTreeMap::<&str, usize>::new());
    // The back ends are where the macro is used: a file each, which names the token behind a comment.
    for file in project.files(&["crates/perft/src/x86_64/*.rs"])? {
        let text = project.read(&file)?;
        if !text.lines().any(|line| line.starts_with("back_end! {")) {
            continue;
        }
        let path = file
            .strip_prefix("crates/perft/src/")
            .and_then(|path| path.strip_suffix(".rs"))
            .context("a file of the package")?;
        let module = format!("chess0x88_perft::{}", path.replace('/', "::"));
        let token =
            named.captures(&text).with_context(|| format!("{file}: no line '<token> needs [features]' in it"))?;
        let token = &token[1];
        // A path begins the name, or follows the `<` of a type.
        let own = names.iter().filter(|name| name.trim_start_matches('<').starts_with(&format!("{module}::")));
        let own: Vec<&&str> = own.collect();
        // `enter` is the way into the instructions of the back end, and `detect` asks for them: both are called. `fmt` prints
        // a token.
        let enter = Regex::new(&format!("::{token} as [^>]*>::enter(::|$)"))?;
        ensure!(own.iter().any(|name| enter.is_match(name)), "{shown}: the back end {module} is not in it");
        let allowed = Regex::new(&format!("::{token} as [^>]*>::(enter|fmt)(::|$)|::{token}>?::detect$"))?;
        for name in own.into_iter().filter(|name| !allowed.is_match(name)) {
            *called.entry(name).or_default() += 1;
        }
        back_ends.push(module);
    }
    ensure!(!back_ends.is_empty(), "crates/perft: no back end found");
    if !called.is_empty() {
        bail!("{shown}: called, not inlined: {called:#?}");
    }
    println!("every lane operation is inlined: {}", back_ends.join(", "));
    Ok(())
}
