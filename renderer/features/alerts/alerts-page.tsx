import { ActionIcon, Button, Menu, NativeSelect, TextInput, VisuallyHidden } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import { IconCheck, IconCircleCheck, IconCircleDashed, IconDots } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import {
  alertWords,
  withSosFirst,
  type AlertEntry,
  type AlertOverview,
} from '#shared/domain/alert';
import { areMembersKnown, groupLabel } from '#shared/domain/group';
import type { ExportFormat } from '#shared/ipc/exchange';
import type { AlertFilter, AlertPage } from '#shared/ipc/history';
import { listGapText, useDeviceNames, useGroups, useKnownGroups } from '#features/edits';
import { DevicePicker, NearestTown } from '#features/fleet';
import { FetchBar, rangeOf, RangePicker, useFetches } from '#features/history';
import { api } from '#lib/api';
import { clock, useNow } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { showFault } from '#lib/toasts';
import { filterText, itemsText } from '#lib/list-text';
import type { Format } from '#lib/format';
import { groupMembersGap, unknownGroup } from '#lib/known-text';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import type { DataColumn } from '#ui/data-table';
import { ExportButton, formatLabels, useExport } from '#ui/export-menu';
import { FaultNotice } from '#ui/fault-notice';
import { ListBoard } from '#ui/list-board';
import { page } from '#ui/page';
import { useList } from '#ui/use-list';
import { AlertDetail, SeverityMark } from './alert-detail';
import { AlertMap } from './alert-map';
import {
  alertNames,
  alertText,
  alertTitle,
  notProvided,
  overviewText,
  sentText,
  texts,
  watchText,
} from './alerts-texts';
import classes from './alerts.module.css';
import { KindPicker } from './kind-picker';
import { muteDevice } from './snooze';
import {
  alertsStore,
  clearFilters,
  devicesOf,
  isUnfiltered,
  mostShown,
  sendable,
  useAlertOverview,
  useLog,
  type AlertsState,
} from './store';

/** Main filters the log: what another filter hides is still there. */
const staysSelected = () => true;

/** A fetch reports its progress more often than a log of thousands of devices should be read. */
const readEveryMs = 1_000;

