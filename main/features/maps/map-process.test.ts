import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MapFileFacts } from '#shared/domain/map-file';
import { TileServer, type ToMapProcess } from './map-process';

/** A process that a test plays: what it was sent, and how it answers or ends. */
interface Played {
  received: ToMapProcess[];
  say: (message: unknown) => void;
  end: () => void;
  isKilled: boolean;
}

let processes: Played[] = [];
let lost: string[] = [];
let opened: string[] = [];
let server: TileServer;

beforeEach(() => {
  processes = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  lost = [];
  opened = [];
  server = new TileServer({
    start: ({ onMessage, onEnd }) => {
      const played: Played = { received: [], say: onMessage, end: onEnd, isKilled: false };
      processes.push(played);
      return {
        post: (message) => played.received.push(message),
        kill: () => {
          played.isKilled = true;
          // It ends later, as a real one does.
          queueMicrotask(onEnd);
        },
      };
    },
    onOpened: (id) => opened.push(id),
    onLost: (id, reason) => lost.push(`${id}: ${reason}`),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const files = [
  { id: 'a', path: '/maps/a.pmtiles' },
  { id: 'b', path: '/maps/b.pmtiles' },
];
const bytes = Uint8Array.of(1, 2, 3);
const facts: MapFileFacts = {
  container: 'pmtiles',
  bytes: 1,
  bounds: [0, 0, 1, 1],
  minZoom: 0,
  maxZoom: 14,
  schema: null,
  tileSize: 256,
  hasSea: false,
  ignored: [],
  attribution: '',
};
const latest = () => processes.at(-1)!;
/** The number of the latest request for a tile. */
const requested = () =>
  latest()
    .received.filter((message) => message.type === 'tile')
    .at(-1)!.request;

describe('the process', () => {
  it('runs while there are files, and learns when they change', () => {
    server.serve([]);
    expect(processes).toHaveLength(0);
    server.serve(files.slice(0, 1));
    server.serve(files);
    expect(processes).toHaveLength(1);
    expect(latest().received).toEqual([
      { type: 'serve', files: files.slice(0, 1) },
      { type: 'serve', files },
    ]);
    server.serve([]);
    expect(latest().isKilled).toBe(true);
    expect(processes).toHaveLength(1);
  });

  it('says what it read and lost; other messages are ignored', () => {
    server.serve(files);
    latest().say({ type: 'opened', id: 'a', facts });
    latest().say({ type: 'lost', id: 'b', reason: 'missing', detail: '' });
    latest().say({ type: 'opened', id: 'a', facts: { ...facts, minZoom: 99 } });
    latest().say({ type: 'lost', id: 'a', reason: 'whatever', detail: '' });
    latest().say('lost');
    expect([opened, lost]).toEqual([['a'], ['b: missing']]);
  });
});

describe('a tile', () => {
  it('is answered by the number of its request, once', async () => {
    server.serve(files);
    const first = server.tile('a', { zoom: 14, x: 1, y: 2 });
    const number = requested();
    const second = server.tile('b', { zoom: 3, x: 4, y: 5 });
    expect(latest().received.at(-1)).toEqual({
      type: 'tile',
      request: requested(),
      id: 'b',
      zoom: 3,
      x: 4,
      y: 5,
    });
    latest().say({ type: 'tile', request: requested(), tile: null });
    latest().say({ type: 'tile', request: number, tile: 'a text' });
    latest().say({ type: 'tile', request: 99, tile: bytes });
    latest().say({ type: 'tile', request: number, tile: bytes });
    latest().say({ type: 'tile', request: number, tile: null });
    expect([await first, await second]).toEqual([bytes, null]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('of a file that is not on the list starts nothing', async () => {
    expect(await server.tile('a', { zoom: 1, x: 0, y: 0 })).toBeNull();
    expect(processes).toHaveLength(0);
  });

  it.each(['serve', 'stop'] as const)('is none if its file is removed: %s', async (how) => {
    server.serve(files);
    const tile = server.tile('a', { zoom: 14, x: 1, y: 2 });
    if (how === 'serve') server.serve([]);
    else server.stop();
    expect(await tile).toBe('unreadable');
    expect([latest().isKilled, vi.getTimerCount(), lost]).toEqual([true, 0, []]);
    expect(await server.tile('a', { zoom: 14, x: 1, y: 2 })).toBeNull();
    expect(processes).toHaveLength(1);
  });
});

describe('a file that ends or blocks the process', () => {
  it('is given up after two times, and the other file stays', async () => {
    server.serve(files);
    const tiles = [
      server.tile('a', { zoom: 14, x: 1, y: 2 }),
      server.tile('b', { zoom: 14, x: 1, y: 2 }),
    ];
    latest().end();
    expect(await Promise.all(tiles)).toEqual(['unreadable', 'unreadable']);
    expect([processes.length, lost]).toEqual([2, []]);
    expect(latest().received).toEqual([{ type: 'serve', files }]);

    const again = server.tile('a', { zoom: 14, x: 1, y: 2 });
    vi.advanceTimersByTime(15_000);
    expect(await again).toBe('unreadable');
    expect(lost).toEqual(['a: ended']);
    expect(processes[1]!.isKilled).toBe(true);
    expect(processes).toHaveLength(3);
    expect(latest().received).toEqual([{ type: 'serve', files: files.slice(1) }]);

    expect(await server.tile('a', { zoom: 14, x: 1, y: 2 })).toBe('unreadable');
    const other = server.tile('b', { zoom: 14, x: 1, y: 2 });
    latest().say({ type: 'tile', request: requested(), tile: bytes });
    expect(await other).toEqual(bytes);
    // The end of the one that was killed came meanwhile, and changed nothing.
    expect(processes).toHaveLength(3);
  });

  it('is read again after it was removed and added', async () => {
    server.serve(files.slice(0, 1));
    for (let i = 0; i < 2; i += 1) {
      const tile = server.tile('a', { zoom: 14, x: 1, y: 2 });
      latest().end();
      expect(await tile).toBe('unreadable');
    }
    expect([lost, processes.length]).toEqual([['a: ended'], 2]);
    server.serve(files.slice(0, 1));
    expect(processes).toHaveLength(2);
    server.serve([]);
    server.serve(files.slice(0, 1));
    expect(processes).toHaveLength(3);
    const tile = server.tile('a', { zoom: 14, x: 1, y: 2 });
    latest().say({ type: 'tile', request: requested(), tile: bytes });
    expect(await tile).toEqual(bytes);
  });

  it('is not blamed if no tile was asked for; the next one starts the process', async () => {
    server.serve(files);
    latest().end();
    expect([processes.length, lost]).toEqual([1, []]);
    const tile = server.tile('b', { zoom: 14, x: 1, y: 2 });
    expect(processes).toHaveLength(2);
    latest().say({ type: 'tile', request: requested(), tile: bytes });
    expect(await tile).toEqual(bytes);
  });
});
