import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PlaceEvent, PlaceRule } from '#shared/domain/place-rules';
import { depot, placeId } from '#shared/domain/places.test-support';
import { createFleetStore, FleetProvider } from '#features/fleet';
import { createMapStore, MapStoreProvider } from '#features/map';
import { showAccount } from '#lib/account-scope';
import { toasts } from '#lib/toasts';
import { answer } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { PlacesPage } from './places-page';

/** What main has. */
let rules: Map<string, PlaceRule>;
let events: PlaceEvent[];

const client = {
  subscribe: () => () => undefined,
  placeCounts: () => Promise.resolve({ places: [], outside: 0 }),
  labels: (ids: string[]) => Promise.resolve(ids),
} as never;

beforeEach(() => {
  rules = new Map();
  events = [];
  answer('places', { all: () => [depot({ name: 'North' })] });
  answer('placeRules', {
    all: () => [...rules.values()],
    change: ({ put, removed }) => {
      const ids = [...put.map(({ id }) => id), ...removed];
      const before = ids.flatMap((id) => rules.get(id) ?? []);
      const added = ids.filter((id) => !rules.has(id));
      for (const id of removed) rules.delete(id);
      for (const rule of put) rules.set(rule.id, rule);
      return { put: before, removed: added };
    },
    events: () => events,
    overview: () => ({ open: events.length, revision: 1 }),
  });
  showAccount('ana');
});
afterEach(() => showAccount(null));

const showPage = () =>
  show(
    <FleetProvider value={createFleetStore(client, window.localStorage)}>
      <MapStoreProvider value={createMapStore()}>
        <PlacesPage onVisits={() => undefined} />
      </MapStoreProvider>
    </FleetProvider>,
  );

test('a rule is added in a sentence, turned off, deleted, and restored by Undo', async () => {
  const { user } = showPage();
  await user.click(await screen.findByRole('button', { name: 'Rules…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rules' }));
  // Whoever uses the keyboard is in the dialog, in its form, and back again.
  const hasFocus = (element: HTMLElement) =>
    waitFor(() => expect(document.activeElement).toBe(element));
  await hasFocus(dialog.getByRole('button', { name: 'Add rule' }));
  await user.keyboard('{Enter}');
  const trigger = dialog.getByRole('combobox', { name: 'Notify when' });
  await hasFocus(trigger);
  await user.selectOptions(trigger, 'a device is inside after hours');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Places' }), 'Chosen places');
  await user.click(dialog.getByRole('button', { name: 'Save rule' }));
  expect(dialog.getByText('Choose at least one place.')).toBeTruthy();
  await user.type(dialog.getByRole('combobox', { name: 'Chosen places' }), 'north{Enter}');
  expect(dialog.getByText(/1 of these places has no opening hours/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Save rule' }));
  const sentence = 'All devices: inside North after hours';
  await waitFor(() => dialog.getByRole('switch', { name: sentence }));
  await hasFocus(dialog.getByRole('button', { name: 'Add rule' }));
  await user.click(await dialog.findByRole('switch', { name: sentence }));
  await waitFor(() =>
    expect([...rules.values()]).toMatchObject([
      { trigger: 'isInside', places: [placeId(1)], groups: [], isOn: false },
    ]),
  );
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(rules.size).toBe(0));
  toasts.getState().shown.at(-1)!.actions![0]!.run();
  expect(await dialog.findByRole('switch', { name: sentence })).toBeTruthy();
});

test('what a rule found says between which positions, and nothing more exact', async () => {
  const by = Date.parse('2026-03-02T07:14:20Z');
  const event: PlaceEvent = {
    id: 'e',
    trigger: 'enters',
    ruleId: placeId(9),
    deviceId: 'van',
    placeId: placeId(1),
    place: 'North',
    kind: 'depot',
    after: by - 4 * 60_000,
    by,
    minutes: 60,
    acknowledgedAt: null,
  };
  events = [event, { ...event, id: 'f', after: null }];
  const { user } = showPage();
  await user.click(await screen.findByRole('radio', { name: /Events/ }));
  expect(await screen.findByText(/^Entered North between .*07:10 and .*07:14$/)).toBeTruthy();
  expect(screen.getByText(/^Entered North by .*07:14$/)).toBeTruthy();
});