/** The alert log of a range, in a table and on the map, with acknowledgements. */
export function AlertsPage() {
  const state = useStore(alertsStore);
  const filter = useLogFilter(state);
  const groups = useGroups();
  const group = groups.find(({ id }) => id === state.groupId);
  // A group that is gone, or of which not all members are known: these are not all of its alerts.
  const isPart = state.groupId !== null && (group === undefined || !areMembersKnown(group));
  const known = useAlertOverview();
  const progress = useFetches('alerts')
    .map(({ id, phase, callsSpent }) => `${id} ${phase} ${callsSpent}`)
    .join();
  const { value: log, fault } = useLog(
    filter,
    `${known?.revision} ${useThrottledValue(progress, readEveryMs)}`,
  );
  const format = useFormat();
  const now = useNow(10_000);
  const isWatched = isUnfiltered(state);
  const overview = isWatched ? known : null;
  const entries = useMemo(() => log && withSosFirst(log.entries), [log]);
  const labelOf = useDeviceNames(
    useMemo(() => [...new Set(entries?.map(({ deviceId }) => deviceId))], [entries]),
  );
  const rowLabel = (entry: AlertEntry) =>
    `${alertTitle(entry)}, ${labelOf(entry.deviceId)}, ${format.moment(entry.at)}`;
  const list = useList({
    rows: entries,
    fault,
    labelOf: alertTitle,
    textOf: alertTitle,
    exists: staysSelected,
  });
  const { current, selection } = list;
  const isIncomplete = log !== null && log.incompleteDevices > 0;
  // The service was asked for all that the filter means.
  const isAsked = overview
    ? overview.watch.loaded === overview.watch.devices
    : log !== null && !isIncomplete;
  return (
    <ListBoard
      title={texts.alerts}
      list={list}
      columns={alertColumns(format, labelOf, rowLabel)}
      rowLabel={rowLabel}
      matches={log && countText(log, filter, format, overview, isPart)}
      actions={<ExportLog filter={filter} text={scopeText(state, group && groupLabel(group))} />}
      filters={<AlertFilters state={state} />}
      notices={
        <>
          {overview && (
            <p className={classes.note} role="note">
              {watchText(overview.watch, now, format)}
            </p>
          )}
          {filter.deviceIds === null ? (
            !isWatched && <p className={classes.note}>{texts.theseAreTheStoredAlerts}</p>
          ) : (
            <FetchBar
              log="alerts"
              deviceIds={filter.deviceIds}
              range={filter.range}
              alertName={onlyKind(state.kinds)}
            />
          )}
          {isPart && <p className={classes.note}>{groupMembersGap}</p>}
          {isIncomplete && filter.deviceIds !== null && (
            <p className={classes.note}>{texts.incomplete(log.incompleteDevices, format)}</p>
          )}
          {log && log.total > mostShown && (
            <p className={classes.note}>{texts.newest(mostShown, format)}</p>
          )}
        </>
      }
      noun="alert"
      bulkActions={<AcknowledgeMany ids={selection.ids} onDone={selection.clear} />}
      empty={{
        loading: texts.loadingAlerts,
        noMatch: texts.noAlertsInThisRange,
        none: (
          <>
            <p>{isAsked && !isPart ? texts.noAlertsInThisRange : texts.noAlertsLoadedForThis}</p>
            <p>{texts.theAlertsOfTheLast}</p>
          </>
        ),
        nextStep: isWatched
          ? { label: texts.showTheFleet, href: '#/fleet' }
          : { label: commonTexts.clearFilters, onClick: clearFilters },
      }}
      beside={
        <div className={classes.map}>
          <AlertMap
            entries={list.shown}
            selectedId={current?.id ?? null}
            onSelect={list.setCurrentId}
          />
        </div>
      }
      detail={
        current && (
          <AlertDetail
            key={current.id}
            entry={current}
            label={labelOf(current.deviceId)}
            onClose={() => list.setCurrent(null)}
          />
        )
      }
    />
  );
}

/**
 * The filters as main takes them. A preset counts from the moment it was chosen, so that what was fetched of it
 * stays fetched; the overview ends now.
 */
function useLogFilter(state: AlertsState): AlertFilter {
  const { devices, groupId, choice, kinds, acknowledged } = state;
  const groups = useGroups();
  const { timeZone } = useFormat();
  const minute = useNow(60_000);
  const endsAt = isUnfiltered(state) ? minute : null;
  const range = useMemo(() => {
    if (endsAt === null) return rangeOf(choice, clock.now(), timeZone);
    const { from, to } = rangeOf(choice, endsAt, timeZone);
    // A new alert is shown at once, not with the next minute.
    return { from, to: to + 60_000 };
  }, [choice, endsAt, timeZone]);
  return useMemo(
    () => ({
      deviceIds: devicesOf({ devices, groupId }, groups),
      range,
      names: kinds.length === 0 ? null : kinds,
      acknowledged,
    }),
    [devices, groupId, groups, range, kinds, acknowledged],
  );
}

/** The documented kind, if the filter names just one; the service can filter by it. */
function onlyKind([kind, ...others]: readonly string[]): string | null {
  return kind !== undefined && others.length === 0 && alertNames.includes(kind) ? kind : null;
}

/** The number of alerts; not 0 where the service was not asked for all of them. */
function countText(
  log: AlertPage,
  { deviceIds }: AlertFilter,
  format: Format,
  overview: AlertOverview | null,
  isPart: boolean,
): string {
  if (overview) return overviewText(log.total, overview, format);
  if (log.total === 0 && deviceIds === null) return texts.noAlertsStored;
  if (log.total === 0 && (isPart || log.incompleteDevices > 0)) return texts.noAlertsLoadedForThis;
  return texts.countAndNotAcknowledged(
    format.counted(log.total, 'alert'),
    format.count(log.unacknowledged),
  );
}

