//! Tries the bugs of [`bugs`](crate::bugs): one build has all of them (and a second one those of the files that only a build without
//! bitboards has), a variable says which one is on, and the test that is named for it is run. Random tests begin with a fixed seed.
//! The library is compiled once for a build, with all of its tests and nothing else: see [`whole`](crate::whole).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use syn::visit::Visit;

use crate::bugs::{self, Bug};
use crate::sites::Finder;
use crate::{File, committed, reasons, run_cargo, switched, trial, whole, write_if_new};

/// The builds, by how the list calls their tests.
const BUILDS: [(&str, &[&str]); 2] =
    [("", &["--all-features"]), ("alone ", &["--no-default-features", "--features=alloc,serde,polyglot"])];

/// As in a release: whatever the tests catch, an overflow check does not do it for them.
const PROFILE: [&str; 2] = ["debug-assertions=false", "overflow-checks=false"];

/// The parts of the sources that are one engine's. All others serve each of them.
const ENGINES: [(&str, &[&str]); 3] = [
    ("vectors", &["src/perft/simd/"]),
    (
        "bitboards",
        &[
            "src/attacks/bitboard.rs",
            "src/attacks/bits.rs",
            "src/board/bitboards.rs",
            "src/board/sets.rs",
            "src/movegen/generate.rs",
            "src/perft/bitboard.rs",
            "src/rules/army_sets.rs",
        ],
    ),
    (
        "mailbox",
        &[
            "src/attacks/mailbox.rs",
            "src/attacks/no_bitboards.rs",
            "src/board/lists.rs",
            "src/geometry/delta.rs",
            "src/movegen/checked.rs",
            "src/movegen/gives_check.rs",
            "src/movegen/mailbox.rs",
            "src/perft/mailbox.rs",
            "src/rules/army_lists.rs",
        ],
    ),
];

/// What became of a bug.
enum Fate {
    Caught,
    /// By a test that was looked for.
    Found(String),
    Alive,
    NotNamed,
    NotCompiled(String),
    /// The sources have no place for it now.
    NotFitting(String),
}

/// What the list says of a test is what its program says with `it::` in place of `it `, and without `lib `.
fn name_in_program(listed: &str) -> String {
    listed.strip_prefix("lib ").map_or_else(|| listed.replacen("it ", "it::", 1), str::to_owned)
}

fn name_in_list(name: &str) -> String {
    name.strip_prefix("it::").map_or_else(|| format!("lib {name}"), |name| format!("it {name}"))
}

/// Tries all bugs of the list on a clone. With `find` it looks for a test for each bug that has none, or none that catches it, and
/// writes it into the list.
pub fn run(tree: &Path, find: bool) -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let list = bugs::all(&root);
    let mut fates: BTreeMap<usize, Fate> = BTreeMap::new();
    let sources = sources(tree, &list);
    let start = Instant::now();
    let named: Vec<&str> = list.iter().filter_map(|bug| bug.test.as_deref()).collect();
    whole::prepare(tree, (!find).then_some(&named[..]));
    let (numbers, sites, programs) = build_all(tree, &sources, &list, &mut fates);
    println!("built in {} s", start.elapsed().as_secs());

    let start = Instant::now();
    let times = times(tree, &programs, &list);
    let waiting: Vec<usize> = (0..list.len()).filter(|n| !fates.contains_key(n)).collect();
    let tried = trial::each(waiting, |n| {
        let Some(test) = &list[n].test else { return (n, Fate::NotNamed) };
        let Some((program, name, took)) = times.get(test) else { return (n, Fate::Alive) };
        let limit = *took * 5 + Duration::from_secs(5);
        let caught = !trial::run(tree, program, name, limit, ("MUTANT", &numbers[&n]));
        (n, if caught { Fate::Caught } else { Fate::Alive })
    });
    fates.extend(tried);
    println!("tried in {} s", start.elapsed().as_secs());
    if find {
        look_for_tests(tree, &programs, &list, &numbers, sites, &mut fates);
        let found: Vec<(&Bug, String)> = fates
            .iter()
            .filter_map(|(n, fate)| if let Fate::Found(test) = fate { Some((&list[*n], test.clone())) } else { None })
            .collect();
        bugs::name_tests(&root, &found);
    }
    report(&list, &fates)
}

/// The text of each file that has bugs, and the functions in it.
fn sources(tree: &Path, list: &[Bug]) -> BTreeMap<String, (String, Finder)> {
    let files: BTreeSet<&str> = list.iter().map(|bug| bug.file.as_str()).collect();
    let read = |file: &str| {
        let source = committed(tree, file);
        let mut finder = Finder::default();
        finder.visit_file(&syn::parse_file(&source).expect("Rust"));
        (file.to_owned(), (source, finder))
    };
    files.into_iter().map(read).collect()
}

