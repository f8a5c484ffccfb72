import type { Dialect } from '#main/api/dialect';
import type { ServiceClient } from '#main/api/service-client';
import type { IncompletePart, LogKind, Range } from '#shared/domain/history';
import {
  type JudgedAnswer,
  type SentBefore,
  type WholeAnswer,
  isOutside,
  judgeAnswer,
  partsOf,
  widthBelowCap,
} from '#shared/domain/range-answer';
import { trackOf } from '#shared/history/track';
import type { Decoded, DecodedList } from '#shared/wire/envelope';
import type { Answer, DayStore } from './day-store';
import { type MissingRange, dayMs, hourMs } from './ranges';

/** One call: a part of a day of one device. */
export interface Slice extends MissingRange {
  log: LogKind;
  deviceId: string;
  /** Whether the range may be requested again in parts if its answer is cut. */
  canSplit: boolean;
}

export interface StoredSlice {
  records: number;
  skippedRecords: number;
  outsideRecords: number;
  isComplete: boolean;
  /** The answer was cut: its range is requested again in these parts. */
  parts: MissingRange[] | null;
  /** The number of records at which the service cuts answers, if this answer showed it; else null. */
  learnedCap: number | null;
}

export interface SliceOptions {
  client: Pick<ServiceClient, 'locations' | 'alerts'>;
  store: Pick<DayStore, 'putTrack' | 'putAlerts'>;
  widths: Pick<SliceWidths, 'sizeOf' | 'judged'>;
  settleMs: () => number;
  onAlerts: (deviceId: string) => void;
}

/** Requests a slice, judges the answer and stores it unless it was aborted. */
export async function fetchSlice(
  options: SliceOptions,
  slice: Slice,
  requestedAt: number,
  signal: AbortSignal,
): Promise<StoredSlice> {
  const { client, store, settleMs, onAlerts } = options;
  const { log, deviceId, day, range } = slice;
  const isInRange = ({ at }: { at: number | null }) =>
    at !== null && at >= range.from && at <= range.to;
  const facts = { range, requestedAt, settledTo: requestedAt - settleMs() };
  if (log === 'locations') {
    const list = await client.locations(deviceId, range, signal);
    const judged = judge(options, slice, list, signal);
    const records = trackOf(list.items.map(({ record }) => record).filter(isInRange));
    if (!signal.aborted) store.putTrack(deviceId, day, { ...facts, ...judged.answer, records });
    return judged.stored;
  }
  const list = await client.alerts(deviceId, range, signal);
  const judged = judge(options, slice, list, signal);
  const records = list.items.map(({ record }) => record).filter(isInRange);
  if (signal.aborted) return judged.stored;
  store.putAlerts(deviceId, day, { ...facts, ...judged.answer, records });
  if (records.length > 0) onAlerts(deviceId);
  return judged.stored;
}

function judge<T extends { at: number | null }>(
  { widths }: SliceOptions,
  { log, deviceId, day, range, whole: known, canSplit }: Slice,
  { items, skippedRecords }: DecodedList<T>,
  signal: AbortSignal,
): { answer: Pick<Answer<unknown>, 'incomplete' | 'isProvisional'>; stored: StoredSlice } {
  const whole = known ?? null;
  const judged = judgeAnswer(
    {
      range,
      times: items.flatMap(({ record }) => record.at ?? []),
      unreadable: skippedRecords.length,
    },
    { ...widths.sizeOf(log), whole },
  );
  const learnedCap = signal.aborted ? null : widths.judged(log, deviceId, judged, whole);
  const { verdict, records, times, unreadable, outside } = judged;
  const answered: WholeAnswer = { range, records, times };
  const { most, isCap } = widths.sizeOf(log);
  const parts =
    verdict === 'capped' && canSplit ? partsOf(answered, isCap && records === most) : null;
  const isOutsideRange = ({ record: { at } }: Decoded<T>) => at !== null && isOutside(range, at);
  const originals = [...skippedRecords, ...items.filter(isOutsideRange)];
  return {
    answer: { incomplete: incompletePart(range, judged, originals), isProvisional: parts !== null },
    stored: {
      records: parts ? 0 : countOf(log, items, judged, range),
      skippedRecords: parts ? 0 : unreadable,
      outsideRecords: parts ? 0 : outside,
      isComplete: verdict === 'complete',
      parts: parts?.map((part) => ({ day, range: part, whole: answered })) ?? null,
      learnedCap,
    },
  };
}