const mostDevices = 50;

/** Filters the log by time, device, group, kind and acknowledgement. */
function AlertFilters({ state }: { state: AlertsState }) {
  const { devices, groupId, kinds, acknowledged, choice } = state;
  const groups = useGroups();
  const gap = listGapText('groups', useKnownGroups());
  const isMissing = groupId !== null && !groups.some(({ id }) => id === groupId);
  const set = (part: Partial<AlertsState>) => alertsStore.setState(part);
  return (
    <>
      <RangePicker choice={choice} onChange={(next) => set({ choice: next })} />
      <DevicePicker
        label={commonTexts.devices}
        chosen={devices}
        most={mostDevices}
        onChange={(next) => set({ devices: next })}
        placeholder={devices.length === 0 ? texts.allDevices : texts.addADevice}
      />
      <NativeSelect
        size="xs"
        aria-label={commonTexts.group}
        value={groupId ?? ''}
        data={[
          { value: '', label: texts.anyGroup },
          ...groups.map((group) => ({ value: group.id, label: groupLabel(group) })),
          ...(gap === null ? [] : [{ value: 'none', label: gap, disabled: true }]),
          ...(isMissing ? [{ value: groupId, label: unknownGroup }] : []),
        ]}
        onChange={(event) => set({ groupId: event.currentTarget.value || null })}
      />
      <KindPicker
        label={texts.kindsOfAlert}
        placeholder={texts.everyKind}
        kinds={kinds}
        onChange={(next) => set({ kinds: next })}
      />
      <NativeSelect
        size="xs"
        aria-label={texts.acknowledgedOrNot}
        value={String(acknowledged)}
        data={[
          { value: 'null', label: texts.acknowledgedOrNot },
          { value: 'false', label: texts.notAcknowledged },
          { value: 'true', label: texts.acknowledged },
        ]}
        onChange={({ currentTarget: { value } }) =>
          set({ acknowledged: value === 'null' ? null : value === 'true' })
        }
      />
    </>
  );
}

/** The filter as text, for the header of an export. */
function scopeText({ devices, kinds, acknowledged }: AlertsState, group?: string): string {
  const filters = [
    devices.length > 0 ? texts.devices(itemsText(devices.map(({ label }) => label))) : null,
    group === undefined ? null : texts.group(group),
    kinds.length > 0 ? texts.kinds(itemsText(kinds.map(alertWords))) : null,
    acknowledged === true ? texts.onlyAcknowledged : null,
    acknowledged === false ? texts.onlyNotAcknowledged : null,
  ];
  return filterText(filters, '') || texts.noFilter;
}

/** Exports all alerts that match the filters to a file; `text` names them in it. */
function ExportLog({ filter, text }: { filter: AlertFilter; text: string }) {
  const { timeZone } = useFormat();
  const { isBusy, run } = useExport((format: ExportFormat) =>
    api.alerts.exportAlerts({
      ...sendable(filter),
      format,
      filter: text.slice(0, 1000),
      timeZone,
    }),
  );
  return (
    <ExportButton
      isBusy={isBusy}
      items={(Object.keys(formatLabels) as ExportFormat[]).map((format) => (
        <Menu.Item key={format} onClick={() => void run(format)}>
          {formatLabels[format]}
        </Menu.Item>
      ))}
    />
  );
}

