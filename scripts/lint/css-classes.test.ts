import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// CSS modules have no types: a class that does not exist is `undefined` on screen, and one that nobody uses stays.

const root = path.resolve(import.meta.dirname, '../../renderer');
const files = fs.readdirSync(root, { recursive: true, encoding: 'utf8' });
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

/** Classes that scripts outside of the project give to elements. */
const isForeign = (name: string) => name.startsWith('maplibregl-');

/** Of each module: the classes that it defines, and those that components use. */
const modules = new Map(
  files
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => {
      const rules = read(file).replaceAll(/\/\*[\s\S]*?\*\//g, '');
      const composed = [...rules.matchAll(/composes: ([\w\s]+)/g)].flatMap(([, names]) =>
        names!.trim().split(/\s+/),
      );
      const defined = [...rules.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name!);
      return [file, { defined: new Set(defined), used: new Set(composed) }];
    }),
);
const pageModule = path.join('ui', 'page.module.css');

for (const file of files.filter((each) => /\.tsx?$/.test(each))) {
  const source = read(file);
  const imports = [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(
    ([, name, from]) => [name!, path.join(path.dirname(file), from!)] as const,
  );
  // `page` is also exported by a component, so that other folders can import it.
  const isShared = /import \{[^}]*\bpage\b[^}]*\} from '(?:#ui|\.)\/page'/.test(source);
  for (const [name, from] of isShared ? [...imports, ['page', pageModule] as const] : imports) {
    for (const [, used] of source.matchAll(new RegExp(`(?<![-./\\w])${name}\\.(\\w+)`, 'g'))) {
      modules.get(from)?.used.add(used!);
    }
  }
}

test('every class that a component uses is defined, and every defined class is used', () => {
  const problems = [...modules].flatMap(([file, { defined, used }]) => [
    ...[...used].filter((name) => !defined.has(name)).map((name) => `${file} lacks ${name}`),
    ...[...defined]
      .filter((name) => !used.has(name) && !isForeign(name))
      .map((name) => `${file}: nobody uses ${name}`),
  ]);
  expect(problems).toEqual([]);
});

test('pages use sides of lines, not left and right, so that they turn round with the language', () => {
  // What lies on a map or a chart, which do not turn round.
  const onMaps = new Set(['map.module.css', 'history.module.css', 'alerts.module.css']);
  const physical = /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right)|left|right|float)\s*:/;
  const found = files
    .filter((file) => file.endsWith('.css') && !onMaps.has(path.basename(file)))
    .filter((file) => physical.test(read(file)));
  expect(found).toEqual([]);
});
