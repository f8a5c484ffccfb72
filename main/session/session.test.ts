import { expect, test } from 'vitest';
import { FaultError, type Fault } from '#shared/fault';
import { failAccountClosed } from '#shared/domain/session';
import { createLatestOnly } from './session';

function faultOf(work: () => void): Fault | null {
  try {
    work();
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  return null;
}

test('the latest accepted request wins, and others are declined', () => {
  const latestOnly = createLatestOnly();
  const [first, second] = [latestOnly.begin(), latestOnly.begin()];
  expect(faultOf(first.throwIfSuperseded)).toBeNull();
  second.accept();
  expect(first.isSuperseded()).toBe(true);
  expect(faultOf(first.accept)).toMatchObject({ kind: 'declined', reason: 'state' });
  expect(faultOf(second.throwIfSuperseded)).toBeNull();
  latestOnly.end();
  expect(faultOf(latestOnly.begin().throwIfSuperseded)).toMatchObject({
    kind: 'declined',
    reason: 'state',
  });
  expect(faultOf(failAccountClosed)).toMatchObject({ kind: 'declined', reason: 'state' });
});
