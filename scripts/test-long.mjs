// `npm run test:long`: runs every test file that has a long run (it imports test/support/test-length.ts)
// at full length, each with a bounded time, and prints the figures that the tests report.
// `-- --minutes=N` bounds the whole run, `--each=N` a file, a part of a file name selects files.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  chooseFiles,
  longSummary,
  longTestFiles,
  readFigures,
  readLongOptions,
  runFiles,
} from './long-run.mjs';
import { setUp } from './setup.mjs';
import { stages } from './stages.mjs';

const root = path.resolve(import.meta.dirname, '..');

/** Runs one file in its stage; tests may take as long as the file. */
async function runFile({ stage, file }, limitMs, { dist, folder }) {
  console.log(`\n── ${file}`);
  const figures = path.join(folder, 'figures.jsonl');
  fs.rmSync(figures, { force: true });
  process.env.WAYPOST_TEST_FIGURES = figures;
  const isPlaywright = stage === 'e2e' || stage === 'package';
  const limit = Math.round(limitMs);
  const extra = isPlaywright
    ? [RegExp.escape?.(file) ?? file.replaceAll('.', '\\.'), `--timeout=${limit}`]
    : [file, `--testTimeout=${limit}`, `--hookTimeout=${limit}`];
  const { run } = stages.find(({ name }) => name === stage);
  const counts = await run({ dist, extra, limitMs: limit }).catch((error) => {
    console.error(`${file}: ${error.message}`);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  return { counts, figures: readFigures(figures) };
}

async function testLong(args) {
  const options = readLongOptions(args);
  const files = chooseFiles(longTestFiles(root), options.parts);
  if (files.length === 0) throw new Error('no test file with a long run has this name');
  const needsBuild = files.some(({ stage }) => stage === 'e2e');
  const dist = await setUp({ purpose: 'test', needsBuild });
  if (!dist) throw new Error('nothing was tested, because the set-up failed');
  process.env.WAYPOST_TEST_LENGTH = 'long';
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-long-'));
  try {
    const results = await runFiles(files, options, (entry, limitMs) =>
      runFile(entry, limitMs, { dist, folder }),
    );
    return longSummary(results);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const { total, lines } = await testLong(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  const failed = { passed: 0, failed: 1, skipped: 0 };
  return { total: failed, lines: ['0 passed, 1 failed'] };
});
console.log(`\n── summary of the long run\n${lines.join('\n')}`);
process.exitCode = total.failed === 0 ? 0 : 1;
