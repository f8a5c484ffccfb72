import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from '../../support/app';
import { expect, test } from '../fixtures';
import { isLinux } from '../linux';
import {
  allowHosts,
  copyOfPackage,
  newFolder,
  spawnPackaged,
  type PackagedApp,
} from '../packaged-app';
import { liveWithin } from '../../support/live-within';

/** Resolves to the exit code; null: ended by a signal. */
const endOf = ({ child }: ReturnType<typeof spawnPackaged>) =>
  new Promise<number | null>((resolve) => child.once('exit', resolve));

const isLive = ({ page }: PackagedApp) =>
  expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);

test('a second start with the same folder shows the first window and changes nothing', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 5 });
  allowHosts(profile, { services: [service.url] });
  const app = await start();
  await connect(app.page, service);
  await isLive(app);
  const before = readdirSync(path.join(profile, 'cache'));
  for (const switches of [[], ['--demo']]) {
    expect(await endOf(spawnPackaged({ profile, switches }))).toBe(0);
  }
  expect(await app.windows()).toEqual([app.page.url()]);
  expect(readdirSync(path.join(profile, 'cache'))).toEqual(before);
  // The account of the first start, not the demo fleet that the second requested.
  await expect(app.page.getByText('5 of 5')).toBeVisible();
  expect(app.child.exitCode).toBeNull();
});

test('a folder name with spaces, symbols and other scripts works', async ({
  start,
  serve,
  profile,
}) => {
  const folder = path.join(profile, "Åsa's Profil 日本 %20#100% ‮x");
  const service = await serve({ devices: 5 });
  allowHosts(folder, { services: [service.url] });
  const first = await start({ profile: folder });
  await connect(first.page, service);
  await isLive(first);
  await first.close();
  await service.stop();
  const second = await start({ profile: folder });
  await expect(second.page.getByRole('status')).toHaveText(/^Offline/);
  await expect(second.page.getByText('5 of 5')).toBeVisible();
  expect(existsSync(path.join(folder, 'cache'))).toBe(true);
});

test('a file in place of the folder ends the start with a message and is unchanged', async ({
  profile,
}) => {
  const file = path.join(profile, 'in-the-way');
  writeFileSync(file, 'of somebody');
  const started = spawnPackaged({ profile: file });
  const ended = endOf(started);
  await expect.poll(() => started.output()).toContain('A file stands where the folder should be.');
  // The same words are in a dialog, which waits for its button.
  started.child.kill('SIGKILL');
  await ended;
  expect(readFileSync(file, 'utf8')).toBe('of somebody');
});

// Root can write everywhere, so this runs as another user, on Linux only.
if (isLinux) {
  test('a read-only folder is reported on screen', async () => {
    const { folder, remove } = newFolder();
    const { folder: place, remove: removePlace } = newFolder();
    chmodSync(folder, 0o555);
    const binary = copyOfPackage(place);
    const started = spawnPackaged({ binary, profile: folder, ordinary: true });
    const ended = endOf(started);
    try {
      await expect.poll(() => started.output()).toContain('You have no right to write there.');
      expect(started.output()).toContain(folder);
      // It waits for the message on screen to be closed.
      expect(started.child.exitCode).toBeNull();
    } finally {
      started.child.kill('SIGTERM');
      await ended;
      chmodSync(folder, 0o755);
      remove();
      removePlace();
    }
  });
}
