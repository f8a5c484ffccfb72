import type { StateRules } from '#shared/domain/device-state';
import { createFleetAssembler, type FleetPortMessage } from '#shared/fleet/fleet-parts';
import type { Gazetteer } from '#shared/places/place';
import { answerTo } from './answers';
import { FleetModel } from './fleet-model';
import { MapAnswers } from './map-feed';
import { MapHold } from './map-hold';
import type { FromWorker, Line, ToWorker } from './protocol';
import { initialQuery, type FleetExtent, type FleetView } from './types';

/** The clock and timers, as a parameter for tests. */
export interface Clock {
  now(): number;
  /** Calls back after a delay in milliseconds; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

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
/** The worker rests so many times as long as it worked, so that a large fleet leaves time for typing. */
const restShare = 2;
/** States need not be exact to the second. */
const leastTickMs = 1000;
/** A timer can wait at most 2^31 ms; a day is short enough. */
const mostTickMs = 86_400_000;

/** After the first picture, before the user types. */
const warmUpMs = 300;

/** Serves the fleet to one window; runs in a worker, or directly in tests. */
export function serveFleet(
  line: Line<FromWorker, ToWorker>,
  computerClock: Clock,
  loadTowns: () => Promise<Gazetteer | null> = () => Promise.resolve(null),
): void {
  let serviceOffsetMs = 0;
  /** States and ages are judged by the clock of the service. */
  const clock: Clock = {
    ...computerClock,
    now: () => computerClock.now() + serviceOffsetMs,
  };
  let query = initialQuery;
  let rules = initialRules;
  const model = new FleetModel(query, rules);
  const map = new MapAnswers(model);
  let isViewportNew = false;
  /** The table changes for another reason than positions. */
  let isViewUrgent = true;
  let nextViewAt = Number.NEGATIVE_INFINITY;
  let restUntil = Number.NEGATIVE_INFINITY;
  let loading: Promise<Gazetteer | null> | null = null;
  let postedExtent: FleetExtent = { generation: Number.NaN, positions: 0 };
  const hold = new MapHold();
  let postedGroups: FleetView['groups'] | null = null;
  let flushAt = Number.POSITIVE_INFINITY;
  let cancelFlush = () => {};
  let cancelTick = () => {};
  let port: MessagePort | null = null;

  const post = (message: FromWorker, transfer: Transferable[] = []) =>
    line.postMessage(message, transfer);

  /** What the first picture does not need. */
  function warmUp(): void {
    model.warmUp();
    void towns();
  }

  /** Loads the towns once. */
  function towns(): Promise<Gazetteer | null> {
    loading ??= loadTowns().then((gazetteer) => {
      if (!gazetteer) return null;
      model.setGazetteer(gazetteer, clock.now());
      flushNow();
      return gazetteer;
    });
    return loading;
  }

  function postExtent(): void {
    const { generation, present } = model;
    if (!present || generation === null) return;
    const positions = present.grid.placed;
    const isNew = generation !== postedExtent.generation;
    if (!isNew && positions < Math.max(1, 2 * postedExtent.positions)) return;
    postedExtent = { generation, positions };
    post({ type: 'fleet', extent: postedExtent });
    if (isNew) clock.after(warmUpMs, warmUp);
  }

  function flush(): void {
    flushAt = Number.POSITIVE_INFINITY;
    const since = clock.now();
    model.advance(since);
    postExtent();
    const wait = isViewportNew ? 0 : hold.waitMs(clock.now(), !isViewUrgent);
    // Otherwise the map first: ordering the table takes longer than composing the picture.
    if (wait <= 0) postMap();
    const viewWait = isViewUrgent ? 0 : nextViewAt - clock.now();
    if (viewWait <= 0) postView();
    else if (model.isViewChanged) flushSoon(viewWait);
    if (wait > 0) flushSoon(wait);
    const touched = model.takeSelectedTouched();
    if (touched !== null) post({ type: 'selectedChanged', id: touched });
    const now = clock.now();
    restUntil = now + Math.max(frameMs, restShare * (now - since));
    planTick();
  }

  function postMap(): void {
    const hasMoved = clock.now() >= map.estimatesChangeAt;
    if (!model.takeMapChanged() && !isViewportNew && !hasMoved) return;
    isViewportNew = false;
    const visible = map.takeVisible(clock.now());
    if (visible) post({ type: 'visible', visible });
  }

  function postView(): void {
    const taken = model.takeView();
    if (!taken) return;
    if (!isViewUrgent) nextViewAt = clock.now() + tableMs;
    isViewUrgent = false;
    const { groups, ...view } = taken;
    const rows = model.watchedRows();
    if (groups === postedGroups) return post({ type: 'view', view, rows });
    postedGroups = groups;
    post({ type: 'view', view, groups, rows });
  }

  function flushSoon(afterMs: number): void {
    const at = clock.now() + afterMs;
    if (at >= flushAt) return;
    cancelFlush();
    flushAt = at;
    cancelFlush = clock.after(afterMs, flush);
  }

  /** The window shows something else, not only positions. */
  function flushNow(): void {
    isViewUrgent = true;
    flushSoon(0);
  }

  function planTick(): void {
    cancelTick();
    const wait = Math.min(model.nextChangeAt, map.estimatesChangeAt) - clock.now();
    if (Number.isFinite(wait)) {
      cancelTick = clock.after(Math.min(mostTickMs, Math.max(leastTickMs, wait)), flush);
    }
  }

  function setServiceOffset(offsetMs: number): void {
    const byMs = offsetMs - serviceOffsetMs;
    serviceOffsetMs = offsetMs;
    // These moments do not depend on whose clock they are of.
    flushAt += byMs;
    nextViewAt += byMs;
    restUntil += byMs;
    hold.shift(byMs);
    // The correction may go backwards, so everything is judged again.
    model.setRules(rules, clock.now());
    model.setQuery(query, clock.now());
  }

  function attach(next: MessagePort): void {
    port?.close();
    port = next;
    const assemble = createFleetAssembler();
    port.onmessage = (event: MessageEvent<FleetPortMessage>) => {
      const message = assemble(event.data);
      if (!message) return;
      model.apply(message, clock.now());
      const { type } = message;
      if (type === 'fleet') hold.release();
      if (type === 'fixes') flushSoon(Math.max(0, restUntil - clock.now()));
      else flushNow();
    };
  }

  function receive(message: ToWorker): void {
    switch (message.type) {
      case 'attach':
        return attach(message.port);
      case 'query':
        query = message.query;
        if (model.setQuery(message.query, clock.now()) === 'searched') hold.typed(clock.now());
        return flushNow();
      case 'rules':
        rules = message.rules;
        model.setRules(message.rules, clock.now());
        isViewUrgent = true;
        return flushSoon(frameMs);
      case 'clock':
        setServiceOffset(message.offsetMs);
        return flushNow();
      case 'notes':
        model.setNotes(new Map(message.notes), clock.now());
        isViewUrgent = true;
        return flushSoon(frameMs);
      case 'estimates':
        map.setEstimates(message.metresPerSecond);
        isViewportNew = true;
        return flushSoon(frameMs);
      case 'watch':
        model.watch(message.from, message.to);
        return post({ type: 'rows', rows: model.watchedRows() });
      case 'select':
        model.select(message.id);
        return flushNow();
      case 'viewport':
        map.setViewport(message.viewport);
        isViewportNew = true;
        return flushSoon(0);
      case 'drew':
        return hold.drew(message.ms, clock.now());
      case 'ask':
        void answer(message);
    }
  }

  async function answer(question: Extract<ToWorker, { type: 'ask' }>): Promise<void> {
    const answered = answerTo(question, model, map, towns);
    const value: unknown = answered instanceof Promise ? await answered : answered;
    post({ type: 'answer', ticket: question.ticket, value });
  }

  line.onmessage = (event) => receive(event.data);
}
