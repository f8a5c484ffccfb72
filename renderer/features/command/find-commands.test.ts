import { expect, test } from 'vitest';
import {
  commandFinder,
  inSections,
  rankedDevices,
  withoutSearch,
  type Command,
  type CommandKind,
} from './find-commands';

const command = (kind: CommandKind, name: string, keywords = ''): Command => ({
  kind,
  id: name,
  name,
  keywords,
  run: () => {},
});
const commands = [
  command('page', 'Users', 'people'),
  command('page', 'Fleet'),
  command('action', 'New user'),
  command('user', 'Lucía Pérez'),
  command('setting', 'Times are shown in the zone of', 'time zone clock'),
];
const find = (search: string, devices: Command[] = []) =>
  inSections([...rankedDevices(devices, search), ...commandFinder(commands)(search)]).map(
    ({ kind, commands: under }) => [kind, ...under.map(({ name }) => name)],
  );

test('what answers best is first, and what else is of its kind is with it', () => {
  const devices = [command('device', 'Bus user'), command('device', 'User')];
  expect(find('user', devices)).toEqual([
    ['device', 'User', 'Bus user'],
    ['page', 'Users'],
    ['action', 'New user'],
  ]);
  expect(find('users')).toEqual([['page', 'Users']]);
});

test('accents do not matter, other words for a thing do, and a word of nothing finds nothing', () => {
  expect(find('lucia')).toEqual([['user', 'Lucía Pérez']]);
  expect(find('time zone')).toEqual([['setting', 'Times are shown in the zone of']]);
  expect(find('people')).toEqual([['page', 'Users']]);
  expect(find('window')).toEqual([]);
  expect(find('lock')).toEqual([]);
});

test('a device that was found by something else than its name comes after every name', () => {
  expect(find('fleet', [command('device', 'Van 12')])).toEqual([
    ['page', 'Fleet'],
    ['device', 'Van 12'],
  ]);
});

test('no kind shows so many that the others cannot be seen', () => {
  const vans = Array.from({ length: 40 }, (_, index) => command('device', `User ${index}`));
  const [devices, pages] = find('user', vans);
  expect(devices).toHaveLength(1 + 8);
  expect(pages).toEqual(['page', 'Users']);
});

test('before anything is typed it is what was opened last, then the actions, and no page', () => {
  const recent = [command('device', 'Van 12')];
  const shown = withoutSearch(recent, commands).map(({ kind, commands: under }) => [
    kind,
    ...under.map(({ name }) => name),
  ]);
  expect(shown).toEqual([
    ['recent', 'Van 12'],
    ['action', 'New user'],
  ]);
});
