import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Settings that an administrator made for this machine. Never contains a key. */
export interface Policy {
  /** Preset address of the connect screen. */
  serviceAddress: string | null;
  /** Default map style when the user has chosen none. */
  mapStyleUrl: string | null;
  /** False turns updates off regardless of the settings. */
  allowsUpdates: boolean;
  /** Update feed; overrides the settings. */
  updateFeed: string | null;
}

export const noPolicy: Policy = {
  serviceAddress: null,
  mapStyleUrl: null,
  allowsUpdates: true,
  updateFeed: null,
};

const largestBytes = 64 * 1024;

/** An allowed address: https, or http on loopback. */
export function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password) return false;
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback);
}

const address = z.string().max(2048).refine(isSafeAddress, 'is no https address');
const fields = {
  serviceAddress: address,
  mapStyleUrl: address,
  'updates.enabled': z.boolean(),
  'updates.feed': address,
};
type Field = keyof typeof fields;

/**
 * The policy files of a system: the machine policy, and the file the installer wrote beside the
 * program for `/disableAutoUpdates`. The first one wins, field by field.
 */
export function policyFiles(
  platform: NodeJS.Platform,
  env: Record<string, string | undefined>,
  resourcesFolder: string,
): string[] {
  const machine =
    platform === 'win32'
      ? path.win32.join(env['ProgramData'] ?? 'C:\\ProgramData', 'Waypost', 'policy.json')
      : platform === 'darwin'
        ? '/Library/Application Support/Waypost/policy.json'
        : '/etc/waypost/policy.json';
  return [machine, path.join(resourcesFolder, 'policy.json')];
}

/** Reads the policy; unusable fields are ignored and logged without their value. */
export function readPolicy(files: readonly string[], log: (line: string) => void): Policy {
  const values = new Map<Field, unknown>();
  for (const file of files) {
    const say = (what: string) => log(`policy ${file}: ${what}`);
    for (const [field, value] of Object.entries(readFields(file, say))) {
      if (!values.has(field as Field)) values.set(field as Field, value);
    }
  }
  return {
    serviceAddress: (values.get('serviceAddress') as string | undefined) ?? null,
    mapStyleUrl: (values.get('mapStyleUrl') as string | undefined) ?? null,
    allowsUpdates: (values.get('updates.enabled') as boolean | undefined) ?? true,
    updateFeed: (values.get('updates.feed') as string | undefined) ?? null,
  };
}

function readFields(file: string, say: (what: string) => void): Partial<Record<Field, unknown>> {
  const text = readSafely(file, say);
  if (text === null) return {};
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    say('ignored, because it is not JSON');
    return {};
  }
  if (!isObject(json)) {
    say('ignored, because it is not an object');
    return {};
  }
  const good: Partial<Record<Field, unknown>> = {};
  for (const [field, value] of flattened(json)) {
    if (!Object.hasOwn(fields, field)) {
      // An unusual field name may be a secret pasted into the wrong place, so it is not logged.
      say(`"${/^[\w.]{1,40}$/.test(field) ? field : '…'}" is nothing that a policy can say`);
      continue;
    }
    const parsed = fields[field as Field].safeParse(value);
    if (parsed.success) good[field as Field] = parsed.data;
    else say(`"${field}" was left out: it ${wordsFor(parsed.error)}`);
  }
  return good;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Flattens `{updates: {feed}}` to `updates.feed`; names starting with `$` are annotations. */
function flattened(json: Record<string, unknown>): [string, unknown][] {
  return Object.entries(json)
    .filter(([name]) => !name.startsWith('$'))
    .flatMap(([name, value]): [string, unknown][] =>
      name === 'updates' && isObject(value)
        ? Object.entries(value).map(([inner, each]) => [`updates.${inner}`, each])
        : [[name, value]],
    );
}

function wordsFor(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue?.code === 'custom') return issue.message;
  return issue?.code === 'too_big' ? 'is too long' : 'is of the wrong kind';
}

/** The text of a file that only its owner can write; null if it cannot be trusted. */
function readSafely(file: string, say: (what: string) => void): string | null {
  // Not available on Windows, where these flags are undefined.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  let handle: number;
  try {
    // Non-blocking, so that a named pipe does not block the start.
    handle = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP') say('ignored, because it is a link');
    else if (code !== 'ENOENT' && code !== 'ENOTDIR') say('ignored, because it cannot be read');
    return null;
  }
  try {
    const stat = fs.fstatSync(handle);
    if (!stat.isFile()) say('ignored, because it is not a file');
    else if (stat.size > largestBytes) say('ignored, because it is larger than 64 KiB');
    else if (process.platform !== 'win32' && (stat.mode & 0o022) !== 0) {
      say('ignored, because others than its owner can write it');
    } else {
      const buffer = Buffer.alloc(largestBytes);
      const length = fs.readSync(handle, buffer, 0, largestBytes, 0);
      return buffer.toString('utf8', 0, length);
    }
  } catch {
    say('ignored, because it cannot be read');
  } finally {
    fs.closeSync(handle);
  }
  return null;
}
