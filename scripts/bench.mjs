// `npm run bench`: start-up until the cached devices are drawn, memory, and search per keystroke, each compared
// with an empty map window in the same run. Prints tables; writes a file only with `--out`, and with
// `--only` of start, live, schedule or service a section of docs/benchmarks.md.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable, writeMeasured, writeSection } from '../test/bench/benchmark-page.mjs';
import { aligned, median, spread, table } from '../test/bench/figures.mjs';
import { growthTable, loadTable } from '../test/bench/load.mjs';
import { measureLive } from '../test/bench/live.mjs';
import { header, scheduleTables, writeSchedule } from '../test/bench/schedule.mjs';
import { measureMemory } from '../test/bench/memory.mjs';
import { measureSearch } from '../test/bench/search.mjs';
import { measureStartUp } from '../test/bench/start-up.mjs';
import { electronBinary, findElectron } from './electron-dist.mjs';
import { electronSwitches, insideArguments, runAgainInside } from './inside.mjs';
import { setUp } from './setup.mjs';

const root = path.resolve(import.meta.dirname, '..');
const emptyName = 'empty map window';
const usage = `npm run bench -- [--counts=1000,10000,100000] [--rounds=5] [--only=start|memory|search|live|schedule|service] [--growth] [--out=FILE] [--tracks=FOLDER]`;

const options = {
  counts: { type: 'string', default: '1000,10000,100000' },
  rounds: { type: 'string', default: '5' },
  only: { type: 'string' },
  out: { type: 'string' },
  tracks: { type: 'string' },
  growth: { type: 'boolean' },
  help: { type: 'boolean' },
};

const nameOf = (count) => `${count.toLocaleString('en')} devices`;
const say = (line) => console.log(`bench: ${line}`);

function nodeBundle(entry, folder, file) {
  return {
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        external: ['electron', 'keytar'],
        output: { format: 'es', entryFileNames: file, codeSplitting: false },
      },
    },
  };
}

/** Built like the app, so that windows are compared and not builds. */
async function bundle(folder) {
  const { build } = await import('vite');
  await build(nodeBundle('test/bench/seed.ts', folder, 'seed.mjs'));
  await build(nodeBundle('test/bench/schedule/run.ts', folder, 'schedule.mjs'));
  await build(nodeBundle('main/service/cli.ts', folder, 'service.mjs'));
  await build(nodeBundle('test/bench/load/run.ts', folder, 'load.mjs'));
  await build(nodeBundle('test/bench/load/client.ts', folder, 'client.mjs'));
  await build(nodeBundle('test/bench/empty-window/main.ts', folder, 'empty.mjs'));
  await build({
    configFile: false,
    root: path.join(root, 'test/bench/empty-window'),
    base: './',
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: path.join(folder, 'window'),
      emptyOutDir: true,
      assetsDir: 'code',
      target: 'chrome148',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 4000,
    },
  });
}

/** Makes a profile with an offline copy of `count` devices; returns its folder. */
function seedProfile(binary, folder, count) {
  const profile = path.join(folder, `profile-${count}`);
  const args = [path.join(folder, 'seed.mjs'), profile, String(count)];
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const { status } = spawnSync(binary, args, { stdio: 'inherit', env });
  if (status !== 0) throw new Error(`the profile with ${count} devices could not be made`);
  return profile;
}

function windowsFor(folder, counts, binary) {
  const switches = electronSwitches();
  const empty = `--user-data-dir=${path.join(folder, 'profile-empty')}`;
  return [
    { name: emptyName, args: [...switches, empty, path.join(folder, 'empty.mjs')] },
    ...counts.map((count) => {
      const profile = `--user-data-dir=${seedProfile(binary, folder, count)}`;
      say(`created a profile with ${nameOf(count)}`);
      return { name: nameOf(count), args: [...switches, profile, root] };
    }),
  ];
}

async function startUp(windows, context) {
  const samples = await measureStartUp({ ...context, windows, say });
  const rows = (pick) =>
    windows.map(({ name }) => ({ name, spread: spread(samples[name].map(pick)) }));
  const total = rows((sample) => sample.total);
  console.log(`\n${table('start of the process → all drawn', total)}`);
  console.log(
    `\n${table(
      'main entry → all drawn',
      rows((sample) => sample.fromEntry),
    )}\n`,
  );
  return total;
}

const partsOf = ({ kinds }) =>
  ['main', 'renderer', 'gpu'].map((kind) => Math.round(kinds[kind] ?? 0)).join(' / ');

/** PSS of all processes; three rounds are enough, because other load on the machine changes little. */
async function memory(windows, context) {
  if (process.platform !== 'linux') return say('memory: Linux only');
  const samples = await measureMemory({
    ...context,
    rounds: Math.min(3, context.rounds),
    windows,
    say,
  });
  const totals = windows.map(({ name }) => median(samples[name].map(({ total }) => total)));
  const rows = windows.map(({ name }, at) => [
    name,
    String(Math.round(totals[at])),
    partsOf(samples[name].at(-1)),
    `${(totals[at] / totals[0]).toFixed(2)}×`,
  ]);
  const lines = [['memory of all processes', 'PSS, MB', 'main / renderer / gpu', 'ratio'], ...rows];
  console.log(`\n${aligned(lines)}\n`);
  return lines;
}

