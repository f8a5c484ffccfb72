// The long run of the tests (`npm run test:long`): which files have one, how much time each gets, and
// the summary. A file has a long run if it imports test/support/test-length.ts.
import fs from 'node:fs';
import path from 'node:path';
import { summary } from './stages.mjs';

const importsLength = /^import\s[^;]*from\s+'[^']*\/test-length'/m;

/** Where the tests of each stage are, in the order in which they run. */
const places = [
  { stage: 'unit', folders: ['shared', 'main', 'renderer', 'preload', 'scripts'] },
  { stage: 'contract', folders: ['test/contract'] },
  { stage: 'postgres', folders: ['test/service'] },
  { stage: 'wired', folders: ['test/wired'] },
  { stage: 'e2e', folders: ['test/e2e'] },
  { stage: 'package', folders: ['test/package/packaged'] },
];

/** Every test file under `root` with a long run, as `{stage, file}`; `file` is relative, with slashes. */
export function longTestFiles(root) {
  return places.flatMap(({ stage, folders }) =>
    folders
      .flatMap((folder) => testFilesIn(root, folder))
      .filter((file) => importsLength.test(fs.readFileSync(path.join(root, file), 'utf8')))
      .map((file) => ({ stage, file })),
  );
}

function testFilesIn(root, folder) {
  const place = path.join(root, folder);
  if (!fs.existsSync(place)) return [];
  return fs
    .readdirSync(place, { recursive: true })
    .map((name) => `${folder}/${String(name).replaceAll(path.sep, '/')}`)
    .filter((name) => /\.test\.tsx?$/.test(name) && !name.includes('/node_modules/'))
    .toSorted();
}

const usage = 'npm run test:long -- [--minutes=N] [--each=N] [part of a file name …]';

/** Parses `--minutes=N` (in all), `--each=N` (per file) and parts of file names. */
export function readLongOptions(args) {
  const options = { minutes: 90, each: 20, parts: [] };
  for (const argument of args) {
    const [, name, value] = /^--(minutes|each)=(\d+(?:\.\d+)?)$/.exec(argument) ?? [];
    if (name && Number(value) > 0) options[name] = Number(value);
    else if (argument.startsWith('-')) throw new Error(`unknown option ${argument}; ${usage}`);
    else options.parts.push(argument);
  }
  return options;
}

/** The files whose path contains one of `parts`; all of them without any. */
export function chooseFiles(files, parts) {
  if (parts.length === 0) return files;
  return files.filter(({ file }) => parts.some((part) => file.includes(part)));
}

/**
 * Runs the files one after another, each at most `each` minutes and all at most `minutes`. `run` gets
 * one file and its limit in milliseconds, and resolves to `{counts, figures}`. A file for which no time
 * is left counts as failed.
 */
export async function runFiles(files, { minutes, each }, run, now = () => performance.now()) {
  const startedAt = now();
  const results = [];
  for (const entry of files) {
    const begunAt = now();
    const limitMs = Math.min(each * 60_000, minutes * 60_000 - (begunAt - startedAt));
    if (limitMs <= 0) {
      results.push({ ...entry, ...notRun });
      continue;
    }
    const { counts, figures } = await run(entry, limitMs);
    const ms = now() - begunAt;
    results.push({ ...entry, counts, figures, ms, hasTimedOut: ms >= limitMs });
  }
  return results;
}

const notRun = {
  counts: { passed: 0, failed: 1, skipped: 0 },
  figures: [],
  ms: null,
  hasTimedOut: false,
};

/** The summary as lines; the last one is "N passed, N failed". */
export function longSummary(results) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = results.flatMap((result) => {
    for (const key of Object.keys(total)) total[key] += result.counts[key];
    return [lineOf(result), ...result.figures.map(({ name, value }) => `    ${name}: ${value}`)];
  });
  return { total, lines: [...lines, '', summary(total)] };
}

function lineOf({ file, counts, ms, hasTimedOut }) {
  if (ms === null) return `${file}: not run, because no time was left`;
  const state = hasTimedOut ? ', ended because its time was up' : '';
  return `${file}: ${summary(counts)} (${(ms / 1000).toFixed(0)} s${state})`;
}

/**
 * The figures that tests wrote with `reportFigure`; numbers of the same name are added up. A line that
 * was cut off is left out.
 */
export function readFigures(file) {
  if (!fs.existsSync(file)) return [];
  const figures = new Map();
  for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
    try {
      const { name, value } = JSON.parse(line);
      const before = figures.get(name);
      const isSum = typeof value === 'number' && typeof before === 'number';
      figures.set(name, isSum ? before + value : value);
    } catch {
      // The end of a file whose writer was ended.
    }
  }
  return [...figures].map(([name, value]) => ({ name, value }));
}
