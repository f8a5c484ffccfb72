// `npm run bench -- --only=map`: the app's own WebGL layers against layers of MapLibre, each in the
// real window with the real main, in one run.
import fs from 'node:fs';
import path from 'node:path';
import { aligned, median } from '../figures.mjs';
import { measureStartUp } from '../start-up.mjs';
import { buildVariants } from './build.mjs';
import { measureDevices, measureTracks } from './measure.mjs';

const own = 'own WebGL layer';
const deviceVariants = [
  { build: 'own', name: own },
  { build: 'cluster', name: 'clustered GeoJSON source' },
  { build: 'maplibre', name: 'own grid, symbol layer' },
];
const trackVariants = [
  { build: 'own', name: own },
  { build: 'maplibre', name: 'line layer' },
];
/** What the app draws on a graphics card, and what it draws by software. */
const pieceLimits = [60_000, 6_000];
const yearFixes = 500_000;

const whole = (value) => Math.round(value).toLocaleString('en');

/** Each window to be measured with a profile of its own: caches of code stay apart. */
function deviceWindows({ folders, folder, counts, seed, switches }) {
  return counts.flatMap((count, i) => {
    const profile = seed(count, 0, 'demo');
    // The base line once: what is not drawn costs the same at every size.
    const bare = i === 0 ? [{ build: 'none', name: 'no devices drawn' }] : [];
    return [...deviceVariants, ...bare].map(({ build, name }) => {
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

async function inRounds({ windows, rounds, say, title }, measureOnce) {
  const samples = Object.fromEntries(windows.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const window of windows) samples[window.name].push(await measureOnce(window, round));
    say(`${title}: round ${round} of ${rounds}`);
  }
  return samples;
}

const medianOf = (samples, pick) => median(samples.map(pick));

function picturePath(pictures, kind, { name }, round) {
  if (!pictures || round > 1) return null;
  return path.join(pictures, `${kind}-${name.replaceAll(/[^\w]+/g, '-')}.png`);
}

function printDevices(windows, started, samples) {
  const header = [
    'devices',
    'start → drawn',
    'burst of 500 → drawn',
    'longest stall',
    'CPU per burst',
    'pan p50',
    'pan p95',
    'MB',
  ];
  const rows = windows.map(({ name }) => [
    name,
    whole(medianOf(started[name], ({ total }) => total)),
    ...['burst', 'stall', 'cpu', 'panMedian', 'pan95', 'memory'].map((key) =>
      whole(medianOf(samples[name], (sample) => sample[key])),
    ),
  ]);
  console.log(`\n${aligned([header, ...rows])}\n(milliseconds; medians)\n`);
}

function printTracks(windows, samples) {
  const header = [
    'pieces',
    'drawn',
    'year chosen → drawn',
    'picture → drawn',
    'pan p50',
    'pan p95',
    'longest stall of a pan',
    'MB',
  ];
  const rows = windows.map(({ name }) => [
    name,
    ...['pieces', 'load', 'draw', 'panMedian', 'pan95', 'stall', 'memory'].map((key) =>
      whole(medianOf(samples[name], (sample) => sample[key])),
    ),
  ]);
  console.log(`\n${aligned([header, ...rows])}\n(milliseconds; medians)\n`);
}

/**
 * `seed(count, fixes, kind)` makes a profile; with `pictures` the first round leaves a picture of each
 * window there. Answers every sample.
 */
export async function measureMap(context) {
  const { binary, electron, folder, rounds, pictures, say, cwd } = context;
  const folders = await buildVariants(folder, ['own', 'cluster', 'maplibre', 'none'], say);
  const devices = deviceWindows({ ...context, folders });
  say('made the profiles');
  const started = await measureStartUp({ binary, windows: devices, rounds, folder, say });
  const deviceSamples = await inRounds(
    { windows: devices, rounds, say, title: 'devices' },
    (window, round) =>
      measureDevices({
        electron,
        cwd,
        args: window.args,
        count: window.count,
        picture: picturePath(pictures, 'devices', window, round),
      }),
  );
  printDevices(devices, started, deviceSamples);
  const tracks = trackWindows({ ...context, folders });
  const trackSamples = await inRounds(
    { windows: tracks, rounds, say, title: 'tracks' },
    (window, round) =>
      measureTracks({
        electron,
        cwd,
        args: window.args,
        most: window.most,
        picture: picturePath(pictures, 'tracks', window, round),
      }),
  );
  printTracks(tracks, trackSamples);
  return { started, devices: deviceSamples, tracks: trackSamples };
}
