import type { ServiceClient } from '#main/api/service-client';
import type { LogKind } from '#shared/domain/history';
import { trackOf } from '#shared/history/track';
import type { DayStore } from './day-store';
import type { MissingRange } from './missing-ranges';

/** One call: a part of a day of one device. */
export interface Slice extends MissingRange {
  log: LogKind;
  deviceId: string;
}

export interface SliceOptions {
  client: Pick<ServiceClient, 'locations' | 'alerts'>;
  store: Pick<DayStore, 'putTrack' | 'putAlerts'>;
  settleMs: () => number;
  /** New alerts were stored. */
  onAlerts: () => void;
}

/** Requests a slice and stores the answer unless it was aborted. */
export async function fetchSlice(
  { client, store, settleMs, onAlerts }: SliceOptions,
  { log, deviceId, day, range }: Slice,
  requestedAt: number,
  signal: AbortSignal,
): Promise<{ records: number; skippedRecords: number }> {
  const answer = { range, requestedAt, settledTo: requestedAt - settleMs() };
  const isInRange = ({ at }: { at: number | null }) =>
    at !== null && at >= range.from && at <= range.to;
  /** A record at the end of the range is counted with the next slice, which has it too. */
  const countBefore = (times: ArrayLike<number | null>) =>
    Array.from(times).filter((at) => at !== null && at < range.to).length;
  if (log === 'locations') {
    const { items, skippedRecords } = await client.locations(deviceId, range, signal);
    const records = trackOf(items.map(({ record }) => record).filter(isInRange));
    if (!signal.aborted) store.putTrack(deviceId, day, { ...answer, records });
    return { records: countBefore(records.at), skippedRecords: skippedRecords.length };
  }
  const { items, skippedRecords } = await client.alerts(deviceId, range, signal);
  const records = items.map(({ record }) => record).filter(isInRange);
  if (signal.aborted) return { records: 0, skippedRecords: 0 };
  store.putAlerts(deviceId, day, { ...answer, records });
  if (records.length > 0) onAlerts();
  return {
    records: countBefore(records.map(({ at }) => at)),
    skippedRecords: skippedRecords.length,
  };
}
