import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { contract } from '../../../shared/ipc/contract';
import { channelOf, type Call } from '../../../shared/ipc/define';
import { launch } from '../../support/app';
import { expect, test } from '../fixtures';
import { allowHosts } from '../packaged-app';
import { liveWithin } from '../../support/live-within';

interface Channel {
  word: string;
  name: string;
  input: Call['input'];
}

const channels: Channel[] = Object.entries(contract).flatMap(([word, entries]) =>
  Object.entries(entries).flatMap(([name, entry]) =>
    entry.kind === 'call' ? [{ word, name, input: entry.input }] : [],
  ),
);

interface Outcome {
  ok: boolean;
  fault?: { kind: string; message?: string };
}

const knownNames =
  'id ids text address userName apiKey passphrase forget edit base latitude longitude theme mapStyleUrl callsPerMinute from limit state title kind steps what format key __proto__'.split(
    ' ',
  );

/** Inputs that a window can send: any value that the structured clone supports. */
const anything = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withSparseArray: true, maxDepth: 3 }),
  // Almost valid inputs: names of the contract with invalid values.
  fc.dictionary(
    fc.constantFrom(...knownNames),
    fc.oneof(fc.anything({ maxDepth: 1 }), fc.constantFrom(-1, 1e308, NaN, '', 'x'.repeat(5_000))),
    { minKeys: 1, maxKeys: 4 },
  ),
  fc.constantFrom(null, '', 0, [], {}, [[]], 'x'.repeat(100_000), { __proto__: null }),
);

/** Inputs that this call must refuse; the accepted ones are not tested here. */
function garbageFor(channel: Channel, count: number): unknown[] {
  return fc
    .sample(anything, { numRuns: count * 4, seed: channels.indexOf(channel) })
    .filter((input) => !channel.input.safeParse(input).success)
    .slice(0, count);
}

const call = (page: Page, { word, name }: Channel, inputs: unknown[]) =>
  page.evaluate(
    async ({ word: w, name: n, inputs: all }) => {
      const { waypost } = globalThis as unknown as {
        waypost: Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
      };
      return Promise.all(all.map((input) => waypost[w]![n]!(input))) as Promise<unknown[]>;
    },
    { word, name, inputs },
  ) as Promise<Outcome[]>;

/** All state that a window can read. */
async function stateOf(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const { waypost } = globalThis as unknown as {
      waypost: Record<string, Record<string, () => Promise<unknown>>>;
    };
    return {
      session: await waypost['session']!['current']!(),
      settings: await waypost['settings']!['current']!(),
      groups: await waypost['groups']!['list']!(),
      users: await waypost['users']!['list']!(),
    };
  });
}

test('invalid input on every channel is refused with a message and changes nothing', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 5 });
  writeFileSync(path.join(profile, 'settings.json'), '{"callsPerMinute": 77}');
  allowHosts(profile, { services: [service.url] });
  const { page } = await start();
  const connected = await page.evaluate(
    (account) =>
      (
        globalThis as unknown as {
          waypost: { session: { connect(input: object): Promise<Outcome> } };
        }
      ).waypost.session.connect(account),
    { address: service.url, userName: service.userName, apiKey: service.apiKey },
  );
  expect(connected.ok).toBe(true);
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  await expect.poll(async () => JSON.stringify(await stateOf(page))).not.toContain('"asOf":null');
  // Lists may still arrive after the connect: the state is stable when two reads in a row are
  // equal.
  let before = await stateOf(page);
  await expect(async () => {
    const last = before;
    before = await stateOf(page);
    expect(before).toEqual(last);
  }).toPass({ intervals: [500] });
  for (const channel of channels) {
    const inputs = garbageFor(channel, 20);
    const outcomes = await call(page, channel, inputs);
    outcomes.forEach((outcome, i) => {
      const what = `${channel.word}.${channel.name} ← ${fc.stringify(inputs[i]).slice(0, 200)}`;
      expect(outcome.ok, what).toBe(false);
      expect(outcome.fault!.kind, what).toBe('invalid');
      expect(outcome.fault!.message!.length, what).toBeGreaterThan(3);
    });
    expect(inputs.length, `${channel.word}.${channel.name}`).toBeGreaterThan(0);
  }
  const after = await stateOf(page);
  const timeless = (state: unknown) =>
    JSON.parse(JSON.stringify(state, (key, value) => (key === 'asOf' ? 0 : (value as unknown))));
  expect(timeless(after)).toEqual(timeless(before));
  expect(readFileSync(path.join(profile, 'settings.json'), 'utf8')).toBe('{"callsPerMinute": 77}');
});

// Needs access to the main process, which the package does not allow: the same build, not packaged.
test('a foreign window with full access to Electron is refused on every channel', async ({
  profile,
}) => {
  const app = await launch({ profile });
  try {
    await expect(app.page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
    const valid = channels.map(({ word, name }) => channelOf(word, name));
    const answers = await app.electron.evaluate(async ({ BrowserWindow }, names) => {
      const foreign = new BrowserWindow({
        show: false,
        webPreferences: { nodeIntegration: true, contextIsolation: false, sandbox: false },
      });
      await foreign.loadURL('data:text/html,<title>foreign</title>');
      const answer: unknown = await foreign.webContents.executeJavaScript(`
        Promise.all(${JSON.stringify(names)}.map((name) =>
          require('electron').ipcRenderer.invoke(name, undefined)))`);
      foreign.destroy();
      return answer as Outcome[];
    }, valid);
    expect(answers).toHaveLength(channels.length);
    for (const answer of answers) {
      expect(answer).toEqual({ ok: false, fault: { kind: 'forbidden' } });
    }
    // The same window with our own address is refused as well.
    const impostor = await app.electron.evaluate(async ({ BrowserWindow }, names) => {
      const foreign = new BrowserWindow({
        show: false,
        webPreferences: { nodeIntegration: true, contextIsolation: false, sandbox: false },
      });
      await foreign.loadURL('app://waypost/index.html');
      const answer: unknown = await foreign.webContents.executeJavaScript(`
        Promise.all(${JSON.stringify(names)}.map((name) =>
          require('electron').ipcRenderer.invoke(name, undefined)))`);
      foreign.destroy();
      return answer as Outcome[];
    }, valid);
    for (const answer of impostor) {
      expect(answer).toEqual({ ok: false, fault: { kind: 'forbidden' } });
    }
    const log = readFileSync(path.join(profile, 'logs', 'waypost.log'), 'utf8');
    expect(log).toContain('the sender is not our window');
  } finally {
    await app.close();
  }
});
