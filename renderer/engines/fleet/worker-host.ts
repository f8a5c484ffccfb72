// Why it is so: docs/decisions/0008-fleet-in-a-worker-of-the-window.md
import type { StateRules } from '#shared/domain/device-state';
import { type FleetMessage, textAt } from '#shared/fleet/columns';
import { isNearSearch } from '#shared/places/near';
import { type Gazetteer, type Place, nearestPlace } from '#shared/places/place';
import { FleetModel } from './fleet-model';
import { nearestDevices } from './nearest';
import type { FromWorker, Line, ToWorker } from './protocol';
import { type FleetExtent, type FleetView, type Position, initialQuery } from './types';
import { MapAnswers } from './visible';

/** The client sends the real rules immediately; their schema stays out of the worker. */
const initialRules: StateRules = {
  movingAbove: 0,
  staleAfterMs: Number.POSITIVE_INFINITY,
  silentAfterMs: Number.POSITIVE_INFINITY,
};

/** At most one visible set in this time. */
const frameMs = 16;
/** Positions change the table at most this often: rows that change faster cannot be read. */
const tableMs = 250;
/** States need not be exact to the second. */
const leastTickMs = 1000;
/** A timer can wait at most 2^31 ms; a day is short enough. */
const mostTickMs = 86_400_000;
/**
 * Where a processor draws the map, ordering 100,000 rows beside it takes a second of the start: the table, then the
 * search and the towns wait for the first picture, which a hidden window may not draw.
 */
const latestTableMs = 1000;
const searchAfterMs = 300;

/** Clock and timers, as a parameter for tests. Milliseconds. */
export interface Clock {
  /** Epoch time of the computer. */
  now(): number;
  /** A time that nobody sets, for timers. */
  elapsed(): number;
  /** Calls back after a delay; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** Serves the fleet to one window; runs in a worker, or directly in tests. */
export function serveFleet(
  line: Line<FromWorker, ToWorker>,
  clock: Clock,
  loadTowns: () => Promise<Gazetteer | null> = () => Promise.resolve(null),
  loadOtherNames: () => Promise<string> = () => Promise.resolve(''),
): void {
  new FleetHost(line, clock, loadTowns, loadOtherNames);
}

/** What the window has to be told, and when: changes are collected for one flush. */
class FleetHost {
  #serviceOffsetMs = 0;
  #query = initialQuery;
  #rules = initialRules;
  /** Nobody listens before the client has sent its rules. */
  #hasClient = false;
  readonly #model = new FleetModel(this.#query, this.#rules);
  readonly #map = new MapAnswers(this.#model);
  #extent: FleetExtent = { generation: Number.NaN, account: '', total: 0, positions: 0 };
  #groups: FleetView['groups'] | null = null;
  /** The table waits for the first picture. */
  #isTableHeld = true;
  #isViewportNew = false;
  /** The table changes for another reason than positions. */
  #isViewUrgent = true;
  #nextViewAt = 0;
  #nextMapAt = 0;
  #flushAt = Number.POSITIVE_INFINITY;
  #cancelFlush = () => {};
  #cancelTick = () => {};
  #port: MessagePort | null = null;
  #towns: Promise<Gazetteer | null> | null = null;
  #otherNames: Promise<void> | null = null;

  constructor(
    private readonly line: Line<FromWorker, ToWorker>,
    private readonly clock: Clock,
    private readonly loadTowns: () => Promise<Gazetteer | null>,
    private readonly loadOtherNames: () => Promise<string>,
  ) {
    line.onmessage = (event) => this.#receive(event.data);
  }

