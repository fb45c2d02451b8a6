// Chess, Chess960 and Makruk in the shape of chess.js: one class a game, over the library in WebAssembly.
//
// What chess.js does not have: trees of variations, claims as the Laws know them, reasons for what is refused, and the other
// two games. What a method of the same name does is the same; README.md lists the few exceptions.

import { Module, lines } from './wasm.js';

const rules = await Module.load(new URL('./rules.wasm', import.meta.url));
const extras = await Module.load(new URL('./extras.wasm', import.meta.url));

export const WHITE = 'w';
export const BLACK = 'b';
export const PAWN = 'p';
export const KNIGHT = 'n';
export const BISHOP = 'b';
export const ROOK = 'r';
export const QUEEN = 'q';
export const KING = 'k';
/** Makruk's: the Met, and a Bia that has become one, which FEN marks. */
export const MET = 'm';
export const KHON = 's';
export const DEFAULT_POSITION = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export const MAKRUK_POSITION = 'rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1';

/** As chess.js has it: a8 first, h1 last. */
export const SQUARES = Array.from({ length: 64 }, (_, i) => 'abcdefgh'[i % 8] + (8 - Math.floor(i / 8)));

const number = (square) => {
  if (!/^[a-h][1-8]$/.test(square)) throw new Error(`a square is a letter a-h and a digit 1-8, such as e4: ${square}`);
  return square.charCodeAt(0) - 97 + 8 * (square.charCodeAt(1) - 49);
};
const words = (text) => text.split(' ').filter((word) => word);

/** The light or dark of a square. */
export function squareColor(square) {
  const n = number(square);
  return (n + (n >> 3)) % 2 === 0 ? 'dark' : 'light';
}

/** The picture of a piece as SVG: a letter as FEN has it. */
export function picture(letter, variant = 'chess') {
  return extras.call('picture', letter, Number(variant === 'makruk'));
}

/** What the difference table says of two squares, and whether a piece (a letter as FEN has it) could capture across. */
export function relation(from, to, letter = '') {
  const [ways, step, distance, reaches] = extras.call('relation', letter, number(from), number(to)).split('\t');
  return {
    ways: ways === 'no way' ? [] : ways.split(', '),
    step: Number(step),
    distance: Number(distance),
    reaches: reaches === '1',
  };
}

/** The FEN of a start of Chess960, 0 to 959. */
export const chess960 = (start) => extras.call('chess960', '', start);

/** Everything that is wrong with a set-up, each with the squares it is about; throws if the text is no FEN. */
export function violations(fen, variant = 'chess') {
  return lines(extras.call('examine', fen, Number(variant === 'makruk'))).map((line) => {
    const [message, squares] = line.split('\t');
    return { message, squares: words(squares) };
  });
}

/** Whether a FEN can be loaded, and if not, why. */
export function validateFen(fen, variant = 'chess') {
  try {
    const found = violations(fen, variant);
    return found.length ? { ok: false, error: found.map((one) => one.message).join('; ') } : { ok: true };
  } catch (error) {
    return { ok: false, error: error.message };
  }
}

/** A FEN taken apart: pieces by square, and the other fields as they are. */
export function parseFen(fen) {
  const [placement, ...fields] = words(fen);
  const pieces = new Map();
  let at = 0;
  for (const [, letter] of placement.matchAll(/([a-zA-Z]~?|[1-8])/g)) {
    if (/\d/.test(letter)) at += Number(letter);
    else pieces.set(SQUARES[at++], letter);
  }
  return { pieces, fields };
}

/** The board field of a FEN. */
export function placement(pieces) {
  const ranks = [];
  for (let rank = 0; rank < 8; rank++) {
    let text = '';
    for (const square of SQUARES.slice(8 * rank, 8 * rank + 8)) text += pieces.get(square) ?? '1';
    ranks.push(text.replace(/1+/g, (ones) => ones.length));
  }
  return ranks.join('/');
}

