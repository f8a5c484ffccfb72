import { expect, test } from 'vitest';
import { settingsChangeSchema } from './settings';

test('changing one setting includes no other', () => {
  expect(settingsChangeSchema.parse({ theme: 'dark' })).toEqual({ theme: 'dark' });
  expect(settingsChangeSchema.parse({})).toEqual({});
  expect(settingsChangeSchema.safeParse({ theme: 'pink' }).success).toBe(false);
});
