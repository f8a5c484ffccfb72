import { expect, test } from 'vitest';
import { filterText } from './use-list';
import { format } from '../../test/support/english';

test('names what is set and nothing else', () => {
  expect(filterText([null, undefined, ''], '  ', format)).toBe('');
  expect(filterText(['Limits', null], ' van ', format)).toBe('Limits; search “van”');
});
