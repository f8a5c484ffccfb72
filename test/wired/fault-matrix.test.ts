import http from 'node:http';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../shared/fault';
import { createAuthority } from '../support/certificates';
import { reportFigure } from '../support/figures';
import { openMatrix, type Cell, type FaultMatrix } from '../support/fault-matrix';
import { matrixOperations, sentPassword, type MatrixOperation } from '../support/fault-operations';
import {
  expectedOf,
  faultRows,
  type Expected,
  type FaultRow,
  type MatrixNetwork,
} from '../support/fault-rows';
import { faultTable } from '../support/fault-table';
import { isLongRun } from '../support/test-length';

// Every fault at every operation. `npm test` runs every row with some of the operations, and every
// operation with some of the rows.

let restoreProxy: (() => void) | null = null;

/** Node's network, which takes the place of Electron's. */
const network: MatrixNetwork = {
  fetch,
  setProxy: (proxy) => {
    restoreProxy?.();
    restoreProxy = proxy === null ? null : http.setGlobalProxyFromEnv({ HTTPS_PROXY: proxy });
    return Promise.resolve();
  },
};

let matrix: FaultMatrix;
let cells = 0;
beforeAll(async () => {
  const authority = await createAuthority();
  tls.setDefaultCACertificates([authority.cert]);
  matrix = await openMatrix(network, authority);
});
afterAll(async () => {
  await matrix.close();
  reportFigure('fault matrix: cells as expected', cells);
});

const operationsOf = (row: FaultRow) =>
  matrixOperations.filter(
    (_, index) => isLongRun || (index + 3 * faultRows.indexOf(row)) % 8 === 0,
  );

describe('every fault is said in words, leaves the service as it says, and ends by itself', () => {
  test.each(faultRows.map((row) => [row.name, row] as const))('%s', async (_, row) => {
    for (const operation of operationsOf(row)) {
      const cell = await matrix.run(row, operation);
      expect(problemsOf(cell, row, operation)).toEqual([]);
      cells += 1;
    }
  });
});

function problemsOf(cell: Cell, row: FaultRow, operation: MatrixOperation): string[] {
  const { fault, message, effects, recovered, secrets } = cell;
  const expected = expectedOf(row, operation);
  const done = operation.kind === 'write' && row.work === 'done once' ? 1 : 0;
  const text = message ?? '';
  const checks: [isGood: boolean, problem: string][] = [
    [isAsExpected(fault, expected), `not ${JSON.stringify(expected)}: ${JSON.stringify(fault)}`],
    [effects === done, `done ${effects} times instead of ${done}`],
    [recovered === true, `no recovery: ${JSON.stringify(recovered)}`],
    [!/undefined|null|NaN|Infinity|\[object/.test(text), `no message for people: ${text}`],
    [fault?.kind !== 'offline' || text.includes('127.0.0.1'), `no host is named: ${text}`],
    [![...secrets, sentPassword].some((each) => text.includes(each)), 'a secret in the message'],
  ];
  return checks.flatMap(([isGood, problem]) => (isGood ? [] : [`${operation.name}: ${problem}`]));
}

function isAsExpected(fault: Fault | null, expected: Expected): boolean {
  if (fault === null || expected === 'worked') return fault === null && expected === 'worked';
  const given = fault as Record<string, unknown>;
  return Object.entries(expected).every(([member, value]) => given[member] === value);
}

test('the table of docs/faults.md is that of the tests', async () => {
  await expect(await faultTable()).toMatchFileSnapshot('../../docs/faults.md');
});
