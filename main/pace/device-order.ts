// Why it is so: docs/decisions/0094-ask-where-a-call-is-worth-most.md
import { newInARow } from '#shared/domain/session';
import type { LocationAnswer } from '#shared/domain/fix';
import { metresBetween } from '#shared/history/distance';

/**
 * Where the user looks. The same object means that nothing changed. Devices in several lists have the
 * highest weight.
 */
export interface Attention {
  selected: string | null;
  /** On the map or in the visible rows of the table. */
  inView: readonly string[];
  /** In the table with the present filter; empty without a filter. */
  inTable: readonly string[];
}

export const noAttention: Attention = { selected: null, inView: [], inTable: [] };

/** The attention in several windows, of which the last one reported last: its selected device is the selected one. */
export function together(windows: readonly Attention[]): Attention {
  if (windows.length <= 1) return windows[0] ?? noAttention;
  return {
    selected: windows.findLast(({ selected }) => selected !== null)?.selected ?? null,
    inView: [...new Set(windows.flatMap(({ inView }) => inView))],
    inTable: [...new Set(windows.flatMap(({ inTable }) => inTable))],
  };
}

/** What an answer says about the movement of a device. */
export interface Sighting {
  /** null: the report does not state a speed, so that the distance from the last place decides. */
  isMoving: boolean | null;
  /** Metres per second; null: not provided. */
  speed: number | null;
  /** null: without a position. */
  place: { latitude: number; longitude: number } | null;
}

/** The device to request next. Times are epoch milliseconds. */
export interface Check {
  id: string;
  slot: number;
  /** Not earlier. */
  dueAt: number;
  why: 'selected' | 'new' | 'unseen' | 'oldest' | 'worth';
  /** Not requested since the start or the last restart. */
  isFirst: boolean;
  /** What the request is worth; 0 unless that is why. */
  worth: number;
}

/** Longest and shortest times between two checks of one device, in milliseconds. */
interface CheckIntervals {
  /** No device waits longer for its check. */
  longestMs: number;
  /** The user's limit is shorter, but the calls do not suffice for it. */
  isBeyondSetting: boolean;
  /** The selected device is checked this often. */
  selectedMs: number;
}

/** When a report says that a device moves, and in which unit. */
export interface SpeedRules {
  /** In the unit of the service. */
  movingAbove: number;
  /** Metres per second in one unit of the service. */
  metresPerSecond: number;
}

export interface DeviceOrderOptions {
  callsPerMinute: () => number;
  oldestCheckMs?: () => number;
}

/** The user's limit, if there is no setting. */
const defaultOldestCheckMs = 3_600_000;
/** A device that moves rarely is checked at least once in so many rounds over all devices. */
const roundsPerCheck = 4;
/** If the user's limit cannot be kept, so many rounds: devices that move are still checked more often. */
const roundsBeyondSetting = 2;
/** A limit this close to one round can be kept, but leaves little for devices that move. */
const shortestRounds = 1.25;
const shortestLongestMs = 120_000;

/** Shortest time between two requests for a device, and for one that the user sees. */
const againMs = 10_000;
const seenAgainMs = 5_000;

const inViewWeight = 25;
const inTableWeight = 4;

/** From this part of the longest interval on, every second request is for the device checked longest ago. */
const agingFrom = 0.85;
/** From this part on every request, but early enough for the calls of a minute. */
const overdueFrom = 0.95;
const overdueBeforeMs = 90_000;
/** Devices in view are requested at least this often, if that takes no more than this part of the calls. */
const shortestViewPaceMs = 30_000;
const viewShare = 1 / 10;
/** Beyond what any call is worth: a device in view that waited for its time comes first. */
const dueInView = 1e12;
/** How much the latest worth counts for what calls are worth at present. */
const priceShare = 0.05;

/** How long a ranking is used: of the fleet, and of the devices in view. */
const rankingMs = 5_000;
const viewRankingMs = 1_000;
const longestRanking = 1_024;

