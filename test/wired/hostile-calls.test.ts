import { afterEach, expect, test } from 'vitest';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { contract } from '../../shared/ipc/contract';
import type { Call, Contract } from '../../shared/ipc/define';
import { message } from '../../shared/i18n/translate';
import { faultIn, openIpc } from '../support/ipc';
import { cleanUp, credentialsOf, startTestService, temporaryFolder } from '../support/resources';
import { openSession, untilAllPolled } from '../support/session';

// A compromised window may send any input of the right shape. Every call must be answered or
// refused with a message: an exception would be a `bug`.

afterEach(cleanUp);

const ids = [
  'nobody',
  '__proto__',
  'constructor',
  '../../etc',
  'a'.repeat(512),
  '\u0000',
  '\uD800',
  '.',
];
const many = Array.from({ length: 200_000 }, (_, i) => `id-${i}`);
const far = Number.MAX_SAFE_INTEGER;
const lastDate = 8_640_000_000_000_000;

const user = (id: string) => ({
  id,
  name: null,
  email: null,
  country: null,
  timeZone: null,
  description: null,
  message: null,
  disabled: null,
  disabledMessage: null,
  tags: JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, string>,
  privileges: [],
  group: id,
  deviceId: id,
  adminDevices: null,
  validFrom: null,
  expiresAt: null,
  createdAt: null,
  modifiedAt: null,
  lastLoginAt: null,
  extra: JSON.parse('{"__proto__":{"a":1}}') as Record<string, unknown>,
});
const group = (id: string) => ({
  id,
  name: id,
  description: null,
  deviceIds: null,
  createdAt: null,
  modifiedAt: null,
  extra: {},
});
const device = (id: string) => ({
  id,
  name: id,
  description: null,
  phone: null,
  uniqueId: null,
  tags: {},
  category: null,
  active: null,
  limits: null,
  createdAt: null,
  modifiedAt: null,
  lastSeenAt: null,
  expiresAt: null,
  unlistedAt: null,
  extra: {},
});

const edits = [
  {},
  { name: '', email: '' },
  {
    name: 'A',
    email: 'a@b.example',
    country: 'ES',
    timeZone: 'Europe/Madrid',
    validFrom: lastDate,
  },
  { expiresAt: -lastDate },
  { tags: JSON.parse('{"__proto__":"x"}') as Record<string, string> },
  { group: '__proto__', deviceId: '__proto__' },
];
const limits = [
  {},
  { expires: true },
  { expires: true, expirationDate: '9999-99-99' },
  { expirationDate: '0000-00-00' },
  { dailyEmailLimit: far },
];

function inputs(): [string, unknown][] {
  const each: [string, unknown][] = [
    ['session.connect', { address: '', userName: '', apiKey: '' }],
    ['session.connect', { address: 'http://[::1', userName: 'a', apiKey: 'b' }],
    ['session.connect', { address: 'https://\u0000', userName: '\uD800', apiKey: '\uD800' }],
    ['session.connect', { address: 'http://127.0.0.1:1', userName: 'a\r\nb', apiKey: '\uD800' }],
    ['session.replaceKey', { apiKey: ' ' }],
    ['session.setPassphrase', { passphrase: '\uD800'.repeat(8) }],
    ['session.unlock', { passphrase: '' }],
    ['session.setSubmissionMode', { id: '__proto__', mode: 'submit' }],
    ['session.setSubmissionMode', { id: 'demo', mode: 'auto' }],
    ['fleet.prioritise', { selected: '__proto__', inView: ids, inTable: ids }],
    ['fleet.prioritise', { selected: null, inView: [], inTable: [] }],
    ['fleet.openPort', undefined],
    ['app.copyText', { text: '\u0000' }],
    ['app.openInBrowserMap', { latitude: -90, longitude: 180 }],
    ['app.dial', { number: '112' }],
    ['drafts.put', { key: '__proto__', kind: 'user', label: '', base: null, edit: {} }],
    [
      'drafts.put',
      { key: 'x', kind: 'limits', label: 'x', base: { a: [] }, edit: { password: {} } },
    ],
    ['drafts.remove', { key: '' }],
    ['drafts.typed', { passwords: far }],
    ['journal.counts', { text: '\\' }],
    ['journal.list', { from: far, limit: 500 }],
    ['journal.list', { from: far, limit: 500, find: { text: '\\', undo: 'done' } }],
    ['journal.ids', { text: '%', undo: null }],
    ['jobs.plan', { title: '', kind: 'user', steps: [] }],
    [
      'jobs.plan',
      {
        title: 'x',
        kind: 'user',
        steps: many.map((id) => ({ kind: 'user', action: 'delete', id })),
      },
    ],
    ['records.edit', { kind: 'user', action: 'create', edit: {} }],
    ['records.edit', { kind: 'group', action: 'create', edit: {} }],
    ['records.edit', { kind: 'group', action: 'create', edit: { name: 'x', deviceIds: many } }],
  ];
  for (const id of ids) {
    each.push(
      ['fleet.details', { id }],
      ['fleet.refreshDevice', { id }],
      ['records.edit', { kind: 'user', action: 'delete', id }],
      ['records.edit', { kind: 'group', action: 'delete', id }],
      ['records.edit', { kind: 'limits', action: 'activate', id }],
      ['journal.undo', { id }],
      ['drafts.remove', { key: id }],
    );
    for (const call of ['start', 'pause', 'cancel', 'rowStates', 'remove']) {
      each.push([`jobs.${call}`, { id }]);
    }
    for (const rows of [null, [], [far]]) {
      each.push(['jobs.retryFailed', { id, rows }], ['jobs.planUndo', { id, rows }]);
    }
    each.push(['jobs.planUndoOfEntries', { ids: [id, id] }]);
    each.push(['jobs.rows', { id, from: far, limit: 500, state: null }]);
    for (const edit of edits) {
      each.push(
        ['records.edit', { kind: 'user', action: 'change', base: user(id), edit }],
        ['records.edit', { kind: 'user', action: 'replace', base: user(id), edit }],
        [
          'jobs.plan',
          { title: 'x', kind: 'user', steps: [{ kind: 'user', action: 'change', id, edit }] },
        ],
        [
          'jobs.plan',
          { title: 'x', kind: 'group', steps: [{ kind: 'user', action: 'create', edit }] },
        ],
      );
    }
    for (const edit of [{}, { name: null }, { deviceIds: [id, id] }, { deviceIds: [] }]) {
      each.push(
        ['records.edit', { kind: 'group', action: 'change', base: group(id), edit }],
        ['records.edit', { kind: 'group', action: 'replace', base: group(id), edit }],
        [
          'jobs.plan',
          { title: 'x', kind: 'user', steps: [{ kind: 'group', action: 'change', id, edit }] },
        ],
      );
    }
    for (const edit of limits) {
      each.push(
        ['records.edit', { kind: 'limits', action: 'change', base: device(id), edit }],
        [
          'jobs.plan',
          { title: 'x', kind: 'limits', steps: [{ kind: 'limits', action: 'change', id, edit }] },
        ],
      );
    }
    for (const expirationDate of [null, '', '9999-99-99', 'x'.repeat(10_000)]) {
      const steps = [{ kind: 'limits', action: 'renew', id, expirationDate }];
      each.push(['jobs.plan', { title: 'x', kind: 'limits', steps }]);
    }
  }
  for (const what of ['devices', 'users', 'groups', 'membership', 'journal']) {
    for (const format of ['csv', 'xlsx', 'geojson', 'kml']) {
      for (const some of [[], ids, null]) {
        each.push(['exchange.exportTable', { what, format, ids: some, filter: '\u0000=1+1' }]);
      }
    }
  }
  each.push(['exchange.exportTable', { what: 'devices', format: 'csv', ids: many, filter: '' }]);
  return each;
}

