import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reportFigure } from '../support/figures';
import type { KilledMainInput, KilledMainLine, SettledState } from '../support/killed-main';
import { bundleProgram, runProgram, seededRandom, type Kill } from '../support/killed-process';
import { connectOtherClient } from '../support/other-client';
import { cleanUp, onCleanUp, temporaryFolder } from '../support/resources';
import { startServiceProcess, type ServiceProcess } from '../support/service';
import { amount } from '../support/test-length';

// The main process, killed with SIGKILL at random moments while it edits, creates users in bulk,
// downloads and exports, and started again. The service runs in another process.

const kills = amount({ sample: 6, long: 500 });
/** A new profile and service after this many kills. */
const killsOfProfile = 25;

let bundles = '';
let program = '';
beforeAll(async () => {
  bundles = mkdtempSync(path.join(os.tmpdir(), 'waypost-kills-'));
  program = await bundleProgram(bundles, 'killed-main.ts', 'runUntilKilled');
}, 60_000);
afterAll(() => rmSync(bundles, { recursive: true, force: true }));
afterEach(cleanUp);

const random = seededRandom(20_261_122);
/** Three of ten kills hit the start, the others any moment of the work. */
function nextKill(): Kill {
  const isAtStart = random() < 0.3;
  const lines = isAtStart ? 0 : 1 + Math.floor(random() * 60);
  return { lines, afterMs: random() * (isAtStart ? 600 : 15) };
}

const countOf = (values: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};
const repeated = (values: readonly string[]) =>
  [...countOf(values)].filter(([, count]) => count > 1).map(([value]) => value);
const missing = (values: Iterable<string>, from: readonly string[]) => {
  const there = new Set(from);
  return [...values].filter((value) => !there.has(value));
};

/** Everything that the runs of one profile reported. */
interface Reported {
  saving: Set<string>;
  created: Set<string>;
  changed: Set<string>;
  deleted: Set<string>;
  drafts: Set<string>;
  fetched: Set<string>;
  emails: Set<string>;
  jobs: Set<string>;
  state: SettledState | null;
  problems: string[];
  lines: number;
}

const newReport = (): Reported => ({
  saving: new Set(),
  created: new Set(),
  changed: new Set(),
  deleted: new Set(),
  drafts: new Set(),
  fetched: new Set(),
  emails: new Set(),
  jobs: new Set(),
  state: null,
  problems: [],
  lines: 0,
});

function note(report: Reported, line: KilledMainLine): void {
  report.lines += 1;
  switch (line.what) {
    case 'opened':
      if (line.notice) report.problems.push(`opened with ${JSON.stringify(line.notice)}`);
      return;
    case 'bug':
      report.problems.push(line.text);
      return;
    case 'job':
      report.jobs.add(line.id);
      for (const email of line.emails) report.emails.add(email);
      return;
    case 'settled':
      report.state = line.state;
      return;
    case 'exported':
      return;
    case 'draft':
      report.drafts.add(line.name);
      return;
    case 'saving':
    case 'created':
    case 'changed':
    case 'deleted':
    case 'fetched':
      report[line.what].add(line.name);
      return;
  }
}

/** Works and is killed `count` times on one profile, then ends what is unfinished. */
async function killRepeatedly(count: number) {
  const service = await startServiceProcess({ devices: 4 });
  onCleanUp(() => service.stop());
  await service.control('setFaults', { latencyMs: 4 });
  const folder = temporaryFolder();
  const report = newReport();
  const { url, userName, apiKey } = service;
  const run = async (round: number, settles: boolean) => {
    const input: KilledMainInput = {
      folder,
      service: { url, userName, apiKey },
      round,
      unsaved: missing(report.saving, [...report.created]),
      fetched: [...report.fetched],
      settles,
    };
    const kill = settles ? null : nextKill();
    const { lines, code, errors } = await runProgram<KilledMainLine>(program, input, kill);
    for (const line of lines) note(report, line);
    if (code !== (settles ? 0 : null)) report.problems.push(`ended with ${code}: ${errors}`);
  };
  for (let round = 0; round < count; round += 1) await run(round, false);
  await run(count, true);
  return { service, folder, report };
}

async function atService(service: ServiceProcess) {
  const other = await connectOtherClient(service);
  const { groups } = await other.get<{ groups: { name: string; description: string | null }[] }>(
    'groups',
  );
  const { users } = await other.get<{ users: { email: string }[] }>('users');
  return {
    groups: groups.filter(({ name }) => name.startsWith('Group ')),
    emails: users.map(({ email }) => email).filter((email) => /^p\d+-/.test(email)),
  };
}

const profiles = Array.from({ length: Math.ceil(kills / killsOfProfile) }, (_, i) => i + 1);

describe('nothing committed is lost and nothing is done twice, whenever the process is killed', () => {
  test.each(profiles)('while it edits, runs jobs, downloads and exports (%i)', async (number) => {
    const count = Math.min(kills - (number - 1) * killsOfProfile, killsOfProfile);
    const { service, folder, report } = await killRepeatedly(count);
    const { state } = report;
    expect(report.problems).toEqual([]);
    const { groups, emails } = await atService(service);
    const names = groups.map(({ name }) => name);
    const described = groups.filter(({ name, description }) => description === `Of ${name}`);
    const journal = state!.journal;
    expect({
      twice: repeated([...names, ...emails]),
      lostUsers: missing(report.emails, emails),
      lostGroups: missing(
        [...report.created].filter((name) => !report.deleted.has(name)),
        // The deletion may have been carried out before the kill.
        [...names, ...deletedIn(journal)],
      ),
      lostChanges: missing(
        [...report.changed].filter((name) => names.includes(name)),
        described.map(({ name }) => name),
      ),
      undeleted: [...report.deleted].filter((name) => names.includes(name)),
      lostDrafts: missing(report.drafts, state!.drafts),
      draftsOfCreated: state!.drafts.filter((name) => journal.includes(`create ${name}`)),
      lostDays: state!.missingDays,
      lostEntries: missing(
        [...report.created].map((name) => `create ${name}`),
        journal,
      ),
      entriesTwice: repeated(journal.filter((entry) => !entry.startsWith('change '))),
      lostJobs: missing(
        report.jobs,
        state!.jobs.map(({ id }) => id),
      ),
      unfinished: state!.jobs.filter(({ done, rows }) => done !== rows),
      incompleteFiles: incompleteIn(path.join(folder, 'out')),
    }).toEqual({
      twice: [],
      lostUsers: [],
      lostGroups: [],
      lostChanges: [],
      undeleted: [],
      lostDrafts: [],
      draftsOfCreated: [],
      lostDays: [],
      lostEntries: [],
      entriesTwice: [],
      lostJobs: [],
      unfinished: [],
      incompleteFiles: [],
    });
    reportFigure('kills during work, nothing lost and nothing twice', count);
    reportFigure('commits of the killed processes', report.lines);
    reportFigure('groups and users created, each once', report.created.size + emails.length);
  });
});

const deletedIn = (journal: readonly string[]) =>
  journal.filter((entry) => entry.startsWith('delete ')).map((entry) => entry.slice(7));

/** Exports that are not whole. Files in the making have names of their own. */
function incompleteIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .filter((name) => {
      const lines = readFileSync(path.join(folder, name), 'utf8').trimEnd().split(/\r?\n/);
      return lines.length < 5;
    });
}
