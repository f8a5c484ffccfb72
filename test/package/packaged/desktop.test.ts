import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import type { UpdateState } from '../../../shared/domain/update';
import { ask } from '../ask';
import { startFeed, type Feed } from '../feed';
import { expect, test } from '../fixtures';
import { gpxOfAnHourAgo } from '../../support/gpx';
import { isLinux, programsThatFail } from '../linux';
import { copyOfPackage, newFolder, spawnPackaged, type PackagedApp } from '../packaged-app';

/** A release that a feed offers and that is never installed. */
const payload = () => randomBytes(200_000);

const check = (page: Page) => ask<UpdateState>(page, 'updates', 'check');

// On other systems an update is an installer that cannot be built here.
test.describe('updates from a local feed', () => {
  test.skip(!isLinux, 'the feed offers a Debian package');
  let place: ReturnType<typeof newFolder>;
  let binary: string;
  let feeds: Feed[];
  test.beforeAll(() => {
    place = newFolder();
    binary = copyOfPackage(place.folder);
    // A file of the deb package, which tells the app how it was installed.
    writeFileSync(path.join(path.dirname(binary), 'resources', 'package-type'), 'deb');
  });
  test.afterAll(() => place.remove());
  test.beforeEach(() => {
    feeds = [];
  });
  test.afterEach(() => {
    for (const { server } of feeds) server.close();
  });

  interface Options {
    switches?: string[];
    env?: Record<string, string>;
  }

  async function open(start: Start, profile: string, feed: Feed, options: Options = {}) {
    feeds.push(feed);
    writeFileSync(path.join(profile, 'settings.json'), JSON.stringify({ updateFeedUrl: feed.url }));
    const cache = path.join(profile, 'cache-home');
    const env = { ...options.env, XDG_CACHE_HOME: cache };
    const app = await start({ binary, switches: options.switches ?? [], env });
    return { ...app, staged: () => filesOf(path.join(cache, 'waypost-updater')) };
  }

  test('a newer version is downloaded, verified and staged; a draft delays it', async ({
    start,
    profile,
  }) => {
    const app = await open(start, profile, await startFeed('99.0.0', payload()), {
      switches: ['--demo'],
    });
    await expect(app.page.getByRole('status')).toHaveText(/^Live/);
    expect(await check(app.page)).toEqual({ phase: 'staged', version: '99.0.0', waitsFor: null });
    expect(app.staged()).toContain('waypost-99.0.0-linux-amd64.deb');
    await ask(app.page, 'drafts', 'put', {
      key: 'group:new:1',
      kind: 'group',
      label: 'Half a name',
      base: null,
      edit: { name: 'Half a name' },
    });
    const waiting = await ask<UpdateState>(app.page, 'updates', 'install');
    expect(waiting).toMatchObject({ phase: 'staged', waitsFor: 'There is one unsaved draft.' });
    expect(app.child.exitCode).toBeNull();
    await app.page.evaluate(() => {
      location.hash = '#/settings';
    });
    await expect(app.page.getByText('There is one unsaved draft.')).toBeVisible();
  });

  test('a damaged download is discarded and reported', async ({ start, profile }) => {
    const app = await open(
      start,
      profile,
      await startFeed('99.0.0', payload(), { isDamaged: true }),
    );
    const state = await check(app.page);
    expect(state).toMatchObject({ phase: 'failed' });
    expect((state as { message: string }).message).toContain('damaged');
    expect(app.staged().filter((name) => name.endsWith('.deb'))).toEqual([]);
    expect(await ask(app.page, 'updates', 'install')).toMatchObject({ phase: 'failed' });
  });

  test('a failed or refused installation is reported, and the app continues', async ({
    start,
    profile,
  }) => {
    const env = programsThatFail(profile, ['dpkg', 'apt-get', 'apt', 'pkexec', 'sudo']);
    const feed = await startFeed('99.0.0', payload());
    const app = await open(start, profile, feed, { env });
    expect(await check(app.page)).toMatchObject({ phase: 'staged' });
    await ask(app.page, 'updates', 'install');
    const state = () => ask<UpdateState>(app.page, 'updates', 'current');
    await expect.poll(state).toMatchObject({ phase: 'failed' });
    expect((await state()) as object).toHaveProperty('message', expect.stringContaining('still'));
    expect(app.child.exitCode).toBeNull();
  });

  test('a lower version is refused without being downloaded', async ({ start, profile }) => {
    const feed = await startFeed('0.0.1', payload());
    const app = await open(start, profile, feed);
    const state = await check(app.page);
    expect(state).toMatchObject({ phase: 'idle' });
    expect((state as { note: string }).note).toContain('0.0.1');
    expect(feed.requests.filter((each) => each.endsWith('.deb'))).toEqual([]);
  });

  test('a policy beside the program turns updates off: the feed gets no request', async ({
    start,
    profile,
  }) => {
    const feed = await startFeed('99.0.0', payload());
    const policy = path.join(path.dirname(binary), 'resources', 'policy.json');
    // The file that the Windows installer writes for /disableAutoUpdates.
    writeFileSync(policy, '{"updates":{"enabled":false}}');
    chmodSync(policy, 0o644);
    const app = await open(start, profile, feed);
    expect(await check(app.page)).toEqual({ phase: 'off', why: 'policy' });
    expect(feed.requests).toEqual([]);
    writeFileSync(policy, '{}');
  });
});

