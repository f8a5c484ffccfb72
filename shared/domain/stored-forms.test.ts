// Files, messages and reports of other versions: each form that is documented stays readable.
import { describe, expect, test } from 'vitest';
import { readStoredChannels } from './alert-channels';
import { alertWatchSchema } from './alert';
import {
  draftSchema,
  journalEntrySchema,
  journalFindSchema,
  savedSchema,
  editResultSchema,
} from './edit';
import {
  fieldMappingsSchema,
  fieldsOfKind,
  mappedKinds,
  isMostlyNotUnderstood,
} from './field-mapping';
import { groupSchema } from './group';
import { coverageSchema, fetchStateSchema, incompletePartSchema } from './history';
import { jobSchema } from './job';
import { knownValueSchema } from './known';
import { lastPositionSchema, otherAnswerSchema, positionOf } from './fix';
import { mapFileOfferSchema, mapFileSchema } from './map-file';
import {
  sessionSchema,
  submissionModeChoiceSchema,
  dayLimitSchema,
  refreshPauseSchema,
} from './session';
import { skippedPartSchema, storedFileProblemSchema } from './stored-file';
import { submissionResultSchema } from './submission-result';
import { updateStateSchema } from '../ipc/desktop';
import { userSchema } from './user';
import { z } from 'zod';

/** Fails with the problems of the first value that is not read as it was written. */
function expectReadable(schema: z.ZodType, values: readonly unknown[]) {
  expect(values.map((value) => schema.safeParse(value).error?.issues)).toEqual(
    values.map(() => undefined),
  );
  expect(values.map((value) => schema.parse(value))).toEqual(values);
}

/** `base` with each of these values of a member. */
const each = (base: object, member: string, values: readonly unknown[]) =>
  values.map((value) => ({ ...base, [member]: value }));

describe('the journal and drafts', () => {
  const entry = {
    id: 'j',
    at: 1,
    by: 'ada',
    kind: 'user',
    action: 'change',
    recordId: 'u',
    label: 'Ana',
    changes: [{ field: 'name', before: null, after: 'Ana', isBeforeMissing: true }],
    jobId: null,
    undo: 'possible',
    undoReason: null,
  };

  test('an entry of each kind and action is read', () => {
    const actions = ['create', 'change', 'replace', 'delete', 'activate', 'submit'];
    expectReadable(journalEntrySchema, each(entry, 'action', actions));
    expectReadable(journalEntrySchema, each(entry, 'kind', ['user', 'group', 'limits', 'report']));
    expectReadable(journalEntrySchema, each(entry, 'undo', ['possible', 'done', 'impossible']));
  });

  test('a search has at most 200 characters', () => {
    const find = { text: 'x'.repeat(200), undo: null };
    expectReadable(journalFindSchema, each(find, 'undo', [null, 'possible', 'done', 'impossible']));
    const { success } = journalFindSchema.safeParse({ ...find, text: 'x'.repeat(201) });
    expect(success).toBe(false);
  });

  test('a draft of each kind is read', () => {
    const draft = { key: 'user:1', kind: 'user', label: 'Ana', base: null, edit: {}, savedAt: 1 };
    const kinds = ['user', 'group', 'limits', 'submission', 'note'];
    expectReadable(draftSchema, each(draft, 'kind', kinds));
  });

  test('what became of an edit is read', () => {
    const conflicts = [{ field: 'name', base: 1, theirs: 2, mine: 3 }];
    const group = groupSchema.parse({ id: 'g', deviceIds: null, extra: {} });
    const results = [
      { status: 'saved', record: group, journalId: null },
      { status: 'conflict', conflicts, theirs: group },
    ];
    expectReadable(savedSchema(groupSchema), results);
    expectReadable(editResultSchema, [{ status: 'deleted', journalId: 'j' }]);
  });
});

