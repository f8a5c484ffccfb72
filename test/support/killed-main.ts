import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { createExchange } from '../../main/features/exchange/exchange';
import { FileWork } from '../../main/files/file-work';
import { filesInProcess } from '../../main/files/in-process.test-support';
import { openTemporaryFiles } from '../../main/files/part-file';
import { systemClock } from '../../main/pace/clock';
import type { Keychain } from '../../main/secrets/keychain';
import { openProfiles } from '../../main/session/profiles';
import { SessionFeature } from '../../main/session/session';
import type { Account } from '../../main/account/account';
import type { AppEvents } from '../../main/account/account-services';
import { defaultSettings } from '../../shared/domain/settings';
import type { Language } from '../../shared/i18n/languages';
import { createTranslate } from '../../shared/i18n/translate';

// The main process without Electron, which works until it is killed. kills.test.ts starts it, kills it
// and starts it again. What it has committed it writes to stdout, one line of JSON each.

export interface KilledMainInput {
  folder: string;
  service: { url: string; userName: string; apiKey: string };
  /** Makes the names of this run unlike those of others. */
  round: number;
  /** Groups whose creation was requested by a run that was killed: the user saves them again. */
  unsaved: readonly string[];
  /** What was reported as downloaded by all runs. */
  fetched: readonly string[];
  /** Only ends what is unfinished, reports everything, and exits. */
  settles: boolean;
}

/** One line of the process. */
export type KilledMainLine =
  | { what: 'opened'; notice: unknown }
  | { what: 'saving' | 'created' | 'changed' | 'deleted' | 'draft' | 'fetched'; name: string }
  | { what: 'job'; id: string; emails: string[] }
  | { what: 'exported'; file: string }
  | { what: 'bug'; text: string }
  | { what: 'settled'; state: SettledState };

export interface SettledState {
  /** `action label` of every journal entry. */
  journal: string[];
  drafts: string[];
  jobs: { id: string; phase: string; done: number; failed: number; rows: number }[];
  /** Devices of `fetched` lines whose day is no longer complete in the cache. */
  missingDays: string[];
}

const say = (line: KilledMainLine) => writeSync(1, `${JSON.stringify(line)}\n`);
const settings = { ...defaultSettings, callsPerMinute: 60_000, historySettleHours: 0 };
const dayMs = 86_400_000;

/** A keychain in a file: that of the system outlives the process. */
function fileKeychain(file: string): Keychain {
  const read = () =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  const write = (secrets: Record<string, string>) => {
    writeFileSync(`${file}.new`, JSON.stringify(secrets));
    renameSync(`${file}.new`, file);
    return Promise.resolve();
  };
  return {
    get: (account) => Promise.resolve(read()[account] ?? null),
    set: (account, secret) => write({ ...read(), [account]: secret }),
    remove: (account) => {
      const { [account]: _, ...rest } = read();
      return write(rest);
    },
  };
}

