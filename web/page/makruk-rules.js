// The module of Makruk's rules, as a bundle of its own: makruk.js loads it for who plays Makruk.

import { bytesOf } from '../js/inline.js';
import inlined from '../js/makruk.inline.js';

export const bytes = () => bytesOf(inlined);
