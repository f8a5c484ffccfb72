import { lastDay } from '../domain/calendar';

/**
 * Reads a single value: returns the value, null for "not provided" (null, empty), or undefined for
 * a value that is present but unreadable, which the caller stores unchanged.
 */
export type Reader<T> = (value: unknown) => T | Partly<T> | DayOnly | null | undefined;

/** A reader that understands a value completely or not at all. */
export type WholeReader<T> = (value: unknown) => T | null | undefined;

/** A list or map of which some members were unreadable. */
export class Partly<T> {
  constructor(
    readonly value: T,
    readonly unread: unknown[],
  ) {}
}

/** A calendar day `YYYY-MM-DD` where a moment is expected. */
export class DayOnly {
  constructor(readonly day: string) {}
}

/**
 * No number, moment or switch is longer. Longer texts are not understood before any expression sees
 * them, so that an answer of megabytes cannot keep main busy.
 */
const longestValue = 64;
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const missingNumbers = new Set(['', 'nan', 'null', 'undefined', 'n/a', '-']);

/**
 * A comma before exactly three digits separates thousands or decimals: "1,850" is ambiguous and not
 * understood. After a leading 0 or four digits it can only be a decimal comma.
 */
const ambiguousComma = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/** A number; also as text and with a decimal comma, unless the comma is ambiguous. */
export const readNumber: WholeReader<number> = (value) => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text.length > longestValue) return undefined;
  if (missingNumbers.has(text.toLowerCase())) return null;
  if (ambiguousComma.test(text)) return undefined;
  const plain = /^[^.,]*,[^.,]*$/.test(text) ? text.replace(',', '.') : text;
  const read = number.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(read) ? read : undefined;
};

/** A number in a range; a value outside it is implausible and counts as unreadable. */
export function readWithin(lowest: number, highest: number): WholeReader<number> {
  return (value) => {
    const read = readNumber(value);
    return typeof read === 'number' && (read < lowest || read > highest) ? undefined : read;
  };
}

/** A count: a whole number from 0. */
export const readCount: WholeReader<number> = (value) => {
  const read = readNumber(value);
  return typeof read === 'number' && (!Number.isSafeInteger(read) || read < 0) ? undefined : read;
};

/** A boolean; also as 0, 1 or text. */
export const readBoolean: WholeReader<boolean> = (value) => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length > longestValue) return undefined;
  switch (text.trim().toLowerCase()) {
    case 'true':
    case '1':
    case 'yes':
    case 'on':
      return true;
    case 'false':
    case '0':
    case 'no':
    case 'off':
      return false;
    case '':
    case 'null':
      return null;
    default:
      return undefined;
  }
};

/** Text as received; a number or boolean becomes text. Empty is "not provided". */
export const readText: WholeReader<string> = (value) => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return undefined;
};

const longestId = 512;

/** An identifier: opaque text, never trimmed or parsed. A number becomes text. */
export const readId: WholeReader<string> = (value) => {
  const text = typeof value === 'boolean' ? undefined : readText(value);
  if (typeof text !== 'string') return text;
  if (text.trim() === '') return null;
  return text.length > longestId ? undefined : text;
};

const moment =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * What services write for a date that was never set: the first day of year 1, a day of year 0, or the first that Java,
 * JavaScript or PostgreSQL can write.
 */
const unsetDate = /^\s*(0001-01-01|0000-12-31|0000-00-00)/;
const beforeAll = /^\s*(-infinity|-\d{6,10}-\d{2}-\d{2}(T[\d:.,]+(Z|[+-][\d:]+)?)?)\s*$/i;
/** For "never": a year that four digits cannot write (Java and JavaScript), or the word of PostgreSQL. */
const noEnd = /^\s*(?:infinity|\+?0?[1-9]\d{4,9}-\d{2}-\d{2}(T[\d:.,]+(Z|[+-][\d:]+)?)?)\s*$/i;

/** Whether a value stands for "no date", as null does. */
export const isUnsetDate = (value: unknown): boolean =>
  typeof value === 'string' && (unsetDate.test(value) || beforeAll.test(value));

const lastMoment = Date.parse(`${lastDay}T23:59:59.999Z`);

/**
 * An ISO 8601 moment as epoch milliseconds. Without a zone it is UTC (wire contract 1.4). A day
 * without a time is not a moment.
 */
export const readMoment: WholeReader<number> = (value) => {
  const read = readIsoDate(value);
  // A zone may move the end of year 9999 into one that nothing can write.
  return read instanceof DayOnly || (read ?? 0) > lastMoment ? undefined : read;
};

/**
 * A moment, or a calendar day without a time, which begins at another moment in each zone. The last
 * moment that a service can write is a day too: in zones east of UTC it would be in year 10000.
 */
export const readMomentOrDay = (value: unknown): number | DayOnly | null | undefined => {
  if (typeof value === 'string' && noEnd.test(value)) return new DayOnly(lastDay);
  const read = readIsoDate(value);
  const isLast = typeof read === 'number' && String(value).trim().startsWith(lastDay);
  return isLast ? new DayOnly(lastDay) : read;
};