/** Metres per second of a device whose speed is not known. */
const usualSpeed = 12;
/** How much the latest speed counts beside the earlier ones. */
const speedShare = 0.3;
/** Of the way driven, how much is distance from where it began. */
const straightness = 0.9;
/** A device that is this many metres away has moved in the meantime. */
const movedMetres = 150;
/** Where a device was sighted so long ago, its distance says nothing of whether it moves now. */
const movingForMs = 600_000;
/** Trips of an hour, and departures per parked hour by the hours since the device was seen to move. */
const tripsEndPerHour = 1;
const departuresPerHour = [
  { movedWithinHours: 1, rate: 1 },
  { movedWithinHours: 24, rate: 0.3 },
  { movedWithinHours: Number.POSITIVE_INFINITY, rate: 0.03 },
];

/** One entry per device, by its slot. Times are epoch milliseconds. */
const createColumns = (size: number) => ({
  /** When the last request ended; NaN: not since the start or the last restart. */
  askedAt: new Float64Array(size).fill(Number.NaN),
  restsUntil: new Float64Array(size).fill(Number.NEGATIVE_INFINITY),
  /** When the device was last seen to move. */
  movedAt: new Float64Array(size).fill(Number.NEGATIVE_INFINITY),
  isMoving: new Uint8Array(size),
  isBusy: new Uint8Array(size),
  wasRequested: new Uint8Array(size),
  /** How much the error of its position counts. */
  weight: new Uint8Array(size).fill(1),
  speed: new Float32Array(size).fill(usualSpeed),
  latitude: new Float32Array(size).fill(Number.NaN),
  longitude: new Float32Array(size).fill(Number.NaN),
});

/**
 * Decides which device to request next: new ones first, then the one for which a call is worth most, by the
 * expected error of its position and the attention of the user. No device waits longer than `intervals` says.
 * Time and rate are passed in and nothing is random: the same calls give the same order.
 */
export class DeviceOrder {
  #listed = noDevices;
  /** Where each slot is on the list. */
  #positions = new Uint32Array();
  #columns = createColumns(0);
  #requested = 0;
  #attention: Attention | null = null;
  /** -1: none. */
  #selected = -1;
  #inView: number[] = [];
  /** The devices in view, then those in the table. */
  #seen: number[] = [];
  /** Everything before the cursors was requested, is being requested or rests. */
  #newCursor = 0;
  #newSeenCursor = 0;
  #newInARow = 0;
  #wasOldest = false;
  #worthiest = createRanking();
  #oldest = createRanking();
  #worthiestInView = createRanking();
  /** What a call is worth at present for the devices that are being requested. */
  #price = 0;

  constructor(readonly options: DeviceOrderOptions) {}

