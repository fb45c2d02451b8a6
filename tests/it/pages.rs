//! The pages of the documentation. Every call that a table of equivalent calls names stands in a program of its page, and the programs run
//! as doc tests. Every public function is named by some page.

use std::collections::BTreeSet;

fn plain(text: &str) -> String {
    text.chars().filter(|char| !char.is_whitespace() && *char != '\\').collect()
}

/// Each call in the right column of a page's tables.
fn calls(page: &str) -> impl Iterator<Item = &str> {
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    let ours = rows.filter_map(|row| row.trim_end_matches(" |").rsplit_once(" | "));
    ours.flat_map(|(_, ours)| ours.split('`').skip(1).step_by(2)).filter(|&call| call != "polyglot")
}

#[test]
fn every_call_of_a_table_stands_in_a_program() {
    let pages = [
        include_str!("../../docs/from-shakmaty.md"),
        include_str!("../../docs/from-python-chess.md"),
        include_str!("../../docs/from-chess-js.md"),
    ];
    let programs =
        pages.iter().flat_map(|page| page.split("```rust").skip(1)).filter_map(|rest| rest.split("```").next());
    let programs: String = programs.map(plain).collect();
    for page in pages {
        for call in calls(page) {
            assert!(programs.contains(&plain(call)), "no program has {call}");
        }
        assert!(calls(page).count() > 60, "{} calls", calls(page).count());
    }
}

/// The names of the public functions and methods, as the list of the public items has them: what stands before the parameters,
/// with all that is in angle brackets left out.
fn public_functions(items: &str) -> BTreeSet<String> {
    let signatures =
        items.lines().filter_map(|item| item.strip_prefix("pub fn ").or(item.strip_prefix("pub const fn ")));
    let path = |signature: &str| {
        let mut depth = 0;
        let mut path = String::new();
        for char in signature.chars() {
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

/// Public functions that no page needs to name: what the traits of the standard library and of serde ask for, and what the
/// reference of a small type says in a line.
const EXCUSED: [&str; 35] = [
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
    "union",
];

#[test]
fn every_public_function_is_named_by_a_page_or_excused() {
    let pages = [
        include_str!("../../README.md"),
        include_str!("../../DESIGN.md"),
        include_str!("../../docs/compare.md"),
        include_str!("../../docs/for-arbiters.md"),
        include_str!("../../docs/for-board-makers.md"),
        include_str!("../../docs/for-embedded.md"),
        include_str!("../../docs/for-engines.md"),
        include_str!("../../docs/for-guis.md"),
        include_str!("../../docs/for-pipelines.md"),
        include_str!("../../docs/for-problemists.md"),
        include_str!("../../docs/for-servers.md"),
        include_str!("../../docs/from-chess-js.md"),
        include_str!("../../docs/from-python-chess.md"),
        include_str!("../../docs/from-shakmaty.md"),
        include_str!("../../src/lib.rs"),
        include_str!("../../src/makruk.rs"),
    ];
    let is_of_name = |char: char| char.is_alphanumeric() || char == '_';
    let named: BTreeSet<&str> = pages.iter().flat_map(|page| page.split(|char| !is_of_name(char))).collect();
    let functions = public_functions(include_str!("../data/public_api.txt"));
    assert!(functions.len() > 300, "{} functions", functions.len());
    let is_unnamed = |name: &String| !named.contains(name.as_str()) && !EXCUSED.contains(&name.as_str());
    let unnamed: Vec<String> = functions.into_iter().filter(is_unnamed).collect();
    assert!(unnamed.is_empty(), "no page names these public functions: {unnamed:?}");
}
