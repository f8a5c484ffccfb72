/** Points in one file. A tracker that reports every second makes a million in twelve days. */
export const mostPoints = 3_000_000;
/** Tracks in one file: each is a line in the window. */
export const mostTracks = 10_000;

/** One point as in the file; null means missing or unreadable. */
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
}

export interface ReadTrack {
  name: string;
  /** In the order of the file. */
  points: ReadPoint[];
}

/** A number, or text that is one, with a point or a comma; null for anything else. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = value.trim().replace(',', '.');
  if (!/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text)) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}
