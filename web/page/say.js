// Announcements for screen readers.

const live = document.getElementById('live');

export function say(text) {
  // A repeated text must be announced too.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** The library's message without its beginning, which is for programs. */
const bare = (text) => text.replace(/^Invalid (move|FEN|PGN): /, '');

/** Makes a sentence of a text. A text that begins with a square, such as `e9 is no square`, keeps its small letter. */
export const sentence = (said) => {
  const text = bare(said);
  return (/^[a-z]\d/.test(text) ? text[0] : text.charAt(0).toUpperCase()) + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
};

const isSquare = (text) => /^[a-h][1-8]$/.test(text);

/** The longest part of a reason that is shown, in characters. A reason may quote a text of any length. */
const LONGEST = 300;

/** A reason of the library for people: it names the wrong square, and the line of a text of several lines, but no byte. */
export function plainly(said, text = '') {
  const message = bare(said);
  if (text === '') return 'nothing is written here';
  const word = /(?:^| )(\S+) is no move/.exec(message) ?? /, (\S+): expected/.exec(message);
  const field = message.startsWith('en passant:') ? text.split(' ')[3] : word?.[1];
  const wrong = field?.match(/[a-z]\d+/g)?.find((found) => !isSquare(found));
  const plain = wrong
    ? `${wrong} is no square: a square is a letter a to h and a digit 1 to 8`
    : message
        .replace(/line (\d+), byte \d+: /, text.includes('\n') ? 'line $1: ' : '')
        .replace(/ at byte \d+| \(byte \d+\)/g, '')
        .replace('found the end', 'but the text ends there');
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)} …` : plain;
}
