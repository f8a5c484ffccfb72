import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import type { UpdateState } from '../../../shared/ipc/desktop';
import { ask } from '../ask';
import { startFeed, type Feed } from '../feed';
import { expect, test } from '../fixtures';
import { gpxOfAnHourAgo } from '../../support/gpx';
import { isLinux, programsThatFail } from '../linux';
import { copyOfPackage, newFolder, spawnPackaged, type PackagedApp } from '../packaged-app';
import { answerDialog, isDialogOpen } from '../x11';
import { liveWithin } from '../../support/live-within';
import { inEnglish } from '../../support/english';

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
  test.afterEach(async () => {
    for (const feed of feeds) await feed.close();
  });

  interface Options {
    switches?: string[];
    env?: Record<string, string>;
  }

  async function open(start: Start, profile: string, feed: Feed, options: Options = {}) {
    feeds.push(feed);
    const cache = path.join(profile, 'cache-home');
    const env = { ...options.env, XDG_CACHE_HOME: cache };
    const app = await start({ binary, switches: options.switches ?? [], env });
    return { ...app, staged: () => filesOf(path.join(cache, 'waypost-updater')) };
  }

  /** Asks for a step like the window, and answers the dialog of main like a person. */
  const agree = (page: Page, step: 'download' | 'install', button: 'first' | 'second') =>
    answerDialog(button, ask<UpdateState>(page, 'updates', step));

  test('a newer version is downloaded after the user agreed; a draft delays it', async ({
    start,
    profile,
  }) => {
    const feed = await startFeed('99.0.0', payload());
    const app = await open(start, profile, feed, { switches: ['--demo'] });
    // An account is open, in which there can be a draft.
    await expect(app.page.getByRole('status')).toBeVisible();
    expect(await check(app.page)).toMatchObject({ phase: 'available', version: '99.0.0' });
    expect(await agree(app.page, 'download', 'second')).toMatchObject({ phase: 'available' });
    expect(feed.packages()).toEqual([]);
    expect(await agree(app.page, 'download', 'first')).toEqual({
      phase: 'staged',
      version: '99.0.0',
      waitsFor: null,
    });
    expect(app.staged()).toContain('waypost-99.0.0-linux-amd64.deb');
    await ask(app.page, 'drafts', 'put', {
      key: 'group:new:1',
      kind: 'group',
      label: 'Half a name',
      base: null,
      edit: { name: 'Half a name' },
    });
    const waiting = await ask<UpdateState>(app.page, 'updates', 'install');
    expect(inEnglish(waiting)).toMatchObject({
      phase: 'staged',
      waitsFor: 'There is one unsaved draft.',
    });
    expect(app.child.exitCode).toBeNull();
    await app.page.evaluate(() => {
      location.hash = '#/settings';
    });
    await expect(app.page.getByText('There is one unsaved draft.')).toBeVisible();
  });

  test('code in the window cannot choose a feed, download or install', async ({
    start,
    profile,
  }) => {
    let others = 0;
    const other = createServer((_request, response) => {
      others += 1;
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const updateFeedUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    // Also a settings file that names one.
    writeFileSync(path.join(profile, 'settings.json'), JSON.stringify({ updateFeedUrl }));
    const feed = await startFeed('99.0.0', payload());
    const app = await open(start, profile, feed);
    // A window that is shown after its dialog would cover it: the display has no window manager.
    await expect(app.page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
    await ask(app.page, 'settings', 'change', { updateFeedUrl }).catch(() => undefined);
    expect(await check(app.page)).toMatchObject({ phase: 'available' });
    expect(others).toBe(0);
    // Without an answer of the user there is one dialog, and nothing is fetched.
    const first = ask<UpdateState>(app.page, 'updates', 'download');
    await expect.poll(isDialogOpen).toBe(true);
    void ask(app.page, 'updates', 'install').catch(() => undefined);
    void ask(app.page, 'updates', 'download').catch(() => undefined);
    expect(await ask(app.page, 'updates', 'current')).toMatchObject({ phase: 'available' });
    expect(await answerDialog('second', first)).toMatchObject({ phase: 'available' });
    await expect.poll(isDialogOpen).toBe(false);
    expect(feed.packages()).toEqual([]);
    expect(others).toBe(0);
    other.close();
  });

  test('a listing that somebody else signed is refused', async ({ start, profile }) => {
    const feed = await startFeed('99.0.0', payload(), { isForged: true });
    const app = await open(start, profile, feed);
    const state = await check(app.page);
    expect((inEnglish(state) as { message: string }).message).toContain('no valid signature');
    expect(await ask(app.page, 'updates', 'download')).toMatchObject({ phase: 'failed' });
    expect(feed.packages()).toEqual([]);
  });

  test('a damaged download is discarded and reported', async ({ start, profile }) => {
    const feed = await startFeed('99.0.0', payload(), { isDamaged: true });
    const app = await open(start, profile, feed);
    await check(app.page);
    const state = await agree(app.page, 'download', 'first');
    expect(state).toMatchObject({ phase: 'failed' });
    expect((inEnglish(state) as { message: string }).message).toContain('damaged');
    expect(app.staged().filter((name) => name.endsWith('.deb'))).toEqual([]);
    expect(await ask(app.page, 'updates', 'install')).toMatchObject({ phase: 'failed' });
  });

  test('a redirect to another address without https is not followed', async ({
    start,
    profile,
  }) => {
    let requests = 0;
    const elsewhere = createServer((_request, response) => {
      requests += 1;
      response.end(payload());
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.2', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const feed = await startFeed('99.0.0', payload(), {
      redirect: () => `http://127.0.0.2:${port}/waypost-99.0.0-linux-amd64.deb`,
    });
    const app = await open(start, profile, feed);
    await check(app.page);
    expect(await agree(app.page, 'download', 'first')).toMatchObject({ phase: 'failed' });
    expect(feed.packages()).toHaveLength(1);
    expect(requests).toBe(0);
    elsewhere.close();
  });

  test('a file that is changed after the download is not installed', async ({ start, profile }) => {
    const app = await open(start, profile, await startFeed('99.0.0', payload()));
    await check(app.page);
    await agree(app.page, 'download', 'first');
    const folder = path.join(profile, 'cache-home', 'waypost-updater', 'pending');
    writeFileSync(path.join(folder, 'waypost-99.0.0-linux-amd64.deb'), 'another program');
    const state = await agree(app.page, 'install', 'first');
    expect((inEnglish(state) as { message: string }).message).toContain('was changed or removed');
    expect(app.child.exitCode).toBeNull();
  });

  test('a failed or refused installation is reported, and the app continues', async ({
    start,
    profile,
  }) => {
    const env = programsThatFail(profile, ['dpkg', 'apt-get', 'apt', 'pkexec', 'sudo']);
    const feed = await startFeed('99.0.0', payload());
    const app = await open(start, profile, feed, { env });
    await check(app.page);
    expect(await agree(app.page, 'download', 'first')).toMatchObject({ phase: 'staged' });
    await agree(app.page, 'install', 'first');
    const state = () => ask<UpdateState>(app.page, 'updates', 'current');
    await expect.poll(state).toMatchObject({ phase: 'failed' });
    expect(inEnglish(await state()) as object).toHaveProperty(
      'message',
      expect.stringContaining('still'),
    );
    expect(app.child.exitCode).toBeNull();
  });

  test('a lower version is refused without being downloaded', async ({ start, profile }) => {
    const feed = await startFeed('0.0.1', payload());
    const app = await open(start, profile, feed);
    const state = await check(app.page);
    expect(state).toMatchObject({ phase: 'idle' });
    expect((inEnglish(state) as { note: string }).note).toContain('0.0.1');
    expect(await ask(app.page, 'updates', 'download')).toMatchObject({ phase: 'idle' });
    expect(feed.packages()).toEqual([]);
  });

  test('settings that cannot be read leave updates off: the feed gets no request', async ({
    start,
    profile,
  }) => {
    writeFileSync(path.join(profile, 'settings.json'), '{"updatesEnabled":fal');
    const feed = await startFeed('99.0.0', payload());
    const app = await open(start, profile, feed);
    expect(await check(app.page)).toEqual({ phase: 'off', why: 'unreadable' });
    expect(feed.requests).toEqual([]);
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

test('an app that no installer installed does not look for updates', async ({ start }) => {
  const { page } = await start();
  expect(await check(page)).toEqual({ phase: 'off', why: 'unsupported' });
});

test('a link shows its device in the open window; an invalid link is ignored', async ({
  start,
  profile,
}) => {
  const { page, child } = await start({ switches: ['--demo'] });
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
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
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
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
    // The demo is open first.
    await expect(page.getByRole('contentinfo').getByRole('status')).toHaveText(/^Live/, liveWithin);
    await expect(page.getByText('3 points in ride-3.gpx, all of them can be sent')).toBeVisible();
    const { child } = spawnPackaged({ profile, switches: [pathToFileURL(second!).href] });
    await new Promise((resolve) => child.once('exit', resolve));
    await page.getByRole('button', { name: 'Open it', exact: true }).click();
    await expect(page.getByText('5 points in ride-5.gpx, all of them can be sent')).toBeVisible();
  } finally {
    remove();
  }
});

test('a policy file beside the program is not believed', async ({ start }) => {
  const { folder, remove } = newFolder();
  try {
    const binary = copyOfPackage(folder);
    const policy = path.join(path.dirname(binary), 'resources', 'policy.json');
    writeFileSync(policy, JSON.stringify({ serviceAddress: 'https://evil.example' }));
    chmodSync(policy, 0o644);
    const { page } = await start({ binary });
    await expect(page.getByRole('textbox', { name: 'Service address' })).toHaveValue('');
  } finally {
    remove();
  }
});
