import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openOnlineMaps } from '../../main/features/maps/maps.test-support';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { createTakeAlong } from '../../main/features/take-along/take-along';
import type { SessionFeature } from '../../main/session/session';
import { defaultSettings, type Settings } from '../../shared/domain/settings';
import type { SetUpMap } from '../../shared/domain/online-map';
import type { PlaceRule } from '../../shared/domain/place-rules';
import type { Place } from '../../shared/domain/places';
import { takeAlongParts } from '../../shared/domain/take-along';
import {
  cleanUp,
  credentialsOf,
  faultOf,
  startTestService,
  temporaryFolder,
} from '../support/resources';
import { openSession } from '../support/session';

afterEach(cleanUp);

/** The feature over an open account, with a file in place of the dialogs. */
function takingAlong(
  session: SessionFeature,
  file: string,
  initial: Partial<Settings> = {},
  maps: SetUpMap[] = [],
) {
  const online = openOnlineMaps({
    memory: { read: () => ({ version: 1, maps }), write: () => undefined },
  });
  let settings = { ...defaultSettings, ...initial };
  const reloadedBy: unknown[] = [];
  const feature = createTakeAlong({
    account: () => session.account(),
    profile: () => {
      const current = session.current();
      return current.phase === 'open' ? current.profile : null;
    },
    settings: () => settings,
    maps: online,
    changeSettings: (part) => {
      settings = { ...settings, ...part };
    },
    now: Date.now,
    pickSaveFile: () => Promise.resolve(file),
    pickTakeAlongFile: () => Promise.resolve(file),
    written: () => 'w1',
    reloadOthers: (asking) => reloadedBy.push(asking),
  });
  return { feature, settings: () => settings, maps: () => online.setUp(), reloadedBy };
}

const view = {
  id: 'v1',
  name: 'Silent vans',
  search: 'van',
  filters: {},
  sort: { column: 'name', descending: false },
  columns: { shown: ['name'], widths: {} },
};

const place: Place = {
  id: '7e6c1e2a-43a0-4d6a-9c68-0d1b52f4a001',
  name: 'Depot north',
  kind: 'depot',
  colour: null,
  note: '',
  hours: null,
  groups: [],
  shape: { kind: 'circle', centre: [7.68, 45.07], radiusM: 200 },
  updatedAt: 0,
};
const rule: PlaceRule = {
  id: '7e6c1e2a-43a0-4d6a-9c68-0d1b52f4a002',
  trigger: 'enters',
  minutes: 60,
  places: [place.id],
  groups: [],
  isOn: true,
};

/** What the user did in an account, without when. */
const workOf = (session: SessionFeature) => {
  const account = session.account();
  return {
    savedViews: account.savedViews.list(),
    notes: account.notes.all(),
    acknowledgements: account.alertLog.acknowledgements(),
    snoozes: account.snoozes.all(),
    vehicleKinds: account.vehicleKinds.all(),
    places: account.places.all().map(({ updatedAt: _at, ...rest }) => rest),
    placeRules: account.placeRules.all(),
    fieldMapping: account.fieldMapping.state().mappings,
  };
};

