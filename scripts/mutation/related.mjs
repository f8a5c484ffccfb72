// Which unit tests can notice a change of a file: those that import it, the nearest first.
import fs from 'node:fs';
import path from 'node:path';

const aliases = [
  [/^#shared\/(.*)$/, 'shared/$1.ts'],
  [/^#main\/(.*)$/, 'main/$1.ts'],
];

/** Beyond this the tests are about something else, and each mutant that survives runs them all. */
const mostTests = 12;

function importsOf(file, root) {
  const source = fs.readFileSync(path.join(root, file), 'utf8');
  const found = [];
  for (const [, specifier] of source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    const alias = aliases.find(([pattern]) => pattern.test(specifier));
    if (alias) found.push(specifier.replace(...alias));
    else if (specifier.startsWith('.'))
      found.push(`${path.posix.join(path.posix.dirname(file), specifier)}.ts`);
  }
  return found;
}

function importersOf(files, root) {
  const importers = new Map();
  for (const file of files)
    for (const imported of importsOf(file, root))
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
  return importers;
}

/** A function from a file to the tests that import it, directly or through other files. */
export function relatedTests(files, root) {
  const importers = importersOf(files, root);
  return (file) => {
    const distances = new Map([[file, 0]]);
    for (const [reached, distance] of distances)
      for (const importer of importers.get(reached) ?? [])
        if (!distances.has(importer)) distances.set(importer, distance + 1);
    const folder = path.posix.dirname(file);
    const rank = (test) =>
      (path.posix.dirname(test) === folder ? 0 : 100) + (distances.get(test) ?? 0);
    return [...distances.keys()]
      .filter((reached) => reached.endsWith('.test.ts'))
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, mostTests);
  };
}
