import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { EditCommand } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';
import { groupOf } from '#shared/domain/records.test-support';
import { statusMirror } from '#features/status';
import { showAccount } from '#lib/account-scope';
import { toasts } from '#lib/toasts';
import { t } from '../../../test/support/english';
import { answer } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { draftStore, draftOf } from './drafts';
import { UnsavedDrafts } from './unsaved-drafts';

const group = (id: string) => groupOf(id, { name: `Group ${id}` });
const stage = (id: string, description: string) =>
  draftStore.stage(draftOf('group', group(id)), { description });
const isOnline = (mode: 'live' | 'offline') =>
  act(() => statusMirror.setState({ value: { mode } as never }));

let sent: string[];
let onSent: () => void;

beforeEach(() => {
  sent = [];
  onSent = () => undefined;
  answer('drafts', { all: () => [], put: () => undefined, remove: () => undefined });
  answer('records', {
    edit: (command: EditCommand) => {
      const { base } = command as { base: Group };
      sent.push(base.id);
      onSent();
      return base.id === 'changed'
        ? { status: 'conflict', conflicts: [], theirs: base }
        : { status: 'saved', record: base, journalId: null };
    },
  } as never);
  showAccount(null);
  showAccount('a');
  isOnline('live');
});

const checks = {
  user: () => null,
  group: ({ edit }: { edit: object }) =>
    'description' in edit && edit.description === '' ? 'Describe it.' : null,
  limits: () => null,
};
const said = () => toasts.getState().shown.map(({ title, text }) => [title, text]);

test('all drafts are saved at once, and what stays a draft is named with its reason', async () => {
  const { user } = show(<UnsavedDrafts checks={checks} />);
  act(() => ['a', 'changed', 'b'].forEach((id) => stage(id, 'new')));
  act(() => stage('wrong', ''));
  await user.click(screen.getByRole('button'));
  await user.click(
    await screen.findByRole('menuitem', { name: t('edits.drafts.saveAll', { count: 4 }) }),
  );
  await expect.poll(said).toEqual([
    [t('edits.drafts.saved', { count: 2 }), undefined],
    [
      t('edits.drafts.notSaved', { count: 2 }),
      [
        t('edits.drafts.problem', {
          record: 'Group changed',
          problem: t('edits.drafts.changedByOthers'),
        }),
        t('edits.drafts.problem', { record: 'Group wrong', problem: 'Describe it.' }),
      ].join(' '),
    ],
  ]);
  expect(sent).toEqual(['a', 'changed', 'b']);
  expect([...draftStore.getState().drafts.keys()]).toEqual(['group:changed', 'group:wrong']);
});

test('without a connection nothing is sent, and it is offered when there is one again', async () => {
  const { user } = show(<UnsavedDrafts checks={checks} />);
  isOnline('offline');
  act(() => stage('a', 'new'));
  await user.click(screen.getByRole('button'));
  const item = await screen.findByRole('menuitem', {
    name: new RegExp(t('edits.offline')),
  });
  expect(item.hasAttribute('data-disabled')).toBe(true);
  isOnline('live');
  expect(said()).toEqual([[t('edits.drafts.online'), t('edits.drafts.waiting', { count: 1 })]]);
  toasts.getState().shown[0]!.actions![0]!.run();
  await expect.poll(() => sent).toEqual(['a']);
});

test('the rest is not sent after the account was left, and nothing is said in the next one', async () => {
  const { user } = show(<UnsavedDrafts checks={checks} />);
  act(() => ['a', 'b'].forEach((id) => stage(id, 'new')));
  onSent = () => queueMicrotask(() => showAccount('other'));
  await user.click(screen.getByRole('button'));
  await user.click(
    await screen.findByRole('menuitem', { name: t('edits.drafts.saveAll', { count: 2 }) }),
  );
  await expect.poll(() => sent).toEqual(['a']);
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(sent).toEqual(['a']);
  expect(said()).toEqual([]);
});
