//! The pages of the documentation: each call of a guide is compiled, and each public function is on some page. The tables of equivalent
//! calls are run beside the peers, in `benches/peers/examples/rows`.

use std::collections::BTreeSet;

/// The guides by what a program is for.
const GUIDES: [&str; 8] = [
    include_str!("../../crates/mate/docs/for-arbiters.md"),
    include_str!("../../crates/eboard/docs/for-board-makers.md"),
    include_str!("../../docs/for-embedded.md"),
    include_str!("../../docs/for-engines.md"),
    include_str!("../../crates/svg/docs/for-guis.md"),
    include_str!("../../crates/pgn/docs/for-pipelines.md"),
    include_str!("../../docs/for-problemists.md"),
    include_str!("../../crates/pgn/docs/for-servers.md"),
];

/// The guides for those who know another library.
const FROM_OTHERS: [&str; 5] = [
    include_str!("../../crates/pgn/docs/from-shakmaty.md"),
    include_str!("../../crates/pgn/docs/from-python-chess.md"),
    include_str!("../../crates/pgn/docs/from-chess-js.md"),
    include_str!("../../crates/pgn/docs/from-chessops.md"),
    include_str!("../../docs/from-cozy-chess.md"),
];

fn plain(text: &str) -> String {
    text.chars().filter(|char| !char.is_whitespace() && *char != '\\').collect()
}

/// Returns the cells of the column with the heading "call".
fn column_of_calls(page: &str) -> Vec<&str> {
    let (mut column, mut cells_of_calls) = (None, Vec::new());
    for line in page.lines() {
        // `\|` does not separate cells.
        let borders = line.match_indices('|').map(|(at, _)| at).filter(|&at| !line[..at].ends_with('\\'));
        let borders: Vec<usize> = borders.collect();
        let cells: Vec<&str> = borders.windows(2).map(|pair| line[pair[0] + 1..pair[1]].trim()).collect();
        if cells.is_empty() {
            column = None;
        } else if column.is_none() {
            column = cells.iter().position(|&cell| cell == "call").or(Some(usize::MAX));
        } else {
            cells_of_calls.extend(column.and_then(|column| cells.get(column)).filter(|cell| !cell.starts_with("---")));
        }
    }
    cells_of_calls
}

#[test]
fn every_call_of_a_guide_is_a_link_and_is_compiled() {
    let compiled = plain(concat!(include_str!("tables.rs"), include_str!("../../crates/pgn/tests/it/tables.rs")));
    let mut count = 0;
    for page in GUIDES {
        for cell in column_of_calls(page) {
            let linked = cell.split("[`").skip(1).filter_map(|rest| rest.split_once("`]"));
            for (call, rest) in linked.clone() {
                let is_defined = rest.starts_with('(') || page.contains(&format!("\n[`{call}`]: https://docs.rs/"));
                assert!(is_defined, "no link: {call}");
                // The text after an ellipsis is free, and a single word names a type or a method.
                let call = plain(call.split("...").next().unwrap_or(call));
                assert!(compiled.contains(&call), "in no tests/it/tables.rs: {call}");
                count += 1;
            }
            assert!(linked.count() > 0 || cell.contains("`Display`"), "no link in the cell {cell}");
        }
    }
    assert!(count > 130, "{count} calls");
}

/// The names of the public functions and methods in the list of public items: the text before the parameters, without anything in
/// angle brackets.
fn public_functions(items: &str) -> BTreeSet<String> {
    let signatures =
        items.lines().filter_map(|item| item.strip_prefix("pub fn ").or(item.strip_prefix("pub const fn ")));
    let path = |signature: &str| {
        let mut depth = 0;
        let mut path = String::new();
        for char in signature.replace("->", "").chars() {
            match char {
                '<' => depth += 1,
                '>' => depth -= 1,
                '(' if depth == 0 => break,
                _ if depth == 0 => path.push(char),
                _ => {}
            }
        }
        path
    };
    signatures.filter_map(|signature| path(signature).rsplit("::").next().map(str::to_string)).collect()
}

