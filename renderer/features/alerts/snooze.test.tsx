import { Menu } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showAccount } from '#lib/account-scope';
import { answer } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { MuteItems } from './snooze';

afterEach(() => showAccount(null));

const muted: (string | null)[] = [];

function menu() {
  return show(
    <Menu opened>
      <Menu.Target>
        <button type="button">Menu</button>
      </Menu.Target>
      <Menu.Dropdown>
        <MuteItems device={{ id: 'a', label: 'Van 1' }} />
      </Menu.Dropdown>
    </Menu>,
  );
}

test('a device is not muted in an account that is opened meanwhile', async () => {
  muted.length = 0;
  answer('alerts', {
    snoozes: () => ({}),
    snooze: ({ deviceId }) => {
      muted.push(deviceId);
    },
  });
  showAccount('ana');
  const { user } = menu();
  await user.click(await screen.findByRole('menuitem', { name: '1 hour' }));
  await waitFor(() => expect(muted).toEqual(['a']));
  answer('alerts', {
    snoozes: async () => {
      await Promise.resolve();
      showAccount('bob');
      return {};
    },
  });
  await user.click(screen.getByRole('menuitem', { name: '4 hours' }));
  await new Promise((done) => setTimeout(done));
  expect(muted).toEqual(['a']);
});
