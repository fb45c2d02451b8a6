//! The map of the sources, in `CONTRIBUTING.md`: a module imports only what stands above it there, and no files import each other in a
//! circle, neither there nor in the packages that stand on the rules.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail, ensure};
use proc_macro2::{TokenStream, TokenTree};

use crate::project::Project;

/// A path of Rust: `crate::rules::Setup` without its colons.
type Path = Vec<String>;

/// The names between backticks in the first column of the table below `## Sources`.
fn map(page: &str) -> Result<Vec<&str>> {
    let table =
        page.lines().skip_while(|line| *line != "## Sources").skip(1).take_while(|line| !line.starts_with("## "));
    let cells = table.filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    let names: Vec<&str> = cells.flat_map(|cell| cell.split(", ")).map(|name| name.trim_matches('`')).collect();
    ensure!(!names.is_empty(), "CONTRIBUTING.md has no table below `## Sources`");
    Ok(names)
}

/// The modules that the root declares, without those for tests.
fn declared(root: &str) -> BTreeSet<&str> {
    let (mut modules, mut for_tests) = (BTreeSet::new(), false);
    for line in root.lines() {
        let name = line.trim_start_matches("pub ").strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'));
        match name {
            Some(name) if !for_tests => drop(modules.insert(name)),
            _ => {}
        }
        for_tests = line.starts_with("#[cfg(test)]");
    }
    modules
}

/// The imports of a file.
#[derive(Default)]
struct File {
    /// The paths that it names from `crate`, `self` or `super`, or by `use`.
    paths: Vec<Path>,
    /// The names that it has by `use`, and what they stand for: two things, if a `cfg` chooses.
    names: BTreeMap<String, BTreeSet<Path>>,
}

impl File {
    /// Reads a source. Its unit tests do not count.
    fn of(source: &str) -> Result<File> {
        let code = source.split("#[cfg(test)]\nmod ").next().unwrap_or(source);
        let mut file = File::default();
        let tokens: TokenStream = code.parse().map_err(|error| anyhow::anyhow!("{error}"))?;
        file.read(tokens, None);
        Ok(file)
    }

    /// Notes the paths among these tokens. In a `use`, what stands before them is given, and each of them begins a path.
    fn read(&mut self, tokens: TokenStream, before: Option<&Path>) {
        let mut path: Option<Path> = before.cloned();
        let (mut in_use, mut ahead, mut renamed) = (before.is_some(), before.is_some(), None);
        for token in tokens {
            match token {
                TokenTree::Ident(word) => {
                    let word = word.to_string();
                    match &mut path {
                        Some(path) if ahead => path.push(word),
                        Some(_) if word == "as" => renamed = Some(String::new()),
                        Some(_) if renamed.is_some() => renamed = Some(word),
                        _ if in_use || ["crate", "self", "super"].contains(&word.as_str()) => path = Some(vec![word]),
                        _ => in_use = word == "use",
                    }
                    ahead = false;
                }
                TokenTree::Punct(colon) if colon.as_char() == ':' => ahead = path.is_some(),
                TokenTree::Group(group) if ahead && in_use => {
                    self.read(group.stream(), path.as_ref());
                    path = None;
                }
                other => {
                    self.note(path.take(), renamed.take(), in_use);
                    let is_comma = matches!(&other, TokenTree::Punct(mark) if mark.as_char() == ',');
                    (path, ahead) = if is_comma { (before.cloned(), before.is_some()) } else { (None, false) };
                    in_use = before.is_some();
                    if let TokenTree::Group(group) = other {
                        self.read(group.stream(), None);
                    }
                }
            }
        }
        self.note(path.filter(|path| Some(path) != before), renamed, in_use);
    }

    fn note(&mut self, path: Option<Path>, renamed: Option<String>, in_use: bool) {
        let Some(path) = path else { return };
        if in_use && let Some(name) = renamed.or(path.last().cloned()) {
            self.names.entry(name).or_default().insert(path.clone());
        }
        self.paths.push(path);
    }
}

