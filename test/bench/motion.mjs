// How smoothly the app's own map moves: panning and position updates by the size of the fleet, and the playback
// of a year. Every figure is of the app's own build, which notes its times (`map-window/build.mjs`).
import { inMain } from '../support/in-main.mjs';
import { beginNoting, countSince, matchAnswers, showPlace, takeNoted } from './answers.mjs';
import { writeMeasured } from './benchmark-page.mjs';
import { aligned, median, spread } from './figures.mjs';
import { openYear, play, showDevice, watchWindow } from './history-window.mjs';
import { buildWatched } from './map-window/build.mjs';
import { drag, quantile } from './map-window/measure.mjs';
import { threadTimeOf } from './map-window/processes.mjs';
import { firstDevice } from './rows.mjs';

const limitMs = 60_000;
const panSteps = 30;
const updatesPerSecond = 500;
const updatesMs = 10_000;
/** Places where most devices in view are drawn one by one, by the size of the fleet. */
const middle = [11, 50];
const zooms = { 1000: 7, 10_000: 8, 100_000: 10 };

/** Resolves when the map has drawn all that it has. */
const rest = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const { map } = globalThis.answersProbe;
        map.once('idle', () => resolve());
        map.triggerRepaint();
      }),
  );

/** Runs in the window: frames and long tasks since the last call. */
function watchFrames() {
  const state = { frames: 0, tasks: [] };
  const frame = () => {
    state.frames += 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) state.tasks.push(duration);
  });
  observer.observe({ type: 'longtask' });
  globalThis.benchFrames = () => {
    for (const { duration } of observer.takeRecords()) state.tasks.push(duration);
    const { pictures } = globalThis.answersProbe;
    const taken = { at: performance.now(), pictures, ...state };
    Object.assign(state, { frames: 0, tasks: [] });
    return taken;
  };
}

/** What the window did during `work`: frames and pictures of the map a second, its thread for each frame. */
async function during({ page, thread }, work) {
  const take = () => page.evaluate(() => globalThis.benchFrames());
  const before = await take();
  const threadBefore = threadTimeOf(thread);
  const result = await work();
  const threadMs = threadTimeOf(thread) - threadBefore;
  const { at, pictures, frames, tasks } = await take();
  const seconds = (at - before.at) / 1000;
  return {
    framesPerSecond: frames / seconds,
    picturesPerSecond: (pictures - before.pictures) / seconds,
    perFrame: threadMs / frames,
    tasks,
    result,
  };
}

async function opened({ electron, cwd }, args, work) {
  const app = await electron.launch({ cwd, args });
  try {
    const page = await app.firstWindow();
    page.setDefaultTimeout(limitMs);
    await firstDevice(page).waitFor();
    const thread = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0].webContents.getOSProcessId(),
    );
    return await work({ app, page, thread });
  } finally {
    await app.close();
  }
}

async function pan(window, rounds) {
  const runs = [];
  for (let round = 0; round < rounds; round += 1) {
    runs.push(await during(window, () => window.page.evaluate(drag, ['main', panSteps])));
    await rest(window.page);
  }
  const times = runs.flatMap(({ result }) => result);
  return {
    framesPerSecond: 1000 / (times.reduce((sum, ms) => sum + ms, 0) / times.length),
    picturesPerSecond: median(runs.map(({ picturesPerSecond }) => picturesPerSecond)),
    perFrame: median(runs.map(({ perFrame }) => perFrame)),
    late: quantile(times, 0.95),
    longest: Math.max(...times),
  };
}

/** 500 new positions a second, every second one of a device that is drawn by itself. */
async function update(window) {
  const { app, page } = window;
  const shown = await page.evaluate(() => globalThis.answersProbe.slots);
  await beginNoting(window);
  const flood = (_electron, [perSecond, slots]) => globalThis.benchAnswers.flood(perSecond, slots);
  const measured = await during(window, async () => {
    await inMain(app, flood, [updatesPerSecond, shown]);
    await page.waitForTimeout(updatesMs);
    await inMain(app, () => globalThis.benchAnswers.stop());
  });
  const noted = await takeNoted(window);
  const { ways } = matchAnswers(noted);
  return {
    ...measured,
    sentPerSecond: (countSince(noted) / updatesMs) * 1000,
    ages: spread(ways.map((way) => way.shown - way.told)),
  };
}

