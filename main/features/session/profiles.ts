import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fail } from '#shared/fault';
import { profileSchema, type Profile } from '#shared/domain/session';
import { readSmallFile } from '../small-file';

/** The account used last: address and user name, no secret. */
export interface ProfileStore {
  last(): Profile | null;
  remember(profile: Profile): void;
  forget(): void;
}

export function openProfiles(file: string): ProfileStore {
  return {
    last: () => {
      try {
        return profileSchema.parse(JSON.parse(readSmallFile(file) ?? 'null'));
      } catch {
        return null;
      }
    },
    remember: (profile) => {
      try {
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(`${file}.new`, JSON.stringify(profile));
        renameSync(`${file}.new`, file);
      } catch {
        fail({ kind: 'storage', reason: 'unwritable', detail: path.basename(file) });
      }
    },
    forget: () => {
      try {
        // Whatever stands there: what is no file of ours could not be read as one either.
        rmSync(file, { force: true, recursive: true });
      } catch {
        fail({ kind: 'storage', reason: 'unwritable', detail: path.basename(file) });
      }
    },
  };
}

/** One account, one id: it names the cache file and the keychain entries. */
export function profileOf(address: string, userName: string): Profile {
  const id = createHash('sha256').update(`${address}\n${userName}`).digest('hex').slice(0, 16);
  return { id, address, userName, isDemo: false };
}

export const demoProfileId = 'demo';
