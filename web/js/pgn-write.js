// Writes a game as PGN in the form of chess.js, with its variations.

import { givenText, givenWhole } from './given.js';
import { Move } from './move.js';

const escaped = (value) => value.replace(/[\\"]/g, '\\$&').replace(/[\r\n]+/g, ' ');
/** The name of a tag as a reader takes it: without the characters that end or part words. */
const nameOf = (name) => name.replace(/[\0-"[\],`\x85\xad\s\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f]/g, '_') || '_';

/** A comment. In braces it ends at the first closing brace; one that has such a brace ends with its line. */
const comment = (text, newline) => (text.includes('}') ? `;${text.replace(/<(?=[a-z/])/gi, '< ')}${newline}` : `{${text}}`);

/**
 * The moves of a game, an element of words for each pair of moves, from the lines of a tree. `ply` is that of the first move.
 *
 * @param {Iterable<string | Move>} lines
 */
function movetext(lines, ply, newline) {
  const elements = [];
  let words = [];
  let opening = '';
  const say = (word) => {
    words.push(opening + word);
    opening = '';
  };
  const first = ply;
  // The line with its next ply, and whether the number of that move is written for Black, too. Those that variations interrupt wait.
  let line = { ply, isMain: true, isParted: false };
  const waiting = [];
  for (const token of lines) {
    const [kind, text] = token instanceof Move ? ['m', token.san] : [token[0], token.slice(1)];
    if (kind === 'm') {
      const number = `${Math.floor(line.ply / 2) + 1}.`;
      if (line.ply % 2 === 0) {
        if (line.isMain && words.length) {
          elements.push(words);
          words = [];
        }
        say(number);
      } else if (line.isMain && line.ply === first) say(`${number} ...`);
      else if (line.isParted) say(`${number}..`);
      say(text);
      line.ply++;
      line.isParted = false;
    } else if (kind === '(') {
      waiting.push(line);
      line = { ply: line.ply - 1, isMain: false, isParted: true };
      opening = '(';
    } else if (kind === ')') {
      words[words.length - 1] += ')';
      line = waiting.pop();
      line.isParted = true;
    } else if (kind === '{' || kind === '<' || kind === '>') {
      say(comment(text, newline));
      line.isParted ||= !line.isMain;
    } else say(`$${text}`);
  }
  return words.length || !elements.length ? [...elements, words] : elements;
}

/**
 * Splits a comment between words where a line may end. A command stays on one line, and no line begins as one or with a `%`. A
 * comment after a semicolon is one line.
 */
function split(comment) {
  if (/^\(?;/.test(comment)) return [comment];
  const words = [];
  let isOpen = false;
  for (const word of comment.split(' ').filter(Boolean)) {
    if (words.length && (isOpen || word[0] === '[' || word[0] === '%')) words[words.length - 1] += ` ${word}`;
    else words.push(word);
    const command = word.lastIndexOf('[%');
    isOpen = (isOpen || command >= 0) && word.lastIndexOf(']') <= command;
  }
  return words;
}

/**
 * Breaks lines at a number of characters. A pair of moves is split only if a comment or a variation makes it long. As in
 * chess.js, the space between two pairs does not count.
 */
function wrap(elements, maxWidth, newline) {
  // Whether a line begins is not asked of the whole text, whose pieces would be joined for each question.
  let [text, width, isStart] = ['', 0, true];
  const add = (word, space = 0) => {
    const [first, ...rest] = word.split(newline);
    if (!isStart && width + space + first.length > maxWidth) {
      text += newline;
      width = 0;
    } else if (!isStart) {
      text += ' ';
      width++;
    }
    text += word;
    width = rest.length ? rest.at(-1).length : width + word.length;
    isStart = rest.at(-1) === '';
  };
  for (const words of elements) {
    const element = words.join(' ');
    const isLong = (element.includes(newline) || width + element.length > maxWidth) && words.some((word) => /[{(;]/.test(word));
    if (isLong) words.flatMap(split).forEach((word) => add(word, 1));
    else add(element);
  }
  return text;
}

/**
 * @param {Record<string, string | null>} headers
 * @param {string} start the FEN
 * @param {(string | Move)[]} lines the tree
 */
export function writePgn(headers, start, lines, result, { newline = '\n', maxWidth = 0 } = {}) {
  givenText(newline, 'a line end');
  if (maxWidth !== Infinity) givenWhole(maxWidth, 'a width');
  const tags = Object.entries(headers).filter(([, value]) => value);
  const head = tags.map(([name, value]) => `[${nameOf(name)} "${escaped(String(name === 'Result' ? result : value))}"]${newline}`).join('');
  const [, turn, ...rest] = start.split(' ');
  const elements = [...movetext(lines, 2 * (Number(rest.at(-1)) - 1) + (turn === 'b' ? 1 : 0), newline), [result]];
  const moves = maxWidth > 0 ? wrap(elements, maxWidth, newline) : elements.map((words) => words.join(' ')).join(' ');
  const hasMoves = lines.some((line) => line instanceof Move || line[0] === 'm');
  return head + (hasMoves ? newline : '') + moves;
}
