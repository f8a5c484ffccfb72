import { textAt } from '#shared/fleet/columns';
import type { FleetModel } from './fleet-model';
import { boundsOf, type MercatorBounds } from './mercator';
import { readMapDevice } from './rows';
import { estimatesOf } from './estimates';
import type {
  ClusterMembers,
  ClusterRef,
  MapDevice,
  Viewport,
  VisibleEstimates,
  VisibleSet,
} from './types';
import { clusterMembers, expansionZoom, visibleIn } from './visible';

/** Answers the requests of the map from a model. */
export class MapAnswers {
  #viewport: Viewport | null = null;
  #last: VisibleSet | null = null;
  #metresPerSecond: number | null = null;
  #estimatesChangeAt = Number.POSITIVE_INFINITY;

  constructor(private readonly model: FleetModel) {}

  setViewport(viewport: Viewport): void {
    this.#viewport = viewport;
  }

  /** One unit of the speeds, to estimate positions with; null: none are estimated. */
  setEstimates(metresPerSecond: number | null): void {
    this.#metresPerSecond = metresPerSecond;
  }

  /** When estimated positions on screen change without a message. */
  get estimatesChangeAt(): number {
    return this.#estimatesChangeAt;
  }

  /** The visible set if it changed since the last call, else null. */
  takeVisible(now: number): VisibleSet | null {
    const { drawn, generation, present } = this.model;
    const viewport = this.#viewport;
    if (!viewport || !drawn || !present || generation === null) return null;
    const { selected: slot } = drawn;
    const selected = slot >= 0 && drawn.grid.has(slot) ? readMapDevice(present, slot) : null;
    const visible = visibleIn(drawn, viewport);
    const estimates = this.#estimate(visible.singles.slot, selected ? slot : -1, now);
    const set: VisibleSet = { generation, viewport, ...visible, selected, estimates };
    if (this.#last && isSame(this.#last, set)) return null;
    this.#last = set;
    return set;
  }

  #estimate(singles: Uint32Array, selected: number, now: number): VisibleEstimates | undefined {
    const { drawn, present } = this.model;
    const metresPerSecond = this.#metresPerSecond;
    this.#estimatesChangeAt = Number.POSITIVE_INFINITY;
    if (!drawn || !present || !this.#viewport || metresPerSecond === null) return undefined;
    const slots = selected < 0 ? singles : [...singles, selected];
    const devices = { columns: present.columns, grid: drawn.grid, states: drawn.states };
    const view = { zoom: this.#viewport.zoom, now, metresPerSecond };
    const { visible, changeAt } = estimatesOf(slots, devices, view);
    this.#estimatesChangeAt = changeAt;
    return visible;
  }

  /** The ids of the devices drawn one by one, up to a limit. */
  inView(limit: number): string[] {
    const { present, generation } = this.model;
    const last = this.#last;
    if (!present || last?.generation !== generation) return [];
    return Array.from(last.singles.slot.subarray(0, limit), (slot) =>
      textAt(present.columns.id, slot),
    );
  }

  extent(): MercatorBounds | null {
    const { drawn } = this.model;
    if (!drawn) return null;
    const { grid, matches } = drawn;
    return boundsOf(
      grid.x,
      grid.y,
      grid.order.filter((slot) => matches[slot] === 1),
    );
  }

  locate(id: string): MapDevice | null {
    const { present } = this.model;
    const slot = this.model.slotOf(id);
    return present && slot >= 0 && present.grid.has(slot) ? readMapDevice(present, slot) : null;
  }

  devices(generation: number, slots: Uint32Array): MapDevice[] {
    const { present } = this.model;
    if (!present || generation !== this.model.generation) return [];
    return Array.from(slots, (slot) => readMapDevice(present, slot));
  }

  members(
    generation: number,
    cluster: ClusterRef,
    limit: number,
    maxZoom: number,
  ): ClusterMembers | null {
    const { drawn, present } = this.model;
    if (!drawn || !present || generation !== this.model.generation) return null;
    const slots = clusterMembers(drawn, cluster);
    if (slots.length === 0) return null;
    const mean = (values: Float64Array) =>
      slots.reduce((sum, slot) => sum + values[slot]!, 0) / slots.length;
    return {
      count: slots.length,
      expansionZoom: expansionZoom(drawn.grid, slots, this.#viewport?.zoom ?? 0, maxZoom),
      x: mean(drawn.grid.anchorX),
      y: mean(drawn.grid.anchorY),
      first: this.model
        .byName(slots)
        .slice(0, limit)
        .map((slot) => readMapDevice(present, slot)),
    };
  }
}

/** Whether two plain values, which may contain typed arrays, are equal. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) {
    const left = a as unknown as ArrayLike<number>;
    const right = b as unknown as ArrayLike<number>;
    if (left.length !== right.length) return false;
    for (let i = 0; i < left.length; i++) if (!Object.is(left[i], right[i])) return false;
    return true;
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isSame(a[key as keyof typeof a], b[key as keyof typeof b]))
  );
}
