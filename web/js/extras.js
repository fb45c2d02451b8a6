// The entry that contains the module as text, so it loads wherever JavaScript does.

import { init } from './extras-core.js';
import { bytesOf } from './inline.js';
import inlined from './extras.inline.js';

init(bytesOf(inlined));

export * from './extras-core.js';
