import { expect, test } from 'vitest';
import { type Device, noLimits } from '#shared/domain/device';
import { toJsonPatch } from '#shared/wire/encode';
import { activationEntry } from './edit-pipeline';
import type { Remote, Sent } from './remote';
import { activateOnce, guarded, testsByMember } from './saving';
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