/// The sources, by their paths as modules: `rules/mod.rs` is `rules`.
struct Sources(BTreeMap<Path, File>);

impl Sources {
    /// Reads the sources of a package, whose folder is empty or ends with a slash.
    fn of(project: &Project, folder: &str) -> Result<Sources> {
        let mut files = BTreeMap::new();
        let src = format!("{folder}src/");
        for name in project.files(&[&format!("{src}*.rs")])? {
            let path = name[src.len()..].trim_end_matches(".rs").trim_end_matches("/mod");
            if path != "lib" && !path.contains("tests") {
                let path = path.split('/').map(str::to_owned).collect();
                files.insert(path, File::of(&project.read(&name)?).with_context(|| name.clone())?);
            }
        }
        files.insert(Path::new(), File::of(&project.read(&format!("{src}lib.rs"))?)?);
        Ok(Sources(files))
    }

    /// The path from the root, of one that a file names.
    fn resolved(file: &Path, path: &[String]) -> Path {
        let mut base = file.clone();
        for (n, word) in path.iter().enumerate() {
            match word.as_str() {
                "crate" => base.clear(),
                "self" => {}
                "super" => drop(base.pop()),
                _ => return [base.as_slice(), &path[n..]].concat(),
            }
        }
        base
    }

    /// The files where what a path names stands, behind all names that only lead on.
    fn files(&self, path: &[String], found: &mut BTreeSet<Path>) {
        let end = (0..=path.len()).rev().find(|&end| self.0.contains_key(&path[..end]));
        let (here, rest) = path.split_at(end.unwrap_or_default());
        let (here, file) = (here.to_vec(), &self.0[here]);
        match rest.first() {
            Some(name) if let Some(leads) = file.names.get(name).filter(|leads| !leads.contains(path)) => {
                let leads = leads.iter().map(|leads| Self::resolved(&here, leads));
                leads.filter(|leads| leads != path).for_each(|leads| self.files(&leads, found));
            }
            _ => drop(found.insert(here)),
        }
    }

    /// The files that a file imports, without itself and those below it, of which it is made.
    fn imports(&self, file: &Path) -> BTreeSet<Path> {
        let mut found = BTreeSet::new();
        for path in &self.0[file].paths {
            self.files(&Self::resolved(file, path), &mut found);
        }
        found.retain(|other| !other.starts_with(file));
        found
    }

    /// What each file imports. Fails if files do so in a circle.
    fn all_imports(&self) -> Result<BTreeMap<Path, BTreeSet<Path>>> {
        let imports = self.0.keys().map(|file| (file.clone(), self.imports(file))).collect();
        if let Some(files) = circle(&imports) {
            let names: Vec<String> = files.iter().map(|file| file.join("/")).collect();
            bail!("these files import each other in a circle: {}", names.join(", "));
        }
        Ok(imports)
    }
}

/// Files of which each imports the next, and the last the first.
fn circle(imports: &BTreeMap<Path, BTreeSet<Path>>) -> Option<Vec<Path>> {
    let mut left = imports.clone();
    // What imports nothing that is left is in no circle.
    while let Some(leaf) = left.iter().find(|(_, imports)| !imports.iter().any(|other| left.contains_key(other))) {
        let leaf = leaf.0.clone();
        left.remove(&leaf);
    }
    let mut walked = vec![left.keys().next()?.clone()];
    loop {
        let next = left[walked.last()?].iter().find(|other| left.contains_key(*other))?;
        if let Some(start) = walked.iter().position(|before| before == next) {
            return Some(walked.split_off(start));
        }
        walked.push(next.clone());
    }
}