function open(folder: string): SessionFeature {
  return new SessionFeature({
    events: new EventEmitter<AppEvents>(),
    cacheFolder: path.join(folder, 'cache'),
    profiles: openProfiles(path.join(folder, 'profile.json')),
    keychain: fileKeychain(path.join(folder, 'keychain.json')),
    fetch,
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    startDemo: () => Promise.reject(new Error('no demo service here')),
    settings: () => ({ ...settings, expiryWarningDays: [] }),
    refreshPause: () => null,
    computerTimeZone: () => 'UTC',
    onBug: (error) => {
      say({
        what: 'bug',
        text: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      return { kind: 'bug', reference: 'W-test' };
    },
  });
}

export async function runUntilKilled(input: KilledMainInput): Promise<void> {
  const { folder, service } = input;
  mkdirSync(path.join(folder, 'out'), { recursive: true });
  const session = open(folder);
  await session.restore();
  if (session.current().phase !== 'open') {
    await session.connect({
      address: service.url,
      userName: service.userName,
      apiKey: service.apiKey,
    });
  }
  const current = session.current();
  say({ what: 'opened', notice: 'cacheNotice' in current ? current.cacheNotice : null });
  const account = session.account();
  await until(() => account.fleet.devices().length > 0 && account.users.current().asOf !== null);
  const saved = new Set(journalOf(account));
  for (const name of input.unsaved) {
    // The kill came between the entry and the line; the group is in the list and the journal.
    if (saved.has(`create ${name}`)) say({ what: 'created', name });
    else await createGroup(account, name);
  }
  if (input.settles) {
    say({ what: 'settled', state: await settle(account, input.fetched) });
    await session.close();
    return;
  }
  await Promise.all([
    edit(account, input.round),
    runJobs(account, input.round),
    download(account),
    exportTables(session, folder, input.round),
  ]);
}

async function createGroup(account: Account, name: string) {
  say({ what: 'saving', name });
  const edit = { name, deviceIds: [] };
  const draft = `group:new:${name}`;
  const saved = await account.records.execute({ kind: 'group', action: 'create', edit, draft });
  say({ what: 'created', name });
  return saved;
}

/** Creates, changes and deletes groups, and keeps drafts, one after another. */
async function edit(account: Account, round: number): Promise<never> {
  const { execute, drafts } = account.records;
  for (let i = 0; ; i += 1) {
    const name = `Group ${round}-${i}`;
    drafts.put({
      key: `group:new:${name}`,
      kind: 'group',
      label: name,
      base: null,
      edit: { name },
    });
    const other = `Not sent ${name}`;
    drafts.put({ key: other, kind: 'group', label: other, base: null, edit: { name: other } });
    say({ what: 'draft', name: other });
    const created = await createGroup(account, name);
    if (!('record' in created) || !('deviceIds' in created.record)) throw new Error('not created');
    const base = created.record;
    await execute({ kind: 'group', action: 'change', base, edit: { description: `Of ${name}` } });
    say({ what: 'changed', name });
    if (i % 3 !== 2) continue;
    await execute({ kind: 'group', action: 'delete', id: base.id });
    say({ what: 'deleted', name });
  }
}

/** Creates users in bulk, one job after another. */
async function runJobs(account: Account, round: number): Promise<never> {
  for (let i = 0; ; i += 1) {
    await jobsDone(account);
    const emails = Array.from({ length: 25 }, (_, row) => `p${round}-${i}-${row}@fleet.example`);
    const { id } = account.jobs.plan(
      'Create people',
      'user',
      emails.map((email) => ({
        kind: 'user',
        action: 'create',
        edit: { name: email, email, country: 'ES', timeZone: 'Europe/Madrid' },
      })),
    );
    account.jobs.start(id);
    say({ what: 'job', id, emails });
  }
}

/** A job that was planned but not started before a kill waits for the user. */
async function jobsDone({ jobs }: Account): Promise<void> {
  for (const { id, phase } of jobs.list()) if (phase === 'planned') jobs.start(id);
  await until(() => jobs.list().every(({ phase }) => phase === 'done'));
}

const requestOf = (deviceId: string, day: number) => ({
  log: 'locations' as const,
  deviceIds: [deviceId],
  range: { from: Date.UTC(2026, 0, 1) + day * dayMs, to: Date.UTC(2026, 0, 1) + (day + 1) * dayMs },
});

/** Downloads the locations of days that are not in the cache yet. */
async function download(account: Account): Promise<never> {
  const { fetcher } = account.history;
  for (let day = 0; ; day += 1) {
    for (const { id } of account.fleet.devices()) {
      const request = requestOf(id, day);
      if (fetcher.plan(request).calls === 0) continue;
      const { id: fetch } = fetcher.fetch(request);
      await until(() =>
        fetcher.fetches().some((each) => each.id === fetch && each.phase === 'done'),
      );
      say({ what: 'fetched', name: `${day} ${id}` });
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

const language: Language = { tag: 'en', locale: 'en-GB', messages: {} };

/** Writes a table of the devices, again and again. */
async function exportTables(
  session: SessionFeature,
  folder: string,
  round: number,
): Promise<never> {
  const temporaryFiles = openTemporaryFiles(path.join(folder, 'temporary-files.json'));
  temporaryFiles.sweep();
  const work = new FileWork({
    start: filesInProcess,
    temporaryFiles,
  });
  for (let i = 0; ; i += 1) {
    const file = path.join(folder, 'out', `devices ${round}-${i % 3}.csv`);
    const exchange = createExchange({
      account: () => session.account(),
      profile: () => null,
      settings: () => settings,
      changeSettings: () => undefined,
      language: () => language,
      t: createTranslate(language),
      now: Date.now,
      computerTimeZone: () => 'UTC',
      written: () => 'id',
      pickSaveFile: () => Promise.resolve(file),
      pickOpenFile: () => Promise.resolve(null),
      temporaryFiles,
      work,
    });
    await exchange.exportTable({ what: 'devices', format: 'csv', ids: null, filter: '' });
    say({ what: 'exported', file });
  }
}

/** Waits for the jobs and reports what is stored. */
async function settle(account: Account, fetched: readonly string[]): Promise<SettledState> {
  await jobsDone(account);
  // The entries of edits that were carried out just before a kill.
  await account.records.recover();
  return {
    journal: journalOf(account),
    drafts: account.records.drafts.all().map(({ label }) => label),
    jobs: account.jobs.list().map(({ id, phase, counts, rows }) => ({
      id,
      phase,
      done: counts.done,
      failed: counts.failed,
      rows,
    })),
    missingDays: fetched.filter((name) => {
      const [day, ...id] = name.split(' ');
      return account.history.fetcher.plan(requestOf(id.join(' '), Number(day))).calls > 0;
    }),
  };
}

/** `action label` of every entry. */
function journalOf({ records: { journal } }: Account): string[] {
  const lines: string[] = [];
  const { total } = journal.list({ from: 0, limit: 0 });
  for (let from = 0; from < total; from += 200) {
    const page = journal.list({ from, limit: 200 }).entries;
    lines.push(...page.map(({ action, label }) => `${action} ${label}`));
  }
  return lines;
}

async function until(is: () => boolean): Promise<void> {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 5));
}
