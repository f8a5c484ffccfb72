import {
  type DeviceState,
  type StateRules,
  deviceState,
  deviceStates,
  nextStateChangeAt,
} from '#shared/domain/device-state';
import { type FleetColumns, flagCritical, flagSos, stateInputsAt } from '#shared/fleet/columns';

const codes = Object.fromEntries(deviceStates.map((state, code) => [state, code])) as Record<
  DeviceState,
  number
>;

/** The code of a state in typed arrays. */
export const stateCode = (state: DeviceState): number => codes[state];

/** The states of all devices, updated as fixes arrive and as time passes. */
export class StateClock {
  readonly codes: Uint8Array<ArrayBuffer>;
  /** The number of devices in each state, by code. */
  readonly counts = new Uint32Array(deviceStates.length);
  /** No state changes before this time unless a fix arrives. */
  nextChangeAt = Number.POSITIVE_INFINITY;
  readonly #changeAt: Float64Array;

  constructor(
    private readonly columns: FleetColumns,
    private rules: StateRules,
    now: number,
  ) {
    this.codes = new Uint8Array(columns.count);
    this.#changeAt = new Float64Array(columns.count);
    this.counts[0] = columns.count;
    this.setRules(rules, now);
  }

  get silentAfterMs(): number {
    return this.rules.silentAfterMs;
  }

  /** Applies other thresholds; returns the slots whose state changed. */
  setRules(rules: StateRules, now: number): number[] {
    this.rules = rules;
    return this.#evaluateWhere(() => true, now);
  }

  /** Updates the states of `slots` from their columns; returns those that changed. */
  update(slots: Uint32Array, now: number): number[] {
    const changed: number[] = [];
    for (const slot of slots) if (this.#evaluate(slot, now)) changed.push(slot);
    return changed;
  }

  /** Advances the time; returns the slots whose state changed. */
  advance(now: number): number[] {
    if (now < this.nextChangeAt) return [];
    const changeAt = this.#changeAt;
    return this.#evaluateWhere((slot) => changeAt[slot]! <= now, now);
  }

  stateOf(slot: number): DeviceState {
    return deviceStates[this.codes[slot]!]!;
  }

  #evaluateWhere(isDue: (slot: number) => boolean, now: number): number[] {
    const changed: number[] = [];
    this.nextChangeAt = Number.POSITIVE_INFINITY;
    for (let slot = 0; slot < this.codes.length; slot++) {
      if (isDue(slot)) {
        if (this.#evaluate(slot, now)) changed.push(slot);
      } else if (this.#changeAt[slot]! < this.nextChangeAt) {
        this.nextChangeAt = this.#changeAt[slot]!;
      }
    }
    return changed;
  }

  #evaluate(slot: number, now: number): boolean {
    const { columns } = this;
    const inputs = stateInputsAt(columns, slot);
    const changeAt = nextStateChangeAt(inputs, this.rules, now);
    this.#changeAt[slot] = changeAt;
    if (changeAt < this.nextChangeAt) this.nextChangeAt = changeAt;
    const before = this.codes[slot]!;
    const after = stateCode(deviceState(inputs, this.rules, now));
    if (before === after) return false;
    this.codes[slot] = after;
    this.counts[before]! -= 1;
    this.counts[after]! += 1;
    return true;
  }
}

/** Why a device needs attention, the most urgent first; `snoozed`: why it needs none for now. */
export const attentionKinds = [
  'sos',
  'critical',
  'silent',
  'noPosition',
  'expiringSoon',
  'lowBattery',
  'overLimit',
  'clockWrong',
  'snoozed',
] as const;

/** When silent devices went silent, by days of the user. One that never reported went silent earlier. */
export const silentSince = [
  'silentToday',
  'silentYesterday',
  'silentThisWeek',
  'silentEarlier',
] as const;

const kinds = [...attentionKinds, ...silentSince] as const;
export type AttentionKind = (typeof kinds)[number];

/** Percent; a battery below this is low. */
export const lowBatteryBelow = 15;
/** A device that expires within this time expires soon. */
export const expiringSoonDays = 30;
export const expiringSoonMs = expiringSoonDays * 86_400_000;

const bits = Object.fromEntries(kinds.map((kind, index) => [kind, 1 << index])) as Record<
  AttentionKind,
  number
>;

/** Epoch ms: when the user's days begin; the week before today has six days. */
export interface SilentDays {
  today: number;
  yesterday: number;
  week: number;
}

/** The states that need no attention, in the order of the table. */
const calmStates: readonly DeviceState[] = [
  'expired',
  'notUnderstood',
  'moving',
  'stopped',
  'unknownMotion',
  'stale',
  'unchecked',
  'neverAsked',
  'unlisted',
];
const calmRanks = deviceStates.map((state) => {
  const place = calmStates.indexOf(state);
  // Only snoozed ones are here in another state: they count as standing still.
  return attentionKinds.length + (place < 0 ? calmStates.indexOf('stopped') : place);
});
/** More than all milliseconds of an epoch time, so that a rank and a time are one number. */
const rankMs = 1e13;

/**
 * Which devices need attention, updated for the devices that changed and as time passes. What is not
 * known needs none: a device without a battery level has no low battery.
 */
export class Attention {
  readonly #codes: Uint16Array;
  readonly #counts = new Uint32Array(kinds.length);
  /** The devices of which somebody asks for help. */
  readonly sos = new Set<number>();
  #nextChangeAt = Number.POSITIVE_INFINITY;
  /** By slot, until when its silence needs no attention. */
  #snoozed: ReadonlyMap<number, number> = new Map();
  #days: SilentDays | null = null;

