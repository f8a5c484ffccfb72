import { execFileSync } from 'node:child_process';
import { isJsonObject } from '#shared/wire/read';
import fs from 'node:fs';
import path from 'node:path';
import { PolicyError, type PolicySource, type PolicyValues, namedAsInFiles } from './policy';

/** How the system is asked; injected for tests. */
interface PolicyReaders {
  /** The text of a file that only root can write; null if it is missing. */
  trustedFile(file: string): string | null;
  /** Runs a program of the system and returns its output. */
  run(program: string, args: readonly string[]): string;
  /** The libraries loaded into this process, with their full paths. */
  loadedLibraries(): readonly string[];
}

const patienceMs = 5_000;

export const systemReaders: PolicyReaders = {
  trustedFile: (file) => readTrustedFile(file),
  run: (program, args) =>
    execFileSync(program, args, {
      encoding: 'utf8',
      timeout: patienceMs,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      // No variable that could change where the program looks for anything.
      env: {},
    }),
  loadedLibraries: () => {
    // Looking up the network interfaces takes seconds and is not needed; the type lacks the option.
    const report = Object.assign(process.report, { excludeNetwork: true });
    return (report.getReport() as { sharedObjects?: string[] }).sharedObjects ?? [];
  },
};

/** The managed preference that a device management profile of macOS sets. */
export const managedPreference = '/Library/Managed Preferences/example.waypost.desktop.plist';

/** The places of the machine policy on a system. No environment variable has a part in them. */
export function policySources(
  platform: NodeJS.Platform,
  readers: PolicyReaders = systemReaders,
): PolicySource[] {
  if (platform === 'win32') return [registry(readers)];
  if (platform === 'darwin') {
    return [preference(readers), file('/Library/Application Support/Waypost/policy.json', readers)];
  }
  return [file('/etc/waypost/policy.json', readers)];
}

function file(name: string, { trustedFile }: PolicyReaders): PolicySource {
  return { name, read: () => valuesOfJson(trustedFile(name)) };
}

function preference({ trustedFile, run }: PolicyReaders): PolicySource {
  return {
    name: managedPreference,
    read: () => {
      if (trustedFile(managedPreference) === null) return null;
      const args = ['-convert', 'json', '-o', '-', '--', managedPreference];
      const values = valuesOfJson(run('/usr/bin/plutil', args));
      return values && namedAsInFiles(values);
    },
  };
}

function registry({ run, loadedLibraries }: PolicyReaders): PolicySource {
  return {
    name: policyKey,
    read: () => {
      const program = path.win32.join(systemFolderAmong(loadedLibraries()), 'reg.exe');
      let output: string;
      try {
        output = run(program, ['query', policyKey, '/reg:64']);
      } catch (error) {
        // reg.exe ends with 1 if the key is missing; anything else means that it could not look.
        if ((error as { status?: unknown }).status === 1) return null;
        throw error;
      }
      return namedAsInFiles(valuesOfQuery(output));
    },
  };
}

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

export function valuesOfJson(text: string | null): PolicyValues | null {
  if (text === null) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new PolicyError('it is not JSON');
  }
  if (!isJsonObject(json)) throw new PolicyError('it is not an object');
  return json;
}

/** Where Group Policy writes; ordinary users can read this key and not write it. */
export const policyKey = 'HKEY_LOCAL_MACHINE\\Software\\Policies\\Waypost';

/**
 * The folder of the programs of Windows, taken from a library that Windows itself loaded into this
 * process. The environment (`SystemRoot`) is not used, because whoever starts Waypost can set it.
 */
export function systemFolderAmong(libraries: readonly string[]): string {
  const kernel = libraries.find((file) => /^[a-z]:\\[^:]*\\system32\\kernel32\.dll$/i.test(file));
  return kernel ? path.win32.dirname(kernel) : 'C:\\Windows\\System32';
}

/** The values of a key in the output of `reg query`: lines of name, type and value. */
function valuesOfQuery(output: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  let isOfKey = false;
  for (const line of output.split(/\r?\n/)) {
    if (/^HKEY_/i.test(line)) isOfKey = line.trim().toLowerCase() === policyKey.toLowerCase();
    const [, name, type, text] = /^ {4}(\S.*?) {4}(REG_\w+) {4}(.*)$/.exec(line) ?? [];
    if (!isOfKey || name === undefined || text === undefined) continue;
    Object.defineProperty(values, name, {
      value: type === 'REG_DWORD' ? ofNumber(text) : text,
      enumerable: true,
      configurable: true,
    });
  }
  return values;
}

/** 0 and 1 are what Group Policy writes for off and on; other numbers are no valid value. */
function ofNumber(text: string): unknown {
  const number = Number.parseInt(text, 16);
  return number === 0 ? false : number === 1 ? true : number;
}
