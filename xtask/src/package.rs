//! The package, as users get it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use regex_lite::Regex;

use crate::project::{Project, cargo};

/// Compressed: the sources are the greater part of it, then the examples and the pages.
const LIMIT: u64 = 610_000;
const FILES: &str = r"^(src/|examples/([a-z_]+\.rs|common/|engine/)|docs/[a-z-]+\.md|[A-Z]+\.md|LICENSE|Cargo\.(lock|toml|toml\.orig)|\.cargo_vcs_info\.json)";

/// Holds that it has what its library, tests, examples and pages take, and that each link of its pages leads somewhere. (The tests
/// themselves are those that other steps run, and read no file as they run.) Links to docs.rs are looked up in the documentation
/// and in the package that are built here.
pub fn run(project: &Project) -> Result<()> {
    let shell = project.at("");
    let folder = project.target.join("package");
    shell.remove_path(&folder)?;
    cargo(&shell, "package --package chess0x88 --quiet --allow-dirty --no-verify").run()?;
    let name = format!("chess0x88-{}", project.library()?.version);
    let file = folder.join(format!("{name}.crate"));
    let bytes = fs::metadata(&file).with_context(|| format!("{} is not there", file.display()))?.len();
    println!("package: {bytes} bytes");
    ensure!(bytes < LIMIT, "the package has {bytes} bytes, which is not below {LIMIT}");

    let (wanted, listed) = (Regex::new(FILES)?, shell.cmd("tar").arg("-tzf").arg(&file).quiet().read()?);
    let inside = listed.lines().map(|path| path.split_once('/').map_or(path, |(_, path)| path));
    let unwanted: Vec<&str> = inside.filter(|path| !wanted.is_match(path)).collect();
    ensure!(unwanted.is_empty(), "the package needs no {unwanted:?}");
    // With the time of now (`m`): cargo takes files as old as those in the package for those it has built before.
    shell.cmd("tar").arg("-xmzf").arg(&file).arg("-C").arg(&folder).quiet().run()?;

    let root = folder.join(&name);
    shell.change_dir(&root);
    cargo(&shell, "check --quiet --all-features --lib --tests --examples --target-dir").arg(&project.target).run()?;
    let docs = folder.join("docs");
    cargo(&shell, "doc --quiet --no-deps --all-features --target-dir")
        .arg(&docs)
        .env("RUSTDOCFLAGS", "-Dwarnings")
        .run()?;
    links(&root, &docs.join("doc"))
}

fn links(root: &Path, doc: &Path) -> Result<()> {
    // What the guide shows of the pages, by the page.
    let guide = fs::read_to_string(root.join("src/guide.rs"))?;
    let shows = Regex::new(r#"(?m)^    ([a-z_]+) "(.*\.md)"$"#)?;
    let shown: BTreeMap<String, PathBuf> = shows
        .captures_iter(&guide)
        .map(|found| (found[2].to_owned(), doc.join("chess0x88/guide").join(&found[1]).join("index.html")))
        .collect();
    let link = Regex::new(r#"\]\(([^)]*)\)|(?m:^)\[[^\]]*\]: ([^ \n]*)|(?:src|href)="([^"]*)""#)?;
    let mut count = 0;
    for page in pages(root)? {
        let own = shown.get(&page);
        ensure!(own.is_some() || page == "README.md", "{page} is packaged, but src/guide.rs does not show it");
        let text = fs::read_to_string(root.join(&page))?;
        for found in link.captures_iter(&text) {
            let url = found.iter().skip(1).flatten().next().context("one of the three kinds")?.as_str();
            if !leads(url, own.map(PathBuf::as_path), root, doc) {
                bail!("{page}: this link leads nowhere: {url}");
            }
            count += 1;
        }
    }
    ensure!(count > 30, "only {count} links were found");
    println!("package: {count} links lead somewhere");
    Ok(())
}

/// The pages of a package.
fn pages(root: &Path) -> Result<Vec<String>> {
    let mut pages = Vec::new();
    for folder in ["", "docs/"] {
        for entry in fs::read_dir(root.join(folder))? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if name.ends_with(".md") {
                pages.push(format!("{folder}{name}"));
            }
        }
    }
    pages.sort();
    Ok(pages)
}

/// Whether a link of a page leads somewhere: to a file of the documentation, with a heading in it, or to a file of the package.
fn leads(url: &str, page: Option<&Path>, root: &Path, doc: &Path) -> bool {
    let (url, anchor) = url.split_once('#').map_or((url, None), |(url, anchor)| (url, Some(anchor)));
    let file = if url.is_empty() {
        let Some(page) = page else { return false };
        page.to_owned()
    } else if url == "https://docs.rs/chess0x88" {
        doc.join("chess0x88/index.html")
    } else if let Some(path) = url.strip_prefix("https://docs.rs/chess0x88/latest/") {
        doc.join(path)
    } else if let Some(path) = url.strip_prefix("https://docs.rs/crate/chess0x88/latest/source/") {
        root.join(path)
    } else {
        return url.starts_with("https://");
    };
    let Ok(text) = fs::read(&file) else { return false };
    anchor.is_none_or(|anchor| String::from_utf8_lossy(&text).contains(&format!("id=\"{anchor}\"")))
}
