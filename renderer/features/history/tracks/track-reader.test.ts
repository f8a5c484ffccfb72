import { MessageChannel } from 'node:worker_threads';
import { assert, expect, test } from 'vitest';
import { fixFlags, type HistoryMessage, type TrackColumns } from '#shared/history/columns';
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
  const posted: FromReader[] = [];
  const wakes: (() => void)[] = [];
  const end: Parameters<typeof serveTracks>[0] = {
    postMessage(message) {
      posted.push(message);
      wakes.shift()?.();
    },
    onmessage: null,
  };
  serveTracks(end);
  return {
    posted,
    send: (data: ToReader) => end.onmessage!({ data } as MessageEvent<ToReader>),
    nextMessage: () => new Promise<void>((resolve) => wakes.push(resolve)),
  };
}

const rules = { gapMinutes: 30, jumpKmh: 250 };
const day = 86_400_000;
const later = { ...columns, at: Float64Array.of(20, 20 + day, 30 + day) };

test('assembles the parts from main in shared memory, and marks gaps and jumps', async () => {
  const { posted, send, nextMessage } = reader();
  const { port1: main, port2 } = new MessageChannel();
  send({ type: 'attach', port: port2 as unknown as MessagePort });
  const received = nextMessage();
  const messages: HistoryMessage[] = [
    { type: 'part', request: 7, columns },
    { type: 'part', request: 8, columns },
    { type: 'part', request: 7, columns: later },
    { type: 'track', request: 7, rules },
  ];
  for (const message of messages) main.postMessage(message);
  await received;
  const [track] = posted;
  assert(track?.type === 'track', 'no track was posted');
  expect(track.request).toBe(7);
  expect([...track.columns.at]).toEqual([0, 10, 20, 20 + day, 30 + day]);
  expect([...track.columns.flags]).toEqual([
    0,
    fixFlags.afterJump,
    fixFlags.afterJump,
    fixFlags.afterGap,
    fixFlags.afterJump,
  ]);
  expect(track.columns.at.buffer).toBeInstanceOf(SharedArrayBuffer);
  main.close();
});

test('a range without cached data is a track without a fix', async () => {
  const { posted, send, nextMessage } = reader();
  const { port1: main, port2 } = new MessageChannel();
  send({ type: 'attach', port: port2 as unknown as MessagePort });
  const received = nextMessage();
  main.postMessage({ type: 'track', request: 1, rules });
  await received;
  expect(posted).toMatchObject([{ type: 'track', request: 1, columns: { count: 0 } }]);
  main.close();
});

test('ignores the old port after receiving a new one', async () => {
  const { posted, send, nextMessage } = reader();
  const first = new MessageChannel();
  const second = new MessageChannel();
  send({ type: 'attach', port: first.port2 as unknown as MessagePort });
  const closed = new Promise<void>((resolve) => first.port1.once('close', resolve));
  send({ type: 'attach', port: second.port2 as unknown as MessagePort });
  await closed;
  const received = nextMessage();
  first.port1.postMessage({ type: 'track', request: 1, rules });
  second.port1.postMessage({ type: 'track', request: 2, rules });
  await received;
  expect(posted).toMatchObject([{ request: 2 }]);
  second.port1.close();
});

test('computes what a chart shows of each signal', () => {
  const { posted, send } = reader();
  const signal = { at: columns.at, values: columns.measures.speed!, flags: columns.flags };
  send({
    type: 'chart',
    ticket: 3,
    signals: [{ ...signal, factor: 3.6 }],
    from: 0,
    to: 40,
    width: 2,
  });
  expect(posted).toEqual([
    {
      type: 'chart',
      ticket: 3,
      series: [{ values: [36, 72, 108, 108], summary: { least: 36, most: 108, mean: 72 } }],
    },
  ]);
});
