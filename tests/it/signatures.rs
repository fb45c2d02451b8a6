//! Documentation beside the signature that it stands on: a text that promises `None`, an error or a truth value that the function
//! does not return was moved or reworded without a look at the code.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Splits a comment of documentation into its prose and its programs. Returns the prose, and a line of prose that follows a program
/// without a blank line: two comments were joined.
fn prose(doc: &[&str]) -> (String, Option<String>) {
    let (mut text, mut joined, mut in_program) = (String::new(), None, false);
    let mut lines = doc.iter().map(|line| line.trim_start_matches("///").trim()).peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            in_program = !in_program;
            let next = lines.peek().filter(|next| !next.is_empty() && !next.starts_with(['#', '`', '-', '|']));
            joined = joined.or(next.filter(|_| !in_program).map(ToString::to_string));
        } else if !in_program {
            text.push_str(line);
            text.push(' ');
        }
    }
    (text, joined)
}

/// The fault of a comment on this item, if any.
fn fault(doc: &[&str], item: &str) -> Option<String> {
    let (text, joined) = prose(doc);
    if let Some(line) = joined {
        return Some(format!("two comments in one: {line}"));
    }
    let (_, function) = item.split_once("fn ")?;
    let returned = function.split_once("->").map_or("", |(_, returned)| returned);
    let returns = |kinds: &[&str]| kinds.iter().any(|kind| returned.contains(kind));
    let none =
        ["eturns `None`", "; `None` if", "; `None` for", "or `None`"].iter().any(|promise| text.contains(promise));
    if none && !returns(&["Option", "ControlFlow", "Iterator"]) {
        Some(format!("`None` is promised, and `{}` returned", returned.trim()))
    } else if text.contains("# Errors") && !returns(&["Result"]) {
        Some(format!("an error is promised, and `{}` returned", returned.trim()))
    } else if text.starts_with("Returns `true`") && !returns(&["bool", "ArrayRef"]) {
        Some(format!("a truth value is promised, and `{}` returned", returned.trim()))
    } else {
        None
    }
}

#[test]
fn documentation_promises_what_the_signature_returns() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    for package in fs::read_dir(root.join("crates")).into_iter().flatten().flatten() {
        sources(&package.path().join("src"), &mut files);
    }
    let (mut faults, mut functions) = (Vec::new(), 0);
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let mut at = 0;
        while at < lines.len() {
            let doc =
                lines[at..].iter().take_while(|line| line.starts_with("///") && !line.starts_with("////")).count();
            let item = lines[at + doc..].iter().skip_while(|line| line.starts_with('#') || line.starts_with("//"));
            let end = |line: &&&str| line.ends_with(['{', ';']);
            let item: Vec<&str> =
                item.clone().take(1 + item.clone().take_while(|line| !end(line)).count()).copied().collect();
            if doc > 0 && item.len() < 16 {
                let item = item.join(" ");
                functions += usize::from(item.contains("fn "));
                if let Some(fault) = fault(&lines[at..at + doc], &item) {
                    faults.push(format!("{}:{}: {fault}", file.display(), at + 1));
                }
            }
            at += doc.max(1);
        }
    }
    assert!(functions > 1000, "{functions} functions with documentation");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_promise_that_is_not_kept_is_told() {
    let told = |doc: &str, item| fault(&doc.lines().collect::<Vec<_>>(), item);
    assert!(told("/// Returns the text, or `None` if it is empty.", "pub fn san(self) -> SanText {").is_some());
    assert!(told("/// Reads.\n///\n/// # Errors\n/// None.", "pub fn read(self) -> Text {").is_some());
    assert!(told("/// Returns `true` if it is so.", "fn so(self);").is_some());
    assert!(told("/// A.\n///\n/// ```\n/// let a = 1;\n/// ```\n/// Another.", "const A: u8 = 1;").is_some());
    assert_eq!(told("/// Returns `true` if so, else `false`.", "fn so(self) -> bool {"), None);
    assert_eq!(told("/// Returns the place, or `None`.", "fn place(self) -> Option<u8> {"), None);
}