test('what is the user’s own goes into one file without a secret, and is there on another computer', async () => {
  const running = await startTestService();
  const credentials = credentialsOf(running);
  const file = path.join(temporaryFolder(), 'mine.json');
  const first = openSession(temporaryFolder(), memoryKeychain());
  await first.connect(credentials);
  const { notes, savedViews, snoozes, alertLog } = first.account();
  notes.put({ deviceId: 'd-1', text: 'Key is with Ana' });
  savedViews.save(view);
  snoozes.change([{ deviceId: 'd-2', until: Date.now() + 3_600_000, reason: 'workshop' }], []);
  alertLog.acknowledge(['a-1'], 'called');
  first.account().vehicleKinds.choose([{ deviceId: 'd-1', kind: 'van' }]);
  first.account().places.change({ put: [place], removed: [] });
  first.account().placeRules.change({ put: [rule], removed: [] });
  first.account().fieldMapping.set({ location: { speed: { pointer: '/v' } } });
  const mine = takingAlong(
    first,
    file,
    {
      theme: 'dark',
      mapStyleUrl: 'https://map.example/style.json?key=geheim',
    },
    [
      { id: 'own', address: 'https://map.example/style.json?key={key}' },
      { id: 'stadia', address: '' },
    ],
  );
  await mine.feature.save({ columns: '{"shown":["name"]}' });
  const text = readFileSync(file, 'utf8');
  for (const secret of [credentials.apiKey, 'geheim']) expect(text).not.toContain(secret);

  const second = openSession(temporaryFolder(), memoryKeychain());
  await second.connect(credentials);
  second.account().notes.put({ deviceId: 'd-1', text: 'old' });
  second.account().notes.put({ deviceId: 'd-9', text: 'stays' });
  second.account().places.change({ put: [{ ...place, name: 'Old depot' }], removed: [] });
  second.account().fieldMapping.set({ device: { name: { pointer: '/n' } } });
  const before = workOf(second);
  const there = takingAlong(second, file, {}, [{ id: 'stadia', address: '' }]);
  const opened = (await there.feature.open({ columns: null }))!;
  expect(opened.isOtherAccount).toBe(false);
  const changes = Object.fromEntries(opened.changes.map(({ part, ...rest }) => [part, rest]));
  expect(changes).toMatchObject({
    settings: { added: 0, changed: 1 },
    columns: { added: 1 },
    notes: { added: 0, changed: 1, same: 0 },
    savedViews: { added: 1 },
    snoozes: { added: 1 },
    acknowledgements: { added: 1 },
    vehicleKinds: { added: 1 },
    places: { added: 0, changed: 1 },
    placeRules: { added: 1 },
    fieldMapping: { added: 1, changed: 0 },
    maps: { added: 1, changed: 0, same: 1 },
  });
  // Only looked at so far.
  expect(second.account().savedViews.list()).toEqual([]);
  expect(there.feature.taken()).toBeNull();

  const parts = [...takeAlongParts];
  const columns = await there.feature.apply(
    { id: opened.id, parts, columns: '{"shown":["id"]}' },
    7,
  );
  expect(columns).toBe('{"shown":["name"]}');
  expect(there.reloadedBy).toEqual([7]);
  expect(there.settings()).toMatchObject({ theme: 'dark', mapStyleUrl: '' });
  const texts = second
    .account()
    .notes.all()
    .map(({ deviceId, text: of }) => `${deviceId}: ${of}`);
  expect(texts.toSorted()).toEqual(['d-1: Key is with Ana', 'd-9: stays']);
  expect(second.account().savedViews.list()).toEqual([view]);
  expect(second.account().alertLog.acknowledgements()).toMatchObject([
    { id: 'a-1', note: 'called' },
  ]);
  expect(second.account().snoozes.all()).toMatchObject([{ deviceId: 'd-2', reason: 'workshop' }]);

  expect(workOf(second).vehicleKinds).toEqual([{ deviceId: 'd-1', kind: 'van' }]);
  expect(workOf(second).places).toMatchObject([{ id: place.id, name: 'Depot north' }]);
  expect(workOf(second).placeRules).toEqual([rule]);
  expect(workOf(second).fieldMapping).toEqual({
    location: { speed: { pointer: '/v' } },
    device: { name: { pointer: '/n' } },
  });

  expect(there.maps()).toEqual([
    { id: 'stadia', address: '' },
    { id: 'own', address: 'https://map.example/style.json?key={key}' },
  ]);

  // A second time nothing is new, and what was applied is not applied again.
  const again = (await there.feature.open({ columns }))!;
  expect(again.changes.every(({ added, changed }) => added + changed === 0)).toBe(true);
  expect(
    await faultOf(Promise.resolve(there.feature.apply({ id: opened.id, parts: [], columns }))),
  ).toMatchObject({ kind: 'declined' });
  await there.feature.apply({ id: again.id, parts, columns });

  // One undo puts everything back, and there is none after it.
  expect(there.feature.taken()).toEqual({ file: 'mine.json' });
  expect(await there.feature.undo()).toBe('{"shown":["id"]}');
  expect(workOf(second)).toEqual(before);
  expect(there.settings()).toEqual(defaultSettings);
  expect(there.maps()).toEqual([{ id: 'stadia', address: '' }]);
  expect(there.feature.taken()).toBeNull();
  expect(await faultOf(Promise.resolve(there.feature.undo()))).toMatchObject({ kind: 'declined' });
});

test.each([
  ['', 'damaged'],
  ['{"version":1', 'damaged'],
  ['{"version":1,"notes":[]}', 'damaged'],
  ['{"version":2}', 'newer'],
  ['[]', 'other'],
  ['{"__proto__":{"version":1}}', 'other'],
  ['{"type":"FeatureCollection"}', 'other'],
])('the file %j is refused as a whole, in words', async (text, why) => {
  const running = await startTestService();
  const file = path.join(temporaryFolder(), 'theirs.json');
  writeFileSync(file, text);
  const session = openSession(temporaryFolder(), memoryKeychain());
  await session.connect(credentialsOf(running));
  const fault = await faultOf(
    Promise.resolve(takingAlong(session, file).feature.open({ columns: null })),
  );
  expect(fault).toMatchObject({ kind: 'invalid', message: { key: `take-along.refused.${why}` } });
});

test('one hostile part makes the whole file refused', async () => {
  const running = await startTestService();
  const file = path.join(temporaryFolder(), 'mine.json');
  const session = openSession(temporaryFolder(), memoryKeychain());
  await session.connect(credentialsOf(running));
  const { feature } = takingAlong(session, file);
  await feature.save({ columns: null });
  const whole = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  for (const part of [
    { settings: { callsPerMinute: 1e9 } },
    { notes: [{ deviceId: 'd', text: 'x'.repeat(1_000_000), savedAt: 1 }] },
    { savedViews: [{ id: 'v' }] },
    { columns: 7 },
    { fieldMapping: { location: { at: { pointer: 'no' } } } },
    { places: [{ ...place, shape: { ...place.shape, radiusM: -1 } }] },
    { placeRules: [{ ...rule, trigger: 'flies' }] },
    { maps: [{ id: 'unheard-of', address: '' }] },
  ]) {
    writeFileSync(file, JSON.stringify({ ...whole, ...part }));
    expect(await faultOf(Promise.resolve(feature.open({ columns: null })))).toMatchObject({
      kind: 'invalid',
    });
  }
});
