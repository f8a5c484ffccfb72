import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { AlertOverview, Severity } from '#shared/domain/alert';
import type { Group } from '#shared/domain/group';
import type { AlertFilter, AlertPage } from '#shared/ipc/history';
import type { FleetClient } from '#engines/fleet';
import type { ChosenDevice } from '#features/fleet';
import type { RangeChoice } from '#features/history';
import { createAccountStore, inAccount } from '#lib/account-scope';
import { api } from '#lib/api';
import { createAccountMirror } from '#lib/mirror';
import { useAnswer, type Answer } from '#lib/use-answer';

/** The filters of the log. */
export interface AlertsState {
  devices: readonly ChosenDevice[];
  groupId: string | null;
  kinds: readonly string[];
  acknowledged: boolean | null;
  /** null: each. */
  severity: Severity | null;
  choice: RangeChoice;
}

const unfiltered: AlertsState = {
  devices: [],
  groupId: null,
  kinds: [],
  acknowledged: null,
  severity: null,
  choice: { preset: 'hours24' },
};

export const alertsStore = createAccountStore<AlertsState>(unfiltered);

export const clearFilters = () => alertsStore.setState(unfiltered);

/** Whether the page shows what the navigation counts: everything of the last 24 hours. */
export const isUnfiltered = (state: AlertsState) =>
  state.devices.length === 0 &&
  state.groupId === null &&
  state.kinds.length === 0 &&
  state.acknowledged === null &&
  state.severity === null &&
  state.choice.preset === 'hours24';

/** The notes that were typed and not stored yet, by the id of their alert. */
export const typedNotes = createAccountStore<Readonly<Record<string, string>>>({});

/**
 * The devices whose alerts are shown: selected ones and those of the group; null: all. A group that is gone or
 * has unknown members adds none.
 */
export function devicesOf(
  { devices, groupId }: Pick<AlertsState, 'devices' | 'groupId'>,
  groups: readonly Group[],
): string[] | null {
  if (groupId === null && devices.length === 0) return null;
  const group = groups.find(({ id }) => id === groupId);
  return [...new Set([...devices.map(({ id }) => id), ...(group?.deviceIds ?? [])])];
}

/** More entries than this are not shown; the user can choose a shorter range. */
export const mostShown = 5_000;

/** A filter as it is sent to main. */
export const sendable = ({ deviceIds, names, ...filter }: AlertFilter) => ({
  ...filter,
  deviceIds: deviceIds && [...deviceIds],
  names: names && [...names],
});

/**
 * The log for a filter; read again when it or `version` changes. What was acknowledged since `workingSince` counts as
 * open for the filter.
 */
export function useLog(
  filter: AlertFilter,
  version: unknown,
  workingSince?: number,
): Answer<AlertPage> {
  // By its contents, which an equal list of groups does not change. A filter by group may name the whole fleet.
  const question = useMemo(() => JSON.stringify(filter), [filter]);
  const answer = useAnswer(
    () => api.alerts.list({ ...sendable(filter), workingSince, from: 0, limit: mostShown }),
    [question, workingSince],
    { keepsValue: true },
  );
  const { reload } = answer;
  const asked = useRef(version);
  // The same question: while versions come faster than answers, each answer still counts.
  useEffect(() => {
    if (asked.current === version) return;
    asked.current = version;
    reload();
  }, [version, reload]);
  return answer;
}

/** The alerts of the last 24 hours of all devices. */
const overviewMirror = createAccountMirror(
  () => api.alerts.overview(),
  (listener) => api.alerts.onChanged(listener),
);

/** The one number that the navigation and the page show; null: not known yet. */
export function useAlertOverview(): AlertOverview | null {
  return useStore(overviewMirror, ({ value }) => value);
}

/** What the page opens as soon as it is there. */
interface AskedCall {
  /** The device that calls for help; null: nothing is asked for. */
  deviceId: string | null;
  /** What it raised with its report of this time; null: its newest call for help. */
  at: number | null;
  /** The earlier call for help that is open until the one that is meant is loaded. */
  openedId: string | null;
}

export const noCall: AskedCall = { deviceId: null, at: null, openedId: null };
export const askedCall = createAccountStore(noCall);

/** Opens the call for help of a device: among all of them, or alone if it has to be loaded first. */
export function showCallForHelp(device: ChosenDevice, isLoaded: boolean): void {
  alertsStore.setState({ ...unfiltered, severity: 'sos', devices: isLoaded ? [] : [device] });
  askedCall.setState({ ...noCall, deviceId: device.id });
  window.location.hash = '#/alerts';
}

/** Opens the alerts of a device and, of those, what it raised with its report of this time. */
export async function showAlertsFromLink(
  client: Pick<FleetClient, 'labels'>,
  id: string,
  at: number | null,
): Promise<void> {
  const labels = await inAccount(client.labels([id]));
  if (!labels) return;
  showAlertsOf({ id, label: labels[0] ?? id });
  askedCall.setState(at === null ? noCall : { ...noCall, deviceId: id, at });
}

/** Opens the alerts of one device. */
export function showAlertsOf(device: ChosenDevice): void {
  alertsStore.setState({ ...unfiltered, devices: [device] });
  window.location.hash = '#/alerts';
}

/** Passes on which alerts are acknowledged, so that they need no attention any more, and which are open. */
export function followAlerts(client: Pick<FleetClient, 'setAlerts'>): void {
  let passedOn = JSON.stringify(knownOf(null));
  overviewMirror.subscribe(({ value }) => {
    const known = knownOf(value);
    const next = JSON.stringify(known);
    if (next === passedOn) return;
    passedOn = next;
    void client.setAlerts(known);
  });
}

const knownOf = (overview: AlertOverview | null) => ({
  acknowledgedUntil: overview?.acknowledgedUntil ?? [],
  urgent: overview?.urgent ?? [],
});
