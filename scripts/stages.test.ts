import { spawn } from 'node:child_process';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  chooseStages,
  countOf,
  playwrightCounts,
  runStages,
  Stopped,
  summary,
  vitestCounts,
} from './stages.mjs';

describe('counting results', () => {
  test('counts the tests of a clean run', () => {
    expect(countOf({ passed: 3, failed: 0, skipped: 1 }, 0)).toEqual({
      passed: 3,
      failed: 0,
      skipped: 1,
    });
  });

  test('a runner that crashed without a report counts as failed', () => {
    expect(countOf(null, 1)).toMatchObject({ failed: 1 });
  });

  test('a runner with a non-zero exit code counts as failed although all tests passed', () => {
    expect(countOf({ passed: 3, failed: 0, skipped: 0 }, 1)).toMatchObject({ failed: 1 });
  });

  test('a runner that ran no tests counts as failed', () => {
    expect(countOf({ passed: 0, failed: 0, skipped: 4 }, 0)).toMatchObject({ failed: 1 });
  });

  test('failed tests are not counted twice', () => {
    expect(countOf({ passed: 3, failed: 2, skipped: 0 }, 1)).toMatchObject({ failed: 2 });
  });

  test('a test file that cannot be loaded counts as a failure', () => {
    const report = {
      numPassedTests: 2,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 1,
      testResults: [
        { status: 'passed', assertionResults: [{}, {}] },
        { status: 'failed', assertionResults: [] },
      ],
    };
    expect(vitestCounts(report)).toEqual({ passed: 2, failed: 1, skipped: 1 });
  });

  test('a flaky end-to-end test and a broken set-up count as failed', () => {
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 0 };
    expect(playwrightCounts({ stats, errors: [{}] })).toEqual({ passed: 4, failed: 3, skipped: 0 });
  });
});

describe('a run that somebody stops', () => {
  test('keeps the counts of the finished stages, and says what was stopped and what did not run', async () => {
    // What it prints would read as a result of this run.
    const log = vi.spyOn(console, 'log').mockReturnValue();
    onTestFinished(() => log.mockRestore());
    const stage = (name: string, run: () => Promise<object>) => ({ name, run });
    const total = await runStages(
      [
        stage('unit', () => Promise.resolve({ passed: 12, failed: 1, skipped: 0 })),
        stage('contract', () => Promise.reject(new Stopped('SIGTERM'))),
        stage('wired', () => Promise.resolve({ passed: 5, failed: 0, skipped: 0 })),
      ],
      {},
    );
    expect(summary(total)).toBe('12 passed, 1 failed (contract was stopped, wired not run)');
  });

  test('is told from a program that was ended by a signal of its own', async () => {
    const code = `
      import { runChild } from './scripts/run-child.mjs';
      const child = (script) => runChild(process.execPath, ['-e', script]);
      const killed = await child('process.kill(process.pid, "SIGKILL")');
      const stopped = await child('console.log("begun"); setInterval(() => {}, 1e6)');
      console.log(JSON.stringify([killed, stopped]));
    `;
    const runner = spawn(process.execPath, ['--input-type=module', '-e', code], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    let output = '';
    for await (const chunk of runner.stdout) {
      if (!output.includes('begun') && String(chunk).includes('begun')) runner.kill('SIGTERM');
      output += String(chunk);
    }
    expect(JSON.parse(output.split('\n')[1]!)).toMatchObject([
      { signal: 'SIGKILL', received: null },
      { received: 'SIGTERM' },
    ]);
  });
});

describe('the summary line', () => {
  test('is plain', () => {
    expect(summary({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
  });

  test('mentions skipped tests only if there are any', () => {
    expect(summary({ passed: 12, failed: 1, skipped: 2 })).toBe('12 passed, 1 failed, 2 skipped');
  });
});

describe('choosing stages', () => {
  const names = (args: string[]) => chooseStages(args).chosen.map(({ name }) => name);

  test('runs all of them in order by default', () => {
    const usual = [
      'format',
      'lint',
      'messages',
      'types',
      'unit',
      'contract',
      'postgres',
      'wired',
      'e2e',
      'package',
    ];
    expect(names([])).toEqual(usual);
  });

  test('runs a stage that changes the machine only when named', () => {
    expect(names(['--only=package,install'])).toEqual(['package', 'install']);
    expect(names(['--all'])).toEqual([...names([]), 'install']);
  });

  test('runs the named stages in their defined order', () => {
    expect(names(['--only=e2e,unit'])).toEqual(['unit', 'e2e']);
  });

  test('passes other arguments to the runner of a single stage', () => {
    expect(chooseStages(['--only=unit', 'main/cache']).extra).toEqual(['main/cache']);
    expect(() => chooseStages(['main/cache'])).toThrow('no runner to hand main/cache to');
  });

  test('refuses an unknown name', () => {
    expect(() => chooseStages(['--only=unti'])).toThrow('no such stage: unti');
  });
});
