import { expect, test } from 'vitest';
import { FaultError, type Fault } from '#shared/fault';
import { createWishes, leftMeanwhile } from './latest-only';

function faultOf(work: () => void): Fault | null {
  try {
    work();
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  return null;
}

test('the wish accepted last wins, and the words for it are no words of the service', () => {
  const wishes = createWishes();
  const [first, second] = [wishes.begin(), wishes.begin()];
  expect(faultOf(first.goOn)).toBeNull();
  second.accept();
  expect(first.isDropped()).toBe(true);
  expect(faultOf(first.accept)).toMatchObject({ kind: 'conflict', isOurs: true });
  expect(faultOf(second.goOn)).toBeNull();
  wishes.end();
  expect(faultOf(wishes.begin().goOn)).toMatchObject({ kind: 'conflict', isOurs: true });
  expect(faultOf(leftMeanwhile)).toMatchObject({ kind: 'conflict', isOurs: true });
});
