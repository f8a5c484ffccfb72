import fs from 'node:fs';
import path from 'node:path';
import { isObject, PolicyError, type PolicyValues } from './policy';

const largestBytes = 64 * 1024;
const root = 0;

/**
 * The text of a file that nobody but its owner can write or replace: the file and each folder above
 * it belong to root or `owner`, and others can write none of them. A folder such as /tmp, where each
 * user can remove only their own entries, may be above. null if there is no such file.
 */
export function readTrustedFile(file: string, owner = root): string | null {
  // Not available on Windows, where these flags are undefined.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  let handle: number;
  try {
    // Non-blocking, so that a named pipe does not block the start.
    handle = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'ELOOP') throw new PolicyError('it is a link');
    checkFolders(file, owner);
    throw error;
  }
  try {
    const stat = fs.fstatSync(handle);
    if (!stat.isFile()) throw new PolicyError('it is not a file');
    checkWriters(stat, owner, 'it');
    checkFolders(file, owner);
    if (stat.size > largestBytes) throw new PolicyError('it is larger than 64 KiB');
    const buffer = Buffer.alloc(largestBytes);
    const length = fs.readSync(handle, buffer, 0, largestBytes, 0);
    return buffer.toString('utf8', 0, length);
  } finally {
    fs.closeSync(handle);
  }
}

function checkWriters({ uid, mode }: fs.Stats, owner: number, what: string): void {
  if (uid !== root && uid !== owner) throw new PolicyError(`${what} belongs to another user`);
  if ((mode & 0o022) !== 0) throw new PolicyError(`others than its owner can write ${what}`);
}

function checkFolders(file: string, owner: number): void {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const stat = fs.lstatSync(folder);
    // A link in the path could lead to a folder of somebody else.
    if (!stat.isDirectory()) throw new PolicyError('a folder above it is a link');
    const isSticky = (stat.mode & 0o1000) !== 0;
    checkWriters(
      isSticky ? Object.assign(stat, { mode: 0o755 }) : stat,
      owner,
      'a folder above it',
    );
    if (folder === path.dirname(folder)) return;
  }
}

/** The values of a policy file. */
export function valuesOfJson(text: string | null): PolicyValues | null {
  if (text === null) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new PolicyError('it is not JSON');
  }
  if (!isObject(json)) throw new PolicyError('it is not an object');
  return json;
}
