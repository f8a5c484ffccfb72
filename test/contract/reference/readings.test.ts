import { describe, expect, it } from 'vitest';
import type { Quirks } from '#main/service/start';
import { part, type Answer, type Body, type Client } from '../client';
import { stoppedClock, withService, type Reference } from '../target';

const clock = stoppedClock('2027-03-01T12:00:00Z');

/** A small account with one device, one fix, one group and one user, in the given variant. */
async function inReading(
  quirks: Partial<Quirks>,
  work: (reference: Reference) => Promise<void>,
): Promise<void> {
  await withService({ now: clock.now, quirks }, async (reference) => {
    const { service, client } = reference;
    await service.control.addDevice({ id: 'd', name: 'Van' });
    await service.control.setFix('d', { latitude: 1.5, longitude: 2, speed: 3, battery: 90 });
    await client.send('POST', '/api/groups', { name: 'North', devices: ['d'] });
    await client.send('POST', '/api/users', {
      name: 'Ana',
      email: 'ana@waypost.example',
      country: 'ES',
      timeZone: 'Europe/Madrid',
    });
    await work(reference);
  });
}

const first = ({ body }: Answer, key: string) => (body[key] as Body[])[0] as Body;
const group = async (client: Client) =>
  client.get(`/api/groups/${part(first(await client.get('/api/groups'), 'groups').id)}`);

describe('a list of more devices than one part of its text has', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, i) => `d${i}`);
  const listed = async (count: number, quirks: Partial<Quirks>) => {
    const found: { body: unknown; list: readonly (Body | null)[] }[] = [];
    await withService({ now: clock.now, quirks }, async ({ service, client }) => {
      for (const id of ids(count)) await service.control.addDevice({ id, name: `Van ${id}` });
      const { body } = await client.get('/api/devices');
      const list = Array.isArray(body) ? (body as Body[]) : (body.devices as Body[]);
      found.push({ body, list });
    });
    return found[0]!;
  };

  it.each([201, 400, 401])('%i devices are all there, in their order', async (count) => {
    const { body, list } = await listed(count, {});
    expect(body).toMatchObject({ success: true, apiUsage: count });
    expect(list.map((each) => each?.id)).toEqual(ids(count));
    const bare = await listed(count, { lists: 'bare' });
    expect(bare.list).toEqual(list);
  });

  it('records that are wrong are in its middle', async () => {
    const { list } = await listed(401, { badRecords: true });
    expect(list).toHaveLength(403);
    expect([list[199]?.id, list[200], list[202]?.id]).toEqual(['d199', null, 'd200']);
  });
});

describe('the envelope', () => {
  it('has the payload of each area as in the contract, with both counters', async () => {
    await inReading({}, async ({ client }) => {
      const counters = { apiUsage: 1, apiDailyUsage: expect.any(Number) as number };
      const devices = (await client.get('/api/devices')).body;
      expect(devices).toMatchObject({ success: true, ...counters, devices: [{ id: 'd' }] });
      expect(devices).not.toHaveProperty('error');
      expect((await client.get('/api/devices/d')).body).toMatchObject({
        success: true,
        device: { id: 'd' },
      });
      expect((await group(client)).body).toMatchObject({
        success: true,
        error: null,
        name: 'North',
      });
      const user = first(await client.get('/api/users'), 'users');
      const { body } = await client.get(`/api/users/${part(user.id)}`);
      expect(body).toMatchObject({
        success: true,
        ...counters,
        name: 'Ana',
        password: null,
        lastLogin: null,
      });
      expect(body).not.toHaveProperty('error');
      const failed = await client.get('/api/groups/none');
      expect(failed.body).toEqual({ success: false, error: 'Group not found.', ...counters });
    });
  });

  it('may lack success, error and counters', async () => {
    const quirks = { success: 'absent', groupError: 'absent', usage: 'absent' } as const;
    await inReading(quirks, async ({ client }) => {
      expect(Object.keys((await client.get('/api/groups')).body)).toEqual(['groups']);
    });
  });

  it('may count the calls of the day in both counters', async () => {
    await inReading({ usage: 'total' }, async ({ client }) => {
      const { apiUsage, apiDailyUsage } = (await client.get('/api/devices')).body;
      expect([apiUsage, apiDailyUsage]).toEqual([3, 3]);
    });
  });

  it.each(['named', 'data'] as const)('may hold a single record as "%s"', async (singleRecord) => {
    await inReading({ singleRecord }, async ({ client }) => {
      const { body } = await group(client);
      expect(body[singleRecord === 'named' ? 'group' : 'data']).toMatchObject({ name: 'North' });
      expect(body).not.toHaveProperty('name');
    });
  });

  it('may be missing around a list', async () => {
    await inReading({ lists: 'bare' }, async ({ client }) => {
      expect((await client.get('/api/devices')).body).toMatchObject([{ id: 'd' }]);
    });
  });

  it.each(['array', 'null', 'absent'] as const)(
    'may represent "nothing" as %s',
    async (emptyLists) => {
      await withService({ quirks: { emptyLists } }, async ({ client }) => {
        for (const key of ['devices', 'groups', 'users']) {
          const { body } = await client.get(`/api/${key}`);
          expect(body.success).toBe(true);
          expect(body[key]).toEqual({ array: [], null: null, absent: undefined }[emptyLists]);
          expect(Object.hasOwn(body, key)).toBe(emptyLists !== 'absent');
        }
      });
    },
  );
});

