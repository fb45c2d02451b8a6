// Makruk. Its rules are half of what there is to load, and few play it, so they are loaded for the first game of Makruk.

import { Chess } from '../js/chess0x88.js';
import { Makruk, init } from '../js/makruk-core.js';

export { MAKRUK_POSITION, repairFen as repairMakruk, violations as makrukViolations } from '../js/makruk-core.js';

/** Not a literal, which the bundler would put into the bundle of the page. */
const FILE = './makruk-rules.js';

let loading;

/** Loads the rules of Makruk if they are not there. */
function makruk() {
  loading ??= import(FILE).then(
    ({ bytes }) => init(bytes()),
    (cause) => {
      // Without a network they may be missing. The next game tries again.
      loading = undefined;
      throw new Error('the rules of Makruk cannot be loaded now', { cause });
    },
  );
  return loading;
}

/** Loads the rules of a variant, `chess`, `chess960` or `makruk`. */
export const rulesFor = async (variant) => variant === 'makruk' && makruk();

/** The class of a variant's games. Its rules must be loaded. */
export const classOf = (variant) => (variant === 'makruk' ? Makruk : Chess);
