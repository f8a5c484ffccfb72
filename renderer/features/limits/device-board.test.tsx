import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Group } from '#shared/domain/group';
import type { FleetClient } from '#engines/fleet';
import { createFleetStore, FleetProvider, GroupSelect } from '#features/fleet';
import { showAccount } from '#lib/account-scope';
import { answer, notify } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { useBoardDevices, useGroupScope } from './device-board';

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

test('a group shows its devices, and no group those that are in none', async () => {
  const group = (id: string, name: string, deviceIds: string[]) =>
    ({
      id,
      name,
      deviceIds,
      description: null,
      createdAt: null,
      modifiedAt: null,
      extra: {},
    }) as Group;
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
  store.setState({ view: { groups } as never });
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
