import { Menu } from '@mantine/core';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../test/support/window/show';
import { escapeOne, useEscape } from './use-escape';

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

test('one Escape closes one thing: the latest, and what is last after all others', () => {
  const closed: string[] = [];
  const closing = (name: string, isLast = false) => ({
    isLast,
    onEscape: () => void closed.push(name),
  });
  const hidden = { isLast: false, onEscape: () => false as const };
  expect(escapeOne([closing('chip', true), hidden, closing('panel')])).toBe(true);
  expect(closed).toEqual(['panel']);
  expect(escapeOne([closing('chip', true), hidden])).toBe(true);
  expect(closed).toEqual(['panel', 'chip']);
  expect(escapeOne([hidden])).toBe(false);
});
