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
  /** Of all that is kept; null: not known yet. */
  unacknowledged: number | null;
  /** Grows whenever the log does, so that what is on screen is read again. */
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

/** How many alerts nobody acknowledged, for the navigation; 0 while it is not known. */
export function useUnacknowledged(): number {
  return useStore(alertsStore, ({ unacknowledged }) => unacknowledged ?? 0);
}

/** Follows the log; `read` takes up the account that was opened. */
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
