import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServiceClient } from '#main/api/service-client';
import type { Cache } from '#main/cache/cache';
import type { Fleet } from '#main/features/fleet/fleet';
import type { Freshness } from '#main/features/fleet/freshness';
import type { Allowance } from '#main/pace/budget';
import { callAs, type CallSource } from '#main/pace/call-source';
import type { Clock } from '#main/pace/clock';
import { createPoller, type Poller, type PollerState } from '#main/pace/poller';
import type { LocationAnswer } from '#shared/domain/last-report';
import { FaultError } from '#shared/fault';
import type { LastLocation } from '#shared/wire/fix';

type Devices = Awaited<ReturnType<ServiceClient['devices']>>;

/** Keeps the fleet current: the device list on request, and last locations from then on. */
export interface DeviceRefresh {
  /** Requests the list; rejects with FaultError. */
  refreshList(): Promise<void>;
  /** Requests the last location of one device for the user; rejects with FaultError. */
  refreshPosition(id: string): Promise<void>;
  prioritise(ids: readonly string[]): void;
  poller: Pick<Poller, 'refreshNow' | 'wake' | 'state'>;
  /** When what the window shows was received last in this session, by this computer; null: not yet. */
  freshAt(): number | null;
  /** Devices of the last list that could not be read. */
  skippedRecords(): number;
  stop(): void;
}

export interface DeviceRefreshOptions {
  client: Pick<ServiceClient, 'devices' | 'lastLocation'>;
  cache: Pick<Cache, 'prepareDevices'>;
  clock: Clock;
  /** The time by the clock of the service, which records what was received. */
  serviceNow: () => number;
  freshness: Freshness;
  random: () => number;
  fleet: Pick<Fleet, 'ids' | 'replaceDevices' | 'putFix' | 'wasAsked'>;
  budget: Allowance;
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

export function createDeviceRefresh(options: DeviceRefreshOptions): DeviceRefresh {
  const { client, cache, clock, serviceNow, fleet, freshness } = options;
  let listedAt: number | null = null;
  let positionedAt: number | null = null;
  let skippedRecords = 0;
  let prioritised: readonly string[] = [];
  let isStopped = false;

  async function refreshList(): Promise<void> {
    const requestedAt = clock.now();
    const list = await callAs('lists', () => client.devices());
    const asOf = serviceNow();
    await cache.prepareDevices(list.items, asOf, () => nextTurn());
    if (isStopped) return;
    skippedRecords = list.skippedRecords.length;
    listedAt = clock.now();
    options.onAnswered(asOf);
    options.onReceived(list);
    fleet.replaceDevices(list.items, asOf, requestedAt);
    freshness.sync(fleet.ids());
    options.onListed(list);
    poller.start();
  }

  async function refreshPosition(id: string, source: CallSource = 'refresh'): Promise<void> {
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
    } catch (error) {
      if (error instanceof FaultError && error.fault.kind === 'forbidden') {
        fleet.wasAsked(id);
        freshness.refused(id);
      }
      throw error;
    }
  }

  const poller = createPoller({
    budget: options.budget,
    ids: fleet.ids,
    prioritised: () => prioritised,
    now: clock.now,
    after: clock.after,
    random: options.random,
    ask: (id) => refreshPosition(id),
    onState: options.onState,
    onBug: options.onBug,
  });

  return {
    refreshList,
    refreshPosition: (id) => refreshPosition(id, 'interactive'),
    prioritise: (ids) => {
      prioritised = ids;
      poller.look();
    },
    poller,
    freshAt: () => (fleet.ids().length > 0 ? positionedAt : listedAt),
    skippedRecords: () => skippedRecords,
    stop: () => {
      isStopped = true;
      poller.stop();
    },
  };
}
