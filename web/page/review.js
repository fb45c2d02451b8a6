// What the comments of a game from a file tell: the clocks, and a graph of the evaluations.

import { parseComment } from '../js/chess0x88.js';
import { mainLine } from './line.js';

const SVG = 'http://www.w3.org/2000/svg';

/** `1:02:03`, or `2:03`. */
function clockText(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (number) => String(number).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** The clocks of both sides at the current move, if the comments tell them. */
export function clocksOf(game) {
  const said = new Map(game.getComments().map(({ fen, comment }) => [fen, comment]));
  const clocks = {};
  for (const { after, color } of game.history({ verbose: true }).reverse()) {
    const { clk } = parseComment(said.get(after) ?? '');
    if (clk !== undefined && !clocks[color]) clocks[color] = clockText(clk);
    if (clocks.w && clocks.b) break;
  }
  return clocks;
}

/** White's share of the graph at an evaluation, from 0 to 1. */
const share = ({ cp, mate }) => (mate === undefined ? 1 / (1 + Math.exp(-cp / 250)) : mate > 0 ? 1 : 0);

let shown = null;
let points = [];

/** Draws the evaluations of the main line. A click goes to a move. It is drawn again only if `pgn` has changed. */
export function showGraph(graph, game, pgn, goTo) {
  if (pgn !== shown) {
    shown = pgn;
    points = [];
    if (pgn.includes('[%eval')) {
      for (const [i, { comments }] of mainLine(game).entries()) {
        const found = parseComment(comments.join(' ')).eval;
        if (found) points.push([i + 1, share(found)]);
      }
    }
    graph.replaceChildren();
    graph.toggleAttribute('hidden', points.length < 2);
    if (points.length < 2) return;
    const last = points.at(-1)[0];
    const x = (ply) => ((100 * ply) / last).toFixed(2);
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', `M0 30L0 15${points.map(([ply, white]) => `L${x(ply)} ${(30 - 30 * white).toFixed(2)}`).join('')}L100 30Z`);
    const middle = document.createElementNS(SVG, 'path');
    middle.setAttribute('d', 'M0 15L100 15');
    middle.setAttribute('class', 'middle');
    const here = document.createElementNS(SVG, 'path');
    here.setAttribute('class', 'here');
    graph.append(path, middle, here);
    graph.onclick = (event) => {
      const { left, width } = graph.getBoundingClientRect();
      const ply = Math.round(((event.clientX - left) / width) * last);
      goTo(Array(Math.max(0, Math.min(last, ply))).fill(0));
    };
  }
  const at = game.path();
  const isMain = at.every((variation) => variation === 0);
  const place = points.length ? ((100 * at.length) / points.at(-1)[0]).toFixed(2) : 0;
  graph.querySelector('.here')?.setAttribute('d', isMain ? `M${place} 0L${place} 30` : '');
}
