import { beforeEach, expect, it, vi } from 'vitest';
import type { api } from '#lib/api';
import type { WorkerEnd } from '#lib/worker-line';
import { createFleetClient } from './client';
import { beginFleetWorker, takeFleetWorker } from './first-worker';
import type { FromWorker, ToWorker } from './protocol';

const fleet: FromWorker = {
  type: 'fleet',
  extent: { generation: 1, account: 'a', total: 2, positions: 2 },
};

/** A window whose messages come when the test says so, and the workers that were started in it. */
function setUp() {
  const target = new EventTarget();
  const page = Object.assign(target, { location: { origin: 'app://waypost' } });
  vi.stubGlobal('window', page);
  const workers: { end: WorkerEnd<ToWorker, FromWorker>; said: ToWorker[]; ended: boolean }[] = [];
  const start = () => {
    const said: ToWorker[] = [];
    const end: WorkerEnd<ToWorker, FromWorker> = {
      postMessage: (message) => said.push(message),
      terminate: () => (started.ended = true),
      onmessage: null,
      onerror: null,
      onmessageerror: null,
    };
    const started = { end, said, ended: false };
    workers.push(started);
    return end;
  };
  const receivePort = (port: MessagePort) =>
    target.dispatchEvent(
      Object.assign(new Event('message'), {
        data: 'waypost:fleet-port',
        origin: 'app://waypost',
        source: page,
        ports: [port],
      }),
    );
  return { start, workers, receivePort };
}

const port = {} as MessagePort;
const openPort = vi.fn<typeof api.fleet.openPort>(() =>
  Promise.resolve({ ok: true as const, value: undefined }),
);

beforeEach(() => {
  vi.stubGlobal('reportError', () => undefined);
  takeFleetWorker();
  openPort.mockClear();
});

it('passes the port to the worker before there is a client, and the fleet to the client', async () => {
  const { start, workers, receivePort } = setUp();
  beginFleetWorker(start, openPort);
  expect(openPort).toHaveBeenCalledOnce();
  receivePort(port);
  expect(workers[0]!.said).toEqual([{ type: 'attach', port }]);
  workers[0]!.end.onmessage?.({ data: fleet } as MessageEvent<FromWorker>);

  const client = createFleetClient(start);
  expect(workers).toHaveLength(1);
  expect(client.isPortRequested).toBe(true);
  const fleets: number[] = [];
  client.onFleet(({ positions }) => fleets.push(positions));
  await Promise.resolve();
  expect(fleets).toEqual([2]);
  workers[0]!.end.onmessage?.({
    data: { type: 'fleet', extent: { generation: 1, account: 'a', total: 4, positions: 4 } },
  } as MessageEvent<FromWorker>);
  expect(fleets).toEqual([2, 4]);
});

it('leaves ports to the client once it is there', () => {
  const { start, workers, receivePort } = setUp();
  beginFleetWorker(start, openPort);
  createFleetClient(start);
  const before = workers[0]!.said.length;
  receivePort(port);
  expect(workers[0]!.said).toHaveLength(before);
});

it('reports a worker that failed before there was a client, and starts another', async () => {
  const { start, workers } = setUp();
  beginFleetWorker(start, openPort);
  workers[0]!.end.onerror?.({ message: 'not loaded' } as ErrorEvent);
  const client = createFleetClient(start);
  const faults: unknown[] = [];
  client.onBroken((fault) => faults.push(fault));
  await Promise.resolve();
  expect(faults).toMatchObject([{ kind: 'bug' }]);
  expect(workers[0]!.ended).toBe(true);
  client.restart();
  expect(workers).toHaveLength(2);
});

it('is not needed: a client starts a worker of its own and its port has to be requested', () => {
  const { start, workers } = setUp();
  const client = createFleetClient(start);
  expect(workers).toHaveLength(1);
  expect(client.isPortRequested).toBe(false);
});
