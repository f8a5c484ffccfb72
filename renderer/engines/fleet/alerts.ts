import type { UrgentAlert } from '#shared/domain/alert';
import { flagCritical, flagUrgent } from '#shared/fleet/columns';
import type { Generation } from './generation';

/** What is known of alerts besides the last reports. */
export interface KnownAlerts {
  /** By device id, until when its reports are acknowledged. */
  acknowledgedUntil: ReadonlyMap<string, number>;
  /** The most urgent open alert of each device that has a critical one. */
  open: ReadonlyMap<string, UrgentAlert>;
}

/** A device of which somebody asks for help. */
export interface CallForHelp {
  id: string;
  label: string;
  /** Epoch ms; null: its alert is not loaded yet, and the device may have reported more than once since. */
  at: number | null;
}

/** Keeps the flags of alerts as they are shown: without what is acknowledged, and with what is open. */
export class ShownAlerts {
  #known: KnownAlerts = { acknowledgedUntil: new Map(), open: new Map() };
  /** By slot, the flags of the report where others are shown. */
  #reported = new Map<number, number>();
  #calls: readonly CallForHelp[] = [];

  /** Another list of devices; returns the slots whose flags changed. */
  begin(fleet: Generation): number[] {
    this.#reported = new Map();
    return this.#show(fleet, this.#known);
  }

  /** Reports of these slots were received. */
  received(fleet: Generation, slots: Uint32Array): void {
    if (this.#known.acknowledgedUntil.size === 0 && this.#known.open.size === 0) return;
    for (const slot of slots) {
      this.#reported.delete(slot);
      this.#showOf(fleet, slot, fleet.idAt(slot));
    }
  }

  /** Returns the slots whose flags changed. */
  set(known: KnownAlerts, fleet: Generation | null): number[] {
    const before = this.#known;
    this.#known = known;
    return fleet ? [...new Set([...this.#show(fleet, before), ...this.#show(fleet, known)])] : [];
  }

  /** The newest first; the same array until they change. */
  callsForHelp(fleet: Generation): readonly CallForHelp[] {
    const next = Array.from(fleet.attention.sos, (slot): CallForHelp => {
      const id = fleet.idAt(slot);
      const alert = this.#known.open.get(id);
      return { id, label: fleet.labelAt(slot), at: alert?.severity === 'sos' ? alert.at : null };
    }).sort((a, b) => (b.at ?? Number.MAX_VALUE) - (a.at ?? Number.MAX_VALUE));
    if (JSON.stringify(next) !== JSON.stringify(this.#calls)) this.#calls = next;
    return this.#calls;
  }

  #show(fleet: Generation, { acknowledgedUntil, open }: KnownAlerts): number[] {
    const changed: number[] = [];
    for (const id of new Set([...acknowledgedUntil.keys(), ...open.keys()])) {
      const slot = fleet.slotOf(id);
      if (slot >= 0 && this.#showOf(fleet, slot, id)) changed.push(slot);
    }
    return changed;
  }

  #showOf(fleet: Generation, slot: number, id: string): boolean {
    const { flags, fixAt } = fleet.columns;
    const before = flags[slot]!;
    const reported = this.#reported.get(slot) ?? before & flagUrgent;
    const isSeen =
      fixAt[slot]! <= (this.#known.acknowledgedUntil.get(id) ?? Number.NEGATIVE_INFINITY);
    const open = this.#known.open.get(id);
    const ofOpen = open ? (open.severity === 'sos' ? flagUrgent : flagCritical) : 0;
    const shown = (isSeen ? 0 : reported) | ofOpen;
    if (shown === reported) this.#reported.delete(slot);
    else this.#reported.set(slot, reported);
    flags[slot] = (before & ~flagUrgent) | shown;
    return flags[slot] !== before;
  }
}
