import { expect, test } from 'vitest';
import { type Device, noLimits } from '#shared/domain/device';
import { toJsonPatch } from '#shared/wire/records';
import { mayStillArrive } from '#shared/domain/edit';
import { FaultError, type Fault } from '#shared/fault';
import { activationEntry } from './edit-pipeline';
import {
  type Remote,
  type Sent,
  activateOnce,
  guarded,
  testsByMember,
  isRefusal,
  isUnsure,
  redactPassword,
} from './saving';
import { says } from '../../../test/support/english';

type IsActive = boolean | null;

const sent = (isActive: IsActive): Sent<Device> => ({
  record: { id: 'd1', name: 'Van', isActive, limits: null } as Device,
  raw: null,
});

/** A service that answers the reads of a device one after the other, and the change of it. */
function service({ reads, answer }: { reads: IsActive[]; answer: IsActive | undefined }) {
  const cached: unknown[] = [];
  const remote: Remote<'limits'> = {
    kind: 'limits',
    read: () => Promise.resolve(sent(reads.shift() ?? null)),
    patch: () => Promise.resolve(answer === undefined ? null : sent(answer)),
    editable: ({ limits }) => limits ?? noLimits,
    label: ({ id }) => id,
    cache: ({ record }) => cached.push(record.isActive),
    drop: () => undefined,
    announce: () => undefined,
  };
  return { remote, cached };
}

test.each([
  ['its answer', [false], true, false],
  ['the record, after an answer without it', [false, true], null, false],
  ['the record, after an answer that it is not', [false, true], false, false],
  ['the record, after no answer', [null, true], undefined, null],
] as const)('an activation is recorded as stated by %s', async (_, reads, answer, before) => {
  const { remote } = service({ reads: [...reads], answer });
  const activated = await activateOnce(remote, 'd1', undefined);
  const { changes } = activationEntry(remote, activated.before!, activated.after.record);
  expect(changes).toEqual([{ field: 'active', before, after: true }]);
});

test.each([
  [null, 'The service did not state that it is active.'],
  [false, 'The service states that it is not active.'],
])('an activation after which the service states %s is not one', async (state, message) => {
  const { remote, cached } = service({ reads: [false, state], answer: state });
  await expect(activateOnce(remote, 'd1', undefined)).rejects.toMatchObject({
    fault: { kind: 'declined', message: says(message) },
  });
  expect(cached).toEqual([state]);
});

const raw = { name: 'Depot', tags: { floor: '1' }, Modification: '2030-01-01T00:00:00Z' };
const support = () => ({ refused: new Set<string>() });

test('guards a replacement by the old value', () => {
  const steps = toJsonPatch('user', raw, { name: 'Yard' });
  expect(guarded('user', steps, raw, support())).toEqual([
    { op: 'test', path: '/name', value: 'Depot' },
    { op: 'replace', path: '/name', value: 'Yard' },
  ]);
});

test('guards an added member by the time of the last change, and a password not at all', () => {
  const added = toJsonPatch('user', raw, { description: 'New' });
  expect(guarded('user', added, raw, support())).toEqual([
    { op: 'test', path: '/Modification', value: '2030-01-01T00:00:00Z' },
    { op: 'add', path: '/description', value: 'New' },
  ]);
  const password = toJsonPatch('user', raw, { password: 'x' });
  expect(guarded('user', password, raw, support())).toEqual([
    { op: 'add', path: '/password', value: 'x' },
  ]);
});

test('leaves out only the tests that were refused', () => {
  const steps = toJsonPatch('user', raw, { name: 'Yard', tags: { floor: '2', hall: 'b' } });
  const refused = new Set(['user/tags', 'user/Modification', 'group/name']);
  expect(guarded('user', steps, raw, { refused }).map(({ op, path }) => `${op} ${path}`)).toEqual([
    'test /name',
    'replace /name',
    'replace /tags/floor',
    'add /tags/hall',
  ]);
  expect([...testsByMember(guarded('user', steps, raw, support())).keys()]).toEqual([
    '/Modification',
    '/name',
    '/tags',
  ]);
});

const faults: [Fault, 'refused' | 'unsure' | 'neither', boolean][] = [
  [{ kind: 'conflict' }, 'refused', false],
  [{ kind: 'invalid', message: '' }, 'refused', false],
  [{ kind: 'offline', layer: 'timeout' }, 'unsure', true],
  [{ kind: 'offline', layer: 'tcp' }, 'unsure', false],
  [{ kind: 'busy', status: 500 }, 'unsure', false],
  [{ kind: 'busy', status: 504 }, 'unsure', true],
  [{ kind: 'notThisService', evidence: 'html' }, 'unsure', false],
  [{ kind: 'limitReached' }, 'neither', false],
  [{ kind: 'unauthorized' }, 'neither', false],
  [{ kind: 'forbidden' }, 'neither', false],
  [{ kind: 'notFound' }, 'neither', false],
];

test.each(faults)('%o is %s', (fault, expected, comes) => {
  const is = isRefusal(fault) ? 'refused' : isUnsure(fault) ? 'unsure' : 'neither';
  expect({ is, comes: mayStillArrive(fault) }).toEqual({ is: expected, comes });
});

test('redacts a password that the service quotes', async () => {
  const refuse = (message: string) => () =>
    Promise.reject(new FaultError({ kind: 'invalid', message }));
  const edit = { name: 'Anna', password: 'hunter2' };
  await expect(
    redactPassword(edit, refuse('password: "hunter2" is too short (hunter2)')),
  ).rejects.toMatchObject({ fault: { message: 'password: "…" is too short (…)' } });
  await expect(redactPassword(edit, refuse('too short'))).rejects.toMatchObject({
    fault: { message: 'too short' },
  });
  await expect(redactPassword({ password: '' }, refuse('no'))).rejects.toMatchObject({
    fault: { message: 'no' },
  });
  expect(await redactPassword(edit, () => Promise.resolve('hunter2'))).toBe('hunter2');
});
