// `npm run bench -- --only=map`: the app's own WebGL layers against layers of MapLibre, each in the
// real window with the real main, in one run.
import fs from 'node:fs';
import path from 'node:path';
import { aligned, median } from '../figures.mjs';
import { startOnce } from '../start-up.mjs';
import { buildVariants, variants } from './build.mjs';
import { measureDevices, measureTracks } from './measure.mjs';

const own = 'own WebGL layer';
const deviceVariants = [
  { build: 'own', name: own },
  { build: 'cluster', name: 'clustered GeoJSON source' },
  { build: 'maplibre', name: 'own grid, symbol layer' },
];
/** Measures the cost of our own layer and of the names; at one size of fleet. */
const partsOfOwn = [
  { build: 'unnamed', name: `${own}, no names` },
  { build: 'none', name: 'neither devices nor names' },
];
const trackVariants = [
  { build: 'own', name: own },
  { build: 'maplibre', name: 'line layer' },
];
/** The number of pieces that the app draws on a graphics card, and with a software renderer. */
const pieceLimits = [60_000, 6_000];
const yearFixes = 500_000;

const whole = (value) => Math.round(value).toLocaleString('en');

/** Each window to be measured, with a profile of its own, so that code caches stay separate. */
function deviceWindows({ folders, folder, counts, seed, switches }) {
  return counts.flatMap((count, i) => {
    const profile = seed(count, 0, 'demo');
    const isMiddle = i === Math.floor((counts.length - 1) / 2);
    return [...deviceVariants, ...(isMiddle ? partsOfOwn : [])].map(({ build, name }) => {
      const copy = path.join(folder, `devices-${count}-${build}`);
      fs.cpSync(profile, copy, { recursive: true });
      const args = [...switches, `--user-data-dir=${copy}`, folders[build]];
      return { name: `${count.toLocaleString('en')} · ${name}`, args, count, build };
    });
  });
}

function trackWindows({ folders, folder, seed, switches }) {
  const profile = seed(1000, yearFixes);
  return pieceLimits.flatMap((most) =>
    trackVariants.map(({ build, name }) => {
      const copy = path.join(folder, `tracks-${most}-${build}`);
      fs.cpSync(profile, copy, { recursive: true });
      const args = [...switches, `--user-data-dir=${copy}`, folders[build]];
      return { name: `at most ${most.toLocaleString('en')} · ${name}`, args, most, build };
    }),
  );
}

/** A window may fail to open on a busy machine: reports it and tries again. */
async function withRetries(name, say, work) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 3) throw error;
      say(`${name}: ${error.message.split('\n')[0]}; trying again`);
    }
  }
}

/**
 * Runs every variant, devices and tracks, until `rounds` are done or another round would exceed
 * `endAt`. The first round always runs to its end.
 */
async function inRounds({ windows, rounds, endAt, say }, measureOnce) {
  const samples = Object.fromEntries(windows.map(({ name }) => [name, []]));
  let longest = 0;
  for (let round = 1; round <= rounds && Date.now() + longest < endAt; round += 1) {
    const startedAt = Date.now();
    for (const window of windows) {
      const sample = await withRetries(window.name, say, () => measureOnce(window, round));
      samples[window.name].push(sample);
      const values = Object.entries(sample).map(([key, value]) => `${key} ${whole(value)}`);
      say(`round ${round}, ${window.name}: ${values.join(', ')}`);
    }
    longest = Math.max(longest, Date.now() - startedAt);
  }
  return samples;
}

function picturePath(pictures, { name }, round) {
  if (!pictures || round > 1) return null;
  return path.join(pictures, `${name.replaceAll(/[^\w]+/g, '-')}.png`);
}

const deviceColumns = {
  devices: null,
  'start → drawn': 'start',
  'burst of 500 → drawn': 'burst',
  'longest stall': 'stall',
  'CPU per burst': 'cpu',
  'pan p50': 'panMedian',
  'pan p95': 'pan95',
  'CPU per frame': 'panCpu',
  MB: 'memory',
};
const trackColumns = {
  pieces: null,
  drawn: 'pieces',
  'year chosen → drawn': 'load',
  'picture → drawn': 'draw',
  'pan p50': 'panMedian',
  'pan p95': 'pan95',
  'CPU per frame': 'panCpu',
  'longest stall of a pan': 'stall',
  MB: 'memory',
};

function printTable(columns, windows, samples) {
  const [, ...keys] = Object.values(columns);
  const rows = windows.map(({ name }) => [
    name,
    ...keys.map((key) => whole(median(samples[name].map((sample) => sample[key])))),
  ]);
  const rounds = samples[windows[0].name].length;
  console.log(`\n${aligned([Object.keys(columns), ...rows])}`);
  console.log(`(medians of ${rounds} rounds; times in milliseconds)\n`);
}

/**
 * `seed(count, fixes, kind)` makes a profile; with `pictures` the first round saves a screenshot of
 * each window there. Returns every sample.
 */
export async function measureMap(context) {
  const { binary, folder, rounds, minutes, pictures, say } = context;
  const endAt = Date.now() + minutes * 60_000;
  const folders = await buildVariants(folder, Object.keys(variants), say);
  const devices = deviceWindows({ ...context, folders });
  const tracks = trackWindows({ ...context, folders });
  say('made the profiles');
  const report = path.join(folder, 'report.json');
  // One run without counting, to fill the caches of code and shaders.
  for (const window of devices) await startOnce({ ...window, binary, report });
  say('warmed up');
  const windows = [...devices, ...tracks];
  const samples = await inRounds({ windows, rounds, endAt, say }, async (window, round) => {
    const picture = picturePath(pictures, window, round);
    if (window.most) return measureTracks({ ...context, ...window, picture });
    const { total } = await startOnce({ ...window, binary, report });
    return { start: total, ...(await measureDevices({ ...context, ...window, picture })) };
  });
  printTable(deviceColumns, devices, samples);
  printTable(trackColumns, tracks, samples);
  return samples;
}
