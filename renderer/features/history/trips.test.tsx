import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyTrack } from '#shared/history/track';
import { defaultTripRules } from '#shared/domain/history';
import type { Journey } from '#shared/history/trips';
import { createFleetStore, FleetProvider } from '#features/fleet';
import { PlaceDialog } from '#features/places';
import { createMapStore, MapStoreProvider } from '#features/map';
import { showAccount } from '#lib/account-scope';
import { answer } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import type { ShownTrack } from './history-store';
import { tripRows } from './trip-rows';
import { TripsPanel } from './trips';

const stopped = { latitude: 45.123, longitude: 15 };
const journey: Journey = [
  { kind: 'stop', from: 0, to: 600_000, fromRow: 0, toRow: 1, ...stopped },
  {
    kind: 'trip',
    from: 600_000,
    to: 1_200_000,
    fromRow: 1,
    toRow: 2,
    start: stopped,
    end: { latitude: 46, longitude: 16 },
    metres: 1200,
    maxSpeed: null,
    hasGap: false,
  },
];

const client = {
  subscribe: () => () => undefined,
  places: () => Promise.resolve([]),
} as never;

beforeEach(() => {
  answer('places', { all: () => [] });
  showAccount('ana');
});
afterEach(() => showAccount(null));

test('the menu of a stop names its position as a place; a trip is not at one position', async () => {
  const { rows, groups } = tripRows([journey], defaultTripRules, 'UTC');
  const tracks = [
    { key: 'a', deviceId: 'a', label: 'Van 1', colour: '#123456', columns: emptyTrack() },
  ] as unknown as ShownTrack[];
  const { user } = show(
    <FleetProvider value={createFleetStore(client, window.localStorage)}>
      <MapStoreProvider value={createMapStore()}>
        <TripsPanel
          tracks={tracks}
          trips={{ tracks, rows, groups, stops: [], isBusy: false }}
          rows={rows}
          isOneDay
          selectedId={null}
          onSelect={() => undefined}
          onPlay={() => undefined}
        />
        <PlaceDialog />
      </MapStoreProvider>
    </FleetProvider>,
  );
  fireEvent.contextMenu(await screen.findByRole('row', { name: /^Trip of Van 1/ }));
  expect(screen.queryByRole('menu')).toBeNull();
  fireEvent.contextMenu(screen.getByRole('row', { name: /^Stop of Van 1/ }));
  const menu = await screen.findByRole('menu');
  await user.click(within(menu).getByRole('menuitem', { name: 'New place here…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New place' }));
  const centre = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Centre' });
  expect(centre.value).toMatch(/^45\.123/);
});
