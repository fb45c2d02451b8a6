//! The list of bugs, and their places in the sources.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A bug: a text in a function and its replacement. `bugs/README.md` explains the format.
#[derive(Default)]
pub struct Bug {
    /// The file of the list, and the line at which the bug begins.
    pub line: String,
    /// The source file, relative to the root of the repository, and the folder of the list.
    pub file: String,
    pub folder: String,
    function: String,
    /// The effect of the bug.
    pub why: String,
    old: String,
    pub new: String,
    /// The end of the path of the test that must fail, and whether it fails in the build without bitboards.
    pub test: String,
    pub is_alone: bool,
}

/// Reads all lists of a folder.
///
/// # Panics
/// If a line has an unknown form.
pub fn read(lists: &Path) -> Vec<Bug> {
    let mut bugs = Vec::<Bug>::new();
    let entries = fs::read_dir(lists).expect("the folder of bugs").map(|entry| entry.expect("a file").path());
    for path in entries.filter(|path| path.extension().is_some_and(|it| it == "txt")) {
        let (name, text) = (path.file_name().expect("a file").display(), fs::read_to_string(&path).expect("a list"));
        let mut folder = "";
        for (number, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.is_empty()) {
            let (sign, rest) = text.split_once(' ').unwrap_or((text, ""));
            match (sign, bugs.last_mut()) {
                ("in", _) => folder = rest,
                ("@", _) => {
                    let (place, why) = rest.split_once(": ").expect("a colon behind the function");
                    let (file, function) = place.split_once(' ').expect("a function behind the file");
                    let (line, file) = (format!("{name}:{number}"), format!("{folder}/{file}"));
                    let [folder, function, why] = [folder, function, why].map(str::to_owned);
                    bugs.push(Bug { line, folder, file, function, why, ..Bug::default() });
                }
                ("-", Some(bug)) => rest.clone_into(&mut bug.old),
                ("+", Some(bug)) => rest.clone_into(&mut bug.new),
                ("=", Some(bug)) => {
                    bug.is_alone = rest.starts_with("alone ");
                    rest.trim_start_matches("alone ").clone_into(&mut bug.test);
                }
                _ => panic!("{name}:{number}: begins with none of in @ - + =: {text}"),
            }
        }
    }
    bugs
}

/// The places of bugs in one file: for each body of a function its bugs, each with the range that it replaces.
pub type Bodies = BTreeMap<(usize, usize), Vec<(usize, Range<usize>)>>;

/// Finds the places of bugs, by file. Also returns the numbers of bugs without a place.
pub fn places(root: &Path, bugs: &[Bug]) -> (BTreeMap<String, Bodies>, BTreeMap<usize, String>) {
    let mut parsed = BTreeMap::new();
    let (mut found, mut lost) = (BTreeMap::<String, Bodies>::new(), BTreeMap::new());
    for (n, bug) in bugs.iter().enumerate() {
        let (source, all) = parsed.entry(&bug.file).or_insert_with(|| {
            let source = fs::read_to_string(root.join(&bug.file)).unwrap_or_default();
            let mut all = Vec::new();
            bodies(source.parse().expect("Rust"), &mut all);
            (source, all)
        });
        let here = all.iter().filter(|(name, _)| *name == bug.function);
        let at: Vec<_> = here.flat_map(|(_, body)| matches(source, body, &bug.old).map(move |at| (body, at))).collect();
        let others = found.entry(bug.file.clone()).or_default();
        let [(body, at)] = &at[..] else {
            lost.insert(n, format!("{} {} has {} places for: {}", bug.file, bug.function, at.len(), bug.old));
            continue;
        };
        let body = (body.start, body.end);
        if others.keys().any(|other| *other != body && other.0 < body.1 && body.0 < other.1) {
            lost.insert(n, format!("{} is around another function with a bug, or in it", bug.function));
        } else {
            others.entry(body).or_default().push((n, at.clone()));
        }
    }
    (found, lost)
}

/// Finds the bodies of all functions, without their braces, and the name of each function.
fn bodies(tokens: TokenStream, found: &mut Vec<(String, Range<usize>)>) {
    let (mut is_name, mut function) = (false, None);
    for token in tokens {
        let is_keyword = matches!(&token, TokenTree::Ident(ident) if ident == "fn");
        match token {
            TokenTree::Ident(name) if is_name => function = Some(name.to_string()),
            TokenTree::Punct(punct) if punct.as_char() == ';' => function = None,
            TokenTree::Group(group) => {
                let range = group.span().byte_range();
                if let Some(name) = function.take_if(|_| group.delimiter() == Delimiter::Brace) {
                    found.push((name, range.start + 1..range.end - 1));
                }
                bodies(group.stream(), found);
            }
            _ => {}
        }
        is_name = is_keyword;
    }
}

/// Finds a text in a part of a source, ignoring blanks and line ends.
fn matches(source: &str, body: &Range<usize>, text: &str) -> impl Iterator<Item = Range<usize>> {
    let text: Vec<char> = text.chars().filter(|char| !char.is_whitespace()).collect();
    let solid = source[body.clone()].char_indices().filter(|(_, char)| !char.is_whitespace());
    let solid: Vec<_> = solid.map(|(at, char)| (body.start + at..body.start + at + char.len_utf8(), char)).collect();
    let windows = solid.windows(text.len().max(1)).filter(|window| window.iter().map(|(_, char)| char).eq(&text));
    windows.map(|window| window[0].0.start..window[window.len() - 1].0.end).collect::<Vec<_>>().into_iter()
}

#[test]
fn functions_and_texts_are_found() {
    let source = "trait T { fn f(&self); const fn g(h: fn(u8)) -> [u8; 2] { a . b()\n.c(); '{' } }";
    let mut found = Vec::new();
    bodies(source.parse().expect("Rust"), &mut found);
    let [(name, body)] = &found[..] else { panic!("one body") };
    assert_eq!((name.as_str(), &source[body.clone()]), ("g", " a . b()\n.c(); '{' "));
    assert!(matches(source, body, "b().c ()").map(|at| &source[at]).eq(["b()\n.c()"]));
}
