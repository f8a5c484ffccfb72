import { expect, test } from 'vitest';
import type { Fault } from '#shared/fault';
import { createKeyWatch } from './account-refresh';

test('only an answer ends the report that the key is refused', () => {
  const reported: (Fault | null)[] = [];
  const watch = createKeyWatch((fault) => reported.push(fault));
  const refused: Fault = { kind: 'unauthorized' };
  watch.saw(null);
  watch.saw({ kind: 'offline', layer: 'tcp' });
  expect(reported).toEqual([]);
  watch.saw(refused);
  watch.saw({ kind: 'offline', layer: 'tcp' });
  expect(reported).toEqual([refused]);
  watch.saw(null);
  watch.saw(null);
  expect(reported).toEqual([refused, null]);
});
