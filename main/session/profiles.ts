import { rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { fail, FaultError, type Fault } from '#shared/fault';
import {
  profileSchema,
  submissionModeChoiceSchema,
  type Profile,
  type SubmissionModeChoice,
} from '#shared/domain/session';
import type { SkippedPart } from '#shared/domain/stored-file';
import {
  readJson,
  writeJsonFile,
  copyBeside,
  problemOf,
  renameBeside,
  type ReportStoredFile,
} from '#main/files/stored-files';
import { hasDerivedId, isUsableId } from './account-key';
import { message } from '#shared/i18n/translate';

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
  submissionMode(id: string): SubmissionModeChoice;
  /** Stores it with the account. Throws `invalid` for the demo. */
  setSubmissionMode(profile: Profile, mode: SubmissionModeChoice): void;
}

interface StoredProfiles {
  last: Profile | null;
  known: Profile[];
  /** Submission modes by the id of the account. */
  modes: ReadonlyMap<string, SubmissionModeChoice>;
}

interface FoundProfiles extends StoredProfiles {
  problem: 'unreadable' | 'partly' | 'newer' | null;
  skipped: SkippedPart[];
}

/** A longer list was not written by Waypost. */
const mostKnown = 200;

/** The form of the file. */
const fileVersion = 1;

const storedSchema = z.object({
  version: z.unknown().optional(),
  last: z.unknown().optional(),
  known: z.unknown().optional(),
  submissionModes: z.unknown().optional(),
});

