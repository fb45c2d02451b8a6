// The tree of a game: it is in the module. Here are its start, the moves to the current position, and what the module needs to make it
// again.

import { Move } from './move.js';

/** The comments and glyphs of a position; `sign` is the glyph that is written as a sign after the move, such as `!`, or 0. */
const noNotes = () => ({ comments: [], nags: [], sign: 0 });

/** Reads comments and glyphs from lines of the module. */
export function readNotes(lines) {
  const notes = noNotes();
  for (const line of lines) addNote(notes, line);
  return notes;
}

function addNote(notes, line) {
  const text = line.slice(1);
  if (line[0] === '{') notes.comments.push(text);
  else notes.nags.push(Number(text));
  if (line[0] === '?' && notes.sign === 0) notes.sign = Number(text);
}

/** The lines of comments and glyphs, a sign first. */
export function writeNotes({ comments, nags, sign }) {
  const lines = sign ? [`?${sign}`] : [];
  for (const nag of nags) if (nag !== sign) lines.push(`$${nag}`);
  for (const comment of comments) lines.push(`{${comment.replace(/[\r\n]+/g, ' ')}`);
  return lines;
}

/** A tree from a position. An illegal position is a set-up: its moves are a line here, since the library has no such positions. */
export class Tree {
  static last = 0;

  /** The number by which the module's game is found. The object itself has another identity behind a proxy. */
  id = ++Tree.last;
  /** The lines that the module wrote when it dropped the game. */
  saved = '';
  isSetup = false;
  /** For a set-up: the moves that were taken back, the last one first, and the notes of each position of the line. */
  ahead = [];
  notes = [];

  /** @param {string} start the FEN */
  constructor(start, moves = []) {
    this.start = start;
    /** The FEN of the current position. */
    this.fen = start;
    /** The moves to the current position; `null` if the module has to be asked. */
    this.moves = moves;
  }

  /** For a set-up: all moves of its line, those that were taken back too. */
  all() {
    return [...this.moves, ...[...this.ahead].reverse()];
  }

  /** For a set-up: the FENs of its line, from the start. */
  fens() {
    return [this.start, ...this.all().map((move) => move.after)];
  }

  /** For a set-up: the line in the form in which the module writes a tree, with a `Move` for a move. */
  line() {
    const found = writeNotes(this.notes[0] ?? noNotes());
    this.all().forEach((move, i) => found.push(move, ...writeNotes(this.notes[i + 1] ?? noNotes())));
    return found;
  }
}

/** A node of `Game.tree`, and where it hangs. */
class Place {
  constructor(move, fen, up) {
    this.up = up;
    this.fen = fen;
    this.variation = up?.node.children.length;
    const place = this;
    this.node = {
      move,
      // Computed when it is read: the paths of all moves of a long line together would take quadratic memory.
      get path() {
        const path = [];
        for (let at = place; at.up; at = at.up) path.push(at.variation);
        return path.reverse();
      },
      startingComments: [],
      comments: [],
      closingComments: [],
      nags: [],
      children: [],
    };
    up?.node.children.push(this.node);
  }
}

/** Makes the object of `Game.tree` from the lines of the module. `moveOf(line, before)` makes a `Move`. */
export function treeOf(start, lines, moveOf) {
  const root = new Place(null, start);
  let [at, starting, closed] = [root, [], null];
  const open = [];
  for (const line of lines) {
    const kind = line[0];
    if (line instanceof Move || kind === 'm') {
      const move = line instanceof Move ? line : moveOf(line.slice(1), at.fen);
      at = new Place(move, move.after, at);
      at.node.startingComments = starting;
      starting = [];
      if (open.length) open.at(-1).first ??= at.node;
    } else if (kind === '(') {
      open.push({ at, first: null });
      at = at.up;
    } else if (kind === ')') {
      ({ at, first: closed } = open.pop());
    } else if (kind === '<') starting.push(line.slice(1));
    else if (kind === '>') closed.closingComments.push(line.slice(1));
    else addNote(at.node, line);
  }
  return root.node;
}