  #receive(message: ToWorker): void {
    const model = this.#model;
    const now = this.#now();
    switch (message.type) {
      case 'attach':
        return this.#attach(message.port);
      case 'query':
        this.#query = message.query;
        if (isNearSearch(message.query.search)) void this.#loadedNames();
        model.setQuery(message.query, now);
        return this.#flushView(0);
      case 'rules':
        this.#hasClient = true;
        this.#rules = message.rules;
        model.setRules(message.rules, now);
        return this.#flushView(frameMs);
      case 'clock':
        this.#serviceOffsetMs = message.offsetMs;
        // The correction may go backwards, so everything is judged again.
        model.setRules(this.#rules, this.#now());
        model.setQuery(this.#query, this.#now());
        return this.#flushView(0);
      case 'notes':
        model.setNotes(new Map(message.notes), now);
        return this.#flushView(frameMs);
      case 'acknowledged':
        model.setAcknowledged(new Map(message.until), now);
        return this.#flushView(frameMs);
      case 'estimates':
        this.#map.setEstimates(message.metresPerSecond);
        return this.#flushMap(frameMs);
      case 'watch':
        model.watch(message.from, message.to);
        if (!this.#isTableHeld) this.#post({ type: 'rows', rows: model.watchedRows() });
        return;
      case 'select':
        model.select(message.id);
        return this.#flushView(0);
      case 'hold':
        model.holdOrder(message.isHeld);
        return this.#flushView(0);
      case 'viewport':
        this.#map.setViewport(message.viewport);
        return this.#flushMap(0);
      case 'pictureShown':
        return this.#releaseTable();
      case 'ask':
        void this.#answer(message);
    }
  }

  #attach(port: MessagePort): void {
    this.#port?.close();
    this.#port = port;
    port.onmessage = ({ data: message }: MessageEvent<FleetMessage>) => {
      this.#model.apply(message, this.#now());
      if (message.type !== 'fixes') return this.#flushView(0);
      this.#soon(Math.max(0, this.#nextMapAt - this.clock.elapsed()));
    };
  }

  async #answer(question: Extract<ToWorker, { type: 'ask' }>): Promise<void> {
    const answered = answerTo(question, this.#model, this.#map, {
      gazetteer: () => this.#loadedTowns(),
      otherNames: () => this.#loadedNames(),
    });
    const value: unknown = answered instanceof Promise ? await answered : answered;
    this.#post({ type: 'answer', ticket: question.ticket, value });
  }

  /** The window shows something else, not only positions. */
  #flushView(afterMs: number): void {
    this.#isViewUrgent = true;
    this.#soon(afterMs);
  }

  #flushMap(afterMs: number): void {
    this.#isViewportNew = true;
    this.#soon(afterMs);
  }

  /** Plans a flush, at the earliest moment that anything asked for. */
  #soon(afterMs: number): void {
    const at = this.clock.elapsed() + afterMs;
    if (at >= this.#flushAt) return;
    this.#cancelFlush();
    this.#flushAt = at;
    this.#cancelFlush = this.clock.after(afterMs, () => this.#flush());
  }

  #flush(): void {
    this.#flushAt = Number.POSITIVE_INFINITY;
    if (!this.#hasClient) return;
    this.#model.advance(this.#now());
    const isNewFleet = this.#postExtent();
    // An answer to the user first: a key changes the table. Ordering a new fleet takes longer than its picture.
    if (this.#isViewUrgent && !isNewFleet && !this.#isTableHeld) this.#postView();
    this.#postMap();
    this.#nextMapAt = this.clock.elapsed() + frameMs;
    if (!isNewFleet) this.#postChangedRows();
    else if (this.#isTableHeld) this.clock.after(latestTableMs, () => this.#releaseTable());
    else this.#soon(0);
    this.#planTick();
  }

  #releaseTable(): void {
    if (!this.#isTableHeld) return;
    this.#isTableHeld = false;
    this.#flushView(0);
    this.clock.after(searchAfterMs, () => {
      this.#model.prepareSearch();
      void this.#loadedTowns();
    });
  }

  /** Posts the table if positions changed it, and if it was not posted just before. */
  #postChangedRows(): void {
    if (this.#isTableHeld) return;
    const waitMs = this.#nextViewAt - this.clock.elapsed();
    if (waitMs <= 0) this.#postView();
    else if (this.#model.isViewChanged) this.#soon(waitMs);
    const touched = this.#model.takeSelectedTouched();
    if (touched !== null) this.#post({ type: 'selectedChanged', id: touched });
  }

  /** Announces a new fleet, or one with many more positions; returns whether it is new. */
  #postExtent(): boolean {
    const { generation, present, account, listed } = this.#model;
    if (!present || generation === null) return false;
    const positions = present.grid.placed;
    const isNew = generation !== this.#extent.generation;
    if (!isNew && positions < Math.max(1, 2 * this.#extent.positions)) return false;
    this.#extent = { generation, account, total: listed, positions };
    this.#post({ type: 'fleet', extent: this.#extent });
    return isNew;
  }

  #postMap(): void {
    const hasMoved = this.#now() >= this.#map.estimatesChangeAt;
    if (!this.#model.takeMapChanged() && !this.#isViewportNew && !hasMoved) return;
    this.#isViewportNew = false;
    const visible = this.#map.takeVisible(this.#now());
    if (visible) this.#post({ type: 'visible', visible });
  }

  #postView(): void {
    const taken = this.#model.takeView();
    if (!taken) return;
    if (!this.#isViewUrgent) this.#nextViewAt = this.clock.elapsed() + tableMs;
    this.#isViewUrgent = false;
    const { groups, ...view } = taken;
    const rows = this.#model.watchedRows();
    if (groups === this.#groups) return this.#post({ type: 'view', view, rows });
    this.#groups = groups;
    this.#post({ type: 'view', view, groups, rows });
  }

  /** States and estimates change with time alone. */
  #planTick(): void {
    this.#cancelTick();
    const waitMs = Math.min(this.#model.nextChangeAt, this.#map.estimatesChangeAt) - this.#now();
    if (!Number.isFinite(waitMs)) return;
    const tickMs = Math.min(mostTickMs, Math.max(leastTickMs, waitMs));
    this.#cancelTick = this.clock.after(tickMs, () => this.#flush());
  }

  /** Loads the towns once. */
  #loadedTowns(): Promise<Gazetteer | null> {
    this.#towns ??= this.loadTowns().then((gazetteer) => {
      if (!gazetteer) return null;
      this.#model.setGazetteer(gazetteer, this.#now());
      this.#flushView(0);
      return gazetteer;
    });
    return this.#towns;
  }

  /** Loads the other names of towns once. */
  #loadedNames(): Promise<void> {
    this.#otherNames ??= this.loadOtherNames().then((names) => {
      this.#model.setOtherNames(names, this.#now());
      this.#flushView(0);
    });
    return this.#otherNames;
  }

  /** States and ages are judged by the clock of the service. */
  #now(): number {
    return this.clock.now() + this.#serviceOffsetMs;
  }

  #post(message: FromWorker): void {
    this.line.postMessage(message, []);
  }
}

