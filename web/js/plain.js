// The rules as plain JavaScript: it loads where there is no WebAssembly, or where a policy forbids to compile it.

import { init } from './core.js';
import { rules } from './rules.plain.js';

init(rules);

export * from './core.js';
