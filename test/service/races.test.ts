import { afterEach, expect, test } from 'vitest';
import type { ServiceOptions } from '#main/service/start';
import { Client, type Answer, type Body } from '../contract/client';
import { reportFigure } from '../support/figures';
import { startOnPostgres } from '../support/postgres-service';
import { cleanUp, onCleanUp } from '../support/resources';
import { amount } from '../support/test-length';

// Two instances on one database are asked at once. What must hold on one must hold on both together.

afterEach(cleanUp);

const rounds = amount({ sample: 5, long: 200 });
const noon = Date.parse('2027-03-01T12:00:00Z');
const unlimited = { expires: false, expirationDate: null, dailySmsLimit: null };
const place = { latitude: 1, longitude: 2 };

async function start(options: ServiceOptions = {}) {
  const service = await startOnPostgres(
    { devices: 0, now: () => noon, timeZone: 'UTC', ...options },
    2,
  );
  onCleanUp(() => service.stop());
  const clients = [];
  for (const { url } of service.instances) {
    clients.push(await new Client({ ...service, url }).signIn());
  }
  const [first, second] = clients as [Client, Client];
  return { ...service, first, second, clients };
}

const statuses = (answers: readonly Answer[]) =>
  answers.map(({ status }) => status).sort((a, b) => a - b);

/** `count` calls at each instance, all at once. */
const atOnce = (
  clients: readonly Client[],
  count: number,
  ask: (client: Client, i: number) => Promise<Answer>,
) =>
  Promise.all(clients.flatMap((client) => Array.from({ length: count }, (_, i) => ask(client, i))));

test('the last licence goes to one of two activations', async () => {
  const { first, second, control, instances } = await start({ licences: 0 });
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of ['a', 'b']) {
      await control.addDevice({ id: `${name}${round}`, isActive: false });
    }
    for (const instance of instances) instance.control.setTerms({ licences: round });
    const activate = [{ op: 'replace', path: '/active', value: true }];
    const answers = await Promise.all([
      first.send('PATCH', `/api/devices/a${round}`, activate),
      second.send('PATCH', `/api/devices/b${round}`, activate),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
  }
  expect((await first.get('/api/devices')).body.licences).toEqual({ total: rounds, used: rounds });
  reportFigure('races for the last licence', rounds);
});

test('a daily limit is never exceeded, and every alert is stored once', async () => {
  const { first, clients, control } = await start();
  for (let round = 0; round < rounds; round += 1) {
    const path = `/api/devices/d${round}`;
    await control.addDevice({ id: `d${round}`, limits: { ...unlimited, dailyEmailLimit: 3 } });
    const alert = { dateTime: '2027-03-01T11:00:00Z', ...place, alerts: ['SOSButton'] };
    const answers = await atOnce(clients, 3, (client, i) => {
      const text = `${clients.indexOf(client)} ${i}`;
      return client.send('POST', `${path}/alerts`, { ...alert, text, notifications: ['Email'] });
    });
    expect(statuses(answers)).toEqual([201, 201, 201, 201, 201, 201]);
    const day = { from: '2027-03-01T00:00:00Z', to: '2027-03-01T23:00:00Z' };
    const alerts = (await first.send('POST', `${path}/alerts`, day)).body.alerts as Body[];
    expect(new Set(alerts.map(({ text }) => text)).size).toBe(6);
    expect(
      alerts.filter(({ notifications }) => (notifications as string[]).length > 0),
    ).toHaveLength(3);
    expect((await first.get(path)).body.device).toMatchObject({ limits: { emailsSentToday: 3 } });
  }
  reportFigure('races for a daily limit', rounds);
});

test('one of two patches that test the same value is refused', async () => {
  const { first, second, control } = await start();
  await control.addDevice({ id: 'd', name: '0' });
  for (let round = 0; round < rounds; round += 1) {
    const rename = (client: Client, value: string) =>
      client.send('PATCH', '/api/devices/d', [
        { op: 'test', path: '/name', value: String(round) },
        { op: 'replace', path: '/name', value },
      ]);
    const next = String(round + 1);
    expect(statuses(await Promise.all([rename(first, next), rename(second, next)]))).toEqual([
      200, 409,
    ]);
  }
  reportFigure('races of patches', rounds);
});

test('a name and an address are taken once', async () => {
  const { clients } = await start();
  for (let round = 0; round < rounds; round += 1) {
    const group = { name: `Vans ${round}` };
    const groups = await atOnce(clients, 2, (client) => client.send('POST', '/api/groups', group));
    expect(statuses(groups)).toEqual([201, 409, 409, 409]);
    const email = `ana${round}@waypost.example`;
    const user = { name: 'Ana', email, country: 'ES', timeZone: 'UTC' };
    const users = await atOnce(clients, 2, (client) => client.send('POST', '/api/users', user));
    expect(statuses(users)).toEqual([201, 409, 409, 409]);
  }
});

test('limits of calls and results count the calls of both', async () => {
  const { clients, control, instances } = await start({ dailyResultsPerDevice: 5 });
  await control.addDevice({ id: 'd' });
  await control.setFix('d', place);
  const last = (client: Client) => client.get('/api/devices/d/lastLocation');
  const results = statuses(await atOnce(clients, 5, last));
  expect(results).toEqual([...Array<number>(5).fill(200), ...Array<number>(5).fill(429)]);
  for (const instance of instances) {
    instance.control.advance(3_600_000 - 1_000);
    instance.control.setTerms({ callsPerMinute: 6 });
  }
  const answers = await atOnce(clients, 6, (client) => client.get('/api/groups'));
  expect(statuses(answers)).toEqual([...Array<number>(6).fill(200), ...Array<number>(6).fill(429)]);
});

test('a new day begins once, also where a clock is behind', async () => {
  const { first, second, control, instances } = await start({ tokenLifetimeSeconds: 1e6 });
  const sent = async (client: Client) => {
    const { body } = await client.send('POST', '/api/devices/d/alerts', {
      alert: {
        dateTime: '2027-03-01T11:00:00Z',
        ...place,
        alerts: ['SOSButton'],
        notifications: ['SMS'],
      },
    });
    const used = (body.alerts as Body[])[0]?.notifications;
    return (used as string[]).length;
  };
  await control.addDevice({
    id: 'd',
    limits: { ...unlimited, dailyEmailLimit: null, dailySmsLimit: 2 },
  });
  expect([await sent(first), await sent(second), await sent(first)]).toEqual([1, 1, 0]);
  // Midnight at the first instance, a second before it at the other.
  instances[0]!.control.advance(12 * 3_600_000);
  instances[1]!.control.advance(12 * 3_600_000 - 1_000);
  expect([await sent(first), await sent(second), await sent(first)]).toEqual([1, 1, 0]);
});

test('locations of a month that nobody has seen are stored by both', async () => {
  const { clients, first, control } = await start();
  await control.addDevice({ id: 'd' });
  const months = Array.from({ length: 24 }, (_, i) => new Date(Date.UTC(2024, i, 3)).toISOString());
  const answers = await Promise.all(
    months.flatMap((dateTime) =>
      clients.map((client) =>
        client.send('POST', '/api/devices/d/locations', { dateTime, ...place }),
      ),
    ),
  );
  expect(new Set(statuses(answers))).toEqual(new Set([201]));
  const range = { from: months[0], to: months.at(-1) };
  const { body } = await first.send('POST', '/api/devices/d/locations', range);
  expect(body.locations).toHaveLength(24);
});
