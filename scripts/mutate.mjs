// Measures how much the unit tests notice: makes one small change at a time in a copy of the tree and
// counts the changes that fail a test. `npm run test:mutation -- --sample=40 --seed=1
// --folders=shared/domain,main/api --report=FILE`; `--again=FILE` repeats the survivors of a report.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { equivalent } from './mutation/equivalent.mjs';
import { mutantsOf, mutate } from './mutation/mutants.mjs';
import { relatedTests } from './mutation/related.mjs';
import { shuffled } from './mutation/sample.mjs';
import { TestProcess } from './mutation/test-process.mjs';
import { compiling } from './mutation/type-check.mjs';
import { makeWorkingCopy } from './mutation/working-copy.mjs';

const root = path.resolve(import.meta.dirname, '..');
const allFolders = [
  'shared/domain',
  'shared/wire',
  'main/api',
  'main/pace',
  'main/jobs',
  'main/cache',
];
const goalPercent = 85;

function isSource(file) {
  return file.endsWith('.ts') && !/\.(test|test-support|bench|d)\.ts$/.test(file);
}

function readMutants(folder, { copy, files }) {
  const read = files
    .filter((file) => path.posix.dirname(file) === folder && isSource(file))
    .map((file) => mutantsOf(file, fs.readFileSync(path.join(copy, file), 'utf8')));
  return {
    mutants: read.flatMap(({ mutants }) => mutants),
    texts: read.reduce((sum, { texts }) => sum + texts, 0),
  };
}

const sameMutant = (a) => (b) => a.file === b.file && a.code === b.code && a.change === b.change;

function chooseMutants({ folders, sample, seed, again }, tree) {
  const wanted = again ? JSON.parse(fs.readFileSync(again, 'utf8')).survivors : null;
  return folders.flatMap((folder) => {
    const { mutants, texts } = readMutants(folder, tree);
    if (wanted) return mutants.filter((mutant) => wanted.some(sameMutant(mutant)));
    console.log(`${folder}: ${mutants.length} mutants, ${texts} texts left out`);
    return shuffled(mutants, seed).slice(0, sample);
  });
}

/** Tests that fail or take long without a change would make each figure wrong. */
async function timeWithout(tests, testProcess) {
  const startedAt = performance.now();
  const failure = await testProcess.run({ file: null, tests, limitMs: 300_000 });
  if (failure)
    throw new Error(`fails without a change: ${failure.test ?? ''} ${failure.message ?? ''}`);
  return performance.now() - startedAt;
}

async function testMutant(mutant, { copy, testProcess, testsOf, times }) {
  const tests = testsOf(mutant.file);
  if (tests.length === 0) return 'survived';
  const key = tests.join();
  if (!times.has(key)) times.set(key, await timeWithout(tests, testProcess));
  const place = path.join(copy, mutant.file);
  const source = fs.readFileSync(place, 'utf8');
  fs.writeFileSync(place, mutate(source, mutant));
  try {
    const limitMs = 30_000 + 5 * times.get(key);
    const failure = await testProcess.run({ file: mutant.file, tests, limitMs });
    if (failure === null) return equivalent.some(sameMutant(mutant)) ? 'equivalent' : 'survived';
    const isTimeout = failure.isTimeout || /timed out in \d+ms/.test(failure.message);
    return isTimeout ? 'timed out' : 'killed';
  } finally {
    fs.writeFileSync(place, source);
  }
}

/** Nobody could commit these. Only survivors are checked, because the type check is slow. */
function refuseWhatDoesNotCompile(results, copy) {
  const survivors = results.filter(({ outcome }) => outcome === 'survived');
  if (survivors.length > 0) console.log(`checking which of ${survivors.length} survivors compile`);
  const compiled = new Set(
    compiling(
      survivors.map(({ mutant }) => mutant),
      copy,
    ),
  );
  for (const result of survivors) if (!compiled.has(result.mutant)) result.outcome = 'refused';
}

function summaryLine(name, outcomes) {
  const count = (wanted) => outcomes.filter((outcome) => outcome === wanted).length;
  const noticed = count('killed') + count('timed out');
  const counted = noticed + count('survived');
  const percent = counted === 0 ? 0 : (100 * noticed) / counted;
  const figures =
    `${counted} mutants, ${count('killed')} killed, ${count('timed out')} timed out, ` +
    `${count('survived')} survived; not counted: ${count('equivalent')} equivalent, ` +
    `${count('refused')} that do not compile`;
  return { percent, line: `${name}: ${percent.toFixed(1)} % (${figures})` };
}

function printSummary(folders, results) {
  for (const { mutant, outcome } of results)
    if (outcome === 'survived')
      console.log(`survived ${mutant.file}:${mutant.line} ${mutant.change}`);
  for (const folder of folders) {
    const inFolder = results.filter(({ mutant }) => path.posix.dirname(mutant.file) === folder);
    if (inFolder.length > 0)
      console.log(
        summaryLine(
          folder,
          inFolder.map(({ outcome }) => outcome),
        ).line,
      );
  }
  const total = summaryLine(
    'total',
    results.map(({ outcome }) => outcome),
  );
  console.log(total.line);
  return total.percent;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      folders: { type: 'string', default: allFolders.join() },
      sample: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      nice: { type: 'string', default: '15' },
      report: { type: 'string' },
      again: { type: 'string' },
    },
  });
  return {
    ...values,
    folders: values.folders.split(','),
    sample: Number(values.sample),
    seed: Number(values.seed),
    nice: Number(values.nice),
  };
}

async function run() {
  const options = readOptions();
  os.setPriority(options.nice);
  const tree = makeWorkingCopy(root);
  const testProcess = new TestProcess(tree.copy);
  const stop = () => {
    testProcess.end();
    tree.remove();
  };
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      stop();
      process.exit(1);
    });
  try {
    const mutants = chooseMutants(options, tree);
    const context = {
      copy: tree.copy,
      testProcess,
      testsOf: relatedTests(
        tree.files.filter((file) => /^(shared|main)\/.*\.ts$/.test(file)),
        root,
      ),
      times: new Map(),
    };
    const results = [];
    for (const mutant of mutants) {
      const outcome = await testMutant(mutant, context);
      results.push({ mutant, outcome });
      const place = `${mutant.file}:${mutant.line}`;
      console.log(`${results.length}/${mutants.length} ${outcome} ${place} ${mutant.change}`);
    }
    refuseWhatDoesNotCompile(results, tree.copy);
    const percent = printSummary(options.folders, results);
    if (options.report) {
      const survivors = results
        .filter(({ outcome }) => outcome === 'survived')
        .map(({ mutant: { file, line, code, change } }) => ({ file, line, code, change }));
      fs.writeFileSync(options.report, JSON.stringify({ percent, survivors }, null, 2));
    }
    process.exitCode = percent >= goalPercent ? 0 : 1;
  } finally {
    stop();
  }
}

await run();
