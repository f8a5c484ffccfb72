import type { GroupGap } from '#shared/domain/group';
import type { GroupColumns } from '#shared/fleet/columns';
import { byText } from '#lib/in-order';

/** A group in a list of choices. */
export interface GroupSummary {
  id: string;
  name: string;
  /** How many of its known members are listed devices. */
  count: number;
  /** Not all of its members are known. */
  isIncomplete?: boolean;
}

/** Maps devices to groups and groups to devices. */
export class GroupIndex {
  readonly #starts: Uint32Array;
  readonly #groups: Uint32Array;
  /** The groups in the order of their names, as in every list of groups. */
  readonly #byName: readonly number[];
  #summary: GroupSummary[] | null = null;

  constructor(
    readonly columns: GroupColumns,
    deviceCount: number,
    /** Devices that belong to a group but are not counted. */
    private readonly isUncounted: (slot: number) => boolean = () => false,
  ) {
    const { ends, slots } = columns;
    const starts = new Uint32Array(deviceCount + 1);
    for (const slot of slots) if (slot < deviceCount) starts[slot + 1]! += 1;
    for (let slot = 0; slot < deviceCount; slot++) starts[slot + 1]! += starts[slot]!;
    const groups = new Uint32Array(starts[deviceCount]!);
    const next = starts.slice();
    this.#byName = Array.from(columns.ids.keys()).toSorted((a, b) =>
      byText(this.#nameOf(a), this.#nameOf(b)),
    );
    for (const group of this.#byName) {
      for (let i = group === 0 ? 0 : ends[group - 1]!; i < ends[group]!; i++) {
        const slot = slots[i]!;
        if (slot < deviceCount) groups[next[slot]!++] = group;
      }
    }
    this.#starts = starts;
    this.#groups = groups;
  }

  /** Why the groups of a device may not all be known; undefined: they are. */
  get gap(): GroupGap | undefined {
    return this.columns.gap;
  }

  /** Every group with its number of devices; always the same array. */
  summary(): readonly GroupSummary[] {
    const { ids, incomplete } = this.columns;
    return (this.#summary ??= this.#byName.map((group) => ({
      id: ids[group]!,
      name: this.#nameOf(group),
      count: this.#countOf(group),
      ...(incomplete?.includes(group) && { isIncomplete: true }),
    })));
  }

  #nameOf(group: number): string {
    return this.columns.names[group] || this.columns.ids[group]!;
  }

  #countOf(group: number): number {
    const { ends, slots } = this.columns;
    let count = 0;
    for (let i = group === 0 ? 0 : ends[group - 1]!; i < ends[group]!; i++) {
      if (!this.isUncounted(slots[i]!)) count++;
    }
    return count;
  }

  /** The names of the groups of a device, in their order. */
  namesOf(slot: number): string[] {
    const found: string[] = [];
    for (let i = this.#starts[slot]!; i < this.#starts[slot + 1]!; i++) {
      found.push(this.#nameOf(this.#groups[i]!));
    }
    return found;
  }

  /** Whether a device passes the group filter: a group's id, or 'none' for devices without a group. */
  filter(group: string): (slot: number) => boolean {
    const starts = this.#starts;
    if (group === 'none') return (slot) => starts[slot] === starts[slot + 1];
    const target = this.columns.ids.indexOf(group);
    const groups = this.#groups;
    return (slot) => {
      for (let i = starts[slot]!; i < starts[slot + 1]!; i++) if (groups[i] === target) return true;
      return false;
    };
  }
}
