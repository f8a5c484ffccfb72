import type { ServiceClient } from '#main/api/service-client';
import type { Cache } from '#main/cache/cache';
import type { Fleet } from '#main/features/fleet/fleet';
import type { Freshness } from '#main/features/fleet/freshness';
import { type Allowance, callAs, type CallSource } from '#main/pace/budget';
import type { Clock } from '#main/pace/clock';
import {
  noAttention,
  sightingOf,
  type Attention,
  type Sighting,
  type SpeedRules,
} from '#main/pace/device-order';
import { Poller, type PollerState } from '#main/pace/poller';
import { yieldEvery } from '#main/pace/throttle';
import type { LocationAnswer } from '#shared/domain/fix';
import { FaultError } from '#shared/fault';
import type { LastLocation } from '#shared/wire/fix';

type Devices = Awaited<ReturnType<ServiceClient['devices']>>;

export interface DeviceRefreshOptions {
  client: Pick<ServiceClient, 'devices' | 'lastLocation'>;
  cache: Pick<Cache, 'prepareDevices'>;
  clock: Clock;
  /** The time by the clock of the service, which records what was received. */
  serviceNow: () => number;
  freshness: Freshness;
  random: () => number;
  /** The oldest check that the user accepts. */
  oldestCheckMs: () => number;
  speedRules: () => SpeedRules;
  fleet: Pick<Fleet, 'listed' | 'replaceDevices' | 'putFix' | 'wasAsked'>;
  budget: Allowance;
  /** How long answers take, in milliseconds; 0 if unknown. */
  answerMs: () => number;
  /** The service answered about the fleet. */
  onAnswered: (at: number) => void;
  /** Runs before the list reaches the fleet. */
  onReceived: (list: Devices) => void;
  onListed: (list: Devices) => void;
  onLocation: (answer: LastLocation) => void;
  onPosition: (id: string, answer: LocationAnswer) => void;
  onState: (state: PollerState) => void;
  onBug: (error: unknown) => void;
}

export type DeviceRefresh = ReturnType<typeof createDeviceRefresh>;

/** Keeps the fleet current: the device list on request, and last locations from then on. */
export function createDeviceRefresh(options: DeviceRefreshOptions) {
  const { client, cache, clock, serviceNow, fleet, freshness } = options;
  let listedAt: number | null = null;
  let positionedAt: number | null = null;
  let skippedRecords = 0;
  let attention: Attention = noAttention;
  let isStopped = false;

  async function refreshList(): Promise<void> {
    const requestedAt = clock.now();
    const list = await callAs('lists', () => client.devices());
    const asOf = serviceNow();
    const pause = yieldEvery();
    await cache.prepareDevices(list.items, asOf, pause);
    // Each step visits the whole fleet; input comes between.
    const steps = [
      () => {
        skippedRecords = list.skippedRecords.length;
        listedAt = clock.now();
        options.onAnswered(asOf);
        options.onReceived(list);
      },
      () => fleet.replaceDevices(list.items, asOf, requestedAt),
      () => freshness.sync(fleet.listed()),
      () => options.onListed(list),
      // Adopts the list.
      () => poller.look(),
      () => poller.start(),
    ];
    for (const step of steps) {
      await pause();
      if (isStopped) return;
      step();
    }
  }

  async function refreshPosition(id: string, source: CallSource): Promise<Sighting | null> {
    try {
      const answer = await callAs(source, () => client.lastLocation(id));
      options.onLocation(answer);
      const asOf = serviceNow();
      positionedAt = clock.now();
      // What cannot be read does not make the screen more current.
      if (answer.isUnderstood) freshness.checked(id, positionedAt);
      else freshness.notUnderstood(id);
      options.onAnswered(asOf);
      fleet.putFix(id, answer, asOf);
      options.onPosition(id, answer);
      return sightingOf(answer, asOf, options.speedRules());
    } catch (error) {
      if (error instanceof FaultError && error.fault.kind === 'forbidden') {
        fleet.wasAsked(id);
        freshness.refused(id);
      }
      throw error;
    }
  }

  const poller = new Poller({
    budget: options.budget,
    listed: fleet.listed,
    attention: () => attention,
    oldestCheckMs: options.oldestCheckMs,
    clock,
    random: options.random,
    answerMs: options.answerMs,
    ask: refreshPosition,
    onState: options.onState,
    onBug: options.onBug,
  });
  return {
    /** Requests the list; rejects with FaultError. */
    refreshList,
    /** Requests the last location of one device, besides those of the poller; rejects with FaultError. */
    refreshPosition: async (id: string, source: CallSource): Promise<void> =>
      poller.sighted(id, await refreshPosition(id, source)),
    prioritise: (next: Attention): void => {
      attention = next;
      poller.look();
    },
    poller,
    /** When what the window shows was received last in this session, by this computer; null: not yet. */
    freshAt: (): number | null => (fleet.listed().ids.length > 0 ? positionedAt : listedAt),
    /** Devices of the last list that could not be read. */
    skippedRecords: (): number => skippedRecords,
    stop: (): void => {
      isStopped = true;
      poller.close();
    },
  };
}
