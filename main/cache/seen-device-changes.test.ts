import { expect, test } from 'vitest';
import type { DeviceChange } from './fleet';
import { createSeenDeviceChanges } from './seen-device-changes';

const change = (id: string): DeviceChange => ({
  kind: 'device',
  id,
  label: id,
  action: 'change',
  fields: [{ field: 'name', after: id }],
});

test('changes are taken once, in order, with the moments between which they were made', () => {
  const changes = createSeenDeviceChanges();
  changes.add([change('a')], { knownAt: 1, seenAt: 2 });
  changes.add([], { knownAt: 2, seenAt: 3 });
  changes.add([change('b')], { knownAt: 3, seenAt: null });
  expect(changes.take()).toEqual([
    { ...change('a'), knownAt: 1, seenAt: 2 },
    { ...change('b'), knownAt: 3, seenAt: null },
  ]);
  expect(changes.take()).toEqual([]);
});

test('of too many changes the newest are remembered', () => {
  const changes = createSeenDeviceChanges();
  const many = Array.from({ length: 1_001 }, (_, index) => change(`d${index}`));
  changes.add(many, { knownAt: 1, seenAt: 2 });
  changes.add([change('last')], { knownAt: 2, seenAt: 3 });
  const taken = changes.take();
  expect(taken).toHaveLength(1_000);
  expect(taken[0]?.id).toBe('d2');
  expect(taken.at(-1)?.id).toBe('last');
});