/** Writes the section of the start into docs/benchmarks.md. */
function writeStart(startUpMs, memoryMb) {
  const empty = startUpMs[0].spread.median;
  const rows = startUpMs.map(({ name, spread: { median: middle, least, most, samples } }) => [
    name,
    String(Math.round(middle)),
    `${Math.round(least)}–${Math.round(most)}`,
    String(samples),
    `${(middle / empty).toFixed(2)}×`,
  ]);
  const header = ['process start → all drawn', 'median, ms', 'range', 'n', 'ratio'];
  const tables = [[header, ...rows], ...(memoryMb ? [memoryMb] : [])];
  const page = path.join(root, 'docs', 'benchmarks.md');
  writeSection(page, 'start', tables.map(markdownTable).join('\n\n'));
}

async function search(windows, { rounds }) {
  const { _electron } = await import('@playwright/test');
  const rows = [];
  for (const { name, args } of windows) {
    const app = await _electron.launch({ cwd: root, args });
    try {
      const page = await app.firstWindow();
      rows.push({ name, spread: spread(await measureSearch({ page, rounds })) });
      say(`search: ${name}`);
    } finally {
      await app.close();
    }
  }
  console.log(`\n${table('key pressed → result painted', rows)}\n`);
  return rows;
}

/** Runs a bundle under Electron's Node, which prints one line of JSON for each thing it measured. */
function sample({ binary, folder }, name, args) {
  const { status, stdout } = spawnSync(binary, [path.join(folder, `${name}.mjs`), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1e9,
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  if (status !== 0) throw new Error(`${name} could not be measured`);
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

/**
 * The policies of the refresh on two simulated days; minutes of work, so only when asked for. Writes its
 * tables into docs/benchmarks.md.
 */
function schedule(context, { counts, tracks }) {
  const folder =
    tracks ?? process.env['WAYPOST_TRACKS'] ?? path.resolve(root, '..', 'shared', 'data');
  const samples = [];
  for (const count of counts) {
    const args = [`--counts=${count}`, `--tracks=${folder}`];
    const measured = sample(context, 'schedule', args);
    samples.push(...measured);
    for (const { title, rows } of scheduleTables(measured)) {
      console.log(`\n${title}\n${aligned([header, ...rows])}`);
    }
    // Larger fleets take long: what was measured is written already.
    writeSchedule(path.join(root, 'docs', 'benchmarks.md'), scheduleTables(samples));
    say(`schedule: ${nameOf(count)}`);
  }
  return samples;
}

/**
 * The service under load on each store and the driver alone, or with `growth` on one of them with each number of
 * devices, up to 10 million locations. Only when asked for: it writes its tables into docs/benchmarks.md.
 */
function service(context, { counts, growth }) {
  const args = [`--folder=${context.folder}`, ...(growth ? [`--counts=${counts.join(',')}`] : [])];
  const samples = sample(context, 'load', args);
  const rows = growth ? growthTable(samples) : loadTable(samples);
  console.log(`\n${aligned(rows)}\n`);
  for (const [name, plan] of Object.entries(samples.at(-1).plans ?? {})) {
    console.log(`${name}\n${plan}\n`);
  }
  writeMeasured(root, growth ? 'service-growth' : 'service', [rows]);
  return samples;
}

/** First sync and live refresh. Only when asked for: it writes its table into docs/benchmarks.md. */
async function live(context, counts) {
  const { _electron: electron } = await import('@playwright/test');
  return measureLive(
    { ...context, say, cwd: root, switches: electronSwitches(), electron },
    counts,
  );
}

async function measure({ counts, rounds, only, out, tracks, growth }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-bench-'));
  // keytar is not bundled and is resolved relative to the bundle.
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  try {
    await bundle(folder);
    const binary = electronBinary(findElectron());
    const context = { binary, folder, rounds };
    const isWanted = (name) => only === undefined || only === name;
    const isOfWindows = ['start', 'memory', 'search'].some(isWanted);
    const windows = isOfWindows ? windowsFor(folder, counts, binary) : [];
    const startUpMs = isWanted('start') ? await startUp(windows, context) : undefined;
    const memoryMb =
      isWanted('start') || isWanted('memory') ? await memory(windows, context) : undefined;
    if (only === 'start') writeStart(startUpMs, memoryMb);
    const figures = {
      startUpMs,
      memoryMb,
      searchMs: isWanted('search') ? await search(windows, context) : undefined,
      live: only === 'live' ? await live(context, counts) : undefined,
      service: only === 'service' ? service(context, { counts, growth }) : undefined,
      schedule: only === 'schedule' ? schedule(context, { counts, tracks }) : undefined,
    };
    if (out) fs.writeFileSync(out, `${JSON.stringify(figures, null, 2)}\n`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function readOptions(args) {
  const { values } = parseArgs({ args, options });
  const counts = values.counts.split(',').map(Number);
  const rounds = Number(values.rounds);
  const isSound = counts.every((count) => Number.isInteger(count) && count >= 1000) && rounds >= 1;
  if (!isSound) throw new Error('counts are whole numbers from 1000, rounds one or more');
  return { ...values, counts, rounds };
}

const inside = insideArguments();
if (inside) {
  await measure(readOptions(inside));
} else {
  const given = process.argv.slice(2);
  if (readOptions(given).help) {
    console.log(usage);
  } else {
    const dist = await setUp({ purpose: 'test' });
    process.exitCode = dist ? await runAgainInside(dist, import.meta.filename, given) : 1;
  }
}
