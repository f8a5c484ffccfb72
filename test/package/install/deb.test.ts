import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { connect } from '../../support/app';
import { gpxOfAnHourAgo } from '../../support/gpx';
import { startServiceProcess, type ServiceProcess } from '../../support/service';
import { ask } from '../ask';
import { buildPackage } from '../build';
import { startFeed } from '../feed';
import { expect, test } from '../fixtures';
import { commandLine, pidsWith, statusOf } from '../linux';
import { allowHosts, launchPackaged, newFolder, type PackagedApp } from '../packaged-app';
import { answerDialog } from '../x11';
import { liveWithin } from '../../support/live-within';

// Installs, upgrades and removes Waypost on this machine, one test after the other.
test.describe.configure({ mode: 'serial' });

const root = path.resolve(import.meta.dirname, '..', '..', '..');
const program = '/opt/Waypost/waypost';
const link = '/usr/bin/waypost';
/** Exists while an installation of these tests does: one that somebody else made is never removed. */
const mark = '/var/tmp/waypost-install-test';
const oldVersion = '0.0.9';
const { version: newVersion } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
) as { version: string };

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const apt = (...args: string[]) => run('apt-get', '-o', 'DPkg::Lock::Timeout=300', '-y', ...args);

/** Removes what these tests installed, also what a run that was ended in the middle left behind. */
function purge(): void {
  run('dpkg', '--configure', '-a');
  run('dpkg', '--purge', 'waypost');
  rmSync(mark);
}

function packageIn(folder: string): string {
  const place = path.join(root, folder);
  const name = readdirSync(place).find((each) => each.endsWith('.deb'));
  return path.join(place, name!);
}

const fileTypes = [
  'application/gpx+xml',
  'application/vnd.google-earth.kml+xml',
  'application/geo+json',
  'application/vnd.pmtiles',
  'application/vnd.mapbox-vector-tile-database',
];
const mimeFile = '/usr/share/mime/packages/waypost.xml';

const installedVersion = () => run('dpkg-query', '--show', '--showformat=${Version}', 'waypost');

/** The version that the app reports. */
const versionOf = ({ page }: PackagedApp) =>
  page.evaluate(async () => {
    const { waypost } = globalThis as unknown as {
      waypost: { app: { info(): Promise<{ value: { version: string } }> } };
    };
    return (await waypost.app.info()).value.version;
  });

let ordinaryUser: ReturnType<typeof newFolder>;
let administrator: ReturnType<typeof newFolder>;
let service: ServiceProcess;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error('these tests install software: they run as root on a Debian, and only there');
  }
  if (existsSync(mark)) purge();
  if (existsSync(program)) throw new Error('Waypost is installed here already; remove it first');
  await buildPackage('--only=deb', '--out=out/package-old', `--app-version=${oldVersion}`);
  await buildPackage('--only=deb', '--out=out/package-new');
  ordinaryUser = newFolder({ ordinary: true });
  administrator = newFolder();
  service = await startServiceProcess({ devices: 40 });
});

test.afterAll(async () => {
  if (existsSync(mark)) purge();
  await service?.stop();
  ordinaryUser?.remove();
  administrator?.remove();
  for (const folder of ['out/package-old', 'out/package-new']) {
    rmSync(path.join(root, folder), { recursive: true, force: true });
  }
});

async function withApp(
  options: Parameters<typeof launchPackaged>[0],
  use: (app: PackagedApp) => Promise<void>,
): Promise<void> {
  const app = await launchPackaged(options);
  try {
    await use(app);
  } finally {
    await app.close();
  }
}

