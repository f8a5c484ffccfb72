import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { startOfDayInZone } from '../../shared/domain/calendar';
import { editsOf } from '../support/edits';
import { reportFigure } from '../support/figures';
import { newUserEdit } from '../support/jobs';
import { createTestNetwork } from '../support/network';
import { cleanUp, onCleanUp, temporaryFolder } from '../support/resources';
import { startServiceProcess } from '../support/service';
import { openSession } from '../support/session';
import { createTestClock } from '../support/test-clock';
import { amount } from '../support/test-length';

// Hours, a day and a week of use in simulated time: the memory, handles, listeners and timers of main. The
// service runs in another process, so that its memory does not count.

afterEach(cleanUp);

const zone = 'Europe/Paris';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Requests are answered between two steps, so that longer steps have fewer of them. */
const stepMs = 10 * minuteMs;
/** Half an hour before the midnight after which the clocks of Paris go forward. */
const start = startOfDayInZone('2027-03-28', zone) - 30 * minuteMs;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Measure {
  /** What the program keeps: the heap without compiled code. */
  dataBytes: number;
  /** What V8 compiles of a program that runs for longer, as machine code (decision 0090). */
  codeBytes: number;
  /** Handles of the process, by kind, without those of HTTP connections that are kept for a while. */
  handles: Record<string, number>;
  listeners: number;
  timers: number;
}

function handlesOf(): Record<string, number> {
  const kinds: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) {
    // Sockets and their timeouts come and go with the connections of Node's fetch.
    if (/TCP|Timeout|Immediate|HTTP/.test(kind)) continue;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return kinds;
}

const listenersOfProcess = () =>
  process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);

/** The bytes in use of the parts of the heap for compiled code, and of all others. */
function heapInUse(): Pick<Measure, 'dataBytes' | 'codeBytes'> {
  const used = { dataBytes: 0, codeBytes: 0 };
  for (const { space_name: name, space_used_size: bytes } of getHeapSpaceStatistics()) {
    // Programs cannot put data of their own into these.
    used[/^(?:code|trusted)_/.test(name) ? 'codeBytes' : 'dataBytes'] += bytes;
  }
  return used;
}

/** Settles what is in progress, so that only what is kept is measured. */
async function measure({ clock, pass }: Pick<Use, 'clock' | 'pass'>): Promise<Measure> {
  // Requests and reports in progress have timers of their own: the fewest of a minute stay.
  let timers = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 12; i++) {
    await pass(5_000);
    timers = Math.min(timers, clock.pending());
  }
  for (let i = 0; i < 4; i++) {
    collectGarbage();
    await nextTurn();
  }
  return {
    ...heapInUse(),
    handles: handlesOf(),
    listeners: listenersOfProcess(),
    timers,
  };
}

type Use = Awaited<ReturnType<typeof startUse>>;

