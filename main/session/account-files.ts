import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { workFileOf } from '#main/cache/parts';
import type { Profile } from '#shared/domain/session';
import { fail, type Fault } from '#shared/fault';
import { isUsableId } from './account-id';

/**
 * The path of a file of an account, `<id><ending>` in `folder`. Every path that an id is part of is made
 * here. Throws `invalid` if the id is not one of Waypost's or the file would lie outside the folder.
 */
export function accountFile(folder: string, { id }: Pick<Profile, 'id'>, ending = '.db'): string {
  const name = `${id}${ending}`;
  const root = path.resolve(folder);
  const file = path.resolve(root, name);
  if (isUsableId(id) && path.dirname(file) === root && path.basename(file) === name) return file;
  return fail({
    kind: 'invalid',
    message: 'The id of this account is not one that Waypost gives, so its files are not used.',
  });
}

/** What SQLite writes beside a database. */
const sideFiles = ['', '-wal', '-shm', '-journal'];

/**
 * Why a file of an account may not be opened; null if it may. A link would lead reads and writes to
 * another place. The folder itself may be a link: the user may have moved it to another drive.
 */
export function linkFault(file: string): Fault | null {
  const linked = [file, workFileOf(file)]
    .flatMap((each) => sideFiles.map((side) => each + side))
    .find(isLink);
  if (linked === undefined) return null;
  return {
    kind: 'storage',
    reason: 'unwritable',
    detail: `${path.basename(linked)} is a link to another place and is not used`,
  };
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** The ids of the accounts whose offline copies lie in a folder. */
export function idsOfCopies(folder: string, ending = '.db'): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length))
      .filter((id) => isUsableId(id));
  } catch {
    return [];
  }
}
