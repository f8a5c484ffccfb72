import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FleetClient, FleetRow } from '#engines/fleet';
import { createFleetStore, FleetProvider } from '#features/fleet';
import { show } from '../../../test/support/window/show';
import { CommandSearch, findCommands, type Command } from './command-search';
import { searchLabel } from './command-messages';

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

test('a new search shows no devices of the one before, nor chooses one of them', async () => {
  const answers = new Map<string, (rows: FleetRow[]) => void>();
  const client = {
    subscribe: () => () => {},
    find: (text: string) => new Promise<FleetRow[]>((resolve) => answers.set(text, resolve)),
  } as unknown as FleetClient;
  const chosen: string[] = [];
  const { user } = show(
    <FleetProvider value={createFleetStore(client, window.localStorage)}>
      <CommandSearch commands={[]} onDevice={(id) => chosen.push(id)} />
    </FleetProvider>,
  );
  const found = (id: string, label: string) => [device(id, label) as FleetRow];
  const field = screen.getByRole('combobox', { name: searchLabel });
  await user.type(field, 'a');
  answers.get('a')!(found('1', 'Alpha'));
  await screen.findByRole('option', { name: /Alpha/ });
  await user.keyboard('{Escape}');
  await user.type(field, 'b');
  expect(screen.queryByRole('option')).toBeNull();
  await user.keyboard('{Enter}');
  expect(chosen).toEqual([]);
  answers.get('b')!(found('2', 'Bravo'));
  await expect.poll(() => chosen).toEqual(['2']);
});
