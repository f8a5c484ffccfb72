// A year of one device in the real window: opened, drawn, panned, played and exported. Measures the
// duration of each step, and how long the window and main were blocked at most.
import fs from 'node:fs';
import path from 'node:path';
import { firstDevice } from './rows.mjs';

const dayMs = 86_400_000;
const drawnMark = 'waypost tracks drawn';
const limitMs = 60_000;

/** Runs in the window: the longest block of its event loop, and the tasks that caused it. */
export function watchWindow() {
  const state = { longest: 0, tasks: [], frames: 0, last: performance.now() };
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const now = performance.now();
    state.longest = Math.max(state.longest, now - state.last);
    state.last = now;
    setTimeout(() => port2.postMessage(null), 1);
  };
  port2.postMessage(null);
  const frame = () => {
    state.frames += 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) state.tasks.push(duration);
  }).observe({ type: 'longtask' });
  globalThis.benchWatch = {
    begin() {
      Object.assign(state, { longest: 0, tasks: [], frames: 0, last: performance.now() });
      state.since = performance.now();
    },
    end: () => ({
      stall: state.longest,
      longTasks: state.tasks.length,
      frames: state.frames,
      ms: performance.now() - state.since,
    }),
  };
}

/** Runs in main: the longest block of its event loop. */
function watchMain() {
  const state = { longest: 0, last: performance.now() };
  setInterval(() => {
    const now = performance.now();
    state.longest = Math.max(state.longest, now - state.last);
    state.last = now;
  }, 2);
  globalThis.benchWatch = {
    begin: () => Object.assign(state, { longest: 0, last: performance.now() }),
    end: () => state.longest,
  };
}

/** Runs a step and returns its measurements: `{ms, window, main, frames}`. */
async function measured({ app, page }, step) {
  await app.evaluate(() => globalThis.benchWatch.begin());
  await page.evaluate(() => globalThis.benchWatch.begin());
  const from = performance.now();
  await step();
  const ms = performance.now() - from;
  const { stall, frames, longTasks } = await page.evaluate(() => globalThis.benchWatch.end());
  const main = await app.evaluate(() => globalThis.benchWatch.end());
  return { ms, window: stall, main, frames, longTasks };
}

const field = (at) => new Date(at).toISOString().slice(0, 16);

/** Opens the history of the device with a year of fixes. */
export async function showDevice(page) {
  await page.getByRole('searchbox', { name: 'Search devices' }).fill('Delivery van 0');
  const row = page.getByRole('table', { name: 'Devices' }).getByRole('row', { name: /van 0\b/ });
  await row.first().click();
  const details = page.getByRole('region', { name: 'Device details' });
  await details.getByRole('button', { name: 'Today’s track' }).click();
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('utc');
  await page.getByRole('combobox', { name: 'Range' }).selectOption('custom');
  await page.getByText('Not downloaded yet').waitFor();
}

/** From entering the range to the track on screen. */
export async function openYear(page) {
  await page.evaluate((mark) => performance.clearMarks(mark), drawnMark);
  await page.getByLabel('From', { exact: true }).fill(field(Date.now() - 366 * dayMs));
  const isDrawn = (mark) => (performance.getEntriesByName(mark)[0]?.detail.pieces ?? 0) > 0;
  await page.waitForFunction(isDrawn, drawnMark, { timeout: limitMs });
}

/** From entering the range to the track, the charts and the trips on screen. */
async function open(page) {
  await openYear(page);
  await page
    .getByRole('figure', { name: 'Speed over time' })
    .getByText(/mean/)
    .waitFor({ timeout: limitMs });
  const totals = page.getByRole('list', { name: 'Totals' });
  await totals.getByText(/[1-9][\d,]* trips/).waitFor({ timeout: limitMs });
}

async function turnWheel(page, target, times, { isCtrl = false } = {}) {
  const box = await target.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  if (isCtrl) await page.keyboard.down('Control');
  for (let i = 0; i < times; i += 1) {
    await page.mouse.wheel(0, i < times / 2 ? -240 : 240);
    await page.waitForTimeout(120);
  }
  if (isCtrl) await page.keyboard.up('Control');
  await page.waitForTimeout(400);
}

export async function play(page) {
  await page.getByRole('combobox', { name: 'Speed of playback' }).selectOption('600');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForTimeout(4000);
  await page.getByRole('button', { name: 'Pause' }).click();
}

const exports = [
  ['fixes', 'csv', 'Fixes as CSV'],
  ['fixes', 'xlsx', 'Fixes as Excel (XLSX)'],
  ['fixes', 'geojson', 'Fixes as GeoJSON'],
  ['fixes', 'kml', 'Fixes as KML'],
  ['fixes', 'gpx', 'Fixes as GPX'],
  ['trips', 'csv', 'Trips and stops as CSV'],
  ['trips', 'xlsx', 'Trips and stops as Excel (XLSX)'],
];

async function exportAs({ app, page }, item, file) {
  fs.rmSync(file, { force: true });
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await page
    .getByText(`written to ${path.basename(file)}`, { exact: false })
    .waitFor({ timeout: limitMs });
  await page.getByRole('button', { name: 'Dismiss' }).click();
}

/** One line for each step: `{name, ms, window, main, frames}`; sizes of the files in bytes. */
export async function measureHistoryWindow({ electron, args, cwd, folder, say }) {
  const app = await electron.launch({ cwd, args });
  const steps = [];
  try {
    const page = await app.firstWindow();
    page.setDefaultTimeout(limitMs);
    await firstDevice(page).waitFor();
    await app.evaluate(watchMain);
    await page.evaluate(watchWindow);
    const window = { app, page };
    const step = async (name, work) => {
      steps.push({ name, ...(await measured(window, work)) });
      const { ms, window: held, main } = steps.at(-1);
      say(`${name}: ${ms.toFixed(0)} ms, held up ${held.toFixed(0)} and ${main.toFixed(0)} ms`);
    };
    await showDevice(page);
    await page.waitForTimeout(1500);
    await step('at rest for 3 s', () => page.waitForTimeout(3000));
    const map = page.getByRole('region', { name: 'Map of the tracks' });
    await step('wheel on the bare map, 16 steps', () => turnWheel(page, map, 16));
    await step('open, draw, find trips', () => open(page));
    await step('wheel on the way, 16 steps', () => turnWheel(page, map, 16));
    await step('wheel on the way again', () => turnWheel(page, map, 16));
    const chart = page.getByRole('figure', { name: 'Speed over time' });
    await step('wheel on time, 16 steps', () => turnWheel(page, chart, 16, { isCtrl: true }));
    await step('play 4 s at 600×', () => play(page));
    for (const [what, format, item] of exports) {
      const file = path.join(folder, `${what}.${format}`);
      await step(item, () => exportAs(window, item, file));
      steps.at(-1).bytes = fs.statSync(file).size;
    }
  } finally {
    await app.close();
  }
  return steps;
}
