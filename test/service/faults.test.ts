import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '#main/service/access';
import { openPostgres } from '#main/service/postgres';
import { Client, textOf, type Body } from '../contract/client';
import { reportFigure } from '../support/figures';
import { startInstancesFront, type InstancesFront } from '../support/instances-front';
import { startPostgres, type PostgresServer } from '../support/postgres';
import { startServiceProcess, type ServiceProcess } from '../support/service';
import { amount } from '../support/test-length';

// Two instances as processes of their own, on a database that writes what it has committed, are killed under load.

const devices = ['a', 'b', 'c', 'd'];
const account = { userName: 'demo-fleet', apiKey: 'a key for this test only' };
let server: PostgresServer;
const instances: ServiceProcess[] = [];
let front: InstancesFront;

beforeAll(async () => {
  server = await startPostgres({ isDurable: true });
  const store = await openPostgres(server.url);
  await createAccount(store, account.userName, account.apiKey);
  await store.close();
  for (let i = 0; i < 2; i += 1) {
    instances.push(await startServiceProcess({ devices: 0, store: server.url }));
  }
  front = await startInstancesFront(() => instances.map(({ url }) => url));
  for (const id of devices) await instances[0]!.control('addDevice', { id });
});

afterAll(async () => {
  await front?.stop();
  for (const instance of instances) await instance.stop();
  await server?.stop();
});

/** Submits alerts, each with a text of its own, until `isOver`; a failed one is not sent again. */
async function submitUntil(
  isOver: () => boolean,
  device: string,
  name: string,
  sent: Sent,
): Promise<void> {
  const client = await new Client({ ...account, url: front.url }).signIn();
  for (let i = 0; !isOver(); i += 1) {
    const text = `${name} ${device} ${i}`;
    const alert = { dateTime: new Date().toISOString(), latitude: 1, longitude: 2, text };
    const answer = await client
      .send('POST', `/api/devices/${device}/alerts`, { ...alert, alerts: ['SOSButton'] })
      .catch(() => null);
    if (answer?.status === 201) sent.accepted.add(text);
    else sent.failed.add(text);
    if (answer && answer.status !== 201) {
      sent.refusals.add(`${answer.status} ${answer.headers.get('retry-after')}`);
    }
    await nextTurn();
  }
}

interface Sent {
  accepted: Set<string>;
  failed: Set<string>;
  /** Status and `Retry-After` of the calls that were answered, but not accepted. */
  refusals: Set<string>;
}

const isReady = async (url: string) => (await fetch(`${url}/healthz`).catch(() => null))?.ok;

const faults = {
  'an instance is killed': async () => {
    const instance = instances[Math.floor(instances.length / 2)]!;
    await instance.kill();
    await instance.startAgain();
  },
  'the database loses its power': () => server.crash(),
};

test.each(Object.entries(faults))(
  'no accepted submission is lost or stored twice when %s',
  async (name, strike) => {
    // A database needs seconds to recover; together they are 200.
    const rounds = amount({
      sample: 1,
      long: strike === faults['an instance is killed'] ? 150 : 50,
    });
    const begun = new Date();
    const sent: Sent = { accepted: new Set(), failed: new Set(), refusals: new Set() };
    for (let round = 0; round < rounds; round += 1) {
      let wanted = Infinity;
      const isOver = () => sent.accepted.size >= wanted;
      const load = devices.map((device) => submitUntil(isOver, device, `${name} ${round}`, sent));
      const before = sent.accepted.size;
      await expect.poll(() => sent.accepted.size, { timeout: 30_000 }).toBeGreaterThan(before + 20);
      await strike();
      for (const { url } of instances) {
        await expect.poll(() => isReady(url), { timeout: 30_000 }).toBe(true);
      }
      // The same clients go on with the tokens that they have.
      wanted = sent.accepted.size + 20;
      await Promise.all(load);
    }
    const client = await new Client({ ...account, url: front.url }).signIn();
    const range = { from: begun.toISOString(), to: new Date().toISOString() };
    const stored: string[] = [];
    for (const device of devices) {
      const { body } = await client.send('POST', `/api/devices/${device}/alerts`, range);
      stored.push(...(body.alerts as Body[]).map(({ text }) => textOf(text)));
    }
    expect(new Set(stored).size).toBe(stored.length);
    expect([...sent.accepted].filter((text) => !stored.includes(text))).toEqual([]);
    expect(stored.filter((text) => !sent.accepted.has(text) && !sent.failed.has(text))).toEqual([]);
    expect([...sent.refusals].filter((refusal) => refusal !== '503 1')).toEqual([]);
    reportFigure(`accepted while ${name}`, sent.accepted.size);
    reportFigure(`rounds: ${name}`, rounds);
  },
);