function measureFleet(context, count) {
  const { seed, switches, watched, rounds } = context;
  const args = [...switches, `--user-data-dir=${seed(count, 0, 'demo')}`, watched];
  return opened(context, args, async (window) => {
    const { page } = window;
    await showPlace(page, middle, zooms[count] ?? 8);
    await rest(page);
    await page.evaluate(watchFrames);
    const drawn = await page.evaluate(() => globalThis.answersProbe.slots.length);
    // The first pan fills the caches of tiles and names.
    await pan(window, 1);
    const panned = await pan(window, rounds);
    return { count, drawn, panned, updated: await update(window) };
  });
}

function measurePlayback(context, fixes) {
  const { seed, switches, watched } = context;
  const args = [...switches, `--user-data-dir=${seed(1000, fixes)}`, watched];
  return opened(context, args, async (window) => {
    const { page } = window;
    await showDevice(page);
    await openYear(page);
    await page.evaluate(watchFrames);
    await page.evaluate(watchWindow);
    const played = await during(window, async () => {
      await page.evaluate(() => globalThis.benchWatch.begin());
      await play(page);
      return page.evaluate(() => globalThis.benchWatch.end());
    });
    return { fixes, ...played };
  });
}

const inMs = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

function panTable(samples) {
  const [{ panned: first }] = samples;
  const header = [
    'panning',
    'drawn one by one',
    'pictures of the map/s',
    'frames/s',
    'between frames, 95th',
    'longest',
    'thread per frame',
    'to the first row',
  ];
  const rows = samples.map(({ count, drawn, panned }) => [
    count.toLocaleString('en'),
    String(drawn),
    panned.picturesPerSecond.toFixed(0),
    panned.framesPerSecond.toFixed(0),
    inMs(panned.late),
    inMs(panned.longest),
    inMs(panned.perFrame),
    `${(panned.perFrame / first.perFrame).toFixed(2)}×`,
  ]);
  return [header, ...rows];
}

function updateTable(samples) {
  const header = [
    'updates',
    'sent/s',
    'pictures of the map/s',
    'frames/s',
    'tasks > 50 ms',
    'longest',
    'thread per frame',
    'measured',
    'age, median',
    '95th',
    'longest',
  ];
  const rows = samples.map(({ count, updated }) => [
    count.toLocaleString('en'),
    updated.sentPerSecond.toFixed(0),
    updated.picturesPerSecond.toFixed(0),
    updated.framesPerSecond.toFixed(0),
    String(updated.tasks.length),
    inMs(Math.max(0, ...updated.tasks)),
    inMs(updated.perFrame),
    updated.ages.samples.toLocaleString('en'),
    inMs(updated.ages.median),
    inMs(updated.ages.p95),
    inMs(updated.ages.most),
  ]);
  return [header, ...rows];
}

function playTable({ fixes, framesPerSecond, perFrame, result }) {
  const header = ['playback at 600×', 'frames/s', 'thread per frame', 'window held up'];
  const year = `a year of ${fixes.toLocaleString('en')} fixes`;
  return [header, [year, framesPerSecond.toFixed(0), inMs(perFrame), inMs(result.stall)]];
}

/** Prints three tables and writes them into the document. */
export async function measureMotion(given, { counts, fixes }) {
  const { folder, say } = given;
  const context = { ...given, watched: await buildWatched(folder, say) };
  const samples = [];
  for (const count of counts) {
    samples.push(await measureFleet(context, count));
    say(`motion: ${count.toLocaleString('en')} devices`);
  }
  const played = await measurePlayback(context, fixes);
  say('motion: playback');
  const tables = [panTable(samples), updateTable(samples), playTable(played)];
  console.log(`\n${tables.map(aligned).join('\n\n')}\n`);
  writeMeasured(context.cwd, 'motion', tables);
  return { samples, played };
}
