import { beforeEach, expect, test, vi } from 'vitest';
import type { HistoryMessage, TrackColumns } from '#shared/history/columns';
import type { Fault } from '#shared/fault';
import type { WorkerEnd } from '#lib/worker-line';
import { HistoryPort } from './history-port';
import { serveTracks, type FromReader, type ToReader } from './track-reader';

const columns: TrackColumns = {
  count: 1,
  at: Float64Array.of(10),
  latitude: Float64Array.of(40),
  longitude: Float64Array.of(-3),
  flags: new Uint8Array(1),
  measures: {},
  attributes: {},
};
const range = { from: 0, to: 20 };
const rules = { gapMinutes: 30, jumpKmh: 250 };
const coverage = { missing: [] } as never;

beforeEach(() => void vi.stubGlobal('reportError', () => undefined));

/** A reader in the window's own thread that throws on request. */
function startReader(isBroken: () => boolean): WorkerEnd<ToReader, FromReader> {
  const host: Parameters<typeof serveTracks>[0] = {
    onmessage: null,
    postMessage: (data) => {
      if (isBroken()) return worker.onerror?.({ message: 'out of memory' } as ErrorEvent);
      return worker.onmessage?.({ data } as MessageEvent<FromReader>);
    },
  };
  const worker: WorkerEnd<ToReader, FromReader> = {
    postMessage: (data) => host.onmessage?.({ data } as MessageEvent<ToReader>),
    terminate: () => undefined,
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  serveTracks(host);
  return worker;
}

/** A port to a main that posts one fix for each requested track. */
function setUp() {
  let isBroken = false;
  let ends = 0;
  const faults: Fault[] = [];
  let post: (message: HistoryMessage) => void = () => undefined;
  const port: HistoryPort = new HistoryPort(
    {
      openPort: () => {
        ends += 1;
        const end = { onmessage: null, close: () => undefined } as unknown as MessagePort;
        post = (data) => end.onmessage?.({ data } as MessageEvent<HistoryMessage>);
        port.attach(end);
        return Promise.resolve();
      },
      load: ({ request }) => {
        post({ type: 'part', request, columns });
        post({ type: 'track', request, rules });
        return Promise.resolve({ ok: true, value: { coverage } });
      },
    },
    () => startReader(() => isBroken),
  );
  port.onBroken((fault) => faults.push(fault));
  return {
    port,
    faults,
    opened: () => ends,
    breaks: (value: boolean) => {
      isBroken = value;
    },
  };
}

test('a reader that throws resolves pending requests with a fault, and the next read starts another', async () => {
  const { port, faults, opened, breaks } = setUp();
  await port.read();
  breaks(true);
  const failed = await port.load('van', range);
  expect(failed).toMatchObject({
    ok: false,
    fault: { kind: 'bug', ended: 'Reading tracks' },
  });
  expect(faults).toHaveLength(1);
  expect(await port.chart({ signals: [], from: 0, to: 1, width: 10 })).toBeNull();
  breaks(false);
  const read = await port.load('van', range);
  expect(read.ok && [...read.value.columns.at]).toEqual([10]);
  expect(opened()).toBe(2);
  expect(await port.chart({ signals: [], from: 0, to: 1, width: 10 })).toEqual([]);
});

test('a chart that waits when the reader throws is answered too', async () => {
  const { port, faults, breaks } = setUp();
  await port.read();
  breaks(true);
  expect(await port.chart({ signals: [], from: 0, to: 1, width: 10 })).toBeNull();
  expect(faults).toHaveLength(1);
});

test('two reads after one failure share the port that is opened for them', async () => {
  const { port, opened, breaks } = setUp();
  await port.read();
  breaks(true);
  await port.load('van', range);
  breaks(false);
  const both = await Promise.all([port.load('van', range), port.load('truck', range)]);
  expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  expect(opened()).toBe(2);
});

test('the reader starts with the first track, not with its port', async () => {
  let started = 0;
  let port: MessagePort | null = null;
  const history: HistoryPort = new HistoryPort(
    {
      openPort: () => {
        port = { onmessage: null, close: () => undefined } as unknown as MessagePort;
        history.attach(port);
        return Promise.resolve();
      },
      load: ({ request }) => {
        const post = (data: HistoryMessage) =>
          port!.onmessage?.({ data } as MessageEvent<HistoryMessage>);
        post({ type: 'part', request, columns });
        post({ type: 'track', request, rules });
        return Promise.resolve({ ok: true, value: { coverage } });
      },
    },
    () => {
      started += 1;
      return startReader(() => false);
    },
  );
  await history.read();
  expect(started).toBe(0);
  expect((await history.load('van', range)).ok).toBe(true);
  expect(started).toBe(1);
});
