import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AlertOverview } from '#shared/domain/alert';
import type { FleetClient } from '#engines/fleet';
import type { ChosenDevice, RangeChoice } from '#features/history';
import { api } from '#lib/api';
import { readSnoozes } from './snooze';

export interface AlertsState {
  devices: readonly ChosenDevice[];
  groupId: string | null;
  kinds: readonly string[];
  acknowledged: boolean | null;
  choice: RangeChoice;
  /** The alerts of the last 24 hours of all devices; null: not known yet. */
  overview: AlertOverview | null;
  /** Increases when the log changes, so that the page is read again. */
  version: number;
}

const nothing: AlertsState = {
  devices: [],
  groupId: null,
  kinds: [],
  acknowledged: null,
  choice: { preset: 'hours24' },
  overview: null,
  version: 0,
};

export const alertsStore = createStore<AlertsState>(() => nothing);

/** Whether the page shows less than all alerts of the last 24 hours. */
export const hasFilters = (state: AlertsState): boolean =>
  state.devices.length > 0 ||
  state.groupId !== null ||
  state.kinds.length > 0 ||
  state.acknowledged !== null ||
  state.choice.preset !== nothing.choice.preset;

export function clearFilters(): void {
  const { devices, groupId, kinds, acknowledged, choice } = nothing;
  alertsStore.setState({ devices, groupId, kinds, acknowledged, choice });
}

/** The alerts of the last 24 hours: the one number that the navigation and the page show. */
export function useAlertOverview(): AlertOverview | null {
  return useStore(alertsStore, ({ overview }) => overview);
}

/** Passes on which critical reports are acknowledged, so that they need no attention any more. */
export function followAcknowledged(client: Pick<FleetClient, 'setAcknowledged'>): void {
  alertsStore.subscribe(({ overview }, before) => {
    const until = overview?.acknowledgedUntil ?? [];
    if (JSON.stringify(until) === JSON.stringify(before.overview?.acknowledgedUntil ?? [])) return;
    client.setAcknowledged(until);
  });
}

/** Mirrors the log; `read` starts again for the account that was opened. */
export const alertsMirror = {
  start(): void {
    api.alerts.onChanged((overview) =>
      alertsStore.setState({ overview, version: overview.revision }),
    );
  },
  async read(): Promise<void> {
    alertsStore.setState(nothing);
    void readSnoozes();
    const outcome = await api.alerts.overview();
    if (outcome.ok) {
      alertsStore.setState({ overview: outcome.value, version: outcome.value.revision });
    }
  },
};