const pieceOf = (letter) => ({
  type: letter[0].toLowerCase(),
  color: letter[0] === letter[0].toUpperCase() ? WHITE : BLACK,
  ...(letter[1] && { promoted: true }),
});
const letterOf = ({ type, color, promoted }) =>
  (color === WHITE ? type.toUpperCase() : type.toLowerCase()) + (promoted ? '~' : '');

/** Two letters where chess.js has two. */
const FLAGS = { p: 'np', x: 'cp' };

/** A move: plain data, in the fields of chess.js. */
export class Move {
  constructor(line, before, color) {
    const [fields, after] = line.trimEnd().split('\t');
    const [from, to, uci, san, piece, captured, promotion, kind, target] = fields.split(' ');
    Object.assign(this, { color, piece, from, to, san, flags: FLAGS[kind] ?? kind, lan: uci, before, after });
    if (captured !== '-') this.captured = captured;
    if (promotion !== '-') this.promotion = promotion;
    // In Chess960 castling is a drag of the king onto the rook: this is the rook's square.
    if (kind === 'k' || kind === 'q') this.rook = target;
  }

  isCapture() {
    return /[ce]/.test(this.flags);
  }
  isPromotion() {
    return this.promotion !== undefined;
  }
  isEnPassant() {
    return this.flags === 'e';
  }
  isKingsideCastle() {
    return this.flags === 'k';
  }
  isQueensideCastle() {
    return this.flags === 'q';
  }
  isBigPawn() {
    return this.flags === 'b';
  }
}

/** A move in the tree of a game, with what is said of it; the root has no move. */
class Node {
  static last = 0;

  /** What tells two moves apart: behind a proxy one object has two faces. */
  id = ++Node.last;
  children = [];
  comments = [];
  startingComments = [];
  nags = [];

  constructor(move, parent) {
    this.move = move;
    this.parent = parent;
  }

  /** Which of the moves beside it this is; the root is the only one. */
  index() {
    return this.parent ? this.parent.children.findIndex((child) => child.id === this.id) : 0;
  }
}

const ROSTER = { Event: '?', Site: '?', Date: '????.??.??', Round: '?', White: '?', Black: '?', Result: '*' };
const RS = '\x1e';
const US = '\x1f';
const freed = new FinalizationRegistry(dropGame);

function dropGame(held) {
  if (held.handle !== null) rules.number('drop_game', held.handle);
  held.handle = null;
}

// Names that begin with an underscore are not for users. They are no private fields, since a method that is called through a Proxy,
// as with Vue, cannot read those.
class Game {
  /** The game in the module: its handle. The collector gives back the one that is here in the end. */
  _held = { handle: null };
  _status = null;
  _board = null;
  /** The FEN on the board while it is no legal position. */
  _setup = null;

  constructor(variant, fen, options) {
    freed.register(this, this._held);
    this._variant = variant;
    this.load(fen ?? this.startFen(), options);
  }

  /** `chess` or `makruk`. */
  get variant() {
    return this._variant;
  }

  startFen() {
    return this._variant === 'makruk' ? MAKRUK_POSITION : DEFAULT_POSITION;
  }

  // Set-ups.

  /** Starts from a FEN. One that no game leads to is let pass if asked; one that cannot be played is refused with reasons. */
  load(fen, { skipValidation = false, preserveHeaders = false } = {}) {
    // The library wants all six fields; chess.js adds what is missing.
    const fields = words(fen);
    if (fields.length >= 2 && fields.length < 6) fen = fields.concat(['-', '-', '0', '1'].slice(fields.length - 2)).join(' ');
    const handle = Number(rules.call('new_game', fen, Number(this._variant === 'makruk'), Number(skipValidation)));
    dropGame(this._held);
    this._held.handle = handle;
    this._setup = null;
    this._changed();
    this._begin(preserveHeaders);
  }

