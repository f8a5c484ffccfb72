import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  draftKeySchema,
  groupEditSchema,
  limitsEditSchema,
  userEditSchema,
  editCommandSchema,
  journalFindSchema,
} from './edit';
import { fieldMappingsSchema } from './field-mapping';
import { mapFileFactsSchema } from './map-file';
import { attributionText, mapSheetSchema } from '../ipc/maps';
import { noteSchema } from './device';
import { savedViewSchema, viewStateSchema } from './view-state';
import { typedAlertSchema, typedLocationSchema } from './submission';
import { callsPerDaySchema, endpointCallsSchema, mostCallsPerDay } from './session';

const text = (length: number) => 'x'.repeat(length);
const list = <T>(length: number, item: T) => Array.from({ length }, () => item);
/** A record of texts or numbers of which the window or a file may state one too large. */
const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

/** Each row: a value that is accepted, and one just beyond it that is not. */
type Bounds = readonly (readonly [what: string, accepted: object, refused: object])[];

function testBounds(schema: z.ZodType, base: object, bounds: Bounds) {
  test('a usual one is accepted', () => {
    expect(schema.safeParse(base).error).toBeUndefined();
  });
  test.each(bounds)('%s', (_what, accepted, refused) => {
    expect(accepts(schema, { ...base, ...accepted })).toBe(true);
    expect(accepts(schema, { ...base, ...refused })).toBe(false);
  });
}

describe('an edit of a user', () => {
  testBounds(userEditSchema, {}, [
    ['a text has at most 4096 characters', { name: text(4096) }, { name: text(4097) }],
    ['a password has at most 1024', { password: text(1024) }, { password: text(1025) }],
    ['a count is not below zero', { adminDevices: 0 }, { adminDevices: -1 }],
    ['a count is whole', { adminDevices: null }, { adminDevices: 1.5 }],
    ['a text can be cleared, a switch cannot', { message: null }, { disabled: null }],
    ['a moment is a number', { validFrom: 1 }, { validFrom: '2030-01-31' }],
    ['a moment is a date', { validFrom: 8.64e15 }, { validFrom: 8.64e15 + 1 }],
    ['also before 1970', { expiresAt: -8.64e15 }, { expiresAt: -8.64e15 - 1 }],
    ['tags are texts', { tags: { a: 'b' } }, { tags: { a: 1 } }],
    ['privileges are a list', { privileges: ['a'] }, { privileges: 'a' }],
  ]);
});

describe('a search in the journal', () => {
  testBounds(journalFindSchema, { text: '', undo: null }, [
    ['has at most 200 characters', { text: text(200) }, { text: text(201) }],
  ]);
});

describe('an edit of a group', () => {
  testBounds(groupEditSchema, {}, [
    ['a name has at most 4096 characters', { name: text(4096) }, { name: text(4097) }],
    ['members are a list of ids', { deviceIds: ['a'] }, { deviceIds: [1] }],
  ]);
});

describe('an edit of limits', () => {
  testBounds(limitsEditSchema, {}, [
    ['a limit is not below zero', { dailySmsLimit: 0 }, { dailySmsLimit: -1 }],
    ['a limit is whole', { dailyEmailLimit: 3 }, { dailyEmailLimit: 3.5 }],
    ['a date can be removed, the switch cannot', { expirationDate: null }, { expires: null }],
    ['a day has a form', { expirationDate: '2030-01-31' }, { expirationDate: '2030-1-31' }],
    ['a day has no time', { expires: true }, { expirationDate: '2030-01-31T00:00' }],
    ['a day has nothing before it', { expires: false }, { expirationDate: ' 2030-01-31' }],
  ]);

  test('the message says what to do', () => {
    const messageOf = (edit: object) =>
      limitsEditSchema.safeParse(edit).error?.issues.map(({ message }) => message);
    for (const dailySmsLimit of ['x', 0.5, -1]) {
      expect(messageOf({ dailySmsLimit })).toEqual(['fields.problem.limit']);
    }
    expect(messageOf({ expirationDate: 'soon' })).toEqual(['fields.problem.noSuchDate']);
  });
});

test('the key of a draft has 1 to 600 characters', () => {
  expect([1, 600].map((length) => accepts(draftKeySchema, text(length)))).toEqual([true, true]);
  expect([0, 601].map((length) => accepts(draftKeySchema, text(length)))).toEqual([false, false]);
});

