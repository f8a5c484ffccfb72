import { useStore } from 'zustand';
import { userLabel } from '#shared/domain/user';
import { useRecordPage, useUsers } from '#features/edits';
import { DeleteUser } from './delete-user';
import { usersView } from './store';
import { UserEditor } from './user-editor';
import { UserList } from './user-list';
import { texts } from './users-texts';

const select = (selectedId: string | null) => usersView.setState({ selectedId });

/** The account's users: the list and the editor. */
export function UsersPage() {
  const selectedId = useStore(usersView, (state) => state.selectedId);
  const page = useRecordPage({
    kind: 'user',
    records: useUsers(),
    labelOf: userLabel,
    onSelect: select,
  });
  const { editing, deleting } = page;
  return (
    <>
      {editing ? (
        <UserEditor key={editing.draftKey} editing={editing} />
      ) : (
        <UserList selectedId={selectedId} {...page.list} />
      )}
      {deleting && (
        <DeleteUser
          user={deleting}
          onDeleted={(journalId) =>
            page.onDeleted(deleting, journalId, {
              afterUndo: texts.theUserHasANew,
            })
          }
          onCancel={page.keepIt}
        />
      )}
    </>
  );
}
