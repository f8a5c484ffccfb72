import type { StateRules } from '#shared/domain/device-state';
import { textAt, type FleetMessage } from '#shared/fleet/columns';
import { FleetModel } from './fleet-model';
import { MapAnswers } from './map-feed';
import type { FromWorker, Line, ToWorker } from './protocol';
import { initialQuery, type FleetExtent, type FleetView } from './types';

/** Time and its passing, handed in. */
export interface Clock {
  now(): number;
  /** Calls back after some milliseconds; answers how to call it off. */
  after(ms: number, callback: () => void): () => void;
}

/** The client tells the real ones at once; their schema stays out of the worker. */
const rulesUntilTold: StateRules = {
  movingAbove: 0,
  staleAfterMs: Number.POSITIVE_INFINITY,
  silentAfterMs: Number.POSITIVE_INFINITY,
};

/** No more than one view and one visible set in this time. */
const frameMs = 16;
/**
 * While somebody types, the table alone answers: drawing the map for each letter would keep the next
 * one waiting. The map follows when the typing pauses, or after the longer time where it does not.
 */
const typingMs = 120;
const mostTypingMs = 1000;
/** States need not be exact to the second. */
const leastTickMs = 1000;
/** The longest wait a timer can hold is 2^31 ms; a day is short enough. */
const mostTickMs = 86_400_000;

/** After the first picture, before anyone has typed. */
const warmUpMs = 300;

type Question = Extract<ToWorker, { type: 'ask' }>;

/** Serves the fleet to one window: the worker's whole work, but for being in a worker. */
export function serveFleet(line: Line<FromWorker, ToWorker>, clock: Clock): void {
  const model = new FleetModel(initialQuery, rulesUntilTold);
  const map = new MapAnswers(model);
  let isViewportNew = false;
  let told: FleetExtent = { generation: Number.NaN, positions: 0 };
  /** The map waits until this moment, as it has done since `heldSince`. */
  let heldUntil = Number.NEGATIVE_INFINITY;
  let heldSince = Number.NEGATIVE_INFINITY;
  let toldGroups: FleetView['groups'] | null = null;
  let flushAt = Number.POSITIVE_INFINITY;
  let callOffFlush = () => {};
  let callOffTick = () => {};
  let port: MessagePort | null = null;

  const post = (message: FromWorker, transfer: Transferable[] = []) =>
    line.postMessage(message, transfer);

  function tellExtent(): void {
    const { generation, present } = model;
    if (!present || generation === null) return;
    const positions = present.grid.placed;
    const isNew = generation !== told.generation;
    if (!isNew && positions < Math.max(1, 2 * told.positions)) return;
    told = { generation, positions };
    post({ type: 'fleet', extent: told });
    if (isNew) clock.after(warmUpMs, () => model.warmUp());
  }

  function flush(): void {
    flushAt = Number.POSITIVE_INFINITY;
    model.advance(clock.now());
    tellExtent();
    const wait = isViewportNew ? 0 : heldUntil - clock.now();
    // Else the map first: the order of the table takes longer than the picture.
    if (wait <= 0) tellMap();
    tellView();
    if (wait > 0) flushSoon(wait);
    const touched = model.takeSelectedTouched();
    if (touched !== null) post({ type: 'selectedChanged', id: touched });
    planTick();
  }

  function tellMap(): void {
    if (!model.takeMapChanged() && !isViewportNew) return;
    isViewportNew = false;
    const visible = map.takeVisible();
    if (visible) post({ type: 'visible', visible });
  }

  function tellView(): void {
    const taken = model.takeView();
    if (!taken) return;
    const { groups, ...view } = taken;
    const rows = model.watchedRows();
    if (groups === toldGroups) return post({ type: 'view', view, rows });
    toldGroups = groups;
    post({ type: 'view', view, groups, rows });
  }

  function holdMap(): void {
    const now = clock.now();
    if (now >= heldUntil) heldSince = now;
    heldUntil = Math.min(now + typingMs, heldSince + mostTypingMs);
  }

  function flushSoon(afterMs = frameMs): void {
    const at = clock.now() + afterMs;
    if (at >= flushAt) return;
    callOffFlush();
    flushAt = at;
    callOffFlush = clock.after(afterMs, flush);
  }

  function planTick(): void {
    callOffTick();
    const wait = model.nextChangeAt - clock.now();
    if (Number.isFinite(wait)) {
      callOffTick = clock.after(Math.min(mostTickMs, Math.max(leastTickMs, wait)), flush);
    }
  }

  /** Those in the table first: their ages are read. */
  function inView(limit: number): string[] {
    const ids = [...model.watchedRows().rows.map(({ id }) => id), ...map.inView(limit)];
    return [...new Set(ids)].slice(0, limit);
  }

  function ids(): string[] {
    const { present } = model;
    return present ? Array.from(model.order(), (slot) => textAt(present.columns.id, slot)) : [];
  }

  function answer(question: Question): unknown {
    switch (question.name) {
      case 'ids':
        return ids();
      case 'rows':
        return model.rows(...question.args);
      case 'labels':
        return model.labels(...question.args);
      case 'inView':
        return inView(...question.args);
      case 'find':
        return model.find(...question.args);
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

  function heard(message: ToWorker): void {
    switch (message.type) {
      case 'attach':
        port?.close();
        port = message.port;
        port.onmessage = (event: MessageEvent<FleetMessage>) => {
          model.apply(event.data, clock.now());
          const isFleet = event.data.type === 'fleet';
          if (isFleet) heldUntil = Number.NEGATIVE_INFINITY;
          flushSoon(isFleet ? 0 : frameMs);
        };
        return;
      case 'query':
        if (model.setQuery(message.query, clock.now()) === 'searched') holdMap();
        return flushSoon(0);
      case 'rules':
        model.setRules(message.rules, clock.now());
        return flushSoon();
      case 'watch':
        model.watch(message.from, message.to);
        return post({ type: 'rows', rows: model.watchedRows() });
      case 'select':
        model.select(message.id);
        return flushSoon(0);
      case 'viewport':
        map.setViewport(message.viewport);
        isViewportNew = true;
        return flushSoon(0);
      case 'ask':
        post({ type: 'answer', ticket: message.ticket, value: answer(message) });
    }
  }

  line.onmessage = (event) => heard(event.data);
}
