import { createCallWorth, mostWorth, type CallWorth } from './call-worth';
import { checkIntervals, type CheckIntervals } from './check-interval';
import { noDevices, type ListedDevices } from './listed-devices';
import {
  createAttention,
  levels,
  type Attention,
  type IndexedAttention,
} from './movement-attention';
import type { HabitOptions, MovementHabits } from './movement-habits';
import { createMovementModel, type Sighting } from './movement-model';
import { createRequestTimes, type RequestTimes } from './request-times';

export type { Attention } from './movement-attention';
export type { Sighting } from './movement-model';

/** The device to request next. */
export interface Turn {
  id: string;
  /** Epoch milliseconds: not earlier. */
  dueAt: number;
  /** Not requested since the rotation started or was restarted. */
  isFirst: boolean;
  isSelected: boolean;
}

/**
 * Decides which device to request next: new ones first, then the one for which a call is worth most,
 * by the expected error of its position and the attention of the user. No device waits longer than
 * `intervals` says. The same calls give the same turns.
 */
export interface Rotation {
  /** Sets the devices to request. The same object means that nothing changed. */
  sync(listed: ListedDevices): void;
  /** The next device; null if there is none or all are being requested. */
  next(now: number, attention: Attention): Turn | null;
  /** The device is being requested until `end`. */
  begin(turn: Turn): void;
  /** `sighting`: what the answer says; null: the request failed, or its answer was not understood. */
  end(id: string, now: number, sighting?: Sighting | null): void;
  /** An answer to a request that was not a turn. */
  sighted(id: string, now: number, sighting: Sighting | null): void;
  /** Skips a device until a moment, also one that is being requested. */
  rest(id: string, until: number): void;
  /** As if no device had been requested yet. */
  restart(): void;
  size(): number;
  /** How many were never requested since the rotation was created. */
  neverRequested(): number;
  intervals(hasSelection: boolean): CheckIntervals;
  /** About when a device is requested next; null if that is not planned yet. */
  expectedAt(id: string, now: number): number | null;
  /** What was learned of the movement of devices, by the index of their ids. */
  habits: MovementHabits;
  indexOf(id: string): number | undefined;
  ids(): readonly string[];
}

export interface RotationOptions extends HabitOptions {
  /** Shortest time between two requests for a device. */
  againMs?: number;
  /** The same for a device that the user sees. */
  attendedAgainMs?: number;
  callsPerMinute: () => number;
  /** The oldest check that the user accepts. */
  oldestCheckMs?: () => number;
}

/** Turns of new devices in a row while others are worth a call. */
const firstRunLength = 2;
/** From this part of the longest interval on, every second turn is for the device checked longest ago. */
const agingFrom = 0.85;
/** From this part on every turn, but early enough for the calls of a minute and a sweep. */
const overdueFrom = 0.95;
const overdueBeforeMs = 90_000;

