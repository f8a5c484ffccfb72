import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Dialog } from '#ui/dialog';
import { t } from '../../../test/support/english';
import { answer } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { Help, HelpMenu, NewVersion } from './help';

const info = {
  version: '1.2.0',
  platform: 'other',
  userDataFolder: '',
  computerZone: { zone: 'UTC', isNamed: true },
  presetAddress: null,
  isSafeMode: false,
} as const;
answer('app', { info: () => ({ ...info, policy: [] }) });

// The pages are modules of their own, which a busy machine takes longer than a second to load.
const article = () => screen.findByRole('article', {}, { timeout: 20_000 });
const heading = async (name: string) =>
  within(await article()).findByText(name, { selector: 'h1' }, { timeout: 20_000 });

test('F1 opens the page about what is on screen; its links lead on; Escape closes it', async () => {
  const { user } = show(<Help page="alerts" />);
  await user.keyboard('{F1}');
  await heading('Alerts: the last 24 hours, acknowledge, snooze, mute');
  await user.click(screen.getByRole('button', { name: 'Keyboard' }));
  await heading('Keyboard');
  expect(within(await article()).getAllByRole('table').length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Connect an account' }));
  await user.click(within(await article()).getByRole('link', { name: /find a device/i }));
  await heading('Find a device and see where it is');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('article')).toBeNull();
});

test('a search names the pages with its words, and Enter opens the first', async () => {
  const { user } = show(<Help page="alerts" />);
  await user.keyboard('{F1}');
  await heading('Alerts: the last 24 hours, acknowledge, snooze, mute');
  await user.type(screen.getByRole('textbox', { name: t('help.search') }), 'quiet hours');
  const contents = screen.getByRole('navigation', { name: t('help.contents') });
  expect(within(contents).queryByRole('button', { name: 'Groups' })).toBeNull();
  await user.clear(screen.getByRole('textbox', { name: t('help.search') }));
  await user.type(screen.getByRole('textbox', { name: t('help.search') }), 'groups{Enter}');
  await heading('Groups');
  await user.type(screen.getByRole('textbox', { name: t('help.search') }), ' nosuchword');
  expect(within(contents).getByRole('status').textContent).toBe(t('command.noMatch'));
  await user.keyboard('{Escape}');
});

test('the menu of help has what is new, and a report of a problem that leads to the diagnostics', async () => {
  const { user } = show(
    <>
      <HelpMenu>
        <button type="button">{t('help.title')}</button>
      </HelpMenu>
      <Help page="alerts" />
    </>,
  );
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: t('help.title') }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await choose(t('help.news'));
  await heading(t('help.news'));
  await user.keyboard('{Escape}');
  await choose(`${t('command.shortcuts')} ?`);
  expect(screen.getByRole('dialog', { name: t('command.shortcuts') })).toBeTruthy();
  await user.keyboard('{Escape}');
  await choose(t('help.problem'));
  await heading('Report a problem');
  await user.click(screen.getByRole('button', { name: t('diagnostics.open') }));
  expect(screen.queryByRole('article')).toBeNull();
});

test('F1 in a dialog opens the page about it above it, and Escape goes back to it', async () => {
  const { user } = show(
    <>
      <Dialog opened data-guide="diagnostics" title="Diagnostics" onClose={() => undefined}>
        <button type="button" data-autofocus>
          Check again
        </button>
      </Dialog>
      <Help page="alerts" />
    </>,
  );
  const inDialog = screen.getByRole('button', { name: 'Check again' });
  await waitFor(() => expect(document.activeElement).toBe(inDialog));
  await user.keyboard('{F1}');
  await heading('Find out what is wrong');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('article')).toBeNull();
  expect(document.activeElement).toBe(inDialog);
});

test('after an update a line leads to what is new, until that was read; a first start has none', async () => {
  const updated = () =>
    screen.queryByRole('button', { name: t('help.updated', { version: info.version }) });
  const { user, rerender } = show(<NewVersion />);
  await waitFor(() => expect(window.localStorage.getItem('waypost.news')).toBe('1.2.0'));
  expect(updated()).toBeNull();
  window.localStorage.setItem('waypost.news', '1.1.9');
  rerender(
    <>
      <NewVersion />
      <Help page="alerts" />
    </>,
  );
  await user.click(updated()!);
  await heading(t('help.news'));
  await user.keyboard('{Escape}');
  expect(updated()).toBeNull();
});