test('a record that was stored before a field existed does not provide it', () => {
  const user = userSchema.parse({ id: 'u', extra: {} });
  expect(user).toMatchObject({ name: null, disabled: null, adminDevices: null, expiresAt: null });
  expect(user).toMatchObject({ tags: {}, privileges: [] });
  expect(user).not.toHaveProperty('password');
  expect(userSchema.parse({ ...user, password: 'secret' })).not.toHaveProperty('password');
});

describe('the log of a device', () => {
  test('each reason why a part is not complete is read', () => {
    const part = { from: 1, to: 2, received: 0, unreadable: 0, outside: 0, originals: [] };
    const reasons = ['capped', 'notUnderstood', 'outside', 'notChecked'];
    expectReadable(incompletePartSchema, each(part, 'reason', reasons));
    expectReadable(coverageSchema, [
      {
        days: { total: 1, complete: 0, canChange: 0, incomplete: 1, notLoaded: 0 },
        missing: [{ from: 1, to: 2 }],
        unsettled: [{ from: 1, to: 2 }],
        incomplete: [{ ...part, reason: 'capped' }],
        asOf: null,
      },
    ]);
  });

  test('a fetch of each log in each phase is read', () => {
    const fetch = {
      id: 'f',
      log: 'locations',
      devices: 1,
      firstDeviceId: 'd',
      from: 1,
      to: 2,
      phase: 'running',
      fault: null,
      resumesAt: null,
      nextCallAt: null,
      callsSpent: 0,
      callsLeft: 0,
      slicesDone: 0,
      records: 0,
      skippedRecords: 0,
      outsideRecords: 0,
      incompleteDays: 0,
      sliceMs: 1,
    };
    const phases = ['running', 'paused', 'interrupted', 'done', 'failed', 'cancelled'];
    expectReadable(fetchStateSchema, each(fetch, 'phase', phases));
    expectReadable(fetchStateSchema, each(fetch, 'log', ['locations', 'alerts']));
  });

  test('a position needs both coordinates', () => {
    const fix = { at: 1, latitude: 2, longitude: 3, speed: null, course: 4, battery: 5 };
    const position = { at: 1, latitude: 2, longitude: 3, speed: null, course: 4 };
    expect(positionOf(fix as never)).toEqual(position);
    expectReadable(lastPositionSchema, [position, { ...position, at: null }]);
    expect(positionOf({ ...fix, latitude: null } as never)).toBeNull();
    expect(positionOf({ ...fix, longitude: null } as never)).toBeNull();
    expect(positionOf(null)).toBeNull();
    const answers = ['notUnderstood', 'older', 'ahead', 'behind', 'none'];
    expectReadable(otherAnswerSchema, each({ at: null }, 'is', answers));
  });

  test('each reason why alerts are not watched is read', () => {
    const watch = { devices: 1, loaded: 0, oldestAt: null, off: null };
    expectReadable(alertWatchSchema, each(watch, 'off', [null, 'budget', 'paused', 'fault']));
  });

  test('channels are read as this version and as earlier ones stored them', () => {
    const channels = { sent: ['Email'], notSent: ['SMS'], isWhole: true };
    expect(readStoredChannels(channels)).toEqual(channels);
    expect(readStoredChannels(['Email'])).toEqual({ sent: ['Email'], notSent: [], isWhole: false });
    expect(readStoredChannels('Email')).toEqual({ sent: [], notSent: [], isWhole: false });
  });
});

