import path from 'node:path';
import fc from 'fast-check';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { maskSecrets } from '#main/api/request';
import { neverAsked } from '#shared/domain/known';
import { defaultSettings, settingsSchema, type Settings } from '#shared/domain/settings';
import { emptyFixColumns, packTexts, type FleetColumns } from '#shared/fleet/columns';
import type { BundleChoice, BundleFile } from '#shared/ipc/diagnostics';
import {
  createSupportBundle,
  type BundleAccount,
  type SupportBundleOptions,
} from './support-bundle';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'waypost-'));
});

interface Device {
  name: string;
  latitude: number;
  longitude: number;
}

function columnsOf(devices: readonly Device[]): FleetColumns {
  const count = devices.length;
  const fixes = emptyFixColumns(count);
  devices.forEach(({ latitude, longitude }, slot) => {
    fixes.latitude[slot] = latitude;
    fixes.longitude[slot] = longitude;
    fixes.fixAt[slot] = Date.UTC(2026, 10, 1);
  });
  const nan = () => new Float64Array(count).fill(Number.NaN);
  const names = packTexts(devices.map(({ name }) => name));
  return {
    ...fixes,
    count,
    id: packTexts(devices.map(({ name }) => `id of ${name}`)),
    name: names,
    description: names,
    phone: names,
    tags: packTexts(devices.map(({ name }) => `driver: ${name}`)),
    expiresAt: nan(),
    expiredFrom: nan(),
    overLimitUntil: nan(),
    receivedAt: nan(),
    unlistedAt: nan(),
  };
}

const status: BundleAccount['status'] = {
  mode: 'delayed',
  reason: null,
  devices: 1,
  positions: 1,
  notAskedYet: 0,
  freshness: {
    listed: 1,
    refused: 0,
    notUnderstood: 0,
    lastMinute: 0,
    lastTenMinutes: 0,
    lastHour: 0,
  },
  callsLastMinute: 3,
  callsToday: 9,
  callRate: { inUse: 60, setting: 60, announced: neverAsked, isSlowed: false, refusedAt: null },
  refreshPause: null,
  slowAnswers: null,
  skippedRecords: 0,
  clockOffsetMs: null,
};
const key = 'short-key';
const none: BundleChoice = { withNames: false, withPositions: false };

/** A computer and an account with these texts wherever they can have one. */
function bundleWith(
  { name, position, secret }: { name: string; position: Device; secret: string },
  changes: Partial<SupportBundleOptions> = {},
) {
  const place = `${position.latitude}, ${position.longitude}`;
  const settings: Settings = {
    ...defaultSettings,
    reportCompany: name,
    mapStyleUrl: `https://maps.example.com/${secret}/style.json?key=${secret}`,
    importColumns: { devices: { headings: { [name]: 'name' }, values: { name } } },
    timeZone: 'Europe/Rome',
  };
  return createSupportBundle({
    pickSaveFile: (base) => Promise.resolve(path.join(folder, `${base}`)),
    written: (file) => file,
    settings: () => settings,
    log: () =>
      maskSecrets(
        [
          `bug 1a2b3c4d: TypeError at ${name} (main.mjs:1:2)`,
          `refused fleet.show: ${name} is at ${place}`,
          `lat: ${position.latitude} lon=${position.longitude}`,
          `token ${secret} of ${key}`,
          `password=${secret}`,
        ].join('\n'),
      ),
    names: () => [name],
    account: () => ({
      profile: {
        id: 'a',
        address: `https://${name.replaceAll(/\W/g, '').toLowerCase()}.example.com`,
        userName: name,
        isDemo: false,
      },
      status: { ...status, reason: { kind: 'unauthorized', message: `${name}, ${place}` } },
      learned: { patchContentType: 'application/json', untestable: [], logs: [], mappedFields: 0 },
      columns: columnsOf([{ ...position, name }]),
      names: [name],
      now: Date.UTC(2026, 10, 2),
    }),
    withoutKey: (text) => text.replaceAll(key, '…'),
    ...changes,
  });
}

const filesOf = async (
  bundle: ReturnType<typeof bundleWith>,
  choice: BundleChoice,
): Promise<BundleFile[]> => bundle.bundle({ report: 'Fine.\n', ...choice });
const all = (files: readonly BundleFile[]) => files.map(({ text }) => text).join('\n');