test('answers or refuses every call of the window with a message, whatever its input', async () => {
  const running = await startTestService();
  const folder = temporaryFolder();
  const session = openSession(folder, memoryKeychain(), {
    settings: () => ({ callsPerMinute: 60_000 }),
  });
  const ipc = openIpc(session, folder);
  const bugs: unknown[] = [];
  const silent: unknown[] = [];
  const failed = new Map<string, string>();
  async function askAll(): Promise<void> {
    for (const [call, input] of inputs()) {
      const outcome = await ipc.invoke(call, input);
      const fault = faultIn(outcome);
      if (!fault) continue;
      const about = JSON.stringify(input)?.slice(0, 200);
      failed.set(call, fault.kind);
      if (fault.kind === 'bug') bugs.push([call, about, ipc.log.at(-1)]);
      if (fault.kind === 'invalid' && !fault.message) silent.push([call, about]);
    }
  }
  const misshapen = inputs().filter(([call, input]) => {
    const [word, name] = call.split('.') as [string, string];
    const entry = (contract as Contract)[word]![name] as Call;
    return !entry.input.safeParse(input).success;
  });
  expect(misshapen.map(([call]) => call)).toEqual([]);
  await askAll();
  expect({ bugs, silent }).toEqual({ bugs: [], silent: [] });
  await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  ipc.file.save = `${folder}/out`;
  await askAll();
  expect({ bugs, silent }).toEqual({ bugs: [], silent: [] });
  expect(failed.get('fleet.details')).toBe('notFound');
  // No input has changed the prototypes.
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['a']).toBeUndefined();
}, 120_000);

test.each([far, -far, -1e300])(
  'a validity of %d is no date, and is refused in words',
  async (at) => {
    const running = await startTestService();
    const folder = temporaryFolder();
    const session = openSession(folder);
    await session.connect(credentialsOf(running));
    const ipc = openIpc(session, folder);
    const edit = { validFrom: at };
    for (const [call, input] of [
      ['records.edit', { kind: 'user', action: 'change', base: user('x'), edit }],
      [
        'jobs.plan',
        { title: 'x', kind: 'user', steps: [{ kind: 'user', action: 'change', id: 'x', edit }] },
      ],
    ] as const) {
      const fault = faultIn(await ipc.invoke(call, input));
      expect(fault).toMatchObject({
        kind: 'invalid',
        message: message('fields.problem.noSuchDate'),
      });
    }
  },
);

const aeons = [
  { from: 0, to: Number.MAX_SAFE_INTEGER },
  { from: -8.64e15, to: 0 },
  { from: -1, to: 8.64e15 },
  { from: 0, to: 4_000_000_000_000 },
];

test.each(aeons)(
  'a range from $from to $to is refused before it is divided into days',
  async (range) => {
    const running = await startTestService();
    const folder = temporaryFolder();
    const session = openSession(folder);
    await session.connect(credentialsOf(running));
    await untilAllPolled(session);
    const ipc = openIpc(session, folder);
    const [first] = session.account().fleet.devices();
    const deviceIds = [first!.id];
    for (const [call, input] of [
      ['history.load', { request: 1, deviceId: deviceIds[0], range }],
      ['history.plan', { log: 'locations', deviceIds, range }],
      ['history.fetch', { log: 'alerts', deviceIds, range }],
      [
        'alerts.list',
        { deviceIds, range, names: null, acknowledged: null, severity: null, from: 0, limit: 1 },
      ],
    ] as const) {
      const fault = faultIn(await ipc.invoke(call, input));
      expect([call, fault]).toMatchObject([
        call,
        { kind: 'invalid', message: { key: expect.any(String) } },
      ]);
    }
  },
);
