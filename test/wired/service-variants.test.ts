import { afterEach, expect, test } from 'vitest';
import type { Quirks } from '../../main/service/quirks';
import {
  cleanUp,
  credentialsOf,
  faultOf,
  startTestService,
  temporaryFolder,
} from '../support/resources';
import { openSession, untilAllPolled } from '../support/session';

// Every interpretation that the wire contract allows: whatever a service sends within the contract, the fleet, the
// groups and the users must be the same.

afterEach(cleanUp);

async function connectTo(quirks: Partial<Quirks>, devices: number) {
  const running = await startTestService({ devices, quirks });
  const session = openSession(temporaryFolder());
  await session.connect(credentialsOf(running));
  await untilAllPolled(session, devices);
  return session.account();
}

test.each<[string, Partial<Quirks>]>([
  [
    'bare lists, text numbers, no zone, no success member',
    { lists: 'bare', numbers: 'text', zone: 'none', success: 'absent' },
  ],
  [
    'unset members absent, never reported is 404, always fractions',
    {
      unset: 'absent',
      neverReported: 'notFound',
      fractions: 'always',
      groupError: 'absent',
      usage: 'absent',
    },
  ],
  [
    'unknown fields, names of countries, refusals with 200',
    {
      unknownFields: true,
      country: 'name',
      refusals: 'ok',
      neverReported: 'absent',
      fractions: 'never',
    },
  ],
])('reads the fleet, the groups and the users of a service with %s', async (_, quirks) => {
  const { fleet, users, groups } = await connectTo(quirks, 30);
  const located = fleet.ids().filter((id) => fleet.details(id).fix?.latitude != null);
  expect(located.length).toBeGreaterThan(19);
  for (const list of [users, groups]) {
    expect(list.current().fault).toBeNull();
    expect(list.current().items.length).toBeGreaterThan(3);
  }
});

test.each(['array', 'null', 'absent'] as const)('reads empty lists as %s', async (emptyLists) => {
  const { fleet, users, groups } = await connectTo({ emptyLists }, 0);
  expect(fleet.ids()).toEqual([]);
  for (const list of [users, groups]) expect(list.current().fault).toBeNull();
});

test.each(['ok', 'unauthorized', 'older'] as const)(
  'says what a service says of a refused key, as %s',
  async (tokenRefusal) => {
    const running = await startTestService({ devices: 1, quirks: { tokenRefusal } });
    const session = openSession(temporaryFolder());
    const refused = session.connect({ ...credentialsOf(running), apiKey: 'wrong' });
    expect(await faultOf(refused)).toMatchObject({
      kind: 'unauthorized',
      message: 'Invalid API key or username.',
    });
  },
);
