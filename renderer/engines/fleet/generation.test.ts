import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { fold } from '#shared/domain/text';
import { packTexts, textAt } from '#shared/fleet/columns';
import { nameSearch, searchRanks } from '#lib/find-text';
import {
  curvePlace,
  curveRange,
  deepestLevel,
  FleetGrid,
  GroupIndex,
  SearchIndex,
  textsOf,
} from './generation';
import { type SketchedDevice, columnsOf, groupsOf } from './synthetic.test-support';

const sorted = (slots: Iterable<number>) => Array.from(slots).sort((a, b) => a - b);

const cell = fc.integer({ min: 0, max: 2 ** deepestLevel - 1 });

describe('the curve', () => {
  it('gives every cell a range of its own inside the range of each larger cell', () => {
    fc.assert(
      fc.property(cell, cell, fc.integer({ min: 0, max: deepestLevel }), (x, y, level) => {
        const place = curvePlace(x, y);
        expect(Number.isSafeInteger(place)).toBe(true);
        const shift = 2 ** (deepestLevel - level);
        const [from, to] = curveRange(level, Math.floor(x / shift), Math.floor(y / shift));
        expect(place >= from && place < to).toBe(true);
      }),
    );
  });

  it('fills the world without gaps', () => {
    const places = [0, 1].flatMap((y) => [0, 1].map((x) => curveRange(1, x, y)));
    expect(places.map(([from]) => from / 4 ** 25)).toEqual([0, 1, 2, 3]);
    expect(places.at(-1)![1]).toBe(4 ** 26);
  });
});

describe('FleetGrid', () => {
  it('leaves out devices without a position, and follows when one gets or loses a position', () => {
    const columns = columnsOf([{ at: [10, 10] }, {}, { at: [50, 8] }]);
    const grid = new FleetGrid(columns, 3);
    expect(sorted(grid.order)).toEqual([0, 2]);
    columns.latitude[1] = 1;
    columns.longitude[1] = 1;
    columns.latitude[0] = Number.NaN;
    grid.update(Uint32Array.of(0, 1));
    expect(sorted(grid.order)).toEqual([1, 2]);
    expect(grid.has(0)).toBe(false);
  });

  it('does not move the anchor for moves of less than ten metres', () => {
    const columns = columnsOf([{ at: [0, 0.5] }]);
    const grid = new FleetGrid(columns, 1);
    const anchor = grid.anchorX[0]!;
    columns.longitude[0] = 0.5 + 8 / 111_320;
    grid.update(Uint32Array.of(0));
    expect(grid.anchorX[0]).toBe(anchor);
    expect(grid.x[0]).not.toBe(anchor);
    columns.longitude[0] = 0.5 + 12 / 111_320;
    grid.update(Uint32Array.of(0));
    expect(grid.anchorX[0]).toBe(grid.x[0]);
  });
});

const groupColumns = groupsOf({ 'Van 10': [0, 1], 'van 9': [0], Árbol: [], Arca: [1] });

test('groups are in the order of their names, each with its own devices', () => {
  const index = new GroupIndex({ ...groupColumns, gap: 'members', incomplete: [2, 3] }, 2);
  expect(index.summary()).toEqual([
    { id: 'g-Árbol', name: 'Árbol', count: 0, isIncomplete: true },
    { id: 'g-Arca', name: 'Arca', count: 1, isIncomplete: true },
    { id: 'g-van 9', name: 'van 9', count: 1 },
    { id: 'g-Van 10', name: 'Van 10', count: 2 },
  ]);
  expect(index.namesOf(0)).toEqual(['van 9', 'Van 10']);
  expect(index.namesOf(1)).toEqual(['Arca', 'Van 10']);
  expect([0, 1].map(index.filter('g-Arca'))).toEqual([false, true]);
});

