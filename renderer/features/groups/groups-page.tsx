import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { groupLabel, type Group } from '#shared/domain/group';
import type { AccessLoss } from '#shared/domain/access';
import { pickedIds } from '#features/fleet';
import { useGroups, useRecordPage } from '#features/edits';
import { commonTexts } from '#lib/common-texts';
import { useFormat } from '#lib/use-format';
import { DeleteGroup } from './delete-group';
import { GroupEditor } from './group-editor';
import { groupMessages } from './group-messages';
import { GroupList } from './group-list';
import { texts } from './groups-texts';
import { OverlapView } from './overlap-view';
import { groupsView } from './store';
import { ReassignUsers } from './reassign-users';

export function GroupsPage() {
  const groups = useGroups();
  const format = useFormat();
  const view = useStore(groupsView, (state) => state.view);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const page = useRecordPage({
    kind: 'group',
    records: groups,
    labelOf: groupLabel,
    onSelect: setSelectedId,
  });
  const { editing, deleting } = page;
  const onDeleted = (group: Group, journalId: string | null, losses: readonly AccessLoss[]) => {
    const assigned = losses.filter(({ user }) => user.group === group.id);
    page.onDeleted(group, journalId, {
      note: losses.length > 0 && groupMessages.lostAccess(losses.length, format),
      afterUndo: assigned.length > 0 && (
        <ReassignUsers name={group.name} users={assigned.map(({ user }) => user)} />
      ),
    });
  };
  // The devices that are selected in the fleet become members; the editor shows them before it saves.
  const onNew = () => {
    const deviceIds = [...pickedIds()];
    if (deviceIds.length > 0) page.createAnew({ deviceIds });
    else page.list.onNew();
  };
  const views = (
    <SegmentedControl
      size="xs"
      aria-label={texts.view}
      data={[
        { value: 'groups', label: commonTexts.groups },
        { value: 'devices', label: texts.devicesByGroup },
      ]}
      value={view}
      onChange={(next) => groupsView.setState({ view: next as 'groups' | 'devices' })}
    />
  );
  if (!editing && view === 'devices') return <OverlapView views={views} />;
  return (
    <>
      {editing ? (
        <GroupEditor key={editing.draftKey} editing={editing} />
      ) : (
        <GroupList views={views} selectedId={selectedId} {...page.list} onNew={onNew} />
      )}
      {deleting && (
        <DeleteGroup
          group={deleting}
          onDeleted={(journalId, losses) => onDeleted(deleting, journalId, losses)}
          onCancel={page.keepIt}
        />
      )}
    </>
  );
}