  _begin(keepsHeaders) {
    this._start = this.fen();
    this._root = this._node = new Node(null, null);
    if (!keepsHeaders || !this._headers) this._headers = new Map(Object.entries(ROSTER));
    const isSetup = this._start !== this.startFen();
    this._set('SetUp', isSetup ? '1' : null);
    this._set('FEN', isSetup ? this._start : null);
    if (this._variant === 'makruk') this._set('Variant', 'Makruk');
  }

  reset() {
    this.load(this.startFen());
  }

  /** An empty board, to be filled by `put`. */
  clear() {
    this._edit((pieces, fields) => {
      pieces.clear();
      fields.splice(0, fields.length, WHITE, '-', '-', '0', '1');
    });
  }

  /** Changes the board from outside. It is played on from there if it is a legal position, and else waits to become one. */
  _edit(change) {
    const { pieces, fields } = parseFen(this.fen());
    change(pieces, fields);
    if (this._variant === 'chess') {
      fields[1] = keptRights(pieces, fields[1]);
      fields[2] = '-';
    } else {
      fields[2] = '-';
    }
    const fen = [placement(pieces), ...fields].join(' ');
    if (validateFen(fen, this._variant).ok) {
      this.load(fen, { preserveHeaders: true });
    } else {
      this._setup = fen;
      this._changed();
      this._begin(true);
    }
  }

  put(piece, square) {
    number(square);
    const roles = this._variant === 'makruk' ? 'pnrksm' : 'pnbrqk';
    if (!roles.includes(piece.type?.toLowerCase()) || !'wb'.includes(piece.color)) return false;
    const letter = letterOf(piece);
    const king = [...this._parsed().pieces].find(([at, one]) => one === letter && at !== square);
    if (piece.type.toLowerCase() === KING && king) return false;
    this._edit((pieces) => pieces.set(square, letter));
    return true;
  }

  remove(square) {
    const piece = this.get(square);
    if (piece) this._edit((pieces) => pieces.delete(square));
    return piece;
  }

  setTurn(color) {
    if (this.turn() === color) return false;
    this._edit((_, fields) => (fields[0] = color));
    return true;
  }

  /** Gives or takes rights to castle: `{ k: true, q: false }`. Whether all of them could be given. */
  setCastlingRights(color, rights) {
    const letter = (side) => (color === WHITE ? side.toUpperCase() : side);
    this._edit((_, fields) => {
      for (const side of ['k', 'q'].filter((side) => rights[side] !== undefined)) {
        fields[1] = fields[1].replace('-', '').replace(letter(side), '') + (rights[side] ? letter(side) : '');
      }
      fields[1] = [...fields[1]].sort().join('') || '-';
    });
    const now = this.getCastlingRights(color);
    return ['k', 'q'].every((side) => rights[side] === undefined || rights[side] === now[side]);
  }

  getCastlingRights(color) {
    const [, field] = this._parsed().fields;
    const own = [...field].filter((letter) => letter !== '-' && (letter < 'a') === (color === WHITE));
    const king = this.findPiece({ type: KING, color })[0];
    const files = own.map((letter) => letter.toLowerCase());
    // X-FEN names the file of a rook that is not the outermost.
    const has = (side) =>
      files.some((file) => file === side || (file <= 'h' && king && (file > king[0]) === (side === 'k')));
    return { k: has('k'), q: has('q') };
  }

  /** What is wrong with the board; nothing while a game can be played on it. */
  violations() {
    return this._setup === null ? [] : violations(this._setup, this._variant);
  }

  // The board.

  fen() {
    return this._setup ?? this.status.fen;
  }

  /** The FEN taken apart, once for each position; not to be changed. */
  _parsed() {
    return (this._board ??= parseFen(this.fen()));
  }

  get(square) {
    const letter = this._parsed().pieces.get(square);
    return letter && pieceOf(letter);
  }

  findPiece({ type, color }) {
    const { pieces } = this._parsed();
    return SQUARES.filter((square) => {
      const letter = pieces.get(square);
      return letter && pieceOf(letter).type === type && pieceOf(letter).color === color;
    });
  }

