import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Device } from '#shared/domain/device';
import { useFleet } from '#features/fleet';
import { jobsMirror } from '#features/jobs';
import { statusMirror } from '#features/status';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';
import { EmptyList } from '#ui/empty-list';
import { noDevicesMessages, whyNoDevices } from './no-devices-messages';

/** Every device's record. Read only while the limits or the expiry page is open. */
const devicesMirror = createMirror(
  () => api.limits.devices(),
  () => () => undefined,
);

/** Cleared for each account that opens. */
export const boardDevices = {
  read() {
    devicesMirror.forget();
    return Promise.resolve();
  },
};

/** Takes the event of a device that the user has just edited. */
function takeDevice(device: Device): void {
  const { value } = devicesMirror.getState();
  if (!value) return;
  devicesMirror.setState({
    value: value.map((known) => (known.id === device.id ? device : known)),
  });
}

function readDevices(): void {
  void devicesMirror.read();
}

/** The list is read again at most this often while new data arrives. */
const refreshMs = 20_000;

/** Every device, kept up to date while the page is open. */
export function useBoardDevices() {
  const { value, fault } = useStore(devicesMirror);
  const isMissing = value === null && fault === null;
  const period = useStore(statusMirror, ({ value: status }) =>
    Math.floor((status?.asOf ?? 0) / refreshMs),
  );
  const settledRows = useStore(jobsMirror, ({ value: jobs }) =>
    (jobs ?? []).reduce((sum, { counts }) => sum + counts.done + counts.undone, 0),
  );
  const isListed = useIsListed();
  useEffect(readDevices, [period, settledRows, isMissing, isListed]);
  useEffect(() => api.limits.onChanged(takeDevice), []);
  return { devices: value, fault };
}

/** Whether the service has ever sent the list of devices; null: not known yet. */
export function useIsListed(): boolean | null {
  return useFleet(({ view }) => view?.isListed ?? null);
}

interface NoDevicesProps {
  /** null while loading. */
  devices: readonly unknown[] | null;
  /** The number of rows before search and filter. */
  rows: number;
  onClearFilters: () => void;
}

/** The message in place of an empty list of devices. */
export function NoDevices({ devices, rows, onClearFilters }: NoDevicesProps) {
  const isListed = useIsListed();
  const why = whyNoDevices({ devices, rows, isListed });
  if (why === 'loading') return <EmptyList>{noDevicesMessages.loading}</EmptyList>;
  const action =
    why === 'noMatch'
      ? { label: noDevicesMessages.clearFilters, onClick: onClearFilters }
      : { label: noDevicesMessages.refresh, onClick: () => void api.fleet.refresh() };
  return <EmptyList action={action}>{noDevicesMessages[why]}</EmptyList>;
}
