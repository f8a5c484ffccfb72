import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyFixes, buffersOf, emptyFixColumns, packTexts, takeFixes, textAt } from './columns';

test('texts are unpacked as they were packed', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
      const column = packTexts(texts);
      expect(texts.map((_, i) => textAt(column, i))).toEqual(texts);
    }),
  );
});

test('applying extracted fixes changes their slots and no others', () => {
  const source = emptyFixColumns(4);
  source.latitude[2] = 40.4;
  source.flags[2] = 1;
  const slots = Uint32Array.of(2);
  const target = emptyFixColumns(4);
  applyFixes(target, slots, takeFixes(source, slots));
  expect([...target.latitude]).toEqual([NaN, NaN, 40.4, NaN]);
  expect([...target.flags]).toEqual([0, 0, 1, 0]);
});

test('finds every buffer of a message for the transfer list', () => {
  expect(buffersOf({ a: packTexts(['x']), b: { c: new Uint8Array(1) }, d: null })).toHaveLength(3);
});
