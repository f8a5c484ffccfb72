import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** The letters that stand for folders in the tables of both documents. */
const folders: Record<string, string> = {
  P: 'test/package/packaged',
  I: 'test/package/install',
  W: 'test/wired',
  E: 'test/e2e',
};

const testFiles = ['main', 'preload', 'renderer', 'scripts', 'shared', 'test'].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => path.posix.join(folder, name.replaceAll('\\', '/'))),
);

/** The cells below a heading "test" or "Test" of the tables of a document. */
function testCells(document: string): string[] {
  const lines = fs.readFileSync(path.join(root, document), 'utf8').split('\n');
  let column = -1;
  return lines.flatMap((line, index) => {
    if (!line.startsWith('|')) column = -1;
    else if (lines[index + 1]?.startsWith('| --')) {
      column = cellsOf(line).findIndex((cell) => cell.toLowerCase() === 'test');
    } else if (column !== -1 && !line.startsWith('| --')) return cellsOf(line)[column] ?? '';
    return [];
  });
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/**
 * The tests named in a cell as paths from the root. A letter or a path names the folder for the names that follow:
 * "P `started` and I `deb`", "`main/app/policy-file`, `policy-sources`".
 */
function namedTests(cell: string): string[] {
  let folder = '';
  return [...cell.matchAll(/(?:\b([PIWE]) )?`([^`]+)`/g)].map(([, letter, name = '']) => {
    if (letter) folder = folders[letter]!;
    if (!name.includes('/')) return path.posix.join(folder, name);
    folder = path.posix.dirname(name);
    return name;
  });
}

/** A test is named by its path, with or without its extension; `*` stands for the rest; or by a folder. */
function exists(name: string): boolean {
  const start = name.replace(/(\*)?(\.test\.tsx?)?$/, '');
  const isOpen = name.includes('*');
  return testFiles.some((file) =>
    isOpen
      ? file.startsWith(start)
      : file.startsWith(`${start}.test.`) || file.startsWith(`${start}/`),
  );
}

describe.each(['SECURITY.md', 'docs/security.md'])('the claims of %s', (document) => {
  const cells = testCells(document);

  test('each name a test', () => {
    expect(cells.length).toBeGreaterThan(10);
    expect(cells.filter((cell) => namedTests(cell).length === 0)).toEqual([]);
  });

  test('name tests that exist', () => {
    expect(cells.flatMap(namedTests).filter((name) => !exists(name))).toEqual([]);
  });
});
