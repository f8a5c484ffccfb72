import { expect, test } from 'vitest';
import { groupOptions, newGroupName } from './new-group-option';

const groups = [
  { id: 'g1', name: 'Depot', description: null, deviceIds: [] },
  { id: 'g2', name: 'Vans', description: null, deviceIds: [] },
] as unknown as Parameters<typeof groupOptions>[0];
const labels = (chosen: string[], typed: string) =>
  groupOptions(groups, chosen, typed).map(({ label }) => label);

test('offers a group of the typed name unless there is one', () => {
  expect(labels([], '')).toEqual(['Depot', 'Vans']);
  expect(labels([], ' Night ')).toEqual(['Depot', 'Vans', 'Create group “Night”']);
  expect(labels([], 'DEPOT')).toEqual(['Depot', 'Vans']);
  expect(labels([], '\u200bＤepot\u00a0')).toEqual(['Depot', 'Vans']);
});

test('a chosen new group is offered once and can be told from an existing one', () => {
  expect(labels(['new:Night'], 'Night')).toEqual(['Depot', 'Vans', 'Night (new)']);
  expect(['new:Night', 'g1'].map(newGroupName)).toEqual(['Night', null]);
});