  /** Eight ranks, the eighth first, of eight squares. */
  board() {
    const { pieces } = this._parsed();
    const square = (name) => (pieces.has(name) ? { square: name, ...pieceOf(pieces.get(name)) } : null);
    return Array.from({ length: 8 }, (_, rank) => SQUARES.slice(8 * rank, 8 * rank + 8).map(square));
  }

  ascii() {
    const ranks = this.board().map(
      (rank, i) => ` ${8 - i} |${rank.map((piece) => ` ${piece ? letterOf(piece)[0] : '.'} `).join('')}|`,
    );
    const border = '   +------------------------+';
    return [border, ...ranks, border, '     a  b  c  d  e  f  g  h'].join('\n');
  }

  squareColor(square) {
    return squareColor(square);
  }

  turn() {
    return this._parsed().fields[0];
  }

  moveNumber() {
    return Number(this._parsed().fields.at(-1));
  }

  /** Sixteen hexadecimal digits, the same for the same position. */
  hash() {
    return this.status.key;
  }

  /** The squares of the pieces of a colour, of the side to move if none is named, that attack a square. */
  attackers(square, color = this.turn()) {
    if (this._setup !== null) return [];
    return words(rules.call('attackers', '', this._held.handle, number(square), Number(color === BLACK)));
  }

  isAttacked(square, color) {
    return this.attackers(square, color).length > 0;
  }

  /** Where a piece might go the next time its side is to move, whatever happens until then. */
  premoves(square) {
    return this._setup === null ? words(rules.call('premoves', '', this._held.handle, number(square))) : [];
  }

  // Moves.

  moves({ verbose = false, square, piece } = {}) {
    if (this._setup !== null) return [];
    if (!verbose && square === undefined && piece === undefined) return lines(rules.call('sans', '', this._held.handle));
    const from = square === undefined ? 64 : number(square);
    const found = lines(rules.call('moves', '', this._held.handle, from)).map((line) => this._read(line));
    const wanted = piece === undefined ? found : found.filter((move) => move.piece === piece.toLowerCase());
    return verbose ? wanted : wanted.map((move) => move.san);
  }

  _read(line) {
    return new Move(line, this.fen(), this.turn());
  }

  /** The move that is meant, legal but not played; throws the reason why there is none. */
  find(move, { strict = false } = {}) {
    if (this._setup !== null) throw new Error(this.violations().map((one) => one.message).join('; '));
    if (typeof move !== 'string') {
      const { from, to, promotion } = move;
      // Board libraries always name a promotion. It counts where there is one to choose.
      return this._read(rules.call('find_squares', promotion ?? '', this._held.handle, number(from), number(to)));
    }
    const found = this._read(rules.call('find', move, this._held.handle));
    if (strict && found.san !== move) throw new Error(`the move is written ${found.san}`);
    return found;
  }

  /** Why a move is illegal; `null` for one that is not. */
  why(move) {
    try {
      this.find(move);
      return null;
    } catch (error) {
      return error.message;
    }
  }

  /**
   * Plays a move: SAN, or as people and programs write it, or squares. Throws the reason if it is illegal. In a game with
   * variations it goes along the one that has this move, or begins another.
   */
  move(move, options) {
    const found = this.find(move, options);
    rules.call('play', found.lan, this._held.handle);
    this._changed();
    let next = this._node.children.find((child) => child.move.lan === found.lan);
    if (!next) this._node.children.push((next = new Node(found, this._node)));
    this._node = next;
    return found;
  }

  /** Takes the last move back and forgets it, with all that followed. */
  undo() {
    const { move, parent } = this._node;
    if (!parent) return null;
    const index = this._node.index();
    this.back();
    parent.children.splice(index, 1);
    return move;
  }

  /** The moves from the start to the board. */
  history({ verbose = false } = {}) {
    return this._path().map((node) => (verbose ? node.move : node.move.san));
  }

