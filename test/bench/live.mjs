// The first sync and the live refresh of a large account, in the real window, with a service in a process
// of its own. Turns of main are counted in processor time of its thread: on a busy machine a turn takes
// longer than it works. Pauses are the time that passes meanwhile. Ratios are to the same window before it is
// connected.
import fs from 'node:fs';
import path from 'node:path';
import { writeMeasured } from './benchmark-page.mjs';
import { aligned, spread } from './figures.mjs';
import { startIdleThread } from './idle-thread.mjs';
import { startService } from './service.mjs';
import { firstDeviceSelector, watchFirstDevice } from './rows.mjs';

const callsPerMinute = 6000;
const idleMs = 3_000;
const settleMs = 6_000;
const liveMs = 20_000;
const limitMs = 120_000;
const keyMs = 50;
const lookMs = 200;
/** The worker of the window prepares the table and the search of a new list. */
const restMs = 1_500;
const mostReads = 10;
const fleetSeed = 7;

/** Runs in main: the longest work of its thread between two looks, every 5 ms, and the longest pause. */
function watchTurns() {
  const look = () => {
    const { user, system } = process.threadCpuUsage();
    return { work: (user + system) / 1000, at: performance.now() };
  };
  const watch = { longest: 0, pause: 0, last: look() };
  globalThis.benchTurns = watch;
  setInterval(() => {
    const now = look();
    watch.longest = Math.max(watch.longest, now.work - watch.last.work);
    watch.pause = Math.max(watch.pause, now.at - watch.last.at);
    watch.last = now;
  }, 5);
}

/** Runs in main: the longest turn since the last call, and the processor time of main so far. */
function takeTurns() {
  const { longest } = globalThis.benchTurns;
  globalThis.benchTurns.longest = 0;
  const { user, system } = process.cpuUsage();
  return (globalThis.benchTaken = { longest, cpu: (user + system) / 1000 });
}

/** Runs in main: the longest pause since the last call. */
function takePause() {
  const { pause } = globalThis.benchTurns;
  globalThis.benchTurns.pause = 0;
  return (globalThis.benchTaken = pause);
}

/** Runs in the window. */
function watchLongTasks() {
  globalThis.benchTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.benchTasks.push(duration);
  }).observe({ type: 'longtask' });
}

/**
 * Runs in the window: the milliseconds of each key from its event to the end of its handling, of those whose
 * frame took 16 ms or more. Unlike the time that `type` measures, without the way through main.
 */
function watchKeys() {
  globalThis.benchKeys = [];
  new PerformanceObserver((list) => {
    for (const { name, startTime, processingEnd } of list.getEntries()) {
      if (name === 'keydown') globalThis.benchKeys.push(processingEnd - startTime);
    }
  }).observe({ type: 'event', durationThreshold: 16 });
}

/**
 * Takes what was measured in main. V8 drops the answer to a call that arrives within other work, if it collects
 * garbage before that ends; the function has run then, and what it took is read again.
 */
async function takeFrom(app, take) {
  for (const read of [take, ...Array(mostReads).fill(() => globalThis.benchTaken)]) {
    try {
      return await app.evaluate(read);
    } catch (error) {
      if (!String(error).includes('garbage collected')) throw error;
    }
  }
  throw new Error('main is too busy to answer');
}

const takeLongTasks = (page) => page.evaluate(() => globalThis.benchTasks.splice(0));
const takeKeys = (page) => page.evaluate(() => globalThis.benchKeys.splice(0));

/**
 * Types into a field for so long, and returns the milliseconds of each key: until the window has handled it,
 * on its way through the main process.
 */
async function type(page, field, ms) {
  await field.click();
  const times = [];
  for (const startedAt = performance.now(); performance.now() - startedAt < ms;) {
    const key = times.length % 2 === 0 ? '9' : 'Backspace';
    const pressedAt = performance.now();
    await page.keyboard.down(key);
    times.push(performance.now() - pressedAt);
    await page.keyboard.up(key);
    await page.waitForTimeout(keyMs);
  }
  await field.fill('');
  return times;
}

async function callsOf(page) {
  const { value } = await page.evaluate(() => window.waypost.status.current());
  return value.callsToday;
}

/** Waits until the whole list is in the window: what follows is the refresh. */
async function untilListed(page, count) {
  const listed = () =>
    page.evaluate(async () => (await window.waypost.status.current()).value.devices);
  for (const until = performance.now() + limitMs; (await listed()) < count;) {
    if (performance.now() > until) throw new Error(`not listed within ${limitMs / 1000} s`);
    await page.waitForTimeout(lookMs);
  }
  await page.waitForTimeout(restMs);
}

