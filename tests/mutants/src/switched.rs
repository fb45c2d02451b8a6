//! The text of a file in which every site asks which mutant is on. Operands are written once, whatever the mutants, so that
//! sites may lie within sites.

use crate::sites::{How, Site};

/// Asks the environment once which mutant is on, `MUTANT=SITE.NUMBER`, or notes which sites are reached in the file `REACHED`.
/// What the compiler reckons is never changed.
pub fn switch(sites: usize) -> String {
    format!(
        "
#[doc(hidden)]
#[allow(missing_docs)]
pub mod mutant_switch {{
    // The library may be built without it.
    extern crate std;
    use core::sync::atomic::{{AtomicBool, AtomicU32, Ordering::Relaxed}};
    use std::io::Write;
    const UNREAD: u32 = u32::MAX;
    const NOTING: u32 = u32::MAX - 1;
    static SITE: AtomicU32 = AtomicU32::new(UNREAD);
    static MUTANT: AtomicU32 = AtomicU32::new(0);
    static REACHED: [AtomicBool; {0}] = [const {{ AtomicBool::new(false) }}; {0}];
    static NOTES: std::sync::Mutex<Option<std::fs::File>> = std::sync::Mutex::new(None);

    #[cold]
    #[inline(never)]
    fn seldom(site: u32) -> u32 {{
        if SITE.load(Relaxed) == UNREAD {{
            let mut notes = NOTES.lock().unwrap();
            if let Some(path) = std::env::var_os(\"REACHED\") {{
                *notes = Some(std::fs::OpenOptions::new().append(true).create(true).open(path).unwrap());
                SITE.store(NOTING, Relaxed);
            }} else {{
                let text = std::env::var(\"MUTANT\").unwrap_or_default();
                let (on, mutant) = text.split_once('.').unwrap_or((\"4000000000\", \"0\"));
                MUTANT.store(mutant.parse().unwrap(), Relaxed);
                SITE.store(on.parse().unwrap(), Relaxed);
            }}
            drop(notes);
            return asked(site);
        }}
        if !REACHED[site as usize].swap(true, Relaxed) {{
            if let Some(file) = NOTES.lock().unwrap().as_mut() {{
                file.write_all(&site.to_le_bytes()).unwrap();
            }}
        }}
        0
    }}
    #[inline]
    fn asked(site: u32) -> u32 {{
        let on = SITE.load(Relaxed);
        if on == site {{
            MUTANT.load(Relaxed)
        }} else if on < NOTING {{
            0
        }} else {{
            seldom(site)
        }}
    }}
    const fn none(_: u32) -> u32 {{
        0
    }}
    #[inline]
    pub const fn which(site: u32) -> u32 {{
        core::intrinsics::const_eval_select((site,), none, asked)
    }}
}}
",
        sites + 1
    )
}

/// What the compiler must be told for `switch`, at the top of the library.
pub const FEATURES: &str = "#![feature(core_intrinsics, const_eval_select)]\n#![allow(internal_features)]\n";

/// Bytes that give way to a text. At one place what closes comes first, the innermost of all; what opens, last and outermost first.
struct Edit {
    at: usize,
    end: usize,
    order: (u8, i64),
    text: String,
}

const CLOSES: u8 = 0;
const BETWEEN: u8 = 1;
const OPENS: u8 = 2;
const GOES: u8 = 3;

fn edits(number: u32, depth: i64, site: &Site, source: &str) -> Vec<Edit> {
    let which = format!("crate::mutant_switch::which({number})");
    let opens = |at, text: &str| Edit { at, end: at, order: (OPENS, depth), text: text.into() };
    let closes = |at, text: String| Edit { at, end: at, order: (CLOSES, -depth), text };
    let chosen = |left: &str, new: &[&str], old: &str, right: &str| {
        let mut text = format!("match {which} {{ ");
        for (n, new) in new.iter().enumerate() {
            text.push_str(&format!("{} => {left} {new} {right}, ", n + 1));
        }
        text + &format!("_ => {left} {old} {right} }}")
    };
    match &site.how {
        How::Binary { left, right, old, new, by_value } => {
            let by = if *by_value { "" } else { "&" };
            vec![
                opens(left.0, &format!("(match ({by}(")),
                Edit { at: left.1, end: right.0, order: (BETWEEN, 0), text: format!("), {by}(") },
                closes(
                    right.1,
                    format!(")) {{ (mutant_l, mutant_r) => {} }})", chosen("mutant_l", new, old, "mutant_r")),
                ),
            ]
        }
        How::Assign { left, right, old, new } => vec![
            opens(left.0, "(match ("),
            Edit { at: left.0, end: right.0, order: (GOES, 0), text: String::new() },
            closes(right.1, format!(") {{ mutant_r => {} }})", chosen(&source[left.0..left.1], new, old, "mutant_r"))),
        ],
        How::Logic { left, right, and } => {
            let sign = if *and { "!=" } else { "==" };
            vec![
                opens(left.0, "(match ("),
                Edit {
                    at: left.1,
                    end: right.0,
                    order: (BETWEEN, 0),
                    text: format!(") {{ mutant_l => if mutant_l {sign} ({which} == 1) {{ "),
                },
                closes(right.1, " } else { mutant_l } })".into()),
            ]
        }
        How::Unary { start, operand, old } => vec![
            opens(*start, "(match ("),
            Edit { at: *start, end: operand.0, order: (GOES, 0), text: String::new() },
            closes(operand.1, format!(") {{ mutant_v => if {which} == 1 {{ mutant_v }} else {{ {old}mutant_v }} }})")),
        ],
        How::Returns { start, values } => {
            let mut text = format!(" match {which} {{ ");
            for (n, value) in values.iter().enumerate() {
                text.push_str(&format!("{} => return {value}, ", n + 1));
            }
            vec![opens(*start, &(text + "_ => {} } "))]
        }
        How::Body { whole: (start, end), others } => {
            // In place of an expression it must be one, whatever stands beside it.
            let mut text = format!(" (match {which} {{ ");
            for (n, (body, _)) in others.iter().enumerate() {
                text.push_str(&format!("{} => {{ {body} }} ", n + 1));
            }
            vec![opens(*start, &(text + "_ => { /*own*/ ")), closes(*end, " } })".into())]
        }
        How::Arm { end, .. } => vec![closes(*end, format!(" if {which} == 0"))],
        How::Guard { whole } => vec![
            opens(whole.0, &format!("(match {which} {{ 1 => true, 2 => false, _ => ")),
            closes(whole.1, " })".into()),
        ],
    }
}

/// The text of a file with these sites switched, and where in it each one's own words stand.
pub fn switched<'a>(source: &str, sites: impl Iterator<Item = (u32, &'a Site)>) -> (String, Vec<(u32, usize, usize)>) {
    let mut all: Vec<(u32, Edit)> = Vec::new();
    for (depth, (number, site)) in sites.enumerate() {
        all.extend(edits(number, depth as i64, site, source).into_iter().map(|edit| (number, edit)));
    }
    all.sort_by_key(|(_, edit)| (edit.at, edit.order));
    let (mut text, mut at, mut places) = (String::new(), 0, Vec::<(u32, usize, usize)>::new());
    for (number, edit) in all {
        text.push_str(&source[at..edit.at]);
        let start = text.len();
        text.push_str(&edit.text);
        at = edit.end;
        match places.iter_mut().find(|(other, ..)| *other == number) {
            Some((.., end)) => *end = text.len(),
            None => places.push((number, start, text.len())),
        }
    }
    text.push_str(&source[at..]);
    (text, places)
}
