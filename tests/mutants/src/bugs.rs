//! Bugs such as a person makes: a case forgotten, the wrong colour, a condition that nearly always holds. (A mutant is one
//! operator or value, and there are thousands.) The files of `tests/mutants/bugs` list them, some hundred lines a module:
//!
//! ```text
//! @ src/see.rs exchange              the file, and the function if the text below stands in others too
//! ? what goes wrong
//! - the text that a bug replaces (~ if that is an expression to switch in place, not with all of its function)
//! + what stands there instead; nothing, if the text is forgotten
//! = it see::en_passant_wins_a_pawn   the test that must catch it; "alone it ..." for the build without bitboards
//! ```
//!
//! The text must stand in its file (or function) once; blanks and line ends are alike. So the list follows the sources: a test of this
//! package fails where a bug does not fit. A bug that lives shows that a test is missing. The test is written, and the bug stays
//! in the list. A change that turns out to do no harm is no bug, and another takes its place.

use std::fs;
use std::path::{Path, PathBuf};

use crate::sites::{How, Range, Site};

/// The folder of the list, below the root of the repository.
const LIST: &str = "tests/mutants/bugs";

/// Files that only the build without bitboards compiles. Their bugs are tried in that build.
const ALONE: [&str; 6] =
    ["no_bitboards.rs", "lists.rs", "army_lists.rs", "key_computed.rs", "placed.rs", "played_first.rs"];

/// A bug: a text of a file, and what stands there instead.
pub struct Bug {
    /// The file of the list, and the line at which the bug begins.
    pub place: (PathBuf, usize),
    pub file: String,
    function: Option<String>,
    old: String,
    /// Whether the text is switched where it stands: a function that returns `impl` something cannot have two bodies.
    is_in_place: bool,
    new: String,
    /// What goes wrong.
    pub why: String,
    /// The test that must catch it, as the list has it: `it` or `lib`, a blank, and its name.
    pub test: Option<String>,
}

impl Bug {
    /// Whether only the build without bitboards has the file.
    pub fn is_alone(&self) -> bool {
        // The mailbox's lists of moves are in every build.
        self.file != "src/movegen/lists.rs" && ALONE.iter().any(|name| Path::new(&self.file).ends_with(name))
    }

    /// Where the text stands in its file, and the function around it; or why it is not there.
    fn find<'a>(&self, source: &str, bodies: &'a [(Range, String)]) -> Result<(Range, &'a (Range, String)), String> {
        let around = |&(start, end): &Range| {
            let holds = bodies.iter().filter(move |((first, last), _)| *first <= start && end <= *last);
            holds.min_by_key(|((first, last), _)| last - first)
        };
        let mut found = matches(source, &self.old);
        if let Some(function) = &self.function {
            found.retain(|range| around(range).is_some_and(|(_, name)| name == function));
        }
        let [range] = found[..] else { return Err(format!("the text stands there {} times", found.len())) };
        around(&range).map(|body| (range, body)).ok_or_else(|| "the text is not within a function".to_owned())
    }

    pub fn is_lost(&self, why: &str) -> String {
        format!("{}:{}: {}: {why}: {}", self.place.0.display(), self.place.1, self.file, self.old.trim_end())
    }
}

/// All places at which a text stands, whatever the blanks and line ends between its words. Without overlaps.
fn matches(source: &str, text: &str) -> Vec<Range> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some((first, others)) = words.split_first() else { return Vec::new() };
    let rest = |at: usize| {
        others.iter().try_fold(at + first.len(), |at, word| {
            let blank = source[at..].len() - source[at..].trim_start().len();
            source[at + blank..].starts_with(word).then_some(at + blank + word.len()).filter(|_| blank > 0)
        })
    };
    let (mut found, mut from) = (Vec::new(), 0);
    while let Some(at) = source[from..].find(first).map(|at| from + at) {
        from = at + first.len();
        if let Some(end) = rest(at) {
            found.push((at, end));
            from = end;
        }
    }
    found
}

/// Reads the list of a tree: all of its files, by name.
///
/// # Panics
/// If a line is none of the six kinds.
pub fn all(tree: &Path) -> Vec<Bug> {
    let folder = tree.join(LIST);
    let entries = fs::read_dir(&folder).expect("the folder of bugs").map(|entry| entry.expect("a file").path());
    let mut paths: Vec<PathBuf> = entries.collect();
    paths.sort();
    let mut bugs = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a file of bugs");
        let name = path.file_name().map(PathBuf::from).expect("a file");
        read(&name, &text, &mut bugs);
    }
    bugs
}

fn read(name: &Path, text: &str, bugs: &mut Vec<Bug>) {
    for (number, line) in text.lines().enumerate().map(|(n, line)| (n + 1, line)) {
        let (sign, rest) = line.split_at_checked(1).unwrap_or(("", ""));
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let last = bugs.last_mut();
        match (sign, last) {
            ("" | "#", _) => {}
            ("@", _) => {
                let (file, function) = rest.split_once(' ').map_or((rest, None), |(file, name)| (file, Some(name)));
                bugs.push(Bug {
                    place: (name.into(), number),
                    file: file.to_owned(),
                    function: function.map(str::to_owned),
                    old: String::new(),
                    is_in_place: false,
                    new: String::new(),
                    why: String::new(),
                    test: None,
                });
            }
            ("?", Some(bug)) => rest.clone_into(&mut bug.why),
            ("-" | "~", Some(bug)) => {
                bug.is_in_place = sign == "~";
                bug.old += &format!("{rest}\n");
            }
            ("+", Some(bug)) => bug.new += &format!("{rest}\n"),
            ("=", Some(bug)) => bug.test = Some(rest.to_owned()),
            _ => panic!("{}:{number}: begins with none of @ ? - ~ + =: {line}", name.display()),
        }
    }
}

