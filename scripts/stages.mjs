// The stages of `npm test` and `npm run check`: how each runs and how its results are counted.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { electronBinary, electronEnv } from './electron-dist.mjs';
import { runChild } from './run-child.mjs';

const root = path.resolve(import.meta.dirname, '..');
// Ends a stage that hangs. A slow machine needs up to 30 minutes for the slowest one.
const stageLimitMs = 45 * 60_000;
const tool = (name) => path.join(root, 'node_modules', name);
const typedFolders = ['shared', 'main', 'preload', 'renderer', 'test'];

const unattended = {
  cwd: root,
  // A prompt would wait forever in an unattended run.
  stdio: ['ignore', 'inherit', 'inherit'],
  limitMs: stageLimitMs,
};

const none = { passed: 0, failed: 0, skipped: 0 };
const passed = { ...none, passed: 1 };
const failed = { ...none, failed: 1 };

/** Turns colours off unless stdout is a terminal, even if CI forces them. */
function plainUnlessTerminal(env) {
  if (process.stdout.isTTY) return env;
  const { FORCE_COLOR: _, ...rest } = env;
  return { ...rest, NO_COLOR: '1' };
}

async function run(
  args,
  { command = process.execPath, env = process.env, limitMs = stageLimitMs } = {},
) {
  const { code, hasTimedOut, signal, received } = await runChild(command, args, {
    ...unattended,
    limitMs,
    env: plainUnlessTerminal(env),
    group: true,
  });
  if (received) throw new Stopped(received);
  if (hasTimedOut) console.error(`ended after ${limitMs / 60_000} minutes without a result`);
  else if (signal) console.error(`ended by ${signal} without a result`);
  return code;
}

/** Somebody stopped the run: Ctrl+C, or a limit of the machine that runs it. */
export class Stopped extends Error {
  constructor(signal) {
    super(`stopped by ${signal}`);
  }
}

/** Format, lint and types count as one check each. */
async function check(...args) {
  return (await run(args)) === 0 ? passed : failed;
}

async function checkTypes() {
  let result = passed;
  for (const folder of typedFolders) {
    const code = await run([tool('typescript/bin/tsc'), '--noEmit', '-p', folder]);
    if (code !== 0) {
      console.error(`types: ${folder}/ has errors`);
      result = failed;
    }
  }
  return result;
}

/**
 * The counts of a test runner's report. A runner that crashed, reported nothing or ran nothing counts
 * as a failure.
 */
export function countOf(report, code) {
  const counts = report ?? none;
  const hasRun = counts.passed + counts.failed > 0;
  const isSilentFailure = counts.failed === 0 && (code !== 0 || !hasRun);
  return { ...counts, failed: counts.failed + (isSilentFailure ? 1 : 0) };
}

