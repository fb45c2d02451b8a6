//! Many answers held by a number for each question, and what a failure says.

use std::fmt::{Debug, Write};

use crate::Fingerprint;

/// Takes an answer, as a failure shows it and as a number.
pub type Tell<'t> = &'t mut dyn FnMut(&dyn Debug, u64);

/// Requires that the answers to each question about all subjects have the known number. A failure names the question, the first subject
/// whose answer is not that of a slow twin, and both answers.
pub fn hold_answers<S: Debug, Q: Copy + Debug>(
    subjects: &[S],
    questions: &[Q],
    known: &[u32],
    answer: impl Fn(&S, Q, Tell<'_>),
    twin: impl Fn(&S, Q, Tell<'_>),
) {
    let digest = |question| {
        let mut all = Fingerprint::default();
        subjects.iter().for_each(|subject| answer(subject, question, &mut |_, number| all.add(number)));
        all.0 as u32
    };
    let found: Vec<u32> = questions.iter().map(|&question| digest(question)).collect();
    let mut told = String::new();
    for ((&question, found), known) in questions.iter().zip(&found).zip(known) {
        if found != known {
            // A new question has no number yet. Where all answers have changed on purpose, a look at a part of them is enough.
            let first = subjects
                .iter()
                .take(2000 * usize::from(*known != 0))
                .find_map(|subject| difference(subject, question, &answer, &twin));
            let first = first.unwrap_or_else(|| "the twin agrees with all of them".into());
            writeln!(told, "{question:?} is {found:#010x} and was {known:#010x}: {first}").expect("a string");
        }
    }
    assert!(told.is_empty() && found.len() == known.len(), "{told}all numbers: {found:#010x?}");
}

/// The first answer about a subject that is not the twin's, and both.
pub fn difference<S: Debug, Q: Copy + Debug>(
    subject: &S,
    question: Q,
    answer: impl Fn(&S, Q, Tell<'_>),
    twin: impl Fn(&S, Q, Tell<'_>),
) -> Option<String> {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    answer(subject, question, &mut |shown, _| ours.push(format!("{shown:?}")));
    twin(subject, question, &mut |shown, _| theirs.push(format!("{shown:?}")));
    let length = ours.len().max(theirs.len());
    let n = (0..length).find(|&n| ours.get(n) != theirs.get(n))?;
    Some(format!("answer {n} is {:?}, the twin's {:?}, in {subject:?}", ours.get(n), theirs.get(n)))
}
