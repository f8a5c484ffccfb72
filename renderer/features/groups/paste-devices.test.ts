import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDeviceFinder, readPasted } from './paste-devices';

const devices = [
  { id: 'd-1', label: 'Camión Ñandú 10' },
  { id: 'd-2', label: 'Van 9' },
  { id: 'd-3', label: 'Van 9' },
  { id: 'd-4', label: 'Lorry, blue' },
  { id: 'd-5', label: 'VAN 10' },
  { id: 'd-6', label: 'Van 10' },
  { id: 'Van 7', label: 'Old one' },
  { id: 'd-8', label: 'Van 7' },
];
const find = createDeviceFinder(devices);
const read = (text: string) => readPasted(text, find);

test('reads names and ids separated by lines, commas, semicolons and tabs, each once', () => {
  expect(read('d-1\r\nd-2, d-3;d-1\n\n\td-5')).toEqual({
    ids: ['d-1', 'd-2', 'd-3', 'd-5'],
    problems: [],
  });
});

test('ignores case and accents if the name is unique', () => {
  expect(read('camion nandu 10').ids).toEqual(['d-1']);
});

test('prefers the exact name over names that differ in case', () => {
  expect(read('Van 10\nVAN 10').ids).toEqual(['d-6', 'd-5']);
  expect(read('vAN 10')).toMatchObject({ ids: [], problems: [{ text: 'vAN 10' }] });
});

test('prefers an id over the same text as a name', () => {
  expect(read('Van 7').ids).toEqual(['Van 7']);
});

test('finds a name with a comma as a whole line', () => {
  expect(read('Lorry, blue').ids).toEqual(['d-4']);
  expect(read('"Lorry, blue"').ids).toEqual(['d-4']);
});

test('reports unmatched and ambiguous entries once, with the devices that they may mean', () => {
  const { ids, problems } = read('Van 9\nnobody, d-1\nnobody');
  expect(ids).toEqual(['d-1']);
  expect(problems).toEqual([
    { text: 'Van 9', found: [devices[1], devices[2]] },
    { text: 'nobody', found: [] },
  ]);
});

test('reads back any list of ids, whatever the separator', () => {
  fc.assert(
    fc.property(
      fc.subarray(devices.map(({ id }) => id)),
      fc.constantFrom('\n', ',', '; ', '\r\n', '\t'),
      (ids, separator) => {
        expect(read(ids.join(separator))).toEqual({ ids, problems: [] });
      },
    ),
  );
});