/**
 * The number of records that are stored: one fix for each time, or every alert. A record at the end of
 * the range is counted with the next slice, which has it too.
 */
function countOf(
  log: LogKind,
  items: readonly { record: { at: number | null } }[],
  { times }: JudgedAnswer,
  { from, to }: Range,
): number {
  const all = log === 'locations' ? times : items.map(({ record }) => record.at);
  return all.filter((at) => at !== null && at >= from && at < to).length;
}

const mostOriginals = 3;
const longestOriginal = 600;

/** Why an answer is not all of its range; null: it is. */
function incompletePart(
  range: Range,
  { verdict, times, unreadable, outside }: JudgedAnswer,
  originals: readonly { raw: unknown }[],
): IncompletePart | null {
  if (verdict === 'complete') return null;
  return {
    ...range,
    reason: verdict,
    received: times.length,
    unreadable,
    outside,
    originals: originals
      .slice(0, mostOriginals)
      .map(({ raw }) => JSON.stringify(raw).slice(0, longestOriginal)),
  };
}

/**
 * How wide a slice one call requests: between an hour and a day, learned from refusals and from answers
 * that the service cut.
 */
export type SliceWidths = ReturnType<typeof createSliceWidths>;

export function createSliceWidths(
  { rangeWidths: widths, answerSizes: sizes }: Pick<Dialect, 'rangeWidths' | 'answerSizes'>,
  onChanged: (log: LogKind) => void,
) {
  function change(log: LogKind, width: number): void {
    if (widths[log].current === width) return;
    widths[log].current = width;
    onChanged(log);
  }

  return {
    /** Without a device: of devices of which no answer was cut. */
    of: (log: LogKind, deviceId?: string): number => {
      const own = deviceId === undefined ? undefined : sizes[log].deviceWidths.get(deviceId);
      return Math.min(widths[log].current, own ?? Number.POSITIVE_INFINITY);
    },
    /** A fetch stored before a restart used this width. */
    restore: (log: LogKind, width: number): void => {
      widths[log].current = Math.min(widths[log].current, Math.max(hourMs, width));
    },
    answered: (log: LogKind, width: number): void => {
      widths[log].answered = Math.max(widths[log].answered ?? 0, width);
    },
    /** A slice of this width was refused as too large; false if it cannot be narrower. */
    narrow: (log: LogKind, refused: number): boolean => {
      if (refused <= hourMs) return false;
      change(log, Math.max(hourMs, Math.min(widths[log].current, refused) / 2));
      return true;
    },
    /** Refusals were not about the width: returns to the widest answered one. */
    reset: (log: LogKind): void => change(log, widths[log].answered ?? dayMs),
    /** What is known about the size of answers, to judge the next one. */
    sizeOf: (log: LogKind): Pick<SentBefore, 'most' | 'isCap'> => ({
      most: sizes[log].most,
      isCap: sizes[log].isCap,
    }),
    /**
     * An answer was judged; `whole` is the wider one that it is a part of. Returns the number of records at
     * which the service cuts answers if that is new, else null.
     */
    judged: (
      log: LogKind,
      deviceId: string,
      { records, provesCut }: JudgedAnswer,
      whole: WholeAnswer | null,
    ): number | null => {
      const size = sizes[log];
      let learned: number | null = null;
      if (whole && provesCut) {
        if (!size.isCap || size.most !== whole.records) learned = whole.records;
        Object.assign(size, { most: whole.records, isCap: true });
        const width = Math.max(hourMs, widthBelowCap(whole));
        const known = size.deviceWidths.get(deviceId) ?? dayMs;
        if (width < known) size.deviceWidths.set(deviceId, width);
      }
      if (records > size.most) Object.assign(size, { most: records, isCap: false });
      return learned;
    },
  };
}
