import { SegmentedControl } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useStore } from 'zustand';
import type { GroupEdit } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';
import type { Loss } from '#shared/domain/sight';
import { groupLabel, keepGroup, UndoNotice, useGroups, type Done } from '#features/account';
import { draftBook, useDrafts, useOpenedDraft } from '#features/drafts';
import { useFormat } from '#lib/use-format';
import { DeleteGroup } from './delete-group';
import { GroupEditor } from './group-editor';
import { GroupList } from './group-list';
import { OverlapView } from './overlap-view';
import { groupsView } from './store';
import { TieAgain } from './tie-again';

interface Editing {
  key: string;
  /** As it was when the editor opened: it may leave the list while it is open. */
  group: Group | null;
}

const newKey = () => `group:new:${crypto.randomUUID()}`;

/** The account's groups: the list, the devices by group, and the editor. */
export function GroupsPage() {
  const groups = useGroups();
  const drafts = useDrafts();
  const { counted } = useFormat();
  const view = useStore(groupsView, (state) => state.view);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [deleting, setDeleting] = useState<Group | null>(null);
  const [done, setDone] = useState<Done | null>(null);

  const edit = (group: Group | null) => {
    setDone(null);
    setEditing({ key: group ? `group:${group.id}` : newKey(), group });
  };
  useOpenedDraft(
    'group',
    useCallback((key: string) => {
      const base = draftBook.getState().drafts.get(key)?.base ?? null;
      setEditing({ key, group: base as Group | null });
    }, []),
  );
  const onSaved = (record: Group, journalId: string | null, isNew: boolean) => {
    const name = groupLabel(record);
    keepGroup(record);
    setEditing(null);
    setSelectedId(record.id);
    setDone({
      title: isNew
        ? `${name} was created.`
        : journalId === null
          ? `${name} was so already; nothing had to be sent.`
          : `${name} was saved.`,
      journalId,
    });
  };
  const onDeleted = (group: Group, journalId: string | null, losses: readonly Loss[]) => {
    setDeleting(null);
    setEditing(null);
    setSelectedId(null);
    draftBook.discard(`group:${group.id}`);
    const name = groupLabel(group);
    const tied = losses.filter(({ user }) => user.group === group.id);
    setDone({
      title: journalId === null ? `Somebody had deleted ${name} already.` : `${name} was deleted.`,
      journalId,
      note:
        losses.length > 0 && `${counted(losses.length, 'user')} lost sight of devices through it.`,
      afterUndo: tied.length > 0 && (
        <TieAgain name={group.name} users={tied.map(({ user }) => user)} />
      ),
    });
  };
  const createAnew = (whole: GroupEdit) => {
    const key = newKey();
    const of = { key, kind: 'group', label: whole.name ?? 'New group', base: null } as const;
    draftBook.stage(of, whole);
    setEditing({ key, group: null });
  };
  const views = (
    <SegmentedControl
      size="xs"
      aria-label="What is listed"
      data={[
        { value: 'groups', label: 'Groups' },
        { value: 'devices', label: 'Devices by group' },
      ]}
      value={view}
      onChange={(next) => groupsView.setState({ view: next as 'groups' | 'devices' })}
    />
  );
  const dialog = deleting && (
    <DeleteGroup
      group={deleting}
      onDeleted={(journalId, losses) => onDeleted(deleting, journalId, losses)}
      onCancel={() => setDeleting(null)}
    />
  );
  if (editing) {
    return (
      <>
        <GroupEditor
          key={editing.key}
          draftKey={editing.key}
          group={groups.find(({ id }) => id === editing.group?.id) ?? editing.group}
          onBack={() => setEditing(null)}
          onSaved={onSaved}
          onDelete={setDeleting}
          onCreateAnew={createAnew}
        />
        {dialog}
      </>
    );
  }
  if (view === 'devices') return <OverlapView views={views} />;
  return (
    <>
      <GroupList
        views={views}
        notice={done && <UndoNotice key={done.title} done={done} onDismiss={() => setDone(null)} />}
        selectedId={selectedId}
        onSelect={setSelectedId}
        hasDraft={(id) => drafts.has(`group:${id}`)}
        onNew={() => edit(null)}
        onEdit={edit}
        onDelete={setDeleting}
      />
      {dialog}
    </>
  );
}
