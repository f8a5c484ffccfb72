import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Device } from '#shared/domain/device';
import { zoneFor } from '#features/settings';
import { useOpenSession } from '#features/session';
import { jobsMirror } from '#features/jobs';
import { statusMirror } from '#features/status';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';

/** Every device's record, for the boards; read while a board is on screen, never before. */
const devicesMirror = createMirror(
  () => api.limits.devices(),
  () => () => undefined,
);

/** With each account that opens: nothing of the one before stays. */
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

/** The list is read again at most this often while the service sends news. */
const readAgainMs = 20_000;

/** Every device, kept up to date while the board is on screen. */
export function useBoardDevices() {
  const { value, fault } = useStore(devicesMirror);
  const isMissing = value === null && fault === null;
  const period = useStore(statusMirror, ({ value: status }) =>
    Math.floor((status?.asOf ?? 0) / readAgainMs),
  );
  const settled = useStore(jobsMirror, ({ value: jobs }) =>
    (jobs ?? []).reduce((sum, { counts }) => sum + counts.done + counts.undone, 0),
  );
  useEffect(readDevices, [period, settled, isMissing]);
  useEffect(() => api.limits.onChanged(takeDevice), []);
  return { devices: value, fault };
}

/** The zone in which days are the account's days, and whether the service told it. */
export function useAccountZone(): { zone: string; isTold: boolean } {
  const told = useOpenSession()?.accountTimeZone ?? null;
  return { zone: zoneFor('account', told), isTold: told !== null };
}
