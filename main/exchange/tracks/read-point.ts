import { message, type Message, type Said } from '#shared/i18n/translate';
import { plainDigits } from '#shared/domain/text';
import type { TrackReading } from '#shared/domain/submission';

/** Points in one file. A tracker that reports every second makes a million in twelve days. */
export const mostPoints = 3_000_000;
/** Tracks in one file: each is a line in the window. */
export const mostTracks = 10_000;

/** A value as in the file; null means missing. */
export type RawValue = string | number | null;

/** One point as in the file, before its values are understood. */
export interface RawPoint {
  /** The line of the file if it is a table, counted from 1. */
  line?: number;
  time: RawValue;
  latitude: RawValue;
  longitude: RawValue;
  /** The coordinates as text, if they could not be taken apart. */
  place?: string;
  metresPerSecond: RawValue;
  course: RawValue;
  battery: RawValue;
  /** Why the point as a whole is not understood. */
  refusal?: Message;
}

export interface RawTrack {
  /** That of the file, or what it is called without one. */
  name: Said;
  points: RawPoint[];
}

/** One point; null means missing or not understood. */
export interface ReadPoint {
  /** The line of the file if it is a table, counted from 1. */
  line?: number;
  /** Epoch milliseconds. */
  at: number | null;
  latitude: number | null;
  longitude: number | null;
  metresPerSecond: number | null;
  course: number | null;
  battery: number | null;
  /** Why the point is not understood, with the text of the file. */
  refusal?: Message;
  /** How the point was understood, if that is not certain. */
  doubt?: Message;
}

export interface ReadTrack {
  name: Said;
  /** In the order of the file. */
  points: ReadPoint[];
  /** Speeds, courses and battery levels that are not understood or not possible. */
  unusedValues?: Message[];
}

/** Names of ignored values that are listed. */
const mostNames = 60;

export type Findings = ReturnType<typeof createFindings>;

/** Collects what a reader finds besides the points. */
export function createFindings() {
  const notes: Message[] = [];
  const counts = new Map<string, { name: Said; count: number }>();
  return {
    notes,
    note: (note: Message): void => {
      if (!notes.some((each) => isSameMessage(each, note))) notes.push(note);
    },
    /** A value that is not used, by its name in the file. */
    ignore: (name: Said, count = 1): void => {
      const key = typeof name === 'string' ? name : JSON.stringify(name);
      const known = counts.get(key);
      if (known) known.count += count;
      else counts.set(key, { name: typeof name === 'string' ? shortText(name) : name, count });
    },
    ignored: (): TrackReading['ignored'] => {
      const all = [...counts.values()];
      if (all.length <= mostNames) return all;
      const rest = all.slice(mostNames);
      const count = rest.reduce((sum, each) => sum + each.count, 0);
      const name = message('exchange-files.track.ignored.others', { count: rest.length });
      return [...all.slice(0, mostNames), { name, count }];
    },
  };
}

export const isSameMessage = (a: Said, b: Said): boolean =>
  a === b || (typeof a !== 'string' && JSON.stringify(a) === JSON.stringify(b));

const longestShown = 60;

/** A text of the file for a message. */
export function shortText(text: string): string {
  const plain = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return plain.length > longestShown ? `${plain.slice(0, longestShown)}…` : plain;
}

/** A number, or text that is one, with a point or a comma; null for anything else. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = plainDigits(value).trim().replace(',', '.').replace('−', '-');
  if (!/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text)) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/** What a reader passes on of any value: text that is not blank, a number, or a word for the rest. */
export function rawValue(value: unknown): RawValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return shortText(JSON.stringify(value) ?? '');
  return value.trim() === '' ? null : value;
}
