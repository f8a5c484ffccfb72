import { expect, test } from 'vitest';
import { filterText } from './list-text';

test('names what is set and nothing else', () => {
  expect(filterText([null, undefined, ''], '  ')).toBe('');
  expect(filterText(['Limits', null], ' van ')).toBe('Limits; search “van”');
});
