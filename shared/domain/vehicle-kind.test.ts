import { expect, test } from 'vitest';
import { kindOfTag } from './vehicle-kind';

test.each([
  ['type', 'van', 'van'],
  ['Vehicle type', ' HGV ', 'truck'],
  ['asset-type', 'Semi-trailer', 'trailer'],
  ['icon', 'Boat', 'boat'],
])('the tag %s: %s states a kind', (name, value, kind) => {
  expect(kindOfTag(name, value)).toBe(kind);
});

test.each([
  ['driver', 'van'],
  ['type', 'vanilla'],
  ['type', 'constructor'],
  ['team', 'Truck 9'],
  ['type', ''],
])('the tag %s: %s states none', (name, value) => {
  expect(kindOfTag(name, value)).toBeNull();
});
