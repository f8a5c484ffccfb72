import { syntheticFix } from '#main/cache/synthetic-fleet.test-support';
import {
  createFleet as createRealFleet,
  type Fleet,
  type FleetOptions,
  type FleetPort,
} from '#main/features/fleet/fleet';
import { mercatorX, mercatorY } from '../../../renderer/features/fleet-data/mercator';
import { arrivedAt } from './answers-request';

// Main's own fleet; notes when the answer about a device arrived and when it was posted to the window, and can
// answer in place of the service. Times are of the computer's clock, which all processes share.

export * from '#main/features/fleet/fleet';

export interface NotedAnswer {
  slot: number;
  /** The reported position, as the map has it. */
  x: number;
  y: number;
  /** The head of the HTTP answer was there. */
  arrived: number;
  /** The fleet was told. */
  told: number;
  /** On its way to the worker of the window; NaN: not yet. */
  posted: number;
}

const everyMs = 20;

export function createFleet(options: FleetOptions): Fleet {
  const fleet = createRealFleet(options);
  const { cache } = options;
  const noted: NotedAnswer[] = [];
  let unposted: NotedAnswer[] = [];
  let timer: ReturnType<typeof setInterval> | undefined;
  let since = 0;

  function note(id: string, { latitude, longitude }: Place, told: number): void {
    const slot = cache.slotOf(id);
    if (slot === null || latitude === null || longitude === null) return;
    const arrived = arrivedAt.get(id) ?? told;
    arrivedAt.delete(id);
    const place = { x: mercatorX(longitude), y: mercatorY(latitude) };
    const answer = { slot, ...place, arrived, told, posted: Number.NaN };
    noted.push(answer);
    unposted.push(answer);
  }

  const watched = (port: FleetPort): FleetPort => ({
    postMessage: (message) => {
      if (message.type === 'fixes') {
        const now = Date.now();
        for (const answer of unposted) answer.posted = now;
        unposted = [];
      }
      port.postMessage(message);
    },
    close: () => port.close(),
  });

  const putFix: Fleet['putFix'] = (id, answer, checkedAt) => {
    if (answer.fix) note(id, answer.fix, Date.now());
    fleet.putFix(id, answer, checkedAt);
  };

  /** A device moves some metres, to the east and back. */
  function move(slot: number, count: number): void {
    const { columns } = cache.loadFleet();
    const latitude = columns.latitude[slot];
    const longitude = columns.longitude[slot];
    const id = cache.ids()[slot];
    if (!id || !Number.isFinite(latitude) || !Number.isFinite(longitude)) return;
    const to = { latitude: latitude!, longitude: longitude! + (count % 2 === 0 ? 2e-4 : -2e-4) };
    const now = Date.now();
    const { fix, raw } = syntheticFix(slot, now, { ...to, speed: 12, course: 90 });
    putFix(id, { fix, raw, isUnderstood: true }, now);
  }

  Object.assign(globalThis, {
    benchAnswers: {
      begin: () => {
        since = Date.now();
      },
      /** All of them: what arrived before `begin` may reach the screen after it. */
      take: () => ({ since, answers: noted }),
      /** Sends so many positions a second, of the devices `shown` and of all others in turns. */
      flood: (perSecond: number, shown: readonly number[]) => {
        clearInterval(timer);
        const others = cache.ids().length;
        let sent = 0;
        const startedAt = Date.now();
        timer = setInterval(() => {
          // What a late timer left out is sent with the next.
          const due = ((Date.now() - startedAt) * perSecond) / 1000;
          for (; sent < due; sent += 1) {
            const turn = sent >> 1;
            if (sent % 2 === 0) move(shown[turn % shown.length]!, Math.floor(turn / shown.length));
            else move((turn * 7919) % others, Math.floor(turn / others));
          }
        }, everyMs);
      },
      stop: () => clearInterval(timer),
    },
  });

  return { ...fleet, putFix, attachPort: (port) => fleet.attachPort(watched(port)) };
}

interface Place {
  latitude: number | null;
  longitude: number | null;
}
