import type { LogKind } from '#shared/domain/history';
import { dayMs, hourMs } from './missing-ranges';

/** Range widths of one log that the service accepts. */
export interface RangeWidth {
  current: number;
  /** The widest range answered so far; null if none was. */
  answered: number | null;
}

export const initialWidths = (): Record<LogKind, RangeWidth> => ({
  locations: { current: dayMs, answered: null },
  alerts: { current: dayMs, answered: null },
});

/** How wide a slice one call requests, learned from refusals: between an hour and a day. */
export interface SliceWidths {
  of(log: LogKind): number;
  /** A fetch stored before a restart used this width. */
  restore(log: LogKind, width: number): void;
  answered(log: LogKind, width: number): void;
  /** A slice of this width was refused as too large; false if it cannot be narrower. */
  narrow(log: LogKind, refused: number): boolean;
  /** Refusals were not about the width: returns to the widest answered one. */
  reset(log: LogKind): void;
}

export function createSliceWidths(
  widths: Record<LogKind, RangeWidth>,
  onChanged: (log: LogKind) => void,
): SliceWidths {
  function change(log: LogKind, width: number): void {
    if (widths[log].current === width) return;
    widths[log].current = width;
    onChanged(log);
  }

  return {
    of: (log) => widths[log].current,
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
  };
}