type Start = (options: {
  binary?: string;
  switches?: string[];
  env?: Record<string, string>;
}) => Promise<PackagedApp>;

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

test('without a feed there are no updates and no requests', async ({ start }) => {
  const { page } = await start();
  expect(await check(page)).toEqual({ phase: 'off', why: 'noFeed' });
});

test('a link shows its device in the open window; an invalid link is ignored', async ({
  start,
  profile,
}) => {
  const { page, child } = await start({ switches: ['--demo'] });
  await expect(page.getByRole('status')).toHaveText(/^Live/);
  const follow = async (link: string) => {
    const second = spawnPackaged({ profile, switches: [link] });
    await new Promise((resolve) => second.child.once('exit', resolve));
  };
  for (const hostile of [
    'waypost://device/..%2F..%2Fetc%2Fpasswd?delete=1',
    'waypost://groups/1',
    'waypost://device/%00',
    `waypost://device/${'x'.repeat(3_000)}`,
  ]) {
    await follow(hostile);
  }
  const details = page.getByRole('region', { name: 'Device details' });
  await expect(details).toHaveCount(0);

  const devices = await ask<{ id: string; name: string }[]>(page, 'limits', 'devices');
  const device = devices[5]!;
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await follow(`waypost://device/${encodeURIComponent(device.id)}`);
  await expect(details).toBeVisible();
  await expect(details).toContainText(device.name);
  expect(page.url()).toContain('#/fleet');
  // The second start passed the link on and ended without a second window.
  expect(child.exitCode).toBeNull();
});

test('a link that starts the app is opened once the fleet is loaded', async ({ start }) => {
  const { page } = await start({ switches: ['--demo', 'waypost://device/no-such-device'] });
  await expect(page.getByRole('status')).toHaveText(/^Live/);
  await expect.poll(() => ask(page, 'links', 'take')).toBeNull();
  expect(page.url()).toContain('#/fleet');
});

test('a file that starts or activates the app is opened for submission', async ({
  start,
  profile,
}) => {
  const { folder, remove } = newFolder();
  try {
    const [first, second] = [3, 5].map((points) => {
      const file = path.join(folder, `ride-${points}.gpx`);
      writeFileSync(file, gpxOfAnHourAgo(points));
      return file;
    });
    const { page } = await start({ switches: ['--demo', first!] });
    await expect(page.getByText('3 points in ride-3.gpx, all of them can be sent')).toBeVisible();
    const { child } = spawnPackaged({ profile, switches: [pathToFileURL(second!).href] });
    await new Promise((resolve) => child.once('exit', resolve));
    await page.getByRole('button', { name: 'Open it', exact: true }).click();
    await expect(page.getByText('5 points in ride-5.gpx, all of them can be sent')).toBeVisible();
  } finally {
    remove();
  }
});

test('a policy presets the address of the connect screen and never a key', async ({ start }) => {
  const { folder, remove } = newFolder();
  try {
    const binary = copyOfPackage(folder);
    const policy = path.join(path.dirname(binary), 'resources', 'policy.json');
    mkdirSync(path.dirname(policy), { recursive: true });
    const preset = { serviceAddress: 'https://tracking.example.com', apiKey: 'not-here' };
    writeFileSync(policy, JSON.stringify(preset));
    chmodSync(policy, 0o644);
    const { page } = await start({ binary });
    const address = page.getByRole('textbox', { name: 'Service address' });
    await expect(address).toHaveValue('https://tracking.example.com');
    await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue('');
  } finally {
    remove();
  }
});