/// Builds the sources with the bugs in them, and leaves out those that do not compile. The switch of each bug, how many there are, and
/// the program of each build.
fn build_all(
    tree: &Path,
    sources: &BTreeMap<String, (String, Finder)>,
    list: &[Bug],
    fates: &mut BTreeMap<usize, Fate>,
) -> (BTreeMap<usize, String>, u32, Vec<PathBuf>) {
    // What has bugs no longer, or had mutants, is as it was committed.
    restore(tree, sources);
    loop {
        let (mut files, mut numbers, mut sites) = (Vec::new(), BTreeMap::new(), 0);
        for (name, (source, finder)) in sources {
            let (found, lost) = bugs::sites(name, source, &finder.bodies, list, &|n| fates.contains_key(&n));
            for (n, why) in lost {
                fates.insert(n, Fate::NotFitting(why));
            }
            let mut numbered = Vec::new();
            for (site, places) in found {
                sites += 1;
                for (n, place) in places.into_iter().enumerate() {
                    numbers.insert(place, format!("{sites}.{}", n + 1));
                }
                numbered.push((sites, site));
            }
            files.push(File { path: tree.join(name), name: name.clone(), source: source.clone(), sites: numbered });
        }
        let mut texts = BTreeMap::new();
        for file in &files {
            let (text, _) = switched::switched(&file.source, file.sites.iter().map(|(number, site)| (*number, site)));
            let text = with_calls(&text);
            write_if_new(&file.path, &text);
            texts.insert(file.name.as_str(), text);
        }
        let root = committed(tree, "src/lib.rs");
        let root = whole::root(&root);
        let root = format!("{}{root}{}", switched::FEATURES, switched::switch(sites as usize));
        write_if_new(&tree.join("src/lib.rs"), &root);
        let before = fates.len();
        let mut programs = Vec::new();
        for (_, features) in BUILDS {
            let (output, messages) = run_cargo(tree, &["test", "--no-run", "--lib"], features, &PROFILE);
            if output.status.success() {
                programs.extend(messages.iter().find_map(|message| message["executable"].as_str()).map(PathBuf::from));
                continue;
            }
            let mut blamed = BTreeSet::new();
            for message in messages.iter().filter(|message| message["message"]["level"] == "error") {
                for span in message["message"]["spans"].as_array().into_iter().flatten() {
                    let text = span["file_name"].as_str().and_then(|file| texts.get(file));
                    let at = span["byte_start"].as_u64().unwrap_or(0) as usize;
                    let Some(bug) = text.and_then(|text| bug_at(text, at)) else { continue };
                    blamed.insert(bug);
                    let why = message["message"]["message"].as_str().unwrap_or("").to_owned();
                    fates.entry(bug).or_insert_with(|| {
                        println!("{}", list[bug].is_lost(&format!("does not compile: {why}")));
                        Fate::NotCompiled(why)
                    });
                }
            }
            let said = || messages.iter().filter_map(|message| message["message"]["rendered"].as_str());
            let log = || String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!blamed.is_empty(), "no bug is to blame:\n{}{}", said().collect::<String>(), log());
        }
        if fates.len() == before {
            assert_eq!(programs.len(), BUILDS.len(), "each build has a program");
            return (numbers, sites, programs);
        }
    }
}

/// The bug in whose body a byte of a switched file is.
fn bug_at(text: &str, at: usize) -> Option<usize> {
    let before = &text[..at.min(text.len())];
    let start = before.rfind("/*bug ")?;
    // The function's own body follows the last of the others.
    if before[start..].contains("/*own*/") {
        return None;
    }
    text[start + 6..].split_once("*/")?.0.parse().ok()
}

/// Puts back all sources of the clone that have no bugs, but with calls in place of what is always inlined.
fn restore(tree: &Path, with_bugs: &BTreeMap<String, (String, Finder)>) {
    let mut paths = Vec::new();
    crate::sources(&tree.join("src"), &mut paths);
    for path in paths {
        let name = path.strip_prefix(tree).expect("below the tree").display().to_string();
        if !with_bugs.contains_key(&name) && name != "src/lib.rs" {
            write_if_new(&path, &with_calls(&committed(tree, &name)));
        }
    }
}

/// Functions in functions, each with several bodies, would be as many copies as there are ways through them, and an hour to build.
/// (The text stays as long as it was, for the places of errors.)
fn with_calls(text: &str) -> String {
    text.replace("#[inline(always)]", "#[inline(never)] ").replace("#[inline]", "         ")
}

/// The program, the name, and the time without a bug of each test that the list names.
fn times<'a>(
    tree: &Path,
    programs: &'a [PathBuf],
    list: &'a [Bug],
) -> BTreeMap<&'a String, (&'a Path, String, Duration)> {
    let named: BTreeSet<&String> = list.iter().filter_map(|bug| bug.test.as_ref()).collect();
    let timed = trial::each(named.into_iter().collect(), |test| {
        let build = usize::from(test.starts_with(BUILDS[1].0));
        let (program, name) = (programs[build].as_path(), name_in_program(&test[BUILDS[build].0.len()..]));
        let start = Instant::now();
        if !trial::run(tree, program, &name, Duration::from_secs(120), ("MUTANT", "0.0")) {
            println!("fails without a bug: {test}");
            return None;
        }
        Some((test, (program, name, start.elapsed())))
    });
    let times: BTreeMap<_, _> = timed.into_iter().flatten().collect();
    let sum: Duration = times.values().map(|(.., took)| *took).sum();
    println!("{} tests are named, which take {} s", times.len(), sum.as_secs());
    times
}