describe('values', () => {
  it.each(['null', 'absent'] as const)('that are not set may be %s', async (unset) => {
    await inReading({ unset }, async ({ client }) => {
      const { device } = (await client.get('/api/devices/d')).body as { device: Body };
      expect(Object.hasOwn(device, 'expires')).toBe(unset === 'null');
      expect(device.expires ?? null).toBeNull();
    });
  });

  it.each(['null', 'absent', 'notFound'] as const)(
    'of a device that never reported may be %s',
    async (neverReported) => {
      await inReading({ neverReported }, async ({ client, service }) => {
        await service.control.addDevice({ id: 'new' });
        const { status, body } = await client.get('/api/devices/new/lastLocation');
        expect(status).toBe(neverReported === 'notFound' ? 404 : 200);
        expect(body.success).toBe(neverReported !== 'notFound');
        expect(Object.hasOwn(body, 'lastLocation')).toBe(neverReported === 'null');
      });
    },
  );

  it('may be dates without a zone, or with milliseconds always or never', async () => {
    const read = async (quirks: Partial<Quirks>) => {
      let dates: unknown[] = [];
      await inReading(quirks, async ({ client }) => {
        const fix = (await client.get('/api/devices/d/lastLocation')).body.lastLocation as Body;
        dates = [
          fix.dateTime,
          (await group(client)).body.creation,
          (await client.exchange()).body.expires,
        ];
      });
      return dates;
    };
    const noon = '2027-03-01T12:00:00';
    const one = '2027-03-01T13:00:00';
    expect(await read({})).toEqual([`${noon}Z`, `${noon}Z`, `${one}Z`]);
    expect(await read({ zone: 'none' })).toEqual([noon, noon, one]);
    expect(await read({ fractions: 'always' })).toEqual([
      `${noon}.000Z`,
      `${noon}.000Z`,
      `${one}.000Z`,
    ]);
    clock.set('2027-03-01T12:00:00.250Z');
    expect((await read({}))[1]).toBe(`${noon}.250Z`);
    expect((await read({ fractions: 'never', zone: 'none' }))[1]).toBe(noon);
    clock.set('2027-03-01T12:00:00Z');
  });

  it('may be numbers written as text', async () => {
    await inReading({ numbers: 'text' }, async ({ client }) => {
      const { body } = await client.get('/api/devices/d/lastLocation');
      expect(body.lastLocation).toMatchObject({ latitude: '1.5', speed: '3', battery: '90' });
      expect(body.apiUsage).toBe('1');
    });
  });

  it('may name a country by code, by name or by three letters; all three can be sent', async () => {
    for (const [country, shown] of [
      ['code', 'ES'],
      ['name', 'Spain'],
      ['alpha3', 'ESP'],
    ] as const) {
      await inReading({ country }, async ({ client }) => {
        const user = first(await client.get('/api/users'), 'users');
        expect(user.country).toBe(shown);
        const whole = { ...user, country: shown, name: 'Eva' };
        const { password: _, ...withoutPassword } = whole as Body;
        const path = `/api/users/${part(user.id)}`;
        expect((await client.send('PUT', path, withoutPassword)).body).toMatchObject({
          name: 'Eva',
          country: shown,
        });
        // A password of null does not mean "unchanged": the member must be omitted.
        expect((await client.send('PUT', path, { ...whole, password: null })).status).toBe(400);
      });
    }
  });

  it('may be speeds in another unit', async () => {
    const speeds = async (speedUnit: Quirks['speedUnit']) => {
      let found: number[] = [];
      await withService(
        { now: clock.now, devices: 2, quirks: { speedUnit } },
        async ({ client }) => {
          const { id } = first(await client.get('/api/devices'), 'devices');
          const range = { from: '2027-03-01T11:00:00Z', to: '2027-03-01T12:00:00Z' };
          const { body } = await client.send('POST', `/api/devices/${part(id)}/locations`, range);
          found = (body.locations as Body[]).map(({ speed }) => Number(speed));
        },
      );
      return found;
    };
    const [metres, kilometres] = [await speeds('m/s'), await speeds('km/h')];
    expect(Math.max(...metres)).toBeGreaterThan(5);
    expect(kilometres).toEqual(metres.map((speed) => Number((speed * 3.6).toFixed(1))));
  });

  it('may include unknown members and unreadable records', async () => {
    await inReading({ unknownFields: true, badRecords: true }, async ({ client }) => {
      const { body } = await client.get('/api/devices');
      const devices = body.devices as (Body | null)[];
      expect(devices).toHaveLength(3);
      expect(devices).toContain(null);
      expect(devices.find((device) => device?.id === 'd')).toMatchObject({ revision: 7 });
      expect(body).toHaveProperty('hints');
    });
  });
});

