// With the module in it, as text: it loads wherever JavaScript does.

import { init } from './makruk-core.js';
import { bytesOf } from './inline.js';
import text from './makruk.inline.js';

init(bytesOf(text));

export * from './makruk-core.js';
