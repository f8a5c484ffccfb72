import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ChosenDevice, RangeChoice } from '#features/history';
import { api } from '#lib/api';

export interface AlertsState {
  devices: readonly ChosenDevice[];
  groupId: string | null;
  kinds: readonly string[];
  acknowledged: boolean | null;
  choice: RangeChoice;
  /** Of all stored alerts; null: not known yet. */
  unacknowledged: number | null;
  /** Increases when the log changes, so that the page is read again. */
  version: number;
}

const nothing: AlertsState = {
  devices: [],
  groupId: null,
  kinds: [],
  acknowledged: null,
  choice: { preset: 'hours24' },
  unacknowledged: null,
  version: 0,
};

export const alertsStore = createStore<AlertsState>(() => nothing);

/** The number of unacknowledged alerts; 0 while it is unknown. */
export function useUnacknowledged(): number {
  return useStore(alertsStore, ({ unacknowledged }) => unacknowledged ?? 0);
}

/** Mirrors the log; `read` starts again for the account that was opened. */
export const alertsMirror = {
  start(): void {
    api.alerts.onChanged(({ unacknowledged }) =>
      alertsStore.setState(({ version }) => ({ unacknowledged, version: version + 1 })),
    );
  },
  async read(): Promise<void> {
    alertsStore.setState(nothing);
    const outcome = await api.alerts.unacknowledged();
    if (outcome.ok) alertsStore.setState({ unacknowledged: outcome.value });
  },
};