describe('status codes', () => {
  it.each([200, 201] as const)('of a creation may be %i', async (createStatus) => {
    await inReading({ createStatus }, async ({ client }) => {
      expect((await client.send('POST', '/api/groups', { name: 'South' })).status).toBe(
        createStatus,
      );
    });
  });

  it.each([
    ['envelope', 200],
    ['empty', 204],
  ] as const)('of a deletion: %s', async (deleteAnswer, status) => {
    await inReading({ deleteAnswer }, async ({ client }) => {
      const { id } = (await group(client)).body;
      const answer = await client.send('DELETE', `/api/groups/${part(id)}`);
      expect([answer.status, answer.text === '']).toEqual([status, status === 204]);
    });
  });

  it('of a refusal may be 200 with success: false, but never of a refused token', async () => {
    await inReading({ refusals: 'ok' }, async ({ client, service }) => {
      for (const answer of [
        await client.get('/api/devices/none'),
        await client.send('POST', '/api/groups', { name: '' }),
        await client.send('POST', '/api/groups', { name: 'North' }),
      ]) {
        expect([answer.status, answer.body.success]).toEqual([200, false]);
        expect(answer.body.error).toMatch(/\S/);
      }
      service.control.revokeTokens();
      expect((await client.get('/api/devices')).status).toBe(401);
    });
  });

  it.each([409, 400] as const)('of a duplicate may be %i', async (duplicateStatus) => {
    await inReading({ duplicateStatus }, async ({ client }) => {
      const again = await client.send('POST', '/api/groups', { name: 'North' });
      expect([again.status, again.body.error]).toEqual([
        duplicateStatus,
        'A group named "North" exists already.',
      ]);
      const { id } = (await client.send('POST', '/api/groups', { name: 'South' })).body;
      const renamed = [{ op: 'replace', path: '/name', value: 'North' }];
      expect((await client.send('PATCH', `/api/groups/${part(id)}`, renamed)).status).toBe(
        duplicateStatus,
      );
      const user = { name: 'B', email: 'ANA@waypost.example', country: 'FR', timeZone: 'UTC' };
      expect((await client.send('POST', '/api/users', user)).status).toBe(duplicateStatus);
    });
  });

  it.each([
    ['an hour', 3_600_000, 400],
    ['a day', 86_400_000, 400],
    ['a day', 86_400_000, 408],
  ] as const)(
    'of a range longer than %s (%i ms) may be %i',
    async (_, longestRangeMs, rangeRefusal) => {
      await inReading({ longestRangeMs, rangeRefusal }, async ({ client }) => {
        const to = clock.now();
        const ask = (call: string, ms: number) =>
          client.send('POST', `/api/devices/d/${call}`, {
            from: new Date(to - ms).toISOString(),
            to: new Date(to).toISOString(),
          });
        for (const call of ['locations', 'alerts']) {
          expect((await ask(call, longestRangeMs)).status).toBe(200);
          expect((await ask(call, longestRangeMs + 1000)).status).toBe(rangeRefusal);
        }
      });
    },
  );

  it('of a range with too many results is 408', async () => {
    await withService({ now: clock.now, devices: 1 }, async ({ client }) => {
      const { id } = first(await client.get('/api/devices'), 'devices');
      const range = { from: '2026-12-01T00:00:00Z', to: '2027-03-01T00:00:00Z' };
      const answer = await client.send('POST', `/api/devices/${part(id)}/locations`, range);
      expect([answer.status, answer.body.success]).toEqual([408, false]);
    });
  });

  it.each(['ascending', 'descending'] as const)(
    'aside, records may come %s',
    async (rangeOrder) => {
      await inReading({ rangeOrder }, async ({ client, service }) => {
        await service.control.setFix('d', {
          dateTime: '2027-03-01T11:00:00Z',
          latitude: 1,
          longitude: 1,
        });
        const range = { from: '2027-03-01T00:00:00Z', to: '2027-03-02T00:00:00Z' };
        const { body } = await client.send('POST', '/api/devices/d/locations', range);
        const times = (body.locations as Body[]).map(({ dateTime }) => dateTime);
        const ascending = ['2027-03-01T11:00:00Z', '2027-03-01T12:00:00Z'];
        expect(times).toEqual(rangeOrder === 'ascending' ? ascending : ascending.reverse());
      });
    },
  );
});