function readIsoDate(value: unknown): number | DayOnly | null | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text === '') return null;
  if (text.length > longestValue) return undefined;
  if (beforeAll.test(text)) return null;
  const parts = moment.exec(text);
  if (!parts) return undefined;
  const part = (index: number) => Number(parts[index] ?? 0);
  const [year, month, day] = [part(1), part(2), part(3)];
  const [hour, minute, second] = [part(4), part(5), part(6)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  if (isUnsetDate(text)) return null;
  if (year === 0) return undefined;
  const millisecond = Math.floor(Number(`0.${parts[7] ?? '0'}`) * 1000);
  const read = new Date(0);
  // Not Date.UTC, which maps the years 0 to 99 to 1900 to 1999.
  read.setUTCFullYear(year, month - 1, day);
  if (read.getUTCMonth() !== month - 1 || read.getUTCDate() !== day) return undefined;
  if (parts[4] === undefined) return new DayOnly(text);
  read.setUTCHours(hour, minute, second, millisecond);
  return read.getTime() - offsetMs(parts[8]);
}

function offsetMs(zone: string | undefined): number {
  if (!zone || zone.toUpperCase() === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4) || 0);
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** A calendar day `YYYY-MM-DD`; a moment is not a day, because its day depends on the time zone. */
export const readDay: WholeReader<string> = (value) => {
  const read = readMomentOrDay(value);
  if (read instanceof DayOnly) return read.day;
  return read === null ? null : undefined;
};

/** A list of texts, or a single text. Members that are not text are unread. */
export const readTexts: Reader<string[]> = (value) => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return [value];
  return isJsonArray(value) ? members(value, readText) : undefined;
};

/** A list of identifiers, in the order received, without duplicates. */
export const readIds: Reader<string[]> = (value) => {
  if (value === null || value === undefined) return null;
  if (!isJsonArray(value)) return undefined;
  const read = members(value, readId);
  return read instanceof Partly
    ? new Partly([...new Set(read.value)], read.unread)
    : [...new Set(read)];
};

/** Reads every member of a list; null and empty members are left out. */
function members<T>(list: readonly unknown[], read: WholeReader<T>): T[] | Partly<T[]> {
  const values: T[] = [];
  const unread: unknown[] = [];
  for (const item of list) {
    const value = read(item);
    if (value === undefined) unread.push(item);
    else if (value !== null) values.push(value);
  }
  return unread.length === 0 ? values : new Partly(values, unread);
}

/**
 * Booleans by position. Reading stops at the first unreadable value, because the positions of the
 * rest would be a guess.
 */
export const readSwitches: Reader<boolean[]> = (value) => {
  if (value === null || value === undefined) return null;
  if (!isJsonArray(value)) return undefined;
  const switches: boolean[] = [];
  for (const item of value) {
    const read = readBoolean(item);
    if (typeof read !== 'boolean') return new Partly(switches, value.slice(switches.length));
    switches.push(read);
  }
  return switches;
};

/** A map of names to text. Other values become text, nested ones JSON; null is left out. */
export const readTextMap: WholeReader<Record<string, string>> = (value) => {
  if (value === null || value === undefined || value === '') return null;
  if (!isJsonObject(value)) return undefined;
  const entries: [string, string][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === null || member === undefined) continue;
    entries.push([name, typeof member === 'string' ? member : JSON.stringify(member)]);
  }
  return Object.fromEntries(entries);
};

export const readTextMaps: Reader<Record<string, string>[]> = (value) => {
  if (value === null || value === undefined) return null;
  if (isJsonObject(value)) return [readTextMap(value) ?? {}];
  return isJsonArray(value) ? members(value, readTextMap) : undefined;
};

/** A JSON object received from the service. */
export type JsonObject = Record<string, unknown>;

/** No documented payload is deeper than this; it also limits recursion. */
const maximumDepth = 64;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJsonArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/**
 * Removes every member whose name contains "password" or "passwd", in any letter case and at any
 * depth. The decoders store and show only JSON from here. Only objects with such a member are
 * copied: most records have none, and a list may have a hundred thousand. Each value is visited
 * once, because a visit more per level would double the time with each level of nesting.
 */
export function withoutPasswords(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maximumDepth) return null;
  if (isJsonArray(value)) {
    const items = value.map((item) => withoutPasswords(item, depth + 1));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  const record = value as JsonObject;
  let changed: Map<string, unknown> | null = null;
  for (const name of Object.keys(record)) {
    const member = record[name];
    const isSecret = isPassword(name);
    const safe = isSecret ? undefined : withoutPasswords(member, depth + 1);
    if (safe === member && !isSecret) continue;
    changed ??= new Map(Object.entries(record));
    if (isSecret) changed.delete(name);
    else changed.set(name, safe);
  }
  return changed ? Object.fromEntries(changed) : record;
}

/** Names seen before: a list has the same few names in each of its records. */
const harmless = new Set<string>();
const mostHarmless = 1_000;

function isPassword(name: string): boolean {
  if (harmless.has(name)) return false;
  // `__proto__` is removed too: copied by assignment, it would become the prototype.
  const isSecret = name === '__proto__' || /passw(or)?d/i.test(name);
  if (!isSecret && harmless.size < mostHarmless) harmless.add(name);
  return isSecret;
}
