// Arrows and circles on a board, and their commands in comments: `[%cal Gg1f3]`, `[%csl Re5]`.

import { parseComment } from '../js/chess0x88.js';

const COMMANDS = /\[%[^\][]*\]/g;
const SHAPES = /\[%(?:cal|csl) [^\][]*\]/g;

/** @typedef {{ color: string, from: string, to: string }} Shape a circle where `from` is `to` */

/** @returns {Shape[]} */
export function shapesOf(comment) {
  const { csl = [], cal = [] } = parseComment(comment);
  return [...csl.map(({ color, square }) => ({ color, from: square, to: square })), ...cal];
}

/** The text of a comment without commands. */
export const textOf = (comment) => comment.replace(COMMANDS, '').trim();

/** A comment with its text replaced and its commands kept. */
export const withText = (comment, text) => [...(comment.match(COMMANDS) ?? []), text].join(' ').trim();

/** A comment with one more shape, or without that shape if it was there. */
export function withShape(comment, { color, from, to }) {
  const shapes = shapesOf(comment);
  const there = shapes.find((shape) => shape.from === from && shape.to === to);
  const kept = shapes.filter((shape) => shape !== there);
  if (there?.color !== color) kept.push({ color, from, to });
  const command = (name, shapes) => (shapes.length ? `[%${name} ${shapes.map((one) => one.color + one.from + (one.to === one.from ? '' : one.to))}]` : '');
  const circles = command('csl', kept.filter((shape) => shape.from === shape.to));
  const arrows = command('cal', kept.filter((shape) => shape.from !== shape.to));
  return [circles, arrows, comment.replace(SHAPES, '').trim()].filter(Boolean).join(' ');
}

function element(name, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** An empty drawing of eight by eight squares. */
export const drawing = () => element('svg', { class: 'shapes', viewBox: '0 0 8 8', 'aria-hidden': 'true' });

/** Draws shapes. `middle(square)` is the centre of a square, from the top left corner. */
export function draw(svg, shapes, middle) {
  svg.replaceChildren(
    ...shapes.map(({ color, from, to }) => {
      const [[x, y], [endX, endY]] = [middle(from), middle(to)];
      if (from === to) return element('circle', { class: color, cx: x, cy: y, r: 0.45 });
      const length = Math.hypot(endX - x, endY - y);
      const [alongX, alongY] = [(endX - x) / length, (endY - y) / length];
      /** A point at a distance before the end of the arrow and beside its line. */
      const point = (before, beside) => `${endX - before * alongX - beside * alongY} ${endY - before * alongY + beside * alongX}`;
      const path = `M${x} ${y}L${point(0.35, 0)}M${point(0.05, 0)}L${point(0.4, 0.16)}L${point(0.4, -0.16)}Z`;
      return element('path', { class: color, d: path });
    }),
  );
}