describe('a command', () => {
  const user = { id: 'u', extra: {} };
  const group = { id: 'g', deviceIds: [], extra: {} };
  test.each([
    { kind: 'user', action: 'create', edit: {} },
    { kind: 'user', action: 'change', base: user, edit: {} },
    { kind: 'user', action: 'replace', base: user, edit: {} },
    { kind: 'group', action: 'create', edit: {} },
    { kind: 'group', action: 'change', base: group, edit: {} },
    { kind: 'group', action: 'replace', base: group, edit: {} },
  ])('of the window is accepted: $action of a $kind', (command) => {
    expect(editCommandSchema.safeParse(command).error).toBeUndefined();
    expect(accepts(editCommandSchema, { ...command, draft: 'user:1' })).toBe(true);
    expect(accepts(editCommandSchema, { ...command, draft: '' })).toBe(false);
    expect(accepts(editCommandSchema, { ...command, edit: { name: 7 } })).toBe(false);
  });

  test.each([
    ['user', 'delete'],
    ['group', 'delete'],
    ['limits', 'activate'],
  ])('for a %s to %s has an id of 1 to 512 characters', (kind, action) => {
    const accept = (id: string) => accepts(editCommandSchema, { kind, action, id });
    expect([text(1), text(512)].map(accept)).toEqual([true, true]);
    expect(['', text(513)].map(accept)).toEqual([false, false]);
  });

  test('that no page sends is refused', () => {
    expect(accepts(editCommandSchema, { kind: 'limits', action: 'delete', id: 'd' })).toBe(false);
    expect(accepts(editCommandSchema, { kind: 'user', action: 'activate', id: 'd' })).toBe(false);
  });
});

describe('a mapped member', () => {
  testBounds(fieldMappingsSchema, {}, [
    [
      'a pointer begins with a slash',
      { device: { name: { pointer: '/a' } } },
      { device: { name: { pointer: 'a/b' } } },
    ],
    [
      'a pointer has at most 500 characters',
      { location: { at: { pointer: `/${text(499)}` } } },
      { location: { at: { pointer: `/${text(500)}` } } },
    ],
    [
      'a number counts seconds or milliseconds',
      { limits: { expirationDate: { pointer: '/a', as: 'unixSeconds' } } },
      { limits: { expirationDate: { pointer: '/a', as: 'unixDays' } } },
    ],
    [
      'only fields can be mapped',
      { device: { isActive: { pointer: '/a' } } },
      { device: { at: { pointer: '/a' } } },
    ],
  ]);
});

describe('a description of a map file', () => {
  const facts = {
    container: 'pmtiles',
    bytes: 1,
    bounds: [-1, -1, 1, 1],
    minZoom: 0,
    maxZoom: 14,
    schema: null,
    tileSize: 256,
    hasSea: true,
    attribution: '',
    ignored: [],
  };
  testBounds(mapFileFactsSchema, facts, [
    ['a size is not below zero', { bytes: 0 }, { bytes: -1 }],
    ['a size is whole', { container: 'mbtiles' }, { bytes: 0.5 }],
    ['the least zoom is at most 22', { minZoom: 22 }, { minZoom: 23 }],
    ['the least zoom is at least 0', { minZoom: 0 }, { minZoom: -1 }],
    ['the most zoom is at most 22', { maxZoom: 22 }, { maxZoom: 23 }],
    ['the most zoom is at least 0', { maxZoom: 0 }, { maxZoom: -1 }],
    ['pictures have one of two sizes', { tileSize: 512 }, { tileSize: 257 }],
    ['tiles have a known schema', { schema: 'protomaps' }, { schema: 'other' }],
    ['sources have at most 500 characters', { attribution: text(500) }, { attribution: text(501) }],
  ]);
});

const row = {
  name: 'Moving',
  count: '3',
  colour: '#12aBcF',
  outline: 'M 0,0 L1.5 -2',
  isStroked: true,
};
const sheet = {
  title: 'Fleet',
  dataTime: '',
  legendTitle: '',
  legend: [row],
  notes: [],
  attribution: [{ text: 'OSM', url: null }],
};