  _path() {
    const path = [];
    for (let node = this._node; node.parent; node = node.parent) path.unshift(node);
    return path;
  }

  perft(depth) {
    return Number(extras.call('perft', this.fen(), Number(this._variant === 'makruk'), depth));
  }

  // Variations.

  /** One move back, which is kept. */
  back() {
    if (!this._node.parent) return null;
    rules.call('undo', '', this._held.handle);
    const { move } = this._node;
    this._node = this._node.parent;
    this._changed();
    return move;
  }

  /** One move on: along the line, or along a variation by its number. */
  forward(variation = 0) {
    const next = this._node.children[variation];
    if (!next) return null;
    rules.call('play', next.move.lan, this._held.handle);
    this._node = next;
    this._changed();
    return next.move;
  }

  /** The moves that follow here, in their order: the line's own first. */
  variations() {
    return this._node.children.map((child) => child.move);
  }

  /** The whole tree: moves, what is said of them, what follows them, and the path to each. */
  tree() {
    const root = { move: null, path: [], children: [] };
    const todo = [[this._root, root]];
    for (const [node, copy] of todo) {
      copy.comments = [...node.startingComments, ...node.comments];
      copy.nags = [...node.nags];
      copy.children = node.children.map((child, i) => {
        const next = { move: child.move, path: [...copy.path, i] };
        todo.push([child, next]);
        return next;
      });
    }
    return root;
  }

  /** Where in the tree the board stands: the numbers of the variations taken from the start. */
  path() {
    return this._path().map((node) => node.index());
  }

  /** Goes where `path` says. */
  goTo(path) {
    while (this.back());
    return path.every((variation) => this.forward(variation));
  }

  /** Makes the variation that the board stands in the first of those beside it. */
  promote() {
    const index = this._node.index();
    if (index === 0) return false;
    const siblings = this._node.parent.children;
    siblings.unshift(...siblings.splice(index, 1));
    return true;
  }

  /** The numeric annotation glyphs of the last move. */
  get nags() {
    return this._node.nags;
  }

  // How it stands, and how it ends.

  /** All that the library says of the position. */
  get status() {
    if (this._setup !== null) return { fen: this._setup, moves: '0', checkers: '', repetitions: '0', insufficient: '0', clock: '0' };
    this._status ??= Object.fromEntries(
      lines(rules.call('status', '', this._held.handle)).map((line) => [
        line.slice(0, line.indexOf(' ')),
        line.slice(line.indexOf(' ') + 1),
      ]),
    );
    return this._status;
  }

  _changed() {
    this._status = null;
    this._board = null;
  }

  /** The pieces that give check. */
  checkers() {
    return words(this.status.checkers);
  }

  isCheck() {
    return this.checkers().length > 0;
  }

  inCheck() {
    return this.isCheck();
  }

  isCheckmate() {
    return this.isCheck() && this.status.moves === '0';
  }

  isStalemate() {
    return this._setup === null && !this.isCheck() && this.status.moves === '0';
  }

  isInsufficientMaterial() {
    return this._variant === 'chess' && this.status.insufficient === '1';
  }

  isThreefoldRepetition() {
    return Number(this.status.repetitions) >= 3;
  }

  isDrawByFiftyMoves() {
    return this._variant === 'chess' && Number(this.status.clock) >= 100;
  }

  /** Whether the game is drawn or a draw by repetition or fifty moves is there to be claimed, as chess.js asks it. */
  isDraw() {
    const { result } = this.status;
    if (result) return result === '1/2-1/2';
    return this.isStalemate() || this.isInsufficientMaterial() || this.isThreefoldRepetition() || this.isDrawByFiftyMoves();
  }

  isGameOver() {
    return this.outcome() !== null || this.isCheckmate() || this.isDraw();
  }

  /** How the game has ended by the Laws, unclaimed draws not among it; `null` while it goes on. */
  outcome() {
    const { outcome, result, by, announced } = this.status;
    if (outcome === undefined) return null;
    return { text: outcome, result, by, ...(announced && { announced }) };
  }

