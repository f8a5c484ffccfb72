import {
  deviceState,
  deviceStates,
  nextStateChangeAt,
  type DeviceState,
  type StateRules,
} from '#shared/domain/device-state';
import { type FleetColumns, stateInputsAt } from '#shared/fleet/columns';

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