/** Acknowledges all selected alerts with one note. */
function AcknowledgeMany({ ids, onDone }: { ids: ReadonlySet<string>; onDone: () => void }) {
  const [note, setNote] = useState('');
  const acknowledge = useAction(api.alerts.acknowledge);
  const run = async () => {
    if (!(await acknowledge.run({ ids: [...ids], note }))) return;
    setNote('');
    onDone();
  };
  return (
    <>
      <TextInput
        size="xs"
        aria-label={texts.noteForAllOfThem}
        placeholder={texts.noteOptional}
        value={note}
        maxLength={2000}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button
        size="xs"
        loading={acknowledge.isBusy}
        leftSection={<IconCheck size={14} aria-hidden />}
        onClick={() => void run()}
      >
        {texts.acknowledge}
      </Button>
      {acknowledge.fault && (
        <FaultNotice fault={acknowledge.fault} context="open" onDismiss={acknowledge.dismiss} />
      )}
    </>
  );
}

/** Severity, actions, device, kind, time, acknowledgement, place, text and channels. */
function alertColumns(
  format: Format,
  labelOf: (id: string) => string,
  rowLabel: (entry: AlertEntry) => string,
): DataColumn<AlertEntry>[] {
  // What the service does not provide leaves its cell empty.
  const provided = (value: string) => (value === notProvided ? null : value);
  return [
    {
      id: 'severity',
      header: texts.severity,
      width: 110,
      cell: ({ alerts }) => <SeverityMark alerts={alerts} />,
    },
    {
      id: 'actions',
      header: texts.actions,
      headerCell: <VisuallyHidden>{texts.actions}</VisuallyHidden>,
      width: 40,
      cell: (entry) => (
        <RowMenu entry={entry} label={labelOf(entry.deviceId)} rowLabel={rowLabel(entry)} />
      ),
    },
    {
      id: 'device',
      header: commonTexts.device,
      width: 140,
      grows: true,
      cell: ({ deviceId }) => labelOf(deviceId),
    },
    { id: 'what', header: texts.alert, width: 160, grows: true, cell: alertTitle },
    { id: 'at', header: texts.when, width: 200, cell: ({ at }) => format.moment(at) },
    {
      id: 'acknowledged',
      header: texts.acknowledged,
      width: 124,
      cell: ({ acknowledged }) =>
        acknowledged ? (
          <span className={`${page.inline} ${page.dimmed}`} title={acknowledged.note || undefined}>
            <IconCircleCheck size={15} aria-hidden /> {format.clock(acknowledged.at)}
          </span>
        ) : (
          <span className={`${page.inline} ${page.strong}`}>
            <IconCircleDashed size={15} aria-hidden /> {texts.open}
          </span>
        ),
    },
    {
      id: 'where',
      header: texts.where,
      width: 170,
      cell: ({ latitude, longitude }) => <NearestTown latitude={latitude} longitude={longitude} />,
    },
    {
      id: 'text',
      header: commonTexts.text,
      width: 130,
      grows: true,
      cell: (entry) => provided(alertText(entry)),
    },
    {
      id: 'channels',
      header: texts.sent,
      width: 120,
      cell: (entry) => provided(sentText(entry)),
    },
  ];
}

interface RowMenuProps {
  entry: AlertEntry;
  /** The name of the device. */
  label: string;
  rowLabel: string;
}

/** What can be done with one alert. */
function RowMenu({ entry, label, rowLabel }: RowMenuProps) {
  const { id, deviceId, acknowledged } = entry;
  const format = useFormat();
  const changed = async (change: ReturnType<typeof api.alerts.acknowledge>) => {
    const outcome = await change;
    if (!outcome.ok) showFault(texts.acknowledgementNotChanged, outcome.fault);
  };
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={texts.actionsOf(rowLabel)}
          title={texts.actions}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {acknowledged ? (
          <Menu.Item onClick={() => void changed(api.alerts.unacknowledge({ ids: [id] }))}>
            {texts.withdrawAcknowledgement}
          </Menu.Item>
        ) : (
          <Menu.Item onClick={() => void changed(api.alerts.acknowledge({ ids: [id], note: '' }))}>
            {texts.acknowledge}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => muteDevice(deviceId, label, format)}>
          {texts.muteFor4H}
          <div className={page.quiet}>{texts.notificationsOf(label)}</div>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