export function createRotation(options: RotationOptions): Rotation {
  const againMs = options.againMs ?? 10_000;
  const attendedAgainMs = options.attendedAgainMs ?? 5_000;
  const model = createMovementModel(options);
  const attention = createAttention();
  const times = createRequestTimes({
    restMs: againMs,
    pauseMs: (device) => (attention.level(device) >= levels.inView ? attendedAgainMs : againMs),
  });
  const worth = createCallWorth({
    times,
    attention,
    model,
    callsPerMinute: options.callsPerMinute,
  });
  const index = createDeviceIndex();
  const intervals = (hasSelection: boolean) =>
    checkIntervals({
      devices: index.ids().length,
      callsPerMinute: options.callsPerMinute(),
      settingMs: options.oldestCheckMs?.() ?? 3_600_000,
      hasSelection,
      shortestMs: attendedAgainMs,
    });
  const choice = createTurnChoice({ times, attention, worth, intervals });
  /** The devices that are being requested, also those that were removed meanwhile. */
  const busy = new Set<string>();

  const turnOf = ({ device, at, isSelected = false }: ChosenTurn): Turn => ({
    id: index.ids()[device]!,
    dueAt: at,
    isFirst: times.isFirst(device),
    isSelected,
  });

  return {
    habits: model.habits,
    ids: index.ids,
    indexOf: index.of,
    sync: (list) => {
      const from = index.replace(list);
      if (!from) return;
      times.reorder(from);
      model.reorder(from);
      for (const id of busy) {
        const device = index.of(id);
        if (device !== undefined) times.begin(device);
      }
      attention.reindex();
      worth.reset();
      choice.restart();
    },
    next: (now, seen) => {
      if (attention.set(seen, index.of)) worth.attentionChanged();
      const turn = choice.next(now);
      return turn && turnOf(turn);
    },
    begin: (turn) => {
      const device = index.of(turn.id);
      if (device === undefined) return;
      times.begin(device);
      busy.add(turn.id);
      choice.taken(turn);
    },
    end: (id, now, sighting = null) => {
      busy.delete(id);
      const device = index.of(id);
      if (device === undefined) return;
      times.end(device, now);
      model.sighted(device, now, sighting);
    },
    sighted: (id, now, sighting) => {
      const device = index.of(id);
      if (device === undefined || times.isFirst(device)) return;
      times.asked(device, now);
      model.sighted(device, now, sighting);
    },
    rest: (id, until) => {
      const device = index.of(id);
      if (device !== undefined) times.rest(device, until);
    },
    restart: () => {
      times.restart();
      choice.restart();
      attention.restart();
    },
    size: () => index.ids().length,
    neverRequested: times.neverRequested,
    intervals,
    expectedAt: (id, now) => {
      const device = index.of(id);
      if (device === undefined) return null;
      if (times.isBusy(device)) return now;
      if (times.isFirst(device)) return null;
      const selected = attention.selected();
      const { longestMs, selectedMs } = intervals(selected >= 0);
      const asked = Math.min(times.askedAt(device, now), now);
      if (device === selected) {
        return Math.max(now, asked + selectedMs, times.restsUntil(device));
      }
      const isInView = attention.level(device) >= levels.inView;
      const longest = isInView ? Math.min(worth.viewPaceMs(), longestMs) : overdueFrom * longestMs;
      const latest = Math.max(now, asked + longest);
      const from = Math.max(now, times.readyAt(device, now));
      const price = choice.price() / attention.weight(device);
      return Math.max(from, model.whenWorth(device, now, price, latest));
    },
  };
}

interface DeviceIndex {
  ids(): readonly string[];
  of(id: string): number | undefined;
  /** Returns the earlier index of each device, -1 for a new one; null: nothing changed. */
  replace(list: ListedDevices): Int32Array | null;
}

function createDeviceIndex(): DeviceIndex {
  let listed = noDevices;
  /** By slot; -1: not listed. */
  let indexes = new Int32Array();
  return {
    ids: () => listed.ids,
    of: (id) => {
      const slot = listed.slotOf(id);
      return slot === null ? undefined : indexes[slot];
    },
    replace: (list) => {
      if (list === listed) return null;
      const before = indexes;
      listed = list;
      indexes = new Int32Array(list.slotCount).fill(-1);
      // A loop: `from` takes ten times as long for a large fleet.
      const earlier = new Int32Array(list.slots.length);
      for (let index = 0; index < list.slots.length; index++) {
        const slot = list.slots[index]!;
        indexes[slot] = index;
        earlier[index] = before[slot] ?? -1;
      }
      return earlier;
    },
  };
}

interface ChosenTurn {
  device: number;
  at: number;
  isSelected?: boolean;
}

/** The rules by which the next device is chosen. */
interface TurnChoice {
  next(now: number): ChosenTurn | null;
  /** The turn of the last `next` is being requested. */
  taken(turn: Turn): void;
  /** What a call is worth at present for the devices that are being requested. */
  price(): number;
  /** Devices may be new, or were restarted. */
  restart(): void;
}

