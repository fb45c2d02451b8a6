// Squares, pieces and the board field of a FEN: code that needs no rules.

export const WHITE = 'w';
export const BLACK = 'b';
export const PAWN = 'p';
export const KNIGHT = 'n';
export const BISHOP = 'b';
export const ROOK = 'r';
export const QUEEN = 'q';
export const KING = 'k';
/** Pieces of Makruk: the Met, and a promoted Bia, which a FEN marks. */
export const MET = 'm';
export const KHON = 's';

/** The squares in the order of chess.js: a8 first, h1 last. */
export const SQUARES = Array.from({ length: 64 }, (_, i) => 'abcdefgh'[i % 8] + (8 - Math.floor(i / 8)));

const INDEX = new Map(SQUARES.map((square, i) => [square, i]));

/** The index of a square in `SQUARES`; `undefined` if the text is no square. */
export const indexOf = (square) => INDEX.get(square);

/** The number of a square in the module, a1 is 0, h8 is 63; `undefined` if the text is no square. */
export const numberOf = (square) => {
  const index = INDEX.get(square);
  return index === undefined ? undefined : index ^ 56;
};

/** The colour of a square; `null` if the text is no square. */
export function squareColor(square) {
  const index = indexOf(square);
  if (index === undefined) return null;
  return ((index >> 3) + index) % 2 === 0 ? 'light' : 'dark';
}

/** The squares of a set from the module: a bit for each square, from a1. */
export function squaresOf(bits) {
  const halves = [Number(bits & 0xffffffffn), Number(bits >> 32n)];
  return SQUARES.filter((_, index) => (halves[(index ^ 56) >> 5] >>> ((index ^ 56) & 31)) & 1);
}

/** The `type` and `color` for each letter of a FEN. `M~` is a promoted Bia. */
export const PIECES = {};
for (const type of 'pnbrqkms') {
  for (const mark of ['', '~']) {
    PIECES[type + mark] = { type, color: BLACK };
    PIECES[type.toUpperCase() + mark] = { type, color: WHITE };
  }
}

/** The piece for a letter of a FEN, a new object each time. */
export const pieceOf = (letter) => {
  const { type, color } = PIECES[letter];
  return letter.length > 1 ? { type, color, promoted: true } : { type, color };
};

export const letterOf = ({ type, color, promoted }) =>
  (color === WHITE ? type.toUpperCase() : type.toLowerCase()) + (promoted ? '~' : '');

/** The letters on the 64 squares of a FEN, `null` for an empty square. Squares are missing if its board field is too short. */
export function readLetters(fen) {
  const letters = new Array(64).fill(null);
  let at = 0;
  for (let i = 0; i < fen.length && fen[i] !== ' '; i++) {
    const char = fen[i];
    if (char >= '1' && char <= '8') at += Number(char);
    else if (char === '~') letters[at - 1] += char;
    else if (char !== '/') letters[at++] = char;
  }
  return letters;
}

/** A rank in the board field of a FEN, from the index of its first square. */
export function writeRank(letters, first) {
  let text = '';
  let gap = 0;
  for (let i = first; i < first + 8; i++) {
    const letter = letters[i];
    if (!letter) gap++;
    else {
      text += gap ? gap + letter : letter;
      gap = 0;
    }
  }
  return gap ? text + gap : text;
}

/** The board field of a FEN. */
export function writeLetters(letters) {
  let text = writeRank(letters, 0);
  for (let first = 8; first < 64; first += 8) text += `/${writeRank(letters, first)}`;
  return text;
}

/** The words between white space. */
export const words = (text) => text.split(/\s+/).filter((word) => word);

/** Splits a FEN into pieces by square and the other fields. */
export function parseFen(fen) {
  if (typeof fen !== 'string') throw new TypeError('a FEN is a text');
  const letters = readLetters(fen);
  const pieces = new Map(SQUARES.map((square, i) => [square, letters[i]]).filter(([, letter]) => letter));
  return { pieces, fields: words(fen).slice(1) };
}

/** The board field of a FEN, from pieces by square. */
export function placement(pieces) {
  if (typeof pieces?.get !== 'function') throw new TypeError('a map of pieces by square is due');
  return writeLetters(SQUARES.map((square) => pieces.get(square) ?? null));
}

/** The colour of the letter of a castling right. */
export const colorOf = (letter) => (letter < 'a' ? WHITE : BLACK);

/**
 * The side of a castling right, `k` or `q`. Its letter may be a file: in X-FEN that of a rook that is not the outermost one, in
 * Shredder-FEN that of any rook.
 */
export function sideOf(letter, letters) {
  const side = letter.toLowerCase();
  if (side === 'k' || side === 'q') return side;
  const king = letters.indexOf(colorOf(letter) === WHITE ? 'K' : 'k') % 8;
  return 'abcdefgh'.indexOf(side) > king ? 'k' : 'q';
}

/** The castling rights whose king and rook are on their squares. */
export function keptRights(letters, field) {
  if (field === '-') return field;
  const kept = [...field].filter((letter) => {
    if (letter === '-') return false;
    const isWhite = colorOf(letter) === WHITE;
    const rank = letters.slice(isWhite ? 56 : 0, isWhite ? 64 : 8);
    const king = rank.indexOf(isWhite ? 'K' : 'k');
    const rook = isWhite ? 'R' : 'r';
    const side = letter.toLowerCase();
    if (king < 0) return false;
    // A right of Chess960 may name the file of the rook. Otherwise the outermost rook is meant.
    if (side === 'k') return rank.lastIndexOf(rook) > king;
    if (side === 'q') return rank.includes(rook) && rank.indexOf(rook) < king;
    return rank['abcdefgh'.indexOf(side)] === rook;
  });
  return kept.join('') || '-';
}
