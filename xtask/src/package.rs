//! The packages, as users get them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use regex_lite::Regex;

use crate::project::{Project, cargo};

/// Of the rules, compressed: the sources are the greater part of it, then the examples and the pages.
const LIMIT: u64 = 380_000;
const FILES: &str = r"^(src/|examples/([a-z_]+\.rs|problem/|tool/)|docs/[a-z-]+\.(csv|md|svg)|[A-Z]+\.md|LICENSE|Cargo\.(lock|toml|toml\.orig)|\.cargo_vcs_info\.json)";

/// Makes all packages, and unpacks them. Their folders are in the order of [`Project::packages`].
pub fn unpacked(project: &Project) -> Result<Vec<PathBuf>> {
    let packages = project.packages()?;
    let folder = project.target.join("package");
    project.shell.remove_path(&folder)?;
    let names = packages.iter().flat_map(|package| ["--package", package]);
    // They are made together, as those that stand on the rules need them.
    project.cargo("package --quiet --allow-dirty --no-verify --target-dir").arg(&project.target).args(names).run()?;
    let mut folders = Vec::new();
    for package in &packages {
        let numbered = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let rest = name.strip_prefix(package).and_then(|rest| rest.strip_prefix('-'));
            name.ends_with(".crate") && rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let file = project.shell.read_dir(&folder)?.into_iter().find(numbered);
        let file = file.with_context(|| format!("{package} was not packaged"))?;
        // With the time of now (`m`): cargo takes files as old as those in the package for those it has built before.
        project.shell.cmd("tar").arg("-xmzf").arg(&file).arg("-C").arg(&folder).quiet().run()?;
        folders.push(file.with_extension(""));
    }
    Ok(folders)
}

/// Holds that a package has what its library, examples and pages take, that its examples compile, and that each link of its pages leads
/// somewhere: in the documentation and in the package that are built here, if it is to docs.rs.
pub fn run(project: &Project) -> Result<()> {
    let folders = unpacked(project)?;
    let file = folders.first().context("the rules come first")?.with_added_extension("crate");
    let bytes = fs::metadata(&file)?.len();
    println!("package: {bytes} bytes");
    ensure!(bytes < LIMIT, "{} has {bytes} bytes, which is not below {LIMIT}", file.display());
    let mut doc = project.cargo("doc --quiet --no-deps --all-features");
    for package in &project.packages()? {
        doc = doc.args(["--package", package]);
    }
    doc.env("RUSTDOCFLAGS", "-Dwarnings").run()?;
    let wanted = Regex::new(FILES)?;
    for (package, folder) in project.packages()?.iter().zip(&folders) {
        let listed = project.shell.cmd("tar").arg("-tzf").arg(folder.with_added_extension("crate")).quiet().read()?;
        let inside = listed.lines().map(|path| path.split_once('/').map_or(path, |(_, path)| path));
        let unwanted: Vec<&str> = inside.filter(|path| !wanted.is_match(path)).collect();
        ensure!(unwanted.is_empty(), "the package {package} needs no {unwanted:?}");
        links(package, folder, &folders, project)?;
    }
    let shell = project.at("");
    shell.change_dir(&folders[0]);
    // Of the examples: the library itself is built in many other ways.
    Ok(cargo(&shell, "check --quiet --lib --examples --target-dir").arg(&project.target).run()?)
}

fn links(name: &str, root: &Path, packages: &[PathBuf], project: &Project) -> Result<()> {
    let doc = project.target.join("doc");
    // What the guide shows of the pages, by the page.
    let guide = fs::read_to_string(root.join("src/guide.rs")).unwrap_or_default();
    let shows = Regex::new(r#"#!?\[doc = include_str!\("\.\./(.*\.md)"\)\]\n(?:pub mod ([a-z_]+))?"#)?;
    let pages_of = doc.join(name.replace('-', "_")).join("guide");
    let shown: BTreeMap<String, PathBuf> = shows
        .captures_iter(&guide)
        .map(|found| {
            (found[1].to_owned(), pages_of.join(found.get(2).map_or("", |name| name.as_str())).join("index.html"))
        })
        .collect();
    let link = Regex::new(r#"\]\(([^)]*)\)|(?m:^)\[[^\]]*\]: ([^ \n]*)|(?:src|href)="([^"]*)""#)?;
    let mut count = 0;
    for page in pages(root)? {
        let own = shown.get(&page);
        let is_shown = own.is_some() || page == "README.md" || guide.is_empty();
        ensure!(is_shown, "{page} is packaged, but src/guide.rs does not show it");
        let text = fs::read_to_string(root.join(&page))?;
        for found in link.captures_iter(&text) {
            let url = found.iter().skip(1).flatten().next().context("one of the three kinds")?.as_str();
            // README names files of its package, which a registry and a clone have alike.
            let file = url.split_once('#').map_or(url, |(file, _)| file);
            let is_file = page == "README.md" && !url.contains(':') && root.join(file).exists();
            if !is_file && !leads(url, own.map(PathBuf::as_path), packages, &doc) {
                bail!("{name}: {page}: this link leads nowhere: {url}");
            }
            count += 1;
        }
    }
    println!("{name}: {count} links lead somewhere");
    Ok(())
}

/// The pages of a package.
fn pages(root: &Path) -> Result<Vec<String>> {
    let mut pages = Vec::new();
    for folder in ["", "docs/"] {
        let Ok(entries) = fs::read_dir(root.join(folder)) else { continue };
        for entry in entries {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if name.ends_with(".md") {
                pages.push(format!("{folder}{name}"));
            }
        }
    }
    pages.sort();
    Ok(pages)
}

/// Returns `true` if a link of a page leads somewhere: to a file of the documentation, with a heading in it, or to a file of a package. Of other
/// addresses nothing is known here.
fn leads(url: &str, page: Option<&Path>, packages: &[PathBuf], doc: &Path) -> bool {
    let (url, anchor) = url.split_once('#').map_or((url, None), |(url, anchor)| (url, Some(anchor)));
    let file = if url.is_empty() {
        let Some(page) = page else { return false };
        page.to_owned()
    } else if let Some((name, path)) =
        url.strip_prefix("https://docs.rs/crate/").and_then(|rest| rest.split_once("/latest/source/"))
    {
        let of = |folder: &&PathBuf| {
            let folder = folder.file_name().and_then(|folder| folder.to_str()).unwrap_or_default();
            folder.rsplit_once('-').is_some_and(|(package, _)| package == name)
        };
        let Some(folder) = packages.iter().find(of) else { return false };
        folder.join(path)
    } else if let Some(rest) = url.strip_prefix("https://docs.rs/chess0x88") {
        let (rest, path) = rest.split_once("/latest/").unwrap_or((rest, ""));
        let library = format!("chess0x88{}", rest.replace('-', "_"));
        doc.join(if path.is_empty() { format!("{library}/index.html") } else { path.to_owned() })
    } else {
        return url.starts_with("https://");
    };
    let Ok(text) = fs::read(if file.is_dir() { file.join("index.html") } else { file }) else { return false };
    anchor.is_none_or(|anchor| String::from_utf8_lossy(&text).contains(&format!("id=\"{anchor}\"")))
}