/// Public functions that need no page: functions of traits of the standard library and of serde, and functions of small types
/// that the reference explains in a line.
const EXCUSED: [&str; 37] = [
    "as_ref",
    "bitand",
    "bitand_assign",
    "bitor",
    "bitor_assign",
    "bitxor",
    "bitxor_assign",
    "borrow",
    "cmp",
    "count",
    "deref",
    "deref_mut",
    "deserialize",
    "eq",
    "extend",
    "fmt",
    "fold",
    "from_ascii",
    "from_char",
    "from_index",
    "from_iter",
    "from_str",
    "hash",
    "index_mut",
    "into_iter",
    "is_promoted",
    "next_back",
    "partial_cmp",
    "seconds",
    "serialize",
    "size_hint",
    "string",
    "sub",
    "sub_assign",
    "try_from",
    "try_push",
    "union",
];

#[test]
fn every_public_function_is_named_by_a_page_or_excused() {
    let others = [
        include_str!("../../README.md"),
        include_str!("../../crates/openings/README.md"),
        include_str!("../../crates/perft/README.md"),
        include_str!("../../DESIGN.md"),
        include_str!("../../docs/compare.md"),
        include_str!("../../src/lib.rs"),
        include_str!("../../src/makruk.rs"),
    ];
    let pages = GUIDES.into_iter().chain(FROM_OTHERS).chain(others);
    let is_of_name = |char: char| char.is_alphanumeric() || char == '_';
    let named: BTreeSet<&str> = pages.flat_map(|page| page.split(|char| !is_of_name(char))).collect();
    let functions = public_functions(include_str!("../data/public_api.txt"));
    assert!(functions.len() > 300, "{} functions", functions.len());
    let is_unnamed = |name: &String| !named.contains(name.as_str()) && !EXCUSED.contains(&name.as_str());
    let unnamed: Vec<String> = functions.into_iter().filter(is_unnamed).collect();
    assert!(unnamed.is_empty(), "no page names these public functions: {unnamed:?}");
}

#[test]
fn readme_and_front_page_show_the_same_program() {
    let front: String = include_str!("../../src/lib.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("//!"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned() + "\n")
        .collect();
    let program = |page: &str, fence: &str| {
        let (_, program) = page.split_once(fence).expect("a program");
        program.split_once("```").expect("its end").0.to_owned()
    };
    assert_eq!(program(include_str!("../../README.md"), "```rust\n"), program(&front, "```\n"));
}

#[test]
fn readme_has_at_most_a_screen_and_a_half() {
    let lines = include_str!("../../README.md").lines().count();
    assert!(lines <= 120, "{lines} lines");
}

/// Each `Type::name` and `module::name` that the changelog adds exists.
#[test]
fn names_that_the_changelog_adds_exist() {
    let text = include_str!("../../CHANGELOG.md");
    let added = text.split("### Added").nth(1).and_then(|rest| rest.split("### ").next()).expect("a list");
    let items = include_str!("../data/public_api.txt");
    let is_of_name = |char: char| char.is_alphanumeric() || char == '_';
    let known: BTreeSet<&str> = items.split(|char| !is_of_name(char)).collect();
    let paths = added.split('`').skip(1).step_by(2).filter(|span| span.contains("::"));
    let mut count = 0;
    for path in paths {
        // Generic arguments and calls are no part of a name.
        let path = path.split(['(', '<', ' ']).next().unwrap_or(path);
        for name in path.split(|char| !is_of_name(char)).filter(|name| !name.is_empty()) {
            assert!(known.contains(name), "CHANGELOG.md adds {path}, and {name} is no public name");
            count += 1;
        }
    }
    assert!(count > 20, "{count} names");
}

/// A test that looks at a clock fails on a busy machine.
#[test]
#[cfg_attr(miri, ignore = "it reads the sources")]
fn no_test_uses_a_clock() {
    let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["it", "common/src", "../src/tests"] {
        for entry in std::fs::read_dir(tests.join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("UTF-8");
                let clock = [["Inst", "ant"].concat(), ["System", "Time"].concat()];
                assert!(!clock.iter().any(|clock| text.contains(clock.as_str())), "{}", path.display());
            }
        }
    }
}
