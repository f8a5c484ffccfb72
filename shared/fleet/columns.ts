import type { GroupGap } from '../domain/group';
import type { StateInputs } from '../domain/device-state';

/**
 * The fleet as sent from main to the worker of the renderer: columns of typed arrays over a
 * MessagePort, because a hundred thousand objects take twenty times as long to clone.
 *
 * A device is a *slot*: its index in every column. Slots do not change within a `generation`; a new
 * list of devices starts a new generation with a complete `fleet` message. In numeric columns NaN
 * is "not provided". Times are epoch milliseconds.
 */

/**
 * Many short texts in one UTF-8 buffer; text i is `bytes[ends[i-1] ?? 0 .. ends[i])`. "" means
 * none.
 */
export interface TextColumn {
  bytes: Uint8Array<ArrayBuffer>;
  ends: Uint32Array<ArrayBuffer>;
}

/** The values of a device that change with every answer about it. */
export interface FixColumns {
  /** The place, speed and course are those of the last report that had a position. */
  latitude: Float64Array<ArrayBuffer>;
  longitude: Float64Array<ArrayBuffer>;
  /** Time of the last report, with or without a position. */
  fixAt: Float64Array<ArrayBuffer>;
  /** Time of the last report that had a position. */
  positionAt: Float64Array<ArrayBuffer>;
  /** When the service last answered about the device. */
  checkedAt: Float64Array<ArrayBuffer>;
  /** In the unit of the service. */
  speed: Float32Array<ArrayBuffer>;
  course: Float32Array<ArrayBuffer>;
  /** Of the last report, as `inactiveSeconds`. */
  battery: Float32Array<ArrayBuffer>;
  inactiveSeconds: Float32Array<ArrayBuffer>;
  flags: Uint8Array<ArrayBuffer>;
}

// Bits of `flags`; they are stored.
/** The last report carries an alert that the account holder marked critical. */
export const flagCritical = 1;
/** The last report had no position: the place is that of an earlier one, if any. */
export const flagNoPosition = 2;
/** The last answer was not understood: everything else is from earlier answers. */
export const flagNotUnderstood = 4;
/** The last answer was an older report than the last one. */
export const flagOlderAnswer = 8;
/** The last answer was a report dated in the future, so an earlier one counts as the last. */
export const flagAheadAnswer = 16;
/** The last answer was a report of a clock that is far behind, so an earlier one counts as the last. */
export const flagBehindAnswer = 64;
/** The last report carries an alert. */
export const flagAlert = 32;
/** The last report carries a call for help. */
export const flagSos = 128;
/** Somebody has to look at it now. */
export const flagUrgent = flagCritical | flagSos;

export interface FleetColumns extends FixColumns {
  count: number;
  id: TextColumn;
  /** "" if the service sends no name. */
  name: TextColumn;
  description: TextColumn;
  phone: TextColumn;
  /** `key: value` pairs joined by U+001F. */
  tags: TextColumn;
  /** For display. Infinity: stated to have no expiry; -Infinity: not understood. */
  expiresAt: Float64Array<ArrayBuffer>;
  /** From when on the device is expired (`expiryOf` in shared/domain); NaN: never. */
  expiredFrom: Float64Array<ArrayBuffer>;
  /**
   * Until when the device is over a daily limit of messages, as far as the service sent limit and count:
   * the end of the account's day of the count. NaN: not known to be.
   */
  overLimitUntil: Float64Array<ArrayBuffer>;
  /** When the record was received; NaN: with the last list. */
  receivedAt: Float64Array<ArrayBuffer>;
  /** When the service stopped listing the device. */
  unlistedAt: Float64Array<ArrayBuffer>;
}

/** Groups in any order; members of group g are `slots[ends[g-1] ?? 0 .. ends[g])`. */
export interface GroupColumns {
  ids: string[];
  names: string[];
  ends: Uint32Array<ArrayBuffer>;
  slots: Uint32Array<ArrayBuffer>;
  gap?: GroupGap;
  /** The indices of the groups of which not all members are known. */
  incomplete?: number[];
}

