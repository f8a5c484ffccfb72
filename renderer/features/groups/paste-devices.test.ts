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

test('one per line, by commas, semicolons and tabs, by name or id, each once', () => {
  expect(read('d-1\r\nd-2, d-3;d-1\n\n\td-5')).toEqual({
    ids: ['d-1', 'd-2', 'd-3', 'd-5'],
    problems: [],
  });
});

test('case and accents do not matter where the name is the only one so', () => {
  expect(read('camion nandu 10').ids).toEqual(['d-1']);
});

test('the name as it is written wins over others that differ in case', () => {
  expect(read('Van 10\nVAN 10').ids).toEqual(['d-6', 'd-5']);
  expect(read('vAN 10')).toMatchObject({ ids: [], problems: [{ text: 'vAN 10' }] });
});

test('an id wins over the same text as a name', () => {
  expect(read('Van 7').ids).toEqual(['Van 7']);
});

test('a name with a comma is found as a whole line', () => {
  expect(read('Lorry, blue').ids).toEqual(['d-4']);
  expect(read('"Lorry, blue"').ids).toEqual(['d-4']);
});

test('what is unmatched or ambiguous is told with the reason, once', () => {
  const { ids, problems } = read('Van 9\nnobody, d-1\nnobody');
  expect(ids).toEqual(['d-1']);
  expect(problems).toEqual([
    { text: 'Van 9', reason: '2 devices have this name: paste the id of one (d-2, d-3).' },
    { text: 'nobody', reason: 'No device has this name or id.' },
  ]);
});

test('any list of ids is read back whole, however it is separated', () => {
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
