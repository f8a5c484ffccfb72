import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FleetClient, FleetRow } from '#engines/fleet';
import { createFleetStore, FleetProvider } from '#features/fleet';
import { t } from '../../../test/support/english';
import { show } from '../../../test/support/window/show';
import { CommandSearch } from './command-search';

const device = (id: string, label: string) => ({ id, label, description: '' });

test('a new search shows no devices of the one before, nor chooses one of them', async () => {
  const answers = new Map<string, (rows: FleetRow[]) => void>();
  const client = {
    subscribe: () => () => {},
    find: (text: string) => new Promise<FleetRow[]>((resolve) => answers.set(text, resolve)),
  } as unknown as FleetClient;
  const chosen: string[] = [];
  const { user } = show(
    <FleetProvider value={createFleetStore(client, window.localStorage)}>
      <CommandSearch
        commands={[]}
        commandOf={() => null}
        onDevice={(id) => chosen.push(id)}
        recent={[]}
      />
    </FleetProvider>,
  );
  const found = (id: string, label: string) => [device(id, label) as FleetRow];
  const field = screen.getByRole('combobox', { name: t('command.search') });
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
