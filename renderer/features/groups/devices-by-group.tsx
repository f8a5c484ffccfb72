import { useMemo, useState, type ReactNode } from 'react';
import { groupGapOf, groupLabel, type Group, type GroupGap } from '#shared/domain/group';
import { valueOf } from '#shared/domain/known';
import type { FleetRow } from '#engines/fleet';
import { ListUnknown, useDevices, useGroups, useKnownGroups } from '#features/edits';
import { useFleetStore } from '#features/fleet';
import { noGroupLabel } from '#lib/known-values';
import { byText } from '#lib/in-order';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import type { DataColumn } from '#ui/data-table';
import { ExportMenu } from '#ui/export-menu';
import { ListBoard } from '#ui/list-board';
import { useList } from '#ui/use-list';
import { DroppedNotice, GroupDropList, useDeviceDrag } from './drop-devices';
import { ChooseGroups, NewGroupDialog } from './group-actions';
import type { Membership } from './group-rules';

const rowLabel = ({ label }: FleetRow) => label;
const textOf = ({ label, description, id }: FleetRow) => `${label} ${description} ${id}`;
const none: readonly never[] = [];

/** Every device with the groups that contain it, filtered by the number of groups. */
export function DevicesByGroup({ views }: { views: ReactNode }) {
  const devices = useDevices();
  const groups = useGroups();
  const known = useKnownGroups();
  const gap = groupGapOf(valueOf(known));
  const store = useFleetStore();
  const format = useFormat();
  const { t } = format;
  const drag = useDeviceDrag();
  const [asking, setAsking] = useState<Membership | 'new' | null>(null);
  const byDevice = useMemo(() => groupsOfDevices(groups), [groups]);
  const rows = devices?.rows ?? null;
  const filters = useMemo(() => {
    const countOf = ({ id }: FleetRow) => byDevice.get(id)?.length ?? 0;
    const counts = [...new Set((rows ?? none).map(countOf))].sort((a, b) => a - b);
    return counts.map((count) => ({
      id: String(count),
      word: groupCountLabel(count, gap, format),
      passes: (row: FleetRow) => countOf(row) === count,
    }));
  }, [rows, byDevice, gap, format]);
  const columns = useMemo(() => columnsFor(byDevice, gap, format), [byDevice, gap, format]);
  const list = useList({ rows, labelOf: rowLabel, textOf, filters });
  const deviceIds = [...list.selection.ids];
  const close = () => setAsking(null);
  return (
    <>
      <ListBoard
        title={t('common.groups')}
        tableLabel={t('groups.byDevice')}
        list={list}
        columns={columns}
        rowLabel={rowLabel}
        search={{ label: t('groups.byDevice.search') }}
        matches={t('ui.list.matches', { shown: list.count, all: list.total })}
        note={t('groups.byDevice.help')}
        actions={
          <>
            <ExportMenu
              what="devices"
              ids={() => list.order}
              filter={list.filterText || t('common.none')}
            >
              {t('groups.byDevice.exportDevices')}
            </ExportMenu>
            <ExportMenu what="membership" ids={() => null} filter={t('groups.byDevice.everyGroup')}>
              {t('groups.byDevice.exportMembership')}
            </ExportMenu>
          </>
        }
        filters={views}
        filterLabel={t('groups.byDevice.filter')}
        notices={
          <>
            <div>
              <ListUnknown name="groups" known={known} />
            </div>
            <DroppedNotice page="groups" />
          </>
        }
        noun="device"
        bulkActions={
          <>
            <ActionButton size="compact-sm" onClick={() => setAsking('add')}>
              {t('groups.byDevice.addToGroups')}
            </ActionButton>
            <ActionButton size="compact-sm" onClick={() => setAsking('remove')}>
              {t('groups.byDevice.removeFromGroups')}
            </ActionButton>
            <ActionButton size="compact-sm" onClick={() => setAsking('new')}>
              {t('groups.new.open')}
            </ActionButton>
          </>
        }
        empty={{
          loading: t('common.loadingDevices'),
          noMatch: t('groups.byDevice.noMatch'),
          none: t('groups.byDevice.noMatch'),
        }}
        onOpen={({ id }) => {
          store.show(id);
          window.location.hash = '#/fleet';
        }}
        onDragRow={({ id }, event) => drag(event, deviceIds.includes(id) ? deviceIds : [id])}
        detail={groups.length > 0 && <GroupDropList page="groups" />}
      />
      {asking === 'new' && <NewGroupDialog deviceIds={deviceIds} onClose={close} />}
      {(asking === 'add' || asking === 'remove') && (
        <ChooseGroups how={asking} deviceIds={deviceIds} onClose={close} />
      )}
    </>
  );
}

/** The groups of each device that is in at least one. */
export function groupsOfDevices(groups: readonly Group[]): ReadonlyMap<string, readonly Group[]> {
  const byDevice = new Map<string, Group[]>();
  for (const group of groups) {
    for (const id of new Set(group.deviceIds)) {
      const known = byDevice.get(id);
      if (known) known.push(group);
      else byDevice.set(id, [group]);
    }
  }
  return byDevice;
}

/** `gap`: why a device may be in more groups than are known. */
export function groupCountLabel(count: number, gap: GroupGap | null, format: Format): string {
  const { t } = format;
  if (count === 0) return noGroupLabel(gap, format) ?? t('groups.byDevice.notLoaded');
  return t(gap ? 'groups.byDevice.inAtLeast' : 'groups.byDevice.inGroups', { count });
}

function columnsFor(
  byDevice: ReadonlyMap<string, readonly Group[]>,
  gap: GroupGap | null,
  format: Format,
): readonly DataColumn<FleetRow>[] {
  const { t } = format;
  return [
    {
      id: 'name',
      header: t('common.device'),
      width: 180,
      grows: true,
      cell: ({ label, id }) => <span title={`${label} (${id})`}>{label}</span>,
    },
    {
      id: 'count',
      header: t('common.groups'),
      width: 90,
      align: 'end',
      cell: ({ id }) => {
        const count = byDevice.get(id)?.length ?? 0;
        // "0" only if it is known that the device is in no group.
        return (
          <span>{count === 0 && gap !== null ? t('common.notKnown') : format.count(count)}</span>
        );
      },
    },
    {
      id: 'groups',
      header: t('groups.byDevice.in'),
      width: 260,
      grows: true,
      cell: ({ id }) => {
        const names = format.items((byDevice.get(id) ?? none).map(groupLabel).toSorted(byText));
        return names ? names : <span>{groupCountLabel(0, gap, format)}</span>;
      },
    },
  ];
}
