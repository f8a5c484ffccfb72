import { beforeEach, expect, test } from 'vitest';
import type { FleetStore } from '#features/fleet';
import { showAccount } from '#lib/account-scope';
import { chooseDevices, historyStore, openHistory, takeSelected } from './history-store';

/** A fleet with one selected device. */
const fleet = (id: string | null, picks: number) =>
  ({
    getState: () => ({ selected: id && { id, index: 0 }, picks }),
    client: { labels: (ids: string[]) => Promise.resolve(ids.map((each) => `Name of ${each}`)) },
  }) as unknown as FleetStore;

const shown = () => historyStore.getState().devices.map(({ id }) => id);

beforeEach(() => {
  showAccount(null);
  showAccount('account');
});

test('shows today of the device that is selected in the fleet', async () => {
  expect(await takeSelected(fleet(null, 0))).toBe(false);
  expect(shown()).toEqual([]);
  historyStore.setState({ choice: { preset: 'week' } });
  expect(await takeSelected(fleet('van', 1))).toBe(true);
  expect(historyStore.getState()).toMatchObject({
    devices: [{ id: 'van', label: 'Name of van' }],
    choice: { preset: 'today' },
  });
});

test('devices chosen here stay until another one is picked in the fleet', async () => {
  await takeSelected(fleet('van', 1));
  chooseDevices([{ id: 'bus', label: 'Bus' }]);
  await takeSelected(fleet('van', 1));
  expect(shown()).toEqual(['bus']);
  await takeSelected(fleet('car', 2));
  expect(shown()).toEqual(['car']);
});

test('a device that the page is opened for is not replaced, before and after', async () => {
  await takeSelected(fleet('van', 1));
  openHistory({ id: 'bus', label: 'Bus' }, { from: 0, to: 1 });
  await takeSelected(fleet('car', 2));
  await takeSelected(fleet('car', 2));
  expect(shown()).toEqual(['bus']);
  expect(historyStore.getState().choice).toEqual({ preset: 'custom', range: { from: 0, to: 1 } });
});

test('a name that arrives after the account was left is ignored', async () => {
  const late = takeSelected(fleet('van', 1));
  showAccount(null);
  showAccount('other');
  await late;
  expect(shown()).toEqual([]);
});
