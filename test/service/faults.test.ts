import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createAccount } from '#main/service/access';
import { openPostgres } from '#main/service/postgres';
import { Client, textOf, type Body } from '../contract/client';
import { reportFigure } from '../support/figures';
import { startInstancesFront } from '../support/instances-front';
import { startPostgres, type PostgresServer } from '../support/postgres';
import { patient } from '../support/postgres-service';
import { cleanUp, onCleanUp } from '../support/resources';
import { startServiceProcess, type ServiceProcess } from '../support/service';
import { NoSmallDisk } from '../support/small-disk';
import { amount } from '../support/test-length';

// Two instances as processes of their own, on a database that writes what it has committed, are killed under load.

const devices = ['a', 'b', 'c', 'd'];
const account = { userName: 'demo-fleet', apiKey: 'a key for this test only' };
afterEach(cleanUp);

interface Started {
  server: PostgresServer;
  instances: readonly ServiceProcess[];
  /** The address of both. */
  url: string;
}

async function start({ diskMb }: { diskMb?: number }): Promise<Started> {
  const server = await startPostgres({ survives: 'crash', ...(diskMb && { diskMb }) });
  onCleanUp(() => server.stop());
  const store = await openPostgres(server.url, patient);
  await createAccount(store, account.userName, account.apiKey);
  await store.close();
  const instances: ServiceProcess[] = [];
  for (let i = 0; i < 2; i += 1) {
    const instance = await startServiceProcess({ devices: 0, store: server.url });
    onCleanUp(() => instance.stop());
    instances.push(instance);
  }
  const front = await startInstancesFront(() => instances.map(({ url }) => url));
  onCleanUp(() => front.stop());
  for (const id of devices) await instances[0]!.control('addDevice', { id });
  return { server, instances, url: front.url };
}

/** Submits alerts, each with a text of its own, until `isOver`; a failed one is not sent again. */
async function submitUntil(
  client: Client,
  isOver: () => boolean,
  device: string,
  name: string,
  sent: Sent,
): Promise<void> {
  for (let i = 0; !isOver(); i += 1) {
    // Long enough that a disk is full soon.
    const text = `${name} ${device} ${i} `.padEnd(1_000, '.');
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

interface Fault {
  /** Rounds of the long run; a database needs seconds to recover. Together they are 200. */
  long: number;
  diskMb?: number;
  strike(started: Started, sent: Sent): Promise<void>;
}

const faults: Record<string, Fault> = {
  'an instance is killed': {
    long: 100,
    strike: async ({ instances }) => {
      const instance = instances[1]!;
      await instance.kill();
      await instance.startAgain();
    },
  },
  'the database is killed': {
    long: 60,
    strike: async ({ server }) => {
      await server.crash();
      await server.start();
    },
  },
  'the disk of the database is full': {
    long: 40,
    diskMb: 160,
    strike: async ({ server }, { failed }) => {
      server.disk!.fill();
      const before = failed.size;
      await expect.poll(() => failed.size, { timeout: 60_000 }).toBeGreaterThan(before + 20);
      server.disk!.free();
      // It ends itself if it cannot even recover; then whoever started it starts it again.
      await server.start();
    },
  },
};

test.for(Object.entries(faults))(
  'no accepted submission is lost or stored twice when %s',
  async ([name, { long, diskMb, strike }], context) => {
    const rounds = amount({ sample: 1, long });
    const started = await start({ ...(diskMb && { diskMb }) }).catch((error: unknown) => {
      if (error instanceof NoSmallDisk) return error;
      throw error;
    });
    if (started instanceof NoSmallDisk) return context.skip(started.message);
    const { instances, url } = started;
    const begun = new Date();
    const sent: Sent = { accepted: new Set(), failed: new Set(), refusals: new Set() };
    for (let round = 0; round < rounds; round += 1) {
      let wanted = Infinity;
      const isOver = () => sent.accepted.size >= wanted;
      const signedIn = devices.map(() => new Client({ ...account, url }).signIn());
      const clients = await Promise.all(signedIn);
      const load = devices.map((device, i) =>
        submitUntil(clients[i]!, isOver, device, `${name} ${round}`, sent),
      );
      const before = sent.accepted.size;
      await expect.poll(() => sent.accepted.size, { timeout: 30_000 }).toBeGreaterThan(before + 20);
      await strike(started, sent);
      for (const instance of instances) {
        await expect.poll(() => isReady(instance.url), { timeout: 30_000 }).toBe(true);
      }
      // The same clients go on with the tokens that they have.
      wanted = sent.accepted.size + 20;
      await Promise.all(load);
    }
    const client = await new Client({ ...account, url }).signIn();
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
