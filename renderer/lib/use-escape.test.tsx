import { Menu } from '@mantine/core';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../test/support/window/show';
import { useEscape } from './use-escape';

/** Details with a menu. */
function Details() {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  useEscape(close);
  if (!isOpen) return null;
  return (
    <section aria-label="Details">
      <Menu trapFocus={false}>
        <Menu.Target>
          <button type="button">Place</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Copy</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </section>
  );
}

test('Escape closes an open menu that has no focus yet, and nothing below it', async () => {
  const { user } = show(<Details />);
  await user.click(screen.getByRole('button', { name: 'Place' }));
  await user.keyboard('{Escape}');
  await screen.findByRole('button', { name: 'Place', expanded: false });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Details' })).toBeNull();
});
