import type { Map as BaseMap } from 'maplibre-gl';
import type { Viewport, VisibleSet } from '#features/fleet-data';
import { FleetScene as OwnScene } from '../../../renderer/features/map/fleet/fleet-scene';
import { afterShown, pictures } from './answers-frames';
import type { TimedSet } from './answers-worker';

// The app's own scene; notes which devices a frame shows at another position than the frame before, and the
// times of their way to the screen. Devices that were or are part of a cluster are left out.

/** One device at a new position; epoch milliseconds. */
export interface ShownChange {
  slot: number;
  x: number;
  y: number;
  /** The worker received the position. */
  received: number;
  /** The worker began to compose what the map draws, and had done so. */
  begun: number;
  composed: number;
  /** The window received it. */
  taken: number;
  /** The symbols were drawn: without a graphics card when the rest of the picture was complete. */
  drawn: number;
  /** The frame was on screen. */
  shown: number;
}

type Places = Map<number, readonly [x: number, y: number]>;

const probe = {
  changes: [] as ShownChange[],
  /** Pictures of the map that were drawn. */
  get pictures(): number {
    return probe.map ? pictures(probe.map) : 0;
  },
  /** The slots of the devices drawn one by one. */
  slots: [] as number[],
  /** What the last frame covered. */
  viewport: null as Viewport | null,
  map: null as BaseMap | null,
};
Object.assign(globalThis, { answersProbe: probe });

const placesOf = ({ singles: { slot, x, y } }: VisibleSet): Places =>
  new Map(Array.from(slot, (each, at) => [each, [x[at]!, y[at]!]]));

export class FleetScene extends OwnScene {
  #takenAt = 0;
  /** When the worker received what is not on screen yet. */
  #received = new Map<number, number>();
  #drawn: VisibleSet | null = null;
  #places: Places = new Map();

  constructor(...[theme, frames, onDrawn]: ConstructorParameters<typeof OwnScene>) {
    super(theme, frames, (visible) => {
      this.#noteDrawn(visible as TimedSet);
      onDrawn(visible);
    });
  }

  override addTo(map: BaseMap): void {
    probe.map = map;
    super.addTo(map);
  }

  override show(...[visible, fan]: Parameters<OwnScene['show']>): void {
    this.#takenAt = Date.now();
    for (const [slot, at] of (visible as TimedSet).receivedAt) this.#received.set(slot, at);
    super.show(visible, fan);
  }

  #noteDrawn(set: TimedSet): void {
    const { map } = probe;
    if (!map || set === this.#drawn) return;
    const isSameFleet = this.#drawn?.generation === set.generation;
    this.#drawn = set;
    const before = isSameFleet ? this.#places : new Map();
    this.#places = placesOf(set);
    probe.slots = [...this.#places.keys()];
    probe.viewport = set.viewport;
    const times = {
      begun: set.begunAt,
      composed: set.composedAt,
      taken: this.#takenAt,
      drawn: Date.now(),
    };
    const changes: Omit<ShownChange, 'shown'>[] = [];
    for (const [slot, [x, y]] of this.#places) {
      const last = before.get(slot);
      const received = this.#received.get(slot);
      if (!last || received === undefined || (last[0] === x && last[1] === y)) continue;
      changes.push({ slot, x, y, received, ...times });
    }
    this.#received.clear();
    if (changes.length === 0) return;
    afterShown(map, () => {
      const shown = Date.now();
      for (const change of changes) probe.changes.push({ ...change, shown });
    });
  }
}
