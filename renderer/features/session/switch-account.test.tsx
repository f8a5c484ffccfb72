import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openSession } from '#shared/domain/records.test-support';
import { FaultError } from '#shared/fault';
import { toasts } from '#lib/toasts';
import { unsavedWork } from '#lib/unsaved-work';
import { t } from '../../../test/support/english';
import { answer } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { AccountMenu } from './accounts';
import { sessionMirror } from './store';

const accountOf = (userName: string) => ({
  id: userName,
  address: 'https://a.example',
  userName,
  isDemo: false,
});
const bert = accountOf('Bert');
const named = (name: string) => t('session.userAt', { user: name, address: 'https://a.example' });

// The one opened last comes first.
const session = openSession({ profile: bert, known: [bert, accountOf('Carl'), accountOf('Ana')] });

let opened: string[];

beforeEach(() => {
  opened = [];
  answer('session', { openKnown: ({ id }) => void opened.push(id) });
  sessionMirror.setState({ value: session, fault: null });
  unsavedWork.forget(bert.id);
});

function showMenu() {
  return show(
    <AccountMenu
      onRefresh={() => {}}
      onLock={() => {}}
      sinceYouLeft={{ name: 'Since you left', open: () => {} }}
    />,
  ).user;
}

test('the account menu lists the accounts by name, marks the open one and opens another', async () => {
  const user = showMenu();
  await user.click(screen.getByRole('button', { name: /^Account:/ }));
  const items = ['Ana', 'Bert', 'Carl'].map((name) =>
    screen.getByRole('menuitem', { name: named(name) }),
  );
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'true', null]);
  expect(items.map((item) => item.querySelector('kbd')?.textContent)).toEqual([
    'Ctrl+1',
    'Ctrl+2',
    'Ctrl+3',
  ]);
  await user.click(items[2]!);
  await waitFor(() => expect(opened).toEqual(['Carl']));
});

test('Ctrl with a digit opens the account with that number', async () => {
  const user = showMenu();
  // The open one, one that is not there, and a digit alone.
  await user.keyboard('{Control>}[Digit2][Digit9]{/Control}[Digit3]');
  await user.keyboard('{Control>}[Digit1]{/Control}');
  await waitFor(() => expect(opened).toEqual(['Ana']));
});

test('work that would be lost is asked for before the account is left', async () => {
  unsavedWork.note(bert.id, { changes: 0, passwords: 1, jobs: 0, isStored: true });
  const user = showMenu();
  await user.keyboard('{Control>}[Digit3]{/Control}');
  const leave = await screen.findByRole('button', { name: t('session.leave.confirm') });
  expect(opened).toEqual([]);
  // Not another one while the question is open.
  await user.keyboard('{Control>}[Digit1]{/Control}');
  await user.click(leave);
  await waitFor(() => expect(opened).toEqual(['Carl']));
});

test('an account that cannot be opened says why', async () => {
  answer('session', {
    openKnown: () => {
      throw new FaultError({ kind: 'keychain', reason: 'missing' });
    },
  });
  const user = showMenu();
  await user.keyboard('{Control>}[Digit1]{/Control}');
  await waitFor(() =>
    expect(toasts.getState().shown).toMatchObject([
      { title: t('session.open.named', { account: named('Ana') }) },
    ]),
  );
});
