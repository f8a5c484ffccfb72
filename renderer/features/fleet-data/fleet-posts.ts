import type { FleetModel } from './fleet-model';
import type { MapAnswers } from './map-answers';
import { MapHold } from './map-hold';
import type { FromWorker } from './protocol';
import type { FleetExtent, FleetView } from './types';

/** Positions change the table at most this often: rows that change faster cannot be read. */
const tableMs = 250;

export interface FleetPostsOptions {
  model: FleetModel;
  map: MapAnswers;
  now: () => number;
  post: (message: FromWorker) => void;
}

/** What the window has to be told of the fleet, and when. Times are in milliseconds. */
export class FleetPosts {
  readonly hold = new MapHold();
  #isViewportNew = false;
  /** The table changes for another reason than positions. */
  #isViewUrgent = true;
  #nextViewAt = Number.NEGATIVE_INFINITY;
  #extent: FleetExtent = {
    generation: Number.NaN,
    account: '',
    total: 0,
    positions: 0,
  };
  /** The table waits: ordering it takes longer than all that the first picture of the map needs. */
  #isTableHeld = true;
  #groups: FleetView['groups'] | null = null;

  constructor(private readonly options: FleetPostsOptions) {}

  /** The map has to be drawn again, whatever the user types. */
  mapChanged(): void {
    this.#isViewportNew = true;
  }

  /** The window shows something else, not only positions. */
  viewChanged(): void {
    this.#isViewUrgent = true;
  }

  /** The first picture is on screen, or does not come. */
  releaseTable(): void {
    this.#isTableHeld = false;
  }

  /** The rows on screen, unless the table waits. */
  postRows(): void {
    const { model, post } = this.options;
    if (!this.#isTableHeld) post({ type: 'rows', rows: model.watchedRows() });
  }

  /** The clock was set forward by this much. */
  shift(byMs: number): void {
    this.#nextViewAt += byMs;
    this.hold.shift(byMs);
  }

  /** Announces a new fleet, or one with many more positions; returns whether it is new. */
  postExtent(): boolean {
    const { generation, present } = this.options.model;
    if (!present || generation === null) return false;
    const positions = present.grid.placed;
    const isNew = generation !== this.#extent.generation;
    if (!isNew && positions < Math.max(1, 2 * this.#extent.positions)) return false;
    this.#extent = {
      generation,
      account: this.options.model.account,
      total: this.options.model.listed,
      positions,
    };
    this.options.post({ type: 'fleet', extent: this.#extent });
    return isNew;
  }

  /**
   * Posts the map and the table as far as they are due; returns after which time the rest is, and how long the
   * map took.
   */
  postDue(): { wait: number; mapMs: number } {
    const { model, now, post } = this.options;
    const since = now();
    const mapWait = this.#isViewportNew ? 0 : this.hold.waitMs(since);
    // The map first: ordering the table takes longer than composing the picture.
    if (mapWait <= 0) this.#postMap();
    const mapMs = now() - since;
    const viewWait = this.#viewWait();
    if (viewWait <= 0) this.#postView();
    const touched = model.takeSelectedTouched();
    if (touched !== null) post({ type: 'selectedChanged', id: touched });
    const wait = Math.min(
      mapWait > 0 ? mapWait : Number.POSITIVE_INFINITY,
      viewWait > 0 && model.isViewChanged ? viewWait : Number.POSITIVE_INFINITY,
    );
    return { wait, mapMs };
  }

  #viewWait(): number {
    if (this.#isTableHeld) return Number.POSITIVE_INFINITY;
    return this.#isViewUrgent ? 0 : this.#nextViewAt - this.options.now();
  }

  #postMap(): void {
    const { model, map, now, post } = this.options;
    const hasMoved = now() >= map.estimatesChangeAt;
    if (!model.takeMapChanged() && !this.#isViewportNew && !hasMoved) return;
    this.#isViewportNew = false;
    const visible = map.takeVisible(now());
    if (visible) post({ type: 'visible', visible });
  }

  #postView(): void {
    const { model, now, post } = this.options;
    const taken = model.takeView();
    if (!taken) return;
    if (!this.#isViewUrgent) this.#nextViewAt = now() + tableMs;
    this.#isViewUrgent = false;
    const { groups, ...view } = taken;
    const rows = model.watchedRows();
    if (groups === this.#groups) return post({ type: 'view', view, rows });
    this.#groups = groups;
    post({ type: 'view', view, groups, rows });
  }
}
