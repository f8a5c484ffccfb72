import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packTexts, textAt } from '#shared/fleet/columns';
import { textsOf } from './texts';

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
