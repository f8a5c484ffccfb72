import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FleetClient } from '#engines/fleet';
import { createFleetStore, FleetProvider } from '#features/fleet';
import { showAccount } from '#lib/account-scope';
import { answer, notify } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { useBoardDevices } from './device-board';

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