type Question = Extract<ToWorker, { type: 'ask' }>;

/** The answer to a request of the window. */
export function answerTo(
  question: Question,
  model: FleetModel,
  map: MapAnswers,
  load: {
    gazetteer(): Promise<Gazetteer | null>;
    /** The names of towns in other languages. */
    otherNames(): Promise<void>;
  },
): unknown {
  switch (question.name) {
    case 'places':
      return load.gazetteer().then((towns) => placesOf(towns, ...question.args));
    case 'ids':
      return idsInOrder(model);
    case 'best':
      return model.best();
    case 'rows':
      return model.rows(...question.args);
    case 'nearest':
      return nearestDevices(model, ...question.args);
    case 'labels':
      return model.labels(...question.args);
    case 'inView':
      return inView(model, map, ...question.args);
    case 'inTable':
      return model.order().length > question.args[0] ? [] : idsInOrder(model);
    case 'find':
      return find(model, load.otherNames, ...question.args);
    case 'extent':
      return map.extent();
    case 'locate':
      return map.locate(...question.args);
    case 'devices':
      return map.devices(...question.args);
    case 'members':
      return map.members(...question.args);
  }
}

function find(
  model: FleetModel,
  loadOtherNames: () => Promise<void>,
  ...asked: Parameters<FleetModel['find']>
): unknown {
  if (!isNearSearch(asked[0])) return model.find(...asked);
  return loadOtherNames().then(() => model.find(...asked));
}

function placesOf(gazetteer: Gazetteer | null, positions: readonly Position[]): (Place | null)[] {
  return positions.map(
    ({ latitude, longitude }) => gazetteer && nearestPlace(gazetteer, latitude, longitude),
  );
}

/** Devices in the table first: their ages are shown. */
function inView(model: FleetModel, map: MapAnswers, limit: number): string[] {
  const ids = [...model.watchedRows().rows.map(({ id }) => id), ...map.inView(limit)];
  return [...new Set(ids)].slice(0, limit);
}

function idsInOrder(model: FleetModel): string[] {
  const { present, drawn } = model;
  if (!present || !drawn) return [];
  const matching = model.shownOrder().filter((slot) => drawn.matches[slot]);
  return Array.from(matching, (slot) => textAt(present.columns.id, slot));
}
