// The names of openings, as a bundle of its own: opening.js loads it with the first move of a game.

export { openingOf } from '../js/openings.js';
