// A link to a game, after the # of the address.
//
// A game without variations has readable words: its start, its moves, the names and the result. Any other game has its PGN,
// compressed if the browser can do that. `at` is the current move, if it is not the last one.

import { DEFAULT_POSITION } from '../js/chess0x88.js';
import { LONGEST_GAME, gameOfPgn } from './files.js';
import { MAKRUK_POSITION, classOf, rulesFor } from './makruk.js';

/** The longest link in characters. Programs that send links cut longer ones. */
const LONGEST = 8000;
const STARTS = { chess: DEFAULT_POSITION, makruk: MAKRUK_POSITION };
const NAMES = ['White', 'Black'];
const VARIANTS = { chess960: 'Chess960', makruk: 'Makruk' };
/** The tags for the words of a link. */
const TAGS = [...NAMES, 'Result', 'Variant', 'FEN', 'SetUp'];

/** Passes bytes through a stream. Stops when more than `most` bytes come out. */
async function through(stream, bytes, most = Infinity) {
  const parts = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let part; !(part = await reader.read()).done; parts.push(part.value)) {
    size += part.value.length;
    if (size > most) throw new Error('the game is too long');
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function packed(pgn) {
  if (pgn.length > LONGEST_GAME) return null;
  if (!globalThis.CompressionStream) return `pgn=${encodeURIComponent(pgn)}`;
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(pgn));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `game=${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

async function unpacked(text) {
  if (!globalThis.DecompressionStream) throw new Error('this browser cannot open it');
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    return new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes, 4 * LONGEST_GAME));
  } catch (error) {
    throw new Error('a part of it is missing or changed', { cause: error });
  }
}

/** `4`: four moves of the main line. `2-1.4`: the third of them by the second of its variations. */
const written = (path) => [...path.flatMap((variation, i) => (variation ? `${i}-${variation}` : [])), path.length].join('.');

function goTo(game, at) {
  const turns = at.split('.');
  const plies = Number(turns.pop());
  const variations = new Map(turns.map((turn) => turn.split('-').map(Number)));
  game.goTo([]);
  for (let i = 0; i < plies && game.forward(variations.get(i) ?? 0); i++);
}

/** Writes a start, moves, names and a result as words. */
function inWords({ variant }, tags, start, moves) {
  const parts = new URLSearchParams();
  const [name] = Object.entries(VARIANTS).find(([, tag]) => tag === tags.Variant) ?? [];
  if (name) parts.set('variant', name);
  if (start !== STARTS[variant]) parts.set('fen', start);
  if (moves.length) parts.set('moves', moves.map((move) => move.lan).join(' '));
  if (tags.Result !== '*') parts.set('result', tags.Result);
  for (const name of NAMES) if (tags[name] !== '?') parts.set(name.toLowerCase(), tags[name]);
  return parts;
}

/** The moves of a game that words can describe; `null` for any other game. */
function plainMoves(game) {
  const tags = Object.entries(game.getHeaders());
  if (tags.some(([name, value]) => !TAGS.includes(name) && !/^[?.]*$/.test(value))) return null;
  const moves = [];
  for (let node = game.tree(); ; node = node.children[0]) {
    const { move, comments, startingComments, nags, children } = node;
    if (children.length > 1 || [comments, startingComments, nags].some((notes) => notes.length) || move?.isNullMove()) return null;
    if (move) moves.push(move);
    if (!children.length) return moves;
  }
}

/**
 * Returns the text after the # for a game, its PGN and its tags; empty for a game without moves. Adds a notice if the link is not
 * the whole game.
 */
export async function linkTo(game, { pgn, tags }) {
  const { start } = game.record();
  const path = game.path();
  const history = game.history({ verbose: true });
  const moves = plainMoves(game);
  const isAtEnd = game.variations().length === 0 && path.every((variation) => variation === 0);
  const at = isAtEnd ? '' : `&at=${written(path)}`;
  const ways = [
    async () => [moves ? inWords(game, tags, start, moves) : await packed(pgn), '', at],
    () => [history.some((move) => move.isNullMove()) ? null : inWords(game, tags, start, history), 'The address has only the moves to the board.'],
    () => [inWords(game, tags, game.fen(), []), 'The address has only the position on the board.'],
  ];
  for (const way of ways) {
    const [words, leftOut, where = ''] = await way();
    if (words === null) continue;
    const link = String(words).replaceAll('%2F', '/') + where;
    if (link.length <= LONGEST) return { link: link && `#${link}`, news: leftOut && `This game is too long for a link. ${leftOut}` };
  }
  return { link: '', news: 'This game is too long for a link.' };
}

/** Returns the game of a link. Throws the reason if there is none. */
export async function gameOf(link) {
  if (link.length > LONGEST + 1) throw new Error('it is too long');
  const parts = new URLSearchParams(link.slice(1));
  const pgn = parts.has('game') ? await unpacked(parts.get('game')) : parts.get('pgn');
  const game = await (pgn === null ? gameInWords(parts) : gameOfPgn(pgn));
  if (parts.has('at')) goTo(game, parts.get('at'));
  return game;
}

async function gameInWords(parts) {
  const variant = parts.get('variant');
  await rulesFor(variant);
  const game = new (classOf(variant))(parts.get('fen') ?? undefined);
  for (const move of (parts.get('moves') ?? '').split(' ').filter(Boolean)) game.move(move);
  if (variant === 'chess960') game.setHeader('Variant', VARIANTS.chess960);
  for (const name of NAMES) if (parts.has(name.toLowerCase())) game.setHeader(name, parts.get(name.toLowerCase()));
  if (parts.has('result')) game.setHeader('Result', parts.get('result'));
  return game;
}
