import { expect, test } from 'vitest';
import { formats } from './tables';

// The numbers are part of what is authenticated: with another one the stored bodies cannot be read. A new
// number needs a migration, and then stands here.
test('the layout versions are those of the files that users have', () => {
  const { fix_columns: fixColumns, ...others } = formats;
  expect(fixColumns).toBe(2);
  expect(new Set(Object.values(others))).toEqual(new Set([1]));
  expect(Object.keys(formats)).toHaveLength(19);
});
