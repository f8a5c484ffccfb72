import type { Viewport, VisibleSet } from '#features/fleet-data';
import type { FleetModel } from '../../../renderer/features/fleet-data/fleet-model';
import { MapAnswers as ViewAnswers } from '../../../renderer/features/fleet-data/visible';
import { labelAt } from '../../../renderer/features/fleet-data/generation';

// Replaces the worker's answers for a viewport: the whole fleet once, then the changes.

export interface WholeFleet extends VisibleSet {
  /** Names in the order of the singles, with the whole fleet only. */
  names: string[] | null;
  gone: Uint32Array;
}

const mapped = ['x', 'y', 'state', 'course', 'flags'] as const;

type Columns = Pick<VisibleSet['singles'], (typeof mapped)[number]> & { isShown: Uint8Array };

export class MapAnswers extends ViewAnswers {
  #zoom = 0;
  #sent: { generation: number; columns: Columns } | null = null;

  constructor(private readonly fleet: FleetModel) {
    super(fleet);
  }

  override setViewport(viewport: Viewport): void {
    super.setViewport(viewport);
    this.#zoom = viewport.zoom;
  }

  override takeVisible(): VisibleSet | null {
    const { drawn, generation, present } = this.fleet;
    if (!drawn || !present || generation === null) return null;
    const now: Columns = {
      x: drawn.grid.x.slice(),
      y: drawn.grid.y.slice(),
      state: Uint8Array.from(drawn.states),
      course: drawn.course.slice() as Float32Array<ArrayBuffer>,
      flags: drawn.flags.slice() as Uint8Array<ArrayBuffer>,
      isShown: drawn.matches.map((isMatch, slot) => (isMatch && drawn.grid.has(slot) ? 1 : 0)),
    };
    const before = this.#sent?.generation === generation ? this.#sent.columns : null;
    const isWhole = before === null || before.isShown.some((was, i) => was < now.isShown[i]!);
    const changed: number[] = [];
    const gone: number[] = [];
    for (let slot = 0; slot < now.isShown.length; slot++) {
      const isShown = now.isShown[slot] === 1;
      if (isWhole ? isShown : isShown && mapped.some((name) => differs(before!, now, name, slot))) {
        changed.push(slot);
      } else if (before?.isShown[slot] === 1 && !isShown) gone.push(slot);
    }
    if (!isWhole && changed.length + gone.length === 0) return null;
    this.#sent = { generation, columns: now };
    return {
      generation,
      viewport: { west: -1, east: 2, north: 0, south: 1, zoom: this.#zoom },
      singles: {
        slot: Uint32Array.from(changed),
        x: Float64Array.from(changed, (slot) => now.x[slot]!),
        y: Float64Array.from(changed, (slot) => now.y[slot]!),
        state: Uint8Array.from(changed, (slot) => now.state[slot]!),
        course: Float32Array.from(changed, (slot) => now.course[slot]!),
        flags: Uint8Array.from(changed, (slot) => now.flags[slot]!),
      },
      clusters: {
        level: new Uint8Array(0),
        cellX: new Uint32Array(0),
        cellY: new Uint32Array(0),
        x: new Float64Array(0),
        y: new Float64Array(0),
        count: new Uint32Array(0),
        byState: new Uint32Array(0),
      },
      selected: null,
      drawn: changed.length,
      names: isWhole ? changed.map((slot) => labelAt(present.columns, slot)) : null,
      gone: Uint32Array.from(gone),
    } as WholeFleet;
  }
}

const differs = (a: Columns, b: Columns, name: (typeof mapped)[number], slot: number) =>
  !Object.is(a[name][slot], b[name][slot]);
