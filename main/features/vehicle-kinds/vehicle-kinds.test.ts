import { expect, test } from 'vitest';
import { createVehicleKinds } from './vehicle-kinds';

function recordsWith(stored?: unknown) {
  const values = new Map<string, unknown>([['vehicleKinds', stored]]);
  return {
    get: (id: string) => values.get(id),
    put: (id: string, value: unknown) => void values.set(id, structuredClone(value)),
  };
}

test('keeps what was chosen, and returns what was before, so that it can be undone', () => {
  const records = recordsWith();
  const kinds = createVehicleKinds(records);
  kinds.choose([{ deviceId: 'a', kind: 'van' }]);
  const before = kinds.choose([
    { deviceId: 'a', kind: 'truck' },
    { deviceId: '__proto__', kind: 'boat' },
  ]);
  expect(createVehicleKinds(records).all()).toEqual([
    { deviceId: 'a', kind: 'truck' },
    { deviceId: '__proto__', kind: 'boat' },
  ]);
  kinds.choose(before);
  expect(createVehicleKinds(records).all()).toEqual([{ deviceId: 'a', kind: 'van' }]);
});

test.each([[7], ['text'], [null], [{ a: 'rocket', b: null, c: 'car' }]])(
  'reads what it understands of %j',
  (stored) => {
    const expected = typeof stored === 'object' && stored ? [{ deviceId: 'c', kind: 'car' }] : [];
    expect(createVehicleKinds(recordsWith(stored)).all()).toEqual(expected);
  },
);
