// Bundles of the page that are loaded at their first use.

/**
 * Returns a function that loads a file and gives what `ready` makes of it, each time the same. If it cannot be loaded, as without a
 * network, the next call tries again. The file is no literal of an `import`, so the bundler keeps it out of the page's own bundle.
 */
export function later(file, ready = (module) => module) {
  let loading;
  return () => {
    loading ??= import(file).then(ready, (error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