  /** Sets the devices to request. The same object means that nothing changed. */
  sync(listed: ListedDevices): void {
    if (listed === this.#listed) return;
    this.#listed = listed;
    if (listed.slotCount > this.#columns.askedAt.length) this.#grow(listed.slotCount);
    this.#positions = new Uint32Array(listed.slotCount);
    this.#requested = 0;
    listed.slots.forEach((slot, position) => {
      this.#positions[slot] = position;
      this.#requested += this.#columns.wasRequested[slot]!;
    });
    this.#attention = null;
    this.#newCursor = 0;
    for (const ranking of [this.#worthiest, this.#oldest, this.#worthiestInView]) ranking.clear();
  }

  /** The next device; null if there is none or all are being requested. */
  next(now: number, attention: Attention): Check | null {
    this.#look(attention);
    const { longestMs, selectedMs } = this.intervals(this.#selected >= 0);
    const selected = this.#selectedCheck(now, selectedMs);
    if (selected && selected.dueAt <= now) return selected;

    const firstNew = this.#firstNew(now);
    this.#rank(now, longestMs, firstNew >= 0);
    const isDue = (slot: number) => this.#isDue(slot, now);
    const inView = this.#worthiestInView.head(isDue);
    if (inView && now - this.#askedAt(inView.slot, now) >= 2 * this.#viewPaceMs()) {
      return this.#check(inView.slot, now, 'unseen');
    }
    const anywhere = this.#worthiest.head(isDue);
    const most = inView && (!anywhere || inView.score >= anywhere.score) ? inView : anywhere;
    if (firstNew >= 0 && (!most || this.#newInARow < newInARow)) {
      return this.#check(firstNew, now, 'new');
    }
    const old = this.#oldest.head(isDue);
    if (old && (!this.#wasOldest || this.#isOverdue(old.slot, now, longestMs))) {
      return this.#check(old.slot, now, 'oldest');
    }
    if (most) return this.#check(most.slot, now, 'worth', most.score);
    return this.#soonest(now, selected);
  }

  /** The device of the last `next` is being requested until `end`. */
  begin({ slot, why, worth }: Check): void {
    this.#columns.isBusy[slot] = 1;
    if (why === 'selected') return;
    this.#newInARow = why === 'new' ? this.#newInARow + 1 : 0;
    if (why === 'new') return;
    this.#wasOldest = why === 'oldest';
    if (why === 'worth' && worth < dueInView) this.#price += priceShare * (worth - this.#price);
  }

  /** `sighting`: what the answer says; null: the request failed, or its answer was not understood. */
  end({ slot }: Check, now: number, sighting: Sighting | null = null): void {
    this.#columns.isBusy[slot] = 0;
    this.#answered(slot, now, sighting);
  }

  /** An answer to a request that did not follow this order. */
  sighted(id: string, now: number, sighting: Sighting | null): void {
    const slot = this.#listed.slotOf(id);
    if (slot !== null) this.#answered(slot, now, sighting);
  }

  /** Skips a device until a moment, also one that is being requested; then it is due. */
  rest(id: string, until: number): void {
    const slot = this.#listed.slotOf(id);
    if (slot === null) return;
    this.#columns.restsUntil[slot] = until;
    this.#columns.askedAt[slot] = until - againMs;
  }

  /** As if no device had been requested yet, except for those that rest or are being requested. */
  restart(now: number): void {
    const { askedAt, restsUntil, isBusy } = this.#columns;
    for (const slot of this.#listed.slots) {
      if (isBusy[slot] === 0 && restsUntil[slot]! <= now) askedAt[slot] = Number.NaN;
    }
    this.#newCursor = 0;
    this.#newSeenCursor = 0;
  }

  size(): number {
    return this.#listed.ids.length;
  }

  /** How many were never requested. */
  neverRequested(): number {
    return this.size() - this.#requested;
  }

  /** The times between checks that the rate of calls allows. */
  intervals(hasSelection: boolean): CheckIntervals {
    const { callsPerMinute, oldestCheckMs = () => defaultOldestCheckMs } = this.options;
    const callMs = 60_000 / callsPerMinute();
    // The selected device has at most half of the calls.
    const selectedMs = Math.max(seenAgainMs, 2 * callMs);
    const left = 1 / callMs - (hasSelection ? 1 / selectedMs : 0);
    const roundMs = this.size() / left;
    const settingMs = oldestCheckMs();
    const isBeyondSetting = roundMs * shortestRounds > settingMs;
    const longestMs = isBeyondSetting
      ? roundsBeyondSetting * roundMs
      : Math.min(settingMs, Math.max(shortestLongestMs, roundsPerCheck * roundMs));
    return { longestMs, isBeyondSetting, selectedMs };
  }

  /** About when a device is requested next; null if that is not planned yet. */
  expectedAt(id: string, now: number): number | null {
    const slot = this.#listed.slotOf(id);
    if (slot === null) return null;
    if (this.#columns.isBusy[slot]) return now;
    if (this.#isFirst(slot)) return null;
    const { longestMs, selectedMs } = this.intervals(this.#selected >= 0);
    const askedAt = Math.min(this.#askedAt(slot, now), now);
    const earliest = Math.max(now, this.#readyAt(slot, now));
    if (slot === this.#selected) return Math.max(earliest, askedAt + selectedMs);
    const withinMs = this.#isInView(slot)
      ? Math.min(this.#viewPaceMs(), longestMs)
      : overdueFrom * longestMs;
    const latest = Math.max(earliest, askedAt + withinMs);
    return this.#whenWorth(slot, askedAt, this.#price, earliest, latest);
  }

  #grow(size: number): void {
    const columns = createColumns(size);
    const names = Object.keys(columns) as (keyof typeof columns)[];
    for (const name of names) columns[name].set(this.#columns[name]);
    this.#columns = columns;
  }

  #look(attention: Attention): void {
    if (attention === this.#attention) return;
    this.#attention = attention;
    const slotsOf = (ids: readonly string[]) =>
      ids.map((id) => this.#listed.slotOf(id) ?? -1).filter((slot) => slot >= 0);
    const { weight } = this.#columns;
    for (const slot of this.#seen) weight[slot] = 1;
    if (this.#selected >= 0) weight[this.#selected] = 1;
    const inTable = slotsOf(attention.inTable);
    this.#inView = slotsOf(attention.inView);
    this.#selected = attention.selected === null ? -1 : (slotsOf([attention.selected])[0] ?? -1);
    this.#seen = [...this.#inView, ...inTable];
    this.#newSeenCursor = 0;
    for (const slot of inTable) weight[slot] = inTableWeight;
    for (const slot of this.#inView) weight[slot] = inViewWeight;
    if (this.#selected >= 0) weight[this.#selected] = inViewWeight;
    this.#worthiestInView.expire();
  }

  #answered(slot: number, now: number, sighting: Sighting | null): void {
    const { askedAt, restsUntil, wasRequested } = this.#columns;
    if (sighting) this.#move(slot, now, sighting);
    // A rest that began during the request goes on.
    if (this.#isFirst(slot) || restsUntil[slot]! <= now) askedAt[slot] = now;
    const isListed = this.#listed.slots[this.#positions[slot]!] === slot;
    if (isListed) this.#requested += 1 - wasRequested[slot]!;
    wasRequested[slot] = 1;
  }

  #move(slot: number, now: number, { isMoving, speed, place }: Sighting): void {
    const { askedAt, movedAt, speed: speeds, latitude, longitude } = this.#columns;
    const metres = place
      ? metresBetween(latitude[slot]!, longitude[slot]!, place.latitude, place.longitude)
      : Number.NaN;
    const hasMoved = metres > movedMetres;
    const moves = isMoving ?? (hasMoved && now - askedAt[slot]! < movingForMs);
    this.#columns.isMoving[slot] = moves ? 1 : 0;
    if (moves || hasMoved) movedAt[slot] = now;
    if (moves && speed !== null) speeds[slot]! += speedShare * (speed - speeds[slot]!);
    if (!place) return;
    latitude[slot] = place.latitude;
    longitude[slot] = place.longitude;
  }

  #isFirst(slot: number): boolean {
    return Number.isNaN(this.#columns.askedAt[slot]!);
  }

  #isInView(slot: number): boolean {
    return this.#columns.weight[slot] === inViewWeight;
  }

  /** A clock that was set back must not extend the wait. */
  #askedAt(slot: number, now: number): number {
    const { askedAt, restsUntil } = this.#columns;
    if (askedAt[slot]! > now && restsUntil[slot]! <= now) askedAt[slot] = now;
    return askedAt[slot]!;
  }

  /** The earliest moment of its next request. */
  #readyAt(slot: number, now: number): number {
    const restsUntil = this.#columns.restsUntil[slot]!;
    if (this.#isFirst(slot)) return restsUntil;
    const pauseMs = this.#isInView(slot) ? seenAgainMs : againMs;
    return Math.max(restsUntil, this.#askedAt(slot, now) + pauseMs);
  }

  #isFree(slot: number, now: number): boolean {
    return this.#columns.isBusy[slot] === 0 && this.#columns.restsUntil[slot]! <= now;
  }

  /** Devices that are new are not due. */
  #isDue(slot: number, now: number): boolean {
    return this.#isFree(slot, now) && this.#readyAt(slot, now) <= now && !this.#isFirst(slot);
  }

  #isOverdue(slot: number, now: number, longestMs: number): boolean {
    const overdueMs = Math.min(overdueFrom * longestMs, longestMs - overdueBeforeMs);
    return now - this.#askedAt(slot, now) >= overdueMs;
  }

  /** Devices in view are requested at least this often, also parked ones. */
  #viewPaceMs(): number {
    const callMs = 60_000 / this.options.callsPerMinute();
    return Math.max(shortestViewPaceMs, (this.#inView.length * callMs) / viewShare);
  }

  #check(slot: number, dueAt: number, why: Check['why'], worth = 0): Check {
    const id = this.#listed.ids[this.#positions[slot]!]!;
    return { id, slot, dueAt, why, isFirst: this.#isFirst(slot), worth };
  }

  /** The next request for the selected device, if there is one and it can be requested. */
  #selectedCheck(now: number, selectedMs: number): Check | null {
    const slot = this.#selected;
    if (slot < 0 || !this.#isFree(slot, now)) return null;
    const at = this.#isFirst(slot) ? now : this.#askedAt(slot, now) + selectedMs;
    return this.#check(slot, Math.max(at, now), 'selected');
  }

  /** The first new device in view, else in the table, else on the list; -1: none. */
  #firstNew(now: number): number {
    const { slots } = this.#listed;
    const isNew = (slot: number) => this.#isFirst(slot) && this.#isFree(slot, now);
    const seen = this.#seen;
    while (this.#newSeenCursor < seen.length && !isNew(seen[this.#newSeenCursor]!)) {
      this.#newSeenCursor++;
    }
    while (this.#newCursor < slots.length && !isNew(slots[this.#newCursor]!)) this.#newCursor++;
    return seen[this.#newSeenCursor] ?? slots[this.#newCursor] ?? -1;
  }

  /** Nothing is due, as only in small fleets: the device that is due soonest. */
  #soonest(now: number, selected: Check | null): Check | null {
    let soonest = -1;
    let at = Number.POSITIVE_INFINITY;
    for (const slot of this.#listed.slots) {
      const readyAt = this.#readyAt(slot, now);
      if (this.#columns.isBusy[slot] || readyAt >= at) continue;
      soonest = slot;
      at = readyAt;
    }
    if (selected && selected.dueAt < at) return selected;
    return soonest < 0 ? null : this.#check(soonest, Math.max(at, now + 1), 'worth');
  }

  /** Ranks the due devices again if the rankings are old, or say nothing while no device is new. */
  #rank(now: number, longestMs: number, hasNew: boolean): void {
    const isDue = (slot: number) => this.#isDue(slot, now);
    const isNeeded = !hasNew && !this.#worthiest.head(isDue) && !this.#worthiestInView.head(isDue);
    const most = Math.min(longestRanking, 32 + this.options.callsPerMinute() / 3);
    const ageOf = (slot: number) => now - this.#askedAt(slot, now);
    if (isNeeded || this.#worthiestInView.isOlderThan(viewRankingMs, now)) {
      const paceMs = this.#viewPaceMs();
      this.#worthiestInView.rank(now, this.#inView, most, (slot) => {
        if (!isDue(slot)) return Number.NaN;
        const age = ageOf(slot);
        return age >= paceMs ? dueInView + age : this.#worth(slot, age);
      });
    }
    if (!isNeeded && !this.#worthiest.isOlderThan(rankingMs, now)) return;
    this.#worthiest.rank(now, this.#listed.slots, most, (slot) =>
      isDue(slot) && !this.#isInView(slot) ? this.#worth(slot, ageOf(slot)) : Number.NaN,
    );
    const agingMs = agingFrom * longestMs;
    this.#oldest.rank(now, this.#listed.slots, most, (slot) =>
      ageOf(slot) >= agingMs && isDue(slot) ? ageOf(slot) : Number.NaN,
    );
  }

  /**
   * What a call for a device is worth after so long: the time times the expected error of its position, less
   * the error that it had on average since (the Whittle index of a cost that grows with age, in metre seconds).
   * The device parks and moves, and changes between them at fixed rates.
   */
  #worth(slot: number, ageMs: number): number {
    const { isMoving, speed, weight } = this.#columns;
    const seconds = ageMs / 1000;
    const departs = this.#departuresPerHour(slot) / 3600;
    const rate = departs + tripsEndPerHour / 3600;
    /** The chance that it moves, in the long run, and how far it is from that at first. */
    const settled = departs / rate;
    const above = isMoving[slot]! - settled;
    /** Of the way from the first chance to the settled one. */
    const passed = 1 - Math.exp(-rate * seconds);
    const drivenSeconds = settled * seconds + (above * passed) / rate;
    const drivenOnAverage =
      (settled * seconds * seconds) / 2 + (above / rate) * (seconds - passed / rate);
    const metresPerSecond = straightness * speed[slot]!;
    return weight[slot]! * metresPerSecond * (seconds * drivenSeconds - drivenOnAverage);
  }

  #departuresPerHour(slot: number): number {
    const { movedAt, askedAt } = this.#columns;
    const hours = (askedAt[slot]! - movedAt[slot]!) / 3_600_000;
    return departuresPerHour.find(({ movedWithinHours }) => hours <= movedWithinHours)!.rate;
  }

  /** When a call will be worth so much, between two moments. */
  #whenWorth(slot: number, askedAt: number, worth: number, from: number, to: number): number {
    let [low, high] = [from, to];
    for (let step = 0; step < 20; step++) {
      const middle = (low + high) / 2;
      if (this.#worth(slot, middle - askedAt) >= worth) high = middle;
      else low = middle;
    }
    return Math.round(high);
  }
}

/** A speed that was reported longer ago says nothing of the present. */
const recentMs = 600_000;

/** What an answer received at `now` says of the movement; null: it was not understood. */
export function sightingOf(
  { fix, isUnderstood }: LocationAnswer,
  now: number,
  rules: SpeedRules,
): Sighting | null {
  if (!isUnderstood) return null;
  if (fix === null) return { isMoving: false, speed: null, place: null };
  const { at, speed, latitude, longitude } = fix;
  const isRecent = at === null || Math.abs(now - at) <= recentMs;
  return {
    isMoving: !isRecent ? false : speed === null ? null : speed > rules.movingAbove,
    speed: speed === null ? null : speed * rules.metresPerSecond,
    place: latitude === null || longitude === null ? null : { latitude, longitude },
  };
}

interface Ranked {
  slot: number;
  score: number;
}

/** The devices with the highest scores at one moment, highest first. */
function createRanking() {
  let ranked: Ranked[] = [];
  let next = 0;
  let rankedAt = Number.NaN;
  return {
    /** At most `most` of the slots; NaN: it is not ranked. Equal scores are ordered by slot, so that plans repeat. */
    rank: (
      now: number,
      slots: Iterable<number>,
      most: number,
      scoreOf: (slot: number) => number,
    ) => {
      const scores: number[] = [];
      const candidates: number[] = [];
      for (const slot of slots) {
        const score = scoreOf(slot);
        if (Number.isNaN(score)) continue;
        scores.push(score);
        candidates.push(slot);
      }
      const least =
        Float64Array.from(scores).sort().at(-Math.ceil(most)) ?? Number.NEGATIVE_INFINITY;
      ranked = candidates
        .map((slot, i) => ({ slot, score: scores[i]! }))
        .filter(({ score }) => score >= least)
        .toSorted((a, b) => b.score - a.score || a.slot - b.slot);
      next = 0;
      rankedAt = now;
    },
    /** The highest that `isDue`. Those before it are dropped. */
    head: (isDue: (slot: number) => boolean): Ranked | undefined => {
      while (next < ranked.length && !isDue(ranked[next]!.slot)) next++;
      return ranked[next];
    },
    isOlderThan: (ms: number, now: number) => !(Math.abs(now - rankedAt) < ms),
    expire: () => {
      rankedAt = Number.NaN;
    },
    clear: () => {
      ranked = [];
      rankedAt = Number.NaN;
    },
  };
}

/**
 * The devices on the list of an account. A device has a slot, a number that it keeps for good, so that
 * whoever knows something of each device needs no table of ids of its own.
 */
export interface ListedDevices {
  ids: readonly string[];
  /** The slot of each of them. */
  slots: Uint32Array;
  /** Higher than every slot in use. */
  slotCount: number;
  /** The slot of a listed device; null: not on this list. */
  slotOf(id: string): number | null;
}

export const noDevices: ListedDevices = {
  ids: [],
  slots: new Uint32Array(),
  slotCount: 0,
  slotOf: () => null,
};
