// node xtask/search.js BOOK: asks the search of a book that rustdoc made, target/doc, for each `#[doc(alias(..))]` of the sources. Rustdoc
// leaves out the aliases of an item that is declared in a private module, unless they stand at its `pub use`.
const fs = require('fs'), path = require('path');
const book = process.argv[2];

const files = path.resolve(book, 'static.files');
const script = (name) => require(path.join(files, fs.readdirSync(files).find((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))));
// What its other scripts give to that of the search.
globalThis.nonnull = globalThis.nonundef = (value) => value;
let callbacks;
const load = (file) => new Function(...Object.keys(callbacks), fs.readFileSync(path.join(book, 'search.index', file), 'utf8'))(...Object.values(callbacks));
const hooks = {
  loadRoot: (given) => { callbacks = given; load('root.js'); },
  loadTreeByHash: (hash) => load(`${hash}.js`),
  loadDataByNameAndHash: (name, hash) => load(`${name}/${hash}.js`),
};

/** The aliases of a source and the item behind each: of `pub use`, its last word, else the first that is no keyword. */
function* aliases(file) {
  let waiting = [];
  for (const line of fs.readFileSync(file, 'utf8').split('\n').map((line) => line.trim())) {
    if (line.startsWith('#[doc(alias')) waiting.push(...[...line.matchAll(/"([^"]+)"/g)].map(([, alias]) => alias));
    else if (waiting.length && line && !/^(#|\/\/)/.test(line)) {
      const words = line.match(/\w+/g).filter((word) => !['pub', 'const', 'fn', 'struct', 'enum', 'mod', 'type', 'trait'].includes(word));
      for (const alias of waiting) yield [alias, words[0] === 'use' ? words.at(-1) : words[0]];
      waiting = [];
    }
  }
}

(async () => {
  const { docSearch, DocSearch } = await script('search').initSearch(script('stringdex').Stringdex, script('stringdex').RoaringBitmap, hooks);
  const sources = ['src', 'crates/pgn/src', 'crates/svg/src', 'crates/eboard/src'];
  let [asked, lost] = [0, 0];
  for (const file of sources.flatMap((folder) => fs.readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)))) {
    for (const [alias, item] of file.endsWith('.rs') ? aliases(file) : []) {
      asked += 1;
      let found = false;
      for await (const result of (await docSearch.execQuery(DocSearch.parseQuery(alias), null, 'chess0x88')).others) {
        found ||= result.is_alias && result.item.name === item;
      }
      if (!found) console.log(`${file}: ${alias} does not lead to ${item}`);
      lost += !found;
    }
  }
  console.log(`${asked} aliases, ${lost} of them not found`);
  process.exit(lost || !asked ? 1 : 0);
})();
