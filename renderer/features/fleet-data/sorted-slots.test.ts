import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resortChanged, sortSlots } from './sorted-slots';

const key = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(Number.NaN), fc.double());

it('merging changed slots gives the same order as sorting everything', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ before: key, after: key, changes: fc.boolean(), stays: fc.boolean() })),
      (slots) => {
        const all = Uint32Array.from(slots.keys());
        const tie = all.slice().reverse();
        const keys = { key: Float64Array.from(slots, (slot) => slot.before), tie };
        const order = sortSlots(all.slice(), keys);
        const changed = [...slots.keys()].filter((slot) => slots[slot]!.changes);
        for (const slot of changed) keys.key[slot] = slots[slot]!.after;
        const isIn = (slot: number) => !slots[slot]!.changes || slots[slot]!.stays;
        const expected = sortSlots(all.filter(isIn), keys);
        expect([...resortChanged(order, changed, keys, isIn)]).toEqual([...expected]);
      },
    ),
  );
});

it('sorts slots without a key last', () => {
  const keys = {
    key: Float64Array.of(Number.NaN, 2, Number.NaN, 1),
    tie: Uint32Array.of(3, 2, 1, 0),
  };
  expect([...sortSlots(Uint32Array.of(0, 1, 2, 3), keys)]).toEqual([3, 1, 2, 0]);
});
