import { screen, within } from '@testing-library/react';
import { useMemo } from 'react';
import { expect, test } from 'vitest';
import { noLimits } from '#shared/domain/device';
import { deviceOf, groupOf } from '#shared/domain/records.test-support';
import type { FleetClient } from '#engines/fleet';
import { createFleetStore, FleetProvider, GroupSelect } from '#features/fleet';
import { showAccount } from '#lib/account-scope';
import { useFormat } from '#lib/use-format';
import { answer, notify } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { useList } from '#ui/use-list';
import { boardText, DeviceBoard, useBoardDevices, useGroupScope } from './device-board';
import { limitFilters, limitRows, willReachFilter } from './limit-rows';

function Board() {
  const { devices, fault } = useBoardDevices();
  if (fault) return 'not read';
  return devices === null ? 'loading' : 'read';
}

test('the devices are read once for all that show them, and again when the service has sent the list', async () => {
  let reads = 0;
  answer('limits', {
    devices: () => {
      reads += 1;
      return [];
    },
  });
  const store = createFleetStore({ subscribe: () => undefined } as unknown as FleetClient, {
    getItem: () => null,
    setItem: () => undefined,
  });
  store.setState({ view: { isListed: true } as never });
  showAccount('account');
  show(
    <FleetProvider value={store}>
      <Board />
      <Board />
    </FleetProvider>,
  );
  expect(await screen.findByText('readread')).toBeTruthy();
  expect(reads).toBe(1);
  notify.limits.listed(undefined);
  expect(reads).toBe(2);
});

const group = (id: string, name: string, deviceIds: string[]) => groupOf(id, { name, deviceIds });

/** A fleet with the groups Cold chain and Depot. */
function storeWithGroups() {
  answer('groups', {
    list: () => ({
      items: [group('1', 'Cold chain', ['van']), group('2', 'Depot', ['van', 'truck'])],
      asOf: 1,
      skippedRecords: 0,
      fault: null,
    }),
  });
  const store = createFleetStore({ subscribe: () => undefined } as unknown as FleetClient, {
    getItem: () => null,
    setItem: () => undefined,
  });
  const groups = [
    { id: '1', name: 'Cold chain', count: 1 },
    { id: '2', name: 'Depot', count: 2 },
  ];
  store.setState({ view: { groups, isListed: true } as never });
  return store;
}

test('a group shows its devices, and no group those that are in none', async () => {
  const store = storeWithGroups();
  showAccount('another');
  const ids = ['van', 'truck', 'car'];
  function Scoped() {
    const { group: chosen, setGroup, within } = useGroupScope();
    return (
      <>
        <GroupSelect value={chosen} onChange={setGroup} />
        <output>{ids.filter((id) => within?.({ id }) ?? true).join(' ')}</output>
      </>
    );
  }
  const { user } = show(
    <FleetProvider value={store}>
      <Scoped />
    </FleetProvider>,
  );
  const shown = () => screen.getByRole('status').textContent;
  const choose = (option: string) => user.selectOptions(screen.getByRole('combobox'), option);
  expect(shown()).toBe('van truck car');
  await choose('Cold chain (1)');
  await expect.poll(shown).toBe('van');
  await choose('In no group');
  expect(shown()).toBe('car');
});

test('the devices of a group that will reach a limit today are one choice in the list of groups', async () => {
  const store = storeWithGroups();
  showAccount('a third');
  const noon = Date.UTC(2027, 0, 15, 12);
  const device = (id: string, emailsSentToday: number) =>
    deviceOf(id, {
      limits: { ...noLimits, expires: false, dailyEmailLimit: 100, emailsSentToday },
      receivedAt: noon,
    });
  const rows = limitRows([device('van', 10), device('truck', 75), device('car', 75)], noon, 'UTC');
  function Page() {
    const scope = useGroupScope();
    const format = useFormat();
    const filters = useMemo(() => limitFilters(() => false, format), [format]);
    const list = useList({
      rows,
      within: scope.within,
      filters,
      labelOf: ({ label }) => label,
      textOf: boardText,
    });
    return (
      <>
        <DeviceBoard
          title="Limits"
          list={list}
          rows={rows}
          scope={scope}
          urgent={willReachFilter(format)}
          columns={[]}
          rowLabel={({ label }) => label}
        />
        <output aria-label="Shown">{list.order.join(' ')}</output>
      </>
    );
  }
  const { user } = show(
    <FleetProvider value={store}>
      <Page />
    </FleetProvider>,
  );
  const urgent = await screen.findByRole('group', { name: 'Will reach a limit today' });
  const options = within(urgent).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Depot (1)']);
  const groups = screen.getByRole('combobox', { name: 'Group' });
  await user.selectOptions(groups, options);
  expect(screen.getByRole('status', { name: 'Shown' }).textContent).toBe('truck');
  expect(
    screen.getByRole('button', { name: /^Will reach a limit today/ }).getAttribute('aria-pressed'),
  ).toBe('true');
  expect((groups as HTMLSelectElement).value).toBe('2');
});