test('an older version is installed: program, menu entry, icons, links, file types', () => {
  writeFileSync(mark, 'The tests of the deb installed Waypost here and remove it again.\n');
  apt('install', packageIn('out/package-old'));
  expect(installedVersion()).toBe(oldVersion);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  const entry = readFileSync('/usr/share/applications/waypost.desktop', 'utf8');
  expect(entry).toContain('Exec=/opt/Waypost/waypost %U');
  expect(entry).toContain(`MimeType=${fileTypes.join(';')};x-scheme-handler/waypost;`);
  // The file types on a system where only Waypost defines them.
  const { folder, remove } = newFolder();
  mkdirSync(path.join(folder, 'packages'));
  copyFileSync(mimeFile, path.join(folder, 'packages', path.basename(mimeFile)));
  run('update-mime-database', folder);
  for (const type of fileTypes) {
    expect(readFileSync(path.join(folder, 'types'), 'utf8').split('\n')).toContain(type);
  }
  expect(readFileSync(path.join(folder, 'globs2'), 'utf8')).toContain(
    'application/geo+json:*.geojson',
  );
  remove();
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) {
    const icon = `/usr/share/icons/hicolor/${size}x${size}/apps/waypost.png`;
    expect(existsSync(icon), icon).toBe(true);
  }
  // Only root can change files that others run.
  for (const file of run('find', '/opt/Waypost', '-perm', '/022', '-not', '-type', 'l').split(
    '\n',
  )) {
    expect(file).toBe('');
  }
  expect(statSync(program).uid).toBe(0);
});

test('an ordinary user starts it from the menu: first run, demo fleet, in the real sandbox', async () => {
  const ordinary = { binary: link, profile: ordinaryUser.folder, isHome: true, ordinary: true };
  await withApp(ordinary, async (app) => {
    const { page } = app;
    await expect(page.getByRole('textbox', { name: 'Service address' })).toHaveValue('');
    await page.getByRole('button', { name: 'Use the demo fleet' }).click();
    await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
    await expect(page.getByText('400 of 400')).toBeVisible();
    const renderers = app.pids().filter((pid) => commandLine(pid).includes('--type=renderer'));
    expect(renderers.length).toBeGreaterThan(0);
    for (const pid of renderers) expect(statusOf(pid, 'Seccomp')).toBe('2');
  });
  expect(existsSync(path.join(ordinaryUser.folder, '.config', 'Waypost'))).toBe(true);
});

test('"Open with" starts it with a track, which is open where it can be submitted', async () => {
  const track = path.join(ordinaryUser.folder, 'ride.gpx');
  writeFileSync(track, gpxOfAnHourAgo(3));
  const switches = [pathToFileURL(track).href];
  const ordinary = {
    binary: link,
    profile: ordinaryUser.folder,
    isHome: true,
    ordinary: true,
    switches,
  };
  await withApp(ordinary, async ({ page }) => {
    await expect(page.getByText('3 points in ride.gpx, all of them can be sent')).toBeVisible();
  });
});

test('its second start shows no dialog', async () => {
  const ordinary = { binary: link, profile: ordinaryUser.folder, isHome: true, ordinary: true };
  await withApp(ordinary, async ({ page }) => {
    await expect(page.getByText('400 of 400')).toBeVisible();
  });
});

test('root connects it to a service and closes it', async () => {
  allowHosts(administrator.folder, { services: [service.url] });
  await withApp({ binary: link, profile: administrator.folder }, async (app) => {
    expect(await versionOf(app)).toBe(oldVersion);
    await connect(app.page, service);
    await expect(app.page.getByRole('status')).toHaveText(/^Live/, liveWithin);
    await expect(app.page.getByText('40 of 40')).toBeVisible();
  });
});

test('the upgrade keeps the data: the fleet without the service, and the key', async () => {
  apt('install', packageIn('out/package-new'));
  expect(installedVersion()).toBe(newVersion);
  await service.stop();
  await withApp({ binary: link, profile: administrator.folder }, async (app) => {
    expect(await versionOf(app)).toBe(newVersion);
    await expect(app.page.getByText('40 of 40')).toBeVisible();
    await expect(app.page.getByRole('status')).toHaveText(/^Offline/);
  });
  await service.startAgain();
  await withApp({ binary: link, profile: administrator.folder }, async ({ page }) => {
    await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  });
});

