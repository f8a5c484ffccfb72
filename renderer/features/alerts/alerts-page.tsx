import { useThrottledValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { AlertOverview } from '#shared/domain/alert';
import { areMembersKnown, groupLabel } from '#shared/domain/group';
import { FetchBar, rangeOf, RangePicker, useFetches } from '#features/history';
import { useGroups } from '#features/edits';
import { clock, useNow } from '#lib/clock';
import type { Format } from '#lib/format';
import { groupMembersGap } from '#lib/group-text';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { AlertFilters } from './alert-filters';
import { AlertList } from './alert-list';
import { alertNames, alertWord, logMessages, messages } from './alert-messages';
import { texts } from './alerts-texts';
import classes from './alerts.module.css';
import { ExportLog } from './export-log';
import { devicesOf, scopeText } from './scope';
import { alertsStore, useAlertOverview, useLogVersion, type AlertsState } from './store';
import { overviewText, watchText } from './watch-messages';
import { mostShown, useLog, type Log, type LogQuery } from './use-log';

/** A fetch reports its progress more often than a log of thousands of devices should be read. */
const readEveryMs = 1_000;

/** The alert log of a range, in a table and on the map, with acknowledgements. */
export function AlertsPage() {
  const state = useStore(alertsStore, (all) => all);
  const query = useLogQuery(state);
  const groups = useGroups();
  const group = groups.find(({ id }) => id === state.groupId);
  // A group that is gone, or of which not all members are known: these are not all of its alerts.
  const isPart = state.groupId !== null && (group === undefined || !areMembersKnown(group));
  const fetches = useFetches('alerts');
  const progress = fetches
    .map(({ id, phase, callsSpent }) => `${id} ${phase} ${callsSpent}`)
    .join();
  const { log, fault } = useLog(
    query,
    `${useLogVersion()} ${useThrottledValue(progress, readEveryMs)}`,
  );
  const format = useFormat();
  const now = useNow(10_000);
  const overview = useAlertOverview();
  const isWatched = isOverview(state);
  const filter = scopeText({
    devices: state.devices.map(({ label }) => label),
    group: group ? groupLabel(group) : null,
    kinds: state.kinds.map(alertWord),
    acknowledged: state.acknowledged,
  });
  return (
    <div className={classes.page}>
      <div className={classes.toolbar}>
        <h1 className={classes.title}>{texts.alerts}</h1>
        <span className={classes.count} aria-live="polite">
          {log && countText(log, query, format, isWatched ? overview : null, isPart)}
        </span>
        <RangePicker
          choice={state.choice}
          onChange={(choice) => alertsStore.setState({ choice })}
        />
        <AlertFilters state={state} />
        <span className={classes.toolbarEnd}>
          <ExportLog query={query} filter={filter} />
        </span>
      </div>
      {isWatched && overview && (
        <p className={classes.note} role="note">
          {watchText(overview.watch, now, format)}
        </p>
      )}
      {query.deviceIds === null ? (
        !isWatched && <p className={classes.note}>{texts.theseAreTheStoredAlerts}</p>
      ) : (
        <FetchBar
          log="alerts"
          deviceIds={query.deviceIds}
          range={query.range}
          alertName={onlyKind(state.kinds)}
        />
      )}
      {isPart && <p className={classes.note}>{groupMembersGap}</p>}
      {log && query.deviceIds !== null && log.incompleteDevices > 0 && (
        <p className={classes.note}>{logMessages.incomplete(log.incompleteDevices, format)}</p>
      )}
      {log && log.total > mostShown && (
        <p className={classes.note}>{logMessages.newest(mostShown, format)}</p>
      )}
      {fault && <FaultNotice fault={fault} context="open" />}
      <AlertList log={log} isAsked={!isPart && isAsked(log, isWatched ? overview : null)} />
    </div>
  );
}

/** The documented kind, if the filter names just one; the service can filter by it. */
function onlyKind(kinds: readonly string[]): string | null {
  const [kind, ...others] = kinds;
  return kind !== undefined && others.length === 0 && alertNames.includes(kind) ? kind : null;
}

/** Whether the service was asked for all that the filter means. */
function isAsked(log: Log | null, overview: AlertOverview | null): boolean {
  if (overview) return overview.watch.loaded === overview.watch.devices;
  return log !== null && log.incompleteDevices === 0;
}

/** The number of alerts; not 0 where the service was not asked for all of them. */
function countText(
  log: Log,
  { deviceIds }: LogQuery,
  format: Format,
  overview: AlertOverview | null,
  isPart: boolean,
): string {
  if (overview) return overviewText(log.total, overview, format);
  if (log.total === 0 && deviceIds === null) return texts.noAlertsStored;
  if (log.total === 0 && (isPart || log.incompleteDevices > 0)) return texts.noAlertsLoadedForThis;
  return messages.alertsAndNotAcknowledged(
    format.counted(log.total, 'alert'),
    format.count(log.unacknowledged),
  );
}

/** Whether the page shows what the navigation counts: everything of the last 24 hours. */
const isOverview = ({ devices, groupId, kinds, acknowledged, choice }: AlertsState) =>
  devices.length === 0 &&
  groupId === null &&
  kinds.length === 0 &&
  acknowledged === null &&
  choice.preset === 'hours24';

/**
 * The filters as a query. A preset counts from the moment it was chosen, so that what was fetched of it
 * stays fetched; the overview ends now.
 */
function useLogQuery(state: AlertsState): LogQuery {
  const { devices, groupId, kinds, acknowledged, choice } = state;
  const groups = useGroups();
  const { timeZone } = useFormat();
  const minute = useNow(60_000);
  const endsAt = isOverview(state) ? minute : null;
  const range = useMemo(() => {
    if (endsAt === null) return rangeOf(choice, clock.now(), timeZone);
    const { from, to } = rangeOf(choice, endsAt, timeZone);
    // A new alert is shown at once, not with the next minute.
    return { from, to: to + 60_000 };
  }, [choice, endsAt, timeZone]);
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
