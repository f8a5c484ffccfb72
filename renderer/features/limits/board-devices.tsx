import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Device } from '#shared/domain/device';
import { useFleet } from '#features/fleet';
import { onAccountLeft } from '#lib/account-scope';
import { api } from '#lib/api';
import { createAccountMirror } from '#lib/mirror';
import { useFormat } from '#lib/use-format';
import { EmptyList } from '#ui/empty-list';
import { matchesText, noDevicesMessages, whyNoDevices } from './no-devices-messages';

/** Every device's record. Read only while the limits or the expiry page is open. */
const devicesMirror = createAccountMirror(
  () => api.limits.devices(),
  () => () => undefined,
);

/** Devices that were answered a moment ago, by id. */
let waiting = new Map<string, Device>();
let isCollecting = false;

onAccountLeft(() => {
  waiting = new Map();
});

/** A job can change many devices a second, and each change copies the list. */
const collectMs = 100;

/** Takes a device as the service has just answered. */
function takeDevice(device: Device): void {
  waiting.set(device.id, device);
  if (isCollecting) return;
  // The first one at once: the next edit must not start from an old record.
  takeWaiting();
  isCollecting = true;
  setTimeout(() => {
    isCollecting = false;
    takeWaiting();
  }, collectMs);
}

function takeWaiting(): void {
  if (waiting.size === 0) return;
  const taken = waiting;
  waiting = new Map();
  const { value } = devicesMirror.getState();
  const newest = (known: Device): Device => {
    const device = taken.get(known.id);
    return device && (device.receivedAt ?? 0) >= (known.receivedAt ?? 0) ? device : known;
  };
  if (value) devicesMirror.setState({ value: value.map(newest) });
}

function readDevices(): void {
  void devicesMirror.read();
}

/** Every device, kept up to date while the page is open. */
export function useBoardDevices() {
  const { value, fault } = useStore(devicesMirror);
  useEffect(() => {
    readDevices();
    const stops = [api.limits.onListed(readDevices), api.limits.onChanged(takeDevice)];
    return () => stops.forEach((stop) => stop());
  }, []);
  return { devices: value, fault };
}

/** Whether the service has ever sent the list of devices; null: not known yet. */
export function useIsListed(): boolean | null {
  return useFleet(({ view }) => view?.isListed ?? null);
}

/** How many devices are shown, and that more may come while the list is not complete. */
export function useMatchesText(shown: number, all: number): string {
  const format = useFormat();
  return matchesText(useIsListed(), shown, all, format);
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
