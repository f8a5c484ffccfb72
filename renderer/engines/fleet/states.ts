import {
  type DeviceState,
  type StateRules,
  deviceState,
  deviceStates,
  nextStateChangeAt,
} from '#shared/domain/device-state';
import { type FleetColumns, flagCritical, stateInputsAt } from '#shared/fleet/columns';

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

/** Why a device needs attention, the most urgent first. */
export const attentionKinds = [
  'critical',
  'silent',
  'noPosition',
  'lowBattery',
  'overLimit',
  'expiringSoon',
  'clockWrong',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** Percent; a battery below this is low. */
export const lowBatteryBelow = 15;
/** A device that expires within this time expires soon. */
export const expiringSoonDays = 30;
export const expiringSoonMs = expiringSoonDays * 86_400_000;

const bits = Object.fromEntries(attentionKinds.map((kind, index) => [kind, 1 << index])) as Record<
  AttentionKind,
  number
>;

/**
 * Which devices need attention, updated for the devices that changed and as time passes. What is not
 * known needs none: a device without a battery level has no low battery.
 */
export class Attention {
  readonly #codes: Uint8Array;
  readonly #counts = new Uint32Array(attentionKinds.length);
  #nextChangeAt = Number.POSITIVE_INFINITY;

  constructor(
    private readonly columns: FleetColumns,
    private readonly states: StateClock,
    now: number,
  ) {
    this.#codes = new Uint8Array(columns.count);
    this.#updateAll(now);
  }

  /** When "expires soon" or "over a limit" changes for a device; the states know the rest. */
  get nextChangeAt(): number {
    return this.#nextChangeAt;
  }

  get counts(): Record<AttentionKind, number> {
    return Object.fromEntries(
      attentionKinds.map((kind, index) => [kind, this.#counts[index]!]),
    ) as Record<AttentionKind, number>;
  }

  needs(slot: number, kind: AttentionKind): boolean {
    return (this.#codes[slot]! & bits[kind]) !== 0;
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
    for (let index = 0; index < attentionKinds.length; index++) {
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
    const due = soonAt > now ? soonAt : expiresAt;
    if (due > now && due < this.#nextChangeAt) this.#nextChangeAt = due;
    if (overUntil > now && overUntil < this.#nextChangeAt) this.#nextChangeAt = overUntil;
    const is: Record<AttentionKind, boolean> = {
      critical: (columns.flags[slot]! & flagCritical) !== 0,
      silent: state === 'silent',
      noPosition: state === 'noPosition',
      lowBattery: columns.battery[slot]! < lowBatteryBelow,
      overLimit: overUntil > now,
      // Not after its date, if the service says that it is active; not understood is minus infinity.
      expiringSoon: soonAt <= now && expiresAt > now,
      clockWrong: state === 'clockAhead' || state === 'clockBehind',
    };
    return attentionKinds.reduce((code, kind) => (is[kind] ? code | bits[kind] : code), 0);
  }
}
