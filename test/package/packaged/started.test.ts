import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect, filesBelow } from '../../support/app';
import { expect, test } from '../fixtures';
import { commandLine, isLinux, statusOf } from '../linux';
import {
  allowHosts,
  copyOfPackage,
  launchPackaged,
  newFolder,
  packagedBinary,
  processTree,
  spawnPackaged,
} from '../packaged-app';
import { liveWithin } from '../../support/live-within';

const root = path.resolve(import.meta.dirname, '..', '..', '..');

/** The states of the fuses in the program, in Electron's order. */
function fusesOf(binary: string): string {
  const bytes = readFileSync(binary);
  const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
  const at = bytes.indexOf(sentinel) + sentinel.length;
  const length = bytes[at + 1]!;
  return bytes.subarray(at + 2, at + 2 + length).toString('latin1');
}

test('16: it runs the Electron that the project pins, or one for tests that is no newer', async ({
  start,
}) => {
  const { page } = await start();
  const agent = await page.evaluate(() => navigator.userAgent);
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    devDependencies: { electron: string };
  };
  const major = (version: string) => Number(version.split('.')[0]);
  const running = /Electron\/(\d+\.\d+\.\d+)/.exec(agent)![1]!;
  expect(major(running)).toBeGreaterThanOrEqual(42);
  expect(major(running)).toBeLessThanOrEqual(major(devDependencies.electron));
});

