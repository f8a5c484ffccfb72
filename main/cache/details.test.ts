import { expect, test } from 'vitest';
import { flagCritical, flagNoPosition } from '#shared/fleet/columns';
import { openCache } from './cache';
import { fixFromColumns } from './columns';
import { syntheticDevice, syntheticFix, syntheticNow } from './synthetic-fleet.test-support';

const openedWithDevices = (...devices: ReturnType<typeof syntheticDevice>[]) => {
  const cache = openCache({ file: null, key: new Uint8Array(32) });
  cache.replaceDevices(devices, syntheticNow);
  return cache;
};

test('the columns say whether the last report had a critical alert, but not that it had none', () => {
  const cache = openedWithDevices(syntheticDevice(0), syntheticDevice(1));
  const fix = syntheticFix(0, syntheticNow);
  cache.putFixes([0, 1].map((slot) => ({ ...fix, slot, checkedAt: syntheticNow })));
  const { columns } = cache.loadFleet();
  columns.flags[0] = flagCritical | flagNoPosition;
  columns.flags[1] = flagNoPosition;
  expect(fixFromColumns(columns, 0)?.hasCriticalAlert).toBe(true);
  expect(fixFromColumns(columns, 1)?.hasCriticalAlert).toBeNull();
});