describe('records that depend on each other', () => {
  it('stay consistent: a group that decides what a user may see is not deleted', async () => {
    await inReading({}, async ({ client }) => {
      const { id, name } = (await group(client)).body;
      const ana = part(first(await client.get('/api/users'), 'users').id);
      for (const tie of [id, name]) {
        const patch = [{ op: 'replace', path: '/group', value: tie }];
        expect((await client.send('PATCH', `/api/users/${ana}`, patch)).status).toBe(200);
        const answer = await client.send('DELETE', `/api/groups/${part(id)}`);
        expect([answer.status, answer.body.error]).toEqual([409, expect.stringContaining('Ana')]);
      }
      await client.send('PATCH', `/api/users/${ana}`, [{ op: 'remove', path: '/group' }]);
      expect((await client.send('DELETE', `/api/groups/${part(id)}`)).status).toBe(200);
    });
  });

  it.each([{ group: 'none' }, { deviceId: 'none' }, { country: 'Atlantis' }, { expires: 'soon' }])(
    'refuse a user with %j',
    async (members) => {
      await inReading({}, async ({ client }) => {
        const user = {
          name: 'B',
          email: 'b@waypost.example',
          country: 'FR',
          timeZone: 'UTC',
          ...members,
        };
        expect((await client.send('POST', '/api/users', user)).status).toBe(400);
      });
    },
  );

  it('keep the owner of the account', async () => {
    await withService({ devices: 3 }, async ({ client }) => {
      const owner = first(await client.get('/api/users'), 'users');
      const answer = await client.send('DELETE', `/api/users/${part(owner.id)}`);
      expect([answer.status, answer.body.success]).toEqual([403, false]);
    });
  });
});