  /** Makruk's count, in words, while one runs. */
  count() {
    return this.status.count ?? null;
  }

  /** The draws that the side to move can claim: as it stands, or with which moves announced. */
  claims() {
    if (this._setup !== null) return [];
    return lines(rules.call('claims', '', this._held.handle)).map((line) => {
      const [name, occurred, moves] = line.split('\t');
      return { name, occurred: occurred === '1', moves: words(moves) };
    });
  }

  _declare(text) {
    rules.call('declare', text, this._held.handle);
    this._changed();
    return this.outcome();
  }

  /** Claims a draw, as it stands or with a move that is announced; throws the reason why there is none. */
  claim(move) {
    return this._declare(move === undefined ? 'claim' : `claim ${this.find(move).lan}`);
  }

  resign(color = this.turn()) {
    return this._declare(`resign ${color}`);
  }

  agreeDraw() {
    return this._declare('agree');
  }

  /** A side has run out of time. */
  flagFall(color = this.turn()) {
    return this._declare(`flag ${color}`);
  }

  /** Makruk: a side begins to count board's honour, or stops. */
  startCounting(color = this.turn()) {
    this._declare(`count ${color}`);
  }

  stopCounting(color = this.turn()) {
    this._declare(`stop ${color}`);
  }

  // What is said of the game.

  _set(name, value) {
    if (value === null) this._headers.delete(name);
    else this._headers.set(name, value);
  }

  getHeaders() {
    return Object.fromEntries(this._headers);
  }

  setHeader(name, value) {
    this._set(name, value);
    return this.getHeaders();
  }

  removeHeader(name) {
    const had = this._headers.has(name);
    this._set(name, ROSTER[name] ?? null);
    return had;
  }

  header(...pairs) {
    for (let i = 0; i + 1 < pairs.length; i += 2) this._set(pairs[i], pairs[i + 1]);
    return this.getHeaders();
  }

  getComment() {
    return this._node.comments.join(' ') || undefined;
  }

  setComment(comment) {
    this._node.comments = comment ? [comment] : [];
  }

  removeComment() {
    const comment = this.getComment();
    this.setComment('');
    return comment;
  }

  deleteComment() {
    return this.removeComment();
  }

  deleteComments() {
    return this.removeComments();
  }

  _nodes() {
    const nodes = [this._root];
    for (const node of nodes) nodes.push(...node.children);
    return nodes;
  }

  /** All comments, of variations too, by the positions they are made on. */
  getComments() {
    const said = this._nodes().filter((node) => node.comments.length);
    return said.map((node) => ({ fen: node.move?.after ?? this._start, comment: node.comments.join(' ') }));
  }

  removeComments() {
    const said = this.getComments();
    for (const node of this._nodes()) node.comments = [];
    return said;
  }

  /** The whole game as PGN, variations and comments included, in lines of at most `maxWidth` characters (0: no limit). */
  pgn({ maxWidth = 79 } = {}) {
    const records = [];
    const result = this.status.result ?? this._headers.get('Result');
    for (const [name, value] of this._headers) records.push(`t${name}${US}${name === 'Result' ? result : value}`);
    const [, turn, ...rest] = words(this._start);
    const first = 2 * (Number(rest.at(-1)) - 1) + Number(turn === BLACK);
    const said = (list) => list.forEach((comment) => records.push(`c${comment}`));
    const move = (node, ply) => {
      said(node.startingComments);
      records.push(`m${ply}${US}${node.move.san}`);
      node.nags.forEach((nag) => records.push(`n${nag}`));
      said(node.comments);
    };
    const line = (node, ply) => {
      for (; node.children.length; node = node.children[0], ply++) {
        const [next, ...others] = node.children;
        move(next, ply);
        for (const other of others) {
          records.push('(');
          move(other, ply);
          line(other, ply + 1);
          records.push(')');
        }
      }
    };
    said(this._root.comments);
    line(this._root, first);
    records.push(`r${result}`);
    return extras.call('write_pgn', records.map((record) => record + RS).join(''), maxWidth);
  }

