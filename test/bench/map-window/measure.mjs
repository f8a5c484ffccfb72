// Devices and tracks in the real window, drawn in several ways: burst, pan, memory, and the time until
// a track is drawn. Rounds alternate between the variants, so that other load on the machine affects
// all of them alike.
import { openYear, showDevice } from '../history-window.mjs';
import { median } from '../figures.mjs';
import { memoryOf, processorTimeOf } from './processes.mjs';
import { firstDevice } from '../rows.mjs';

const settleMs = 1500;
const bursts = 4;
const burstSize = 500;
const afterBurstMs = 800;
const panSteps = 30;
/** A position with a few hundred devices in view, by the size of the fleet. */
const middle = [11, 50];
const zooms = { 1000: 6, 10_000: 8, 100_000: 9 };
const limitMs = 30_000;

/** Runs in the window: the longest block of its event loop. */
function watchStalls() {
  const state = { longest: 0, last: performance.now() };
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const now = performance.now();
    state.longest = Math.max(state.longest, now - state.last);
    state.last = now;
    setTimeout(() => port2.postMessage(null), 1);
  };
  port2.postMessage(null);
  globalThis.mapStalls = {
    begin: () => Object.assign(state, { longest: 0, last: performance.now() }),
    end: () => state.longest,
  };
}

/** Drags the map there and back with a step for each frame; resolves to the time of each frame. */
export async function drag([selector, steps]) {
  const canvas = document.querySelector(`${selector} canvas.maplibregl-canvas`);
  const box = canvas.getBoundingClientRect();
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let x = box.left + box.width * 0.7;
  let y = box.top + box.height * 0.5;
  const send = (type, buttons) =>
    canvas.dispatchEvent(
      new MouseEvent(type, { clientX: x, clientY: y, buttons, bubbles: true, cancelable: true }),
    );
  const times = [];
  send('mousedown', 1);
  let last = await nextFrame();
  for (let step = 0; step < 2 * steps; step += 1) {
    x += step < steps ? -10 : 10;
    y += step < steps ? 2 : -2;
    send('mousemove', 1);
    const now = await nextFrame();
    times.push(now - last);
    last = now;
  }
  // Without a pause the map would continue to glide.
  await new Promise((resolve) => setTimeout(resolve, 300));
  send('mouseup', 0);
  return times.slice(1);
}

const events = (page) => page.evaluate(() => globalThis.mapProbe.events);

/** Waits for the first picture of data that arrived at or after a time; resolves to when it was drawn. */
async function drawnAfter(page, at) {
  const found = await page.waitForFunction(
    (from) => {
      const list = globalThis.mapProbe.events;
      const first = list.findIndex((event) => event.kind === 'received' && event.at >= from);
      if (first < 0) return null;
      return list.slice(first).find((event) => event.kind === 'drawn') ?? null;
    },
    at,
    { timeout: limitMs, polling: 50 },
  );
  return (await found.jsonValue()).at;
}

async function measureBursts({ app, page, pid }) {
  const delays = [];
  const stalls = [];
  const before = processorTimeOf(pid);
  for (let round = 0; round < bursts; round += 1) {
    await page.evaluate(() => globalThis.mapStalls.begin());
    const at = await app.evaluate(
      (_electron, [size, number]) => globalThis.benchBurst(size, number),
      [burstSize, round],
    );
    const drawnAt = await drawnAfter(page, at);
    delays.push(drawnAt - at);
    await page.waitForTimeout(afterBurstMs);
    stalls.push(await page.evaluate(() => globalThis.mapStalls.end()));
  }
  const cpu = (processorTimeOf(pid) - before) / bursts;
  return { burst: median(delays), stall: median(stalls), cpu };
}

export const quantile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

/** Processor time is more reliable than elapsed time if the machine is busy. */
async function measurePan({ page, pid }, selector) {
  const before = processorTimeOf(pid);
  const times = await page.evaluate(drag, [selector, panSteps]);
  const panCpu = (processorTimeOf(pid) - before) / times.length;
  return { panMedian: median(times), pan95: quantile(times, 0.95), panCpu };
}

async function opened({ electron, args, cwd }, work) {
  const app = await electron.launch({ cwd, args });
  try {
    const page = await app.firstWindow();
    page.setDefaultTimeout(limitMs);
    await firstDevice(page).waitFor();
    await page.evaluate(watchStalls);
    return await work({ app, page, pid: app.process().pid });
  } finally {
    await app.close();
  }
}

/** Measures one start of a window with devices: `{burst, stall, cpu, panMedian, pan95, memory}`. */
export function measureDevices(context) {
  return opened(context, async (window) => {
    const { page, pid } = window;
    await drawnAfter(page, 0);
    await page.waitForTimeout(settleMs);
    await page.evaluate(
      ([center, zoom]) => globalThis.mapProbe.map.jumpTo({ center, zoom }),
      [middle, zooms[context.count] ?? 8],
    );
    await page.waitForTimeout(settleMs);
    if (context.picture) await page.screenshot({ path: context.picture });
    const burst = await measureBursts(window);
    const pan = await measurePan(window, 'main');
    await page.waitForTimeout(settleMs);
    return { ...burst, ...pan, memory: memoryOf(pid), drawn: await sizeOf(page) };
  });
}

const sizeOf = (page) => page.evaluate(() => globalThis.mapProbe.size);

/** Measures one start with a year on the map: `{load, draw, panMedian, pan95, memory, pieces}`. */
export function measureTracks(context) {
  return opened(context, async (window) => {
    const { page, pid } = window;
    await page.evaluate(
      (most) => Object.assign(globalThis, { benchMostPieces: most }),
      context.most,
    );
    await showDevice(page);
    await page.waitForTimeout(settleMs);
    await page.evaluate(() => {
      globalThis.mapProbe.events = [];
    });
    const from = await page.evaluate(() => performance.timeOrigin + performance.now());
    await openYear(page);
    await page.waitForTimeout(settleMs);
    const list = await events(page);
    const received = list.findLast(({ kind }) => kind === 'received');
    const drawn = list.findLast(({ kind }) => kind === 'drawn');
    const pieces = await sizeOf(page);
    if (context.picture) await page.screenshot({ path: context.picture });
    await page.evaluate(() => globalThis.mapStalls.begin());
    const pan = await measurePan(window, 'section[aria-label="Map of the tracks"]');
    await page.waitForTimeout(settleMs);
    const stall = await page.evaluate(() => globalThis.mapStalls.end());
    return {
      load: drawn.at - from,
      draw: drawn.at - received.at,
      stall,
      ...pan,
      memory: memoryOf(pid),
      pieces,
    };
  });
}
