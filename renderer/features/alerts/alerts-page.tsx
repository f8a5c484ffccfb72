import { NativeSelect } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { AlertEntry } from '#shared/domain/alert-log';
import { groupLabel, useGroups } from '#features/records';
import { ActionBar, useSelection } from '#features/jobs';
import {
  DevicePicker,
  FetchBar,
  rangeOf,
  RangePicker,
  useDeviceLabels,
  useFetches,
} from '#features/history';
import { clock } from '#lib/clock';
import { useFormat } from '#lib/use-format';
import { DataTable } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { AcknowledgeMany } from './acknowledge-many';
import { alertColumns, alertTitle } from './alert-columns';
import { AlertDetail } from './alert-detail';
import { AlertMap } from './alert-map';
import { alertWord } from './alert-messages';
import classes from './alerts.module.css';
import { ExportLog } from './export-log';
import { KindPicker } from './kind-picker';
import { devicesOf, scopeWords } from './scope';
import { alertsStore, type AlertsState } from './store';
import { mostShown, useLog, type Log, type LogQuery } from './use-log';

const mostDevices = 50;
/** A fetch tells its progress more often than a log of thousands of devices should be read. */
const readEveryMs = 1_000;
const noEntries: readonly AlertEntry[] = [];

/** What went wrong: the alert log of a time, in a table and on the map, and who has seen to what. */
export function AlertsPage() {
  const state = useStore(alertsStore, (all) => all);
  const query = useQuery(state);
  const groups = useGroups();
  const group = groups.find(({ id }) => id === state.groupId);
  const fetches = useFetches('alerts');
  const progress = fetches
    .map(({ id, phase, callsSpent }) => `${id} ${phase} ${callsSpent}`)
    .join();
  const { log, fault } = useLog(
    query,
    `${state.version} ${useThrottledValue(progress, readEveryMs)}`,
  );
  const format = useFormat();
  const filter = scopeWords({
    devices: state.devices.map(({ label }) => label),
    group: group ? groupLabel(group) : null,
    kinds: state.kinds.map(alertWord),
    acknowledged: state.acknowledged,
  });
  return (
    <div className={classes.page}>
      <div className={classes.toolbar}>
        <h1 className={classes.title}>Alerts</h1>
        <span className={classes.count} aria-live="polite">
          {log &&
            `${format.counted(log.total, 'alert')}, ${format.count(log.unacknowledged)} not acknowledged`}
        </span>
        <RangePicker
          choice={state.choice}
          onChange={(choice) => alertsStore.setState({ choice })}
        />
        <Filters state={state} />
        <span className={classes.pushed}>
          <ExportLog query={query} filter={filter} />
        </span>
      </div>
      {query.deviceIds === null ? (
        <p className={classes.note}>
          These are the stored alerts of all devices. Choose devices or a group to fetch their logs
          for this range; the number of calls is shown first.
        </p>
      ) : (
        <FetchBar log="alerts" deviceIds={query.deviceIds} range={query.range} />
      )}
      {log && query.deviceIds !== null && log.incompleteDevices > 0 && (
        <p className={classes.note}>
          Of {format.counted(log.incompleteDevices, 'device')} a part of this time was never
          fetched.
        </p>
      )}
      {log && log.total > mostShown && (
        <p className={classes.note}>
          The newest {format.count(mostShown)} are shown; an export holds all of them.
        </p>
      )}
      {fault && <FaultNotice fault={fault} context="open" />}
      <Work log={log} />
    </div>
  );
}

/** The filters as a question; presets as of when they were chosen. */
function useQuery(state: AlertsState): LogQuery {
  const { devices, groupId, kinds, acknowledged, choice } = state;
  const groups = useGroups();
  const { timeZone } = useFormat();
  const range = useMemo(() => rangeOf(choice, clock.now(), timeZone), [choice, timeZone]);
  return useMemo(
    () => ({
      deviceIds: devicesOf({ deviceIds: devices.map(({ id }) => id), groupId }, groups),
      range,
      names: kinds.length === 0 ? null : kinds,
      acknowledged,
    }),
    [devices, groupId, groups, kinds, acknowledged, range],
  );
}

