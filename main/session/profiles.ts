import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { fail, FaultError, type Fault } from '#shared/fault';
import { profileSchema, submissionModeChoiceSchema } from '#shared/domain/session';
import type { Profile, SubmissionModeChoice } from '#shared/domain/session';
import { readJsonFile, writeJsonFile } from '#main/files/json-file';

/** Which accounts this computer keeps something of: addresses and user names, no secret. */
export interface ProfileStore {
  /** The account that opens by itself at the next start. */
  last(): Profile | null;
  /** Every account of which a key or a copy may be kept, the one used last first; never the demo. */
  known(): Profile[];
  /** One of those; throws `notFound` where nothing is kept of it. */
  get(id: string): Profile;
  /**
   * Something is about to be kept of it; only then may it be. Answers why it is not on the list, where it
   * cannot be written: what is kept of no listed account could not be forgotten again.
   */
  note(profile: Profile): Fault | null;
  /** It is on screen now, and opens at the next start; answers why it will not. */
  remember(profile: Profile): Fault | null;
  /** It no longer opens by itself. */
  leave(id: string): void;
  /** Nothing is kept of it any more. */
  forget(id: string): void;
  /** What was set for its connection; `auto` where nothing was. */
  reading(id: string): SubmissionModeChoice;
  /** Sets it, and keeps it with the account. The demo has nothing to set: throws `invalid`. */
  setSubmissionMode(profile: Profile, reading: SubmissionModeChoice): void;
}

interface Kept {
  last: Profile | null;
  known: Profile[];
  /** What was set for connections, by the id of the account. */
  readings: ReadonlyMap<string, SubmissionModeChoice>;
}

interface Found extends Kept {
  /** It was written before connections had settings of their own. */
  isOlder: boolean;
}

/** More than anybody has; what is beyond was written by somebody else. */
const mostKnown = 200;

const keptSchema = z.object({
  last: profileSchema.nullable().catch(null),
  known: z.array(z.unknown()).catch([]),
  /** Absent: written before connections had settings of their own. */
  readings: z.record(z.string(), submissionModeChoiceSchema.catch('auto')).optional().catch({}),
});

/**
 * `formerSubmissionMode` is what an earlier version had set for all accounts together: those that were there
 * then keep it as their own, accounts that come later do not.
 */
export function openProfiles(
  file: string,
  formerSubmissionMode: SubmissionModeChoice | null = null,
): ProfileStore {
  function read(): Found {
    let json: unknown = null;
    try {
      json = JSON.parse(readJsonFile(file) ?? 'null');
    } catch {
      return nothingKept;
    }
    return readKept(json, formerSubmissionMode);
  }

  function write({ last, known, readings }: Kept): void {
    if (last !== null || known.length > 0) {
      const ofKnown = [...readings].filter(([id]) => known.some((profile) => profile.id === id));
      const next = { last, known, readings: Object.fromEntries(ofKnown) };
      writeJsonFile(file, JSON.stringify(next));
      return;
    }
    try {
      // Whatever stands there: what is no file of ours could not be read as one either.
      rmSync(file, { force: true, recursive: true });
    } catch {
      fail({ kind: 'storage', reason: 'unwritable', detail: path.basename(file) });
    }
  }

  // At once: the settings forget the former value when one of them is changed.
  if (formerSubmissionMode !== null) takeOver();

  function tried(next: Kept): Fault | null {
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
    const kept = read();
    if (!kept.isOlder || kept.readings.size === 0) return;
    try {
      write(kept);
    } catch {
      // No room, or a folder that allows nothing: it is read like this until something can be written.
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
      const kept = read();
      const fault = tried({ ...kept, known: withFirst(kept.known, profile) });
      // Its place in the order is all that is lost of one that is listed already.
      return kept.known.some(({ id }) => id === profile.id) ? null : fault;
    },
    remember: (profile) => {
      const kept = read();
      return tried({ ...kept, last: profile, known: withFirst(kept.known, profile) });
    },
    leave: (id) => {
      const kept = read();
      write({ ...kept, last: kept.last?.id === id ? null : kept.last });
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
        // One that is on screen without being listed is kept now, or it could not be forgotten.
        known: known.some(({ id }) => id === profile.id) ? known : withFirst(known, profile),
        readings: new Map(readings).set(profile.id, reading),
      });
    },
  };
}

/** Said after "no room to write" and the like. */
const unlisted = 'the list of accounts; this one opens all the same, but will not be remembered';

const nothingKept: Found = { last: null, known: [], readings: new Map(), isOlder: false };

/** Both forms of the file: the list, and the one account that was kept before there was a list. */
function readKept(json: unknown, formerSubmissionMode: SubmissionModeChoice | null): Found {
  const former = (known: readonly Profile[]) =>
    new Map(formerSubmissionMode === null ? [] : known.map(({ id }) => [id, formerSubmissionMode]));
  const single = profileSchema.safeParse(json).data;
  if (single) {
    const known = withFirst([], single);
    return { last: single, known, readings: former(known), isOlder: true };
  }
  const kept = keptSchema.safeParse(json).data;
  if (!kept) return nothingKept;
  const known = kept.known
    .flatMap((each) => profileSchema.safeParse(each).data ?? [])
    .filter(({ isDemo }) => !isDemo)
    .slice(0, mostKnown);
  const readings = kept.readings ? new Map(Object.entries(kept.readings)) : former(known);
  return { last: kept.last, known, readings, isOlder: kept.readings === undefined };
}

/** The demo is always at hand, and nothing is kept of it. */
function withFirst(known: readonly Profile[], profile: Profile): Profile[] {
  const others = known.filter(({ id }) => id !== profile.id);
  return (profile.isDemo ? others : [profile, ...others]).slice(0, mostKnown);
}

/** One account, one id: it names the cache file and the keychain entries. */
export function profileOf(address: string, userName: string): Profile {
  const id = createHash('sha256').update(`${address}\n${userName}`).digest('hex').slice(0, 16);
  return { id, address, userName, isDemo: false };
}

export const demoProfileId = 'demo';