  /** Reads the first game of a PGN with its variations, and stands at the end of its main line. Throws, and leaves the game as it was, if it is not right. */
  loadPgn(text) {
    const records = extras.call('read_pgn', text).split(RS).slice(0, -1);
    const wrong = records.find((record) => record[0] === 'e');
    if (wrong) throw new Error(wrong.slice(1));
    const tags = records.filter((record) => record[0] === 't').map((record) => record.slice(1).split(US));
    const tag = (name) => tags.find(([key]) => key === name)?.[1];
    const game = new this.constructor(tag('SetUp') === '0' ? undefined : tag('FEN'), { skipValidation: true });
    game._readRecords(records);
    const variant = tag('Variant')?.toLowerCase() ?? 'chess';
    if ((variant === 'makruk') !== (this._variant === 'makruk')) throw new Error(`the variant ${tag('Variant') ?? 'Chess'} is another game`);
    for (const [name, value] of tags) game._set(name, value);
    const result = records.find((record) => record[0] === 'r')?.slice(1);
    if (result) game._set('Result', result);
    this._take(game);
  }

  _readRecords(records) {
    const waiting = [];
    let starts = false;
    for (const record of records) {
      const text = record.slice(1);
      switch (record[0]) {
        case 'm': {
          const at = this._node;
          try {
            this.move(text);
          } catch (error) {
            throw new Error(`after ${this.history().join(' ') || 'the start'}, ${text}: ${error.message}`);
          }
          if (starts) this._node.startingComments = at.pending ?? [];
          delete at.pending;
          starts = false;
          break;
        }
        case 'n':
          this._node.nags.push(Number(text));
          break;
        case 'c':
          if (starts) (this._node.pending ??= []).push(text.trim());
          else this._node.comments.push(text.trim());
          break;
        case '(':
          waiting.push(this.path());
          this.back();
          starts = true;
          break;
        case ')':
          this.goTo(waiting.pop());
          starts = false;
          break;
      }
    }
  }

  /** Takes another game's place. */
  _take(other) {
    dropGame(this._held);
    this._held.handle = other._held.handle;
    other._held.handle = null;
    this._start = other._start;
    this._root = other._root;
    this._node = other._node;
    this._headers = other._headers;
    this._setup = null;
    this._changed();
  }

  /** The FEN that the game started from, and the moves since then as engines spell them. */
  record() {
    return { variant: this._variant, start: this._start, moves: this._path().map((node) => node.move.lan) };
  }
}

/** The rights to castle whose king and rook are still there. */
function keptRights(pieces, field) {
  return (
    [...field]
      .filter((letter) => {
        const white = letter < 'a';
        const rank = white ? 1 : 8;
        const rook = white ? 'R' : 'r';
        const on = (file) => pieces.get(file + rank);
        const king = [...'abcdefgh'].find((file) => on(file) === (white ? 'K' : 'k'));
        if (letter === '-' || !king) return false;
        const side = letter.toLowerCase();
        if (side === 'k' || side === 'q') {
          return [...'abcdefgh'].some((file) => on(file) === rook && (file > king) === (side === 'k'));
        }
        return on(side) === rook;
      })
      .join('') || '-'
  );
}

/** Chess, from the usual start, any of Chess960 or any FEN. */
export class Chess extends Game {
  constructor(fen, options) {
    super('chess', fen, options);
  }

  /** A game from a start of Chess960, 0 to 959; 518 is the usual one. */
  static chess960(start) {
    const game = new Chess(chess960(start));
    game.setHeader('Variant', 'Chess960');
    return game;
  }
}

/** Makruk, the chess of Thailand. */
export class Makruk extends Game {
  constructor(fen, options) {
    super('makruk', fen, options);
  }
}
