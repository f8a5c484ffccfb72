// From an HTTP answer with a new position in main until the frame that shows it is on screen: matches what main
// noted (`map-window/answers-main.ts`) with what the window showed (`map-window/answers-scene.ts`).
import fs from 'node:fs';
import path from 'node:path';
import { inMain } from '../support/in-main.mjs';
import { writeMeasured } from './benchmark-page.mjs';
import { aligned, spread } from './figures.mjs';
import { buildWatched } from './map-window/build.mjs';
import { startService } from './service.mjs';
import { firstDevice } from './rows.mjs';

const callsPerMinute = 6000;
const liveMs = 20_000;
const limitMs = 120_000;
/** Calls before the 20 seconds begin: the devices in view were asked for once by then. */
const callsBefore = 600;
/** Berlin, by the size of the fleet; most devices in view are drawn one by one. */
const centre = [13.4, 52.51];
const zooms = { 1000: 11, 10_000: 12, 100_000: 14 };
/** About a millimetre, in Mercator units. */
const samePlace = 1e-11;

/**
 * The way of each answer that changed the place of a device drawn by itself: all of its moments. `unmatched`
 * counts changes on screen that belong to no answer. Answers before `since` are not counted.
 */
export function matchAnswers({ answers, since, changes }) {
  const bySlot = new Map();
  for (const answer of answers) {
    const ofDevice = bySlot.get(answer.slot);
    if (ofDevice) ofDevice.push(answer);
    else bySlot.set(answer.slot, [answer]);
  }
  const lastShown = new Map();
  const ways = [];
  let unmatched = 0;
  for (const change of changes) {
    const from = lastShown.get(change.slot) ?? Number.NEGATIVE_INFINITY;
    lastShown.set(change.slot, change.received);
    // The first answer with this place since the last change: a repetition changes nothing.
    const answer = bySlot
      .get(change.slot)
      ?.find(
        ({ x, y, told, posted }) =>
          told >= from - 1 &&
          posted <= change.received + 1 &&
          Math.abs(x - change.x) < samePlace &&
          Math.abs(y - change.y) < samePlace,
      );
    if (!answer) unmatched += 1;
    else if (answer.told >= since) ways.push({ ...change, ...answer });
  }
  if (ways.length === 0) throw new Error('no answer was found on the map');
  return { ways, unmatched };
}

/** What main noted and what the window showed since `beginNoting`. */
export async function takeNoted({ app, page }) {
  const changes = await page.evaluate(() => globalThis.answersProbe.changes);
  return { changes, ...(await inMain(app, () => globalThis.benchAnswers.take())) };
}

export async function beginNoting({ app, page }) {
  await inMain(app, () => globalThis.benchAnswers.begin());
  await page.evaluate(() => {
    globalThis.answersProbe.changes = [];
  });
}

/** Moves the map, and waits for a frame that shows the devices of that place. */
export async function showPlace(page, [longitude, latitude], zoom) {
  const isFramed = () =>
    globalThis.answersProbe.viewport && globalThis.answersProbe.map.isStyleLoaded();
  await page.waitForFunction(isFramed);
  await page.evaluate(
    // As if the user had moved it: the map would fit the fleet again otherwise.
    (to) => globalThis.answersProbe.map.jumpTo(to, { originalEvent: new Event('bench') }),
    { center: [longitude, latitude], zoom },
  );
  await page.waitForFunction(
    ([x, at]) => {
      const { viewport } = globalThis.answersProbe;
      return viewport && viewport.zoom === at && viewport.west < x && x < viewport.east;
    },
    [(longitude + 180) / 360, zoom],
  );
}

/** How many answers main had since `beginNoting`. */
export const countSince = ({ answers, since }) =>
  answers.filter(({ told }) => told >= since).length;

async function callsOf(page) {
  const { value } = await page.evaluate(() => window.waypost.status.current());
  return value.callsToday;
}

/** Opens the watched app with an account of `count` devices whose positions are known, and calls the service. */
async function measureOne(context, count) {
  const { electron, cwd, switches, watched, seed } = context;
  const service = await startService(context, count);
  const profile = seed(count, 0, 'service', service);
  const hostAnswers = path.join(cwd, 'test/support/host-answers.cjs');
  const args = [...switches, `--user-data-dir=${profile}`, '-r', hostAnswers, watched];
  const app = await electron.launch({ cwd, args });
  try {
    const page = await app.firstWindow();
    page.setDefaultTimeout(limitMs);
    const opened = { app, page };
    await firstDevice(page).waitFor();
    await page.evaluate((part) => window.waypost.settings.change(part), { callsPerMinute });
    await showPlace(page, centre, zooms[count] ?? 11);
    while ((await callsOf(page)) < callsBefore) await page.waitForTimeout(200);
    await beginNoting(opened);
    await page.waitForTimeout(liveMs);
    const noted = await takeNoted(opened);
    const inView = await page.evaluate(() => globalThis.answersProbe.slots.length);
    const perSecond = (countSince(noted) / liveMs) * 1000;
    return { count, inView, perSecond, ...matchAnswers(noted) };
  } finally {
    await app.close();
    service.stop();
    fs.rmSync(profile, { recursive: true, force: true });
  }
}

const header = [
  'answer → pixel',
  'drawn one by one',
  'answers/s',
  'matched',
  'median',
  '95th',
  'longest',
  'main collects',
  'post',
  'worker waits',
  'worker → window',
  'waits for frame',
  'to screen',
];

const median = (values) => spread(values).median;

function rowOf({ count, inView, perSecond, ways, unmatched }) {
  const whole = spread(ways.map(({ arrived, shown }) => shown - arrived));
  const part = (from, to) => median(ways.map((way) => way[to] - way[from])).toFixed(0);
  return [
    count.toLocaleString('en'),
    String(inView),
    perSecond.toFixed(0),
    unmatched === 0 ? String(ways.length) : `${ways.length} of ${ways.length + unmatched}`,
    ...[whole.median, whole.p95, whole.most].map((value) => `${value.toFixed(0)} ms`),
    part('arrived', 'posted'),
    part('posted', 'received'),
    part('received', 'begun'),
    part('begun', 'taken'),
    part('taken', 'drawn'),
    part('drawn', 'shown'),
  ];
}

/** Measures one account of each size; prints a table and writes it into the document. */
export async function measureAnswers(context, counts) {
  const watched = await buildWatched(context.folder, context.say);
  const samples = [];
  for (const count of counts) {
    samples.push(await measureOne({ ...context, watched }, count));
    context.say(`answer → pixel: ${count.toLocaleString('en')} devices`);
  }
  const rows = [header, ...samples.map(rowOf)];
  console.log(`\n${aligned(rows)}\n`);
  writeMeasured(context.cwd, 'answers', [rows]);
  return samples;
}
