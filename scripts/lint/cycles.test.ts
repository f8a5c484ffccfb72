import { beforeAll, describe, expect, test } from 'vitest';
import { lint, type LintResult } from './run-lint.test-support';

/** Pairs of files that import each other. */
const cycles: Record<string, [first: string, second: string]> = {
  value: [
    "import { b } from './SECOND';\nexport const a = () => b;\n",
    "import { a } from './FIRST';\nexport const b = () => a;\n",
  ],
  type: [
    "import type { B } from './SECOND';\nexport type A = B | 1;\n",
    "import type { A } from './FIRST';\nexport type B = A[];\n",
  ],
  'value-and-type': [
    "import { b } from './SECOND';\nexport type A = typeof b;\n",
    "import type { A } from './FIRST';\nexport const b = (a: A) => a;\n",
  ],
  alias: [
    "import type { B } from '#shared/domain/SECOND';\nexport type A = B | 1;\n",
    "import type { A } from '#shared/domain/FIRST';\nexport type B = A[];\n",
  ],
};
const oneWay: [first: string, second: string] = [
  "import type { B } from './SECOND';\nexport type A = B | 1;\n",
  'export type B = 2;\n',
];

const files = new Map<string, string>();

function addPair(name: string, [first, second]: [string, string]): string[] {
  const names = { FIRST: `${name}-first`, SECOND: `${name}-second` };
  const paths = Object.values(names).map((file) => `shared/domain/${file}.ts`);
  files.set(paths[0]!, first.replace('SECOND', names.SECOND));
  files.set(paths[1]!, second.replace('FIRST', names.FIRST));
  return paths;
}

const cyclePairs = Object.entries(cycles).map(([kind, pair]) => ({
  kind,
  pair: addPair(kind, pair),
}));
const oneWayPair = addPair('one-way', oneWay);

let messages: LintResult;

beforeAll(() => {
  messages = lint(files);
});

describe('cycles of files', () => {
  test.each(cyclePairs)('are refused: $kind', ({ pair }) => {
    for (const file of pair) expect(messages(file, 'no-cycle')).toHaveLength(1);
  });

  test('an import in one direction is none', () => {
    for (const file of oneWayPair) expect(messages(file, 'no-cycle')).toEqual([]);
  });
});
