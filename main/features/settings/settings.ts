import path from 'node:path';
import { fail, failInvalid } from '#shared/fault';
import { message } from '#shared/i18n/translate';
import { keyedMapOf, mapStyleRefusal } from '#shared/domain/online-map';
import { ofAccountSchema, settingsSchema, type Settings } from '#shared/domain/settings';
import { readJson, writeJsonFile } from '#main/files/stored-files';
import {
  copyBeside,
  problemOf,
  putBack,
  renameBeside,
  type ReportStoredFile,
} from '#main/files/stored-files';

export type SettingsStore = ReturnType<typeof openSettings>;
/** The settings as the open account has them; those of the app while none is open. */
export interface SettingsOfAccount {
  current(): Settings;
  change(part: Partial<Settings>): Settings;
}

/** The form of the file. Versions before it had a number wrote the same members. */
const fileVersion = 1;

/**
 * Opens the settings file. Each value that cannot be read falls back to its default; the old file is kept
 * beside, and `report` receives what was not read.
 */
export function openSettings(
  file: string,
  onChanged: (settings: Settings) => void,
  /** An administrator's values for settings that the user has not changed. */
  presets: Partial<Settings> = {},
  report: ReportStoredFile = () => {},
  /** Values of this session, instead of the stored ones, until the user changes them. */
  overrides: Partial<Settings> = {},
) {
  const found = read(file);
  let settings = settingsSchema.parse({ ...presets, ...found.values });
  let wasUnreadable = found.problem === 'unreadable' || found.skipped.includes('updatesEnabled');
  if (wasUnreadable) settings = { ...settings, updatesEnabled: false };
  let inEffect = { ...settings, ...overrides };
  /** What single accounts have instead, by their ids. */
  let ofAccounts = found.ofAccounts;
  const save = (next: Settings, nextOfAccounts: OfAccounts) => {
    if (isOldInPlace && !saveOld(file, found)) {
      fail({ kind: 'storage', reason: 'unwritable', detail: path.basename(file) });
    }
    isOldInPlace = false;
    write(file, next, nextOfAccounts);
    settings = next;
    ofAccounts = nextOfAccounts;
  };
  let isOldInPlace = found.problem !== null && !repair(file, found, wasUnreadable, report);
  const current = (account: string | null = null): Settings =>
    account === null ? inEffect : { ...inEffect, ...ofAccounts[account] };
  return {
    current,
    /**
     * Whether it is not known if the user had switched updates off: the file, or that value in it, could
     * not be read. Updates stay off until the user chooses again.
     */
    get wasUnreadable() {
      return wasUnreadable;
    },
    /**
     * Changes some settings; those about the service only of the account, if one is given. Throws and changes
     * nothing if one is invalid or cannot be stored.
     */
    change: (part: Partial<Settings>, account: string | null = null): Settings => {
      checkMapStyle(part.mapStyleUrl);
      const isOwn = (name: string) => account !== null && name in ofAccountSchema.shape;
      const ofApp = Object.entries(part).filter(([name]) => !isOwn(name));
      const own = Object.entries(part).filter(([name]) => isOwn(name));
      save(
        settingsSchema.parse({ ...settings, ...Object.fromEntries(ofApp) }),
        account === null || own.length === 0
          ? ofAccounts
          : { ...ofAccounts, [account]: ofAccountSchema.parse(Object.fromEntries(own)) },
      );
      if (part.updatesEnabled !== undefined) wasUnreadable = false;
      // The user's own choice counts also in this session.
      const changed = new Set(Object.keys(part));
      const left = Object.entries(overrides).filter(([name]) => !changed.has(name));
      overrides = Object.fromEntries(left);
      inEffect = { ...settings, ...overrides };
      onChanged(inEffect);
      return current(account);
    },
    /** Removes what an account has instead. Throws if that cannot be stored. */
    forget: (account: string): void => {
      const { [account]: own, ...others } = ofAccounts;
      if (own) save(settings, others);
    },
  };
}

/** What single accounts have instead of the settings of the app, by their ids. */
type OfAccounts = Readonly<Record<string, Partial<Settings>>>;

function write(file: string, values: Partial<Settings>, ofAccounts: OfAccounts): void {
  const accounts = Object.keys(ofAccounts).length > 0 ? { accounts: ofAccounts } : {};
  writeJsonFile(file, JSON.stringify({ version: fileVersion, ...values, ...accounts }, null, 2));
}

function checkMapStyle(address: string | undefined): void {
  if (!address || keyedMapOf(address)) return;
  const refusal = mapStyleRefusal(address);
  if (refusal === undefined) return;
  failInvalid(message('map.online.style'), refusal);
}

interface Found {
  values: Partial<Settings>;
  ofAccounts: OfAccounts;
  problem: 'unreadable' | 'partly' | 'newer' | null;
  /** Names of settings whose values could not be read. */
  skipped: string[];
}

const nothingFound: Found = { values: {}, ofAccounts: {}, problem: null, skipped: [] };

function read(file: string): Found {
  const stored = readJson(file);
  if (stored.state === 'missing') return nothingFound;
  const members = stored.state === 'read' ? membersOf(stored.json) : null;
  if (!members) return { ...nothingFound, problem: 'unreadable' };
  const values: Record<string, unknown> = {};
  const skipped: string[] = [];
  for (const [name, schema] of Object.entries(settingsSchema.shape)) {
    if (members[name] === undefined) continue;
    const parsed = schema.safeParse(members[name]);
    if (parsed.success) values[name] = parsed.data;
    else skipped.push(name);
  }
  const ofAccounts = Object.fromEntries(
    Object.entries(membersOf(members['accounts']) ?? {}).flatMap(([id, own]) => {
      const parsed = ofAccountSchema.safeParse(own);
      if (parsed.success) return [[id, parsed.data]];
      skipped.push(...Object.keys(ofAccountSchema.shape));
      return [];
    }),
  );
  const { version = 0 } = members;
  const isNewer = typeof version !== 'number' || version > fileVersion;
  const problem = isNewer ? 'newer' : skipped.length > 0 ? 'partly' : null;
  return { values, ofAccounts, problem, skipped: [...new Set(skipped)] };
}

function membersOf(json: unknown): Record<string, unknown> | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null;
  return json as Record<string, unknown>;
}

const saveOld = (file: string, { problem }: Found) =>
  problem === 'unreadable' ? renameBeside(file) : copyBeside(file);

/**
 * Keeps the old file beside and replaces it by what was read of it, so that this is said once. Returns
 * whether the old file is kept; if not, it is still in its place.
 */
function repair(
  file: string,
  found: Found,
  areUpdatesOff: boolean,
  report: ReportStoredFile,
): boolean {
  const { values, ofAccounts, problem, skipped } = found;
  const backup = saveOld(file, found);
  report({
    ...problemOf('settings', problem ?? 'unreadable', file, backup),
    skipped: skipped.map((name) => ({ kind: 'setting', name })),
  });
  if (backup === null) return false;
  try {
    write(file, areUpdatesOff ? { ...values, updatesEnabled: false } : values, ofAccounts);
  } catch {
    // Without a file the next start would take the defaults for the user's choice.
    if (problem === 'unreadable') putBack(backup, file);
    report(problemOf('settings', 'unwritten', file));
  }
  return true;
}
