import type { StateRules } from '#shared/domain/device-state';
import { textAt, type FleetMessage } from '#shared/fleet/columns';
import { FleetModel } from './fleet-model';
import { MapAnswers } from './map-feed';
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

/** At most one view and one visible set in this time. */
const frameMs = 16;
/**
 * While the user types, only the table is updated: drawing the map for each letter would delay the next
 * one. The map follows when typing pauses, or after the longer time if it does not.
 */
const typingMs = 120;
const mostTypingMs = 1000;
/** States need not be exact to the second. */
const leastTickMs = 1000;
/** A timer can wait at most 2^31 ms; a day is short enough. */
const mostTickMs = 86_400_000;

/** After the first picture, before the user types. */
const warmUpMs = 300;

type Question = Extract<ToWorker, { type: 'ask' }>;

/** Serves the fleet to one window; runs in a worker, or directly in tests. */
export function serveFleet(line: Line<FromWorker, ToWorker>, computerClock: Clock): void {
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
  let postedExtent: FleetExtent = { generation: Number.NaN, positions: 0 };
  /** The map waits until this time; it has waited since `heldSince`. */
  let heldUntil = Number.NEGATIVE_INFINITY;
  let heldSince = Number.NEGATIVE_INFINITY;
  let postedGroups: FleetView['groups'] | null = null;
  let flushAt = Number.POSITIVE_INFINITY;
  let cancelFlush = () => {};
  let cancelTick = () => {};
  let port: MessagePort | null = null;

  const post = (message: FromWorker, transfer: Transferable[] = []) =>
    line.postMessage(message, transfer);

  function postExtent(): void {
    const { generation, present } = model;
    if (!present || generation === null) return;
    const positions = present.grid.placed;
    const isNew = generation !== postedExtent.generation;
    if (!isNew && positions < Math.max(1, 2 * postedExtent.positions)) return;
    postedExtent = { generation, positions };
    post({ type: 'fleet', extent: postedExtent });
    if (isNew) clock.after(warmUpMs, () => model.warmUp());
  }

  function flush(): void {
    flushAt = Number.POSITIVE_INFINITY;
    model.advance(clock.now());
    postExtent();
    const wait = isViewportNew ? 0 : heldUntil - clock.now();
    // Otherwise the map first: ordering the table takes longer than composing the picture.
    if (wait <= 0) postMap();
    postView();
    if (wait > 0) flushSoon(wait);
    const touched = model.takeSelectedTouched();
    if (touched !== null) post({ type: 'selectedChanged', id: touched });
    planTick();
  }

  function postMap(): void {
    if (!model.takeMapChanged() && !isViewportNew) return;
    isViewportNew = false;
    const visible = map.takeVisible();
    if (visible) post({ type: 'visible', visible });
  }

  function postView(): void {
    const taken = model.takeView();
    if (!taken) return;
    const { groups, ...view } = taken;
    const rows = model.watchedRows();
    if (groups === postedGroups) return post({ type: 'view', view, rows });
    postedGroups = groups;
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
    cancelFlush();
    flushAt = at;
    cancelFlush = clock.after(afterMs, flush);
  }

  function planTick(): void {
    cancelTick();
    const wait = model.nextChangeAt - clock.now();
    if (Number.isFinite(wait)) {
      cancelTick = clock.after(Math.min(mostTickMs, Math.max(leastTickMs, wait)), flush);
    }
  }

  /** Devices in the table first: their ages are shown. */
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

  function setServiceOffset(offsetMs: number): void {
    const byMs = offsetMs - serviceOffsetMs;
    serviceOffsetMs = offsetMs;
    // These moments do not depend on whose clock they are of.
    flushAt += byMs;
    heldUntil += byMs;
    heldSince += byMs;
    // The correction may go backwards, so everything is judged again.
    model.setRules(rules, clock.now());
    model.setQuery(query, clock.now());
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
        query = message.query;
        if (model.setQuery(message.query, clock.now()) === 'searched') holdMap();
        return flushSoon(0);
      case 'rules':
        rules = message.rules;
        model.setRules(message.rules, clock.now());
        return flushSoon();
      case 'clock':
        setServiceOffset(message.offsetMs);
        return flushSoon(0);
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