  constructor(
    private readonly columns: FleetColumns,
    private readonly states: StateClock,
    now: number,
  ) {
    this.#codes = new Uint16Array(columns.count);
    this.#updateAll(now);
  }

  /** When "expires soon", "over a limit" or "snoozed" changes for a device; the states know the rest. */
  get nextChangeAt(): number {
    return this.#nextChangeAt;
  }

  get counts(): Record<AttentionKind, number> {
    return Object.fromEntries(kinds.map((kind, index) => [kind, this.#counts[index]!])) as Record<
      AttentionKind,
      number
    >;
  }

  /** Whether a device is one of these kinds. */
  isOf(of: readonly AttentionKind[]): (slot: number) => boolean {
    const mask = of.reduce((all, kind) => all | bits[kind], 0);
    return (slot) => (this.#codes[slot]! & mask) !== 0;
  }

  /** Ascending: what needs attention most, and of the alerts and the silent ones the newest. */
  orderOf(slot: number): number {
    const code = this.#codes[slot]! & ~bits.snoozed;
    const rank = attentionKinds.findIndex((_, index) => code & (1 << index));
    if (rank < 0) return calmRanks[this.states.codes[slot]!]! * rankMs;
    // Reports of the others change nothing about them: their rows stay where they are.
    const isDated = rank <= attentionKinds.indexOf('silent');
    const at = isDated ? this.columns.fixAt[slot]! : 0;
    return (rank + 1) * rankMs - (Number.isNaN(at) ? 0 : at);
  }

  /** Sets until when devices are snoozed; returns the slots that changed. */
  setSnoozed(until: ReadonlyMap<number, number>, now: number): number[] {
    const before = this.#snoozed;
    this.#snoozed = until;
    const slots = new Set([...before.keys(), ...until.keys()]);
    return [...slots].filter((slot) => this.#evaluate(slot, now));
  }

  /** Returns the slots that changed. */
  setDays(days: SilentDays | null, now: number): number[] {
    this.#days = days;
    return this.#updateAll(now);
  }

  /** Updates `slots`, whose states are current; returns whether any changed. */
  update(slots: Iterable<number>, now: number): boolean {
    let hasChanged = false;
    for (const slot of slots) if (this.#evaluate(slot, now)) hasChanged = true;
    return hasChanged;
  }

  /** Advances the time; returns the slots that changed. */
  advance(now: number): number[] {
    return now < this.#nextChangeAt ? [] : this.#updateAll(now);
  }

  #updateAll(now: number): number[] {
    this.#nextChangeAt = Number.POSITIVE_INFINITY;
    const changed: number[] = [];
    for (let slot = 0; slot < this.#codes.length; slot++) {
      if (this.#evaluate(slot, now)) changed.push(slot);
    }
    return changed;
  }

  #evaluate(slot: number, now: number): boolean {
    const before = this.#codes[slot]!;
    const after = this.#codeOf(slot, now);
    if (before === after) return false;
    this.#codes[slot] = after;
    if (after & bits.sos) this.sos.add(slot);
    else this.sos.delete(slot);
    for (let index = 0; index < kinds.length; index++) {
      this.#counts[index]! += ((after >> index) & 1) - ((before >> index) & 1);
    }
    return true;
  }

  #codeOf(slot: number, now: number): number {
    const { columns } = this;
    const state = this.states.stateOf(slot);
    // Their last reports describe no device of the present fleet.
    if (state === 'unlisted' || state === 'expired') return 0;
    const expiresAt = columns.expiresAt[slot]!;
    const soonAt = expiresAt - expiringSoonMs;
    const overUntil = columns.overLimitUntil[slot]!;
    const snoozedUntil = this.#snoozed.get(slot) ?? Number.NEGATIVE_INFINITY;
    const due = soonAt > now ? soonAt : expiresAt;
    for (const at of [due, overUntil, snoozedUntil]) {
      if (at > now && at < this.#nextChangeAt) this.#nextChangeAt = at;
    }
    const flags = columns.flags[slot]!;
    const isSnoozed = snoozedUntil > now;
    const isSilent = state === 'silent' && !isSnoozed;
    let code = 0;
    if (flags & flagSos) code |= bits.sos;
    else if (flags & flagCritical) code |= bits.critical;
    if (isSnoozed) code |= bits.snoozed;
    if (isSilent) code |= bits.silent | bits[this.#silentSince(slot)];
    if (state === 'noPosition' && !isSnoozed) code |= bits.noPosition;
    if (columns.battery[slot]! < lowBatteryBelow) code |= bits.lowBattery;
    if (overUntil > now) code |= bits.overLimit;
    // Not after its date, if the service says that it is active; not understood is minus infinity.
    if (soonAt <= now && expiresAt > now) code |= bits.expiringSoon;
    if (state === 'clockAhead' || state === 'clockBehind') code |= bits.clockWrong;
    return code;
  }

  #silentSince(slot: number): (typeof silentSince)[number] {
    const at = this.columns.fixAt[slot]! + this.states.silentAfterMs;
    const days = this.#days;
    if (!days || !(at >= days.week)) return 'silentEarlier';
    if (at >= days.today) return 'silentToday';
    return at >= days.yesterday ? 'silentYesterday' : 'silentThisWeek';
  }
}
