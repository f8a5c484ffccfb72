import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { faultSchema } from '#shared/fault';
import { readJson } from '#main/files/json-file';
import { createCallHistory, type CallHistory } from '#main/pace/call-gate';
import type { Profile } from '#shared/domain/session';

/**
 * The calls of the last minute and the pause of each account, over a restart of the app: the limit counts
 * whatever was sent in any minute.
 */
export interface StoredCalls {
  /** The same object for the same account as long as the app runs. */
  historyOf(profile: Profile): CallHistory;
  /** Stores no more about an account, until it is used again. */
  forget(profile: Profile): void;
  /** Stores everything: no call follows. */
  close(): void;
}

/** Calls that may be sent before the file is written again. After a crash they all count as sent. */
const leastCallsPerWrite = 8;
/** As many as the file may say. */
const mostCallsPerWrite = 100;
const mostSpent = 10_000;
const minuteMs = 60_000;
/** The window of the gate is a little longer than a minute. */
const retentionMs = 2 * minuteMs;
const dayMs = 24 * 60 * minuteMs;
const longestPauseMs = dayMs;

const entrySchema = z.object({
  at: z.number(),
  spent: z.array(z.number()).max(mostSpent),
  /** Calls that may have been sent since then; 0 after a regular end. */
  ahead: z.number().int().min(0).max(mostCallsPerWrite),
  pause: z.object({ fault: faultSchema, until: z.number() }).nullable(),
});
const fileSchema = z.object({ version: z.literal(1), accounts: z.record(z.string(), z.unknown()) });
type Entry = z.infer<typeof entrySchema>;

export interface StoredCallsOptions {
  file: string;
  now: () => number;
  /** Whether an account is on the list; nothing is stored about another one, also while it connects. */
  isListed: (id: string) => boolean;
}

export function createStoredCalls({ file, now, isListed }: StoredCallsOptions): StoredCalls {
  const histories = new Map<string, CallHistory>();
  /** Of earlier runs of the app, until the account is used in this one. */
  const earlier = readEntries(file);
  const stored = new Set<string>();
  /** How many calls each account may send between two writes. */
  const allowed = new Map<string, number>();
  let isClosed = false;
  const text = createRewrittenText(file);

  function entryOf(id: string): Entry {
    const { spent, pause } = histories.get(id)!;
    const at = now();
    const kept = spent.filter((each) => each > at - retentionMs).slice(-mostSpent);
    const ahead = isClosed ? 0 : (allowed.get(id) ?? leastCallsPerWrite);
    return { at, spent: kept, ahead, pause };
  }

  function write(): void {
    const entries = new Map(earlier);
    for (const id of stored) entries.set(id, entryOf(id));
    const left = [...entries].filter(([id, entry]) => isListed(id) && isOfUse(entry, now()));
    if (left.length === 0) text.remove();
    else text.write(JSON.stringify({ version: 1, accounts: Object.fromEntries(left) }));
  }

  /** Keeps the file ahead of the calls: it is written before more are sent than it allows for. */
  function follow(id: string, history: CallHistory): void {
    let left = 0;
    let pausedUntil = history.pause?.until ?? null;
    history.onChanged = () => {
      if (isClosed || !stored.has(id)) return;
      const { pause } = history;
      const isPaused = pause !== null && pause.until !== pausedUntil;
      left -= 1;
      if (left >= 0 && !isPaused) return;
      pausedUntil = pause?.until ?? null;
      left = callsPerWrite(history, now());
      allowed.set(id, left);
      write();
    };
  }

  return {
    historyOf: ({ id, isDemo }) => {
      // The service of the demo is on this computer.
      if (!isDemo) stored.add(id);
      const known = histories.get(id);
      if (known) return known;
      const entry = earlier.get(id);
      earlier.delete(id);
      const history = entry ? historyFrom(entry, now()) : createCallHistory();
      histories.set(id, history);
      follow(id, history);
      return history;
    },
    forget: ({ id }) => {
      earlier.delete(id);
      if (stored.delete(id)) write();
    },
    close: () => {
      if (isClosed) return;
      isClosed = true;
      write();
      text.close();
    },
  };
}

/** A text that is written again and again. What the disk refuses is said elsewhere. */
interface RewrittenText {
  write(text: string): void;
  remove(): void;
  close(): void;
}

/**
 * Replaces the file at the first write and overwrites it after that: a file system that is asked to replace a
 * file every second waits for the disk each time, and so would main. Nothing is forced to the disk: a power
 * cut costs more than the minute that is lost.
 */
function createRewrittenText(file: string): RewrittenText {
  let opened: { fd: number; bytes: number } | null = null;

  function create(text: string): void {
    mkdirSync(path.dirname(file), { recursive: true });
    // A link of that name would lead to another file.
    rmSync(`${file}.new`, { force: true });
    opened = { fd: openSync(`${file}.new`, 'wx', 0o600), bytes: 0 };
    overwrite(opened, text);
    renameSync(`${file}.new`, file);
  }

  /** Spaces in place of the rest of a longer text: one call writes all, whenever the process is killed. */
  function overwrite(place: { fd: number; bytes: number }, text: string): void {
    const spaces = Math.max(0, place.bytes - Buffer.byteLength(text));
    place.bytes = writeSync(place.fd, text + ' '.repeat(spaces), 0);
  }

  function close(): void {
    if (opened) closeSync(opened.fd);
    opened = null;
  }

  return {
    write: (text) => {
      try {
        if (opened) overwrite(opened, text);
        else create(text);
      } catch {
        close();
      }
    },
    remove: () => {
      close();
      try {
        rmSync(file, { force: true });
      } catch {
        // What is left limits nothing after a minute.
      }
    },
    close,
  };
}

/** A fiftieth of the calls of the last minute: an account with many would write many times a second. */
function callsPerWrite({ spent }: CallHistory, at: number): number {
  const lastMinute = spent.filter((each) => each > at - minuteMs).length;
  return Math.min(mostCallsPerWrite, Math.max(leastCallsPerWrite, Math.ceil(lastMinute / 50)));
}

function readEntries(file: string): Map<string, Entry> {
  const read = readJson(file);
  const accounts = read.state === 'read' ? fileSchema.safeParse(read.json).data?.accounts : null;
  return new Map(
    Object.entries(accounts ?? {}).flatMap(([id, value]) => {
      const entry = entrySchema.safeParse(value).data;
      return entry ? [[id, entry] as const] : [];
    }),
  );
}

/** Whether an entry still limits anything. */
const isOfUse = ({ at, spent, ahead, pause }: Entry, now: number) =>
  spent.some((each) => each > now - retentionMs) ||
  (ahead > 0 && at > now - dayMs) ||
  (pause !== null && pause.until > now);

/** What a clock that was set in the meantime leaves of it: never a longer pause than was stated. */
function historyFrom({ at, spent, ahead, pause }: Entry, now: number): CallHistory {
  const inFile = spent
    .filter((each) => each > now - retentionMs)
    .map((each) => Math.min(each, now));
  // The app was killed, and it is not known when; so it counts as now.
  const unknown = Array.from({ length: ahead }, () => now);
  const longest = now + Math.min(longestPauseMs, Math.max(0, (pause?.until ?? 0) - at));
  return {
    spent: [...inFile.toSorted((a, b) => a - b), ...unknown],
    pause: pause && pause.until > now ? { ...pause, until: Math.min(pause.until, longest) } : null,
  };
}
