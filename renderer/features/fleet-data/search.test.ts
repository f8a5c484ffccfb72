import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SearchIndex, searchWords } from './search';
import { columnsOf, type SketchedDevice } from './synthetic.test-support';
import { fold } from './texts';

function found(devices: readonly SketchedDevice[], search: string): number[] {
  const mask = new Uint8Array(devices.length).fill(9);
  new SearchIndex(columnsOf(devices)).mark(searchWords(search), mask);
  return [...mask.keys()].filter((slot) => mask[slot] === 1);
}

const fleet: SketchedDevice[] = [
  { name: 'Camión 7', description: 'Depósito norte', phone: '+598 99 123-456', id: 'a1' },
  { name: 'Van 12', tags: 'plate: SBA 1234\u001fdriver: José', id: 'b2' },
  { name: '', description: 'spare', id: 'zz-camion' },
];

describe('SearchIndex', () => {
  it('ignores case and accents on both sides', () => {
    expect(found(fleet, 'CAMIÓN')).toEqual([0, 2]);
    expect(found(fleet, 'deposito')).toEqual([0]);
  });

  it('requires every word, in any field and any order', () => {
    expect(found(fleet, 'jose van')).toEqual([1]);
    expect(found(fleet, 'jose camion')).toEqual([]);
  });

  it('finds a telephone number whatever its spacing', () => {
    expect(found(fleet, '99123456')).toEqual([0]);
    expect(found(fleet, '99 123')).toEqual([0]);
  });

  it('finds all devices for an empty search', () => {
    expect(found(fleet, '  ')).toEqual([0, 1, 2]);
  });

  it('finds the same devices as a full scan', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'á', 'B', 'b', '\n', ' '), maxLength: 6 });
    const device = fc.record({ name: word, description: word, tags: word });
    fc.assert(
      fc.property(fc.array(device, { maxLength: 30 }), word, (devices, search) => {
        const words = searchWords(search);
        const naive = devices.flatMap((one, slot) => {
          const fields = [one.name, one.description, one.tags, `id-${slot}`].map(fold);
          return words.every((each) => fields.some((field) => field.includes(each))) ? [slot] : [];
        });
        expect(found(devices, search)).toEqual(naive);
      }),
    );
  });
});