export function openProfiles(
  file: string,
  report: ReportStoredFile = () => {},
  onChanged: () => void = () => {},
): ProfileStore {
  /** Each use reads the file, which other programs can change meanwhile. */
  function read(): FoundProfiles {
    const stored = readJson(file);
    if (stored.state === 'missing') return nothingStored;
    const found = stored.state === 'read' ? readStored(stored.json) : unreadable;
    if (found.problem !== null) repair(found);
    return found;
  }

  /** Keeps the old file beside and replaces it by what was read of it, so that this is said once. */
  function repair(found: FoundProfiles): void {
    const { problem, skipped } = found;
    const backup = problem === 'unreadable' ? renameBeside(file) : copyBeside(file);
    report({ ...problemOf('accounts', problem ?? 'unreadable', file, backup), skipped });
    if (backup === null || problem === 'unreadable') return;
    try {
      write(found);
    } catch {
      report(problemOf('accounts', 'unwritten', file));
    }
  }

  function write({ last, known, modes }: StoredProfiles): void {
    if (last !== null || known.length > 0) {
      const ofKnown = [...modes].filter(([id]) => known.some((profile) => profile.id === id));
      const submissionModes = Object.fromEntries(ofKnown);
      const next = { version: fileVersion, last, known, submissionModes };
      writeJsonFile(file, JSON.stringify(next));
      return onChanged();
    }
    try {
      // Recursive: there may be something else than a file of ours.
      rmSync(file, { force: true, recursive: true });
    } catch {
      fail({ kind: 'storage', reason: 'unwritable', detail: path.basename(file) });
    }
    onChanged();
  }

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

  return {
    last: () => read().last,
    known: () => read().known,
    get: (id) => {
      const found = read().known.find((profile) => profile.id === id);
      return (
        found ??
        fail({ kind: 'declined', reason: 'gone', message: message('faults.main.nothingKept') })
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
      const { last, known, modes } = read();
      write({
        last: last?.id === id ? null : last,
        known: known.filter((profile) => profile.id !== id),
        modes,
      });
    },
    submissionMode: (id) => read().modes.get(id) ?? 'auto',
    setSubmissionMode: (profile, mode) => {
      if (profile.isDemo) {
        fail({ kind: 'invalid', message: message('faults.main.demoMode') });
      }
      const { last, known, modes } = read();
      write({
        last,
        // An open account that is not listed is added now, or it could not be forgotten.
        known: known.some(({ id }) => id === profile.id) ? known : withFirst(known, profile),
        modes: new Map(modes).set(profile.id, mode),
      });
    },
  };
}

/** Follows "There is no room to write" and similar messages. */
const unlisted = 'the list of accounts; this one opens all the same, but will not be remembered';

const nothingStored: FoundProfiles = {
  last: null,
  known: [],
  modes: new Map(),
  problem: null,
  skipped: [],
};
const unreadable: FoundProfiles = { ...nothingStored, problem: 'unreadable' };

function readStored(json: unknown): FoundProfiles {
  const stored = storedSchema.safeParse(json).data;
  if (!stored || (stored.known === undefined && stored.last === undefined)) return unreadable;
  const { known, last, skipped } = readAccounts(stored);
  const found = readModes(stored.submissionModes, known);
  skipped.push(...found.skipped);
  const { version = fileVersion } = stored;
  const isNewer = typeof version !== 'number' || version > fileVersion;
  const problem = isNewer ? 'newer' : skipped.length > 0 ? 'partly' : null;
  return { last, known, modes: found.modes, problem, skipped };
}

/** The readable accounts of the file. Of two with one id, the one whose id is made from it is used. */
function readAccounts(stored: { last?: unknown; known?: unknown }): {
  last: Profile | null;
  known: Profile[];
  skipped: SkippedPart[];
} {
  const skipped: SkippedPart[] = [];
  const byId = new Map<string, Profile>();
  const skip = (entry: unknown) => {
    skipped.push({ kind: 'account', name: nameOfEntry(entry) });
  };
  const entries = Array.isArray(stored.known) ? (stored.known as unknown[]) : [];
  if (!Array.isArray(stored.known) && stored.known !== undefined) skip(null);
  for (const entry of entries) {
    const profile = readEntry(entry);
    if (profile?.isDemo) continue;
    const other = profile ? byId.get(profile.id) : undefined;
    if (!profile || byId.size >= mostKnown) skip(entry);
    else if (!other) byId.set(profile.id, profile);
    else if (hasDerivedId(profile) && !hasDerivedId(other)) {
      byId.set(profile.id, profile);
      skip(other);
    } else if (nameOf(other) !== nameOf(profile)) skip(profile);
  }
  const last = stored.last === null ? null : readEntry(stored.last);
  if (!last && stored.last !== null && stored.last !== undefined) skip(stored.last);
  // The list decides about an account that is also the last one, which is on the list too.
  const listed = last ? byId.get(last.id) : undefined;
  const known = last && !listed ? withFirst([...byId.values()], last) : [...byId.values()];
  return { known, last: listed ?? last, skipped };
}

function readModes(
  stored: unknown,
  known: readonly Profile[],
): { modes: Map<string, SubmissionModeChoice>; skipped: SkippedPart[] } {
  const members = z.record(z.string(), z.unknown()).safeParse(stored ?? {}).data;
  const modes = new Map<string, SubmissionModeChoice>();
  const skipped: SkippedPart[] = [];
  for (const profile of known) {
    const mode = members ? members[profile.id] : null;
    if (mode === undefined) continue;
    const { data } = submissionModeChoiceSchema.safeParse(mode);
    if (data) modes.set(profile.id, data);
    else skipped.push({ kind: 'submissionMode', name: nameOf(profile) });
  }
  return { modes, skipped };
}

const longestText = 4096;

/** One entry; null if it is not an account whose id can name files. */
function readEntry(entry: unknown): Profile | null {
  const profile = profileSchema.safeParse(entry).data;
  if (!profile || !isUsableId(profile.id)) return null;
  const { address, userName } = profile;
  const isPossible = [address, userName].every((text) => text && text.length <= longestText);
  return isPossible ? profile : null;
}

const entryNameSchema = z.object({
  userName: z.string().min(1).max(200),
  address: z.string().min(1).max(200),
});

const nameOf = ({ userName, address }: { userName: string; address: string }) =>
  `${userName} at ${address}`;

/** The name of an account whose entry is not readable as a whole. */
function nameOfEntry(entry: unknown): string | null {
  const { data } = entryNameSchema.safeParse(entry);
  return data ? nameOf(data) : null;
}

/** The demo is always available, and nothing is stored for it. */
function withFirst(known: readonly Profile[], profile: Profile): Profile[] {
  const others = known.filter(({ id }) => id !== profile.id);
  return (profile.isDemo ? others : [profile, ...others]).slice(0, mostKnown);
}
