// With the module in it, as text: it loads wherever JavaScript does.

import { init } from './extras-core.js';
import { bytesOf } from './inline.js';
import text from './extras.inline.js';

init(bytesOf(text));

export * from './extras-core.js';
