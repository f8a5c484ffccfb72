import { expect, test } from 'vitest';
import { findCommands, type Command } from './command-search';

const command = (kind: Command['kind'], name: string): Command => ({ kind, name, run: () => {} });
const commands = [
  command('page', 'Users'),
  command('page', 'Fleet'),
  command('action', 'New user'),
];
const device = (id: string, label: string) => ({ id, label, description: '' });

test('pages, actions and devices are ordered together by how well their names answer', () => {
  const devices = [device('1', 'Bus user'), device('2', 'User'), device('3', 'Named otherwise')];
  expect(findCommands(commands, devices, 'user').map(({ name }) => name)).toEqual([
    'User',
    'Users',
    'New user',
    'Bus user',
    'Named otherwise',
  ]);
});

test('nothing typed lists every page and action', () => {
  expect(findCommands(commands, [], ' ')).toHaveLength(3);
});

test('devices of the same name stay apart', () => {
  const found = findCommands([], [device('1', 'Van'), device('2', 'Van')], 'van');
  expect(new Set(found.map(({ key }) => key)).size).toBe(2);
});
