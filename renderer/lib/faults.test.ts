import { expect, test } from 'vitest';
import {
  type Damage,
  type Fault,
  type WorkDamage,
  connectionLayers,
  faultSchema,
  workKinds,
} from '#shared/fault';
import { damageText, faultText } from './faults';
import { format } from '../../test/support/english';

/** One fault of every kind and every inner variant. */
const faults: Fault[] = [
  ...connectionLayers.map((layer) => ({ kind: 'offline' as const, layer, host: 'api.example' })),
  ...(['html', 'notJson', 'shape', 'status', 'redirect'] as const).map((evidence) => ({
    kind: 'notThisService' as const,
    evidence,
  })),
  { kind: 'notThisService', evidence: 'shape', largerThanBytes: 67_000_000 },
  { kind: 'unauthorized' },
  { kind: 'forbidden' },
  { kind: 'notFound' },
  { kind: 'conflict' },
  { kind: 'declined', reason: 'gone', message: 'There is no such job.' },
  { kind: 'declined', reason: 'state', message: 'This job has ended already.' },
  { kind: 'invalid', message: 'The address needs https.' },
  { kind: 'invalid', message: '' },
  { kind: 'limitReached', retryAfterSeconds: 45 },
  { kind: 'busy', status: 503 },
  ...(['missing', 'locked', 'denied', 'notStored', 'otherAccount'] as const).map((reason) => ({
    kind: 'keychain' as const,
    reason,
  })),
  ...(['damaged', 'full', 'unwritable', 'passphrase'] as const).map((reason) => ({
    kind: 'storage' as const,
    reason,
  })),
  ...(['full', 'unwritable', 'busy', 'ended', 'unread', 'gone'] as const).map((reason) => ({
    kind: 'file' as const,
    reason,
    file: 'van.csv',
  })),
  { kind: 'bug', reference: 'W-1234' },
];

test('the list above has every kind', () => {
  const kinds = faultSchema.options.map((option) => option.shape.kind.value);
  expect(new Set(faults.map((fault) => fault.kind))).toEqual(new Set(kinds));
});

test('every fault says what happened, whether anything was lost and what to do', () => {
  for (const fault of faults)
    for (const context of ['connect', 'open'] as const) {
      const words = faultText(fault, context, format);
      for (const part of ['title', 'what', 'lost', 'todo'] as const)
        expect(words[part], `${fault.kind} ${part}`).toMatch(/\S.{3}/);
      expect(Object.values(words).join(' ')).not.toMatch(/undefined|null|NaN/);
    }
});

test('no two faults have the same message', () => {
  const texts = faults.map((fault) => JSON.stringify(faultText(fault, 'open', format)));
  expect(new Set(texts).size).toBe(faults.length);
});

test('names the layer and quotes the service', () => {
  expect(
    faultText({ kind: 'offline', layer: 'dns', host: 'nowhere.example' }, 'connect', format).what,
  ).toBe('Name lookup (DNS) found no machine called nowhere.example.');
  expect(
    faultText({ kind: 'unauthorized', message: 'Invalid API key or username.' }, 'connect', format)
      .what,
  ).toContain('“Invalid API key or username.”');
});

test('says nothing about resuming automatically on the connect screen', () => {
  const fault = { kind: 'limitReached', retryAfterSeconds: 20 } as const;
  expect(faultText(fault, 'connect', format).todo).toBe('Wait 20 s, then try again.');
  expect(faultText(fault, 'open', format).todo).toContain('resumes automatically');
});

test('does not attribute a request that Waypost declined to the service', () => {
  const message = 'Somebody else changed it after this was planned.';
  expect(faultText({ kind: 'conflict', message }, 'open', format).what).toContain(
    'The service says',
  );
  expect(faultText({ kind: 'declined', reason: 'state', message }, 'open', format)).toMatchObject({
    title: 'Not done',
    what: message,
  });
  const none = 'No account is open.';
  expect(faultText({ kind: 'notFound', message: none }, 'open', format).what).toContain(
    'The service says',
  );
  expect(
    faultText({ kind: 'declined', reason: 'gone', message: none }, 'open', format),
  ).toMatchObject({
    title: 'Not there any more',
    what: none,
  });
});

test('an answer that was cut off is not called an answer of something else', () => {
  const fault = { kind: 'notThisService', evidence: 'shape', largerThanBytes: 67_000_000 } as const;
  for (const context of ['connect', 'open'] as const) {
    const { title, what } = faultText(fault, context, format);
    expect(title).toBe('The answer of the service is too large');
    expect(what).toContain('larger than 67\u00a0MB');
  }
});

const work = (kinds: WorkDamage['kinds'], change: Partial<WorkDamage> = {}): Damage => ({
  work: { state: 'damaged', movedTo: 'a.work.db.damaged-1', kinds, backup: null, ...change },
  copy: null,
});

test('names what was lost, kept and restored of each kind, and where the old file is', () => {
  const kinds: WorkDamage['kinds'] = [
    { kind: 'drafts', kept: 1, restored: 0, lost: 2 },
    { kind: 'journal', kept: 30, restored: 0, lost: 0 },
    { kind: 'jobs', kept: 1, restored: 2, lost: null },
    { kind: 'notes', kept: 2, restored: 1, lost: 0 },
    { kind: 'downloads', kept: 0, restored: 0, lost: 0 },
  ];
  const text = damageText(work(kinds, { backup: '2026-01-14' }), format);
  expect(text.details).toEqual([
    'Lost: 2 drafts could not be read. Kept: 1.',
    'Kept: 30 journal entries, all that there were.',
    'Kept: 1 job. From a backup: 2 jobs. Whether more were lost could not be determined.',
    'Kept: 2 notes on devices. From a backup: 1 note on a device.',
  ]);
  expect(text.what).toContain('a.work.db.damaged-1');
  expect(text.lost).toMatch(
    /^Not everything that you made could be read\. .*backup of 14 Jan 2026:/,
  );
});

test('says that nothing was lost only if that is known', () => {
  const all = workKinds.map((kind) => ({ kind, kept: 3, restored: 0, lost: 0 }));
  expect(damageText(work(all), format).lost).toBe('Everything in it could be read and was kept.');
  const [first, ...others] = all;
  const restored = [{ ...first!, restored: 1 }, ...others];
  expect(damageText(work(restored), format).lost).toContain('could not be determined');
  const unknown = workKinds.map((kind) => ({ kind, kept: 0, restored: 0, lost: null }));
  expect(damageText(work(unknown), format).details).toEqual([
    'Nothing of it could be read, and how much there was could not be determined.',
  ]);
  expect(damageText(work(unknown), format).lost).toContain('could not be determined');
});

test('a damaged copy of positions took nothing that the user made', () => {
  const text = damageText({ work: null, copy: { state: 'empty', movedTo: null } }, format);
  expect(text.title).toBe('The offline copy was empty');
  expect(text.lost).toContain('Nothing that you made was lost');
});

test('a file of another version was set aside and not read', () => {
  const text = damageText(work([], { state: 'otherVersion' }), format);
  expect(text).toMatchObject({
    title: 'The file with your drafts, journal and jobs is from another version of Waypost',
    lost: 'Nothing was read from it, and nothing in it was changed.',
    details: [],
  });
  expect(text.what).toContain('a.work.db.damaged-1');
});