/** Main and a service whose clocks are in the night of a change to summer time. */
async function startUse() {
  const clock = createTestClock();
  const service = await startServiceProcess({ devices: 30, switches: ['--time-zone', zone] });
  onCleanUp(() => service.stop());
  const network = createTestNetwork();
  const ahead = start - clock.now();
  await service.control('advance', ahead);
  clock.jump(ahead);
  const session = openSession(temporaryFolder(), memoryKeychain(), {
    clock,
    fetch: network.fetch,
    computerTimeZone: () => zone,
    settings: () => ({ expiryWarningDays: [7, 1] }),
  });
  const { url, userName, apiKey } = service;
  await session.connect({ address: url, userName, apiKey });
  const account = session.account();
  const edits = editsOf(account.records.execute);
  let edited = 0;

  const pass = async (ms: number) => {
    for (const end = clock.now() + ms; clock.now() < end;) {
      const step = Math.min(stepMs, end - clock.now());
      await service.control('advance', step);
      await clock.advance(step);
      await network.idle();
    }
  };
  /** Lets time pass until it has settled: requests may wait for their turn. */
  const during = async <T>(work: Promise<T>): Promise<T> => {
    let isOver = false;
    const settled = work.finally(() => (isOver = true));
    // Reported where it is awaited.
    settled.catch(() => undefined);
    while (!isOver) await pass(10_000);
    return settled;
  };

  return {
    clock,
    session,
    pass,
    /** The lid is closed: no timer runs, and the system reports the end of it. */
    sleep: async (ms: number) => {
      await service.control('advance', ms);
      clock.jump(ms);
      account.wake();
      await pass(minuteMs);
    },
    /** What a user does in an hour: edits, a job, a download, drafts, and alerts that arrive. */
    act: async () => {
      edited += 1;
      const saved = await during(edits.createUser(newUserEdit(edited)));
      if (saved.status !== 'saved') throw new Error('not saved');
      const fields = { key: `user:${saved.record.id}`, kind: 'user' as const, label: 'Ana' };
      account.records.drafts.put({ ...fields, base: null, edit: { name: 'Ana' } });
      account.records.drafts.remove(fields.key);
      await during(edits.changeUser(saved.record, { message: 'Call the depot' }));
      const step = { kind: 'user', action: 'change', id: saved.record.id } as const;
      const change = { ...step, edit: { description: 'Dispatcher' } };
      const { id } = account.jobs.plan('Change people', 'user', [change]);
      account.jobs.start(id);
      while (account.jobs.job(id).phase !== 'done') await pass(10_000);
      account.jobs.remove(id);
      await during(edits.removeUser(saved.record.id));
      const [deviceId] = account.fleet.ids();
      await service.control('raiseAlert', deviceId!, {
        latitude: 40,
        longitude: -3,
        alerts: ['SpeedLimit'],
        text: 'Too fast',
      });
      const to = clock.now();
      account.history.fetcher.fetch({
        log: 'locations',
        deviceIds: [deviceId!],
        range: { from: to - hourMs, to },
      });
    },
  };
}

const growthOf = (measures: readonly Measure[], of: 'dataBytes' | 'codeBytes' = 'dataBytes') =>
  measures.at(-1)![of] / measures[0]![of] - 1;
const inPercent = (share: number) => `${Math.round(share * 1_000) / 10} %`;

function report(measures: readonly Measure[]): void {
  const after = { 24: 'a day', 168: 'a week' }[measures.length];
  if (after === undefined) return;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const { timers, listeners, handles } = measures.at(-1)!;
  reportFigure(
    `growth of the data of main after the first hour, ${after}`,
    `${inPercent(growthOf(measures))} of ${megabytes(measures[0]!.dataBytes)}`,
  );
  reportFigure(
    `growth of the compiled code of main after the first hour, ${after}`,
    `${inPercent(growthOf(measures, 'codeBytes'))} of ${megabytes(measures[0]!.codeBytes)}`,
  );
  reportFigure(
    `timers, listeners and handles of main after ${after}`,
    [timers, listeners, Object.values(handles).reduce((sum, count) => sum + count, 0)].join(', '),
  );
}

test('days of use keep memory, handles, listeners and timers flat', async () => {
  const warnings: string[] = [];
  const onWarning = (warning: Error) => warnings.push(warning.message);
  process.on('warning', onWarning);
  onCleanUp(() => process.off('warning', onWarning));
  const use = await startUse();
  const { clock, session, pass, act, sleep } = use;
  const hours = amount({ sample: 2, long: 7 * 24 });
  const measures: Measure[] = [];
  for (let hour = 0; hour < hours; hour++) {
    const end = clock.now() + hourMs;
    await act();
    if (hour % 8 === 1) await sleep(20 * minuteMs);
    await pass(end - clock.now());
    measures.push(await measure(use));
    report(measures);
    expect(session.status()).toMatchObject({ reason: null, freshness: { lastTenMinutes: 30 } });
  }
  const first = measures[0]!;
  const last = measures.at(-1)!;
  expect(growthOf(measures)).toBeLessThan(0.05);
  expect(last.handles).toEqual(first.handles);
  expect(last.listeners).toBe(first.listeners);
  // A timer more or less is one that has just run.
  const timers = measures.map((each) => each.timers);
  expect(Math.max(...timers) - Math.min(...timers)).toBeLessThanOrEqual(4);
  expect(warnings).toEqual([]);
  await session.close();
  expect(clock.pending()).toBe(0);
}, 3_600_000);
