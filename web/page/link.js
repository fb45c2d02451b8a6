// A link to a game: behind the # of the address stand its start, the moves to the board, the names and the result.

import { Chess, DEFAULT_POSITION } from './js/chess0x88.js';
import { MAKRUK_POSITION, Makruk } from './js/makruk.js';

const STARTS = { chess: DEFAULT_POSITION, makruk: MAKRUK_POSITION };
const NAMES = ['White', 'Black'];

/** What stands behind the # for a game as the board shows it; nothing for a game that has not begun. */
export function linkTo(game, result) {
  const { variant, start, moves } = game.record();
  const headers = game.getHeaders();
  const parts = new URLSearchParams();
  if (variant !== 'chess') parts.set('variant', variant);
  if (start !== STARTS[variant]) parts.set('fen', start);
  if (moves.length) parts.set('moves', moves.join(' '));
  if (result) parts.set('result', result);
  for (const name of NAMES) if (headers[name] !== '?') parts.set(name.toLowerCase(), headers[name]);
  return parts.size ? `#${parts}`.replaceAll('%2F', '/') : '';
}

/** The game that a link leads to. Throws the reason if it leads to none. */
export function gameOf(link) {
  const parts = new URLSearchParams(link.slice(1));
  const game = new (parts.get('variant') === 'makruk' ? Makruk : Chess)(parts.get('fen') ?? undefined);
  for (const move of (parts.get('moves') ?? '').split(' ').filter(Boolean)) game.move(move);
  for (const name of NAMES) if (parts.has(name.toLowerCase())) game.setHeader(name, parts.get(name.toLowerCase()));
  if (parts.has('result')) game.setHeader('Result', parts.get('result'));
  return game;
}
