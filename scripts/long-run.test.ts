import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  chooseFiles,
  longSummary,
  longTestFiles,
  readFigures,
  readLongOptions,
  runFiles,
} from './long-run.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'waypost-long-run-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const passed = { passed: 1, failed: 0, skipped: 0 };

describe('the files of the long run', () => {
  test('are those that import the test length, of every stage', () => {
    const write = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    };
    const long = "import { amount } from '../support/test-length';";
    write('test/e2e/b.test.ts', long);
    write('test/wired/a.test.ts', long);
    write('test/wired/short.test.ts', "import { test } from 'vitest';");
    write('test/support/test-length.ts', '');
    write('main/cache/c.test.ts', "import { isLongRun } from '../../test/support/test-length';");
    write('test/package/packaged/d.test.ts', long);
    expect(longTestFiles(folder)).toEqual([
      { stage: 'unit', file: 'main/cache/c.test.ts' },
      { stage: 'wired', file: 'test/wired/a.test.ts' },
      { stage: 'e2e', file: 'test/e2e/b.test.ts' },
      { stage: 'package', file: 'test/package/packaged/d.test.ts' },
    ]);
  });

  test('are chosen by a part of their name', () => {
    const files = [{ file: 'test/wired/kills.test.ts' }, { file: 'test/e2e/week.test.ts' }];
    expect(chooseFiles(files, [])).toEqual(files);
    expect(chooseFiles(files, ['kills'])).toEqual([files[0]]);
  });
});

describe('the options', () => {
  test('bound the run and the files', () => {
    expect(readLongOptions(['--minutes=5', 'kills'])).toEqual({
      minutes: 5,
      each: 20,
      parts: ['kills'],
    });
    expect(readLongOptions(['--each=0.5']).each).toBe(0.5);
  });

  test.each([['--minutes=soon'], ['--minutes=0'], ['--hours=2']])('refuse %s', (option) => {
    expect(() => readLongOptions([option])).toThrow(`unknown option ${option}`);
  });
});

describe('the time', () => {
  test('is bounded per file and in all, and a file without time left counts as failed', async () => {
    let now = 0;
    const limits: number[] = [];
    const run = (_: unknown, limitMs: number) => {
      limits.push(limitMs);
      now += limitMs;
      return Promise.resolve({ counts: passed, figures: [{ name: 'kills', value: '5' }] });
    };
    const files = ['a', 'b', 'c'].map((file) => ({ stage: 'wired', file }));
    const results = await runFiles(files, { minutes: 3, each: 2 }, run, () => now);
    expect(limits).toEqual([120_000, 60_000]);
    expect(longSummary(results).lines).toEqual([
      'a: 1 passed, 0 failed (120 s, ended because its time was up)',
      '    kills: 5',
      'b: 1 passed, 0 failed (60 s, ended because its time was up)',
      '    kills: 5',
      'c: not run, because no time was left',
      '',
      '2 passed, 1 failed',
    ]);
  });
});

describe('the figures', () => {
  test('are added up by name; a line that was cut off is left out', () => {
    const file = path.join(folder, 'figures.jsonl');
    expect(readFigures(file)).toEqual([]);
    writeFileSync(file, '{"name":"kills","value":25}\n{"name":"kills","value":5}\n{"name":"cut');
    expect(readFigures(file)).toEqual([{ name: 'kills', value: 30 }]);
  });
});