const words = fc.stringMatching(/^[A-Z][a-z]{3,8} [A-Z][a-z]{5,9}(son|ić|ñez)$/);
const names = fc.oneof(
  words,
  fc.stringMatching(/^[A-Z]{2,3}[- ][0-9]{3,4} ?[A-Z]{2}$/),
  fc.stringMatching(/^[אבגדהוזחט]{4,8} [אבגדהוזחט]{3,6}$/),
  fc.stringMatching(/^\(?[a-z]{4,8}[+*.][0-9]{3}$/),
);
/** With decimals as services send them. */
const coordinate = (most: number) =>
  fc
    .integer({ min: -most * 10_000, max: most * 10_000 })
    .map((tenths) => (tenths * 10 + 1) / 100_000);
const positions = fc.record({
  name: fc.constant(''),
  latitude: coordinate(89),
  longitude: coordinate(179),
});
const secrets = fc.oneof(
  fc.stringMatching(/^[a-z]\d[A-Za-z0-9_-]{24,48}[a-z]$/),
  fc.uuid().map((id) => `a${id}`),
  fc.stringMatching(/^eyJ[\w-]{10,20}\.[\w-]{10,20}\.[\w-]{10,20}$/),
);

test('no secret, name or position is in a file unless the user wants it', async () => {
  await fc.assert(
    fc.asyncProperty(names, positions, secrets, async (name, position, secret) => {
      const bundle = bundleWith({ name, position, secret });
      for (const withNames of [false, true]) {
        for (const withPositions of [false, true]) {
          const text = all(await filesOf(bundle, { withNames, withPositions }));
          expect(text).not.toContain(secret);
          expect(text).not.toContain(key);
          expect(text.includes(name)).toBe(withNames);
          for (const value of [position.latitude, position.longitude]) {
            expect(text.includes(String(value))).toBe(withPositions);
          }
        }
      }
    }),
    { numRuns: 50 },
  );
});

test('no setting in which one can write is in it', async () => {
  const marker = 'Ana Lindqvist';
  const settings = { ...defaultSettings };
  for (const [name, schema] of Object.entries(settingsSchema.shape)) {
    const candidates = [marker, [marker], { [marker]: { headings: {}, values: {} } }];
    const value = candidates.find((each) => schema.safeParse(each).success);
    if (value !== undefined) Object.assign(settings, { [name]: value });
  }
  expect(settings.reportCompany).toBe(marker);
  const position = { name: '', latitude: 45.12345, longitude: 9.12345 };
  const bundle = bundleWith(
    { name: 'Van 12', position, secret: 'x' },
    { settings: () => settings },
  );
  expect(all(await filesOf(bundle, none))).not.toContain('Lindqvist');
});

test('what helps is in it: states, the log without names, and settings that were changed', async () => {
  const position = { name: '', latitude: 45.12345, longitude: 9.12345 };
  const bundle = bundleWith({ name: 'Van 12', position, secret: 'x' });
  const files = new Map((await filesOf(bundle, none)).map(({ name, text }) => [name, text]));
  expect(files.get('diagnostics.txt')).toBe('Fine.\n');
  expect(files.get('devices.csv')).toContain('1,unchecked,2026-11-01T00:00:00.000Z');
  expect(files.get('log.txt')).toContain('bug 1a2b3c4d: TypeError at <name> (main.mjs:1:2)');
  expect(JSON.parse(files.get('settings.json')!)).toEqual({
    timeZone: 'Europe/Rome',
    reportCompany: '<changed>',
    importColumns: '<changed>',
    mapStyleUrl: '<changed>',
  });
  expect(files.get('service.json')).toContain('"reason": "unauthorized"');
});

test('before an account is open there are the report, the settings and the log', async () => {
  const position = { name: '', latitude: 45.12345, longitude: 9.12345 };
  const bundle = bundleWith({ name: 'Van 12', position, secret: 'x' }, { account: () => null });
  expect((await filesOf(bundle, none)).map(({ name }) => name)).toEqual([
    'diagnostics.txt',
    'settings.json',
    'log.txt',
  ]);
});

test('the archive has exactly what was read', async () => {
  const position = { name: '', latitude: 45.12345, longitude: 9.12345 };
  const bundle = bundleWith({ name: 'Van 12', position, secret: 'x' });
  const files = await filesOf(bundle, none);
  const written = await bundle.saveBundle({ files });
  const archive = unzipSync(await readFile(written!.file));
  expect(Object.entries(archive).map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual(
    files.map(({ name, text }) => [name, text]),
  );
});
