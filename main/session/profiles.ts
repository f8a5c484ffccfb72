import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { fail, FaultError, type Fault } from '#shared/fault';
import { profileSchema, submissionModeChoiceSchema } from '#shared/domain/session';
import type { Profile, SubmissionModeChoice } from '#shared/domain/session';
import { readJsonFile, writeJsonFile } from '#main/files/json-file';

/** The accounts with data on this computer: addresses and user names, no secrets. */
export interface ProfileStore {
  /** The account that opens at the next start. */
  last(): Profile | null;
  /** Every account that may have a key or a copy, the most recent first; never the demo. */
  known(): Profile[];
  /** One of those; throws `declined` if it is not on the list. */
  get(id: string): Profile;
  /**
   * Adds an account before data of it is stored. Returns why it could not be added; then nothing may be
   * stored, because it could not be forgotten again.
   */
  note(profile: Profile): Fault | null;
  /** Opens this account at the next start; returns why that failed. */
  remember(profile: Profile): Fault | null;
  /** It no longer opens at the next start. */
  leave(id: string): void;
  /** Removes it from the list. */
  forget(id: string): void;
  /** The submission mode of its connection; `auto` if none was set. */
  reading(id: string): SubmissionModeChoice;
  /** Stores it with the account. Throws `invalid` for the demo. */
  setSubmissionMode(profile: Profile, reading: SubmissionModeChoice): void;
}

interface StoredProfiles {
  last: Profile | null;
  known: Profile[];
  /** Submission modes by the id of the account. */
  readings: ReadonlyMap<string, SubmissionModeChoice>;
}

interface FoundProfiles extends StoredProfiles {
  /** Written before connections had a submission mode of their own. */
  isOlder: boolean;
}

/** A longer list was not written by Waypost. */
const mostKnown = 200;

const storedSchema = z.object({
  last: profileSchema.nullable().catch(null),
  known: z.array(z.unknown()).catch([]),
  /** Absent: written before connections had a submission mode of their own. */
  readings: z.record(z.string(), submissionModeChoiceSchema.catch('auto')).optional().catch({}),
});

/**
 * `formerSubmissionMode` is what an earlier version stored for all accounts together: accounts of that
 * time keep it as their own, later accounts do not.
 */
export function openProfiles(
  file: string,
  formerSubmissionMode: SubmissionModeChoice | null = null,
): ProfileStore {
  function read(): FoundProfiles {
    let json: unknown = null;
    try {
      json = JSON.parse(readJsonFile(file) ?? 'null');
    } catch {
      return nothingStored;
    }
    return readStored(json, formerSubmissionMode);
  }

  function write({ last, known, readings }: StoredProfiles): void {
    if (last !== null || known.length > 0) {
      const ofKnown = [...readings].filter(([id]) => known.some((profile) => profile.id === id));
      const next = { last, known, readings: Object.fromEntries(ofKnown) };
      writeJsonFile(file, JSON.stringify(next));
      return;
    }
    try {
      // Recursive: there may be something else than a file of ours.
      rmSync(file, { force: true, recursive: true });
    } catch {
      fail({ kind: 'storage', reason: 'unwritable', detail: path.basename(file) });
    }
  }

  // Now, because the settings lose the former value when one of them is changed.
  if (formerSubmissionMode !== null) takeOver();

  function tried(next: StoredProfiles): Fault | null {
    try {
      write(next);
      return null;
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      const { fault } = error;
      return fault.kind === 'storage' ? { ...fault, detail: unlisted } : fault;
    }
  }

  function takeOver(): void {
    const found = read();
    if (!found.isOlder || found.readings.size === 0) return;
    try {
      write(found);
    } catch {
      // The disk is full or read-only: the former value is read until it can be written.
    }
  }

  return {
    last: () => read().last,
    known: () => read().known,
    get: (id) => {
      const found = read().known.find((profile) => profile.id === id);
      return (
        found ??
        fail({ kind: 'declined', reason: 'gone', message: 'Nothing is kept of this account.' })
      );
    },
    note: (profile) => {
      const found = read();
      const fault = tried({ ...found, known: withFirst(found.known, profile) });
      // An account that is already listed only keeps its old position.
      return found.known.some(({ id }) => id === profile.id) ? null : fault;
    },
    remember: (profile) => {
      const found = read();
      return tried({ ...found, last: profile, known: withFirst(found.known, profile) });
    },
    leave: (id) => {
      const found = read();
      write({ ...found, last: found.last?.id === id ? null : found.last });
    },
    forget: (id) => {
      const { last, known, readings } = read();
      write({
        last: last?.id === id ? null : last,
        known: known.filter((profile) => profile.id !== id),
        readings,
      });
    },
    reading: (id) => read().readings.get(id) ?? 'auto',
    setSubmissionMode: (profile, reading) => {
      if (profile.isDemo) {
        fail({ kind: 'invalid', message: 'The demo takes what its service announces.' });
      }
      const { last, known, readings } = read();
      write({
        last,
        // An open account that is not listed is added now, or it could not be forgotten.
        known: known.some(({ id }) => id === profile.id) ? known : withFirst(known, profile),
        readings: new Map(readings).set(profile.id, reading),
      });
    },
  };
}

/** Follows "There is no room to write" and similar messages. */
const unlisted = 'the list of accounts; this one opens all the same, but will not be remembered';

const nothingStored: FoundProfiles = { last: null, known: [], readings: new Map(), isOlder: false };

/** Both forms of the file: the list, and the single account of versions before the list. */
function readStored(
  json: unknown,
  formerSubmissionMode: SubmissionModeChoice | null,
): FoundProfiles {
  const former = (known: readonly Profile[]) =>
    new Map(formerSubmissionMode === null ? [] : known.map(({ id }) => [id, formerSubmissionMode]));
  const single = profileSchema.safeParse(json).data;
  if (single) {
    const known = withFirst([], single);
    return { last: single, known, readings: former(known), isOlder: true };
  }
  const stored = storedSchema.safeParse(json).data;
  if (!stored) return nothingStored;
  const known = stored.known
    .flatMap((each) => profileSchema.safeParse(each).data ?? [])
    .filter(({ isDemo }) => !isDemo)
    .slice(0, mostKnown);
  const readings = stored.readings ? new Map(Object.entries(stored.readings)) : former(known);
  return { last: stored.last, known, readings, isOlder: stored.readings === undefined };
}

/** The demo is always available, and nothing is stored for it. */
function withFirst(known: readonly Profile[], profile: Profile): Profile[] {
  const others = known.filter(({ id }) => id !== profile.id);
  return (profile.isDemo ? others : [profile, ...others]).slice(0, mostKnown);
}

/** The id of an account names its cache file and its keychain entries. */
export function profileOf(address: string, userName: string): Profile {
  const id = createHash('sha256').update(`${address}\n${userName}`).digest('hex').slice(0, 16);
  return { id, address, userName, isDemo: false };
}

export const demoProfileId = 'demo';