/** Counts of vitest's JSON report; a file that cannot be loaded counts as one failure. */
export function vitestCounts(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts of Playwright's JSON report; a test that passed only on retry has failed. */
export function playwrightCounts({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

/** Passes `work` the path of the report file and counts the report afterwards. */
async function reported(read, work) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-report-'));
  const file = path.join(folder, 'report.json');
  try {
    const code = await work(file);
    const report = fs.existsSync(file) ? read(JSON.parse(fs.readFileSync(file, 'utf8'))) : null;
    return countOf(report, code);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Projects of vitest under Electron's Node, the runtime that ships. */
function vitest(projects, { dist, extra, limitMs }) {
  return reported(vitestCounts, (file) =>
    run(
      [
        tool('vitest/vitest.mjs'),
        'run',
        ...projects.map((project) => `--project=${project}`),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
        ...extra,
      ],
      {
        command: electronBinary(dist),
        env: { ...electronEnv(dist), ELECTRON_RUN_AS_NODE: '1' },
        limitMs,
      },
    ),
  );
}

/** Playwright with the real app; each of its workers has a desktop of its own. `args` select tests. */
function playwright(args, { dist, extra, limitMs }) {
  return reported(playwrightCounts, (file) =>
    run([tool('@playwright/test/cli.js'), 'test', ...args, ...extra], {
      env: { ...electronEnv(dist), WAYPOST_E2E_REPORT: file },
      limitMs,
    }),
  );
}

const packaged = (project) => ['--config=test/package', `--project=${project}`];

/**
 * Every stage in the order of `npm test`; `run` resolves to `{passed, failed, skipped}`. On-demand
 * stages change the machine and run only when named.
 */
export const stages = [
  { name: 'format', run: () => check(tool('prettier/bin/prettier.cjs'), '--check', '.') },
  { name: 'lint', run: () => check(tool('oxlint/bin/oxlint')) },
  { name: 'messages', run: () => check(path.join(root, 'scripts', 'messages.mjs')) },
  { name: 'types', run: checkTypes },
  { name: 'unit', run: (context) => vitest(['unit', 'component'], context) },
  { name: 'contract', run: (context) => vitest(['contract'], context) },
  // The service on a real database, with one and with two instances.
  {
    name: 'postgres',
    run: (context) =>
      vitest(['postgres', 'instances'], {
        ...context,
        extra: ['--maxWorkers=4', ...context.extra],
      }),
  },
  // They wait for real services most of the time: more processes than processors.
  {
    name: 'wired',
    run: (context) =>
      vitest(['wired'], { ...context, extra: ['--maxWorkers=4', ...context.extra] }),
  },
  { name: 'e2e', run: (context) => playwright([], context) },
  { name: 'package', run: (context) => playwright(packaged('package'), context) },
  { name: 'install', isOnDemand: true, run: (context) => playwright(packaged('install'), context) },
];

/**
 * Parses `--only=unit,e2e` or `--all`, which includes on-demand stages; other arguments are passed to
 * the runner if one stage is chosen.
 */
export function chooseStages(args) {
  const known = stages.map(({ name }) => name);
  const only = args.find((argument) => argument.startsWith('--only='));
  const isAll = args.includes('--all');
  const extra = args.filter((argument) => argument !== only && argument !== '--all');
  const usual = stages.filter((stage) => isAll || !stage.isOnDemand).map(({ name }) => name);
  const names = only ? only.slice('--only='.length).split(',') : usual;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`no such stage: ${unknown.join(', ')}; there are ${known.join(', ')}`);
  }
  if (extra.length > 0 && names.length !== 1) {
    throw new Error(`with more than one stage there is no runner to hand ${extra.join(' ')} to`);
  }
  return { chosen: stages.filter(({ name }) => names.includes(name)), extra };
}

/**
 * Runs all stages in order, whatever fails, and adds up the results. If somebody stops the run, `stopped` says in which
 * stage and which ones did not run.
 */
export async function runStages(chosen, context) {
  const total = { ...none };
  for (const [index, stage] of chosen.entries()) {
    console.log(`\n── ${stage.name} ${'─'.repeat(70 - stage.name.length)}`);
    const counts = await stage.run(context).catch((error) => {
      console.error(`${stage.name}: ${error.message}`);
      return error instanceof Stopped ? null : failed;
    });
    if (counts === null) {
      const rest = chosen.slice(index + 1).map(({ name }) => name);
      const stopped = `${stage.name} was stopped`;
      const notRun = rest.length > 0 ? `, ${rest.join(', ')} not run` : '';
      return { ...total, stopped: `${stopped}${notRun}` };
    }
    for (const key of Object.keys(total)) total[key] += counts[key];
    console.log(`${stage.name}: ${summary(counts)}`);
  }
  return total;
}

/** "12 passed, 0 failed", plus ", 1 skipped" if any were skipped, and what somebody stopped. */
export function summary({ passed, failed, skipped, stopped = '' }) {
  const more = [skipped > 0 ? `, ${skipped} skipped` : '', stopped ? ` (${stopped})` : ''];
  return `${passed} passed, ${failed} failed${more.join('')}`;
}
