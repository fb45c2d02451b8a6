//! The list of bugs, and their places in the sources.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A bug: a text in a function, and what stands there instead.
#[derive(Default)]
pub struct Bug {
    /// The file of the list, and the line at which the bug begins.
    pub line: String,
    /// The folder that the list is about.
    pub folder: String,
    /// The source file, below the root of the repository.
    pub file: String,
    function: String,
    /// What goes wrong.
    pub why: String,
    old: String,
    pub new: String,
    /// The end of the path of the test that must fail.
    pub test: String,
    /// The test is run in the build without bitboards.
    pub is_alone: bool,
}

/// Reads all lists of a folder.
///
/// # Panics
/// If a line is of no kind that `bugs/README.md` names.
pub fn read_all(folder: &Path) -> Vec<Bug> {
    let entries = fs::read_dir(folder).expect("the folder of bugs").map(|entry| entry.expect("a file").path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|it| it == "txt")).collect();
    paths.sort();
    let read_file = |path: &PathBuf| {
        let name = path.file_name().expect("a file").to_string_lossy();
        read(&name, &fs::read_to_string(path).expect("a list of bugs"))
    };
    paths.iter().flat_map(read_file).collect()
}

fn read(name: &str, text: &str) -> Vec<Bug> {
    let (mut bugs, mut folder) = (Vec::<Bug>::new(), "");
    for (number, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.is_empty()) {
        let line = format!("{name}:{number}");
        let (sign, rest) = text.split_once(' ').unwrap_or((text, ""));
        match (sign, bugs.last_mut()) {
            ("in", _) => folder = rest,
            ("@", _) => {
                let (place, why) = rest.split_once(": ").unwrap_or((rest, ""));
                let (file, function) = place.split_once(' ').unwrap_or_else(|| panic!("{line}: no function: {text}"));
                let (file, function, why) = (format!("{folder}/{file}"), function.to_owned(), why.to_owned());
                bugs.push(Bug { line, folder: folder.to_owned(), file, function, why, ..Bug::default() });
            }
            ("-", Some(bug)) => rest.clone_into(&mut bug.old),
            ("+", Some(bug)) => rest.clone_into(&mut bug.new),
            ("=", Some(bug)) => {
                bug.is_alone = rest.starts_with("alone ");
                bug.test = rest.trim_start_matches("alone ").to_owned();
            }
            _ => panic!("{line}: begins with none of in @ - + =: {text}"),
        }
    }
    bugs
}

/// The places of bugs in one file: for each body of a function its bugs, each with the text that it replaces.
pub type Bodies = BTreeMap<(usize, usize), Vec<(usize, Range<usize>)>>;

/// Finds the places of bugs, by file; and says which have none, by their numbers.
pub fn places<'a>(
    root: &Path,
    bugs: impl Iterator<Item = &'a Bug>,
) -> (BTreeMap<String, Bodies>, Vec<(usize, String)>) {
    let mut parsed = BTreeMap::<&str, (String, Vec<(String, Range<usize>)>)>::new();
    let (mut found, mut lost) = (BTreeMap::<String, Bodies>::new(), Vec::new());
    for (n, bug) in bugs.enumerate() {
        let (source, all) = parsed.entry(&bug.file).or_insert_with(|| {
            let source = fs::read_to_string(root.join(&bug.file)).unwrap_or_default();
            let mut all = Vec::new();
            bodies(source.parse().expect("Rust"), &mut all);
            (source, all)
        });
        let here = || all.iter().filter(|(name, _)| *name == bug.function).map(|(_, body)| body);
        let in_body = |body: &Range<usize>| matches(source, body, &bug.old).map(|at| (body.clone(), at)).collect();
        let at: Vec<(Range<usize>, Range<usize>)> = here().flat_map::<Vec<_>, _>(in_body).collect();
        let is_within = |body: &Range<usize>, other: &Range<usize>| {
            body != other && body.start <= other.end && other.start <= body.end
        };
        let others = found.entry(bug.file.clone()).or_default();
        match &at[..] {
            [(body, _)] if others.keys().any(|&(start, end)| is_within(body, &(start..end))) => {
                lost.push((n, format!("{} is in another function with a bug, or has one in it", bug.function)));
            }
            [(body, at)] => others.entry((body.start, body.end)).or_default().push((n, at.clone())),
            _ => lost.push((n, format!("{} {}: has {} places for: {}", bug.file, bug.function, at.len(), bug.old))),
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
                if let (Delimiter::Brace, Some(name)) = (group.delimiter(), &function) {
                    found.push((name.clone(), range.start + 1..range.end - 1));
                    function = None;
                }
                bodies(group.stream(), found);
            }
            _ => {}
        }
        is_name = is_keyword;
    }
}

/// Finds a text in a part of a source, whatever the blanks and line ends.
fn matches(source: &str, body: &Range<usize>, text: &str) -> impl Iterator<Item = Range<usize>> {
    let text: Vec<char> = text.chars().filter(|char| !char.is_whitespace()).collect();
    let solid = source[body.clone()].char_indices().filter(|(_, char)| !char.is_whitespace());
    let solid: Vec<(usize, char)> = solid.map(|(at, char)| (body.start + at, char)).collect();
    let ends = solid.windows(text.len().max(1)).filter(|window| window.iter().map(|(_, char)| char).eq(&text));
    let range =
        |window: &[(usize, char)]| window[0].0..window[window.len() - 1].0 + window[window.len() - 1].1.len_utf8();
    ends.map(range).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::{bodies, matches, read};

    #[test]
    fn a_list_is_read() {
        let bugs =
            read("x.txt", "in src/a\n\n@ b.rs f: why\n- old\n+ new\n= m::t\n\n@ c.rs g: no\n- x\n+\n= alone t\n");
        let [first, second] = &bugs[..] else { panic!("two bugs") };
        assert_eq!(
            [&first.line, &first.file, &first.function, &first.why].map(|it| &**it),
            ["x.txt:3", "src/a/b.rs", "f", "why"]
        );
        assert_eq!(
            [&first.old, &first.new, &first.test, &second.new, &second.test].map(|it| &**it),
            ["old", "new", "m::t", "", "t"]
        );
        assert!(second.is_alone && !first.is_alone);
    }

    #[test]
    fn functions_and_texts_are_found() {
        let source = "trait T { fn f(&self); const fn g(h: fn(u8)) -> [u8; 2] { a . b()\n.c(); '{' } }";
        let mut found = Vec::new();
        bodies(source.parse().expect("Rust"), &mut found);
        let [(name, body)] = &found[..] else { panic!("one body") };
        assert_eq!((name.as_str(), &source[body.clone()]), ("g", " a . b()\n.c(); '{' "));
        let texts: Vec<&str> = matches(source, body, "b().c ()").map(|at| &source[at]).collect();
        assert_eq!(texts, ["b()\n.c()"]);
    }
}