test('it updates itself from a feed: downloaded, verified, installed, restarted', async () => {
  apt('install', '--allow-downgrades', packageIn('out/package-old'));
  expect(installedVersion()).toBe(oldVersion);
  const feed = await startFeed(newVersion, readFileSync(packageIn('out/package-new')));
  const ours = () => pidsWith(`--user-data-dir=${administrator.folder}`);
  const app = await launchPackaged({
    binary: link,
    profile: administrator.folder,
    env: { XDG_CACHE_HOME: path.join(administrator.folder, 'cache-home') },
  });
  try {
    expect(await versionOf(app)).toBe(oldVersion);
    expect(await ask(app.page, 'updates', 'check')).toMatchObject({ phase: 'available' });
    const download = ask(app.page, 'updates', 'download');
    expect(await answerDialog('first', download)).toMatchObject({ phase: 'staged' });
    const ended = new Promise((resolve) => app.child.once('exit', resolve));
    // The result may never arrive because the app quits.
    await answerDialog('first', ask(app.page, 'updates', 'install'));
    await ended;
    expect(installedVersion()).toBe(newVersion);
    await expect.poll(() => ours().length).toBeGreaterThan(0);
  } finally {
    await app.close();
    await feed.close();
    for (const pid of ours()) process.kill(pid);
    await expect.poll(() => ours()).toEqual([]);
  }
  await withApp({ binary: link, profile: administrator.folder }, async (again) => {
    expect(await versionOf(again)).toBe(newVersion);
    await expect(again.page.getByText('40 of 40')).toBeVisible();
  });
});

test('the policy of the administrator is read; one that others can write is not', async () => {
  const folder = '/etc/waypost';
  const policy = path.join(folder, 'policy.json');
  if (existsSync(folder)) throw new Error('there is a policy here already');
  const preset = 'https://tracking.example.com';
  const valueOnScreen = async (expected: string) => {
    const { folder: profile, remove } = newFolder();
    await withApp({ binary: link, profile }, async ({ page }) => {
      const address = page.getByRole('textbox', { name: 'Service address' });
      await expect(address).toHaveValue(expected);
      await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue('');
    });
    remove();
  };
  try {
    mkdirSync(folder, { mode: 0o755 });
    const text = JSON.stringify({ serviceAddress: preset, updates: { enabled: false } });
    writeFileSync(policy, text, { mode: 0o644 });
    await valueOnScreen(preset);
    chownSync(policy, 65534, 65534);
    await valueOnScreen('');
    chownSync(policy, 0, 0);
    chmodSync(folder, 0o777);
    await valueOnScreen('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('an offline copy of another version is set aside unchanged, and said so', async () => {
  const cacheFolder = path.join(administrator.folder, 'cache');
  const [name] = readdirSync(cacheFolder).filter((each) => /\.(db|sqlite|cache)$/.test(each));
  const copy = path.join(cacheFolder, name!);
  // SQLite stores the schema version at byte 60 of the file.
  const bytes = readFileSync(copy);
  expect(bytes.readUInt32BE(60)).toBeGreaterThan(0);
  bytes.writeUInt32BE(999, 60);
  writeFileSync(copy, bytes);
  await withApp({ binary: link, profile: administrator.folder }, async ({ page }) => {
    await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
    const notice = page.getByText('The offline copy is from another version of Waypost');
    await expect(notice.first()).toBeVisible();
  });
  const aside = readdirSync(cacheFolder).filter((each) => each.startsWith(`${name}.damaged-`));
  expect(aside).toHaveLength(1);
  expect(readFileSync(path.join(cacheFolder, aside[0]!)).equals(bytes)).toBe(true);
});

test('removing and purging it leaves the data of users', () => {
  apt('remove', 'waypost');
  expect(existsSync(program)).toBe(false);
  expect(existsSync(link)).toBe(false);
  apt('purge', 'waypost');
  expect(existsSync('/opt/Waypost')).toBe(false);
  expect(existsSync('/usr/share/applications/waypost.desktop')).toBe(false);
  expect(existsSync(mimeFile)).toBe(false);
  expect(existsSync(path.join(ordinaryUser.folder, '.config', 'Waypost', 'profile.json'))).toBe(
    true,
  );
  expect(existsSync(path.join(administrator.folder, 'profile.json'))).toBe(true);
});
