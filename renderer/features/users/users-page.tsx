import { useCallback, useState } from 'react';
import { useStore } from 'zustand';
import type { UserEdit } from '#shared/domain/edit';
import type { User } from '#shared/domain/user';
import { keepUser, UndoNotice, userLabel, useUsers, type Done } from '#features/account';
import { draftBook, useDrafts, useOpenedDraft } from '#features/drafts';
import { DeleteUser } from './delete-user';
import { usersView } from './store';
import { UserEditor } from './user-editor';
import { UserList } from './user-list';

interface Editing {
  key: string;
  /** As they were when the editor opened: they may leave the list while it is open. */
  user: User | null;
}

const newKey = () => `user:new:${crypto.randomUUID()}`;
const select = (selectedId: string | null) => usersView.setState({ selectedId });

/** The account's users: the list and the editor. */
export function UsersPage() {
  const users = useUsers();
  const drafts = useDrafts();
  const selectedId = useStore(usersView, (state) => state.selectedId);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [deleting, setDeleting] = useState<User | null>(null);
  const [done, setDone] = useState<Done | null>(null);

  const edit = (user: User | null) => {
    setDone(null);
    setEditing({ key: user ? `user:${user.id}` : newKey(), user });
  };
  useOpenedDraft(
    'user',
    useCallback((key: string) => {
      const base = draftBook.getState().drafts.get(key)?.base ?? null;
      setEditing({ key, user: base as User | null });
    }, []),
  );
  const onSaved = (record: User, journalId: string | null, isNew: boolean) => {
    const name = userLabel(record);
    keepUser(record);
    setEditing(null);
    select(record.id);
    setDone({
      title: isNew
        ? `${name} was created.`
        : journalId === null
          ? `${name} was so already; nothing had to be sent.`
          : `${name} was saved.`,
      journalId,
    });
  };
  const onDeleted = (user: User, journalId: string | null) => {
    setDeleting(null);
    setEditing(null);
    select(null);
    draftBook.discard(`user:${user.id}`);
    const name = userLabel(user);
    setDone({
      title: journalId === null ? `Somebody had deleted ${name} already.` : `${name} was deleted.`,
      journalId,
      afterUndo: 'The user has a new id and no password: set one to let them log in.',
    });
  };
  const createAnew = (whole: UserEdit) => {
    const key = newKey();
    const label = whole.name?.trim() || 'New user';
    draftBook.stage({ key, kind: 'user', label, base: null }, whole);
    setEditing({ key, user: null });
  };
  return (
    <>
      {editing ? (
        <UserEditor
          key={editing.key}
          draftKey={editing.key}
          user={users.find(({ id }) => id === editing.user?.id) ?? editing.user}
          onBack={() => setEditing(null)}
          onSaved={onSaved}
          onDelete={setDeleting}
          onCreateAnew={createAnew}
        />
      ) : (
        <UserList
          notice={
            done && <UndoNotice key={done.title} done={done} onDismiss={() => setDone(null)} />
          }
          selectedId={selectedId}
          onSelect={select}
          hasDraft={(id) => drafts.has(`user:${id}`)}
          onNew={() => edit(null)}
          onEdit={edit}
          onDelete={setDeleting}
        />
      )}
      {deleting && (
        <DeleteUser
          user={deleting}
          onDeleted={(journalId) => onDeleted(deleting, journalId)}
          onCancel={() => setDeleting(null)}
        />
      )}
    </>
  );
}
