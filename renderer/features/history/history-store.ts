import { useStore } from 'zustand';
import type { FetchState, Range } from '#shared/domain/history';
import type { Fault } from '#shared/fault';
import { tracks, type LoadedTrack } from '#engines/tracks';
import { createAccountStore, onAccountLeft } from '#lib/account-scope';
import type { ChosenDevice, FleetStore } from '#features/fleet';
import { api } from '#lib/api';
import { createAccountMirror, createLatestOnly } from '#lib/mirror';
import { dayInZone } from '#shared/domain/calendar';
import { clock } from '#lib/clock';
import { type RangeChoice, type Days, rangeOf } from './ranges';

/** A track with what distinguishes its device on the page. */
export interface ShownTrack extends LoadedTrack {
  label: string;
  colour: string;
}

/** More tracks than this cannot be distinguished by colour. */
export const mostDevices = 8;

export interface HistoryState {
  devices: readonly ChosenDevice[];
  choice: RangeChoice;
  /** The tracks that were read last, in the order of the devices; null: none yet. */
  shown: { range: Range; tracks: readonly LoadedTrack[] } | null;
  isLoading: boolean;
  fault: Fault | null;
  /** The part of the range that the charts show; null: all of it. */
  zoom: Range | null;
  colourBy: 'speed' | 'device';
  /** The page is opened for its devices; else it shows a device that was picked on the fleet page since. */
  isGiven: boolean;
  /** How often devices had been picked on the fleet page; null: never looked. */
  picks: number | null;
  /** Show times in the zone of the first device's location instead of the one in the settings. */
  isInDeviceZone: boolean;
}

const nothing: HistoryState = {
  devices: [],
  choice: { preset: 'today' },
  shown: null,
  isLoading: false,
  fault: null,
  zoom: null,
  colourBy: 'speed',
  isGiven: false,
  picks: null,
  isInDeviceZone: false,
};

export const historyStore = createAccountStore<HistoryState>(nothing);

export function useHistory<T>(select: (state: HistoryState) => T): T {
  return useStore(historyStore, select);
}

const latest = createLatestOnly();
onAccountLeft(latest.supersede);
const picking = createLatestOnly();
onAccountLeft(picking.supersede);

/** Reads the tracks of the chosen devices from the cache. The previous tracks stay meanwhile. */
export async function readTracks(range: Range): Promise<void> {
  latest.supersede();
  const { devices } = historyStore.getState();
  historyStore.setState({ isLoading: true, fault: null });
  const loaded: LoadedTrack[] = [];
  for (const { id } of devices) {
    // With another choice meanwhile, the rest of this one is not read.
    const outcome = await latest.answer(tracks.load(id, range));
    if (!outcome) return;
    if (!outcome.ok) return historyStore.setState({ isLoading: false, fault: outcome.fault });
    loaded.push(outcome.value);
  }
  historyStore.setState({ isLoading: false, shown: { range, tracks: loaded } });
}

export function chooseDevices(devices: readonly ChosenDevice[]): void {
  historyStore.setState({ devices: devices.slice(0, mostDevices) });
}

/**
 * The page is opened: shows today of the device selected in the fleet, unless another one was asked for since. Whether
 * there is a device to show.
 */
export async function takeSelected(fleet: FleetStore): Promise<boolean> {
  const { selected, picks } = fleet.getState();
  const { devices, isGiven, picks: before } = historyStore.getState();
  historyStore.setState({ isGiven: false, picks });
  const isNew = devices.length === 0 || (before !== null && picks !== before);
  const isShown = devices.some(({ id }) => id === selected?.id);
  if (isGiven || !isNew || !selected || isShown) return devices.length > 0;
  const { id } = selected;
  const labels = await picking.answer(fleet.client.labels([id]));
  if (!labels || historyStore.getState().devices !== devices) return true;
  const device = { id, label: labels[0] ?? id };
  historyStore.setState({ devices: [device], choice: { preset: 'today' }, zoom: null });
  return true;
}

/** Opens the history page with one device, and with a range if one is given. */
export function openHistory(device: ChosenDevice, range?: Range): void {
  historyStore.setState({
    devices: [device],
    isGiven: true,
    ...(range ? { choice: { preset: 'custom', range }, zoom: null } : {}),
  });
  window.location.hash = '#/history';
}

/** Opens the history page with the track of one device on one of these days. */
export function openDay(device: ChosenDevice, preset: 'today' | 'yesterday'): void {
  historyStore.setState({
    devices: [device],
    isGiven: true,
    choice: { preset },
    zoom: null,
  });
  window.location.hash = '#/history';
}

/** Every fetch of this session, mirrored from main. */
const fetchesMirror = createAccountMirror<FetchState[]>(
  () => api.history.fetches(),
  (listener) => api.history.onFetchChanged(listener),
);

export function useFetches(log: FetchState['log']): readonly FetchState[] {
  const all = useStore(fetchesMirror, ({ value }) => value);
  return all?.filter((fetch) => fetch.log === log) ?? noFetches;
}
const noFetches: readonly FetchState[] = [];

/** What a report was asked for. */
export interface ReportRequest {
  deviceIds: readonly string[];
  /** Both inclusive, YYYY-MM-DD; absent: yesterday, the last whole day. */
  days?: { from: string; to: string };
  /** The zone of these days, if it is not the usual one. */
  timeZone?: string;
}

const store = createAccountStore<{ asked: ReportRequest | null }>({ asked: null });

/** Asks for the report of some days; the dialog is shown over whatever page is on screen. */
export const askForReport = (asked: ReportRequest): void => store.setState({ asked });
export const closeReport = (): void => store.setState({ asked: null });
export const useReportRequest = (): ReportRequest | null => useStore(store, ({ asked }) => asked);

/** The days that a range touches. */
export const daysOfRange = ({ from, to }: Range, timeZone: string) => ({
  from: dayInZone(from, timeZone),
  to: dayInZone(to, timeZone),
});

/** The devices and days that the page History shows. */
export function shownInHistory(days: Days): ReportRequest {
  const { devices, choice } = historyStore.getState();
  const range = rangeOf(choice, clock.now(), days);
  return { deviceIds: devices.map(({ id }) => id), days: daysOfRange(range, days.timeZone) };
}
