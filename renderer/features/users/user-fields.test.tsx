import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Draft, EditCommand } from '#shared/domain/edit';
import { userOf } from '#shared/domain/records.test-support';
import type { User } from '#shared/domain/user';
import { draftStore, RecordEditor } from '#features/edits';
import { showAccount } from '#lib/account-scope';
import { t } from '../../../test/support/english';
import { answer } from '../../../test/support/window/main';
import { show } from '../../../test/support/window/show';
import { PasswordField, TagsField } from './user-fields';
import { userProblems } from './user-rules';

const ana = userOf('u1', { name: 'Ana', tags: { shift: 'day' } });

/** The editor of Ana with two of its fields, and what reaches main. */
function open(record: User = ana) {
  const stored: Omit<Draft, 'savedAt'>[] = [];
  const sent: EditCommand[] = [];
  answer('drafts', {
    all: () => [],
    put: (draft) => void stored.push(draft),
    remove: () => undefined,
  });
  answer('records', {
    edit: (command) => {
      sent.push(command);
      return { status: 'saved', record, journalId: null };
    },
  });
  showAccount(null);
  showAccount('account');
  const nothing = () => undefined;
  const { user } = show(
    <RecordEditor
      kind="user"
      editing={{
        draftKey: 'user:u1',
        record,
        onBack: nothing,
        onSaved: nothing,
        onDelete: nothing,
        onCreateAnew: nothing,
      }}
      problemsOf={userProblems}
    >
      <PasswordField />
      <TagsField />
    </RecordEditor>,
  );
  return { user, stored, sent };
}

test('a typed password is in no draft, in no markup and sent once', async () => {
  const { user, stored, sent } = open();
  await user.type(screen.getByLabelText(/^New password/), 'swordfish');
  expect(JSON.stringify([...draftStore.getState().drafts.values()])).not.toContain('swordfish');
  expect(document.body.innerHTML).not.toContain('swordfish');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(sent).toMatchObject([{ edit: { password: 'swordfish' } }]));
  await waitFor(() => expect(draftStore.getState().drafts.size).toBe(0));
  expect(JSON.stringify(stored)).not.toContain('swordfish');
  expect(screen.getByLabelText(/^New password/)).toHaveProperty('value', '');
});

test('tags need names of their own, and one is removed alone', async () => {
  const { user } = open();
  const add = screen.getByRole('button', { name: t('users.editor.addTag') });
  await user.click(add);
  expect(add).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText(t('users.editor.tagName', { number: 2 })), 'shift');
  expect(screen.getAllByText(t('users.editor.sameTag'))).toHaveLength(2);
  await user.type(screen.getByLabelText(t('users.editor.tagName', { number: 2 })), 's');
  await user.click(
    screen.getByRole('button', { name: t('users.editor.removeTag', { tag: 'shift' }) }),
  );
  const group = screen.getByRole('group', { name: 'Tags' });
  expect(within(group).getAllByRole('textbox')).toHaveLength(2);
  expect(draftStore.getState().drafts.get('user:u1')?.edit).toEqual({ tags: { shifts: '' } });
});

test('a list that was not understood cannot be changed', () => {
  open({ ...ana, tags: {}, gaps: { notUnderstood: { tags: 7 } } });
  expect(screen.getByText(/It cannot be changed here/)).toBeTruthy();
  expect(screen.getByText(t('users.editor.addTag')).closest('[inert]')).toBeTruthy();
});
