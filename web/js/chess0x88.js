// With the module in it, as text: it loads wherever JavaScript does.

import { init } from './core.js';
import { bytesOf } from './inline.js';
import text from './rules.inline.js';

init(bytesOf(text));

export * from './core.js';
