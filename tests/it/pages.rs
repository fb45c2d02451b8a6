//! The pages for those who come from another library: every call that a table names stands in a program of its page, and the programs
//! run as doc tests.

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
    for page in [
        include_str!("../../docs/from-shakmaty.md"),
        include_str!("../../docs/from-python-chess.md"),
        include_str!("../../docs/from-chess-js.md"),
    ] {
        let programs: String =
            page.split("```rust").skip(1).filter_map(|rest| rest.split("```").next()).map(plain).collect();
        for call in calls(page) {
            assert!(programs.contains(&plain(call)), "no program has {call}");
        }
        assert!(calls(page).count() > 60, "{} calls", calls(page).count());
    }
}
