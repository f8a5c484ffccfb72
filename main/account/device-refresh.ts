import type { ServiceClient } from '#main/api/service-client';
import type { Cache } from '#main/cache/cache';
import type { Fleet } from '#main/features/fleet/fleet';
import type { Freshness } from '#main/features/fleet/freshness';
import type { Allowance } from '#main/pace/allocation';
import { callAs, type CallSource } from '#main/pace/call-source';
import type { Clock } from '#main/pace/clock';
import { createPoller, type Poller, type PollerState } from '#main/pace/poller';
import { noAttention } from '#main/pace/movement-attention';
import { createMovementMemory, type MovementStore } from '#main/pace/movement-memory';
import { sightingOf, type SpeedRules } from '#main/pace/movement-sighting';
import type { Attention, Sighting } from '#main/pace/scheduler';
import { nextTurn } from '#main/pace/turn-queue';
import type { LocationAnswer } from '#shared/domain/fix';
import { FaultError } from '#shared/fault';
import type { LastLocation } from '#shared/wire/fix';

type Devices = Awaited<ReturnType<ServiceClient['devices']>>;

/** Keeps the fleet current: the device list on request, and last locations from then on. */
export interface DeviceRefresh {
  /** Requests the list; rejects with FaultError. */
  refreshList(): Promise<void>;
  /** Requests the last location of one device for the user; rejects with FaultError. */
  refreshPosition(id: string): Promise<void>;
  prioritise(attention: Attention): void;
  poller: Pick<Poller, 'refreshNow' | 'wake' | 'state' | 'expectedAt' | 'pause' | 'resume'>;
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
  /** The oldest check that the user accepts. */
  oldestCheckMs: () => number;
  /** What to add to a moment for the wall clock of the account. */
  zoneOffsetMs: (at: number) => number;
  speedRules: () => SpeedRules;
  /** Keeps what is learned of the movement of devices. */
  movementStore: MovementStore;
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

/** What a request of the poller is charged to. */
const sourceOf = { user: 'interactive', selected: 'selected', rest: 'refresh' } as const;

export function createDeviceRefresh(options: DeviceRefreshOptions): DeviceRefresh {
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
    await cache.prepareDevices(list.items, asOf, nextTurn);
    // Each step visits the whole fleet; input comes between.
    await nextTurn();
    if (isStopped) return;
    skippedRecords = list.skippedRecords.length;
    const isFirst = listedAt === null;
    listedAt = clock.now();
    options.onAnswered(asOf);
    options.onReceived(list);
    await nextTurn();
    if (isStopped) return;
    fleet.replaceDevices(list.items, asOf, requestedAt);
    await nextTurn();
    if (isStopped) return;
    freshness.sync(fleet.listed());
    await nextTurn();
    if (isStopped) return;
    options.onListed(list);
    await nextTurn();
    if (isStopped) return;
    // Adopts the list.
    poller.look();
    await nextTurn();
    if (isStopped) return;
    poller.start();
    if (isFirst) void memory.restore(nextTurn);
    memory.listed();
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
      memory.learned(id);
      return sightingOf(answer, asOf, options.speedRules());
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
    listed: fleet.listed,
    attention: () => attention,
    oldestCheckMs: options.oldestCheckMs,
    zoneOffsetMs: options.zoneOffsetMs,
    now: clock.now,
    after: clock.after,
    random: options.random,
    answerMs: options.answerMs,
    ask: (id, urgency) => refreshPosition(id, sourceOf[urgency]),
    onState: options.onState,
    onBug: options.onBug,
  });
  const memory = createMovementMemory({
    store: options.movementStore,
    clock,
    ...poller.learned,
  });

  return {
    refreshList,
    refreshPosition: async (id) => poller.sighted(id, await refreshPosition(id, 'interactive')),
    prioritise: (next) => {
      attention = next;
      poller.look();
    },
    poller,
    freshAt: () => (fleet.listed().ids.length > 0 ? positionedAt : listedAt),
    skippedRecords: () => skippedRecords,
    stop: () => {
      isStopped = true;
      poller.stop();
      memory.close();
    },
  };
}