/** What main and the window did during `work`. */
async function during({ app, page }, work) {
  await takeLongTasks(page);
  await takeKeys(page);
  const before = { ...(await takeFrom(app, takeTurns)), calls: await callsOf(page) };
  const startedAt = performance.now();
  const result = await work();
  const ms = performance.now() - startedAt;
  const calls = (await callsOf(page)) - before.calls;
  const { longest, cpu } = await takeFrom(app, takeTurns);
  const tasks = await takeLongTasks(page);
  const keysInWindow = await takeKeys(page);
  return { ms, calls, turn: longest, cpu: cpu - before.cpu, tasks, keysInWindow, result };
}

/** Returns the milliseconds from the press of "Connect" until the first device is on screen. */
async function connect(page, { url, userName, apiKey }) {
  await page.getByRole('textbox', { name: 'Service address' }).fill(url);
  await page.getByRole('textbox', { name: 'User name' }).fill(userName);
  await page.getByRole('textbox', { name: 'API key' }).fill(apiKey);
  await page.evaluate(watchFirstDevice, firstDeviceSelector);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const shown = await page.waitForFunction(() => globalThis.benchFirstDeviceMs);
  return shown.jsonValue();
}

async function measureOne(context, count) {
  const { electron, cwd, folder, switches } = context;
  const service = await startService(context, count, fleetSeed);
  const profile = path.join(folder, `live-${count}`);
  const answers = path.join(cwd, 'test/support/host-answers.cjs');
  const args = [...switches, `--user-data-dir=${profile}`, '-r', answers, cwd];
  const app = await electron.launch({ cwd, args });
  const idleThread = startIdleThread();
  try {
    const page = await app.firstWindow();
    page.setDefaultTimeout(limitMs);
    await page.getByRole('textbox', { name: 'Service address' }).waitFor();
    const change = { callsPerMinute };
    await page.evaluate((part) => window.waypost.settings.change(part), change);
    await app.evaluate(watchTurns);
    await page.evaluate(watchLongTasks);
    await page.evaluate(watchKeys);
    await page.waitForTimeout(idleMs);
    const window = { app, page };
    const name = page.getByRole('textbox', { name: 'User name' });
    const idle = await during(window, async () => ({ keys: await type(page, name, idleMs) }));
    const search = page.getByRole('searchbox', { name: 'Search devices' });
    const sync = await during(window, async () => {
      const rows = await connect(page, service);
      await takeFrom(app, takePause);
      idleThread.take();
      const keys = await type(page, search, settleMs);
      const idlePause = idleThread.take();
      const pause = await takeFrom(app, takePause);
      await untilListed(page, count);
      return { rows, keys, pause, idlePause };
    });
    const live = await during(window, () => page.waitForTimeout(liveMs));
    return { count, idle, sync, live };
  } finally {
    await idleThread.end();
    await app.close();
    service.stop();
    fs.rmSync(profile, { recursive: true, force: true });
  }
}

const header = [
  'devices',
  '“Connect” → first rows',
  'longest turn of main: idle',
  'first sync',
  'live',
  'longest key: idle',
  'first sync: 95th',
  'longest',
  'in the window alone',
  'pause of main',
  'of an idle thread',
  'answers/s',
  'CPU of main per answer',
  'tasks > 50 ms: idle',
  'live',
  'longest',
];

function rowOf({ count, idle, sync, live }) {
  const perSecond = (live.calls / live.ms) * 1000;
  const keys = spread(sync.result.keys);
  const ownCpu = live.cpu - (idle.cpu / idle.ms) * live.ms;
  return [
    count.toLocaleString('en'),
    `${(sync.result.rows / 1000).toFixed(2)} s`,
    ...[idle, sync, live].map(({ turn }) => `${turn.toFixed(0)} ms`),
    `${spread(idle.result.keys).most.toFixed(0)} ms`,
    `${keys.p95.toFixed(0)} ms`,
    `${keys.most.toFixed(0)} ms`,
    `${Math.max(0, ...sync.keysInWindow).toFixed(0)} ms`,
    `${sync.result.pause.toFixed(0)} ms`,
    `${sync.result.idlePause.toFixed(0)} ms`,
    perSecond.toFixed(0),
    `${(ownCpu / live.calls).toFixed(2)} ms`,
    ...[idle, live].map(({ tasks }) => String(tasks.length)),
    `${Math.max(0, ...live.tasks).toFixed(0)} ms`,
  ];
}

/** Measures one account of each size; prints a table and writes it into the document. */
export async function measureLive(context, counts) {
  const samples = [];
  for (const count of counts) {
    samples.push(await measureOne(context, count));
    context.say(`live: ${count.toLocaleString('en')} devices`);
  }
  const rows = samples.map(rowOf);
  console.log(`\n${aligned([header, ...rows])}\n`);
  writeMeasured(context.cwd, 'live', [[header, ...rows]]);
  return samples;
}
