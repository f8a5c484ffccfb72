import { expect, test } from 'vitest';
import { type Device, noLimits } from '#shared/domain/device';
import { activationEntry } from './entries';
import type { Remote, Sent } from './remote';
import { activateOnce } from './saving';

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
    fault: { kind: 'declined', message },
  });
  expect(cached).toEqual([state]);
});
