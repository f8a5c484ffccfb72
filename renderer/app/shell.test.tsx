import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { defaultSettings } from '#shared/domain/settings';
import type { Group } from '#shared/domain/group';
import { groupOf, userOf } from '#shared/domain/records.test-support';
import type { User } from '#shared/domain/user';
import type { FleetClient } from '#engines/fleet';
import { createFleetStore, FleetProvider } from '#features/fleet';
import { createMapStore, MapStoreProvider } from '#features/map';
import { showAccount } from '#lib/account-scope';
import { answer, notify } from '../../test/support/window/main';
import { show } from '../../test/support/window/show';
import { HeaderSearch } from './shell';

const listed = <T,>(items: Partial<T>[]) => ({
  items: items as T[],
  asOf: 1,
  skippedRecords: 0,
  fault: null,
});

beforeEach(() => {
  answer('settings', { current: () => defaultSettings });
  notify.settings.changed(defaultSettings);
  answer('groups', {
    list: () => listed<Group>([groupOf('g', { name: 'Cold chain' })]),
  });
  answer('users', {
    list: () => listed<User>([userOf('u', { name: 'Lucía Pérez', email: 'lucia@fleet.example' })]),
  });
  showAccount(null);
  showAccount('account');
});

function showSearch() {
  const client = {
    subscribe: () => () => {},
    find: async () => [],
    labels: async () => [],
    setQuery: async () => {},
    select: async () => {},
  } as unknown as FleetClient;
  const fleet = createFleetStore(client, { getItem: () => null, setItem: () => undefined });
  const shown = show(
    <FleetProvider value={fleet}>
      <MapStoreProvider value={createMapStore()}>
        <HeaderSearch />
      </MapStoreProvider>
    </FleetProvider>,
  );
  return { ...shown, fleet };
}

test.each([
  ['lucia', 'Users', 'Lucía Pérez'],
  ['cold chain', 'Groups', 'Cold chain'],
  ['time zone', 'Settings', 'Times are shown in the zone of'],
  ['units', 'Settings', 'Units'],
  ['hide names', 'Settings', 'Hide names in notifications'],
  ['offline', 'Actions', 'Add offline map…'],
  ['help', 'Actions', 'Keyboard shortcuts'],
  ['print', 'Actions', 'Share a day'],
  ['jobs', 'Pages', 'Activity: Jobs'],
  ['split', 'Map and layout', 'Layout: Split'],
  ['raw', 'Settings', 'Show raw data in details'],
])('"%s" finds under %s: %s', async (word, heading, name) => {
  const { user } = showSearch();
  await user.type(screen.getByRole('combobox'), word);
  const group = await screen.findByRole('group', { name: heading });
  expect(within(group).getByText(name)).toBeTruthy();
});

test('what can be done at once is not found in the settings too', async () => {
  const { user } = showSearch();
  await user.type(screen.getByRole('combobox'), 'diagnostics');
  expect(await screen.findAllByText('Diagnostics')).toHaveLength(1);
});

test('"near" and a town searches the fleet around it', async () => {
  const { user, fleet } = showSearch();
  await user.type(screen.getByRole('combobox'), 'near Lyon{Enter}');
  await expect.poll(() => fleet.getState().query.search).toBe('near Lyon');
});

test('a group shows its devices on the fleet page', async () => {
  const { user, fleet } = showSearch();
  await user.type(screen.getByRole('combobox'), 'cold chain');
  await screen.findByRole('group', { name: 'Groups' });
  await user.keyboard('{Enter}');
  await expect.poll(() => fleet.getState().query.group).toBe('g');
});
