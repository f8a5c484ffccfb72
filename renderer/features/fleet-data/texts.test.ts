import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packTexts, textAt } from '#shared/fleet/columns';
import { fold, textsOf } from './texts';

describe('textsOf', () => {
  it('splits every text out of the column, in any alphabet', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
        expect(textsOf(packTexts(texts))).toEqual(texts);
      }),
    );
  });

  it('preserves a leading byte order mark and empty texts', () => {
    const texts = ['', '\ufeffVan', '', '🚚 1', 'Ñandú'];
    expect(textsOf(packTexts(texts))).toEqual(texts);
    expect(textAt(packTexts(texts), 3)).toBe('🚚 1');
  });
});

describe('fold', () => {
  it('makes case, accents and typographic variants equal', () => {
    expect(fold('CAMIÓN ﬁ Ⅳ')).toBe('camion fi iv');
    expect(fold('cami\u006f\u0301n')).toBe(fold('camión'));
  });
});
