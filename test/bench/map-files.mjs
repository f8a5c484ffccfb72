// An offline map of 100 MB: time of the start and memory, with and without it, in turns within one run. The fleet is
// in one town, so that tiles of the file are read and drawn. Writes its section of docs/benchmarks.md.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { markdownTable, writeSection } from './benchmark-page.mjs';
import { aligned, median, spread } from './figures.mjs';
import { measureMemory } from './memory.mjs';
import { measureStartUp } from './start-up.mjs';

const megabytes = 100;
const devices = 1000;
const containers = ['mbtiles', 'pmtiles'];

function writeMap({ binary, folder }, container) {
  const file = path.join(folder, `bench.${container}`);
  const { status } = spawnSync(
    binary,
    [path.join(folder, 'map-file.mjs'), file, String(megabytes)],
    { stdio: 'inherit', env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
  );
  if (status !== 0) throw new Error(`the ${container} file could not be made`);
  return file;
}

/** A copy of the profile with the map file on its list. */
function profileWith(profile, file) {
  const copy = `${profile}${path.extname(file)}`;
  fs.cpSync(profile, copy, { recursive: true });
  const files = [{ id: 'bench', name: path.basename(file), place: file }];
  fs.writeFileSync(path.join(copy, 'map-files.json'), JSON.stringify({ version: 1, files }));
  return copy;
}

/** The map process is one of the utility processes, beside that of the network. */
const parts = ['main', 'renderer', 'utility'];

/** `seed` makes a profile with devices in one town; `switches` are those of Electron. */
export async function measureMapFiles(context) {
  const { seed, switches, cwd, say } = context;
  const profile = seed(devices, 0, 'town');
  const windowOf = (name, folder) => ({
    name,
    args: [...switches, `--user-data-dir=${folder}`, cwd],
  });
  const windows = [windowOf('without a map file', profile)];
  for (const container of containers) {
    const file = writeMap(context, container);
    const size = (fs.statSync(file).size / 1e6).toFixed(0);
    windows.push(windowOf(`${container}, ${size} MB`, profileWith(profile, file)));
    say(`maps: wrote ${size} MB of ${container}`);
  }
  const tables = [await startTable(windows, context)];
  if (process.platform === 'linux') tables.push(await memoryTable(windows, context));
  for (const rows of tables) console.log(`\n${aligned(rows)}\n`);
  const page = path.join(cwd, 'docs', 'benchmarks.md');
  writeSection(page, 'maps', tables.map(markdownTable).join('\n\n'));
  return tables;
}

async function startTable(windows, context) {
  const samples = await measureStartUp({ ...context, windows });
  const spreads = windows.map(({ name }) => spread(samples[name].map(({ total }) => total)));
  const rows = spreads.map(({ median: middle, least, most, samples: count }, at) => [
    windows[at].name,
    String(Math.round(middle)),
    `${Math.round(least)}–${Math.round(most)}`,
    String(count),
    `${(middle / spreads[0].median).toFixed(2)}×`,
  ]);
  return [['process start → all drawn', 'median, ms', 'range', 'n', 'ratio'], ...rows];
}

async function memoryTable(windows, context) {
  const rounds = Math.min(3, context.rounds);
  const samples = await measureMemory({ ...context, rounds, windows });
  const middle = ({ name }, pick) => median(samples[name].map(pick));
  const totals = windows.map((window) => middle(window, ({ total }) => total));
  const rows = windows.map((window, at) => [
    window.name,
    ...parts.map((part) => String(Math.round(middle(window, ({ kinds }) => kinds[part] ?? 0)))),
    String(Math.round(totals[at])),
    `${(totals[at] / totals[0]).toFixed(2)}×`,
  ]);
  return [['PSS, MB', ...parts, 'all processes', 'ratio'], ...rows];
}
