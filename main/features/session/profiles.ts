import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { fail } from '#shared/fault';
import { profileSchema, type Profile } from '#shared/domain/session';
import { readSmallFile, writeSmallFile } from '../small-file';

/** Which accounts this computer keeps something of: addresses and user names, no secret. */
export interface ProfileStore {
  /** The account that opens by itself at the next start. */
  last(): Profile | null;
  /** Every account of which a key or a copy may be kept, the one used last first; never the demo. */
  known(): Profile[];
  /** Something is about to be kept of it. */
  note(profile: Profile): void;
  /** It is on screen now, and opens at the next start. */
  remember(profile: Profile): void;
  /** It no longer opens by itself. */
  leave(id: string): void;
  /** Nothing is kept of it any more. */
  forget(id: string): void;
}

interface Kept {
  last: Profile | null;
  known: Profile[];
}

/** More than anybody has; what is beyond was written by somebody else. */
const mostKnown = 200;

const keptSchema = z.object({
  last: profileSchema.nullable().catch(null),
  known: z.array(z.unknown()).catch([]),
});

export function openProfiles(file: string): ProfileStore {
  function read(): Kept {
    let json: unknown = null;
    try {
      json = JSON.parse(readSmallFile(file) ?? 'null');
    } catch {
      return { last: null, known: [] };
    }
    return readKept(json);
  }

  function write(next: Kept): void {
    if (next.last !== null || next.known.length > 0) {
      writeSmallFile(file, JSON.stringify(next));
      return;
    }
    try {
      // Whatever stands there: what is no file of ours could not be read as one either.
      rmSync(file, { force: true, recursive: true });
    } catch {
      fail({ kind: 'storage', reason: 'unwritable', detail: path.basename(file) });
    }
  }

  return {
    last: () => read().last,
    known: () => read().known,
    note: (profile) => {
      const { last, known } = read();
      write({ last, known: withFirst(known, profile) });
    },
    remember: (profile) => write({ last: profile, known: withFirst(read().known, profile) }),
    leave: (id) => {
      const { last, known } = read();
      write({ last: last?.id === id ? null : last, known });
    },
    forget: (id) => {
      const { last, known } = read();
      write({
        last: last?.id === id ? null : last,
        known: known.filter((profile) => profile.id !== id),
      });
    },
  };
}

/** Both forms of the file: the list, and the one account that was kept before there was a list. */
function readKept(json: unknown): Kept {
  const single = profileSchema.safeParse(json).data;
  if (single) return { last: single, known: withFirst([], single) };
  const kept = keptSchema.safeParse(json).data;
  if (!kept) return { last: null, known: [] };
  const known = kept.known.flatMap((each) => profileSchema.safeParse(each).data ?? []);
  return { last: kept.last, known: known.filter(({ isDemo }) => !isDemo).slice(0, mostKnown) };
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