describe('a job', () => {
  const job = {
    id: 'j',
    title: 'Import',
    kind: 'user',
    createdAt: 1,
    phase: 'planned',
    pausedBy: null,
    resumesAt: null,
    rows: 0,
    counts: { refused: 0, waiting: 0, running: 0, done: 0, failed: 0, undone: 0 },
    calls: 0,
    callsPerMinute: 1,
    estimatedSeconds: 0,
    canUndo: false,
  };

  test('of each kind in each phase is read', () => {
    const kinds = ['user', 'group', 'limits', 'report', 'mixed'];
    const phases = ['planned', 'running', 'paused', 'done', 'cancelled'];
    expectReadable(jobSchema, each(job, 'kind', kinds));
    expectReadable(jobSchema, each(job, 'phase', phases));
    expect(jobSchema.safeParse({ ...job, counts: { ...job.counts, lost: 1 } }).success).toBe(false);
  });

  test('the answer to a submission is read from each source', () => {
    const result = { of: 'alert', source: 'answer', found: 'yes', records: 1, differences: [] };
    const said = { sent: [], notSent: [], isWhole: true };
    const whole = { ...result, channels: { asked: ['SMS'], said } };
    expectReadable(submissionResultSchema, each(whole, 'of', ['location', 'alert']));
    expectReadable(submissionResultSchema, each(whole, 'source', ['answer', 'range', 'lookup']));
    const found = ['yes', 'no', 'notProvided', 'notUnderstood'];
    expectReadable(submissionResultSchema, each(whole, 'found', found));
  });
});

describe('a map file', () => {
  const facts = {
    container: 'pmtiles',
    bytes: 1,
    bounds: [0, 0, 1, 1],
    minZoom: 0,
    maxZoom: 1,
    schema: 'openmaptiles',
    tileSize: 512,
    hasSea: false,
    attribution: '',
    ignored: ['format', 'compression', 'bounds', 'zoom', 'rows', 'metadata'],
  };
  const refusals = [
    'missing',
    'unreadable',
    'notMap',
    'noTiles',
    'otherVersion',
    'cutOff',
    'damaged',
    'excessive',
    'slow',
    'ended',
    'unsafe',
    'empty',
    'blank',
    'remote',
    'otherSchema',
    'otherFormat',
    'known',
    'tooMany',
  ];

  test('on the list is read in each state', () => {
    const file = {
      id: 'f',
      name: 'a.pmtiles',
      origin: 'place',
      state: 'ready',
      detail: '',
      facts,
      revision: 1,
    };
    expectReadable(mapFileSchema, each(file, 'state', ['checking', 'ready', ...refusals]));
    expectReadable(mapFileSchema, each(file, 'origin', ['place', 'copy', 'policy']));
    const containers = each(facts, 'container', ['pmtiles', 'mbtiles']);
    const schemas = each(facts, 'schema', ['openmaptiles', 'protomaps', 'shortbread', null]);
    expectReadable(mapFileSchema, each(file, 'facts', [...containers, ...schemas, null]));
  });

  test('that is offered is read in each state', () => {
    const offer = { id: 'f', name: 'a.pmtiles' };
    expectReadable(mapFileOfferSchema, [
      { ...offer, state: 'reading' },
      { ...offer, state: 'readable', facts, freeBytes: null },
      ...each({ ...offer, state: 'refused', detail: '' }, 'reason', refusals),
      { ...offer, state: 'copying', share: 0.5 },
      ...each({ ...offer, state: 'notCopied' }, 'reason', ['full', 'failed']),
    ]);
  });
});