describe('what is printed around a map', () => {
  const withRow = (more: object) => ({ legend: [{ ...row, ...more }] });
  const source = (length: number, url: string | null) => ({
    attribution: [{ text: text(length), url }],
  });
  testBounds(mapSheetSchema, sheet, [
    ['a title is not empty', { title: 'x' }, { title: '' }],
    ['a title has at most 200 characters', { title: text(200) }, { title: text(201) }],
    ['a time has at most 200', { dataTime: text(200) }, { dataTime: text(201) }],
    [
      'the title of a legend has at most 200',
      { legendTitle: text(200) },
      { legendTitle: text(201) },
    ],
    ['a legend has at most 20 rows', { legend: list(20, row) }, { legend: list(21, row) }],
    [
      'a state has at most 100 characters',
      withRow({ name: text(100) }),
      withRow({ name: text(101) }),
    ],
    ['a count has at most 40', withRow({ count: text(40) }), withRow({ count: text(41) })],
    ['a colour has six digits', withRow({ colour: '#000000' }), withRow({ colour: '#0000000' })],
    ['a colour is no other text', withRow({ colour: '#ffFFff' }), withRow({ colour: 'x#ffffff' })],
    [
      'an outline has at most 500',
      withRow({ outline: 'M'.repeat(500) }),
      withRow({ outline: 'M'.repeat(501) }),
    ],
    ['an outline is only a path', withRow({ outline: '' }), withRow({ outline: 'M0"/><script' })],
    ['there are at most 10 notes', { notes: list(10, '') }, { notes: list(11, '') }],
    ['a note has at most 400 characters', { notes: [text(400)] }, { notes: [text(401)] }],
    [
      'there are at most 60 sources',
      { attribution: list(60, sheet.attribution[0]) },
      { attribution: list(61, sheet.attribution[0]) },
    ],
    ['a source has at most 1000 characters', source(1_000, null), source(1_001, null)],
    ['its address has at most 2000', source(1, text(2_000)), source(1, text(2_001))],
  ]);

  test('the sources are one line of text', () => {
    const attribution = [' © ', 'OSM', ' contributors '].map((each) => ({ text: each, url: null }));
    expect(attributionText({ attribution })).toBe('© OSM contributors');
    expect(attributionText({ attribution: [] })).toBe('');
  });
});

describe('a note on a device', () => {
  testBounds(noteSchema, { deviceId: 'd', text: '', savedAt: 1 }, [
    ['has at most 4000 characters', { text: text(4_000) }, { text: text(4_001) }],
    ['is of a device', { deviceId: 'd' }, { deviceId: '' }],
    ['names it by at most 512 characters', { deviceId: text(512) }, { deviceId: text(513) }],
  ]);
});

const filter = {
  search: '',
  filters: {},
  sort: { column: 'name', descending: false },
};

describe('a saved view', () => {
  const columns = { shown: [], widths: {} };
  testBounds(savedViewSchema, { ...filter, id: 'v', name: 'Mine', columns }, [
    ['a search has at most 500 characters', { search: text(500) }, { search: text(501) }],
    [
      'a filter has at most 100 values',
      { filters: { states: list(100, 's') } },
      { filters: { states: list(101, 's') } },
    ],
    [
      'a value of a filter has at most 100 characters',
      { filters: { states: [text(100)] } },
      { filters: { states: [text(101)] } },
    ],
    [
      'a text of a filter has at most 1000',
      { filters: { group: text(1_000) } },
      { filters: { group: text(1_001) } },
    ],
    [
      'the name of a filter has at most 100',
      { filters: { [text(100)]: 1 } },
      { filters: { [text(101)]: 1 } },
    ],
    [
      'a sorted column has at most 100',
      { sort: { column: text(100), descending: true } },
      { sort: { column: text(101), descending: true } },
    ],
    ['an id is not empty', { id: 'x' }, { id: '' }],
    ['an id has at most 100 characters', { id: text(100) }, { id: text(101) }],
    ['a name is not empty', { name: 'x' }, { name: '  ' }],
    [
      'a name has at most 60 without spaces around it',
      { name: ` ${text(60)} ` },
      { name: text(61) },
    ],
    [
      'a column with a width has at most 100',
      { columns: { shown: [], widths: { [text(100)]: 1 } } },
      { columns: { shown: [], widths: { [text(101)]: 1 } } },
    ],
  ]);

  test('spaces around its name are removed', () => {
    expect(savedViewSchema.parse({ ...filter, id: 'v', name: ' Mine ', columns }).name).toBe(
      'Mine',
    );
  });
});