/// For each bug that no named test catches, the first test that does: those first whose name has to do with the file, then the
/// fastest.
fn look_for_tests(
    tree: &Path,
    programs: &[PathBuf],
    list: &[Bug],
    numbers: &BTreeMap<usize, String>,
    sites: u32,
    fates: &mut BTreeMap<usize, Fate>,
) {
    let open: Vec<usize> =
        fates.iter().filter(|(_, fate)| matches!(fate, Fate::Alive | Fate::NotNamed)).map(|(n, _)| *n).collect();
    for (build, (prefix, _)) in BUILDS.iter().enumerate() {
        let here: Vec<usize> = open.iter().copied().filter(|n| usize::from(list[*n].is_alone()) == build).collect();
        if here.is_empty() {
            continue;
        }
        let paths = &programs[build..=build];
        let notes = tree.join(format!("target/reached-{build}"));
        let tests = trial::tests(tree, paths, sites as usize, Duration::from_secs(20), &notes);
        let found = trial::each(here, |n| {
            let bug = &list[n];
            let site: u32 = numbers[&n].split_once('.').and_then(|(site, _)| site.parse().ok()).expect("a site");
            let mut near: Vec<_> = tests.iter().filter(|test| test.reaches(site)).collect();
            near.sort_by_key(|test| (!is_related(&test.name, &bug.file), test.took));
            let catches = |test: &&&trial::Test| {
                let limit = test.took * 5 + Duration::from_secs(5);
                !trial::run(tree, &test.program, &test.name, limit, ("MUTANT", &numbers[&n]))
            };
            let fate = near
                .iter()
                .find(catches)
                .map_or(Fate::Alive, |test| Fate::Found(format!("{prefix}{}", name_in_list(&test.name))));
            if let Fate::Alive = fate {
                println!("{}", bug.is_lost(&format!("ALIVE: of {} tests that reach it none fails", near.len())));
            }
            (n, fate)
        });
        fates.extend(found);
    }
}

/// Whether a test's modules are called as the file or its folder.
fn is_related(test: &str, file: &str) -> bool {
    let modules: Vec<&str> = test.split("::").collect();
    let modules = &modules[..modules.len() - 1];
    let words = file.split(['/', '.']).filter(|word| !["src", "mod", "rs", "notation"].contains(word));
    words.into_iter().any(|word| modules.iter().any(|module| module.starts_with(word)))
}

/// Says what became of each bug, then a table by module and by engine.
fn report(list: &[Bug], fates: &BTreeMap<usize, Fate>) -> ExitCode {
    let (mut modules, mut engines) = (BTreeMap::<&str, Row>::new(), BTreeMap::<&str, Row>::new());
    let mut caught = 0;
    for (n, bug) in list.iter().enumerate() {
        let fate = &fates[&n];
        let test = match fate {
            Fate::Caught => bug.test.as_deref(),
            Fate::Found(test) => Some(test.as_str()),
            _ => None,
        };
        let engine = ENGINES.iter().find(|(_, parts)| parts.iter().any(|part| bug.file.starts_with(part)));
        let rows = [
            modules.entry(reasons::module(&bug.file)).or_default(),
            engines.entry(engine.map_or("no one engine", |(name, _)| name)).or_default(),
        ];
        for row in rows {
            row.bugs += 1;
            row.tests.extend(test);
        }
        caught += usize::from(test.is_some());
        match (fate, test) {
            (_, Some(test)) => println!("caught: {}: {} ({test})", bug.file, bug.why),
            (Fate::NotCompiled(why), _) => println!("{}", bug.is_lost(&format!("DOES NOT COMPILE: {why}"))),
            (Fate::NotFitting(why), _) => println!("DOES NOT FIT: {why}"),
            (Fate::NotNamed, _) => println!("{}", bug.is_lost("NO TEST is named")),
            _ => println!(
                "{}",
                bug.is_lost(&format!("ALIVE, though {} should catch it", bug.test.as_deref().unwrap_or("a test")))
            ),
        }
    }
    println!("\n{} bugs: {caught} caught, each by the test that is named for it", list.len());
    for (name, row) in modules.iter().chain(&engines) {
        println!("{name:14} {:3} bugs, caught by {:3} tests", row.bugs, row.tests.len());
    }
    ExitCode::from(u8::from(caught < list.len()))
}

#[derive(Default)]
struct Row<'a> {
    bugs: usize,
    tests: BTreeSet<&'a str>,
}
