import { useStore } from 'zustand';
import type { AlertOverview } from '#shared/domain/alert';
import type { FleetClient } from '#engines/fleet';
import type { ChosenDevice, RangeChoice } from '#features/history';
import { createAccountStore } from '#lib/account-scope';
import { api } from '#lib/api';
import { createAccountMirror } from '#lib/mirror';

export interface AlertsState {
  devices: readonly ChosenDevice[];
  groupId: string | null;
  kinds: readonly string[];
  acknowledged: boolean | null;
  choice: RangeChoice;
}

const nothing: AlertsState = {
  devices: [],
  groupId: null,
  kinds: [],
  acknowledged: null,
  choice: { preset: 'hours24' },
};

export const alertsStore = createAccountStore<AlertsState>(nothing);

/** The alerts of the last 24 hours of all devices. */
const overviewMirror = createAccountMirror(
  () => api.alerts.overview(),
  (listener) => api.alerts.onChanged(listener),
);

/** Whether the page shows less than all alerts of the last 24 hours. */
export const hasFilters = (state: AlertsState): boolean =>
  state.devices.length > 0 ||
  state.groupId !== null ||
  state.kinds.length > 0 ||
  state.acknowledged !== null ||
  state.choice.preset !== nothing.choice.preset;

export function clearFilters(): void {
  alertsStore.setState(nothing);
}

/** The one number that the navigation and the page show; null: not known yet. */
export function useAlertOverview(): AlertOverview | null {
  return useStore(overviewMirror, ({ value }) => value);
}

/** Increases when the log changes, so that the page is read again. */
export function useLogVersion(): number {
  return useStore(overviewMirror, ({ value }) => value?.revision ?? 0);
}

/** Passes on which critical reports are acknowledged, so that they need no attention any more. */
export function followAcknowledged(client: Pick<FleetClient, 'setAcknowledged'>): void {
  overviewMirror.subscribe(({ value }, before) => {
    const until = value?.acknowledgedUntil ?? [];
    if (JSON.stringify(until) === JSON.stringify(before.value?.acknowledgedUntil ?? [])) return;
    client.setAcknowledged(until);
  });
}
