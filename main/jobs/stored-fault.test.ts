import { expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import type { Fault } from '#shared/fault';
import type { JobStep } from '#shared/domain/job';
import { planOf, user } from './runner.test-support';
import { readStoredFault } from './stored-fault';
import { cachedJobs } from './stored';

const isStep = (value: unknown): value is JobStep => typeof value === 'object';

/** A fault as versions before `declined` wrote it. */
const earlier = (kind: 'conflict' | 'notFound', message: string) =>
  ({ kind, message, isOurs: true }) as unknown as Fault;

test('reads a fault of an earlier version as one that Waypost declined', () => {
  expect(readStoredFault(earlier('conflict', 'Already changed.'))).toEqual({
    kind: 'declined',
    reason: 'state',
    message: 'Already changed.',
  });
  expect(readStoredFault(earlier('notFound', 'No such job.'))).toMatchObject({ reason: 'gone' });
});

test('gives a message to a fault that was stored without one', () => {
  const stored = { kind: 'conflict', isOurs: true } as unknown as Fault;
  expect(readStoredFault(stored)).toEqual({
    kind: 'declined',
    reason: 'state',
    message: 'This could not be done.',
  });
});

test('leaves faults of the service as they are', () => {
  const faults: (Fault | null)[] = [
    null,
    { kind: 'conflict', message: 'Taken.' },
    { kind: 'notFound' },
    { kind: 'offline', layer: 'tcp' },
  ];
  expect(faults.map(readStoredFault)).toEqual(faults);
});

test('upgrades the rows of a job when they are loaded', () => {
  const store = cachedJobs(openCache({ file: null, key: Buffer.alloc(32, 1) }), isStep);
  const { rows } = planOf([{ action: 'createUser', edit: user('ada') }]);
  const failed = { ...rows[0]!, fault: earlier('conflict', 'Already changed.') };
  store.write([], [{ jobId: 'job', chunk: 0, rows: [failed] }]);
  expect(store.loadChunk('job', 0)?.map(({ fault }) => fault?.kind)).toEqual(['declined']);
});