describe('what the window shows of the app', () => {
  test('each phase of updates is read', () => {
    const reasons = ['policy', 'settings', 'unreadable', 'noFeed', 'noKey', 'unsupported'];
    expectReadable(updateStateSchema, [
      ...each({ phase: 'off' }, 'why', reasons),
      { phase: 'idle', checkedAt: null, note: null },
      { phase: 'checking' },
      { phase: 'available', version: '2.0.0', host: 'example.com' },
      { phase: 'downloading', version: '2.0.0' },
      { phase: 'staged', version: '2.0.0', waitsFor: null },
      { phase: 'failed', message: 'No space is left.' },
    ]);
  });

  test('each pause of the refresh and each phase of the limit of a day is read', () => {
    expectReadable(refreshPauseSchema, [null, 'hidden', 'asleep', 'battery']);
    const limit = { limit: 10, left: 5, reserve: 1, endsAt: 1 };
    const phases = ['enough', 'spread', 'reserved', 'usedUp'];
    expectReadable(dayLimitSchema, each(limit, 'phase', phases));
  });

  test('each problem of a small file is read', () => {
    const problem = { id: 'p', file: 'settings.json', backup: null, skipped: [], copies: 0 };
    const contents = [
      'settings',
      'accounts',
      'allowedHosts',
      'window',
      'updates',
      'temporaryFiles',
      'mapFiles',
      'keyedMaps',
    ];
    const kinds = ['unreadable', 'partly', 'newer', 'unlisted', 'unwritten'];
    expectReadable(storedFileProblemSchema, [
      ...each({ ...problem, problem: 'partly' }, 'content', contents),
      ...each({ ...problem, content: 'settings' }, 'problem', kinds),
    ]);
    expectReadable(skippedPartSchema, [
      { kind: 'setting', name: 'theme' },
      { kind: 'account', name: null },
      { kind: 'submissionMode', name: 'ada' },
    ]);
  });

  test('each phase of the account is read', () => {
    const profile = { id: 'demo', address: 'http://localhost', userName: 'demo', isDemo: true };
    const open = {
      phase: 'open',
      profile,
      known: [],
      capabilities: { writesLimits: true, activates: false, takesSubmissions: true },
      submissionMode: 'auto',
      licences: null,
      accountTimeZone: null,
      keyStoredIn: 'keychain',
      copyStoredIn: 'keychain',
      needsKey: null,
      cacheNotice: null,
      notStored: null,
    };
    const modes = ['auto', 'query', 'submit', 'submitRanged'];
    expectReadable(sessionSchema, [
      { phase: 'none', last: null, known: [profile] },
      { phase: 'locked', profile },
      ...each(open, 'keyStoredIn', ['keychain', 'memory', 'nowhere']),
      ...each(open, 'copyStoredIn', ['keychain', 'passphrase', 'memory']),
      ...each(open, 'submissionMode', modes),
    ]);
    expectReadable(submissionModeChoiceSchema, modes);
  });

  test('each way in which a value can be unknown is read', () => {
    expectReadable(knownValueSchema(z.number()), [
      { is: 'value', value: 1, asOf: null },
      { is: 'notProvided', asOf: 1 },
      { is: 'notUnderstood', original: 'x', asOf: 1 },
      { is: 'neverAsked' },
    ]);
  });
});

describe('field mappings', () => {
  test('each field that can be mapped has a label, in the order of the page', () => {
    const shown = mappedKinds.map((kind) =>
      fieldsOfKind(kind).map(([field, { label, kind: values }]) => `${field}: ${label}, ${values}`),
    );
    expect(mappedKinds).toEqual(['location', 'device', 'limits']);
    expect(shown).toEqual([
      [
        'at: Time, moment',
        'latitude: Latitude, latitude',
        'longitude: Longitude, longitude',
        'speed: Speed, number',
        'course: Course, number',
        'battery: Battery, number',
      ],
      ['name: Name, text', 'expiresAt: Expires, moment', 'isActive: Active, switch'],
      [
        'expires: Expires switch, switch',
        'expirationDate: Expiration date, moment',
        'dailyEmailLimit: Daily e-mail limit, count',
        'dailySmsLimit: Daily SMS limit, count',
        'emailsSentToday: E-mails sent today, count',
        'smsSentToday: SMS sent today, count',
      ],
    ]);
  });

  test('a number is read in each form', () => {
    const forms = ['unixSeconds', 'unixMilliseconds'].map((as) => ({ pointer: '/t', as }));
    expectReadable(fieldMappingsSchema, each({}, 'location', each({}, 'at', forms)));
    expectReadable(fieldMappingsSchema, [{}, { device: {}, limits: {} }]);
  });

  test('may help if more than half of the answers are not understood', () => {
    const is = (answers: number, notUnderstood: number) =>
      isMostlyNotUnderstood({ kind: 'device', answers, notUnderstood });
    expect([is(0, 0), is(4, 2), is(4, 3), is(1, 1)]).toEqual([false, false, true, true]);
  });
});
