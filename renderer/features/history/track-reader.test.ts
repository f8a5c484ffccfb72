import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { HistoryMessage, TrackColumns } from '#shared/history/columns';
import { serveTracks, type FromReader, type ToReader } from './track-reader';

const columns: TrackColumns = {
  count: 3,
  at: Float64Array.of(0, 10, 20),
  latitude: Float64Array.of(40, 40.1, 40.2),
  longitude: Float64Array.of(-3, -3.1, -3.2),
  flags: new Uint8Array(3),
  measures: { speed: Float32Array.of(10, 20, 30) },
  attributes: {},
};

/** A reader as its window sees it. */
function reader() {
  const said: FromReader[] = [];
  const wakes: (() => void)[] = [];
  const end: Parameters<typeof serveTracks>[0] = {
    postMessage(message) {
      said.push(message);
      wakes.shift()?.();
    },
    onmessage: null,
  };
  serveTracks(end);
  return {
    said,
    say: (data: ToReader) => end.onmessage!({ data } as MessageEvent<ToReader>),
    heard: () => new Promise<void>((resolve) => wakes.push(resolve)),
  };
}

test('hands on what main posts, in memory that is shared', async () => {
  const { said, say, heard } = reader();
  const { port1: main, port2 } = new MessageChannel();
  say({ type: 'attach', port: port2 as unknown as MessagePort });
  const told = heard();
  const message: HistoryMessage = { type: 'track', request: 7, deviceId: 'van', columns };
  main.postMessage(message);
  await told;
  expect(said).toEqual([message]);
  const [track] = said;
  expect(track?.type === 'track' && track.columns.at.buffer).toBeInstanceOf(SharedArrayBuffer);
  main.close();
});

test('with a new port nothing more is heard of the old one', async () => {
  const { said, say, heard } = reader();
  const first = new MessageChannel();
  const second = new MessageChannel();
  say({ type: 'attach', port: first.port2 as unknown as MessagePort });
  const closed = new Promise<void>((resolve) => first.port1.once('close', resolve));
  say({ type: 'attach', port: second.port2 as unknown as MessagePort });
  await closed;
  const told = heard();
  first.port1.postMessage({ type: 'track', request: 1, deviceId: 'old', columns });
  second.port1.postMessage({ type: 'track', request: 2, deviceId: 'new', columns });
  await told;
  expect(said.map((message) => message.type === 'track' && message.deviceId)).toEqual(['new']);
  second.port1.close();
});

test('tells a chart what it shows of each signal', () => {
  const { said, say } = reader();
  const signal = { at: columns.at, values: columns.measures.speed!, flags: columns.flags };
  say({
    type: 'chart',
    ticket: 3,
    signals: [{ ...signal, factor: 3.6 }],
    from: 0,
    to: 40,
    width: 2,
  });
  expect(said).toEqual([
    {
      type: 'chart',
      ticket: 3,
      series: [{ values: [36, 72, 108, 108], summary: { least: 36, most: 108, mean: 72 } }],
    },
  ]);
});
