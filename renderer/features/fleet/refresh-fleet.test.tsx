import { afterEach, expect, test } from 'vitest';
import { statusMirror } from '#features/status';
import { answer } from '../../../test/support/window/main';
import { refreshDevices, refreshFleet } from './refresh-fleet';

afterEach(() => statusMirror.setState({ value: null }));

test('another refresh that asks first takes the place of the one that waits, which then ends', async () => {
  answer('fleet', {
    refreshMany: () => {
      throw new Error('Nobody has confirmed this.');
    },
  });
  statusMirror.setState({ value: { devices: 500, callRate: { inUse: 10 } } as never });
  const waiting = refreshDevices(Array.from({ length: 100 }, (_, i) => String(i)));
  void refreshFleet();
  await expect(waiting).resolves.toBeUndefined();
});
