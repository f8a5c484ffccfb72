import { Button, TextInput } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import {
  alertOfReport,
  inWorkOrder,
  isDocumentedKind,
  severityOf,
  urgencyOf,
  type AlertEntry,
  type AlertOverview,
} from '#shared/domain/alert';
import { areMembersKnown, groupLabel } from '#shared/domain/group';
import type { ShortcutName } from '#shared/domain/shortcuts';
import type { AlertFilter, AlertPage } from '#shared/ipc/history';
import { useDeviceNames, useGroups } from '#features/edits';
import { FetchBar, rangeOf, useFetches } from '#features/history';
import { clock, useNow } from '#lib/clock';
import type { Format } from '#lib/format';
import { useShortcut } from '#lib/shortcuts';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { FaultNotice } from '#ui/fault-notice';
import { ListTable } from '#ui/list-board';
import { Matches, page } from '#ui/page';
import { ActionBar } from '#ui/selection';
import { useList } from '#ui/use-list';
import { useIsNarrow, useIsWide } from '#ui/window-width';
import { acknowledge, acknowledgeOpen } from './acknowledge';
import { AlertDetail } from './alert-detail';
import { AlertFilters, ExportLog } from './alert-filters';
import { AlertMap } from './alert-map';
import { alertTitle } from './alert-facts';
import { alertColumns, printedAlerts, rowHeight } from './alert-row';
import classes from './alerts.module.css';
import { countText, overviewStatus, watchStatus } from './alert-overview';
import {
  alertsStore,
  askedCall,
  clearFilters,
  devicesOf,
  isUnfiltered,
  mostShown,
  noCall,
  useAlertOverview,
  useLog,
  type AlertsState,
} from './store';

/** A fetch reports its progress more often than a log of thousands of devices should be read. */
const readEveryMs = 1_000;

