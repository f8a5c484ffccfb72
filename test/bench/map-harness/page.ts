// A page with the real worker, client and map engine, fed with an invented fleet through a message
// port as main would do it. `npm run bench` drives it through `window.harness`.
import type { StyleSpecification } from 'maplibre-gl';
import { buffersOf, type FleetMessage } from '#shared/fleet/columns';
import { createFleetClient, initialQuery, type FleetView } from '#features/fleet-data';
import { bundledStyle, createMapEngine, type MapEngineOptions } from '#features/map';
import { chance, syntheticBurst, syntheticFleet } from './synthetic-fleet';

const blank = (): StyleSpecification => ({ version: 8, sources: {}, layers: [] });
const parameters = new URLSearchParams(window.location.search);
const theme = parameters.get('theme') === 'dark' ? 'dark' : 'light';

const fleet = createFleetClient();
const { port1, port2 } = new MessageChannel();
fleet.attach(port2);
const stacks: Parameters<NonNullable<MapEngineOptions['onStack']>>[0][] = [];
const follows: boolean[] = [];
const engine = createMapEngine(document.getElementById('map')!, {
  feed: fleet,
  style: parameters.has('base') ? bundledStyle : blank,
  theme,
  tooltipClass: 'tooltip',
  onStack: (stack) => stacks.push(stack),
  onFollowChanged: (isFollowing) => follows.push(isFollowing),
});

const random = chance(7);
let view: FleetView | null = null;
let sent: Extract<FleetMessage, { type: 'fleet' }> | null = null;
fleet.subscribe((next) => (view = next));

/** Long tasks and frames since the last call. */
const longTasks: number[] = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) longTasks.push(entry.duration);
}).observe({ entryTypes: ['longtask'] });

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

const nextView = () =>
  new Promise<FleetView>((resolve) => {
    let isFirst = view !== null;
    const stop = fleet.subscribe((next) => {
      if (isFirst) isFirst = false;
      else {
        stop();
        resolve(next);
      }
    });
  });

const harness = {
  engine,
  fleet,
  stacks,
  follows,
  view: () => view,
  /** Sends a fleet; milliseconds until all of it was drawn, and until the table's order was there. */
  async send(count: number, now = Date.now()) {
    const message = syntheticFleet(count, now, random);
    sent = structuredClone(message);
    const drawn = new Promise<number>((resolve) => {
      const stop = engine.onFleetDrawn(() => resolve(performance.now()));
      void stop;
    });
    const ordered = nextView().then(() => performance.now());
    const startedAt = performance.now();
    port1.postMessage(message, buffersOf(message));
    return { drawnMs: (await drawn) - startedAt, orderedMs: (await ordered) - startedAt };
  },
  /** Sends one burst; milliseconds until the frame after the worker's answer. */
  async burst(size: number) {
    if (!sent) throw new Error('no fleet was sent');
    const message = syntheticBurst(sent.columns, size, Date.now(), random);
    const answered = new Promise<void>((resolve) => {
      let isFirst = true;
      const stop = fleet.onVisible(() => {
        if (isFirst) isFirst = false;
        else {
          stop();
          resolve();
        }
      });
    });
    const startedAt = performance.now();
    port1.postMessage(message, buffersOf(message));
    await answered;
    await frame();
    return performance.now() - startedAt;
  },
  /** A keystroke; milliseconds until the worker's new view was in the window. */
  async search(text: string) {
    const answered = nextView();
    const startedAt = performance.now();
    fleet.setQuery({ ...initialQuery, search: text });
    const { matched } = await answered;
    return { ms: performance.now() - startedAt, matched };
  },
  /** Sends any message of main's. */
  post(message: FleetMessage) {
    port1.postMessage(message);
  },
  takeLongTasks: () => longTasks.splice(0),
  frame,
};

export type Harness = typeof harness;
(window as unknown as { harness: Harness }).harness = harness;