function found(devices: readonly SketchedDevice[], search: string): number[] {
  const mask = new Uint8Array(devices.length).fill(9);
  new SearchIndex(columnsOf(devices)).mark(nameSearch(search).words, mask);
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

  it.each(['lodz', 'olstykke', 'strasse', 'dakovo', 'ısparta'])(
    'finds letters that have no accent to remove by %s, in any case',
    (search) => {
      const names = ['Łódź 4', 'Ølstykke 2', 'Straße 7', 'Đakovo 1', 'ISPARTA 3'];
      const devices = names.map((name, i) => ({ name, id: `d${i}` }));
      const [slot, ...others] = found(devices, search);
      expect(others).toEqual([]);
      expect(found(devices, search.toUpperCase())).toEqual([slot]);
      expect(found(devices, names[slot!]!.toUpperCase().normalize('NFD'))).toEqual([slot]);
    },
  );

  it.each(['München', 'Munchen', 'Muenchen'])('finds %s in each of its spellings', (search) => {
    const devices = [
      { name: 'Lkw München', id: 'm1' },
      { name: 'Lkw 2', description: 'Halle Muenchen', id: 'm2' },
      { name: 'Lkw 3', tags: 'Ort: Münster', id: 'm3' },
    ];
    expect(found(devices, search)).toEqual([0, 1]);
  });

  it('finds a telephone number whatever its spacing', () => {
    expect(found(fleet, '99123456')).toEqual([0]);
    expect(found(fleet, '99 123')).toEqual([0]);
  });

  it('finds the same devices as a full scan', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'á', 'B', 'b', '\n', ' '), maxLength: 6 });
    const device = fc.record({ name: word, description: word, tags: word });
    fc.assert(
      fc.property(fc.array(device, { maxLength: 30 }), word, (devices, search) => {
        const { words } = nameSearch(search);
        const naive = devices.flatMap((one, slot) => {
          const fields = [one.name, one.description, one.tags, `id-${slot}`].map(fold);
          return words.every((each) => fields.some((field) => field.includes(each))) ? [slot] : [];
        });
        expect(found(devices, search)).toEqual(naive);
      }),
    );
  });
});

/** The names of the devices that a search finds, the best first; of equal rank as listed. */
function ranked(names: readonly string[], search: string): [string, number][] {
  const devices = names.map((name, i) => ({ name, id: `id-${i}`, description: 'spare van' }));
  const index = new SearchIndex(columnsOf(devices));
  const wanted = nameSearch(search);
  const mask = new Uint8Array(names.length);
  const ranks = new Uint8Array(names.length).fill(9);
  index.mark(wanted.words, mask);
  index.rank(wanted, mask, ranks);
  return names
    .map((name, slot): [string, number] => [name, ranks[slot]!])
    .filter(([, rank]) => rank !== 9)
    .sort((a, b) => a[1] - b[1]);
}

describe('rank', () => {
  it('prefers a name that begins with the search, then beginnings of words, then other fields', () => {
    expect(ranked(['Caravan', 'Lorry', 'Old Van', 'VAN 12', 'Car'], 'van')).toEqual([
      ['VAN 12', searchRanks.nameStart],
      ['Old Van', searchRanks.wordStart],
      ['Caravan', searchRanks.inName],
      ['Lorry', searchRanks.elsewhere],
      ['Car', searchRanks.elsewhere],
    ]);
  });

  it('compares whole searches with the name, words in any order with its words', () => {
    expect(ranked(['12 Van', 'Van 12', 'Van-12 b'], 'van  12')).toEqual([
      ['Van 12', searchRanks.name],
      ['12 Van', searchRanks.wordStart],
      ['Van-12 b', searchRanks.wordStart],
    ]);
  });

  it('ignores accents and case, and ranks the id of a device without a name as its name', () => {
    expect(ranked(['Camión 7', ' '], 'CAMION')).toEqual([['Camión 7', searchRanks.nameStart]]);
    expect(ranked(['Camión 7', ' '], 'id-1')).toEqual([[' ', searchRanks.name]]);
  });

  it('never ranks a device higher that has the words elsewhere only', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '-'), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), text, (names, search) => {
        const { words, whole } = nameSearch(search);
        fc.pre(words.length > 0);
        for (const [name, rank] of ranked(names, search)) {
          const label = fold(name.trim());
          const isInName = words.every((word) => label.includes(word));
          expect(rank < searchRanks.elsewhere || !isInName || label === '').toBe(true);
          expect(rank <= searchRanks.nameStart).toBe(label !== '' && label.startsWith(whole));
          expect(rank === searchRanks.name).toBe(label !== '' && label === whole);
        }
      }),
    );
  });
});

describe('textsOf', () => {
  it('splits every text out of the column, in any alphabet', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
        expect(textsOf(packTexts(texts))).toEqual(texts);
      }),
    );
  });

  it('splits the texts of some slots', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), (all, a, b) => {
        const [from, to] = [a % (all.length + 1), b % (all.length + 1)].sort((x, y) => x - y);
        expect(textsOf(packTexts(all), from, to)).toEqual(all.slice(from, to));
      }),
    );
  });

  it('preserves a leading byte order mark and empty texts', () => {
    const texts = ['', '\ufeffVan', '', '🚚 1', 'Ñandú'];
    expect(textsOf(packTexts(texts))).toEqual(texts);
    expect(textAt(packTexts(texts), 3)).toBe('🚚 1');
  });
});