/** The alert log of a range: what has to be worked on first, each alert on the map, acknowledgements. */
export function AlertsPage() {
  const state = useStore(alertsStore);
  const groups = useGroups();
  const group = groups.find(({ id }) => id === state.groupId);
  // A group that is gone, or of which not all members are known: these are not all of its alerts.
  const isPart = state.groupId !== null && (group === undefined || !areMembersKnown(group));
  const known = useAlertOverview();
  const isAllLoaded = known !== null && known.watch.loaded === known.watch.devices;
  // What the background loads.
  const isWatched = state.choice.preset === 'hours24' && (isAllLoaded || isUnfiltered(state));
  const filter = useLogFilter(state, isWatched);
  const progress = useFetches('alerts')
    .map(({ id, phase, callsSpent }) => `${id} ${phase} ${callsSpent}`)
    .join();
  // What is acknowledged from then on keeps its place.
  const workingSince = useWorkingSince(state);
  const { value: log, fault } = useLog(
    filter,
    `${known?.revision} ${useThrottledValue(progress, readEveryMs)}`,
    workingSince,
  );
  const format = useFormat();
  const { t } = format;
  const now = useNow(10_000);
  const loaded = useMemo(() => log && inWorkOrder(log.entries, workingSince), [log, workingSince]);
  const { entries, held, hold, release } = useHeldStill(loaded, workingSince);
  const deviceIds = useMemo(
    () => [...new Set(entries?.map(({ deviceId }) => deviceId))],
    [entries],
  );
  const labelOf = useDeviceNames(deviceIds);
  const groupsOf = useGroupNames(deviceIds);
  const rowLabel = (entry: AlertEntry) =>
    t('alerts.row', {
      alert: alertTitle(entry, format),
      device: labelOf(entry.deviceId),
      time: format.moment(entry.at),
    });
  const printed = useMemo(
    () => printedAlerts({ labelOf, groupsOf }, format),
    [labelOf, groupsOf, format],
  );
  const titleOf = useCallback((entry: AlertEntry) => alertTitle(entry, format), [format]);
  const list = useList({ rows: entries, fault, labelOf: titleOf, textOf: titleOf });
  const { current, selection, shown } = list;
  const [opened, setOpened] = useState<'alert' | 'call' | null>(null);
  const isWide = useIsWide();
  const isNarrow = useIsNarrow();
  const open = (id: string | null, as: 'alert' | 'call' = 'alert') => {
    // A call for help that is still being loaded must not take the place of what is opened meanwhile.
    askedCall.setState(noCall);
    list.setCurrentId(id);
    setOpened(id === null ? null : as);
  };
  const asked = useStore(askedCall);
  const ofDevice = shown.filter(({ deviceId }) => deviceId === asked.deviceId);
  // The list may still be the one before: another alert of the device is no call for help.
  const call =
    asked.at === null
      ? ofDevice.find((entry) => !entry.acknowledged && severityOf(entry.alerts) === 'sos')
      : alertOfReport(ofDevice, asked.at);
  useEffect(() => {
    if (!call || call.id === asked.openedId) return;
    open(call.id, 'call');
    if (asked.at !== null && call.at !== asked.at)
      askedCall.setState({ ...asked, openedId: call.id });
  });
  const column = useRef<HTMLDivElement>(null);
  const back = () => {
    askedCall.setState(noCall);
    setOpened(null);
    if (isWide) list.setCurrentId(null);
    requestAnimationFrame(() =>
      column.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus(),
    );
  };
  const isDetailShown = current !== undefined && (opened !== null || isWide);
  const next = useMemo(() => nextOpen(shown, list.currentIndex), [shown, list.currentIndex]);
  usePageKey('acknowledge', () => current && !current.acknowledged && void acknowledge(current));
  usePageKey('nextAlert', () => next && open(next.id));
  const overview = isUnfiltered(state) ? known : null;
  const isIncomplete = log !== null && log.incompleteDevices > 0 && !isWatched;
  return (
    <div className={classes.board}>
      <div ref={column} className={classes.column} inert={isDetailShown && !isWide}>
        <div className={classes.listHead}>
          <div>
            <h1 className={page.title}>{t('alerts.title')}</h1>
            {log && <Matches>{foundText(log, filter, format, overview, isPart)}</Matches>}
          </div>
          <ExportLog filter={filter} state={state} group={group ? groupLabel(group) : null} />
        </div>
        <AlertFilters state={state} log={log} />
        {isWatched
          ? known &&
            (isAllLoaded || known.watch.off !== null) && (
              <p className={classes.note} role="note">
                {watchStatus(known.watch, now, format)}
              </p>
            )
          : filter.deviceIds === null && <p className={classes.note}>{t('alerts.stored')}</p>}
        {!isWatched && filter.deviceIds !== null && (
          <FetchBar
            log="alerts"
            deviceIds={filter.deviceIds}
            range={filter.range}
            alertName={onlyKind(state.kinds)}
          />
        )}
        {isPart && <p className={classes.note}>{t('common.groupMembersGap')}</p>}
        {isIncomplete && filter.deviceIds !== null && (
          <p className={classes.note}>
            {t('alerts.incomplete', { devices: log.incompleteDevices })}
          </p>
        )}
        {log && log.total > mostShown && (
          <p className={classes.note}>{t('alerts.newest', { count: mostShown })}</p>
        )}
        {list.fault && <FaultNotice fault={list.fault} context="open" />}
        <ActionBar selection={selection} noun="alert">
          <AcknowledgeMany
            entries={shown.filter(({ id }) => selection.ids.has(id))}
            onDone={selection.clear}
          />
        </ActionBar>
        <div
          className={`${page.restBelow} ${classes.list}`}
          onMouseEnter={hold}
          onMouseLeave={release}
        >
          {held > 0 && (
            <Button className={classes.held} size="compact-xs" onClick={hold}>
              {t('alerts.list.new', { count: held })}
            </Button>
          )}
          <ListTable
            label={t('alerts.title')}
            list={list}
            columns={alertColumns({ labelOf, groupsOf, rowLabel, isNarrow, t })}
            printedColumns={printed}
            rowLabel={rowLabel}
            rowHeight={rowHeight}
            isSelectable
            onOpen={({ id }) => open(id)}
            onEscape={() => open(null)}
            empty={{
              loading: t('alerts.list.loading'),
              noMatch: t('alerts.list.none'),
              none: (
                <>
                  <p>
                    {(isWatched ? isAllLoaded : log !== null && !isIncomplete) && !isPart
                      ? t('alerts.list.none')
                      : t('alerts.list.notLoaded')}
                  </p>
                  <p>{t('alerts.list.help')}</p>
                </>
              ),
              nextStep: isUnfiltered(state)
                ? { label: t('alerts.list.showFleet'), href: '#/fleet' }
                : { label: t('common.clearFilters'), onClick: clearFilters },
            }}
          />
        </div>
      </div>
      {isDetailShown && (
        <AlertDetail
          entry={current}
          isCall={opened === 'call'}
          label={labelOf(current.deviceId)}
          index={list.currentIndex}
          count={list.count}
          onStep={(step) => open(shown[list.currentIndex + step]?.id ?? current.id)}
          onNext={next && (() => open(next.id))}
          onClose={back}
        />
      )}
      <div className={classes.map}>
        <AlertMap entries={shown} selectedId={current?.id ?? null} onSelect={open} />
      </div>
    </div>
  );
}

/**
 * While the pointer is over the list, alerts that arrive wait, so that no row moves away from under it; a call for help
 * is shown at once. `hold` shows those that wait.
 */