function Filters({ state }: { state: AlertsState }) {
  const groups = useGroups();
  const acknowledged = state.acknowledged === null ? 'all' : String(state.acknowledged);
  return (
    <>
      <DevicePicker
        label="Devices"
        chosen={state.devices}
        most={mostDevices}
        onChange={(devices) => alertsStore.setState({ devices })}
        placeholder={state.devices.length === 0 ? 'All devices' : 'Add a device'}
      />
      <NativeSelect
        size="xs"
        aria-label="Group"
        value={state.groupId ?? ''}
        data={[
          { value: '', label: 'Any group' },
          ...groups.map((group) => ({ value: group.id, label: groupLabel(group) })),
        ]}
        onChange={(event) => alertsStore.setState({ groupId: event.currentTarget.value || null })}
      />
      <KindPicker
        label="Kinds of alert"
        placeholder="Every kind"
        kinds={state.kinds}
        onChange={(kinds) => alertsStore.setState({ kinds })}
      />
      <NativeSelect
        size="xs"
        aria-label="Acknowledged or not"
        value={acknowledged}
        data={[
          { value: 'all', label: 'Acknowledged or not' },
          { value: 'false', label: 'Not acknowledged' },
          { value: 'true', label: 'Acknowledged' },
        ]}
        onChange={({ currentTarget: { value } }) =>
          alertsStore.setState({ acknowledged: value === 'all' ? null : value === 'true' })
        }
      />
    </>
  );
}

function Work({ log }: { log: Log | null }) {
  const entries = log?.entries ?? noEntries;
  const [pickedId, setPickedId] = useState<string | null>(null);
  const format = useFormat();
  const labelOf = useDeviceLabels(
    useMemo(() => [...new Set(entries.map(({ deviceId }) => deviceId))], [entries]),
  );
  const order = useMemo(() => entries.map(({ id }) => id), [entries]);
  const selection = useSelection(
    order,
    useCallback(() => true, []),
  );
  const rowLabel = (entry: AlertEntry) =>
    `${alertTitle(entry)}, ${labelOf(entry.deviceId)}, ${format.moment(entry.at)}`;
  const columns = [selection.column<AlertEntry>(rowLabel), ...alertColumns(format, labelOf)];
  const index = order.indexOf(pickedId ?? '');
  const picked = entries[index];
  const pick = (at: number) => setPickedId(entries[at]?.id ?? null);
  const close = useCallback(() => setPickedId(null), []);
  return (
    <>
      <ActionBar selection={selection} shown={entries.length} noun="alert">
        <AcknowledgeMany ids={selection.ids} onDone={selection.clear} />
      </ActionBar>
      <div className={classes.work}>
        <div className={classes.panes}>
          <div className={classes.list}>
            <DataTable
              label="Alerts"
              columns={columns}
              count={entries.length}
              rowAt={(at) => entries[at]}
              rowLabel={rowLabel}
              selectedIndex={index}
              selectedKey={pickedId}
              onSelect={pick}
              onOpen={pick}
              onEscape={close}
              marking={selection.marking}
              empty={
                log && (
                  <EmptyList>
                    <p>No alerts stored for this range</p>
                    <p>
                      The log of a device is fetched on request. Alerts that arrive while Waypost is
                      running are shown according to the notification settings.
                    </p>
                  </EmptyList>
                )
              }
            />
          </div>
          <div className={classes.map}>
            <AlertMap entries={entries} pickedId={pickedId} onPick={setPickedId} />
          </div>
        </div>
        {picked && (
          <AlertDetail
            key={picked.id}
            entry={picked}
            label={labelOf(picked.deviceId)}
            onClose={close}
          />
        )}
      </div>
    </>
  );
}