/// Names the tests in a file of the list: behind each of these bugs the test that is to catch it.
pub fn name_tests(tree: &Path, tests: &[(&Bug, String)]) {
    let mut names: Vec<&Path> = tests.iter().map(|(bug, _)| bug.place.0.as_path()).collect();
    names.sort();
    names.dedup();
    for name in names {
        let path = tree.join(LIST).join(name);
        let text = fs::read_to_string(&path).expect("a file of bugs");
        let (mut named, mut pending) = (String::new(), None::<&str>);
        for (number, line) in text.lines().enumerate().map(|(n, line)| (n + 1, line)) {
            if line.starts_with('@') {
                let is_it = |bug: &Bug| bug.place == (name.to_owned(), number);
                pending = tests.iter().find(|(bug, _)| is_it(bug)).map(|(_, test)| test.as_str());
            }
            if pending.is_some() && line.starts_with('=') {
                continue;
            }
            if line.is_empty()
                && let Some(test) = pending.take()
            {
                named += &format!("= {test}\n");
            }
            named += &format!("{line}\n");
        }
        if let Some(test) = pending {
            named += &format!("= {test}\n");
        }
        fs::write(&path, named).expect("a file of bugs");
    }
}

/// A function with the bugs that are in it, by their places in the list.
pub type Planted = (Site, Vec<usize>);

/// The sites of a file: a function each, which has as many other bodies as it has bugs. And the bugs that do not fit, with
/// the reason. Some are left out.
pub fn sites(
    file: &str,
    source: &str,
    bodies: &[(Range, String)],
    bugs: &[Bug],
    is_out: &dyn Fn(usize) -> bool,
) -> (Vec<Planted>, Vec<(usize, String)>) {
    let mut sites: Vec<(Range, Planted)> = Vec::new();
    let mut lost = Vec::new();
    for (n, bug) in bugs.iter().enumerate().filter(|(n, bug)| bug.file == file && !is_out(*n)) {
        let ((start, end), (whole, function)) = match bug.find(source, bodies) {
            Ok(found) => found,
            Err(why) => {
                lost.push((n, bug.is_lost(&why)));
                continue;
            }
        };
        let whole = if bug.is_in_place { &(start, end) } else { whole };
        let body = [&source[whole.0..start], bug.new.trim_end(), &source[end..whole.1]].concat();
        // Errors of the compiler are told of the bug whose body they are in.
        let body = format!("/*bug {n}*/{body}");
        let known = sites.iter_mut().find(|(range, _)| range == whole);
        match known {
            Some((_, (Site { how: How::Body { others, .. }, .. }, numbers))) => {
                others.push((body, bug.why.clone()));
                numbers.push(n);
            }
            _ => {
                let how = How::Body { whole: *whole, others: vec![(body, bug.why.clone())] };
                let line = source[..start].lines().count();
                sites.push((*whole, (Site { line, function: function.clone(), is_const: false, how }, vec![n])));
            }
        }
    }
    (sites.into_iter().map(|(_, site)| site).collect(), lost)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use syn::visit::Visit;

    use super::{all, matches, read, sites};
    use crate::sites::Finder;

    #[test]
    fn each_bug_has_its_text_in_the_sources() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let bugs = all(&root);
        let files: BTreeSet<&str> = bugs.iter().map(|bug| bug.file.as_str()).collect();
        let mut lost = Vec::new();
        for file in files {
            let source = fs::read_to_string(root.join(file)).unwrap_or_default();
            let mut finder = Finder::default();
            finder.visit_file(&syn::parse_file(&source).expect("Rust"));
            lost.extend(sites(file, &source, &finder.bodies, &bugs, &|_| false).1.into_iter().map(|(_, lost)| lost));
        }
        lost.extend(bugs.iter().filter(|bug| bug.test.is_none()).map(|bug| bug.is_lost("no test is named")));
        lost.extend(
            bugs.iter().filter(|bug| bug.why.is_empty()).map(|bug| bug.is_lost("it does not say what goes wrong")),
        );
        assert!(lost.is_empty(), "bugs that do not fit:\n{}", lost.join("\n"));
    }

    #[test]
    fn blanks_and_line_ends_are_alike() {
        let source = "fn f() {\n    a.b()\n        .c();\n    a.b() .cd();\n}";
        assert_eq!(matches(source, "a.b() .c").len(), 2);
        assert_eq!(matches(source, "a.b() .c();").len(), 1);
        assert_eq!(matches(source, "b() .d").len(), 0);
        assert_eq!(matches("aaa", "aa").len(), 1);
        assert_eq!(matches(source, "").len(), 0);
    }

    #[test]
    fn the_list_is_read() {
        let mut bugs = Vec::new();
        read(
            Path::new("x.txt"),
            "# note\n@ src/a.rs f\n? why\n- old\n-   more\n+ new\n= it a::b\n\n@ src/b.rs\n- c\n+\n",
            &mut bugs,
        );
        assert_eq!(bugs.len(), 2);
        let (first, second) = (&bugs[0], &bugs[1]);
        assert_eq!((first.file.as_str(), first.function.as_deref(), first.place.1), ("src/a.rs", Some("f"), 2));
        assert_eq!(
            (first.old.as_str(), first.new.as_str(), first.test.as_deref()),
            ("old\n  more\n", "new\n", Some("it a::b"))
        );
        assert_eq!((second.old.as_str(), second.new.trim(), second.test.is_none()), ("c\n", "", true));
    }
}