function useHeldStill(loaded: readonly AlertEntry[] | null, workingSince: number) {
  const [known, setKnown] = useState<{ ids: ReadonlySet<string>; of: number } | null>(null);
  const entries = useMemo(
    () =>
      // Other filters show all that they find.
      loaded && known?.of === workingSince
        ? loaded.filter(({ id, alerts }) => known.ids.has(id) || severityOf(alerts) === 'sos')
        : loaded,
    [loaded, known, workingSince],
  );
  return {
    entries,
    held: (loaded?.length ?? 0) - (entries?.length ?? 0),
    hold: () => {
      const ids = new Set(loaded?.map(({ id }) => id));
      setKnown(ids.size === 0 ? null : { ids, of: workingSince });
    },
    release: () => setKnown(null),
  };
}

/** The names of the groups of some devices, as far as the members of groups are known. */
function useGroupNames(deviceIds: readonly string[]): (deviceId: string) => string {
  const groups = useGroups();
  const { items } = useFormat();
  return useMemo(() => {
    const names = new Map<string, string[]>(deviceIds.map((id) => [id, []]));
    for (const group of groups)
      for (const id of group.deviceIds ?? []) names.get(id)?.push(groupLabel(group));
    return (id) => items(names.get(id) ?? []);
  }, [groups, deviceIds, items]);
}

/** When the list with these filters was opened. */
function useWorkingSince(state: AlertsState): number {
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => clock.now(), [state]);
}

/** The next open alert below a row, then those above it; of all of them one of the most urgent. */
function nextOpen(entries: readonly AlertEntry[], index: number): AlertEntry | undefined {
  const open = [...entries.slice(index + 1), ...entries.slice(0, Math.max(0, index))].filter(
    ({ acknowledged }) => !acknowledged,
  );
  const urgency = Math.min(...open.map(({ alerts }) => urgencyOf(alerts)));
  return open.find(({ alerts }) => urgencyOf(alerts) === urgency);
}

/** A key of the page, where it is not typed into a field and no menu or dialog is open. */
const usePageKey = (name: ShortcutName, run: () => unknown): void =>
  useShortcut(name, run, ({ target }) => {
    const taken = 'input:not([type=checkbox]), select, textarea, [role=menu], [role=dialog]';
    return !(target instanceof Element && target.closest(taken));
  });

/**
 * The filters as main takes them. A preset counts from the moment it was chosen, so that what was fetched of it
 * stays fetched; what the background loads ends now.
 */
function useLogFilter(state: AlertsState, endsNow: boolean): AlertFilter {
  const { devices, groupId, choice, kinds, acknowledged, severity } = state;
  const groups = useGroups();
  const { timeZone, firstDay } = useFormat();
  const minute = useNow(60_000);
  const endsAt = endsNow ? minute : null;
  const range = useMemo(() => {
    const days = { timeZone, firstDay };
    if (endsAt === null) return rangeOf(choice, clock.now(), days);
    const { from, to } = rangeOf(choice, endsAt, days);
    // A new alert is shown at once, not with the next minute.
    return { from, to: to + 60_000 };
  }, [choice, endsAt, timeZone, firstDay]);
  return useMemo(
    () => ({
      deviceIds: devicesOf({ devices, groupId }, groups),
      range,
      names: kinds.length === 0 ? null : kinds,
      acknowledged,
      severity,
    }),
    [devices, groupId, groups, range, kinds, acknowledged, severity],
  );
}

/** The documented kind, if the filter names just one; the service can filter by it. */
function onlyKind([kind, ...others]: readonly string[]): string | null {
  return kind !== undefined && others.length === 0 && isDocumentedKind(kind) ? kind : null;
}

/** The number of alerts; not 0 where the service was not asked for all of them. */
function foundText(
  log: AlertPage,
  { deviceIds }: AlertFilter,
  format: Format,
  overview: AlertOverview | null,
  isPart: boolean,
): string {
  const { t } = format;
  if (overview) return overviewStatus(log, overview, format);
  if (log.total === 0 && deviceIds === null) return t('alerts.count.stored');
  if (log.total === 0 && (isPart || log.incompleteDevices > 0)) return t('alerts.list.notLoaded');
  return countText(log, t);
}

interface AcknowledgeManyProps {
  entries: readonly AlertEntry[];
  onDone: () => void;
}

/** Acknowledges all selected alerts with one note. */
function AcknowledgeMany({ entries, onDone }: AcknowledgeManyProps) {
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { t } = useFormat();
  const run = async () => {
    setBusy(true);
    const isDone = await acknowledgeOpen(entries, note).finally(() => setBusy(false));
    if (isDone) onDone();
  };
  return (
    <>
      <TextInput
        size="xs"
        aria-label={t('alerts.acknowledge.noteForAll')}
        placeholder={t('alerts.acknowledge.noteOptional')}
        value={note}
        maxLength={2000}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <ActionButton variant="filled" loading={isBusy} icon={IconCheck} onClick={() => void run()}>
        {t('alerts.acknowledge')}
      </ActionButton>
    </>
  );
}