/** What main tells the worker of the window about the fleet. */
export type FleetMessage =
  | {
      type: 'fleet';
      generation: number;
      account: string;
      columns: FleetColumns;
      groups: GroupColumns;
      /** False until the service has sent the list for the first time: unknown, not empty. */
      isListed: boolean;
    }
  | { type: 'groups'; generation: number; groups: GroupColumns }
  | { type: 'fixes'; generation: number; slots: Uint32Array<ArrayBuffer>; fixes: FixColumns };

const fixColumnKinds = {
  latitude: Float64Array,
  longitude: Float64Array,
  fixAt: Float64Array,
  positionAt: Float64Array,
  checkedAt: Float64Array,
  speed: Float32Array,
  course: Float32Array,
  battery: Float32Array,
  inactiveSeconds: Float32Array,
  flags: Uint8Array,
} as const;

export const fixColumnNames = Object.keys(fixColumnKinds) as (keyof FixColumns)[];

/** Fix columns of `count` devices without any values. */
export function emptyFixColumns(count: number): FixColumns {
  const nan64 = () => new Float64Array(count).fill(Number.NaN);
  const nan32 = () => new Float32Array(count).fill(Number.NaN);
  return {
    latitude: nan64(),
    longitude: nan64(),
    fixAt: nan64(),
    positionAt: nan64(),
    checkedAt: nan64(),
    speed: nan32(),
    course: nan32(),
    battery: nan32(),
    inactiveSeconds: nan32(),
    flags: new Uint8Array(count),
  };
}

export function applyFixes(target: FixColumns, slots: Uint32Array, fixes: FixColumns): void {
  for (const name of fixColumnNames) {
    const from = fixes[name];
    const to = target[name];
    for (let i = 0; i < slots.length; i++) to[slots[i]!] = from[i]!;
  }
}

export function takeFixes(source: FixColumns, slots: Uint32Array): FixColumns {
  const taken = emptyFixColumns(slots.length);
  for (const name of fixColumnNames) {
    const from = source[name];
    const to = taken[name];
    for (let i = 0; i < slots.length; i++) to[i] = from[slots[i]!]!;
  }
  return taken;
}

export function packTexts(texts: readonly string[]): TextColumn {
  const encoder = new TextEncoder();
  let bytes = new Uint8Array(Math.max(64, texts.length * 16));
  const ends = new Uint32Array(texts.length);
  let used = 0;
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i]!;
    // A UTF-16 unit is at most three UTF-8 bytes.
    const most = used + text.length * 3;
    if (most > bytes.length) {
      const grown = new Uint8Array(Math.max(most, bytes.length * 2));
      grown.set(bytes.subarray(0, used));
      bytes = grown;
    }
    used += encoder.encodeInto(text, bytes.subarray(used)).written;
    ends[i] = used;
  }
  return { bytes: bytes.slice(0, used), ends };
}

const decoder = new TextDecoder();

/** Where text i begins in the bytes of a column, which is where the one before it ends. */
export const textStart = ({ ends }: TextColumn, i: number): number => (i === 0 ? 0 : ends[i - 1]!);

/** Text i of a column; "" if there is none. */
export function textAt(column: TextColumn, i: number): string {
  const start = textStart(column, i);
  const end = column.ends[i]!;
  return start === end ? '' : decoder.decode(column.bytes.subarray(start, end));
}

/** The buffers of a message, for the transfer list. */
export function buffersOf(value: unknown, found: ArrayBuffer[] = []): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) found.push(value.buffer as ArrayBuffer);
  else if (value && typeof value === 'object') {
    for (const part of Object.values(value)) if (typeof part === 'object') buffersOf(part, found);
  }
  return found;
}

/** The values of a device from which its state is derived. */
export function stateInputsAt(columns: FleetColumns, slot: number): StateInputs {
  const flags = columns.flags[slot]!;
  return {
    unlistedAt: columns.unlistedAt[slot]!,
    expiresAt: columns.expiredFrom[slot]!,
    checkedAt: columns.checkedAt[slot]!,
    fixAt: columns.fixAt[slot]!,
    hasPosition: !Number.isNaN(columns.latitude[slot]!) && (flags & flagNoPosition) === 0,
    speed: columns.speed[slot]!,
    inactiveSeconds: columns.inactiveSeconds[slot]!,
    isNotUnderstood: (flags & flagNotUnderstood) !== 0,
    isAnswerAhead: (flags & flagAheadAnswer) !== 0,
    isAnswerBehind: (flags & flagBehindAnswer) !== 0,
  };
}
