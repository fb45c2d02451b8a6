// node xtask/width.js BOOK: the programs and drawings of a book that rustdoc made, target/doc, fit into its pages. In a window of 1280
// pixels a page shows 94 characters of code, and a longer line scrolls sideways.
const fs = require('fs'), path = require('path');
const book = process.argv[2], most = 92;

// The engine and the queries are not published.
const pages = fs.readdirSync(book, { recursive: true }).filter((page) => /^chess0x88(?!_(engine|query)).*\/[^/]*\.html$/.test(page));
const text = (html) => html.replace(/<[^>]+>/g, '').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, '&');
const wide = new Map();
let blocks = 0;
for (const page of pages) {
  // Methods of slices and integers, which come by `Deref`, have the programs of the standard library.
  const own = fs.readFileSync(path.join(book, page), 'utf8').replace(/<div id="deref-methods-.*/s, '');
  for (const [, code] of own.matchAll(/<pre class="(?:rust rust-example-rendered|language-[a-z]+)[^"]*">(.*?)<\/pre>/gs)) {
    blocks += 1;
    for (const line of text(code).split('\n')) if ([...line].length > most) wide.set(line, page);
  }
}
for (const [line, page] of wide) console.log(`${page}: ${[...line].length}: ${line.trim()}`);
console.log(`${blocks} programs and drawings, ${wide.size} lines of them wider than ${most}`);
process.exit(wide.size || !blocks ? 1 : 0);
