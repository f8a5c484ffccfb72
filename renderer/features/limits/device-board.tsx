import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Device } from '#shared/domain/device';
import { useGroups } from '#features/edits';
import { GroupSelect, useFleet } from '#features/fleet';
import { useDaysNote } from '#features/settings';
import { onAccountLeft } from '#lib/account-scope';
import { api } from '#lib/api';
import { noGroupLabel } from '#lib/known-values';
import { filterText, type ListFilter, type WindowList } from '#ui/use-list';
import { createAccountMirror } from '#lib/mirror';
import { useFormat } from '#lib/use-format';
import { ExportMenu } from '#ui/export-menu';
import { ListBoard, type ListBoardProps } from '#ui/list-board';

/** Every device's record. Read only while the limits or the expiry page is open. */
const devicesMirror = createAccountMirror(
  () => api.limits.devices(),
  () => () => undefined,
);

/** Devices that were answered a moment ago, by id. */
let waiting = new Map<string, Device>();
let isCollecting = false;

onAccountLeft(() => {
  waiting = new Map();
});

/** A job can change many devices a second, and each change copies the list. */
const collectMs = 100;

/** Takes a device as the service has just answered. */
function takeDevice(device: Device): void {
  waiting.set(device.id, device);
  if (isCollecting) return;
  // The first one at once: the next edit must not start from an old record.
  takeWaiting();
  isCollecting = true;
  setTimeout(() => {
    isCollecting = false;
    takeWaiting();
  }, collectMs);
}

function takeWaiting(): void {
  if (waiting.size === 0) return;
  const taken = waiting;
  waiting = new Map();
  const { value } = devicesMirror.getState();
  const newest = (known: Device): Device => {
    const device = taken.get(known.id);
    return device && (device.receivedAt ?? 0) >= (known.receivedAt ?? 0) ? device : known;
  };
  if (value) devicesMirror.setState({ value: value.map(newest) });
}

function readDevices(): void {
  void devicesMirror.read();
}

/** How many components show the devices, and what stops following them. */
let viewers = 0;
let stops: readonly (() => void)[] = [];

/** Keeps the devices up to date while a component shows them, once for all of them. */
function followDevices(): () => void {
  viewers += 1;
  if (viewers === 1) {
    readDevices();
    stops = [api.limits.onListed(readDevices), api.limits.onChanged(takeDevice)];
  }
  return () => {
    viewers -= 1;
    if (viewers === 0) stops.forEach((stop) => stop());
  };
}

/** Whether the service has ever sent the list of devices; null: not known yet. */
export function useIsListed(): boolean | null {
  return useFleet(({ view }) => view?.isListed ?? null);
}

/** Every device, kept up to date while the page is open; null: not loaded yet. */
export function useBoardDevices() {
  // Before the mirror is followed, which would read every device a second time.
  useEffect(followDevices, []);
  const { value, fault } = useStore(devicesMirror);
  const isListed = useIsListed();
  const isLoading = value?.length === 0 && isListed === null;
  return { devices: isLoading ? null : value, fault };
}

/** The searched text of a row. */
export const boardText = (row: { id: string; label: string; device: Device }): string => {
  const { description, phone } = row.device;
  return `${row.label} ${row.id} ${description ?? ''} ${phone ?? ''}`;
};

/** The group whose devices a page is about. */
interface GroupScope {
  /** The id of a group, 'none' for devices without a group, null for every device. */
  group: string | 'none' | null;
  setGroup: (group: string | 'none' | null) => void;
  /** For the list; absent: every device. */
  within: ((row: { id: string }) => boolean) | undefined;
}

/** The group that the user chooses; of a group whose members are not known, no device. */
export function useGroupScope(): GroupScope {
  const [group, setGroup] = useState<string | 'none' | null>(null);
  const groups = useGroups();
  const within = useMemo(() => {
    if (group === null) return undefined;
    const chosen = group === 'none' ? groups : groups.filter(({ id }) => id === group);
    const members = new Set(chosen.flatMap(({ deviceIds }) => deviceIds ?? []));
    return ({ id }: { id: string }) => members.has(id) !== (group === 'none');
  }, [group, groups]);
  return { group, setGroup, within };
}

/** How many rows of each group pass a filter, by the id of the group; groups without one are left out. */
function useCountsByGroup<Row extends { id: string }>(
  rows: readonly Row[] | null,
  passes: (row: Row) => boolean,
): ReadonlyMap<string, number> {
  const groups = useGroups();
  return useMemo(() => {
    const passing = new Set(rows?.filter(passes).map(({ id }) => id));
    const counted = groups.map(({ id, deviceIds }) => {
      const count = new Set(deviceIds?.filter((member) => passing.has(member))).size;
      return [id, count] as const;
    });
    return new Map(counted.filter(([, count]) => count > 0));
  }, [groups, rows, passes]);
}

interface DeviceBoardProps<Row> extends Omit<
  ListBoardProps<Row>,
  'search' | 'matches' | 'actions' | 'filterLabel' | 'filters' | 'noun' | 'empty'
> {
  list: WindowList<Row>;
  /** Of every group. */
  rows: readonly Row[] | null;
  scope: GroupScope;
  /** The filter that finds what is urgent. */
  urgent: ListFilter<Row>;
}

/** The page with a list of every device, to search, filter, select and export. */
export function DeviceBoard<Row extends { id: string }>(props: DeviceBoardProps<Row>) {
  const { title, scope, note, urgent } = props;
  const format = useFormat();
  const { t } = format;
  const list = {
    ...props.list,
    clearFilters: () => {
      scope.setGroup(null);
      props.list.clearFilters();
    },
  };
  const groupName = useFleet(({ view }) =>
    scope.group === 'none'
      ? noGroupLabel(view?.groupGap ?? null, format)
      : view?.groups.find(({ id }) => id === scope.group)?.name,
  );
  const urgentCounts = useCountsByGroup(props.rows, urgent.passes);
  const isListed = useIsListed();
  const daysNote = useDaysNote();
  const rows = { shown: list.matched, all: list.total };
  return (
    <ListBoard
      {...props}
      list={list}
      filters={
        <GroupSelect
          value={scope.group}
          onChange={scope.setGroup}
          urgent={{
            word: urgent.word,
            counts: urgentCounts,
            onChoose: (group) => {
              scope.setGroup(group);
              list.setFilter(urgent.id);
            },
          }}
        />
      }
      search={{ label: t('limits.search'), placeholder: t('common.searchDevices') }}
      matches={
        isListed === false && rows.all > 0
          ? t('limits.matchesSoFar', rows)
          : t('ui.list.matches', rows)
      }
      note={
        <>
          {daysNote} {note}
        </>
      }
      actions={
        <ExportMenu
          what="devices"
          ids={() => list.order}
          filter={filterText([title, groupName, list.filterText], '', format)}
          printed={{ table: props.tableLabel ?? title, title }}
        />
      }
      filterLabel={t('limits.filter')}
      noun="device"
      empty={{
        loading: t('common.loadingDevices'),
        noMatch: t('limits.noMatch'),
        none: t(isListed ? 'limits.noDevices' : 'common.devicesNotLoaded'),
        nextStep: { label: t('limits.refresh'), onClick: () => void api.fleet.refresh() },
      }}
    />
  );
}
