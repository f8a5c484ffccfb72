import { expect, test } from 'vitest';
import { connectionLayers, faultSchema, type Fault } from '#shared/fault';
import { faultText } from './fault-text';

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
  ...(['full', 'unwritable', 'busy', 'ended', 'unread'] as const).map((reason) => ({
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
      const words = faultText(fault, context);
      for (const part of ['title', 'what', 'lost', 'todo'] as const)
        expect(words[part], `${fault.kind} ${part}`).toMatch(/\S.{3}/);
      expect(Object.values(words).join(' ')).not.toMatch(/undefined|null|NaN/);
    }
});

test('no two faults have the same message', () => {
  const texts = faults.map((fault) => JSON.stringify(faultText(fault, 'open')));
  expect(new Set(texts).size).toBe(faults.length);
});

test('names the layer and quotes the service', () => {
  expect(
    faultText({ kind: 'offline', layer: 'dns', host: 'nowhere.example' }, 'connect').what,
  ).toBe('Name lookup (DNS) found no machine called nowhere.example.');
  expect(
    faultText({ kind: 'unauthorized', message: 'Invalid API key or username.' }, 'connect').what,
  ).toContain('“Invalid API key or username.”');
});

test('says nothing about resuming automatically on the connect screen', () => {
  const fault = { kind: 'limitReached', retryAfterSeconds: 20 } as const;
  expect(faultText(fault, 'connect').todo).toBe('Wait 20 s, then try again.');
  expect(faultText(fault, 'open').todo).toContain('resumes automatically');
});

test('does not attribute a request that Waypost declined to the service', () => {
  const message = 'Somebody else changed it after this was planned.';
  expect(faultText({ kind: 'conflict', message }, 'open').what).toContain('The service says');
  expect(faultText({ kind: 'declined', reason: 'state', message }, 'open')).toMatchObject({
    title: 'Not done',
    what: message,
  });
  const none = 'No account is open.';
  expect(faultText({ kind: 'notFound', message: none }, 'open').what).toContain('The service says');
  expect(faultText({ kind: 'declined', reason: 'gone', message: none }, 'open')).toMatchObject({
    title: 'Not there any more',
    what: none,
  });
});

test('an answer that was cut off is not called an answer of something else', () => {
  const fault = { kind: 'notThisService', evidence: 'shape', largerThanBytes: 67_000_000 } as const;
  for (const context of ['connect', 'open'] as const) {
    const { title, what } = faultText(fault, context);
    expect(title).toBe('The answer of the service is too large');
    expect(what).toContain('larger than 67 MB');
  }
});
