// Size and start-up time of the packaged app, compared with an empty Electron app packaged the
// same way: `node scripts/packaging/compare-empty.mjs [--rounds=7]`. Asserts nothing.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { spread, table } from '../../test/bench/figures.mjs';
import { findElectron } from '../electron-dist.mjs';
import { electronSwitches, insideArguments, runAgainInside } from '../inside.mjs';
import { setUp } from '../setup.mjs';
import { readYaml } from './read-config.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const limitMs = 60_000;

const emptyApp = {
  'package.json': JSON.stringify({
    name: 'empty',
    productName: 'Empty',
    version: '1.0.0',
    description: 'An empty window',
    main: 'main.cjs',
    license: 'MIT',
    desktopName: 'empty.desktop',
    homepage: 'https://waypost.example',
    author: { name: 'Nobody', email: 'nobody@waypost.example' },
  }),
  'main.cjs': `const { app, BrowserWindow } = require('electron');
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1440, height: 900, show: false });
  window.once('ready-to-show', () => window.show());
  // One of our fuses removes privileges of file: URLs that loading from the archive needs.
  window.loadURL('data:text/html,<title>Empty</title><p>Empty</p>');
});
app.on('window-all-closed', () => app.quit());
`,
};

function run(args, options = {}) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    ...options,
  });
  if (status !== 0) throw new Error(`${path.basename(args[0])} ended with ${status}`);
}

/** Packages the empty app with our configuration, without the file lists. */
function packageEmpty(folder, out) {
  for (const [name, text] of Object.entries(emptyApp)) {
    fs.writeFileSync(path.join(folder, name), text);
  }
  const {
    files: _,
    extraFiles: __,
    afterPack,
    directories: ___,
    linux,
    ...same
  } = readYaml('electron-builder.yml');
  const dist = findElectron();
  const config = {
    ...same,
    appId: 'example.waypost.empty',
    productName: 'Empty',
    electronDist: dist,
    electronVersion: fs.readFileSync(path.join(dist, 'version'), 'utf8').trim().replace(/^v/, ''),
    afterPack: path.join(root, afterPack),
    directories: { output: out },
    files: Object.keys(emptyApp),
    linux: {
      ...linux,
      files: undefined,
      executableName: 'empty',
      icon: path.join(root, linux.icon),
    },
    deb: { ...same.deb, compression: 'zst' },
  };
  const file = path.join(folder, 'builder.json');
  fs.writeFileSync(file, JSON.stringify(config));
  const cli = path.join(root, 'node_modules/electron-builder/cli.js');
  const where = ['--projectDir', folder, '--config', file];
  run([cli, '--linux', 'dir', 'deb', ...where, '--publish', 'never'], {
    env: {
      ...process.env,
      CUSTOM_FPM_PATH: path.join(root, 'scripts/packaging/fpm-stand-in.mjs'),
    },
  });
}

function bytesIn(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

function sizesOf(out) {
  const unpacked = path.join(out, 'linux-unpacked');
  const deb = fs.readdirSync(out).find((name) => name.endsWith('.deb'));
  return {
    unpacked: bytesIn(unpacked),
    archive: fs.statSync(path.join(unpacked, 'resources/app.asar')).size,
    deb: fs.statSync(path.join(out, deb)).size,
  };
}

async function until(find) {
  const endsAt = Date.now() + limitMs;
  while (Date.now() < endsAt) {
    const found = await find();
    if (found) return found;
    await sleep(20);
  }
  throw new Error('an app did not show its window in time');
}

// Both windows are created hidden and shown on ready-to-show.
const shownAt = `(() => {
  const entries = performance.getEntriesByType('visibility-state');
  const shown = entries.find(({ name }) => name === 'visible');
  return shown ? performance.timeOrigin + shown.startTime : null;
})()`;

/** Milliseconds from process start until the window is painted on screen. */
async function startOnce({ binary, profile }) {
  const { chromium } = await import('@playwright/test');
  const startedAt = Date.now();
  const child = spawn(
    binary,
    [...electronSwitches(), `--user-data-dir=${profile}`, '--remote-debugging-port=0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  try {
    const port = await until(() => /127\.0\.0\.1:(\d+)\/devtools/.exec(text)?.[1]);
    const address = `http://127.0.0.1:${port}`;
    await until(async () => {
      const targets = await fetch(`${address}/json`).then((answer) => answer.json());
      return targets.some(({ type, url }) => type === 'page' && /^(app|data):/.test(url));
    });
    const browser = await chromium.connectOverCDP(address);
    const page = browser.contexts()[0].pages()[0];
    const at = await until(() => page.evaluate(shownAt));
    await browser.close();
    return at - startedAt;
  } finally {
    child.kill('SIGTERM');
    await gone;
  }
}

async function compare(rounds) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-empty-'));
  const out = { empty: path.join(folder, 'out'), waypost: path.join(root, 'out/package-compare') };
  try {
    packageEmpty(folder, out.empty);
    const here = ['--test-build', '--only=deb', `--out=${path.relative(root, out.waypost)}`];
    run([path.join(root, 'scripts/package.mjs'), ...here]);
    const sizes = { empty: sizesOf(out.empty), waypost: sizesOf(out.waypost) };
    console.log('\nsize               empty        waypost    difference');
    for (const kind of ['unpacked', 'archive', 'deb']) {
      const [a, b] = [sizes.empty[kind] / 1e6, sizes.waypost[kind] / 1e6];
      const cells = [a, b, b - a].map((mb) => `${mb.toFixed(1).padStart(8)} MB`);
      const ratio = a > 1 ? `${(b / a).toFixed(3)}×` : '';
      console.log(`${kind.padEnd(12)}${cells.join('  ')}   ${ratio}`.trimEnd());
    }
    const apps = [
      { name: 'empty app', binary: path.join(out.empty, 'linux-unpacked/empty') },
      { name: 'Waypost', binary: path.join(out.waypost, 'linux-unpacked/waypost') },
    ].map((app) => ({ ...app, profile: path.join(folder, `profile-${app.name}`), samples: [] }));
    for (let round = 0; round <= rounds; round += 1) {
      for (const app of apps) {
        const sample = await startOnce(app);
        // The first start of each warms the caches and is not counted.
        if (round > 0) app.samples.push(sample);
      }
    }
    const rows = apps.map(({ name, samples }) => ({ name, spread: spread(samples) }));
    console.log(`\n${table('start of the process → window shown, painted', rows)}`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function readRounds(args) {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '7' } } });
  return Number(values.rounds);
}

const inside = insideArguments();
if (inside) {
  await compare(readRounds(inside));
} else if (process.platform !== 'linux') {
  throw new Error('the comparison is made on Linux');
} else {
  const dist = await setUp({ purpose: 'test' });
  process.exitCode = dist
    ? await runAgainInside(dist, import.meta.filename, process.argv.slice(2))
    : 1;
}
