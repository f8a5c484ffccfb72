import { expect, test } from 'vitest';
import type { HistoryMessage, TrackColumns } from '#shared/history/columns';
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

/** A reader in the window's own thread. */
function startReader(): WorkerEnd<ToReader, FromReader> {
  const host: Parameters<typeof serveTracks>[0] = {
    onmessage: null,
    postMessage: (data) => worker.onmessage?.({ data } as MessageEvent<FromReader>),
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
      return startReader();
    },
  );
  await history.read();
  expect(started).toBe(0);
  const read = await history.load('van', range);
  expect(read.ok && [...read.value.columns.at]).toEqual([10]);
  expect(await history.chart({ signals: [], from: 0, to: 1, width: 10 })).toEqual([]);
  expect(started).toBe(1);
});
