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
