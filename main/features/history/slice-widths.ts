import type { Dialect } from '#main/api/dialect';
import type { LogKind } from '#shared/domain/history';
import {
  widthBelowCap,
  type JudgedAnswer,
  type SentBefore,
  type WholeAnswer,
} from '#shared/domain/range-answer';
import { dayMs, hourMs } from './missing-ranges';

/**
 * How wide a slice one call requests: between an hour and a day, learned from refusals and from answers
 * that the service cut.
 */
export interface SliceWidths {
  /** Without a device: of devices of which no answer was cut. */
  of(log: LogKind, deviceId?: string): number;
  /** A fetch stored before a restart used this width. */
  restore(log: LogKind, width: number): void;
  answered(log: LogKind, width: number): void;
  /** A slice of this width was refused as too large; false if it cannot be narrower. */
  narrow(log: LogKind, refused: number): boolean;
  /** Refusals were not about the width: returns to the widest answered one. */
  reset(log: LogKind): void;
  /** What is known about the size of answers, to judge the next one. */
  sizeOf(log: LogKind): Pick<SentBefore, 'most' | 'isCap'>;
  /**
   * An answer was judged; `whole` is the wider one that it is a part of. Returns the number of records at
   * which the service cuts answers if that is new, else null.
   */
  judged(
    log: LogKind,
    deviceId: string,
    answer: JudgedAnswer,
    whole: WholeAnswer | null,
  ): number | null;
}

export function createSliceWidths(
  { rangeWidths: widths, answerSizes: sizes }: Pick<Dialect, 'rangeWidths' | 'answerSizes'>,
  onChanged: (log: LogKind) => void,
): SliceWidths {
  function change(log: LogKind, width: number): void {
    if (widths[log].current === width) return;
    widths[log].current = width;
    onChanged(log);
  }

  return {
    of: (log, deviceId) => {
      const own = deviceId === undefined ? undefined : sizes[log].deviceWidths.get(deviceId);
      return Math.min(widths[log].current, own ?? Number.POSITIVE_INFINITY);
    },
    restore: (log, width) => {
      widths[log].current = Math.min(widths[log].current, Math.max(hourMs, width));
    },
    answered: (log, width) => {
      widths[log].answered = Math.max(widths[log].answered ?? 0, width);
    },
    narrow: (log, refused) => {
      if (refused <= hourMs) return false;
      change(log, Math.max(hourMs, Math.min(widths[log].current, refused) / 2));
      return true;
    },
    reset: (log) => change(log, widths[log].answered ?? dayMs),
    sizeOf: (log) => ({ most: sizes[log].most, isCap: sizes[log].isCap }),
    judged: (log, deviceId, { records, provesCut }, whole) => {
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