/// Holds the map, the declarations and the imports against each other.
pub fn run(project: &Project) -> Result<()> {
    let root = project.read("src/lib.rs")?;
    let page = project.read("CONTRIBUTING.md")?;
    let map = map(&page)?;
    let named: BTreeSet<&str> = map.iter().copied().collect();
    ensure!(named == declared(&root), "the map names {named:?}; src/lib.rs declares {:?}", declared(&root));
    let imports = Sources::of(project, "")?.all_imports()?;
    for manifest in project.files(&[":(glob)crates/*/Cargo.toml"])? {
        let folder = manifest.trim_end_matches("Cargo.toml");
        Sources::of(project, folder)?.all_imports().with_context(|| folder.to_owned())?;
    }
    let place = |file: &Path| map.iter().position(|module| Some(*module) == file.first().map(String::as_str));
    let (mut upward, mut arrows) = (BTreeSet::new(), BTreeSet::new());
    for (file, others) in &imports {
        for other in others {
            match (place(file), place(other)) {
                (Some(here), Some(there)) if there > here => {
                    upward.insert(format!("{} imports {}", file.join("/"), other.join("/")));
                }
                (Some(here), Some(there)) if there < here => drop(arrows.insert((here, there))),
                _ => {}
            }
        }
    }
    ensure!(upward.is_empty(), "against the map: {upward:#?}");
    println!(
        "{} modules, {} arrows between them, none against the map; {} files, {} arrows, no circle, nor in crates",
        map.len(),
        arrows.len(),
        imports.len(),
        imports.values().map(BTreeSet::len).sum::<usize>()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::{File, Path, Sources, circle, declared, map};

    fn path(text: &str) -> Path {
        text.split("::").filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    fn sources(files: &[(&str, &str)]) -> Sources {
        Sources(files.iter().map(|(name, text)| (path(name), File::of(text).expect("a source"))).collect())
    }

    fn imports(sources: &Sources, file: &str) -> Vec<String> {
        sources.imports(&path(file)).iter().map(|file| file.join("::")).collect()
    }

    const ROOT: (&str, &str) = ("", "mod a; mod b; pub use b::Name;");
    #[test]
    fn imports_are_found() {
        let b = "use crate::a::{chosen::{self, X}, g};\n// crate::c\nmacro_rules! m { () => { $crate::d::of() } }\n\
                 #[cfg(test)]\nmod tests { use crate::e; }\n";
        let a = "#[cfg(x)]\npub use one as chosen;\n#[cfg(not(x))]\npub use two as chosen;\npub use inner::f as g;";
        let sources = sources(&[
            ROOT,
            ("a", a),
            ("a::inner", "pub fn f() { super::chosen::x(crate::Name) }"),
            ("a::one", ""),
            ("a::two", ""),
            ("b", b),
            ("c", ""),
            ("d", ""),
            ("e", ""),
        ]);
        assert_eq!(imports(&sources, "b"), ["a::inner", "a::one", "a::two", "d"]);
        assert_eq!(imports(&sources, "a::inner"), ["a::one", "a::two", "b"]);
        assert!(imports(&sources, "a").is_empty(), "a module is made of what is below it");
    }

    #[test]
    fn a_circle_is_found() {
        let found = |files: &[(&str, &str)]| {
            let sources = sources(files);
            let imports: BTreeMap<_, _> = sources.0.keys().map(|file| (file.clone(), sources.imports(file))).collect();
            circle(&imports).map(|files| files.iter().map(|file| file.join("::")).collect::<Vec<_>>())
        };
        let root = ("", "mod a; mod b; mod c;");
        assert_eq!(found(&[root, ("a", "use crate::b::X;"), ("b", "use crate::c::Y;"), ("c", "")]), None);
        let circle =
            found(&[root, ("a", "use crate::b::X;"), ("b", "use crate::c::Y;"), ("c", "type Z = crate::b::X;")]);
        assert_eq!(circle.expect("a circle"), ["b", "c"]);
    }

    #[test]
    fn the_map_and_the_declarations_are_read() {
        let page =
            "## Sources\n\n| modules | x |\n|---|---|\n| `a`, `b` | `no` |\n| `c` | y |\n\n## Next\n| `d` | z |\n";
        assert_eq!(map(page).expect("a map"), ["a", "b", "c"]);
        let root = "mod a;\n#[cfg(test)]\nmod tests;\npub mod b;\n#[cfg(feature = \"x\")]\nmod c;\n";
        assert_eq!(declared(root), BTreeSet::from(["a", "b", "c"]));
    }
}
