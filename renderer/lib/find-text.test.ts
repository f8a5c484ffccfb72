import { describe, expect, it, test } from 'vitest';
import { searchForm } from '#shared/domain/text';
import { nameRank, nameSearch, searchRanks, withWords } from './find-text';

const find = (items: string[], search: string) => withWords(items, search, (text) => text);

test('requires every word, ignoring accents and case', () => {
  expect(find(['Žuti kamion', 'zuti kombi', 'Crveni kamion'], 'ZUTI kam')).toEqual(['Žuti kamion']);
});

const rank = (name: string, search: string) => nameRank(searchForm(name), nameSearch(search));

describe('nameRank', () => {
  it('prefers the whole name to its beginning, a word, and a part of a word', () => {
    expect(
      ['Big van', 'Caravan', 'Van 10', 'Van', 'Lorry'].map((name) => rank(name, 'van')),
    ).toEqual([
      searchRanks.wordStart,
      searchRanks.inName,
      searchRanks.nameStart,
      searchRanks.name,
      searchRanks.elsewhere,
    ]);
  });

  it('does not depend on accents, case, spaces and the order of words', () => {
    expect(rank('Camión Ñandú 10', 'nandu  CAMION')).toBe(searchRanks.wordStart);
    expect(rank('Van 12', ' VAN  12 ')).toBe(searchRanks.name);
  });

  it.each(['München', 'Munchen', 'muenchen'])('takes %s for the whole of München', (search) => {
    expect(rank('München', search)).toBe(searchRanks.name);
    expect(rank('München Nord', search)).toBe(searchRanks.nameStart);
    expect(rank('Depot München', search)).toBe(searchRanks.wordStart);
    expect(rank('Muenchen', search)).toBe(searchRanks.name);
  });

  test.each(['(', '[a', '\\', '*', '-', 'a-b', '/'])('%s is text and no pattern', (text) => {
    expect(rank(`x ${text} y`, text)).toBeLessThan(searchRanks.elsewhere);
    expect(rank('other', text)).toBe(searchRanks.elsewhere);
  });

  it('needs every word', () => {
    expect(rank('Van', 'van truck')).toBe(searchRanks.elsewhere);
  });
});
