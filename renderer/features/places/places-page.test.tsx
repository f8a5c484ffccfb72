import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Place } from '#shared/domain/places';
import { createFleetStore, FleetProvider } from '#features/fleet';
import { createMapStore, MapStoreProvider } from '#features/map';
import { showAccount } from '#lib/account-scope';
import { toasts } from '#lib/toasts';
import { answer } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { newPlaceAt, PlaceDialog } from './place-dialog';
import { PlacesPage } from './places-page';
import { depot, placeId } from '#shared/domain/places.test-support';

/** What main has. */
let stored: Map<string, Place>;

const place = (n: number, name: string) => depot({ id: placeId(n), name });
const client = {
  subscribe: () => () => undefined,
  placeCounts: () =>
    Promise.resolve({ places: [{ id: placeId(1), name: 'North', count: 14 }], outside: 3 }),
} as never;

beforeEach(() => {
  stored = new Map([place(1, 'North'), place(2, 'South')].map((each) => [each.id, each]));
  answer('places', {
    all: () => [...stored.values()],
    change: ({ put, removed }) => {
      const ids = [...put.map((each) => each.id), ...removed];
      const before = ids.flatMap((each) => stored.get(each) ?? []);
      const added = ids.filter((each) => !stored.has(each));
      for (const each of removed) stored.delete(each);
      for (const each of put) stored.set(each.id, each);
      return { put: before, removed: added };
    },
  });
  showAccount('ana');
});
afterEach(() => showAccount(null));

const showPage = () =>
  show(
    <FleetProvider value={createFleetStore(client, window.localStorage)}>
      <MapStoreProvider value={createMapStore()}>
        <PlacesPage onVisits={() => undefined} />
        <PlaceDialog />
      </MapStoreProvider>
    </FleetProvider>,
  );
const namesOf = () => Array.from(stored.values(), ({ name }) => name).toSorted();
const undo = () => toasts.getState().shown.at(-1)!.actions![0]!.run();

test('a place is named where it was chosen on the map, and Undo removes it', async () => {
  const { user } = showPage();
  newPlaceAt({ latitude: 45.1, longitude: 7.7 });
  const dialog = within(await screen.findByRole('dialog', { name: 'New place' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('A place needs a name.')).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Depot East');
  await user.clear(dialog.getByRole('textbox', { name: 'Radius (m)' }));
  await user.type(dialog.getByRole('textbox', { name: 'Radius (m)' }), '80');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(namesOf()).toEqual(['Depot East', 'North', 'South']));
  expect([...stored.values()].at(-1)).toMatchObject({
    shape: { kind: 'circle', centre: [7.7, 45.1], radiusM: 80 },
  });
  undo();
  await waitFor(() => expect(namesOf()).toEqual(['North', 'South']));
});

test('the details say how many devices are there now, and delete the place, which Undo restores', async () => {
  const { user } = showPage();
  await user.click(await screen.findByText('North'));
  const detail = within(screen.getByRole('region', { name: 'Place' }));
  expect(await detail.findByRole('button', { name: 'Show 14 devices' })).toBeTruthy();
  await user.click(detail.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(namesOf()).toEqual(['South']));
  undo();
  await waitFor(() => expect(namesOf()).toEqual(['North', 'South']));
});

test('opening hours are entered by days and times, also over midnight, and stand in the details', async () => {
  const { user } = showPage();
  await user.click(await screen.findByText('North'));
  await user.click(screen.getByRole('button', { name: 'Change…' }));
  const dialog = within(await screen.findByRole('dialog', { name: /North/ }));
  await user.selectOptions(
    dialog.getByRole('combobox', { name: 'Opening hours' }),
    'At these times',
  );
  await user.click(dialog.getByRole('checkbox', { name: 'Friday' }));
  await user.clear(dialog.getByRole('textbox', { name: 'Closes' }));
  await user.type(dialog.getByRole('textbox', { name: 'Closes' }), '02:00');
  expect(dialog.getByText('on the next day')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const night = [[8 * 60, 26 * 60]];
  await waitFor(() =>
    expect(stored.get(placeId(1))!.hours).toEqual([night, night, night, night, [], [], []]),
  );
  expect(await screen.findByText(/Mon, Tue, Wed, Thu: 08:00 – 02:00/)).toBeTruthy();
});

test('the colour of several places is changed at once, and Undo restores each', async () => {
  stored.set(placeId(2), { ...place(2, 'South'), colour: '#8250df' });
  const { user } = showPage();
  for (const name of ['North', 'South']) {
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(name) }));
  }
  await user.click(screen.getByRole('button', { name: 'Colour' }));
  await user.click(await screen.findByRole('menuitem', { name: '#a61e4d' }));
  const colours = () => Array.from(stored.values(), ({ colour }) => colour);
  await waitFor(() => expect(colours()).toEqual(['#a61e4d', '#a61e4d']));
  undo();
  await waitFor(() => expect(colours()).toEqual([null, '#8250df']));
});
