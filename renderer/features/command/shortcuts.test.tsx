import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { t } from '../../../test/support/english';
import { show } from '../../../test/support/window/show';
import { Shortcuts } from './shortcuts';

test('"?" opens the list of keys, but not where something is typed', async () => {
  const { user } = show(
    <>
      <input aria-label="Note" />
      <Shortcuts />
    </>,
  );
  const dialog = () => screen.queryByRole('dialog', { name: t('command.shortcuts') });
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Why?');
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Why?');
  expect(dialog()).toBeNull();
  await user.click(document.body);
  await user.keyboard('?');
  expect(dialog()).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(dialog()).toBeNull();
});
