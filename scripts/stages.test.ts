import { describe, expect, test } from 'vitest';
import { chooseStages, countOf, playwrightCounts, summary, vitestCounts } from './stages.mjs';

describe('counting what a runner reports', () => {
  test('a clean run counts its tests', () => {
    expect(countOf({ passed: 3, failed: 0, skipped: 1 }, 0)).toEqual({
      passed: 3,
      failed: 0,
      skipped: 1,
    });
  });

  test('a runner that crashed without a report has failed', () => {
    expect(countOf(null, 1)).toMatchObject({ failed: 1 });
  });

  test('a runner that ends badly although all its tests passed has failed', () => {
    expect(countOf({ passed: 3, failed: 0, skipped: 0 }, 1)).toMatchObject({ failed: 1 });
  });

  test('a runner that ran nothing has failed, even if it calls that a success', () => {
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

  test('an end-to-end test that only passed when repeated has failed, and so has a broken set-up', () => {
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 0 };
    expect(playwrightCounts({ stats, errors: [{}] })).toEqual({ passed: 4, failed: 3, skipped: 0 });
  });
});

describe('the closing line', () => {
  test('is plain', () => {
    expect(summary({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
  });

  test('names skipped tests only where there are any', () => {
    expect(summary({ passed: 12, failed: 1, skipped: 2 })).toBe('12 passed, 1 failed, 2 skipped');
  });
});

describe('choosing stages', () => {
  const names = (args: string[]) => chooseStages(args).chosen.map(({ name }) => name);

  test('all of them, in order, when nothing is said', () => {
    const usual = ['format', 'lint', 'types', 'unit', 'contract', 'wired', 'e2e', 'package'];
    expect(names([])).toEqual(usual);
  });

  test('what changes the machine only when it is named', () => {
    expect(names(['--only=package,install'])).toEqual(['package', 'install']);
    expect(names(['--all'])).toEqual([...names([]), 'install']);
  });

  test('those named, in their own order', () => {
    expect(names(['--only=e2e,unit'])).toEqual(['unit', 'e2e']);
  });

  test('what else is given goes to the runner of a single stage', () => {
    expect(chooseStages(['--only=unit', 'main/cache']).extra).toEqual(['main/cache']);
    expect(() => chooseStages(['main/cache'])).toThrow('no runner to hand main/cache to');
  });

  test('a name that does not exist is refused', () => {
    expect(() => chooseStages(['--only=unti'])).toThrow('no such stage: unti');
  });
});