test.describe('19: the fuses', () => {
  test('are set in the program', () => {
    // RunAsNode, CookieEncryption, NodeOptions, NodeCliInspect, AsarIntegrity, OnlyLoadAppFromAsar,
    // BrowserSpecificSnapshot, FileProtocolPrivileges; "1" is on.
    expect(fusesOf(packagedBinary).slice(0, 8)).toBe('01001100');
  });

  test('turn off running as Node, NODE_OPTIONS and the inspector', async ({ profile, start }) => {
    const marker = path.join(profile, 'marker');
    const script = path.join(profile, 'script.cjs');
    writeFileSync(script, `require('node:fs').writeFileSync(${JSON.stringify(marker)}, 'ran')`);
    const { page, output } = await start({
      env: { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require=${script}` },
      switches: ['--inspect=0', '--demo'],
    });
    // It started as the app.
    await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
    expect(existsSync(marker)).toBe(false);
    expect(output()).not.toContain('Debugger listening');
  });

  test('load only its archive', async () => {
    const { folder, remove } = newFolder();
    try {
      const binary = copyOfPackage(folder);
      const resources = path.join(path.dirname(binary), 'resources');
      const marker = path.join(folder, 'marker');
      rmSync(path.join(resources, 'app.asar'));
      mkdirSync(path.join(resources, 'app'));
      writeFileSync(path.join(resources, 'app', 'package.json'), '{"main":"main.cjs"}');
      writeFileSync(
        path.join(resources, 'app', 'main.cjs'),
        `require('node:fs').writeFileSync(${JSON.stringify(marker)}, 'ran');process.exit(0)`,
      );
      const { child } = spawnPackaged({ binary, profile: path.join(folder, 'profile') });
      const ended = new Promise((resolve) => child.once('exit', () => resolve('ended')));
      const waited = new Promise((resolve) => setTimeout(() => resolve('waited'), 5_000));
      await Promise.race([ended, waited]);
      child.kill('SIGKILL');
      expect(existsSync(marker)).toBe(false);
    } finally {
      remove();
    }
  });
});

test('the switches that write files are ignored', async ({ profile, start }) => {
  const files = ['summary', 'screenshot', 'bench'].map((name) => path.join(profile, name));
  const { page, child } = await start({
    switches: [
      '--demo',
      `--summary-file=${files[0]}`,
      `--screenshot=${files[1]}`,
      `--bench-report=${files[2]}`,
    ],
  });
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  await expect(page.getByText('400 of 400')).toBeVisible();
  expect(child.exitCode).toBeNull();
  expect(files.filter((file) => existsSync(file))).toEqual([]);
});

// Process status is read from the Linux kernel; on other systems Chromium's sandbox is always on.
if (isLinux) {
  test('4: every renderer is sandboxed for an ordinary user by default', async () => {
    const { folder, remove } = newFolder({ ordinary: true });
    const { folder: place, remove: removePlace } = newFolder();
    try {
      const binary = copyOfPackage(place);
      const app = await launchPackaged({ binary, profile: folder, ordinary: true });
      try {
        await expect(app.page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
        const processes = app.pids().map((pid) => ({ pid, args: commandLine(pid) }));
        expect(processes.flatMap(({ args }) => args)).not.toContain('--no-sandbox');
        const renderers = processes.filter(({ args }) => args.includes('--type=renderer'));
        expect(renderers.length).toBeGreaterThan(0);
        for (const { pid } of renderers) {
          expect(statusOf(pid, 'Seccomp')).toBe('2');
          expect(statusOf(pid, 'NoNewPrivs')).toBe('1');
          expect(statusOf(pid, 'CapEff')).toMatch(/^0+$/);
        }
        const own = statusOf(app.child.pid!, 'Uid')!.split('\t')[0];
        expect(Number(own)).toBe(process.getuid!() === 0 ? 65534 : process.getuid!());
      } finally {
        await app.close();
      }
    } finally {
      remove();
      removePlace();
    }
  });

  for (const [name, given] of [
    ['a switch', { switches: ['--no-sandbox'] }],
    ['a part of it', { switches: ['--disable-seccomp-filter-sandbox'] }],
    ['a variable', { env: { ELECTRON_DISABLE_SANDBOX: '1' } }],
  ] as const) {
    test(`4: an ordinary user cannot start it without the sandbox by ${name}`, async () => {
      const { folder, remove } = newFolder({ ordinary: true });
      const { folder: place, remove: removePlace } = newFolder();
      const binary = copyOfPackage(place);
      const started = spawnPackaged({ binary, profile: folder, ordinary: true, ...given });
      const ended = new Promise((resolve) => started.child.once('exit', resolve));
      try {
        await expect
          .poll(() => started.output())
          .toContain('Waypost does not start without its sandbox.');
        const renderers = processTree(started.child.pid!).filter((pid) =>
          commandLine(pid).includes('--type=renderer'),
        );
        expect(renderers).toEqual([]);
      } finally {
        started.child.kill('SIGKILL');
        await ended;
        remove();
        removePlace();
      }
    });
  }

  test('8, 9, 10: no process is started with a weakened engine', async ({ start }) => {
    const { pids, page } = await start();
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
    const weakening =
      /^--(disable-web-security|allow-running-insecure-content|enable-blink-features|enable-experimental|disable-site-isolation|ignore-certificate-errors|node-integration|inspect)/;
    const all = pids().map(commandLine);
    expect(all.length).toBeGreaterThan(2);
    expect(all.flat().filter((argument) => weakening.test(argument))).toEqual([]);
  });

  test('no secret in arguments, environments, logs, files or crash dumps', async ({
    start,
    serve,
    profile,
  }) => {
    const service = await serve({ devices: 5 });
    allowHosts(profile, { services: [service.url] });
    const { page, cdp, pids, output, windows } = await start();
    await connect(page, service);
    await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
    // A crashed window is reloaded, and its crash dump contains no secret.
    const before = pids();
    await cdp.send('Page.crash').catch(() => undefined);
    await expect
      .poll(() => pids().filter((pid) => !before.includes(pid)).length)
      .toBeGreaterThan(0);
    await expect.poll(windows).toEqual(['app://waypost/index.html']);
    for (const pid of pids()) {
      expect(commandLine(pid).join(' ')).not.toContain(service.apiKey);
      expect(readFileSync(`/proc/${pid}/environ`, 'latin1')).not.toContain(service.apiKey);
    }
    expect(output()).not.toContain(service.apiKey);
    for (const { name, bytes } of filesBelow(profile)) {
      expect(bytes.includes(service.apiKey), name).toBe(false);
      expect(bytes.includes(Buffer.from(service.apiKey, 'utf16le')), name).toBe(false);
      // Also no token: each begins like this.
      expect(bytes.includes('eyJhbGciOi'), name).toBe(false);
      expect(name).not.toMatch(/\.dmp$/);
    }
  });
}

test('the package contains the bundles, one dependency and the licences, and no development files', () => {
  const resources = path.join(path.dirname(packagedBinary), 'resources');
  const archive = readFileSync(path.join(resources, 'app.asar'));
  const headerLength = archive.readUInt32LE(12);
  const header = JSON.parse(archive.subarray(16, 16 + headerLength).toString('utf8')) as Entry;
  const names = [...entriesOf(header)];
  const allowed =
    /^(package\.json|dist\/(main|preload|renderer|assets)\/.+|dist\/locales\/(?!en-XA|ar-XB)[\w-]+\.json|node_modules\/keytar\/(LICENSE\.md|package\.json|lib\/keytar\.js|prebuilds\/[\w-]+\/keytar\.node))$/;
  expect(names.filter((name) => !allowed.test(name))).toEqual([]);
  expect(names.filter((name) => /\.(map|ts|tsx|woff|test\.\w+)$/.test(name))).toEqual([]);
  expect(names).toContain('dist/main/main.mjs');
  expect(names.filter((name) => name.endsWith('keytar.node'))).toEqual([
    `node_modules/keytar/prebuilds/${process.platform}-${process.arch}/keytar.node`,
  ]);
  if (isLinux) {
    const folder = path.dirname(packagedBinary);
    const locales = readdirSync(path.join(folder, 'locales')).map((name) => path.parse(name).name);
    expect(locales.toSorted()).toEqual([
      'ar',
      'de',
      'en-US',
      'es',
      'es-419',
      'fr',
      'he',
      'it',
      'pt-BR',
    ]);
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining(['THIRD-PARTY.txt', 'LICENSES.chromium.html']),
    );
    expect(existsSync(path.join(resources, 'default_app.asar'))).toBe(false);
  }
});

interface Entry {
  files?: Record<string, Entry>;
}

function* entriesOf(entry: Entry, place = ''): Generator<string> {
  for (const [name, inner] of Object.entries(entry.files ?? {})) {
    if (inner.files) yield* entriesOf(inner, `${place}${name}/`);
    else yield `${place}${name}`;
  }
}