describe('what was on screen', () => {
  const camera = { longitude: 0, latitude: 0, zoom: 3, bearing: 0 };
  const at = (more: object) => ({ camera: { ...camera, ...more } });
  const selected = (id: string) => ({ selected: { id, isOpen: true } });
  testBounds(viewStateSchema, { page: 'fleet', filter, selected: null, camera: null }, [
    ['a page has at most 100 characters', { page: text(100) }, { page: text(101) }],
    ['a selected device has an id', selected('x'), selected('')],
    ['its id has at most 1000 characters', selected(text(1_000)), selected(text(1_001))],
    ['the map ends at the north pole', at({ latitude: 90 }), at({ latitude: 90.1 })],
    ['the map ends at the south pole', at({ latitude: -90 }), at({ latitude: -90.1 })],
    ['a zoom is at least 0', at({ zoom: 0 }), at({ zoom: -0.1 })],
    ['a zoom is at most 30', at({ zoom: 30 }), at({ zoom: 30.1 })],
  ]);
});

describe('a location that is submitted', () => {
  const location = { at: 1, latitude: 0, longitude: 0, speed: null, course: null, battery: null };
  const latest = 8_640_000_000_000_000;
  testBounds(typedLocationSchema, location, [
    ['a latitude is at most 90', { latitude: 90 }, { latitude: 90.1 }],
    ['a latitude is at least -90', { latitude: -90 }, { latitude: -90.1 }],
    ['a longitude is at most 180', { longitude: 180 }, { longitude: 180.1 }],
    ['a longitude is at least -180', { longitude: -180 }, { longitude: -180.1 }],
    ['a speed is not below zero', { speed: 0 }, { speed: -0.1 }],
    ['a course is at least 0', { course: 0 }, { course: -0.1 }],
    ['a course is at most 360', { course: 360 }, { course: 360.1 }],
    ['a battery is at least 0 %', { battery: 0 }, { battery: -1 }],
    ['a battery is at most 100 %', { battery: 100 }, { battery: 101 }],
    ['a battery is whole', { battery: 50 }, { battery: 50.5 }],
    ['a time is a date', { at: latest }, { at: latest + 2 }],
    ['a time long ago is a date', { at: -latest }, { at: -latest - 2 }],
    ['a time is whole', { at: 0 }, { at: 0.5 }],
  ]);
});

describe('an alert that is submitted', () => {
  const alert = { at: 1, latitude: 0, longitude: 0, text: null, alerts: ['Route'], channels: [] };
  testBounds(typedAlertSchema, alert, [
    ['a latitude is at most 90', { latitude: 90 }, { latitude: 90.1 }],
    ['a longitude is at most 180', { longitude: 180 }, { longitude: 180.1 }],
    ['a text has at most 2000 characters', { text: text(2_000) }, { text: text(2_001) }],
    ['it has a kind', { alerts: ['Route'] }, { alerts: [] }],
    ['it has at most 20 kinds', { alerts: list(20, 'a') }, { alerts: list(21, 'a') }],
    ['it has at most 10 channels', { channels: list(10, 'a') }, { channels: list(11, 'a') }],
  ]);
});

test("the user's limit of calls per day is from 10 to ten million, or none", () => {
  const limits = [null, 10, mostCallsPerDay];
  expect(limits.map((limit) => accepts(callsPerDaySchema, limit))).not.toContain(false);
  const others = [9, mostCallsPerDay + 1, 10.5];
  expect(others.map((limit) => accepts(callsPerDaySchema, limit))).not.toContain(true);
  expect(mostCallsPerDay).toBe(10_000_000);
});

test('the calls to an endpoint are counted for 24 hours', () => {
  const counts = (hours: number) => ({ endpoint: 'GET /api/devices', hours: list(hours, 0) });
  expect([23, 24, 25].map((hours) => accepts(endpointCallsSchema, counts(hours)))).toEqual([
    false,
    true,
    false,
  ]);
});
