// Makruk. Its rules would be two fifths of what the page loads, and few play it, so they are loaded for the first game of Makruk.

import { Chess } from '../js/chess0x88.js';
import { Makruk, init } from '../js/makruk-core.js';
import { later } from './later.js';

export { MAKRUK_POSITION, repairFen as repairMakruk, violations as makrukViolations } from '../js/makruk-core.js';

const rules = later('./makruk-rules.js', ({ bytes }) => init(bytes()));

/** Loads the rules of Makruk if they are not there. */
const makruk = () =>
  rules().catch((cause) => {
    throw new Error('the rules of Makruk cannot be loaded now', { cause });
  });

/** Loads the rules of a variant, `chess`, `chess960` or `makruk`. */
export const rulesFor = async (variant) => variant === 'makruk' && makruk();

/** The class of a variant's games. Its rules must be loaded. */
export const classOf = (variant) => (variant === 'makruk' ? Makruk : Chess);