function createTurnChoice({
  times,
  attention,
  worth,
  intervals,
}: {
  times: RequestTimes;
  attention: IndexedAttention;
  worth: CallWorth;
  intervals: (hasSelection: boolean) => CheckIntervals;
}): TurnChoice {
  /** All devices before it were requested, are being requested or rest. */
  let firstCursor = 0;
  let firstRun = 0;
  let wasAging = false;
  let price = 0;
  /** Why `next` chose its device; the score is 0 if it was not chosen by what the call is worth. */
  let chosen = { isAging: false, score: 0 };

  function firstTurn(now: number): number {
    const seen = attention.nextInOrder(
      (device) => times.isFirst(device) && times.isFree(device, now),
    );
    if (seen >= 0) return seen;
    const isFirst = (device: number) => times.isFirst(device) && !times.isBusy(device);
    while (firstCursor < times.size() && !isFirst(firstCursor)) firstCursor++;
    return firstCursor < times.size() ? firstCursor : -1;
  }

  /** The device checked longest ago, if it is time for one; -1: not. */
  function agingTurn(now: number, longestMs: number): number {
    const device = worth.oldest(now);
    if (device < 0) return -1;
    const overdueMs = Math.min(overdueFrom * longestMs, longestMs - overdueBeforeMs);
    return now - times.askedAt(device, now) >= overdueMs || !wasAging ? device : -1;
  }

  /** Nothing is due: the device that is due soonest. */
  function soonest(now: number, selected: ChosenTurn | null): ChosenTurn | null {
    let device = -1;
    let at = Number.POSITIVE_INFINITY;
    // Only small fleets have no device that is due.
    for (let each = 0; each < times.size(); each++) {
      if (times.isBusy(each)) continue;
      const readyAt = times.readyAt(each, now);
      if (readyAt >= at) continue;
      device = each;
      at = readyAt;
    }
    if (selected && selected.at < at) return selected;
    if (device < 0) return null;
    worth.idleUntil(at);
    return { device, at: Math.max(at, now + 1) };
  }

  function next(now: number): ChosenTurn | null {
    chosen = { isAging: false, score: 0 };
    const { longestMs, selectedMs } = intervals(attention.selected() >= 0);
    const selected = selectedTurn(now, selectedMs);
    if (selected && selected.at <= now) return selected;
    worth.sweep(now, agingFrom * longestMs, firstCursor < times.size());
    const unseen = worth.longUnseen(now);
    if (unseen >= 0) return { device: unseen, at: now };
    const first = firstTurn(now);
    const most = worth.most(now);
    chosen.score = most.score;
    if (first >= 0 && (most.device < 0 || firstRun < firstRunLength)) {
      return { device: first, at: now };
    }
    const old = agingTurn(now, longestMs);
    if (old >= 0) {
      chosen.isAging = true;
      return { device: old, at: now };
    }
    return most.device >= 0 ? { device: most.device, at: now } : soonest(now, selected);
  }

  /** The next turn of the selected device, if there is one and it can be requested. */
  function selectedTurn(now: number, selectedMs: number): ChosenTurn | null {
    const device = attention.selected();
    if (device < 0 || !times.isFree(device, now)) return null;
    const at = times.isFirst(device) ? now : times.askedAt(device, now) + selectedMs;
    return { device, at: Math.max(at, now), isSelected: true };
  }

  return {
    next,
    taken: ({ isFirst, isSelected }) => {
      firstRun = isFirst ? firstRun + 1 : 0;
      if (isFirst || isSelected) return;
      wasAging = chosen.isAging;
      if (!wasAging && chosen.score < mostWorth) price += 0.05 * (chosen.score - price);
    },
    price: () => price,
    restart: () => {
      firstCursor = 0;
    },
  };
}
